/* hostile.h - URLs of any length that are as hard to judge as we could think of
 *
 * For each of a dozen schemes a beginning, for each shape a piece that is repeated up to the length wanted. Asked for a
 * bad one, the last byte is a space, so that the URL is refused as late as can be.
 */
#ifndef TRAWL_TESTS_HOSTILE_H
#define TRAWL_TESTS_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *const hostile_scheme[] = {
    "http://", "https://",    "ftp://", "file://", "gopher://", "mailto:", "news:",  "nntp://",   "telnet://",
    "wais://", "prospero://", "ws://",  "nfs://",  "mid:",      "urn:",    "x-any:", "http://a/",
};

static const char *const hostile_shape[] = {
    "%41",         "/",    "a.a.a.", "a-a-", "1.1.1.", "@@@",      ";;;",      "?",     ":",
    "[::::",       "u:p@", "a=b;",   "a@b.", "a/../",  "\xC3\xA4", "%4%4",     "?a=b&", "1:2:3:",
    "a:b@c/d?e#f", "a1.-", "#",      "a",    "1=a/b;", "a,b@c,",   "[1.2.3.4", "+",     "\xE2\x80\xA8",
};

enum {
    HOSTILE_SCHEMES = sizeof hostile_scheme / sizeof hostile_scheme[0],
    HOSTILE_SHAPES = sizeof hostile_shape / sizeof hostile_shape[0]
};

/* n bytes, n being more than any scheme is long. */
static inline void hostile_put(char *to, size_t n, int scheme, int shape, bool bad)
{
    size_t i = strlen(hostile_scheme[scheme]), k = strlen(hostile_shape[shape]);

    memcpy(to, hostile_scheme[scheme], i);
    for (size_t j = 0; i < n; i++, j++)
        to[i] = hostile_shape[shape][j % k];
    if (bad)
        to[n - 1] = ' ';
}

#endif
