/* plain.h - measures the run of printable ASCII at the start of a text */
#ifndef TRAWL_BASE_PLAIN_H
#define TRAWL_BASE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* Returns true for printable ASCII; if `markup` is false, without & < > " and '. */
static inline bool plain_byte(char c, bool markup)
{
    return c >= ' ' && c < 0x7F &&
           (markup || (c != '&' && c != '\'' && c != '<' && c != '>' && c != '"'));
}

/* Returns how many leading bytes of p[0..n) are plain_byte(). */
static inline size_t plain_run(const char *p, size_t n, bool markup)
{
    size_t i = 0;

    while (i < n && plain_byte(p[i], markup))
        i++;
    return i;
}

#endif
