/* anchor.c - the links of <a> as events of their text: TRAWL_MAIL_OPTION_ANCHORS
 *
 * Input: the link of an <a>, with the text that it shows; then the scanner's events of that text.
 * Output: the same events, but with the link of the <a> in place of what the scanner found in its
 * text. Each line of the text is a piece, without the blanks around it. A piece is sent when the
 * scanner has passed its end.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "mail/events.h"
#include "url/url.h"

/* Returns n without the bytes of a character that is cut at the end of text[0..n). */
static size_t whole_characters(const char *text, size_t n)
{
    size_t lead = n;

    while (lead > 0 && n - lead < 3 && utf8_goes_on(text[lead - 1]))
        lead--;
    if (lead > 0 && utf8_length((unsigned char)text[lead - 1]) > n - lead + 1)
        return lead - 1;
    return n;
}

static bool anchor_is_space(char c)
{
    return (unsigned char)c <= ' ';
}

/* Sets the pieces to the lines of the text that are not blank; at is its offset. */
static void anchor_find_pieces(events_live *a, trawl_str text, uint64_t at)
{
    size_t n = whole_characters(text.p, text.n);

    for (size_t i = 0, to; i < n && a->count < DELIVERY_PIECES; i = to) {
        size_t from = i, end;
        while (from < n && anchor_is_space(text.p[from]))
            from++;
        for (to = from; to < n && text.p[to] != '\n' && text.p[to] != '\r'; to++)
            ;
        for (end = to; end > from && anchor_is_space(text.p[end - 1]); end--)
            ;
        if (from < end)
            a->pieces[a->count++] = (trawl_span){at + from, at + end};
    }
}

/* Copies a text to the room, which is large enough. */
static trawl_str anchor_keep(char **to, trawl_str s)
{
    char *copy = *to;

    if (s.n > 0)
        memcpy(copy, s.p, s.n);
    *to += s.n;
    return (trawl_str){copy, s.n};
}

/* Writes the pieces with a blank between to the room, as the link's raw text. */
static trawl_str anchor_join(const events_live *a, trawl_str text, char *to)
{
    size_t n = 0;

    for (unsigned k = 0; k < a->count; k++) {
        size_t len = (size_t)(a->pieces[k].to - a->pieces[k].from);
        if (k > 0)
            to[n++] = ' ';
        memcpy(to + n, text.p + (a->pieces[k].from - a->from), len);
        n += len;
    }
    return (trawl_str){to, n};
}

int anchor_begin(events *g, const trawl_link *link, trawl_str text, uint64_t at)
{
    events_live *a = &g->live;
    size_t size = link->url.n + link->anchor.n + link->quoted_by.n + 2 * text.n;
    char *room;

    a->piece = a->count = 0;
    anchor_find_pieces(a, text, at);
    if (a->count == 0)
        return TRAWL_OK;
    if (!memory_grow(&g->m, &a->room, &a->room_size, size, 1))
        return TRAWL_ERROR_NO_MEMORY;
    room = a->room;
    a->link = *link;
    a->link.size = sizeof a->link;
    a->link.url = anchor_keep(&room, link->url);
    a->link.anchor = anchor_keep(&room, link->anchor);
    a->link.quoted_by = anchor_keep(&room, link->quoted_by);
    a->text = anchor_keep(&room, text);
    a->from = at;
    a->link.raw = anchor_join(a, text, room);
    CHECK((size_t)(room - a->room) <= size && a->count <= DELIVERY_PIECES);
    a->to = a->pieces[a->count - 1].to;
    a->link.spans = a->pieces;
    a->link.span_count = a->count;
    a->link.extent = (trawl_span){a->pieces[0].from, a->to};
    return TRAWL_OK;
}

/* Sends the event's text from offset `from` to `to`. */
static int pass_text(events *g, const trawl_event *e, uint64_t from, uint64_t to,
                     const trawl_link *link)
{
    trawl_event part = *e;

    part.type = TRAWL_EVENT_TEXT;
    part.index = 0;
    part.link = link;
    part.text = (trawl_str){e->text.p + (from - e->span.from), (size_t)(to - from)};
    part.span = (trawl_span){from, to};
    return events_scanned(g, &part);
}

/* Sends the next piece of the link. */
static int pass_piece(events *g)
{
    events_live *a = &g->live;
    trawl_span span = a->pieces[a->piece];
    trawl_event part = {.size = sizeof part, .link = &a->link, .index = a->piece, .span = span};

    part.type = a->piece == 0 ? TRAWL_EVENT_LINK : TRAWL_EVENT_LINK_MORE;
    part.text = (trawl_str){a->text.p + (span.from - a->from), (size_t)(span.to - span.from)};
    a->piece++;
    return events_scanned(g, &part);
}

int anchor_event(events *g, const trawl_event *e)
{
    events_live *a = &g->live;
    uint64_t at = e->span.from, to = e->span.to;
    int stop = 0;

    while (!stop && at < to && a->piece < a->count) {
        trawl_span next = a->pieces[a->piece];
        uint64_t end = next.from < to ? next.from : to;
        if (at < next.from) {
            stop = pass_text(g, e, at, end, a->piece > 0 ? &a->link : NULL);
            at = end;
        } else if (to < next.to) {
            return 0; /* the event with its end sends the whole piece */
        } else {
            stop = pass_piece(g);
            at = next.to;
        }
    }
    return stop || at == to ? stop : pass_text(g, e, at, to, NULL);
}
