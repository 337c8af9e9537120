/* template.c - fills templates, and recognizes the URLs that were made of them
 *
 * A URL was made from a template if it has all of the template's text, in order, and in each place
 * only bytes that this place takes. So links are recognized even if the template begins with a
 * place, "https://{host}.p.example".
 */
#include "trawl/rewrite/rewrite.h"

#include <string.h>

#include "app/digest/digest.h"
#include "base/ascii.h"

/* ---- Places ---- */

enum template_place { PLACE_URL, PLACE_RAW, PLACE_HOST, PLACE_SITE, PLACE_HMAC, PLACES };

static const char *const place_names[PLACES] = {"{url}", "{raw}", "{host}", "{site}", "{hmac}"};

/* Returns the place at p, or PLACES. */
static enum template_place place_at(const char *p)
{
    int i = 0;

    while (i < PLACES && strncmp(p, place_names[i], strlen(place_names[i])) != 0)
        i++;
    return (enum template_place)i;
}

/* Returns true for the bytes that a place takes. */
static bool place_takes(enum template_place place, unsigned char c)
{
    switch (place) {
    case PLACE_URL:
        return ascii_is_unreserved(c) || c == '%';
    case PLACE_RAW:
        return c > ' ';
    case PLACE_HMAC:
        return ascii_is_digit(c) || (c >= 'a' && c <= 'f');
    default:
        return ascii_is_alnum(c) || memchr(".-_:[]", c, 6) || c >= 0x80;
    }
}

const char *template_refuse(const char *text)
{
    size_t prefix = strcspn(text, "{"), scheme = strcspn(text, ":/?#{");
    bool url = false;

    for (const char *p = text; *p; p++) {
        if (*p == '{' && place_at(p) == PLACES)
            return " has a \"{\" that is not of {url}, {raw}, {host}, {site} or {hmac}";
        if ((unsigned char)*p <= ' ')
            return " has a space; write %20";
        url = url || (*p == '{' && place_at(p) <= PLACE_RAW);
    }
    if (!url)
        return " has neither {url} nor {raw}, the place for the link";
    if (prefix == 0)
        return " has nothing before its first \"{\"";
    if (text[scheme] == ':' && !(scheme == 4 && ascii_same(text, "http", 4)) &&
        !(scheme == 5 && ascii_same(text, "https", 5)))
        return " is not an http or https URL, or a path";
    return NULL;
}

bool template_has(const struct template *t, const char *place)
{
    return t->text && strstr(t->text, place) != NULL;
}

/* ---- Filling ---- */

/* Adds text with all but unreserved characters percent-encoded. */
static int template_encode(struct buffer *to, trawl_str text)
{
    static const char digits[] = "0123456789ABCDEF";
    int error = TRAWL_OK;

    for (size_t i = 0, n = 0; i < text.n && error == TRAWL_OK; i += n, n = 0) {
        while (i + n < text.n && ascii_is_unreserved((unsigned char)text.p[i + n]))
            n++;
        error = buffer_add(to, text.p + i, n);
        if (error == TRAWL_OK && n == 0) {
            unsigned char c = (unsigned char)text.p[i];
            char escape[3] = {'%', digits[c >> 4], digits[c & 15]};
            error = buffer_add(to, escape, 3);
            n = 1;
        }
    }
    return error;
}

enum { HMAC_HEX = 2 * SHA256_BYTES };

static void write_hmac(char hex[HMAC_HEX], const struct template *t, trawl_str url)
{
    unsigned char bytes[SHA256_BYTES];

    hmac_sha256(buffer_str(&t->key), url, bytes);
    (void)put_hex(hex, (const char *)bytes, sizeof bytes);
}

static int add_hmac(struct buffer *to, const struct template *t, trawl_str url)
{
    char hex[HMAC_HEX];

    write_hmac(hex, t, url);
    return buffer_add(to, hex, sizeof hex);
}

/* Adds the host of the URL, or its site. */
static int template_add_host(struct buffer *to, struct template *t, trawl_str url,
                             enum template_place place)
{
    int error = buffer_fill(&t->host, place == PLACE_SITE ? trawl_site : trawl_host, url);

    return error == TRAWL_OK ? buffer_add(to, t->host.p, t->host.n) : error;
}

int template_fill(struct template *t, trawl_str url, struct buffer *out)
{
    int error = TRAWL_OK;

    out->n = 0;
    for (const char *p = t->text; *p && error == TRAWL_OK;) {
        enum template_place place = *p == '{' ? place_at(p) : PLACES;
        size_t n = place < PLACES ? strlen(place_names[place]) : strcspn(p, "{");

        if (place == PLACES)
            error = buffer_add(out, p, n);
        else if (place == PLACE_URL)
            error = template_encode(out, url);
        else if (place == PLACE_RAW)
            error = buffer_add(out, url.p, url.n);
        else if (place == PLACE_HMAC)
            error = add_hmac(out, t, url);
        else
            error = template_add_host(out, t, url, place);
        p += n;
    }
    return error;
}

/* ---- Knowing ---- */

/* What a URL has in the places that are compared. */
struct template_found {
    trawl_str link, hmac;
    enum template_place kind; /* of the link: PLACE_URL or PLACE_RAW */
};

/* Matches the rest of a template with the rest of a URL. A place takes as much as it can. */
static bool match(const char *text, trawl_str url, struct template_found *found)
{
    size_t n = strcspn(text, "{"), most = 0;
    enum template_place place;

    if (n > url.n || memcmp(text, url.p, n) != 0)
        return false;
    url = (trawl_str){url.p + n, url.n - n};
    text += n;
    if (!*text)
        return url.n == 0;
    place = place_at(text);
    text += strlen(place_names[place]);
    while (most < url.n && place_takes(place, (unsigned char)url.p[most]))
        most++;
    for (; most > 0; most--) {
        if (!match(text, (trawl_str){url.p + most, url.n - most}, found))
            continue;
        if (place == PLACE_HMAC)
            found->hmac = (trawl_str){url.p, most};
        else if (place <= PLACE_RAW)
            found->link = (trawl_str){url.p, most}, found->kind = place;
        return true;
    }
    return false;
}

/* Sets t->decoded to the link, without its escapes if it was in {url}. */
static int template_decode(struct template *t, const struct template_found *found)
{
    int error;

    t->decoded.n = 0;
    error = buffer_add(&t->decoded, found->link.p, found->link.n);
    if (error == TRAWL_OK && found->kind == PLACE_URL)
        t->decoded.n = ascii_unescape(t->decoded.p, t->decoded.p, t->decoded.n, 0);
    return error;
}

/* Returns true for a URL with a "." or ".." in its path: browsers read another path. */
static bool moves(trawl_str url)
{
    static const char *const dots[] = {".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"};

    for (size_t i = 0, n; i < url.n; i += n + 1) {
        for (n = 0; i + n < url.n && !strchr("/\\?#", url.p[i + n]);)
            n++;
        for (size_t k = 0; k < sizeof dots / sizeof dots[0]; k++)
            if (n == strlen(dots[k]) && ascii_same(url.p + i, dots[k], n))
                return true;
        if (i + n < url.n && strchr("?#", url.p[i + n]))
            break;
    }
    return false;
}

int template_made(struct template *t, trawl_str url)
{
    struct template_found found = {.kind = PLACE_URL};
    char hex[HMAC_HEX];
    int error;

    if (!t->text || !match(t->text, url, &found) || moves(url))
        return 0;
    if (!template_has(t, place_names[PLACE_HMAC]))
        return 1;
    if (found.hmac.n != sizeof hex)
        return 0;
    error = template_decode(t, &found);
    if (error != TRAWL_OK)
        return error;
    write_hmac(hex, t, buffer_str(&t->decoded));
    return memcmp(hex, found.hmac.p, sizeof hex) == 0;
}

void template_free(struct template *t)
{
    buffer_free(&t->key);
    buffer_free(&t->host);
    buffer_free(&t->decoded);
}
