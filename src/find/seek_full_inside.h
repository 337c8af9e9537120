/* seek_full_inside.h - what the files of full maps share */
#ifndef TRAWL_FIND_SEEK_FULL_INSIDE_H
#define TRAWL_FIND_SEEK_FULL_INSIDE_H

#include "find/seek_full.h"

/* What is not in a set, of a block at p and of the next one; p NULL: not known yet. */
typedef struct full_others {
    const char *p;
    uint64_t here, next;
} full_others;

/* A map, and what its blocks are looked at with. */
typedef struct full {
    const trawl *t;
    const text *w;
    const full_sets *sets;
    uint64_t (*bits)(const kernel_set *, const char *);
    const char *p; /* its front in the text, with at least a block before it and two behind its end */
    trigger_map *map;
    size_t blocks;
    bool labels;                             /* were some dropped? */
    full_others local, mailbox, group, name; /* of the sets with these names */
    const char *at; /* no "@" stands before it and behind the trigger that was looked at last; NULL: nothing is known */
} full;

/* Of these triggers of the block at p, those that begin nothing. */
typedef uint64_t full_idle(full *f, uint64_t triggers, const char *p);

/* Of colons behind which no "//" stands: by their schemes, and by what usual_link() asks for behind them (seek_full_usual.c). */
full_idle full_idle_opaque;

/* Of colons with "//" behind them: those behind which another URL stands where a host should be. */
full_idle full_idle_web;

/* "<", by what usual_link() asks for; and the colons of labels behind them. */
full_idle full_idle_openers;

#endif
