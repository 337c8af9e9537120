/* sixteen.h - operations on sixteen bytes at a time, with the compiler's portable vectors
 *
 * Available on any machine, unlike the kernels of src/kernel.
 */
#ifndef TRAWL_BASE_SIXTEEN_H
#define TRAWL_BASE_SIXTEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef unsigned char sixteen __attribute__((vector_size(16)));
typedef signed char sixteen_signed __attribute__((vector_size(16)));
typedef uint64_t sixteen_halves __attribute__((vector_size(16)));

static inline sixteen sixteen_load(const void *p)
{
    sixteen v;

    memcpy(&v, p, sizeof v);
    return v;
}

/* Returns FF for each byte equal to c, else 00. */
static inline sixteen sixteen_is(sixteen v, unsigned char c)
{
    return (sixteen)(v == c);
}

/* Returns FF for each byte from first to last, else 00. The range must not be all 256 bytes. Uses
 * signed comparison, which is faster on most machines. */
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
    unsigned bits = 0;

    for (unsigned i = 0; i < sizeof v; i++)
        bits |= (unsigned)(v[i] >> 7) << i;
    return bits;
#endif
}

/* A text of 16 to 64 bytes in registers, as four blocks that may overlap. Loading and storing it
 * needs no branch on the length and touches no byte outside the text. */
typedef struct sixteens {
    sixteen first, second, third, last;
    size_t n, second_at, third_at;
} sixteens;

/* Loads p[0..n). Returns false if n is not from 16 to 64. */
static inline bool sixteens_load(sixteens *s, const char *p, size_t n)
{
    size_t last = n - sizeof(sixteen);

    if (last > 3 * sizeof(sixteen)) /* also true if n < 16, by wrapping around */
        return false;
    s->n = n;
    s->second_at = last < 16 ? last : 16;
    s->third_at = last < 32 ? last : 32;
    s->first = sixteen_load(p);
    s->second = sixteen_load(p + s->second_at);
    s->third = sixteen_load(p + s->third_at);
    s->last = sixteen_load(p + last);
    return true;
}

/* The same for 16 to 48 bytes, which needs less work. */
static inline bool sixteens_load_48(sixteens *s, const char *p, size_t n)
{
    size_t last = n - sizeof(sixteen);

    if (last > 2 * sizeof(sixteen))
        return false;
    s->n = n;
    s->second_at = s->third_at = last < 16 ? last : 16;
    s->first = sixteen_load(p);
    s->second = s->third = sixteen_load(p + s->second_at);
    s->last = sixteen_load(p + last);
    return true;
}

/* Returns true when the texts are equal; they must have the same length. */
static inline bool sixteens_same(const sixteens *a, const sixteens *b)
{
    return !sixteen_any((a->first ^ b->first) | (a->second ^ b->second) | (a->third ^ b->third) |
                        (a->last ^ b->last));
}

static inline char *sixteens_store(char *to, const sixteens *s)
{
    memcpy(to, &s->first, sizeof s->first);
    memcpy(to + s->second_at, &s->second, sizeof s->second);
    memcpy(to + s->third_at, &s->third, sizeof s->third);
    memcpy(to + s->n - sizeof s->last, &s->last, sizeof s->last);
    return to + s->n;
}

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

#endif
