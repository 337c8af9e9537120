/* reply.c - a growing buffer for what the library writes; see reply.h */
#include "cli/reply.h"

#include <stdlib.h>

static int grow(struct reply *t, size_t size)
{
    char *p = realloc(t->p, size);

    if (!p)
        return TRAWL_NO_MEMORY;
    t->p = p;
    t->size = size;
    return TRAWL_OK;
}

int reply_fill(struct reply *t, reply_form *form, trawl_str url)
{
    int error;

    while ((error = form(url.p, url.n, t->p, t->size, &t->n)) == TRAWL_NO_SPACE)
        if ((error = grow(t, t->n)) != TRAWL_OK)
            break;
    return error;
}

int reply_resolve(struct reply *t, int rule, trawl_str base, trawl_str ref)
{
    int error;

    while ((error = trawl_resolve(rule, base, ref, t->p, t->size, &t->n)) == TRAWL_NO_SPACE)
        if ((error = grow(t, t->n)) != TRAWL_OK)
            break;
    return error;
}

void reply_free(struct reply *t)
{
    free(t->p);
    *t = (struct reply){0};
}
