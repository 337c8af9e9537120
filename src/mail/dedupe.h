/* dedupe.h - the same URL in several forms of one multipart/alternative (SPEC E15)
 *
 * Of equal URLs those of the form that had one first stand for themselves; those in other forms say
 * it again. What is remembered of a URL is a hash of its canonical form, with a key of the
 * process's own, so that nobody can make a URL that hides behind another one's; of so many URLs an
 * alternative, the first ones.
 */
#ifndef TRAWL_MAIL_DEDUPE_H
#define TRAWL_MAIL_DEDUPE_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

#define ONCE_MAX 4096

typedef struct once_slot {
    uint64_t hash;
    uint32_t round; /* of the alternative it was seen in */
    uint32_t part;
} once_slot;

typedef struct once {
    const memory *m;
    once_slot *slots; /* twice ONCE_MAX, made for the first link; NULL before */
    uint64_t key[2];
    uint32_t round, part;
    unsigned n;    /* seen in this round */
    unsigned used; /* so many of the slots: all, or the first few while that is enough */
} once;

/* m outlives it. */
void once_open(once *o, const memory *m);
void once_close(once *o);

/* An alternative begins, the outermost one of those that are open. */
void once_begin(once *o);

/* What follows belongs to its part of that number; parts of its parts do, too. */
void once_part(once *o, unsigned child);

/* A link in it: 1: it was in another of its parts before; 0: not so, or more than ONCE_MAX were; or
 * TRAWL_ERROR_NO_MEMORY. */
int once_again(once *o, const char *canonical, size_t n);

#endif
