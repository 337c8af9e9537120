/* refang_map.c - from places in a text that refang.c made to places in its source
 *
 * What came as it is has a byte for a byte, and nothing else has: that tells them apart.
 */
#include <trawl.h>

#include "find/refang.h"

int refang_map_text(srcmap *map, size_t n)
{
    int failed = TRAWL_OK;

    for (size_t part; n > 0 && !failed; n -= part) {
        part = n < UINT32_MAX ? n : UINT32_MAX;
        failed = srcmap_add(map, (uint32_t)part, 1, 1);
    }
    return failed;
}

int refang_map_other(srcmap *map, size_t n, size_t src_n)
{
    return srcmap_add(map, 1, (uint16_t)n, (uint16_t)src_n);
}

bool refang_touched(srcmap *map, uint64_t from, uint64_t to)
{
    srcmap_place at;

    (void)srcmap_from(map, from);
    for (at = map->seen; at.run < map->end && at.text < to; at.run++) {
        const srcmap_run *one = &map->runs[at.run];
        if (one->text != 1 || one->src != 1)
            return true;
        at.text += one->count;
    }
    return false;
}
