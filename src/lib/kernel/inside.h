/* inside.h - code shared by the kernels: byte-by-byte versions of each search, and escaping
 *
 * Vector kernels use the byte-by-byte versions for inputs shorter than a register, and for sets
 * that cannot be looked up by halves. Kernels differ in escaping only in how they find the bytes
 * that may need it.
 */
#ifndef TRAWL_KERNEL_INSIDE_H
#define TRAWL_KERNEL_INSIDE_H

#include "base/count.h"
#include "kernel/kernel.h"

extern const kernel kernel_scalar;
#if defined(__x86_64__)
#define KERNEL_X86 1
extern const kernel kernel_sse2, kernel_avx2;
#elif defined(__wasm_simd128__)
#define KERNEL_WASM 1
extern const kernel kernel_sse2;
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define KERNEL_NEON 1
extern const kernel kernel_neon;
#endif

/* As kernel.find, from p[i] on. */
static inline size_t kernel_find_slowly(const kernel_set *s, const char *p, size_t i, size_t n)
{
    while (i < n && !s->table[(unsigned char)p[i]])
        i++;
    return i;
}

/* As kernel.span, from p[i] on. */
static inline size_t kernel_span_slowly(const kernel_set *s, const char *p, size_t i, size_t n)
{
    while (i < n && s->table[(unsigned char)p[i]])
        i++;
    return i;
}

static inline size_t kernel_count_slowly(const char *p, size_t n, char c)
{
    return (size_t)count_byte(p, n, (unsigned char)c);
}

static inline size_t kernel_host_slowly(const char *p, size_t n, kernel_marks *marks)
{
    size_t i = 0;

    *marks = (kernel_marks){0, 0};
    for (; i < n && i < KERNEL_HOST; i++) {
        unsigned char c = (unsigned char)p[i], letter = (unsigned char)((c | 0x20) - 'a');
        if (c == '.')
            marks->dots |= (uint64_t)1 << i;
        else if (c == '-')
            marks->hyphens |= (uint64_t)1 << i;
        else if (letter >= 26 && (c < '0' || c > '9'))
            break;
    }
    return i;
}

static inline uint64_t kernel_bits_slowly(const kernel_set *s, const char *p)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < KERNEL_BLOCK; i++)
        bits |= (uint64_t)s->table[(unsigned char)p[i]] << i;
    return bits;
}

__attribute__((noinline, unused)) static uint64_t kernel_triggers_slowly(const kernel_set *s,
                                                                         const char *p,
                                                                         size_t blocks,
                                                                         uint64_t *bits)
{
    uint64_t some = 0;

    for (size_t b = 0; b < blocks; b++, p += KERNEL_BLOCK) {
        bits[b] = kernel_bits_slowly(s, p);
        for (unsigned i = 0; s->prefixes && i < KERNEL_BLOCK; i++)
            bits[b] |= (uint64_t)prefix_is_pair(p[i], p[i + 1]) << i;
        some |= (uint64_t)(bits[b] != 0) << b;
    }
    return some;
}

static inline bool kernel_line_has(const char bytes[KERNEL_LINE], char c)
{
    return c == bytes[0] || c == bytes[1] || c == bytes[2] || c == bytes[3];
}

/* Returns true when the line after the LF at p[i] matches; needs i + 1 < n. */
static inline bool kernel_is_line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    return kernel_line_has(s->byte, p[i + 1]) &&
           (s->then_n == 0 || i + 2 == n || kernel_line_has(s->then, p[i + 2]));
}

/* Does what kernel.line does, without vector instructions. */
static inline size_t kernel_line_slowly(const kernel_line *s, const char *p, size_t i, size_t n)
{
    for (const char *lf; i + 1 < n && (lf = memchr(p + i, '\n', n - 1 - i)); i++) {
        i = (size_t)(lf - p);
        if (kernel_is_line(s, p, i, n))
            return i;
    }
    return n;
}

/* Returns the offset of the first LF followed by a matching line, or n. Tests only those of the 64
 * bytes at p[i] whose bits are set. */
static inline size_t kernel_line_of(const kernel_line *s, const char *p, size_t i, size_t n,
                                    uint64_t bits)
{
    for (size_t k; bits; bits &= bits - 1) {
        k = i + (size_t)__builtin_ctzll(bits);
        if (kernel_is_line(s, p, k, n))
            return k;
    }
    return n;
}

/* Returns true when low[] has c at the low half of the ASCII byte p[i], or i is not below n. */
static inline bool kernel_head_fits(const unsigned char low[16], const char *p, size_t i, size_t n,
                                    char c)
{
    return i >= n || (!(p[i] & 0x80) && low[p[i] & 15] == (unsigned char)c);
}

/* Returns true when the line at p[i] matches; needs i < n. */
static inline bool kernel_is_head(const kernel_heads *s, const char *p, size_t i, size_t n)
{
    const size_t most = n - i < KERNEL_QUOTES ? n : i + KERNEL_QUOTES;
    const bool quoted = p[i] == '>';
    char c;

    while (quoted && i < most && (p[i] == '>' || p[i] == ' '))
        i++;
    if (i == n)
        return true;
    c = (char)(p[i] | 0x20);
    return (quoted ? c == s->quoted : kernel_line_has(s->first, c)) &&
           kernel_head_fits(s->second, p, i + 1, n, c) &&
           kernel_head_fits(s->third, p, i + 2, n, c);
}

/* Does what kernel.heads does, without vector instructions. */
static inline size_t kernel_heads_slowly(const kernel_heads *s, const char *p, size_t i, size_t n)
{
    for (const char *end, *bs; i + 1 < n; i++) {
        const char *lf = memchr(p + i, '\n', n - 1 - i);
        end = lf ? lf : p + n - 1;
        bs = s->struck ? memchr(p + i, '\b', (size_t)(end - p) - i) : NULL;
        if (bs)
            return (size_t)(bs - p);
        i = (size_t)(end - p);
        if (lf && kernel_is_head(s, p, i + 1, n))
            return i;
    }
    return n;
}

/* Returns what kernel.heads() finds in p[from..n) at the set bits of the 64 bytes at p[i], or n. A
 * bit is for a BS, for a LF, or for the last of the quote marks after a LF. */
static inline size_t kernel_heads_of(const kernel_heads *s, const char *p, size_t from, size_t i,
                                     size_t n, uint64_t bits)
{
    for (; bits; bits &= bits - 1) {
        size_t k = i + (size_t)__builtin_ctzll(bits), marks = 0;
        if (p[k] == '\b' && s->struck)
            return k;
        for (; k > from && marks < KERNEL_QUOTES && (p[k] == '>' || p[k] == ' '); marks++)
            k--;
        if (p[k] == '\n' && kernel_is_head(s, p, k + 1, n))
            return k;
    }
    return n;
}

/* Returns true when the line after the LF at p[i] may match; needs i + 1 < n. */
static inline bool kernel_may_start(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    unsigned char first = (unsigned char)p[i + 1], third = i + 3 < n ? (unsigned char)p[i + 3] : 0;
    unsigned groups = s->first_low[first & 15] & s->first_high[first >> 4];

    if (i + 3 < n)
        groups &= s->third_low[third & 15] & s->third_high[third >> 4];
    return groups != 0;
}

static inline size_t kernel_lines_slowly(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    const char *lf;

    for (size_t from = i, end; i < n && (lf = memchr(p + i, '\n', n - i)); i++) {
        i = end = (size_t)(lf - p);
        end -= end > from && p[end - 1] == '\r';
        if (s->colons && end > from && kernel_is_colon(p[end - 1]))
            return end - 1;
        if (i + 1 < n && kernel_may_start(s, p, i, n))
            return i;
    }
    return n;
}

/* ---- Escaping ---- */

/* Always inlined, so that the kernel's own `marked` function is inlined, too. */
#define KERNEL_INSIDE __attribute__((always_inline)) static inline

/* Returns one bit for each of the first n bytes, at most KERNEL_BLOCK, that is in e->set. May leave
 * out the bytes of characters that are copied unchanged. */
typedef uint64_t kernel_marked(const kernel_escapes *e, const char *p, size_t n);

/* Returns a mask with one bit for each of the first n bytes. */
static inline uint64_t kernel_first(size_t n)
{
    return n < KERNEL_BLOCK ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
}

static inline uint64_t kernel_marked_slowly(const kernel_escapes *e, const char *p, size_t n)
{
    return kernel_bits_slowly(e->set, p) & kernel_first(n);
}

static inline bool kernel_is_tail(char c)
{
    return (c & 0xC0) == 0x80;
}

/* Returns the length of the character at p if it is copied unchanged, else 0. */
static inline size_t kernel_length(const kernel_escapes *e, const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    unsigned what = e->what[u[0]];

    if (what == KERNEL_TWO || what == KERNEL_C2)
        return kernel_is_tail(p[1]) && (what == KERNEL_TWO || e->c2->table[u[1]]) ? 2 : 0;
    if ((what != KERNEL_THREE && what != KERNEL_E2) || !kernel_is_tail(p[1]) ||
        !kernel_is_tail(p[2]))
        return 0;
    return what == KERNEL_THREE || u[1] > 0x81 || (u[1] == 0x80 && e->e2_80->table[u[2]]) ? 3 : 0;
}

/* Writes a character that has no replacement: copies it, or calls e->look(). Returns the end of
 * the bytes that it read. */
__attribute__((noinline)) static const char *kernel_put_other(const kernel_escapes *e, char **to,
                                                              const char *p, size_t n)
{
    char here[4] = {0};
    size_t length;

    memcpy(here, p, n < sizeof here ? n : sizeof here);
    length = kernel_length(e, here);
    if (length == 0)
        return p + e->look(e->user, to, p, n);
    memcpy(*to, here, sizeof here);
    *to += length;
    return p + length;
}

/* As wide as one register of AVX2 or two of SSE2. Compilers use narrower ones for memcpy(). */
typedef char kernel_wide __attribute__((vector_size(32), aligned(1), may_alias));

/* Copies p[0..n) in steps of KERNEL_SLACK bytes, so up to that many bytes more are written. */
KERNEL_INSIDE char *kernel_copy(char *to, const char *p, size_t n)
{
    char *end = to + n;

    do {
        for (size_t k = 0; k < KERNEL_SLACK; k += sizeof(kernel_wide))
            *(kernel_wide *)(to + k) = *(const kernel_wide *)(p + k);
        to += KERNEL_SLACK;
        p += KERNEL_SLACK;
    } while (to < end);
    return end;
}

/* Writes the replacements of the marked bytes of a block, and copies the bytes between them, from
 * *done on. Returns the new end of the output. Sets *done to the first byte not written yet. The
 * text is readable up to `end`. */
KERNEL_INSIDE char *kernel_put_block(const kernel_escapes *e, char *to, const char **done,
                                     const char *block, uint64_t bits, const char *end)
{
    const kernel_word *words = e->word;

    for (; bits; bits &= bits - 1) {
        const char *here = block + __builtin_ctzll(bits);
        const kernel_word *word = &words[(unsigned char)here[0]];
        if (here < *done)
            continue;
        to = kernel_copy(to, *done, (size_t)(here - *done));
        *done = here + 1;
        if (word->n == KERNEL_NO_WORD) {
            char *at = to; /* keeps `to` in a register */
            *done = kernel_put_other(e, &at, here, (size_t)(end - here));
            to = at;
            continue;
        }
        memcpy(to, word, sizeof *word);
        to += word->n - (unsigned)(word->line_end & (here[here + 1 < end] == '\n'));
    }
    return to;
}

/* Does the work of kernel.escape with the kernel's own `marked` function. */
KERNEL_INSIDE size_t kernel_escape_by(const kernel_escapes *e, kernel_room *room, const char *p,
                                      size_t n, size_t all, kernel_marked *marked)
{
    const char *done = p, *block = p;

    while (done < p + n && room->end - room->to >= KERNEL_ESCAPED) {
        size_t fit = (size_t)(room->end - room->to - KERNEL_SLACK) / 8, left;
        const char *end = (size_t)(p + n - done) < fit ? p + n : done + fit;
        for (block = done; block < end; block += KERNEL_BLOCK) {
            left = (size_t)(end - block);
            room->to = kernel_put_block(e, room->to, &done, block, marked(e, block, left), p + all);
        }
        if (done < end) {
            room->to = kernel_copy(room->to, done, (size_t)(end - done));
            done = end;
        }
    }
    return (size_t)(done - p);
}

#endif
