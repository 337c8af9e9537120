/* fuzz_resolve.c - any bytes as a base and a relative reference
 *
 * The bytes before the first NUL are the base; without a NUL byte 0 selects where to split. The
 * rule of RFC 3986 is compared with its pseudocode (5.2.2 to 5.3), implemented here. For RFC 1630's
 * rule only bounds are checked.
 *
 * For T = resolve(base, ref), resolve(base, T) = T holds only if the path of the base has no dot
 * segments: for an empty reference 5.2.2 takes the path of the base unchanged into T, and then,
 * since T has a scheme, removes its dots. So the base is first resolved against itself.
 */
#include "fuzz.h"

/* The five components of appendix B; p is NULL for a missing one. */
typedef struct five {
    trawl_str scheme, authority, path, query, fragment;
} five;

static size_t until(trawl_str s, size_t i, const char *stops)
{
    while (i < s.n && !(s.p[i] != '\0' && strchr(stops, s.p[i])))
        i++;
    return i;
}

static bool is_scheme(trawl_str s)
{
    static const char chars[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";

    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == '\0' || !strchr(chars, s.p[i]))
            return false;
    return s.n > 0;
}

static five cut(trawl_str s)
{
    five f = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    size_t i = 0, end = until(s, 0, ":/?#");

    if (end < s.n && s.p[end] == ':' && is_scheme(str_of(s.p, end))) {
        f.scheme = str_of(s.p, end);
        i = end + 1;
    }
    if (s.n - i >= 2 && s.p[i] == '/' && s.p[i + 1] == '/') {
        end = until(s, i + 2, "/?#");
        f.authority = str_of(s.p + i + 2, end - i - 2);
        i = end;
    }
    end = until(s, i, "?#");
    f.path = str_of(s.p + i, end - i);
    if (end < s.n && s.p[end] == '?') {
        i = end + 1;
        end = until(s, i, "#");
        f.query = str_of(s.p + i, end - i);
    }
    if (end < s.n)
        f.fragment = str_of(s.p + end + 1, s.n - end - 1);
    return f;
}

/* A buffer that is always large enough. */
typedef struct buffer {
    char *p;
    size_t n;
} buffer;

static void add(buffer *b, trawl_str s)
{
    if (s.n > 0)
        memcpy(b->p + b->n, s.p, s.n);
    b->n += s.n;
}

static void add_text(buffer *b, const char *text)
{
    add(b, str_of(text, strlen(text)));
}

static bool begins(trawl_str s, const char *text)
{
    return s.n >= strlen(text) && memcmp(s.p, text, strlen(text)) == 0;
}

static bool is(trawl_str s, const char *text)
{
    return s.n == strlen(text) && begins(s, text);
}

static trawl_str without(trawl_str s, size_t k)
{
    return str_of(s.p + k, s.n - k);
}

static void drop_segment(buffer *out)
{
    while (out->n > 0 && out->p[--out->n] != '/')
        ;
}

/* 5.2.4; A to E are the names of its steps. Keeps the "/" of the input instead of adding one. */
static void remove_dot_segments(buffer *out, trawl_str in)
{
    while (in.n > 0) {
        if (begins(in, "../")) /* A */
            in = without(in, 3);
        else if (begins(in, "./"))
            in = without(in, 2);
        else if (begins(in, "/./")) /* B */
            in = without(in, 2);
        else if (is(in, "/."))
            in = str_of("/", 1);
        else if (begins(in, "/../")) { /* C */
            in = without(in, 3);
            drop_segment(out);
        } else if (is(in, "/..")) {
            in = str_of("/", 1);
            drop_segment(out);
        } else if (is(in, ".") || is(in, "..")) /* D */
            in = without(in, in.n);
        else { /* E */
            size_t end = until(in, 1, "/");
            add(out, str_of(in.p, end));
            in = without(in, end);
        }
    }
}

/* 5.2.3. */
static trawl_str merge(buffer *to, const five *base, trawl_str path)
{
    size_t slash = base->path.n;

    while (slash > 0 && base->path.p[slash - 1] != '/')
        slash--;
    if (base->authority.p && base->path.n == 0)
        add_text(to, "/");
    else
        add(to, str_of(base->path.p, slash));
    add(to, path);
    return str_of(to->p, to->n);
}

/* 5.2.2 without the fragment, which is that of the reference. */
static five transform(const five *b, const five *r, buffer *merged, buffer *path)
{
    five t = *r;

    if (!r->scheme.p) {
        t.scheme = b->scheme;
        if (!r->authority.p) {
            t.authority = b->authority;
            if (r->path.n == 0) {
                t.path = b->path;
                t.query = r->query.p ? r->query : b->query;
                return t;
            }
            if (r->path.p[0] != '/')
                t.path = merge(merged, b, r->path);
        }
    }
    remove_dot_segments(path, t.path);
    t.path = str_of(path->p, path->n);
    return t;
}

/* 5.3. The caller frees the result. Without an authority, adds "/." before a path that begins with
 * "//", since that would be read as an authority. */
static buffer compose(trawl_str base, trawl_str ref)
{
    five b = cut(base), r = cut(ref), t;
    size_t room = base.n + ref.n + 16;
    buffer merged = {malloc(room), 0}, path = {malloc(room), 0}, out = {malloc(room), 0};

    must(merged.p && path.p && out.p, "memory for the test");
    t = transform(&b, &r, &merged, &path);
    add(&out, t.scheme);
    if (t.scheme.p)
        add_text(&out, ":");
    if (t.authority.p)
        add_text(&out, "//");
    add(&out, t.authority);
    if (!t.authority.p && begins(t.path, "//"))
        add_text(&out, "/.");
    add(&out, t.path);
    if (t.query.p)
        add_text(&out, "?");
    add(&out, t.query);
    if (r.fragment.p)
        add_text(&out, "#");
    add(&out, r.fragment);
    free(merged.p);
    free(path.p);
    return out;
}

static void check_3986(trawl_str base, trawl_str ref)
{
    trawl_str got = resolved(TRAWL_RESOLVE_3986, base, ref);
    buffer wanted = compose(base, ref);

    must(str_same(got, str_of(wanted.p, wanted.n)), "the same as RFC 3986's pseudocode");
    free(wanted.p);
    str_free(got);
}

static void check_again(trawl_str base, trawl_str ref)
{
    trawl_str plain = resolved(TRAWL_RESOLVE_3986, base, base);
    trawl_str once = resolved(TRAWL_RESOLVE_3986, plain, ref),
              twice = resolved(TRAWL_RESOLVE_3986, plain, once);

    if (cut(base).scheme.p)
        must(str_same(once, twice), "resolve(base, resolve(base, ref)) = resolve(base, ref)");
    str_free(plain);
    str_free(once);
    str_free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *p = (const char *)data, *nul = size > 0 ? memchr(p, '\0', size) : NULL;
    size_t at = nul ? (size_t)(nul - p) : size > 1 ? data[0] % size : 0;
    trawl_str base = nul ? str_of(p, at) : str_of(p + (size > 0), at),
              ref = str_of(p + at, size - at);

    if (size > 0)
        ref = str_of(p + at + 1, size - at - 1);
    for (int rule = TRAWL_RESOLVE_3986; rule <= TRAWL_RESOLVE_1630; rule++) {
        trawl_str result = resolved(rule, base, ref);
        must(result.n <= base.n + ref.n + 8, "at most both lengths and the delimiters");
        str_free(result);
    }
    check_3986(base, ref);
    check_again(base, ref);
    return 0;
}
