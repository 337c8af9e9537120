/* send_usual.c - events of usual links, which have one piece and no other readings; see scan.h */
#include "find/scan.h"

/* Line, column and quote marks of a usual link. */
static void know_place(trawl *t, const text *w, piece at)
{
    place_close_at(&t->place, w, at.from);
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

/* The text from there on before a usual link, what stands around it, and its piece. */
static int send_with_text(trawl *t, const text *w, size_t from, piece at, piece all, uint64_t base)
{
    trawl_event *e;
    int stop;

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
static int send_together(trawl *t, const text *w, size_t from, piece at, piece all, uint64_t base)
{
    trawl_event *e;
    int stop;

    t->sent = w->base + at.to;
    describe_usual(t, w, at, all, base);
    e = event_of(t, w, TRAWL_LINK, at, base);
    e->before = (trawl_str){w->p + from, at.from - from};
    stop = send_flat(t, e);
    e->before.n = 0;
    return stop;
}

/* For one who wants the text, too. */
static int send_among_text(trawl *t, const text *w, piece at, piece all)
{
    bool few = settings_option(&t->set, TRAWL_FEW_TEXTS);
    size_t from = unsent(t, w, few ? at.from : all.from);
    uint64_t base;

    if (!is_flat(t, w, from, at.from, &base))
        return send_link(t, w);
    return few ? send_together(t, w, from, at, all, base) : send_with_text(t, w, from, at, all, base);
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
    bool only = send_links_only(t);
    trawl_event *e;

    if (t->in.active || t->f.alt_count > 0 || (!only && !t->place.uncounted))
        return send_link(t, w);
    if (!only)
        return send_among_text(t, w, at, (piece){from, to});
    if (!t->place.uncounted)
        know_place(t, w, at);
    describe_usual(t, w, at, (piece){from, to}, w->base);
    e = event_of(t, w, TRAWL_LINK, at, w->base);
    t->sent = w->base + to;
    return send_alone(t, e);
}

int send_first(trawl *t, const text *w)
{
    const piece first = t->f.pieces[0];
    trawl_event *e;

    place_close(&t->place, w, t->f.pieces, t->f.piece_count);
    describe_usual(t, w, first, (piece){t->f.from, t->f.to}, w->base);
    e = event_of(t, w, TRAWL_LINK, first, w->base);
    t->sent = w->base + t->f.to;
    return send_alone(t, e);
}
