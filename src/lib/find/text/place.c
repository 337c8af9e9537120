/* place.c - line and column, and the quote marks at the start of the current line (R10, RFC 3676
 * section 4.5) */

#include "base/ascii.h"
#include "base/check.h"
#include "find/text/text.h"

void place_count(place *p, const text *t, size_t i)
{
    size_t from = p->at > t->base ? (size_t)(p->at - t->base) : 0, line, room;
    uint64_t columns;

    CHECK(from <= i && i <= t->n);
    line = count_last_line(t->p + from, i - from, &columns);
    if (line > 0) {
        if (!p->uncounted)
            p->line += p->kernel->count(t->p + from, line, '\n');
        p->column = 0;
        p->head_n = 0;
        p->closed = false;
        from += line;
    }
    p->at = t->base + i;
    p->column += columns;
    room = PLACE_HEAD - p->head_n < i - from ? PLACE_HEAD - p->head_n : i - from;
    if (room == 0 || p->closed)
        return;
    CHECK(p->head_n + room <= PLACE_HEAD);
    memcpy(p->head + p->head_n, t->p + from, room);
    p->head_n += room;
}

/* Only the last line that has a piece matters: a link may have thousands of pieces. */
void place_end_head(place *p, const text *t, const candidate *f)
{
    const piece *pieces = f->pieces;
    unsigned k = f->piece_count - 1;
    const size_t line = bytes_after_last(t->p, pieces[0].from, pieces[k].from, '\n');

    CHECK(f->piece_count > 0);
    while (k > 0 && pieces[k - 1].from >= line)
        k--;
    place_advance(p, t, pieces[k].from);
    p->closed = true;
}

/* ---- Quote marks ---- */

/* Returns the length of the mark at p[i..n), single or with initials; 0 for none. */
static size_t mark_length(const char *p, size_t i, size_t n)
{
    enum { INITIALS = 5 };
    size_t k;

    if (i < n && byte_is((unsigned char)p[i], BYTE_MARK))
        return 1;
    k = bytes_run(p, i, n - i < INITIALS ? n : i + INITIALS, BYTE_ALPHA, "");
    return k > i && k < n && p[k] == '>' ? k + 1 - i : 0;
}

const quote_marks *place_marks(place *p)
{
    const char *head = p->head;
    const size_t n = p->head_n;
    quote_marks *m = &p->marks;
    size_t i = 0, len;

    m->count = m->angles = 0;
    m->end = 0;
    m->only_gt = true;
    while (RULE(R10) && m->count < PLACE_MARKS) {
        i = bytes_run(head, i, n, BYTE_BLANK, "");
        len = mark_length(head, i, n);
        if (len == 0)
            break;
        m->marks[m->count++] = (trawl_str){head + i, len};
        m->only_gt = m->only_gt && head[i] == '>';
        m->angles += head[i + len - 1] == '>';
        i += len;
        m->end = i;
    }
    i = m->end;
    i += m->count > 0 && i < n && ascii_is_blank(head[i]);
    m->less = RULE(R10) && i + 1 < n && head[i] == '<' && ascii_is_blank(head[i + 1]);
    return m;
}

unsigned quote_marks_match(text *t, size_t *i, const quote_marks *m)
{
    unsigned count = 0;

    for (size_t k = *i; count < m->count; count++, *i = k) {
        const trawl_str wanted = m->marks[count];
        if (wanted.n > 1 || text_at(t, k) != (unsigned char)wanted.p[0])
            k = text_skip_blanks(t, k);
        for (size_t j = 0; j < wanted.n; j++, k++)
            if (text_at(t, k) != (unsigned char)wanted.p[j])
                return count;
    }
    return count;
}

bool quote_marks_skip(text *t, size_t *i, const quote_marks *m)
{
    size_t k = *i;

    if (quote_marks_match(t, &k, m) < m->count)
        return false;
    *i = k;
    return true;
}

unsigned place_quote(place *p, bool flowed)
{
    return flowed ? (unsigned)bytes_run(p->head, 0, p->head_n, 0, ">") : place_marks(p)->angles;
}
