/* kernel_avx512.c - the kernel for x86-64 with AVX-512BW: 64 bytes at a time; what it tells of them are bits at once
 *
 * Of a block's end, which has less, only those that are there are loaded: a mask says which.
 */
#include "kernel/kernel_inside.h"

#if KERNEL_X86
#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512bw,bmi,popcnt")))

AVX512 static inline __m512i load(const char *p)
{
    return _mm512_loadu_si512(p);
}

AVX512 static inline __m512i each(char c)
{
    return _mm512_set1_epi8(c);
}

/* The n first of 64, at most all. */
AVX512 static inline __mmask64 first(size_t n)
{
    return n < 64 ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
}

AVX512 static inline __m512i halves(const unsigned char table[16])
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

/* A bit for each byte that is in the set. */
AVX512 static inline uint64_t is_in(__m512i low, __m512i high, __m512i here)
{
    const __m512i half = each(15);
    __m512i upper = _mm512_and_si512(_mm512_srli_epi16(here, 4), half);

    return _mm512_test_epi8_mask(_mm512_shuffle_epi8(low, _mm512_and_si512(here, half)),
                                 _mm512_shuffle_epi8(high, upper));
}

/* A bit for each of the 64 bytes at p that may be a trigger; 66 are looked at. Colons are none before a blank, nor, if no slash
 * follows, behind what is no letter (nor a bracket, "_" and the like), as in times; of "ww" it is enough that both bytes have
 * its bits: kernel_is_trigger() has the last word. */
AVX512 static inline uint64_t maybe(__m512i low, __m512i high, __m512i w, const char *p)
{
    __m512i here = load(p), next = load(p + 1);
    uint64_t colon = _mm512_cmpeq_epi8_mask(here, each(':')), blank = _mm512_cmple_epu8_mask(next, each(' '));
    uint64_t alone = _mm512_cmplt_epi8_mask(load(p - 1), each('@')) & _mm512_cmpneq_epi8_mask(next, each('/'));
    uint64_t pair = _mm512_cmpeq_epi8_mask(_mm512_or_si512(_mm512_and_si512(here, next), each(' ')), w);

    return (is_in(low, high, here) & ~(colon & (blank | alone))) | pair;
}

AVX512 static size_t trigger(const kernel_set *s, const char *p, size_t i, size_t n)
{
    const __m512i low = halves(s->low), high = halves(s->high), w = each(s->www ? 'w' : 0);

    if (i == 0 && n > 0 && kernel_is_trigger(s, p, i++, n))
        return 0;
    for (; s->halves && n > i && n - i > 64; i += 64) {
        for (uint64_t bits = maybe(low, high, w, p + i); bits; bits &= bits - 1)
            if (kernel_is_trigger(s, p, i + (size_t)__builtin_ctzll(bits), n))
                return i + (size_t)__builtin_ctzll(bits);
    }
    return i < n ? kernel_trigger_slowly(s, p, i, n) : n;
}

/* How many bytes are in the set, or are not. */
AVX512 static inline size_t run(const kernel_set *s, const char *p, size_t n, uint64_t flip)
{
    const __m512i low = halves(s->low), high = halves(s->high);

    if (!s->halves)
        return flip ? kernel_span_slowly(s, p, 0, n) : kernel_find_slowly(s, p, 0, n);
    for (size_t i = 0; i < n; i += 64) {
        __mmask64 there = first(n - i);
        uint64_t bits = (is_in(low, high, _mm512_maskz_loadu_epi8(there, p + i)) ^ flip) & there;
        if (bits)
            return i + (size_t)__builtin_ctzll(bits);
    }
    return n;
}

AVX512 static size_t find(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, 0);
}

AVX512 static size_t span(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, ~(uint64_t)0);
}

AVX512 static uint64_t bits(const kernel_set *s, const char *p)
{
    return s->halves ? is_in(halves(s->low), halves(s->high), load(p)) : kernel_bits_slowly(s, p);
}

AVX512 static uint64_t copy(const kernel_set *s, char *to, const char *p)
{
    memcpy(to, p, KERNEL_BLOCK);
    return bits(s, p);
}

AVX512 static size_t line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    const __m512i lf = each('\n'), a = each(s->byte[0]), b = each(s->byte[1]), c = each(s->byte[2]),
                  d = each(s->byte[3]);

    for (; i < n && n - i > 64; i += 64) {
        __m512i next = load(p + i + 1);
        uint64_t ends = _mm512_cmpeq_epi8_mask(load(p + i), lf);
        uint64_t bits = _mm512_mask_cmpeq_epi8_mask(ends, next, a) | _mm512_mask_cmpeq_epi8_mask(ends, next, b) |
                        _mm512_mask_cmpeq_epi8_mask(ends, next, c) | _mm512_mask_cmpeq_epi8_mask(ends, next, d);
        for (; bits; bits &= bits - 1)
            if (kernel_is_line(s, p, i + (size_t)__builtin_ctzll(bits), n))
                return i + (size_t)__builtin_ctzll(bits);
    }
    return kernel_line_slowly(s, p, i, n);
}

AVX512 static uint64_t count(const char *p, size_t n, unsigned char byte)
{
    const __m512i wanted = each((char)byte);
    uint64_t all = 0;

    for (size_t i = 0; i < n; i += 64) {
        __mmask64 there = first(n - i);
        uint64_t bits = _mm512_mask_cmpeq_epi8_mask(there, _mm512_maskz_loadu_epi8(there, p + i), wanted);
        all += (uint64_t)__builtin_popcountll(bits);
    }
    return all;
}

AVX512 static size_t host(const char *p, size_t n, kernel_marks *marks)
{
    __mmask64 there = first(n);
    __m512i here = _mm512_maskz_loadu_epi8(there, p), lower = _mm512_or_si512(here, each(0x20));
    uint64_t dots = _mm512_cmpeq_epi8_mask(here, each('.')), hyphens = _mm512_cmpeq_epi8_mask(here, each('-'));
    uint64_t others = ~(dots | hyphens | _mm512_cmplt_epu8_mask(_mm512_sub_epi8(lower, each('a')), each(26)) |
                        _mm512_cmplt_epu8_mask(_mm512_sub_epi8(here, each('0')), each(10)));
    size_t end = others ? (size_t)__builtin_ctzll(others) : KERNEL_HOST;

    marks->dots = dots & first(end);
    marks->hyphens = hyphens & first(end);
    marks->labels = 1 + (unsigned)__builtin_popcountll(marks->dots);
    marks->last = marks->dots ? 64 - (size_t)__builtin_clzll(marks->dots) : 0;
    return end;
}

const kernel kernel_avx512 = {"avx512", trigger, find, span, bits, host, copy, line, count};
#endif
