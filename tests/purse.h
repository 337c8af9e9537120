/* purse.h - a resize() for trawl_config that counts what is taken and given back, and fails when it is told to
 *
 * Give purse_resize() with a purse as its user. The size of a block stands before it.
 */
#ifndef TRAWL_TESTS_PURSE_H
#define TRAWL_TESTS_PURSE_H

#include <stdlib.h>
#include <string.h>

typedef struct purse {
    long left;             /* allocations until it is empty, and all fail; negative: never */
    long blocks;           /* taken and not given back */
    long asked;            /* allocations so far, those that failed among them */
    size_t now, peak, all; /* bytes: in use, at most in use, taken in all */
} purse;

#define PURSE_HEAD 16

static inline void *purse_resize(void *user, void *old, size_t size)
{
    purse *p = user;
    char *block = old ? (char *)old - PURSE_HEAD : NULL;
    size_t had = 0;

    if (block)
        memcpy(&had, block, sizeof had);
    if (size == 0) {
        p->blocks -= old != NULL;
        p->now -= had;
        free(block);
        return NULL;
    }
    p->asked++;
    if (p->left == 0)
        return NULL;
    p->left -= p->left > 0;
    block = realloc(block, size + PURSE_HEAD);
    if (!block)
        abort();
    memcpy(block, &size, sizeof size);
    p->blocks += !old;
    p->now += size - had;
    p->all += size;
    p->peak = p->now > p->peak ? p->now : p->peak;
    return block + PURSE_HEAD;
}

#endif
