/* wide_code.h - UTF-8 of what tables hold: code points from U+0080 to U+FFFF, no surrogates */
#ifndef TRAWL_CHARSET_WIDE_CODE_H
#define TRAWL_CHARSET_WIDE_CODE_H

#include <stdint.h>

/* How many bytes it has. */
static inline unsigned wide_length(uint16_t code)
{
    return code < 0x800 ? 2 : 3;
}

static inline void wide_put(char *out, uint16_t code)
{
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return;
    }
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
}

#endif
