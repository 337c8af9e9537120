/* boundary.c - finds the boundaries between parts (RFC 2046 5.1.1), and handles the preamble before
 * the first one
 *
 * The line of a boundary consists of "--", the boundary named in the header, another "--" if it is
 * the last boundary, and optional blanks. The line break before the line is part of it. A line that
 * the end of the block cuts off is held back with that line break. If several open multiparts have
 * the same boundary, the line belongs to the innermost.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/message/inside.h"

static const kernel_line boundary_dashes = {.n = 1,
                                            .byte = {'-', '-', '-', '-'},
                                            .then_n = 1,
                                            .then = {'-', '-', '-', '-'},
                                            .fold = 0x10,
                                            .by_low = {['-' & 15] = '-' | 0x10}};

typedef enum boundary_answer { NEED_MORE, NO_BOUNDARY, BOUNDARY } answer;

typedef struct found_line {
    unsigned level; /* the level of its multipart */
    bool closing;
} found_line;

static bool has_boundary(const walk_level *level)
{
    return level->kind != WALK_MESSAGE && level->boundary_n > 0;
}

static bool is_multipart_open(const walk *w)
{
    for (unsigned i = 0; i < w->around.depth; i++)
        if (has_boundary(&w->around.levels[i]))
            return true;
    return false;
}

/* ---- Recognising a boundary ---- */

/* Tests the rest of the line after the boundary, which may only have "--", blanks and controls, as
 * mail readers allow. `final`: the input ends with p[0..n). */
static answer decide_end(const char *p, size_t n, bool final, bool *closing)
{
    size_t i = 0;

    *closing = ascii_begins(p, n, "--");
    if (n == 1 && p[0] == '-')
        return final ? NO_BOUNDARY : NEED_MORE;
    i = *closing ? 2 : 0;
    while (i < n && (unsigned char)p[i] <= ' ' && p[i] != '\n')
        i++;
    if (i == n)
        return final ? BOUNDARY : NEED_MORE;
    return p[i] == '\n' ? BOUNDARY : NO_BOUNDARY;
}

/* Compares a line with the boundaries of all levels, the innermost first. p[0..n) is the known part
 * of the line after its "--". */
static answer decide_level(const walk *w, const char *p, size_t n, bool final, found_line *f)
{
    answer best = NO_BOUNDARY;

    for (unsigned i = w->around.depth; i-- > 0;) {
        const walk_level *level = &w->around.levels[i];
        const char *boundary = w->around.boundaries.p + level->boundary;
        size_t k = level->boundary_n;
        answer a = NEED_MORE;
        if (!has_boundary(level) || memcmp(p, boundary, n < k ? n : k) != 0)
            continue;
        if (n >= k)
            a = decide_end(p + k, n - k, final, &f->closing);
        f->level = i;
        if (a == BOUNDARY && best == NO_BOUNDARY)
            return BOUNDARY;
        if (a == NEED_MORE && !final)
            best = NEED_MORE;
    }
    return best;
}

/* Tests whether p[0..n) begins with a boundary: a line break (not if `bare`) and the line. */
static answer boundary_decide(const walk *w, const char *p, size_t n, bool bare, bool final,
                              found_line *f)
{
    static const char begin[] = "\n--";
    size_t i = !bare && n > 0 && p[0] == '\r';

    for (size_t k = bare; k < 3; k++, i++) {
        if (i == n)
            return final ? NO_BOUNDARY : NEED_MORE;
        if (p[i] != begin[k])
            return NO_BOUNDARY;
    }
    return decide_level(w, p + i, n - i, final, f);
}

/* ---- Handling a boundary ---- */

/* Handles the boundary at from..to in the source: ends the open part and all multiparts nested in
 * the multipart that has this boundary, then begins the next part. */
static int cross(walk *w, const found_line *f, uint64_t from, uint64_t to)
{
    walk_level *level;
    int stop = 0;

    w->held.line.n = 0;
    if (w->state == WALK_ATTACHED)
        stop = walk_end_attached(w, from);
    level = &w->around.levels[f->level];
    if (!stop && w->state == WALK_PREAMBLE && (f->closing || f->level + 1 < w->around.depth))
        stop = walk_flush_preamble(w, false); /* the multipart ends without a part */
    if (!stop)
        stop = walk_end_part(w, from);
    if (stop)
        return stop;
    w->around.depth = f->closing ? f->level : f->level + 1;
    w->around.boundaries.n = level->boundary + (f->closing ? 0 : level->boundary_n);
    walk_leave(w);
    stop = events_skip(w->g, to, TRAWL_SKIP_BOUNDARY);
    if (f->closing || w->around.parts >= TRAWL_MAIL_PARTS) {
        w->state = WALK_SKIP;
        w->reason = TRAWL_SKIP_EPILOGUE;
        w->held.line_start = true;
        return stop || f->closing ? stop : walk_skip_parts(w, to);
    }
    w->around.path_n = level->path_n;
    level->parts++;
    if (w->around.alternative == f->level + 1)
        seen_urls_part(&w->seen_urls, level->parts);
    w->g->event.part = &scan_no_part;
    walk_begin_header(w, to, level->kind == WALK_DIGEST);
    return stop;
}

/* ---- Held lines: those that the end of a block cuts off ---- */

/* Passes on the first held line, which is not a boundary, up to the next line break, which may
 * begin one. */
static int release(walk *w)
{
    buffer *h = &w->held.line;
    size_t i = w->held.line_start ? 0 : 1;
    int stop;

    while (i < h->n && h->p[i] != '\n' && h->p[i] != '\r')
        i++;
    w->held.line_start = false;
    stop = walk_leaf(w, h->p, i, w->held.line_at);
    memmove(h->p, h->p + i, h->n - i);
    h->n -= i;
    w->held.line_at += i;
    return stop;
}

/* Holds more bytes: one at a time until the line is known to begin with "--", then up to its end.
 * Adds the number of bytes taken from p to *took. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int boundary_hold(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    buffer *h = &w->held.line;
    size_t room = WALK_HELD - h->n, k = n < room ? n : room;
    bool begun = h->n > 4 || (h->n >= 2 && h->p[h->n - 1] == '-' && h->p[h->n - 2] == '-');
    const char *lf = begun ? memchr(p, '\n', k) : NULL;

    if (h->n == 0)
        w->held.line_at = at;
    k = lf ? (size_t)(lf - p) + 1 : begun ? k : 1;
    *took += k;
    return buffer_put(h, p, k);
}

/* Decides about the held bytes, as far as possible. */
static int decide_held(walk *w, bool final)
{
    found_line f;
    int stop = 0;

    while (!stop && w->held.line.n > 0) {
        answer a =
            boundary_decide(w, w->held.line.p, w->held.line.n, w->held.line_start, final, &f);
        if (a == BOUNDARY)
            return cross(w, &f, w->held.line_at, w->held.line_at + w->held.line.n);
        if (a == NEED_MORE && w->held.line.n < WALK_HELD)
            break;
        stop = release(w);
    }
    return stop;
}

/* Adds bytes to the held bytes, and decides about them, until none are held or the state has
 * changed. */
static int take_held(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    walk_state state = w->state;
    int stop = 0;

    *took = 0;
    while (w->held.line.n > 0 && !w->inside && at != w->held.line_at + w->held.line.n && !stop)
        stop = release(w); /* the container removed a byte inside the line */
    while (!stop && *took < n && w->state == state && (w->held.line.n > 0 || w->held.line_start)) {
        stop = boundary_hold(w, p + *took, n - *took, at + *took, took);
        if (!stop)
            stop = decide_held(w, false);
        if (w->held.line.n > 0 && w->held.line_at > at && !w->held.line_start) {
            *took = (size_t)(w->held.line_at - at); /* read the rest as a block, which is faster */
            w->held.line.n = 0;
        }
    }
    return stop;
}

/* ---- Blocks ---- */

/* Returns the offset of the line break (LF or CRLF) that ends with the LF at p[lf]. */
static size_t boundary_break_at(const char *p, size_t lf)
{
    return lf > 0 && p[lf - 1] == '\r' ? lf - 1 : lf;
}

/* Reads a block, whose lines may be boundaries. */
static int boundary_take_block(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    size_t i = 0, from;
    found_line f;
    int stop;

    while ((i = w->r->kernel->line(&boundary_dashes, p, i, n)) < n) {
        const char *lf = memchr(p + i + 1, '\n', n - i - 1);
        size_t end = lf ? (size_t)(lf - p) + 1 : n;
        answer a;
        from = boundary_break_at(p, i);
        a = boundary_decide(w, p + from, end - from, false, false, &f);
        if (a == BOUNDARY) {
            *took = end;
            stop = from > 0 && w->state == WALK_TEXT ? reader_rest(w->r, p, from, at)
                                                     : walk_leaf(w, p, from, at);
            return stop ? stop : cross(w, &f, at + from, at + end);
        }
        if (a == NEED_MORE)
            break;
        i++;
    }
    CHECK(n > 0);
    from = i < n ? i : n - (p[n - 1] == '\n' || p[n - 1] == '\r');
    if (from < n && p[from] == '\n')
        from = boundary_break_at(p, from);
    *took = n;
    stop = walk_leaf(w, p, from, at);
    if (stop || from == n)
        return stop;
    *took = from;
    return boundary_hold(w, p + from, n - from, at + from, took);
}

int walk_body(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    if (!is_multipart_open(w)) {
        *took = n;
        return walk_leaf(w, p, n, at);
    }
    if (w->held.line.n == 0 && *p != '-')
        w->held.line_start = false; /* the first line is not a boundary */
    if (w->held.line.n > 0 || w->held.line_start)
        return take_held(w, p, n, at, took);
    return boundary_take_block(w, p, n, at, took);
}

int walk_end_body(walk *w)
{
    return decide_held(w, true);
}

/* ---- The preamble ----
 *
 * The text before the first boundary of a multipart is usually a sentence for mail readers without
 * MIME, and is skipped. But if no boundary follows, it is the whole body: the header names no
 * boundary, or not the one that is used, or a mail reader has split the message and left its
 * header. So the preamble is held, up to a limit, until a boundary is found.
 */

int walk_hold_preamble(walk *w, const char *p, size_t n, uint64_t at)
{
    buffer *held = &w->held.preamble;
    int failed = TRAWL_OK;

    while (at > w->held.preamble_at + held->n && !failed)
        failed = buffer_put(held, ">", 1); /* the container removed it; keeps offsets right */
    return failed ? failed : buffer_put(held, p, n);
}

/* Returns true if p[0..n) begins with a header field of a part, "Content-...:". */
static bool boundary_begins_part(const char *p, size_t n)
{
    static const char content[] = "content-";
    size_t k = sizeof content - 1;

    return n > k && ascii_same(p, content, k) && memchr(p + k, ':', n - k < 32 ? n - k : 32);
}

/* Returns the offset of a line "--X" that is followed by a part's header field, so that X must be
 * the boundary; or n. Sets *to to the end of the line. */
static size_t find_boundary(const char *p, size_t n, size_t *to)
{
    for (size_t i = 0; i < n;) {
        const char *lf = memchr(p + i, '\n', n - i);
        size_t next = lf ? (size_t)(lf - p) + 1 : n, end = next;
        while (end > i && (p[end - 1] == '\n' || p[end - 1] == '\r' || p[end - 1] == ' '))
            end--;
        *to = end;
        if (end - i > 2 && end - i <= TRAWL_MAIL_BOUNDARY && p[i] == '-' && p[i + 1] == '-' &&
            boundary_begins_part(p + next, n - next))
            return i;
        i = next;
    }
    return n;
}

/* Uses the boundary line all[from..to), and reads the held bytes again from there on. */
static int adopt(walk *w, buffer *all, size_t from, size_t to, uint64_t at)
{
    walk_level *level = &w->around.levels[w->around.depth - 1];
    int stop;

    CHECK(w->around.depth > 0 && to >= from + 2 && to <= all->n);
    w->around.boundaries.n = level->boundary;
    level->boundary_n = to - from - 2;
    stop = buffer_put(&w->around.boundaries, all->p + from + 2, level->boundary_n);
    if (!stop)
        stop = events_skip(w->g, at + from, TRAWL_SKIP_PREAMBLE);
    if (!stop)
        stop = buffer_put(all, w->held.line.p, w->held.line.n);
    w->held.line.n = 0;
    w->state = WALK_SKIP;
    w->reason = TRAWL_SKIP_PREAMBLE;
    w->held.line_start = true;
    if (!stop)
        stop = events_explain(w->g, "E3", "its parts use a boundary that its header does not name");
    return stop ? stop : walk_bytes(w, all->p + from, all->n - from, at + from);
}

static int read_as_text(walk *w, const buffer *all, uint64_t at)
{
    int stop = events_explain(w->g, "E3", "a multipart without a boundary is read as text");

    if (!stop)
        stop = walk_begin_text(w, at);
    return stop ? stop : walk_leaf(w, all->p, all->n, at);
}

int walk_flush_preamble(walk *w, bool adopting)
{
    buffer all = w->held.preamble;
    size_t to = 0, from = adopting ? find_boundary(all.p, all.n, &to) : all.n;
    int stop;

    w->held.preamble = (buffer){.m = all.m};
    stop = from < all.n ? adopt(w, &all, from, to, w->held.preamble_at)
                        : read_as_text(w, &all, w->held.preamble_at);
    buffer_reset(&all, all.m);
    return stop;
}
