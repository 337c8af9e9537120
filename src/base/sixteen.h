/* sixteen.h - sixteen bytes at a time, by what compilers make of vectors on any machine */
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

/* All bits of each byte that is c. */
static inline sixteen sixteen_is(sixteen v, unsigned char c)
{
    return (sixteen)(v == c);
}

/* All bits of each byte from first to last, which are not all. Machines compare bytes with a sign more quickly. */
static inline sixteen sixteen_between(sixteen v, unsigned char first, unsigned char last)
{
    const signed char end = (signed char)(last - first + 1 - 128);

    return (sixteen)((sixteen_signed)(v - first + 128) < end);
}

/* Is any bit set? */
static inline bool sixteen_any(sixteen v)
{
    return (((sixteen_halves)v)[0] | ((sixteen_halves)v)[1]) != 0;
}

/* Returns a bit for each byte whose top bit is set, the lowest for the first. */
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

/* A text of 16 to 64 bytes in registers. Its blocks may overlap: so no branch goes by its length, and nothing around it is
 * touched, neither when it is read nor when it is written. */
typedef struct sixteens {
    sixteen first, second, third, last;
    size_t n, second_at, third_at;
} sixteens;

/* False: it is too short or too long. */
static inline bool sixteens_load(sixteens *s, const char *p, size_t n)
{
    size_t last = n - sizeof(sixteen);

    if (last > 3 * sizeof(sixteen)) /* it is that, too, where n is less than 16 */
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

/* The same of up to 48 bytes: less is to be done with them. */
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

/* Do they hold the same, being of one length? */
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

/* ---- eight bytes in a word, on any machine */

/* The first byte is the lowest. */
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
