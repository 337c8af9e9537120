/* seen_urls.c - the set of URLs found so far in a multipart/alternative; see events.h
 *
 * Open addressing with linear probing, at most half full. Slots of earlier rounds count as empty,
 * so that a new alternative costs nothing.
 */
#include "mail/events.h"

enum { SLOTS = 2 * SEEN_URLS_MAX };

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
        memset(o->slots, 0, SLOTS * sizeof *o->slots);
    o->round += o->round == 0;
}

void seen_urls_part(seen_urls *o, unsigned child)
{
    o->part = child;
}

int seen_urls_again(seen_urls *o, const char *canonical, size_t n, int *zone)
{
    uint64_t hash = sip_of(o->key, canonical, n).a;
    size_t i = (size_t)hash & (SLOTS - 1);
    seen_urls_slot *slot;

    if (!o->slots)
        o->slots = memory_zeroed(o->m, SLOTS * sizeof *o->slots);
    if (!o->slots)
        return TRAWL_ERROR_NO_MEMORY;
    while (o->slots[i].round == o->round && o->slots[i].hash != hash)
        i = (i + 1) & (SLOTS - 1);
    slot = &o->slots[i];
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
