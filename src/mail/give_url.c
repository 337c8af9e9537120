/* give_url.c - a link of which nobody asks more than its URL; see give.h
 *
 * Where it ends is told all the same, as well as it is known: where the source breaks off, it may be the beginning of a link.
 */
#include "mail/give_inside.h"

static inline int tell(give *g, int kind, trawl_str url, uint64_t to)
{
    trawl_link *link = &g->url_link;
    trawl_event *e = &g->url_event;
    int stop;

    link->kind = kind;
    link->flags = 0;
    link->url = url;
    link->extent.to = to;
    stop = g->once ? give_know_again(g, link) : TRAWL_OK;
    if (stop)
        return stop;
    e->message = g->message;
    e->field = g->field;
    stop = g->sink(g->user, e);
    return stop > 0 ? stop : 0;
}

int give_url(give *g, int kind, trawl_str url)
{
    return tell(g, kind, url, 0);
}

int give_found_url(void *user, int kind, trawl_str url, uint64_t to)
{
    give *g = user;

    return tell(g, kind, url, g->flat ? to + g->origin.add + g->origin.base : give_end_of(g, to));
}
