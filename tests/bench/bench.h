/* bench.h - processor time and medians, for the benchmarks */
#ifndef TRAWL_TESTS_BENCH_H
#define TRAWL_TESTS_BENCH_H

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Returns nanoseconds of processor time, which other load on the machine affects less than wall
 * time. */
static inline double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static inline double median(double *times, size_t count)
{
    qsort(times, count, sizeof *times, by_size);
    return times[count / 2];
}

/* Results are added here, so that the compiler keeps the work. */
static volatile unsigned long kept;

/* Copies p[0..n) with memcpy() in blocks, for comparison. */
static inline void copy_blocks(char *to, size_t block, const char *p, size_t n)
{
    for (size_t at = 0, some; at < n; at += some) {
        some = n - at < block ? n - at : block;
        memcpy(to, p + at, some);
        kept += (unsigned char)to[some / 2];
    }
}

#endif
