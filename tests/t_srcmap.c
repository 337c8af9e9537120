/* t_srcmap.c - places in a decoded text to places in its source, against a list of every byte's place */
#include <trawl.h>

#include "charset/srcmap.h"
#include "tap.h"

#define MOST 20000

/* The same by the plainest means: for each byte of text where its character begins. */
typedef struct plain {
    uint64_t from[8 * MOST + 1];
    uint64_t text, src;
    uint64_t rest; /* where source that stands for nothing yet begins */
} plain;

static void plain_add(plain *p, unsigned count, unsigned text, unsigned src)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < text; k++)
            p->from[p->text++] = p->rest;
        p->src += src;
        if (text > 0)
            p->rest = p->src;
    }
    p->from[p->text] = p->rest;
}

static void both_add(srcmap *map, plain *p, unsigned count, unsigned text, unsigned src)
{
    if (srcmap_add(map, count, (uint16_t)text, (uint16_t)src) != TRAWL_OK)
        ok(false, "memory for the map");
    plain_add(p, count, text, src);
}

static uint32_t seed = 1;

static unsigned pick(unsigned below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static void by_hand(void)
{
    srcmap map;

    srcmap_open(&map, &memory_default);
    is_int(srcmap_from(&map, 0), 0, "an empty map");
    srcmap_add(&map, 5, 1, 1); /* text 0-5, source 0-5 */
    srcmap_add(&map, 1, 0, 3); /* an escape sequence, 5-8 */
    srcmap_add(&map, 2, 3, 2); /* text 5-11, source 8-12 */
    is_int(srcmap_from(&map, 4), 4, "ASCII is one to one");
    is_int(srcmap_from(&map, 5), 5, "a shift belongs to the character after it");
    is_int(srcmap_from(&map, 7), 5, "to all bytes of it");
    is_int(srcmap_from(&map, 8), 10, "the next one");
    is_int(srcmap_from(&map, 11), 12, "the end");
    srcmap_add(&map, 1, 0, 3);
    is_int(srcmap_from(&map, 11), 12, "the end, with a shift behind it");
    is_int(map.src, 15, "all source");
    is_int(map.end - map.first, 4, "four runs");
    srcmap_add(&map, 1, 0, 2);
    is_int(map.end - map.first, 4, "shifts are joined");
    srcmap_forget(&map, 11);
    is_int(srcmap_from(&map, 11), 12, "what is not forgotten is still known");
    is_int(map.end - map.first, 1, "what is, is not");
    srcmap_clear(&map);
    is_int(srcmap_from(&map, 0), 0, "cleared");
    is_int(map.src, 0, "all of it");
    srcmap_close(&map);
}

/* Ask for places near each other, far off, at the ends. */
static bool agrees(srcmap *map, const plain *p, uint64_t kept)
{
    uint64_t span = p->text - kept;

    for (unsigned i = 0; i < 20; i++) {
        uint64_t at = kept + (span > 0 ? pick((unsigned)span + 1) : 0);
        for (uint64_t k = at; k <= p->text && k < at + 4; k++)
            if (srcmap_from(map, k) != p->from[k])
                return false;
    }
    return srcmap_from(map, kept) == p->from[kept] && srcmap_from(map, p->text) == p->from[p->text];
}

static void at_random(unsigned round)
{
    static plain p;
    srcmap map;
    uint64_t kept = 0;
    size_t most = 0;
    bool good = true;

    memset(&p, 0, sizeof p);
    srcmap_open(&map, &memory_default);
    for (unsigned i = 0; i < MOST / 4 && good; i++) {
        both_add(&map, &p, 1 + pick(round % 5 + 1), pick(5), 1 + pick(4));
        good = agrees(&map, &p, kept);
        if (p.text - kept > 500 + pick(500)) {
            kept = p.text - pick(300);
            srcmap_forget(&map, kept);
        }
        most = map.size > most ? map.size : most;
    }
    ok(good, "%d: places are those of the list", (int)round);
    ok(most <= 1024, "%d: memory is that of what is kept (%d runs)", (int)round, (int)most);
    srcmap_close(&map);
}

static void large(void)
{
    srcmap map;

    srcmap_open(&map, &memory_default);
    for (unsigned i = 0; i < 5000; i++)
        srcmap_add(&map, 4000000, 1, 2);
    is_int(srcmap_from(&map, UINT64_C(19999999999)), INT64_C(39999999998), "offsets beyond 32 bits");
    ok(map.end <= 6, "in few runs");
    srcmap_close(&map);
}

static void no_memory(void)
{
    srcmap map;

    srcmap_open(&map, &memory_default);
    memory_fail_after(1);
    is_int(srcmap_add(&map, 1, 1, 1), TRAWL_OK, "there is memory for a few runs");
    for (unsigned i = 1; i < 64; i++)
        srcmap_add(&map, 1, (uint16_t)(1 + i % 2), 1);
    is_int(srcmap_add(&map, 1, 1, 1), TRAWL_NO_MEMORY, "not for more");
    is_int(srcmap_from(&map, 1), 1, "the map is as it was");
    memory_fail_after(-1);
    is_int(srcmap_add(&map, 1, 1, 1), TRAWL_OK, "and goes on when there is memory again");
    srcmap_close(&map);
}

int main(void)
{
    by_hand();
    for (unsigned round = 0; round < 10; round++)
        at_random(round);
    large();
    no_memory();
    return done();
}
