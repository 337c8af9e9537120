/* mismatch.c - detects links whose text shows one place and whose href leads to another
 *
 * Parses the host that the text shows and the hosts that the link leads to, as browsers do (WHATWG
 * URL standard), and compares them in a normal form. Does not compare paths. Unusual spellings of
 * IP addresses (0x7f.1) are not converted, so they differ from the usual one. Host names that are
 * invalid in DNS are ignored.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "mail/page/page.h"
#include "url/url.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Hosts ---- */

/* The maximum length of a host; longer ones are ignored. The normal form may be four times as
 * long. */
#define HOST_RAW 1024

/* A host in normal form: A-labels decoded, lower case, no final dot. n is 0 if there is no host. */
typedef struct host {
    char p[4 * HOST_RAW];
    size_t n;
} host;

/* Returns true for characters of a host, in running text or after a scheme. Includes dots of other
 * scripts. */
static bool is_host(uint32_t c)
{
    if (c < 0x80)
        return ascii_is_alnum((unsigned char)c) || c == '-' || c == '.' || c == '_' || c == '%';
    return (link_class(c) & LINK_EMAIL) || c == 0xB7 || c == 0x30FB || c == 0x3002 || c == 0xFF0E ||
           c == 0xFF61;
}

/* Returns the length of the host, or IPv6 address in brackets, at the start of p[0..n). */
static size_t host_length(const char *p, size_t n)
{
    size_t i = 0;
    utf8_char c;

    if (n > 0 && p[0] == '[') {
        for (i = 1; i < n && (ascii_hex((unsigned char)p[i]) >= 0 || p[i] == ':' || p[i] == '.');
             i++)
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

/* Finds the host in p[0..n), the text after a scheme's colon; any number of "/" and "\" may precede
 * it. Sets *start. Returns the length of the host, or 0. */
static size_t authority_host(const char *p, size_t n, const char **start)
{
    size_t from = 0, to, at;

    while (from < n && (p[from] == '/' || p[from] == '\\'))
        from++;
    for (to = at = from; to < n && !strchr("/\\?#<>\"", p[to] ? p[to] : '/'); to++)
        if (p[to] == '@')
            at = to + 1;
    *start = p + at;
    return host_length(p + at, to - at);
}

static size_t decode_percent(char *out, const char *p, size_t n)
{
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        int byte = ascii_escape(p + i, n - i);
        out[len++] = byte >= 0 ? (char)byte : p[i];
        i += byte >= 0 ? 2 : 0;
    }
    return len;
}

/* Appends the labels of a host, in lower case and with A-labels decoded. A label that cannot be
 * converted stays as it is. */
static void add_labels(host *h, const char *p, size_t n)
{
    for (size_t i = 0, end; i <= n; i = end + 1) {
        const char *dot = i < n ? memchr(p + i, '.', n - i) : NULL;
        char *out = h->p + h->n;
        size_t len = 0;
        end = dot ? (size_t)(dot - p) : n;
        if (punycode_is(p + i, end - i))
            len = punycode_decode(out, p + i, end - i);
        if (len > 0) {
            (void)tld_fold(out, out, len);
        } else {
            len = end - i;
            memcpy(out, p + i, len);
            if (!tld_fold(out, p + i, len))
                memcpy(out, p + i, len);
        }
        h->n += len;
        if (dot)
            h->p[h->n++] = '.';
    }
}

/* Sets *h to the normal form of a host in a URL. Uses U-labels, so libidn2 is needed only for
 * characters that it maps (wide letters, other dots). */
static void normalize(host *h, const char *p, size_t n)
{
    char raw[HOST_RAW], ascii[IDN_HOST_MAX + 1];
    size_t len = 0;

    h->n = 0;
    if (n == 0 || n > sizeof raw)
        return;
    n = decode_percent(raw, p, n);
    if (has_non_ascii(raw, n) && idn_to_ascii(raw, n, ascii, &len) > 0)
        add_labels(h, ascii, len);
    else
        add_labels(h, raw, n);
    while (h->n > 0 && h->p[h->n - 1] == '.')
        h->n--;
}

/* ---- The first word of the text, without invisible characters ---- */

typedef struct range {
    uint32_t from, to;
} range;

static bool is_in(uint32_t c, const range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return false;
}

/* Returns true for characters that readers do not see in a host. */
static bool is_invisible(uint32_t c)
{
    return unicode_classes(c) & UNICODE_IGNORED;
}

static bool is_space(uint32_t c)
{
    static const range ranges[] = {{0, 0x20},        {0x85, 0x85},     {0xA0, 0xA0},
                                   {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029},
                                   {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};

    return is_in(c, ranges, COUNT(ranges));
}

/* Returns true for characters that are skipped before the place: brackets, quotes, dashes, bullets,
 * arrows, emoji. Not an ellipsis, which means that the place is shortened. */
static bool is_opening(uint32_t c)
{
    static const range ranges[] = {{0xAB, 0xAB},     {0xB7, 0xB7},      {0xBB, 0xBB},
                                   {0x2010, 0x2025}, {0x2027, 0x205E},  {0x2190, 0x2BFF},
                                   {0x3008, 0x301F}, {0x1F000, 0x1FAFF}};

    if (c < 0x80)
        return strchr("<([{\"'`*_->=~|+", (int)c) != NULL;
    return is_in(c, ranges, COUNT(ranges));
}

typedef struct first_word {
    char p[HOST_RAW + 256];
    size_t n;
    bool whole; /* the text consists of this word only */
    bool cut;   /* the word is too long and was truncated */
} first_word;

static void read_word(first_word *w, const char *text, size_t n)
{
    size_t i = 0;
    utf8_char c;

    w->n = 0;
    w->whole = w->cut = false;
    for (; i < n; i += c.len) {
        c = utf8_decode(text + i, n - i);
        if (!is_invisible(c.code) && !is_space(c.code) && !is_opening(c.code))
            break;
    }
    for (; i < n; i += c.len) {
        c = utf8_decode(text + i, n - i);
        if (is_space(c.code))
            break;
        if (is_invisible(c.code))
            continue;
        if (sizeof w->p - w->n < c.len) {
            w->cut = true;
            return;
        }
        memcpy(w->p + w->n, text + i, c.len);
        w->n += c.len;
    }
    for (; i < n; i += c.len) {
        c = utf8_decode(text + i, n - i);
        if (!is_invisible(c.code) && !is_space(c.code))
            return;
    }
    w->whole = true;
}

/* ---- The host or address that the text shows ---- */

typedef enum shown_kind {
    SHOWN_NOTHING,
    SHOWN_HOST,   /* a URL or a host */
    SHOWN_ADDRESS /* a mail address */
} shown_kind;

typedef struct shown {
    shown_kind kind;
    host host;
    bool cut; /* the host is shortened: "https://www.exam..." */
} shown;

/* Returns the length of a scheme before "://", or 0. As in browsers, "\" counts as "/". */
static size_t scheme_length(const char *p, size_t n)
{
    size_t i = 0;

    if (n == 0 || !ascii_is_alpha((unsigned char)p[0]))
        return 0;
    while (i < n && ascii_is_scheme((unsigned char)p[i]))
        i++;
    if (n - i < 3 || p[i] != ':' || (p[i + 1] != '/' && p[i + 1] != '\\') ||
        (p[i + 2] != '/' && p[i + 2] != '\\'))
        return 0;
    return i;
}

/* Returns true for a name that is probably a file ("README.md", "busybox_1.36.1.bb"), a platform
 * (ASP.NET) or an hour (9.am), not a host. */
static bool is_no_host(const host *h, size_t dot)
{
    /* Top-level domains that are also file name extensions. */
    static const char suffixes[] = "as bb cc cl gd inc java la map md mk ml mo mov pl pm ps pub py "
                                   "rs sh so sv td tf zip";
    const char *top = h->p + dot + 1;
    size_t top_n = h->n - dot - 1, digits = 0;

    if (memchr(h->p, '.', dot)) /* a version: no host has a label of digits before its domain */
        return ascii_is_digit((unsigned char)h->p[dot - 1]) &&
               ascii_is_word_of(suffixes, top, top_n);
    while (digits < dot && ascii_is_digit((unsigned char)h->p[digits]))
        digits++;
    return ascii_is_word_of("ado.net asp.net ml.net vb.net", h->p, h->n) ||
           ascii_is_word_of(suffixes, top, top_n) ||
           (digits == dot && !(tld_flags(top, top_n) & TLD_STRONG));
}

/* Returns true for a name of two or more labels that are not empty, the last one a top-level
 * domain. Sets *last to the offset of the dot before it. */
static bool is_name(const host *h, size_t *last)
{
    size_t dot = h->n;

    while (dot > 0 && h->p[dot - 1] != '.')
        dot--;
    if (dot < 2 || h->p[0] == '.' || h->p[0] == '-')
        return false;
    for (size_t i = 1; i < dot; i++)
        if (h->p[i] == '.' && h->p[i - 1] == '.')
            return false;
    *last = dot - 1;
    return tld_known(h->p + dot, h->n - dot);
}

/* Returns true when p[0..n) consists of punctuation that may follow a URL, host or address: marks
 * that end a sentence, closing brackets and quotes. */
static bool is_closing(const char *p, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(p + i, n - i);
        if (c.code < 0x80 ? !strchr(".,;:!?)]}>\"'`*_~|-", p[i])
                          : c.code != 0x2026 && !is_opening(c.code))
            return false;
    }
    return true;
}

/* Returns true when the host p[0..length) is shortened: it ends with dots, or U+2026 follows. */
static bool is_cut(const char *p, size_t length, size_t n)
{
    return (length > 2 && p[length - 1] == '.' && p[length - 2] == '.') ||
           ascii_begins(p + length, n - length, "\u2026");
}

/* Reads a mail address. It must be the whole text unless it follows "mailto:". */
static void read_address(shown *s, const first_word *w, const char *p, size_t n, bool mailto)
{
    const char *at = memchr(p, '@', n);
    size_t from = at ? (size_t)(at - p) + 1 : n, length = host_length(p + from, n - from), last;

    normalize(&s->host, p + from, length);
    if (from < 2 || from == n || !is_name(&s->host, &last))
        return;
    if (mailto || (w->whole && is_closing(p + from + length, n - from - length)))
        s->kind = SHOWN_ADDRESS;
}

/* Reads the text after a scheme's colon. */
static void read_url(shown *s, const first_word *w, const char *p, size_t n)
{
    const char *start;
    size_t length = authority_host(p, n, &start), at = (size_t)(start - p), i = at;

    while (i < n && !strchr("/\\?#", p[i] ? p[i] : ' '))
        i++;
    if (w->cut && i == n)
        return; /* an "@" may follow, so this may be user information */
    normalize(&s->host, start, length);
    if (s->host.n > 0 && s->host.p[0] != '.')
        s->kind = SHOWN_HOST;
    s->cut = is_cut(start, length, n - at);
}

/* Reads a host name without a scheme. */
static void read_name(shown *s, const first_word *w, const char *p, size_t n)
{
    size_t length = host_length(p, n), rest = n - length, last;
    const char *next = p + length;
    bool strong;

    normalize(&s->host, p, length);
    s->cut = is_cut(p, length, n);
    if (!is_name(&s->host, &last))
        return;
    strong = rest > 0 && (next[0] == '/' ||
                          (rest > 1 && next[0] == ':' && ascii_is_digit((unsigned char)next[1])) ||
                          (strchr("?#", next[0]) && !is_closing(next, rest)));
    if (ascii_begins(s->host.p, s->host.n, "www.") && last > 3)
        strong = true;
    if (strong || (w->whole && is_closing(next, rest) && !is_no_host(&s->host, last)))
        s->kind = SHOWN_HOST;
}

static void read_shown(shown *s, const char *text, size_t n)
{
    first_word w;
    const char *p = w.p;
    size_t scheme, path;

    s->kind = SHOWN_NOTHING;
    s->cut = false;
    read_word(&w, text, n);
    n = w.n;
    if (ascii_begins(p, n, "url:")) {
        p += 4;
        n -= 4;
    }
    scheme = scheme_length(p, n);
    if (scheme > 0) {
        read_url(s, &w, p + scheme + 1, n - scheme - 1);
        return;
    }
    if (ascii_begins(p, n, "mailto:")) {
        read_address(s, &w, p + 7, n - 7, true);
        return;
    }
    for (path = 0; path < n && p[path] != '/' && p[path] != '?'; path++)
        ;
    if (memchr(p, '@', path))
        read_address(s, &w, p, n, false);
    else
        read_name(s, &w, p, n);
}

/* ---- The places that the link leads to ---- */

/* Copies the URL without the bytes that browsers remove: control characters and spaces before it,
 * tabs and line ends anywhere. */
static size_t clean(char *out, size_t size, const char *url, size_t n)
{
    size_t len = 0, i = 0;

    while (i < n && (unsigned char)url[i] <= ' ')
        i++;
    for (; i < n && len < size; i++)
        if (url[i] != '\t' && url[i] != '\n' && url[i] != '\r')
            out[len++] = url[i];
    return len;
}

/* Sets *h to the host of the first address in joe@x.example?subject=hi. */
static void address_host(host *h, const char *p, size_t n)
{
    size_t at = 0, end;

    for (end = 0; end < n && p[end] != '?' && p[end] != ','; end++) {
        if (p[end] == '@')
            at = end + 1;
        else if (n - end > 2 && !memcmp(p + end, "%40", 3))
            at = end + 3;
    }
    normalize(h, p + at, at > 0 && end > at ? end - at : 0);
}

/* Returns the host without "www.", if anything remains after it. */
static const char *without_www(const host *h, size_t *n)
{
    bool www = h->n > 4 && !memcmp(h->p, "www.", 4);

    *n = www ? h->n - 4 : h->n;
    return www ? h->p + 4 : h->p;
}

/* Returns the domain that a short one stands for, or the domain itself. */
static trawl_str known_domain(const char *p, size_t n)
{
    static const char *const pairs[][2] = {
        {"youtu.be", "youtube.com"}, {"fb.com", "facebook.com"}, {"fb.me", "facebook.com"}};

    for (size_t i = 0; i < COUNT(pairs); i++)
        if (n == strlen(pairs[i][0]) && !memcmp(p, pairs[i][0], n))
            return (trawl_str){pairs[i][1], strlen(pairs[i][1])};
    return (trawl_str){p, n};
}

static bool is_same_place(const host *a, const host *b)
{
    size_t from_a = suffix_registrable(a->p, a->n), from_b = suffix_registrable(b->p, b->n),
           n_a = a->n - from_a, n_b = b->n - from_b;
    trawl_str of_a = known_domain(a->p + from_a, n_a), of_b = known_domain(b->p + from_b, n_b);

    if (n_a == 0 || n_b == 0) {
        of_a.p = without_www(a, &of_a.n);
        of_b.p = without_www(b, &of_b.n);
    }
    return of_a.n == of_b.n && !memcmp(of_a.p, of_b.p, of_a.n);
}

static bool fits(const shown *s, const host *h)
{
    if (s->cut)
        return h->n >= s->host.n && !memcmp(h->p, s->host.p, s->host.n);
    return is_same_place(&s->host, h);
}

/* Returns true when the URL leads to the place that is shown, or when this cannot be decided. */
static bool goes_there(const shown *s, const char *url, size_t n)
{
    char head[UNWRAP_MAX];
    host h = {.n = 0};
    size_t colon = 0;

    n = clean(head, sizeof head, url, n);
    if (ascii_begins(head, n, "mailto:")) {
        address_host(&h, head + 7, n - 7);
        return h.n == 0 || fits(s, &h);
    }
    if (s->kind == SHOWN_ADDRESS)
        return true;
    while (colon < n && ascii_is_scheme((unsigned char)head[colon]))
        colon++;
    if (colon + 1 < n && head[colon] == ':' &&
        (head[colon + 1] == '/' || head[colon + 1] == '\\')) {
        const char *start;
        size_t length = authority_host(head + colon + 1, n - colon - 1, &start);
        normalize(&h, start, length);
    }
    if (h.n > 0)
        return fits(s, &h);
    /* URLs of programs and documents never lead to the place that a text shows. */
    return colon == n || head[colon] != ':' ||
           !ascii_is_word_of("javascript vbscript data blob file", head, colon);
}

/* Returns true when the URL leads elsewhere than the text shows. */
static bool leads_elsewhere(const shown *s, const char *url, size_t url_n)
{
    char target[UNWRAP_MAX], next[UNWRAP_MAX];
    host h;
    trawl_str domain;

    for (int depth = 0; depth <= UNWRAP_DEPTH; depth++) {
        if (goes_there(s, url, url_n))
            return false;
        if (unwrap_hidden(url, url_n, &domain)) {
            normalize(&h, domain.p, domain.n);
            return h.n > 0 && !fits(s, &h);
        }
        if (!unwrap(url, url_n, next, sizeof next, &url_n))
            return true;
        url = memcpy(target, next, url_n);
    }
    return true;
}

bool mismatch(const char *text, size_t n, const char *url, size_t url_n)
{
    char target[UNWRAP_MAX];
    first_word w;
    shown s;

    read_shown(&s, text, n);
    if (s.kind == SHOWN_NOTHING || !leads_elsewhere(&s, url, url_n))
        return false;
    read_word(&w, text, n); /* the text may be the URL of a gateway, too */
    if (unwrap_all(w.p, w.n, target, &n) == 0)
        return true;
    read_shown(&s, target, n);
    return leads_elsewhere(&s, url, url_n);
}
