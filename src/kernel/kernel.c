/* kernel.c - the choice of a kernel */
#include "kernel/kernel_inside.h"

#include <stdlib.h>
#include <string.h>

/* What the C library knows of the processor since the program's start. Asking the processor itself takes a tenth of a millisecond on
 * a virtual machine, which steps in at each question. */
#if KERNEL_X86 && defined __GLIBC__ && defined __has_include
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>

/* The header's own way shifts a 1 into the sign. */
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

/* From the simplest on. */
static const kernel *const kernels[] = {
    &kernel_scalar,
#if KERNEL_X86
    &kernel_sse2,
    &kernel_avx2,
    &kernel_avx512,
#elif KERNEL_NEON
    &kernel_neon,
#endif
};

#define KERNELS (sizeof kernels / sizeof kernels[0])

/* How many of them this machine can run. */
static size_t able(void)
{
#if KERNEL_X86
    if (!HAS("avx2", AVX2) || !HAS("bmi", BMI1) || !HAS("popcnt", POPCNT))
        return KERNELS - 2;
    return HAS("avx512bw", AVX512BW) && HAS("avx512vl", AVX512VL) && HAS("avx512vbmi", AVX512_VBMI) &&
                   HAS("avx512vbmi2", AVX512_VBMI2)
               ? KERNELS
               : KERNELS - 1;
#else
    return KERNELS;
#endif
}

const kernel *kernel_at(size_t i)
{
    return i < able() ? kernels[i] : NULL;
}

const kernel *kernel_choose(void)
{
    const char *name = getenv("TRAWL_CPU");
    size_t n = able();

    for (size_t i = 0; name && i < n; i++)
        if (strcmp(name, kernels[i]->name) == 0)
            return kernels[i];
    return kernels[n - 1];
}
