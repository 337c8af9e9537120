/* clean.c - the text of a link, without the bytes that line breaks and the signs of other notations
 * add to it. Pieces show where in the source the bytes of the text come from. */

#include "base/check.h"
#include "find/join/join.h"

/* Adds the len source bytes at `from`, for which the text has n bytes, to the piece. Returns false
 * when they do not follow the piece, or when the text or the piece does not have the same bytes as
 * its source. */
static bool extend(clean_piece *p, size_t from, size_t len, size_t n)
{
    if (p->to != from || p->n != p->to - p->from || n != len)
        return false;
    p->to += len;
    p->n += n;
    return true;
}

void clean_keep(clean *c, size_t from, size_t len, const char *bytes, size_t n)
{
    memcpy(c->p + c->n, bytes, n);
    if (c->count == 0 || !extend(&c->pieces[c->count - 1], from, len, n)) {
        if (memory_grow(c->m, &c->pieces, &c->room, c->count + 1, sizeof *c->pieces))
            c->pieces[c->count++] = (clean_piece){from, from + len, c->n, n};
        else
            c->no_memory = true;
    }
    c->n += n;
}

/* Returns the first piece that ends after the place k of the text or, if `source` is set, of the
 * source; c->count for none. */
static unsigned clean_piece_after(const clean *c, size_t k, bool source)
{
    unsigned i = 0, to = c->count;

    while (i < to) {
        const unsigned middle = (i + to) / 2;
        const clean_piece *p = &c->pieces[middle];

        if ((source ? p->to : p->at + p->n) <= k)
            i = middle + 1;
        else
            to = middle;
    }
    return i;
}

void clean_shorten(clean *c, size_t n)
{
    const unsigned i = clean_piece_after(c, n, false);
    clean_piece *last = c->pieces + i;

    CHECK(n <= c->n);
    if (i < c->count) {
        c->count = i + (last->at < n);
        last->to -= last->at + last->n - n;
        last->n = n - last->at;
    }
    c->n = n;
}

piece clean_source(const clean *c, size_t k)
{
    const unsigned i = clean_piece_after(c, k, false);
    const clean_piece *p = c->pieces + i;

    CHECK(c->count > 0 && k <= c->n);
    if (i == c->count)
        return (piece){p[-1].to, p[-1].to};
    if (p->n == p->to - p->from)
        return (piece){p->from + k - p->at, p->from + k - p->at + 1};
    return (piece){p->from, p->to};
}

size_t clean_place(const clean *c, size_t from)
{
    const unsigned i = clean_piece_after(c, from, true);
    const clean_piece *p = &c->pieces[i];

    if (i == c->count)
        return c->n;
    return p->at + (from > p->from && p->n == p->to - p->from ? from - p->from : 0);
}

bool clean_pieces(const clean *c, piece at, size_t base, candidate *f)
{
    const clean_piece *end = c->pieces + c->count;

    for (const clean_piece *p = c->pieces + clean_piece_after(c, at.from, false);
         p < end && p->at < at.to; p++) {
        const size_t from = base + p->from + (at.from > p->at ? at.from - p->at : 0);
        const size_t to = base + p->to - (p->at + p->n > at.to ? p->at + p->n - at.to : 0);

        CHECK(from <= to && (f->piece_count == 0 || f->pieces[f->piece_count - 1].to <= from));
        if (f->piece_count > 0 && f->pieces[f->piece_count - 1].to == from)
            f->pieces[f->piece_count - 1].to = to;
        else if (candidate_room(f, f->piece_count + 1))
            f->pieces[f->piece_count++] = (piece){from, to};
        else
            return false;
    }
    return true;
}
