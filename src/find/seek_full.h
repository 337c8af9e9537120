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
    kernel_set name;               /* letters, digits and '-' */
    kernel_set group;              /* what stands in a group's name, as long as there is none: '.', '*' */
} full_sets;

/* The last two letters of the schemes that need no "//", and of "localhost": a bit for the last one in that of the other. */
extern const unsigned opaque_ends[32];

#define OPAQUE_LETTER(c) (1u << ((c)&31))

/* How many blocks at the front of the map have triggers, all of them, and enough of a text of n bytes beside them; 0 if they are few. */
static inline size_t full_blocks(const trigger_map *map, size_t n)
{
    enum { BLOCKS = 8, BESIDE = 2 * KERNEL_BLOCK };
    size_t blocks = (map->to - map->from) / KERNEL_BLOCK;

    if (n - map->to <= BESIDE)
        blocks = n - map->from <= BESIDE ? 0 : (n - map->from - BESIDE - 1) / KERNEL_BLOCK;
    return blocks >= BLOCKS && !(~map->some & ~(uint64_t)0 >> (TRIGGER_BLOCKS - blocks)) && map->from >= KERNEL_BLOCK
               ? blocks
               : 0;
}

/* What was dropped from a map: something, labels with their "<" among them. */
enum { FULL_DROPPED = 4, FULL_LABELS = 8 };

/* Takes from so many blocks triggers that seek_trigger() would pass over, or at which nothing would be found, if there are many.
 * Close behind the end of a link that does not hold, nor does it for labels in an unclosed wrapper. Returns FULL_DROPPED and the
 * like, 0 for nothing. */
unsigned full_drop(const trawl *t, const text *w, trigger_map *map, size_t blocks);

#endif
