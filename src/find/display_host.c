/* display_host.c - a host for people's eyes: U-labels where they lead back and deceive nobody
 *
 * UTS #46 by libidn2 (grammar/idn.h), and a conservative look at scripts in place of UTS #39. What fails either stays
 * an A-label, or, where there is none, is escaped. Escapes in a host are never decoded.
 */
#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "find/display.h"
#include "find/punycode.h"
#include "find/script.h"
#include "grammar/idn.h"

char display_byte(const char *p, size_t n, size_t *len)
{
    int high, low;

    *len = 1;
    if (p[0] != '%' || n < 3)
        return p[0];
    high = ascii_hex((unsigned char)p[1]);
    low = ascii_hex((unsigned char)p[2]);
    if (high < 0 || low < 0)
        return p[0];
    *len = 3;
    return (char)(unsigned char)(high * 16 + low);
}

void display_plain(out *to, const char *p, size_t n)
{
    size_t len;

    for (size_t i = 0; i < n; i += len) {
        unsigned char c = (unsigned char)display_byte(p + i, n - i, &len);
        if (len > 1 || c >= 0x80 || display_forbids(c))
            out_percent(to, c);
        else
            out_byte(to, (char)c);
    }
}

static bool has_a_label(const char *host, size_t n)
{
    for (size_t i = 0; i < n; i = punycode_label_end(host, i, n) + 1)
        if (punycode_is(host + i, n - i))
            return true;
    return false;
}

/* Is the U-label no other one in disguise? Under a top-level domain in ASCII a word of Latin look-alikes is one. */
static bool is_honest(const char *label, size_t n, bool ascii_top)
{
    return script_is_one(label, n) && !(ascii_top && script_looks_latin(label, n));
}

static bool has_ascii_top(const char *host, size_t n)
{
    size_t end = n > 0 && host[n - 1] == '.' ? n - 1 : n, from = end;

    while (from > 0 && host[from - 1] != '.')
        from--;
    return !punycode_is(host + from, end - from) && !idn_wanted(host + from, end - from);
}

/* One label of an ASCII host, in lower case or as its U-label. 1 when it was the latter, 0, or an error; *left when it
 * is written from right to left. */
static int put_label(out *to, const char *label, size_t n, bool ascii_top, bool *left)
{
    char unicode[IDN_UNICODE_MAX];
    size_t len;
    int got = punycode_is(label, n) ? idn_to_unicode(label, n, unicode, &len) : 0;

    if (got > 0 && is_honest(unicode, len, ascii_top)) {
        out_put(to, unicode, len);
        *left = *left || script_runs_left(unicode, len);
        return 1;
    }
    for (size_t i = 0; i < n; i++)
        out_byte(to, ascii_lower(label[i]));
    return got < 0 ? got : 0;
}

/* Each label of an ASCII host as it is best read. 1 done; 0: no label is to be changed, or they do not stand well
 * together, for next to one that runs from right to left none may begin with a digit (RFC 5893 section 2); or an
 * error. */
static int unicode_host(const char *host, size_t n, out *to)
{
    char back[IDN_HOST_MAX + 1];
    bool ascii_top = has_ascii_top(host, n), left = false, digit = false, any = false;
    size_t end, len;
    int got;

    for (size_t i = 0; i <= n; i = end + 1) {
        end = punycode_label_end(host, i, n);
        digit = digit || (i < end && ascii_is_digit((unsigned char)host[i]));
        got = put_label(to, host + i, end - i, ascii_top, &left);
        if (got < 0)
            return got;
        any = any || got;
        if (end < n)
            out_byte(to, '.');
    }
    if (!any || to->len > to->size || (left && digit))
        return 0;
    got = idn_to_ascii(to->p, to->len, back, &len);
    return got > 0 ? len == n && ascii_same(back, host, n) : got;
}

static int put_ascii_host(out *to, const char *host, size_t n)
{
    char room[4 * IDN_HOST_MAX];
    out text = {room, sizeof room, 0};
    int got = unicode_host(host, n, &text);

    if (got > 0)
        out_put(to, room, text.len);
    else if (got == 0)
        display_plain(to, host, n);
    return got < 0 ? got : TRAWL_OK;
}

/* A host beyond ASCII that has no A-labels, or there is no libidn2 to ask: label by label raw, or escaped. */
static void put_odd_host(out *to, const char *host, size_t n)
{
    bool ascii_top = has_ascii_top(host, n);
    size_t end;

    for (size_t i = 0; i <= n; i = end + 1) {
        end = punycode_label_end(host, i, n);
        if (is_honest(host + i, end - i, ascii_top))
            out_put(to, host + i, end - i);
        else
            display_plain(to, host + i, end - i);
        if (end < n)
            out_byte(to, '.');
    }
}

int display_host(out *to, const char *host, size_t n, bool decode)
{
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int got;

    if (!idn_wanted(host, n)) {
        if (decode && n <= IDN_HOST_MAX && has_a_label(host, n))
            return put_ascii_host(to, host, n);
        display_plain(to, host, n);
        return TRAWL_OK;
    }
    got = idn_to_ascii(host, n, ascii, &len);
    if (got > 0)
        return put_ascii_host(to, ascii, len);
    if (got == 0)
        put_odd_host(to, host, n);
    return got;
}
