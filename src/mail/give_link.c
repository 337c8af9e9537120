/* give_link.c - where the pieces of a link stand in the source, and what is said of it; see give.h */
#include <string.h>

#include "base/count.h"
#include "find/refang.h"
#include "mail/give_inside.h"

/* ---- Places ---- */

/* A place in the text that a page is made from, in the source. */
uint64_t give_page_source(const give *g, uint64_t text, bool tight)
{
    const give_origin *o = &g->origin;
    uint64_t at = o->charset ? srcmap_from(o->charset, text) : text;

    if (o->bytes)
        at = tight ? srcmap_start(o->bytes, at) : srcmap_from(o->bytes, at);
    at += o->add;
    if (o->outer)
        at = tight ? srcmap_start(o->outer, at) : srcmap_from(o->outer, at);
    return at + o->base;
}

/* A place in the text with all its characters, in the source. tight: of what stands for nothing, the end. */
uint64_t give_source(const give *g, uint64_t text, bool tight)
{
    const give_origin *o = &g->origin;

    if (o->refang)
        text = tight ? srcmap_start(o->refang, text) : srcmap_from(o->refang, text);
    if (o->page)
        text = tight ? srcmap_start(o->page, text) : srcmap_from(o->page, text);
    return give_page_source(g, text, tight);
}

/* Where a link's piece begins that begins here in the scanned text, and where one ends. */
uint64_t give_begin_of(const give *g, uint64_t at)
{
    return give_source(g, cuts_text(&g->cuts, at, 1), true);
}

uint64_t give_end_of(const give *g, uint64_t at)
{
    return give_source(g, cuts_text(&g->cuts, at, 0), false);
}

/* ---- Lines and columns ---- */

void give_count_text(const char *p, size_t n, uint64_t *line, uint64_t *column)
{
    uint64_t points;
    size_t from = count_last_line(p, n, &points);

    if (from > 0) {
        *line += count_byte(p, from, '\n');
        *column = 0;
    }
    *column += points;
}

/* Over the scanned text p, from..to, and the cuts inside it and at its end. */
static void count_all(const give *g, const char *p, trawl_span span, uint64_t *line, uint64_t *column)
{
    uint64_t at = span.from;

    for (const cut *k = cuts_from(&g->cuts, at); k && k->at <= span.to; k = cuts_next(&g->cuts, k)) {
        give_count_text(p, (size_t)(k->at - at), line, column);
        p += k->at - at;
        at = k->at;
        give_count_text(cuts_bytes(&g->cuts, k), k->n, line, column);
    }
    give_count_text(p, (size_t)(span.to - at), line, column);
}

/* ---- Links ---- */

static int add_span(give *g, size_t i, trawl_span span)
{
    if (i == g->spans_size) {
        size_t size = i ? 2 * i : 16;
        trawl_span *spans = memory_resize(&g->m, g->spans, size * sizeof *spans);
        if (!spans)
            return TRAWL_NO_MEMORY;
        g->spans = spans;
        g->spans_size = size;
    }
    g->spans[i] = span;
    return TRAWL_OK;
}

/* The pieces, each in as many as cuts make of it, in the source. */
static int place_pieces(give *g, const trawl_link *link)
{
    size_t n = 0;
    int failed = 0;

    for (unsigned i = 0; i < link->span_count && !failed; i++) {
        uint64_t at = link->spans[i].from, to = link->spans[i].to;
        for (const cut *k = cuts_from(&g->cuts, at + 1); k && k->at < to && !failed; k = cuts_next(&g->cuts, k)) {
            if (k->at == at)
                continue;
            failed = add_span(g, n++, (trawl_span){give_begin_of(g, at), give_end_of(g, k->at)});
            at = k->at;
        }
        if (!failed)
            failed = add_span(g, n++, (trawl_span){give_begin_of(g, at), give_end_of(g, to)});
    }
    g->link.spans = g->spans;
    g->link.span_count = (unsigned)n;
    return failed;
}

/* The same of a text that is flat. */
static int place_flat(give *g, const trawl_link *link)
{
    uint64_t add = g->origin.add + g->origin.base;
    int failed = 0;

    for (unsigned i = 0; i < link->span_count && !failed; i++)
        failed = add_span(g, i, (trawl_span){link->spans[i].from + add, link->spans[i].to + add});
    g->link.spans = g->spans;
    g->link.extent = (trawl_span){link->extent.from + add, link->extent.to + add};
    return failed;
}

/* The whole of it, whose ends mostly are those of pieces. */
static void place_extent(give *g, const trawl_link *link)
{
    trawl_span whole = link->extent, first = link->spans[0], last = link->spans[link->span_count - 1];

    g->link.extent.from = whole.from == first.from ? g->spans[0].from : give_begin_of(g, whole.from);
    g->link.extent.to = whole.to == last.to ? g->spans[g->link.span_count - 1].to : give_end_of(g, whole.to);
}

/* Was a part of it harmless before? */
static bool was_refanged(const give *g, const trawl_link *link)
{
    for (unsigned i = 0; i < link->span_count; i++)
        if (refang_touched(g->origin.refang, cuts_text(&g->cuts, link->spans[i].from, 1),
                           cuts_text(&g->cuts, link->spans[i].to, 0)))
            return true;
    return false;
}

/* ---- What is said of links ---- */

void give_zone(give *g, uint64_t at, int zone, uint64_t known)
{
    unsigned drop = 0;

    while (drop + 1 < g->zone_n && g->zones[drop + 1].at <= known)
        drop++;
    if (g->zone_n - drop == GIVE_ZONES)
        drop++;
    memmove(g->zones, g->zones + drop, (g->zone_n - drop) * sizeof g->zones[0]);
    g->zone_n -= drop;
    g->zones[g->zone_n++] = (give_zone_change){at, zone};
}

/* The zone of a place in the scanned text. */
static int zone_of(const give *g, uint64_t at, unsigned quote)
{
    int zone = TRAWL_ZONE_NEW;

    if (g->field.n > 0)
        return TRAWL_ZONE_HEADER;
    if (quote > 0)
        return TRAWL_ZONE_QUOTED;
    for (unsigned i = 0; i < g->zone_n && g->zones[i].at <= at; i++)
        zone = g->zones[i].zone;
    return zone;
}

int give_know_again(give *g, trawl_link *link)
{
    size_t n;
    int again;

    if (!g->once || g->field.n > 0)
        return TRAWL_OK;
    again = trawl_canonical(link->url.p, link->url.n, g->canonical, sizeof g->canonical, &n);
    if (again)
        return again == TRAWL_NO_SPACE ? TRAWL_OK : again;
    again = once_again(g->once, g->canonical, n);
    if (again > 0)
        link->flags |= TRAWL_AGAIN;
    return again < 0 ? again : TRAWL_OK;
}

/* What its place, and what it leads to, say of a link that is there in all else. */
static void say_place(give *g, trawl_link *link, uint64_t at)
{
    size_t n;

    link->zone = g->no_places ? TRAWL_ZONE_NONE : zone_of(g, at, link->quote);
    if (g->targets && unwrap_may(link->url) && unwrap_all(link->url.p, link->url.n, g->target, &n) > 0)
        link->target = (trawl_str){g->target, n};
}

/* A header field does not begin in the first line of its text, nor where a line does. */
static void add_lines(const give *g, trawl_link *link)
{
    if (g->no_places)
        return;
    if (link->line == 1)
        link->column += g->origin.column;
    link->line += g->origin.line;
}

int give_say_more(give *g, trawl_link *link, uint64_t at)
{
    say_place(g, link, at);
    return give_know_again(g, link);
}

void give_say_usual(give *g, trawl_link *link, uint64_t at)
{
    add_lines(g, link);
    say_place(g, link, at);
}

/* The link as the caller sees it, made at the first event that has it, which is e. */
int give_know_link(give *g, const trawl_event *e)
{
    const trawl_link *link = e->link;
    uint64_t first = link->spans[0].from, line = g->line, column = g->column;
    int failed;

    if (g->has_link && g->known == first)
        return 0;
    g->has_link = true;
    g->known = first;
    g->link = *link;
    if (give_is_flat(g)) {
        failed = place_flat(g, link);
    } else {
        failed = place_pieces(g, link);
        if (!failed)
            place_extent(g, link);
    }
    if (failed)
        return failed;
    if (first >= g->signature)
        g->link.flags |= TRAWL_SIGNATURE;
    if (g->counting) {
        count_all(g, e->text.p, (trawl_span){e->span.from, first}, &line, &column);
        g->link.line = line + g->origin.line;
        g->link.column = column + 1;
    } else {
        add_lines(g, &g->link);
    }
    if (g->origin.refang && was_refanged(g, link))
        g->link.flags |= TRAWL_REFANGED;
    return give_say_more(g, &g->link, first);
}
