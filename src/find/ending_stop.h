/* ending_stop.h - what ends a link in running text in the mail profile, whatever UTS #58 says of it */
#ifndef TRAWL_FIND_ENDING_STOP_H
#define TRAWL_FIND_ENDING_STOP_H

#include "find/found.h"
#include "find/opened.h"
#include "find/text.h"

/* What is known of the link that begins at start. */
typedef struct ending_stops {
    size_t start;
    size_t ascii_to;                                    /* up to here it is ASCII */
    enum { BARS_UNKNOWN, BARS_NONE, BARS_BEFORE } bars; /* do signs of a table or of markup stand before it? */
    unsigned quotes_known, quotes_open;                 /* a bit for each opened_kind */
} ending_stops;

static inline void ending_stops_begin(ending_stops *e, size_t start)
{
    e->start = e->ascii_to = start;
    e->bars = BARS_UNKNOWN;
    e->quotes_known = e->quotes_open = 0;
}

/* By which rule the character at i ends the link; NULL when it does not. */
const note *ending_stop(ending_stops *e, text *t, uint32_t code, size_t i);

/* Might it be one that does? */
static inline bool ending_may_stop(uint32_t code)
{
#define BIT(c) (UINT64_C(1) << ((c)&63))
    const uint64_t below_64 = BIT('"') | BIT('&') | BIT('\'') | BIT(',') | BIT(';') | BIT('<') | BIT('>');
    const uint64_t others = BIT('[') | BIT('\\') | BIT('`') | BIT('|');

    return code >= 0x80 || ((code < 64 ? below_64 : others) >> (code & 63) & 1);
#undef BIT
}

#endif
