/* search.c - the search page */
#include "site/site.h"

int search_make(struct site *s)
{
    (void)s;
    return 0;
}
