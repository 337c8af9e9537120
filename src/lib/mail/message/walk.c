/* walk.c - reads one message: passes its bytes to the header, the preamble, a boundary line or the
 * text to which they belong */
#include "base/check.h"
#include "mail/message/inside.h"

/* Frees all buffers. */
static void reset_buffers(walk *w, const memory *m)
{
    buffer *all[] = {&w->fields.id,         &w->fields.date,
                     &w->fields.from,       &w->fields.subject,
                     &w->fields.from_addr,  &w->fields.list_id,
                     &w->part.base,         &w->part.content_type,
                     &w->part.transfer,     &w->part.disposition,
                     &w->around.boundaries, &w->around.bases,
                     &w->held.preamble,     &w->value,
                     &w->part.name,         &w->fields.references,
                     &w->fields.ids,        &w->fields.reply,
                     &w->held.line};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buffer_reset(all[i], m);
    for (walk_type *t = w->part.types; t < w->part.types + WALK_TYPES; t++) {
        buffer_reset(&t->fields, m);
        buffer_reset(&t->type, m);
        buffer_reset(&t->charset, m);
        buffer_reset(&t->encoding, m);
    }
}

void walk_open(walk *w, trawl_scanner *t, events *g, reader *r)
{
    reset_buffers(w, &g->m);
    w->t = t;
    w->g = g;
    w->r = r;
    walk_choose_fields(w);
    words_open(&w->words, &g->m);
    fields_open(&w->room, &g->m);
    head_open(&w->head, &g->m, &w->names);
    seen_urls_open(&w->seen_urls, &g->m);
    srcmap_open(&w->value_map, &g->m);
}

void walk_close(walk *w)
{
    reset_buffers(w, &w->g->m);
    encoded_close(w);
    words_close(&w->words);
    fields_close(&w->room);
    memory_free(&w->g->m, w->around.levels);
    head_close(&w->head);
    seen_urls_close(&w->seen_urls);
    srcmap_close(&w->value_map);
}

void walk_head_alone(walk *w, bool alone, bool written)
{
    alone = alone && w->set.headers == TRAWL_HEADERS_LINKS;
    written = written && w->set.headers == TRAWL_HEADERS_LINKS;
    if (alone == w->header.alone && written == w->header.written)
        return;
    w->header.alone = alone;
    w->header.written = written;
    walk_choose_fields(w);
}

void walk_leave(walk *w)
{
    if (w->around.alternative > w->around.depth) {
        w->around.alternative = 0;
        w->g->seen_urls = NULL;
    }
}

int walk_begin(walk *w, uint64_t number, uint64_t at)
{
    w->message = scan_no_message;
    w->message.number = number;
    w->message.offset = at;
    w->header.sent = false;
    w->header.one_click = false;
    w->fields.ids.n = w->fields.reply.n = 0;
    scan_mode_of(w->t)->news = false;
    w->around.depth = w->around.parts = 0;
    walk_leave(w);
    w->around.path_n = 0;
    w->around.boundaries.n = 0;
    w->held.line.n = 0;
    w->g->event.message = &scan_no_message;
    w->g->event.part = &scan_no_part;
    walk_begin_header(w, at, false);
    return 0;
}

void walk_begin_header(walk *w, uint64_t at, bool digest)
{
    w->state = WALK_HEADER;
    w->part.by_default = digest;
    w->part.known = w->header.line_sent = false;
    w->part.content_type.n = w->part.transfer.n = w->part.disposition.n = 0;
    w->header.has_base = false;
    head_begin(&w->head, at);
}

/* ---- The header ---- */

/* Returns the start of the empty line that ends the header; without one, the header's end. */
static size_t empty_line(const head *h)
{
    const char *p = h->text.p;
    size_t end = h->line_at, i = end;

    i -= i > 0 && p[i - 1] == '\n';
    i -= i > 0 && i < end && p[i - 1] == '\r';
    return i == 0 || p[i - 1] == '\n' ? i : end;
}

/* Ends the header: reads its fields, and begins the body with the piece of a line that remains in
 * the header's text. */
static int walk_end_header(walk *w)
{
    head *h = &w->head;
    char rest[HEAD_NAME + 8];
    size_t end = h->line_at, rest_n = h->text.n - end;
    uint64_t at = head_source(h, end), rest_at = head_start(h, end);
    int stop;

    CHECK(end <= h->text.n && rest_n <= sizeof rest);
    if (rest_n > 0)
        memcpy(rest, h->text.p + end, rest_n);
    stop = walk_read_head(w, h->fields_n, w->set.show ? empty_line(h) : end, true);
    if (!stop)
        stop = w->header.line_sent ? events_text(w->g, "\n", 1, at)
                                   : events_skip(w->g, at, TRAWL_SKIP_HEADER);
    if (!stop)
        stop = walk_begin_body(w, at);
    return stop ? stop : walk_bytes(w, rest, rest_n, rest_at);
}

/* Handles a header that has no more room: reads the complete fields, or the start of a field that
 * fills all the room. */
static int full_header(walk *w)
{
    static const char long_field[] =
        "a header field is longer than 102400 bytes, and the rest of it is not read";
    head *h = &w->head;
    size_t fields, end = head_complete(h, &fields);
    int stop = walk_read_head(w, fields, end, false);

    if (!stop && end == 0) {
        end = head_cut(h);
        fields = h->fields_n;
        stop = walk_read_head(w, fields, end, true);
        if (!stop)
            stop = events_limit(w->g, long_field, head_source(h, 0));
        w->state = WALK_REST;
        w->rest_line = false;
        end = h->text.n;
    }
    head_drop(h, end, fields);
    return stop;
}

static int walk_take_header(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    switch (head_feed(&w->head, p, n, at, took)) {
    case HEAD_END:
        return walk_end_header(w);
    case HEAD_FULL:
        return full_header(w);
    case HEAD_FAILED:
        return TRAWL_ERROR_NO_MEMORY;
    default:
        return 0;
    }
}

/* Skips the rest of a field that is too long, up to a line that does not begin with a blank. */
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
    return events_skip(w->g, at + i, TRAWL_SKIP_HEADER);
}

/* Handles the end of the message inside a header. */
static int cut_header(walk *w, uint64_t at)
{
    int stop = 0;

    if (w->state == WALK_REST) {
        stop = events_skip(w->g, at, TRAWL_SKIP_HEADER);
        head_go_on(&w->head, at);
        w->state = WALK_HEADER;
    }
    if (!stop)
        stop = head_finish(&w->head);
    return stop ? stop : walk_end_header(w);
}

/* ---- The body ---- */

int walk_leaf(walk *w, const char *p, size_t n, uint64_t at)
{
    if (n == 0)
        return 0;
    if (w->state == WALK_TEXT)
        return reader_bytes(w->r, p, n, at);
    if (w->state == WALK_ENCODED)
        return encoded_bytes(w, p, n, at);
    if (w->state == WALK_PREAMBLE || w->state == WALK_ATTACHED)
        return walk_hold_preamble(w, p, n, at);
    return w->reason == TRAWL_SKIP_ATTACHMENT ? events_attached(w->g, p, n, at + n)
                                              : events_skip(w->g, at + n, w->reason);
}

/* Reads bytes of a preamble, which is held up to a limit. */
static int take_preamble(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    size_t held = w->held.preamble.n + w->held.line.n;
    size_t room = held < WALK_PREAMBLE_MAX ? WALK_PREAMBLE_MAX - held : 0;

    *took = 0;
    return room == 0 ? walk_flush_preamble(w, true)
                     : walk_body(w, p, n < room ? n : room, at, took);
}

int walk_bytes(walk *w, const char *p, size_t n, uint64_t at)
{
    int stop = 0;

    for (size_t took; n > 0 && !stop; p += took, n -= took, at += took) {
        switch (w->state) {
        case WALK_HEADER:
            stop = walk_take_header(w, p, n, at, &took);
            break;
        case WALK_REST:
            stop = take_rest(w, p, n, at, &took);
            break;
        case WALK_PREAMBLE:
            stop = take_preamble(w, p, n, at, &took);
            break;
        case WALK_ATTACHED:
            stop = attached_take(w, p, n, at, &took);
            break;
        default:
            stop = walk_body(w, p, n, at, &took);
        }
    }
    return stop;
}

int walk_end_attached(walk *w, uint64_t at)
{
    int stop = 0;

    while (!stop) {
        if (w->state == WALK_HEADER || w->state == WALK_REST)
            stop = cut_header(w, at);
        else if (w->held.line.n > 0)
            stop = walk_end_body(w);
        else if (w->state == WALK_ATTACHED)
            stop = attached_decide(w, true);
        else
            break;
    }
    return stop;
}

int walk_end(walk *w, uint64_t at)
{
    int stop = walk_end_attached(w, at);

    while (!stop && w->state == WALK_PREAMBLE) {
        stop = walk_flush_preamble(w, true);
        if (!stop)
            stop = walk_end_attached(w, at);
    }
    if (!stop)
        stop = walk_end_part(w, at);
    w->g->event.part = &scan_no_part;
    w->around.depth = 0;
    walk_leave(w);
    return stop;
}
