/* take.c - what the decoders write: code points, and U+FFFD for bytes that are none */
#include "charset/take.h"

#define REPLACEMENT 0xFFFD

static bool is_scalar(uint32_t code)
{
    return code < 0xD800 || (code >= 0xE000 && code <= 0x10FFFF);
}

void take_code(taken *t, size_t n, uint32_t code)
{
    unsigned more;

    if (!is_scalar(code))
        code = REPLACEMENT;
    t->n = n;
    if (code < 0x80) {
        t->len = 1;
        t->text[0] = (char)code;
        return;
    }
    more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    t->len = more + 1;
    for (unsigned i = more; i > 0; i--, code >>= 6)
        t->text[i] = (char)(0x80 | (code & 0x3F));
    t->text[0] = (char)((0xF00 >> (more + 1) & 0xFF) | code);
}

void take_bad(taken *t, size_t n)
{
    take_code(t, n, REPLACEMENT);
}

void take_nothing(taken *t, size_t n)
{
    t->n = n;
    t->len = 0;
}
