/* check.c - reports what of a draft would break in the programs of other readers */
#include "fold/inside.h"

int check_unit(const fold_config *c, const struct unit *u, struct check_place *at)
{
    (void)c;
    (void)u;
    (void)at;
    return 0;
}
