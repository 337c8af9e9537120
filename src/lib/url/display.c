/* display.c - writes a URL in readable form: trawl_display (UTS #58's minimal escaping, D5)
 *
 * The result means the same URL: its ASCII form equals the URL's. So these stay unchanged: escapes
 * of reserved characters, of "%", of characters not allowed in URLs, and of the dots in a segment
 * "." or ".."; and raw reserved characters. Letters, digits and "- . _ ~" are written raw. So are
 * non-ASCII characters that format_keeps() allows, that are visible (M8) and allowed in an IRI.
 * User information, port and scheme are only made printable: decoding them would help to hide a
 * host there. In text without a scheme only non-ASCII characters are decoded.
 *
 * Formatting the result again changes nothing: except for what stays as it is, each decision
 * depends only on the decoded bytes.
 */

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/inside.h"

/* Returns the byte, raw or escaped, at the start of p[0..n), n >= 1. Sets *len to its length. */
static unsigned char display_byte_at(const char *p, size_t n, size_t *len)
{
    int byte = ascii_escape(p, n);

    *len = byte < 0 ? 1 : 3;
    return byte < 0 ? (unsigned char)p[0] : (unsigned char)byte;
}

/* Returns true for characters that are never shown raw, although some browsers accept them. */
static bool display_is_forbidden(uint32_t c)
{
    return c <= ' ' || c == 0x7F || c == '"' || c == '<' || c == '>';
}

/* Writes text unchanged but printable: escapes non-ASCII and forbidden bytes, and writes the hex
 * digits of escapes in upper case. */
static void put_printable(text_out *to, const char *p, size_t n)
{
    size_t len;

    for (size_t i = 0; i < n; i += len) {
        unsigned char c = display_byte_at(p + i, n - i, &len);
        if (len > 1 || c >= 0x80 || display_is_forbidden(c))
            out_percent(to, c);
        else
            out_byte(to, (char)c);
    }
}

/* ---- Minimal escaping (D5)
 *
 * Escapes only Hard characters, a part's own delimiters where they are data, a closing bracket
 * without its opening one, "%" before two hex digits, and a Soft character at the end of the link.
 * In addition to D5, escapes opening brackets at the end of the link and beyond the maximum depth:
 * with such a bracket raw, the link would end too early (D4).
 */

void format_begin(format_state *f, enum format_part part)
{
    f->part = part;
    f->depth = 0;
    f->before[0] = f->before[1] = 0;
    f->directive = false;
}

static void display_note(format_state *f, uint32_t code)
{
    f->before[1] = f->before[0];
    f->before[0] = code;
}

void format_escaped(format_state *f)
{
    display_note(f, 0);
}

/* Returns true for a character that divides the part (D4 2.): brackets do not match across it. */
static bool display_divides(format_state *f, uint32_t code)
{
    switch (f->part) {
    case FORMAT_PATH:
        return code == '/';
    case FORMAT_QUERY:
        return code == '&' || code == '=';
    default:
        if (code == ':' && f->before[0] == '~' && f->before[1] == ':')
            return f->directive = true;
        return f->directive && (code == '&' || code == ',');
    }
}

bool format_keeps(format_state *f, uint32_t code, bool last)
{
    bool keep = true;

    if (display_divides(f, code))
        f->depth = 0;
    switch (link_class(code) & LINK_TERM) {
    case LINK_INCLUDE:
        break;
    case LINK_SOFT:
        keep = !last;
        break;
    case LINK_OPEN:
        keep = !last && f->depth < FORMAT_OPEN_MAX;
        if (keep)
            f->open[f->depth++] = code;
        break;
    case LINK_CLOSE:
        keep = f->depth > 0 && f->open[f->depth - 1] == link_opener(code);
        f->depth -= keep;
        break;
    default:
        keep = false;
    }
    display_note(f, keep ? code : 0);
    return keep;
}

/* ---- Path, query and fragment ---- */

typedef struct display {
    const char *url;
    size_t n;
    text_out *to;
    bool has_scheme;
    format_state state;
    bool dots; /* in a segment that is "." or "..", raw or escaped */
} display;

/* A character whose bytes may be raw or escaped, or one invalid byte. */
typedef struct display_unit {
    uint32_t code; /* UTF8_INVALID for an invalid byte */
    char bytes[4];
    unsigned n;
    size_t len; /* length in the URL */
    bool raw;   /* its first byte is raw */
} unit;

static unit display_unit_at(const display *d, size_t i, size_t to)
{
    size_t len[4] = {0}, k = i;
    unit u = {.n = 0};
    utf8_char c;

    do {
        u.bytes[u.n] = (char)display_byte_at(d->url + k, to - k, &len[u.n]);
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

/* Returns true when the next two bytes, raw or escaped, are hex digits: a "%" before them must be
 * escaped. */
static bool hex_follows(const display *d, size_t i, size_t to)
{
    size_t len;

    for (int k = 0; k < 2; k++, i += len)
        if (i >= to || ascii_hex(display_byte_at(d->url + i, to - i, &len)) < 0)
            return false;
    return true;
}

/* Returns true when the unit at i may be written raw. */
static bool shows(display *d, const unit *u, size_t i, size_t to)
{
    bool last = i + u->len == d->n;

    if (u->code >= 0x80)
        return u->code != UTF8_INVALID && !unicode_is(u->code, UNICODE_UNSEEN) &&
               format_keeps(&d->state, u->code, last);
    if (display_is_forbidden(u->code))
        return false;
    if (u->code == '%')
        return u->raw && !hex_follows(d, i + 1, to);
    if (ascii_is_unreserved((unsigned char)u->code) && d->has_scheme &&
        !(u->code == '.' && d->dots))
        return format_keeps(&d->state, u->code, last);
    if (u->raw)
        format_keeps(&d->state, u->code, false);
    return u->raw;
}

static void put_minimal(display *d, trawl_span s, enum format_part part)
{
    bool starts = true;
    unit u;

    format_begin(&d->state, part);
    for (size_t i = s.from; i < s.to; i += u.len) {
        if (starts)
            d->dots = part == FORMAT_PATH && parts_is_dots(d->url + i, s.to - i);
        u = display_unit_at(d, i, s.to);
        if (shows(d, &u, i, s.to)) {
            out_put(d->to, u.bytes, u.n);
        } else {
            format_escaped(&d->state);
            for (unsigned k = 0; k < u.n; k++)
                out_percent(d->to, (unsigned char)u.bytes[k]);
        }
        starts = u.raw && u.code == '/';
    }
}

/* ---- Hosts
 *
 * An A-label becomes a U-label if libidn2 (UTS #46) converts that back to the A-label, and if it
 * cannot be mistaken for another name, by a conservative test of scripts in place of UTS #39.
 * Otherwise it stays an A-label. A suspicious label without an A-label is escaped. Escapes in a
 * host are never decoded.
 */

static bool display_has_a_label(const char *host, size_t n)
{
    for (size_t i = 0; i < n; i = host_label_end(host, i, n) + 1)
        if (punycode_is(host + i, n - i))
            return true;
    return false;
}

/* Returns true when the U-label cannot be mistaken for another label: it has one script, and below
 * an ASCII top-level domain it does not consist of letters that look Latin. */
static bool is_honest(const char *label, size_t n, bool ascii_top)
{
    return script_is_one(label, n) && !(ascii_top && script_looks_latin(label, n));
}

/* Writes a label of an ASCII host as its U-label, or in lower case. Returns 1 for a U-label, 0, or
 * an error. Sets *left for a U-label of a right-to-left script. */
static int display_put_label(text_out *to, const char *label, size_t n, bool ascii_top, bool *left)
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

/* Writes the labels of an ASCII host as U-labels where that is possible. Returns 1, an error, or 0
 * when the host must stay as it is: no label changes, the result does not convert back, or one
 * label is right-to-left and any label begins with a digit (RFC 5893 section 2). */
static int put_unicode_host(const char *host, size_t n, text_out *to)
{
    char back[IDN_HOST_MAX + 1];
    bool ascii_top = host_has_ascii_top(host, n), left = false, digit = false, any = false;
    size_t end, len;
    int got;

    for (size_t i = 0; i <= n; i = end + 1) {
        end = host_label_end(host, i, n);
        digit = digit || (i < end && ascii_is_digit((unsigned char)host[i]));
        got = display_put_label(to, host + i, end - i, ascii_top, &left);
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

static int display_put_ascii_host(text_out *to, const char *host, size_t n)
{
    char room[4 * IDN_HOST_MAX];
    text_out text = {room, sizeof room, 0};
    int got = put_unicode_host(host, n, &text);

    if (got > 0)
        out_put(to, room, text.len);
    else if (got == 0)
        put_printable(to, host, n);
    return got < 0 ? got : TRAWL_OK;
}

/* Writes a non-ASCII host that libidn2 cannot convert to A-labels (without libidn2, any non-ASCII
 * host): each label raw, or escaped if it is suspicious. */
static void put_other_host(text_out *to, const char *host, size_t n)
{
    bool ascii_top = host_has_ascii_top(host, n);
    size_t end;

    for (size_t i = 0; i <= n; i = end + 1) {
        end = host_label_end(host, i, n);
        if (is_honest(host + i, end - i, ascii_top))
            out_put(to, host + i, end - i);
        else
            put_printable(to, host + i, end - i);
        if (end < n)
            out_byte(to, '.');
    }
}

/* Writes a host. Decodes A-labels only in a URL, that is in text with a scheme. */
static int display_put_host(const display *d, const char *host, size_t n)
{
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int got;

    if (!has_non_ascii(host, n)) {
        if (d->has_scheme && n <= IDN_HOST_MAX && display_has_a_label(host, n))
            return display_put_ascii_host(d->to, host, n);
        put_printable(d->to, host, n);
        return TRAWL_OK;
    }
    got = idn_to_ascii(host, n, ascii, &len);
    if (got > 0)
        return display_put_ascii_host(d->to, ascii, len);
    if (got == 0)
        put_other_host(d->to, host, n);
    return got;
}

/* ---- The URL ---- */

/* Writes one part; a parts_put. */
static int display_put_part(void *user, int part, trawl_span s)
{
    display *d = user;

    switch (part) {
    case TRAWL_PART_HOST:
        return display_put_host(d, d->url + s.from, span_len(s));
    case TRAWL_PART_PATH:
        put_minimal(d, s, FORMAT_PATH);
        return TRAWL_OK;
    case TRAWL_PART_QUERY:
        put_minimal(d, s, FORMAT_QUERY);
        return TRAWL_OK;
    case TRAWL_PART_FRAGMENT:
        put_minimal(d, s, FORMAT_FRAGMENT);
        return TRAWL_OK;
    default:
        put_printable(d->to, d->url + s.from, span_len(s));
        return TRAWL_OK;
    }
}

int trawl_display(const char *url, size_t n, char *text, size_t size, size_t *len)
{
    text_out to = {text, size, 0};
    display d = {.url = url ? url : "", .n = n, .to = &to};
    url_parts parts;

    if ((!url && n > 0) || (!text && size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    parts_split(&parts, d.url, n);
    d.has_scheme = span_is(parts.part[TRAWL_PART_SCHEME]);
    return out_result(&to, parts_write(&parts, &to, display_put_part, &d), len);
}
