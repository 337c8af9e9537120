/* chance.h - numbers by chance, the same for the same seed */
#ifndef TRAWL_TESTS_BENCH_CHANCE_H
#define TRAWL_TESTS_BENCH_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct chance {
    uint64_t state;
} chance;

/* Any 32 bits. The multiplier is Knuth's; the lower bits of such a sequence are poor, and go. */
static inline uint32_t chance_bits(chance *c)
{
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(c->state >> 32);
}

static inline uint32_t chance_below(chance *c, uint32_t n)
{
    return (uint32_t)(((uint64_t)chance_bits(c) * n) >> 32);
}

/* Both ends are possible. */
static inline uint32_t chance_from_to(chance *c, uint32_t from, uint32_t to)
{
    return from + chance_below(c, to - from + 1);
}

/* So many times in ten thousand. */
static inline bool chance_is(chance *c, uint32_t in_10000)
{
    return chance_below(c, 10000) < in_10000;
}

#endif
