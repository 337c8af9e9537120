/* wrap_hyphen.c - hyphens at the ends of a wrapper's lines: R8, R25
 *
 * Each may have been put in where the line was broken. They are only noted here; readings.c makes readings of them.
 */
#include <string.h>

#include "find/rules_off.h"
#include "find/wrap_take.h"

/* The U+2010 at the end, 3 bytes, becomes a "-": a piece of its own, being longer in the text than in the URL. */
static void shorten_last(wrap *w)
{
    wrap_piece *last = &w->pieces[w->piece_count - 1];

    w->n -= 2;
    w->clean[w->n - 1] = '-';
    if (last->n > 3 && w->piece_count < FOUND_PIECES) {
        w->pieces[w->piece_count++] = (wrap_piece){last->to - 3, last->to, w->n - 1, 1};
        last->to -= 3;
        last->n -= 3;
    } else
        last->n -= 2;
}

/* Was the last thing before a line break a hyphen? U+2010 acts as one and is written "-" (R8, R25). */
void wrap_hyphen_at_break(wrap *w)
{
    if (RULE(R8) && w->n > 0 && w->clean[w->n - 1] == '-' && w->hyphen_count < FOUND_LINES)
        wrap_kept_hyphen(w, w->n - 1);
    else if (RULE(R25) && w->n >= 3 && memcmp(w->clean + w->n - 3, "\xE2\x80\x90", 3) == 0 &&
             w->hyphen_count < FOUND_LINES) {
        shorten_last(w);
        wrap_hyphen(w, w->n - 1, false, false);
    }
}

/* The U+2010 that shorten_last() made a piece of is left out after all. */
static void drop_last_piece(wrap *w)
{
    wrap_piece *last = &w->pieces[w->piece_count - 1];

    if (last->n == 1) {
        w->piece_count--;
        return;
    }
    last->to -= 3;
    last->n--;
}

/* A break hyphen with nothing behind it joins nothing: a real one is certain, another is left out. */
void wrap_hyphen_at_end(wrap *w)
{
    if (w->hyphen_count == 0 || w->hyphens[w->hyphen_count - 1].pos + 1 != w->n)
        return;
    w->hyphen_count--;
    if (!w->hyphens[w->hyphen_count].kept)
        w->n--;
    if (!w->hyphens[w->hyphen_count].kept && !w->hyphens[w->hyphen_count].soft)
        drop_last_piece(w);
    if (w->hyphen_count == 0)
        w->flags &= ~(unsigned)TRAWL_HYPHEN_BREAK;
}
