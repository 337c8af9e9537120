/* deliver.c - turns a decided candidate into events for the sink
 *
 * Input: the candidate in trawl.candidate, with indices into the window. Output: events in the
 * order of the text, with places in the source. What the caller does not want (trawl_config.want)
 * is neither computed nor sent: it is 0 in the link, and its events are left out.
 */
#include <trawl_mail.h>

#include "base/check.h"
#include "find/scan/scan.h"
#ifdef TRAWL_TEST_PLANTED
int planted(const char *url, size_t n);
#endif

const trawl_mail_message scan_no_message = {.size = sizeof scan_no_message,
                                            .id = {"", 0},
                                            .date = {"", 0},
                                            .date_iso = {"", 0},
                                            .from = {"", 0},
                                            .subject = {"", 0},
                                            .from_addr = {"", 0},
                                            .list_id = {"", 0},
                                            .in_reply_to = {"", 0},
                                            .time_iso = {"", 0}};
const trawl_mail_part scan_no_part = {.size = sizeof scan_no_part,
                                      .path = {"", 0},
                                      .type = {"", 0},
                                      .charset = {"", 0},
                                      .encoding = {"", 0},
                                      .name = {"", 0}};

/* Returns an event without a link, for the caller to complete. */
static trawl_event event_of(const trawl_scanner *t, int type)
{
    return (trawl_event){.size = sizeof(trawl_event),
                         .type = type,
                         .want = t->event.want,
                         .message = t->event.message,
                         .part = t->event.part,
                         .text = {"", 0}};
}

/* ---- Text and notes ---- */

/* Sends the text from the end of the last event up to the offset `to`. `link` is the link that the
 * text is inside, as "<URL:" and line breaks are, or NULL. */
int deliver_text(trawl_scanner *t, const text *w, uint64_t to, const trawl_link *link)
{
    trawl_event *e = &t->event;
    uint64_t from = t->sent;

    if (from >= to)
        return 0;
    t->sent = to;
    if (!(t->mode.want & TRAWL_WANT_TEXT))
        return 0;
    CHECK(from >= w->base && to <= w->base + w->n);
    e->type = TRAWL_EVENT_TEXT;
    e->index = 0;
    e->link = link;
    e->span = intake_span(&t->in, from, to);
    e->text = (trawl_str){w->p + (from - w->base), (size_t)(to - from)};
    return sink_result(t->to(t->to_user, e));
}

/* Sends source bytes at the end of the text that encode no character as an empty TEXT event, so
 * that the events' spans cover the whole source. */
int deliver_rest(trawl_scanner *t)
{
    trawl_event e = event_of(t, TRAWL_EVENT_TEXT);

    e.span = intake_rest(&t->in);
    return e.span.from == e.span.to || !(t->mode.want & TRAWL_WANT_TEXT)
               ? 0
               : sink_result(t->to(t->to_user, &e));
}

int deliver_note(trawl_scanner *t, const text *w, size_t from, size_t to, const char *rule,
                 const char *what)
{
    trawl_event e = event_of(t, TRAWL_EVENT_EXPLAIN);

    if (!(t->mode.want & TRAWL_WANT_EXPLAIN))
        return 0;
    e.rule = rule;
    e.what = what;
    to = to < w->n ? to : w->n;
    e.text = (trawl_str){w->p + from, to - from};
    e.span = intake_span(&t->in, w->base + from, w->base + to);
    return sink_result(t->to(t->to_user, &e));
}

/* Sends the notes that the rules left in the candidate, which is w->p[from..to). */
int deliver_notes(trawl_scanner *t, const text *w, size_t from, size_t to)
{
    int stop = 0;

    for (unsigned k = 0; k < t->candidate.note_count && !stop; k++)
        stop = deliver_note(t, w, from, to, t->candidate.notes[k].rule, t->candidate.notes[k].what);
    return stop;
}

/* ---- Links ---- */

/* Sets the link's raw text to its pieces, joined by one space each. Returns false when out of
 * memory. Out of line: few links have more than one piece. */
__attribute__((noinline)) static bool join_raw(trawl_scanner *t, const text *w)
{
    const piece *p = t->candidate.pieces, *end = p + t->candidate.piece_count;
    size_t n = 0;

    for (; p < end; p++) {
        size_t more = p->to - p->from;
        CHECK(p->from < p->to && p->to <= w->n && (n == 0 || p[-1].to <= p->from));
        if (!memory_grow(&t->set->m, &t->raw_room, &t->raw_size, n + more + 1, 1))
            return false;
        memcpy(t->raw_room + n, w->p + p->from, more);
        t->raw_room[n + more] = ' ';
        t->link.raw = (trawl_str){t->raw_room, n + more};
        n += more + 1;
    }
    return true;
}

/* Adds what may be wrong with the host of a link that is not plain. Out of line: few links need
 * it. */
__attribute__((noinline)) static int add_dangers(trawl_scanner *t, const text *w)
{
    candidate *f = &t->candidate;

    if (f->piece_count > 1 || f->kind == TRAWL_KIND_WRAP || f->flags & TRAWL_FLAG_NOTATION) {
        doubt_slashes(t->set, w, f);
        t->link.flags = f->flags;
        t->link.alts = f->alts;
        t->link.alt_count = f->alt_count;
    }
    return danger_flags(f->url, f->url_n, &t->link.flags);
}

/* Fills the members of the link that are wanted. The others stay 0. */
static inline int describe(trawl_scanner *t, const text *w)
{
    candidate *f = &t->candidate;
    trawl_link *link = &t->link;

    if (t->set->plain)
        doubt_label(t->set, f);

    link->kind = f->kind;
    link->url = (trawl_str){f->url, f->url_n};
    link->raw = (trawl_str){w->p + f->pieces->from, f->pieces->to - f->pieces->from};
    if ((f->piece_count > 1 && !join_raw(t, w)) ||
        !memory_grow(&t->set->m, &t->spans, &t->span_room, f->piece_count, sizeof *t->spans))
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned k = 0; k < f->piece_count; k++)
        t->spans[k] = intake_span(&t->in, w->base + f->pieces[k].from, w->base + f->pieces[k].to);
    link->flags = f->flags;
    link->alts = f->alts;
    link->alt_count = f->alt_count;
    link->span_count = f->piece_count;
    link->spans = t->spans;
    link->extent = intake_span(&t->in, w->base + f->from, w->base + f->to);
    if (t->mode.want & TRAWL_WANT_PLACE) {
        place_advance(&t->place, w, f->pieces[0].from);
        link->line = t->place.line;
        link->column = t->place.column + 1;
        link->quote = place_quote(&t->place, t->mode.flowed);
    }
    return f->plain && (!f->codes || (f->url[0] | 0x20) == 'h') /* http sends no lines */
               ? TRAWL_OK
               : add_dangers(t, w);
}

/* If more than URLs are wanted, the event has a link with the beginning of the text that is too
 * long. */
int deliver_limit(trawl_scanner *t, const text *w, size_t i, piece head, const char *rule,
                  const char *what)
{
    trawl_event e = event_of(t, TRAWL_EVENT_LIMIT);
    int stop;

    if (!t->mode.limits)
        return 0;
    stop = deliver_text(t, w, w->base + i, NULL);
    if (!stop && t->mode.want & TRAWL_WANT_LINK) {
        candidate_begin(&t->candidate, t->candidate.kind, head.from, head.to);
        candidate_whole(&t->candidate, w, head.from, head.to);
        e.link = &t->link;
        stop = describe(t, w);
    }
    if (stop)
        return stop;
    e.rule = rule;
    e.what = what;
    e.span = intake_span(&t->in, w->base + i, w->base + i);
    return sink_result(t->sink(t->user, &e)); /* t->sink finds the event's place, t->to does not */
}

/* Returns the event of the k-th piece of the link, with this span. */
static const trawl_event *piece_event(trawl_scanner *t, const text *w, unsigned k, trawl_span span)
{
    const piece *at = &t->candidate.pieces[k];
    trawl_event *e = &t->event;

    e->type = k == 0 ? TRAWL_EVENT_LINK : TRAWL_EVENT_LINK_MORE;
    e->index = k;
    e->link = &t->link;
    e->span = span;
    e->text = (trawl_str){w->p + at->from, at->to - at->from};
    return e;
}

/* Returns 1 if the link may be sent; 0 if the settings exclude it, with a note; or an error. */
static int is_accepted(trawl_scanner *t)
{
    int accepted = t->candidate.no_memory
                       ? TRAWL_ERROR_NO_MEMORY
                       : settings_accept(t->set, t->candidate.url, t->candidate.url_n);

    if (accepted == 0)
        candidate_note(&t->candidate, "C6", "the chosen standards or hosts exclude it");
    return accepted;
}

/* Sets the link when more than its URL is wanted. Sends its notes, and the text before it. */
__attribute__((noinline)) static int begin_link(trawl_scanner *t, const text *w)
{
    const candidate *f = &t->candidate;
    const bool wants_text = (t->mode.want & TRAWL_WANT_TEXT) != 0;
    int stop = describe(t, w);

    place_close(&t->place, w, f);
    if (!stop && f->note_count > 0)
        stop = deliver_notes(t, w, f->from, f->to);
    if (!stop && wants_text)
        stop = deliver_text(t, w, w->base + f->from, NULL);
    if (!stop && wants_text)
        stop = deliver_text(t, w, w->base + f->pieces[0].from, &t->link);
    t->sent = w->base + (wants_text ? f->pieces[0].to : f->to);
    return stop;
}

/* Sends the other pieces of the link, and the text between and after them. */
__attribute__((noinline)) static int end_link(trawl_scanner *t, const text *w)
{
    const candidate *f = &t->candidate;
    int stop = 0;

    for (unsigned k = 1; k < f->piece_count && !stop; k++) {
        stop = deliver_text(t, w, w->base + f->pieces[k].from, &t->link);
        t->sent = w->base + f->pieces[k].to;
        if (!stop)
            stop = sink_result(t->to(t->to_user, piece_event(t, w, k, t->spans[k])));
    }
    return stop ? stop : deliver_text(t, w, w->base + f->to, &t->link);
}

/* Percent-encodes the bytes of the URL that are not UTF-8. A URL that would become too long stays
 * as it is. */
__attribute__((noinline)) static void escape_bytes(trawl_scanner *t)
{
    candidate *f = &t->candidate;
    char room[FOUND_BYTES + FOUND_PREFIX];
    const size_t n = bytes_escape(room, sizeof room, f->url, f->url_n);

    if (n > 0) {
        memcpy(f->url_room, room, n);
        f->url = f->url_room;
        f->url_n = n;
    }
    f->flags |= TRAWL_FLAG_NOT_UTF8;
    t->link.flags = TRAWL_FLAG_NOT_UTF8; /* for a sink that wants URLs only */
    candidate_note(f, "M14", "bytes that are not UTF-8 are percent-encoded");
}

/* Sends the events of the link in t->candidate; if text is not wanted, only the first event. */
int deliver_link(trawl_scanner *t, const text *w)
{
    candidate *f = &t->candidate;
    int stop;

    t->link.flags = 0;
    if (!f->ascii && !bytes_are_utf8(f->url, f->url_n))
        escape_bytes(t);
    stop = f->no_memory || t->set->judges ? is_accepted(t) : 1;
    if (stop <= 0)
        return stop < 0 ? stop : deliver_notes(t, w, f->from, f->to);
#ifdef TRAWL_TEST_PLANTED
    if ((stop = planted(f->url, f->url_n)) != 0)
        return stop;
#endif
    if ((t->mode.want & ~(unsigned)TRAWL_WANT_UNREAD) == TRAWL_WANT_URL) {
        const uint64_t base = w->base + t->add;
        const trawl_span span = {base + f->from, base + f->to};

        t->link.kind = f->kind;
        t->link.url = (trawl_str){f->url, f->url_n};
        t->sent = w->base + f->to;
        place_close(&t->place, w, f);
        return sink_result(t->to(t->to_user, piece_event(t, w, 0, span)));
    }
    stop = begin_link(t, w);
    if (!stop)
        stop = sink_result(t->to(t->to_user, piece_event(t, w, 0, t->spans[0])));
    return stop || t->sent == w->base + f->to ? stop : end_link(t, w);
}
