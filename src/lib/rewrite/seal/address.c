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

bool seal_is_inside(trawl_str address, bool picture)
{
    static const char *const whole[] = {"about:blank", "about:invalid"};
    static const char *const schemes[] = {
        "cid:",           "mid:",           "mailto:",         "tel:",
        "sms:",           "data:image/png", "data:image/gif",  "data:image/jpe",
        "data:image/jpg", "data:image/web", "data:image/avif", "data:image/bmp",
        "data:image/x-i", "data:image/vnd"};
    char head[SEAL_SCHEME];
    size_t n = 0;

    for (size_t i = 0; i < address.n && n < sizeof head; i++) {
        unsigned char c = (unsigned char)address.p[i];
        if ((c > ' ' || (c == ' ' && n > 0)) && c != '\t' && c != '\n' && c != '\r')
            head[n++] = ascii_lower((char)c);
    }
    while (n > 0 && head[n - 1] == ' ')
        n--;
    if (n == 0 || head[0] == '#')
        return true;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (n == strlen(whole[i]) && memcmp(head, whole[i], n) == 0)
            return true;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (n >= strlen(schemes[i]) && memcmp(head, schemes[i], strlen(schemes[i])) == 0)
            return true;
    return picture && n >= 11 && memcmp(head, "data:image/", 11) == 0;
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
