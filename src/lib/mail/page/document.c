/* document.c - extracts the page in a data: URL (RFC 2397)
 *
 *     data:text/html;charset=utf-8,%3Cp%3E   data:image/svg+xml;base64,PHN2Zz4=
 */
#include "base/ascii.h"
#include "mail/page/page.h"

/* Returns true for the types that browsers show as a page or a picture with links. */
static bool document_is_page(const char *type, size_t n)
{
    static const char *const types[] = {"text/html", "application/xhtml+xml", "image/svg+xml",
                                        "text/xml", "application/xml"};

    while (n > 0 && (unsigned char)type[n - 1] <= ' ')
        n--;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (n == strlen(types[i]) && ascii_same(type, types[i], n))
            return true;
    return false;
}

/* Decodes base64 in place; skips other characters. Returns the new length. */
static size_t document_decode(char *p, size_t n)
{
    unsigned bits = 0, count = 0;
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        int value = ascii_base64((unsigned char)p[i]);
        if (value < 0)
            continue;
        bits = bits << 6 | (unsigned)value;
        count += 6;
        if (count < 8)
            continue;
        count -= 8;
        p[len++] = (char)(unsigned char)(bits >> count);
    }
    return len;
}

size_t page_document(const char *url, size_t n, char *out)
{
    enum { DATA = sizeof "data:" - 1, BASE64 = sizeof ";base64" - 1 };
    const char *comma = n > DATA ? memchr(url, ',', n) : NULL, *type = url + DATA, *semicolon;
    size_t type_n = comma && comma > type ? (size_t)(comma - type) : 0, text_n;
    bool coded;

    while (type_n > 0 && (unsigned char)type[type_n - 1] <= ' ')
        type_n--;
    coded = type_n > BASE64 && ascii_same(type + type_n - BASE64, ";base64", BASE64);
    semicolon = memchr(type, ';', type_n);
    if (!comma || !ascii_same(url, "data:", DATA) ||
        !document_is_page(type, semicolon ? (size_t)(semicolon - type) : type_n))
        return 0;
    text_n = n - (size_t)(comma + 1 - url);
    if (!out)
        return text_n;
    text_n = ascii_unescape(out, comma + 1, text_n, 0);
    return coded ? document_decode(out, text_n) : text_n;
}
