/* container_run.h - reads a container in pieces and writes down what it reports, in one line
 *
 * "{" and "}" are the begin and the end of a message, "(...)" is a skipped run, "!" a fault,
 * "<mbox>" a decision about the format; everything else is bytes of a message or a text. It also
 * checks that every byte goes to one receiver, in order and with the right offset, and that
 * messages begin and end in turn, with their bytes in between.
 */
#ifndef TRAWL_TESTS_CONTAINER_RUN_H
#define TRAWL_TESTS_CONTAINER_RUN_H

#include "growing.h"
#include "mail/container/container.h"

typedef struct container_tape {
    growing told;
    uint64_t at; /* the next byte's offset */
    const char *source;
    bool skipping, tiled;
    bool open; /* a message is open */
    enum trawl_input kind;
    bool pretty;     /* write only messages, each between "{" and "}" */
    long stop;       /* calls until the receiver returns 7; negative: never */
    const char *why; /* the last fault */
} container_tape;

static inline int tape_count(container_tape *t)
{
    return t->stop >= 0 && t->stop-- == 0 ? 7 : 0;
}

static inline void tape_mark(container_tape *t, const char *mark)
{
    if (t->skipping && !t->pretty)
        growing_add(&t->told, ")", 1);
    t->skipping = false;
    growing_add(&t->told, mark, strlen(mark));
}

static inline void tape_run(container_tape *t, const char *p, size_t n, uint64_t at)
{
    t->tiled &= n > 0 && at == t->at && memcmp(p, t->source + at, n) == 0;
    t->at += n;
}

static inline int tape_begin(void *user, uint64_t at)
{
    container_tape *t = user;

    t->tiled &= at == t->at && !t->open;
    t->open = true;
    tape_mark(t, "{");
    return tape_count(t);
}

static inline int tape_end(void *user, uint64_t at)
{
    container_tape *t = user;

    t->tiled &= at == t->at && t->open;
    t->open = false;
    tape_mark(t, "}");
    return tape_count(t);
}

static inline int tape_bytes(void *user, const char *p, size_t n, uint64_t at)
{
    container_tape *t = user;

    tape_run(t, p, n, at);
    t->tiled &= t->open == (t->kind != TRAWL_INPUT_TEXT && t->kind != TRAWL_INPUT_HTML &&
                            t->kind != TRAWL_INPUT_CALENDAR && t->kind != TRAWL_INPUT_LDIF);
    tape_mark(t, "");
    growing_add(&t->told, p, n);
    return tape_count(t);
}

static inline int tape_skip(void *user, const char *p, size_t n, uint64_t at)
{
    container_tape *t = user;

    tape_run(t, p, n, at);
    if (t->pretty)
        return tape_count(t);
    if (!t->skipping)
        growing_add(&t->told, "(", 1);
    t->skipping = true;
    growing_add(&t->told, p, n);
    return tape_count(t);
}

static inline int tape_kind(void *user, enum trawl_input kind, const char *why)
{
    container_tape *t = user;

    t->tiled &= (t->kind == TRAWL_INPUT_AUTO || kind == TRAWL_INPUT_PATCHES) &&
                kind != TRAWL_INPUT_AUTO && *why != 0;
    t->kind = kind;
    tape_mark(t, "<");
    growing_add(&t->told, container_name(kind), strlen(container_name(kind)));
    growing_add(&t->told, ">", 1);
    return tape_count(t);
}

static inline int tape_fault(void *user, const char *why)
{
    container_tape *t = user;

    t->tiled &= *why != 0;
    t->why = why;
    if (!t->pretty)
        tape_mark(t, "!");
    return tape_count(t);
}

/* Feeds p[0..n) from memory of its exact size, so that a sanitizer catches a read past its end. */
static inline int tape_feed(container *c, const char *p, size_t n)
{
    char *piece = malloc(n ? n : 1);

    if (!piece)
        abort();
    if (n)
        memcpy(piece, p, n);
    int r = container_feed(c, piece, n);
    free(piece);
    return r;
}

/* Feeds p[0..n): a piece of `first` bytes, then pieces of `step` bytes. */
static inline int tape_play(container_tape *t, enum trawl_input kind, const char *p, size_t n,
                            size_t first, size_t size)
{
    const container_out out = {t,        tape_begin, tape_bytes, tape_skip,
                               tape_end, tape_kind,  tape_fault, kernel_choose()};
    container *c = malloc(sizeof *c);
    int r = 0;

    if (!c)
        abort();
    growing_clear(&t->told);
    t->at = 0;
    t->source = p;
    t->skipping = false;
    t->tiled = true;
    t->open = false;
    t->kind = kind;
    container_open(c, &memory_default);
    container_begin(c, kind, &out);
    for (size_t i = 0, m = first; i < n && !r; i += m, m = size) {
        m = m < n - i ? m : n - i;
        r = tape_feed(c, p + i, m);
    }
    if (!r)
        r = container_finish(c);
    if (!r) {
        tape_mark(t, "");
        t->tiled &= t->at == n && !t->open;
    }
    container_close(c);
    free(c);
    return r;
}

#endif
