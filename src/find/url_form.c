/* url_form.c - the scanner's own look at a URL's characters
 *
 * Where a link begins and ends must not depend on a grammar that may not be at hand, so these few tests are made here by
 * hand: legal characters (RFC 3986 and 3987), whole escapes, one "#", something behind the colon and the "//". The verdict
 * by each standard is grammar/'s, for whoever asks.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "find/byteclass.h"
#include "find/rules_off.h"
#include "find/wrap.h"
#include "grammar/schemes.h"

size_t form_scheme(const char *url, size_t n)
{
    size_t i = 0;

    while (i < n && i <= FOUND_SCHEME && byte_is((unsigned char)url[i], BYTE_SCHEME))
        i++;
    return i > 0 && i < n && url[i] == ':' ? i + 1 : 0;
}

/* Where the authority ends behind a scheme of k bytes, 0 for none. */
static size_t authority_end(const char *url, size_t n, size_t k)
{
    size_t i = k;

    if (n - i < 2 || url[i] != '/' || url[i + 1] != '/')
        return 0;
    for (i += 2; i < n && url[i] != '/' && url[i] != '?' && url[i] != '#'; i++)
        ;
    return i;
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
    size_t end = f.authority_end = authority_end(url, n, f.scheme);

    if (end == 0)
        return f;
    for (f.host = end; f.host > f.scheme + 2 && url[f.host - 1] != '@'; f.host--)
        ;
    for (f.host_to = f.host; f.host_to < end && url[f.host_to] != ':'; f.host_to++)
        ;
    if (f.host < end && url[f.host] == '[')
        f.host_to = end;
    return f;
}

bool form_bad_host(const char *url, size_t n)
{
    form f = form_of(url, n);
    size_t from = f.host, to = f.host_to;

    if (to == from || url[from] == '[')
        return false;
    for (size_t i = from; i < to; i++) {
        bool starts = i == from || url[i - 1] == '.', ends = i + 1 == to || url[i + 1] == '.';
        if (url[i] == '-' && (starts || ends))
            return true;
        if (url[i] == '.' && (starts || i == from))
            return true;
    }
    return false;
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

/* Past what is neither a character beyond ASCII, nor a "%" or "#", nor out of place: nearly all there is. */
static size_t past_usual(const char *url, size_t i, size_t n)
{
    while (i < n && byte_is((unsigned char)url[i], BYTE_URL) && url[i] != '%' && url[i] != '#')
        i++;
    return i;
}

static unsigned character_flags(const char *url, size_t n)
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

unsigned form_flags(const char *url, size_t n)
{
    form f = form_of(url, n);
    size_t k = f.scheme, end = f.authority_end;
    unsigned flags = character_flags(url, n);

    if (k > 0 && scheme_status(url, k - 1) == TRAWL_UNKNOWN)
        flags |= TRAWL_UNKNOWN_SCHEME;
    if ((k == 5 || k == 6) && ascii_same(url, "https", k - 1) && end > 0 && f.host > k + 2)
        flags |= TRAWL_FLAG_USERINFO;
    if (end > 0 && url[f.host < end ? f.host : end - 1] != '[' && bad_port(url, f.host_to, end))
        flags |= TRAWL_FLAG_BAD_PORT;
    return flags;
}

/* Brackets and "|" are forgiven: people paste them, and browsers take them. */
static bool forgiven(const char *url, size_t n)
{
    for (size_t i = 0, hashes = 0; (i = past_usual(url, i, n)) < n;) {
        utf8_char c = utf8_decode(url + i, n - i);
        if (c.code == UTF8_INVALID || (c.code >= 0x80 && !beyond_is_good(c.code)))
            return false;
        if (c.code < 0x80 && !ascii_is_good(url[i]) && url[i] != '|')
            return false;
        if (c.code == '%' && !is_escape(url, i, n))
            return false;
        if (c.code == '#' && ++hashes > 1)
            return false;
        i += c.len;
    }
    return true;
}

bool form_is_good(const char *url, size_t n)
{
    form f = form_of(url, n);

    if (f.scheme == 0 || f.scheme == n || !ascii_is_alpha((unsigned char)url[0]) || !forgiven(url, n))
        return false;
    if (f.authority_end == 0)
        return true;
    if (f.authority_end == f.scheme + 2)
        return n > f.authority_end + 1;
    return f.host_to > f.host || f.authority_end > f.host_to;
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
