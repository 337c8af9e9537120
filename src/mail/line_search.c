/* line_search.c - the sets of line_search.h */
#include "mail/line_search.h"

#include <string.h>

/* Returns how many there are. */
static unsigned fill(char to[KERNEL_LINE], const char *bytes)
{
    size_t n = strlen(bytes);

    n = n < KERNEL_LINE ? n : KERNEL_LINE;
    for (unsigned k = 0; k < KERNEL_LINE; k++)
        to[k] = bytes[k < n ? k : n - 1];
    return (unsigned)n;
}

void line_set_make(line_set *set, const char *bytes)
{
    set->n = fill(set->byte, bytes);
    set->then_n = 0;
    kernel_line_fold(set);
}

void line_set_then(line_set *set, const char *bytes)
{
    set->then_n = fill(set->then, bytes);
}
