/* plain.h - how many bytes at the front of a text are printable ASCII that no markup cares about: 16 at a time where the
 * machine has SSE2, else one by one
 *
 * Neither control characters, line ends included, nor anything beyond ASCII; and none of & < > " ' unless markup may stand.
 */
#ifndef TRAWL_BASE_PLAIN_H
#define TRAWL_BASE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/* A bit for each of the 16 bytes at p that ends the run. Signed, what lies beyond ASCII is below the space. */
static inline unsigned plain_ends(const char *p, bool markup)
{
    __m128i here = _mm_loadu_si128((const __m128i *)p);
    __m128i ends = _mm_or_si128(_mm_cmplt_epi8(here, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(here, _mm_set1_epi8(0x7F)));

    if (!markup) { /* "&" and "'" differ in bit 0, "<" and ">" in bit 1 */
        __m128i and = _mm_cmpeq_epi8(_mm_or_si128(here, _mm_set1_epi8(1)), _mm_set1_epi8('\''));
        __m128i angle = _mm_cmpeq_epi8(_mm_or_si128(here, _mm_set1_epi8(2)), _mm_set1_epi8('>'));
        __m128i quote = _mm_cmpeq_epi8(here, _mm_set1_epi8('"'));
        ends = _mm_or_si128(ends, _mm_or_si128(quote, _mm_or_si128(and, angle)));
    }
    return (unsigned)_mm_movemask_epi8(ends);
}
#endif

static inline bool plain_byte(char c, bool markup)
{
    return c >= ' ' && c < 0x7F && (markup || (c != '&' && c != '\'' && c != '<' && c != '>' && c != '"'));
}

static inline size_t plain_run(const char *p, size_t n, bool markup)
{
    size_t i = 0;

#if defined(__SSE2__)
    for (unsigned ends; n - i >= 16; i += 16)
        if ((ends = plain_ends(p + i, markup)))
            return i + (size_t)__builtin_ctz(ends);
#endif
    while (i < n && plain_byte(p[i], markup))
        i++;
    return i;
}

#endif
