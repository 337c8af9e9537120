/* head_field.c - the fields of a header block (RFC 5322 section 2.2): by their marks, or looked for where they came in pieces
 *
 * What their bodies say is not looked at, but for what any URL has. And the places of the block in the source.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/count.h"
#include "mail/head.h"

/* The end of the line at i, its line break included. */
static size_t line_end(const head *h, size_t i)
{
    const char *lf = memchr(h->p + i, '\n', h->n - i);

    return lf ? (size_t)(lf - h->p) + 1 : h->n;
}

static size_t without_break(const head *h, size_t from, size_t to)
{
    if (to > from && h->p[to - 1] == '\n')
        to--;
    return to > from && h->p[to - 1] == '\r' ? to - 1 : to;
}

static bool is_fold(const head *h, size_t i)
{
    return i < h->n && (h->p[i] == ' ' || h->p[i] == '\t');
}

void head_trim(const head *h, head_field *f)
{
    f->body_to = without_break(h, f->body, f->to);
}

/* Between the colon and the end. */
static inline void set_body(const head *h, head_field *f, size_t colon)
{
    f->body = colon + 1;
    f->body_to = f->to;
    while (h->p[colon - 1] == ' ' || h->p[colon - 1] == '\t')
        colon--;
    f->name_n = colon - f->from;
}

/* The field of the next mark; what comes behind the last one may be a fold of its. */
static bool next_mark(const head *h, head_field *f, bool whole)
{
    const head_mark *mark = &h->marks[f->next++];

    f->from = mark->from;
    if (f->next < h->marks_n) {
        f->to = mark[1].from;
    } else {
        size_t to = h->marked;
        while (is_fold(h, to))
            to = line_end(h, to);
        if (to == h->n && !whole)
            return false;
        f->to = to;
    }
    set_body(h, f, mark->colon);
    return true;
}

bool head_next(const head *h, head_field *f, bool whole)
{
    size_t from = f->to, to;
    const char *colon;

    if (f->next < h->marks_n)
        return next_mark(h, f, whole);
    f->next = HEAD_MARKS + 1;
    if (from == 0 && h->first && h->n > 0 && head_is_envelope(h->p, h->n))
        from = line_end(h, 0);
    f->from = from;
    if (from >= h->n || h->p[from] == '\n' || h->p[from] == '\r')
        return false;
    for (to = line_end(h, from); is_fold(h, to); to = line_end(h, to))
        ;
    if (to == h->n && !whole)
        return false;
    colon = memchr(h->p + from, ':', to - from);
    f->to = to;
    if (!colon)
        return false;
    set_body(h, f, (size_t)(colon - h->p));
    return true;
}

bool head_names_url(const head *h, const head_field *f, bool www)
{
    const char *p = h->p + f->body;
    size_t n = f->body_to - f->body;

    for (size_t i = 0; i + 4 <= n; i++)
        if ((p[i] == ':' && p[i + 1] == '/' && p[i + 2] == '/') || (www && ascii_same(p + i, "www.", 4)))
            return true;
    return false;
}

uint64_t head_line(head *h, const head_field *f)
{
    size_t i = f->from;

    if (f->next > 0 && f->next <= h->marks_n)
        return h->line + h->marks[f->next - 1].lines;
    if (i < h->counted)
        h->counted = h->counted_lines = 0;
    h->counted_lines += count_byte(h->p + h->counted, i - h->counted, '\n');
    h->counted = i;
    return h->line + h->counted_lines;
}

/* ---- Places ---- */

bool head_is_whole(const head *h)
{
    return !h->map.mixed;
}

uint64_t head_source(head *h, size_t i)
{
    return h->base + srcmap_from(&h->map, h->dropped + i);
}

uint64_t head_start(head *h, size_t i)
{
    return h->base + srcmap_start(&h->map, h->dropped + i);
}
