/* line_sets.h - sets for the kernels' search for lines, made from strings */
#ifndef TRAWL_TESTS_LINE_SETS_H
#define TRAWL_TESTS_LINE_SETS_H

#include "kernel/kernel.h"

/* Copies up to KERNEL_LINE bytes; the last one is repeated. Returns how many there are. */
static inline unsigned line_set_fill(char to[KERNEL_LINE], const char *bytes)
{
    size_t n = strlen(bytes);

    n = n < KERNEL_LINE ? n : KERNEL_LINE;
    for (unsigned k = 0; k < KERNEL_LINE; k++)
        to[k] = bytes[k < n ? k : n - 1];
    return (unsigned)n;
}

/* The set of lines that begin with one of these bytes. */
static inline void line_set_make(kernel_line *set, const char *bytes)
{
    *set = (kernel_line){0};
    set->n = line_set_fill(set->byte, bytes);
}

/* The second byte of the line must be one of these. */
static inline void line_set_then(kernel_line *set, const char *bytes)
{
    set->then_n = line_set_fill(set->then, bytes);
}

#endif
