/* budget.h - how much one input may unpack to
 *
 * Each layer that unpacks a part of an input (the file's compression, the bodies in a web archive)
 * charges the same budget, so that nested layers cannot multiply. By default, 128 MiB may be
 * unpacked, or 100 times the bytes that were read if that is more: real data seldom shrinks to less
 * than a hundredth, and 128 MiB of any text are scanned in a few seconds.
 */
#ifndef TRAWL_BASE_BUDGET_H
#define TRAWL_BASE_BUDGET_H

#include <stdint.h>

#define BUDGET_USUAL ((uint64_t)128 << 20)
#define BUDGET_RATIO 100

typedef struct budget {
    uint64_t most;     /* the limit in bytes; 0: the default */
    uint64_t read;     /* bytes of the input that were read */
    uint64_t unpacked; /* bytes that came out of all layers */
} budget;

/* Returns how many more bytes may be unpacked. */
static inline uint64_t budget_left(const budget *b)
{
    uint64_t most = b->most;

    if (most == 0)
        most = b->read > BUDGET_USUAL / BUDGET_RATIO ? b->read * BUDGET_RATIO : BUDGET_USUAL;
    return most > b->unpacked ? most - b->unpacked : 0;
}

#endif
