/* display.c - a URL for people's eyes: trawl_display (UTS #58's minimal escaping, D5, on a URL that has escapes)
 *
 * The result leads to the same place: its ASCII form is equal (C5) to the URL's. So escapes of reserved characters, of
 * "%" and of what no URL may hold stay, and so do those of dots that make a segment "." or ".."; and what is reserved
 * and stands raw is not escaped, wherever it stands. Within that: letters, digits and "- . _ ~" raw; beyond ASCII raw
 * what format_keeps() lets stand, is seen (M8) and may stand in an IRI. User information, port and scheme are left as
 * they are, only made printable: decoding would help nobody but those who hide a host there. Of text without a scheme
 * only what is beyond ASCII is decoded.
 *
 * Every choice depends on the bytes that are meant, not on how they are spelt, save for those that are kept as spelt:
 * so the result of the result is the same.
 */
#include "find/display.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "find/format.h"
#include "grammar/parts.h"

typedef struct display {
    const char *url;
    size_t n;
    out *to;
    url_parts parts;
    bool has_scheme;
    format_state state;
    bool dots; /* in a segment that is "." or "..", however spelt */
} display;

/* One character, of which some bytes may stand raw and others escaped; or one byte that belongs to none. */
typedef struct unit {
    uint32_t code; /* UTF8_INVALID for the latter */
    char bytes[4];
    unsigned n;
    size_t len; /* in the URL */
    bool raw;   /* its first byte stands raw */
} unit;

static unit unit_at(const display *d, size_t i, size_t to)
{
    size_t len[4], k = i;
    unit u = {.n = 0};
    utf8_char c;

    do {
        u.bytes[u.n] = display_byte(d->url + k, to - k, &len[u.n]);
        k += len[u.n++];
    } while (u.n < utf8_length((unsigned char)u.bytes[0]) && k < to);
    c = utf8_decode(u.bytes, u.n);
    u.code = c.code;
    u.n = c.code == UTF8_INVALID ? 1 : c.len;
    for (unsigned b = 0; b < u.n; b++)
        u.len += len[b];
    u.raw = len[0] == 1;
    return u;
}

static void put_unit(display *d, const unit *u, bool raw)
{
    if (raw)
        out_put(d->to, u->bytes, u->n);
    else
        for (unsigned i = 0; i < u->n; i++)
            out_percent(d->to, (unsigned char)u->bytes[i]);
}

/* M8, others that leave no mark on the screen, and what is no ucschar of RFC 3987 without being Hard. Joiners and
 * variation selectors belong to words and emoji. */
static bool unseen(uint32_t c)
{
    static const uint32_t ranges[][2] = {
        {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160},   {0x17B4, 0x17B5},
        {0x180B, 0x180F},   {0x200B, 0x200B},   {0x200E, 0x200F},   {0x202A, 0x202E},   {0x2060, 0x206F},
        {0x2800, 0x2800},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFF},
        {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    };

    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && c >= ranges[i][0]; i++)
        if (c <= ranges[i][1])
            return true;
    return false;
}

static bool is_unreserved(uint32_t c)
{
    return c < 0x80 && (ascii_is_alnum((unsigned char)c) || c == '-' || c == '.' || c == '_' || c == '~');
}

/* Are the two bytes from i on hex digits, however spelt? Then a "%" before them has to be escaped. */
static bool hex_follows(const display *d, size_t i, size_t to)
{
    size_t len;

    for (int k = 0; k < 2; k++, i += len)
        if (i >= to || ascii_hex((unsigned char)display_byte(d->url + i, to - i, &len)) < 0)
            return false;
    return true;
}

/* May the unit at i stand raw? */
static bool shows(display *d, const unit *u, size_t i, size_t to)
{
    bool last = i + u->len == d->n;

    if (u->code >= 0x80)
        return u->code != UTF8_INVALID && !unseen(u->code) && format_keeps(&d->state, u->code, last);
    if (display_forbids(u->code))
        return false;
    if (u->code == '%')
        return u->raw && !hex_follows(d, i + 1, to);
    if (is_unreserved(u->code) && d->has_scheme && !(u->code == '.' && d->dots))
        return format_keeps(&d->state, u->code, last);
    if (u->raw)
        format_keeps(&d->state, u->code, false);
    return u->raw;
}

/* Is the segment at i "." or ".."? Such a dot does not mean the same escaped. */
static bool dot_segment(const display *d, size_t i, size_t to)
{
    size_t len;

    for (int dots = 0; i < to && d->url[i] != '/'; i += len)
        if (display_byte(d->url + i, to - i, &len) != '.' || ++dots > 2)
            return false;
    return true;
}

static void put_part(display *d, trawl_span s, enum format_part part)
{
    bool starts = true;
    unit u;

    format_begin(&d->state, part);
    for (size_t i = s.from; span_is(s) && i < s.to; i += u.len) {
        if (starts)
            d->dots = part == FORMAT_PATH && dot_segment(d, i, s.to);
        u = unit_at(d, i, s.to);
        bool raw = shows(d, &u, i, s.to);
        if (!raw)
            format_escaped(&d->state);
        put_unit(d, &u, raw);
        starts = u.raw && u.code == '/';
    }
}

static void put_plain(display *d, trawl_span s)
{
    if (span_is(s))
        display_plain(d->to, d->url + s.from, span_len(s));
}

static int put_authority(display *d)
{
    const trawl_span *part = d->parts.part;
    int failed;

    out_put(d->to, "//", 2);
    if (span_is(part[TRAWL_USER])) {
        put_plain(d, part[TRAWL_USER]);
        if (span_is(part[TRAWL_PASSWORD]))
            out_byte(d->to, ':');
        put_plain(d, part[TRAWL_PASSWORD]);
        out_byte(d->to, '@');
    }
    failed = display_host(d->to, d->url + part[TRAWL_HOST].from, span_len(part[TRAWL_HOST]), d->has_scheme);
    if (span_is(part[TRAWL_PORT]))
        out_byte(d->to, ':');
    put_plain(d, part[TRAWL_PORT]);
    return failed;
}

int trawl_display(const char *url, size_t n, char *text, size_t size, size_t *len)
{
    out to = {text, size, 0};
    display d = {.url = url ? url : "", .n = n, .to = &to};
    const trawl_span *part = d.parts.part;
    int failed = TRAWL_OK;

    if ((!url && n > 0) || (!text && size > 0) || !len)
        return TRAWL_MISUSE;
    parts_split(&d.parts, d.url, n);
    d.has_scheme = span_is(part[TRAWL_SCHEME]);
    if (d.has_scheme) {
        out_put(&to, d.url, span_len(part[TRAWL_SCHEME]));
        out_byte(&to, ':');
    }
    if (span_is(d.parts.authority))
        failed = put_authority(&d);
    put_part(&d, part[TRAWL_PATH], FORMAT_PATH);
    if (span_is(part[TRAWL_QUERY]))
        out_byte(&to, '?');
    put_part(&d, part[TRAWL_QUERY], FORMAT_QUERY);
    if (span_is(part[TRAWL_FRAGMENT]))
        out_byte(&to, '#');
    put_part(&d, part[TRAWL_FRAGMENT], FORMAT_FRAGMENT);
    *len = to.len;
    if (failed)
        return failed;
    return to.len > size ? TRAWL_NO_SPACE : TRAWL_OK;
}
