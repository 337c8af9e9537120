/* canonical.c - writes the canonical form of a URL (trawl_canonical, trawl_same), and a URL in
 * ASCII (trawl_ascii)
 *
 * Based on RFC 1630 ("bring both to one encoding level"), RFC 1738 sections 2.1 and 2.2, and RFC
 * 3986 sections 6.2.2 and 6.2.3. Decodes only the escapes of characters that mean the same raw in
 * every scheme; never decodes twice, never encodes. Accepts any bytes. Canonicalising a canonical
 * form changes nothing. Three rules ensure this. An escape is not decoded if that would complete a
 * broken escape before it. Text without a scheme is not decoded. A port is not decoded.
 */

#include "base/ascii.h"
#include "url/inside.h"

/* ---- The canonical form ---- */

typedef struct canon {
    const char *url;
    url_parts parts;
    text_out *to;
    size_t broken; /* 1 + the output offset of the last "%" that begins no escape, or 0 */
} canon;

enum { LOWER = 1, KEEP_DOTS = 2, KEEP_ESCAPES = 4 };

/* Returns true when the byte, decoded here, would complete an escape with the raw "%", or "%" and a
 * hex digit, written before it: "%%341" must not become "%41". */
static bool completes_broken(const canon *c, int byte)
{
    size_t after = c->to->len + 1 - c->broken;

    return c->broken && (after == 1 || after == 2) && ascii_hex((unsigned char)byte) >= 0;
}

/* Writes one character, raw or escaped. Returns the start of the next one. */
static size_t put_char(canon *c, size_t i, size_t end, unsigned flags)
{
    int byte = ascii_escape(c->url + i, end - i);
    size_t n = byte < 0 ? 1 : 3;

    if (byte < 0) {
        byte = (unsigned char)c->url[i];
        if (byte == '%')
            c->broken = c->to->len + 1;
    } else if ((flags & KEEP_ESCAPES) || !ascii_is_unreserved((unsigned char)byte) ||
               (byte == '.' && (flags & KEEP_DOTS)) || completes_broken(c, byte)) {
        out_percent(c->to, (unsigned char)byte);
        return i + n;
    }
    out_byte(c->to, flags & LOWER ? ascii_lower((char)byte) : (char)byte);
    return i + n;
}

/* Writes a part. Copies each run of unchanged characters as a whole. */
static void canonical_put_span(canon *c, trawl_span s, unsigned flags)
{
    for (size_t i = s.from, to; i < s.to;) {
        for (to = i;
             to < s.to && c->url[to] != '%' && !(flags & LOWER && ascii_is_upper(c->url[to])); to++)
            ;
        out_put(c->to, c->url + i, to - i);
        i = to < s.to ? put_char(c, to, s.to, flags) : to;
    }
}

static void canonical_put_path(canon *c, trawl_span path)
{
    for (size_t from = path.from; from < path.to;) {
        const char *slash = memchr(c->url + from, '/', path.to - from);
        size_t to = slash ? (size_t)(slash - c->url) : (size_t)path.to;
        canonical_put_span(c, (trawl_span){from, to},
                           parts_is_dots(c->url + from, to - from) ? KEEP_DOTS : 0);
        if (slash)
            out_byte(c->to, '/');
        from = to + (slash != NULL);
    }
}

/* Writes a host in lower case with its escapes decoded, and converted to A-labels if it has
 * non-ASCII letters, escaped or not (RFC 3986 section 3.2.2). */
static int canonical_put_host(canon *c, trawl_span host)
{
    char raw[4 * IDN_HOST_MAX + 8], letters[sizeof raw], ascii[IDN_HOST_MAX + 1];
    text_out scratch = {raw, sizeof raw, 0}, *to = c->to;
    size_t len;
    int taken = 0;

    c->to = &scratch;
    c->broken = 0;
    canonical_put_span(c, host, LOWER);
    c->to = to;
    c->broken = 0;
    if (scratch.len <= sizeof raw) {
        len = ascii_unescape(letters, raw, scratch.len, 0x80);
        if (has_non_ascii(letters, len))
            taken = idn_to_ascii(letters, len, ascii, &len);
    }
    if (taken > 0)
        out_put(to, ascii, len);
    else if (scratch.len <= sizeof raw)
        out_put(to, raw, scratch.len);
    else
        canonical_put_span(c, host, LOWER);
    return taken < 0 ? taken : 0;
}

/* Writes the addresses of mailto; the domain of each is canonicalised as a host. */
static int canonical_put_addresses(canon *c, trawl_span rest)
{
    trawl_span address = {0, 0};
    int failed = 0;

    while (!failed && trawl_next_address(c->url, &rest, &address)) {
        size_t at = address.to;
        while (at > address.from && c->url[at - 1] != '@')
            at--;
        canonical_put_span(c, (trawl_span){address.from, at}, 0);
        if (at > address.from)
            failed = canonical_put_host(c, (trawl_span){at, address.to});
        else
            canonical_put_span(c, (trawl_span){at, address.to}, 0);
        if (span_is(rest))
            out_byte(c->to, ',');
    }
    return failed;
}

/* Returns true for http and ws without a path, which means "/" (RFC 9110 section 4.2.3, RFC 6455
 * section 3). */
static bool empty_path_is_root(const canon *c)
{
    enum scheme_grammar g = parts_grammar(&c->parts);

    return span_is(c->parts.authority) && span_len(c->parts.part[TRAWL_PART_PATH]) == 0 &&
           (g == SCHEME_HTTP || g == SCHEME_HTTPS || g == SCHEME_WS);
}

/* Writes one part; a parts_put. */
static int canonical_put_part(void *user, int part, trawl_span s)
{
    canon *c = user;

    switch (part) {
    case TRAWL_PART_SCHEME:
        canonical_put_span(c, s, LOWER);
        return 0;
    case TRAWL_PART_HOST:
        return canonical_put_host(c, s);
    case TRAWL_PART_PORT:
        canonical_put_span(c, s, KEEP_ESCAPES);
        return 0;
    case TRAWL_PART_PATH:
        c->broken = 0;
        if (parts_grammar(&c->parts) == SCHEME_MAILTO && !span_is(c->parts.authority))
            return canonical_put_addresses(c, s);
        if (empty_path_is_root(c))
            out_byte(c->to, '/');
        canonical_put_path(c, s);
        return 0;
    default:
        canonical_put_span(c, s, 0);
        return 0;
    }
}

/* Returns true when the port is empty or the scheme's default. */
static bool is_default_port(const url_parts *p, const char *url)
{
    return span_len(p->part[TRAWL_PART_PORT]) == 0 ||
           (p->row && p->row->port && parts_port(p, url) == p->row->port);
}

int trawl_canonical(const char *url, size_t n, char *text, size_t size, size_t *len)
{
    text_out to = {text, size, 0};
    canon c = {.url = url ? url : "", .to = &to};
    trawl_span *part = c.parts.part;

    if ((!url && n > 0) || (!text && size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    if (url_is_canonical(c.url, n)) {
        out_put(&to, c.url, n);
        return out_result(&to, 0, len);
    }
    parts_split(&c.parts, c.url, n);
    if (!span_is(part[TRAWL_PART_SCHEME])) { /* decoding "%41:x" would make it a URL */
        canonical_put_span(&c, (trawl_span){0, n}, KEEP_ESCAPES);
        return out_result(&to, 0, len);
    }
    if (is_default_port(&c.parts, c.url))
        part[TRAWL_PART_PORT] = span_absent;
    if (span_len(part[TRAWL_PART_FRAGMENT]) == 0)
        part[TRAWL_PART_FRAGMENT] = span_absent;
    return out_result(&to, parts_write(&c.parts, &to, canonical_put_part, &c), len);
}

/* ---- Equal URLs ---- */

int canonical_open(canonical_text *c, const char *url, size_t n)
{
    int failed = trawl_canonical(url, n, c->small, sizeof c->small, &c->n);

    c->p = c->small;
    if (failed != TRAWL_ERROR_NO_SPACE)
        return failed;
    c->p = memory_get(&memory_default, c->n);
    return c->p ? trawl_canonical(url, n, c->p, c->n, &c->n) : TRAWL_ERROR_NO_MEMORY;
}

void canonical_close(canonical_text *c)
{
    if (c->p != c->small)
        memory_free(&memory_default, c->p);
}

int trawl_same(const char *a, size_t a_n, const char *b, size_t b_n)
{
    canonical_text one, two;
    int result = canonical_open(&one, a, a_n);

    if (!result) {
        result = canonical_open(&two, b, b_n);
        if (!result)
            result = one.n == two.n && memcmp(one.p, two.p, one.n) == 0;
        canonical_close(&two);
    }
    canonical_close(&one);
    return result;
}

/* ---- A URL in ASCII (RFC 3987 section 3.1)
 *
 * A non-ASCII host becomes A-labels, and characters that are not allowed raw in a URI are
 * percent-encoded; everything else stays. A "%" that begins no escape becomes "%25", a second "#"
 * "%23", brackets outside a host "%5B" and "%5D". So the result is a URI if the URL has a scheme
 * and a well-formed authority.
 */

typedef struct to_ascii {
    const char *url;
    text_out *to;
} to_ascii;

/* Writes a part percent-encoded. RFC 3986's unreserved and sub-delims stay raw, and so do the bytes
 * in `extra`. */
static void put_encoded(to_ascii *a, trawl_span s, const char *extra)
{
    for (size_t i = s.from; i < s.to; i++) {
        unsigned char c = (unsigned char)a->url[i];
        bool raw =
            ascii_is_unreserved(c) || (c != '\0' && (strchr("!$&'()*+,;=", c) || strchr(extra, c)));
        if (raw || ascii_escape(a->url + i, s.to - i) >= 0)
            out_byte(a->to, (char)c);
        else
            out_percent(a->to, c);
    }
}

static int canonical_put_ascii_host(to_ascii *a, trawl_span s)
{
    bool literal = span_len(s) > 0 && a->url[s.from] == '[' && a->url[s.to - 1] == ']';
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int taken = 0;

    if (has_non_ascii(a->url + s.from, span_len(s)))
        taken = idn_to_ascii(a->url + s.from, span_len(s), ascii, &len);
    if (taken > 0)
        out_put(a->to, ascii, len);
    else
        put_encoded(a, s, literal ? "[]:" : "");
    return taken < 0 ? taken : 0;
}

/* Writes one part; a parts_put. */
static int put_ascii_part(void *user, int part, trawl_span s)
{
    static const char *const extra[] = {
        [TRAWL_PART_PASSWORD] = ":",    [TRAWL_PART_PATH] = ":@/", [TRAWL_PART_QUERY] = ":@/?",
        [TRAWL_PART_FRAGMENT] = ":@/?", [TRAWL_PART_USER] = "",    [TRAWL_PART_PORT] = "",
        [TRAWL_PART_SCHEME] = "",       [TRAWL_PART_HOST] = ""};

    if (part == TRAWL_PART_HOST)
        return canonical_put_ascii_host(user, s);
    put_encoded(user, s, extra[part]);
    return 0;
}

int trawl_ascii(const char *url, size_t n, char *text, size_t size, size_t *len)
{
    text_out to = {text, size, 0};
    to_ascii a = {url ? url : "", &to};
    url_parts p;

    if ((!url && n > 0) || (!text && size > 0) || !len)
        return TRAWL_ERROR_MISUSE;
    parts_split(&p, a.url, n);
    return out_result(&to, parts_write(&p, &to, put_ascii_part, &a), len);
}

/* ---- URLs made of addresses and message-ids ---- */

bool url_id_keeps(unsigned char c, bool mail)
{
    if (c >= 0x80)
        return mail;
    return ascii_is_unreserved(c) || (c > ' ' && strchr(mail ? "!$'*+@" : "!$&'()*+,;=:@", (int)c));
}

size_t url_of_id(char *to, const char *prefix, const char *p, size_t n)
{
    const size_t before = strlen(prefix);
    const bool mail = prefix[0] == 'm' && prefix[1] == 'a';
    text_out o = {to, before + URL_ESCAPED_MAX * n, 0};
    size_t at = mail ? n : 0; /* the "@" before the host; an "@" in a quoted local part is
                               * encoded */

    while (at > 0 && p[at - 1] != '@')
        at--;

    out_put(&o, prefix, before);
    for (size_t i = 0; i < n; i++)
        if (url_id_keeps((unsigned char)p[i], mail) && (p[i] != '@' || i + 1 >= at))
            out_byte(&o, p[i]);
        else
            out_percent(&o, (unsigned char)p[i]);
    return o.len;
}
