/* kernel_avx512_text.c - the kernel for AVX-512: text that is written anew, with words for some bytes, or out of quoted-printable
 *
 * The places of a block's bytes that may not stand as they are are put together by one instruction, which is VBMI2's.
 */
#include "kernel/kernel_avx512.h"

#if KERNEL_X86

/* Each byte's place in a block. */
static const unsigned char lanes[KERNEL_BLOCK] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                                  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                                  32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                                  48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/* A byte's halves, by which it is looked up. */
typedef struct split {
    __m512i low, high;
} split;

AVX512 static inline uint64_t marks_in(const kernel_set *s, split here)
{
    return _mm512_test_epi8_mask(_mm512_shuffle_epi8(halves64(s->low), here.low),
                                 _mm512_shuffle_epi8(halves64(s->high), here.high));
}

AVX512 static inline uint64_t equal_bits(__m512i here, unsigned char byte)
{
    return _mm512_cmpeq_epi8_mask(here, all((char)byte));
}

/* The bytes of characters within the first ones that stand for themselves; see kernel_length(). */
AVX512 static inline uint64_t themselves(const kernel_escapes *e, __m512i here, split by, uint64_t first)
{
    uint64_t next = (_mm512_cmplt_epi8_mask(here, all((char)0xC0)) & first) >> 1;
    uint64_t is_80 = equal_bits(here, 0x80) >> 1, is_81 = equal_bits(here, 0x81) >> 1;
    uint64_t c2 = equal_bits(here, 0xC2) & marks_in(e->c2, by) >> 1;
    uint64_t e2 = equal_bits(here, 0xE2) & ~is_81 & (~is_80 | marks_in(e->e2_80, by) >> 2);
    uint64_t pairs = (marks_in(e->two, by) | c2) & next;
    uint64_t triples = (marks_in(e->three, by) | e2) & next & next >> 1;

    return pairs | pairs << 1 | triples | triples << 1 | triples << 2;
}

/* The first bytes, and behind them 0. */
AVX512 static inline __m512i load_first(const char *p, size_t n)
{
    return _mm512_maskz_loadu_epi8(kernel_first(n), p);
}

AVX512 static inline uint64_t marked(const kernel_escapes *e, const char *p, size_t n)
{
    const __m512i here = n < KERNEL_BLOCK ? load_first(p, n) : load64(p);
    const split by = {_mm512_and_si512(here, all(15)), _mm512_and_si512(_mm512_srli_epi16(here, 4), all(15))};
    uint64_t first = kernel_first(n), in = marks_in(e->set, by) & first;

    return _mm512_movepi8_mask(here) & first ? in & ~themselves(e, here, by, first) : in;
}

/* More than KERNEL_NOTED are seldom in a block. */
AVX512 static inline kernel_place *note(kernel_place *at, size_t from, uint64_t bits)
{
    const __m512i places = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(lanes));
    const __m256i wide = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(places));
    size_t n = (size_t)__builtin_popcountll(bits);

    if (__builtin_expect(n > KERNEL_NOTED, 0))
        return kernel_note_slowly(at, from, bits);
    _mm256_storeu_si256((__m256i *)at, _mm256_add_epi16(wide, _mm256_set1_epi16((short)from)));
    return at + n;
}

/* The masks come of comparisons, for compilers make branches of anything else, and nobody could foretell those. */
AVX512 static inline void copy_left(char *to, const char *p, size_t left)
{
    const __m512i most = all((char)(left < KERNEL_BEHIND ? left : KERNEL_BEHIND)), at = _mm512_loadu_si512(lanes);
    const __mmask64 first = _mm512_cmplt_epu8_mask(at, most),
                    second = _mm512_cmplt_epu8_mask(_mm512_add_epi8(at, all(KERNEL_BLOCK)), most);

    _mm512_storeu_si512(to, _mm512_maskz_loadu_epi8(first, p));
    _mm512_storeu_si512(to + KERNEL_BLOCK, _mm512_maskz_loadu_epi8(second, p + KERNEL_BLOCK));
}

/* Behind the text nothing is read. */
AVX512 static inline size_t put_places(const kernel_escapes *e, char **room, const char *p, size_t n, size_t all_n,
                                       const kernel_place *at, const kernel_place *end)
{
    return kernel_put_places(e, room, p, n, all_n, at, end, copy_left);
}

/* The same by a set that has no halves. */
AVX512 static inline uint64_t marked_slowly(const kernel_escapes *e, const char *p, size_t n)
{
    char block[KERNEL_BLOCK];

    _mm512_storeu_si512(block, load_first(p, n));
    return kernel_marked_slowly(e, block, n);
}

AVX512 size_t kernel_avx512_escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all_n)
{
    if (!e->set->halves)
        return kernel_escape_by(e, room, p, n, all_n, marked_slowly, note, put_places);
    return kernel_escape_by(e, room, p, n, all_n, marked, note, put_places);
}

/* What hex digits mean; NONE for other bytes of ASCII. */
#define NONE (-128)
#define NONE_8 NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE
#define NONE_16 NONE_8, NONE_8
#define LETTERS NONE, 10, 11, 12, 13, 14, 15, NONE, NONE_8, NONE_16
static const signed char hex[128] = {NONE_16, NONE_16, NONE_16, 0,    1,    2,    3,    4,    5,       6,      7,
                                     8,       9,       NONE,    NONE, NONE, NONE, NONE, NONE, LETTERS, LETTERS};

/* A bit for each byte of a block: where a "=" is that begins a byte or a line break of three characters, and of two; and where one
 * is that begins neither. */
typedef struct signs {
    uint64_t bytes, three, two, other;
} signs;

/* The signs of a block, of which are known the bytes one and two behind each, too; and what they stand for. */
AVX512 static inline signs signs_of(__m512i *here, __m512i first, __m512i second, __m512i low, __m512i high)
{
    const __m512i upper = _mm512_permutex2var_epi8(low, first, high),
                  lower = _mm512_permutex2var_epi8(low, second, high);
    const __m512i odd = _mm512_or_si512(_mm512_or_si512(upper, lower), _mm512_or_si512(first, second));
    uint64_t all_signs = equal_bits(*here, '=');
    signs s = {.bytes = all_signs & ~_mm512_movepi8_mask(odd),
               .three = _mm512_mask_cmpeq_epi8_mask(all_signs & equal_bits(first, '\r'), second, all('\n')),
               .two = all_signs & equal_bits(first, '\n')};

    s.other = all_signs & ~(s.bytes | s.three | s.two);
    s.three |= s.bytes;
    *here = _mm512_mask_mov_epi8(*here, s.bytes,
                                 _mm512_or_si512(_mm512_slli_epi16(_mm512_and_si512(upper, all(15)), 4), lower));
    return s;
}

/* What stays of a block: neither what belongs to a sign before it, nor what is behind its own signs, nor what cannot be read. */
AVX512 static inline uint64_t kept_of(signs s, uint64_t over)
{
    uint64_t before = s.other ? (s.other & -s.other) - 1 : ~(uint64_t)0;

    return before & ~(over | s.two | s.two << 1 | (s.three & ~s.bytes) | s.three << 1 | s.three << 2);
}

/* The last bytes, which are no more than a block. What is cut off by their end begins nothing. */
AVX512 static size_t undo_last(const char *p, size_t n, uint64_t over, char **to, __m512i low, __m512i high)
{
    __m512i here = load_first(p, n);
    signs s = signs_of(&here, load_first(p + 1, n - 1), load_first(p + 2, n > 2 ? n - 2 : 0), low, high);
    uint64_t kept = kept_of(s, over) & kernel_first(n);
    size_t count = (size_t)__builtin_popcountll(kept);

    _mm512_mask_storeu_epi8(*to, kernel_first(count), _mm512_maskz_compress_epi8(kept, here));
    *to += count;
    return s.other ? (size_t)__builtin_ctzll(s.other) : n;
}

/* A block costs the same whether it has no sign or many. The bytes that are over are squeezed out by one instruction, which is
 * VBMI2's. */
AVX512 size_t kernel_avx512_quoted(const char *p, size_t n, char **to)
{
    const __m512i low = _mm512_loadu_si512(hex), high = _mm512_loadu_si512(hex + 64);
    uint64_t over = 0; /* so much of the block belongs to a sign before it */
    char *out = *to;
    size_t i = 0;

    for (; n - i >= KERNEL_BLOCK + 2; i += KERNEL_BLOCK) {
        __m512i here = load64(p + i);
        signs s = signs_of(&here, load64(p + i + 1), load64(p + i + 2), low, high);
        uint64_t kept = kept_of(s, over);
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(kept, here));
        out += __builtin_popcountll(kept);
        *to = out;
        if (s.other)
            return i + (size_t)__builtin_ctzll(s.other);
        over = (s.two | s.three) >> 63 | s.three >> 62;
    }
    if (n - i > KERNEL_BLOCK || n == i)
        return i + (size_t)__builtin_popcountll(over);
    return i + undo_last(p + i, n - i, over, to, low, high);
}
#endif
