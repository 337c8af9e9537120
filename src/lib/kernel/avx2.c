/* avx2.c - the kernel for x86-64 with AVX2: looks up the halves (4 bits) of 32 bytes at a time in
 * two tables */
#include "kernel/inside.h"

#if KERNEL_X86
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))

AVX2 static inline __m256i load(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

AVX2 static inline __m256i halves(const unsigned char table[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

/* Returns, for each byte, the bits that the entries for its two halves have in common. */
AVX2 static inline __m256i groups_of(__m256i low, __m256i high, __m256i here)
{
    const __m256i half = _mm256_set1_epi8(15);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(here, 4), half);

    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(here, half)),
                            _mm256_shuffle_epi8(high, upper));
}

/* Returns FF for each byte that is not in the set, else 00. */
AVX2 static inline __m256i not_in(__m256i low, __m256i high, __m256i here)
{
    return _mm256_cmpeq_epi8(groups_of(low, high, here), _mm256_setzero_si256());
}

/* Returns the highest bit of each of 32 bytes. */
AVX2 static inline uint32_t bits_32(__m256i v)
{
    return (uint32_t)_mm256_movemask_epi8(v);
}

AVX2 static inline uint64_t bits_64(__m256i one, __m256i two)
{
    return bits_32(one) | (uint64_t)bits_32(two) << 32;
}

/* Returns one bit for each of 64 bytes: set if the byte is in the set. */
AVX2 static inline uint64_t bits_in(const kernel_set *s, __m256i one, __m256i two)
{
    const __m256i low = halves(s->low), high = halves(s->high);

    return ~bits_64(not_in(low, high, one), not_in(low, high, two));
}

AVX2 static inline __m256i is(__m256i v, char c)
{
    return _mm256_cmpeq_epi8(v, _mm256_set1_epi8(c));
}

/* Returns a vector whose highest bits are set for the bytes of v that are `least` or above. */
AVX2 static inline __m256i is_from(__m256i v, unsigned char least)
{
    return _mm256_adds_epu8(v, _mm256_set1_epi8((char)(0x80 - least)));
}

/* Returns one bit for each of the 32 bytes at p that may be a trigger; also reads p[-1] and p[32].
 * Leaves out a colon before a blank, and a colon with neither "/" after it nor a byte from '@' on
 * before it (as in "12:30"). Finds all pairs of letters of kernel_set.pairs, and some others. */
AVX2 static inline uint32_t maybe(__m256i low, __m256i high, const __m256i pairs[KERNEL_PAIRS],
                                  bool apart, const char *p)
{
    const __m256i space = _mm256_set1_epi8(' ');
    __m256i here = load(p), next = load(p + 1);
    __m256i busy = _mm256_and_si256(_mm256_or_si256(is_from(load(p - 1), '@'), is(next, '/')),
                                    is_from(next, ' ' + 1));
    __m256i idle = _mm256_andnot_si256(busy, is(here, ':')); /* by their highest bits */
    __m256i letter = _mm256_or_si256(here, space), none,
            pair = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(pairs[0], next), letter);

    for (unsigned k = 1; k < KERNEL_PAIRS; k++)
        pair =
            _mm256_or_si256(pair, _mm256_cmpeq_epi8(_mm256_shuffle_epi8(pairs[k], next), letter));
    if (apart) {
        __m256i in = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(low, here), here);
        return bits_32(_mm256_or_si256(pair, _mm256_andnot_si256(idle, in)));
    }
    none = _mm256_or_si256(idle, not_in(low, high, here));
    return ~bits_32(_mm256_andnot_si256(pair, none));
}

/* How many bytes ahead memory is prefetched. */
#define AHEAD 4096

AVX2 static inline uint64_t triggers_of(const kernel_set *s, const char *p, size_t blocks,
                                        uint64_t *bits, bool apart)
{
    uint64_t some = 0;
    __m256i low = halves(apart ? s->by_low : s->low), high = halves(s->high), pairs[KERNEL_PAIRS];

    for (unsigned k = 0; k < KERNEL_PAIRS; k++)
        pairs[k] = halves(s->pairs[k]);
    for (size_t i = 0; i < blocks; i++, p += KERNEL_BLOCK) {
        uint64_t second = maybe(low, high, pairs, apart, p + 32);
        __builtin_prefetch(p + AHEAD);
        bits[i] = maybe(low, high, pairs, apart, p) | second << 32;
        some |= (uint64_t)(bits[i] != 0) << i;
    }
    return some;
}

AVX2 static uint64_t triggers(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits)
{
    if (!s->halves)
        return kernel_triggers_slowly(s, p, blocks, bits);
    return s->apart ? triggers_of(s, p, blocks, bits, true)
                    : triggers_of(s, p, blocks, bits, false);
}

/* Returns the offset of the first byte in the set (flip 0) or not in it (flip all ones), or n. The
 * last load overlaps the one before it. */
AVX2 static inline size_t run(const kernel_set *s, const char *p, size_t n, uint32_t flip)
{
    const __m256i low = halves(s->low), high = halves(s->high);
    uint32_t bits;
    size_t i = 0;

    for (; s->halves && n - i >= 32; i += 32)
        if ((bits = ~bits_32(not_in(low, high, load(p + i))) ^ flip))
            return i + (size_t)__builtin_ctz(bits);
    if (i == 0 || i == n)
        return flip ? kernel_span_slowly(s, p, i, n) : kernel_find_slowly(s, p, i, n);
    bits = (~bits_32(not_in(low, high, load(p + n - 32))) ^ flip) >> (32 - (n - i));
    return bits ? i + (size_t)__builtin_ctz(bits) : n;
}

AVX2 static size_t find(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, 0);
}

AVX2 static size_t span(const kernel_set *s, const char *p, size_t n)
{
    return run(s, p, n, 0xFFFFFFFF);
}

AVX2 static size_t count(const char *p, size_t n, char c)
{
    size_t count = 0, i = 0;

    for (; n - i >= 32; i += 32)
        count += (size_t)__builtin_popcount(bits_32(is(load(p + i), c)));
    if (i == 0)
        return kernel_count_slowly(p, n, c);
    return count + (size_t)__builtin_popcountll((uint64_t)bits_32(is(load(p + n - 32), c)) >>
                                                (32 - (n - i)));
}

AVX2 static uint64_t bits(const kernel_set *s, const char *p)
{
    return s->halves ? bits_in(s, load(p), load(p + 32)) : kernel_bits_slowly(s, p);
}

/* Returns FF for each of the 32 bytes at p that is an LF before one of the line's first bytes, else
 * 00. Reads 33 bytes. */
AVX2 static inline __m256i maybe_line(const kernel_line *s, const char *p, bool folded)
{
    __m256i next = load(p + 1), found = is(next, s->byte[0]);

    if (folded)
        found = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(halves(s->by_low), next),
                                  _mm256_or_si256(next, _mm256_set1_epi8((char)s->fold)));
    for (unsigned k = 1; k < KERNEL_LINE && !folded; k++)
        found = _mm256_or_si256(found, is(next, s->byte[k]));
    return _mm256_and_si256(found, is(load(p), '\n'));
}

/* Compares all bytes, which is cheaper than stopping at each LF, since lines are short. */
AVX2 __attribute__((always_inline)) static inline size_t line_of(const kernel_line *s,
                                                                 const char *p, size_t i, size_t n,
                                                                 bool folded)
{
    for (const size_t end = n > 66 ? n - 66 : 0; i < end; i += 64) {
        __m256i one = maybe_line(s, p + i, folded), two = maybe_line(s, p + i + 32, folded),
                any = _mm256_or_si256(one, two);
        size_t found;
        if (!_mm256_testz_si256(any, any) &&
            (found = kernel_line_of(s, p, i, n, bits_64(one, two))) < n)
            return found;
    }
    return kernel_line_slowly(s, p, i, n);
}

AVX2 static size_t line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    return s->fold ? line_of(s, p, i, n, true) : line_of(s, p, i, n, false);
}

/* Lookups by low half. `before` is indexed by the byte before a line, and has the bits that are
 * added to the first byte of the line: 0x20 after LF; 0x60 after quote marks, since s->quoted has
 * 0x40; all bits after other bytes, so that nothing matches. */
typedef struct head_tables {
    __m256i before, second, third;
} head_tables;

/* Returns FF for each of the 32 bytes at p that is a BS, or that may be the LF or the last quote
 * mark before a line that is searched for, else 00. Reads 35 bytes. */
AVX2 static inline __m256i maybe_head(const head_tables *t, const char *p)
{
    __m256i first = _mm256_or_si256(_mm256_shuffle_epi8(t->before, load(p)), load(p + 1)),
            second = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(t->second, load(p + 2)), first),
            third = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(t->third, load(p + 3)), first);

    return _mm256_or_si256(_mm256_and_si256(second, third), is(load(p), '\b'));
}

/* Tests all three bytes without a branch: lines in which only some of them match are frequent, and
 * too irregular for a branch after the first byte to be predicted. */
AVX2 static size_t heads(const kernel_heads *s, const char *p, size_t from, size_t n)
{
    static const unsigned char before[16] = {[0] = 0x60, 255, 255,  255, 255, 255, 255,  255,
                                             255,        255, 0x20, 255, 255, 255, 0x60, 255};
    const head_tables t = {halves(before), halves(s->second), halves(s->third)};
    size_t i = from, found;

    for (const size_t end = n - from > 66 ? n - 66 : from; i < end; i += 64) {
        __m256i one = maybe_head(&t, p + i), two = maybe_head(&t, p + i + 32),
                any = _mm256_or_si256(one, two);
        if (!_mm256_testz_si256(any, any) &&
            (found = kernel_heads_of(s, p, from, i, n, bits_64(one, two))) < n)
            return found;
    }
    return kernel_heads_slowly(s, p, i - from < KERNEL_QUOTES ? from : i - KERNEL_QUOTES, n);
}

/* The tables of kernel_starts. */
typedef struct starts {
    __m256i first_low, first_high, third_low, third_high;
} starts;

/* Returns FF for each of the 32 bytes at p that is an LF before a line that may match, or a colon
 * at the end of a line, else 00. Reads 35 bytes. */
AVX2 static inline __m256i maybe_start(const starts *s, const char *p, bool colons)
{
    const __m256i here = load(p), next = load(p + 1);
    __m256i groups = _mm256_and_si256(groups_of(s->first_low, s->first_high, next),
                                      groups_of(s->third_low, s->third_high, load(p + 3))),
            found = _mm256_andnot_si256(is(groups, 0), is(here, '\n')), colon, end;

    if (!colons)
        return found;
    colon = is(_mm256_and_si256(here, _mm256_set1_epi8(0x5F)), ':' & 0x5F);
    end = _mm256_cmpeq_epi8(_mm256_min_epu8(next, _mm256_set1_epi8('\r')), next);
    return _mm256_or_si256(found, _mm256_and_si256(colon, end));
}

AVX2 __attribute__((always_inline)) static inline size_t lines_of(const kernel_starts *s,
                                                                  const char *p, size_t i, size_t n,
                                                                  bool colons)
{
    const starts wanted = {halves(s->first_low), halves(s->first_high), halves(s->third_low),
                           halves(s->third_high)};

    for (; n - i > 66; i += 64) {
        __m256i one = maybe_start(&wanted, p + i, colons),
                two = maybe_start(&wanted, p + i + 32, colons), any = _mm256_or_si256(one, two);
        if (!_mm256_testz_si256(any, any))
            return i + (size_t)__builtin_ctzll(bits_64(one, two));
    }
    return kernel_lines_slowly(s, p, i, n);
}

AVX2 static size_t lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    return s->colons ? lines_of(s, p, i, n, true) : lines_of(s, p, i, n, false);
}

/* Returns FF for each byte from first to first + n - 1, else 00. */
AVX2 static inline __m256i within(__m256i v, char first, char n)
{
    __m256i place = _mm256_sub_epi8(v, _mm256_set1_epi8(first));

    return _mm256_cmpeq_epi8(_mm256_min_epu8(place, _mm256_set1_epi8((char)(n - 1))), place);
}

/* Adds the marks of the 32 bytes at p + i. Returns one bit for each byte that no host contains. */
AVX2 static inline uint32_t host_marks(const char *p, size_t i, kernel_marks *marks)
{
    __m256i v = load(p + i), letter = within(_mm256_or_si256(v, _mm256_set1_epi8(0x20)), 'a', 26);
    uint32_t alnum = bits_32(_mm256_or_si256(letter, within(v, '0', 10)));
    uint32_t dots = bits_32(is(v, '.')), hyphens = bits_32(is(v, '-'));

    marks->dots |= (uint64_t)dots << i;
    marks->hyphens |= (uint64_t)hyphens << i;
    return ~(alnum | dots | hyphens);
}

AVX2 static size_t host(const char *p, size_t n, kernel_marks *marks)
{
    uint64_t others, before;

    if (n < KERNEL_HOST)
        return kernel_host_slowly(p, n, marks);
    *marks = (kernel_marks){0, 0};
    others = host_marks(p, 0, marks);
    if (!others)
        others = (uint64_t)host_marks(p, 32, marks) << 32;
    before = (others & -others) - 1;
    marks->dots &= before;
    marks->hyphens &= before;
    return others ? (size_t)__builtin_ctzll(others) : KERNEL_HOST;
}

/* ---- Escaping ---- */

AVX2 static inline uint64_t equal_bits(__m256i one, __m256i two, unsigned char byte)
{
    return bits_64(is(one, (char)byte), is(two, (char)byte));
}

/* Returns one bit for each byte of a character that is copied unchanged; `first` masks the readable
 * bytes. Same rules as kernel_length(). */
AVX2 static inline uint64_t copied(const kernel_escapes *e, __m256i one, __m256i two,
                                   uint64_t first)
{
    const __m256i c0 = _mm256_set1_epi8((char)0xC0);
    uint64_t next = (bits_64(_mm256_cmpgt_epi8(c0, one), _mm256_cmpgt_epi8(c0, two)) & first) >> 1;
    uint64_t is_80 = equal_bits(one, two, 0x80) >> 1, is_81 = equal_bits(one, two, 0x81) >> 1;
    uint64_t c2 = equal_bits(one, two, 0xC2) & bits_in(e->c2, one, two) >> 1;
    uint64_t e2 = equal_bits(one, two, 0xE2) & ~is_81 & (~is_80 | bits_in(e->e2_80, one, two) >> 2);
    uint64_t pairs = (bits_in(e->two, one, two) | c2) & next;
    uint64_t triples = (bits_in(e->three, one, two) | e2) & next & next >> 1;

    return pairs | pairs << 1 | triples | triples << 1 | triples << 2;
}

AVX2 static inline uint64_t marked(const kernel_escapes *e, const char *p, size_t n)
{
    __m256i one = load(p), two = load(p + 32);
    uint64_t first = kernel_first(n), in = bits_in(e->set, one, two) & first;

    return bits_64(one, two) & first ? in & ~copied(e, one, two, first) : in;
}

AVX2 static size_t escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n,
                          size_t all)
{
    if (!e->set->halves)
        return kernel_escape_by(e, room, p, n, all, kernel_marked_slowly);
    return kernel_escape_by(e, room, p, n, all, marked);
}

/* ---- Base64 ---- */

/* The alphabet as a kernel_set's halves: one bit each for "+/", digits, A-O and a-o, P-Z and
 * p-z. */
static const unsigned char base64_low[16] = {10, 14, 14, 14, 14, 14, 14, 14,
                                             14, 14, 12, 5,  4,  4,  4,  5};
static const unsigned char base64_high[16] = {[2] = 1, [3] = 2, [4] = 4, [5] = 8, [6] = 4, [7] = 8};

/* The number to add to a character to get its value, by its high half; "/" uses entry 1. */
static const signed char base64_add[16] = {
    [1] = 63 - '/', [2] = 62 - '+', [3] = 52 - '0', [4] = -'A',
    [5] = -'A',     [6] = 26 - 'a', [7] = 26 - 'a'};

/* A shuffle that takes three bytes from each 24-bit value, the highest first. */
static const signed char base64_bytes[16] = {2, 1,  0,  6,  5,  4,  10, 9,
                                             8, 14, 13, 12, -1, -1, -1, -1};

/* Decodes 32 characters to 24 bytes. Invalid characters give arbitrary bytes. */
AVX2 static inline __m256i base64_decoded(__m256i here)
{
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(here, 4), _mm256_set1_epi8(15));
    __m256i add = _mm256_shuffle_epi8(halves((const unsigned char *)base64_add),
                                      _mm256_add_epi8(upper, is(here, '/')));
    __m256i six = _mm256_add_epi8(here, add);
    __m256i twelve = _mm256_maddubs_epi16(six, _mm256_set1_epi32(0x01400140));
    __m256i group = _mm256_madd_epi16(twelve, _mm256_set1_epi32(0x00011000));
    __m256i bytes = _mm256_shuffle_epi8(group, halves((const unsigned char *)base64_bytes));

    return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

AVX2 static size_t base64(const char *p, size_t n, char *to)
{
    const __m256i low = halves(base64_low), high = halves(base64_high);
    uint32_t others = 0;
    size_t i = 0;

    for (; n - i >= 32 && !others; i += 32, to += 24) {
        __m256i here = load(p + i);
        others = bits_32(not_in(low, high, here));
        _mm256_storeu_si256((__m256i *)to, base64_decoded(here));
    }
    return others ? i - 32 + ((size_t)__builtin_ctz(others) & ~(size_t)3) : i;
}

const kernel kernel_avx2 = {
    .name = "avx2",
    .triggers = triggers,
    .find = find,
    .span = span,
    .count = count,
    .bits = bits,
    .host = host,
    .escape = escape,
    .line = line,
    .heads = heads,
    .lines = lines,
    .base64 = base64,
};
#endif
