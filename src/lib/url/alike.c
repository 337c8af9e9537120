/* alike.c - forms of a URL that are weaker than the canonical one: trawl_scheme_form() and
 * trawl_normal()
 *
 *   URL:gopher://h.example                     scheme: gopher://h.example/1
 *   https://a.example/?b=1&utm_source=c#d      normal: https://a.example/?b=1#d
 *
 * Both work on the canonical form. The scheme form applies the rules of the URL's scheme: the
 * meaning of a part that is absent, and the parts that are compared without case. The normal form
 * changes only http and https URLs; for all others it equals the scheme form.
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
static bool is_below(trawl_str host, trawl_str site)
{
    return host.n >= site.n && ascii_same(host.p + host.n - site.n, site.p, site.n) &&
           (host.n == site.n || host.p[host.n - site.n - 1] == '.');
}

/* Removes blanks and the word after them from the start of *rest. Returns the word, which ends
 * before a blank. */
static trawl_str alike_word(trawl_str *rest)
{
    trawl_str word;
    size_t i = 0;

    while (rest->n > 0 && (ascii_is_blank((unsigned char)*rest->p) || *rest->p == '\r')) {
        rest->p++;
        rest->n--;
    }
    while (i < rest->n && !ascii_is_blank((unsigned char)rest->p[i]) && rest->p[i] != '\r')
        i++;
    word = (trawl_str){rest->p, i};
    rest->p += i;
    rest->n -= i;
    return word;
}

/* Returns true when a line of the user's list names the parameter. */
static bool line_names(trawl_str line, const char *name, size_t n, trawl_str host)
{
    const char *comment = line.n > 0 ? memchr(line.p, '#', line.n) : NULL;
    trawl_str word, site;
    bool prefix;

    line.n = comment ? (size_t)(comment - line.p) : line.n;
    word = alike_word(&line);
    site = alike_word(&line);
    prefix = word.n > 0 && word.p[word.n - 1] == '*';
    word.n -= prefix;
    if (word.n + prefix == 0 || (prefix ? n < word.n : n != word.n) ||
        !ascii_same(name, word.p, word.n))
        return false;
    return site.n == 0 || is_below(host, site);
}

/* Returns true for a parameter of the table, or of the user's list. */
static bool is_tracking(const char *name, size_t n, trawl_str host, trawl_str more)
{
    for (const parameter *p = parameters; p < parameters + PARAMETERS; p++)
        if ((p->prefix ? n >= p->n : n == p->n) && ascii_same(name, p->name, p->n) &&
            (p->site[0] == '\0' || is_below(host, (trawl_str){p->site, strlen(p->site)})))
            return true;
    while (more.n > 0) {
        const char *end = memchr(more.p, '\n', more.n);
        size_t k = end ? (size_t)(end - more.p) : more.n;
        if (line_names((trawl_str){more.p, k}, name, n, host))
            return true;
        k += end != NULL;
        more.p += k;
        more.n -= k;
    }
    return false;
}

/* Writes "?" and the query without tracking parameters; nothing if all were removed. */
static void put_query(text_out *to, const char *url, trawl_span query, trawl_str host,
                      trawl_str more)
{
    char before = '?';
    bool dropped = false;

    for (size_t from = query.from, end; from <= query.to; from = end + 1) {
        const char *and = memchr(url + from, '&', query.to - from);
        const char *equals;

        end = and? (size_t)(and-url) : (size_t)query.to;
        equals = memchr(url + from, '=', end - from);
        if (is_tracking(url + from, equals ? (size_t)(equals - url) - from : end - from, host,
                        more)) {
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

/* ---- The scheme form (C5) ---- */

static bool part_is(const char *url, trawl_span s, const char *word)
{
    return span_is(s) && span_len(s) == strlen(word) &&
           memcmp(url + s.from, word, strlen(word)) == 0;
}

/* Returns true for a file: URL of this machine: "file:/a", "file:///a", "file://localhost/a" (RFC
 * 1738 section 3.10, RFC 8089 section 2). */
static bool is_local_file(const char *url, const url_parts *p)
{
    trawl_span host = p->part[TRAWL_PART_HOST], path = p->part[TRAWL_PART_PATH];

    return parts_grammar(p) == SCHEME_FILE && span_len(path) > 0 && url[path.from] == '/' &&
           !span_is(p->part[TRAWL_PART_USER]) && !span_is(p->part[TRAWL_PART_PORT]) &&
           (span_len(host) == 0 || part_is(url, host, "localhost"));
}

/* Writes everything before the path. Leaves out the user "anonymous" of an ftp URL, which is the
 * default (RFC 1738 section 3.2.1). */
static void put_authority(text_out *to, const char *url, const url_parts *p)
{
    const trawl_span user = p->part[TRAWL_PART_USER], host = p->part[TRAWL_PART_HOST];
    size_t from = 0, end = p->part[TRAWL_PART_PATH].from;

    if (is_local_file(url, p)) {
        out_put(to, "file://", 7);
        return;
    }
    if (parts_grammar(p) == SCHEME_FTP && part_is(url, user, "anonymous") && span_len(host) > 0 &&
        !span_is(p->part[TRAWL_PART_PASSWORD])) {
        out_put(to, url, user.from);
        from = host.from;
    }
    out_put(to, url + from, end - from);
}

static void put_lower(text_out *to, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out_byte(to, ascii_lower(p[i]));
}

/* Writes text without escapes of the characters in `plain`. */
static void put_plain(text_out *to, const char *p, size_t n, const char *plain)
{
    for (size_t i = 0; i < n; i++) {
        const int byte = ascii_escape(p + i, n - i);

        if (byte > 0 && strchr(plain, byte)) {
            out_byte(to, (char)byte);
            i += 2;
        } else {
            out_byte(to, p[i]);
        }
    }
}

/* Writes a message-id. Its host is compared without case (RFC 1738 section 3.6). Before the host,
 * no character that may be raw is reserved (RFC 2392, RFC 5538), so all are written raw. */
static void alike_put_id(text_out *to, const char *p, size_t n)
{
    const char *at = memchr(p, '@', n), *end;

    if (!at) {
        out_put(to, p, n);
        return;
    }
    end = memchr(at, '/', (size_t)(p + n - at)); /* mid:message/part */
    end = end ? end : p + n;
    put_plain(to, p, (size_t)(at - p), "!$&'()*+,;=:");
    put_lower(to, at, (size_t)(end - at));
    if (end < p + n)
        alike_put_id(to, end, (size_t)(p + n - end));
}

/* Writes a telephone number without the marks between its digits (RFC 3966 section 4). Text with
 * other characters is not a number and is written unchanged. */
static void alike_put_number(text_out *to, const char *p, size_t n)
{
    const char *field = memchr(p, ';', n);
    const size_t end = field ? (size_t)(field - p) : n;
    bool number = true;

    for (size_t i = 0; i < end; i++)
        number =
            number && (ascii_hex((unsigned char)p[i]) >= 0 || (p[i] && strchr("+*-.()", p[i])));
    for (size_t i = 0; i < end; i++)
        if (!number || !strchr("-.()", p[i]))
            out_byte(to, p[i]);
    out_put(to, p + end, n - end);
}

/* In a gopher URL no character is reserved (RFC 1738 section 3.4.1, RFC 4266 section 2.1), and a
 * segment "." has no meaning. */
static const char gopher_plain[] = "!$&'()*+,;=:@/?.";

/* Writes the path of a URL with a host. An empty path is "/"; for gopher it is "/1", since the type
 * is 1 by default (RFC 1738 section 3.4, RFC 4266 section 2.1). */
static void put_host_path(text_out *to, const char *p, size_t n, const url_parts *parts)
{
    const enum scheme_grammar g = parts_grammar(parts);
    const bool query = span_is(parts->part[TRAWL_PART_QUERY]);
    const bool typed = g == SCHEME_FTP && n > 7 && memcmp(p + n - 7, ";type=", 6) == 0;

    if (n == 0)
        out_byte(to, '/');
    put_plain(to, p, n - typed, g == SCHEME_GOPHER ? gopher_plain : "");
    if (typed)
        out_byte(to, ascii_lower(p[n - 1]));
    if (g == SCHEME_GOPHER && n < 2 && !query)
        out_byte(to, '1');
}

static void alike_put_path(text_out *to, const char *url, const url_parts *p)
{
    const trawl_span path = p->part[TRAWL_PART_PATH];
    const char *at = url + path.from, *colon;
    const size_t n = span_len(path);

    switch (parts_grammar(p)) {
    case SCHEME_NEWS:
    case SCHEME_SNEWS:
    case SCHEME_MID:
    case SCHEME_CID:
        alike_put_id(to, at, n);
        return;
    case SCHEME_MAILTO: /* what D3 writes raw may be encoded (RFC 1738 section 3.5, RFC 6068) */
        put_plain(to, at, n, "!$'*+");
        return;
    case SCHEME_URN: /* the namespace is compared without case (RFC 8141 section 3.1) */
        colon = memchr(at, ':', n);
        put_lower(to, at, colon ? (size_t)(colon - at) : 0);
        out_put(to, colon ? colon : at, colon ? n - (size_t)(colon - at) : n);
        return;
    default:
        break;
    }
    if (p->row && part_is(url, p->part[TRAWL_PART_SCHEME], "tel"))
        alike_put_number(to, at, n);
    else if (p->row && scheme_has_host(p->row) && span_len(p->part[TRAWL_PART_HOST]) > 0)
        put_host_path(to, at, n, p);
    else
        out_put(to, at, n);
}

/* Writes the query and the fragment. The names of mailto's fields are compared without case (RFC
 * 6068 section 2); the components and the fragment of a urn are not compared. */
static void alike_put_rest(text_out *to, const char *url, size_t n, const url_parts *p)
{
    const trawl_span query = p->part[TRAWL_PART_QUERY];
    bool name = true;

    if (parts_grammar(p) == SCHEME_URN)
        return;
    if (parts_grammar(p) == SCHEME_GOPHER && span_is(query)) {
        put_plain(to, url + query.from - 1, query.to + 1 - query.from, gopher_plain);
        out_put(to, url + query.to, n - query.to);
        return;
    }
    if (parts_grammar(p) != SCHEME_MAILTO || !span_is(query)) {
        out_put(to, url + p->part[TRAWL_PART_PATH].to, n - p->part[TRAWL_PART_PATH].to);
        return;
    }
    if (query.from < query.to)
        out_byte(to, '?');
    for (size_t i = query.from; i < query.to; i++) {
        name = url[i] == '&' || (name && url[i] != '=');
        out_byte(to, name ? ascii_lower(url[i]) : url[i]);
    }
    out_put(to, url + query.to, n - query.to);
}

static void put_by_scheme(text_out *to, const char *url, size_t n, const url_parts *p)
{
    if (!p->row) {
        out_put(to, url, n);
        return;
    }
    put_authority(to, url, p);
    alike_put_path(to, url, p);
    alike_put_rest(to, url, n, p);
}

/* ---- The public functions ---- */

static bool is_web(const url_parts *p)
{
    enum scheme_grammar g = parts_grammar(p);

    return (g == SCHEME_HTTP || g == SCHEME_HTTPS) && span_len(p->part[TRAWL_PART_HOST]) > 0;
}

/* Writes an http or https URL without tracking parameters. */
static void put_untracked(text_out *to, const char *url, size_t n, const url_parts *p,
                          trawl_str more)
{
    const trawl_span query = p->part[TRAWL_PART_QUERY], host = p->part[TRAWL_PART_HOST];

    if (!span_is(query)) {
        out_put(to, url, n);
        return;
    }
    out_put(to, url, query.from - 1);
    put_query(to, url, query, (trawl_str){url + host.from, span_len(host)}, more);
    out_put(to, url + query.to, n - query.to);
}

static int write_form(bool normal, trawl_str url, text_out to, size_t *len)
{
    canonical_text c;
    url_parts p;
    size_t label;
    int failed;

    if ((!url.p && url.n > 0) || (!to.p && to.size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    label = parts_label(url.p, url.n);
    failed = canonical_open(&c, url.p + label, url.n - label);
    if (!failed) {
        parts_split(&p, c.p, c.n);
        if (normal && is_web(&p))
            put_untracked(&to, c.p, c.n, &p, (trawl_str){"", 0});
        else
            put_by_scheme(&to, c.p, c.n, &p);
    }
    canonical_close(&c);
    return out_result(&to, failed, len);
}

int trawl_scheme_form(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return write_form(false, (trawl_str){url, n}, (text_out){out, size, 0}, len);
}

int trawl_normal(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return write_form(true, (trawl_str){url, n}, (text_out){out, size, 0}, len);
}

int trawl_untrack(const char *url, size_t n, const char *more, size_t more_n, char *out,
                  size_t size, size_t *len)
{
    text_out to = {out, size, 0};
    url_parts p;

    if ((!url && n > 0) || (!more && more_n > 0) || (!out && size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    parts_split(&p, url, n);
    if (url && is_web(&p))
        put_untracked(&to, url, n, &p, (trawl_str){more, more_n});
    else
        out_put(&to, url, n);
    return out_result(&to, TRAWL_OK, len);
}

trawl_str trawl_part_default(const char *url, size_t n, int part)
{
    static const trawl_str none = {"", 0}, root = {"/", 1}, menu = {"1", 1};
    static const trawl_str anonymous = {"anonymous", 9}, here = {"localhost", 9};
    url_parts p;
    enum scheme_grammar g;
    size_t label;

    if (!url || part < 0 || part >= TRAWL_PART_COUNT)
        return none;
    label = parts_label(url, n);
    url += label;
    n -= label;
    parts_split(&p, url, n);
    g = parts_grammar(&p);
    parts_split_scheme(&p, url, n);
    if (!p.row || span_len(p.part[part]) > 0 || (part == TRAWL_PART_USER && span_is(p.part[part])))
        return none;
    if (part == TRAWL_PART_HOST)
        return g == SCHEME_FILE ? here : none;
    if (!scheme_has_host(p.row) || span_len(p.part[TRAWL_PART_HOST]) == 0)
        return none;
    if (part == TRAWL_PART_TYPE && g == SCHEME_GOPHER)
        return menu;
    if (part == TRAWL_PART_USER && g == SCHEME_FTP)
        return anonymous;
    return part == TRAWL_PART_PATH ? root : none;
}
