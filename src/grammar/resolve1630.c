/* resolve1630.c - a partial URL put onto its context by RFC 1630, "Partial (relative) form"
 *
 * The letter of the rule, also where the RFC's own example contradicts it ("/g" on magic://a/b/c//d/e/f). What the RFC
 * leaves open is in doc/departures.md: the context's fragment does not take part, ".." never removes the host, and a
 * partial form with more slashes than the context has anywhere keeps only the scheme.
 */
#include <string.h>

#include "base/ascii.h"
#include "grammar/resolve.h"

static size_t slashes_at(trawl_str s, size_t i)
{
    size_t k = 0;

    while (i + k < s.n && s.p[i + k] == '/')
        k++;
    return k;
}

/* "If the scheme is present": a colon before any slash. */
static bool is_absolute(trawl_str s)
{
    for (size_t i = 0; i < s.n && s.p[i] != '/'; i++)
        if (s.p[i] == ':')
            return true;
    return false;
}

static trawl_str without_fragment(trawl_str s)
{
    const char *hash = s.n > 0 ? memchr(s.p, '#', s.n) : NULL;

    return hash ? (trawl_str){s.p, (size_t)(hash - s.p)} : s;
}

static size_t scheme_length(trawl_str s)
{
    size_t i = 0;

    while (i < s.n && ascii_is_scheme((unsigned char)s.p[i]))
        i++;
    return i < s.n && s.p[i] == ':' ? i + 1 : 0;
}

/* Up to the first run of exactly n slashes that has no longer run anywhere to its right; only the scheme is kept where
 * there is none. A run longer than n makes all before it useless, so one pass suffices. */
static size_t kept_for_slashes(trawl_str context, size_t n)
{
    size_t kept = SIZE_MAX;

    for (size_t i = 0; i < context.n;) {
        size_t k = slashes_at(context, i);
        if (k > n)
            kept = SIZE_MAX;
        else if (k == n && kept == SIZE_MAX)
            kept = i;
        i += k > 0 ? k : 1;
    }
    return kept == SIZE_MAX ? scheme_length(context) : kept;
}

static size_t kept_for_name(trawl_str context)
{
    size_t kept = context.n;

    while (kept > 0 && context.p[kept - 1] != '/')
        kept--;
    return kept > 0 ? kept : scheme_length(context);
}

/* Where path elements begin: behind scheme and host, which ".." may not remove. */
static size_t path_start(trawl_str s)
{
    size_t i = scheme_length(s);

    if (slashes_at(s, i) >= 2)
        for (i += 2; i < s.n && s.p[i] != '/'; i++)
            ;
    return i;
}

static bool element_is(const char *p, size_t from, size_t to, const char *text)
{
    return to - from == strlen(text) && memcmp(p + from, text, to - from) == 0;
}

/* Remove "xxx/../" and "/." from p[from..n), where xxx, ".." and "." are whole elements, xxx may be void and is not "..":
 * one pass, the output serving as a stack. Returns the new length. */
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

size_t resolve_1630(char *to, trawl_str base, trawl_str ref)
{
    trawl_str context = without_fragment(base), result;
    size_t kept = 0, n = slashes_at(ref, 0);

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
    result = (trawl_str){to, kept + ref.n};
    if (kept == 0 || n > 0 || (ref.n > 0 && ref.p[0] == '#'))
        return result.n;
    return remove_dots(to, path_start(result), result.n);
}
