/* give_event.c - texts and links to the caller, with their places in the source; see give.h */
#include "find/danger.h"
#include "mail/give_inside.h"

/* ---- Text ---- */

static int show_text_event(give *g, const char *p, size_t n, uint64_t to, const trawl_link *link)
{
    trawl_event e = {.type = TRAWL_TEXT, .text = {p, n}, .span = {g->told, to}, .link = link};

    g->told = to;
    return give_send(g, &e);
}

static int send_text(give *g, const char *p, size_t n, uint64_t to, const trawl_link *link)
{
    int stop = give_flush(g);

    if (n == 0 && to <= g->told)
        return stop;
    if (g->counting)
        give_count_text(p, n, &g->line, &g->column);
    if (!stop && !g->links_only)
        return show_text_event(g, p, n, to, link);
    g->told = to;
    return stop;
}

/* A cut, which is the first that is kept. */
static int send_cut(give *g, const cut *k, const trawl_link *link)
{
    int stop = send_text(g, cuts_bytes(&g->cuts, k), k->n, give_source(g, k->text + k->n, false), link);

    cuts_drop(&g->cuts, k);
    return stop;
}

/* The cuts that stand right here. */
static int send_cuts(give *g, uint64_t at, const trawl_link *link)
{
    const cut *k;
    int stop = 0;

    while (!stop && (k = cuts_from(&g->cuts, 0)) && k->at <= at)
        stop = send_cut(g, k, link);
    return stop;
}

static int show_text(give *g, const trawl_event *e, const trawl_link *link)
{
    const char *p = e->text.p;
    uint64_t at = e->span.from;
    const cut *k;
    int stop = 0;

    while (!stop && (k = cuts_from(&g->cuts, 0)) && k->at < e->span.to) {
        if (k->at > at)
            stop = send_text(g, p, (size_t)(k->at - at), give_end_of(g, k->at), link);
        p += k->at - at;
        at = k->at;
        if (!stop)
            stop = send_cut(g, k, link);
    }
    return stop ? stop : send_text(g, p, (size_t)(e->span.to - at), give_end_of(g, e->span.to), link);
}

/* ---- A link's pieces ---- */

/* The index, among the link's, of the piece that begins here in the source. */
static unsigned index_of(const give *g, uint64_t from)
{
    unsigned low = 0, high = g->link.span_count;

    while (low + 1 < high) {
        unsigned mid = low + (high - low) / 2;
        if (g->link.spans[mid].from <= from)
            low = mid;
        else
            high = mid;
    }
    return low;
}

static int send_piece(give *g, const char *p, size_t n, trawl_span span, unsigned index)
{
    trawl_event e = {.text = {p, n}, .span = span, .link = &g->link, .index = index};
    int stop = send_text(g, "", 0, span.from, span.from > g->link.extent.from ? &g->link : NULL);

    e.type = e.index == 0 ? TRAWL_LINK : TRAWL_LINK_MORE;
    g->told = e.span.to;
    if (g->counting)
        give_count_text(p, n, &g->line, &g->column);
    return stop || (g->links_only && e.index > 0) ? stop : give_send(g, &e);
}

/* The same of a piece that cuts may have divided. */
static int send_piece_at(give *g, const char *p, size_t n, uint64_t at)
{
    trawl_span span = {give_begin_of(g, at), give_end_of(g, at + n)};

    return send_piece(g, p, n, span, index_of(g, span.from));
}

static int show_piece(give *g, const trawl_event *e)
{
    const char *p = e->text.p;
    uint64_t at = e->span.from;
    const cut *k;
    int stop;

    if (g->cuts.total == 0)
        return send_piece(g, p, e->text.n, g->link.spans[e->index], e->index);
    stop = send_cuts(g, at, e->index > 0 || at > e->link->extent.from ? &g->link : NULL);
    while (!stop && (k = cuts_from(&g->cuts, 0)) && k->at < e->span.to) {
        if (k->at > at)
            stop = send_piece_at(g, p, (size_t)(k->at - at), at);
        p += k->at - at;
        at = k->at;
        if (!stop)
            stop = send_cut(g, k, &g->link);
    }
    return stop ? stop : send_piece_at(g, p, (size_t)(e->span.to - at), at);
}

/* The only event of a link, when nobody wants more and nothing was cut out of the text. */
static int show_only(give *g, const trawl_event *e)
{
    trawl_event only = *e;

    only.link = &g->link;
    only.span = g->link.spans[0];
    g->told = only.span.to;
    return give_send(g, &only);
}

static int show_note(give *g, const trawl_event *e)
{
    trawl_event note = *e;

    note.span = (trawl_span){give_begin_of(g, e->span.from), give_end_of(g, e->span.to)};
    return give_send(g, &note);
}

bool give_wants_text(const void *user)
{
    const give *g = user;

    return g->counting || cuts_any(&g->cuts);
}

int give_event(void *user, const trawl_event *e)
{
    give *g = user;

    if (e->type == TRAWL_TEXT && g->links_only && !g->counting && !cuts_any(&g->cuts))
        return 0; /* nobody asks where it stands */
    g->error = e->link ? give_know_link(g, e) : 0;
    if (g->error)
        return 1;
    switch (e->type) {
    case TRAWL_TEXT:
        return show_text(g, e, e->link ? &g->link : NULL);
    case TRAWL_LINK:
    case TRAWL_LINK_MORE:
        if (e->type == TRAWL_LINK && g->links_only && !g->counting && g->cuts.total == 0)
            return show_only(g, e);
        return e->link ? show_piece(g, e) : 0;
    case TRAWL_EXPLAIN:
        return show_note(g, e);
    default:
        return 0;
    }
}

int give_apart(give *g, const trawl_link *link, uint64_t at, uint64_t from, uint64_t to)
{
    trawl_span span = {give_page_source(g, from, true), give_page_source(g, to, false)};
    trawl_link placed = *link;
    trawl_event e = {.type = TRAWL_LINK, .text = {"", 0}, .link = &placed};
    int stop = give_skip(g, span.from, TRAWL_SKIP_HTML);

    if (!stop)
        stop = give_flush(g);
    placed.spans = &span;
    placed.span_count = 1;
    placed.extent = span;
    if (!stop)
        stop = danger_flags(placed.url.p, placed.url.n, &placed.flags);
    if (!stop)
        stop = give_say_more(g, &placed, at);
    e.span = (trawl_span){g->told, span.to > g->told ? span.to : g->told};
    g->told = e.span.to;
    g->has_link = false;
    return stop ? stop : give_send(g, &e);
}

int give_end(give *g, uint64_t to)
{
    int stop = send_cuts(g, UINT64_MAX, NULL);

    return stop ? stop : send_text(g, "", 0, to, NULL);
}
