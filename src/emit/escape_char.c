/* escape_char.c - what all contexts ask of characters beyond ASCII; see escape.h */
#include "emit/escape.h"

#include <string.h>

#include "base/utf8.h"

enum escape_kind escape_kind_of(uint32_t code)
{
    static const uint16_t hidden[][2] = {
        {0xAD, 0xAD},     {0x61C, 0x61C},   {0x200B, 0x200B}, {0x200E, 0x200F},
        {0x202A, 0x202E}, {0x2060, 0x2060}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF},
    };

    if (code == UTF8_INVALID || (code >= 0x80 && code < 0xA0) || (code & 0xFFFE) == 0xFFFE ||
        (code >= 0xFDD0 && code <= 0xFDEF))
        return ESCAPE_BAD;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0] && code >= hidden[i][0]; i++)
        if (code <= hidden[i][1])
            return ESCAPE_HIDDEN;
    return ESCAPE_SHOWN;
}

size_t escape_label(char label[ESCAPE_LABEL], uint32_t code)
{
    static const char hex[] = "0123456789ABCDEF";
    size_t n = 3;

    memcpy(label, "[U+", n);
    for (int shift = code > 0xFFFFF ? 20 : code > 0xFFFF ? 16 : 12; shift >= 0; shift -= 4)
        label[n++] = hex[code >> shift & 15];
    label[n++] = ']';
    return n;
}

bool escape_is_cut(const char *p, size_t n)
{
    utf8_char c = utf8_decode(p, n);

    return c.code == UTF8_INVALID && c.len == n && utf8_length((unsigned char)p[0]) > n;
}
