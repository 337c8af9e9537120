/* html_anchor.c - a link's anchor in HTML: its href, its other attributes, its title (F2, F5, F6, F11) */
#include "emit/html.h"

#include <string.h>

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

size_t html_anchor_href(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
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

void html_anchor_put(trawl_emit *e, const char *href, size_t n, enum live_plain plain)
{
    emit_text(e, "<bdi dir=\"ltr\"><a href=\"");
    if (plain == LIVE_PLAIN)
        emit_put(e, href, n);
    else
        escape_html_attribute(e, href, n);
    if (e->config.rel.n == 0)
        emit_text(e, "\" rel=\"nofollow noopener noreferrer ugc\"");
    else
        emit_text(e, "\"");
    put_attribute(e, "rel", e->config.rel);
    put_attribute(e, "class", e->config.css_class);
    put_attribute(e, "target", e->config.target);
}

/* What stands around the usual link. */
static const char before[] = "<bdi dir=\"ltr\"><a href=\"", behind[] = "</a></bdi>",
                  between[] = "\" rel=\"nofollow noopener noreferrer ugc\">";

#define AROUND (sizeof before + sizeof between + sizeof behind - 3)

static inline char *add(char *to, const char *p, size_t n)
{
    memcpy(to, p, n);
    return to + n;
}

bool html_anchor_usual(trawl_emit *e, trawl_str url, trawl_str text)
{
    size_t n = AROUND + url.n + text.n;
    char *to = emit_room(e, n);

    if (!to)
        return false;
    to = add(to, before, sizeof before - 1);
    to = add(to, url.p, url.n);
    to = add(to, between, sizeof between - 1);
    to = add(to, text.p, text.n);
    (void)add(to, behind, sizeof behind - 1);
    *e->held_n += n;
    return true;
}

typedef bool load_sixteens(sixteens *s, const char *p, size_t n);

/* Are the text and the end of the URL the same, and not too long? */
static inline bool load_text(sixteens *s, trawl_str url, trawl_str text, load_sixteens *load)
{
    sixteens end;

    return load(s, text.p, text.n) && load(&end, url.p + url.n - text.n, text.n) && sixteens_same(s, &end);
}

/* All of the link whose text this is, and whose URL is the same behind n bytes; where the URL was written. */
static inline char *put_both(char *to, const char *scheme, size_t n, const sixteens *s)
{
    char *href = add(to, before, sizeof before - 1);

    to = sixteens_store(add(href, scheme, n), s);
    to = sixteens_store(add(to, between, sizeof between - 1), s);
    (void)add(to, behind, sizeof behind - 1);
    return href;
}

bool html_anchor_address(trawl_emit *e, trawl_str url, trawl_str text, unsigned flags)
{
    static const char scheme[] = "mailto:";
    size_t n = AROUND + url.n + text.n;
    sixteens s;
    char *to;

    if (url.n != text.n + sizeof scheme - 1 || !load_text(&s, url, text, sixteens_load_48) ||
        memcmp(url.p, scheme, sizeof scheme - 1) != 0 || !live_is_plain_address(text.p, &s, flags))
        return false;
    to = emit_room(e, n);
    if (!to)
        return false;
    (void)put_both(to, scheme, sizeof scheme - 1, &s);
    *e->held_n += n;
    return true;
}

/* The host is looked at where it was written, for there are bytes behind it to be read. */
bool html_anchor_web(trawl_emit *e, trawl_str url, trawl_str text, unsigned flags)
{
    size_t n = AROUND + 2 * url.n;
    sixteens s;
    char *to;

    if (url.n != text.n || flags & LIVE_ODD_FLAGS || !load_text(&s, url, text, sixteens_load) || !live_is_common(&s))
        return false;
    to = emit_room(e, n);
    if (!to || !live_has_plain_host(e->kernel, put_both(to, "", 0, &s)))
        return false;
    *e->held_n += n;
    return true;
}

trawl_str html_anchor_host(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
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
void html_anchor_title(trawl_emit *e, const trawl_link *link)
{
    const trawl_alt *alt = emit_option(e, TRAWL_EMIT_BOTH) ? NULL : first_alt(link);
    char room[TRAWL_URL_MAX];
    trawl_str host = html_is_ascii(link->url) ? (trawl_str){"", 0} : html_anchor_host(e, link, room);

    if (host.n < 4 || !html_is_ascii(host) || (trawl_host_dangers(link->url.p, link->url.n) & TRAWL_PUNYCODE) == 0)
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
