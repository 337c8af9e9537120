/* give.c - events to the caller: messages, parts, what is skipped; see give.h */
#include "mail/give_inside.h"

#include <stddef.h>
#include <string.h>

void give_open(give *g, const memory *m, trawl_sink *sink, void *user)
{
    memset(g, 0, offsetof(give, zones));
    g->sink = sink;
    g->user = user;
    g->m = *m;
    g->url_event = (trawl_event){.type = TRAWL_LINK, .text = {"", 0}, .link = &g->url_link};
    cuts_open(&g->cuts, &g->m);
    give_reset(g);
}

void give_reset(give *g)
{
    g->message = NULL;
    g->part = NULL;
    g->field = (trawl_str){"", 0};
    g->told = g->skip_from = 0;
    g->reason = 0;
    g->error = TRAWL_OK;
}

void give_close(give *g)
{
    cuts_close(&g->cuts);
    memory_free(&g->m, g->spans);
}

void give_begin(give *g, const give_origin *origin)
{
    g->origin = *origin;
    cuts_clear(&g->cuts);
    g->counting = false;
    g->signature = UINT64_MAX;
    g->zone_n = 0;
    g->has_link = false;
    g->flat = give_is_flat(g);
}

void give_count(give *g, uint64_t line, uint64_t column)
{
    g->counting = !g->no_places;
    g->line = line;
    g->column = column;
}

int give_send(give *g, trawl_event *e)
{
    int stop = give_flush(g);

    if (stop)
        return stop;
    e->message = g->message;
    e->part = g->part;
    e->field = g->field;
    stop = g->sink(g->user, e);
    return stop > 0 ? stop : 0;
}

static int send_skip(give *g)
{
    trawl_event e = {.type = TRAWL_SKIP, .text = {"", 0}, .span = {g->skip_from, g->told}, .reason = g->reason};

    g->reason = 0;
    return give_send(g, &e);
}

int give_flush(give *g)
{
    if (g->reason != 0 && !g->links_only)
        return send_skip(g);
    g->reason = 0;
    return 0;
}

int give_skip(give *g, uint64_t to, int reason)
{
    int stop;

    if (to <= g->told)
        return 0;
    stop = reason == g->reason ? 0 : give_flush(g);
    if (g->reason == 0)
        g->skip_from = g->told;
    g->reason = reason;
    g->told = to;
    return stop;
}

int give_message(give *g, const trawl_mail_message *message)
{
    trawl_event e = {.type = TRAWL_MESSAGE, .text = {"", 0}, .span = {g->told, g->told}};
    int stop = give_flush(g);

    g->message = message;
    g->part = NULL;
    return stop ? stop : give_send(g, &e);
}

int give_part(give *g, const trawl_mail_part *part)
{
    trawl_event e = {.type = TRAWL_PART, .text = {"", 0}, .span = {g->told, g->told}};
    int stop = give_flush(g);

    g->part = part;
    return stop ? stop : give_send(g, &e);
}

int give_explain(give *g, const char *rule, const char *what)
{
    trawl_event e = {.type = TRAWL_EXPLAIN, .text = {"", 0}, .span = {g->told, g->told}, .rule = rule, .what = what};

    return g->explain ? give_send(g, &e) : 0;
}
