/* defang.c - a URL made harmless, for reports */
#include "find/defang.h"

#include <stdbool.h>
#include <string.h>
#include <trawl.h>

#include "base/ascii.h"

typedef struct writing {
    char *out;
    size_t size, len;
} writing;

static void put(writing *w, char c)
{
    if (w->len < w->size)
        w->out[w->len] = c;
    w->len++;
}

/* A live scheme and its "://" at p[i..n), at a word's start: the scheme's length, else 0. */
static size_t scheme_at(const char *p, size_t i, size_t n)
{
    static const char *const schemes[] = {"http", "https", "ftp", "ftps"};

    if (i > 0 && ascii_is_alnum((unsigned char)p[i - 1]))
        return 0;
    for (size_t k = 0; k < sizeof schemes / sizeof schemes[0]; k++) {
        size_t length = strlen(schemes[k]);
        if (n - i > length + 2 && ascii_same(p + i, schemes[k], length) && !memcmp(p + i + length, "://", 3))
            return length;
    }
    return 0;
}

/* "example.com" of "https://joe@example.com:80/": from *from up to what is returned. Nothing where there is no "://". */
static size_t host_end(const char *url, size_t n, size_t *from)
{
    size_t i = 0, end;

    while (i < n && ascii_is_scheme((unsigned char)url[i]))
        i++;
    if (n - i < 3 || memcmp(url + i, "://", 3) != 0) {
        *from = n;
        return n;
    }
    *from = i + 3;
    for (end = *from; end < n && !strchr("/?#\\", url[end] ? url[end] : '/'); end++)
        if (url[end] == '@')
            *from = end + 1;
    if (end - *from > 2 && url[*from] == '[' &&
        (url[*from + 1] == ':' || ascii_hex((unsigned char)url[*from + 1]) >= 0)) {
        *from = end; /* an IP literal */
    }
    return end;
}

/* "www.example.com/a" up to its first "/"; nothing with a scheme in front, as "mailto:" is. */
static size_t name_end(const char *url, size_t n)
{
    size_t i = 0;

    while (i < n && !strchr("/?#:@\\", url[i] ? url[i] : '/'))
        i++;
    if (i < n && url[i] == ':' && !memchr(url, '.', i))
        return 0;
    return i < n && url[i] == '@' ? 0 : i;
}

static bool is_bracketed(const char *url, size_t i, size_t n)
{
    return i > 0 && url[i - 1] == '[' && i + 1 < n && url[i + 1] == ']';
}

int defang(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    writing w = {out, size, 0};
    size_t from, to = host_end(url, n, &from);
    bool opaque = from == n && to == n, behind_at = false;

    if (opaque) {
        from = 0;
        to = name_end(url, n);
    }
    for (size_t i = 0, scheme = 0; i < n; i++) {
        char c = url[i];
        size_t here = scheme_at(url, i, n);
        if (here > 0)
            scheme = i + here;
        if (opaque && (c == '@' || strchr("?/#,;&>", c ? c : '/')))
            behind_at = c == '@';
        if (i < scheme && ascii_lower(c) == 't') {
            put(&w, c == 't' ? 'x' : 'X');
        } else if (c == '.' && ((i >= from && i < to) || behind_at) && !is_bracketed(url, i, n)) {
            put(&w, '[');
            put(&w, '.');
            put(&w, ']');
        } else {
            put(&w, c);
        }
    }
    *len = w.len;
    return w.len <= size ? TRAWL_OK : TRAWL_NO_SPACE;
}

int trawl_defang(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    if (!len || (!url && n > 0) || (!out && size > 0))
        return TRAWL_MISUSE;
    return defang(url ? url : "", n, out, size, len);
}
