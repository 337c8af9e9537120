/* query.c - trawl query */
#include "index/index.h"

int query_run(struct output *out, int argc, char **argv)
{
    (void)out;
    (void)argc;
    (void)argv;
    return 2;
}
