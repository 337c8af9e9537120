/* count.h - counts bytes and code points, and finds the start of the last line
 *
 * Plain loops that compilers vectorize. A code point is counted at its first byte, so an invalid
 * byte counts as one unless it is a continuation byte.
 */
#ifndef TRAWL_BASE_COUNT_H
#define TRAWL_BASE_COUNT_H

#include <stddef.h>
#include <stdint.h>

#include "base/sixteen.h"

/* The size of the blocks in which bytes are counted. It is less than 256, so that the compiler can
 * count in the bytes of a vector register, and a multiple of a register's size. */
#define COUNT_BLOCK 240

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

/* Returns the number of code points, by counting the bytes other than 80 to BF. */
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

/* Returns the offset after the last occurrence of the byte, or 0. */
static inline size_t count_after_last(const char *p, size_t n, unsigned char byte)
{
    for (; n >= sizeof(sixteen); n -= sizeof(sixteen)) {
        unsigned found = sixteen_bits(sixteen_is(sixteen_load(p + n - sizeof(sixteen)), byte));
        if (found)
            return n - (size_t)__builtin_clz(found) + 16;
    }
    while (n > 0 && (unsigned char)p[n - 1] != byte)
        n--;
    return n;
}

/* Returns the offset of the last line, and sets *points to the number of its code points. Reads
 * sixteen bytes at a time from the end, since lines are short. */
static inline size_t count_last_line(const char *p, size_t n, uint64_t *points)
{
    size_t end = n, inner = 0;

    for (unsigned lf = 0; n >= sizeof(sixteen) && !lf;) {
        sixteen v = sixteen_load(p + n - sizeof v);
        unsigned wide = sixteen_bits(sixteen_between(v, 0x80, 0xBF)), line;
        lf = sixteen_bits(sixteen_is(v, '\n'));
        line = lf ? 32 - (unsigned)__builtin_clz(lf) : 0; /* where it begins in v */
        if (wide)
            inner += (size_t)__builtin_popcount(wide >> line);
        n -= sizeof v - line;
    }
    for (; n > 0 && p[n - 1] != '\n'; n--)
        inner += (signed char)p[n - 1] < -64;
    *points = end - n - inner;
    return n;
}

#endif
