/* give_url.c - a link of which nobody asks more than its URL; see give.h */
#include "mail/give_inside.h"

int give_url(give *g, int kind, trawl_str url)
{
    trawl_link *link = &g->url_link;
    trawl_event e = {.type = TRAWL_LINK, .text = {"", 0}, .link = link, .message = g->message, .field = g->field};
    int stop;

    link->kind = kind;
    link->flags = 0;
    link->url = link->raw = url;
    stop = give_say_more(g, link, 0);
    if (stop)
        return stop;
    stop = g->sink(g->user, &e);
    return stop > 0 ? stop : 0;
}
