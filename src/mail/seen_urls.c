/* seen_urls.c - the set of URLs that an alternative had before; see events.h
 *
 * Open addressing with linear probing, at most half full. Slots of earlier rounds count as empty,
 * so that a new alternative costs nothing. Most alternatives have few links and use only the first
 * few slots, which stay in the processor's cache. The hash is SipHash-1-3 (the variant for hash
 * tables of Aumasson and Bernstein's SipHash, 2012). Its key comes from the clock and from
 * addresses in memory; only collisions depend on it.
 */
#include "mail/events.h"

#include <time.h>

enum { SLOTS = 2 * SEEN_URLS_MAX, FEW = 64 };

/* ---- The hash ---- */

typedef struct sip {
    uint64_t a, b, c, d;
} sip;

static uint64_t turn(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static void stir(sip *s, unsigned times)
{
    while (times-- > 0) {
        s->a += s->b;
        s->b = turn(s->b, 13) ^ s->a;
        s->a = turn(s->a, 32);
        s->c += s->d;
        s->d = turn(s->d, 16) ^ s->c;
        s->a += s->d;
        s->d = turn(s->d, 21) ^ s->a;
        s->c += s->b;
        s->b = turn(s->b, 17) ^ s->c;
        s->c = turn(s->c, 32);
    }
}

static void take(sip *s, uint64_t word)
{
    s->d ^= word;
    stir(s, 1);
    s->a ^= word;
}

/* Reads words in the machine's byte order: no hash leaves the process. */
static uint64_t hash(const uint64_t key[2], const char *p, size_t n)
{
    sip s = {key[0] ^ 0x736F6D6570736575u, key[1] ^ 0x646F72616E646F6Du,
             key[0] ^ 0x6C7967656E657261u, key[1] ^ 0x7465646279746573u};
    uint64_t word;
    size_t i = 0;

    for (; n - i >= sizeof word; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        take(&s, word);
    }
    word = 0;
    memcpy(&word, p + i, n - i);
    take(&s, word ^ (uint64_t)n << 56);
    s.c ^= 0xFF;
    stir(&s, 3);
    return s.a ^ s.b ^ s.c ^ s.d;
}

/* ---- The table ---- */

void seen_urls_open(seen_urls *o, const memory *m)
{
    struct timespec now = {0, 0};

    (void)clock_gettime(CLOCK_REALTIME, &now);
    *o = (seen_urls){
        .m = m,
        .key = {(uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec, (uint64_t)(uintptr_t)o}};
    o->key[0] = hash(o->key, (const char *)&now, sizeof now);
    o->key[1] = hash(o->key, (const char *)&m, sizeof(const memory *));
}

void seen_urls_close(seen_urls *o)
{
    memory_free(o->m, o->slots);
    o->slots = NULL;
}

/* Empties all slots. */
static void next_round(seen_urls *o)
{
    o->round++;
    if (o->round == 0 && o->slots)
        memset(o->slots, 0, SLOTS * sizeof *o->slots);
    o->round += o->round == 0;
}

void seen_urls_begin(seen_urls *o)
{
    o->n = 0;
    o->part = 0;
    o->used = FEW;
    next_round(o);
}

void seen_urls_part(seen_urls *o, unsigned child)
{
    o->part = child;
}

static int make(seen_urls *o)
{
    o->slots = memory_get(o->m, SLOTS * sizeof *o->slots);
    if (!o->slots)
        return TRAWL_ERROR_NO_MEMORY;
    memset(o->slots, 0, SLOTS * sizeof *o->slots);
    return TRAWL_OK;
}

/* Returns the slot of the hash, or the empty one where it belongs. */
static seen_urls_slot *find(const seen_urls *o, uint64_t h)
{
    size_t i = (size_t)h & (o->used - 1);

    while (o->slots[i].round == o->round && o->slots[i].hash != h)
        i = (i + 1) & (o->used - 1);
    return &o->slots[i];
}

/* Uses all slots from now on, since the first few are half full. */
static void spread(seen_urls *o)
{
    seen_urls_slot seen[FEW / 2];
    size_t n = 0;

    for (size_t i = 0; i < FEW; i++)
        if (o->slots[i].round == o->round)
            seen[n++] = o->slots[i];
    o->used = SLOTS;
    next_round(o);
    while (n-- > 0)
        *find(o, seen[n].hash) = (seen_urls_slot){seen[n].hash, o->round, seen[n].part};
}

int seen_urls_again(seen_urls *o, const char *canonical, size_t n)
{
    uint64_t h = hash(o->key, canonical, n);
    seen_urls_slot *slot;

    if (!o->slots && make(o) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    slot = find(o, h);
    if (slot->round == o->round)
        return slot->part != o->part;
    if (o->n == FEW / 2) {
        spread(o);
        slot = find(o, h);
    }
    if (o->n < SEEN_URLS_MAX) {
        *slot = (seen_urls_slot){h, o->round, o->part};
        o->n++;
    }
    return 0;
}
