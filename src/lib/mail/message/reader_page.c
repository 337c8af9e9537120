/* reader_page.c - resolves and sends the links of HTML attributes; finds the base of a page
 *
 * The running text of a page is passed to the scanner by reader.c.
 */

#include "base/ascii.h"
#include "find/text/text.h"
#include "mail/message/reader.h"

/* The maximum lengths of the URL of a link: in UTF-8, and resolved against its base. */
#define PAGE_URL (3 * HTML_VALUE + 4)
#define PAGE_RESOLVED (READER_BASE + HTML_VALUE + 16)

/* Returns the base of partial URLs: that of the page, of its header, or of the caller. */
static trawl_str reader_page_base_of(const reader *r)
{
    if (r->in_html->base_url_n > 0)
        return (trawl_str){r->in_html->base_url, r->in_html->base_url_n};
    return r->as.base.n > 0 ? r->as.base : scan_settings(r->t).base;
}

/* Sets *url to the URL as browsers read it; `base` is the base of the page, or empty. Returns
 * TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int with_slashes(reader *r, trawl_str base, trawl_str *url)
{
    buffer *to = &r->in_html->slashed;

    if (url->n + 2 > PAGE_URL)
        return TRAWL_OK;
    if (buffer_reserve(to, url->n + 2))
        return TRAWL_ERROR_NO_MEMORY;
    *url = slashes_whole(to->p, base, *url, form_scheme(url->p, url->n) > 0);
    return TRAWL_OK;
}

/* ---- Memory ---- */

int reader_page_open(reader *r)
{
    reader_html *h = r->in_html ? r->in_html : memory_get(&r->g->m, sizeof *h);

    if (!h)
        return TRAWL_ERROR_NO_MEMORY;
    if (r->in_html)
        return TRAWL_OK;
    r->in_html = h;
    page_open(&h->page);
    h->url = h->slashed = h->resolved = h->anchor = h->visible = (buffer){.m = &r->g->m};
    return TRAWL_OK;
}

void reader_page_close(reader *r)
{
    reader_html *h = r->in_html;

    if (!h)
        return;
    buffer *const all[] = {&h->url, &h->slashed, &h->resolved, &h->anchor, &h->visible};

    page_close(&h->page);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buffer_reset(all[i], all[i]->m);
    memory_free(&r->g->m, h);
}

/* ---- Bases and links ---- */

/* Handles <base href>. Only the first <base> counts, even if its URL is invalid. A partial URL is
 * resolved against the previous base. If the link of an <a> that the <base> would change was sent
 * before, this is reported as a limit. */
static int reader_page_take_base(void *user, const char *url, size_t n, uint64_t at)
{
    reader *r = user;
    trawl_str outer = reader_page_base_of(r), base = {url, n};
    int failed;

    if (r->in_html->base_known)
        return 0;
    r->error = with_slashes(r, outer, &base);
    if (r->error)
        return r->error;
    r->in_html->base_known = true;
    if (outer.n == 0 && base.n > 2 && memcmp(base.p, "//", 2) == 0)
        outer = (trawl_str){"https:", sizeof "https:" - 1};
    if (form_scheme(base.p, base.n) == 0 && outer.n == 0)
        return 0;
    if (r->in_html->partial_sent)
        r->error = events_page_limit(
            r->g, "links before the <base> of a page are not resolved against it", at);
    if (r->error)
        return r->error;
    failed = trawl_resolve(TRAWL_RESOLVE_3986, outer.p, outer.n, base.p, base.n,
                           r->in_html->base_url, READER_BASE, &r->in_html->base_url_n);
    if (failed)
        r->in_html->base_url_n = 0;
    return failed == TRAWL_ERROR_NO_SPACE ? TRAWL_OK : failed;
}

static bool has_prefix(trawl_str s, const char *with)
{
    return s.n >= strlen(with) && ascii_same(s.p, with, strlen(with));
}

/* Returns false for links into the page itself: embedded pictures ("data:"), fragments ("#a") and,
 * in a page without <base>, empty URLs. */
static bool is_link(const reader *r, const page_link *l)
{
    if (l->url_n == 0)
        return r->in_html->base_url_n > 0;
    return l->url[0] != '#' &&
           (page_is_href(l->attribute) || !has_prefix((trawl_str){l->url, l->url_n}, "data:"));
}

/* Returns true if a text of at least two bytes begins with a word for unsubscribing. */
static bool begins_unsubscribe(trawl_str s)
{
    static const char *const leaving[] = {"unsubscribe",      "opt-out",     "optout",
                                          "abmelden",         "abbestellen", "desinscri",
                                          "d\xC3\xA9sinscri", "desabonner",  "se d\xC3\xA9sabonner",
                                          "darse de baja",    "disiscriv",   "afmelden"};

    if (!memchr("uoadsUOADS", *s.p, 10)) /* the first letters of these */
        return false;
    for (size_t i = 0; i < sizeof leaving / sizeof leaving[0]; i++)
        if (ascii_lower(s.p[1]) == leaving[i][1] && has_prefix(s, leaving[i]))
            return true;
    return false;
}

/* Returns true if a text or a URL contains a word for unsubscribing. */
static bool has_unsubscribe(trawl_str s)
{
    for (; s.n > 1; s.p++, s.n--)
        if (begins_unsubscribe(s))
            return true;
    return false;
}

/* Sets *at to the first character of s. Returns false if its first byte is not part of UTF-8; *at
 * then has its character in windows-1252. */
static bool is_utf8_char(trawl_str s, utf8_char *at)
{
    *at = utf8_decode_or_byte(s.p, s.n);
    return at->len > 1 || at->code < 0x80;
}

/* Converts *s to UTF-8, unless it is UTF-8 already; *s is then in `room`. Reads other bytes as
 * windows-1252, and drops what does not fit into `most` bytes. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
static int make_utf8(buffer *room, size_t most, trawl_str *s)
{
    size_t i = 0, need;
    utf8_char c;

    if (s->n == 0)
        return TRAWL_OK;
    while ((i += ascii_run(s->p + i, s->n - i)) < s->n &&
           is_utf8_char((trawl_str){s->p + i, s->n - i}, &c))
        i += c.len;
    if (i == s->n)
        return TRAWL_OK;
    need = i + 3 * (s->n - i) + 4; /* a byte becomes at most three */
    room->n = 0;
    if (buffer_reserve(room, need < most ? need : most))
        return TRAWL_ERROR_NO_MEMORY;
    memcpy(room->p, s->p, i);
    for (room->n = i; i < s->n && room->n + 4 <= most; i += c.len) {
        char *to = room->p + room->n;
        bool good = is_utf8_char((trawl_str){s->p + i, s->n - i}, &c);
        if (good)
            memcpy(to, s->p + i, c.len);
        room->n += good ? c.len : utf8_encode(to, c.code);
    }
    *s = (trawl_str){room->p, room->n};
    return TRAWL_OK;
}

/* Resolves a partial URL against the base, if there is one. Otherwise "//host" means https. */
static int resolve(reader *r, trawl_link *link)
{
    trawl_str base = reader_page_base_of(r);
    buffer *to = &r->in_html->resolved;
    size_t room;
    int failed = with_slashes(r, base, &link->url);

    if (failed)
        return failed;
    if (form_scheme(link->url.p, link->url.n) > 0)
        return TRAWL_OK;
    if (base.n == 0 && link->url.n > 2 && memcmp(link->url.p, "//", 2) == 0 &&
        link->url.p[2] != '/' && link->url.n + sizeof "https:" <= PAGE_RESOLVED) {
        to->n = 0;
        failed = buffer_put(to, "https:", sizeof "https:" - 1);
        if (!failed)
            failed = buffer_put(to, link->url.p, link->url.n);
        link->url = (trawl_str){to->p, to->n};
        link->flags |= TRAWL_FLAG_SCHEME_IMPLIED;
        return failed;
    }
    link->flags |= TRAWL_FLAG_NO_SCHEME;
    if (base.n == 0)
        return TRAWL_OK;
    room = TRAWL_FORM_MAX(base.n + link->url.n);
    room = room < PAGE_RESOLVED ? room : PAGE_RESOLVED;
    to->n = 0;
    failed = buffer_reserve(to, room);
    if (!failed)
        failed = trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, link->url.p, link->url.n, to->p,
                               room, &to->n);
    if (failed)
        return failed == TRAWL_ERROR_NO_SPACE ? TRAWL_OK : failed;
    link->url = (trawl_str){to->p, to->n};
    link->flags = TRAWL_FLAG_RESOLVED;
    return TRAWL_OK;
}

/* Notes the URL of an <a>, if its text may have the same one. */
static int reader_page_set_anchor(reader *r, const page_link *l, trawl_str url)
{
    if (r->wants.refanged || !l->anchor || !memchr(l->anchor, '.', l->anchor_n))
        url.n = 0;
    return events_anchor(r->g, url, r->scanned + l->text_n);
}

/* Sends the link. The text of an <a> follows. With TRAWL_MAIL_OPTION_ANCHORS, a link that is not an
 * <a> with text is not sent. */
static int reader_page_send(reader *r, const page_link *l, const trawl_link *link)
{
    if (!r->g->live.on || r->wants.refanged)
        return events_apart(r->g, link, r->scanned, l->from, l->to);
    if (l->text_n == 0 || l->tag->n != 1 || (link->flags & TRAWL_FLAG_MISMATCH && !r->g->live.all))
        return 0;
    return anchor_begin(r->g, link,
                        (trawl_str){l->text, l->text_n < READER_LIVE ? l->text_n : READER_LIVE},
                        r->scanned);
}

/* E17: returns the text of the link that shows a different place from its URL, or an empty text.
 * Sets r->error if there is no memory. */
static trawl_str mismatch_of(reader *r, const page_link *l, trawl_str url)
{
    trawl_str visible = {l->visible, l->visible_n};

    r->error = make_utf8(&r->in_html->visible, 2 * (size_t)PAGE_HELD, &visible);
    if (!r->error && visible.n > 0 && mismatch(visible.p, visible.n, url.p, url.n))
        return visible;
    return (trawl_str){"", 0};
}

/* Flags a link for which mismatch_of() returned the text `visible`. If the link has no other text,
 * as when a picture's text shows the place, `visible` becomes its text. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
static int set_mismatch(reader *r, trawl_str visible, trawl_link *link)
{
    buffer *to = &r->in_html->anchor;

    link->flags |= TRAWL_FLAG_MISMATCH;
    if (link->anchor.n > 0)
        return TRAWL_OK;
    to->n = 0;
    if (buffer_reserve(to, PAGE_ANCHOR))
        return TRAWL_ERROR_NO_MEMORY;
    to->n = page_visible_text(visible.p, visible.n, true, to->p, PAGE_ANCHOR);
    link->anchor = (trawl_str){to->p, to->n};
    return TRAWL_OK;
}

/* Adds the flags of the link's URL. A name in Punycode that the text shows in letters, and that
 * looks like no other, is not flagged. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int set_dangers(trawl_link *link)
{
    const uint64_t punycode = TRAWL_FLAG_PUNYCODE, looks = TRAWL_FLAG_CONFUSABLE |
                                                           TRAWL_FLAG_MIXED_SCRIPT |
                                                           TRAWL_FLAG_WHOLE_SCRIPT;
    int failed = danger_flags(link->url.p, link->url.n, &link->flags);

    if ((link->flags & (punycode | looks)) == punycode &&
        mismatch_names_host(link->anchor.p, link->anchor.n, link->url.p, link->url.n))
        link->flags &= ~punycode;
    return failed;
}

static int reader_page_take_link(void *user, const page_link *l)
{
    reader *r = user;
    trawl_link link = {
        .kind = TRAWL_KIND_HTML,
        .url = {l->url, l->url_n},
        .line = scan_state_of(r->t).line,
        .column = scan_state_of(r->t).column + 1,
        .quote = zones_page_marks(&r->zones),
    };
    trawl_str misleads;
    int accepted;

    r->error = make_utf8(&r->in_html->url, PAGE_URL, &link.url);
    if (r->error)
        return r->error;
    if (has_prefix(link.url, "mid:") || has_prefix(link.url, "cid:"))
        link.kind = TRAWL_KIND_MSGID;
    if (!(link.kind == TRAWL_KIND_MSGID ? r->wants.ids : r->wants.html) || !is_link(r, l))
        return 0;
    link.raw = link.url;
    r->error = resolve(r, &link);
    if (l->again && !r->error && mismatch_of(r, l, link.url).n == 0)
        return r->error;
    r->in_html->partial_sent =
        r->in_html->partial_sent ||
        (l->anchor && link.flags & (TRAWL_FLAG_NO_SCHEME | TRAWL_FLAG_RESOLVED));
    if (!r->error && l->anchor_n > 0)
        r->error = reader_page_set_anchor(r, l, link.url);
    if (r->error)
        return r->error;
    accepted = settings_accept(r->g->settings, link.url.p, link.url.n);
    if (accepted <= 0)
        return r->error = accepted;
    if (!events_wants(r->g, TRAWL_WANT_LINK))
        return r->error = events_apart(r->g, &link, r->scanned, l->from, l->to);
    link.attribute = (trawl_str){l->attribute, strlen(l->attribute)};
    link.anchor = (trawl_str){l->anchor ? l->anchor : "", l->anchor_n};
    r->error = make_utf8(&r->in_html->anchor, 3 * PAGE_ANCHOR + 4, &link.anchor);
    if (r->error)
        return r->error;
    link.flags |= form_flags(link.url.p, link.url.n);
    if (parts_front(link.raw.p, link.raw.n).authority > 0 &&
        slashes_differ(link.raw.p, link.raw.n)) /* "http:\\\\host" has one host only */
        link.flags |= TRAWL_FLAG_BACKSLASH;
    if (l->conditional)
        link.flags |= TRAWL_FLAG_CONDITIONAL;
    if (l->pixel)
        link.flags |= TRAWL_FLAG_PIXEL;
    if (page_is_href(l->attribute) && (has_unsubscribe(link.anchor) || has_unsubscribe(link.raw)))
        link.flags |= TRAWL_FLAG_UNSUBSCRIBE;
    misleads = mismatch_of(r, l, link.url);
    if (!r->error && misleads.n > 0)
        r->error = set_mismatch(r, misleads, &link);
    if (!r->error)
        r->error = set_dangers(&link);
    if (!r->error)
        r->error = reader_page_send(r, l, &link);
    return r->error;
}

/* Passes on text and ends any open link, even a defanged one. */
static int reader_page_flush(void *user, const char *p, size_t n)
{
    reader *r = user;
    int stop;

    if (!r->wants.refanged)
        return reader_scan(r, p, n, READER_END);
    stop = refang_feed(&r->refang, p, n);
    if (!stop)
        stop = refang_finish(&r->refang);
    return stop ? stop : reader_scan(r, "", 0, READER_END);
}

static int reader_page_take_limit(void *user, page_limit which, uint64_t at)
{
    static const char *const what[] = {
        [PAGE_LIMIT_VALUE] =
            "an attribute of HTML is longer than 8192 bytes, and links in it are missing",
        [PAGE_LIMIT_DEPTH] = "a page in a page that is in an attribute of HTML is not read",
        [PAGE_LIMIT_ANCHOR] =
            "the text of a link is longer than 16384 bytes, and its rest is not compared",
        [PAGE_LIMIT_BASE] = "a <base> that counts only without scripts is not used",
        [PAGE_LIMIT_TREE] =
            "elements of HTML are nested deeper than 512, and links may have another text"};
    reader *r = user;

    if (which == PAGE_LIMIT_DTD)
        return r->error = events_unread(
                   r->g, "E14", "entities or attributes that a DOCTYPE declares were not read",
                   r->g->covered_to);
    return r->error = r->wants.html ? events_page_limit(r->g, what[which], at) : 0;
}

static int reader_page_take_markup(void *user, uint64_t at, int kind, unsigned index)
{
    reader *r = user;

    r->error = cuts_add(&r->g->cuts, at, "", 0);
    if (!r->error)
        cuts_mark(&r->g->cuts, kind, index);
    return r->error;
}

static void page_stage_begin(reader *r)
{
    page_out out = {r,
                    r->next[STAGE_PAGE]->feed,
                    reader_page_flush,
                    reader_page_take_base,
                    reader_page_take_link,
                    reader_page_take_limit,
                    !events_wants(r->g, TRAWL_WANT_LINK),
                    r->g->live.on && !r->wants.refanged,
                    r->as.xml,
                    r->g->markup && !r->wants.refanged ? reader_page_take_markup : NULL,
                    events_wants(r->g, TRAWL_WANT_PLACE) ? &r->zones : NULL};

    srcmap_clear(&r->maps.shown);
    r->in_html->base_url_n = 0;
    r->in_html->base_known = r->in_html->partial_sent = false;
    r->g->anchors = r->wants.html;
    r->g->origin.page = &r->maps.shown;
    page_begin(&r->in_html->page, &out, &r->maps.shown);
}

static int page_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;

    return page_feed(&r->in_html->page, p, n);
}

static int page_stage_finish(reader *r)
{
    return page_finish(&r->in_html->page);
}

const reader_stage stage_page = {STAGE_PAGE, page_stage_begin, page_stage_feed, page_stage_finish};
