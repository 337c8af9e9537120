/* seen.c - the set of URLs that came before
 *
 * Open addressing with linear probing, doubled when three quarters full.
 */
#include <stdlib.h>

#include "trawl/filter/filter.h"

#define SEEN_FIRST 64

void seen_close(struct seen *seen)
{
    free(seen->slots);
    free(seen->numbers);
    seen->slots = NULL;
    seen->numbers = NULL;
    seen->count = seen->size = 0;
}

void seen_clear(struct seen *seen)
{
    if (seen->size > SEEN_FIRST)
        seen_close(seen);
    else if (seen->count > 0)
        memset(seen->slots, 0, seen->size * sizeof *seen->slots);
    seen->count = 0;
}

/* Returns the slot of the hash, or the free slot for it. */
static sip_hash *seen_find(sip_hash *slots, size_t size, sip_hash h)
{
    size_t i = (size_t)h.a & (size - 1);

    while ((slots[i].a != h.a || slots[i].b != h.b) && (slots[i].a || slots[i].b))
        i = (i + 1) & (size - 1);
    return &slots[i];
}

static int seen_grow(struct seen *seen)
{
    size_t size = seen->size ? seen->size * 2 : SEEN_FIRST;
    sip_hash *slots = calloc(size, sizeof *slots);
    uint64_t *numbers = seen->numbered ? calloc(size, sizeof *numbers) : NULL;

    if (!slots || (seen->numbered && !numbers)) {
        free(slots);
        free(numbers);
        return TRAWL_ERROR_NO_MEMORY;
    }
    for (size_t i = 0; i < seen->size; i++) {
        sip_hash *slot;

        if (!seen->slots[i].a && !seen->slots[i].b)
            continue;
        slot = seen_find(slots, size, seen->slots[i]);
        *slot = seen->slots[i];
        if (numbers)
            numbers[slot - slots] = seen->numbers[i];
    }
    free(seen->slots);
    free(seen->numbers);
    seen->slots = slots;
    seen->numbers = numbers;
    seen->size = size;
    return TRAWL_OK;
}

int seen_add(struct seen *seen, sip_hash h)
{
    sip_hash *slot;

    if (seen->count >= seen->size / 4 * 3 && seen_grow(seen) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    slot = seen_find(seen->slots, seen->size, h);
    if (slot->a || slot->b)
        return 0;
    *slot = h;
    seen->count++;
    return 1;
}

uint64_t *seen_number(const struct seen *seen, sip_hash h)
{
    return &seen->numbers[seen_find(seen->slots, seen->size, h) - seen->slots];
}
