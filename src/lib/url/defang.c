/* defang.c - makes a URL harmless for reports: trawl_defang
 *
 * "https://www.example.com/a.html" becomes "hxxps://www[.]example[.]com/a.html". The letters "t" of
 * http, https, ftp and ftps before "://", anywhere in the URL, become "x". The dots of the host are
 * bracketed; in a URL without "//", the dots after an "@". Everything else stays, including IPv6
 * addresses. Defanging the result again changes nothing. refang/refang.c reverses this.
 */

#include "base/ascii.h"
#include "url/inside.h"

/* Returns the length of a scheme to defang at the start of p[i..n), if a word begins there, or
 * 0. */
static size_t live_scheme(const char *p, size_t i, size_t n)
{
    static const char *const schemes[] = {"http", "https", "ftp", "ftps"};

    if (i > 0 && ascii_is_alnum((unsigned char)p[i - 1]))
        return 0;
    for (size_t k = 0; k < sizeof schemes / sizeof schemes[0]; k++) {
        size_t length = strlen(schemes[k]);
        if (n - i > length + 2 && ascii_same(p + i, schemes[k], length) &&
            !memcmp(p + i + length, "://", 3))
            return length;
    }
    return 0;
}

/* Returns true if c is one of `these` characters or NUL. */
static bool is_any(const char *these, char c)
{
    return strchr(these, c) != NULL;
}

/* Returns the end of "example.com:80" in "https://joe@example.com:80/", and sets *from to its
 * start. Both are n if there is no "://". */
static size_t defang_host_end(const char *url, size_t n, size_t *from)
{
    size_t i = 0, end;

    while (i < n && ascii_is_scheme((unsigned char)url[i]))
        i++;
    *from = n;
    if (n - i < 3 || memcmp(url + i, "://", 3) != 0)
        return n;
    *from = i + 3;
    for (end = *from; end < n && !is_any("/?#\\", url[end]); end++)
        if (url[end] == '@')
            *from = end + 1;
    if (end - *from > 2 && url[*from] == '[' &&
        (url[*from + 1] == ':' || ascii_hex((unsigned char)url[*from + 1]) >= 0))
        *from = end; /* an IP literal */
    return end;
}

/* Returns the end of the host in "www.example.com/a", or 0 if a scheme precedes it, as in
 * "mailto:". */
static size_t defang_name_end(const char *url, size_t n)
{
    size_t i = 0;

    while (i < n && !is_any("/?#:@\\", url[i]))
        i++;
    if (i < n && url[i] == ':' && !memchr(url, '.', i))
        return 0;
    return i < n && url[i] == '@' ? 0 : i;
}

static bool is_bracketed(const char *url, size_t i, size_t n)
{
    return i > 0 && url[i - 1] == '[' && i + 1 < n && url[i + 1] == ']';
}

int trawl_defang(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    text_out to = {out, size, 0};
    size_t from, end;
    bool opaque, after_at = false;

    if (!len || (!url && n > 0) || (!out && size > 0))
        return TRAWL_ERROR_MISUSE;
    url = url ? url : "";
    end = defang_host_end(url, n, &from);
    opaque = from == n && end == n;
    if (opaque) {
        from = 0;
        end = defang_name_end(url, n);
    }
    for (size_t i = 0, scheme = 0; i < n; i++) {
        char c = url[i];
        size_t here = live_scheme(url, i, n);
        if (here > 0)
            scheme = i + here;
        if (opaque && is_any("@?/#,;&>", c))
            after_at = c == '@';
        if (i < scheme && ascii_lower(c) == 't')
            out_byte(&to, c == 't' ? 'x' : 'X');
        else if (c == '.' && ((i >= from && i < end) || after_at) && !is_bracketed(url, i, n))
            out_put(&to, "[.]", 3);
        else
            out_byte(&to, c);
    }
    return out_result(&to, TRAWL_OK, len);
}
