/* cuts.h - characters that were taken out of a text before it was scanned, and where they go back in
 *
 * Places are offsets in the text that is scanned ("at") and in the text with all its characters ("text"). What has been shown
 * is forgotten, so as much is kept as the scanner holds back.
 */
#ifndef TRAWL_MAIL_CUTS_H
#define TRAWL_MAIL_CUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct cut {
    uint64_t at;   /* it stands before this byte of what is scanned */
    uint64_t text; /* where it begins in the whole text */
    size_t bytes;  /* index of its bytes, as many as up to the next one's; counted from the beginning of the text */
    size_t n;
} cut;

typedef struct cuts {
    const memory *m;
    cut *all;
    size_t first, end, size; /* all[first..end) are kept */
    char *bytes;
    size_t bytes_base; /* the index of bytes[0] */
    size_t bytes_n, bytes_size;
    uint64_t total; /* bytes of all cuts so far */
} cuts;

void cuts_open(cuts *c, const memory *m);

/* Are there some that have not been dropped? */
bool cuts_any(const cuts *c);

/* Another text. */
void cuts_clear(cuts *c);

void cuts_close(cuts *c);

/* n bytes were taken out after at bytes of what is scanned. TRAWL_OK or TRAWL_NO_MEMORY. */
int cuts_add(cuts *c, uint64_t at, const char *p, size_t n);

/* The first that is kept and stands at a byte >= at, NULL for none; cuts are in order. */
const cut *cuts_from(const cuts *c, uint64_t at);

/* The one behind, NULL for none. */
const cut *cuts_next(const cuts *c, const cut *k);

const char *cuts_bytes(const cuts *c, const cut *k);

/* A place in what is scanned as one in the whole text: before the cuts that stand there, or behind them. */
uint64_t cuts_text(const cuts *c, uint64_t at, int behind);

/* Forget k, the first that is kept. */
void cuts_drop(cuts *c, const cut *k);

#endif
