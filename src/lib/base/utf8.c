/* utf8.c - decodes and encodes one code point of UTF-8; the table of invisible code points */
#include "base/utf8.h"

unsigned utf8_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if ((lead & 0xF0) == 0xE0)
        return 3;
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

/* Returns true when the second byte may follow the first. After four lead bytes the range is
 * smaller: other second bytes would be overlong, a surrogate, or too big. */
static bool second_byte_fits(unsigned char lead, unsigned char second)
{
    unsigned from = lead == 0xE0   ? 0xA0
                    : lead == 0xF0 ? 0x90
                                   : 0x80,
             to = lead == 0xED   ? 0x9F
                  : lead == 0xF4 ? 0x8F
                                 : 0xBF;

    return second >= from && second <= to;
}

utf8_char utf8_decode(const char *s, size_t n)
{
    const unsigned char *u = (const unsigned char *)s;
    unsigned len = utf8_length(u[0]);
    uint32_t code;

    if (len == 1)
        return (utf8_char){u[0], 1};
    if (len == 0 || n < 2 || !second_byte_fits(u[0], u[1]))
        return (utf8_char){UTF8_INVALID, 1};
    code = (u[0] & (0x7Fu >> len)) << 6 | (u[1] & 0x3F);
    if (len == 2)
        return (utf8_char){code, 2};
    if (n < 3 || !utf8_goes_on(s[2]))
        return (utf8_char){UTF8_INVALID, 2};
    code = code << 6 | (u[2] & 0x3F);
    if (len == 3)
        return (utf8_char){code, 3};
    if (n < 4 || !utf8_goes_on(s[3]))
        return (utf8_char){UTF8_INVALID, 3};
    return (utf8_char){code << 6 | (u[3] & 0x3F), 4};
}

const uint16_t utf8_windows1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

utf8_char utf8_decode_or_byte(const char *s, size_t n)
{
    utf8_char at = utf8_decode(s, n);
    const unsigned char byte = (unsigned char)*s;

    if (at.code != UTF8_INVALID)
        return at;
    return (utf8_char){byte < 0xA0 ? utf8_windows1252[byte - 0x80] : byte, 1};
}

size_t utf8_encode(char *out, uint32_t code)
{
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};

    for (size_t i = n; i-- > 1; code >>= 6)
        out[i] = (char)(unsigned char)(0x80 | (code & 0x3F));
    out[0] = (char)(unsigned char)(lead[n] | code);
    return n;
}

typedef struct unicode_range {
    uint32_t from, to;
    unsigned char classes; /* bits: UNICODE_HIDDEN and so on */
} unicode_range;

#include "base/unicode_table.h"

unsigned unicode_classes(uint32_t code)
{
    for (size_t i = 0; i < sizeof invisible / sizeof invisible[0] && code >= invisible[i].from; i++)
        if (code <= invisible[i].to)
            return invisible[i].classes;
    return 0;
}
