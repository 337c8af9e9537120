/* container_rnews.c - a batch of news: each article behind a line "#! rnews" and its length in bytes (RFC 1036 section
 * 4.3)
 *
 * The length is believed. If no such line follows where the article ends, and not the end of the batch, the article
 * goes on to the next such line: the length was wrong, or it counted CRLF as one byte, as the RFC has it. Compressed
 * batches ("#! cunbatch", "#! gunbatch") are not read. What stands before the first line goes to skip().
 */
#include "base/ascii.h"
#include "mail/container_line.h"
#include "mail/line_search.h"

/* Digits that cannot overflow. */
#define RNEWS_DIGITS 18

static const line_set rnews_set = {.n = 1, .byte = {'#', '#', '#', '#'}};

typedef struct rnews_line {
    size_t end; /* behind it */
    bool compressed;
    uint64_t length;
} rnews_line;

/* "#! rnews 1234", perhaps with something behind. */
static bool rnews_article(const char *p, size_t n, uint64_t *length)
{
    size_t i = 9, digits;

    while (i < n && p[i] == ' ')
        i++;
    *length = 0;
    for (digits = i; i < n && ascii_is_digit((unsigned char)p[i]) && i - digits <= RNEWS_DIGITS; i++)
        *length = *length * 10 + (uint64_t)(p[i] - '0');
    return i > digits && i - digits <= RNEWS_DIGITS && (i == n || p[i] == ' ' || p[i] == '\t');
}

/* "#! cunbatch", "#! gunbatch" and what else there was. */
static bool rnews_compressed(const char *p, size_t n)
{
    size_t i = 3;

    while (i < n && ascii_is_alnum((unsigned char)p[i]))
        i++;
    return i >= 10 && ascii_same(p + i - 7, "unbatch", 7) && (i == n || p[i] == ' ');
}

static container_is rnews_mark(const container_view *v, size_t i, rnews_line *line)
{
    container_is is = container_prefix(v, i, "#! ");

    if (is == CONTAINER_YES)
        is = container_line(v, i, &line->end);
    if (is != CONTAINER_YES)
        return is;

    const char *p = v->p + i;
    size_t n = container_bare(p, line->end - i);
    line->compressed = rnews_compressed(p, n);
    if (line->compressed)
        return CONTAINER_YES;
    is = container_prefix(&(container_view){p, n, true}, 0, "#! rnews ");
    return is == CONTAINER_YES && rnews_article(p, n, &line->length) ? CONTAINER_YES : CONTAINER_NO;
}

/* The article that is open is over; what the line at the front says is next. */
static int rnews_next(container *c, container_view *v, const rnews_line *line)
{
    int r = container_close(c);

    c->length = 0;
    c->state = line->compressed ? CONTAINER_DEAD : CONTAINER_COUNTED;
    if (!r && line->compressed)
        r = container_unread(c, "a compressed batch of news is not read: uncompress it first");
    if (!r)
        r = container_drop(c, v, line->end);
    if (r || line->compressed)
        return r;
    c->length = line->length;
    if (!c->length)
        c->state = CONTAINER_PLACE;
    return container_open(c);
}

/* Up to the next line of a batch, by the way given, which is that of an article or that of what is none. */
static int rnews_search(container *c, container_view *v, int (*go)(container *c, container_view *v, size_t n))
{
    for (size_t j = c->line ? 0 : line_search(c->kernel, &rnews_set, v->p, 0, v->n) + 1; j < v->n;
         j = line_search(c->kernel, &rnews_set, v->p, j, v->n) + 1) {
        rnews_line line = {0};
        container_is is = rnews_mark(v, j, &line);
        if (is == CONTAINER_NO)
            continue;
        int r = go(c, v, j);
        line.end -= is == CONTAINER_YES ? j : 0;
        return r || is == CONTAINER_MORE ? r : rnews_next(c, v, &line);
    }
    return go(c, v, v->n);
}

static int rnews_counted(container *c, container_view *v)
{
    size_t n = v->n < c->length ? v->n : (size_t)c->length;

    c->length -= n;
    if (!c->length)
        c->state = CONTAINER_PLACE;
    return container_pass(c, v, n);
}

/* Does the length hold? */
static int rnews_place(container *c, container_view *v)
{
    rnews_line line = {0};

    switch (rnews_mark(v, 0, &line)) {
    case CONTAINER_YES:
        return rnews_next(c, v, &line);
    case CONTAINER_MORE:
        return 0;
    default:
        c->state = CONTAINER_INSIDE;
        return container_fault(c, "the article is longer than its \"#! rnews\" line says");
    }
}

int container_rnews(container *c, container_view *v)
{
    int r = 0;

    switch (c->state) {
    case CONTAINER_START:
        if (container_skip_mark(c, v, &r))
            c->state = CONTAINER_OUTSIDE;
        return r;
    case CONTAINER_OUTSIDE:
        return rnews_search(c, v, container_drop);
    case CONTAINER_COUNTED:
        return rnews_counted(c, v);
    case CONTAINER_PLACE:
        return rnews_place(c, v);
    case CONTAINER_DEAD:
        return container_drop(c, v, v->n);
    default:
        return rnews_search(c, v, container_pass);
    }
}
