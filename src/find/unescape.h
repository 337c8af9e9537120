/* unescape.h - URLs as other languages write them, with a "\" before some characters: "\_" in Markdown and TeX, "\u0026" in JSON */
#ifndef TRAWL_FIND_UNESCAPE_H
#define TRAWL_FIND_UNESCAPE_H

#include <string.h>

#include "find/found.h"

#define UNESCAPE_MOST (sizeof "\\u0026" - 1)

/* How many bytes at p[0..n) stand for one character, "\" and what is behind it; 0 for no such writing. */
static inline size_t unescape_length(const char *p, size_t n)
{
    static const char json[] = "\\u0026";

    if (n < 2 || p[0] != '\\')
        return 0;
    if (n >= UNESCAPE_MOST && memcmp(p, json, UNESCAPE_MOST) == 0)
        return UNESCAPE_MOST;
    return memchr("_~-%#&", p[1], 6) ? 2 : 0;
}

/* The URL of f without them. */
void unescape(found *f);

#endif
