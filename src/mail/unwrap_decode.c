/* unwrap_decode.c - the ways in which gateways write a link into their own, undone
 *
 * Proofpoint has published how its three forms are read; of the others there is nothing but percent-encoding (RFC 3986
 * section 2.1) and base64 (RFC 4648 sections 4 and 5).
 */
#include "mail/unwrap_decode.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

static void put(unwrap_target *t, unsigned char c)
{
    if (t->n == t->size || c <= ' ' || c == 0x7F)
        t->bad = true;
    else
        t->p[t->n++] = (char)c;
}

static void put_all(unwrap_target *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put(t, (unsigned char)p[i]);
}

/* The byte that an escape at p[0..n) stands for, -1 where there is none. mark is "%", or what is in its place. */
static int escaped(const char *p, size_t n, char mark)
{
    int high = n > 2 && p[0] == mark ? ascii_hex((unsigned char)p[1]) : -1;
    int low = high >= 0 ? ascii_hex((unsigned char)p[2]) : -1;

    return low >= 0 ? high * 16 + low : -1;
}

/* The escapes at the front that make one character of UTF-8: their number, and its bytes. 0 for none. */
static size_t escaped_character(const char *p, size_t n, char mark, char out[4])
{
    size_t wanted = utf8_length((unsigned char)escaped(p, n, mark));

    for (size_t i = 0; i < wanted; i++) {
        int byte = 3 * i < n ? escaped(p + 3 * i, n - 3 * i, mark) : -1;
        if (byte < 0)
            return 0;
        out[i] = (char)byte;
    }
    return wanted > 1 && utf8_decode(out, wanted).code != UTF8_INVALID ? wanted : 0;
}

/* One escape, or one character of several; the bytes taken. */
static size_t put_escape(unwrap_target *t, const char *p, size_t n, char mark)
{
    int byte = escaped(p, n, mark);
    char character[4];
    size_t bytes;

    if (byte > ' ' && byte < 0x7F) {
        put(t, (unsigned char)byte);
        return 3;
    }
    bytes = byte >= 0x80 ? escaped_character(p, n, mark, character) : 0;
    if (bytes > 0) {
        put_all(t, character, bytes);
        return 3 * bytes;
    }
    put(t, '%');
    put_all(t, p + 1, 2);
    return 3;
}

void unwrap_percent(unwrap_target *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n && !t->bad;) {
        if (escaped(p + i, n - i, '%') >= 0)
            i += put_escape(t, p + i, n - i, '%');
        else
            put(t, (unsigned char)p[i++]);
    }
}

void unwrap_v2(unwrap_target *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n && !t->bad;) {
        if (escaped(p + i, n - i, '-') >= 0)
            i += put_escape(t, p + i, n - i, '-');
        else if (escaped(p + i, n - i, '%') >= 0)
            i += put_escape(t, p + i, n - i, '%');
        else
            put(t, p[i] == '_' ? '/' : (unsigned char)p[i]), i++;
    }
}

/* ---- Base64, a byte at a time ---- */

typedef struct six {
    const char *p, *end;
    uint32_t bits;
    unsigned bits_n;
    bool bad; /* a character that is none */
} six;

/* Of the URL-safe alphabet, too. */
static int six_value(int c)
{
    return c == '-' ? 62 : c == '_' ? 63 : c < 0 ? -1 : ascii_base64((unsigned char)c);
}

/* The next byte; -1 at the end, at padding, and at what is none. */
static int six_byte(six *s)
{
    while (s->bits_n < 8) {
        size_t left = (size_t)(s->end - s->p);
        int c = left > 0 ? escaped(s->p, left, '%') : '=', value;
        size_t taken = c < 0 ? 1 : 3;
        if (left > 0 && c < 0)
            c = (unsigned char)s->p[0];
        value = six_value(c);
        if (value < 0) {
            s->bad = s->bad || c != '=';
            return -1;
        }
        s->p += taken;
        s->bits = (s->bits << 6 | (uint32_t)value) & 0xFFFF;
        s->bits_n += 6;
    }
    s->bits_n -= 8;
    return s->bits >> s->bits_n & 0xFF;
}

void unwrap_base64(unwrap_target *t, const char *p, size_t n)
{
    six s = {.p = p, .end = p + n};
    int byte;

    while (!t->bad && (byte = six_byte(&s)) >= 0)
        put(t, (unsigned char)byte);
    t->bad = t->bad || s.bad;
}

/* ---- Proofpoint's v3 ---- */

/* The next character of the base64 text, which is UTF-8. */
static void put_hidden(unwrap_target *t, six *s)
{
    int byte = six_byte(s);
    unsigned more = byte < 0 ? 0 : utf8_length((unsigned char)byte);

    if (byte < 0 || more == 0) {
        t->bad = true;
        return;
    }
    for (put(t, (unsigned char)byte); more > 1 && !t->bad; more--) {
        byte = six_byte(s);
        if (byte < 0)
            t->bad = true;
        else
            put(t, (unsigned char)byte);
    }
}

/* "**" and a letter: so many characters, A being 2 and _ being 65. */
static int run_length(unsigned char c)
{
    if (c == '-' || c == '_')
        return c == '-' ? 64 : 65;
    return ascii_is_alnum(c) ? six_value(c) + 2 : -1;
}

/* p[0..n) begins with "*", or with "%2A"; how long that is, 0 when it does not. */
static size_t star(const char *p, size_t n)
{
    if (n > 0 && p[0] == '*')
        return 1;
    return n > 0 && escaped(p, n, '%') == '*' ? 3 : 0;
}

/* A star and what belongs to it; the bytes taken. */
static size_t put_stars(unwrap_target *t, const char *p, size_t n, six *s)
{
    size_t first = star(p, n), second = star(p + first, n - first), both = first + second;
    int count = 1;

    if (second > 0) {
        count = both < n ? run_length((unsigned char)p[both]) : -1;
        both++;
    }
    if (count < 0)
        t->bad = true;
    for (int i = 0; i < count && !t->bad; i++)
        put_hidden(t, s);
    return t->bad ? n : both;
}

/* "https:/x": the slash that mail programs lose. Where the host begins, past what was written; 0 where all is well. */
static size_t put_slashes(unwrap_target *t, const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && ascii_is_scheme((unsigned char)p[i]))
        i++;
    if (i == 0 || n - i < 3 || p[i] != ':' || p[i + 1] != '/' || p[i + 2] == '/')
        return 0;
    put_all(t, p, i + 2);
    put(t, '/');
    return i + 2;
}

/* Where mark begins in p[0..n), n for nowhere. */
static size_t find(const char *p, size_t n, const char *mark)
{
    size_t length = strlen(mark);

    for (size_t i = 0; i + length <= n; i++)
        if (p[i] == mark[0] && !memcmp(p + i, mark, length))
            return i;
    return n;
}

void unwrap_v3(unwrap_target *t, const char *p, size_t n)
{
    size_t end = find(p, n, "__;"), close;
    six s;

    if (end == n || end < 2 || memcmp(p, "__", 2) != 0) {
        t->bad = true;
        return;
    }
    close = find(p + end, n - end, "!");
    s = (six){.p = p + end + 3, .end = p + end + close};
    for (size_t i = 2 + put_slashes(t, p + 2, end - 2); i < end && !t->bad;) {
        if (star(p + i, end - i) > 0)
            i += put_stars(t, p + i, end - i, &s);
        else if (escaped(p + i, end - i, '%') >= 0)
            i += put_escape(t, p + i, end - i, '%');
        else
            put(t, (unsigned char)p[i++]);
    }
}

void unwrap_as_is(unwrap_target *t, const char *p, size_t n)
{
    size_t i = put_slashes(t, p, n);

    put_all(t, p + i, n - i);
}
