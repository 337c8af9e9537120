/* head.h - a header block as it comes, and its fields (SPEC E2)
 *
 * The block is held until its end, up to TRAWL_MAIL_HEADER bytes; a longer one is handed on in pieces of whole fields, a longer
 * field cut off.
 */
#ifndef TRAWL_MAIL_HEAD_H
#define TRAWL_MAIL_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "charset/srcmap.h"

/* A field's name has no more letters. */
#define HEAD_NAME 256

/* The beginning of a field, noted as its lines came in one piece: so nobody looks for it again. */
#define HEAD_MARKS 128

typedef struct head_mark {
    uint32_t from, colon; /* in p */
    uint32_t lines;       /* before it, in p */
} head_mark;

typedef struct head {
    const memory *m;
    char *p;
    size_t n, size;
    srcmap map;       /* from bytes of the block to bytes of the source behind base */
    uint64_t base;    /* where the block begins */
    uint64_t dropped; /* bytes of the block before p[0] */
    uint64_t line;    /* the number of the first line in p, from 1 */
    bool first;       /* p begins the block: its first line may be an mbox's "From " line */
    size_t last;      /* where the last line in p begins */
    bool known;       /* it is a field or a fold */
    size_t counted;   /* lines up to here are in counted_lines */
    uint64_t counted_lines;
    bool failed; /* there was no memory */
    head_mark marks[HEAD_MARKS];
    unsigned marks_n;
    size_t marked; /* all fields of p[0..marked) are in marks, and so many lines */
    uint32_t marked_lines;
} head;

void head_open(head *h, const memory *m);
void head_close(head *h);

/* A block begins there. */
void head_begin(head *h, uint64_t at);

/* It goes on there, behind bytes that were dropped unseen; p is empty. */
void head_go_on(head *h, uint64_t at);

/* What head_feed() found. */
typedef enum head_state {
    HEAD_MORE, /* all was taken */
    HEAD_END, /* the empty line was taken, or what follows is no field: what was not taken, and what stands in p from last
                  on, a piece of a line, belongs to the body */
    HEAD_FULL,  /* there is no room for more: take fields off with head_drop() */
    HEAD_FAILED /* no memory */
} head_state;

/* Take bytes of the block, whose first stands at that place; *taken says how many were. */
head_state head_feed(head *h, const char *p, size_t n, uint64_t at, size_t *taken);

/* A field in the block. All are indices into h->p; the body has no last line break. */
typedef struct head_field {
    size_t from, to; /* with its last line break */
    size_t name_n;   /* its name is p[from..from+name_n) */
    size_t body, body_to;
    unsigned next; /* the index of the mark behind it; beyond HEAD_MARKS: it has none itself */
} head_field;

/* The field at f->to, which begins as 0: false when there is none: the empty line, or the end. With whole, a field that
 * the end cuts off is one. */
bool head_next(const head *h, head_field *f, bool whole);

/* Has that field a mark, and another one behind it? Then its name is there without a look at the rest, and head_pass() goes
 * on behind it. */
static inline bool head_has_name(const head *h, const head_field *f, const char **name, size_t *n)
{
    const head_mark *at;

    if (f->next + 1 >= h->marks_n)
        return false;
    at = &h->marks[f->next];
    *name = h->p + at->from;
    *n = at->colon - at->from;
    return (*name)[*n - 1] > ' '; /* "Name :" is for head_next(), too */
}

static inline void head_pass(const head *h, head_field *f)
{
    f->to = h->marks[++f->next].from;
}

void head_trim(const head *h, head_field *f);

/* Does "://" stand in its body, or "www.", if that is asked for, too? */
bool head_names_url(const head *h, const head_field *f, bool www);

/* head_line.c, for head_next(): is it an mbox's line in front of the fields, quoted or not? */
bool head_is_envelope(const char *p, size_t n);

/* The number of the line that the field begins in. */
uint64_t head_line(head *h, const head_field *f);

/* A place in p, in the source. */
uint64_t head_source(head *h, size_t i);

/* The same, behind what a container took out before it. */
uint64_t head_start(head *h, size_t i);

/* Is its source in one piece? Then places in p are places in the source, base and dropped added. */
bool head_is_whole(const head *h);

/* Forget p[0..n). */
void head_drop(head *h, size_t n);

#endif
