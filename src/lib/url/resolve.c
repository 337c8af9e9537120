/* resolve.c - resolves a partial URL against a base, by RFC 3986 section 5.2 or by RFC 1630:
 * trawl_resolve
 *
 * Does not decode, change case or check anything.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "url/inside.h"

/* ---- RFC 3986 section 5.2 ---- */

/* A URL or a reference split into the five components; `p` is NULL for an absent component. */
typedef struct five {
    trawl_str scheme, authority, path, query, fragment;
} five;

static trawl_str resolve_slice(const char *url, trawl_span s)
{
    return span_is(s) ? (trawl_str){url + s.from, span_len(s)} : (trawl_str){NULL, 0};
}

static five resolve_cut(trawl_str url)
{
    url_parts p;

    parts_split(&p, url.p, url.n);
    return (five){resolve_slice(url.p, p.part[TRAWL_PART_SCHEME]),
                  resolve_slice(url.p, p.authority), resolve_slice(url.p, p.part[TRAWL_PART_PATH]),
                  resolve_slice(url.p, p.part[TRAWL_PART_QUERY]),
                  resolve_slice(url.p, p.part[TRAWL_PART_FRAGMENT])};
}

static size_t resolve_append(char *to, size_t at, trawl_str s)
{
    if (s.n > 0)
        memcpy(to + at, s.p, s.n);
    return at + s.n;
}

/* Returns true when path[i..n) begins with `text` or, if `whole` is set, equals it. */
static bool resolve_begins(const char *path, size_t i, size_t n, const char *text, bool whole)
{
    size_t k = strlen(text);

    return (whole ? n - i == k : n - i >= k) && memcmp(path + i, text, k) == 0;
}

/* Returns the length of path[0..o) without its last segment and the "/" before it. */
static size_t without_last_segment(const char *path, size_t o)
{
    while (o > 0 && path[o - 1] != '/')
        o--;
    return o > 0 ? o - 1 : 0;
}

/* Removes dot segments (section 5.2.4, steps A to E) in place: the output is never longer than the
 * input. Returns the new length. */
static size_t remove_dot_segments(char *path, size_t n)
{
    size_t i = 0, o = 0;

    while (i < n) {
        if (resolve_begins(path, i, n, "../", false))
            i += 3;
        else if (resolve_begins(path, i, n, "./", false) ||
                 resolve_begins(path, i, n, "/./", false))
            i += 2;
        else if (resolve_begins(path, i, n, "/../", false)) {
            o = without_last_segment(path, o);
            i += 3;
        } else if (resolve_begins(path, i, n, "/.", true)) {
            path[o++] = '/';
            i = n;
        } else if (resolve_begins(path, i, n, "/..", true)) {
            o = without_last_segment(path, o);
            path[o++] = '/';
            i = n;
        } else if (resolve_begins(path, i, n, ".", true) || resolve_begins(path, i, n, "..", true))
            i = n;
        else
            do
                path[o++] = path[i++];
            while (i < n && path[i] != '/');
    }
    return o;
}

/* Writes the base's path up to its last "/", then the reference's path (section 5.2.3). Returns the
 * new length. */
static size_t merge(char *to, size_t at, const five *base, trawl_str path)
{
    trawl_str before = base->path;

    if (base->authority.p && before.n == 0)
        before = (trawl_str){"/", 1};
    while (before.n > 0 && before.p[before.n - 1] != '/')
        before.n--;
    return resolve_append(to, resolve_append(to, at, before), path);
}

static size_t resolve_put_path(char *to, size_t at, const five *base, const five *ref, bool of_ref)
{
    size_t end;

    if (!of_ref && ref->path.n == 0)
        return resolve_append(to, at, base->path);
    if (of_ref || ref->path.p[0] == '/')
        end = resolve_append(to, at, ref->path);
    else
        end = merge(to, at, base, ref->path);
    return at + remove_dot_segments(to + at, end - at);
}

/* Writes the resolved URL. Without an authority, writes "/." before a path that begins with "//",
 * which would otherwise be read as an authority (section 5.3). */
static size_t put_target(char *to, const five *base, const five *ref)
{
    bool own_scheme = ref->scheme.p != NULL;
    bool own_authority = own_scheme || ref->authority.p;
    trawl_str scheme = own_scheme ? ref->scheme : base->scheme;
    trawl_str authority = own_authority ? ref->authority : base->authority;
    trawl_str query = own_authority || ref->path.n > 0 || ref->query.p ? ref->query : base->query;
    size_t at = resolve_append(to, 0, scheme), path;

    if (scheme.p)
        to[at++] = ':';
    if (authority.p)
        at = resolve_append(to, resolve_append(to, at, (trawl_str){"//", 2}), authority);
    path = at;
    at = resolve_put_path(to, at, base, ref, own_authority);
    if (!authority.p && at - path >= 2 && to[path] == '/' && to[path + 1] == '/') {
        memmove(to + path + 2, to + path, at - path);
        memcpy(to + path, "/.", 2);
        at += 2;
    }
    if (query.p)
        at = resolve_append(to, resolve_append(to, at, (trawl_str){"?", 1}), query);
    if (ref->fragment.p)
        at = resolve_append(to, resolve_append(to, at, (trawl_str){"#", 1}), ref->fragment);
    return at;
}

size_t resolve_3986(char *to, trawl_str base, trawl_str ref, bool strict)
{
    five b = resolve_cut(base), r = resolve_cut(ref);

    if (!strict && r.scheme.p && r.scheme.n == b.scheme.n &&
        ascii_same(r.scheme.p, b.scheme.p, b.scheme.n))
        r.scheme = (trawl_str){NULL, 0};
    return put_target(to, &b, &r);
}

/* ---- RFC 1630, "Partial (relative) form"
 *
 * Follows the rule literally, even where the RFC's own example contradicts it ("/g" on
 * magic://a/b/c//d/e/f). Questions that the rule leaves open are decided in doc/rules.md: the
 * context's fragment is ignored, ".." never removes the host, and a partial form that begins with
 * more slashes than occur anywhere in the context keeps only the scheme.
 */

static size_t resolve_slashes_at(trawl_str s, size_t i)
{
    size_t k = 0;

    while (i + k < s.n && s.p[i + k] == '/')
        k++;
    return k;
}

/* Returns true when a colon precedes any slash: "If the scheme is present". */
static bool is_absolute(trawl_str s)
{
    for (size_t i = 0; i < s.n && s.p[i] != '/'; i++)
        if (s.p[i] == ':')
            return true;
    return false;
}

/* Returns the length of the scheme with its colon, or 0. */
static size_t resolve_scheme_length(trawl_str s)
{
    size_t i = 0;

    while (i < s.n && ascii_is_scheme((unsigned char)s.p[i]))
        i++;
    return i < s.n && s.p[i] == ':' ? i + 1 : 0;
}

/* Returns the length of the part of the base that is kept before a reference that begins with n
 * slashes. It ends before the first run of exactly n slashes that has no longer run to its right.
 * Without such a run, only the scheme is kept. A longer run discards everything before it, so one
 * pass suffices. */
static size_t kept_for_slashes(trawl_str context, size_t n)
{
    size_t kept = SIZE_MAX;

    for (size_t i = 0; i < context.n;) {
        size_t k = resolve_slashes_at(context, i);
        if (k > n)
            kept = SIZE_MAX;
        else if (k == n && kept == SIZE_MAX)
            kept = i;
        i += k > 0 ? k : 1;
    }
    return kept == SIZE_MAX ? resolve_scheme_length(context) : kept;
}

static size_t kept_for_name(trawl_str context)
{
    size_t kept = context.n;

    while (kept > 0 && context.p[kept - 1] != '/')
        kept--;
    return kept > 0 ? kept : resolve_scheme_length(context);
}

/* Returns the offset of the path, after the scheme and the host, which ".." does not remove. */
static size_t path_start(trawl_str s)
{
    size_t i = resolve_scheme_length(s);

    if (resolve_slashes_at(s, i) >= 2)
        for (i += 2; i < s.n && s.p[i] != '/'; i++)
            ;
    return i;
}

static bool element_is(const char *p, size_t from, size_t to, const char *text)
{
    return to - from == strlen(text) && memcmp(p + from, text, to - from) == 0;
}

/* Removes "xxx/../" and "/." from p[from..n), where xxx, ".." and "." are whole elements; xxx may
 * be empty but not "..". One pass suffices, with the output as a stack. Returns the new length. */
static size_t remove_dots(char *p, size_t from, size_t n)
{
    size_t o = from, i = from;

    while (i < n) {
        bool slash = p[i] == '/';
        size_t element = i + slash, end = element, last = o;
        while (end < n && p[end] != '/')
            end++;
        while (last > from && p[last - 1] != '/')
            last--;
        if (slash && element_is(p, element, end, ".")) {
            i = end;
            continue;
        }
        if (slash && end < n && element_is(p, element, end, "..") && (last < o || last > from) &&
            !element_is(p, last, o, "..")) {
            o = last > from ? last - 1 : from;
            i = last > from ? end : end + 1;
            continue;
        }
        memmove(p + o, p + i, end - i);
        o += end - i;
        i = end;
    }
    return o;
}

static size_t resolve_1630(char *to, trawl_str base, trawl_str ref)
{
    trawl_str context = {base.p, url_fragment(base.p, base.n)}, result;
    size_t kept = 0, n = resolve_slashes_at(ref, 0);

    if (is_absolute(ref))
        kept = 0;
    else if (ref.n > 0 && ref.p[0] == '#')
        kept = context.n;
    else
        kept = n > 0 ? kept_for_slashes(context, n) : kept_for_name(context);
    if (kept > 0)
        memcpy(to, context.p, kept);
    if (ref.n > 0)
        memcpy(to + kept, ref.p, ref.n);
    CHECK(kept <= context.n);
    result = (trawl_str){to, kept + ref.n};
    if (kept == 0 || n > 0 || (ref.n > 0 && ref.p[0] == '#'))
        return result.n;
    return remove_dots(to, path_start(result), result.n);
}

/* ---- trawl_resolve ---- */

/* Results of at most this length are written to the stack first. */
#define SMALL 1024

int trawl_resolve(int rule, const char *base_p, size_t base_n, const char *ref_p, size_t ref_n,
                  char *text, size_t size, size_t *len)
{
    const trawl_str base = {base_p ? base_p : "", base_n}, ref = {ref_p ? ref_p : "", ref_n};
    char small[SMALL], *to = small;
    size_t room = RESOLVE_ROOM(base, ref);

    if (!len || (!text && size > 0) || (!base_p && base_n > 0) || (!ref_p && ref_n > 0) ||
        rule < TRAWL_RESOLVE_3986 || rule > TRAWL_RESOLVE_1630)
        return TRAWL_ERROR_MISUSE;
    if (room > SMALL)
        to = memory_get(&memory_default, room);
    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
    if (rule == TRAWL_RESOLVE_1630)
        *len = resolve_1630(to, base, ref);
    else
        *len = resolve_3986(to, base, ref, rule == TRAWL_RESOLVE_3986);
    if (*len > 0 && size > 0)
        memcpy(text, to, *len < size ? *len : size);
    if (to != small)
        memory_free(&memory_default, to);
    return *len > size ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;
}
