/* kernel_avx512.h - what the files of the kernel for AVX-512 share */
#ifndef TRAWL_KERNEL_AVX512_H
#define TRAWL_KERNEL_AVX512_H

#include "kernel/kernel_avx2.h"

#if KERNEL_X86

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi,popcnt")))

AVX512 static inline __m512i load64(const char *p)
{
    return _mm512_loadu_si512(p);
}

AVX512 static inline __m512i all(char c)
{
    return _mm512_set1_epi8(c);
}

AVX512 static inline __m512i halves64(const unsigned char table[16])
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

/* kernel_avx512_text.c: as kernel.h has it. */
size_t kernel_avx512_escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all_n);
size_t kernel_avx512_quoted(const char *p, size_t n, char **to);

#endif
#endif
