/* put.c - numbers; see put.h */
#include "cli/put.h"

#define EIGHT_DIGITS 100000000u

/* The digits of a number of at most eight, a byte each, the first one lowest: halves of it are divided by 100 at once,
 * and then quarters by 10, by multiplying with the divisor's inverse, which is exact for numbers so small. */
static uint64_t digits_of(uint32_t n)
{
    uint64_t two = n / 10000 | (uint64_t)(n % 10000) << 32, four, tens;

    four = (two * 10486 >> 20) & UINT64_C(0x0000007F0000007F);
    four |= (two - four * 100) << 16;
    tens = (four * 103 >> 10) & UINT64_C(0x000F000F000F000F);
    return tens | (four - tens * 10) << 8;
}

/* The digits of n, which has no more than eight; all: with the zeros in front of it. */
static char *put_digits(char *to, uint32_t n, int all)
{
    uint64_t digits = digits_of(n), text = digits | UINT64_C(0x3030303030303030);
    unsigned zeros = all ? 0 : digits > 0 ? (unsigned)__builtin_ctzll(digits) / 8 : 7;

    text >>= 8 * zeros;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    text = __builtin_bswap64(text);
#endif
    memcpy(to, &text, sizeof text); /* a fixed number is copied fastest, whatever is behind the digits */
    return to + sizeof text - zeros;
}

char *put_number(char *to, uint64_t n)
{
    int long_one = n >= EIGHT_DIGITS;

    if (n < 10) {
        *to = (char)('0' + n);
        return to + 1;
    }
    if (long_one)
        to = put_number(to, n / EIGHT_DIGITS);
    return put_digits(to, (uint32_t)(n % EIGHT_DIGITS), long_one);
}

char *put_hex(char *to, const char *p, size_t n)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        *to++ = digit[(unsigned char)p[i] >> 4];
        *to++ = digit[(unsigned char)p[i] & 15];
    }
    return to;
}
