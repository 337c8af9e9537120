/* hash.h - hashes a name, and looks it up in a table with a perfect hash
 *
 * The tables and displacements are made by the generators in src/gen/ (phash.py computes the same
 * hashes). A lookup hashes the name once; the caller compares the name with the one possible row.
 * The hash ignores the case of ASCII letters.
 *
 * Only for constant tables: an attacker can choose names with equal hashes.
 */
#ifndef TRAWL_BASE_HASH_H
#define TRAWL_BASE_HASH_H

#include <stdint.h>

#include "base/ascii.h"

typedef struct phash {
    const uint8_t *displacement; /* one per bucket */
    const uint16_t *index;       /* one per slot: 1 + the row's number, or 0 */
    uint32_t buckets, slots;     /* powers of two */
} phash;

#define HASH_START 0x811C9DC5u

/* Adds a value to an FNV-1a hash, and returns the new hash. The value is a byte in lower case or
 * another number. */
static inline uint32_t hash_next(uint32_t h, uint32_t value)
{
    return (h ^ value) * 0x01000193u;
}

/* Returns the hash of the name in lower case. */
static inline uint32_t hash_name(const char *name, size_t n)
{
    uint32_t h = HASH_START;

    for (size_t i = 0; i < n; i++)
        h = hash_next(h, (unsigned char)ascii_lower(name[i]));
    return h;
}

/* Returns 1 + the number of the only row that may have this hash, or 0. The caller must compare the
 * names. */
static inline unsigned phash_find(const phash *t, uint32_t h)
{
    uint32_t d = t->displacement[h & (t->buckets - 1)];

    return t->index[((h >> 16) + d * ((h >> 8) | 1)) & (t->slots - 1)];
}

static inline unsigned phash_row(const phash *t, const char *name, size_t n)
{
    return phash_find(t, hash_name(name, n));
}

#endif
