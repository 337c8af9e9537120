/* head.c - a header block as it comes, and its fields; see head.h */
#include "mail/head.h"

#include <string.h>
#include <trawl_mail.h>

#include "base/count.h"
#include "mail/head_line.h"

#define FIRST_SIZE 4096

void head_open(head *h, const memory *m)
{
    *h = (head){.m = m};
    srcmap_open(&h->map, m);
}

void head_close(head *h)
{
    memory_free(h->m, h->p);
    srcmap_close(&h->map);
}

static void forget_marks(head *h)
{
    h->marks_n = 0;
    h->marked = 0;
    h->marked_lines = 0;
}

void head_begin(head *h, uint64_t at)
{
    h->n = 0;
    h->base = at;
    h->line = 1;
    h->first = true;
    h->last = 0;
    h->known = h->failed = false;
    h->dropped = 0;
    h->counted = h->counted_lines = 0;
    forget_marks(h);
    srcmap_clear(&h->map);
}

void head_go_on(head *h, uint64_t at)
{
    uint64_t line = h->line;

    head_begin(h, at);
    h->line = line;
    h->first = false;
}

/* ---- Taking bytes ---- */

static int make_room(head *h, size_t n)
{
    size_t size = h->size ? h->size : FIRST_SIZE;
    char *p;

    while (size < h->n + n)
        size *= 2;
    if (size == h->size)
        return TRAWL_OK;
    p = memory_resize(h->m, h->p, size);
    if (!p)
        return TRAWL_NO_MEMORY;
    h->p = p;
    h->size = size;
    return TRAWL_OK;
}

static int append(head *h, const char *p, size_t n, uint64_t at)
{
    uint64_t gap = at - (h->base + h->map.src);
    int failed = make_room(h, n);

    for (; gap > 0 && !failed; gap -= gap < UINT16_MAX ? gap : UINT16_MAX)
        failed = srcmap_add(&h->map, gap < UINT16_MAX ? (uint32_t)gap : UINT16_MAX, 0, 1);
    if (!failed)
        failed = srcmap_add(&h->map, (uint32_t)n, 1, 1);
    h->failed = failed != TRAWL_OK;
    if (failed)
        return failed;
    memcpy(h->p + h->n, p, n);
    h->n += n;
    return TRAWL_OK;
}

/* Find out about the line that begins, or goes on, at p. */
static head_line_kind look(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    size_t held = h->n - h->last;
    bool first = h->last == 0 && h->first;
    size_t colon;
    head_line_kind kind = held == 0 ? head_kind_of(first, p, n, &colon) : HEAD_LINE_UNKNOWN;

    *taken = kind == HEAD_LINE_EMPTY ? 1 + (*p == '\r') : kind == HEAD_LINE_UNKNOWN ? (held == 0 ? n : 1) : 0;
    if (*taken > 0 && append(h, p, *taken, at))
        return HEAD_LINE_UNKNOWN;
    return held == 0 ? kind : head_kind_of(first, h->p + h->last, h->n - h->last, &colon);
}

/* Up to the end of a line whose kind is known. */
static int take_line(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    const char *lf = memchr(p, '\n', n);

    *taken = lf ? (size_t)(lf - p) + 1 : n;
    if (append(h, p, *taken, at))
        return TRAWL_NO_MEMORY;
    if (lf) {
        h->last = h->n;
        h->known = false;
    }
    return TRAWL_OK;
}

/* The line that is held, or begins, is one of a header. Its end may be held, too: "X:" and LF. */
static void know_line(head *h)
{
    h->known = h->n == h->last || h->p[h->n - 1] != '\n';
    if (!h->known)
        h->last = h->n;
}

/* A line that begins there, a field's if it has a colon: false when its place cannot be noted. */
static bool mark_line(head *h, size_t from, size_t colon)
{
    if (colon == 0)
        return h->marks_n > 0;
    if (h->marks_n == HEAD_MARKS)
        return false;
    h->marks[h->marks_n++] = (head_mark){(uint32_t)from, (uint32_t)(from + colon), h->marked_lines};
    return true;
}

/* At a line's start: whole lines of the block, as many as there are. */
static int take_lines(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    bool first = h->last == 0 && h->first;
    size_t i = 0, colon;
    const char *lf;
    int failed;

    for (; i < n; i = (size_t)(lf - p) + 1) {
        head_line_kind kind = first && i == 0 ? HEAD_LINE_UNKNOWN : head_kind_at_once(p + i, n - i, &colon);
        if (kind == HEAD_LINE_UNKNOWN)
            kind = head_kind_of(first && i == 0, p + i, n - i, &colon);
        if (kind != HEAD_LINE_HEADER)
            break;
        lf = head_find_feed(p + i,
                            n - i); /* not from the colon on: the next line need not wait for where this one has it */
        if (!lf)
            break;
        if (h->marked == h->n + i && mark_line(h, h->n + i, colon)) {
            h->marked = h->n + (size_t)(lf - p) + 1;
            h->marked_lines++;
        }
    }
    *taken = i;
    failed = i > 0 ? append(h, p, i, at) : TRAWL_OK;
    h->last = h->n;
    return failed;
}

head_state head_feed(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    size_t i = 0, room, more;
    head_line_kind kind;

    for (*taken = 0; i < n; *taken = i += more) {
        room = TRAWL_MAIL_HEADER - h->n < n - i ? TRAWL_MAIL_HEADER - h->n : n - i;
        if (room == 0)
            return HEAD_FULL;
        if (h->known) {
            if (take_line(h, p + i, room, at + i, &more))
                return HEAD_FAILED;
            continue;
        }
        if (h->n == h->last) {
            if (take_lines(h, p + i, room, at + i, &more))
                return HEAD_FAILED;
            if (more > 0)
                continue;
        }
        kind = look(h, p + i, room, at + i, &more);
        if (h->failed)
            return HEAD_FAILED;
        if (kind == HEAD_LINE_EMPTY || kind == HEAD_LINE_OTHER) {
            *taken = i + more;
            h->last = kind == HEAD_LINE_EMPTY ? h->n : h->last;
            return HEAD_END;
        }
        if (kind == HEAD_LINE_HEADER)
            know_line(h);
    }
    return HEAD_MORE;
}

/* ---- Letting go ---- */

void head_drop(head *h, size_t n)
{
    h->line += count_byte(h->p, n, '\n');
    h->counted = h->counted_lines = 0;
    forget_marks(h);
    memmove(h->p, h->p + n, h->n - n);
    h->n -= n;
    h->first = h->first && n == 0;
    h->dropped += n;
    h->last -= n < h->last ? n : h->last;
    srcmap_forget(&h->map, h->dropped);
}
