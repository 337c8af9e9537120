/* text.h - the window of the text that the scanner sees
 *
 * All decisions are functions of the bytes in the window. Whoever looks past its end while more may come is told "nothing
 * there" and the window notes that it starved: what was decided then is thrown away and decided again when more has come.
 * So a decision never depends on how the text was cut. To the left, enough stays in the window for every rule.
 */
#ifndef TRAWL_FIND_TEXT_H
#define TRAWL_FIND_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/utf8.h"

/* How far to the left of a place rules may look: past the longest host and a little more. */
#define TEXT_LEFT_MAX 1088

/* A trawl_str of a literal. */
#define TEXT_STR(s)                                                                                                    \
    {                                                                                                                  \
        s, sizeof(s) - 1                                                                                               \
    }

/* The "<" of the address that was looked at last, where that ends, and the "<" of the first of those that stand side by side with it,
 * in the whole text; and whether a message-id begins with that. */
typedef struct text_ids {
    uint64_t open, to, first;
    bool is_id;
} text_ids;

typedef struct text {
    const char *p;
    size_t n;      /* bytes in the window */
    size_t floor;  /* no link may begin before: the end of the last one */
    uint64_t base; /* where p[0] stands in the whole text */
    bool final;    /* nothing comes after the window */
    bool starved;  /* somebody looked past its end, and it is not final: */
    size_t wanted; /* first for the byte here */
    /* Characters of message-ids, known as such: so that "news:news:" is not read anew for each colon. */
    size_t id_from, id_to;
    size_t id_host;                        /* here, behind the "@" of such an id, no host stands */
    text_ids *ids;                         /* the scan's, in scan_run() */
    size_t no_bars_from, no_bars_to;       /* between these stands no sign of a table (ending_stop.c) */
    size_t no_comment_from, no_comment_to; /* and between these no comment begins (ending_glued.c) */
    size_t no_close_from, no_close_to;     /* behind the one and before the other no stars close (ending_before.c) */
} text;

/* The byte at i is past the end. Before it comes, whoever looks again will stop here again. */
static inline void text_starve(text *t, size_t i)
{
    if (!t->final && !t->starved) {
        t->starved = true;
        t->wanted = i;
    }
}

/* The byte at i, or -1 past the end. */
static inline int text_at(text *t, size_t i)
{
    if (i < t->n)
        return (unsigned char)t->p[i];
    text_starve(t, i);
    return -1;
}

/* The character at i; code UTF8_INVALID with len 0 past the end. A byte that is no UTF-8 is taken for windows-1252, so
 * that an undeclared text in it is read as it was meant (doc/departures.md). */
utf8_char text_wide_char(text *t, size_t i);

static inline utf8_char text_char(text *t, size_t i)
{
    if (i < t->n && (unsigned char)t->p[i] < 0x80)
        return (utf8_char){(unsigned char)t->p[i], 1};
    return text_wide_char(t, i);
}

/* The character that ends before i, which is > 0. */
utf8_char text_wide_char_before(const text *t, size_t i);

static inline utf8_char text_char_before(const text *t, size_t i)
{
    if ((unsigned char)t->p[i - 1] < 0x80)
        return (utf8_char){(unsigned char)t->p[i - 1], 1};
    return text_wide_char_before(t, i);
}

/* Do these ASCII letters (in lower case) and other bytes stand at i, in any case? */
bool text_stands(text *t, size_t i, const char *lower);

static inline bool text_is(text *t, size_t i, const char *lower)
{
    return (i >= t->n || ((unsigned char)t->p[i] | 0x20) == ((unsigned char)lower[0] | 0x20)) &&
           text_stands(t, i, lower);
}

/* More blanks in a row than this are no part of anything: whatever looks behind them must have an end. */
#define TEXT_BLANKS_MAX 1024

/* Characters that nobody sees and that could hide where a link goes (M8). ZWJ and ZWNJ belong to words. */
bool text_invisible(uint32_t code);

/* The lines and blocks of which tables and frames are made on terminals (M17). */
static inline bool text_is_box(uint32_t code)
{
    return code >= 0x2500 && code <= 0x259F;
}

/* Past the spaces and tabs at i, as many as that. */
size_t text_skip_blanks(text *t, size_t i);

/* Behind the line break at i, or i. */
static inline size_t text_behind_break(text *t, size_t i)
{
    if (text_at(t, i) == '\r' && text_at(t, i + 1) == '\n')
        return i + 2;
    return text_at(t, i) == '\n' ? i + 1 : i;
}

/* Do only blanks stand between i and a line break? */
bool text_line_ends(text *t, size_t i);

#endif
