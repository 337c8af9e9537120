/* kernel_set.c - sets of bytes as the kernels want them */
#include <string.h>

#include "kernel/kernel.h"

/* The low halves that make a byte of the set together with a high half, as bits. */
static unsigned low_halves(const unsigned char in[256], unsigned high)
{
    unsigned bits = 0;

    for (unsigned low = 0; low < 16; low++)
        bits |= in[high << 4 | low] ? 1u << low : 0;
    return bits;
}

/* High halves that go with the same low ones share a bit. */
static void make_halves(kernel_set *s, const unsigned rows[16])
{
    unsigned known[8] = {0}, count = 0, k;

    for (unsigned high = 0; high < 16; high++) {
        unsigned bits = rows[high];
        if (bits == 0)
            continue;
        for (k = 0; k < count && known[k] != bits; k++)
            ;
        if (k == 8)
            return;
        if (k == count)
            known[count++] = bits;
        s->high[high] = (unsigned char)(1u << k);
        for (unsigned low = 0; low < 16; low++)
            s->low[low] |= bits >> low & 1 ? (unsigned char)(1u << k) : 0;
    }
    s->halves = true;
}

static void make_apart(kernel_set *s)
{
    s->apart = s->count <= KERNEL_LIST;
    for (unsigned low = 0; low < 16; low++)
        s->of[low] = (unsigned char)(low ^ 1);
    for (unsigned k = 0; k < s->count && s->apart; k++) {
        unsigned low = s->list[k] & 15;
        s->apart = s->list[k] < 0x80 && s->of[low] == (low ^ 1);
        s->of[low] = s->list[k];
    }
}

static void add(kernel_set *s, unsigned c)
{
    s->table[c] = 1;
    if (s->count < KERNEL_LIST)
        s->list[s->count] = (unsigned char)c;
    s->count++;
}

void kernel_set_make(kernel_set *s, const unsigned char in[256])
{
    unsigned rows[16];

    memset(s, 0, sizeof *s);
    for (unsigned high = 0; high < 16; high++) {
        rows[high] = low_halves(in, high);
        for (unsigned bits = rows[high]; bits; bits &= bits - 1)
            add(s, high << 4 | (unsigned)__builtin_ctz(bits));
    }
    for (unsigned k = s->count; k > 0 && k < KERNEL_LIST; k++)
        s->list[k] = s->list[s->count - 1];
    make_halves(s, rows);
    make_apart(s);
}

void kernel_set_of(kernel_set *s, const char *bytes)
{
    unsigned char in[256] = {0};

    for (; *bytes; bytes++)
        in[(unsigned char)*bytes] = 1;
    kernel_set_make(s, in);
}

static void add_bytes(unsigned char low[16], unsigned char high[16], unsigned bit, const char *bytes)
{
    for (; *bytes; bytes++) {
        low[*bytes & 15] |= (unsigned char)bit;
        high[(unsigned char)*bytes >> 4] |= (unsigned char)bit;
    }
}

void kernel_starts_add(kernel_starts *s, unsigned k, const char *first, const char *third)
{
    unsigned bit = 1u << k;

    add_bytes(s->first_low, s->first_high, bit, first);
    if (third)
        add_bytes(s->third_low, s->third_high, bit, third);
    for (unsigned half = 0; half < 16 && !third; half++) {
        s->third_low[half] |= (unsigned char)bit;
        s->third_high[half] |= (unsigned char)bit;
    }
}

/* Two bytes with the same low half must be the same with that bit. What is there for all other low halves is no such byte. */
static bool fold_by(kernel_line *s, unsigned fold)
{
    for (unsigned low = 0; low < 16; low++)
        s->low[low] = (unsigned char)(low ^ 1);
    s->fold = (unsigned char)fold;
    for (unsigned k = 0; k < s->n; k++) {
        unsigned c = (unsigned char)s->byte[k], low = c & 15, folded = c | fold;
        if (c >= 0x80 || (s->low[low] != (low ^ 1) && s->low[low] != folded))
            return false;
        s->low[low] = (unsigned char)folded;
    }
    return true;
}

void kernel_line_fold(kernel_line *s)
{
    s->folded = fold_by(s, 0) || fold_by(s, 0x10) || fold_by(s, 0x20) || fold_by(s, 0x40);
}
