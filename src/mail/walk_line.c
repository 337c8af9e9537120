/* walk_line.c - the lines of a body that may be boundaries (RFC 2046 5.1.1)
 *
 * A boundary is a line of "--", the boundary, perhaps "--", perhaps blanks. The line break before it is part of it. Of several
 * multiparts with the same boundary the innermost is meant.
 */
#include <string.h>

#include "find/scan.h"
#include "mail/walk.h"

typedef enum answer { NEED_MORE, NO_BOUNDARY, BOUNDARY } answer;

/* A boundary that was found. */
typedef struct found_line {
    unsigned level; /* index of its multipart */
    bool closing;
} found_line;

static bool is_multipart_open(const walk *w)
{
    for (unsigned i = 0; i < w->depth; i++)
        if (w->levels[i].multipart && w->levels[i].boundary_n > 0)
            return true;
    return false;
}

/* What stands behind the boundary in its line: nothing, "--", blanks. */
static answer ends_well(const char *p, size_t n, bool final, bool *closing)
{
    size_t i = 0;

    *closing = n >= 2 && p[0] == '-' && p[1] == '-';
    if (n == 1 && p[0] == '-')
        return final ? NO_BOUNDARY : NEED_MORE;
    i = *closing ? 2 : 0;
    while (i < n && (p[i] == ' ' || p[i] == '\t' || p[i] == '\r'))
        i++;
    if (i == n)
        return final ? BOUNDARY : NEED_MORE;
    return p[i] == '\n' ? BOUNDARY : NO_BOUNDARY;
}

/* Is p[0..n), a line as far as it is known, the boundary of that level? */
static answer is_of_level(const walk *w, const walk_level *level, const char *p, size_t n, bool final, bool *closing)
{
    const char *boundary = w->boundaries.p + level->boundary;
    size_t k = level->boundary_n;

    if (!level->multipart || k == 0)
        return NO_BOUNDARY;
    if (n < k)
        return memcmp(p, boundary, n) == 0 && !final ? NEED_MORE : NO_BOUNDARY;
    return memcmp(p, boundary, k) == 0 ? ends_well(p + k, n - k, final, closing) : NO_BOUNDARY;
}

/* The same for all levels, the innermost first; p stands behind "--". */
static answer is_of_any(const walk *w, const char *p, size_t n, bool final, found_line *f)
{
    answer best = NO_BOUNDARY;

    for (unsigned i = w->depth; i-- > 0;) {
        answer a = is_of_level(w, &w->levels[i], p, n, final, &f->closing);
        f->level = i;
        if (a == BOUNDARY && best == NO_BOUNDARY)
            return BOUNDARY;
        if (a == NEED_MORE)
            best = NEED_MORE;
    }
    return best;
}

/* Is what p[0..n) begins with - a line break, unless bare is set - a boundary? */
static answer decide(const walk *w, const char *p, size_t n, bool bare, bool final, found_line *f)
{
    size_t i = 0;
    answer more = final ? NO_BOUNDARY : NEED_MORE;

    if (!bare) {
        i += n > 0 && p[0] == '\r';
        if (i == n)
            return more;
        if (p[i++] != '\n')
            return NO_BOUNDARY;
    }
    for (unsigned dashes = 0; dashes < 2; dashes++, i++) {
        if (i == n)
            return more;
        if (p[i] != '-')
            return NO_BOUNDARY;
    }
    return is_of_any(w, p + i, n - i, final, f);
}

/* ---- A boundary ---- */

/* The parts and multiparts that it ends, and what it begins. Its source is from..to. */
static int cross(walk *w, const found_line *f, uint64_t from, uint64_t to)
{
    walk_level *level = &w->levels[f->level];
    int stop = 0;

    if (w->state == WALK_PREAMBLE && (f->closing || f->level + 1 < w->depth))
        stop = walk_flush_preamble(w, false); /* no part came, or an outer boundary: it is all there is */
    if (!stop)
        stop = walk_end_part(w, from);
    if (stop)
        return stop;
    w->depth = f->closing ? f->level : f->level + 1;
    w->boundaries.n = level->boundary + (f->closing ? 0 : level->boundary_n);
    walk_leave(w);
    stop = give_skip(w->g, to, TRAWL_SKIP_BOUNDARY);
    w->held.n = 0;
    if (f->closing || w->parts >= TRAWL_MAIL_PARTS) {
        w->state = WALK_SKIP;
        w->reason = f->closing ? TRAWL_SKIP_EPILOGUE : TRAWL_SKIP_LIMIT;
        w->line_start = true;
    } else {
        w->path_n = level->path_n;
        level->parts++;
        if (w->alternative == f->level + 1)
            once_part(&w->once, level->parts);
        w->g->part = NULL;
        walk_begin_header(w, to, level->digest);
    }
    return stop;
}

/* ---- Lines that are cut off by the end of what there is ---- */

/* The first of what is held is no boundary: it goes on up to the next line break, which may be one. */
static int release(walk *w)
{
    walk_held *h = &w->held;
    size_t i = w->line_start ? 0 : 1;
    int stop;

    while (i < h->n && h->p[i] != '\n' && h->p[i] != '\r')
        i++;
    w->line_start = false;
    stop = walk_leaf(w, h->p, i, h->at);
    memmove(h->p, h->p + i, h->n - i);
    h->n -= i;
    h->at += i;
    return stop;
}

/* More for what is held: a byte, until it is known to begin with "--", then up to the end of its line. */
static size_t hold(walk *w, const char *p, size_t n, uint64_t at)
{
    walk_held *h = &w->held;
    size_t room = sizeof h->p - h->n, k = n < room ? n : room;
    bool dashes = h->n >= 2 && h->p[h->n - 1] == '-' && h->p[h->n - 2] == '-';
    const char *lf = dashes || h->n > 4 ? memchr(p, '\n', k) : NULL;

    if (h->n == 0)
        h->at = at;
    k = lf ? (size_t)(lf - p) + 1 : dashes || h->n > 4 ? k : 1;
    memcpy(h->p + h->n, p, k);
    h->n += k;
    return k;
}

/* Decide what is held, as far as that can be done. */
static int decide_held(walk *w)
{
    found_line f;
    int stop = 0;

    while (!stop && w->held.n > 0) {
        answer a = decide(w, w->held.p, w->held.n, w->line_start, false, &f);
        if (a == BOUNDARY)
            return cross(w, &f, w->held.at, w->held.at + w->held.n);
        if (a == NEED_MORE && w->held.n < sizeof w->held.p)
            break;
        stop = release(w);
    }
    return stop;
}

/* What is held, with more: until nothing is, or the state has changed. */
static int go_on(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    walk_state state = w->state;
    int stop = 0;

    *took = 0;
    while (w->held.n > 0 && at != w->held.at + w->held.n && !stop)
        stop = release(w); /* the container took something out of the line */
    while (!stop && *took < n && w->state == state && (w->held.n > 0 || w->line_start)) {
        *took += hold(w, p + *took, n - *took, at + *took);
        stop = decide_held(w);
        if (w->held.n > 0 && w->held.at > at && !w->line_start) {
            *took = (size_t)(w->held.at - at); /* the line it began in is decided: blocks go faster */
            w->held.n = 0;
        }
    }
    return stop;
}

/* ---- Blocks ---- */

/* Where the line break begins whose LF stands at lf. */
static size_t break_at(const char *p, size_t from, size_t lf)
{
    return lf > from && p[lf - 1] == '\r' ? lf - 1 : lf;
}

/* Where the last bytes begin that may be the line break before a boundary. */
static size_t tail_at(const char *p, size_t from, size_t n)
{
    if (n > from && p[n - 1] == '\n')
        return break_at(p, from, n - 1);
    return n > from && p[n - 1] == '\r' ? n - 1 : n;
}

/* All of a block, in which a line may be a boundary. */
static int take_block(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    size_t i = 0, from;
    found_line f;
    int stop;

    while ((i = line_search(w->t->set.kernel, &w->dashes, p, i, n)) < n) {
        const char *lf = memchr(p + i + 1, '\n', n - i - 1);
        size_t end = lf ? (size_t)(lf - p) + 1 : n;
        answer a;
        from = break_at(p, 0, i);
        a = decide(w, p + from, end - from, false, false, &f);
        if (a == BOUNDARY) {
            *took = end;
            stop = from > 0 && w->state == WALK_TEXT ? reader_rest(w->r, p, from, at) : walk_leaf(w, p, from, at);
            return stop ? stop : cross(w, &f, at + from, at + end);
        }
        if (a == NEED_MORE)
            break;
        i++;
    }
    from = i < n ? break_at(p, 0, i) : tail_at(p, 0, n);
    *took = n;
    stop = walk_leaf(w, p, from, at);
    if (!stop && from < n)
        *took = from + hold(w, p + from, n - from, at + from);
    return stop;
}

int walk_body(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    if (!is_multipart_open(w)) {
        *took = n;
        return walk_leaf(w, p, n, at);
    }
    if (w->held.n == 0 && *p != '-')
        w->line_start = false; /* its first line is no boundary */
    if (w->held.n > 0 || w->line_start)
        return go_on(w, p, n, at, took);
    return take_block(w, p, n, at, took);
}

int walk_end_body(walk *w)
{
    found_line f;
    int stop = 0;

    while (!stop && w->held.n > 0) {
        if (decide(w, w->held.p, w->held.n, w->line_start, true, &f) == BOUNDARY)
            return cross(w, &f, w->held.at, w->held.at + w->held.n);
        stop = release(w);
    }
    return stop;
}
