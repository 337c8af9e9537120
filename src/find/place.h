/* place.h - line and column, and how the current line begins
 *
 * Counted lazily, up to where a link stands or bytes leave the window, so that text without links costs one search for line
 * feeds. A line ends at LF (CRLF ends in one too); columns are code points.
 */
#ifndef TRAWL_FIND_PLACE_H
#define TRAWL_FIND_PLACE_H

#include "find/text.h"
#include "find/wrap.h"
#include "kernel/kernel.h"

typedef struct place {
    const kernel *kernel;
    uint64_t at;          /* counted up to here, in the whole text */
    uint64_t line;        /* from 1 */
    uint64_t column;      /* code points before at in its line */
    char head[LINE_HEAD]; /* how the line begins, at most up to at */
    size_t head_n;
    prefix marks; /* the head's, if they are known */
    bool marks_known;
    bool closed;                   /* a link stands in the line already: what follows is no part of how it begins */
    bool uncounted;                /* nobody wants line and column, only how lines begin */
    bool paragraphs;               /* is longest wanted? */
    uint64_t joined_at, joined_to; /* a link at joined_at was read on over soft line breaks up to here (quoted.c) */
    uint64_t coded_at,
        coded_line;   /* such a link at coded_at goes on up to the line here, for all that has come (quoted.c) */
    uint64_t longest; /* code points of the longest line of the paragraph so far, without the current one */
} place;

void place_begin(place *p, const kernel *k);

/* The first n bytes of the text count for nothing: they are a byte-order mark. */
void place_skip(place *p, size_t n);

/* Count up to t->p[i]. Places before that are known already and change nothing. */
void place_advance(place *p, const text *t, size_t i);

/* A link of one piece stands at t->p[i]: the line's head ends there. */
static inline void place_close_at(place *p, const text *t, size_t i)
{
    place_advance(p, t, i);
    p->closed = true;
}

/* The n > 0 pieces of a link stand here, in order: with the first one in its line the line's head ends. */
void place_close(place *p, const text *t, const piece *pieces, unsigned n);

/* The quote marks before the line. */
const prefix *place_marks(place *p);

/* How many ">" are among them; flowed: how many the line begins with (RFC 3676 section 4.5). */
unsigned place_quote(place *p, bool flowed);

#endif
