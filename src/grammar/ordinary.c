/* ordinary.c - URLs of the most usual shape, judged without a pattern; see ordinary.h
 *
 *   http://host[:port][/path][?query][#fragment]    https likewise
 *   ftp://host[:port]/path[?query][#fragment]    mailto:local@host[?query]
 *   news:group    nntp://host[:port]/group[/number]
 *
 * The scheme is in lower case. The host is labels of letters, digits and hyphens that begin with a letter and end with no
 * hyphen: a host in all four grammars. No escape stands anywhere, which only RFC 3986's characters are asked for.
 */
#include "grammar/ordinary.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"

/* Where a byte may stand, by RFC 1738 section 5, RFC 1630's BNF and RFC 3986 appendix A. */
enum {
    PATH_1738 = 1 << 0,  /* *[ uchar | ";" | ":" | "@" | "&" | "=" | "/" ] */
    QUERY_1738 = 1 << 1, /* the same without "/"                          */
    XCHAR_1738 = 1 << 2, /* *xchar                                        */
    PATH_1630 = 1 << 3,  /* *[ xpalpha | "/" ]                            */
    WORDS_1630 = 1 << 4, /* xalphas with "+" between them                 */
    XALPHA_1630 = 1 << 5,
    PATH_3986 = 1 << 6,  /* *( pchar / "/" )                              */
    QUERY_3986 = 1 << 7, /* *( pchar / "/" / "?" ), also of a fragment    */
    LOCAL = 1 << 8,      /* before the "@" of mailto                      */
    LABEL = 1 << 9,      /* between the dots of a host                    */
    LOWER = 1 << 10      /* in a host, in its canonical form              */
};

/* clang-format off */

#define BY_ALL (PATH_1738 | QUERY_1738 | XCHAR_1738 | PATH_1630 | WORDS_1630 | XALPHA_1630 | PATH_3986 | QUERY_3986 | LOCAL)
#define NOT_1630 (PATH_1738 | QUERY_1738 | XCHAR_1738 | PATH_3986 | QUERY_3986 | LOCAL)
#define IN_HOST (BY_ALL | LABEL | LOWER)
#define TEN(first, r) [(first)] = (r), (r), (r), (r), (r), (r), (r), (r), (r), (r)
#define LETTERS(first, r) TEN(first, r), TEN((first) + 10, r), [(first) + 20] = (r), (r), (r), (r), (r), (r)

static const unsigned short roles[256] = {
    TEN('0', IN_HOST), LETTERS('A', BY_ALL | LABEL), LETTERS('a', IN_HOST), ['-'] = IN_HOST, ['.'] = BY_ALL,
    ['$'] = BY_ALL, ['_'] = BY_ALL, ['!'] = BY_ALL, ['*'] = BY_ALL, ['\''] = BY_ALL, ['('] = BY_ALL, [')'] = BY_ALL,
    [','] = BY_ALL, ['&'] = BY_ALL, ['@'] = BY_ALL & ~LOCAL, ['+'] = BY_ALL & ~XALPHA_1630,
    [';'] = NOT_1630, [':'] = NOT_1630, ['='] = NOT_1630, ['~'] = PATH_3986 | QUERY_3986,
    ['/'] = PATH_1738 | XCHAR_1738 | PATH_1630 | PATH_3986 | QUERY_3986, ['?'] = XCHAR_1738 | QUERY_3986,
};

/* clang-format on */

/* The roles that all bytes have from p[*i] on to the first without this one, to which *i is moved. */
static unsigned read_run(const unsigned char *p, size_t *i, size_t n, unsigned role)
{
    unsigned all = BY_ALL, four;
    size_t k = *i;

    while (n - k >= 4 && ((four = roles[p[k]] & roles[p[k + 1]] & roles[p[k + 2]] & roles[p[k + 3]]) & role)) {
        all &= four;
        k += 4;
    }
    while (k < n && (roles[p[k]] & role))
        all &= roles[p[k++]];
    *i = k;
    return all;
}

/* The host at p[*i], behind which *i is moved: the roles of its bytes, or 0 if it is no plain one. */
static unsigned read_host(const unsigned char *p, size_t *i, size_t n)
{
    unsigned all = BY_ALL | LABEL | LOWER, role;
    size_t k = *i;

    for (;; k++) {
        if (k == n || !ascii_is_alpha(p[k]))
            return 0;
        role = roles[p[k]];
        do
            all &= role;
        while (++k < n && ((role = roles[p[k]]) & LABEL));
        if (p[k - 1] == '-')
            return 0;
        if (k == n || p[k] != '.')
            break;
    }
    *i = k;
    return all;
}

/* The port at p[*i], if there is one, behind which *i is moved: the scheme's own is not canonical. False: it is empty. */
static bool read_port(ordinary *o, const unsigned char *p, size_t *i, size_t n, unsigned own)
{
    size_t from = *i + 1;
    unsigned value = 0;

    if (*i == n || p[*i] != ':')
        return true;
    while (++*i < n && ascii_is_digit(p[*i]))
        value = value > 65535 ? value : value * 10 + (p[*i] - '0');
    o->canonical = o->canonical && value != own;
    return *i > from;
}

/* RFC 1630's search, xalphas [ + search ]: a word on either side of each "+". */
static bool are_words(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] == '+' && (i == 0 || i + 1 == n || p[i + 1] == '+'))
            return false;
    return n > 0;
}

/* The fragment, if there is one, is all that is left at p[i]. RFC 1738 has none. */
static bool read_end(ordinary *o, const unsigned char *p, size_t i, size_t n, bool by_1738, bool by_1630)
{
    size_t from = i + 1;

    if (i < n && p[i] == '#') {
        i = from;
        by_1738 = false;
        by_1630 = (read_run(p, &i, n, QUERY_3986) & XALPHA_1630) && by_1630;
        o->canonical = o->canonical && i > from;
    }
    o->valid |= (by_1738 ? TRAWL_RFC1738 : 0u) | (by_1630 ? TRAWL_RFC1630 : 0u);
    return i == n;
}

/* What stands behind the host of http or https, from p[i] on. */
static bool read_rest(ordinary *o, const unsigned char *p, size_t i, size_t n, bool https)
{
    size_t from = i;
    unsigned path = read_run(p, &i, n, PATH_3986), query;
    bool has_path = i > from, by_1738 = path & PATH_1738, by_1630 = path & PATH_1630;

    if (i < n && p[i] == '?') {
        from = ++i;
        query = read_run(p, &i, n, QUERY_3986);
        by_1738 = by_1738 && (https ? query & XCHAR_1738 : has_path && (query & QUERY_1738));
        by_1630 = by_1630 && (query & WORDS_1630) && are_words(p + from, i - from);
    }
    o->canonical = o->canonical && has_path;
    return read_end(o, p, i, n, by_1738, by_1630);
}

/* RFC 1630 does not know https: to its rule for other schemes, a colon is none of a path's characters. */
static bool read_http(ordinary *o, const unsigned char *p, size_t n)
{
    bool https = n > 4 && p[4] == 's', port;
    size_t i = https ? 8 : 7;
    unsigned host;

    if (n <= i || memcmp(p, https ? "https://" : "http://", i) != 0)
        return false;
    host = read_host(p, &i, n);
    o->canonical = (host & LOWER) != 0;
    port = i < n && p[i] == ':';
    if (!host || !read_port(o, p, &i, n, https ? 443 : 80) || (i < n && p[i] != '/' && p[i] != '?' && p[i] != '#'))
        return false;
    if (!read_rest(o, p, i, n, https))
        return false;
    o->valid &= https && port ? ~(unsigned)TRAWL_RFC1630 : ~0u;
    return true;
}

/* Without ";", which begins a type. To RFC 1738 a "?" is as good in a path as any other character, RFC 1630 knows no
 * search. */
static bool read_ftp(ordinary *o, const unsigned char *p, size_t n)
{
    size_t i = 6, from;
    unsigned host, all;
    bool search;

    if (n <= i || memcmp(p, "ftp://", i) != 0)
        return false;
    host = read_host(p, &i, n);
    o->canonical = (host & LOWER) != 0;
    if (!host || !read_port(o, p, &i, n, 21) || i == n || p[i] != '/')
        return false;
    from = i;
    all = read_run(p, &i, n, PATH_3986);
    search = i < n && p[i] == '?';
    if (search)
        all &= read_run(p, &i, n, QUERY_3986);
    return !memchr(p + from, ';', i - from) && read_end(o, p, i, n, all & XCHAR_1738, !search && (all & PATH_1630));
}

/* No "/" begins it, so all behind the colon is a path; whether the local part has the form of RFC 6068 is not told. To RFC 1738
 * a query is more of the address, RFC 1630 knows none. */
static bool read_mailto(ordinary *o, const unsigned char *p, size_t n)
{
    size_t i = 7;
    unsigned local, host;

    if (n <= i || memcmp(p, "mailto:", i) != 0)
        return false;
    if (ordinary_address(o, p + i, n - i))
        return true;
    local = read_run(p, &i, n, LOCAL);
    if (i == 7 || i == n || p[i++] != '@')
        return false;
    host = read_host(p, &i, n);
    o->canonical = (host & LOWER) != 0;
    if (i < n && p[i] == '?') {
        i++;
        o->valid |= read_run(p, &i, n, QUERY_3986) & XCHAR_1738 ? TRAWL_RFC1738 : 0u;
    } else {
        o->valid |= TRAWL_RFC1738 | (local & XALPHA_1630 ? TRAWL_RFC1630 : 0u);
    }
    return host && i == n;
}

/* A group whose words are such as stand in a host; in any case. */
static bool read_news(ordinary *o, const unsigned char *p, size_t n)
{
    size_t i = 5;

    if (n <= i || memcmp(p, "news:", i) != 0)
        return false;
    o->canonical = true;
    o->valid = TRAWL_ANY_STANDARD;
    return read_host(p, &i, n) && i == n;
}

/* RFC 1630 knows no server. */
static bool read_nntp(ordinary *o, const unsigned char *p, size_t n)
{
    size_t i = 7;
    unsigned host;

    if (n <= i || memcmp(p, "nntp://", i) != 0)
        return false;
    host = read_host(p, &i, n);
    o->canonical = (host & LOWER) != 0;
    o->valid |= TRAWL_RFC1738;
    if (!host || !read_port(o, p, &i, n, 119) || i == n || p[i++] != '/' || !read_host(p, &i, n))
        return false;
    if (i == n)
        return true;
    if (p[i++] != '/' || i == n)
        return false;
    while (i < n && ascii_is_digit(p[i]))
        i++;
    return i == n;
}

bool ordinary_read(ordinary *o, const char *url, size_t n)
{
    const unsigned char *p = (const unsigned char *)url;

    *o = (ordinary){.valid = TRAWL_RFC3986 | TRAWL_IRI};
    switch (n > 0 ? p[0] : 0) {
    case 'h':
        return read_http(o, p, n);
    case 'm':
        return read_mailto(o, p, n);
    case 'f':
        return read_ftp(o, p, n);
    case 'n':
        return n > 1 && p[1] == 'e' ? read_news(o, p, n) : read_nntp(o, p, n);
    default:
        return false;
    }
}
