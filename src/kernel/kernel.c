/* kernel.c - the choice of a kernel */
#include "kernel/kernel_inside.h"

#include <stdlib.h>
#include <string.h>

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
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("popcnt"))
        return KERNELS - 2;
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2")
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
