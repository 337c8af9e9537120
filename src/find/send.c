/* send.c - events to the caller's sink */
#include <string.h>

#include "find/danger.h"
#include "find/scan.h"

static int send(trawl *t, const trawl_event *e)
{
    int stop = t->sink(t->user, e);

    return stop > 0 ? stop : 0;
}

static int send_run(trawl *t, const text *w, trawl_span at, const trawl_link *link)
{
    trawl_event e = {.type = TRAWL_TEXT, .link = link, .span = intake_span(&t->in, at.from, at.to)};

    e.text = (trawl_str){w->p + (at.from - w->base), (size_t)(at.to - at.from)};
    return send(t, &e);
}

int send_text(trawl *t, const text *w, uint64_t to, const trawl_link *link)
{
    uint64_t from = t->sent;

    if (from >= to)
        return 0;
    t->sent = to;
    return settings_option(&t->set, TRAWL_LINKS_ONLY) ? 0 : send_run(t, w, (trawl_span){from, to}, link);
}

/* Source that stands for nothing, at the end of the text: an empty event, so that spans tile. */
int send_rest(trawl *t)
{
    trawl_event e = {.type = TRAWL_TEXT, .text = {"", 0}, .span = intake_rest(&t->in)};

    return e.span.from == e.span.to || settings_option(&t->set, TRAWL_LINKS_ONLY) ? 0 : send(t, &e);
}

int send_note(trawl *t, const text *w, size_t from, size_t to, const char *rule, const char *what)
{
    trawl_event e = {.type = TRAWL_EXPLAIN, .rule = rule, .what = what};

    if (!settings_option(&t->set, TRAWL_WANT_EXPLAIN))
        return 0;
    to = to < w->n ? to : w->n;
    e.text = (trawl_str){w->p + from, to - from};
    e.span = intake_span(&t->in, w->base + from, w->base + to);
    return send(t, &e);
}

int send_notes(trawl *t, const text *w, size_t from, size_t to)
{
    int stop = 0;

    if (!settings_option(&t->set, TRAWL_WANT_EXPLAIN))
        return 0;
    for (unsigned k = 0; k < t->f.note_count && !stop; k++)
        stop = send_note(t, w, from, to, t->f.notes[k].rule, t->f.notes[k].what);
    return stop;
}

/* The pieces joined by one space each. */
static trawl_str raw_of(trawl *t, const text *w)
{
    const piece *p = t->f.pieces, *end = p + t->f.piece_count;
    const bool near_end = w->n - end[-1].from < 16;
    char *to = t->raw_room;

    if (t->f.piece_count == 1)
        return (trawl_str){w->p + p->from, p->to - p->from};
    for (; p < end; p++) {
        size_t len = p->to - p->from;
        if (len <= 16 && !near_end) /* hostile text has thousands of these */
            memcpy(to, w->p + p->from, 16);
        else
            memcpy(to, w->p + p->from, len);
        to += len;
        *to++ = ' ';
    }
    return (trawl_str){t->raw_room, (size_t)(to - t->raw_room) - 1};
}

/* t->link is 0 in what is not set here: the mail front's fields, and places when nobody asks for them. */
static int describe(trawl *t, const text *w)
{
    const found *f = &t->f;
    trawl_link *link = &t->link;

    for (unsigned k = 0; k < f->piece_count; k++)
        t->spans[k] = intake_span(&t->in, w->base + f->pieces[k].from, w->base + f->pieces[k].to);
    place_advance(&t->place, w, f->pieces[0].from);
    link->kind = f->kind;
    link->flags = f->flags;
    link->url = (trawl_str){f->url, f->url_n};
    link->raw = raw_of(t, w);
    link->alts = f->alts;
    link->alt_count = f->alt_count;
    link->span_count = f->piece_count;
    link->spans = t->spans;
    link->extent = intake_span(&t->in, w->base + f->from, w->base + f->to);
    if (!settings_option(&t->set, TRAWL_NO_PLACES)) {
        link->line = t->place.line;
        link->column = t->place.column + 1;
        link->quote = place_quote(&t->place, t->set.flowed);
    }
    return f->plain ? TRAWL_OK : danger_flags(f->url, f->url_n, &link->flags);
}

/* One piece. Of an event only what is set here is not 0. */
static int send_piece(trawl *t, const text *w, unsigned k)
{
    const piece *at = &t->f.pieces[k];
    trawl_event *e = &t->event;

    e->type = k == 0 ? TRAWL_LINK : TRAWL_LINK_MORE;
    e->index = k;
    e->span = t->spans[k];
    e->text = (trawl_str){w->p + at->from, at->to - at->from};
    e->link = &t->link;
    t->sent = w->base + at->to;
    return send(t, e);
}

/* All pieces, and the text before, between and behind them. */
static int send_all(trawl *t, const text *w)
{
    int stop = send_text(t, w, w->base + t->f.from, NULL);

    for (unsigned k = 0; k < t->f.piece_count && !stop; k++) {
        stop = send_text(t, w, w->base + t->f.pieces[k].from, &t->link);
        if (!stop)
            stop = send_piece(t, w, k);
    }
    return stop ? stop : send_text(t, w, w->base + t->f.to, &t->link);
}

static bool links_only(const trawl *t)
{
    return settings_option(&t->set, TRAWL_LINKS_ONLY) || (t->wants_text && !t->wants_text(t->user));
}

/* Line, column and quote marks of a usual link. */
static void know_place(trawl *t, const text *w, piece at)
{
    place_close(&t->place, w, &at, 1);
    t->link.line = t->place.line;
    t->link.column = t->place.column + 1;
    t->link.quote = place_quote(&t->place, t->set.flowed);
}

/* What is said of a usual link, whose places are those of the window and base more. They come in registers, for what was just
 * written in halves is slow to be read as a whole. */
static inline void describe_usual(trawl *t, const text *w, piece at, piece all, uint64_t base)
{
    const found *f = &t->f;
    trawl_link *link = &t->link;

    link->kind = f->kind;
    link->flags = f->flags;
    link->url = (trawl_str){f->url, f->url_n};
    link->raw = (trawl_str){w->p + at.from, at.to - at.from};
    link->alt_count = 0;
    link->span_count = 1;
    link->spans = t->spans;
    link->extent = (trawl_span){base + all.from, base + all.to};
    t->spans[0] = (trawl_span){base + at.from, base + at.to};
}

/* Its only piece, or text beside it. */
static inline trawl_event *event_of(trawl *t, const text *w, int type, piece at, uint64_t base)
{
    trawl_event *e = &t->event;

    e->type = type;
    e->index = 0;
    e->span = (trawl_span){base + at.from, base + at.to};
    e->text = (trawl_str){w->p + at.from, at.to - at.from};
    e->link = &t->link;
    return e;
}

static int send_flat(trawl *t, trawl_event *e)
{
    int stop;

    if (e->text.n == 0)
        return 0;
    stop = t->flat ? t->flat->send(t->user, e) : t->sink(t->user, e);
    return stop > 0 ? stop : 0;
}

/* Where text begins that was not sent yet and ends at to. */
static inline size_t unsent(const trawl *t, const text *w, size_t to)
{
    return t->sent < w->base + to ? (size_t)(t->sent - w->base) : to;
}

/* *base is what places in the source are more than those from..to in the window, if all of them are so; else false. */
static inline bool is_flat(trawl *t, const text *w, size_t from, size_t to, uint64_t *base)
{
    uint64_t add = 0;
    bool flat = !t->flat || t->flat->place(t->user, w->base + from, w->base + to, &add, &t->f.flags);

    *base = w->base + add;
    return flat;
}

/* The text before a usual link, what stands around it, and its piece. */
static int send_with_text(trawl *t, const text *w, piece at, piece all)
{
    size_t from = unsent(t, w, all.from);
    trawl_event *e;
    uint64_t base;
    int stop;

    if (!is_flat(t, w, from, at.from, &base))
        return send_link(t, w);
    t->sent = w->base + all.to;
    e = event_of(t, w, TRAWL_TEXT, (piece){from, all.from}, base);
    e->link = NULL;
    stop = send_flat(t, e);
    describe_usual(t, w, at, all, base);
    if (!stop && all.from < at.from)
        stop = send_flat(t, event_of(t, w, TRAWL_TEXT, (piece){all.from, at.from}, base));
    if (!stop)
        stop = send_flat(t, event_of(t, w, TRAWL_LINK, at, base));
    if (!stop && at.to < all.to)
        stop = send_flat(t, event_of(t, w, TRAWL_TEXT, (piece){at.to, all.to}, base));
    return stop;
}

/* The piece and all text before it in one event. The bracket behind it comes with what follows. */
static int send_together(trawl *t, const text *w, piece at, piece all)
{
    size_t from = unsent(t, w, at.from);
    trawl_event *e;
    uint64_t base;
    int stop;

    if (!is_flat(t, w, from, at.from, &base))
        return send_link(t, w);
    t->sent = w->base + at.to;
    describe_usual(t, w, at, all, base);
    e = event_of(t, w, TRAWL_LINK, at, base);
    e->before = (trawl_str){w->p + from, at.from - from};
    stop = send_flat(t, e);
    e->before.n = 0;
    return stop;
}

/* The only event of a link. */
static inline int send_alone(trawl *t, trawl_event *e)
{
    int stop = t->sink_only ? t->sink_only(t->user, e, &t->link, t->spans) : t->sink(t->user, e);

    return stop > 0 ? stop : 0;
}

/* Where nobody counts, how the line begins is still seen where a usual link stands in it: such a one does not begin as a quote
 * mark does. */
int send_usual(trawl *t, const text *w, piece at, size_t from, size_t to)
{
    bool only = links_only(t);
    trawl_event *e;

    if (t->in.active || t->f.alt_count > 0 || (!only && !t->place.uncounted))
        return send_link(t, w);
    if (!only && settings_option(&t->set, TRAWL_FEW_TEXTS))
        return send_together(t, w, at, (piece){from, to});
    if (!only)
        return send_with_text(t, w, at, (piece){from, to});
    if (!t->place.uncounted)
        know_place(t, w, at);
    describe_usual(t, w, at, (piece){from, to}, w->base);
    e = event_of(t, w, TRAWL_LINK, at, w->base);
    t->sent = w->base + to;
    return send_alone(t, e);
}

/* A link of which nobody asks more than its URL: as if its first piece were all of it. */
static int send_first(trawl *t, const text *w)
{
    const piece first = t->f.pieces[0];
    trawl_event *e;

    place_close(&t->place, w, t->f.pieces, t->f.piece_count);
    describe_usual(t, w, first, (piece){t->f.from, t->f.to}, w->base);
    e = event_of(t, w, TRAWL_LINK, first, w->base);
    t->sent = w->base + t->f.to;
    return send_alone(t, e);
}

int send_link(trawl *t, const text *w)
{
    int stop;

    if (t->sink_url) {
        place_close(&t->place, w, t->f.pieces, t->f.piece_count);
        return send_url(t, w);
    }
    if (t->f.url_only && !t->in.active && links_only(t))
        return send_first(t, w);
    stop = describe(t, w);
    if (!stop)
        stop = send_notes(t, w, t->f.from, t->f.to);
    if (!stop && links_only(t)) {
        stop = send_piece(t, w, 0);
        t->sent = w->base + t->f.to;
    } else if (!stop) {
        stop = send_all(t, w);
    }
    place_close(&t->place, w, t->f.pieces, t->f.piece_count);
    return stop;
}
