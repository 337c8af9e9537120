/* html_link.c - links in HTML: anchors, and our notes about them (F2, F5, F6, F8, F12)
 *
 *   <bdi dir="ltr"><a href="http://a.example/foo-bar" rel="...">http://a.example/foo-</a></bdi>
 *
 * Each piece of a broken link is an anchor with the same href, unless there is only white space between two: then one anchor
 * goes around both. Quote marks stay outside. What is not live is text, in an element that keeps its direction.
 */
#include "emit/html.h"

#include <string.h>

static const char default_rel[] = " rel=\"nofollow noopener noreferrer ugc\"";

static void put_attribute(trawl_emit *e, const char *name, trawl_str value)
{
    if (value.n == 0)
        return;
    emit_text(e, " ");
    emit_text(e, name);
    emit_text(e, "=\"");
    escape_html_attribute(e, value.p, value.n);
    emit_text(e, "\"");
}

static trawl_str str_of(const char *s)
{
    return (trawl_str){s, strlen(s)};
}

/* "%u" in the user's template is the link. False when the whole is longer than a href may be (F11). */
static bool put_template(out *o, trawl_str template, const char *href, size_t n)
{
    for (size_t i = 0; i < template.n; i++) {
        if (i + 1 < template.n && template.p[i] == '%' && template.p[i + 1] == 'u') {
            escape_component(o, href, n);
            i++;
        } else {
            out_byte(o, template.p[i]);
        }
    }
    return o->len <= o->size;
}

/* The href of a link to room; its length, 0 for none, or an error in e. */
static size_t href_of(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
{
    trawl_str template = e->config.link_template;
    char whole[TRAWL_URL_MAX];
    out o = {whole, sizeof whole, 0};
    size_t n = html_message_href(e, link, room, TRAWL_URL_MAX);
    int result;

    if (n > 0)
        return n;
    result = trawl_emit_href(link, e->config.live, room, TRAWL_URL_MAX, &n, NULL);
    if (result < 0)
        e->error = result;
    if (result != TRAWL_OK)
        return 0;
    if (template.n == 0)
        return n;
    if (!put_template(&o, template, room, n))
        return 0;
    memcpy(room, whole, o.len);
    return o.len;
}

static void put_anchor(trawl_emit *e, const char *href, size_t n)
{
    emit_text(e, "<a href=\"");
    escape_html_attribute(e, href, n);
    emit_text(e, "\"");
    if (e->config.rel.n > 0)
        put_attribute(e, "rel", e->config.rel);
    else
        emit_put(e, default_rel, sizeof default_rel - 1);
    put_attribute(e, "class", e->config.css_class);
    put_attribute(e, "target", e->config.target);
}

/* ---- Notes ---- */

static bool is_ascii(trawl_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 0x80)
            return false;
    return true;
}

/* The host of the link's own href, before any template: to be told beside a link whose text shows another spelling. */
static trawl_str host_of(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
{
    trawl_verdict v = {.size = sizeof v};
    trawl_span host = {TRAWL_ABSENT, TRAWL_ABSENT};
    size_t n = 0;
    int result = trawl_emit_href(link, e->config.live, room, TRAWL_URL_MAX, &n, NULL);

    if (result == TRAWL_OK)
        result = trawl_check(&v, room, n);
    if (result == TRAWL_OK)
        host = v.part[TRAWL_HOST];
    if (result < 0)
        e->error = result;
    return host.from == TRAWL_ABSENT ? (trawl_str){"", 0}
                                     : (trawl_str){room + host.from, (size_t)(host.to - host.from)};
}

static const trawl_alt *first_alt(const trawl_link *link)
{
    for (unsigned i = 0; i < link->alt_count; i++)
        if (link->alts[i].why != TRAWL_WHY_JOIN)
            return &link->alts[i];
    return NULL;
}

/* F6: a title says the host's A-label, or that there is another reading. */
static void put_title(trawl_emit *e, const trawl_link *link)
{
    const trawl_alt *alt = emit_option(e, TRAWL_EMIT_BOTH) ? NULL : first_alt(link);
    char room[TRAWL_URL_MAX];
    trawl_str host = is_ascii(link->url) ? (trawl_str){"", 0} : host_of(e, link, room);

    if (host.n < 4 || !is_ascii(host) || (trawl_host_dangers(link->url.p, link->url.n) & TRAWL_PUNYCODE) == 0)
        host.n = 0;
    if (!alt && host.n == 0)
        return;
    emit_text(e, " title=\"");
    escape_html_attribute(e, host.p, host.n);
    if (alt) {
        emit_text(e, host.n > 0 ? "; or, read otherwise: " : "or, read otherwise: ");
        escape_html_attribute(e, alt->url.p, alt->url.n);
    }
    emit_text(e, "\"");
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

    if ((dangers & (TRAWL_MIXED_SCRIPT | TRAWL_WHOLE_SCRIPT)) && !is_ascii(link->url))
        put_note(e, host_of(e, link, room));
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
        n = link->alts[i].why == TRAWL_WHY_JOIN ? 0 : href_of(e, &other, href);
        if (n == 0)
            continue;
        emit_text(e, "<small class=\"trawl-note\"> [or <bdi dir=\"ltr\">");
        put_anchor(e, href, n);
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
    emit_text(e, h->link.live ? "<bdi dir=\"ltr\">" : "<bdi dir=\"ltr\" class=\"trawl-dead\">");
    if (h->link.live) {
        put_anchor(e, h->link.href, h->link.href_n);
        put_title(e, link);
        emit_text(e, ">");
    }
    h->link.open = true;
}

static void close_piece(trawl_emit *e)
{
    html *h = e->state;

    if (!h->link.open)
        return;
    html_settle(e);
    emit_text(e, h->link.live ? "</a></bdi>" : "</bdi>");
    h->link.open = false;
}

static void close_link(trawl_emit *e, const trawl_link *link)
{
    html *h = e->state;

    close_piece(e);
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
    html_text(e, h->link.gap, n);
}

int html_link_end(trawl_emit *e)
{
    html *h = e->state;

    close_piece(e);
    flush_gap(e);
    h->link.left = 0;
    return e->error;
}

int html_link_piece(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;
    const trawl_link *link = event->link;

    if (!link)
        return html_text(e, event->text.p, event->text.n);
    if (event->type == TRAWL_LINK) {
        html_link_end(e);
        h->link.href_n = href_of(e, link, h->link.href);
        h->link.live = h->link.href_n > 0;
        h->link.left = link->span_count;
    }
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
