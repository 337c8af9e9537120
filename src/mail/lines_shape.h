/* lines_shape.h - what a line that does not matter looks like (SPEC E9, E10)
 *
 * These functions look at the bytes from a line's start on, as far as there are any, and decide as soon as that can be
 * done, never otherwise when more has come. They answer with a number of bytes, which is never 0: where the next line
 * begins. Else 0, it is none; or LINES_MORE, what there is does not decide it.
 */
#ifndef TRAWL_MAIL_LINES_SHAPE_H
#define TRAWL_MAIL_LINES_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/lines.h"

#define LINES_MORE SIZE_MAX

/* Where the text stands. Those from LINES_UU on are inside of something, at the start of one of its lines. */
enum lines_state {
    LINES_START,   /* at the start of a line, of which nothing is known */
    LINES_QUOTED,  /* DELSP: the same, it begins nothing; quote marks may follow */
    LINES_CONTENT, /* behind quote marks, a stuffed space, the "- " of signed text */
    LINES_WITHIN,  /* inside of the line */
    LINES_UU,
    LINES_ARMOR, /* begin-base64, too: a line of base64 can be neither's end */
    LINES_YENC,
    LINES_BINHEX,
    LINES_BASE64
};

typedef struct lines_ahead {
    const char *p;
    size_t n;
    bool last; /* nothing comes after them */
} lines_ahead;

typedef struct lines_line {
    const char *p;
    size_t n; /* without its line break, CRLF or LF */
} lines_line;

/* The whole line that begins at byte "at" of them; the last one may have no line break. */
size_t lines_line_at(const lines_ahead *a, size_t at, lines_line *line);

/* The n bytes of the literal, if they begin with it. */
size_t lines_begin_with(const lines_ahead *a, const char *literal, size_t n);

/* The whole first line, if it begins with the literal. */
size_t lines_line_with(const lines_ahead *a, const char *literal, size_t n, lines_line *line);

/* Without the blanks at its end. */
lines_line lines_trimmed(lines_line line);

/* "begin 644 x", "=ybegin ", BinHex's banner, "-----BEGIN X-----" and its kind, with enough of what follows to be sure; four
 * lines of base64. What must be there at once is taken, and l knows what the next line is inside of. */
size_t lines_starts(lines *l, const lines_ahead *a);

/* The next line of what l is inside of, or two of them; behind its last one l->state is LINES_START. */
size_t lines_inside(lines *l, const lines_ahead *a);

/* Over bytes that lie together, as far as they can be decided: how many of them are goes to *taken, and fewer than LINES_HELD
 * are not, none when they are the last. Not 0: a callback's answer. */
int lines_walk(lines *l, const char *p, size_t n, bool last, size_t *taken);

/* Binaries (lines_binary.c): the marks, and a line for each state. over: it is the last one. */
size_t lines_uu_starts(lines *l, const lines_ahead *a);
size_t lines_yenc_starts(lines *l, const lines_ahead *a);
size_t lines_binhex_starts(lines *l, const lines_ahead *a);
size_t lines_uu(const lines_ahead *a, size_t at, unsigned width, bool *over);
size_t lines_yenc(const lines_ahead *a, size_t at, unsigned width, bool *over);
size_t lines_binhex(const lines_ahead *a, size_t at, bool *over);

/* Armor and other base64 (lines_base64.c). */
size_t lines_armor_starts(lines *l, const lines_ahead *a);
size_t lines_armor(const lines_ahead *a, size_t at, bool *over);
size_t lines_base64_starts(lines *l, const lines_ahead *a);
size_t lines_base64(const lines_ahead *a, size_t at);

/* The least s > i with p[s - 1] == '\n' at which lines_base64_starts() would not answer 0; else n. */
size_t lines_base64_find(const char *p, size_t i, size_t n);

/* The line "-- " (SPEC E8). */
size_t lines_signature(const lines_ahead *a);

/* DELSP: from the space at the end of a line on, what a soft break with its marks takes. */
size_t lines_soft_break(const lines *l, const lines_ahead *a);

#endif
