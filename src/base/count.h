/* count.h - how often a byte stands in a text, eight at a time */
#ifndef TRAWL_BASE_COUNT_H
#define TRAWL_BASE_COUNT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The sum of eight bytes. */
static inline uint64_t count_lanes(uint64_t lanes)
{
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);

    return (((lanes & even) + (lanes >> 8 & even)) * UINT64_C(0x0001000100010001)) >> 48;
}

static inline uint64_t count_byte(const char *p, size_t n, unsigned char byte)
{
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F), ones = UINT64_C(0x0101010101010101), wanted = ones * byte;
    uint64_t count = 0;

    while (n >= 8) {
        size_t words = n / 8 < 255 ? n / 8 : 255; /* a lane counts to 255 */
        uint64_t lanes = 0, x;
        n -= 8 * words;
        for (; words > 0; words--, p += 8) {
            memcpy(&x, p, 8);
            x ^= wanted;                                  /* a byte that is wanted is 00 now */
            lanes += ~(((x & low) + low) | x | low) >> 7; /* 01 for it, 00 for the others */
        }
        count += count_lanes(lanes);
    }
    for (; n > 0; n--, p++)
        count += (unsigned char)*p == byte;
    return count;
}

#endif
