/* give_usual.c - the events of usual links, which the scanner sends by a way of their own; see give.h
 *
 * What give_event() would make of them, where the text is the source, byte by byte: they are changed where they lie.
 */
#include "mail/give_inside.h"

/* Nothing has to be found out about the link but where its text begins in the source, and what give_say_more() says. */
static bool is_plain(const give *g)
{
    return give_is_flat(g) && !g->counting && !g->once;
}

static void say_where(const give *g, trawl_event *e)
{
    e->message = g->message;
    e->part = g->part;
    e->field = g->field;
}

int give_link(void *user, trawl_event *e, trawl_link *link, trawl_span *span)
{
    give *g = user;
    uint64_t add = g->origin.add + g->origin.base;
    int stop;

    if (!is_plain(g))
        return give_event(user, e);
    if (span->from >= g->signature)
        link->flags |= TRAWL_SIGNATURE;
    if (!g->no_places || g->targets)
        give_say_usual(g, link, span->from);
    if (add > 0) {
        link->extent.from += add;
        link->extent.to += add;
        span->from += add;
        span->to += add;
        e->span = *span;
    }
    say_where(g, e);
    g->reason = 0;
    g->told = e->span.to;
    stop = g->sink(g->user, e);
    link->target = (trawl_str){NULL, 0};
    return stop;
}

bool give_place(void *user, uint64_t from, uint64_t piece, uint64_t *add, unsigned *flags)
{
    const give *g = user;
    const give_origin *o = &g->origin;

    *add = o->add + o->base;
    if (!is_plain(g) || g->targets || o->line + o->column > 0 || from + *add != g->told)
        return false;
    if (piece >= g->signature)
        *flags |= TRAWL_SIGNATURE;
    return true;
}

/* It stands apart, so that the rest saves no registers for it. */
__attribute__((noinline)) static int send_behind_skip(give *g, trawl_event *e)
{
    int stop = give_flush(g);

    return stop ? stop : give_placed(g, e);
}

int give_placed(void *user, trawl_event *e)
{
    give *g = user;

    if (g->reason != 0)
        return send_behind_skip(g, e);
    say_where(g, e);
    g->told = e->span.to;
    return g->sink(g->user, e);
}
