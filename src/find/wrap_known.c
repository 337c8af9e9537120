/* wrap_known.c - what is known of a wrapper when the text ends in it for now, and how to go on from there
 *
 * Without it a wrapper that comes byte by byte would be read from its "<" again and again. It decides nothing.
 */
#include <string.h>

#include "find/place.h"
#include "find/wrap.h"

void wrap_know(wrap *w, size_t i)
{
    wrap_known *k = &w->known;

    *k = (wrap_known){.at = i - w->open,
                      .n = w->n,
                      .flags = w->flags,
                      .lines = w->lines,
                      .piece_count = w->piece_count,
                      .gap_count = w->gap_count,
                      .hyphen_count = w->hyphen_count,
                      .words = w->words,
                      .soft_sign = w->soft_sign,
                      .marked = w->marked,
                      .combed = w->combed};
    if (w->piece_count > 0)
        k->last = w->pieces[w->piece_count - 1];
    if (w->n >= sizeof k->end)
        memcpy(k->end, w->clean + w->n - sizeof k->end, sizeof k->end);
}

size_t wrap_resume(const text *t, wrap *w)
{
    const wrap_known *k = &w->known;

    if (!w->paused || w->paused_at != t->base + w->open)
        return 0;
    if (k->lines > 1) {
        (void)wrap_marks(t, w);
        if (w->line->head_n != w->paused_head)
            return 0;
    }
    w->n = k->n;
    w->flags = k->flags;
    w->lines = k->lines;
    w->piece_count = k->piece_count;
    w->gap_count = k->gap_count;
    w->hyphen_count = k->hyphen_count;
    w->words = k->words;
    w->soft_sign = k->soft_sign;
    w->marked = k->marked;
    w->combed = k->combed;
    w->link_count = 0;
    if (w->piece_count > 0)
        w->pieces[w->piece_count - 1] = k->last;
    if (w->n >= sizeof k->end)
        memcpy(w->clean + w->n - sizeof k->end, k->end, sizeof k->end);
    return w->open + k->at;
}
