/* unwrap_parts.c - a gateway's URL taken apart; see unwrap_parts.h */
#include "mail/unwrap_parts.h"

bool unwrap_take_apart(unwrap_parts *w, const char *url, size_t n)
{
    url_parts parts;
    trawl_str scheme;
    size_t from;

    if (n > TRAWL_URL_MAX || !unwrap_is_http(url, n))
        return false;
    parts_split(&parts, url, n);
    scheme = unwrap_slice(url, parts.part[TRAWL_SCHEME]);
    w->host = unwrap_slice(url, parts.part[TRAWL_HOST]);
    if (w->host.n == 0 || (!unwrap_is(scheme, "http") && !unwrap_is(scheme, "https")))
        return false;
    w->path = unwrap_slice(url, parts.part[TRAWL_PATH]);
    w->query = unwrap_slice(url, parts.part[TRAWL_QUERY]);
    from = parts.authority.to;
    w->rest = (trawl_str){url + from, n - from};
    return true;
}

/* ---- The text that holds the target; empty for none ---- */

/* The first parameter of that name. "&amp;" separates too: text copied out of HTML has it. */
trawl_str unwrap_parameter(trawl_str query, const char *name)
{
    size_t n = strlen(name);

    for (size_t i = 0, end; n > 0 && i < query.n; i = end + 1) {
        const char *amp = memchr(query.p + i, '&', query.n - i);
        end = amp ? (size_t)(amp - query.p) : query.n;
        trawl_str pair = {query.p + i, end - i};
        if (unwrap_begins(pair, "amp;"))
            pair = unwrap_past(pair, 4);
        if (pair.n > n && pair.p[n] == '=' && ascii_same(pair.p, name, n))
            return unwrap_past(pair, n + 1);
    }
    return (trawl_str){query.p, 0};
}

/* Past so many segments, and the slash behind them. */
trawl_str unwrap_past_segments(trawl_str path, size_t count)
{
    for (count++; count > 0 && path.n > 0; count--) {
        const char *slash = memchr(path.p, '/', path.n);
        path = unwrap_past(path, slash ? (size_t)(slash - path.p) + 1 : path.n);
    }
    return path;
}

static trawl_str segment_at(trawl_str path)
{
    const char *slash = path.n > 0 ? memchr(path.p, '/', path.n) : NULL;

    return slash ? (trawl_str){path.p, (size_t)(slash - path.p)} : path;
}

trawl_str unwrap_segment(trawl_str path, const char *name)
{
    if (ascii_is_digit((unsigned char)name[0]))
        return segment_at(unwrap_past_segments(path, (size_t)(name[0] - '0')));
    while (path.n > 0) {
        path = unwrap_past_segments(path, 0);
        if (unwrap_begins(path, name))
            return segment_at(unwrap_past(path, strlen(name)));
    }
    return path;
}

trawl_str unwrap_between(trawl_str rest)
{
    size_t from = 0, to;

    while (from < rest.n && !unwrap_begins(unwrap_past(rest, from), "___"))
        from++;
    if (from + 3 >= rest.n)
        return (trawl_str){rest.p, 0};
    rest = unwrap_past(rest, from + 3);
    for (to = 0; to < rest.n && !unwrap_begins(unwrap_past(rest, to), "___."); to++)
        ;
    return (trawl_str){rest.p, to < rest.n ? to : 0};
}
