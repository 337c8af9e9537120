/* link.c - links in HTML: anchors, and notes about them (F2, F4, F5, F8, F11, F12)
 *
 *   <bdi dir="ltr"><a href="http://a.example/foo-bar" rel="...">http://a.example/foo-</a></bdi>
 *
 * A broken link is one anchor if only line ends or backslashes are between its pieces, or if the
 * text flows there (structure.c). Otherwise each piece is an anchor with the same href, and what is
 * between them, such as blanks and quote marks, is outside; pieces beyond the limits of F11 are
 * text. A link that is not live is text, in an element that keeps its direction.
 */
#include "base/check.h"
#include "emit/html/inside.h"

#include "base/ascii.h"

/* ---- Hrefs ---- */

/* Returns the href of the link itself, without a template, or an empty href if the link is not
 * live. A scheme with a template of its own is live. */
static live_answer own_href(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
{
    const char *colon = link->url.n > 0 ? memchr(link->url.p, ':', link->url.n) : NULL;
    trawl_str scheme = {link->url.p, colon ? (size_t)(colon - link->url.p) : 0};
    live_answer answer;
    int result;

    if (!html_template_has(e->config.link_template, scheme))
        scheme = e->config.live;
    result = live_href(link, scheme, room, &answer);

    if (result < 0)
        e->error = result;
    if (result != TRAWL_OK)
        answer.href.n = 0;
    return answer;
}

/* Writes to room the href of a user rule's link to a place in the page: "#" and the id of the place
 * in this text that has the link's id as its key, or else the link's id. Returns its length, or 0
 * for other links. */
static size_t page_href(const trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
{
    trawl_str url = link->url, id;

    if (link->kind != TRAWL_KIND_RULE || url.n < 2 || url.n > TRAWL_URL_MAX || url.p[0] != '#')
        return 0;
    for (size_t i = 1; i < url.n; i++)
        if (!ascii_is_alnum((unsigned char)url.p[i]) && url.p[i] != '.' && url.p[i] != '-')
            return 0;
    id = html_refs_find(e, link->quote, 'k', url.p + 1, url.n - 1);
    if (id.n == 0 || id.n >= TRAWL_URL_MAX)
        id = (trawl_str){url.p + 1, url.n - 1};
    room[0] = '#';
    CHECK(id.n > 0 && id.n < TRAWL_URL_MAX);
    memcpy(room + 1, id.p, id.n);
    return id.n + 1;
}

/* Returns the href that is written for the link: a place or a message of this page, or the link's
 * own href, in the template if there is one; empty if the link is not live. */
static live_answer href_of(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
{
    char own[TRAWL_URL_MAX];
    live_answer answer = {.href = {room, html_message_href(e, link, room)}};

    if (answer.href.n == 0)
        answer.href.n = page_href(e, link, room);
    if (answer.href.n > 0)
        return answer;
    if (e->config.link_template.n == 0)
        return own_href(e, link, room);
    answer = own_href(e, link, own);
    if (answer.href.n > 0)
        answer.href.n = html_template_fill(e->config.link_template, answer.href, room);
    answer.href.p = room;
    answer.plain = LIVE_MADE;
    return answer;
}

/* ---- Anchors ---- */

#define BEFORE_HREF "<bdi dir=\"ltr\"><a href=\""
#define AFTER_HREF "\" rel=\"nofollow noopener noreferrer ugc\""
#define AFTER_TEXT "</a></bdi>"
#define ANCHOR_SIZE (sizeof BEFORE_HREF AFTER_HREF AFTER_TEXT)

static void put_attribute(trawl_emit *e, const char *name, trawl_str value)
{
    if (value.n == 0)
        return;
    emit_text(e, " ");
    emit_text(e, name);
    emit_text(e, "=\"");
    escape_whole(e, &e->html.attribute, value.p, value.n);
    emit_text(e, "\"");
}

/* Writes the start of an anchor, up to its title. */
static void open_anchor(trawl_emit *e, trawl_str href)
{
    emit_text(e, BEFORE_HREF);
    escape_whole(e, &e->html.attribute, href.p, href.n);
    emit_text(e, e->config.rel.n == 0 ? AFTER_HREF : "\"");
    put_attribute(e, "rel", e->config.rel);
    put_attribute(e, "class", e->config.css_class);
    put_attribute(e, "target", e->config.target);
}

static bool link_is_ascii(trawl_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 0x80)
            return false;
    return true;
}

/* Returns the host of the link's own href, in which non-ASCII labels are A-labels; or "". */
static trawl_str href_host(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
{
    trawl_verdict v = {.size = sizeof v};
    trawl_span host = {TRAWL_ABSENT, TRAWL_ABSENT};
    trawl_str href = own_href(e, link, room).href;
    int error = href.n > 0 ? live_check(&v, href) : TRAWL_OK;

    if (error)
        e->error = error;
    else if (href.n > 0)
        host = v.part[TRAWL_PART_HOST];
    return host.from == TRAWL_ABSENT
               ? (trawl_str){"", 0}
               : (trawl_str){href.p + host.from, (size_t)(host.to - host.from)};
}

/* Returns the dangers of a link's host. */
static unsigned dangers_of(trawl_emit *e, const trawl_link *link)
{
    int dangers = trawl_host_dangers(link->url.p, link->url.n);

    if (dangers < 0)
        e->error = dangers;
    return dangers < 0 ? 0 : (unsigned)dangers;
}

/* F4: writes a title with the host's A-labels, another reading of the link, or both. */
static void link_put_title(trawl_emit *e, const trawl_link *link)
{
    const trawl_alt *alt = NULL;
    char room[TRAWL_URL_MAX];
    trawl_str host = {"", 0};

    for (unsigned i = 0; i < link->alt_count && !alt && !emit_option(e, TRAWL_EMIT_OPTION_BOTH);
         i++)
        if (link->alts[i].why != TRAWL_WHY_JOIN)
            alt = &link->alts[i];
    if (!link_is_ascii(link->url))
        host = href_host(e, link, room);
    if (host.n < 4 || !link_is_ascii(host) || (dangers_of(e, link) & TRAWL_DANGER_PUNYCODE) == 0)
        host.n = 0;
    if (!alt && host.n == 0)
        return;
    emit_text(e, " title=\"");
    escape_whole(e, &e->html.attribute, host.p, host.n);
    if (alt) {
        emit_text(e, host.n > 0 ? "; or, read otherwise: " : "or, read otherwise: ");
        escape_whole(e, &e->html.attribute, alt->url.p, alt->url.n);
    }
    emit_text(e, "\"");
}

/* ---- Notes ---- */

/* Writes a note: `before`, and the text. */
static void link_put_note(trawl_emit *e, const char *before, trawl_str text)
{
    emit_text(e, "<small class=\"trawl-note\"> [");
    emit_text(e, before);
    escape_whole(e, &e->html.text, text.p, text.n);
    emit_text(e, "]</small>");
}

/* F8: writes the A-labels of a host that may be mistaken for another one, and "odd-ip". */
static void note_host(trawl_emit *e, const trawl_link *link)
{
    unsigned dangers = dangers_of(e, link);
    char room[TRAWL_URL_MAX];

    if ((dangers &
         (TRAWL_DANGER_MIXED_SCRIPT | TRAWL_DANGER_WHOLE_SCRIPT | TRAWL_DANGER_CONFUSABLE)) &&
        !link_is_ascii(link->url))
        link_put_note(e, "", href_host(e, link, room));
    if (dangers & TRAWL_DANGER_ODD_IP)
        link_put_note(e, "", (trawl_str){"odd-ip", 6});
}

/* F12: writes the other readings, except guesses that a link continues in the next line. */
static void note_readings(trawl_emit *e, const trawl_link *link)
{
    link_room *room_left = &((html *)e->state)->link.room;
    char room[TRAWL_URL_MAX];

    for (unsigned i = 0; i < link->alt_count && !e->error; i++) {
        trawl_link other = *link;
        trawl_str href = {"", 0};
        other.url = link->alts[i].url;
        if (link->alts[i].why != TRAWL_WHY_JOIN)
            href = href_of(e, &other, room).href;
        if (href.n == 0 ||
            !link_room_take(room_left, ANCHOR_SIZE + link_escaped(href) + link_escaped(other.url)))
            continue;
        emit_text(e, "<small class=\"trawl-note\"> [or ");
        open_anchor(e, href);
        emit_text(e, ">");
        escape_whole(e, &e->html.text, other.url.p, other.url.n);
        emit_text(e, "</a></bdi>]</small>");
    }
}

/* F15: writes the host that a link of HTML leads to, if its text shows another place. */
static void note_mismatch(trawl_emit *e, const trawl_link *link)
{
    char room[TRAWL_URL_MAX];
    trawl_str to;
    int error = live_place(link, own_href(e, link, room).href, &to);

    if (error)
        e->error = error;
    link_put_note(e, "leads to ", to);
}

/* F2: writes the flags of a link that keep it from being live; for a live link, the flags of RFC
 * 1738 section 6. */
static void note_flags(trawl_emit *e, const trawl_link *link, bool live)
{
    static const uint64_t sends =
        TRAWL_FLAG_FOREIGN_PORT | TRAWL_FLAG_ENCODED_CRLF | TRAWL_FLAG_PASSWORD;
    const uint64_t noted = live ? sends
                                : sends | TRAWL_FLAG_USERINFO | TRAWL_FLAG_BAD_PERCENT |
                                      TRAWL_FLAG_BAD_PORT | TRAWL_FLAG_BAD_CHAR |
                                      TRAWL_FLAG_FORMAT_CHAR | TRAWL_FLAG_INCOMPLETE |
                                      TRAWL_FLAG_BACKSLASH;

    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
        if (link->flags & noted & TRAWL_FLAG(bit))
            link_put_note(e, "", (trawl_str){trawl_flag_name(bit), strlen(trawl_flag_name(bit))});
}

static void put_notes(trawl_emit *e, const trawl_link *link)
{
    html *h = e->state;

    if (h->link.plain)
        return;
    html_markup_begin(e);
    note_flags(e, link, h->link.live);
    if (h->link.live)
        note_host(e, link);
    if (link->flags & TRAWL_FLAG_MISMATCH)
        note_mismatch(e, link);
    if (h->link.live && emit_option(e, TRAWL_EMIT_OPTION_BOTH))
        note_readings(e, link);
    html_markup_end(e, 0);
}

/* ---- Pieces ---- */

/* Returns an upper bound of the bytes that the element of a piece has around its text. */
static size_t piece_size(const html_link *l, const trawl_link *link)
{
    size_t n = ANCHOR_SIZE + link_escaped((trawl_str){l->href, l->href_n});

    for (unsigned i = 0; i < link->alt_count; i++)
        n += link_escaped(link->alts[i].url);
    return n;
}

static void link_begin_link(trawl_emit *e, const trawl_link *link)
{
    html_link *l = &((html *)e->state)->link;
    live_answer answer = href_of(e, link, l->href);

    CHECK(answer.href.n <= sizeof l->href);
    if (answer.href.p != l->href)
        memcpy(l->href, answer.href.p, answer.href.n);
    l->plain =
        answer.plain != LIVE_MADE && link->alt_count == 0 && !(link->flags & TRAWL_FLAG_MISMATCH);
    l->href_n = answer.href.n;
    l->live = answer.href.n > 0;
    l->left = link->span_count;
    l->url = link->kind != TRAWL_KIND_HTML && link->kind != TRAWL_KIND_OSC8;
    l->room = link_room_of(link);
    l->size = piece_size(l, link);
}

/* Returns true for a link whose text does not show where it leads: a printed page adds that. */
static bool link_is_named(const html *h, const trawl_link *link, trawl_str text)
{
    const html_link *l = &h->link;

    return h->structure && link->span_count == 1 &&
           (text.n > l->href_n || memcmp(l->href + l->href_n - text.n, text.p, text.n) != 0);
}

static void open_piece(trawl_emit *e, const trawl_link *link, trawl_str text, bool more)
{
    html *h = e->state;

    html_markup_begin(e);
    h->link.open = true;
    if (!h->link.live) {
        emit_text(e, "<bdi dir=\"ltr\" class=\"trawl-dead\">");
    } else {
        open_anchor(e, (trawl_str){h->link.href, h->link.href_n});
        if (e->config.css_class.n == 0 && link_is_named(h, link, text))
            emit_text(e, " class=\"trawl-named\"");
        if (!h->link.plain)
            link_put_title(e, link);
        emit_text(e, ">");
    }
    html_markup_end(e, more ? 2 : 1);
}

void html_link_close(trawl_emit *e)
{
    html *h = e->state;

    if (!h->link.open)
        return;
    html_markup_begin(e);
    emit_text(e, h->link.live ? AFTER_TEXT : "</bdi>");
    html_markup_end(e, -1);
    h->link.open = false;
}

static char *link_put(char *to, const char *p, size_t n)
{
    memcpy(to, p, n);
    return to + n;
}

/* The first stage: writes a whole link of one piece in a fragment, if its URL is its href, neither
 * needs an escape in HTML, and the anchor has the default attributes. Returns false for other
 * links. */
static bool put_simple(trawl_emit *e, const trawl_link *link, trawl_str text)
{
    static const char around[] = BEFORE_HREF AFTER_HREF ">" AFTER_TEXT;
    html *h = e->state;
    trawl_str url = link->url;
    char *to;

    if (!h->simple || link->flags & TRAWL_FLAG_MISMATCH || link->span_count != 1 ||
        link->alt_count > 0 || h->link.open || h->text.n > 0 || text.n > url.n ||
        memcmp(url.p + url.n - text.n, text.p, text.n) != 0)
        return false;
    if (live_plain_of(url, link->flags) != LIVE_CLEAN)
        return false;
    h->text.cr = false;
    if (url.n + text.n + sizeof around > (size_t)(e->room.end - e->room.to))
        (void)emit_put_through(e, "", 0);
    to = link_put(e->room.to, BEFORE_HREF, strlen(BEFORE_HREF));
    to = link_put(to, url.p, url.n);
    to = link_put(to, AFTER_HREF ">", strlen(AFTER_HREF ">"));
    to = link_put(to, text.p, text.n);
    e->room.to = link_put(to, AFTER_TEXT, strlen(AFTER_TEXT));
    return true;
}

int html_link_piece(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;
    const trawl_link *link = event->link;

    if (!link)
        return html_text(e, event->text.p, event->text.n);
    if (event->type == TRAWL_EVENT_LINK) {
        if (put_simple(e, link, event->text))
            return e->error;
        html_link_close(e);
        link_begin_link(e, link);
    }
    if (!h->link.open && link_room_take(&h->link.room, h->link.size))
        open_piece(e, link, event->text, event->type == TRAWL_EVENT_LINK_MORE);
    html_text(e, event->text.p, event->text.n);
    h->link.left -= h->link.left > 0;
    if (h->link.left == 0) {
        html_link_close(e);
        put_notes(e, link);
    }
    return e->error;
}
