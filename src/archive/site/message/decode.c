/* decode.c - the transfer encodings of attachments: base64 and quoted-printable (RFC 2045), and
 * uuencode (POSIX)
 *
 * In base64, bytes that are not digits are ignored, and "=" ends the data. In quoted-printable,
 * text that is not an escape is passed on as it is.
 */
#include "base/ascii.h"
#include "archive/site/message/message.h"

enum decode_kind decode_find(trawl_str encoding)
{
    if (encoding.n == 6 && ascii_same(encoding.p, "base64", 6))
        return DECODE_BASE64;
    if (encoding.n == 16 && ascii_same(encoding.p, "quoted-printable", 16))
        return DECODE_QUOTED;
    if (ascii_is_word_of("x-uuencode x-uue uuencode uue", encoding.p, encoding.n))
        return DECODE_UU;
    return DECODE_NONE;
}

/* Writes the bytes of a group of two or three digits, at "=" or the end. Returns the number of
 * bytes. */
static size_t decode_pad(struct decode *d, char *out)
{
    size_t n = d->digits > 1 ? d->digits - 1 : 0;
    uint32_t bits = d->digits == 2 ? d->bits << 12 : d->bits << 6;

    for (size_t i = 0; i < n; i++)
        out[i] = (char)(bits >> (16 - 8 * i));
    d->digits = 0;
    d->bits = 0;
    return n;
}

static int decode_base64(struct decode *d, const char *p, size_t n)
{
    char out[3 * 1024];
    size_t k = 0;
    int stop = 0;

    for (size_t i = 0; i < n && stop == 0; i++) {
        int digit = ascii_base64((unsigned char)p[i]);

        if (p[i] == '=')
            k += decode_pad(d, out + k);
        if (digit < 0)
            continue;
        d->bits = d->bits << 6 | (unsigned)digit;
        if (++d->digits == 4) {
            out[k++] = (char)(d->bits >> 16);
            out[k++] = (char)(d->bits >> 8);
            out[k++] = (char)d->bits;
            d->digits = 0;
        }
        if (k + 4 > sizeof out) {
            stop = d->take(d->user, out, k);
            k = 0;
        }
    }
    return stop == 0 && k > 0 ? d->take(d->user, out, k) : stop;
}

/* ---- Quoted-printable ---- */

static int decode_hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/* Passes on a "=" that begins no escape, with the bytes held after it. */
static int decode_let_go(struct decode *d)
{
    size_t n = d->held_n;

    d->held_n = 0;
    return n > 0 ? d->take(d->user, d->held, n) : 0;
}

/* Takes a byte after "=": two hex digits, or blanks and the end of the line. */
static int decode_escape(struct decode *d, char c)
{
    bool first = d->held_n == 1;
    char byte;
    int stop;

    if (c == '\n') {
        d->held_n = 0;
        return 0;
    }
    if (!first && decode_hex(d->held[1]) >= 0 && decode_hex(c) >= 0) {
        byte = (char)(decode_hex(d->held[1]) << 4 | decode_hex(c));
        d->held_n = 0;
        return d->take(d->user, &byte, 1);
    }
    if (d->held_n == sizeof d->held ||
        !((first && decode_hex(c) >= 0) || c == ' ' || c == '\t' || c == '\r'))
        return (stop = decode_let_go(d)) != 0 ? stop : decode_take(d, &c, 1);
    d->held[d->held_n++] = c;
    return 0;
}

static int decode_quoted(struct decode *d, const char *p, size_t n)
{
    int stop = 0;

    for (size_t i = 0, plain; i < n && stop == 0; i += plain) {
        const char *mark;

        if (d->held_n > 0) {
            plain = 1;
            stop = decode_escape(d, p[i]);
            continue;
        }
        mark = memchr(p + i, '=', n - i);
        plain = mark ? (size_t)(mark - p) - i : n - i;
        if (plain > 0)
            stop = d->take(d->user, p + i, plain);
        if (mark) {
            d->held[d->held_n++] = '=';
            plain++;
        }
    }
    return stop;
}

/* ---- Uuencode ---- */

/* Decodes a line. Characters that are missing at its end are zeros; "begin" and other lines of text
 * are left out. */
static int decode_uu_line(struct decode *d)
{
    unsigned char c = d->held_n > 0 ? (unsigned char)d->held[0] : 0, group[4];
    size_t n = c > 0x20 && c < 0x60 ? c - 0x20u : 0;
    char out[66];

    if (d->held_n == 3 && memcmp(d->held, "end", 3) == 0)
        d->over = true;
    for (size_t i = 0; i < (n + 2) / 3; i++) {
        for (size_t k = 0; k < 4; k++)
            group[k] = 1 + 4 * i + k < d->held_n
                           ? ((unsigned char)d->held[1 + 4 * i + k] - 0x20u) & 0x3f
                           : 0;
        out[3 * i] = (char)(group[0] << 2 | group[1] >> 4);
        out[3 * i + 1] = (char)(group[1] << 4 | group[2] >> 2);
        out[3 * i + 2] = (char)(group[2] << 6 | group[3]);
    }
    d->held_n = 0;
    return n > 0 ? d->take(d->user, out, n) : 0;
}

static int decode_uu(struct decode *d, const char *p, size_t n)
{
    int stop = 0;

    for (size_t i = 0; i < n && stop == 0 && !d->over; i++)
        if (p[i] == '\n')
            stop = decode_uu_line(d);
        else if (p[i] != '\r' && d->held_n < sizeof d->held)
            d->held[d->held_n++] = p[i];
    return stop;
}

/* ---- All ---- */

int decode_take(void *user, const char *p, size_t n)
{
    struct decode *d = user;

    switch (d->kind) {
    case DECODE_BASE64:
        return decode_base64(d, p, n);
    case DECODE_QUOTED:
        return decode_quoted(d, p, n);
    case DECODE_UU:
        return decode_uu(d, p, n);
    case DECODE_NONE:
        break;
    }
    return n > 0 ? d->take(d->user, p, n) : 0;
}

int decode_end(struct decode *d)
{
    char out[3];
    size_t n = d->kind == DECODE_BASE64 ? decode_pad(d, out) : 0;

    if (n > 0)
        return d->take(d->user, out, n);
    return d->kind == DECODE_UU ? d->over ? 0 : decode_uu_line(d) : decode_let_go(d);
}
