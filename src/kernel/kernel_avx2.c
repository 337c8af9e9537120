/* kernel_avx2.c - the kernel for x86-64 with AVX2: 32 bytes at a time, looked up by their halves */
#include "kernel/kernel_avx2.h"

#if KERNEL_X86

/* A set as the search for triggers has it in registers: apart, or by its halves; and 'w', or what no two bytes are. */
typedef struct sought {
    __m256i a, b, w;
} sought;

/* A bit for each of the 32 bytes at p that may be a trigger; 34 are looked at. Colons are none before a blank, nor, if no slash
 * follows, behind what is no letter (nor a bracket, "_" and the like), as in times; of "ww" it is enough that both bytes have
 * its bits. */
AVX2 static inline uint32_t maybe(sought is, const char *p, bool apart)
{
    const __m256i space = _mm256_set1_epi8(' ');
    __m256i here = load(p), next = load(p + 1), in, none;
    __m256i blank = _mm256_cmpeq_epi8(_mm256_min_epu8(next, space), next);
    __m256i alone = _mm256_andnot_si256(_mm256_cmpeq_epi8(next, _mm256_set1_epi8('/')),
                                        _mm256_cmpgt_epi8(_mm256_set1_epi8('@'), load(p - 1)));
    __m256i idle = _mm256_and_si256(_mm256_or_si256(blank, alone), _mm256_cmpeq_epi8(here, _mm256_set1_epi8(':')));
    __m256i pair = _mm256_cmpeq_epi8(_mm256_or_si256(_mm256_and_si256(here, next), space), is.w);

    if (apart) {
        in = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(is.a, here), here);
        return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(pair, _mm256_andnot_si256(idle, in)));
    }
    none = _mm256_or_si256(idle, _mm256_cmpeq_epi8(is_in(is.a, is.b, here), _mm256_setzero_si256()));
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_andnot_si256(pair, none));
}

AVX2 static inline uint64_t triggers_of(const char *p, size_t blocks, uint64_t *bits, sought is, bool apart)
{
    uint64_t some = 0;

    for (size_t i = 0; i < blocks; i++, p += KERNEL_BLOCK) {
        __builtin_prefetch(p + KERNEL_SOON);
        bits[i] = maybe(is, p, apart) | (uint64_t)maybe(is, p + 32, apart) << 32;
        some |= (uint64_t)(bits[i] != 0) << i;
    }
    return some;
}

AVX2 static uint64_t triggers(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits)
{
    const __m256i w = _mm256_set1_epi8(s->www ? 'w' : 0);

    if (s->apart)
        return triggers_of(p, blocks, bits, (sought){halves(s->of), w, w}, true);
    if (s->halves)
        return triggers_of(p, blocks, bits, (sought){halves(s->low), halves(s->high), w}, false);
    return kernel_triggers_slowly(s, p, blocks, bits);
}

/* How many bytes are in the set, or are not. Of the last 32, those that were not looked at yet. */
AVX2 static inline size_t run(const kernel_set *s, const char *p, size_t n, uint32_t flip)
{
    const __m256i low = halves(s->low), high = halves(s->high);
    uint32_t bits;
    size_t i = 0;

    for (; s->halves && n - i >= 32; i += 32)
        if ((bits = bits_of(low, high, load(p + i)) ^ flip))
            return i + (size_t)__builtin_ctz(bits);
    if (i == 0 || i == n)
        return flip ? kernel_span_slowly(s, p, i, n) : kernel_find_slowly(s, p, i, n);
    bits = (bits_of(low, high, load(p + n - 32)) ^ flip) >> (32 - (n - i));
    return bits ? i + (size_t)__builtin_ctz(bits) : n;
}

AVX2 size_t kernel_avx2_find(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, 0);
}

AVX2 size_t kernel_avx2_span(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, 0xFFFFFFFF);
}

AVX2 static uint64_t bits(const kernel_set *s, const char *p)
{
    return s->halves ? marks_of(s, load(p), load(p + 32)) : kernel_bits_slowly(s, p);
}

/* How a line's first byte is compared: with one, two or all there are, or all at once in their folded form. */
enum { ONE = 1, TWO = 2, ALL = KERNEL_LINE, FOLDED };

/* All bits of each of the 32 bytes at p that is a LF with such a byte behind it; 33 are looked at. */
AVX2 static inline __m256i maybe_line(const kernel_line *s, const char *p, unsigned how)
{
    __m256i next = load(p + 1), found;

    if (how == FOLDED) {
        __m256i folded = _mm256_or_si256(next, _mm256_set1_epi8((char)s->fold));
        found = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(halves(s->low), next), folded);
    } else {
        found = _mm256_cmpeq_epi8(next, _mm256_set1_epi8(s->byte[0]));
        for (unsigned k = 1; k < how; k++)
            found = _mm256_or_si256(found, _mm256_cmpeq_epi8(next, _mm256_set1_epi8(s->byte[k])));
    }
    return _mm256_and_si256(found, _mm256_cmpeq_epi8(load(p), _mm256_set1_epi8('\n')));
}

/* All bits of each of the 32 bytes at p that is one of those behind a line's first byte. */
AVX2 static inline __m256i then_of(const kernel_line *s, const char *p)
{
    __m256i here = load(p), found = _mm256_cmpeq_epi8(here, _mm256_set1_epi8(s->then[0]));

    for (unsigned k = 1; k < KERNEL_LINE; k++)
        found = _mm256_or_si256(found, _mm256_cmpeq_epi8(here, _mm256_set1_epi8(s->then[k])));
    return found;
}

/* The first of 64 such bytes at i that is a line, n if none is; two more are looked at. */
AVX2 static inline size_t first_line(const kernel_line *s, const char *p, size_t i, size_t n, __m256i low, __m256i high)
{
    uint64_t bits = high_bits(low, high);

    if (bits && s->then_n > 0)
        bits &= high_bits(then_of(s, p + i + 2), then_of(s, p + i + 34));
    for (; bits; bits &= bits - 1)
        if (kernel_is_line(s, p, i + (size_t)__builtin_ctzll(bits), n))
            return i + (size_t)__builtin_ctzll(bits);
    return n;
}

/* Lines are short: to stop at each LF costs more than to compare all. */
AVX2 static inline size_t line_of(const kernel_line *s, const char *p, size_t i, size_t n, unsigned how)
{
    size_t found;

    for (; i < n && n - i > 129; i += 128) {
        __m256i a = maybe_line(s, p + i, how), b = maybe_line(s, p + i + 32, how);
        __m256i c = maybe_line(s, p + i + 64, how), d = maybe_line(s, p + i + 96, how);
        __m256i any = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
        if (_mm256_testz_si256(any, any))
            continue;
        if ((found = first_line(s, p, i, n, a, b)) < n || (found = first_line(s, p, i + 64, n, c, d)) < n)
            return found;
    }
    for (; i < n && n - i > 65; i += 64)
        if ((found = first_line(s, p, i, n, maybe_line(s, p + i, how), maybe_line(s, p + i + 32, how))) < n)
            return found;
    return kernel_line_slowly(s, p, i, n);
}

AVX2 size_t kernel_avx2_line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    if (s->n <= 2)
        return s->n == 1 ? line_of(s, p, i, n, ONE) : line_of(s, p, i, n, TWO);
    return s->folded ? line_of(s, p, i, n, FOLDED) : line_of(s, p, i, n, ALL);
}

/* The tables of starts. */
typedef struct starts {
    __m256i first_low, first_high, third_low, third_high;
} starts;

/* All bits of each of the 32 bytes at p that is a LF with such a line behind it; 35 are looked at. */
AVX2 static inline __m256i maybe_lines(const starts *s, const char *p)
{
    __m256i groups = _mm256_and_si256(is_in(s->first_low, s->first_high, load(p + 1)),
                                      is_in(s->third_low, s->third_high, load(p + 3)));
    __m256i none = _mm256_cmpeq_epi8(groups, _mm256_setzero_si256());

    return _mm256_andnot_si256(none, _mm256_cmpeq_epi8(load(p), _mm256_set1_epi8('\n')));
}

AVX2 static size_t lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    const starts wanted = {halves(s->first_low), halves(s->first_high), halves(s->third_low), halves(s->third_high)};

    for (; i < n && n - i > 66; i += 64) {
        __m256i one = maybe_lines(&wanted, p + i), two = maybe_lines(&wanted, p + i + 32),
                any = _mm256_or_si256(one, two);
        if (!_mm256_testz_si256(any, any))
            return i + (size_t)__builtin_ctzll(high_bits(one, two));
    }
    return kernel_lines_slowly(s, p, i, n);
}

/* At most 255 times 32 bytes are summed up in a lane each; of the last 32, those that were not counted yet. */
AVX2 uint64_t kernel_avx2_count(const char *p, size_t n, unsigned char byte)
{
    const __m256i wanted = _mm256_set1_epi8((char)byte), zero = _mm256_setzero_si256();
    __m256i all = zero;
    __m128i sums;
    size_t i = 0;
    uint32_t rest = 0;

    if (n < 32)
        return kernel_count_slowly(p, 0, n, byte);
    while (n - i >= 32) {
        __m256i lanes = zero;
        for (size_t end = n - i < 8160 ? n : i + 8160; end - i >= 32; i += 32)
            lanes = _mm256_sub_epi8(lanes, _mm256_cmpeq_epi8(load(p + i), wanted));
        all = _mm256_add_epi64(all, _mm256_sad_epu8(lanes, zero));
    }
    if (i < n)
        rest = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(p + n - 32), wanted)) >> (32 - (n - i));
    sums = _mm_add_epi64(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    return (uint64_t)_mm_cvtsi128_si64(sums) + (uint64_t)_mm_extract_epi64(sums, 1) +
           (uint64_t)__builtin_popcount(rest);
}

/* All ones for each byte that is within first..first + n - 1. */
AVX2 static inline __m256i within(__m256i v, char first, char n)
{
    __m256i place = _mm256_sub_epi8(v, _mm256_set1_epi8(first));

    return _mm256_cmpeq_epi8(_mm256_min_epu8(place, _mm256_set1_epi8((char)(n - 1))), place);
}

/* Adds the marks of 32 bytes that stand at i, and returns a bit for each that is in no host. */
AVX2 static inline uint32_t host_marks(const char *p, size_t i, kernel_marks *marks)
{
    __m256i v = load(p + i), letter = within(_mm256_or_si256(v, _mm256_set1_epi8(0x20)), 'a', 26);
    uint32_t alnum = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(letter, within(v, '0', 10)));
    uint32_t dots = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8('.')));
    uint32_t hyphens = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8('-')));

    marks->dots |= (uint64_t)dots << i;
    marks->hyphens |= (uint64_t)hyphens << i;
    return ~(alnum | dots | hyphens);
}

AVX2 static size_t host(const char *p, size_t n, kernel_marks *marks)
{
    uint64_t others;

    if (n < KERNEL_HOST)
        return kernel_host_slowly(p, n, marks);
    *marks = (kernel_marks){0, 0};
    others = host_marks(p, 0, marks);
    if (!others)
        others = (uint64_t)host_marks(p, 32, marks) << 32;
    n = KERNEL_HOST;
    if (others) {
        n = (size_t)__builtin_ctzll(others);
        marks->dots &= ((uint64_t)1 << n) - 1;
        marks->hyphens &= ((uint64_t)1 << n) - 1;
    }
    return n;
}

const kernel kernel_avx2 = {
    .name = "avx2",
    .triggers = triggers,
    .find = kernel_avx2_find,
    .span = kernel_avx2_span,
    .bits = bits,
    .host = host,
    .escape = kernel_avx2_escape,
    .line = kernel_avx2_line,
    .lines = lines,
    .count = kernel_avx2_count,
    .base64 = kernel_avx2_base64,
    .behind = KERNEL_BEHIND,
};
#endif
