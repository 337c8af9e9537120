/* bytes.c - percent-encodes the bytes of a URL that are not UTF-8 (rule M14) */

#include "base/out.h"
#include "base/sixteen.h"
#include "base/utf8.h"
#include "url/url.h"

/* Returns true when all bytes are ASCII. */
static bool are_ascii(const char *p, size_t n)
{
    sixteen all = {0};

    if (n < sizeof all)
        return sixteen_bits(sixteen_part(p, n)) == 0;
    for (size_t i = 0; i + sizeof all <= n; i += sizeof all)
        all |= sixteen_load(p + i);
    return sixteen_bits(all | sixteen_load(p + n - sizeof all)) == 0;
}

bool bytes_are_utf8(const char *url, size_t n)
{
    for (size_t i = are_ascii(url, n) ? n : 0; i < n;) {
        const utf8_char c = utf8_decode(url + i, n - i);

        if (c.code == UTF8_INVALID)
            return false;
        i += c.len;
    }
    return true;
}

size_t bytes_escape(char *out, size_t size, const char *url, size_t n)
{
    text_out o = {out, size, 0};

    for (size_t i = 0; i < n;) {
        const utf8_char c = utf8_decode(url + i, n - i);

        if (c.code != UTF8_INVALID)
            out_put(&o, url + i, c.len);
        for (unsigned k = 0; k < c.len && c.code == UTF8_INVALID; k++)
            out_percent(&o, (unsigned char)url[i + k]);
        i += c.len;
    }
    return o.len <= size ? o.len : 0;
}
