/* check.h - contracts that tests check
 *
 * A comment that promises something of a value ("never 0", "sorted", "at most 255") has a CHECK. A
 * build with TRAWL_CHECK, as those of tests, fuzz targets and sanitizers, ends the process with the
 * condition and its place when the condition is false. In other builds nothing is evaluated.
 */
#ifndef TRAWL_BASE_CHECK_H
#define TRAWL_BASE_CHECK_H

#include <stdint.h>

#ifdef TRAWL_CHECK
#include <stdio.h>
#include <stdlib.h>

/* Ends the process with a message that names the condition. */
_Noreturn static inline void check_failed(const char *truth, const char *file, int at)
{
    (void)fprintf(stderr, "%s:%d: CHECK failed: %s\n", file, at, truth);
    abort();
}

/* Returns n, which must be at most `most`. */
static inline uint64_t check_most(uint64_t n, uint64_t most, const char *what, const char *file,
                                  int at)
{
    if (n > most)
        check_failed(what, file, at);
    return n;
}

#define CHECK(truth) ((truth) ? (void)0 : check_failed(#truth, __FILE__, __LINE__))
#define CHECK_MOST(n, most) check_most((uint64_t)(n), most, #n " <= " #most, __FILE__, __LINE__)
#else
#define CHECK(truth) ((void)sizeof(truth))
#define CHECK_MOST(n, most) (n)
#endif

/* Convert a number that is known to fit. A negative number does not. */
#define NARROW8(n) ((uint8_t)CHECK_MOST(n, UINT8_MAX))
#define NARROW16(n) ((uint16_t)CHECK_MOST(n, UINT16_MAX))
#define NARROW32(n) ((uint32_t)CHECK_MOST(n, UINT32_MAX))

#endif
