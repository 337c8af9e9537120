/* events.c - sends events to the caller: texts and links with their places in the source, messages,
 * parts, skips
 *
 * Input: the scanner's events, in offsets of the scanned text. Output: the same events, in offsets
 * of the source. The maps of events_origin translate the places; the characters in `cuts` (folds,
 * soft line breaks) are put back as TEXT events.
 */
#include "base/check.h"
#include "mail/events.h"

#include "base/count.h"
#include "find/find.h"
#include "url/url.h"

/* Frees the buffers of the forms of links; from now on their memory comes from g->m. */
static void events_reset_forms(events *g)
{
    buffer *const all[] = {&g->target, &g->inner, &g->decoded, &g->canonical, &g->anchor};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buffer_reset(all[i], &g->m);
}

void events_open(events *g, const memory *m, trawl_sink *sink, void *user)
{
    memset(g, 0, sizeof *g);
    g->sink = sink;
    g->user = user;
    g->m = *m;
    cuts_open(&g->cuts, &g->m);
    events_reset_forms(g);
    events_reset(g);
}

void events_reset(events *g)
{
    g->event.message = &scan_no_message;
    g->event.part = &scan_no_part;
    g->event.field = (trawl_str){"", 0};
    g->covered_to = g->skip_from = 0;
    g->reason = 0;
    g->limit = NULL;
    g->error = TRAWL_OK;
    g->event.size = sizeof g->event;
    g->event.want = g->want;
}

void events_close(events *g)
{
    cuts_close(&g->cuts);
    events_reset_forms(g);
    memory_free(&g->m, g->spans);
    memory_free(&g->m, g->zones);
    memory_free(&g->m, g->live.room);
}

void events_begin(events *g, const events_origin *origin)
{
    g->origin = *origin;
    cuts_clear(&g->cuts);
    g->counting = false;
    g->signature = UINT64_MAX;
    g->zone_n = 0;
    g->known = UINT64_MAX;
    g->anchors = g->coded = false;
    g->anchor.n = 0;
    g->anchor_to = 0;
    g->live.piece = g->live.count = 0;
    g->live.to = 0;
}

void events_count(events *g, uint64_t line, uint64_t column)
{
    g->counting = events_wants(g, TRAWL_WANT_PLACE);
    g->line = line;
    g->column = column;
}

unsigned events_needs(const events *g)
{
    bool text = g->counting || (events_wants(g, TRAWL_WANT_LINK) && cuts_any(&g->cuts));

    return g->want | (text ? TRAWL_WANT_TEXT : 0);
}

void events_drop_cuts(events *g, uint64_t at)
{
    const cut_mark *k;

    while (!events_wants(g, TRAWL_WANT_LINK) && (k = cuts_from(&g->cuts, 0)) && k->at <= at)
        cuts_drop(&g->cuts, k);
}

/* Returns an event of text or of a link. */
static inline const trawl_event *events_fill(events *g, int type, trawl_str text, trawl_span span,
                                             const trawl_link *link, unsigned index)
{
    trawl_event *e = &g->event;

    e->type = type;
    e->index = index;
    e->text = text;
    e->span = span;
    e->link = link;
    return e;
}

/* Sends an event of text. */
static int events_send_text(events *g, trawl_str text, trawl_span span, const trawl_link *link)
{
    return sink_result(g->sink(g->user, events_fill(g, TRAWL_EVENT_TEXT, text, span, link, 0)));
}

/* Sends an event that the caller has set, except for the members that are copied from g->event. */
static int events_send_new(events *g, trawl_event *e)
{
    int stop = g->reason != 0 ? events_flush(g) : 0;

    e->size = sizeof *e;
    e->want = g->want;
    e->message = g->event.message;
    e->part = g->event.part;
    e->field = g->event.field;
    return stop ? stop : sink_result(g->sink(g->user, e));
}

/* ---- Messages, parts, skips ---- */

int events_flush(events *g)
{
    const int reason = g->reason;
    trawl_event e;

    g->reason = 0;
    if (reason == 0 || !events_wants(g, TRAWL_WANT_TEXT))
        return 0;
    e = (trawl_event){.type = TRAWL_EVENT_SKIP,
                      .text = {"", 0},
                      .span = {g->skip_from, g->covered_to},
                      .reason = reason};
    return events_send_new(g, &e);
}

int events_skip(events *g, uint64_t to, int reason)
{
    int stop;

    if (to <= g->covered_to)
        return 0;
    stop = reason == g->reason ? 0 : events_flush(g);
    if (g->reason == 0)
        g->skip_from = g->covered_to;
    g->reason = reason;
    g->covered_to = to;
    return stop;
}

int events_attached(events *g, const char *p, size_t n, uint64_t to)
{
    trawl_event e = {.type = TRAWL_EVENT_SKIP,
                     .text = {p, n},
                     .span = {g->covered_to, to > g->covered_to ? to : g->covered_to},
                     .reason = TRAWL_SKIP_ATTACHMENT};
    int stop;

    if (!events_wants(g, TRAWL_WANT_ATTACHED))
        return events_skip(g, to, TRAWL_SKIP_ATTACHMENT);
    stop = events_flush(g);
    g->covered_to = e.span.to;
    return stop ? stop : events_send_new(g, &e);
}

/* Sends an event of this type at a source offset. */
static int events_note(events *g, int type, uint64_t at, const char *rule, const char *what)
{
    trawl_event e = {.type = type, .text = {"", 0}, .span = {at, at}, .rule = rule, .what = what};

    return events_send_new(g, &e);
}

int events_message(events *g, const trawl_mail_message *message)
{
    int stop = events_flush(g);

    g->event.message = message;
    g->event.part = &scan_no_part;
    g->limit = NULL;
    return stop ? stop : events_note(g, TRAWL_EVENT_MESSAGE, g->covered_to, NULL, NULL);
}

int events_part(events *g, const trawl_mail_part *part)
{
    int stop = events_flush(g);

    g->event.part = part;
    g->limit = NULL;
    return stop ? stop : events_note(g, TRAWL_EVENT_PART, g->covered_to, NULL, NULL);
}

int events_limit(events *g, const char *what, uint64_t at)
{
    if (g->limit == what)
        return 0;
    g->limit = what;
    return events_note(g, TRAWL_EVENT_LIMIT, at, "E20", what);
}

int events_unread(events *g, const char *rule, const char *what, uint64_t at)
{
    return events_wants(g, TRAWL_WANT_UNREAD) ? events_note(g, TRAWL_EVENT_LIMIT, at, rule, what)
                                              : 0;
}

int events_explain(events *g, const char *rule, const char *what)
{
    return events_wants(g, TRAWL_WANT_EXPLAIN)
               ? events_note(g, TRAWL_EVENT_EXPLAIN, g->covered_to, rule, what)
               : 0;
}

/* ---- Places ---- */

/* Returns what an offset is in the source of a map, which may be NULL. Source bytes there that
 * encode no text precede the result if `tight` is set, else they follow it. */
static uint64_t events_through(srcmap *map, uint64_t at, bool tight)
{
    return !map ? at : tight ? srcmap_start(map, at) : srcmap_from(map, at);
}

/* Returns the source offset of `text`, an offset in the text that a page is made from. */
static uint64_t page_source(const events *g, uint64_t text, bool tight)
{
    const events_origin *o = &g->origin;
    uint64_t at = events_through(o->bytes, events_through(o->charset, text, false), tight);

    return events_through(o->outer, at + o->add, tight) + o->base;
}

/* Returns the offset before overstrikes were undone and anything was cut out. */
static uint64_t events_unstruck(const events *g, uint64_t text)
{
    return events_through(g->origin.unstruck, text, true);
}

/* Like page_source(), for an offset in the text before anything was cut out. */
static uint64_t events_source_of(const events *g, uint64_t text, bool tight)
{
    const events_origin *o = &g->origin;

    text = events_through(o->refang, events_unstruck(g, text), tight);
    return page_source(g, events_through(o->page, text, tight), tight);
}

int events_page_limit(events *g, const char *what, uint64_t at)
{
    return events_limit(g, what, page_source(g, at, true));
}

static bool events_is_same(const srcmap *map)
{
    return !map || srcmap_is_identity(map);
}

/* Returns true when source offsets and scanned-text offsets differ only by a constant. */
static bool is_flat(const events *g)
{
    const events_origin *o = &g->origin;

    return g->cuts.total == 0 && !o->refang && !o->page && events_is_same(o->unstruck) &&
           events_is_same(o->charset) && events_is_same(o->bytes) && events_is_same(o->outer);
}

/* Returns the source offset of a piece that begins at this offset of the scanned text. */
static uint64_t events_begin_of(const events *g, uint64_t at)
{
    if (g->flat)
        return at + g->origin.add + g->origin.base;
    return events_source_of(g, cuts_text(&g->cuts, at, 1), true);
}

/* Returns the source offset of a piece that ends at this offset of the scanned text. */
static uint64_t events_end_of(const events *g, uint64_t at)
{
    if (g->flat)
        return at + g->origin.add + g->origin.base;
    return events_source_of(g, cuts_text(&g->cuts, at, 0), false);
}

/* Advances *line and *column over a text. */
static void events_count_text(const char *p, size_t n, uint64_t *line, uint64_t *column)
{
    uint64_t points;
    size_t from = count_last_line(p, n, &points);

    if (from > 0) {
        *line += count_byte(p, from, '\n');
        *column = 0;
    }
    *column += points;
}

/* ---- Text ---- */

static size_t events_line_end(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && p[i] != '\n' && p[i] != '\r')
        i++;
    return i;
}

/* Sends the text of a header field as a line of its own: each line end in it becomes a blank, since
 * it could forge another field. Only the last event has the span. */
static int send_line(events *g, trawl_str text, trawl_span span, const trawl_link *link)
{
    const trawl_span none = {span.from, span.from};
    int stop = 0;

    for (size_t n; !stop && (n = events_line_end(text.p, text.n)) < text.n;) {
        if (n > 0)
            stop = events_send_text(g, (trawl_str){text.p, n}, none, link);
        if (!stop)
            stop = events_send_text(g, (trawl_str){" ", 1}, none, link);
        text = (trawl_str){text.p + n + 1, text.n - n - 1};
    }
    return stop ? stop : events_send_text(g, text, span, link);
}

static inline int send_text(events *g, const char *p, size_t n, uint64_t to, const trawl_link *link)
{
    trawl_span span = {g->covered_to, to};
    int stop = g->reason != 0 ? events_flush(g) : 0;

    if (stop || (n == 0 && to <= g->covered_to))
        return stop;
    if (g->counting)
        events_count_text(p, n, &g->line, &g->column);
    g->covered_to = to;
    if (!events_wants(g, TRAWL_WANT_TEXT))
        return 0;
    if (g->show && g->event.field.n > 0)
        return send_line(g, (trawl_str){p, n}, span, link);
    return events_send_text(g, (trawl_str){p, n}, span, link);
}

int events_text(events *g, const char *p, size_t n, uint64_t to)
{
    trawl_span span = {g->covered_to, to};
    int stop = events_flush(g);

    g->covered_to = to;
    if (stop || !events_wants(g, TRAWL_WANT_TEXT))
        return stop;
    return events_send_text(g, (trawl_str){p, n}, span, NULL);
}

/* Sends the event that says what kind of text follows. */
static int send_markup(events *g, const cut_mark *k)
{
    trawl_event e = {.type = TRAWL_EVENT_MARKUP,
                     .index = k->index,
                     .text = {"", 0},
                     .span = {g->covered_to, g->covered_to},
                     .reason = k->markup};

    return events_wants(g, TRAWL_WANT_TEXT) ? events_send_new(g, &e) : 0;
}

/* Sends p[0..n), which begins at offset `at` of the scanned text. */
typedef int text_sender(events *g, const char *p, size_t n, uint64_t at);

/* Sends the cuts before offset `to`, each after the scanned text that precedes it. *p is the
 * scanned text from offset *at on; both are moved to the last cut. The scanned text is sent by
 * `put`, or by send_text() if `put` is NULL. */
static int send_cuts(events *g, const char **p, uint64_t *at, uint64_t to, const trawl_link *link,
                     text_sender *put)
{
    const cut_mark *k;
    int stop = 0;

    while (!stop && (k = cuts_from(&g->cuts, 0)) && k->at < to) {
        size_t n = k->at > *at ? (size_t)(k->at - *at) : 0;

        if (n > 0)
            stop = put ? put(g, *p, n, *at) : send_text(g, *p, n, events_end_of(g, k->at), link);
        *p += n;
        *at += n;
        if (!stop && k->markup)
            stop = send_markup(g, k);
        else if (!stop)
            stop = send_text(g, cuts_bytes(&g->cuts, k), k->n,
                             events_source_of(g, k->text + k->n, false), link);
        cuts_drop(&g->cuts, k);
    }
    return stop;
}

static int show_text(events *g, const trawl_event *e, const trawl_link *link)
{
    const char *p = e->text.p;
    uint64_t at = e->span.from;
    int stop = cuts_any(&g->cuts) ? send_cuts(g, &p, &at, e->span.to, link, NULL) : 0;

    return stop ? stop
                : send_text(g, p, (size_t)(e->span.to - at), events_end_of(g, e->span.to), link);
}

int events_end(events *g, uint64_t to)
{
    const char *p = "";
    uint64_t at = UINT64_MAX;
    int stop = 0;

    if (cuts_any(&g->cuts)) {
        g->flat = is_flat(g);
        stop = send_cuts(g, &p, &at, UINT64_MAX, NULL, NULL);
    }
    return stop ? stop : send_text(g, "", 0, to, NULL);
}

/* ---- The properties of a link ---- */

static int events_add_span(events *g, size_t i, trawl_span span)
{
    if (!memory_grow(&g->m, &g->spans, &g->spans_size, i + 1, sizeof span))
        return TRAWL_ERROR_NO_MEMORY;
    g->spans[i] = span;
    return TRAWL_OK;
}

/* Sets the spans and extent of g->link when they differ from the scanner's by a constant. */
static int shift_link(events *g, const trawl_link *link, uint64_t add)
{
    if (!memory_grow(&g->m, &g->spans, &g->spans_size, link->span_count, sizeof *g->spans))
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned i = 0; i < link->span_count; i++)
        g->spans[i] = (trawl_span){link->spans[i].from + add, link->spans[i].to + add};
    g->link.spans = g->spans;
    g->link.extent = (trawl_span){link->extent.from + add, link->extent.to + add};
    return TRAWL_OK;
}

/* Sets the spans and extent of g->link in the source. A cut divides a piece. */
static int place_link(events *g, const trawl_link *link)
{
    trawl_span whole = link->extent, first = link->spans[0];
    trawl_span last = link->spans[link->span_count - 1];
    size_t n = 0;
    int failed = 0;

    CHECK(link->span_count > 0 && whole.from <= first.from && last.to <= whole.to);
    if (g->flat && g->origin.add + g->origin.base == 0)
        return TRAWL_OK; /* the scanner's spans and extent are right */
    if (g->flat && !cuts_any(&g->cuts))
        return shift_link(g, link, g->origin.add + g->origin.base);
    for (unsigned i = 0; i < link->span_count && !failed; i++) {
        uint64_t at = link->spans[i].from, to = link->spans[i].to;
        const cut_mark *k = cuts_any(&g->cuts) ? cuts_from(&g->cuts, at + 1) : NULL;

        for (; k && k->at < to && !failed; k = cuts_next(&g->cuts, k)) {
            if (k->at == at)
                continue;
            failed = events_add_span(g, n++,
                                     (trawl_span){events_begin_of(g, at), events_end_of(g, k->at)});
            at = k->at;
        }
        if (!failed)
            failed =
                events_add_span(g, n++, (trawl_span){events_begin_of(g, at), events_end_of(g, to)});
    }
    if (failed)
        return failed;
    g->link.spans = g->spans;
    g->link.span_count = (unsigned)n;
    g->link.extent.from =
        whole.from == first.from ? g->spans[0].from : events_begin_of(g, whole.from);
    g->link.extent.to = whole.to == last.to ? g->spans[n - 1].to : events_end_of(g, whole.to);
    return TRAWL_OK;
}

int events_zone(events *g, uint64_t at, zones_place place, uint64_t known)
{
    size_t drop = 0;

    while (drop + 1 < g->zone_n && g->zones[drop + 1].at <= known)
        drop++;
    if (g->zone_n - drop == DELIVERY_ZONES)
        drop++;
    if (drop > 0)
        memmove(g->zones, g->zones + drop, (g->zone_n - drop) * sizeof g->zones[0]);
    g->zone_n -= drop;
    if (!memory_grow(&g->m, &g->zones, &g->zones_size, g->zone_n + 1, sizeof g->zones[0]))
        return TRAWL_ERROR_NO_MEMORY;
    CHECK(g->zone_n < DELIVERY_ZONES && (g->zone_n == 0 || g->zones[g->zone_n - 1].at <= at));
    g->zones[g->zone_n++] = (events_zone_change){at, place};
    return TRAWL_OK;
}

/* Sets the zone of a link at an offset in the scanned text, and adds the quotes around its line to
 * the quotes that ">" shows. */
static void set_zone(const events *g, trawl_link *link, uint64_t at)
{
    zones_place place = {.zone = TRAWL_ZONE_NEW};

    if (g->event.field.n > 0) {
        link->zone = TRAWL_ZONE_HEADER;
        return;
    }
    for (size_t i = 0; i < g->zone_n && g->zones[i].at <= at; i++)
        place = g->zones[i].place;
    link->quote += place.quotes;
    link->zone = link->quote > 0 ? TRAWL_ZONE_QUOTED : place.zone;
    if (link->quote > 0 && link->quote == (place.quotes > 0 ? place.quotes : 1))
        link->quoted_by = zones_writer(g->writers, place.by);
}

/* Sets line and column of the link: those of the scanner or, if counted here, from the first event
 * `e` of the link to the offset `first` of its first piece. An event of a limit has no text; what
 * is before the piece is a mark such as "<URL:". Adds the position where the text begins, such as
 * that of a header field. */
static void place_line(events *g, const trawl_event *e, uint64_t first)
{
    uint64_t line = g->line, column = g->column, at = e->span.from;
    const char *p = e->text.p;

    if (e->type == TRAWL_EVENT_LIMIT) {
        column += first - at;
        at = first;
    }
    if (g->counting) {
        for (const cut_mark *k = cuts_from(&g->cuts, at); k && k->at <= first;
             k = cuts_next(&g->cuts, k)) {
            events_count_text(p, (size_t)(k->at - at), &line, &column);
            p += k->at - at;
            at = k->at;
            events_count_text(cuts_bytes(&g->cuts, k), k->n, &line, &column);
        }
        CHECK(first - at <= (size_t)(e->text.p + e->text.n - p));
        events_count_text(p, (size_t)(first - at), &line, &column);
        g->link.line = line;
        g->link.column = column + 1;
    } else if (g->link.line == 1) {
        g->link.column += g->origin.column;
    }
    g->link.line += g->origin.line;
}

/* Sets *form to the canonical form of a URL. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or
 * TRAWL_ERROR_NO_SPACE if it is longer than DELIVERY_CANONICAL. */
static int events_make_canonical(buffer *form, trawl_str url)
{
    const size_t room =
        TRAWL_FORM_MAX(url.n) < DELIVERY_CANONICAL ? TRAWL_FORM_MAX(url.n) : DELIVERY_CANONICAL;
    int failed;

    form->n = 0;
    failed = buffer_reserve(form, room);
    if (!failed)
        failed = trawl_canonical(url.p, url.n, form->p, room, &form->n);
    if (failed)
        form->n = 0;
    return failed;
}

int events_anchor(events *g, trawl_str url, uint64_t to)
{
    int failed = TRAWL_OK;

    g->anchor.n = 0;
    g->anchor_to = to;
    if (url.n > 0)
        failed = events_make_canonical(&g->anchor, url);
    return failed == TRAWL_ERROR_NO_SPACE ? TRAWL_OK : failed;
}

/* Flags a link as repeated if an earlier form of the same text has its URL, or if it is `inside`
 * the text of an <a> and has the URL of that <a>. Returns TRAWL_OK or an error. */
static int compare_link(events *g, trawl_link *link, bool inside)
{
    const buffer *form = &g->canonical;
    int zone = link->zone, again = events_make_canonical(&g->canonical, link->url);
    if (again)
        return again == TRAWL_ERROR_NO_SPACE ? TRAWL_OK : again;
    if (inside && form->n == g->anchor.n && memcmp(form->p, g->anchor.p, form->n) == 0)
        link->flags |= TRAWL_FLAG_AGAIN;
    if (!g->seen_urls)
        return TRAWL_OK;
    again = seen_urls_again(g->seen_urls, form->p, form->n, &zone);
    if (again > 0)
        link->flags |= TRAWL_FLAG_AGAIN;
    if (again > 0 && g->origin.page && link->zone == TRAWL_ZONE_NEW)
        link->zone = zone;
    return again < 0 ? again : TRAWL_OK;
}

/* Flags a link at offset `at` of the scanned text as repeated if an earlier form of the same text
 * has its URL, or if it is in the text of an <a> with the same URL. Returns TRAWL_OK or an error.
 */
static inline int flag_repeated(events *g, trawl_link *link, uint64_t at)
{
    const bool inside = g->anchor.n > 0 && at < g->anchor_to && link->kind != TRAWL_KIND_HTML;

    if ((!g->seen_urls && !inside) || g->event.field.n > 0)
        return TRAWL_OK;
    return compare_link(g, link, inside);
}

/* Sets the target and the inner URL of a link. Both are made on the stack and then copied, so that
 * their buffers are only as long as needed. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
__attribute__((noinline)) static int add_targets(events *g, trawl_link *link)
{
    char room[UNWRAP_MAX];
    int failed = TRAWL_OK;
    size_t n;

    g->target.n = g->inner.n = 0;
    if (unwrap_all(link->url.p, link->url.n, room, &n) > 0) {
        failed = buffer_put(&g->target, room, n);
        link->target = (trawl_str){g->target.p, g->target.n};
    }
    if (!failed && unwrap_inner(link->url.p, link->url.n, room, &n)) {
        failed = buffer_put(&g->inner, room, n);
        link->inner = (trawl_str){g->inner.p, g->inner.n};
    }
    return failed;
}

/* Sets zone, target, inner URL, verdict and the flag "again" of a link at this offset of the
 * scanned text. Returns TRAWL_OK or an error. */
static int add_properties(events *g, trawl_link *link, uint64_t at)
{
    int failed = TRAWL_OK;

    if (events_wants(g, TRAWL_WANT_PLACE))
        set_zone(g, link, at);
    if (g->targets && unwrap_may(link->url))
        failed = add_targets(g, link);
    if (!failed && g->coded)
        failed = events_coded(g, link);
    return failed ? failed : flag_repeated(g, link, at);
}

/* Returns true when a part of the link was defanged ("hxxp") in the source: it was replaced. */
static bool was_refanged(const events *g, const trawl_link *link)
{
    for (unsigned i = 0; i < link->span_count; i++)
        if (!srcmap_is_identity_between(
                g->origin.refang, events_unstruck(g, cuts_text(&g->cuts, link->spans[i].from, 1)),
                events_unstruck(g, cuts_text(&g->cuts, link->spans[i].to, 0))))
            return true;
    return false;
}

/* Sets g->link, the link for the caller, at the first event of a link. */
static int make_link(events *g, const trawl_event *e)
{
    const trawl_link *link = e->link;
    uint64_t first;
    int failed;

    first = link->spans[0].from;
    if (g->known == first)
        return TRAWL_OK;
    g->known = first;
    g->link = *link;
    g->link.size = sizeof g->link;
    failed = place_link(g, link);
    if (failed)
        return failed;
    if (first >= g->signature)
        g->link.flags |= TRAWL_FLAG_SIGNATURE;
    if (events_wants(g, TRAWL_WANT_PLACE))
        place_line(g, e, first);
    if (g->origin.refang && was_refanged(g, link))
        g->link.flags |= TRAWL_FLAG_REFANGED;
    return add_properties(g, &g->link, first);
}

/* ---- The events of a link ---- */

/* Returns the index of the link's piece that begins at source offset `from`. In a compressed text
 * several may begin there: returns the first whose index is at least `least`. */
static unsigned index_of(const events *g, uint64_t from, unsigned least)
{
    unsigned low = 0, high = g->link.span_count;

    while (low + 1 < high) {
        unsigned mid = low + (high - low) / 2;
        if (g->link.spans[mid].from <= from)
            low = mid;
        else
            high = mid;
    }
    while (low > least && g->link.spans[low - 1].from == from)
        low--;
    return low;
}

/* Sends a piece of the link, or the part of a piece between two cuts. `index` is the number of its
 * span. */
static int events_send_piece(events *g, trawl_str text, trawl_span span, unsigned index)
{
    int stop = 0;

    if (events_wants(g, TRAWL_WANT_TEXT))
        stop = send_text(g, "", 0, span.from, span.from > g->link.extent.from ? &g->link : NULL);
    g->covered_to = span.to;
    if (g->counting)
        events_count_text(text.p, text.n, &g->line, &g->column);
    if (stop || (index > 0 && !events_wants(g, TRAWL_WANT_TEXT)))
        return stop;
    return sink_result(
        g->sink(g->user, events_fill(g, index == 0 ? TRAWL_EVENT_LINK : TRAWL_EVENT_LINK_MORE, text,
                                     span, &g->link, index)));
}

/* A piece of a link is divided by cuts: sends one part of it, p[0..n), which is at offset `at` of
 * the scanned text. */
static int send_divided(events *g, const char *p, size_t n, uint64_t at)
{
    const trawl_span span = {events_begin_of(g, at), events_end_of(g, at + n)};

    return events_send_piece(g, (trawl_str){p, n}, span, index_of(g, span.from, g->piece));
}

/* Sends a piece of the link with cuts in it, or in other pieces. */
static int show_divided(events *g, const trawl_event *e)
{
    bool inside = e->index > 0 || e->span.from > e->link->extent.from;
    const char *p = e->text.p;
    uint64_t at = e->span.from;
    int stop;

    g->piece = e->index;
    stop = send_cuts(g, &p, &at, at + 1, inside ? &g->link : NULL, NULL);
    if (!stop)
        stop = send_cuts(g, &p, &at, e->span.to, &g->link, send_divided);
    return stop ? stop : send_divided(g, p, (size_t)(e->span.to - at), at);
}

/* Sends the link of this URL, at offset `at` of the scanned text, when only URLs are wanted. */
static int send_url(events *g, trawl_str text, uint64_t at, trawl_span span)
{
    int stop;

    g->error = flag_repeated(g, &g->link, at);
    if (g->error)
        return 1;
    stop = g->reason != 0 ? events_flush(g) : 0;
    return stop ? stop
                : sink_result(
                      g->sink(g->user, events_fill(g, TRAWL_EVENT_LINK, text, span, &g->link, 0)));
}

/* Sets what a link has when only URLs are wanted. */
static void set_url(events *g, int kind, uint64_t flags, trawl_str url)
{
    g->link.size = sizeof g->link;
    g->link.kind = kind;
    g->link.flags = flags & (TRAWL_FLAG_NOT_UTF8 | TRAWL_FLAG_NO_SCHEME);
    g->link.url = url;
}

int events_url(events *g, int kind, uint64_t flags, trawl_str url)
{
    set_url(g, kind, flags, url);
    return send_url(g, (trawl_str){"", 0}, UINT64_MAX, (trawl_span){0, 0});
}

int events_scanned(events *g, const trawl_event *e)
{
    const bool is_link = e->type == TRAWL_EVENT_LINK || e->type == TRAWL_EVENT_LINK_MORE;
    trawl_event note;

    g->flat = is_flat(g);
    g->error = e->link ? make_link(g, e) : 0;
    if (g->error)
        return 1;
    if (is_link)
        return !cuts_any(&g->cuts) && g->link.span_count == e->link->span_count
                   ? events_send_piece(g, e->text, g->link.spans[e->index], e->index)
                   : show_divided(g, e);
    if (e->type == TRAWL_EVENT_TEXT)
        return show_text(g, e, e->link ? &g->link : NULL);
    if (e->type != TRAWL_EVENT_EXPLAIN && e->type != TRAWL_EVENT_LIMIT)
        return 0;
    note = *e;
    note.link = e->link ? &g->link : NULL;
    note.span.from = events_begin_of(g, e->span.from);
    note.span.to = e->type == TRAWL_EVENT_LIMIT ? note.span.from : events_end_of(g, e->span.to);
    return events_send_new(g, &note);
}

/* Returns true for an event whose text may be in the text of an <a>, and for the rest of a link
 * that begins there. */
static bool events_is_in_anchor(const events *g, const trawl_event *e)
{
    const events_live *a = &g->live;

    return e->type <= TRAWL_EVENT_LINK_MORE &&
           (a->piece < a->count || (e->link && e->link->extent.from < a->to));
}

int events_event(void *user, const trawl_event *e)
{
    events *g = user;
    uint64_t add;

    if (events_wants(g, TRAWL_WANT_LINK) || e->type != TRAWL_EVENT_LINK)
        return events_is_in_anchor(g, e) ? anchor_event(g, e) : events_scanned(g, e);
    add = g->origin.add + g->origin.base;
    set_url(g, e->link->kind, e->link->flags, e->link->url);
    return send_url(g, e->text, e->span.from, (trawl_span){e->span.from + add, e->span.to + add});
}

void events_prepare(events *g, trawl_scanner *t)
{
    scan_mode_of(t)->want = events_needs(g);
    if (!events_wants(g, TRAWL_WANT_LINK) && !g->seen_urls && !g->anchors)
        scan_send_urls_to(t, g->sink, g->user, &g->event, g->origin.add + g->origin.base);
}

int events_apart(events *g, const trawl_link *link, uint64_t at, uint64_t from, uint64_t to)
{
    trawl_span span = {page_source(g, from, true), page_source(g, to, false)};
    trawl_link placed = *link;
    trawl_event e = {.type = TRAWL_EVENT_LINK, .text = {"", 0}, .link = &placed};
    int stop;

    if (!events_wants(g, TRAWL_WANT_LINK))
        return events_url(g, link->kind, link->flags, link->url);
    stop = events_skip(g, span.from, TRAWL_SKIP_HTML);
    if (!stop)
        stop = events_flush(g);
    placed.size = sizeof placed;
    placed.spans = &span;
    placed.span_count = 1;
    placed.extent = span;
    if (!stop)
        stop = add_properties(g, &placed, at);
    e.span = (trawl_span){g->covered_to, span.to > g->covered_to ? span.to : g->covered_to};
    g->covered_to = e.span.to;
    g->known = UINT64_MAX;
    return stop ? stop : events_send_new(g, &e);
}
