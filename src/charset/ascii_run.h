/* ascii_run.h - how many bytes at the front of a text are ASCII: 16 at a time where the machine has SSE2, else 8 */
#ifndef TRAWL_CHARSET_ASCII_RUN_H
#define TRAWL_CHARSET_ASCII_RUN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static inline size_t ascii_run(const char *p, size_t n)
{
    size_t i = 0;

#if defined(__SSE2__)
    for (; n - i >= 16; i += 16) {
        unsigned beyond = (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(p + i)));
        if (beyond)
            return i + (size_t)__builtin_ctz(beyond);
    }
#endif
    for (uint64_t eight; n - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, p + i, sizeof eight);
        if (eight & 0x8080808080808080u)
            break;
    }
    while (i < n && (unsigned char)p[i] < 0x80)
        i++;
    return i;
}

#endif
