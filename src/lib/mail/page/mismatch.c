/* mismatch.c - detects links whose text shows one place and whose href leads to another (E17)
 *
 * Parses the hosts that the link leads to, as browsers do (WHATWG URL standard), and compares them,
 * in a normal form, with the hosts that the text shows (shown.c). Does not compare paths. Unusual
 * spellings of IP addresses (0x7f.1) are not converted, so they differ from the usual spelling.
 * Host names that are invalid in DNS are ignored.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/count.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "mail/page/inside.h"
#include "url/unwrap/unwrap.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Hosts ---- */

/* Returns true for characters of a host, in running text or after a scheme. Includes dots of other
 * scripts. */
static bool is_host(uint32_t c)
{
    if (c < 0x80)
        return ascii_is_alnum((unsigned char)c) || c == '-' || c == '.' || c == '_' || c == '%';
    return (link_class(c) & LINK_EMAIL) || c == 0xB7 || c == 0x30FB || c == 0x3002 || c == 0xFF0E ||
           c == 0xFF61;
}

size_t host_length(const char *p, size_t n)
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

size_t host_of_authority(const char *p, size_t n, const char **start)
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

/* Uses U-labels, so libidn2 is needed only for characters that it maps (wide letters, other
 * dots). */
void host_normalize(host *h, const char *p, size_t n)
{
    char raw[HOST_RAW] = "", ascii[IDN_HOST_MAX + 1];
    size_t len = 0;

    h->n = 0;
    if (n == 0 || n > sizeof raw)
        return;
    n = ascii_unescape(raw, p, n, 0);
    if (has_non_ascii(raw, n) && idn_to_ascii(raw, n, ascii, &len) > 0)
        add_labels(h, ascii, len);
    else
        add_labels(h, raw, n);
    while (h->n > 0 && h->p[h->n - 1] == '.')
        h->n--;
}

/* ---- The places that the link leads to ---- */

/* Copies the URL without the bytes that browsers remove: control characters and spaces before it,
 * tabs and line ends anywhere. */
static size_t mismatch_clean(char *out, size_t size, const char *url, size_t n)
{
    size_t len = 0, i = 0;

    while (i < n && (unsigned char)url[i] <= ' ')
        i++;
    for (; i < n && len < size; i++)
        if (url[i] != '\t' && url[i] != '\n' && url[i] != '\r')
            out[len++] = url[i];
    return len;
}

/* Sets *h to the host of the first address in the text after "mailto:", such as
 * joe@x.example?subject=hi. */
static void address_host(host *h, const char *p, size_t n)
{
    size_t at = 0, end;

    for (end = 0; end < n && p[end] != '?' && p[end] != ','; end++) {
        if (p[end] == '@')
            at = end + 1;
        else if (n - end > 2 && !memcmp(p + end, "%40", 3))
            at = end + 3;
    }
    host_normalize(h, p + at, at > 0 && end > at ? end - at : 0);
}

/* Returns the host without "www.", if anything remains after it. Other names, "ftp.", are other
 * places. */
static const char *without_www(const host *h, size_t *n)
{
    size_t www = h->n > 4 && prefix_is_www(h->p, h->n) ? 4 : 0;

    *n = h->n - www;
    return h->p + www;
}

/* Returns the domain that a short domain stands for, or the domain itself. */
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

/* Returns true when the host is the place that is shown. If the text cuts the place off, the host
 * may be longer, but a whole name may not be continued by further labels:
 * "https://www.example.com..." is not www.example.com.evil.example. */
static bool mismatch_fits(const shown *s, const host *h)
{
    const host *name = &s->host;
    size_t dot;

    if (is_same_place(name, h))
        return true;
    if (!s->cut || h->n <= name->n || memcmp(h->p, name->p, name->n) != 0)
        return false;
    dot = count_after_last(name->p, name->n, '.');
    return h->p[name->n] != '.' || dot < 2 || !tld_known(name->p + dot, name->n - dot);
}

/* Sets *h to the host after the scheme and "//", or to no host. Returns the end of the scheme. */
static size_t authority_host(host *h, const char *url, size_t n)
{
    const char *start;
    size_t colon = 0, length;

    h->n = 0;
    while (colon < n && ascii_is_scheme((unsigned char)url[colon]))
        colon++;
    if (colon + 1 < n && url[colon] == ':' && (url[colon + 1] == '/' || url[colon + 1] == '\\')) {
        length = host_of_authority(url + colon + 1, n - colon - 1, &start);
        host_normalize(h, start, length);
    }
    return colon;
}

/* Returns true when the URL leads to the place that is shown, or when this cannot be decided. */
static bool goes_there(const shown *s, const char *url, size_t n)
{
    char head[UNWRAP_MAX];
    host h;
    size_t colon;

    n = mismatch_clean(head, sizeof head, url, n);
    if (ascii_begins(head, n, "mailto:")) {
        address_host(&h, head + 7, n - 7);
        return h.n == 0 || mismatch_fits(s, &h);
    }
    if (s->kind == SHOWN_ADDRESS)
        return true;
    colon = authority_host(&h, head, n);
    if (h.n > 0)
        return mismatch_fits(s, &h);
    /* URLs of programs and documents never lead to the place that a text shows. */
    return colon == n || head[colon] != ':' ||
           !ascii_is_word_of("javascript vbscript data blob file view-source search-ms ms-word "
                             "ms-excel ms-powerpoint ms-appinstaller microsoft-edge",
                             head, colon);
}

/* Returns true when the URL leads elsewhere than the text shows. */
static bool leads_elsewhere(const shown *s, const char *url, size_t url_n)
{
    char target[UNWRAP_MAX], next[UNWRAP_MAX];
    trawl_str domain;
    host h;

    for (int depth = 0; depth <= UNWRAP_DEPTH; depth++) {
        if (goes_there(s, url, url_n))
            return false;
        if (unwrap_hidden(url, url_n, &domain)) {
            host_normalize(&h, domain.p, domain.n);
            return h.n > 0 && !mismatch_fits(s, &h);
        }
        if (!unwrap(url, url_n, next, sizeof next, &url_n))
            return true;
        CHECK(url_n <= sizeof target);
        url = memcpy(target, next, url_n);
    }
    return true;
}

/* Returns true when a place is not the place that the URL leads to. If the text shows the link of a
 * gateway, the URL may also lead to the target of the gateway. A place inside the URL that is
 * shown, as in its query, does not count. */
static bool differs(const shown *s, const char *url, size_t url_n)
{
    char target[UNWRAP_MAX];
    shown wrapped;
    size_t n;

    if (shown_is(s, url, url_n) || !leads_elsewhere(s, url, url_n))
        return false;
    if (unwrap_all(s->text.p, s->text.n, target, &n) == 0)
        return true;
    shown_url(&wrapped, target, n);
    return wrapped.kind == SHOWN_NOTHING || leads_elsewhere(&wrapped, url, url_n);
}

bool mismatch(const char *text, size_t n, const char *url, size_t url_n)
{
    shown_text t;
    shown s;
    bool strong = false;

    if (!shown_may(text, n))
        return false;
    for (seen_view view = SEEN_STYLED; view < SEEN_VIEWS; view++) {
        bool partial = view >= SEEN_JOINED;
        if ((view == SEEN_JOINED && strong) ||
            (view == SEEN_REVERSED && !shown_may_be_reversed(text, n)) ||
            !shown_begin(&t, text, n, view))
            continue;
        while (shown_next(&t, &s)) {
            if ((s.strong || !partial) && differs(&s, url, url_n))
                return true;
            strong = strong || s.strong;
        }
    }
    return false;
}

bool mismatch_names_host(const char *text, size_t n, const char *url, size_t url_n)
{
    host h, word;
    size_t h_n, word_n;
    const char *name, *as;

    (void)authority_host(&h, url, url_n);
    name = without_www(&h, &h_n);
    for (size_t from = 0, to; from < n; from = to + 1) {
        for (to = from; to < n && !strchr(" \t\r\n/@:<>()[]\"',;", text[to]); to++)
            ;
        host_normalize(&word, text + from, to - from);
        as = without_www(&word, &word_n);
        if (word_n == h_n && memcmp(as, name, h_n) == 0)
            return has_non_ascii(text + from, to - from) &&
                   !ascii_has(text + from, to - from, "xn--");
    }
    return false;
}
