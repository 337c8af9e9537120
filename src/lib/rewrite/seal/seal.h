/* seal.h - a seal on HTML: no address that a browser follows or loads is left as it was
 *
 *   seal         the public functions; reads tags and text, and writes them anew
 *   attributes   which attributes have addresses, and of what form
 *   address      an address as browsers read it
 *   values       attributes with several addresses, written anew: srcset, ping, refresh;
 *                css/ does so with styles
 *
 * A value is first brought into its final form (its references are decoded, and control characters
 * that shift to another charset are blanks), then judged, then written. After that, only "&", "<",
 * ">" and quotes are written as references. So the output is safe by its form, not by what a parser
 * would make of the input: all attributes are in quotes, "<" is only written for a tag that was
 * read, and elements whose content some parsers read as tags and others as text get no content with
 * a "<".
 */
#ifndef TRAWL_REWRITE_SEAL_SEAL_H
#define TRAWL_REWRITE_SEAL_SEAL_H

#include <trawl_rewrite.h>

#include "css/css.h"
#include "html/html.h"

/* ---- Values ---- */

/* A value with addresses. `single` is one address, `srcset` a list of images, `ping` a list of
 * addresses, `refresh` the content of a <meta http-equiv=refresh>. Like the functions of css.h,
 * each function writes the value anew, calls `take` for each address in it, and returns
 * out->error. */
typedef int seal_value(bytes_out *out, trawl_str value, css_take *take, void *user);

seal_value seal_srcset, seal_ping, seal_refresh, seal_single;

/* ---- Attributes ---- */

/* What to do with an attribute. */
enum seal_how {
    SEAL_COPY,
    SEAL_URL,
    SEAL_SRCSET,
    SEAL_PING,
    SEAL_STYLE,
    SEAL_PAINT,   /* an attribute of SVG with the value of a property */
    SEAL_REFRESH, /* the content of a <meta>, if its http-equiv is "refresh" */
    SEAL_EQUIV,   /* that http-equiv */
    SEAL_PAGE,    /* srcdoc */
    SEAL_HANDLER, /* onclick and the like: removed */
    SEAL_DROP     /* removed: its effect cannot be known from the tag alone */
};

enum seal_how seal_how_of(const html_name *tag, const html_name *attribute);

/* ---- Addresses ---- */

/* How an address is used, as far as that is known. */
enum seal_use {
    /* Perhaps as a style sheet: browsers read data: of any type as a style sheet, and, in a page
     * without a document type, the text of the page itself ("#"). */
    SEAL_AS_SHEET,
    /* "data:" with pixels is harmless; with another image type, such as image/png+xml, it is a
     * page. */
    SEAL_AS_ANY,
    /* As a picture, in which nothing is followed or loaded. */
    SEAL_AS_PICTURE,
    /* As a link or a form that the reader clicks. Elsewhere "tel:" and "mailto:" would start a
     * program without a click. */
    SEAL_AS_CLICK
};

/* Returns true for an address that is kept without calling the user's function. */
bool seal_is_inside(trawl_str address, enum seal_use use);

/* Appends the address as browsers clean it: without controls and spaces at its ends, tabs and line
 * ends, and with escapes for the others in it. */
void seal_put_clean(bytes_out *out, trawl_str address);

/* Appends the address as browsers read it, whole, to *out. Appends nothing if that cannot be
 * known. */
void seal_whole(bytes_out *out, trawl_str base, trawl_str address);

#endif
