/* line_sets.h - sets for the kernels' search for lines, made from strings */
#ifndef TRAWL_TESTS_LINE_SETS_H
#define TRAWL_TESTS_LINE_SETS_H

#include "kernel/kernel.h"

/* Copies up to KERNEL_LINE bytes, and repeats the last one to fill `to`. Returns how many there are
 * without repeats. */
static inline unsigned line_set_fill(char to[KERNEL_LINE], const char *bytes)
{
    size_t n = strlen(bytes);

    n = n < KERNEL_LINE ? n : KERNEL_LINE;
    for (unsigned k = 0; k < KERNEL_LINE; k++)
        to[k] = bytes[k < n ? k : n - 1];
    return (unsigned)n;
}

/* Makes the set of lines that begin with one of these bytes. */
static inline void line_set_make(kernel_line *set, const char *bytes)
{
    *set = (kernel_line){0};
    set->n = line_set_fill(set->byte, bytes);
}

/* Restricts the set to lines whose second byte is one of these. */
static inline void line_set_then(kernel_line *set, const char *bytes)
{
    set->then_n = line_set_fill(set->then, bytes);
}

/* Returns true when the line after the LF at p[i] is in the set; needs i + 1 < n. Bytes after the
 * end of the text match. */
static inline bool line_set_matches(const kernel_line *s, const char *p, size_t i, size_t n)
{
    const char *line = p + i + 1, *end = p + n;

    return memchr(s->byte, *line, s->n) &&
           (s->then_n == 0 || end - line < 2 || memchr(s->then, line[1], s->then_n));
}

/* Returns true when the line after the LF at p[i] is one of the heads; needs i + 1 < n. Bytes after
 * the end of the text match. */
static inline bool line_set_is_head(const kernel_heads *s, const char *p, size_t i, size_t n)
{
    const char *line = p + i + 1, *end = p + n;
    const bool quoted = *line == '>';
    int folded;

    for (unsigned k = 0;
         quoted && k < KERNEL_QUOTES && line < end && (*line == '>' || *line == ' '); k++)
        line++;
    if (line == end)
        return true;
    folded = (unsigned char)*line | 0x20;
    if (quoted ? folded != s->quoted : !memchr(s->first, folded, KERNEL_LINE))
        return false;
    if (end - line > 1 && ((unsigned char)line[1] > 0x7F || s->second[line[1] & 15] != folded))
        return false;
    return end - line < 3 || ((unsigned char)line[2] < 0x80 && s->third[line[2] & 15] == folded);
}

#endif
