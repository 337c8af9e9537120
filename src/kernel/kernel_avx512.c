/* kernel_avx512.c - the kernel for x86-64 with AVX-512: a whole block at a time; what gains nothing by that is as with AVX2
 *
 * Only for processors with VBMI and VBMI2, which are younger: those before them work more slowly for a while after such
 * instructions.
 */
#include "kernel/kernel_avx512.h"

#if KERNEL_X86

/* Not 0 for each byte of the set. */
AVX512 static inline __m512i is_in64(__m512i low, __m512i high, __m512i here)
{
    __m512i upper = _mm512_and_si512(_mm512_srli_epi16(here, 4), all(15));

    return _mm512_and_si512(_mm512_shuffle_epi8(low, _mm512_and_si512(here, all(15))),
                            _mm512_shuffle_epi8(high, upper));
}

/* A bit for each of the 64 bytes that is in the set. */
AVX512 static inline uint64_t bits_in(__m512i low, __m512i high, __m512i here)
{
    __m512i in = is_in64(low, high, here);

    return _mm512_test_epi8_mask(in, in);
}

/* For more than one use; gcc would load it anew for each. */
AVX512 static inline __m512i load64_once(const char *p)
{
    __m512i here = load64(p);

    __asm__("" : "+v"(here));
    return here;
}

/* 0 for each byte that may be a trigger, of the 64 at p; none is 0 for those of the set. Comparisons would give masks, which cost more
 * than bytes to put together: '!' - next is 0 where next is a blank or a control no more, since it stops at 0. */
AVX512 static inline __m512i no_trigger(__m512i none, __m512i here, const char *p, __m512i w)
{
    __m512i next = load64_once(p + 1), blank = _mm512_subs_epu8(all('!'), next),
            alone = _mm512_min_epu8(_mm512_subs_epu8(all('@'), load64(p - 1)), _mm512_xor_si512(next, all('/')));
    __m512i both = _mm512_ternarylogic_epi32(here, next, all(' '), 0xEA); /* here & next | ' ' */
    __mmask64 colon = _mm512_cmpeq_epi8_mask(here, all(':'));

    none = _mm512_or_si512(none, _mm512_maskz_mov_epi8(colon, _mm512_or_si512(blank, alone)));
    return _mm512_min_epu8(none, _mm512_xor_si512(both, w));
}

AVX512 static uint64_t triggers(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits)
{
    const __m512i w = all(s->www ? 'w' : 0), of = halves64(s->of), low = halves64(s->low), high = halves64(s->high);
    uint64_t some = 0;

    if (!s->apart && !s->halves)
        return kernel_triggers_slowly(s, p, blocks, bits);
    for (size_t i = 0; i < blocks; i++, p += KERNEL_BLOCK) {
        __m512i here = load64(p), none;
        __builtin_prefetch(p + KERNEL_SOON);
        none = s->apart ? _mm512_xor_si512(_mm512_shuffle_epi8(of, here), here)
                        : _mm512_movm_epi8(~bits_in(low, high, here));
        none = no_trigger(none, here, p, w);
        bits[i] = _mm512_testn_epi8_mask(none, none);
        some |= (uint64_t)(bits[i] != 0) << i;
    }
    return some;
}

AVX512 static uint64_t bits(const kernel_set *s, const char *p)
{
    return s->halves ? bits_in(halves64(s->low), halves64(s->high), load64(p)) : kernel_bits_slowly(s, p);
}

/* A line's first bytes: one or two, or in their folded form. */
typedef struct firsts {
    __m512i one, two, low, fold;
} firsts;

enum { ONE = 1, TWO, FOLDED };
enum { A_XOR_B_OR_C = 0x1E, A_XOR_B_THEN_OR_C = 0xBE };

/* 0 for each of the 64 bytes at p that is a LF with one of a line's first bytes behind it; 65 are looked at. */
AVX512 static inline __m512i no_line(const firsts *s, const char *p, unsigned how)
{
    __m512i next = load64(p + 1), other = _mm512_xor_si512(next, s->one);

    if (how == TWO)
        other = _mm512_min_epu8(other, _mm512_xor_si512(next, s->two));
    if (how == FOLDED)
        other = _mm512_ternarylogic_epi32(_mm512_shuffle_epi8(s->low, next), next, s->fold, A_XOR_B_OR_C);
    return _mm512_ternarylogic_epi32(load64(p), all('\n'), other, A_XOR_B_THEN_OR_C);
}

/* A bit for each of the 64 bytes at p that is one of those behind a line's first byte. */
AVX512 static inline uint64_t then_of(const kernel_line *s, const char *p)
{
    const __m512i here = load64(p);
    uint64_t found = 0;

    for (unsigned k = 0; k < KERNEL_LINE; k++)
        found |= _mm512_cmpeq_epi8_mask(here, all(s->then[k]));
    return found;
}

/* The first of the 64 bytes at i that is a line, n if none is; two more are looked at. */
AVX512 static inline size_t first_line(const kernel_line *s, const char *p, size_t i, size_t n, __m512i none)
{
    uint64_t bits = _mm512_testn_epi8_mask(none, none);

    if (bits && s->then_n > 0)
        bits &= then_of(s, p + i + 2);
    for (; bits; bits &= bits - 1)
        if (kernel_is_line(s, p, i + (size_t)__builtin_ctzll(bits), n))
            return i + (size_t)__builtin_ctzll(bits);
    return n;
}

AVX512 static inline size_t line_of(const kernel_line *s, const char *p, size_t i, size_t n, unsigned how)
{
    const firsts first = {all(s->byte[0]), all(s->byte[1]), halves64(s->low), all((char)s->fold)};
    size_t found;

    for (; i < n && n - i > 129; i += 128) {
        __m512i one = no_line(&first, p + i, how), two = no_line(&first, p + i + 64, how);
        __m512i none = _mm512_min_epu8(one, two);
        if (!_mm512_testn_epi8_mask(none, none))
            continue;
        if ((found = first_line(s, p, i, n, one)) < n || (found = first_line(s, p, i + 64, n, two)) < n)
            return found;
    }
    for (; i < n && n - i > 65; i += 64)
        if ((found = first_line(s, p, i, n, no_line(&first, p + i, how))) < n)
            return found;
    return kernel_line_slowly(s, p, i, n);
}

AVX512 static size_t line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    if (s->n <= 2)
        return s->n == 1 ? line_of(s, p, i, n, ONE) : line_of(s, p, i, n, TWO);
    return s->folded ? line_of(s, p, i, n, FOLDED) : kernel_avx2_line(s, p, i, n);
}

AVX512 static size_t lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    const __m512i first_low = halves64(s->first_low), first_high = halves64(s->first_high),
                  third_low = halves64(s->third_low), third_high = halves64(s->third_high);

    for (; i < n && n - i > 66; i += 64) {
        uint64_t bits = _mm512_test_epi8_mask(is_in64(first_low, first_high, load64(p + i + 1)),
                                              is_in64(third_low, third_high, load64(p + i + 3)));
        bits &= _mm512_cmpeq_epi8_mask(load64(p + i), all('\n'));
        if (bits)
            return i + (size_t)__builtin_ctzll(bits);
    }
    return kernel_lines_slowly(s, p, i, n);
}

/* What a byte of ASCII is in a host: the highest bit for all that may stand there, the next ones for '.' and '-'. */
#define L 0x80
/* clang-format off */
static const unsigned char in_host[128] = {
    ['-'] = L | 0x20, ['.'] = L | 0x40,
    ['0'] = L, ['1'] = L, ['2'] = L, ['3'] = L, ['4'] = L, ['5'] = L, ['6'] = L, ['7'] = L, ['8'] = L, ['9'] = L,
    ['A'] = L, ['B'] = L, ['C'] = L, ['D'] = L, ['E'] = L, ['F'] = L, ['G'] = L, ['H'] = L, ['I'] = L, ['J'] = L,
    ['K'] = L, ['L'] = L, ['M'] = L, ['N'] = L, ['O'] = L, ['P'] = L, ['Q'] = L, ['R'] = L, ['S'] = L, ['T'] = L,
    ['U'] = L, ['V'] = L, ['W'] = L, ['X'] = L, ['Y'] = L, ['Z'] = L,
    ['a'] = L, ['b'] = L, ['c'] = L, ['d'] = L, ['e'] = L, ['f'] = L, ['g'] = L, ['h'] = L, ['i'] = L, ['j'] = L,
    ['k'] = L, ['l'] = L, ['m'] = L, ['n'] = L, ['o'] = L, ['p'] = L, ['q'] = L, ['r'] = L, ['s'] = L, ['t'] = L,
    ['u'] = L, ['v'] = L, ['w'] = L, ['x'] = L, ['y'] = L, ['z'] = L,
};
/* clang-format on */
#undef L

/* There is no constant here that would have to be made anew for each of them. */
AVX512 static size_t host(const char *p, size_t n, kernel_marks *marks)
{
    __m512i v, is, dots;
    uint64_t others, before;

    if (n < KERNEL_HOST)
        return kernel_host_slowly(p, n, marks);
    v = load64(p);
    is = _mm512_permutex2var_epi8(_mm512_loadu_si512(in_host), v, _mm512_loadu_si512(in_host + 64));
    dots = _mm512_add_epi8(is, is);
    others = ~_mm512_movepi8_mask(is) | _mm512_movepi8_mask(v);
    before = (others & -others) - 1;
    marks->dots = _mm512_movepi8_mask(dots) & before;
    marks->hyphens = _mm512_movepi8_mask(_mm512_add_epi8(dots, dots)) & before;
    return _tzcnt_u64(others); /* KERNEL_HOST for none */
}

const kernel kernel_avx512 = {
    .name = "avx512",
    .triggers = triggers,
    .find = kernel_avx2_find,
    .span = kernel_avx2_span,
    .bits = bits,
    .host = host,
    .escape = kernel_avx512_escape,
    .line = line,
    .lines = lines,
    .count = kernel_avx2_count,
    .base64 = kernel_avx2_base64,
    .quoted = kernel_avx512_quoted,
};
#endif
