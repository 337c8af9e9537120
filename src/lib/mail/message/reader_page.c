/* reader_page.c - resolves and sends the links of HTML attributes; finds the base of a page
 *
 * The running text of a page is passed to the scanner by reader.c.
 */

#include "base/ascii.h"
#include "find/text/text.h"
#include "mail/message/reader.h"

/* Returns the base of partial URLs: that of the page, of its header, or of the caller. */
static trawl_str reader_page_base_of(const reader *r)
{
    if (r->in_html->base_url_n > 0)
        return (trawl_str){r->in_html->base_url, r->in_html->base_url_n};
    return r->as.base.n > 0 ? r->as.base : scan_settings(r->t).base;
}

/* Returns the URL as browsers read it; `base` is that of the page, or empty. */
static trawl_str with_slashes(reader *r, trawl_str base, trawl_str url)
{
    if (url.n + 2 > sizeof r->in_html->slashed)
        return url;
    return slashes_whole(r->in_html->slashed, base, url, form_scheme(url.p, url.n) > 0);
}

/* ---- Bases and links ---- */

/* Handles <base href>. Only the first one counts, even if it is invalid. A partial one is resolved
 * against the previous base. If the link of an <a> that it would change was sent before, this is
 * reported as a limit. */
static int reader_page_take_base(void *user, const char *url, size_t n, uint64_t at)
{
    reader *r = user;
    trawl_str outer = reader_page_base_of(r), base = with_slashes(r, outer, (trawl_str){url, n});
    int failed;

    if (r->in_html->base_known)
        return 0;
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

/* Returns false for links into the page itself: embedded pictures (data:), fragments (#), and
 * empty ones, where there is no <base>. */
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

/* Returns the text in UTF-8. Reads other bytes as windows-1252. Drops what does not fit. */
static trawl_str utf8_of(char *room, size_t size, const char *p, size_t n)
{
    text w = {.p = p, .n = n, .final = true};
    size_t len = ascii_run(p, n < size ? n : size);

    if (len == n)
        return (trawl_str){p, n};
    memcpy(room, p, len);
    for (size_t i = len; i < n && len + 4 <= size;) {
        utf8_char c = text_char(&w, i);
        size_t k = c.len > 0 ? c.len : 1;
        bool good = k > 1 || (unsigned char)p[i] < 0x80;
        if (good)
            memcpy(room + len, p + i, k);
        len += good ? k : utf8_encode(room + len, c.code);
        i += k;
    }
    return (trawl_str){room, len};
}

/* Resolves a partial URL against the base, if there is one. Otherwise "//host" means https. */
static int resolve(reader *r, trawl_link *link)
{
    trawl_str base = reader_page_base_of(r);
    size_t n;
    int failed;

    link->url = with_slashes(r, base, link->url);
    if (form_scheme(link->url.p, link->url.n) > 0)
        return TRAWL_OK;
    if (base.n == 0 && link->url.n > 2 && memcmp(link->url.p, "//", 2) == 0 &&
        link->url.p[2] != '/' && link->url.n + sizeof "https:" <= sizeof r->in_html->resolved) {
        memcpy(r->in_html->resolved, "https:", sizeof "https:" - 1);
        memcpy(r->in_html->resolved + sizeof "https:" - 1, link->url.p, link->url.n);
        link->url = (trawl_str){r->in_html->resolved, link->url.n + sizeof "https:" - 1};
        link->flags |= TRAWL_FLAG_SCHEME_IMPLIED;
        return TRAWL_OK;
    }
    link->flags |= TRAWL_FLAG_NO_SCHEME;
    if (base.n == 0)
        return TRAWL_OK;
    failed = trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, link->url.p, link->url.n,
                           r->in_html->resolved, sizeof r->in_html->resolved, &n);
    if (failed)
        return failed == TRAWL_ERROR_NO_SPACE ? TRAWL_OK : failed;
    link->url = (trawl_str){r->in_html->resolved, n};
    link->flags = TRAWL_FLAG_RESOLVED;
    return TRAWL_OK;
}

/* Notes the URL of an <a>, if its text may have the same one. */
static int reader_page_set_anchor(reader *r, const page_link *l, trawl_str url)
{
    if (r->refanging || !l->anchor || !memchr(l->anchor, '.', l->anchor_n))
        url.n = 0;
    return events_anchor(r->g, url, r->scanned + l->text_n);
}

/* Sends the link. The text of an <a> follows. With TRAWL_MAIL_OPTION_ANCHORS, a link that is not an
 * <a> with text is not sent. */
static int reader_page_send(reader *r, const page_link *l, const trawl_link *link)
{
    if (!r->g->live.on || r->refanging)
        return events_apart(r->g, link, r->scanned, l->from, l->to);
    if (l->text_n == 0 || l->tag->n != 1 || (link->flags & TRAWL_FLAG_MISMATCH && !r->g->live.all))
        return 0;
    return anchor_begin(r->g, link,
                        (trawl_str){l->text, l->text_n < READER_LIVE ? l->text_n : READER_LIVE},
                        r->scanned);
}

/* E17: returns the text of the link that shows a place other than that of its URL, or an empty
 * text. */
static trawl_str mismatch_of(reader *r, const page_link *l, trawl_str url)
{
    const trawl_str texts[] = {{l->visible, l->visible_n}, {l->scripted, l->scripted_n}};

    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        trawl_str seen =
            utf8_of(r->in_html->visible, sizeof r->in_html->visible, texts[i].p, texts[i].n);
        if (seen.n > 0 && mismatch(seen.p, seen.n, url.p, url.n))
            return seen;
    }
    return (trawl_str){"", 0};
}

/* Flags a link for which mismatch_of() returned the text `visible`. If the link has no other text,
 * as when a picture's text shows the place, `visible` becomes its text. */
static void set_mismatch(reader *r, trawl_str visible, trawl_link *link)
{
    link->flags |= TRAWL_FLAG_MISMATCH;
    if (link->anchor.n == 0)
        link->anchor =
            (trawl_str){r->in_html->anchor, page_visible_text(visible.p, visible.n, true,
                                                              r->in_html->anchor, PAGE_ANCHOR)};
}

static int reader_page_take_link(void *user, const page_link *l)
{
    reader *r = user;
    trawl_link link = {
        .kind = TRAWL_KIND_HTML,
        .url = utf8_of(r->in_html->url, sizeof r->in_html->url, l->url, l->url_n),
        .line = scan_state_of(r->t).line,
        .column = scan_state_of(r->t).column + 1,
        .quote = zones_page_marks(&r->zones),
    };
    trawl_str misleads;
    int accepted;

    if (has_prefix(link.url, "mid:") || has_prefix(link.url, "cid:"))
        link.kind = TRAWL_KIND_MSGID;
    if (!(link.kind == TRAWL_KIND_MSGID ? r->ids : r->html) || !is_link(r, l))
        return 0;
    link.raw = link.url;
    r->error = resolve(r, &link);
    if (l->again && !r->error && mismatch_of(r, l, link.url).n == 0)
        return 0;
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
    link.anchor = utf8_of(r->in_html->anchor, sizeof r->in_html->anchor, l->anchor ? l->anchor : "",
                          l->anchor_n);
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
    if (misleads.n > 0)
        set_mismatch(r, misleads, &link);
    return r->error = reader_page_send(r, l, &link);
}

/* Passes on text and ends any open link, even a defanged one. */
static int reader_page_flush(void *user, const char *p, size_t n)
{
    reader *r = user;
    int stop;

    if (!r->refanging)
        return reader_flush(r, p, n);
    stop = refang_feed(&r->refang, p, n);
    if (!stop)
        stop = refang_finish(&r->refang);
    return stop ? stop : reader_flush(r, "", 0);
}

static int reader_page_take_limit(void *user, page_limit which, uint64_t at)
{
    static const char *const what[] = {
        [PAGE_LIMIT_VALUE] =
            "an attribute of HTML is longer than 8192 bytes, and links in it are missing",
        [PAGE_LIMIT_DEPTH] = "a page in a page that is in an attribute of HTML is not read",
        [PAGE_LIMIT_FORMS] =
            "more forms of HTML have names than are compared with the texts of their buttons",
        [PAGE_LIMIT_ANCHOR] =
            "the text of a link is longer than 16384 bytes, and its rest is not compared",
        [PAGE_LIMIT_BASE] =
            "a <base> that counts only with scripts, or only without them, is not used",
        [PAGE_LIMIT_TREE] =
            "elements of HTML are nested deeper than 512, and links may have another text"};
    reader *r = user;

    if (which == PAGE_LIMIT_DTD)
        return r->error = events_unread(
                   r->g, "E14", "entities or attributes that a DOCTYPE declares were not read",
                   r->g->covered_to);
    return r->error = r->html ? events_page_limit(r->g, what[which], at) : 0;
}

static int reader_page_take_markup(void *user, uint64_t at, int kind, unsigned index)
{
    reader *r = user;

    r->error = cuts_add(&r->g->cuts, at, "", 0);
    if (!r->error)
        cuts_mark(&r->g->cuts, kind, index);
    return r->error;
}

void page_stage_begin(reader *r)
{
    page_out out = {r,
                    r->next[STAGE_PAGE]->feed,
                    reader_page_flush,
                    reader_page_take_base,
                    reader_page_take_link,
                    reader_page_take_limit,
                    !events_wants(r->g, TRAWL_WANT_LINK),
                    r->g->live.on && !r->refanging,
                    r->as.xml,
                    r->g->markup && !r->refanging ? reader_page_take_markup : NULL,
                    events_wants(r->g, TRAWL_WANT_PLACE) ? &r->zones : NULL};

    srcmap_clear(&r->shown);
    r->in_html->base_url_n = 0;
    r->in_html->base_known = r->in_html->partial_sent = false;
    r->g->anchors = r->html;
    r->g->origin.page = srcmap_is_off(&r->shown) ? NULL : &r->shown;
    page_begin(&r->in_html->page, &out, &r->shown);
}

int page_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;

    return page_feed(&r->in_html->page, p, n);
}

int page_stage_finish(reader *r)
{
    return page_finish(&r->in_html->page);
}
