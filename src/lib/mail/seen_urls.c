/* seen_urls.c - the set of URLs found so far in a multipart/alternative; see events.h
 *
 * Open addressing with linear probing. The table is doubled when it is half full. Slots of earlier
 * rounds count as empty, so that a new alternative costs nothing.
 */
#include "mail/events.h"

enum { SEEN_URLS_FIRST = 64 }; /* slots of the first table; doubling must reach 2 * SEEN_URLS_MAX */

void seen_urls_open(seen_urls *o, const memory *m)
{
    *o = (seen_urls){.m = m, .key = sip_key(o)};
}

void seen_urls_close(seen_urls *o)
{
    memory_free(o->m, o->slots);
    o->slots = NULL;
}

void seen_urls_begin(seen_urls *o)
{
    o->n = 0;
    o->part = 0;
    o->round++;
    if (o->round == 0 && o->slots)
        memset(o->slots, 0, o->size * sizeof *o->slots);
    o->round += o->round == 0;
}

void seen_urls_part(seen_urls *o, unsigned child)
{
    o->part = child;
}

/* Returns the slot with this hash, or else the empty slot in which to put it. */
static seen_urls_slot *seen_urls_slot_of(const seen_urls *o, uint64_t hash)
{
    size_t i = (size_t)hash & (o->size - 1);

    while (o->slots[i].round == o->round && o->slots[i].hash != hash)
        i = (i + 1) & (o->size - 1);
    return &o->slots[i];
}

/* Moves the URLs of this round to a table of twice the size. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
static int seen_urls_enlarge(seen_urls *o)
{
    const seen_urls old = *o;
    const size_t size = old.size > 0 ? 2 * old.size : SEEN_URLS_FIRST;

    o->slots = memory_zeroed(o->m, size * sizeof *o->slots);
    if (!o->slots) {
        o->slots = old.slots;
        return TRAWL_ERROR_NO_MEMORY;
    }
    o->size = size;
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].round == o->round)
            *seen_urls_slot_of(o, old.slots[i].hash) = old.slots[i];
    memory_free(o->m, old.slots);
    return TRAWL_OK;
}

int seen_urls_again(seen_urls *o, const char *canonical, size_t n, int *zone)
{
    uint64_t hash = sip_of(o->key, canonical, n).a;
    seen_urls_slot *slot;

    if (2 * (size_t)o->n >= o->size && o->n < SEEN_URLS_MAX && seen_urls_enlarge(o))
        return TRAWL_ERROR_NO_MEMORY;
    slot = seen_urls_slot_of(o, hash);
    if (slot->round == o->round && slot->part == o->part) {
        slot->zone = slot->zone == *zone ? *zone : TRAWL_ZONE_NONE;
        return 0;
    }
    if (slot->round == o->round) {
        *zone = slot->zone != TRAWL_ZONE_NONE ? slot->zone : *zone;
        return 1;
    }
    if (o->n < SEEN_URLS_MAX) {
        *slot = (seen_urls_slot){hash, o->round, o->part, *zone};
        o->n++;
    }
    return 0;
}
