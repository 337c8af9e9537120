/* sixteen.h - operations on sixteen bytes at a time, with the compiler's portable vectors
 *
 * Available on any machine, unlike the kernels of src/lib/kernel.
 */
#ifndef TRAWL_BASE_SIXTEEN_H
#define TRAWL_BASE_SIXTEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"

/* ---- Eight bytes in a word ---- */

/* Returns the eight bytes at p, the first one in the lowest bits. */
static inline uint64_t eight_load(const char *p)
{
    uint64_t eight;

    memcpy(&eight, p, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

/* ---- Sixteen bytes in a vector ---- */

typedef unsigned char sixteen __attribute__((vector_size(16)));
typedef signed char sixteen_signed __attribute__((vector_size(16)));
typedef uint64_t sixteen_halves __attribute__((vector_size(16)));

static inline sixteen sixteen_load(const void *p)
{
    sixteen v;

    memcpy(&v, p, sizeof v);
    return v;
}

/* Loads the first 16 bytes of p[0..n); if there are fewer, zeros follow them. */
static inline sixteen sixteen_part(const char *p, size_t n)
{
    sixteen v = {0};

    if (n >= sizeof v)
        return sixteen_load(p);
    CHECK(n < sizeof v);
    memcpy(&v, p, n);
    return v;
}

/* Returns FF for each byte equal to c, else 00. */
static inline sixteen sixteen_is(sixteen v, unsigned char c)
{
    return (sixteen)(v == c);
}

/* Returns FF for each byte from first to last, else 00. The range wraps around after FF, so with
 * last < first it is all bytes except those between the two. The range must not be all 256 bytes.
 * Uses signed comparison, which is faster on most machines. */
static inline sixteen sixteen_between(sixteen v, unsigned char first, unsigned char last)
{
    const signed char end = (signed char)(last - first + 1 - 128);

    return (sixteen)((sixteen_signed)(v - first + 128) < end);
}

/* Returns true when any bit is set. */
static inline bool sixteen_any(sixteen v)
{
    return (((sixteen_halves)v)[0] | ((sixteen_halves)v)[1]) != 0;
}

/* Returns the highest bit of each byte, the first byte in the lowest bit. */
static inline unsigned sixteen_bits(sixteen v)
{
#if defined(__SSE2__)
    typedef char bytes __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((bytes)v);
#else
    /* The product has the lowest bit of the k-th byte in bit 56 + k. */
    const uint64_t ones = 0x0101010101010101, moves = 0x0102040810204080;
    char p[16];

    memcpy(p, &v, sizeof v);
    return (unsigned)((eight_load(p) >> 7 & ones) * moves >> 56 |
                      (eight_load(p + 8) >> 7 & ones) * moves >> 56 << 8);
#endif
}

/* Returns true when a byte of p[0..n) is not ASCII or, unless c is 0, is c. */
static inline bool sixteen_has(const char *p, size_t n, unsigned char c)
{
    size_t i = 0;
    sixteen v, all = {0};

    if (n < sizeof v) {
        v = sixteen_part(p, n);
        return sixteen_bits(c ? v | sixteen_is(v, c) : v) != 0;
    }
    do {
        v = sixteen_load(p + i);
        all |= c ? v | sixteen_is(v, c) : v;
    } while ((i += sizeof v) + sizeof v <= n);
    v = sixteen_load(p + n - sizeof v);
    return sixteen_bits(all | (c ? v | sixteen_is(v, c) : v)) != 0;
}

#endif
