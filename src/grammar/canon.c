/* canon.c - the spelling that equal URLs share (C5): trawl_canonical
 *
 * From RFC 1630 ("bring both to one encoding level"), RFC 1738 2.1 and 2.2, RFC 3986 6.2.2 and 6.2.3. Decodes only escapes
 * of characters that mean the same raw, in every scheme; never decodes twice, never encodes. It works on any bytes, and
 * running it on its own result changes nothing, for which three rules are there: an escape whose decoding would complete
 * a broken one before it stays, text without a scheme is not decoded at all, and neither is a port.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/out.h"
#include "grammar/idn.h"
#include "grammar/ordinary.h"
#include "grammar/parts.h"

typedef struct canon {
    const char *url;
    size_t n;
    url_parts parts;
    out *to;
    size_t broken; /* where in the output the last "%" that begins no escape stands, plus 1; 0 for none */
} canon;

/* The byte of a valid escape at url[i..end), -1 when there is none. */
static int escaped(const char *url, size_t i, size_t end)
{
    int high, low;

    if (end - i < 3 || url[i] != '%')
        return -1;
    high = ascii_hex((unsigned char)url[i + 1]);
    low = ascii_hex((unsigned char)url[i + 2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* What RFC 3986 calls unreserved: the characters whose escape always means what they mean raw. */
static bool always_decoded(int byte)
{
    return byte >= 0 &&
           (ascii_is_alnum((unsigned char)byte) || byte == '-' || byte == '.' || byte == '_' || byte == '~');
}

/* Is the byte a hex digit that would make an escape of "%" or "%h" just before it? "%%341" is not "%41". */
static bool completes_broken(const canon *c, int byte)
{
    size_t behind = c->to->len + 1 - c->broken;

    return c->broken && (behind == 1 || behind == 2) && ascii_hex((unsigned char)byte) >= 0;
}

typedef struct piece {
    size_t from, to;
    bool lower, keep_dots, keep_all;
} piece;

/* One character, raw or escaped; returns where the next one stands. */
static size_t put_char(canon *c, const piece *p, size_t i)
{
    int byte = escaped(c->url, i, p->to);

    if (byte < 0) {
        char raw = c->url[i];
        if (raw == '%')
            c->broken = c->to->len + 1;
        out_byte(c->to, p->lower ? ascii_lower(raw) : raw);
        return i + 1;
    }
    if (!p->keep_all && always_decoded(byte) && !(byte == '.' && p->keep_dots) && !completes_broken(c, byte))
        out_byte(c->to, p->lower ? ascii_lower((char)byte) : (char)byte);
    else
        out_percent(c->to, (unsigned char)byte);
    return i + 3;
}

static void put_piece(canon *c, piece p)
{
    for (size_t i = p.from; i < p.to;)
        i = put_char(c, &p, i);
}

static void put_span(canon *c, trawl_span s, bool lower)
{
    if (span_is(s))
        put_piece(c, (piece){.from = s.from, .to = s.to, .lower = lower});
}

/* Is the segment "." or "..", if its escaped dots are counted? Decoding would make it mean another place. */
static bool dot_segment(const canon *c, size_t from, size_t to)
{
    size_t dots = 0, escapes = 0;

    for (size_t i = from; i < to; dots++) {
        bool raw = c->url[i] == '.';
        if (!raw && escaped(c->url, i, to) != '.')
            return false;
        escapes += !raw;
        i += raw ? 1 : 3;
    }
    return escapes > 0 && dots <= 2;
}

static void put_path(canon *c)
{
    trawl_span path = c->parts.part[TRAWL_PATH];

    for (size_t from = path.from; from < path.to;) {
        const char *slash = memchr(c->url + from, '/', path.to - from);
        size_t to = slash ? (size_t)(slash - c->url) : (size_t)path.to;
        put_piece(c, (piece){.from = from, .to = to, .keep_dots = dot_segment(c, from, to)});
        if (slash)
            out_byte(c->to, '/');
        from = to + (slash != NULL);
    }
}

/* A host in lower case, its escapes decoded as elsewhere, and then as A-labels if it is a name beyond ASCII. */
static int put_host(canon *c, trawl_span host)
{
    char raw[4 * IDN_HOST_MAX + 8], ascii[IDN_HOST_MAX + 1];
    out scratch = {raw, sizeof raw, 0}, *to = c->to;
    size_t len;
    int taken = 0;

    c->to = &scratch;
    c->broken = 0;
    put_span(c, host, true);
    c->to = to;
    c->broken = 0;
    if (scratch.len <= sizeof raw && idn_wanted(raw, scratch.len))
        taken = idn_to_ascii(raw, scratch.len, ascii, &len);
    if (taken > 0)
        out_put(to, ascii, len);
    else if (scratch.len <= sizeof raw)
        out_put(to, raw, scratch.len);
    else
        put_span(c, host, true);
    return taken < 0 ? taken : 0;
}

/* Can the port be left out: is it empty, or the scheme's own? */
static bool port_is_default(const canon *c)
{
    trawl_span port = c->parts.part[TRAWL_PORT];
    unsigned long value = 0;

    for (size_t i = port.from; i < port.to && value <= 65535; i++) {
        if (!ascii_is_digit((unsigned char)c->url[i]))
            return false;
        value = value * 10 + (unsigned long)(c->url[i] - '0');
    }
    return span_len(port) == 0 || (c->parts.row && c->parts.row->port && value == c->parts.row->port);
}

static int put_authority(canon *c)
{
    const trawl_span *part = c->parts.part;
    int failed;

    out_put(c->to, "//", 2);
    if (span_is(part[TRAWL_USER])) {
        put_span(c, part[TRAWL_USER], false);
        if (span_is(part[TRAWL_PASSWORD]))
            out_byte(c->to, ':');
        put_span(c, part[TRAWL_PASSWORD], false);
        out_byte(c->to, '@');
    }
    failed = put_host(c, part[TRAWL_HOST]);
    if (!failed && span_is(part[TRAWL_PORT]) && !port_is_default(c)) {
        out_byte(c->to, ':');
        put_piece(c, (piece){.from = part[TRAWL_PORT].from, .to = part[TRAWL_PORT].to, .keep_all = true});
    }
    return failed;
}

/* Each address's domain is a host: in lower case, and as A-labels. */
static int put_addresses(canon *c)
{
    trawl_span rest = c->parts.part[TRAWL_PATH], address;
    int failed = 0;

    while (!failed && trawl_next_address(c->url, &rest, &address)) {
        size_t at = address.to;
        while (at > address.from && c->url[at - 1] != '@')
            at--;
        put_span(c, (trawl_span){address.from, at}, false);
        if (at > address.from)
            failed = put_host(c, (trawl_span){at, address.to});
        else
            put_span(c, (trawl_span){at, address.to}, false);
        if (span_is(rest))
            out_byte(c->to, ',');
    }
    return failed;
}

/* RFC 9110 4.2.3 and RFC 6455 3: an empty path is "/". */
static bool empty_path_is_root(const canon *c)
{
    enum scheme_grammar g = parts_grammar(&c->parts);

    return span_is(c->parts.authority) && span_len(c->parts.part[TRAWL_PATH]) == 0 &&
           (g == SCHEME_HTTP || g == SCHEME_HTTPS || g == SCHEME_WS);
}

static int put_url(canon *c)
{
    const trawl_span *part = c->parts.part;
    int failed = 0;

    put_span(c, part[TRAWL_SCHEME], true);
    out_byte(c->to, ':');
    if (span_is(c->parts.authority))
        failed = put_authority(c);
    if (failed)
        return failed;
    if (empty_path_is_root(c))
        out_byte(c->to, '/');
    c->broken = 0;
    if (parts_grammar(&c->parts) == SCHEME_MAILTO && !span_is(c->parts.authority))
        failed = put_addresses(c);
    else
        put_path(c);
    if (span_is(part[TRAWL_QUERY])) {
        out_byte(c->to, '?');
        put_span(c, part[TRAWL_QUERY], false);
    }
    if (span_len(part[TRAWL_FRAGMENT]) > 0) {
        out_byte(c->to, '#');
        put_span(c, part[TRAWL_FRAGMENT], false);
    }
    return failed;
}

/* What has no scheme is no URL: "%41:x" decoded would become one. Only the case of hex digits is brought into line. */
static void put_no_url(canon *c)
{
    for (size_t i = 0; i < c->n;) {
        int byte = escaped(c->url, i, c->n);
        if (byte < 0)
            out_byte(c->to, c->url[i++]);
        else {
            out_percent(c->to, (unsigned char)byte);
            i += 3;
        }
    }
}

/* By all the rules. */
static int put_canonical(out *to, const char *url, size_t n)
{
    canon c = {.url = url, .n = n, .to = to};

    parts_split(&c.parts, url, n);
    if (span_is(c.parts.part[TRAWL_SCHEME]))
        return put_url(&c);
    put_no_url(&c);
    return 0;
}

int trawl_canonical(const char *url, size_t n, char *text, size_t size, size_t *len)
{
    out to = {text, size, 0};
    ordinary usual;
    int failed = 0;

    if ((!url && n > 0) || (!text && size > 0) || !len)
        return TRAWL_MISUSE;
    if (ordinary_read(&usual, url, n) && usual.canonical)
        out_put(&to, url, n);
    else
        failed = put_canonical(&to, url ? url : "", n);
    *len = to.len;
    if (failed)
        return failed;
    return to.len > size ? TRAWL_NO_SPACE : TRAWL_OK;
}
