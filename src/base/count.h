/* count.h - how often a byte stands in a text, how many code points there are, and where its last line begins: 16 bytes at a
 * time where the machine has SSE2, else one by one */
#ifndef TRAWL_BASE_COUNT_H
#define TRAWL_BASE_COUNT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/* Over whole blocks of 16, at most 255 of them, which is as far as a lane of the sum can count. */
static inline uint64_t count_blocks(const char *p, size_t blocks, unsigned char byte)
{
    __m128i wanted = _mm_set1_epi8((char)byte), lanes = _mm_setzero_si128(), sums;

    for (; blocks > 0; blocks--, p += 16)
        lanes = _mm_sub_epi8(lanes, _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)p), wanted));
    sums = _mm_sad_epu8(lanes, _mm_setzero_si128());
    return (uint64_t)_mm_cvtsi128_si32(sums) + (uint64_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
}
#endif

/* The code points that begin in the text: all bytes but 80 to BF. */
static inline uint64_t count_code_points(const char *p, size_t n)
{
    uint64_t count = 0;

#if defined(__SSE2__)
    for (; n >= 16; n -= 16, p += 16) {
        __m128i begins = _mm_cmpgt_epi8(_mm_loadu_si128((const __m128i *)p), _mm_set1_epi8(-65));
        __m128i sums = _mm_sad_epu8(_mm_sub_epi8(_mm_setzero_si128(), begins), _mm_setzero_si128());
        count += (uint64_t)_mm_cvtsi128_si32(sums) + (uint64_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
    }
#endif
    for (; n > 0; n--, p++)
        count += ((unsigned char)*p & 0xC0) != 0x80;
    return count;
}

static inline uint64_t count_byte(const char *p, size_t n, unsigned char byte)
{
    uint64_t count = 0;

#if defined(__SSE2__)
    while (n >= 16) {
        size_t blocks = n / 16 < 255 ? n / 16 : 255;
        count += count_blocks(p, blocks, byte);
        p += 16 * blocks;
        n -= 16 * blocks;
    }
#endif
    for (; n > 0; n--, p++)
        count += (unsigned char)*p == byte;
    return count;
}

/* Of sixteen; not every x86-64 has an instruction for it. */
static inline unsigned count_bits(unsigned bits)
{
    bits -= bits >> 1 & 0x5555;
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
    bits = (bits + (bits >> 4)) & 0x0F0F;
    return (bits + (bits >> 8)) & 0x1F;
}

/* Where the last line begins, behind the last line feed, 0 when there is none; *points: the code points of it. Lines are
 * short, so it is looked for from the end. */
static inline size_t count_last_line(const char *p, size_t n, uint64_t *points)
{
    uint64_t count = 0;

#if defined(__SSE2__)
    for (; n >= 16; n -= 16, count += 16) {
        __m128i here = _mm_loadu_si128((const __m128i *)(p + n - 16));
        unsigned lf = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(here, _mm_set1_epi8('\n')));
        unsigned inner = (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(here, _mm_set1_epi8(-64))); /* 80 to BF */
        size_t from = lf ? 32 - (size_t)__builtin_clz(lf) : 0;
        if (inner)
            count -= count_bits(inner >> from);
        if (lf) {
            *points = count + 16 - from;
            return n - 16 + from;
        }
    }
#endif
    for (; n > 0 && p[n - 1] != '\n'; n--)
        count += ((unsigned char)p[n - 1] & 0xC0) != 0x80;
    *points = count;
    return n;
}

/* Behind the last such byte; 0 when there is none. For those that stand near the end. */
static inline size_t count_behind_last(const char *p, size_t n, unsigned char byte)
{
#if defined(__SSE2__)
    const size_t all = n;

    for (; n >= 16; n -= 16) {
        __m128i here = _mm_loadu_si128((const __m128i *)(p + n - 16));
        unsigned bits = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(here, _mm_set1_epi8((char)byte)));
        if (bits)
            return n - 16 + (32 - (size_t)__builtin_clz(bits));
    }
    if (all >= 16) { /* the first n of sixteen */
        __m128i here = _mm_loadu_si128((const __m128i *)p);
        unsigned bits = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(here, _mm_set1_epi8((char)byte)));
        bits &= (1u << n) - 1;
        return bits ? 32 - (size_t)__builtin_clz(bits) : 0;
    }
#endif
    while (n > 0 && (unsigned char)p[n - 1] != byte)
        n--;
    return n;
}

#endif
