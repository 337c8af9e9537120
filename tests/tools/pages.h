/* pages.h - the pages that programs of tests read from standard input */
#ifndef TRAWL_TESTS_TOOLS_PAGES_H
#define TRAWL_TESTS_TOOLS_PAGES_H

#include <stdio.h>

#include "growing.h"

/* Reads a page: its length in decimal, a line feed, and its bytes. Returns false at the end of the
 * input, or where it is not such a page. */
static inline bool pages_read(growing *page)
{
    char block[65536];
    unsigned long n;

    if (scanf("%lu", &n) != 1 || getchar() != '\n')
        return false;
    growing_clear(page);
    while (n > 0) {
        size_t got = fread(block, 1, n < sizeof block ? n : sizeof block, stdin);
        if (got == 0)
            return false;
        growing_add(page, block, got);
        n -= got;
    }
    return true;
}

#endif
