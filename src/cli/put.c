/* put.c - numbers; see put.h */
#include "cli/put.h"

#define EIGHT_DIGITS 100000000u

/* clang-format off */

#define TENS(t) {(t), '0'}, {(t), '1'}, {(t), '2'}, {(t), '3'}, {(t), '4'}, {(t), '5'}, {(t), '6'}, {(t), '7'}, {(t), '8'}, {(t), '9'}

const char put_two_digits[100][2] = {
    {'0'}, {'1'}, {'2'}, {'3'}, {'4'}, {'5'}, {'6'}, {'7'}, {'8'}, {'9'},
    TENS('1'), TENS('2'), TENS('3'), TENS('4'), TENS('5'), TENS('6'), TENS('7'), TENS('8'), TENS('9'),
};

/* clang-format on */

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

static void put_eight(char *to, uint64_t text)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    text = __builtin_bswap64(text);
#endif
    memcpy(to, &text, sizeof text); /* a fixed number is copied fastest, whatever is behind the digits */
}

#define ZEROS UINT64_C(0x3030303030303030)

/* The last eight digits are put with the zeros in front of them. */
__attribute__((noinline)) static char *put_longer_number(char *to, uint64_t n)
{
    to = put_number(to, n / EIGHT_DIGITS);
    put_eight(to, digits_of((uint32_t)(n % EIGHT_DIGITS)) | ZEROS);
    return to + 8;
}

char *put_long_number(char *to, uint64_t n)
{
    uint64_t digits;
    unsigned zeros;

    if (n >= EIGHT_DIGITS)
        return put_longer_number(to, n);
    digits = digits_of((uint32_t)n);
    zeros = (unsigned)__builtin_ctzll(digits) / 8;
    put_eight(to, (digits | ZEROS) >> 8 * zeros);
    return to + 8 - zeros;
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
