/* danger.c - what is odd about a URL's host: trawl_host_dangers (F8, F10), and the flags of links; see danger.h
 *
 * Scripts by script.h, which is a small stand-in for UTS #39: it has no table of confusable characters but the Cyrillic and
 * Greek letters that look like Latin ones, and knows nothing of likeness inside one script. Addresses as the URL Standard
 * of WHATWG reads them: a host whose last label is a number is one, or none at all.
 */
#include "find/danger.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "find/punycode.h"
#include "find/script.h"
#include "grammar/idn.h"
#include "grammar/parts.h"

#define SCRIPTS (TRAWL_MIXED_SCRIPT | TRAWL_WHOLE_SCRIPT)

/* A decimal number up to 255 without a leading zero? */
static bool is_octet(const char *label, size_t n)
{
    unsigned value = 0;

    if (n == 0 || n > 3 || (n > 1 && label[0] == '0'))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!ascii_is_digit((unsigned char)label[i]))
            return false;
        value = value * 10 + (unsigned)(label[i] - '0');
    }
    return value <= 255;
}

static size_t last_label(const char *host, size_t n)
{
    while (n > 0 && host[n - 1] != '.')
        n--;
    return n;
}

static bool is_odd_ip(const char *host, size_t n)
{
    size_t from, end;
    unsigned labels = 0;
    bool plain = true;

    if (n > 0 && host[n - 1] == '.') {
        plain = false;
        n--;
    }
    from = last_label(host, n);
    if (!ascii_is_number(host + from, n - from))
        return false;
    for (size_t i = 0; i <= n; i = end + 1, labels++) {
        end = punycode_label_end(host, i, n);
        plain = plain && is_octet(host + i, end - i);
    }
    return !plain || labels != 4;
}

static unsigned label_dangers(const char *label, size_t n, bool ascii_top)
{
    if (script_is_mixed(label, n))
        return TRAWL_MIXED_SCRIPT;
    return ascii_top && script_looks_latin(label, n) ? TRAWL_WHOLE_SCRIPT : 0;
}

/* The labels of a host, in ASCII where it has such a form. TRAWL_NO_MEMORY: the worst was added. */
static int host_dangers(const char *host, size_t n, unsigned *bits)
{
    size_t top = last_label(host, n > 0 && host[n - 1] == '.' ? n - 1 : n), end;
    bool ascii_top = !punycode_is(host + top, n - top) && !idn_wanted(host + top, n - top);
    char unicode[IDN_UNICODE_MAX];
    int failed = TRAWL_OK;

    for (size_t i = 0; i <= n; i = end + 1) {
        size_t len = 0;
        int got;
        end = punycode_label_end(host, i, n);
        if (idn_wanted(host + i, end - i))
            *bits |= label_dangers(host + i, end - i, ascii_top);
        if (!punycode_is(host + i, end - i))
            continue;
        got = idn_to_unicode(host + i, end - i, unicode, &len);
        *bits |= TRAWL_PUNYCODE;
        if (got > 0)
            *bits |= label_dangers(unicode, len, ascii_top);
        else if (got < 0)
            *bits |= SCRIPTS;
        failed = got < 0 ? got : failed;
    }
    return failed;
}

/* Returns as host_dangers(). */
static int url_dangers(const char *url, size_t n, unsigned *bits)
{
    char ascii[IDN_HOST_MAX + 1];
    url_parts parts;
    const char *host;
    size_t len;
    int got;

    parts_split(&parts, url, n);
    len = span_len(parts.part[TRAWL_HOST]);
    if (len == 0)
        return TRAWL_OK;
    host = url + parts.part[TRAWL_HOST].from;
    if (!idn_wanted(host, len)) {
        *bits |= is_odd_ip(host, len) ? TRAWL_ODD_IP : 0;
        return host_dangers(host, len, bits);
    }
    got = idn_to_ascii(host, len, ascii, &n);
    if (got < 0)
        *bits |= SCRIPTS | TRAWL_PUNYCODE;
    if (got <= 0)
        return got < 0 ? got : host_dangers(host, len, bits);
    /* Digits that are no ASCII ones make an address too. */
    len = last_label(ascii, n);
    *bits |= ascii_is_number(ascii + len, n - len) ? TRAWL_ODD_IP : 0;
    return host_dangers(ascii, n, bits);
}

unsigned trawl_host_dangers(const char *url, size_t n)
{
    unsigned bits = 0;

    if (url)
        (void)url_dangers(url, n, &bits);
    return bits;
}

/* ---- Flags ---- */

/* Nothing but ASCII up to the port, no "--", no escape, no bracket, and a last label that does not begin with a digit: such a
 * host has no danger. What is taken for a user goes on behind its "@". */
static bool is_plain(const char *p, const char *end)
{
    bool first = true, digit = false, port = false;

    for (; p < end && *p != '/' && *p != '?' && *p != '#'; p++) {
        if (!first && ascii_is_alnum((unsigned char)*p))
            continue; /* nearly all of them */
        if ((unsigned char)*p >= 0x80 || *p == '%' || *p == '[' || (*p == '-' && p[-1] == '-'))
            return false;
        port = *p == ':' || (port && *p != '@');
        if (first && *p != '.' && !port)
            digit = ascii_is_digit((unsigned char)*p);
        first = *p == '.' || *p == '@';
    }
    return !digit;
}

/* Does an A-label stand in it as such? Who writes an IDN in its own letters hides nothing behind them. */
static bool has_a_label(const char *p, const char *end)
{
    for (; end - p > 4 && *p != '/' && *p != '?' && *p != '#'; p++)
        if (ascii_same(p, "xn--", 4))
            return true;
    return false;
}

int danger_flags(const char *url, size_t n, unsigned *bits)
{
    static const struct {
        unsigned danger, flag;
    } flags[] = {
        {TRAWL_ODD_IP, TRAWL_FLAG_ODD_IP},
        {TRAWL_MIXED_SCRIPT, TRAWL_FLAG_MIXED_SCRIPT},
        {TRAWL_WHOLE_SCRIPT, TRAWL_FLAG_WHOLE_SCRIPT},
        {TRAWL_PUNYCODE, TRAWL_FLAG_PUNYCODE},
    };
    const char *colon = memchr(url, ':', n);
    unsigned dangers = 0;
    int failed;

    if (!colon || url + n - colon < 3 || colon[1] != '/' || colon[2] != '/' || is_plain(colon + 3, url + n))
        return TRAWL_OK;
    failed = url_dangers(url, n, &dangers);
    if (!has_a_label(colon + 3, url + n))
        dangers &= ~(unsigned)TRAWL_PUNYCODE;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        *bits |= dangers & flags[i].danger ? flags[i].flag : 0;
    return failed;
}
