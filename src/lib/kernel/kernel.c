/* kernel.c - chooses a kernel, builds sets of bytes, and fills the map of triggers */

#include <stdlib.h>

#include "base/check.h"
#include "base/sixteen.h"
#include "kernel/inside.h"

/* ---- Choosing a kernel ---- */

/* HAS() is true when the processor has a feature. Uses glibc's copy of the answer where possible:
 * the CPUID instruction takes a tenth of a millisecond on a virtual machine. */
#if KERNEL_X86 && defined __GLIBC__ && defined __has_include
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>

/* Replaces glibc's x86_cpu_active(), which has undefined behaviour: it shifts a 1 into the sign
 * bit. */
static bool is_active(unsigned feature)
{
    enum { BITS = 32, REGISTERS = 4 };
    const struct cpuid_feature *leaf = __x86_get_cpuid_feature_leaf(feature / (BITS * REGISTERS));

    return leaf->active_array[feature / BITS % REGISTERS] >> feature % BITS & 1;
}

#define HAS(gcc_name, glibc_name) is_active(x86_cpu_##glibc_name)
#endif
#endif
#ifndef HAS
#define HAS(gcc_name, glibc_name) __builtin_cpu_supports(gcc_name)
#endif

/* All kernels for this type of processor, the simplest first. */
static const kernel *const kernels[] = {
    &kernel_scalar,
#if KERNEL_X86
    &kernel_sse2,
    &kernel_avx2,
#elif KERNEL_WASM
    &kernel_sse2,
#elif KERNEL_NEON
    &kernel_neon,
#endif
};

#define KERNELS (sizeof kernels / sizeof kernels[0])

/* Returns how many of `kernels` this machine can run. */
static size_t runnable(void)
{
#if KERNEL_X86
    if (!HAS("avx2", AVX2) || !HAS("bmi", BMI1) || !HAS("popcnt", POPCNT))
        return KERNELS - 1;
#endif
    return KERNELS;
}

const kernel *kernel_at(size_t i)
{
    return i < runnable() ? kernels[i] : NULL;
}

const kernel *kernel_choose(void)
{
    const char *name = getenv("TRAWL_CPU");
    size_t n = runnable();

    CHECK(n > 0);
    for (size_t i = 0; name && i < n; i++)
        if (strcmp(name, kernels[i]->name) == 0)
            return kernels[i];
    return kernels[n - 1];
}

/* ---- Sets of bytes ---- */

/* Fills low and high, and sets `halves`; rows[h] are the low halves of the bytes with the high half
 * h that are in the set, a bit for each. With more than eight patterns, `halves` stays false. */
static void make_halves(kernel_set *s, const unsigned rows[16])
{
    unsigned patterns[8] = {0}, count = 0, k;

    for (unsigned high = 0; high < 16; high++) {
        if (rows[high] == 0)
            continue;
        for (k = 0; k < count && patterns[k] != rows[high]; k++)
            ;
        if (k == 8)
            return;
        s->high[high] = (unsigned char)(1u << k);
        if (k < count)
            continue;
        patterns[count++] = rows[high];
        for (unsigned bits = rows[high]; bits; bits &= bits - 1)
            s->low[__builtin_ctz(bits)] |= (unsigned char)(1u << k);
    }
    s->halves = true;
}

/* Fills by_low, and sets `apart`. An entry for which the set has no byte gets a byte with another
 * low half, which matches nothing. */
static void make_apart(kernel_set *s)
{
    s->apart = s->count <= KERNEL_LIST;
    for (unsigned low = 0; low < 16; low++)
        s->by_low[low] = (unsigned char)(low ^ 1);
    for (unsigned k = 0; k < s->count && s->apart; k++) {
        unsigned low = s->list[k] & 15;
        s->apart = s->list[k] < 0x80 && s->by_low[low] == (low ^ 1);
        s->by_low[low] = s->list[k];
    }
}

void kernel_set_make(kernel_set *s, const unsigned char in[256])
{
    unsigned rows[16], listed = 0;

    memset(s, 0, sizeof *s);
    for (size_t high = 0; high < 16; high++) {
        const sixteen out = sixteen_is(sixteen_load(in + 16 * high), 0), table = ~out & 1;

        memcpy(s->table + 16 * high, &table, sizeof table);
        rows[high] = ~sixteen_bits(out) & 0xFFFF;
        s->count += (unsigned)__builtin_popcount(rows[high]);
        for (unsigned bits = rows[high]; bits && listed < KERNEL_LIST; bits &= bits - 1)
            s->list[listed++] = (unsigned char)(high << 4 | (unsigned)__builtin_ctz(bits));
    }
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

void kernel_set_add_prefixes(kernel_set *s)
{
    s->prefixes = true;
    for (unsigned row = 0, k; row < PREFIX_COUNT; row++) {
        const char *name = prefix_rows[row].name;
        unsigned low = name[1] & 15;
        for (k = 0; s->pairs[k][low]; k++)
            ;
        s->pairs[k][low] = (unsigned char)name[0];
    }
}

/* ---- Descriptions of lines ---- */

static void add_bytes(unsigned char low[16], unsigned char high[16], unsigned bit,
                      const char *bytes)
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

/* ---- Triggers ---- */

/* trigger_look() for a text shorter than a block with the bytes before and after it. */
static void look_at_little(trigger_map *map, const kernel *k, const kernel_set *s, const char *p,
                           size_t i, size_t n)
{
    char room[1 + KERNEL_BLOCK + 1];

    CHECK(i > 0 && n - 1 > i && n - 1 - i <= KERNEL_BLOCK);
    memset(room, ' ', sizeof room);
    memcpy(room, p + i - 1, n - i + 1);
    k->triggers(s, room + 1, 1, map->bits);
    map->from = i;
    map->to = n - 1;
    map->bits[0] &= ~(uint64_t)0 >> (KERNEL_BLOCK - (n - 1 - i));
    map->some = map->bits[0] != 0;
}

/* Near the end of the text the block begins before i. The first search covers one block only,
 * unless map->to is TRIGGER_FAR: text that is fed byte by byte is searched again each time, from
 * the start of an unfinished link. */
void trigger_look(trigger_map *map, const kernel *k, const kernel_set *s, const char *p, size_t i,
                  size_t n)
{
    size_t blocks = (n - 1 - i) / KERNEL_BLOCK, most = map->to == 0 ? 1 : TRIGGER_BLOCKS;

    if (blocks == 0 && n < KERNEL_BLOCK + 2) {
        look_at_little(map, k, s, p, i, n);
        return;
    }
    map->from = blocks > 0 ? i : n - 1 - KERNEL_BLOCK;
    blocks = blocks == 0 ? 1 : blocks < most ? blocks : most;
    map->to = map->from + blocks * KERNEL_BLOCK;
    map->some = k->triggers(s, p + map->from, blocks, map->bits);
}
