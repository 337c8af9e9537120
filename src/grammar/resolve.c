/* resolve.c - a partial URL put onto its base: trawl_resolve, and the rule of RFC 3986 section 5.2
 *
 * RFC 1630's older rule is in resolve1630.c. Nothing is decoded, folded or checked: text in, text out.
 */
#include "grammar/resolve.h"

#include <string.h>

#include "base/ascii.h"
#include "base/memory.h"
#include "grammar/parts.h"

/* A reference cut into RFC 3986's five components; p is NULL for one that is not there. */
typedef struct five {
    trawl_str scheme, authority, path, query, fragment;
} five;

static trawl_str slice(const char *url, trawl_span s)
{
    return span_is(s) ? (trawl_str){url + s.from, span_len(s)} : (trawl_str){NULL, 0};
}

static five cut(trawl_str url)
{
    url_parts p;

    parts_split(&p, url.p, url.n);
    return (five){slice(url.p, p.part[TRAWL_SCHEME]), slice(url.p, p.authority), slice(url.p, p.part[TRAWL_PATH]),
                  slice(url.p, p.part[TRAWL_QUERY]), slice(url.p, p.part[TRAWL_FRAGMENT])};
}

static size_t append(char *to, size_t at, trawl_str s)
{
    if (s.n > 0)
        memcpy(to + at, s.p, s.n);
    return at + s.n;
}

/* Does path[i..n) begin with text, or, when it must end there, is it just that? */
static bool stands(const char *path, size_t i, size_t n, const char *text, bool whole)
{
    size_t k = strlen(text);

    return (whole ? n - i == k : n - i >= k) && memcmp(path + i, text, k) == 0;
}

/* Take the last segment and the "/" before it off the output. */
static size_t without_last_segment(const char *path, size_t o)
{
    while (o > 0 && path[o - 1] != '/')
        o--;
    return o > 0 ? o - 1 : 0;
}

/* 5.2.4, its steps A to E, in place: the output never overtakes the input. Returns the new length. */
static size_t remove_dot_segments(char *path, size_t n)
{
    size_t i = 0, o = 0;

    while (i < n) {
        if (stands(path, i, n, "../", false))
            i += 3;
        else if (stands(path, i, n, "./", false) || stands(path, i, n, "/./", false))
            i += 2;
        else if (stands(path, i, n, "/../", false)) {
            o = without_last_segment(path, o);
            i += 3;
        } else if (stands(path, i, n, "/.", true)) {
            path[o++] = '/';
            i = n;
        } else if (stands(path, i, n, "/..", true)) {
            o = without_last_segment(path, o);
            path[o++] = '/';
            i = n;
        } else if (stands(path, i, n, ".", true) || stands(path, i, n, "..", true))
            i = n;
        else
            do
                path[o++] = path[i++];
            while (i < n && path[i] != '/');
    }
    return o;
}

/* 5.2.3: everything of the base's path up to its last "/", then the reference's path. */
static size_t merge(char *to, size_t at, const five *base, trawl_str path)
{
    trawl_str before = base->path;

    if (base->authority.p && before.n == 0)
        before = (trawl_str){"/", 1};
    while (before.n > 0 && before.p[before.n - 1] != '/')
        before.n--;
    return append(to, append(to, at, before), path);
}

static size_t put_path(char *to, size_t at, const five *base, const five *ref, bool of_ref)
{
    size_t end;

    if (!of_ref && ref->path.n == 0)
        return append(to, at, base->path);
    if (of_ref || ref->path.p[0] == '/')
        end = append(to, at, ref->path);
    else
        end = merge(to, at, base, ref->path);
    return at + remove_dot_segments(to + at, end - at);
}

/* A path that begins with "//" behind no authority would be read as one (5.3 forbids it): "/." keeps it a path. */
static size_t put_target(char *to, const five *base, const five *ref)
{
    bool own_scheme = ref->scheme.p != NULL;
    bool own_authority = own_scheme || ref->authority.p;
    trawl_str scheme = own_scheme ? ref->scheme : base->scheme;
    trawl_str authority = own_authority ? ref->authority : base->authority;
    trawl_str query = own_authority || ref->path.n > 0 || ref->query.p ? ref->query : base->query;
    size_t at = append(to, 0, scheme), path;

    if (scheme.p)
        to[at++] = ':';
    if (authority.p)
        at = append(to, append(to, at, (trawl_str){"//", 2}), authority);
    path = at;
    at = put_path(to, at, base, ref, own_authority);
    if (!authority.p && at - path >= 2 && to[path] == '/' && to[path + 1] == '/') {
        memmove(to + path + 2, to + path, at - path);
        memcpy(to + path, "/.", 2);
        at += 2;
    }
    if (query.p)
        at = append(to, append(to, at, (trawl_str){"?", 1}), query);
    if (ref->fragment.p)
        at = append(to, append(to, at, (trawl_str){"#", 1}), ref->fragment);
    return at;
}

size_t resolve_3986(char *to, trawl_str base, trawl_str ref, bool strict)
{
    five b = cut(base), r = cut(ref);

    if (!strict && r.scheme.p && r.scheme.n == b.scheme.n && ascii_same(r.scheme.p, b.scheme.p, b.scheme.n))
        r.scheme = (trawl_str){NULL, 0};
    return put_target(to, &b, &r);
}

/* Results up to this are made on the stack. */
#define SMALL 1024

int trawl_resolve(int rule, trawl_str base, trawl_str ref, char *text, size_t size, size_t *len)
{
    char small[SMALL], *to = small;
    size_t room = RESOLVE_ROOM(base, ref);

    if (!len || (!text && size > 0) || (!base.p && base.n) || (!ref.p && ref.n) || rule < TRAWL_RESOLVE_3986 ||
        rule > TRAWL_RESOLVE_1630)
        return TRAWL_MISUSE;
    base.p = base.p ? base.p : "";
    ref.p = ref.p ? ref.p : "";
    if (room > SMALL)
        to = memory_get(&memory_default, room);
    if (!to)
        return TRAWL_NO_MEMORY;
    if (rule == TRAWL_RESOLVE_1630)
        *len = resolve_1630(to, base, ref);
    else
        *len = resolve_3986(to, base, ref, rule == TRAWL_RESOLVE_3986);
    if (*len > 0 && size > 0)
        memcpy(text, to, *len < size ? *len : size);
    if (to != small)
        memory_free(&memory_default, to);
    return *len > size ? TRAWL_NO_SPACE : TRAWL_OK;
}
