/* seek.h - from trigger to trigger */
#ifndef TRAWL_FIND_SEEK_H
#define TRAWL_FIND_SEEK_H

#include "find/scan.h"
#include "kernel/trigger.h"

/* A search through a window. */
typedef struct seek {
    bool looked;
    unsigned row;     /* so many stood close behind where they were looked for */
    unsigned rest;    /* so many full maps are not looked at more closely */
    size_t own, rule; /* the next ones, once looked for */
    size_t known;     /* map.to when the map was looked at last */
    trigger_map map;
} seek;

/* whole: the text is, and will not be searched again. */
static inline void seek_begin(seek *s, bool whole)
{
    s->looked = false;
    s->row = s->rest = 0;
    s->map.to = s->known = whole ? TRIGGER_FAR : 0;
}

/* The next trigger from i on, or w->n; i never goes back. */
size_t seek_trigger(const trawl *t, const text *w, size_t i, seek *s);

/* Is there none of the scanner's own in all of the text p[0..n)? */
bool seek_finds_nothing(const trawl *t, const char *p, size_t n);

#endif
