/* url_form.c - the scanner's own look at a URL's characters
 *
 * Where a link begins and ends must not depend on a grammar that may not be at hand, so these few tests are made here by
 * hand: legal characters (RFC 3986 and 3987), whole escapes, one "#", something behind the colon and the "//". The verdict
 * by each standard is grammar/'s, for whoever asks.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/count.h"
#include "base/utf8.h"
#include "find/byteclass.h"
#include "find/rules_off.h"
#include "find/url_look.h"
#include "find/wrap.h"
#include "grammar/schemes.h"

size_t form_scheme(const char *url, size_t n)
{
    size_t i = 0;

    if (n > 5 && memcmp(url, "http", 4) == 0) { /* nearly all of them */
        if (url[4] == ':' || (url[4] == 's' && url[5] == ':'))
            return url[4] == ':' ? 5 : 6;
        i = 4;
    }
    while (i < n && i <= FOUND_SCHEME && byte_is((unsigned char)url[i], BYTE_SCHEME))
        i++;
    return i > 0 && i < n && url[i] == ':' ? i + 1 : 0;
}

/* Where the authority ends behind a scheme of k bytes, 0 for none. */
static size_t authority_end(const char *url, size_t n, size_t k)
{
    return n - k < 2 || url[k] != '/' || url[k + 1] != '/' ? 0 : past_authority(url, k + 2, n);
}

size_t form_authority_end(const char *url, size_t n)
{
    return authority_end(url, n, form_scheme(url, n));
}

/* A URL taken apart: its host is url[host..host_to), without user and port; both equal when there is none. */
typedef struct form {
    size_t scheme, authority_end; /* as form_scheme() and form_authority_end() */
    size_t host, host_to;
} form;

static form form_of(const char *url, size_t n)
{
    form f = {.scheme = form_scheme(url, n)};
    size_t name = f.scheme + 2, end;
    const char *colon;

    if (n < name || url[f.scheme] != '/' || url[f.scheme + 1] != '/')
        return f;
    f.authority_end = f.host_to = plain_authority_end(url, name, n);
    if (f.host_to > 0) {
        f.host = name;
        return f;
    }
    f.authority_end = end = past_authority(url, name, n);
    f.host = name + count_behind_last(url + name, end - name, '@');
    colon = memchr(url + f.host, ':', end - f.host);
    f.host_to = colon && url[f.host] != '[' ? (size_t)(colon - url) : end;
    return f;
}

/* Behind "http://" or "https://", 0 for any other. */
static size_t behind_web(const char *url, size_t n)
{
    size_t k;

    if (n < 8 || memcmp(url, "http", 4) != 0)
        return 0;
    k = url[4] == 's' ? 8 : 7;
    return memcmp(url + k - 3, "://", 3) == 0 ? k : 0;
}

form_host form_host_of(const char *url, size_t n)
{
    size_t name = behind_web(url, n);
    host_look h;
    form f;

    if (name > 0) {
        h = past_short_host(url, name, n);
        if (h.end > 0 && (h.end == n || url[h.end] == '/'))
            return (form_host){name - 2, h.end, h.bad, true, h.plain};
    }
    f = form_of(url, n);
    return (form_host){f.scheme, f.authority_end, is_bad_host(url + f.host, url + f.host_to), false, false};
}

/* Characters beyond ASCII that an IRI may hold (RFC 3987 2.2, with private use, for a query may have it). */
static bool beyond_is_good(uint32_t c)
{
    if (!RULE(R30) || c < 0xA0 || (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE ||
        (c >= 0xFFF0 && c <= 0xFFFD))
        return false;
    return !(c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) ||
             (c >= 0xE0000 && c <= 0xE0FFF));
}

static bool ascii_is_good(char c)
{
    return byte_is((unsigned char)c, BYTE_URL) && (RULE(R19) || c != '#');
}

static bool is_escape(const char *url, size_t i, size_t n)
{
    return n - i >= 3 && ascii_hex((unsigned char)url[i + 1]) >= 0 && ascii_hex((unsigned char)url[i + 2]) >= 0;
}

unsigned form_character_flags(const char *url, size_t n)
{
    unsigned flags = 0, hashes = 0;

    for (size_t i = 0; (i = past_usual(url, i, n)) < n;) {
        utf8_char c = utf8_decode(url + i, n - i);
        if (c.code == UTF8_INVALID || (c.code >= 0x80 ? !beyond_is_good(c.code) : !ascii_is_good(url[i])))
            flags |= TRAWL_FLAG_BAD_CHAR;
        if (c.code == '%' && !is_escape(url, i, n))
            flags |= TRAWL_FLAG_BAD_PERCENT;
        if ((c.code == '#' && ++hashes > 1) || c.code == 0x2010)
            flags |= TRAWL_FLAG_BAD_CHAR; /* U+2010 is left only where it stood for no hyphen (R25) */
        if (text_invisible(c.code))
            flags |= TRAWL_FORMAT_CHAR;
        i += c.len;
    }
    return flags;
}

/* A port that is none, behind the host that ends at i. */
static bool bad_port(const char *url, size_t i, size_t end)
{
    unsigned long value = 0;

    if (i + 1 >= end || url[i] != ':')
        return false;
    for (i++; i < end; i++) {
        if (!ascii_is_digit((unsigned char)url[i]))
            return true;
        if (value <= 65535)
            value = value * 10 + (unsigned long)(url[i] - '0');
    }
    return value < 1 || value > 65535;
}

/* "mailto:joe", "http://host/", "https://host": the scheme is known, the host neither behind a user nor before a port, and in no
 * bracket. */
static bool is_usual(const char *url, size_t n, bool *plain)
{
    size_t name = behind_web(url, n);
    host_look h;

    *plain = true;
    if (n < 8)
        return false;
    if (memcmp(url, "mailto:", 7) == 0)
        return url[7] != '/';
    if (memcmp(url, "news:", 5) == 0)
        return url[5] != '/';
    if (name == 0 && memcmp(url, "nntp://", 7) != 0)
        return false;
    h = past_host(url, name > 0 ? name : 7, n);
    *plain = h.plain;
    return h.end == n || url[h.end] == '/';
}

unsigned form_flags(const char *url, size_t n)
{
    bool plain;

    return form_flags_and(url, n, &plain);
}

unsigned form_flags_and(const char *url, size_t n, bool *plain)
{
    if (is_usual(url, n, plain))
        return form_character_flags(url, n);

    form f = form_of(url, n);
    size_t k = f.scheme, end = f.authority_end;
    unsigned flags = form_character_flags(url, n);

    *plain = false;
    if (k > 0 && scheme_status(url, k - 1) == TRAWL_UNKNOWN)
        flags |= TRAWL_UNKNOWN_SCHEME;
    if ((k == 5 || k == 6) && ascii_same(url, "https", k - 1) && end > 0 && f.host > k + 2)
        flags |= TRAWL_FLAG_USERINFO;
    if (end > 0 && url[f.host < end ? f.host : end - 1] != '[' && bad_port(url, f.host_to, end))
        flags |= TRAWL_FLAG_BAD_PORT;
    return flags;
}

/* What people paste, and programs take: brackets are good already. "file:" has a "\" where Windows writes the name of a file. */
static bool is_forgiven(const char *url, size_t i)
{
    return url[i] == '|' || (url[i] == '\\' && i > 5 && ascii_same(url, "file:", 5));
}

/* Up to where its characters are good. */
static size_t good_to(const char *url, size_t n)
{
    size_t i, hashes = 0;
    utf8_char c;

    for (i = 0; (i = past_usual(url, i, n)) < n; i += c.len) {
        c = utf8_decode(url + i, n - i);
        if (c.code == UTF8_INVALID || (c.code >= 0x80 && !beyond_is_good(c.code)) ||
            (c.code < 0x80 && !ascii_is_good(url[i]) && !is_forgiven(url, i)) ||
            (c.code == '%' && !is_escape(url, i, n)) || (c.code == '#' && ++hashes > 1))
            break;
    }
    return i;
}

form_known form_know(const char *url, size_t n)
{
    form f = form_of(url, n);
    bool begins = f.scheme > 0 && ascii_is_alpha((unsigned char)url[0]);

    return (form_known){.n = n,
                        .scheme = begins ? f.scheme : 0,
                        .authority_end = f.authority_end,
                        .good_to = begins ? good_to(url, n) : 0,
                        .host = f.host_to > f.host || f.authority_end > f.host_to};
}

bool form_known_good(const form_known *k, const char *url, size_t n)
{
    size_t authority = k->scheme + 2;

    if (k->scheme == 0 || n <= k->scheme || n > k->good_to)
        return false;
    if (n < k->n && (url[n - 1] == '%' || (n > 1 && url[n - 2] == '%')))
        return false; /* cut in an escape */
    if (k->authority_end == 0 || n < authority)
        return true;
    if (n == authority || k->authority_end == authority)
        return n > authority + 1;
    return n < k->authority_end ? url[n - 1] != '@' : k->host;
}

bool form_known_bad(const form_known *k, size_t n)
{
    const size_t longest = 4; /* of what stands for one character: it may be cut at the end of what is known */

    if (k->scheme == 0)
        return k->n > FOUND_SCHEME + 1;
    return n > k->good_to && k->n >= k->good_to + longest;
}

bool form_is_good(const char *url, size_t n)
{
    form_known k = form_know(url, n);

    return form_known_good(&k, url, n);
}

bool form_may_be_weak(const settings *s, const char *url, size_t n, bool blanks)
{
    size_t k = form_scheme(url, n);
    text t = {.p = url, .n = n, .final = true};
    bool known;

    if (k == 0 || !settings_scheme(s, url, k - 1, &known))
        return false;
    if (k < n && url[k] == '/' && (known || (n - k >= 2 && url[k + 1] == '/')))
        return true;
    return bare_opaque_head(s, &t, 0, k - 1) > 0 || (!blanks && k < n && ascii_same(url, "mailto:", k));
}
