/* count.h - how often a byte occurs in a text, how many code points it has, and where a line begins
 *
 * Plain loops, of which compilers make vector code. A code point is counted at its first byte, so
 * each byte that is not UTF-8 and no continuation byte counts as one.
 */
#ifndef TRAWL_BASE_COUNT_H
#define TRAWL_BASE_COUNT_H

#include <stddef.h>
#include <stdint.h>

/* Counts in blocks of at most 255 bytes: their number fits a byte, so that sixteen are added at
 * once. */
#define COUNT_BLOCK 255

static inline uint64_t count_byte(const char *p, size_t n, unsigned char byte)
{
    uint64_t count = 0;

    while (n > 0) {
        size_t block = n < COUNT_BLOCK ? n : COUNT_BLOCK;
        uint8_t found = 0;
        for (size_t i = 0; i < block; i++)
            found = (uint8_t)(found + ((unsigned char)p[i] == byte));
        count += found;
        p += block;
        n -= block;
    }
    return count;
}

/* Counts the bytes that are not 80 to BF. */
static inline uint64_t count_code_points(const char *p, size_t n)
{
    uint64_t count = 0;

    while (n > 0) {
        size_t block = n < COUNT_BLOCK ? n : COUNT_BLOCK;
        uint8_t found = 0;
        for (size_t i = 0; i < block; i++)
            found = (uint8_t)(found + ((signed char)p[i] > -65));
        count += found;
        p += block;
        n -= block;
    }
    return count;
}

/* Returns the offset after the last such byte, or 0. */
static inline size_t count_behind_last(const char *p, size_t n, unsigned char byte)
{
    while (n > 0 && (unsigned char)p[n - 1] != byte)
        n--;
    return n;
}

/* Returns where the last line begins, and sets *points to the number of its code points. */
static inline size_t count_last_line(const char *p, size_t n, uint64_t *points)
{
    size_t from = count_behind_last(p, n, '\n');

    *points = count_code_points(p + from, n - from);
    return from;
}

#endif
