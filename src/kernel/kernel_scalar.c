/* kernel_scalar.c - the kernel for any machine: eight bytes at a time through a table */
#include "kernel/kernel_inside.h"

static inline unsigned any_of_eight(const unsigned char *t, const unsigned char *u)
{
    return t[u[0]] | t[u[1]] | t[u[2]] | t[u[3]] | t[u[4]] | t[u[5]] | t[u[6]] | t[u[7]];
}

static inline unsigned all_of_eight(const unsigned char *t, const unsigned char *u)
{
    return t[u[0]] & t[u[1]] & t[u[2]] & t[u[3]] & t[u[4]] & t[u[5]] & t[u[6]] & t[u[7]];
}

static size_t find(const kernel_set *s, const char *p, size_t n)
{
    size_t i = 0;

    while (n - i >= 8 && !any_of_eight(s->table, (const unsigned char *)p + i))
        i += 8;
    return kernel_find_slowly(s, p, i, n);
}

static size_t span(const kernel_set *s, const char *p, size_t n)
{
    size_t i = 0;

    while (n - i >= 8 && all_of_eight(s->table, (const unsigned char *)p + i))
        i += 8;
    return kernel_span_slowly(s, p, i, n);
}

static inline bool two_w(const unsigned char *u)
{
    unsigned found = 0;

    for (unsigned k = 0; k < 8; k += 2)
        found |= (u[k] | 0x20) == 'w';
    return found;
}

/* Of two "w" side by side one stands in an even place: only those are looked for, eight bytes at a time. */
static size_t trigger(const kernel_set *s, const char *p, size_t i, size_t n)
{
    while (i < n) {
        const unsigned char *u = (const unsigned char *)p + i;
        if (n - i >= 9 && !any_of_eight(s->table, u) && (!s->www || (!two_w(u) && (u[8] | 0x20) != 'w'))) {
            i += 8;
            continue;
        }
        for (size_t end = n - i < 8 ? n : i + 8; i < end; i++)
            if (kernel_is_trigger(s, p, i, n))
                return i;
    }
    return n;
}

static uint64_t count(const char *p, size_t n, unsigned char byte)
{
    return kernel_count_slowly(p, 0, n, byte);
}

const kernel kernel_scalar = {"scalar", trigger, find, span, count};
