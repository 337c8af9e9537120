/* reader_page.c - a page's running text goes to the scanner, and the links of its attributes out at once (SPEC E14) */
#include <string.h>

#include "base/ascii.h"
#include "charset/ascii_run.h"
#include "find/scan.h"
#include "mail/mismatch.h"
#include "mail/reader.h"

/* The base that counts: the page's own, its header's, the caller's. */
static trawl_str base_of(const reader *r)
{
    if (r->base_url_n > 0)
        return (trawl_str){r->base_url, r->base_url_n};
    return r->as.base.n > 0 ? r->as.base : (trawl_str){r->t->set.base, r->t->set.base_n};
}

/* <base href>: the first one counts, whatever it is; a partial one is put onto what was the base before. */
static int take_base(void *user, const char *url, size_t n)
{
    reader *r = user;

    trawl_str outer = base_of(r);
    int failed;

    if (r->base_known)
        return 0;
    r->base_known = true;
    if (form_scheme(url, n) == 0 && outer.n == 0)
        return 0;
    failed = trawl_resolve(TRAWL_RESOLVE_3986, outer, (trawl_str){url, n}, r->base_url, READER_BASE, &r->base_url_n);
    if (failed)
        r->base_url_n = 0;
    return failed == TRAWL_NO_SPACE ? TRAWL_OK : failed;
}

static bool begins(const char *s, size_t n, const char *with)
{
    return n >= strlen(with) && ascii_same(s, with, strlen(with));
}

/* Pictures written into the page lead nowhere, nor does a place in it. */
static bool is_link(const page_link *l)
{
    return l->url_n > 0 && l->url[0] != '#' && (page_is_href(l->attribute) || !begins(l->url, l->url_n, "data:"));
}

/* What people and programs call it, in a few languages: by the first two letters, which few other words have. */
static const char *const unsubscribe[] = {"unsubscribe",          "opt-out",       "optout",           "abmelden",
                                          "abbestellen",          "desinscri",     "d\xC3\xA9sinscri", "desabonner",
                                          "se d\xC3\xA9sabonner", "darse de baja", "disiscriv",        "afmelden"};

static bool begins_unsubscribe(const char *s, size_t n)
{
    for (size_t i = 0; i < sizeof unsubscribe / sizeof unsubscribe[0]; i++)
        if (ascii_lower(s[1]) == unsubscribe[i][1] && begins(s, n, unsubscribe[i]))
            return true;
    return false;
}

static bool has_unsubscribe(trawl_str s)
{
    static const bool first[256] = {['u'] = true, ['o'] = true, ['a'] = true, ['d'] = true, ['s'] = true,
                                    ['U'] = true, ['O'] = true, ['A'] = true, ['D'] = true, ['S'] = true};
    static const bool second[256] = {
        ['n'] = true, ['p'] = true, ['b'] = true, ['e'] = true, ['a'] = true, ['i'] = true, ['f'] = true, ['N'] = true,
        ['P'] = true, ['B'] = true, ['E'] = true, ['A'] = true, ['I'] = true, ['F'] = true, [0xC3] = true};

    for (size_t i = 0; i + 1 < s.n; i++)
        if (first[(unsigned char)s.p[i]] && second[(unsigned char)s.p[i + 1]] && begins_unsubscribe(s.p + i, s.n - i))
            return true;
    return false;
}

static bool is_unsubscribe(const trawl_link *link)
{
    return has_unsubscribe(link->anchor) || has_unsubscribe(link->raw);
}

/* The same in UTF-8: bytes that are none are windows-1252 (E5). What does not fit is left out. ASCII stays where it is. */
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

/* A partial URL is put onto the base, if there is one. */
static int resolve(reader *r, trawl_link *link)
{
    trawl_str base = base_of(r);
    size_t n;
    int failed;

    if (form_scheme(link->url.p, link->url.n) > 0)
        return TRAWL_OK;
    link->flags |= TRAWL_FLAG_NO_SCHEME;
    if (base.n == 0)
        return TRAWL_OK;
    failed = trawl_resolve(TRAWL_RESOLVE_3986, base, link->url, r->resolved, sizeof r->resolved, &n);
    if (failed)
        return failed == TRAWL_NO_SPACE ? TRAWL_OK : failed;
    link->url = (trawl_str){r->resolved, n};
    link->flags = TRAWL_RESOLVED;
    return TRAWL_OK;
}

static int take_link(void *user, const page_link *l)
{
    reader *r = user;
    trawl_link link = {
        .kind = TRAWL_HTML,
        .url = utf8_of(r->url, sizeof r->url, l->url, l->url_n),
        .line = r->t->place.line,
        .column = r->t->place.column + 1,
    };

    if (!r->html || !is_link(l))
        return 0;
    link.raw = link.url;
    r->error = resolve(r, &link);
    if (r->error)
        return r->error;
    if (r->g->urls_only)
        return r->error = give_url(r->g, TRAWL_HTML, link.url);
    link.attribute = (trawl_str){l->attribute, strlen(l->attribute)};
    link.anchor = utf8_of(r->anchor, sizeof r->anchor, l->anchor ? l->anchor : "", l->anchor_n);
    link.flags |= form_flags(link.url.p, link.url.n);
    if (l->pixel)
        link.flags |= TRAWL_PIXEL;
    if (page_is_href(l->attribute) && is_unsubscribe(&link))
        link.flags |= TRAWL_UNSUBSCRIBE;
    if (l->anchor_n > 0 && mismatch(link.anchor.p, link.anchor.n, link.url.p, link.url.n))
        link.flags |= TRAWL_MISMATCH;
    return r->error = give_apart(r->g, &link, r->scanned, l->from, l->to);
}

/* No link goes on from here: neither one that was made harmless. */
static int flush(void *user, const char *p, size_t n)
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

void reader_begin_page(reader *r)
{
    page_out out = {r, reader_refang, flush, take_base, take_link, r->g->urls_only};

    srcmap_clear(&r->shown);
    r->base_url_n = 0;
    r->base_known = false;
    r->g->origin.page = r->shown.off ? NULL : &r->shown;
    page_begin(&r->page, &out, &r->shown);
}
