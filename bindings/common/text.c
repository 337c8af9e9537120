/* text.c - finds bytes that are not UTF-8 */
#include <string.h>

#include "common.h"

size_t text_character(trawl_str s, bool *bad)
{
    const unsigned char *p = (const unsigned char *)s.p;
    unsigned char c = *p,
                  low = c == 0xE0   ? 0xA0
                        : c == 0xF0 ? 0x90
                                    : 0x80,
                  high = c == 0xED   ? 0x9F
                         : c == 0xF4 ? 0x8F
                                     : 0xBF;
    size_t n = c < 0x80 ? 1 : c < 0xC2 || c > 0xF4 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4, i = 1;

    for (; i < n && i < s.n && p[i] >= low && p[i] <= high; i++) {
        low = 0x80;
        high = 0xBF;
    }
    *bad = c == 0 || i != n;
    return i;
}

/* Returns true when all eight bytes are ASCII without NUL. */
static bool are_plain(const char *p)
{
    const uint64_t highest = UINT64_C(0x8080808080808080), ones = UINT64_C(0x0101010101010101);
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return ((word | (word - ones)) & highest) == 0;
}

size_t text_clean(trawl_str s)
{
    size_t i = 0;
    bool bad = false;

    while (i + 8 <= s.n && are_plain(s.p + i))
        i += 8;
    if (s.n >= 8 && i + 8 > s.n && are_plain(s.p + s.n - 8))
        return s.n;
    while (i < s.n) {
        size_t n = text_character((trawl_str){s.p + i, s.n - i}, &bad);

        if (bad)
            break;
        i += n;
    }
    return i;
}
