/* head_line.h - between head.c and head_line.c: what a line of a header block is, by how it begins */
#ifndef TRAWL_MAIL_HEAD_LINE_H
#define TRAWL_MAIL_HEAD_LINE_H

#include <string.h>

#include "mail/head.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef enum head_line_kind { HEAD_LINE_UNKNOWN, HEAD_LINE_EMPTY, HEAD_LINE_HEADER, HEAD_LINE_OTHER } head_line_kind;

/* What a line is, the first of a block or not, of which the first n > 0 bytes are known. *colon: of a field, 0 for a fold and
 * for what is in front of the fields. */
head_line_kind head_kind_of(bool first, const char *p, size_t n, size_t *colon);

#if defined(__SSE2__)
/* Where bytes are no visible character of ASCII, or ":". */
static inline __m128i head_name_ends(__m128i here)
{
    __m128i colon = _mm_cmpeq_epi8(here, _mm_set1_epi8(':')), last = _mm_cmpeq_epi8(here, _mm_set1_epi8(0x7F));
    __m128i other = _mm_cmplt_epi8(here, _mm_set1_epi8('!')); /* from 0x80 on they are negative */

    return _mm_or_si128(_mm_or_si128(colon, last), other);
}
#endif

/* The same of a line behind the first one, of which n > 0 bytes are known, where a look at 32 bytes tells; else HEAD_LINE_UNKNOWN. */
static inline head_line_kind head_kind_at_once(const char *p, size_t n, size_t *colon)
{
    *colon = 0;
    if (*p == ' ' || *p == '\t')
        return HEAD_LINE_HEADER;
#if defined(__SSE2__)
    if (n >= 34) {
        const __m128i *here = (const __m128i *)p;
        unsigned ends = (unsigned)_mm_movemask_epi8(head_name_ends(_mm_loadu_si128(here)));
        ends |= (unsigned)_mm_movemask_epi8(head_name_ends(_mm_loadu_si128(here + 1))) << 16;
        *colon = ends ? (size_t)__builtin_ctz(ends) : 0;
        if (*colon > 0 && p[*colon] == ':' && p[*colon + 1] != '/')
            return HEAD_LINE_HEADER;
    }
#else
    (void)n;
#endif
    return HEAD_LINE_UNKNOWN;
}

/* The first LF, NULL for none. Most stand within 64 bytes, of which all are looked at: to stop at the first 16 that have one is
 * a jump that nobody foresees. */
static inline const char *head_find_feed(const char *p, size_t n)
{
#if defined(__SSE2__)
    const __m128i feed = _mm_set1_epi8('\n');
    uint64_t found = 0;

    if (n >= 64) {
        for (unsigned k = 0; k < 64; k += 16) {
            __m128i here = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(p + k)), feed);
            found |= (uint64_t)(unsigned)_mm_movemask_epi8(here) << k;
        }
        if (found)
            return p + __builtin_ctzll(found);
    }
#endif
    return memchr(p, '\n', n);
}

#endif
