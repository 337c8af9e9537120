/* seek_full.h - maps full of triggers, most of which begin nothing: those are taken from them, a block at a time */
#ifndef TRAWL_FIND_SEEK_FULL_H
#define TRAWL_FIND_SEEK_FULL_H

#include "find/scan.h"
#include "kernel/trigger.h"

/* What stands beside triggers. Made when the first full map is looked at: few texts have one. */
typedef struct full_sets {
    bool made;
    kernel_set colon, at, slash, blank;
    kernel_set scheme;             /* before "://" */
    kernel_set last, last_but_one; /* letters of a scheme that needs no "//" (opaque_ends) */
    kernel_set host, wide_host;    /* letters, digits, '-' and '.'; and all beyond ASCII */
    kernel_set label, host_dot;    /* of a host: what is no dot for certain; what may be one, and '[' */
} full_sets;

/* The last two letters of the schemes that need no "//", and of "localhost": a bit for the last one in that of the other. */
extern const unsigned opaque_ends[32];

#define OPAQUE_LETTER(c) (1u << ((c)&31))

/* Has the map triggers in all of its blocks, and does enough of the text stand beside it? */
static inline bool full_is(const trigger_map *map, size_t n)
{
    enum { BLOCKS = 8 };
    size_t blocks = (map->to - map->from) / KERNEL_BLOCK;

    return blocks >= BLOCKS && map->some == ~(uint64_t)0 >> (TRIGGER_BLOCKS - blocks) && map->from >= KERNEL_BLOCK &&
           n - map->to > 2 * KERNEL_BLOCK;
}

/* Takes from a full map triggers that seek_trigger() would pass over, if there are many. False: there are not. But what is said of
 * "www." does not hold at the end of a link. */
bool full_drop(const trawl *t, const text *w, trigger_map *map);

#endif
