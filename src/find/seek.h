/* seek.h - from trigger to trigger */
#ifndef TRAWL_FIND_SEEK_H
#define TRAWL_FIND_SEEK_H

#include "find/scan.h"

/* A search through a window: all 0 at its beginning. */
typedef struct seek {
    bool looked, near; /* near: the last two triggers stood close to each other */
    size_t own, rule;  /* the next ones, once looked for */
    size_t last;
} seek;

/* The next trigger from i on, or w->n; i never goes back. */
size_t seek_trigger(const trawl *t, const text *w, size_t i, seek *s);

#endif
