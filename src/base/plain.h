/* plain.h - the run of printable ASCII at the front of a text */
#ifndef TRAWL_BASE_PLAIN_H
#define TRAWL_BASE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* Returns true for printable ASCII; without markup, for all of it but & < > " and '. */
static inline bool plain_byte(char c, bool markup)
{
    return c >= ' ' && c < 0x7F &&
           (markup || (c != '&' && c != '\'' && c != '<' && c != '>' && c != '"'));
}

/* Returns how many bytes at the front of p[0..n) are such. */
static inline size_t plain_run(const char *p, size_t n, bool markup)
{
    size_t i = 0;

    while (i < n && plain_byte(p[i], markup))
        i++;
    return i;
}

#endif
