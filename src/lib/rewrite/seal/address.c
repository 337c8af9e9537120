/* address.c - an address as browsers read it (WHATWG URL Standard, section 4.4): without the bytes
 * that they leave out, with the slashes that they add, whole by its base */
#include "rewrite/seal/seal.h"

#include "base/ascii.h"
#include "url/url.h"

/* Appends the address without what browsers leave out: controls and spaces at its ends, tabs and
 * line ends. */
static void address_put_clean(seal_out *out, trawl_str address)
{
    while (address.n > 0 && (unsigned char)*address.p <= ' ') {
        address.p++;
        address.n--;
    }
    while (address.n > 0 && (unsigned char)address.p[address.n - 1] <= ' ')
        address.n--;
    for (size_t i = 0; i < address.n; i++)
        if (address.p[i] != '\t' && address.p[i] != '\n' && address.p[i] != '\r')
            seal_put(out, address.p + i, 1);
}

/* The most bytes of an address that are looked at to know its scheme: longer ones are not kept. */
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

bool seal_is_inside(trawl_str address, enum seal_data data)
{
    static const char *const whole[] = {"", "about:blank", "about:invalid"};
    static const char *const schemes[] = {"#", "cid:", "mid:", "mailto:", "tel:", "sms:"};
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
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (n >= strlen(schemes[i]) && memcmp(head, schemes[i], strlen(schemes[i])) == 0)
            return true;
    return data != SEAL_NO_DATA && n > type && memcmp(head, image, type) == 0 &&
           (data == SEAL_PICTURE || address_is_pixels(head + type, n - type));
}

/* Appends the URL with the slashes that browsers read. */
static void address_put_slashes(seal_out *out, trawl_str base, trawl_str url)
{
    char *room = memory_get(out->m, url.n + 2);

    if (!room) {
        out->error = TRAWL_ERROR_NO_MEMORY;
        return;
    }
    url = slashes_whole(room, base, url, parts_scheme(url.p, url.n) > 0);
    seal_put(out, url.p, url.n);
    memory_free(out->m, room);
}

void seal_whole(seal_out *out, trawl_str base, trawl_str address)
{
    static const char https[] = "https:";
    seal_out clean = {.m = out->m}, url = {.m = out->m};
    char *whole = NULL;

    address_put_clean(&clean, address);
    address_put_slashes(&url, base, seal_str(&clean));
    if (base.n == 0 && url.n > 2 && memcmp(url.p, "//", 2) == 0)
        base = (trawl_str){https, sizeof https - 1};
    if (parts_scheme(seal_str(&url).p, url.n) > 0) {
        seal_put(out, url.p, url.n);
    } else if (base.n > 0 && !url.error) {
        whole = memory_get(out->m, RESOLVE_ROOM(base, url));
        if (whole)
            seal_put(out, whole, resolve_3986(whole, base, seal_str(&url), false));
        else
            out->error = TRAWL_ERROR_NO_MEMORY;
    }
    out->error = out->error ? out->error : clean.error ? clean.error : url.error;
    memory_free(out->m, whole);
    seal_free(&clean);
    seal_free(&url);
}
