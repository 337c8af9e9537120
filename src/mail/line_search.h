/* line_search.h - the next line that begins with one of a few bytes: a search of the kernels
 *
 * Mbox marks begin with 'F' or '>', boundaries with '-': all else of a body is passed over at the speed of memory. A
 * line begins behind a LF; a bare CR ends none.
 */
#ifndef TRAWL_MAIL_LINE_SEARCH_H
#define TRAWL_MAIL_LINE_SEARCH_H

#include "kernel/kernel.h"

typedef kernel_line line_set;

/* The set of the bytes of a string, of which there are one to KERNEL_LINE; what is more is left out. */
void line_set_make(line_set *set, const char *bytes);

/* The same for the second byte of the line, when not all will do. */
void line_set_then(line_set *set, const char *bytes);

/* The least j >= i with p[j] == '\n' and p[j + 1] in the set, j + 1 < n, and p[j + 2] one of those that may follow or beyond
 * the end; else n. So a '\n' as the very last byte is not found: whoever holds it must ask again when more has come. */
static inline size_t line_search(const kernel *k, const line_set *set, const char *p, size_t i, size_t n)
{
    return k->line(set, p, i, n);
}

#endif
