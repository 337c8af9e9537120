/* sse2.c - the kernel for any x86-64: compares 16 bytes at a time with each byte of the set
 *
 * SSE2 has no byte shuffle for lookups, so sets of more than KERNEL_LIST bytes use the table. On
 * WebAssembly, the names of SSE2's instructions stand for the vector instructions that do the same.
 */
#include "kernel/inside.h"

#if KERNEL_WASM
#include <wasm_simd128.h>

typedef v128_t __m128i;
#define _mm_and_si128 wasm_v128_and
#define _mm_andnot_si128(not, a) wasm_v128_andnot(a, not )
#define _mm_cmpeq_epi8 wasm_i8x16_eq
#define _mm_loadu_si128 wasm_v128_load
#define _mm_min_epu8 wasm_u8x16_min
#define _mm_movemask_epi8 (int)wasm_i8x16_bitmask
#define _mm_or_si128 wasm_v128_or
#define _mm_set1_epi8 wasm_i8x16_splat
#define _mm_setzero_si128() wasm_i8x16_splat(0)
#elif KERNEL_X86
#include <emmintrin.h>
#endif

#if KERNEL_X86 || KERNEL_WASM

static inline __m128i sse2_load(const char *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline __m128i sse2_is(__m128i v, char c)
{
    return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

static inline __m128i sse2_is_in(const kernel_set *s, unsigned count, __m128i here)
{
    __m128i found = _mm_setzero_si128();

    for (unsigned k = 0; k < count; k++)
        found = _mm_or_si128(found, sse2_is(here, (char)s->list[k]));
    return found;
}

/* Returns FF for each byte that, with the byte after it, is the first two letters of a name of
 * base/prefix.h, else 00. */
static inline __m128i sse2_pairs(__m128i here, __m128i next)
{
    const __m128i space = _mm_set1_epi8(' ');
    __m128i first = _mm_or_si128(here, space), second = _mm_or_si128(next, space),
            found = _mm_setzero_si128();

#define SSE2_OR_PAIR(id, digits, scheme, a, b, ...)                                                \
    found = _mm_or_si128(found, _mm_and_si128(sse2_is(first, a), sse2_is(second, b)));
    PREFIX_ROWS(SSE2_OR_PAIR)
    return found;
}

/* Returns one bit for each of the 16 bytes at p that may be a trigger. Reads 17 bytes. Leaves out
 * colons before a blank. `prefixes` is FF or 00 in all bytes. */
static inline unsigned sse2_maybe(const kernel_set *s, unsigned count, __m128i prefixes,
                                  const char *p)
{
    const __m128i space = _mm_set1_epi8(' ');
    __m128i here = sse2_load(p), next = sse2_load(p + 1), found = sse2_is_in(s, count, here);

    found = _mm_andnot_si128(
        _mm_and_si128(sse2_is(here, ':'), _mm_cmpeq_epi8(_mm_min_epu8(next, space), next)), found);
    found = _mm_or_si128(found, _mm_and_si128(sse2_pairs(here, next), prefixes));
    return (unsigned)_mm_movemask_epi8(found);
}

static uint64_t sse2_triggers(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits)
{
    const __m128i prefixes = _mm_set1_epi8(s->prefixes ? -1 : 0);
    uint64_t some = 0;

    if (s->count > KERNEL_LIST)
        return kernel_triggers_slowly(s, p, blocks, bits);
    for (size_t b = 0; b < blocks; b++) {
        uint64_t all = 0;
        for (unsigned i = 0; i < KERNEL_BLOCK; i += 16, p += 16)
            all |= (uint64_t)sse2_maybe(s, s->count, prefixes, p) << i;
        bits[b] = all;
        some |= (uint64_t)(all != 0) << b;
    }
    return some;
}

/* Returns the offset of the first byte in the set (flip 0) or not in it (flip 0xFFFF), or n. */
static inline size_t sse2_run(const kernel_set *s, const char *p, size_t n, unsigned flip)
{
    size_t i = 0;

    for (; s->count <= KERNEL_LIST && n - i >= 16; i += 16) {
        unsigned bits =
            (unsigned)_mm_movemask_epi8(sse2_is_in(s, s->count, sse2_load(p + i))) ^ flip;
        if (bits)
            return i + (size_t)__builtin_ctz(bits);
    }
    return flip ? kernel_span_slowly(s, p, i, n) : kernel_find_slowly(s, p, i, n);
}

static size_t sse2_find(const kernel_set *s, const char *p, size_t n)
{
    return sse2_run(s, p, n, 0);
}

static size_t sse2_span(const kernel_set *s, const char *p, size_t n)
{
    return sse2_run(s, p, n, 0xFFFF);
}

static uint64_t sse2_bits(const kernel_set *s, const char *p)
{
    uint64_t bits = 0;

    if (s->count > KERNEL_LIST)
        return kernel_bits_slowly(s, p);
    for (unsigned i = 0; i < KERNEL_BLOCK; i += 16)
        bits |= (uint64_t)(unsigned)_mm_movemask_epi8(sse2_is_in(s, s->count, sse2_load(p + i)))
                << i;
    return bits;
}

static size_t sse2_escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n,
                          size_t all)
{
    return kernel_escape_by(e, room, p, n, all, kernel_marked_slowly);
}

/* Returns one bit for each of the 16 bytes at p that is an LF before a byte c, and c | small is in
 * `first`. Reads 17 bytes. */
static inline unsigned maybe_line(const char first[KERNEL_LINE], char small, const char *p)
{
    __m128i next = _mm_or_si128(sse2_load(p + 1), _mm_set1_epi8(small)),
            found = sse2_is(next, first[0]);

    for (unsigned k = 1; k < KERNEL_LINE; k++)
        found = _mm_or_si128(found, sse2_is(next, first[k]));
    return (unsigned)_mm_movemask_epi8(_mm_and_si128(found, sse2_is(sse2_load(p), '\n')));
}

/* Compares all bytes, which is cheaper than stopping at each LF, since lines are short. */
static size_t sse2_line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    for (size_t found; n - i > 32; i += 32) {
        uint64_t bits = maybe_line(s->byte, 0, p + i);
        bits |= (uint64_t)maybe_line(s->byte, 0, p + i + 16) << 16;
        found = kernel_line_of(s, p, i, n, bits);
        if (found < n)
            return found;
    }
    return kernel_line_slowly(s, p, i, n);
}

static size_t sse2_heads(const kernel_heads *s, const char *p, size_t from, size_t n)
{
    size_t i = from, found;

    for (; n - i > 16; i += 16) {
        unsigned bits = maybe_line(s->first, ' ', p + i);
        bits |= (unsigned)_mm_movemask_epi8(sse2_is(sse2_load(p + i), '\b'));
        found = kernel_heads_of(s, p, from, i, n, bits);
        if (found < n)
            return found;
    }
    return kernel_heads_slowly(s, p, i, n);
}

static size_t sse2_lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    return kernel_lines_slowly(s, p, i, n);
}

const kernel kernel_sse2 = {
    .name = "sse2",
    .triggers = sse2_triggers,
    .find = sse2_find,
    .span = sse2_span,
    .count = kernel_count_slowly,
    .bits = sse2_bits,
    .host = kernel_host_slowly,
    .escape = sse2_escape,
    .line = sse2_line,
    .heads = sse2_heads,
    .lines = sse2_lines,
};
#endif
