/* zones_search.c - the search of zones_search.h
 *
 * The kernels find the lines whose first and third byte may be those of a mark, which are few; more bytes are looked at here.
 */
#include "mail/zones_search.h"

#include <string.h>

#include "mail/zones_first.h"

/* By zones_first.c: "To un", "This", "Inicio", "Anfang", "Begin", "From", "Groups.io", "De : ", "Od: ", "You", "Von: ", rules, ... */
void zones_starts_make(kernel_starts *starts)
{
    static const struct {
        const char *first, *third;
    } groups[KERNEL_STARTS] = {{"T", " i"},          {"I", "i\xC3"}, {"AB", "fg"},   {"FG", "oa\xC3"},
                               {"DO", ": \xC2\xA9"}, {"VY", "dnhu"}, {"-=#*", NULL}, {"_", NULL}};

    memset(starts, 0, sizeof *starts);
    for (unsigned k = 0; k < KERNEL_STARTS; k++)
        kernel_starts_add(starts, k, groups[k].first, groups[k].third);
}

size_t zones_search(const kernel *k, const kernel_starts *starts, const char *p, size_t i, size_t n)
{
    while ((i = k->lines(starts, p, i, n)) < n && n - i > ZONES_START && !zones_may_begin(p + i + 1))
        i++;
    return i;
}
