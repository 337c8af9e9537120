/* finding.h - runs the scanner over a text, cut into pieces, and writes down its events
 *
 *     finding f;
 *
 *     finding_open(&f, &config);
 *     finding_run(&f, text, n, 7, 0);      in pieces of 7 bytes; 0 for all at once
 *     use(f.link[0].url, f.events.p);
 *     finding_close(&f);
 *
 * `events` has a line for each event, with adjacent TEXT events joined; it is the same for any
 * pieces of a text. `links` has only the lines of the links. `faults` counts what is wrong in any
 * text (a lost byte, a span that does not hold its text, a raw text that is not its pieces, a TEXT
 * that ends inside a character), and `fault` describes the first fault.
 */
#ifndef TRAWL_TESTS_FINDING_H
#define TRAWL_TESTS_FINDING_H

#include <inttypes.h>
#include <trawl.h>

#include "configured.h"
#include "growing.h"

#define FINDING_LINKS 256

/* A link as it was sent. */
typedef struct found_link {
    int kind;
    uint64_t flags;
    unsigned alt_count, span_count, quote;
    uint64_t line, column;
    trawl_span extent;
    kept url, raw, alt[TRAWL_ALTS];
    int why[TRAWL_ALTS];
} found_link;

typedef struct finding {
    trawl_scanner *t;
    const char *text;
    size_t n;
    growing events, links, rules, pieces;
    found_link link[FINDING_LINKS];
    unsigned link_count, all_links; /* links kept in link[]; all links sent */
    uint64_t at;                    /* end of the events so far */
    bool links_only, pending;       /* a TEXT event that is not written yet: */
    uint64_t text_from, text_of;
    unsigned faults;
    char fault[200];
} finding;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void
finding_fault(finding *f, const char *format, ...)
{
    va_list args;

    if (f->faults++)
        return;
    va_start(args, format);
    vsnprintf(f->fault, sizeof f->fault, format, args);
    va_end(args);
}

static inline void finding_flush(finding *f)
{
    if (f->pending)
        growing_printf(&f->events, "text %" PRIu64 "-%" PRIu64 " of %" PRIx64 "\n", f->text_from,
                       f->at, f->text_of);
    f->pending = false;
}

static inline void finding_line(growing *g, const trawl_link *l)
{
    growing_printf(g, "%s ", trawl_kind_name(l->kind));
    growing_add(g, l->url.p, l->url.n);
    for (unsigned bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
        if (l->flags >> bit & 1)
            growing_printf(g, " %s", trawl_flag_name((int)bit));
    growing_printf(g, " at %" PRIu64 ":%" PRIu64 " quote %u extent %" PRIu64 "-%" PRIu64 " pieces",
                   l->line, l->column, l->quote, l->extent.from, l->extent.to);
    for (unsigned i = 0; i < l->span_count; i++)
        growing_printf(g, " %" PRIu64 "-%" PRIu64, l->spans[i].from, l->spans[i].to);
    growing_printf(g, " raw ");
    growing_add(g, l->raw.p, l->raw.n);
    for (unsigned i = 0; i < l->alt_count; i++) {
        growing_printf(g, " alt (%s) ", trawl_why_name(l->alts[i].why));
        growing_add(g, l->alts[i].url.p, l->alts[i].url.n);
    }
    growing_printf(g, "\n");
}

static inline void finding_keep(finding *f, const trawl_link *l)
{
    f->all_links++;
    if (f->link_count == FINDING_LINKS)
        return;
    found_link *k = &f->link[f->link_count++];
    *k = (found_link){.kind = l->kind,
                      .flags = l->flags,
                      .alt_count = l->alt_count,
                      .span_count = l->span_count,
                      .quote = l->quote,
                      .line = l->line,
                      .column = l->column,
                      .extent = l->extent};
    k->url = keep(l->url.p, l->url.n);
    k->raw = keep(l->raw.p, l->raw.n);
    for (unsigned i = 0; i < l->alt_count && i < TRAWL_ALTS; i++) {
        k->alt[i] = keep(l->alts[i].url.p, l->alts[i].url.n);
        k->why[i] = l->alts[i].why;
    }
}

static inline void finding_forget(finding *f)
{
    for (unsigned i = 0; i < f->link_count; i++) {
        free(f->link[i].url.p);
        free(f->link[i].raw.p);
        for (unsigned k = 0; k < f->link[i].alt_count; k++)
            free(f->link[i].alt[k].p);
    }
    f->link_count = f->all_links = 0;
}

/* Checks that each piece is the text of its span, and that the pieces, joined by spaces, are the
 * raw text. */
static inline void finding_piece(finding *f, const trawl_event *e)
{
    const trawl_link *l = e->link;

    if (e->type == TRAWL_EVENT_LINK)
        growing_clear(&f->pieces);
    else
        growing_add(&f->pieces, " ", 1);
    growing_add(&f->pieces, e->text.p, e->text.n);
    if (e->index >= l->span_count || l->spans[e->index].from != e->span.from ||
        l->spans[e->index].to != e->span.to)
        finding_fault(f, "piece %u is not the link's span of that number", e->index);
    else if (e->index + 1 == l->span_count &&
             (f->pieces.n != l->raw.n || memcmp(f->pieces.p, l->raw.p, l->raw.n) != 0))
        finding_fault(f, "the pieces are not the raw text");
}

/* Returns true when a character or a CR LF continues at this byte. For UTF-8 texts. */
static inline bool finding_inside(const finding *f, uint64_t at)
{
    const unsigned char *p = (const unsigned char *)f->text;

    if (at == 0 || at >= f->n)
        return false;
    if (p[at - 1] == '\r' && p[at] == '\n')
        return true;
    return p[at - 1] >= 0xC2 && p[at - 1] < 0xF5 && (p[at] & 0xC0) == 0x80;
}

static inline void finding_bytes(finding *f, const trawl_event *e)
{
    if (e->span.from != f->at || e->span.to < e->span.from || e->span.to > f->n)
        finding_fault(f, "event at %" PRIu64 "-%" PRIu64 " where %" PRIu64 " comes next",
                      e->span.from, e->span.to, f->at);
    else if (e->text.n != e->span.to - e->span.from ||
             memcmp(e->text.p, f->text + e->span.from, e->text.n) != 0)
        finding_fault(f, "the event at %" PRIu64 " does not hold the bytes of its span",
                      e->span.from);
    else if (e->type == TRAWL_EVENT_TEXT && finding_inside(f, e->span.to))
        finding_fault(f, "TEXT ends inside a character at %" PRIu64, e->span.to);
    f->at = e->span.to;
}

static inline int finding_sink(void *user, const trawl_event *e)
{
    finding *f = user;

    if (e->type == TRAWL_EVENT_EXPLAIN) {
        growing_printf(&f->rules, " %s", e->rule ? e->rule : "");
        return 0;
    }
    if (e->type == TRAWL_EVENT_LINK) {
        finding_line(&f->links, e->link);
        finding_keep(f, e->link);
    }
    if (f->links_only)
        return 0;
    if (e->type == TRAWL_EVENT_TEXT) {
        uint64_t of = e->link ? e->link->spans[0].from + 1 : 0;

        if (f->pending && f->text_of != of)
            finding_flush(f);
        if (!f->pending)
            f->text_from = e->span.from;
        f->pending = true;
        f->text_of = of;
        finding_bytes(f, e);
        return 0;
    }
    finding_flush(f);
    growing_printf(&f->events, "%d/%u %" PRIu64 "-%" PRIu64 " ", e->type, e->index, e->span.from,
                   e->span.to);
    finding_line(&f->events, e->link);
    finding_piece(f, e);
    finding_bytes(f, e);
    return 0;
}

static inline void finding_feed(finding *f, size_t from, size_t to)
{
    /* Feeds a copy of the exact size, so that a sanitizer catches a read past its end or after the
     * call. */
    kept piece = keep(f->text + from, to - from);
    int error = trawl_feed(f->t, piece.p, piece.n);

    free(piece.p);
    if (error)
        finding_fault(f, "trawl_feed: %d", error);
}

/* Scans the text in pieces of `step` bytes (0: in one), or in two if `cut` is not 0. */
static inline void finding_run(finding *f, const char *text, size_t n, size_t step, size_t cut)
{
    f->text = text;
    f->n = n;
    f->at = f->faults = 0;
    f->pending = false;
    finding_forget(f);
    growing_clear(&f->events);
    growing_clear(&f->links);
    growing_clear(&f->rules);
    if (cut) {
        finding_feed(f, 0, cut);
        finding_feed(f, cut, n);
    } else {
        for (size_t i = 0; i < n; i += step ? step : n)
            finding_feed(f, i, step && step < n - i ? i + step : n);
    }
    int error = trawl_finish(f->t);
    if (error)
        finding_fault(f, "trawl_finish: %d", error);
    finding_flush(f);
    if (!f->links_only && f->at != n)
        finding_fault(f, "events end at %" PRIu64 " of %zu", f->at, n);
    trawl_reset(f->t);
}

static inline void finding_open(finding *f, const trawl_config *config)
{
    memset(f, 0, sizeof *f);
    f->links_only = config && config->want && !(config->want & TRAWL_WANT_TEXT);
    if (configured_open(&f->t, config, finding_sink, f)) {
        printf("Bail out! trawl_open\n");
        exit(2);
    }
}

static inline void finding_close(finding *f)
{
    finding_forget(f);
    configured_close(&f->t);
    free(f->events.p);
    free(f->links.p);
    free(f->rules.p);
    free(f->pieces.p);
}

#endif
