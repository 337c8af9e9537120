/* hash.h - look a name up in a table with a perfect hash
 *
 * The generators in src/gen/ make the tables of schemes, top-level domains and charsets, and find
 * the displacements (src/gen/phash.py computes the same numbers). A lookup reads the name once and
 * compares it with the one row that it can be. ASCII letters compare without case.
 *
 * For fixed tables only: an attacker can choose names with equal hashes.
 */
#ifndef TRAWL_BASE_HASH_H
#define TRAWL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/ascii.h"

typedef struct phash {
    const uint8_t *displacement; /* one a bucket; the number of buckets is a power of two */
    const uint16_t *index;       /* one a slot: 1 + the row's number, or 0; likewise */
    uint32_t buckets, slots;
} phash;

/* FNV-1a of the folded bytes. */
static inline uint32_t phash_value(const char *name, size_t n)
{
    uint32_t h = 0x811C9DC5u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)ascii_lower(name[i])) * 0x01000193u;
    return h;
}

/* Returns 1 + the number of the only row that may be the name, or 0. The caller compares the
 * two. */
static inline unsigned phash_row(const phash *t, const char *name, size_t n)
{
    uint32_t h = phash_value(name, n);
    uint32_t d = t->displacement[h & (t->buckets - 1)];

    return t->index[((h >> 16) + d * ((h >> 8) | 1)) & (t->slots - 1)];
}

#endif
