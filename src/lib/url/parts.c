/* parts.c - splits a URL at its delimiters (RFC 3986 appendix B) and puts it together again
 *
 * Also splits the parts that are specific to a scheme (RFC 1738 sections 3.2 to 3.11) and the lists
 * in mailto and prospero. Splitting never checks anything: "gopher://h/" simply has no type.
 */

#include "base/ascii.h"
#include "base/sixteen.h"
#include "url/inside.h"

/* Returns the offset of the first delimiter in url[from..to), or `to`. */
static size_t parts_find(const char *url, size_t from, size_t to, char delimiter)
{
    const char *found = from < to ? memchr(url + from, delimiter, to - from) : NULL;

    return found ? (size_t)(found - url) : to;
}

size_t parts_scheme(const char *url, size_t n)
{
    size_t i = n > 5 && url[4] == 's' ? 5 : 4, run;

    if (n > 5 && memcmp(url, "http", 4) == 0 && url[i] == ':')
        return i; /* nearly always */
    i = 0;
    do {
        sixteen v = sixteen_part(url + i, n - i);
        sixteen signs = sixteen_between(v, '+', '9') & ~sixteen_is(v, ',') & ~sixteen_is(v, '/');
        unsigned ends = ~sixteen_bits(sixteen_between(v | 0x20, 'a', 'z') | signs);
        run = (size_t)__builtin_ctz(ends);
        i += run;
    } while (run == sizeof(sixteen) && i < n);
    return i < n && url[i] == ':' ? i : 0;
}

size_t parts_label(const char *url, size_t n)
{
    size_t i = 0;

    while (n - i >= 4 && (ascii_same(url + i, "url:", 4) || ascii_same(url + i, "uri:", 4)))
        i += 4;
    return i;
}

/* Reads an authority from front->authority on. Most have neither a user nor a port. */
static void read_authority(url_front *front, const char *url, size_t n)
{
    unsigned ends = 0, signs = 0;
    size_t i = front->authority;

    for (; i < n && !ends; i += ends ? (size_t)__builtin_ctz(ends) : sizeof(sixteen)) {
        const sixteen v = sixteen_part(url + i, n - i);

        ends = sixteen_bits(sixteen_is(v, '/') | sixteen_is(v, '?') | sixteen_is(v, '#'));
        signs |= sixteen_bits(sixteen_is(v, '@') | sixteen_is(v, ':')) & ((ends & -ends) - 1);
    }
    front->host = front->authority;
    front->port = front->to = i < n ? i : n;
    if (!signs)
        return;
    while ((i = parts_find(url, front->host, front->to, '@')) < front->to)
        front->host = i + 1;
    i = front->host;
    if (i < front->to && url[i] == '[') /* the colons of an IPv6 address */
        i = parts_find(url, i, front->to, ']');
    front->port = parts_find(url, i, front->to, ':');
}

url_front parts_front(const char *url, size_t n)
{
    url_front front = {.scheme = parts_scheme(url, n)};

    front.to = front.scheme > 0 ? front.scheme + 1 : 0;
    if (n - front.to >= 2 && url[front.to] == '/' && url[front.to + 1] == '/') {
        front.authority = front.to + 2;
        read_authority(&front, url, n);
    }
    return front;
}

trawl_span parts_host(const url_front *front)
{
    return front->authority > 0 ? (trawl_span){front->host, front->port} : span_absent;
}

trawl_span parts_path(const url_front *front, const char *url, size_t n)
{
    return (trawl_span){front->to,
                        parts_find(url, front->to, parts_find(url, front->to, n, '#'), '?')};
}

/* Sets the authority and its parts. */
static void split_authority(url_parts *p, const char *url, const url_front *front)
{
    p->authority = (trawl_span){front->authority, front->to};
    p->part[TRAWL_PART_HOST] = parts_host(front);
    if (front->port < front->to)
        p->part[TRAWL_PART_PORT] = (trawl_span){front->port + 1, front->to};
    if (front->host > front->authority) {
        size_t at = front->host - 1, colon = parts_find(url, front->authority, at, ':');

        p->part[TRAWL_PART_USER] = (trawl_span){front->authority, colon};
        if (colon < at)
            p->part[TRAWL_PART_PASSWORD] = (trawl_span){colon + 1, at};
    }
}

void parts_split(url_parts *p, const char *url, size_t n)
{
    const url_front front = parts_front(url, n);
    const trawl_span path = parts_path(&front, url, n);
    size_t hash = parts_find(url, path.to, n, '#');

    for (int i = 0; i < TRAWL_PART_COUNT; i++)
        p->part[i] = span_absent;
    p->authority = span_absent;
    p->row = NULL;
    if (front.scheme > 0) {
        p->part[TRAWL_PART_SCHEME] = (trawl_span){0, front.scheme};
        p->row = scheme_find(url, front.scheme);
    }
    if (front.authority > 0)
        split_authority(p, url, &front);
    p->part[TRAWL_PART_PATH] = path;
    if (path.to < hash)
        p->part[TRAWL_PART_QUERY] = (trawl_span){path.to + 1, hash};
    if (hash < n)
        p->part[TRAWL_PART_FRAGMENT] = (trawl_span){hash + 1, n};
}

bool parts_is_dots(const char *p, size_t n)
{
    for (size_t i = 0, dots = 0; i < n && p[i] != '/'; i += p[i] == '.' ? 1 : 3)
        if (++dots > 2 || (p[i] != '.' && ascii_escape(p + i, n - i) != '.'))
            return false;
    return true;
}

long parts_port(const url_parts *parts, const char *url)
{
    trawl_span port = parts->part[TRAWL_PART_PORT];
    long value = 0;

    for (size_t i = port.from; span_is(port) && i < port.to; i++) {
        if (!ascii_is_digit((unsigned char)url[i]))
            return -1;
        value = value > 65535 ? value : value * 10 + (url[i] - '0');
    }
    return value;
}

enum scheme_grammar parts_grammar(const url_parts *parts)
{
    return parts->row ? (enum scheme_grammar)parts->row->grammar : SCHEME_GENERIC;
}

/* ---- Putting together ---- */

/* Writes a part, if it is present, after its delimiter. */
static int parts_write_part(const url_parts *p, text_out *o, int part, const char *before,
                            parts_put *put, void *user)
{
    if (!span_is(p->part[part]))
        return 0;
    out_put(o, before, strlen(before));
    return put(user, part, p->part[part]);
}

int parts_write(const url_parts *p, text_out *o, parts_put *put, void *user)
{
    static const struct {
        int part;
        const char *before;
    } rest[] = {{TRAWL_PART_HOST, ""},
                {TRAWL_PART_PORT, ":"},
                {TRAWL_PART_PATH, ""},
                {TRAWL_PART_QUERY, "?"},
                {TRAWL_PART_FRAGMENT, "#"}};
    int failed = parts_write_part(p, o, TRAWL_PART_SCHEME, "", put, user);

    if (span_is(p->part[TRAWL_PART_SCHEME]))
        out_byte(o, ':');
    if (span_is(p->authority))
        out_put(o, "//", 2);
    if (span_is(p->part[TRAWL_PART_USER])) {
        parts_write_part(p, o, TRAWL_PART_USER, "", put, user);
        parts_write_part(p, o, TRAWL_PART_PASSWORD, ":", put, user);
        out_byte(o, '@');
    }
    for (size_t i = 0; i < sizeof rest / sizeof rest[0] && !failed; i++)
        failed = parts_write_part(p, o, rest[i].part, rest[i].before, put, user);
    return failed;
}

/* ---- Lists ---- */

/* Moves the first entry of the list *rest, up to a separator, to *entry and returns 1; returns 0 at
 * the end of the list. An absent list has no entries; "a,,b" has three. */
static int parts_next_entry(const char *url, trawl_span *rest, char separator, trawl_span *entry)
{
    if (!span_is(*rest))
        return 0;
    *entry = (trawl_span){rest->from, parts_find(url, rest->from, rest->to, separator)};
    if (entry->to < rest->to)
        rest->from = entry->to + 1;
    else
        *rest = span_absent;
    return 1;
}

/* Returns true when `rest` is not NULL and, unless the list is absent, `url` is not NULL either. */
static bool has_list(const char *url, const trawl_span *rest)
{
    return rest && (url || !span_is(*rest));
}

int trawl_next_address(const char *url, trawl_span *rest, trawl_span *address)
{
    return has_list(url, rest) && address ? parts_next_entry(url, rest, ',', address)
                                          : TRAWL_ERROR_MISUSE;
}

/* In mailto, fields are separated by "&"; in prospero, each field begins with ";". */
int trawl_next_field(const char *url, trawl_span *rest, trawl_span *name, trawl_span *value)
{
    trawl_span field;
    size_t equals;
    bool prospero;

    if (!has_list(url, rest) || !name || !value)
        return TRAWL_ERROR_MISUSE;
    prospero = span_is(*rest) && ascii_lower(url[parts_label(url, (size_t)rest->from)]) == 'p';
    if (prospero)
        rest->from++;
    if (!parts_next_entry(url, rest, prospero ? ';' : '&', &field))
        return 0;
    if (prospero && span_is(*rest))
        rest->from--; /* the next field begins with ";" */
    equals = parts_find(url, field.from, field.to, '=');
    *name = (trawl_span){field.from, equals};
    *value = equals < field.to ? (trawl_span){equals + 1, field.to} : span_absent;
    return 1;
}

/* ---- Parts specific to a scheme ---- */

/* Returns the offset of `text`, in any case, in url[from..to), or `to`. The first byte of `text`
 * must not be a letter. */
static size_t parts_find_text(const char *url, size_t from, size_t to, const char *text)
{
    size_t k = strlen(text);

    for (; (from = parts_find(url, from, to, text[0])) < to; from++)
        if (to - from >= k && ascii_same(url + from, text, k))
            return from;
    return to;
}

static void split_ftp(url_parts *p, const char *url)
{
    trawl_span *path = &p->part[TRAWL_PART_PATH];
    size_t type = parts_find_text(url, path->from, path->to, ";type=");

    if (type < path->to) {
        p->part[TRAWL_PART_TYPE] = (trawl_span){type + 6, path->to};
        path->to = type;
    }
}

/* Splits "/" type selector "%09" search "%09" plus; a "?" is data. */
static void split_gopher(url_parts *p, const char *url, size_t end)
{
    size_t from = p->part[TRAWL_PART_PATH].from + 1, tab;
    const int names[] = {TRAWL_PART_SELECTOR, TRAWL_PART_SEARCH, TRAWL_PART_PLUS};

    if (from >= end)
        return;
    tab = from + (url[from] == '%' && end - from >= 3 ? 3 : 1);
    p->part[TRAWL_PART_TYPE] = (trawl_span){from, tab};
    for (int i = 0; i < 3; i++) {
        from = tab;
        tab = i < 2 ? parts_find_text(url, from, end, "%09") : end;
        p->part[names[i]] = (trawl_span){from, tab};
        if (tab == end)
            return;
        tab += 3;
    }
}

/* Splits [ "//" server "/" ] and a message-id, if it has an "@", or a group. */
static void split_news(url_parts *p, const char *url, size_t end)
{
    size_t from = p->part[TRAWL_PART_PATH].from;

    if (span_is(p->authority))
        from += from < end;
    if (from < end || !span_is(p->authority))
        p->part[parts_find(url, from, end, '@') < end ? TRAWL_PART_ARTICLE : TRAWL_PART_GROUP] =
            (trawl_span){from, end};
}

static void split_nntp(url_parts *p, const char *url)
{
    trawl_span path = p->part[TRAWL_PART_PATH];
    size_t from = path.from, slash;

    if (span_is(p->authority))
        from += from < path.to;
    slash = parts_find(url, from, path.to, '/');
    p->part[TRAWL_PART_GROUP] = (trawl_span){from, slash};
    if (slash < path.to)
        p->part[TRAWL_PART_NUMBER] = (trawl_span){slash + 1, path.to};
}

static void split_wais(url_parts *p, const char *url)
{
    trawl_span path = p->part[TRAWL_PART_PATH];
    size_t from = path.from + 1, slash;

    if (path.from == path.to)
        return;
    slash = parts_find(url, from, path.to, '/');
    p->part[TRAWL_PART_DATABASE] = (trawl_span){from, slash};
    p->part[TRAWL_PART_SEARCH] = p->part[TRAWL_PART_QUERY];
    if (slash == path.to)
        return;
    from = slash + 1;
    slash = parts_find(url, from, path.to, '/');
    p->part[TRAWL_PART_TYPE] = (trawl_span){from, slash};
    if (slash < path.to)
        p->part[TRAWL_PART_WPATH] = (trawl_span){slash + 1, path.to};
}

/* Splits "/" name *( ";" field "=" value ); a "?" is data. */
static void split_prospero(url_parts *p, const char *url, size_t end)
{
    size_t from = p->part[TRAWL_PART_PATH].from + 1, fields;

    if (from > end)
        return;
    fields = parts_find(url, from, end, ';');
    p->part[TRAWL_PART_NAME] = (trawl_span){from, fields};
    if (fields < end)
        p->part[TRAWL_PART_FIELDS] = (trawl_span){fields, end};
}

static void split_mailto(url_parts *p)
{
    if (span_len(p->part[TRAWL_PART_PATH]) > 0)
        p->part[TRAWL_PART_ADDRESSES] = p->part[TRAWL_PART_PATH];
    if (span_len(p->part[TRAWL_PART_QUERY]) > 0)
        p->part[TRAWL_PART_FIELDS] = p->part[TRAWL_PART_QUERY];
}

void parts_split_scheme(url_parts *p, const char *url, size_t n)
{
    size_t end =
        span_is(p->part[TRAWL_PART_FRAGMENT]) ? (size_t)p->part[TRAWL_PART_FRAGMENT].from - 1 : n;

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

void parts_to_verdict(trawl_verdict *v, const url_parts *parts)
{
    memcpy(v->part, parts->part, sizeof parts->part);
    for (unsigned i = TRAWL_PART_COUNT; i < TRAWL_PARTS; i++)
        v->part[i] = span_absent;
}
