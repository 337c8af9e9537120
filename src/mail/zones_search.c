/* zones_search.c - the search of zones_search.h
 *
 * The marks begin with more bytes than line_search.h takes, but all of them lie between '#' and '_', which leaves out lines that
 * begin with a small letter, a blank or what is beyond ASCII. What is left is looked up, first one byte, then more.
 */
#include "mail/zones_search.h"

#include <stdint.h>
#include <string.h>

#include "mail/zones_marks.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static bool is_hit(const char *p, size_t lf, size_t n)
{
    return zones_first[(unsigned char)p[lf + 1]] && (n - lf <= ZONES_START || zones_may_begin(p + lf + 1));
}

static size_t search_plain(const char *p, size_t i, size_t n)
{
    while (i + 1 < n) {
        const char *lf = memchr(p + i, '\n', n - 1 - i);
        if (!lf)
            break;
        i = (size_t)(lf - p);
        if (is_hit(p, i, n))
            return i;
        i++;
    }
    return n;
}

#if defined(__SSE2__)

/* A bit for each of the 16 bytes at p that is a LF with a byte behind it that may be the first one of a mark. */
static inline uint64_t candidates(const char *p)
{
    __m128i here = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)p), _mm_set1_epi8('\n'));
    __m128i next = _mm_loadu_si128((const __m128i *)(p + 1));
    __m128i from = _mm_cmpgt_epi8(next, _mm_set1_epi8('#' - 1));
    __m128i upto = _mm_cmpgt_epi8(_mm_set1_epi8('_' + 1), next);

    return (uint64_t)(unsigned)_mm_movemask_epi8(_mm_and_si128(here, _mm_and_si128(from, upto)));
}

size_t zones_search(const char *p, size_t i, size_t n)
{
    for (; i < n && n - i > 64; i += 64) {
        uint64_t at = candidates(p + i) | candidates(p + i + 16) << 16 | candidates(p + i + 32) << 32 |
                      candidates(p + i + 48) << 48;
        for (; at; at &= at - 1) {
            size_t lf = i + (size_t)__builtin_ctzll(at);
            if (is_hit(p, lf, n))
                return lf;
        }
    }
    return search_plain(p, i, n);
}

#else

size_t zones_search(const char *p, size_t i, size_t n)
{
    return search_plain(p, i, n);
}

#endif
