/* escape.c - writes text of the archive as HTML: escaped, on one line, without controls and
 * invisible characters */
#include "archive/index/index.h"

#include "base/utf8.h"

static void put_code(struct output *out, const char *p, utf8_char character)
{
    switch (character.code) {
    case '&':
        output_text(out, "&amp;");
        return;
    case '<':
        output_text(out, "&lt;");
        return;
    case '>':
        output_text(out, "&gt;");
        return;
    case '"':
        output_text(out, "&quot;");
        return;
    case '\'':
        output_text(out, "&#39;");
        return;
    case '\t':
    case '\n':
    case '\r':
        output_byte(out, ' ');
        return;
    }
    if (character.code == UTF8_INVALID || character.code < 0x20 ||
        (character.code >= 0x7f && character.code < 0xa0) || character.code == 0x2028 ||
        character.code == 0x2029 || (character.code & 0xfffe) == 0xfffe ||
        (character.code >= 0xfdd0 && character.code <= 0xfdef) ||
        unicode_is(character.code, UNICODE_HIDDEN))
        output_text(out, "\xEF\xBF\xBD");
    else
        output_bytes(out, p, character.len);
}

void escape_put(struct output *out, trawl_str text, size_t most)
{
    size_t i = 0;

    for (utf8_char character; i < text.n && most > 0; i += character.len, most--) {
        character = utf8_decode(text.p + i, text.n - i);
        put_code(out, text.p + i, character);
    }
    if (i < text.n)
        output_text(out, "\xE2\x80\xA6");
}
