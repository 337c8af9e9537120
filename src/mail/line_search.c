/* line_search.c - the search of line_search.h
 *
 * A block is compared with LF, and the block that begins one byte later with each byte of the set; where both hold
 * stands an answer. Lines of mail are short, so stopping at each LF first, as memchr() would, costs more than to
 * compare all.
 */
#include "mail/line_search.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Returns how many there are. */
static unsigned line_set_fill(char to[LINE_SET_MAX], const char *bytes)
{
    size_t n = strlen(bytes);

    n = n < LINE_SET_MAX ? n : LINE_SET_MAX;
    for (unsigned k = 0; k < LINE_SET_MAX; k++)
        to[k] = bytes[k < n ? k : n - 1];
    return (unsigned)n;
}

void line_set_make(line_set *set, const char *bytes)
{
    set->n = line_set_fill(set->byte, bytes);
    set->then_n = 0;
}

void line_set_then(line_set *set, const char *bytes)
{
    set->then_n = line_set_fill(set->then, bytes);
}

static bool line_set_has(const char bytes[LINE_SET_MAX], char c)
{
    return c == bytes[0] || c == bytes[1] || c == bytes[2] || c == bytes[3];
}

size_t line_search_plain(const line_set *set, const char *p, size_t i, size_t n)
{
    while (i + 1 < n) {
        const char *lf = memchr(p + i, '\n', n - 1 - i);
        if (!lf)
            break;
        if (line_set_has(set->byte, lf[1]) && (set->then_n == 0 || lf + 2 == p + n || line_set_has(set->then, lf[2])))
            return (size_t)(lf - p);
        i = (size_t)(lf - p) + 1;
    }
    return n;
}

#if defined(__SSE2__)

typedef struct line_probe {
    __m128i lf, byte[LINE_SET_MAX];
} line_probe;

/* 0xFF for each of the 16 bytes at p that is a LF with one of the first few bytes of the set behind it. */
static inline __m128i line_hits(const line_probe *probe, const char *p, unsigned few)
{
    __m128i here = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)p), probe->lf);
    __m128i next = _mm_loadu_si128((const __m128i *)(p + 1));
    __m128i of = _mm_cmpeq_epi8(next, probe->byte[0]);

    for (unsigned k = 1; k < few; k++)
        of = _mm_or_si128(of, _mm_cmpeq_epi8(next, probe->byte[k]));
    return _mm_and_si128(here, of);
}

static inline uint64_t line_mask(__m128i a, __m128i b, __m128i c, __m128i d)
{
    uint64_t low = (uint64_t)_mm_movemask_epi8(a) | (uint64_t)_mm_movemask_epi8(b) << 16;
    uint64_t high = (uint64_t)_mm_movemask_epi8(c) | (uint64_t)_mm_movemask_epi8(d) << 16;

    return low | high << 32;
}

/* Of the hits in 64 bytes at p, the first that is followed by what may follow, and those behind it. */
static uint64_t line_followed(const line_set *set, const char *p, uint64_t hits)
{
    while (hits && set->then_n > 0 && !line_set_has(set->then, p[__builtin_ctzll(hits) + 2]))
        hits &= hits - 1;
    return hits;
}

static inline size_t line_search_few(const line_set *set, const char *p, size_t i, size_t n, unsigned few, bool *hit)
{
    line_probe probe = {.lf = _mm_set1_epi8('\n')};

    for (unsigned k = 0; k < few; k++)
        probe.byte[k] = _mm_set1_epi8(set->byte[k]);
    for (; n - i > 65; i += 64) {
        __m128i a = line_hits(&probe, p + i, few), b = line_hits(&probe, p + i + 16, few);
        __m128i c = line_hits(&probe, p + i + 32, few), d = line_hits(&probe, p + i + 48, few);
        uint64_t hits = 0;
        if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d))))
            hits = line_followed(set, p + i, line_mask(a, b, c, d));
        if ((*hit = hits != 0))
            return i + (size_t)__builtin_ctzll(hits);
    }
    for (; n - i > 17; i += 16) {
        uint64_t hits = (uint64_t)_mm_movemask_epi8(line_hits(&probe, p + i, few));
        hits = line_followed(set, p + i, hits);
        if ((*hit = hits != 0))
            return i + (size_t)__builtin_ctzll(hits);
    }
    return i;
}

size_t line_search(const line_set *set, const char *p, size_t i, size_t n)
{
    bool hit = false;

    if (i >= n)
        return n;
    if (n - i <= 17)
        return line_search_plain(set, p, i, n);
    if (set->n == 1)
        i = line_search_few(set, p, i, n, 1, &hit);
    else if (set->n == 2)
        i = line_search_few(set, p, i, n, 2, &hit);
    else
        i = line_search_few(set, p, i, n, LINE_SET_MAX, &hit);
    return hit ? i : line_search_plain(set, p, i, n);
}

#else

size_t line_search(const line_set *set, const char *p, size_t i, size_t n)
{
    return line_search_plain(set, p, i, n);
}

#endif
