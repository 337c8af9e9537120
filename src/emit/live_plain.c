/* live_plain.c - the links whose href is their URL: nearly all of them
 *
 *   http://host[:port][/path][?query][#fragment]    https likewise    mailto:address
 *
 * In lower case as to the scheme, with a host of letters, digits, hyphens, dots and underlines that is no address in numbers,
 * without user, an address without fields and escapes: a URI by RFC 3986 to which F1 to F4, F8, F9 and F11 have
 * nothing to say. And those that would be that if they had another port. Everything else goes the long way, through
 * live_scheme.c, live_form.c and live.c, which would say the same of these.
 */
#include <string.h>

#include "base/ascii.h"
#include "emit/live.h"

/* Where a byte may stand: in a host; in an address (RFC 3986, *pchar and "/", without escapes); in a path, query or fragment.
 * Is it the same in HTML? */
enum { HOST = 1, ADDRESS = 2, PATH = 4, SAME = 8 };

/* clang-format off */

#define IN_HOST (HOST | ADDRESS | PATH | SAME)
#define IN_BOTH (ADDRESS | PATH | SAME)
#define TEN(first) [(first)] = IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST
#define LETTERS(first) TEN(first), TEN((first) + 10), [(first) + 20] = IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST, IN_HOST

static const unsigned char places[256] = {
    TEN('0'), LETTERS('A'), LETTERS('a'), ['-'] = IN_HOST, ['.'] = IN_HOST, ['_'] = IN_HOST,
    ['~'] = IN_BOTH, ['!'] = IN_BOTH, ['$'] = IN_BOTH, ['('] = IN_BOTH, [')'] = IN_BOTH, ['*'] = IN_BOTH, ['+'] = IN_BOTH,
    [','] = IN_BOTH, [';'] = IN_BOTH, ['='] = IN_BOTH, [':'] = IN_BOTH, ['@'] = IN_BOTH, ['/'] = IN_BOTH,
    ['&'] = ADDRESS | PATH, ['\''] = ADDRESS | PATH, ['?'] = PATH | SAME,
};

/* clang-format on */

/* How far from p[i] on all bytes may stand in this place; *all loses what not all are. */
static size_t run(const char *url, size_t i, size_t n, unsigned place, unsigned *all)
{
    const unsigned char *p = (const unsigned char *)url;
    unsigned four;

    while (n - i >= 4 && ((four = places[p[i]] & places[p[i + 1]] & places[p[i + 2]] & places[p[i + 3]]) & place)) {
        *all &= four;
        i += 4;
    }
    while (i < n && (places[p[i]] & place))
        *all &= places[p[i++]];
    return i;
}

static inline unsigned eight(const unsigned char *p)
{
    return places[p[0]] & places[p[1]] & places[p[2]] & places[p[3]] & places[p[4]] & places[p[5]] & places[p[6]] &
           places[p[7]];
}

/* Where all bytes from p[i] on may stand, and SAME; 0: nobody knows. The last eight may be looked at twice. */
static inline unsigned all_from(trawl_str url, size_t i)
{
    const unsigned char *p = (const unsigned char *)url.p;
    unsigned all = ~0U;

    if (url.n - i < 8)
        return 0;
    for (; url.n - i > 8; i += 8)
        all &= eight(p + i);
    return all & eight(p + url.n - 8);
}

/* The end of the port behind the colon at p[i], i if it is none that a browser goes to. */
static size_t port_end(const char *p, size_t i, size_t n)
{
    unsigned long number = 0;
    size_t end = i + 1;

    for (; end < n && end - i <= 5 && ascii_is_digit((unsigned char)p[end]); end++)
        number = number * 10 + (unsigned)(p[end] - '0');
    return number > 65535 || live_is_blocked(number) ? i : end;
}

/* The end of the host at p[i] with its port, i if it is no plain one. Its last label begins with no digit, so it is no number. */
static size_t host_end(const char *p, size_t i, size_t n)
{
    unsigned all = 0;
    size_t end = run(p, i, n, HOST, &all), label = end;

    while (label > i && p[label - 1] != '.')
        label--;
    if (label == end || ascii_is_digit((unsigned char)p[label]))
        return i;
    if (end < n && p[end] == ':')
        end = port_end(p, end, n);
    return end == n || p[end] == '/' || p[end] == '?' || p[end] == '#' ? end : i;
}

/* How far from p[i] on, behind host and port, all bytes may stand where they are. */
static size_t rest_end(trawl_str url, size_t i, unsigned *all)
{
    size_t end = run(url.p, i, url.n, PATH, all);

    return end < url.n && url.p[end] == '#' ? run(url.p, end + 1, url.n, PATH, all) : end;
}

/* Of the URI from its host on, PATH and perhaps SAME; 0: it is none. Those with escapes RFC 3986's own pattern judges. It
 * stands apart, so that addresses save no registers for it. */
__attribute__((noinline)) static unsigned read_http(trawl_str url, size_t i)
{
    size_t end = host_end(url.p, i, url.n);
    unsigned all;

    if (end == i)
        return 0;
    if ((all = all_from(url, end)) & PATH)
        return all;
    all = PATH | SAME;
    end = rest_end(url, end, &all);
    if (end == url.n)
        return all;
    return url.p[end] == '%' && trawl_accepts(TRAWL_RFC3986, url.p, url.n) > 0 ? PATH : 0;
}

/* "mailto://h" has a host. */
static unsigned read_mailto(trawl_str url)
{
    unsigned all;

    if (url.p[7] == '/')
        return 0;
    if ((all = all_from(url, 7)) & ADDRESS)
        return all;
    all = PATH | SAME;
    return run(url.p, 7, url.n, ADDRESS, &all) == url.n ? all : 0;
}

/* Where the host of a URL of the Web begins; 0: it is none in small letters. */
static size_t web_host(const char *url)
{
    bool is_web = memcmp(url, "http", 4) == 0 && memcmp(url + 4 + (url[4] == 's'), "://", 3) == 0;

    return is_web ? 7 + (url[4] == 's') : 0;
}

bool live_has_plain_host(const kernel *k, const char *url)
{
    size_t host = web_host(url), end, last;
    kernel_marks marks;

    if (host == 0)
        return false;
    end = host + k->host(url + host, KERNEL_HOST, &marks);
    last = host + kernel_last_label(marks.dots);
    if (last == end || ascii_is_digit((unsigned char)url[last]))
        return false;
    return url[end] == '/' || url[end] == '?' || url[end] == '"';
}

bool live_has_no_port(trawl_str url, unsigned flags)
{
    unsigned all = 0, number = 0;
    size_t host, end;

    if (url.n < 9 || url.n > TRAWL_URL_MAX || flags & LIVE_ODD_FLAGS || (host = web_host(url.p)) == 0)
        return false;
    end = run(url.p, host, url.n, HOST, &all);
    if (end == host || end == url.n || url.p[end++] != ':' || end == url.n ||
        !ascii_is_digit((unsigned char)url.p[end]))
        return false;
    for (; end < url.n && ascii_is_digit((unsigned char)url.p[end]); end++)
        number = live_port_add(number, url.p[end]);
    if (number > 0 && number <= 65535)
        return false;
    return end == url.n || (memchr("/?#", url.p[end], 3) && rest_end(url, end, &all) == url.n);
}

enum live_plain live_plain_of(trawl_str url, unsigned flags)
{
    unsigned all = 0;
    size_t host;

    if (url.n < 9 || url.n > TRAWL_URL_MAX || flags & LIVE_ODD_FLAGS)
        return LIVE_NOT_PLAIN;
    if (memcmp(url.p, "mailto:", 7) == 0)
        all = read_mailto(url);
    else if ((host = web_host(url.p)) > 0)
        all = read_http(url, host);
    return all == 0 ? LIVE_NOT_PLAIN : all & SAME ? LIVE_PLAIN : LIVE_ESCAPED;
}
