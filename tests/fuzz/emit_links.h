/* emit_links.h - which addresses a writer may write: those of the scan's links, in their order, as trawl_emit_href() has them
 *
 * Each piece of a link may have one, and where a link is live the first one must. Links that are none have none.
 */
#ifndef TRAWL_TESTS_FUZZ_EMIT_LINKS_H
#define TRAWL_TESTS_FUZZ_EMIT_LINKS_H

#include "emit_case.h"
#include "emit_run.h"
#include "growing.h"

typedef struct emit_links {
    growing hrefs; /* one a line */
    struct emit_links_run {
        size_t from, n;
        unsigned least, most;
    } * runs; /* neighbours with the same address are one run */
    size_t count, room;
} emit_links;

static void emit_links_clear(emit_links *l)
{
    growing_clear(&l->hrefs);
    l->count = 0;
}

static bool emit_links_begins(trawl_str s, const char *with)
{
    size_t n = strlen(with);

    return s.n >= n && memcmp(s.p, with, n) == 0;
}

/* F1, F4, F11: a URI, of no scheme that runs code or reads files. */
static void emit_links_check(trawl_str href, size_t most)
{
    static const char *const never[] = {
        "javascript:",  "vbscript:", "livescript:", "data:",     "blob:", "filesystem:", "file:", "about:",
        "view-source:", "jar:",      "chrome",      "resource:", "ms-",   "search:",     "hcp:",  "hxxp"};

    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        must(!emit_links_begins(href, never[i]), "no address runs code");
    must(href.n <= most, "an address is not too long");
    must(trawl_accepts(TRAWL_RFC3986, href.p, href.n) == 1, "an address is a URI");
}

/* "%u" in the template is the address; a result that is too long is none. */
static bool emit_links_template(growing *to, trawl_str template, trawl_str href)
{
    size_t from = to->n;

    for (size_t i = 0; i < template.n; i++) {
        bool here = i + 1 < template.n && template.p[i] == '%' && template.p[i + 1] == 'u';
        for (size_t k = 0; here && k < href.n; k++) {
            char c = href.p[k];
            bool plain = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || strchr("-._~", c);
            if (plain)
                growing_add(to, &c, 1);
            else
                growing_printf(to, "%%%02X", (unsigned)(unsigned char)c);
        }
        if (!here)
            growing_add(to, template.p + i, 1);
        i += here;
    }
    return to->n - from <= TRAWL_URL_MAX;
}

static void emit_links_keep(emit_links *l, size_t from, unsigned pieces)
{
    size_t n = l->hrefs.n - from;
    struct emit_links_run *last = l->count > 0 ? &l->runs[l->count - 1] : NULL;

    if (last && last->n == n && memcmp(l->hrefs.p + last->from, l->hrefs.p + from, n) == 0) {
        last->least++;
        last->most += pieces;
        l->hrefs.n = from;
        return;
    }
    if (l->count == l->room) {
        l->room = 2 * l->room + 16;
        l->runs = realloc(l->runs, l->room * sizeof *l->runs);
        must(l->runs != NULL, "memory for the test");
    }
    l->runs[l->count++] = (struct emit_links_run){from, n, 1, pieces};
}

/* A link of the scan. On a terminal its own scheme is asked for. */
static void emit_links_take(emit_links *l, const emit_case *c, const trawl_link *link)
{
    static emit_out as_shown;
    char room[TRAWL_URL_MAX];
    bool term = c->emit.format == TRAWL_EMIT_TERM;
    const char *colon = link->url.n > 0 ? memchr(link->url.p, ':', link->url.n) : NULL;
    trawl_str live = term ? str_of(link->url.p, colon ? (size_t)(colon - link->url.p) : 0) : c->emit.live;
    size_t n = 0, most = term ? 2083 : TRAWL_URL_MAX, from = l->hrefs.n;
    const char *why = NULL;
    int result = trawl_emit_href(link, live, room, sizeof room, &n, &why);

    must(result == TRAWL_OK || (result == TRAWL_DEAD && why), "live or not");
    if (result != TRAWL_OK || n > most)
        return;
    emit_links_check(str_of(room, n), most);
    if (c->emit.link_template.n == 0)
        growing_add(&l->hrefs, room, n);
    else if (!emit_links_template(&l->hrefs, c->emit.link_template, str_of(room, n)))
        l->hrefs.n = from;
    emit_display(&as_shown, l->hrefs.p + from, l->hrefs.n - from, false); /* the template is anything */
    l->hrefs.n = from;
    growing_add(&l->hrefs, as_shown.p, as_shown.n);
    if (l->hrefs.n > from)
        emit_links_keep(l, from, link->span_count);
}

/* A template with a line end in it gives addresses that are no lines. */
static bool emit_links_in_lines(trawl_str template)
{
    for (size_t i = 0; i < template.n; i++)
        if (template.p[i] == '\n' || template.p[i] == '\r')
            return false;
    return true;
}

/* Are these addresses, one a line, the links'? Those of our notes, which begin with "+", are passed over. */
static bool emit_links_hold(const emit_links *l, const char *lines, bool all)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct emit_links_run *r = &l->runs[i];
        unsigned got = 0;
        for (;; lines = strchr(lines, '\n') + 1) {
            if (*lines == '+')
                continue;
            if (got == r->most || strncmp(lines, l->hrefs.p + r->from, r->n) != 0 || lines[r->n] != '\n')
                break;
            got++;
        }
        if (all && got < r->least)
            return false;
    }
    while (*lines == '+')
        lines = strchr(lines, '\n') + 1;
    return *lines == '\0';
}

#endif
