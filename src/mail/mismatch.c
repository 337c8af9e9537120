/* mismatch.c - a link whose text shows one place and whose href goes to another
 *
 * Hosts are compared, never paths. Odd spellings of addresses (0x7f.1) are not undone: they differ from the usual one.
 */
#include "mail/mismatch.h"

#include <string.h>

#include "base/ascii.h"
#include "find/suffix.h"
#include "mail/mismatch_host.h"
#include "mail/mismatch_text.h"
#include "mail/unwrap.h"

/* What browsers leave out of a URL: controls and spaces around it, tabs and line ends anywhere. A host and what stands
 * before it has room. */
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

static bool scheme_is(const char *p, size_t n, const char *word)
{
    size_t length = strlen(word);

    return n > length && p[length] == ':' && ascii_same(p, word, length);
}

/* mailto:joe@x.example?subject=hi, of the first address. */
static void address_host(mismatch_host *host, const char *p, size_t n)
{
    size_t at = 0, end;

    for (end = 0; end < n && p[end] != '?' && p[end] != ','; end++) {
        if (p[end] == '@')
            at = end + 1;
        else if (n - end > 2 && !memcmp(p + end, "%40", 3))
            at = end + 3;
    }
    mismatch_host_normal(host, p + at, at > 0 && end > at ? end - at : 0);
}

/* A scheme whose URL is a program or a document by itself: it goes to no place that a text could show. */
static bool is_no_place(const char *p, size_t n)
{
    static const char *const schemes[] = {"javascript", "vbscript", "data", "blob", "file"};

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (scheme_is(p, n, schemes[i]))
            return true;
    return false;
}

/* Without "www.", where something else is left. */
static const char *bare(const mismatch_host *host, size_t *n)
{
    bool www = host->n > 4 && !memcmp(host->p, "www.", 4);

    *n = www ? host->n - 4 : host->n;
    return www ? host->p + 4 : host->p;
}

static bool same_place(const mismatch_host *a, const mismatch_host *b)
{
    size_t from_a = suffix_registrable(a->p, a->n), from_b = suffix_registrable(b->p, b->n), n_a = a->n - from_a,
           n_b = b->n - from_b;
    const char *p_a = a->p + from_a, *p_b = b->p + from_b;

    if (n_a == 0 || n_b == 0) {
        p_a = bare(a, &n_a);
        p_b = bare(b, &n_b);
    }
    return n_a == n_b && !memcmp(p_a, p_b, n_a);
}

static bool fits(const mismatch_shown *shown, const mismatch_host *host)
{
    if (shown->cut)
        return host->n >= shown->host.n && !memcmp(host->p, shown->host.p, shown->host.n);
    return same_place(&shown->host, host);
}

static void host_behind(mismatch_host *host, const char *p, size_t n)
{
    const char *from;
    size_t length = mismatch_host_authority(p, n, &from);

    mismatch_host_normal(host, from, length);
}

/* Does the URL go to what is shown, or can nobody say? */
static bool goes_there(const mismatch_shown *shown, const char *url, size_t n)
{
    char head[UNWRAP_MAX];
    mismatch_host host = {.n = 0};
    size_t colon = 0;

    n = clean(head, sizeof head, url, n);
    if (scheme_is(head, n, "mailto")) {
        address_host(&host, head + 7, n - 7);
        return host.n == 0 || fits(shown, &host);
    }
    if (shown->kind == MISMATCH_ADDRESS)
        return true;
    while (colon < n && ascii_is_scheme((unsigned char)head[colon]))
        colon++;
    if (colon + 1 < n && head[colon] == ':' && (head[colon + 1] == '/' || head[colon + 1] == '\\'))
        host_behind(&host, head + colon + 1, n - colon - 1);
    return host.n == 0 ? !is_no_place(head, n) : fits(shown, &host);
}

bool mismatch(const char *text, size_t n, const char *url, size_t url_n)
{
    mismatch_shown shown;
    char target[UNWRAP_MAX], next[UNWRAP_MAX];
    mismatch_host host;
    trawl_str domain;

    mismatch_read(&shown, text, n);
    if (shown.kind == MISMATCH_NOTHING)
        return false;
    for (int depth = 0; depth <= UNWRAP_DEPTH; depth++) {
        if (goes_there(&shown, url, url_n))
            return false;
        if (unwrap_hidden(url, url_n, &domain)) {
            mismatch_host_normal(&host, domain.p, domain.n);
            return host.n > 0 && !fits(&shown, &host);
        }
        if (!unwrap(url, url_n, next, sizeof next, &url_n))
            return true;
        url = memcpy(target, next, url_n);
    }
    return true;
}
