/* kernel_inside.h - what the kernels share: a byte at a time, for the edges of a block */
#ifndef TRAWL_KERNEL_INSIDE_H
#define TRAWL_KERNEL_INSIDE_H

#include <string.h>

#include "kernel/kernel.h"

extern const kernel kernel_scalar;
#if defined(__x86_64__)
#define KERNEL_X86 1
extern const kernel kernel_sse2, kernel_avx2, kernel_avx512;
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define KERNEL_NEON 1
extern const kernel kernel_neon;
#endif

static inline size_t kernel_find_slowly(const kernel_set *s, const char *p, size_t i, size_t n)
{
    while (i < n && !s->table[(unsigned char)p[i]])
        i++;
    return i;
}

static inline size_t kernel_span_slowly(const kernel_set *s, const char *p, size_t i, size_t n)
{
    while (i < n && s->table[(unsigned char)p[i]])
        i++;
    return i;
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

/* Eight at a time are looked up for nothing, most often. */
static inline uint64_t kernel_bits_slowly(const kernel_set *s, const char *p)
{
    const unsigned char *t = s->table, *u = (const unsigned char *)p;
    uint64_t bits = 0;

    for (unsigned i = 0; i < KERNEL_BLOCK; i += 8, u += 8)
        if (t[u[0]] | t[u[1]] | t[u[2]] | t[u[3]] | t[u[4]] | t[u[5]] | t[u[6]] | t[u[7]])
            for (unsigned k = 0; k < 8; k++)
                bits |= (uint64_t)t[u[k]] << (i + k);
    return bits;
}

/* For sets that registers cannot hold. */
__attribute__((noinline, unused)) static uint64_t kernel_triggers_slowly(const kernel_set *s, const char *p,
                                                                         size_t blocks, uint64_t *bits)
{
    uint64_t some = 0;

    for (size_t b = 0; b < blocks; b++, p += KERNEL_BLOCK) {
        bits[b] = kernel_bits_slowly(s, p);
        for (unsigned i = 0; s->www && i < KERNEL_BLOCK; i++)
            bits[b] |= (uint64_t)((p[i] | 0x20) == 'w' && (p[i + 1] | 0x20) == 'w') << i;
        some |= (uint64_t)(bits[b] != 0) << b;
    }
    return some;
}

static inline bool kernel_line_has(const char bytes[KERNEL_LINE], char c)
{
    return c == bytes[0] || c == bytes[1] || c == bytes[2] || c == bytes[3];
}

/* There is a LF at i, and a byte behind it: does such a line begin there? */
static inline bool kernel_is_line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    return kernel_line_has(s->byte, p[i + 1]) && (s->then_n == 0 || i + 2 == n || kernel_line_has(s->then, p[i + 2]));
}

static inline size_t kernel_line_slowly(const kernel_line *s, const char *p, size_t i, size_t n)
{
    const char *lf;

    for (; i + 1 < n && (lf = memchr(p + i, '\n', n - 1 - i)); i++) {
        i = (size_t)(lf - p);
        if (kernel_is_line(s, p, i, n))
            return i;
    }
    return n;
}

/* There is a LF at i, and a byte behind it. */
static inline bool kernel_may_start(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    unsigned char first = (unsigned char)p[i + 1], third = i + 3 < n ? (unsigned char)p[i + 3] : 0;
    unsigned groups = s->first_low[first & 15] & s->first_high[first >> 4];

    return (i + 3 < n ? groups & s->third_low[third & 15] & s->third_high[third >> 4] : groups) != 0;
}

static inline size_t kernel_lines_slowly(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    const char *lf;

    for (; i + 1 < n && (lf = memchr(p + i, '\n', n - 1 - i)); i++) {
        i = (size_t)(lf - p);
        if (kernel_may_start(s, p, i, n))
            return i;
    }
    return n;
}

static inline uint64_t kernel_count_slowly(const char *p, size_t i, size_t n, unsigned char byte)
{
    uint64_t count = 0;

    for (; i < n; i++)
        count += (unsigned char)p[i] == byte;
    return count;
}

#endif
