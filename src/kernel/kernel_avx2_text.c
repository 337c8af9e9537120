/* kernel_avx2_text.c - the kernel for AVX2: text that is written anew, with words for some bytes, or out of base64 */
#include "kernel/kernel_avx2.h"

#if KERNEL_X86

AVX2 static inline uint64_t equal_bits(__m256i one, __m256i two, unsigned char byte)
{
    const __m256i all = _mm256_set1_epi8((char)byte);

    return high_bits(_mm256_cmpeq_epi8(one, all), _mm256_cmpeq_epi8(two, all));
}

/* The bytes of characters within the first ones that stand for themselves; see kernel_length(). */
AVX2 static inline uint64_t themselves(const kernel_escapes *e, __m256i one, __m256i two, uint64_t first)
{
    const __m256i c0 = _mm256_set1_epi8((char)0xC0);
    uint64_t next = (high_bits(_mm256_cmpgt_epi8(c0, one), _mm256_cmpgt_epi8(c0, two)) & first) >> 1;
    uint64_t is_80 = equal_bits(one, two, 0x80) >> 1, is_81 = equal_bits(one, two, 0x81) >> 1;
    uint64_t c2 = equal_bits(one, two, 0xC2) & marks_of(e->c2, one, two) >> 1;
    uint64_t e2 = equal_bits(one, two, 0xE2) & ~is_81 & (~is_80 | marks_of(e->e2_80, one, two) >> 2);
    uint64_t pairs = (marks_of(e->two, one, two) | c2) & next;
    uint64_t triples = (marks_of(e->three, one, two) | e2) & next & next >> 1;

    return pairs | pairs << 1 | triples | triples << 1 | triples << 2;
}

AVX2 static inline uint64_t marked(const kernel_escapes *e, const char *p, size_t n)
{
    __m256i one = load(p), two = load(p + 32);
    uint64_t first = kernel_first(n), in = marks_of(e->set, one, two) & first;

    return high_bits(one, two) & first ? in & ~themselves(e, one, two, first) : in;
}

/* Of no bits, 64. */
AVX2 static inline size_t lowest(uint64_t bits)
{
    return (size_t)_tzcnt_u64(bits);
}

AVX2 static inline kernel_place *note(kernel_place *at, size_t from, uint64_t bits)
{
    return kernel_note_places(at, from, bits, lowest);
}

AVX2 static inline void copy(char *to, const char *p, size_t left)
{
    (void)left;
    for (size_t i = 0; i < KERNEL_BEHIND; i += 32)
        _mm256_storeu_si256((__m256i *)(to + i), load(p + i));
}

AVX2 __attribute__((noinline)) static size_t put_places(const kernel_escapes *e, char **room, const char *p, size_t n,
                                                        size_t all, const kernel_place *at, const kernel_place *end)
{
    return kernel_put_places(e, room, p, n, all, at, end, copy);
}

static size_t escape_slowly(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all)
{
    return kernel_escape_by(e, room, p, n, all, kernel_marked_slowly, kernel_note_slowly, kernel_put_slowly);
}

AVX2 size_t kernel_avx2_escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all)
{
    if (!e->set->halves)
        return escape_slowly(e, room, p, n, all);
    return kernel_escape_by(e, room, p, n, all, marked, note, put_places);
}

/* The alphabet of base64 by the halves of its bytes: "+/", digits, A-O and a-o, P-Z and p-z have a bit each. */
static const unsigned char base64_low[16] = {10, 14, 14, 14, 14, 14, 14, 14, 14, 14, 12, 5, 4, 4, 4, 5};
static const unsigned char base64_high[16] = {[2] = 1, [3] = 2, [4] = 4, [5] = 8, [6] = 4, [7] = 8};

/* What makes a value of a character, by its high half; that of "/" stands where no other has it. */
static const signed char base64_add[16] = {
    [1] = 63 - '/', [2] = 62 - '+', [3] = 52 - '0', [4] = -'A', [5] = -'A', [6] = 26 - 'a', [7] = 26 - 'a'};

/* The three bytes of each value of 24 bits, the highest first. */
static const signed char base64_bytes[16] = {2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1};

/* 32 characters of base64 to 24 bytes; what stands in for others means nothing. */
AVX2 static inline __m256i base64_decoded(__m256i here)
{
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(here, 4), _mm256_set1_epi8(15));
    __m256i slash = _mm256_cmpeq_epi8(here, _mm256_set1_epi8('/'));
    __m256i add = _mm256_shuffle_epi8(halves((const unsigned char *)base64_add), _mm256_add_epi8(upper, slash));
    __m256i six = _mm256_add_epi8(here, add);
    __m256i twelve = _mm256_maddubs_epi16(six, _mm256_set1_epi32(0x01400140));
    __m256i group = _mm256_madd_epi16(twelve, _mm256_set1_epi32(0x00011000));
    __m256i bytes = _mm256_shuffle_epi8(group, halves((const unsigned char *)base64_bytes));

    return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

AVX2 size_t kernel_avx2_base64(const char *p, size_t n, char *to)
{
    const __m256i low = halves(base64_low), high = halves(base64_high);
    uint32_t others = 0;
    size_t i = 0;

    for (; n - i >= 32 && !others; i += 32, to += 24) {
        __m256i here = load(p + i);
        others = ~bits_of(low, high, here);
        _mm256_storeu_si256((__m256i *)to, base64_decoded(here));
    }
    return others ? i - 32 + ((size_t)__builtin_ctz(others) & ~(size_t)3) : i;
}
#endif
