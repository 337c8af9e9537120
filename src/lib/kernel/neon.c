/* neon.c - the kernel for aarch64: looks up the halves (4 bits) of 16 bytes at a time in two tables
 *
 * Every aarch64 processor has NEON. Big-endian machines use the scalar kernel.
 */
#include "kernel/inside.h"

#if KERNEL_NEON
#include <arm_neon.h>

static inline uint8x16_t neon_load(const char *p)
{
    return vld1q_u8((const uint8_t *)p);
}

/* Returns, for each byte, the bits that the entries for its two halves have in common. */
static inline uint8x16_t groups_of(uint8x16_t low, uint8x16_t high, uint8x16_t here)
{
    return vandq_u8(vqtbl1q_u8(low, vandq_u8(here, vdupq_n_u8(15))),
                    vqtbl1q_u8(high, vshrq_n_u8(here, 4)));
}

/* Returns FF for each byte that is in the set, else 00. */
static inline uint8x16_t neon_is_in(uint8x16_t low, uint8x16_t high, uint8x16_t here)
{
    uint8x16_t groups = groups_of(low, high, here);

    return vtstq_u8(groups, groups);
}

/* Returns four bits for each of the 16 bytes; the highest is set if the byte is FF, the others
 * are 0. */
static inline uint64_t neon_bits_of(uint8x16_t found)
{
    uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(found), 4);

    return vget_lane_u64(vreinterpret_u64_u8(nibbles), 0) & UINT64_C(0x8888888888888888);
}

/* Returns the number of the first byte whose bit is set in the result of neon_bits_of(). */
static inline size_t neon_first(uint64_t bits)
{
    return (size_t)__builtin_ctzll(bits) / 4;
}

/* Returns the offset of the first byte in the set, or with `inside` of the first byte outside of
 * it; n if no byte is found. */
static inline size_t neon_run(const kernel_set *s, const char *p, size_t n, bool inside)
{
    const uint8x16_t low = vld1q_u8(s->low), high = vld1q_u8(s->high);
    size_t i = 0;

    for (; s->halves && n - i >= 16; i += 16) {
        uint8x16_t in = neon_is_in(low, high, neon_load(p + i));
        uint64_t bits = neon_bits_of(inside ? vmvnq_u8(in) : in);
        if (bits)
            return i + neon_first(bits);
    }
    return inside ? kernel_span_slowly(s, p, i, n) : kernel_find_slowly(s, p, i, n);
}

static size_t neon_find(const kernel_set *s, const char *p, size_t n)
{
    return neon_run(s, p, n, false);
}

static size_t neon_span(const kernel_set *s, const char *p, size_t n)
{
    return neon_run(s, p, n, true);
}

/* Returns one bit for each byte of four vectors: set if the byte is FF. Masks byte k to bit k % 8,
 * then adds neighbours three times, which makes one byte of eight. */
static inline uint64_t pack(const uint8x16_t v[4])
{
    static const uint8_t bit_of[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bit = vld1q_u8(bit_of);
    uint8x16_t low = vpaddq_u8(vandq_u8(v[0], bit), vandq_u8(v[1], bit));
    uint8x16_t sum = vpaddq_u8(low, vpaddq_u8(vandq_u8(v[2], bit), vandq_u8(v[3], bit)));

    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

static uint64_t neon_bits(const kernel_set *s, const char *p)
{
    const uint8x16_t low = vld1q_u8(s->low), high = vld1q_u8(s->high);
    uint8x16_t v[4];

    if (!s->halves)
        return kernel_bits_slowly(s, p);
    for (size_t i = 0; i < 4; i++)
        v[i] = neon_is_in(low, high, neon_load(p + 16 * i));
    return pack(v);
}

/* Returns FF for each of the 16 bytes at p that may be a trigger, else 00. Reads 17 bytes. Leaves
 * out colons before a blank. Finds all pairs of letters of kernel_set.pairs, and some others. */
static inline uint8x16_t neon_maybe(uint8x16_t low, uint8x16_t high,
                                    const uint8x16_t pairs[KERNEL_PAIRS], const char *p)
{
    const uint8x16_t space = vdupq_n_u8(' ');
    uint8x16_t here = neon_load(p), next = neon_load(p + 1);
    uint8x16_t idle = vandq_u8(vceqq_u8(here, vdupq_n_u8(':')), vcleq_u8(next, space));
    uint8x16_t half = vandq_u8(next, vdupq_n_u8(15)), letter = vorrq_u8(here, space);
    uint8x16_t found = vbicq_u8(neon_is_in(low, high, here), idle);

    for (unsigned k = 0; k < KERNEL_PAIRS; k++)
        found = vorrq_u8(found, vceqq_u8(letter, vqtbl1q_u8(pairs[k], half)));
    return found;
}

static uint64_t neon_triggers(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits)
{
    const uint8x16_t low = vld1q_u8(s->low), high = vld1q_u8(s->high);
    uint64_t some = 0;
    uint8x16_t v[4], pairs[KERNEL_PAIRS];

    if (!s->halves)
        return kernel_triggers_slowly(s, p, blocks, bits);
    for (unsigned k = 0; k < KERNEL_PAIRS; k++)
        pairs[k] = vld1q_u8(s->pairs[k]);
    for (size_t b = 0; b < blocks; b++, p += KERNEL_BLOCK) {
        for (size_t i = 0; i < 4; i++)
            v[i] = neon_maybe(low, high, pairs, p + 16 * i);
        bits[b] = pack(v);
        some |= (uint64_t)(bits[b] != 0) << b;
    }
    return some;
}

static inline uint64_t marked(const kernel_escapes *e, const char *p, size_t n)
{
    return neon_bits(e->set, p) & kernel_first(n);
}

static size_t neon_escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n,
                          size_t all)
{
    return kernel_escape_by(e, room, p, n, all, marked);
}

/* Returns FF for each of the 16 bytes at p that is an LF before a byte c, and c | small is in
 * `first`, else 00. Reads 17 bytes. */
static inline uint8x16_t maybe_line(const char first[KERNEL_LINE], uint8_t small, const char *p)
{
    uint8x16_t next = vorrq_u8(neon_load(p + 1), vdupq_n_u8(small)),
               found = vceqq_u8(next, vdupq_n_u8((uint8_t)first[0]));

    for (unsigned k = 1; k < KERNEL_LINE; k++)
        found = vorrq_u8(found, vceqq_u8(next, vdupq_n_u8((uint8_t)first[k])));
    return vandq_u8(found, vceqq_u8(neon_load(p), vdupq_n_u8('\n')));
}

/* Compares all bytes, which is cheaper than stopping at each LF, since lines are short. */
static size_t neon_line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    for (; n - i > 16; i += 16)
        for (uint64_t bits = neon_bits_of(maybe_line(s->byte, 0, p + i)); bits; bits &= bits - 1)
            if (kernel_is_line(s, p, i + neon_first(bits), n))
                return i + neon_first(bits);
    return kernel_line_slowly(s, p, i, n);
}

static size_t neon_heads(const kernel_heads *s, const char *p, size_t from, size_t n)
{
    size_t i = from, found;

    for (; n - i > 16; i += 16) {
        uint8x16_t struck = vceqq_u8(neon_load(p + i), vdupq_n_u8('\b'));
        uint64_t bits = neon_bits_of(vorrq_u8(maybe_line(s->first, ' ', p + i), struck));
        for (; bits; bits &= bits - 1)
            if ((found = kernel_heads_of(s, p, from, i + neon_first(bits), n, 1)) < n)
                return found;
    }
    return kernel_heads_slowly(s, p, i, n);
}

static size_t neon_lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    const uint8x16_t low = vld1q_u8(s->first_low), high = vld1q_u8(s->first_high),
                     lf = vdupq_n_u8('\n'), colon_bits = vdupq_n_u8(s->colons ? 0x5F : 0);
    const uint8x16_t third_low = vld1q_u8(s->third_low), third_high = vld1q_u8(s->third_high);

    for (; n - i > 18; i += 16) {
        const uint8x16_t here = neon_load(p + i), next = neon_load(p + i + 1);
        uint8x16_t groups = vandq_u8(groups_of(low, high, next),
                                     groups_of(third_low, third_high, neon_load(p + i + 3)));
        uint8x16_t colon = vceqq_u8(vandq_u8(here, colon_bits), vdupq_n_u8(':' & 0x5F)),
                   start = vandq_u8(vtstq_u8(groups, groups), vceqq_u8(here, lf));
        uint64_t bits =
            neon_bits_of(vorrq_u8(start, vandq_u8(colon, vcleq_u8(next, vdupq_n_u8('\r')))));
        if (bits)
            return i + neon_first(bits);
    }
    return kernel_lines_slowly(s, p, i, n);
}

const kernel kernel_neon = {
    .name = "neon",
    .triggers = neon_triggers,
    .find = neon_find,
    .span = neon_span,
    .count = kernel_count_slowly,
    .bits = neon_bits,
    .host = kernel_host_slowly,
    .escape = neon_escape,
    .line = neon_line,
    .heads = neon_heads,
    .lines = neon_lines,
};
#endif
