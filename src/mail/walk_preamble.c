/* walk_preamble.c - what stands in a multipart before its first boundary
 *
 * Usually a sentence for readers that know no MIME, which is skipped. But where the boundary never comes - none is named, or
 * another than the one that is used, or a mail reader took the message apart and left its header - it is all there is. So it is held,
 * up to a limit, until a boundary comes.
 */
#include <string.h>

#include "base/ascii.h"
#include "mail/walk.h"
#include "mail/words_inside.h"

int walk_hold_preamble(walk *w, const char *p, size_t n, uint64_t at)
{
    words_text *held = &w->preamble;
    int failed = TRAWL_OK;

    while (at > w->preamble_at + held->n && !failed)
        failed = words_put(held, ">", 1); /* which the container took off, and places must stay right */
    return failed ? failed : words_put(held, p, n);
}

/* Does a header field begin there that parts have? */
static bool begins_part(const char *p, size_t n)
{
    static const char content[] = "content-";
    size_t k = sizeof content - 1;

    return n > k && ascii_same(p, content, k) && memchr(p + k, ':', n - k < 32 ? n - k : 32);
}

/* A line "--X" with a part's header field below it, which tells that X is the boundary: where it begins, or n. */
static size_t find_boundary(const char *p, size_t n, size_t *to)
{
    for (size_t i = 0; i < n;) {
        const char *lf = memchr(p + i, '\n', n - i);
        size_t next = lf ? (size_t)(lf - p) + 1 : n, end = next;
        while (end > i && (p[end - 1] == '\n' || p[end - 1] == '\r' || p[end - 1] == ' '))
            end--;
        *to = end;
        if (end - i > 2 && end - i <= TRAWL_MAIL_BOUNDARY && p[i] == '-' && p[i + 1] == '-' &&
            begins_part(p + next, n - next))
            return i;
        i = next;
    }
    return n;
}

/* The multipart's boundary is the one that its parts use. */
static int adopt(walk *w, const char *p, size_t n)
{
    walk_level *level = &w->levels[w->depth - 1];

    w->boundaries.n = level->boundary;
    level->boundary_n = n;
    return words_put(&w->boundaries, p, n);
}

/* From the boundary that was found on, all again, and what was held behind it. */
static int replay(walk *w, words_text *all, size_t from, uint64_t at)
{
    int stop = give_skip(w->g, at + from, TRAWL_SKIP_PREAMBLE);

    if (!stop)
        stop = words_put(all, w->held.p, w->held.n);
    w->held.n = 0;
    w->state = WALK_SKIP;
    w->reason = TRAWL_SKIP_PREAMBLE;
    w->line_start = true;
    if (!stop)
        stop = give_explain(w->g, "E3", "its parts have another boundary than its header names");
    return stop ? stop : walk_bytes(w, all->p + from, all->n - from, at + from);
}

/* There is no boundary: what is held is text. */
static int read_all(walk *w, const words_text *all, uint64_t at)
{
    int stop = give_explain(w->g, "E3", "a multipart without a boundary is read as text");

    if (!stop)
        stop = walk_begin_text(w, at);
    return stop ? stop : walk_leaf(w, all->p, all->n, at);
}

int walk_flush_preamble(walk *w, bool adopting)
{
    words_text all = w->preamble;
    uint64_t at = w->preamble_at;
    size_t to = 0, from;
    int stop;

    w->preamble = (words_text){.m = w->m};
    from = adopting ? find_boundary(all.p, all.n, &to) : all.n;
    stop = from < all.n ? adopt(w, all.p + from + 2, to - from - 2) : 0;
    if (!stop)
        stop = from < all.n ? replay(w, &all, from, at) : read_all(w, &all, at);
    words_free(&all);
    return stop;
}
