/* wrap.h - links in angle brackets: wrappers of the Appendix of RFC 1738 (R2 to R22), addresses and
 * message-ids (R17)
 *
 * wrap_try() decides about a wrapper in three steps: open.c tests whether it opens; read.c and
 * next.c read the content up to the closer, and leave out blanks, breaks, quote marks, page breaks
 * and tags; judge.c splits the content into links. wrap_link() then makes a candidate of each
 * (link.c).
 */
#ifndef TRAWL_FIND_WRAP_WRAP_H
#define TRAWL_FIND_WRAP_WRAP_H

#include "find/join/join.h"

#define WRAP_LINKS 64

typedef struct wrap {
    bool strong;     /* it has the label "URL:" */
    bool cut;        /* a line break may cut its scheme, or divide it from "//" */
    bool www;        /* it begins with a name of base/prefix.h, "www." */
    bool escaped;    /* a backslash that escapes a sign was left out */
    bool soft_sign;  /* "(cid:173)" was read as a hyphen */
    bool abandoned;  /* it opened, but did not close */
    bool over;       /* it is longer than a limit: FOUND_BYTES, FOUND_LINES (R31) */
    bool marked;     /* its lines begin with quote marks */
    bool unmarked;   /* some of its lines have fewer quote marks than the opener's line */
    bool in_cell;    /* its lines are in one cell of a table */
    bool numbered;   /* its lines begin with their numbers, which were left out */
    uint32_t closer; /* ">", or the sign that closes a quote or bracket; `opener` is its partner */
    uint32_t opener;
    unsigned depth; /* of brackets in it */
    unsigned lines;
    unsigned side_line; /* the last line in which a side of a table was found, or 0 */
    uint64_t flags;
    size_t open, content;       /* the "<", and the first byte after the label */
    size_t close;               /* the end of the ">" */
    size_t looked_to;           /* how far an abandoned wrapper was read */
    const char *why_rule, *why; /* why it is not a wrapper, for --explain */
    place *line;                /* the line of the "<" */
    const quote_marks *marks;   /* of the line of the "<"; NULL until they are needed */
    clean c;                    /* the content without omitted bytes; its source is from the "<" */
    char room[FOUND_BYTES];     /* the text of `c` */
    gap *gaps;
    unsigned gap_count;
    size_t gap_room;
    hyphen hyphens[FOUND_LINES + 1];
    unsigned hyphen_count;
    piece links[WRAP_LINKS]; /* the content, split: one link, or several (R15) */
    size_t other;            /* in c.p, the end of another reading of the last link; 0 for none */
    unsigned link_count;
} wrap;

/* Decides about the "<" at i. Returns IS_LINK when it opens a wrapper, which has w->link_count
 * links. Returns SKIPPED if the wrapper has one URL that is longer than a limit and ends after
 * w->looked_to. Otherwise returns NOT_A_LINK, and sets w->abandoned if a wrapper opened but did not
 * close. Advances *line only if the content has a line break. */
outcome wrap_try(const settings *s, text *t, size_t i, place *line, wrap *w);

/* Returns true when a word before the address in the brackets t->p[open..to), or before the row of
 * such addresses that it is in, shows that it is a message-id. Called if address_may_follow_word()
 * is true. */
bool wrap_is_id(text *t, size_t open, size_t to);

/* Returns true when the sign before the URL at `from` may open a quote or bracket: a first test. */
bool wrap_follows_opener(const text *t, size_t from);

/* The URL at `from` ends its line, and follows a quote or bracket: reads on to where that closes.
 * Returns true when it is a wrapper of one link, in several lines without blanks inside. */
bool wrap_enclosed(const settings *s, text *t, size_t from, place *line, wrap *w);

/* Adds the readings of the wrapper that wrap_enclosed() has read to the link of its first line.
 * Forgets the wrapper. */
void wrap_offer(const settings *s, wrap *w, candidate *f);

/* Puts the k-th link of the wrapper into f. */
void wrap_link(const settings *s, wrap *w, unsigned k, candidate *f);

/* Returns true when a line break, perhaps after a hyphen, or blanks may cut the scheme that ends at
 * i, or divide it from its "//". What is read up to the closer decides. */
bool wrap_is_cut(text *t, size_t i);

/* Returns true when "<www." or "<ftp." is at i, which opens a weak wrapper (R3). Names with digits,
 * "<www2.", do not. */
bool wrap_begins_www(text *t, size_t i);

/* Returns the end of the text after the "<" at i that may be a scheme, before ":", or a local part,
 * before "@". It ends at a backslash: "<a\-b@c.example>" is running text (M20). */
size_t wrap_word(const settings *s, text *t, size_t i);

/* Decides about "<joe@a.example>", or a message-id, at i. wrap_word() has returned `at` (R17). */
outcome wrap_address(const settings *s, text *t, size_t i, size_t at, candidate *f);

#endif
