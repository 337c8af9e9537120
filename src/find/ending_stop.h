/* ending_stop.h - what ends a link in running text in the mail profile, whatever UTS #58 says of it */
#ifndef TRAWL_FIND_ENDING_STOP_H
#define TRAWL_FIND_ENDING_STOP_H

#include "find/found.h"
#include "find/opened.h"
#include "find/text.h"

/* What is known of the link that begins at start. */
typedef struct ending_stops {
    const settings *s;
    size_t start;
    size_t ascii_to;    /* up to here it is ASCII */
    size_t sentence_to; /* here the letters end that go on with a sentence; 0: not known */
    size_t close_at;    /* here an escaped bracket is closed; 0: none is */
    size_t cut;         /* it ended here, before the name of another URL; 0: where it stopped */
    enum { BARS_UNKNOWN, BARS_NONE, BARS_BEFORE } bars; /* do signs of a table or of markup stand before it? */
    unsigned quotes_known, quotes_open;                 /* a bit for each opened_kind */
    uint64_t may_stop[2];                               /* a bit for each ASCII character that may end it */
} ending_stops;

#define ENDING_BIT(c) (UINT64_C(1) << ((c)&63))

static inline void ending_stops_begin(ending_stops *e, const settings *s, size_t start)
{
    e->s = s;
    e->start = e->ascii_to = start;
    e->close_at = e->sentence_to = e->cut = 0;
    e->bars = BARS_UNKNOWN;
    e->quotes_known = e->quotes_open = 0;
    e->may_stop[0] = ENDING_BIT('"') | ENDING_BIT('&') | ENDING_BIT('\'') | ENDING_BIT(',') | ENDING_BIT(':') |
                     ENDING_BIT(';') | ENDING_BIT('<') | ENDING_BIT('>');
    e->may_stop[1] = ENDING_BIT('[') | ENDING_BIT('\\') | ENDING_BIT('`') | ENDING_BIT('|');
}

/* By which rule the character from i to next ends the link; NULL when it does not. Of ASCII, and beyond it: */
const note *ending_ascii_stop(ending_stops *e, text *t, char c, size_t i);
const note *ending_wide_stop(ending_stops *e, text *t, uint32_t code, size_t i, size_t next);

static inline const note *ending_stop(ending_stops *e, text *t, uint32_t code, size_t i, size_t next)
{
    return code < 0x80 ? ending_ascii_stop(e, t, (char)code, i) : ending_wide_stop(e, t, code, i, next);
}

/* M4: does an entity stand at i that means a quote, a bracket, a dash or a blank? */
bool ending_is_entity(text *t, size_t i);

/* M16: does a command of AmigaGuide begin at i, "@{ub}" or a button, as in "@{b}http://a.example@{ub}"? */
bool ending_is_command(text *t, size_t i);

/* Might it be one that does? */
static inline bool ending_may_stop(const ending_stops *e, uint32_t code)
{
    return code >= 0x80 || (e->may_stop[code >> 6] >> (code & 63) & 1);
}

#endif
