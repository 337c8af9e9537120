/* mismatch_host.c - hosts, read as browsers do and brought to a form that can be compared
 *
 * A-labels are undone rather than made: so nothing depends on libidn2 but what it maps (wide letters, odd dots).
 */
#include "mail/mismatch_host.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "find/linkclass.h"
#include "find/punycode.h"
#include "find/tld.h"
#include "grammar/idn.h"

/* As find/host.h has them, with what only stands in hosts behind a scheme. */
static bool is_host(uint32_t c)
{
    if (c < 0x80)
        return ascii_is_alnum((unsigned char)c) || c == '-' || c == '.' || c == '_' || c == '%';
    return (link_class(c) & LINK_EMAIL) || c == 0xB7 || c == 0x30FB || c == 0x3002 || c == 0xFF0E || c == 0xFF61;
}

size_t mismatch_host_length(const char *p, size_t n)
{
    size_t i = 0;
    utf8_char c;

    if (n > 0 && p[0] == '[') {
        for (i = 1; i < n && (ascii_hex((unsigned char)p[i]) >= 0 || p[i] == ':' || p[i] == '.'); i++)
            ;
        return i > 2 && i < n && p[i] == ']' ? i + 1 : 0;
    }
    for (; i < n; i += c.len) {
        c = utf8_decode(p + i, n - i);
        if (c.code == UTF8_INVALID || !is_host(c.code))
            break;
    }
    while (i > 0 && (p[i - 1] == '-' || p[i - 1] == '_'))
        i--;
    return i;
}

size_t mismatch_host_authority(const char *p, size_t n, const char **host)
{
    size_t from = 0, to, at;

    while (from < n && (p[from] == '/' || p[from] == '\\'))
        from++;
    for (to = at = from; to < n && !strchr("/\\?#<>\"", p[to] ? p[to] : '/'); to++)
        if (p[to] == '@')
            at = to + 1;
    *host = p + at;
    return mismatch_host_length(p + at, to - at);
}

static size_t decode_percent(char *out, const char *p, size_t n)
{
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        int high = p[i] == '%' && n - i > 2 ? ascii_hex((unsigned char)p[i + 1]) : -1;
        int low = high >= 0 ? ascii_hex((unsigned char)p[i + 2]) : -1;
        out[len++] = low >= 0 ? (char)(high * 16 + low) : p[i];
        i += low >= 0 ? 2 : 0;
    }
    return len;
}

/* Small letters and U-labels, label by label; a label that cannot be had so stays as it is. */
static void put_labels(mismatch_host *host, const char *p, size_t n)
{
    for (size_t i = 0, end; i <= n; i = end + 1) {
        const char *dot = i < n ? memchr(p + i, '.', n - i) : NULL;
        char *out = host->p + host->n;
        size_t len = 0;
        end = dot ? (size_t)(dot - p) : n;
        if (punycode_is(p + i, end - i))
            len = punycode_decode(out, p + i, end - i);
        if (len == 0) {
            len = end - i;
            memcpy(out, p + i, len);
            if (!tld_fold(out, p + i, len))
                memcpy(out, p + i, len);
        } else {
            (void)tld_fold(out, out, len);
        }
        host->n += len;
        if (dot)
            host->p[host->n++] = '.';
    }
}

void mismatch_host_normal(mismatch_host *host, const char *p, size_t n)
{
    char raw[MISMATCH_HOST_RAW], ascii[IDN_HOST_MAX + 1];
    size_t len = 0;

    host->n = 0;
    if (n == 0 || n > sizeof raw)
        return;
    n = decode_percent(raw, p, n);
    if (idn_wanted(raw, n) && idn_to_ascii(raw, n, ascii, &len) > 0)
        put_labels(host, ascii, len);
    else
        put_labels(host, raw, n);
    while (host->n > 0 && host->p[host->n - 1] == '.')
        host->n--;
}
