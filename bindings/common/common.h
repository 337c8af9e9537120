/* common.h - what the extensions for SQLite and DuckDB share
 *
 *   urls.c      forms of a URL, names of standards
 *   text.c      finds bytes that are not UTF-8
 *
 * Only the public headers of the library are used. ../postgresql/columns.h has the lists that
 * PostgreSQL shares, too.
 */
#ifndef TRAWL_COMMON_COMMON_H
#define TRAWL_COMMON_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "../postgresql/columns.h"

/* ---- Texts: text.c ---- */

/* Returns the length of the character at s.p. For NUL and for bytes that are not UTF-8, sets *bad
 * and returns how many bytes one U+FFFD replaces (Unicode: a maximal subpart). */
size_t text_character(trawl_str s, bool *bad);

/* Returns the length of the longest beginning that is UTF-8 without NUL. */
size_t text_clean(trawl_str s);

/* ---- Forms of a URL: urls.c ---- */

/* Writes a form of the URL, as trawl_canonical() does. Returns URL_NONE if there is none. */
typedef int url_form(const char *url, size_t n, char *out, size_t size, size_t *len);
#define URL_NONE 1

url_form url_host, url_site, url_looks_like;

/* The standards; the first one is "any". */
struct url_standard {
    const char *name;
    unsigned bits; /* enum trawl_standard */
};

#define URL_STANDARDS 5
#define URL_STANDARD_NAMES "1738, 1630, 3986, iri and any"
extern const struct url_standard url_standards[URL_STANDARDS];

/* Returns more than 0 if the standard with this name accepts the URL, 0 if not, URL_NO_STANDARD if
 * there is no such standard, or an error of the library. */
int url_valid(trawl_str url, trawl_str standard);
#define URL_NO_STANDARD (-100)

#endif
