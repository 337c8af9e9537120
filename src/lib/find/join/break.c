/* break.c - whether a line break goes through a URL: surely, perhaps, or not (R34, R35)
 *
 * Input: the chain of lines so far, the next line, and its first word. signs.c reads what they
 * show, evidence.c weighs it. The lines around the chain are read once, at its first break.
 */

#include "find/join/inside.h"

/* Returns the layout of the lines, which decides what evidence counts. */
static enum break_layout break_layout_of(const settings *s, const chain *k)
{
    if (k->scheme && k->count == 1)
        return BREAK_IN_SCHEME;
    return RULE(R34) && (s->profile == TRAWL_PROFILE_SCREEN || (k->scheme && !k->bare))
               ? BREAK_ON_SCREEN
               : BREAK_IN_TEXT;
}

/* Keeps how the first break was decided, for --explain. */
static void keep_verdict(const settings *s, chain *k, verdict v)
{
    if (!(s->want & TRAWL_WANT_EXPLAIN))
        return;
    k->why = v;
    region_describe(&k->near, &k->first, k->why.region);
}

#ifdef TRAWL_TEST_RULES
void (*break_seen)(uint64_t from, unsigned lines, uint64_t signs);
#endif

enum strength break_weigh(const settings *s, text *t, chain *k, const text_row *next, seam *m)
{
    const bool guess = settings_option(s, TRAWL_OPTION_JOIN);
    const enum break_layout layout = break_layout_of(s, k);
    enum strength is;

    m->end = t->p[k->pieces[k->count - 1].to - (k->stars && k->count == 1 ? 3 : 1)];
    if (layout != BREAK_IN_TEXT && !(k->bare && k->count == 1) && next->columns > k->last.columns &&
        m->end != '/' && m->end != '-' && !guess)
        return BREAK_NONE;
    signs_begin(s, t, k, next, m);
    if (k->count == 1)
        signs_read_region(s, t, k, next, m);
    signs_measure(t, k, next, m);
    if (k->comment && layout == BREAK_IN_TEXT)
        m->signs |= BREAK_BIT(COMMENT);
    is = evidence_weigh(m->signs, layout);
    if ((is != BREAK_NONE || k->count > 1 || guess || s->want & TRAWL_WANT_EXPLAIN) &&
        signs_alike(t, k, next, m))
        is = evidence_weigh(m->signs, layout);
#ifdef TRAWL_TEST_RULES
    if (break_seen && layout == BREAK_IN_TEXT && !(m->signs & BREAK_BIT(ALIKE))) {
        break_seen(t->base + k->pieces[0].from, k->count, m->signs);
        is = is == BREAK_NONE ? BREAK_MAY : is; /* the next break is seen, too */
    }
#endif
    if (is == BREAK_NONE && guess && RULE(R34) && evidence_guess(m->signs)) {
        k->guess = true;
        is = BREAK_MAY;
    }
    if (k->count == 1)
        keep_verdict(s, k, (verdict){true, true, k->guess, layout, is, m->signs, ""});
    return is;
}
