/* escape.c - writes text of the archive as HTML: escaped, on one line, without controls and
 * invisible characters */
#include "archive/index/index.h"

#include "base/utf8.h"

static void put_code(struct output *o, const char *p, utf8_char c)
{
    switch (c.code) {
    case '&':
        output_text(o, "&amp;");
        return;
    case '<':
        output_text(o, "&lt;");
        return;
    case '>':
        output_text(o, "&gt;");
        return;
    case '"':
        output_text(o, "&quot;");
        return;
    case '\'':
        output_text(o, "&#39;");
        return;
    case '\t':
    case '\n':
    case '\r':
        output_byte(o, ' ');
        return;
    }
    if (c.code == UTF8_INVALID || c.code < 0x20 || (c.code >= 0x7f && c.code < 0xa0) ||
        c.code == 0x2028 || c.code == 0x2029 || (c.code & 0xfffe) == 0xfffe ||
        (c.code >= 0xfdd0 && c.code <= 0xfdef) || unicode_is(c.code, UNICODE_HIDDEN))
        output_text(o, "\xEF\xBF\xBD");
    else
        output_bytes(o, p, c.len);
}

void escape_put(struct output *o, trawl_str s, size_t most)
{
    size_t i = 0;

    for (utf8_char c; i < s.n && most > 0; i += c.len, most--) {
        c = utf8_decode(s.p + i, s.n - i);
        put_code(o, s.p + i, c);
    }
    if (i < s.n)
        output_text(o, "\xE2\x80\xA6");
}
