/* form.c - the scanner's own tests of a URL's characters
 *
 * The extent of a link must not depend on a grammar that may be missing, so these tests are written
 * by hand: legal characters (RFC 3986 and 3987), complete escapes, at most one "#", something after
 * the scheme and after the "//". src/lib/url has the verdict by each standard.
 */
#include "base/ascii.h"
#include "base/sixteen.h"
#include "find/text/text.h"

size_t form_scheme(const char *url, size_t n)
{
    const size_t i = parts_scheme(url, n < FOUND_SCHEME + 2 ? n : FOUND_SCHEME + 2);

    return i > 0 ? i + 1 : 0;
}

form form_of(const char *url, size_t n)
{
    const url_front u = parts_front(url, n);
    form f = {.scheme = u.scheme > 0 ? u.scheme + 1 : 0};

    if (u.scheme > FOUND_SCHEME + 1)
        return (form){0};
    if (u.authority > 0) {
        f.authority_end = u.to;
        f.host = u.host;
        f.host_to = u.host < u.to && url[u.host] == '[' ? u.to : u.port;
    }
    return f;
}

/* Returns true for a character beyond ASCII that an IRI may hold (RFC 3987 section 2.2; private use
 * is allowed in queries). */
static bool beyond_is_good(uint32_t c)
{
    return RULE(C5) && c >= 0xA0 && !(c >= 0xFDD0 && c <= 0xFDEF) && (c & 0xFFFE) != 0xFFFE &&
           !(c >= 0xFFF0 && c <= 0xFFFD) && !unicode_is(c, UNICODE_BIDI) &&
           !(c >= 0xE0000 && c <= 0xE0FFF);
}

/* Returns the end of the characters at i that are good anywhere in a URL: most of it. Skips nearly
 * all of them sixteen bytes at a time. */
static size_t plain_end(const char *url, size_t i, size_t n)
{
    while (i < n) {
        sixteen v = sixteen_part(url + i, n - i);
        unsigned ends =
            ~sixteen_bits(sixteen_between(v, '&', ';') | sixteen_between(v, '?', '[') |
                          sixteen_between(v, 'a', 'z') | sixteen_is(v, '=') | sixteen_is(v, '_'));
        size_t run = (size_t)__builtin_ctz(ends);

        i += run;
        if (run == sizeof v)
            continue;
        if (i >= n || !byte_is((unsigned char)url[i], BYTE_URL) || url[i] == '%' || url[i] == '#')
            break;
        i++;
    }
    return i < n ? i : n;
}

/* Returns the flags that the character at *i gives the URL, and moves *i past it. `hashes` counts
 * the "#" so far. */
static uint64_t character_flags(const char *url, size_t *i, size_t n, unsigned *hashes)
{
    size_t at = *i;
    utf8_char c = utf8_decode(url + at, n - at);

    *i += c.len;
    if (c.code == '%')
        return ascii_escape(url + at, n - at) >= 0 ? 0 : TRAWL_FLAG_BAD_PERCENT;
    if (c.code == '#')
        return ++*hashes > 1 || !RULE(R20) ? TRAWL_FLAG_BAD_CHAR : 0;
    return (c.code >= 0x80 && beyond_is_good(c.code) ? 0 : TRAWL_FLAG_BAD_CHAR) |
           (text_invisible(c.code) ? TRAWL_FLAG_FORMAT_CHAR : 0);
}

/* Returns true when url[i..end) is a ":" and something that is not a port. */
static bool is_bad_port(const char *url, size_t i, size_t end)
{
    unsigned long value = 0;

    if (i + 1 >= end || url[i] != ':')
        return false;
    for (i++; i < end && ascii_is_digit((unsigned char)url[i]) && value <= 65535; i++)
        value = value * 10 + (unsigned long)(url[i] - '0');
    return i < end || value < 1 || value > 65535;
}

uint64_t form_flags(const char *url, size_t n)
{
    form f = form_of(url, n);
    size_t k = f.scheme, end = f.authority_end;
    unsigned hashes = 0;
    uint64_t flags = 0;

    for (size_t i = 0; (i = plain_end(url, i, n)) < n;) {
        if (url[i] == '\xE2' && n - i >= 3 && url[i + 1] == '\x80' && url[i + 2] == '\x90')
            flags |= TRAWL_FLAG_BAD_CHAR; /* U+2010 is left only where it was not a hyphen (R8) */
        flags |= character_flags(url, &i, n, &hashes);
    }
    if (k > 0 && !scheme_is_known(url, k - 1))
        flags |= TRAWL_FLAG_UNKNOWN_SCHEME;
    if ((k == 5 || k == 6) && ascii_same(url, "https", k - 1) && end > 0 && f.host > k + 2)
        flags |= TRAWL_FLAG_USERINFO;
    if (end > 0 && url[f.host < end ? f.host : end - 1] != '[' && is_bad_port(url, f.host_to, end))
        flags |= TRAWL_FLAG_BAD_PORT;
    return flags;
}

form_front form_front_of(const char *url, size_t n)
{
    form_front known = {.url = url, .n = n, .parts = form_of(url, n)};

    if (n > 0 && !ascii_is_alpha((unsigned char)url[0]))
        known.parts.scheme = 0;
    return known;
}

/* Sets good_to to n or more, or to the first character that is not good. */
static void read_front(form_front *known, size_t n)
{
    while (!known->ended && (known->good_to = plain_end(known->url, known->good_to, n)) < n) {
        const char *bad = known->url + known->good_to;
        size_t i = known->good_to;
        uint64_t flags = character_flags(known->url, &i, known->n, &known->hashes);

        /* programs accept "|", and Windows writes the names of files with "\" */
        if (*bad == '|' ||
            (*bad == '\\' && known->good_to > 5 && ascii_same(known->url, "file:", 5)))
            flags = 0;
        known->ended = flags & (TRAWL_FLAG_BAD_CHAR | TRAWL_FLAG_BAD_PERCENT);
        known->good_to = known->ended ? known->good_to : i;
    }
}

bool form_front_is_good(form_front *known, size_t n)
{
    const char *url = known->url;
    const form *u = &known->parts;
    const size_t authority = u->scheme + 2;

    if (u->scheme == 0 || n <= u->scheme)
        return false;
    if (url[n - 1] == '%' || (n > 1 && url[n - 2] == '%'))
        return false; /* it ends inside of an escape */
    read_front(known, n);
    if (n > known->good_to)
        return false;
    if (u->authority_end == 0 || n < authority)
        return true;
    if (n == authority || u->authority_end == authority)
        return n > authority + 1;
    return n < u->authority_end ? url[n - 1] != '@'
                                : u->host_to > u->host || u->authority_end > u->host_to;
}

bool form_is_good(const char *url, size_t n)
{
    form_front all = form_front_of(url, n);

    return form_front_is_good(&all, n);
}
