/* alike.c - two forms of a URL that are weaker than the canonical one: trawl_normal() and
 * trawl_loose()
 *
 *   https://www.example.org/a/index.html?b=1&utm_source=c#d
 *     normal: https://www.example.org/a/index.html?b=1#d
 *     loose:  example.org/a?b=1
 *
 * Both work on the canonical form, and change only http and https.
 */

#include "base/ascii.h"
#include "url/inside.h"

/* A parameter of a query that only tracks clicks. */
typedef struct parameter {
    const char *name;
    unsigned char n;
    bool prefix;      /* names may continue after `name` */
    const char *site; /* only on this site; "": on any */
} parameter;

#include "url/tables/tracking.h"

enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

/* ---- Queries ---- */

/* Returns true when the host is the site or below it. */
static bool is_below(trawl_str host, const char *site)
{
    size_t n = strlen(site);

    return host.n >= n && memcmp(host.p + host.n - n, site, n) == 0 &&
           (host.n == n || host.p[host.n - n - 1] == '.');
}

static bool is_tracking(const char *name, size_t n, trawl_str host)
{
    for (const parameter *p = parameters; p < parameters + PARAMETERS; p++)
        if ((p->prefix ? n >= p->n : n == p->n) && ascii_same(name, p->name, p->n) &&
            (p->site[0] == '\0' || is_below(host, p->site)))
            return true;
    return false;
}

/* Writes "?" and the query without tracking parameters; nothing if all were removed. */
static void put_query(text_out *to, const char *url, trawl_span query, trawl_str host)
{
    char before = '?';
    bool dropped = false;

    for (size_t from = query.from, end; from <= query.to; from = end + 1) {
        const char *and = memchr(url + from, '&', query.to - from);
        const char *equals;

        end = and? (size_t)(and-url) : (size_t)query.to;
        equals = memchr(url + from, '=', end - from);
        if (is_tracking(url + from, equals ? (size_t)(equals - url) - from : end - from, host)) {
            dropped = true;
            continue;
        }
        if (dropped && end == from) /* nothing is left but "&" */
            continue;
        out_byte(to, before);
        out_put(to, url + from, end - from);
        before = '&';
    }
}

/* ---- Loose forms ---- */

/* Returns the length of "www." at the start of the host if a domain follows, or 0. */
static size_t www_length(trawl_str host)
{
    return host.n > 4 && memcmp(host.p, "www.", 4) == 0 && memchr(host.p + 4, '.', host.n - 4) ? 4
                                                                                               : 0;
}

/* Returns true for the name of a page that servers show for a folder: index.html, default.aspx. */
static bool is_index(const char *name, size_t n)
{
    static const char *const types[] = {"html", "htm", "xhtml", "shtml", "php", "asp",
                                        "aspx", "jsp", "cgi",   "pl",    "cfm"};
    size_t stem = n > 6 && ascii_same(name, "index.", 6)     ? 6
                  : n > 8 && ascii_same(name, "default.", 8) ? 8
                                                             : 0;

    for (size_t i = 0; stem > 0 && i < sizeof types / sizeof types[0]; i++)
        if (n - stem == strlen(types[i]) && ascii_same(name + stem, types[i], n - stem))
            return true;
    return false;
}

/* Returns the end of the path without the name of an index page and slashes at its end. */
static size_t loose_end(const char *url, trawl_span path)
{
    size_t to = path.to, name = to;

    while (name > path.from && url[name - 1] != '/')
        name--;
    if (is_index(url + name, to - name))
        to = name;
    while (to > path.from && url[to - 1] == '/')
        to--;
    return to;
}

static void put_loose(text_out *to, const char *url, const url_parts *p, trawl_str host)
{
    trawl_span path = p->part[TRAWL_PART_PATH];
    size_t from = p->authority.from, www = www_length(host);

    out_put(to, url + from, p->part[TRAWL_PART_HOST].from - from);
    out_put(to, host.p + www, host.n - www);
    out_put(to, url + p->part[TRAWL_PART_HOST].to, path.from - p->part[TRAWL_PART_HOST].to);
    out_put(to, url + path.from, loose_end(url, path) - path.from);
}

/* ---- The public functions ---- */

static bool is_web(const url_parts *p)
{
    enum scheme_grammar g = parts_grammar(p);

    return (g == SCHEME_HTTP || g == SCHEME_HTTPS) && span_len(p->part[TRAWL_PART_HOST]) > 0;
}

static void put_form(text_out *to, bool loose, const char *url, size_t n)
{
    url_parts p;
    trawl_str host;
    trawl_span fragment;
    size_t end;

    parts_split(&p, url, n);
    fragment = p.part[TRAWL_PART_FRAGMENT];
    end = span_is(fragment) ? (size_t)fragment.from - 1 : n;
    if (!is_web(&p)) {
        out_put(to, url, loose ? end : n);
        return;
    }
    host = (trawl_str){url + p.part[TRAWL_PART_HOST].from, span_len(p.part[TRAWL_PART_HOST])};
    if (loose)
        put_loose(to, url, &p, host);
    else
        out_put(to, url, p.part[TRAWL_PART_PATH].to);
    if (span_is(p.part[TRAWL_PART_QUERY]))
        put_query(to, url, p.part[TRAWL_PART_QUERY], host);
    if (!loose)
        out_put(to, url + end, n - end);
}

static int write_form(bool loose, trawl_str url, text_out to, size_t *len)
{
    canonical_text c;
    int failed;

    if ((!url.p && url.n > 0) || (!to.p && to.size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    failed = canonical_open(&c, url.p, url.n);
    if (!failed)
        put_form(&to, loose, c.p, c.n);
    canonical_close(&c);
    return out_result(&to, failed, len);
}

int trawl_normal(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return write_form(false, (trawl_str){url, n}, (text_out){out, size, 0}, len);
}

int trawl_loose(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return write_form(true, (trawl_str){url, n}, (text_out){out, size, 0}, len);
}
