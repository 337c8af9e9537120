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
    return send_links_only(t) ? 0 : send_run(t, w, (trawl_span){from, to}, link);
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

int send_link(trawl *t, const text *w)
{
    int stop;

    if (t->sink_url) {
        place_close(&t->place, w, t->f.pieces, t->f.piece_count);
        return send_url(t, w);
    }
    if (t->f.url_only && !t->in.active && send_links_only(t))
        return send_first(t, w);
    stop = describe(t, w);
    if (!stop)
        stop = send_notes(t, w, t->f.from, t->f.to);
    if (!stop && send_links_only(t)) {
        stop = send_piece(t, w, 0);
        t->sent = w->base + t->f.to;
    } else if (!stop) {
        stop = send_all(t, w);
    }
    place_close(&t->place, w, t->f.pieces, t->f.piece_count);
    return stop;
}
