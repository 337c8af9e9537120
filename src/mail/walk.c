/* walk.c - through one message: bytes go to where they belong; see walk.h */
#include "mail/walk.h"

#include <string.h>

#include "find/scan.h"
#include "mail/walk_field.h"

void walk_open(walk *w, trawl *t, give *g, reader *r)
{
    memory *m = &g->m;
    words_text *texts[] = {&w->id,       &w->date,     &w->from,  &w->subject,      &w->type,     &w->part_charset,
                           &w->encoding, &w->boundary, &w->value, &w->content_type, &w->transfer, &w->boundaries,
                           &w->preamble, &w->text,     &w->base,  &w->bases};

    w->m = m;
    w->t = t;
    w->g = g;
    w->r = r;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        *texts[i] = (words_text){.m = m, .charsets = &w->charsets};
    shelf_open(&w->charsets, m);
    w->hows = walk_field_hows(w);
    fields_index_make(&w->names, w->hows, walk_field_roles(w));
    head_open(&w->head, m);
    once_open(&w->once, m);
    srcmap_open(&w->text_map, m);
    srcmap_open(&w->subject_map, m);
    line_set_make(&w->dashes, "-");
    line_set_then(&w->dashes, "-");
}

void walk_head_alone(walk *w, bool alone)
{
    unsigned before = w->hows;

    w->alone = alone && w->headers == TRAWL_HEADERS_LINKS;
    w->hows = walk_field_hows(w);
    if (w->hows != before)
        fields_index_make(&w->names, w->hows, walk_field_roles(w));
}

void walk_close(walk *w)
{
    words_text *texts[] = {&w->id,       &w->date,     &w->from,  &w->subject,      &w->type,     &w->part_charset,
                           &w->encoding, &w->boundary, &w->value, &w->content_type, &w->transfer, &w->boundaries,
                           &w->preamble, &w->text,     &w->base,  &w->bases};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        words_free(texts[i]);
    shelf_close(&w->charsets);
    head_close(&w->head);
    once_close(&w->once);
    srcmap_close(&w->text_map);
    srcmap_close(&w->subject_map);
}

int walk_begin(walk *w, uint64_t number, uint64_t at)
{
    w->message = (trawl_mail_message){.number = number, .offset = at};
    w->told = false;
    w->one_click = false;
    w->t->set.news = false;
    w->depth = w->parts = 0;
    walk_leave(w);
    w->path_n = 0;
    w->boundaries.n = 0;
    w->held.n = 0;
    w->g->message = NULL;
    w->g->part = NULL;
    walk_begin_header(w, at, false);
    return 0;
}

void walk_begin_header(walk *w, uint64_t at, bool digest)
{
    w->state = WALK_HEADER;
    w->digest_child = digest;
    w->part_known = false;
    w->content_type.n = w->transfer.n = w->base.n = 0;
    w->base_is_own = false;
    head_begin(&w->head, at);
}

/* ---- The header ---- */

/* The header is over: its fields are read, and the body begins with the rest of what was held, a piece of a line. */
static int end_header(walk *w)
{
    char rest[HEAD_NAME + 8];
    size_t used = w->head.last, rest_n = w->head.n - used;
    uint64_t at = head_source(&w->head, used), rest_at = head_start(&w->head, used);
    int stop;

    if (rest_n > 0)
        memcpy(rest, w->head.p + used, rest_n);
    w->head.n = used;
    stop = walk_read_head(w, true, &used);
    if (!stop)
        stop = walk_begin_body(w, at);
    return stop ? stop : walk_bytes(w, rest, rest_n, rest_at);
}

/* There is no room for more of it. */
static int full_header(walk *w)
{
    size_t used, n;
    int stop = walk_read_head(w, false, &used);

    if (stop || used > 0) {
        head_drop(&w->head, used);
        return stop;
    }
    n = w->head.n;
    while (w->head.n > 0 && (unsigned char)w->head.p[w->head.n - 1] > ' ')
        w->head.n--; /* a word that is cut in two leads nowhere */
    stop = walk_read_head(w, true, &used);
    w->head.n = n;
    head_drop(&w->head, n);
    w->state = WALK_REST;
    w->rest_line = false;
    return stop;
}

static int take_header(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    switch (head_feed(&w->head, p, n, at, took)) {
    case HEAD_END:
        return end_header(w);
    case HEAD_FULL:
        return full_header(w);
    case HEAD_FAILED:
        return TRAWL_NO_MEMORY;
    default:
        return 0;
    }
}

/* The rest of a field that is too long: up to a line that begins without a blank. */
static int take_rest(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    size_t i = 0;

    while (i < n) {
        const char *lf;
        if (w->rest_line && p[i] != ' ' && p[i] != '\t') {
            w->state = WALK_HEADER;
            head_go_on(&w->head, at + i);
            break;
        }
        lf = memchr(p + i, '\n', n - i);
        w->rest_line = lf != NULL;
        i = lf ? (size_t)(lf - p) + 1 : n;
    }
    *took = i;
    return give_skip(w->g, at + i, TRAWL_SKIP_HEADER);
}

/* ---- The body ---- */

int walk_leaf(walk *w, const char *p, size_t n, uint64_t at)
{
    if (n == 0)
        return 0;
    if (w->state == WALK_TEXT)
        return reader_bytes(w->r, p, n, at);
    if (w->state == WALK_PREAMBLE)
        return walk_hold_preamble(w, p, n, at);
    return give_skip(w->g, at + n, w->reason);
}

/* Of a multipart without a boundary so far only so much is held. */
static int take_preamble(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    size_t held = w->preamble.n + w->held.n, room = WALK_PREAMBLE_MAX - (held < WALK_PREAMBLE_MAX ? held : 0);

    *took = 0;
    if (held >= WALK_PREAMBLE_MAX)
        return walk_flush_preamble(w, true);
    return walk_body(w, p, n < room ? n : room, at, took);
}

int walk_bytes(walk *w, const char *p, size_t n, uint64_t at)
{
    int stop = 0;

    for (size_t took; n > 0 && !stop; p += took, n -= took, at += took) {
        switch (w->state) {
        case WALK_HEADER:
            stop = take_header(w, p, n, at, &took);
            break;
        case WALK_REST:
            stop = take_rest(w, p, n, at, &took);
            break;
        case WALK_PREAMBLE:
            stop = take_preamble(w, p, n, at, &took);
            break;
        default:
            stop = walk_body(w, p, n, at, &took);
        }
    }
    return stop;
}

/* A header that the message's end cuts off. */
static int cut_header(walk *w, uint64_t at)
{
    int stop = 0;

    if (w->state == WALK_REST) {
        stop = give_skip(w->g, at, TRAWL_SKIP_HEADER);
        head_go_on(&w->head, at);
        w->state = WALK_HEADER;
    }
    if (w->head.known || (w->head.n > w->head.last && memchr(w->head.p + w->head.last, ':', w->head.n - w->head.last)))
        w->head.last = w->head.n;
    return stop ? stop : end_header(w);
}

int walk_end(walk *w, uint64_t at)
{
    int stop = 0;

    while (!stop) {
        if (w->state == WALK_HEADER || w->state == WALK_REST)
            stop = cut_header(w, at);
        else if (w->held.n > 0)
            stop = walk_end_body(w);
        else if (w->state == WALK_PREAMBLE)
            stop = walk_flush_preamble(w, true);
        else
            break;
    }
    if (!stop)
        stop = walk_end_part(w, at);
    w->g->part = NULL;
    w->depth = 0;
    walk_leave(w);
    return stop;
}
