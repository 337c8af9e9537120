/* unescape.h - URLs as Markdown, TeX and troff write them, with a "\" before signs that mean something there (M1) */
#ifndef TRAWL_FIND_UNESCAPE_H
#define TRAWL_FIND_UNESCAPE_H

#include <string.h>

#include "find/found.h"

/* Is the "\" at p[0..n) one that only keeps the sign behind it from its meaning? */
static inline bool unescape_is_sign(const char *p, size_t n)
{
    return n > 1 && p[0] == '\\' && memchr("_~-%#&.?=,;!$+@()", p[1], 17);
}

/* So many bytes at p[0..n) are left out where unescape_is_sign() says that some are: troff has "\&" before a full stop, and both mean
 * nothing. */
static inline size_t unescape_length(const char *p, size_t n)
{
    return n > 2 && p[1] == '&' && p[2] == '.' ? 2 : 1;
}

/* The link of one piece, with a URL that may have something before it, without such backslashes: they are left out between pieces. */
void unescape(found *f, const text *t);

#endif
