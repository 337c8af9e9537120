/* kernel_sse2.c - the kernel for any x86-64: 16 bytes at a time, compared with each byte of the set
 *
 * There is no look-up in SSE2, so that sets of more than KERNEL_LIST bytes go through the table.
 */
#include "kernel/kernel_escape.h"

#if KERNEL_X86
#include <emmintrin.h>

static inline __m128i load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline __m128i is(__m128i v, char c)
{
    return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

static inline __m128i is_one_of(const kernel_set *s, unsigned count, __m128i here)
{
    __m128i found = _mm_setzero_si128();

    for (unsigned k = 0; k < count; k++)
        found = _mm_or_si128(found, is(here, (char)s->list[k]));
    return found;
}

static inline __m128i is_in(const kernel_set *s, __m128i here)
{
    return is_one_of(s, s->count, here);
}

/* A bit for each of the 16 bytes at p that may be a trigger; 17 are looked at. Colons before a blank are none, and of "ww" it is
 * enough that both bytes have its bits. */
static inline unsigned maybe(const kernel_set *s, unsigned count, __m128i w, const char *p)
{
    const __m128i space = _mm_set1_epi8(' ');
    __m128i here = load(p), next = load(p + 1), found = is_one_of(s, count, here);

    found = _mm_andnot_si128(_mm_and_si128(is(here, ':'), _mm_cmpeq_epi8(_mm_min_epu8(next, space), next)), found);
    found = _mm_or_si128(found, _mm_cmpeq_epi8(_mm_or_si128(_mm_and_si128(here, next), space), w));
    return (unsigned)_mm_movemask_epi8(found);
}

static inline uint64_t triggers_of(const kernel_set *s, unsigned count, const char *p, size_t blocks, uint64_t *bits)
{
    const __m128i w = _mm_set1_epi8(s->www ? 'w' : 0);
    uint64_t some = 0;

    for (size_t b = 0; b < blocks; b++) {
        uint64_t all = 0;
        for (unsigned i = 0; i < KERNEL_BLOCK; i += 16, p += 16)
            all |= (uint64_t)maybe(s, count, w, p) << i;
        bits[b] = all;
        some |= (uint64_t)(all != 0) << b;
    }
    return some;
}

static uint64_t triggers(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits)
{
    if (s->count == 3)
        return triggers_of(s, 3, p, blocks, bits);
    if (s->count <= KERNEL_LIST)
        return triggers_of(s, s->count, p, blocks, bits);
    return kernel_triggers_slowly(s, p, blocks, bits);
}

/* How many bytes are in the set, or are not. */
static inline size_t run(const kernel_set *s, const char *p, size_t n, unsigned flip)
{
    size_t i = 0;

    for (; s->count <= KERNEL_LIST && n - i >= 16; i += 16) {
        unsigned bits = (unsigned)_mm_movemask_epi8(is_in(s, load(p + i))) ^ flip;
        if (bits)
            return i + (size_t)__builtin_ctz(bits);
    }
    return flip ? kernel_span_slowly(s, p, i, n) : kernel_find_slowly(s, p, i, n);
}

static size_t find(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, 0);
}

static size_t span(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, 0xFFFF);
}

static uint64_t bits(const kernel_set *s, const char *p)
{
    uint64_t bits = 0;

    if (s->count > KERNEL_LIST)
        return kernel_bits_slowly(s, p);
    for (unsigned i = 0; i < KERNEL_BLOCK; i += 16)
        bits |= (uint64_t)(unsigned)_mm_movemask_epi8(is_in(s, load(p + i))) << i;
    return bits;
}

static size_t escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all)
{
    return kernel_escape_by(e, room, p, n, all, kernel_marked_slowly, kernel_note_slowly, kernel_put_slowly);
}

/* All bits of each of the 16 bytes at p that is a LF with one of the first few bytes of the line behind it; 17 are looked at. */
static inline __m128i maybe_line(const kernel_line *s, const char *p, unsigned few)
{
    __m128i next = load(p + 1), found = is(next, s->byte[0]);

    for (unsigned k = 1; k < few; k++)
        found = _mm_or_si128(found, is(next, s->byte[k]));
    return _mm_and_si128(found, is(load(p), '\n'));
}

/* Lines are short: to stop at each LF costs more than to compare all. */
static inline size_t line_of(const kernel_line *s, const char *p, size_t i, size_t n, unsigned few)
{
    for (; i < n && n - i > 32; i += 32) {
        __m128i low = maybe_line(s, p + i, few), high = maybe_line(s, p + i + 16, few);
        unsigned bits = (unsigned)_mm_movemask_epi8(low) | (unsigned)_mm_movemask_epi8(high) << 16;
        for (; bits; bits &= bits - 1)
            if (kernel_is_line(s, p, i + (size_t)__builtin_ctz(bits), n))
                return i + (size_t)__builtin_ctz(bits);
    }
    return kernel_line_slowly(s, p, i, n);
}

static size_t line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    if (s->n <= 2)
        return s->n == 1 ? line_of(s, p, i, n, 1) : line_of(s, p, i, n, 2);
    return line_of(s, p, i, n, KERNEL_LINE);
}

static size_t lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    return kernel_lines_slowly(s, p, i, n);
}

/* At most 255 times 16 bytes are summed up in a lane each. */
static uint64_t count(const char *p, size_t n, unsigned char byte)
{
    uint64_t all = 0;
    size_t i = 0;

    while (n - i >= 16) {
        __m128i lanes = _mm_setzero_si128();
        for (size_t end = n - i < 4080 ? n : i + 4080; end - i >= 16; i += 16)
            lanes = _mm_sub_epi8(lanes, is(load(p + i), (char)byte));
        lanes = _mm_sad_epu8(lanes, _mm_setzero_si128());
        all += (uint64_t)_mm_cvtsi128_si32(lanes) + (uint64_t)_mm_cvtsi128_si32(_mm_srli_si128(lanes, 8));
    }
    return all + kernel_count_slowly(p, i, n, byte);
}

const kernel kernel_sse2 = {
    .name = "sse2",
    .triggers = triggers,
    .find = find,
    .span = span,
    .bits = bits,
    .host = kernel_host_slowly,
    .escape = escape,
    .line = line,
    .lines = lines,
    .count = count,
    .behind = KERNEL_BEHIND,
};
#endif
