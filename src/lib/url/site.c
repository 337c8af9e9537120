/* site.c - the host, site and sort key of a URL: trawl_host(), trawl_site(), trawl_surt() */

#include "base/ascii.h"
#include "base/sixteen.h"
#include "url/inside.h"

/* Returns the domain of the first address of the mailto URL, or an empty span. */
static trawl_span address_domain(const char *url, size_t n)
{
    size_t at = 0, i = sizeof "mailto";
    unsigned ends = 0, signs;

    for (; i < n && !ends; i += ends ? (size_t)__builtin_ctz(ends) : sizeof(sixteen)) {
        sixteen v = sixteen_part(url + i, n - i);

        ends = sixteen_bits(sixteen_is(v, ',') | sixteen_is(v, '?') | sixteen_is(v, '#'));
        signs = sixteen_bits(sixteen_is(v, '@')) & ((ends & -ends) - 1);
        at = signs ? i + 32 - (size_t)__builtin_clz(signs) : at;
    }
    return (trawl_span){at, at > 0 ? i < n ? i : n : 0};
}

/* Returns the host of the authority, or an empty span. A DID is no host: "at://did:web:a/b". */
static trawl_span authority_host(const char *url, size_t n)
{
    const url_front f = parts_front(url, n);
    const bool did = f.scheme == 2 && f.port < f.to && ascii_begins(url, n, "at://did:");

    return f.authority > 0 && !did ? parts_host(&f) : (trawl_span){0, 0};
}

/* Returns the host without a final dot; empty if there is no host. */
static trawl_span site_host_of(const char *url, size_t n)
{
    bool mailto = n > 6 && url[6] == ':' && ascii_same(url, "mailto", 6);
    trawl_span host = mailto && !(n > 8 && url[7] == '/' && url[8] == '/') ? address_domain(url, n)
                                                                           : authority_host(url, n);

    host.to -= span_len(host) > 1 && url[host.to - 1] == '.';
    return host.from < host.to ? host : (trawl_span){0, 0};
}

/* ---- Sort keys ---- */

static bool site_is_address(trawl_str host)
{
    size_t last = host_last_label(host.p, host.n);

    return memchr(host.p, '[', host.n) || ascii_is_number(host.p + last, host.n - last);
}

/* Writes the labels from the last one to the first: "org,example,www". Copies IP addresses. */
static void put_reversed(text_out *to, trawl_str host)
{
    size_t end = host.n, from;

    if (host.n == 0 || site_is_address(host)) {
        out_put(to, host.p, host.n);
        return;
    }
    for (;; end = from - 1) {
        for (from = end; from > 0 && host.p[from - 1] != '.'; from--)
            ;
        out_put(to, host.p + from, end - from);
        if (from == 0)
            return;
        out_byte(to, ',');
    }
}

static void put_surt(text_out *to, const canonical_text *c, const url_parts *p)
{
    trawl_span host = site_host_of(c->p, c->n), port = p->part[TRAWL_PART_PORT],
               path = p->part[TRAWL_PART_PATH], query = p->part[TRAWL_PART_QUERY];
    const char *url = c->p;

    put_reversed(to, (trawl_str){url + host.from, span_len(host)});
    if (span_is(port)) {
        out_byte(to, ':');
        out_put(to, url + port.from, span_len(port));
    }
    out_byte(to, ')');
    out_put(to, url + path.from, span_len(path));
    if (span_is(query)) {
        out_byte(to, '?');
        out_put(to, url + query.from, span_len(query));
    }
}

/* ---- The public functions ---- */

int trawl_surt(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    text_out to = {out, size, 0};
    canonical_text c;
    url_parts p;
    int failed;

    if ((!url && n > 0) || (!out && size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    failed = canonical_open(&c, url, n);
    if (!failed) {
        parts_split(&p, c.p, c.n);
        if (span_is(p.authority))
            put_surt(&to, &c, &p);
        else
            out_put(&to, c.p, c.n);
    }
    canonical_close(&c);
    return out_result(&to, failed, len);
}

/* Writes the host of a URL, or its site. */
static int write_host(const char *url, size_t n, bool site, char *out, size_t size, size_t *len)
{
    text_out to = {out, size, 0};
    canonical_text c;
    trawl_span host;
    int failed;

    if ((!url && n > 0) || (!out && size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    failed = canonical_open(&c, url, n);
    if (!failed) {
        host = site_host_of(c.p, c.n);
        if (site)
            host.from = host.to - trawl_site_length(c.p + host.from, span_len(host));
        out_put(&to, c.p + host.from, span_len(host));
    }
    canonical_close(&c);
    return out_result(&to, failed, len);
}

int trawl_host(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return write_host(url, n, false, out, size, len);
}

int trawl_site(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return write_host(url, n, true, out, size, len);
}

trawl_span trawl_host_span(const char *canonical, size_t n)
{
    return canonical ? site_host_of(canonical, n) : (trawl_span){0, 0};
}

size_t trawl_site_length(const char *host, size_t n)
{
    size_t from = host && n > 0 ? suffix_registrable(host, n) : n;

    return from < n ? n - from : n;
}
