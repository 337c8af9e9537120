/* zones_search.c - the search of zones_search.h
 *
 * The kernels find the lines that begin with the first byte of a mark; more bytes are looked at here.
 */
#include "mail/zones_search.h"

#include "mail/zones_first.h"

void zones_set_make(kernel_set *set)
{
    kernel_set_make(set, zones_first);
}

size_t zones_search(const kernel *k, const kernel_set *set, const char *p, size_t i, size_t n)
{
    while ((i = k->lines(set, p, i, n)) < n && n - i > ZONES_START && !zones_may_begin(p + i + 1))
        i++;
    return i;
}
