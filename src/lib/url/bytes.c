/* bytes.c - percent-encodes the bytes of a URL that are not UTF-8 (rule M14) */

#include "base/out.h"
#include "base/sixteen.h"
#include "base/utf8.h"
#include "url/url.h"

bool bytes_are_utf8(const char *url, size_t n)
{
    for (size_t i = sixteen_has(url, n, 0) ? 0 : n; i < n;) {
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
