/* wrap_take.h - what stands for itself in a wrapper's content: BYTE_PLAIN, sixteen bytes at a time where the machine has SSE2 */
#ifndef TRAWL_FIND_WRAP_TAKE_H
#define TRAWL_FIND_WRAP_TAKE_H

#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/wrap.h"

#if defined(__SSE2__)
#include <emmintrin.h>

/* A bit for each of sixteen bytes that is not plain: white space and controls, all beyond ASCII, and ( < > \ | of which some differ
 * in one bit. */
static inline unsigned wrap_not_plain(__m128i c)
{
    __m128i low = _mm_cmplt_epi8(c, _mm_set1_epi8('!')); /* from 0x80 on they are negative */
    __m128i angle = _mm_cmpeq_epi8(_mm_or_si128(c, _mm_set1_epi8('>' ^ '<')), _mm_set1_epi8('>'));
    __m128i bar = _mm_cmpeq_epi8(_mm_or_si128(c, _mm_set1_epi8('|' ^ '\\')), _mm_set1_epi8('|'));
    __m128i open = _mm_cmpeq_epi8(c, _mm_set1_epi8('(')), del = _mm_cmpeq_epi8(c, _mm_set1_epi8(0x7F));

    return (unsigned)_mm_movemask_epi8(
        _mm_or_si128(_mm_or_si128(_mm_or_si128(low, angle), _mm_or_si128(bar, open)), del));
}
#endif

/* Past the plain bytes at i. */
static inline size_t wrap_past_plain(const text *t, size_t i, size_t end)
{
#if defined(__SSE2__)
    for (; i < end && end - i >= 16; i += 16) {
        unsigned others = wrap_not_plain(_mm_loadu_si128((const __m128i *)(t->p + i)));
        if (others)
            return i + (size_t)__builtin_ctz(others);
    }
#endif
    while (i < end && byte_is((unsigned char)t->p[i], BYTE_PLAIN))
        i++;
    return i;
}

/* Past the plain bytes at p[i], which are written to the end of clean; sixteen more may be, of which nothing is meant. */
static inline size_t wrap_copy_plain(const char *p, size_t i, size_t end, char *to)
{
#if defined(__SSE2__)
    for (; i < end && end - i >= 16; i += 16, to += 16) {
        __m128i c = _mm_loadu_si128((const __m128i *)(p + i));
        unsigned others = wrap_not_plain(c);
        _mm_storeu_si128((__m128i *)to, c);
        if (others)
            return i + (size_t)__builtin_ctz(others);
    }
#endif
    while (i < end && byte_is((unsigned char)p[i], BYTE_PLAIN))
        *to++ = p[i++];
    return i;
}

/* ascii_is_alnum(), where the table is asked anyhow. */
static inline bool wrap_is_alnum(unsigned char c)
{
    return byte_is(c, BYTE_LABEL) && c != '-';
}

/* A letter, a digit or a part of a character beyond ASCII? */
static inline bool wrap_is_word(char c)
{
    return wrap_is_alnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* The bytes from..from+len of the window stand for the next n of the URL. */
static inline void wrap_add_piece(wrap *w, size_t from, size_t len, size_t n)
{
    wrap_piece *next = &w->pieces[w->piece_count];

    from -= w->open;
    if (w->piece_count > 0 && next[-1].to == from && next[-1].n == next[-1].to - next[-1].from && n == len) {
        next[-1].to = from + len;
        next[-1].n += n;
    } else if (w->piece_count < FOUND_PIECES) {
        *next = (wrap_piece){from, from + len, w->n, n};
        w->piece_count++;
    }
}

/* A hyphen at clean[pos] may have been put in. */
static inline void wrap_hyphen(wrap *w, size_t pos, bool kept, bool soft)
{
    w->hyphens[w->hyphen_count++] = (hyphen){pos, kept, soft};
    w->flags |= soft ? TRAWL_SOFT_HYPHEN : TRAWL_HYPHEN_BREAK;
}

/* So may the last one so far, at clean[pos], which a line break follows (R8). It is kept in the primary reading. */
static inline void wrap_kept_hyphen(wrap *w, size_t pos)
{
    const hyphen *next = &w->hyphens[w->hyphen_count];

    if (w->hyphen_count < FOUND_LINES && (w->hyphen_count == 0 || next[-1].pos != pos))
        wrap_hyphen(w, pos, true, false);
}

/* So many are looked at one by one: words may be short, and a processor guesses where they end sooner than it knows. */
#define WRAP_SHORT 4

/* wrap_copy_plain() where there may be few. */
static inline size_t wrap_copy_few(const char *p, size_t i, size_t end, char *to)
{
    if (end - i < 16)
        return wrap_copy_plain(p, i, end, to);
    memcpy(to, p + i, 16);
    for (size_t k = 0; k < WRAP_SHORT; k++)
        if (!byte_is((unsigned char)p[i + k], BYTE_PLAIN))
            return i + k;
    return wrap_copy_plain(p, i + WRAP_SHORT, end, to + WRAP_SHORT);
}

/* The plain bytes at i are part of the URL. */
static inline size_t wrap_take_plain(const text *t, size_t i, size_t end, wrap *w)
{
    size_t from = i, n;

    i = wrap_copy_few(t->p, i, end, w->clean + w->n);
    n = i - from;
    if (n > 0) {
        wrap_add_piece(w, from, n, n);
        w->n += n;
    }
    return i;
}

#endif
