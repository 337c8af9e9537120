/* sixteen.h - sixteen bytes at a time, by what compilers make of vectors on any machine */
#ifndef TRAWL_BASE_SIXTEEN_H
#define TRAWL_BASE_SIXTEEN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef unsigned char sixteen __attribute__((vector_size(16)));
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

/* Is any bit set? */
static inline bool sixteen_any(sixteen v)
{
    return (((sixteen_halves)v)[0] | ((sixteen_halves)v)[1]) != 0;
}

#endif
