/* whereis.c - the line and column of a byte that went by not long ago; see whereis.h */
#include "cli/whereis.h"

#include <stdlib.h>
#include <string.h>

#include <trawl.h>

#include "cli/input.h"

/* An undecided candidate and its surroundings take TRAWL_URL_MAX bytes or so; this is more than enough. */
#define WHEREIS_BACK ((size_t)8 * TRAWL_URL_MAX)

int whereis_open(struct whereis *w)
{
    *w = (struct whereis){.p = malloc(WHEREIS_BACK + INPUT_BLOCK)};
    whereis_begin(w);
    return w->p ? TRAWL_OK : TRAWL_NO_MEMORY;
}

void whereis_close(struct whereis *w)
{
    free(w->p);
    w->p = NULL;
}

void whereis_begin(struct whereis *w)
{
    w->n = 0;
    w->from = w->latest = (struct whereis_place){0, 1, 1};
}

/* Go on from a place that stands at p over n bytes. */
static void advance(struct whereis_place *place, const char *p, size_t n)
{
    place->at += n;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n') {
            place->line++;
            place->column = 1;
        } else if (((unsigned char)p[i] & 0xC0) != 0x80) {
            place->column++;
        }
    }
}

void whereis_show(struct whereis *w, const char *p, size_t n)
{
    if (w->n + n > WHEREIS_BACK + INPUT_BLOCK) {
        size_t drop = w->n - WHEREIS_BACK;

        advance(&w->from, w->p, drop);
        memmove(w->p, w->p + drop, w->n - drop);
        w->n -= drop;
    }
    memcpy(w->p + w->n, p, n);
    w->n += n;
}

struct whereis_place whereis_find(struct whereis *w, uint64_t at)
{
    uint64_t end = w->from.at + w->n;

    if (w->latest.at < w->from.at || w->latest.at > at)
        w->latest = w->from;
    at = at < end ? at : end;
    if (at > w->latest.at)
        advance(&w->latest, w->p + (w->latest.at - w->from.at), (size_t)(at - w->latest.at));
    return w->latest;
}
