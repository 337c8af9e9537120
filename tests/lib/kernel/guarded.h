/* guarded.h - shared by the tests of kernels: a page between two pages that must not be touched,
 * and random bytes */
#ifndef TRAWL_TESTS_GUARDED_H
#define TRAWL_TESTS_GUARDED_H

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t room_n; /* size of the page in bytes */

static inline unsigned roll(unsigned n)
{
    static uint32_t state = 7;

    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* Returns a page of memory between two protected pages. */
static inline char *guarded(void)
{
    char *all;

    room_n = (size_t)sysconf(_SC_PAGESIZE);
    all = mmap(NULL, 3 * room_n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + room_n, room_n, PROT_READ | PROT_WRITE) < 0)
        abort();
    return all + room_n;
}

#endif
