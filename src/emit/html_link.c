/* html_link.c - links in HTML: anchors, and our notes about them (F2, F5, F6, F8, F12)
 *
 *   <bdi dir="ltr"><a href="http://a.example/foo-bar" rel="...">http://a.example/foo-</a></bdi>
 *
 * Each piece of a broken link is an anchor with the same href, unless there is only white space between two: then one anchor
 * goes around both. Quote marks stay outside. What is not live is text, in an element that keeps its direction.
 */
#include "emit/html.h"

#include <string.h>

/* ---- Notes ---- */

static trawl_str str_of(const char *s)
{
    return (trawl_str){s, strlen(s)};
}

static void put_note(trawl_emit *e, trawl_str text)
{
    emit_text(e, "<small class=\"trawl-note\"> [");
    escape_html_whole(e, text.p, text.n);
    emit_text(e, "]</small>");
}

/* F8: a host that may be taken for another one is followed by its A-label. */
static void note_host(trawl_emit *e, const trawl_link *link)
{
    unsigned dangers = trawl_host_dangers(link->url.p, link->url.n);
    char room[TRAWL_URL_MAX];

    if ((dangers & (TRAWL_MIXED_SCRIPT | TRAWL_WHOLE_SCRIPT)) && !html_is_ascii(link->url))
        put_note(e, html_anchor_host(e, link, room));
    if (dangers & TRAWL_ODD_IP)
        put_note(e, str_of("odd-ip"));
}

/* F12: the other readings, where they were asked for. Guesses are none. */
static void note_readings(trawl_emit *e, const trawl_link *link)
{
    char href[TRAWL_URL_MAX];

    for (unsigned i = 0; i < link->alt_count && !e->error; i++) {
        trawl_link other = *link;
        size_t n;
        other.url = link->alts[i].url;
        n = link->alts[i].why == TRAWL_WHY_JOIN ? 0 : html_anchor_href(e, &other, href);
        if (n == 0)
            continue;
        emit_text(e, "<small class=\"trawl-note\"> [or ");
        html_anchor_put(e, href, n, LIVE_NOT_PLAIN);
        emit_text(e, ">");
        escape_html_whole(e, other.url.p, other.url.n);
        emit_text(e, "</a></bdi>]</small>");
    }
}

/* F2: why it is not live, as far as a flag says so. */
static void note_flags(trawl_emit *e, const trawl_link *link)
{
    static const unsigned told =
        TRAWL_FLAG_USERINFO | TRAWL_FLAG_BAD_PERCENT | TRAWL_FLAG_BAD_PORT | TRAWL_FLAG_BAD_CHAR | TRAWL_FORMAT_CHAR;

    for (int bit = 0; bit < TRAWL_FLAG_BITS; bit++)
        if (link->flags & told & (1U << bit))
            put_note(e, str_of(trawl_flag_name(bit)));
}

/* ---- Pieces ---- */

static void open_piece(trawl_emit *e, const trawl_link *link)
{
    html *h = e->state;

    html_settle(e);
    if (h->link.live) {
        if (h->link.plain != LIVE_NOT_PLAIN)
            html_anchor_put(e, link->url.p, link->url.n, h->link.plain);
        else
            html_anchor_put(e, h->link.href, h->link.href_n, LIVE_NOT_PLAIN);
        if (h->link.plain == LIVE_NOT_PLAIN)
            html_anchor_title(e, link);
        emit_text(e, ">");
    } else {
        emit_text(e, "<bdi dir=\"ltr\" class=\"trawl-dead\">");
    }
    h->link.open = true;
}

static void close_piece(trawl_emit *e)
{
    html *h = e->state;

    if (!h->link.open)
        return;
    html_settle(e);
    if (h->link.live)
        emit_text(e, "</a></bdi>");
    else
        emit_text(e, "</bdi>");
    h->link.open = false;
}

static void close_link(trawl_emit *e, const trawl_link *link)
{
    html *h = e->state;

    close_piece(e);
    if (h->link.plain != LIVE_NOT_PLAIN) /* nothing is to be said about it */
        return;
    if (h->link.live) {
        note_host(e, link);
        if (emit_option(e, TRAWL_EMIT_BOTH))
            note_readings(e, link);
    } else {
        note_flags(e, link);
    }
}

/* The white space goes out where the state says: inside the anchor that is open, or behind it. */
static void flush_gap(trawl_emit *e)
{
    html *h = e->state;
    size_t n = h->link.gap_n;

    h->link.gap_n = 0;
    if (n > 0)
        html_text(e, h->link.gap, n);
}

int html_link_end(trawl_emit *e)
{
    html *h = e->state;

    if (html_link_is_over(&h->link))
        return e->error;
    close_piece(e);
    flush_gap(e);
    h->link.left = 0;
    return e->error;
}

static void begin_link(trawl_emit *e, const trawl_link *link)
{
    html_link *l = &((html *)e->state)->link;

    html_link_end(e);
    l->plain = LIVE_NOT_PLAIN;
    if (link->alt_count == 0 && e->config.link_template.n == 0)
        l->plain = live_plain_of(link->url, link->flags);
    l->href_n = l->plain == LIVE_NOT_PLAIN ? html_anchor_href(e, link, l->href) : 0;
    l->live = l->plain != LIVE_NOT_PLAIN || l->href_n > 0;
    l->left = link->span_count;
}

int html_link_piece(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;
    const trawl_link *link = event->link;

    if (!link)
        return html_text(e, event->text.p, event->text.n);
    if (event->type == TRAWL_LINK)
        begin_link(e, link);
    flush_gap(e);
    if (!h->link.open)
        open_piece(e, link);
    html_text(e, event->text.p, event->text.n);
    h->link.left -= h->link.left > 0;
    if (h->link.left == 0)
        close_link(e, link);
    return e->error;
}

static bool is_white(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(" \t\r\n", p[i]) || p[i] == '\0')
            return false;
    return true;
}

/* May a line end stand inside an element here? Not where lines end elements themselves. */
static bool may_break(const trawl_emit *e)
{
    const html *h = e->state;

    return !emit_option(e, TRAWL_EMIT_PAGE) || (!emit_option(e, TRAWL_EMIT_REFLOW) && h->lines.depth == 0);
}

int html_link_gap(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    html_link *l = &h->link;

    if (l->open && may_break(e) && is_white(p, n) && n <= sizeof l->gap - l->gap_n) {
        memcpy(l->gap + l->gap_n, p, n);
        l->gap_n += n;
        return e->error;
    }
    close_piece(e);
    flush_gap(e);
    return html_text(e, p, n);
}
