/* zones_search.h - the next line that may show a zone, at the speed of memory */
#ifndef TRAWL_MAIL_ZONES_SEARCH_H
#define TRAWL_MAIL_ZONES_SEARCH_H

#include <stddef.h>

#include "kernel/kernel.h"

void zones_starts_make(kernel_starts *starts);

/* The least j >= i with p[j] == '\n', j + 1 < n, and a line behind it that may show something by itself; else n. A line of which
 * there are less than ZONES_START bytes may. */
size_t zones_search(const kernel *k, const kernel_starts *starts, const char *p, size_t i, size_t n);

#endif
