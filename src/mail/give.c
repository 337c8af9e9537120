/* give.c - events to the caller, with their places in the source; see give.h */
#include "mail/give.h"

#include <string.h>

#include "base/count.h"
#include "find/danger.h"
#include "find/refang.h"

void give_open(give *g, const memory *m, trawl_sink *sink, void *user)
{
    *g = (give){.sink = sink, .user = user, .m = *m};
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
}

void give_count(give *g, uint64_t line, uint64_t column)
{
    g->counting = true;
    g->line = line;
    g->column = column;
}

static int send(give *g, trawl_event *e)
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
    return g->links_only ? 0 : send(g, &e);
}

int give_flush(give *g)
{
    return g->reason == 0 ? 0 : send_skip(g);
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
    return stop ? stop : send(g, &e);
}

int give_part(give *g, const trawl_mail_part *part)
{
    trawl_event e = {.type = TRAWL_PART, .text = {"", 0}, .span = {g->told, g->told}};
    int stop = give_flush(g);

    g->part = part;
    return stop ? stop : send(g, &e);
}

int give_explain(give *g, const char *rule, const char *what)
{
    trawl_event e = {.type = TRAWL_EXPLAIN, .text = {"", 0}, .span = {g->told, g->told}, .rule = rule, .what = what};

    return g->explain ? send(g, &e) : 0;
}

/* ---- Places ---- */

/* A place in the text that a page is made from, in the source. */
static uint64_t source_of_page(const give *g, uint64_t text, bool tight)
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
static uint64_t source_of(const give *g, uint64_t text, bool tight)
{
    const give_origin *o = &g->origin;

    if (o->refang)
        text = tight ? srcmap_start(o->refang, text) : srcmap_from(o->refang, text);
    if (o->page)
        text = tight ? srcmap_start(o->page, text) : srcmap_from(o->page, text);
    return source_of_page(g, text, tight);
}

/* Where a link's piece begins that begins here in the scanned text, and where one ends. */
static uint64_t begin_of(const give *g, uint64_t at)
{
    return source_of(g, cuts_text(&g->cuts, at, 1), true);
}

static uint64_t end_of(const give *g, uint64_t at)
{
    return source_of(g, cuts_text(&g->cuts, at, 0), false);
}

/* ---- Lines and columns ---- */

static void count(const char *p, size_t n, uint64_t *line, uint64_t *column)
{
    uint64_t lines = count_byte(p, n, '\n');
    size_t from = 0;

    if (lines > 0) {
        for (from = n; p[from - 1] != '\n'; from--)
            ;
        *line += lines;
        *column = 0;
    }
    *column += count_code_points(p + from, n - from);
}

/* Over the scanned text p, from..to, and the cuts inside it and at its end. */
static void count_all(const give *g, const char *p, trawl_span span, uint64_t *line, uint64_t *column)
{
    uint64_t at = span.from;

    for (const cut *k = cuts_from(&g->cuts, at); k && k->at <= span.to; k = cuts_next(&g->cuts, k)) {
        count(p, (size_t)(k->at - at), line, column);
        p += k->at - at;
        at = k->at;
        count(cuts_bytes(&g->cuts, k), k->n, line, column);
    }
    count(p, (size_t)(span.to - at), line, column);
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
            failed = add_span(g, n++, (trawl_span){begin_of(g, at), end_of(g, k->at)});
            at = k->at;
        }
        if (!failed)
            failed = add_span(g, n++, (trawl_span){begin_of(g, at), end_of(g, to)});
    }
    g->link.spans = g->spans;
    g->link.span_count = (unsigned)n;
    return failed;
}

/* The whole of it, whose ends mostly are those of pieces. */
static void place_extent(give *g, const trawl_link *link)
{
    trawl_span whole = link->extent, first = link->spans[0], last = link->spans[link->span_count - 1];

    g->link.extent.from = whole.from == first.from ? g->spans[0].from : begin_of(g, whole.from);
    g->link.extent.to = whole.to == last.to ? g->spans[g->link.span_count - 1].to : end_of(g, whole.to);
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

/* Was it in another form of the text before? An error, or TRAWL_OK. */
static int know_again(give *g, trawl_link *link)
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
static int say_more(give *g, trawl_link *link, uint64_t at)
{
    size_t n;

    link->zone = zone_of(g, at, link->quote);
    if (g->targets && unwrap_all(link->url.p, link->url.n, g->target, &n) > 0)
        link->target = (trawl_str){g->target, n};
    return know_again(g, link);
}

/* The link as the caller sees it, made at the first event that has it, which is e. */
static int know_link(give *g, const trawl_event *e)
{
    const trawl_link *link = e->link;
    uint64_t first = link->spans[0].from, line = g->line, column = g->column;
    int failed;

    if (g->has_link && g->known == first)
        return 0;
    g->has_link = true;
    g->known = first;
    g->link = *link;
    failed = place_pieces(g, link);
    if (failed)
        return failed;
    place_extent(g, link);
    if (first >= g->signature)
        g->link.flags |= TRAWL_SIGNATURE;
    if (g->counting) {
        count_all(g, e->text.p, (trawl_span){e->span.from, first}, &line, &column);
        g->link.line = line;
        g->link.column = column + 1;
    } else if (link->line == 1) {
        g->link.column += g->origin.column;
    }
    g->link.line += g->origin.line;
    if (g->origin.refang && was_refanged(g, link))
        g->link.flags |= TRAWL_REFANGED;
    return say_more(g, &g->link, first);
}

/* ---- Text ---- */

static int send_text(give *g, const char *p, size_t n, uint64_t to, const trawl_link *link)
{
    trawl_event e = {.type = TRAWL_TEXT, .text = {p, n}, .link = link};
    int stop = give_flush(g);

    if (n == 0 && to <= g->told)
        return stop;
    e.span = (trawl_span){g->told, to};
    g->told = to;
    if (g->counting)
        count(p, n, &g->line, &g->column);
    return stop || g->links_only ? stop : send(g, &e);
}

/* A cut, which is the first that is kept. */
static int send_cut(give *g, const cut *k, const trawl_link *link)
{
    int stop = send_text(g, cuts_bytes(&g->cuts, k), k->n, source_of(g, k->text + k->n, false), link);

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
            stop = send_text(g, p, (size_t)(k->at - at), end_of(g, k->at), link);
        p += k->at - at;
        at = k->at;
        if (!stop)
            stop = send_cut(g, k, link);
    }
    return stop ? stop : send_text(g, p, (size_t)(e->span.to - at), end_of(g, e->span.to), link);
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
        count(p, n, &g->line, &g->column);
    return stop || (g->links_only && e.index > 0) ? stop : send(g, &e);
}

/* The same of a piece that cuts may have divided. */
static int send_piece_at(give *g, const char *p, size_t n, uint64_t at)
{
    trawl_span span = {begin_of(g, at), end_of(g, at + n)};

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

static int show_note(give *g, const trawl_event *e)
{
    trawl_event note = *e;

    note.span = (trawl_span){begin_of(g, e->span.from), end_of(g, e->span.to)};
    return send(g, &note);
}

int give_event(void *user, const trawl_event *e)
{
    give *g = user;

    if (e->type == TRAWL_TEXT && g->links_only && !g->counting && !cuts_any(&g->cuts))
        return 0; /* nobody asks where it stands */
    g->error = e->link ? know_link(g, e) : 0;
    if (g->error)
        return 1;
    switch (e->type) {
    case TRAWL_TEXT:
        return show_text(g, e, e->link ? &g->link : NULL);
    case TRAWL_LINK:
    case TRAWL_LINK_MORE:
        return e->link ? show_piece(g, e) : 0;
    case TRAWL_EXPLAIN:
        return show_note(g, e);
    default:
        return 0;
    }
}

int give_apart(give *g, const trawl_link *link, uint64_t at, uint64_t from, uint64_t to)
{
    trawl_span span = {source_of_page(g, from, true), source_of_page(g, to, false)};
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
        stop = say_more(g, &placed, at);
    e.span = (trawl_span){g->told, span.to > g->told ? span.to : g->told};
    g->told = e.span.to;
    g->has_link = false;
    return stop ? stop : send(g, &e);
}

int give_end(give *g, uint64_t to)
{
    int stop = send_cuts(g, UINT64_MAX, NULL);

    return stop ? stop : send_text(g, "", 0, to, NULL);
}
