/* trigger.c - the fast search for the bytes at which a candidate may stand */
#include "find/trigger.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

void trigger_add(trigger_set *s, unsigned char byte)
{
    if (s->table[byte])
        return;
    s->table[byte] = 1;
    if (s->count < TRIGGER_BYTES)
        s->byte[s->count] = byte;
    s->count++;
}

static bool is_w(char c)
{
    return (c | 0x20) == 'w';
}

/* One byte after the other: for the ends of a text. */
static size_t next_slowly(const trigger_set *s, const char *p, size_t i, size_t n)
{
    for (; i < n; i++)
        if (s->table[(unsigned char)p[i]] || (s->www && is_w(p[i]) && (i + 1 == n || is_w(p[i + 1]))))
            break;
    return i;
}

#if defined(__SSE2__)

/* Where "w" stands before another one, in any case; p[16] is looked at too. */
static inline __m128i double_w(const char *p, __m128i here)
{
    const __m128i w = _mm_set1_epi8('w'), lower = _mm_set1_epi8(0x20);
    __m128i next = _mm_or_si128(_mm_loadu_si128((const __m128i *)(p + 1)), lower);

    return _mm_and_si128(_mm_cmpeq_epi8(_mm_or_si128(here, lower), w), _mm_cmpeq_epi8(next, w));
}

static inline __m128i load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

/* For three triggers and "ww", which is what is looked for by default. */
static size_t next_of_three(const trigger_set *s, const char *p, size_t i, size_t n)
{
    const __m128i a = _mm_set1_epi8((char)s->byte[0]), b = _mm_set1_epi8((char)s->byte[1]),
                  c = _mm_set1_epi8((char)s->byte[2]);

    for (; n - i > 16; i += 16) {
        __m128i here = load(p + i), found = _mm_or_si128(_mm_cmpeq_epi8(here, a), _mm_cmpeq_epi8(here, b));
        found = _mm_or_si128(_mm_or_si128(found, _mm_cmpeq_epi8(here, c)), double_w(p + i, here));
        if (_mm_movemask_epi8(found))
            return i + (size_t)__builtin_ctz((unsigned)_mm_movemask_epi8(found));
    }
    return i;
}

/* For any set. */
static size_t next_of_many(const trigger_set *s, const char *p, size_t i, size_t n)
{
    for (; n - i > 16; i += 16) {
        __m128i here = load(p + i), found = s->www ? double_w(p + i, here) : _mm_setzero_si128();
        for (unsigned k = 0; k < s->count; k++)
            found = _mm_or_si128(found, _mm_cmpeq_epi8(here, _mm_set1_epi8((char)s->byte[k])));
        if (_mm_movemask_epi8(found))
            return i + (size_t)__builtin_ctz((unsigned)_mm_movemask_epi8(found));
    }
    return i;
}

size_t trigger_next(const trigger_set *s, const char *p, size_t i, size_t n)
{
    if (i < n && s->table[(unsigned char)p[i]])
        return i;
    if (s->count <= TRIGGER_BYTES && n - i > 16)
        i = s->count == 3 && s->www ? next_of_three(s, p, i, n) : next_of_many(s, p, i, n);
    return n - i > 16 && s->count <= TRIGGER_BYTES ? i : next_slowly(s, p, i, n);
}

#else

size_t trigger_next(const trigger_set *s, const char *p, size_t i, size_t n)
{
    const unsigned char *u = (const unsigned char *)p, *t = s->table;

    while (!s->www && n - i >= 8) {
        if (t[u[i]] | t[u[i + 1]] | t[u[i + 2]] | t[u[i + 3]] | t[u[i + 4]] | t[u[i + 5]] | t[u[i + 6]] | t[u[i + 7]])
            break;
        i += 8;
    }
    return next_slowly(s, p, i, n);
}

#endif
