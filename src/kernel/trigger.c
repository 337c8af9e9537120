/* trigger.c - looking for triggers block by block; see trigger.h */
#include "kernel/trigger.h"

#include <string.h>

/* A text that is shorter than a block and the bytes beside it. */
static void look_at_little(trigger_map *map, const kernel *k, const kernel_set *s, const char *p, size_t i, size_t n)
{
    char room[1 + KERNEL_BLOCK + 1];

    memset(room, ' ', sizeof room);
    memcpy(room, p + i - 1, n - i + 1);
    k->triggers(s, room + 1, 1, map->bits);
    map->from = i;
    map->to = n - 1;
    map->bits[0] &= ~(uint64_t)0 >> (KERNEL_BLOCK - (n - 1 - i));
    map->some = map->bits[0] != 0;
}

/* The last block may begin before i. The first look is a short one: text that comes byte by byte is searched again and again, from
 * where a link may begin that is not all there. */
void trigger_look(trigger_map *map, const kernel *k, const kernel_set *s, const char *p, size_t i, size_t n)
{
    size_t blocks = (n - 1 - i) / KERNEL_BLOCK, most = map->to == 0 ? 1 : TRIGGER_BLOCKS;

    if (blocks == 0 && n < KERNEL_BLOCK + 2) {
        look_at_little(map, k, s, p, i, n);
        return;
    }
    map->from = blocks > 0 ? i : n - 1 - KERNEL_BLOCK;
    blocks = blocks == 0 ? 1 : blocks < most ? blocks : most;
    map->to = map->from + blocks * KERNEL_BLOCK;
    map->some = k->triggers(s, p + map->from, blocks, map->bits);
}
