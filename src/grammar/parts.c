/* parts.c - a URL split at its delimiters: RFC 3986 appendix B, and the lists in mailto and prospero */
#include "grammar/parts.h"

#include <string.h>

#include "base/ascii.h"

static const trawl_span absent = {TRAWL_ABSENT, TRAWL_ABSENT};

/* The first such byte within url[from..to), or to. */
static size_t find(const char *url, size_t from, size_t to, char delimiter)
{
    const char *found = from < to ? memchr(url + from, delimiter, to - from) : NULL;

    return found ? (size_t)(found - url) : to;
}

/* RFC 1738's scheme, which may begin with a digit (Q1): the bytes before the colon, or none. */
static size_t scheme_end(const char *url, size_t n)
{
    size_t i = 0;

    while (i < n && ascii_is_scheme((unsigned char)url[i]))
        i++;
    return i < n && url[i] == ':' ? i : 0;
}

/* The last "@" ends the user information, as in every browser: in http://a@b@c/ the host is c. */
static void split_authority(url_parts *p, const char *url)
{
    size_t from = p->authority.from, to = p->authority.to, at = to, colon;

    while (at > from && url[at - 1] != '@')
        at--;
    if (at > from) {
        colon = find(url, from, at - 1, ':');
        p->part[TRAWL_USER] = (trawl_span){from, colon};
        if (colon < at - 1)
            p->part[TRAWL_PASSWORD] = (trawl_span){colon + 1, at - 1};
        from = at;
    }
    colon = from < to && url[from] == '[' ? find(url, from, to, ']') : from; /* an IPv6 address has colons of its own */
    colon = find(url, colon, to, ':');
    if (colon < to) {
        p->part[TRAWL_PORT] = (trawl_span){colon + 1, to};
        to = colon;
    }
    p->part[TRAWL_HOST] = (trawl_span){from, to};
}

void parts_split(url_parts *p, const char *url, size_t n)
{
    size_t path = 0, end, hash = find(url, 0, n, '#');

    for (int i = 0; i < TRAWL_PARTS; i++)
        p->part[i] = absent;
    p->authority = absent;
    p->row = NULL;
    end = scheme_end(url, n);
    if (end > 0) {
        p->part[TRAWL_SCHEME] = (trawl_span){0, end};
        p->row = scheme_find(url, end);
        path = end + 1;
    }
    if (hash < n)
        p->part[TRAWL_FRAGMENT] = (trawl_span){hash + 1, n};
    end = find(url, path, hash, '?');
    if (end < hash)
        p->part[TRAWL_QUERY] = (trawl_span){end + 1, hash};
    if (end - path >= 2 && url[path] == '/' && url[path + 1] == '/') {
        p->authority = (trawl_span){path + 2, find(url, path + 2, end, '/')};
        split_authority(p, url);
        path = p->authority.to;
    }
    p->part[TRAWL_PATH] = (trawl_span){path, end};
}

enum scheme_grammar parts_grammar(const url_parts *parts)
{
    return parts->row ? (enum scheme_grammar)parts->row->grammar : SCHEME_GENERIC;
}

/* One entry of a list from its front, up to a separator; 0 when nothing is left. An empty list has no entries, but
 * "a,,b" has three. */
static int next_entry(const char *url, trawl_span *rest, char separator, trawl_span *entry)
{
    if (!span_is(*rest))
        return 0;
    *entry = (trawl_span){rest->from, find(url, rest->from, rest->to, separator)};
    if (entry->to < rest->to)
        rest->from = entry->to + 1;
    else
        *rest = absent;
    return 1;
}

/* A list that there is needs its URL. */
static bool has_list(const char *url, const trawl_span *rest)
{
    return rest && (url || !span_is(*rest));
}

int trawl_next_address(const char *url, trawl_span *rest, trawl_span *address)
{
    return has_list(url, rest) && address ? next_entry(url, rest, ',', address) : TRAWL_MISUSE;
}

/* mailto's fields are separated by "&", prospero's each begin with ";". */
int trawl_next_field(const char *url, trawl_span *rest, trawl_span *name, trawl_span *value)
{
    trawl_span field;
    size_t equals;
    bool prospero;

    if (!has_list(url, rest) || !name || !value)
        return TRAWL_MISUSE;
    prospero = span_is(*rest) && ascii_lower(url[0]) == 'p';
    if (prospero)
        rest->from++;
    if (!next_entry(url, rest, prospero ? ';' : '&', &field))
        return 0;
    if (prospero && span_is(*rest))
        rest->from--; /* the next one's ";", by which it is known */
    equals = find(url, field.from, field.to, '=');
    *name = (trawl_span){field.from, equals};
    *value = equals < field.to ? (trawl_span){equals + 1, field.to} : absent;
    return 1;
}
