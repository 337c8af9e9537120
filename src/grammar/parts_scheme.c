/* parts_scheme.c - the parts that only a scheme knows: RFC 1738 sections 3.2 to 3.11
 *
 * Like all splitting it never judges: "gopher://h/" simply has no type.
 */
#include <string.h>

#include "base/ascii.h"
#include "grammar/parts.h"

/* Up to the first stop byte, or to. */
static size_t find_byte(const char *url, size_t from, size_t to, char stop)
{
    const char *found = from < to ? memchr(url + from, stop, to - from) : NULL;

    return found ? (size_t)(found - url) : to;
}

/* Where a text, whose first byte is no letter, first stands in url[from..to), in any case; to when nowhere. */
static size_t find_text(const char *url, size_t from, size_t to, const char *text)
{
    size_t k = strlen(text);

    for (; (from = find_byte(url, from, to, text[0])) < to; from++)
        if (to - from >= k && ascii_same(url + from, text, k))
            return from;
    return to;
}

static void split_ftp(url_parts *p, const char *url)
{
    trawl_span *path = &p->part[TRAWL_PATH];
    size_t type = find_text(url, path->from, path->to, ";type=");

    if (type < path->to) {
        p->part[TRAWL_TYPE] = (trawl_span){type + 6, path->to};
        path->to = type;
    }
}

/* "/" type selector "%09" search "%09" plus; a "?" is data to gopher. */
static void split_gopher(url_parts *p, const char *url, size_t end)
{
    size_t from = p->part[TRAWL_PATH].from + 1, tab;
    const int names[] = {TRAWL_SELECTOR, TRAWL_SEARCH, TRAWL_PLUS};

    if (from >= end)
        return;
    tab = from + (url[from] == '%' && end - from >= 3 ? 3 : 1);
    p->part[TRAWL_TYPE] = (trawl_span){from, tab};
    for (int i = 0; i < 3; i++) {
        from = tab;
        tab = i < 2 ? find_text(url, from, end, "%09") : end;
        p->part[names[i]] = (trawl_span){from, tab};
        if (tab == end)
            return;
        tab += 3;
    }
}

/* [ "//" server "/" ] then a message-id if there is an "@", else a group. */
static void split_news(url_parts *p, const char *url, size_t end)
{
    size_t from = p->part[TRAWL_PATH].from;

    if (span_is(p->authority))
        from += from < end;
    if (from < end || !span_is(p->authority))
        p->part[find_byte(url, from, end, '@') < end ? TRAWL_ARTICLE : TRAWL_GROUP] = (trawl_span){from, end};
}

static void split_nntp(url_parts *p, const char *url)
{
    trawl_span path = p->part[TRAWL_PATH];
    size_t from = path.from, slash;

    if (span_is(p->authority))
        from += from < path.to;
    slash = find_byte(url, from, path.to, '/');
    p->part[TRAWL_GROUP] = (trawl_span){from, slash};
    if (slash < path.to)
        p->part[TRAWL_NUMBER] = (trawl_span){slash + 1, path.to};
}

static void split_wais(url_parts *p, const char *url)
{
    trawl_span path = p->part[TRAWL_PATH];
    size_t from = path.from + 1, slash;

    if (path.from == path.to)
        return;
    slash = find_byte(url, from, path.to, '/');
    p->part[TRAWL_DATABASE] = (trawl_span){from, slash};
    p->part[TRAWL_SEARCH] = p->part[TRAWL_QUERY];
    if (slash == path.to)
        return;
    from = slash + 1;
    slash = find_byte(url, from, path.to, '/');
    p->part[TRAWL_TYPE] = (trawl_span){from, slash};
    if (slash < path.to)
        p->part[TRAWL_WPATH] = (trawl_span){slash + 1, path.to};
}

/* "/" name *( ";" field "=" value ); a "?" is data to prospero. */
static void split_prospero(url_parts *p, const char *url, size_t end)
{
    size_t from = p->part[TRAWL_PATH].from + 1, fields;

    if (from > end)
        return;
    fields = find_byte(url, from, end, ';');
    p->part[TRAWL_NAME] = (trawl_span){from, fields};
    if (fields < end)
        p->part[TRAWL_FIELDS] = (trawl_span){fields, end};
}

static void split_mailto(url_parts *p)
{
    if (span_len(p->part[TRAWL_PATH]) > 0)
        p->part[TRAWL_ADDRESSES] = p->part[TRAWL_PATH];
    if (span_len(p->part[TRAWL_QUERY]) > 0)
        p->part[TRAWL_FIELDS] = p->part[TRAWL_QUERY];
}

void parts_split_scheme(url_parts *p, const char *url, size_t n)
{
    size_t end = span_is(p->part[TRAWL_FRAGMENT]) ? (size_t)p->part[TRAWL_FRAGMENT].from - 1 : n;

    switch (parts_grammar(p)) {
    case SCHEME_FTP:
        split_ftp(p, url);
        break;
    case SCHEME_GOPHER:
        split_gopher(p, url, end);
        break;
    case SCHEME_NEWS:
    case SCHEME_SNEWS:
        split_news(p, url, end);
        break;
    case SCHEME_NNTP:
        split_nntp(p, url);
        break;
    case SCHEME_WAIS:
        split_wais(p, url);
        break;
    case SCHEME_PROSPERO:
        split_prospero(p, url, end);
        break;
    case SCHEME_MAILTO:
        split_mailto(p);
        break;
    default:
        break;
    }
}
