/* unwrap.c - extracts the targets of links rewritten by gateways
 *
 * Finds the gateway's row by host and path, extracts the part of the URL that contains the target,
 * and decodes it. The result must have an allowed scheme and a host. Proofpoint has published how
 * to decode its three forms; all others use percent-encoding (RFC 3986 section 2.1) or base64 (RFC
 * 4648 sections 4 and 5).
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/sixteen.h"
#include "base/utf8.h"
#include "url/unwrap/unwrap.h"

/* ---- The gateways ---- */

/* Where the target is and how it is encoded. The values up to QUERY need a query. */
typedef enum unwrap_how {
    PARAM,   /* a parameter, percent-encoded */
    BASE64,  /* a parameter in base64 */
    BING,    /* a parameter: "a1" and base64 */
    V2,      /* a parameter in Proofpoint's own encoding */
    QUERY,   /* the whole query, percent-encoded */
    V3,      /* everything after "/v3/" */
    SEGMENT, /* a segment of the path, given by how many precede it ("1") or by a prefix ("RU=") */
    REST,    /* the rest of the path after a number of segments */
    BETWEEN, /* the text between "___" and "___." */
    HIDDEN   /* not in the URL; the parameter, if there is one, is the target's host */
} how;

/* A row of the table, described in src/gen/gateways.tsv. */
typedef struct rule {
    uint64_t end; /* host_end() of its hosts; 0: any */
    const char *host;
    size_t host_n;
    const char *path;
    how how;
    const char *name;
    const char *end_is; /* how a whole link ends */
} rule;

#include "url/tables/gateways.h"

#define RULES (sizeof rules / sizeof rules[0])

/* ---- Texts ---- */

static bool unwrap_begins(trawl_str s, const char *word)
{
    return ascii_begins(s.p, s.n, word);
}

static trawl_str unwrap_skip(trawl_str s, size_t n)
{
    return (trawl_str){s.p + n, s.n - n};
}

/* Returns the offset of `mark` in s, or s.n. */
static size_t unwrap_find(trawl_str s, const char *mark)
{
    size_t k = strlen(mark);

    for (size_t i = 0; i + k <= s.n; i++)
        if (s.p[i] == mark[0] && !memcmp(s.p + i, mark, k))
            return i;
    return s.n;
}

/* ---- The parts of a gateway's URL ---- */

typedef struct parts {
    trawl_str host, path, query;
    trawl_str rest; /* from the path to the end, with "?" and "#" as ordinary characters */
} parts;

static trawl_str unwrap_slice(const char *url, trawl_span s)
{
    return span_is(s) ? (trawl_str){url + s.from, span_len(s)} : (trawl_str){url, 0};
}

/* Splits the URL. Returns false when it cannot be a gateway's. */
static bool take_apart(parts *w, const char *url, size_t n)
{
    const url_front u = parts_front(url, n);
    trawl_span path;

    if (n > TRAWL_URL_MAX || u.host == u.port || !ascii_is_word_of("http https", url, u.scheme))
        return false;
    path = parts_path(&u, url, n);
    w->host = unwrap_slice(url, parts_host(&u));
    w->path = unwrap_slice(url, path);
    w->rest = (trawl_str){url + u.to, n - u.to};
    w->query = (trawl_str){url + path.to, n - path.to};
    w->query.n = url_fragment(w->query.p, w->query.n);
    w->query = unwrap_skip(w->query, w->query.n > 0);
    return true;
}

/* Returns the value of the first parameter with this name, or empty. "&amp;" is a separator, too:
 * it occurs in text copied from HTML. */
static trawl_str parameter(trawl_str query, const char *name)
{
    size_t n = strlen(name);

    for (size_t i = 0, end; n > 0 && i < query.n; i = end + 1) {
        const char *ampersand = memchr(query.p + i, '&', query.n - i);
        end = ampersand ? (size_t)(ampersand - query.p) : query.n;
        trawl_str pair = {query.p + i, end - i};
        if (unwrap_begins(pair, "amp;"))
            pair = unwrap_skip(pair, 4);
        if (pair.n > n && pair.p[n] == '=' && ascii_same(pair.p, name, n))
            return unwrap_skip(pair, n + 1);
    }
    return (trawl_str){query.p, 0};
}

/* Skips the first "/" of the path and `count` segments, each with the slash after it. */
static trawl_str skip_segments(trawl_str path, size_t count)
{
    for (count++; count > 0; count--) {
        const char *slash = memchr(path.p, '/', path.n);
        path = unwrap_skip(path, slash ? (size_t)(slash - path.p) + 1 : path.n);
    }
    return path;
}

static trawl_str first_segment(trawl_str path)
{
    path.n = unwrap_find(path, "/");
    return path;
}

/* Returns the segment that `name` selects (see SEGMENT), or empty. */
static trawl_str segment(trawl_str path, const char *name)
{
    if (ascii_is_digit((unsigned char)name[0]))
        return first_segment(skip_segments(path, (size_t)(name[0] - '0')));
    while (path.n > 0) {
        path = skip_segments(path, 0);
        if (unwrap_begins(path, name))
            return first_segment(unwrap_skip(path, strlen(name)));
    }
    return path;
}

/* ---- The target ----
 *
 * Escapes of control characters, spaces and invalid UTF-8 are not decoded. Such characters without
 * escapes make the target invalid.
 */

typedef struct target {
    char *p;
    size_t size, n;
    bool bad;
} target;

static void unwrap_put(target *t, unsigned char c)
{
    if (t->n == t->size || c <= ' ' || c == 0x7F)
        t->bad = true;
    else
        t->p[t->n++] = (char)c;
}

static void unwrap_put_all(target *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        unwrap_put(t, (unsigned char)p[i]);
}

/* Returns the byte value of the escape that s begins with, or -1. `mark` is "%" or the character
 * that replaces it. */
static int escaped(trawl_str s, char mark)
{
    return ascii_escape_of(mark, s.p, s.n);
}

/* Decodes the escapes at the start of s if they are one non-ASCII character in UTF-8. Returns the
 * length of the decoded character in bytes, or 0. */
static size_t escaped_character(trawl_str s, char mark, char out[4])
{
    size_t wanted = utf8_length((unsigned char)escaped(s, mark));

    for (size_t i = 0; i < wanted; i++) {
        int byte = 3 * i < s.n ? escaped(unwrap_skip(s, 3 * i), mark) : -1;
        if (byte < 0)
            return 0;
        out[i] = (char)byte;
    }
    return wanted > 1 && utf8_decode(out, wanted).code != UTF8_INVALID ? wanted : 0;
}

/* Decodes the escape, or the escapes of one character, at the start of s. Returns how many bytes of
 * s it consumed, or 0 if there is no escape. */
static size_t put_escape(target *t, trawl_str s, char mark)
{
    int byte = escaped(s, mark);
    char character[4];
    size_t bytes;

    if (byte < 0)
        return 0;
    if (ascii_is_graph(byte)) {
        unwrap_put(t, (unsigned char)byte);
        return 3;
    }
    bytes = byte >= 0x80 ? escaped_character(s, mark, character) : 0;
    if (bytes > 0) {
        unwrap_put_all(t, character, bytes);
        return 3 * bytes;
    }
    unwrap_put(t, '%');
    unwrap_put_all(t, s.p + 1, 2);
    return 3;
}

/* Decodes percent-encoding. With `v2`, also Proofpoint's encoding: "-3A" for ":" and "_" for
 * "/". */
static void put_escaped(target *t, trawl_str s, bool v2)
{
    for (size_t i = 0, n; i < s.n && !t->bad; i += n) {
        n = put_escape(t, unwrap_skip(s, i), '%');
        if (n == 0 && v2)
            n = put_escape(t, unwrap_skip(s, i), '-');
        if (n == 0) {
            unwrap_put(t, v2 && s.p[i] == '_' ? '/' : (unsigned char)s.p[i]);
            n = 1;
        }
    }
}

/* If s begins like "https:/x", writes "https://": some mail programs lose one slash. Returns how
 * many bytes of s it consumed, or 0. */
static size_t put_slashes(target *t, trawl_str s)
{
    size_t i = 0;

    while (i < s.n && ascii_is_scheme((unsigned char)s.p[i]))
        i++;
    if (s.n - i < 3 || s.p[i] != ':' || s.p[i + 1] != '/' || s.p[i + 2] == '/')
        return 0;
    unwrap_put_all(t, s.p, i + 2);
    unwrap_put(t, '/');
    return i + 2;
}

/* ---- Base64 ----
 *
 * Accepts both alphabets, with or without padding; the characters may be percent-encoded.
 */

typedef struct base64 {
    trawl_str rest;
    uint32_t bits;
    unsigned bits_n;
    bool bad; /* an invalid character was found */
} base64;

static int base64_value(int c)
{
    return c == '-' ? 62 : c == '_' ? 63 : c < 0 ? -1 : ascii_base64((unsigned char)c);
}

/* Returns the next decoded byte, or -1 at the end, at padding, and at an invalid character. */
static int base64_byte(base64 *b)
{
    while (b->bits_n < 8) {
        int c = escaped(b->rest, '%'), value;
        size_t taken = c < 0 ? 1 : 3;
        if (c < 0)
            c = b->rest.n > 0 ? (unsigned char)b->rest.p[0] : '=';
        value = base64_value(c);
        if (value < 0) {
            b->bad = b->bad || c != '=';
            return -1;
        }
        b->rest = unwrap_skip(b->rest, taken);
        b->bits = (b->bits << 6 | (uint32_t)value) & 0xFFFF;
        b->bits_n += 6;
    }
    b->bits_n -= 8;
    return b->bits >> b->bits_n & 0xFF;
}

static void put_base64(target *t, trawl_str s)
{
    base64 b = {.rest = s};
    int byte;

    while (!t->bad && (byte = base64_byte(&b)) >= 0)
        unwrap_put(t, (unsigned char)byte);
    t->bad = t->bad || b.bad;
}

/* ---- Proofpoint's v3: "__https://x.example/a*b__;Kw!..." ----
 *
 * Some characters of the target are replaced by "*", and follow in base64 after ";". "**" and a
 * letter replace a run of several.
 */

/* Writes the next replaced character, in UTF-8, from the base64 text. */
static void put_hidden(target *t, base64 *b)
{
    int byte = base64_byte(b);
    unsigned n = byte < 0 ? 0 : utf8_length((unsigned char)byte);

    t->bad = n == 0;
    while (n-- > 0 && !t->bad) {
        unwrap_put(t, (unsigned char)byte); /* FF, which no UTF-8 has, if the byte is missing */
        if (n > 0)
            byte = base64_byte(b);
    }
}

/* Returns the number of characters that "**" and this letter replace, from A for 2 to _ for 65, or
 * -1 for an invalid letter. */
static int run_length(unsigned char c)
{
    if (c == '-' || c == '_')
        return c == '-' ? 64 : 65;
    return ascii_is_alnum(c) ? base64_value(c) + 2 : -1;
}

/* Returns the length of the "*" or "%2A" that s begins with, or 0. */
static size_t star(trawl_str s)
{
    if (s.n > 0 && s.p[0] == '*')
        return 1;
    return escaped(s, '%') == '*' ? 3 : 0;
}

/* Writes the characters replaced by "*", or by "**" and a letter, at the start of s. Returns how
 * many bytes of s it consumed. */
static size_t put_stars(target *t, trawl_str s, base64 *b)
{
    size_t n = star(s), second = star(unwrap_skip(s, n));
    int count = 1;

    if (second > 0) {
        n += second;
        count = n < s.n ? run_length((unsigned char)s.p[n]) : -1;
        n++;
    }
    t->bad = t->bad || count < 0;
    for (int i = 0; i < count && !t->bad; i++)
        put_hidden(t, b);
    return t->bad ? s.n : n;
}

static void put_v3(target *t, trawl_str s)
{
    size_t end = unwrap_find(s, "__;");
    base64 b = {.rest = {s.p, 0}};

    if (end == s.n || end < 2 || !unwrap_begins(s, "__")) {
        t->bad = true;
        return;
    }
    b.rest = unwrap_skip(s, end);
    b.rest.n = unwrap_find(b.rest, "!");
    b.rest = unwrap_skip(b.rest, 3);
    s = (trawl_str){s.p + 2, end - 2};
    for (size_t i = put_slashes(t, s), n; i < s.n && !t->bad; i += n) {
        trawl_str here = unwrap_skip(s, i);
        if (star(here) > 0) {
            n = put_stars(t, here, &b);
            continue;
        }
        n = put_escape(t, here, '%');
        if (n == 0) {
            unwrap_put(t, (unsigned char)*here.p);
            n = 1;
        }
    }
}

/* ---- The rules ---- */

/* Returns true if the registrable domain of the host begins with the pattern: "google." matches
 * "www.google.co.uk". */
static bool host_under_any(trawl_str host, const char *pattern, size_t n)
{
    size_t from = 0;

    while (from + n < host.n && !ascii_same(host.p + from, pattern, n))
        from++;
    if (from + n >= host.n)
        return false;
    from = suffix_registrable(host.p, host.n);
    return host.n - from > n && ascii_same(host.p + from, pattern, n);
}

static bool unwrap_host_fits(trawl_str host, const rule *r)
{
    const char *pattern = r->host;
    size_t n = r->host_n;

    CHECK(n > 0);
    if (pattern[n - 1] == '*')
        return host_under_any(host, pattern, n - 1);
    if (pattern[0] == '.')
        return host.n > n && ascii_same(host.p + host.n - n, pattern, n);
    return host.n == n && ascii_same(host.p, pattern, n);
}

static bool path_fits(trawl_str path, const char *pattern)
{
    size_t n = strlen(pattern);

    CHECK(n > 0);
    if (pattern[n - 1] == '*')
        return path.n >= n - 1 && ascii_same(path.p, pattern, n - 1);
    if (path.n > 0 && path.p[path.n - 1] == '/')
        path.n--;
    if (n == 1) /* "/" itself */
        return path.n == 0;
    return path.n == n && ascii_same(path.p, pattern, n);
}

static void unwrap_decode(target *t, const rule *r, const parts *w)
{
    trawl_str code = r->how < QUERY ? parameter(w->query, r->name) : w->query;
    size_t end;

    switch (r->how) {
    case PARAM:
    case QUERY:
    case V2:
        put_escaped(t, code, r->how == V2);
        break;
    case SEGMENT:
        put_escaped(t, segment(w->path, r->name), false);
        break;
    case REST:
        put_escaped(t, skip_segments(w->path, (size_t)(r->name[0] - '0')), false);
        break;
    case BING:
        put_base64(t, unwrap_begins(code, "a1") ? unwrap_skip(code, 2) : (trawl_str){code.p, 0});
        break;
    case BASE64:
        put_base64(t, code);
        break;
    case V3:
        put_v3(t, unwrap_skip(w->rest, 4));
        break;
    case BETWEEN:
        code = unwrap_skip(w->rest, unwrap_find(w->rest, "___"));
        code = unwrap_skip(code, code.n < 3 ? code.n : 3);
        end = unwrap_find(code, "___.");
        code.n = end < code.n ? end : 0;
        code = unwrap_skip(code, put_slashes(t, code));
        unwrap_put_all(t, code.p, code.n);
        break;
    case HIDDEN:
        t->bad = true;
    }
}

static bool unwrap_is_utf8(const char *p, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(p + i, n - i);
        if (c.code == UTF8_INVALID)
            return false;
    }
    return true;
}

static bool is_target(const char *p, size_t n)
{
    url_parts u;
    trawl_str scheme;

    if (n > UNWRAP_MAX || !unwrap_is_utf8(p, n))
        return false;
    parts_split(&u, p, n);
    scheme = unwrap_slice(p, u.part[TRAWL_PART_SCHEME]);
    if (ascii_is_word_of("mailto", scheme.p, scheme.n))
        return n > scheme.n + 1;
    return ascii_is_word_of("http https ftp", scheme.p, scheme.n) &&
           span_len(u.part[TRAWL_PART_HOST]) > 0;
}

/* Returns the last six bytes of the host, with bit 0x20 set. At least "http://" precedes the host,
 * so eight bytes can be read. */
static uint64_t host_end(trawl_str host)
{
    return (eight_load(host.p + host.n - 8) | 0x2020202020202020) >> 16;
}

/* Returns the first rule from `r` on that fits the URL, or NULL. The rules are sorted by `end`. */
static const rule *rule_for(const rule *r, const parts *w)
{
    const uint64_t end = host_end(w->host);

    for (; r < rules + RULES && r->end <= end; r++)
        if ((r->end == end || r->end == 0) && (w->query.n > 0 || r->how > QUERY) &&
            path_fits(w->path, r->path) && unwrap_host_fits(w->host, r))
            return r;
    return NULL;
}

/* ---- Whether a link is whole (R39) ---- */

/* Returns true when p[0..n) has the form that a word describes, "reserved=0" or "sdata={43}%3D"
 * (see src/gen/gateways.tsv). */
static bool ends_as(const char *p, size_t n, const char *word, size_t word_n)
{
    size_t i = 0, count;

    for (const char *w = word; w < word + word_n; w++) {
        if (*w != '{') {
            if (i == n || p[i++] != *w)
                return false;
            continue;
        }
        for (count = 0; *++w != '}';)
            count = 10 * count + (size_t)(*w - '0');
        for (; count > 0; count--) {
            const bool escape = ascii_escape_of('%', p + i, n - i) >= 0;
            if (i == n || (p[i] == '%' && !escape))
                return false;
            i += escape ? 3 : 1;
        }
    }
    return i == n;
}

/* Returns what the words say about a link whose last parameter is p[0..n). */
static enum unwrap_end end_of_words(const char *words, const char *p, size_t n)
{
    for (const char *w = words; *w; w += *w == ' ') {
        const size_t word_n = strcspn(w, " ");

        if (*w == '*')
            return UNWRAP_BEGUN;
        if (ends_as(p, n, w, word_n))
            return w == words ? UNWRAP_WHOLE : UNWRAP_MAY;
        w += word_n;
    }
    return UNWRAP_CUT;
}

/* Returns whether a link of Proofpoint's v3 is whole. */
static enum unwrap_end end_of_v3(trawl_str s)
{
    const size_t mark = unwrap_find(s, "__;"), last = mark + unwrap_find(unwrap_skip(s, mark), "$");

    return last + 1 == s.n ? UNWRAP_WHOLE : last == s.n ? UNWRAP_CUT : UNWRAP_NONE;
}

enum unwrap_end unwrap_end(const char *url, size_t n)
{
    const rule *r;
    const char *p;
    parts w;

    if (!take_apart(&w, url, n))
        return UNWRAP_NONE;
    r = rule_for(rules, &w);
    if (w.rest.n == 0)
        return UNWRAP_BEGUN;
    for (const rule *b = rules; !r && w.query.n == 0 && b < rules + RULES; b++)
        if (b->end_is[0] && b->end > 0 && unwrap_host_fits(w.host, b))
            return UNWRAP_BEGUN;
    if (!r || !r->end_is[0])
        return UNWRAP_NONE;
    if (r->how == V3)
        return end_of_v3(w.rest);
    for (p = w.query.p + w.query.n; p > w.query.p && p[-1] != '&';)
        p--;
    if (unwrap_begins((trawl_str){p, (size_t)(w.query.p + w.query.n - p)}, "amp;"))
        p += 4;
    return end_of_words(r->end_is, p, (size_t)(w.query.p + w.query.n - p));
}

bool unwrap_shows_end(const char *url, size_t n)
{
    static const char google[] = "www.goog"; /* of the rules for any suffix */
    const size_t host = n > sizeof "https://" ? 7 + ((url[4] | 0x20) == 's') : n;
    size_t i = host;
    uint64_t end;

    for (unsigned found = 0; !found && i < n; i += found ? (size_t)__builtin_ctz(found) : 16) {
        const sixteen v = sixteen_part(url + i, n - i);
        found = sixteen_bits(sixteen_is(v, '/') | sixteen_is(v, ':'));
    }
    if (i >= n || i < sizeof end)
        return i >= n;
    end = host_end((trawl_str){url, i});
    return shown_ends[SHOWN_SLOT(end)] == end ||
           (n - host >= sizeof google && memcmp(url + host, google, sizeof google - 1) == 0);
}

/* Returns the offset of the first "?", "%", ":" or "*" from i on, or url.n. */
static size_t next_sign(trawl_str url, size_t i)
{
    for (; i < url.n; i += sizeof(sixteen)) {
        sixteen v = sixteen_part(url.p + i, url.n - i);
        unsigned signs = sixteen_bits(sixteen_is(v, '?') | sixteen_is(v, '%') | sixteen_is(v, ':') |
                                      sixteen_is(v, '*'));

        if (signs)
            return i + (size_t)__builtin_ctz(signs);
    }
    return url.n;
}

bool unwrap_may(trawl_str url)
{
    return url.n > 0 && (*url.p | 0x20) == 'h' && next_sign(url, sizeof "https:") < url.n;
}

int unwrap(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    parts w;

    if (!take_apart(&w, url, n))
        return 0;
    for (const rule *r = rules; (r = rule_for(r, &w)); r++) {
        target t = {.p = out, .size = size};

        unwrap_decode(&t, r, &w);
        if (!t.bad && is_target(t.p, t.n)) {
            *len = t.n;
            return 1;
        }
    }
    return 0;
}

/* Returns the start of the "http", "https" or "ftp" that ends at i, if no letter or digit precedes
 * it, else i. At least seven bytes precede i. */
static size_t scheme_before(const char *p, size_t i)
{
    size_t from = i;

    CHECK(i >= 7);
    while (i - from < 6 && ascii_is_alpha((unsigned char)p[from - 1]))
        from--;
    return !ascii_is_alnum((unsigned char)p[from - 1]) &&
                   ascii_is_word_of("http https ftp", p + from, i - from)
               ? from
               : i;
}

bool unwrap_inner(const char *url, size_t n, char out[UNWRAP_MAX], size_t *len)
{
    enum { BEGIN = sizeof "https://" };
    const trawl_str all = {url, n};
    const char *query = memchr(url, '?', n);
    target t = {.p = out, .size = UNWRAP_MAX};
    size_t from;

    for (size_t i = BEGIN; (i = next_sign(all, i)) < n; i++) {
        const trawl_str here = unwrap_skip(all, i);
        if ((!unwrap_begins(here, "://") && !unwrap_begins(here, "%3a%2f%2f")) ||
            (from = scheme_before(url, i)) == i)
            continue;
        trawl_str inner = unwrap_skip(all, from);
        if (query && query < url + from)
            inner.n = unwrap_find(inner, "&");
        if (url[i] == '%')
            put_escaped(&t, inner, false);
        else
            unwrap_put_all(&t, inner.p, inner.n);
        *len = t.n;
        return !t.bad && is_target(out, t.n);
    }
    return false;
}

int unwrap_all(const char *url, size_t n, char out[UNWRAP_MAX], size_t *len)
{
    char next[UNWRAP_MAX];
    int depth = 0;

    while (depth < UNWRAP_DEPTH && unwrap(url, n, next, sizeof next, &n)) {
        CHECK(n <= UNWRAP_MAX);
        memcpy(out, next, n);
        url = out;
        *len = n;
        depth++;
    }
    return depth;
}

bool unwrap_hidden(const char *url, size_t n, trawl_str *domain)
{
    parts w;

    if (!take_apart(&w, url, n))
        return false;
    for (const rule *r = rules; (r = rule_for(r, &w)); r++) {
        if (r->how != HIDDEN)
            continue;
        *domain = parameter(w.query, r->name);
        while (domain->n > 0 && domain->p[domain->n - 1] == '/')
            domain->n--;
        return true;
    }
    return false;
}

int trawl_unwrap(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    char last[UNWRAP_MAX];

    if (!url || !len || (!out && size > 0))
        return TRAWL_ERROR_MISUSE;
    *len = 0;
    if (!unwrap_may((trawl_str){url, n}) || unwrap_all(url, n, last, len) == 0)
        return 0;
    CHECK(*len > 0);
    if (*len > size)
        return TRAWL_ERROR_NO_SPACE;
    memcpy(out, last, *len);
    return 1;
}
