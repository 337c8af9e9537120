/* address.c - an address as browsers read it (WHATWG URL Standard, section 4.4): without the bytes
 * that they leave out, with the slashes that they add, resolved by its base, without "." and ".."
 * in its path */
#include "base/check.h"
#include "rewrite/seal/seal.h"

#include "base/ascii.h"
#include "url/url.h"

void seal_put_clean(bytes_out *out, trawl_str address)
{
    static const char hex[] = "0123456789ABCDEF";

    while (address.n > 0 && (unsigned char)*address.p <= ' ') {
        address.p++;
        address.n--;
    }
    while (address.n > 0 && (unsigned char)address.p[address.n - 1] <= ' ')
        address.n--;
    for (size_t i = 0, from = 0; i <= address.n; i++) {
        const unsigned char c = i < address.n ? (unsigned char)address.p[i] : 0;
        const char escape[] = {'%', hex[c >> 4], hex[c & 15]};
        if (c > ' ' && c != 0x7F)
            continue;
        bytes_put(out, address.p + from, i - from);
        from = i + 1;
        if (i < address.n && c != '\t' && c != '\n' && c != '\r')
            bytes_put(out, escape, sizeof escape);
    }
}

/* At most this many bytes of an address are looked at to know its scheme. No scheme that is kept is
 * longer. */
enum { SEAL_SCHEME = 64 };

/* Returns true when the media type of data:image/TYPE is one of pixels. */
static bool address_is_pixels(const char *type, size_t n)
{
    static const char types[] = "png gif jpeg jpg webp avif bmp x-icon vnd.microsoft.icon";
    size_t end = 0;

    while (end < n && type[end] != ';' && type[end] != ',')
        end++;
    return end < n && ascii_is_word_of(types, type, end);
}

bool seal_is_inside(trawl_str address, enum seal_use use)
{
    static const char *const whole[] = {"about:blank", "about:invalid"};
    static const char *const begins[] = {"#", "cid:", "mid:", "mailto:", "tel:", "sms:"};
    const size_t kept = use == SEAL_AS_CLICK ? sizeof begins / sizeof begins[0] : 3;
    static const char image[] = "data:image/";
    const size_t type = sizeof image - 1;
    char head[SEAL_SCHEME];
    size_t n = 0;

    for (size_t i = 0; i < address.n && n < sizeof head; i++) {
        unsigned char c = (unsigned char)address.p[i];
        if ((c > ' ' || n > 0) && c != '\t' && c != '\n' && c != '\r')
            head[n++] = ascii_lower((char)c);
    }
    while (n > 0 && (unsigned char)head[n - 1] <= ' ')
        n--;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (n == strlen(whole[i]) && memcmp(head, whole[i], n) == 0)
            return true;
    if (use == SEAL_AS_SHEET || n == 0)
        return use != SEAL_AS_SHEET;
    for (size_t i = 0; i < kept; i++)
        if (ascii_begins(head, n, begins[i]))
            return true;
    return n > type && memcmp(head, image, type) == 0 &&
           (use == SEAL_AS_PICTURE || address_is_pixels(head + type, n - type));
}

/* Appends the URL with the slashes that browsers read. */
static void address_put_slashes(bytes_out *out, trawl_str base, trawl_str url)
{
    char *room = memory_get(out->m, url.n + 2);

    if (!room) {
        out->error = TRAWL_ERROR_NO_MEMORY;
        return;
    }
    url = slashes_whole(room, base, url, parts_scheme(url.p, url.n) > 0);
    bytes_put(out, url.p, url.n);
    memory_free(out->m, room);
}

/* Returns the number of dots that a part of a path consists of, also as "%2e": 1 or 2; 0 for any
 * other part. */
static unsigned address_dots(const char *p, size_t n)
{
    unsigned dots = 0;

    for (size_t i = 0; i < n; dots++) {
        const size_t k = p[i] == '.' ? 1 : ascii_begins(p + i, n - i, "%2e") ? 3 : 0;
        if (k == 0)
            return 0;
        i += k;
    }
    return dots < 3 ? dots : 0;
}

/* Removes "." and ".." from the path of the address p[0..n) as browsers do: "http://a/b/../c"
 * becomes "http://a/c". Only "http://" and "https://" have such a path. Returns the new length. */
static size_t address_cut_dots(char *p, size_t n)
{
    size_t path = ascii_begins(p, n, "http://") ? 7 : ascii_begins(p, n, "https://") ? 8 : n;
    size_t to, end, from;

    while (path < n && !strchr("/?#", p[path]))
        path++;
    for (from = to = path; from < n && p[from] == '/'; from = end) {
        unsigned dots;
        for (end = from + 1; end < n && !strchr("/?#", p[end]);)
            end++;
        dots = address_dots(p + from + 1, end - from - 1);
        if (dots == 0) {
            memmove(p + to, p + from, end - from);
            to += end - from;
            continue;
        }
        while (dots == 2 && to > path && p[--to] != '/')
            ;
        if (end == n || p[end] != '/')
            p[to++] = '/';
    }
    CHECK(path <= to && to <= from && from <= n);
    memmove(p + to, p + from, n - from);
    return to + n - from;
}

void seal_whole(bytes_out *out, trawl_str base, trawl_str address)
{
    static const char https[] = "https:";
    bytes_out clean = {.m = out->m}, url = {.m = out->m};
    char *whole = NULL;

    seal_put_clean(&clean, address);
    address_put_slashes(&url, base, bytes_str(&clean));
    if (base.n == 0 && url.n > 2 && memcmp(url.p, "//", 2) == 0)
        base = (trawl_str){https, sizeof https - 1};
    if (parts_scheme(bytes_str(&url).p, url.n) > 0) {
        bytes_put(out, url.p, url.n);
    } else if (base.n > 0 && !url.error) {
        whole = memory_get(out->m, RESOLVE_ROOM(base, url));
        if (whole)
            bytes_put(out, whole, resolve_3986(whole, base, bytes_str(&url), false));
        else
            out->error = TRAWL_ERROR_NO_MEMORY;
    }
    if (out->n > 0)
        out->n = address_cut_dots(out->p, out->n);
    out->error = out->error ? out->error : clean.error ? clean.error : url.error;
    memory_free(out->m, whole);
    bytes_close(&clean);
    bytes_close(&url);
}
