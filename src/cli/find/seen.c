/* seen.c - the set of URLs that came before
 *
 * Open addressing with linear probing, doubled when three quarters full.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/find/find.h"

#define SEEN_FIRST 1024

/* Odd numbers with about half their bits set: one for each lane, and those of MurmurHash3's last
 * step. */
#define LANE_A 0x9E3779B97F4A7C15u
#define LANE_B 0xC2B2AE3D27D4EB4Fu
#define LAST_1 0xFF51AFD7ED558CCDu
#define LAST_2 0xC4CEB9FE1A85EC53u

/* Each step can be undone, so inputs that differ in one word have different hashes. */
static uint64_t step(uint64_t h, uint64_t word, uint64_t lane)
{
    h = (h ^ word) * lane;
    return h ^ h >> 32;
}

static uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 33) * LAST_1;
    h = (h ^ h >> 33) * LAST_2;
    return h ^ h >> 33;
}

void seen_open(struct seen *s)
{
    struct timespec now = {0, 0};

    (void)clock_gettime(CLOCK_REALTIME, &now);
    *s = (struct seen){.seed.a = mix((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30)};
    s->seed.b = mix(s->seed.a + (uint64_t)getpid() + (uint64_t)(uintptr_t)&now);
}

void seen_close(struct seen *s)
{
    free(s->slots);
    s->slots = NULL;
}

/* Returns the slot of the hash, or the free slot for it. */
static struct seen_hash *find(struct seen_hash *slots, size_t size, struct seen_hash h)
{
    size_t i = (size_t)h.a & (size - 1);

    while ((slots[i].a != h.a || slots[i].b != h.b) && (slots[i].a || slots[i].b))
        i = (i + 1) & (size - 1);
    return &slots[i];
}

static int grow(struct seen *s)
{
    size_t size = s->size ? s->size * 2 : SEEN_FIRST;
    struct seen_hash *slots = size <= SIZE_MAX / sizeof *slots ? calloc(size, sizeof *slots) : NULL;

    if (!slots)
        return TRAWL_ERROR_NO_MEMORY;
    for (size_t i = 0; i < s->size; i++)
        if (s->slots[i].a || s->slots[i].b)
            *find(slots, size, s->slots[i]) = s->slots[i];
    free(s->slots);
    s->slots = slots;
    s->size = size;
    return TRAWL_OK;
}

struct seen_hash seen_hash(const struct seen *s, trawl_str url)
{
    struct seen_hash h = {s->seed.a ^ url.n, s->seed.b + url.n};

    for (size_t i = 0; i < url.n; i += sizeof(uint64_t)) {
        uint64_t word = 0;

        memcpy(&word, url.p + i, url.n - i < sizeof word ? url.n - i : sizeof word);
        h.a = step(h.a, word, LANE_A);
        h.b = step(h.b, word, LANE_B);
    }
    h = (struct seen_hash){mix(h.a), mix(h.b + h.a)};
    if (h.a == 0 && h.b == 0)
        h.b = 1;
    return h;
}

int seen_add(struct seen *s, struct seen_hash h)
{
    struct seen_hash *slot;

    if (s->count >= s->size / 4 * 3 && grow(s) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    slot = find(s->slots, s->size, h);
    if (slot->a || slot->b)
        return 0;
    *slot = h;
    s->count++;
    return 1;
}
