/* slashes.c - the slashes of a URL as browsers read them (WHATWG URL Standard section 4.4, schemes
 * that are "special")
 *
 * In the URLs of these schemes "\" means "/", and any number of either may precede the host:
 *
 *     https:\\host\a   https:/host/a   https:host/a   http://host\@other/   ///host/a   /\host/a
 *
 * RFC 3986 reads none of these so. By its appendix B the host of the fourth one is "other".
 */

#include "base/ascii.h"
#include "base/check.h"
#include "url/inside.h"

/* Returns the length of a scheme, with its colon, if browsers read "\" as "/" in its URLs; 0 for
 * other schemes. Leaves out file:, because paths of Windows have "\". */
static size_t slashes_scheme(const char *p, size_t n)
{
    static const char *const schemes[] = {"https:", "http:", "ftp:", "wss:", "ws:"};

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (n > strlen(schemes[i]) && ascii_same(p, schemes[i], strlen(schemes[i])))
            return strlen(schemes[i]);
    return 0;
}

/* Returns how many "/" and "\" p begins with. */
static size_t slashes_count(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && (p[i] == '/' || p[i] == '\\'))
        i++;
    return i;
}

/* Writes the URL with "//" before its host, and with "/" for each "\" before the query. The scheme
 * ends at `scheme`. The host begins at `from`, which is 0 if there is no host. Returns the length,
 * at most n + 2. */
static size_t slashes_put(char *out, const char *url, size_t n, size_t scheme, size_t from)
{
    size_t len = scheme;

    CHECK(scheme <= from && from <= n);
    memcpy(out, url, scheme);
    if (from > 0) {
        memcpy(out + len, "//", 2);
        len += 2;
    }
    for (bool query = false; from < n; from++) {
        query = query || url[from] == '?' || url[from] == '#';
        out[len++] = url[from] == '\\' && !query ? '/' : url[from];
    }
    return len;
}

trawl_str slashes_whole(char *room, trawl_str base, trawl_str url, bool absolute)
{
    size_t scheme = slashes_scheme(url.p, url.n), slashes, host;

    if (scheme == 0 && (absolute || (base.n > 0 && slashes_scheme(base.p, base.n) == 0)))
        return url;
    slashes = slashes_count(url.p + scheme, url.n - scheme);
    if ((slashes == 2 || (scheme == 0 && slashes < 2)) && !memchr(url.p, '\\', url.n))
        return url;
    if (slashes < 2 && base.n > scheme && ascii_same(base.p, url.p, scheme)) {
        url = (trawl_str){url.p + scheme, url.n - scheme}; /* "http:a" is partial */
        scheme = 0;
    }
    host = scheme + slashes;
    return (trawl_str){room, slashes_put(room, url.p, url.n, scheme, host > 1 ? host : 0)};
}

/* Returns the host of the URL; empty when the port is not a number, because browsers refuse such a
 * URL. */
static trawl_str slashes_host(const char *url, size_t n)
{
    url_parts p;

    parts_split(&p, url, n);
    if (!span_is(p.part[TRAWL_PART_HOST]) || parts_port(&p, url) < 0)
        return (trawl_str){"", 0};
    return (trawl_str){url + p.part[TRAWL_PART_HOST].from, span_len(p.part[TRAWL_PART_HOST])};
}

size_t slashes_elsewhere(const char *raw, size_t raw_n, const char *url, size_t n, char *out)
{
    const size_t scheme = slashes_scheme(raw, raw_n);
    const size_t from = scheme + slashes_count(raw + scheme, raw_n - scheme);
    size_t to = from, len;
    trawl_str there, here;

    if (scheme == 0 || raw_n > TRAWL_URL_MAX)
        return 0;
    while (to < raw_n && raw[to] != '/' && raw[to] != '\\' && raw[to] != '?' && raw[to] != '#')
        to++;
    if (!memchr(raw + scheme, '\\', to + (to < raw_n) - scheme))
        return 0; /* neither before the host nor right after it */
    len = slashes_put(out, raw, raw_n, scheme, from);
    there = slashes_host(out, len);
    here = slashes_host(url, n);
    return there.n > 0 && !(there.n == here.n && ascii_same(there.p, here.p, here.n)) ? len : 0;
}

bool slashes_differ(const char *url, size_t n)
{
    char room[SLASHES_MAX];

    return slashes_elsewhere(url, n, url, n, room) > 0;
}
