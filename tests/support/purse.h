/* purse.h - a resize() for trawl_config that counts allocations and can fail on demand
 *
 * Set purse_resize() as resize and a purse as resize_user. The size of a block is stored before it.
 */
#ifndef TRAWL_TESTS_PURSE_H
#define TRAWL_TESTS_PURSE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct purse {
    long left;             /* allocations until all fail; negative: they never fail */
    bool once;             /* only one fails */
    long blocks;           /* blocks in use */
    long asked;            /* allocations so far, including failed ones */
    size_t now, peak, all; /* bytes: in use, the peak, the total */
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
    if (p->left == 0) {
        p->left = p->once ? -1 : 0;
        return NULL;
    }
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
