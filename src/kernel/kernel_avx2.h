/* kernel_avx2.h - what the files of the kernel for AVX2 share */
#ifndef TRAWL_KERNEL_AVX2_H
#define TRAWL_KERNEL_AVX2_H

#include "kernel/kernel_escape.h"

#if KERNEL_X86
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))

/* Triggers are sought in so many bytes at a time: those behind them come nearer while what was found is dealt with. */
#define KERNEL_SOON 4096

AVX2 static inline __m256i load(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

AVX2 static inline __m256i halves(const unsigned char table[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

/* Not 0 for each byte of the set. */
AVX2 static inline __m256i is_in(__m256i low, __m256i high, __m256i here)
{
    const __m256i half = _mm256_set1_epi8(15);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(here, 4), half);

    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(here, half)), _mm256_shuffle_epi8(high, upper));
}

/* A bit for each of the 32 bytes that is in the set. */
AVX2 static inline uint32_t bits_of(__m256i low, __m256i high, __m256i here)
{
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(is_in(low, high, here), _mm256_setzero_si256()));
}

AVX2 static inline uint64_t high_bits(__m256i one, __m256i two)
{
    return (uint32_t)_mm256_movemask_epi8(one) | (uint64_t)(uint32_t)_mm256_movemask_epi8(two) << 32;
}

/* The same of 64. */
AVX2 static inline uint64_t marks_of(const kernel_set *s, __m256i one, __m256i two)
{
    const __m256i low = halves(s->low), high = halves(s->high), zero = _mm256_setzero_si256();

    return ~high_bits(_mm256_cmpeq_epi8(is_in(low, high, one), zero), _mm256_cmpeq_epi8(is_in(low, high, two), zero));
}

/* As kernel.h has them. */
size_t kernel_avx2_line(const kernel_line *s, const char *p, size_t i, size_t n);
size_t kernel_avx2_find(const kernel_set *s, const char *p, size_t n);
size_t kernel_avx2_span(const kernel_set *s, const char *p, size_t n);
uint64_t kernel_avx2_count(const char *p, size_t n, unsigned char byte);
size_t kernel_avx2_escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all);
size_t kernel_avx2_base64(const char *p, size_t n, char *to);

#endif
#endif
