/* document.c - extracts the page in a data: URL (RFC 2397)
 *
 *     data:text/html;charset=utf-8,%3Cp%3E   data:image/svg+xml;base64,PHN2Zz4=
 */
#include "base/ascii.h"
#include "base/check.h"
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

/* Returns the charset named in a type, "text/html;charset=NAME", or NULL. */
static const names_row *named_in(const char *type, size_t n)
{
    static const char name[] = "charset=";
    enum { NAME = sizeof name - 1 };

    for (size_t i = 0; i + NAME < n; i++) {
        size_t from = i + NAME, to = from;
        if (!ascii_same(type + i, name, NAME))
            continue;
        while (to < n && type[to] != ';')
            to++;
        return names_find(type + from, to - from);
    }
    return NULL;
}

/* Decodes p[0..n) in place if it is in a charset that hides ASCII. Returns the new length; what
 * does not fit into HTML_VALUE bytes is dropped. */
static size_t to_utf8(char *p, size_t n, const names_row *row, const memory *m)
{
    char text[HTML_VALUE];
    charset_io io = {.in = p, .in_n = n, .last = true, .out = text, .size = sizeof text};
    srcmap map;
    decoder d;
    bool wait;
    const names_row *marked = bom_find(p, n, true, &wait);

    row = marked ? marked : row;
    if (!row || row->kind == NAMES_RAW || row->kind == NAMES_SINGLE || row->kind == NAMES_MULTI ||
        charset_open(&d, row, m))
        return n;
    srcmap_open(&map, m);
    srcmap_switch_off(&map, true);
    io.map = &map;
    (void)charset_decode(&d, &io);
    charset_close(&d);
    srcmap_close(&map);
    CHECK(io.len <= HTML_VALUE);
    /* cppcheck-suppress uninitvar ; io.len bytes of it were written */
    memcpy(p, text, io.len);
    return io.len;
}

size_t page_document(const char *url, size_t n, char *out, const memory *m)
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
    text_n = coded ? document_decode(out, text_n) : text_n;
    return to_utf8(out, text_n, named_in(type, type_n), m);
}
