/* seal.h - a seal on HTML: no address that a browser follows or loads is left as it was
 *
 *   seal         the public functions; reads tags and text, and writes them anew
 *   attributes   which attributes have addresses, and of what form
 *   address      an address as browsers read it
 *   css          the addresses of style sheets
 *   values       those of attributes that hold several: srcset, ping, refresh
 *
 * The output is safe by its form, not by what a parser would make of the input: all attributes are
 * in quotes, "<" is only written for a tag that was read, and elements whose content some parsers
 * read as tags and others as text get no content with a "<".
 */
#ifndef TRAWL_REWRITE_SEAL_SEAL_H
#define TRAWL_REWRITE_SEAL_SEAL_H

#include <trawl_rewrite.h>

#include "base/memory.h"
#include "html/html.h"

/* Bytes that grow. The first error is kept, and nothing is added after it. */
typedef struct seal_out {
    const memory *m;
    char *p;
    size_t n, room;
    int error;
} seal_out;

void seal_put(seal_out *out, const char *p, size_t n);
void seal_free(seal_out *out);

static inline trawl_str seal_str(const seal_out *out)
{
    return (trawl_str){out->n > 0 ? out->p : "", out->n};
}

/* White space of HTML. */
static inline bool seal_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* ---- Values ---- */

/* Decides what replaces an address. The address has no white space around it, and its escapes are
 * decoded. `picture`: as far as the value shows, it can only be used as a picture. Returns 1 when
 * it has added what replaces the address to *out, 0 to keep the address, or an error. */
typedef int seal_take(void *user, trawl_str address, bool picture, seal_out *out);

/* A value with addresses: `single` is one, `css` a style sheet or the value of a style, `srcset` a
 * list of images, `ping` a list of addresses, `refresh` the content of a <meta http-equiv=refresh>.
 * Each function copies the value, calls `take` for each address in it, and returns out->error. */
typedef int seal_value(seal_out *out, trawl_str value, seal_take *take, void *user);

seal_value seal_css, seal_srcset, seal_ping, seal_refresh, seal_single;

/* ---- Attributes ---- */

/* What to do with an attribute. */
enum seal_how {
    SEAL_COPY,
    SEAL_URL,
    SEAL_SRCSET,
    SEAL_PING,
    SEAL_CSS,
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
    SEAL_AS_PICTURE
};

/* Returns true for an address that is kept without calling the user's function. */
bool seal_is_inside(trawl_str address, enum seal_use use);

/* Appends the address as browsers read it, whole, to *out. Appends nothing if that cannot be
 * known. */
void seal_whole(seal_out *out, trawl_str base, trawl_str address);

#endif
