/* unwrap.c - where a link that a gateway has rewritten really goes
 *
 * Finds the gateway's rule by host and path, and the text that holds the target; unwrap_decode.c undoes what was done to
 * it. What comes out is looked at as any URL is: a scheme that is allowed, a host. What a browser would do with it, or
 * whether the gateway would let it pass, is not known here.
 */
#include "mail/unwrap.h"

#include <string.h>

#include "base/ascii.h"
#include "base/sixteen.h"
#include "base/utf8.h"
#include "find/suffix.h"
#include "mail/unwrap_decode.h"
#include "mail/unwrap_parts.h"

enum unwrap_how {
    UNWRAP_PARAM,   /* a parameter, percent-encoded */
    UNWRAP_BASE64,  /* a parameter in base64 */
    UNWRAP_BING,    /* the same, behind "a1" */
    UNWRAP_V2,      /* a parameter in Proofpoint's own code */
    UNWRAP_QUERY,   /* the whole query, percent-encoded; the last for which there has to be one */
    UNWRAP_V3,      /* all behind "/v3/" */
    UNWRAP_SEGMENT, /* a segment of the path: behind so many others ("1"), or behind its own beginning ("RU=") */
    UNWRAP_REST,    /* the path behind so many segments */
    UNWRAP_BETWEEN, /* between "___" and "___." */
    UNWRAP_HIDDEN   /* a security gateway's, and not in the URL; the parameter, if any, says its host */
};

typedef struct unwrap_rule {
    const char *host;
    size_t host_n;
    const char *path;
    enum unwrap_how how;
    const char *name;
} unwrap_rule;

/* Most rules do not fit because the host has another length. */
#define HOST(name) (name), sizeof(name) - 1

#include "mail/unwrap_rules.h"

/* ---- Rules ---- */

/* "google.*": of "www.google.co.uk" the registrable domain begins with "google.". */
static bool host_under_any(trawl_str host, const char *pattern, size_t n)
{
    size_t from = 0;

    while (from + n < host.n && !ascii_same(host.p + from, pattern, n))
        from++; /* most hosts need no look at their suffix */
    if (from + n >= host.n)
        return false;
    from = suffix_registrable(host.p, host.n);
    return host.n - from > n && ascii_same(host.p + from, pattern, n);
}

static bool host_fits(trawl_str host, const unwrap_rule *rule)
{
    const char *pattern = rule->host;
    size_t n = rule->host_n;

    if (pattern[n - 1] == '*')
        return host_under_any(host, pattern, n - 1);
    if (pattern[0] == '.')
        return host.n > n && ascii_same(host.p + host.n - n, pattern, n);
    return host.n == n && ascii_same(host.p, pattern, n);
}

static bool path_fits(trawl_str path, const char *pattern)
{
    size_t n = strlen(pattern);

    if (pattern[n - 1] == '*')
        return path.n >= n - 1 && ascii_same(path.p, pattern, n - 1);
    if (path.n > 0 && path.p[path.n - 1] == '/')
        path.n--;
    if (n == 1)
        return path.n == 0; /* "/" itself */
    return path.n == n && ascii_same(path.p, pattern, n);
}

static void decode(unwrap_target *t, const unwrap_rule *rule, const unwrap_parts *w)
{
    trawl_str code;

    switch (rule->how) {
    case UNWRAP_V3:
        unwrap_v3(t, w->rest.p + 4, w->rest.n - 4);
        return;
    case UNWRAP_BETWEEN:
        code = unwrap_between(w->rest);
        unwrap_as_is(t, code.p, code.n);
        return;
    case UNWRAP_BASE64:
    case UNWRAP_BING:
        code = unwrap_parameter(w->query, rule->name);
        if (rule->how == UNWRAP_BING)
            code = unwrap_begins(code, "a1") ? unwrap_past(code, 2) : (trawl_str){code.p, 0};
        unwrap_base64(t, code.p, code.n);
        return;
    case UNWRAP_V2:
        code = unwrap_parameter(w->query, rule->name);
        unwrap_v2(t, code.p, code.n);
        return;
    case UNWRAP_PARAM:
    case UNWRAP_QUERY:
    case UNWRAP_SEGMENT:
    case UNWRAP_REST:
        code = rule->how == UNWRAP_PARAM     ? unwrap_parameter(w->query, rule->name)
               : rule->how == UNWRAP_QUERY   ? w->query
               : rule->how == UNWRAP_SEGMENT ? unwrap_segment(w->path, rule->name)
                                             : unwrap_past_segments(w->path, (size_t)(rule->name[0] - '0'));
        unwrap_percent(t, code.p, code.n);
        return;
    case UNWRAP_HIDDEN:
        t->bad = true;
    }
}

/* ---- What may be a target ---- */

static bool is_utf8(const char *p, size_t n)
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
    url_parts parts;
    trawl_str scheme;

    if (n > UNWRAP_MAX || !is_utf8(p, n))
        return false;
    parts_split(&parts, p, n);
    scheme = unwrap_slice(p, parts.part[TRAWL_SCHEME]);
    if (unwrap_is(scheme, "mailto"))
        return n > scheme.n + 1;
    return (unwrap_is(scheme, "http") || unwrap_is(scheme, "https") || unwrap_is(scheme, "ftp")) &&
           span_len(parts.part[TRAWL_HOST]) > 0;
}

/* A target has a colon behind its scheme: as it is, escaped, as Proofpoint's "*", or in a query, in whatever code. Most
 * URLs hold none of it behind their own scheme. */
static bool may_hold_target(const char *url, size_t n)
{
    const size_t behind = sizeof "https:";

    if (n < behind + sizeof(sixteen)) {
        for (size_t i = behind; i < n; i++)
            if (url[i] == '?' || url[i] == '%' || url[i] == ':' || url[i] == '*')
                return true;
        return false;
    }
    for (size_t i = behind; i < n; i += sizeof(sixteen)) { /* the last sixteen may overlap those before */
        sixteen v = sixteen_load(url + (n - i < sizeof v ? n - sizeof v : i));
        if (sixteen_any(sixteen_is(v, '?') | sixteen_is(v, '%') | sixteen_is(v, ':') | sixteen_is(v, '*')))
            return true;
    }
    return false;
}

/* Has a rule the host, as far as it can be told at a glance? Most hosts are nobody's that is known. */
static bool may_be_known(const char *url, size_t n)
{
    size_t from = url[4] == ':' ? sizeof "http://" - 1 : sizeof "https://" - 1, to = from;

    while (to < n && url[to] != '/' && url[to] != '?' && url[to] != '#' && url[to] != ':')
        if (url[to++] == '@')
            return true;
    if (to == n || url[to] == ':')
        return true;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (host_fits((trawl_str){url + from, to - from}, &rules[i]))
            return true;
    return false;
}

int unwrap(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    unwrap_parts w;

    if (!unwrap_is_http(url, n) || !may_hold_target(url, n) || !may_be_known(url, n) || !unwrap_take_apart(&w, url, n))
        return 0;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        unwrap_target t;
        if ((w.query.n == 0 && rules[i].how <= UNWRAP_QUERY) || !host_fits(w.host, &rules[i]) ||
            !path_fits(w.path, rules[i].path))
            continue;
        t = (unwrap_target){.p = out, .size = size};
        decode(&t, &rules[i], &w);
        if (!t.bad && is_target(t.p, t.n)) {
            *len = t.n;
            return 1;
        }
    }
    return 0;
}

int unwrap_all(const char *url, size_t n, char out[UNWRAP_MAX], size_t *len)
{
    char next[UNWRAP_MAX];
    int depth = 0;

    while (depth < UNWRAP_DEPTH && unwrap(url, n, next, sizeof next, &n)) {
        memcpy(out, next, n);
        url = out;
        *len = n;
        depth++;
    }
    return depth;
}

bool unwrap_hidden(const char *url, size_t n, trawl_str *domain)
{
    unwrap_parts w;

    if (!unwrap_take_apart(&w, url, n))
        return false;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i].how != UNWRAP_HIDDEN || !host_fits(w.host, &rules[i]) || !path_fits(w.path, rules[i].path))
            continue;
        *domain = unwrap_parameter(w.query, rules[i].name);
        return true;
    }
    return false;
}
