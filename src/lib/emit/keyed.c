/* keyed.c - tables of texts that an attacker may choose: ids, keys, URLs
 *
 * A table has the keyed hash of each text, and a number for it. Open addressing with linear
 * probing; the table is doubled when it is half full. A hash has 63 bits. Two texts with the
 * same hash count as equal; without the key, such texts cannot be made.
 */
#include "base/check.h"
#include "emit/emit.h"

/* Slots of the first table, and of the largest one that keyed_forget() keeps. */
#define KEYED_FIRST 64
#define KEYED_KEPT 1024

uint64_t keyed_hash(const keyed *k, const char *p, size_t n)
{
    return sip_of(k->key, p, n).a | 1;
}

keyed_slot *keyed_find(const keyed *k, uint64_t hash)
{
    size_t i = (size_t)(hash >> 1) & (k->size - 1);

    CHECK(k->size > 0 && hash != 0);
    while (k->slots[i].hash != 0 && k->slots[i].hash != hash)
        i = (i + 1) & (k->size - 1);
    return &k->slots[i];
}

bool keyed_make_room(keyed *k, const memory *m)
{
    keyed old = *k;

    if (2 * (k->n + KEYED_ROOM) <= k->size)
        return true;
    k->size = old.size > 0 ? 2 * old.size : KEYED_FIRST;
    k->slots = memory_zeroed(m, k->size * sizeof *k->slots);
    if (!k->slots) {
        *k = old;
        return false;
    }
    if (old.size == 0)
        k->key = sip_key(k);
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].hash != 0)
            *keyed_find(k, old.slots[i].hash) = old.slots[i];
    memory_free(m, old.slots);
    return true;
}

bool keyed_add(keyed *k, uint64_t hash, size_t entry)
{
    keyed_slot *slot = keyed_find(k, hash);

    if (slot->hash != 0)
        return false;
    CHECK(2 * (k->n + 1) <= k->size);
    *slot = (keyed_slot){hash, (uint32_t)entry, 1};
    k->n++;
    return true;
}

void keyed_forget(keyed *k, const memory *m)
{
    if (k->size > KEYED_KEPT) {
        memory_free(m, k->slots);
        *k = (keyed){.slots = NULL};
    } else if (k->n > 0) {
        memset(k->slots, 0, k->size * sizeof *k->slots);
        k->n = 0;
    }
}
