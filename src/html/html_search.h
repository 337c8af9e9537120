/* html_search.h - the next of two bytes, or of three: 32 at a time where the machine has SSE2, else one by one */
#ifndef TRAWL_HTML_SEARCH_H
#define TRAWL_HTML_SEARCH_H

#include <stddef.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/* A bit for each of 16 bytes. */
static inline unsigned html_found(const char *p, __m128i all_a, __m128i all_b, __m128i all_c)
{
    __m128i here = _mm_loadu_si128((const __m128i *)p);
    __m128i hits = _mm_or_si128(_mm_cmpeq_epi8(here, all_a), _mm_cmpeq_epi8(here, all_b));

    return (unsigned)_mm_movemask_epi8(_mm_or_si128(hits, _mm_cmpeq_epi8(here, all_c)));
}
#endif

static inline const char *html_find(const char *p, const char *end, char a, char b, char c)
{
#if defined(__SSE2__)
    __m128i all_a = _mm_set1_epi8(a), all_b = _mm_set1_epi8(b), all_c = _mm_set1_epi8(c);
    unsigned bits;

    for (; end - p >= 32; p += 32) {
        bits = html_found(p, all_a, all_b, all_c) | html_found(p + 16, all_a, all_b, all_c) << 16;
        if (bits)
            return p + __builtin_ctz(bits);
    }
    for (; end - p >= 16; p += 16) {
        bits = html_found(p, all_a, all_b, all_c);
        if (bits)
            return p + __builtin_ctz(bits);
    }
#endif
    while (p < end && *p != a && *p != b && *p != c)
        p++;
    return p;
}

/* One byte, end for none. */
static inline const char *html_find_byte(const char *p, const char *end, char a)
{
    return html_find(p, end, a, a, a);
}

#endif
