/* unbreak.c - the output of -t text: inside a link; see unbreak.h */
#include "cli/unbreak.h"

#include <string.h>

void unbreak_open(struct unbreak *u, struct output *out)
{
    *u = (struct unbreak){.out = out, .state = UNBREAK_TEXT};
}

void unbreak_close(struct unbreak *u)
{
    reply_free(&u->breaks);
    reply_free(&u->inner);
    reply_free(&u->tail);
}

static void put(struct unbreak *u, trawl_str s)
{
    output_bytes(u->out, s.p, s.n);
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The link as it would stand unbroken: its URL, without the scheme that nobody wrote. */
static trawl_str whole(const trawl_link *link)
{
    static const char implied[] = "https://";
    size_t n = sizeof implied - 1;
    trawl_str url = link->url;

    if ((link->flags & TRAWL_SCHEME_IMPLIED) && url.n > n && memcmp(url.p, implied, n) == 0)
        url = (trawl_str){url.p + n, url.n - n};
    return url;
}

/* What stood between two pieces: of it the first line break goes on to be held, with the blanks before it and all that
 * follows, which is the prefix, or a whole turn of a page. */
static int keep_breaks(struct unbreak *u, const char *p, size_t n)
{
    const char *lf = n > 0 ? memchr(p, '\n', n) : NULL;
    size_t from;

    if (!lf)
        return TRAWL_OK;
    from = (size_t)(lf - p);
    if (from > 0 && p[from - 1] == '\r')
        from--;
    while (from > 0 && is_blank(p[from - 1]))
        from--;
    return reply_add(&u->breaks, p + from, n - from);
}

/* Take the quote mark of <URL:"..."> out of what stands before the closer. */
static size_t take_quote(struct unbreak *u, const trawl_link *link, char *p, size_t n)
{
    size_t at = n;

    if (!(link->flags & TRAWL_QUOTES))
        return n;
    while (at > 0 && p[at - 1] != '"' && p[at - 1] != '\'')
        at--;
    if (at == 0)
        return n;
    output_byte(u->out, p[at - 1]);
    memmove(p + at - 1, p + at, n - at);
    return n - 1;
}

/* The link is over: its closer goes out, the breaks before that are held. */
static int end_link(struct unbreak *u, const trawl_link *link)
{
    size_t n = u->inner.n;
    char *p = u->inner.p;
    int error, closed = n > 0 && p[n - 1] == '>';

    u->inner.n = 0;
    if (!closed && (link->flags & TRAWL_MULTI)) {
        u->state = u->breaks.n > 0 ? UNBREAK_GAP : UNBREAK_TEXT;
        return TRAWL_OK;
    }
    if (closed) {
        n = take_quote(u, link, p, n - 1);
        output_byte(u->out, '>');
    }
    error = keep_breaks(u, p, n);
    if (error == TRAWL_OK && closed && (link->flags & TRAWL_CLOSER_AT_BOL))
        error = reply_add(&u->breaks, ">", 1);
    u->moved = u->worded = 0;
    u->state = u->breaks.n > 0 ? UNBREAK_TAIL : UNBREAK_TEXT;
    if (closed && (link->flags & TRAWL_CLOSER_AT_BOL))
        unbreak_settle(u);
    return error;
}

/* In running text no link is broken over lines: between its pieces stand backslashes ("a\_b"), without which it might end elsewhere. */
static int is_as_written(const struct unbreak *u, const trawl_link *link)
{
    return link->span_count > 1 && (link->kind == TRAWL_BARE || link->kind == TRAWL_WWW) && u->state != UNBREAK_GAP;
}

/* A piece. The first is followed by all the others at once. */
static int take_piece(struct unbreak *u, const trawl_event *e)
{
    const trawl_link *link = e->link;
    int error = TRAWL_OK;

    if (is_as_written(u, link)) {
        if (u->state != UNBREAK_TEXT)
            unbreak_settle(u);
        put(u, e->text);
        return TRAWL_OK;
    }
    if (e->index == 0) {
        if (u->state == UNBREAK_TAIL)
            unbreak_settle(u);
        put(u, link->span_count > 1 ? whole(link) : e->text);
        if (link->span_count == 1 && u->state != UNBREAK_GAP)
            return TRAWL_OK;
        u->state = UNBREAK_LINK;
    } else {
        error = keep_breaks(u, u->inner.p, u->inner.n);
    }
    u->inner.n = 0;
    if (error == TRAWL_OK && e->span.to == link->extent.to)
        error = end_link(u, link);
    return error;
}

/* Text with a link: an opener, something between pieces, a closer. */
static int take_inner(struct unbreak *u, const trawl_event *e)
{
    int error;

    if (u->state != UNBREAK_LINK) {
        if (u->state != UNBREAK_TEXT && u->state != UNBREAK_GAP)
            unbreak_settle(u);
        put(u, e->text);
        return TRAWL_OK;
    }
    error = reply_add(&u->inner, e->text.p, e->text.n);
    if (error == TRAWL_OK && e->span.to == e->link->extent.to)
        error = end_link(u, e->link);
    return error;
}

/* What separates two links of a wrapper whose breaks are held: a break there joins them, so that they stay in order. */
static int take_gap(struct unbreak *u, trawl_str text)
{
    if (!memchr(text.p, '\n', text.n)) {
        put(u, text);
        return TRAWL_OK;
    }
    output_byte(u->out, ' ');
    return keep_breaks(u, text.p, text.n);
}

int unbreak_event(struct unbreak *u, const trawl_event *e)
{
    if (e->type == TRAWL_LINK || e->type == TRAWL_LINK_MORE)
        return take_piece(u, e);
    if (e->type != TRAWL_TEXT)
        return TRAWL_OK;
    if (e->link)
        return take_inner(u, e);
    if (u->state == UNBREAK_TAIL || u->state == UNBREAK_WORD)
        return unbreak_tail(u, e->text.p, e->text.n);
    if (u->state == UNBREAK_GAP && e->text.n > 0)
        return take_gap(u, e->text);
    put(u, e->text);
    return TRAWL_OK;
}

void unbreak_end(struct unbreak *u)
{
    unbreak_settle(u);
}
