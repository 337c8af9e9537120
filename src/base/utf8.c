/* utf8.c - one code point from UTF-8 */
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

/* The second byte has a narrower range after these leads: E0 (overlong), ED (surrogates), F0 (overlong), F4 (too big). */
static int second_byte_fits(unsigned char lead, unsigned char second)
{
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;

    return second >= low && second <= high;
}

utf8_char utf8_decode(const char *s, size_t n)
{
    const unsigned char *u = (const unsigned char *)s;
    unsigned len = utf8_length(u[0]);
    utf8_char c = {UTF8_INVALID, 1};
    uint32_t code;

    if (len <= 1)
        return len == 1 ? (utf8_char){u[0], 1} : c;
    if (n < 2 || !second_byte_fits(u[0], u[1]))
        return c;
    code = u[0] & (0x7Fu >> len);
    code = code << 6 | (u[1] & 0x3F);
    for (c.len = 2; c.len < len; c.len++) {
        if (c.len >= n || (u[c.len] & 0xC0) != 0x80)
            return c;
        code = code << 6 | (u[c.len] & 0x3F);
    }
    c.code = code;
    return c;
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
