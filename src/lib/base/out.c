/* out.c - writes text into a buffer that may be too small (see out.h) */
#include "base/out.h"

#include <string.h>

void out_put(text_out *o, const char *bytes, size_t n)
{
    size_t room = o->len < o->size ? o->size - o->len : 0;
    size_t fits = n < room ? n : room;

    if (fits > 0)
        memcpy(o->p + o->len, bytes, fits);
    o->len += n;
}

void out_byte(text_out *o, char c)
{
    if (o->len < o->size)
        o->p[o->len] = c;
    o->len++;
}

void out_number(text_out *o, unsigned number)
{
    char digits[10];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    out_put(o, digits + at, sizeof digits - at);
}

void out_percent(text_out *o, unsigned char byte)
{
    static const char hex[] = "0123456789ABCDEF";

    out_byte(o, '%');
    out_byte(o, hex[byte >> 4]);
    out_byte(o, hex[byte & 15]);
}
