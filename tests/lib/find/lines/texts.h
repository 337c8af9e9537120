/* texts.h - shared by the tests of lines: texts after which no byte may be read */
#ifndef TRAWL_TESTS_TEXTS_H
#define TRAWL_TESTS_TEXTS_H

#include "find/lines/lines.h"
#include "kernel/guarded.h"
#include "tap.h"

/* Returns the text p[0..n), which ends at a page that must not be touched. The one before it
 * stays. */
static text text_of_bytes(const char *p, size_t n)
{
    static char *pages[2];
    static unsigned turn;
    char *at;

    turn ^= 1;
    if (!pages[turn])
        pages[turn] = guarded();
    at = pages[turn] + room_n - n;
    memcpy(at, p, n);
    return (text){.p = at, .n = n, .final = true};
}

static inline text text_of(const char *p)
{
    return text_of_bytes(p, strlen(p));
}

#endif
