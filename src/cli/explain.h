/* explain.h - the output of --explain: what became of each candidate, and by which rule
 *
 *   line 3, column 5, bytes 40-83: <URL:http://a.example/foo-\nbar/baz>
 *     R8    broken after a hyphen, which may or may not belong to it
 *     taken as wrap: http://a.example/foo-bar/baz
 *     or: http://a.example/foobar/baz (hyphen)
 *     odd: hyphen-break
 *
 * or, at the end, "not taken". In mail the message, the part and the header field stand in place of line and column, and what
 * was taken for what, or not read, is told where it begins. For people: its form may change.
 */
#ifndef TRAWL_CLI_EXPLAIN_H
#define TRAWL_CLI_EXPLAIN_H

#include <stddef.h>

#include <trawl_mail.h>

#include "cli/output.h"
#include "cli/whereis.h"

struct explain {
    struct output *out;
    int colour;
    int begun;        /* a candidate's lines are not complete yet: */
    int skipped;      /* that this part is not read has been told */
    trawl_span span;  /* where it stands */
    const char *file; /* NULL: not named */
    int countable;    /* the bytes are the text, so their lines can be counted */
    struct whereis places;
};

/* TRAWL_OK or TRAWL_NO_MEMORY. */
int explain_open(struct explain *x, struct output *out, int colour);

/* A new file begins; its name goes before every candidate, unless it is NULL. With countable 0 its bytes are not its
 * text (a charset was given), and what was refused is told by bytes alone. */
void explain_begin(struct explain *x, const char *file, int countable);

/* Bytes that are fed next, at most INPUT_BLOCK. */
void explain_show(struct explain *x, const char *p, size_t n);

/* EXPLAIN, LINK, PART and SKIP events; others are passed over. input is what is read, enum trawl_input. */
void explain_event(struct explain *x, const trawl_event *e, int input);

/* Nothing more comes for now: what was not taken is told so. */
void explain_end(struct explain *x);

void explain_close(struct explain *x);

#endif
