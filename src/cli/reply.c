/* reply.c - a growing buffer for what the library writes; see reply.h */
#include "cli/reply.h"

#include <stdlib.h>
#include <string.h>

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

int reply_add(struct reply *t, const char *p, size_t n)
{
    if (n > t->size - t->n && grow(t, 2 * (t->n + n)) != TRAWL_OK)
        return TRAWL_NO_MEMORY;
    if (n > 0)
        memcpy(t->p + t->n, p, n);
    t->n += n;
    return TRAWL_OK;
}

char *reply_room(struct reply *t, size_t n)
{
    return n <= t->size || grow(t, 2 * n) == TRAWL_OK ? t->p : NULL;
}

void reply_free(struct reply *t)
{
    free(t->p);
    *t = (struct reply){0};
}
