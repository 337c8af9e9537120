/* t_srcmap.c - the source map, compared with a plain list of the source offset of every byte */
#include <trawl.h>

#include "charset/charset.h"
#include "tap.h"

#define MOST 20000

/* A plain reference. For each byte of text it has the source offset where its character begins: in
 * `start`, and in `from` together with the source before it that decodes to nothing. */
typedef struct plain {
    uint64_t from[8 * MOST + 1], start[8 * MOST + 1];
    uint64_t text, src;
    uint64_t rest; /* where the current source without text begins */
} plain;

/* Adds characters; if `groups` is set, adds groups, in which each byte of text begins at its own
 * byte of source. */
static void plain_add(plain *p, unsigned count, unsigned text, unsigned src, bool groups)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < text; k++) {
            p->from[p->text] = groups && k > 0 ? p->src + k : p->rest;
            p->start[p->text++] = groups ? p->src + k : p->src;
        }
        p->src += src;
        if (text > 0)
            p->rest = p->src;
    }
    p->from[p->text] = p->rest;
    p->start[p->text] = p->src;
}

static void both_add(srcmap *map, plain *p, unsigned count, unsigned text, unsigned src,
                     bool groups)
{
    int failed = groups ? srcmap_add_groups(map, count, (uint16_t)text, (uint16_t)src)
                        : srcmap_add(map, count, (uint16_t)text, (uint16_t)src);

    if (failed)
        ok(false, "memory for the map");
    plain_add(p, count, text, src, groups);
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
    is_int(srcmap_from(&map, 4), 4, "ASCII maps to itself");
    is_int(srcmap_from(&map, 5), 5, "a shift belongs to the character after it");
    is_int(srcmap_from(&map, 7), 5, "to all bytes of that character");
    is_int(srcmap_from(&map, 8), 10, "the next character");
    is_int(srcmap_from(&map, 11), 12, "the end");
    srcmap_add(&map, 1, 0, 3);
    is_int(srcmap_from(&map, 11), 12, "the end, before a shift");
    is_int(map.src, 15, "srcmap_start at the end: all source");
    is_int(map.end - map.first, 4, "four runs");
    srcmap_add(&map, 1, 0, 2);
    is_int(map.end - map.first, 4, "adjacent shifts are one run");
    srcmap_forget(&map, 11);
    is_int(srcmap_from(&map, 11), 12, "offsets that are not forgotten can be looked up");
    is_int(map.end - map.first, 1, "forgotten runs are dropped");
    srcmap_clear(&map);
    is_int(srcmap_from(&map, 0), 0, "cleared");
    is_int(map.src, 0, "everything can be forgotten");
    srcmap_close(&map);
}

/* Tests srcmap_start() on two lines of base64, "=\n", and a byte without source. */
static void starts(void)
{
    srcmap map;

    srcmap_open(&map, &memory_default);
    is_int(srcmap_start(&map, 0), 0, "start: an empty map");
    srcmap_add(&map, 2, 0, 1);        /* line break, 0-2 */
    srcmap_add_groups(&map, 2, 3, 4); /* text 0-6, source 2-10 */
    srcmap_add(&map, 1, 0, 1);        /* 10-11 */
    srcmap_add_groups(&map, 1, 3, 4); /* text 6-9, source 11-15 */
    is_int(srcmap_start(&map, 0), 2, "start: after a line break");
    is_int(srcmap_from(&map, 0), 0, "from: before a line break");
    is_int(srcmap_start(&map, 2), 4, "the third byte of a group");
    is_int(srcmap_from(&map, 2), 4, "the same by srcmap_start");
    is_int(srcmap_start(&map, 5), 8, "the third byte of another group");
    is_int(srcmap_start(&map, 6), 11, "start: after the next line break");
    is_int(srcmap_from(&map, 6), 10, "from: before a line break");
    is_int(srcmap_start(&map, 9), 15, "the end");
    srcmap_add(&map, 1, 0, 1);
    is_int(srcmap_start(&map, 9), 16, "start: the end of all source");
    is_int(srcmap_from(&map, 9), 15, "from: where source without text begins");
    srcmap_add(&map, 2, 1, 0);
    srcmap_add(&map, 1, 1, 1);
    is_int(srcmap_start(&map, 10), 16, "a byte without source");
    is_int(srcmap_start(&map, 11), 16, "the byte after it");
    is_int(srcmap_start(&map, 12), 17, "and the end of that");
    is_int(map.end - map.first, 7, "seven runs");
    srcmap_close(&map);
}

/* Looks up offsets near each other, far apart, and at the ends. */
static bool agrees(srcmap *map, const plain *p, uint64_t kept)
{
    uint64_t span = p->text - kept;

    for (unsigned i = 0; i < 20; i++) {
        uint64_t at = kept + (span > 0 ? pick((unsigned)span + 1) : 0);
        for (uint64_t k = at; k <= p->text && k < at + 4; k++)
            if (srcmap_from(map, k) != p->from[k] || srcmap_start(map, k) != p->start[k])
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
        if (pick(4) == 0)
            both_add(&map, &p, 1 + pick(4), 1 + pick(3), 3 + pick(2), true);
        both_add(&map, &p, 1 + pick(round % 5 + 1), pick(5), 1 + pick(4), false);
        good = agrees(&map, &p, kept);
        if (p.text - kept > 500 + pick(500)) {
            kept = p.text - pick(300);
            srcmap_forget(&map, kept);
        }
        most = map.size > most ? map.size : most;
    }
    ok(good, "%d: offsets equal those of the list", (int)round);
    ok(most <= 1024, "%d: memory depends on what is kept (%d runs)", (int)round, (int)most);
    srcmap_close(&map);
}

static void large(void)
{
    srcmap map;

    srcmap_open(&map, &memory_default);
    for (unsigned i = 0; i < 5000; i++)
        srcmap_add(&map, 4000000, 1, 2);
    is_int(srcmap_from(&map, UINT64_C(19999999999)), INT64_C(39999999998),
           "offsets beyond 32 bits");
    ok(map.end <= 6, "offsets beyond 32 bits: few runs");
    srcmap_clear(&map);
    srcmap_add(&map, UINT32_MAX - 5, 1, 2);
    srcmap_add(&map, 5, 1, 2);
    is_int(map.end, 1, "a run has up to 2^32 - 1 characters");
    srcmap_add(&map, 1, 1, 2);
    is_int(map.end, 2, "and no more");
    is_int(srcmap_from(&map, UINT64_C(0xFFFFFFFF)), INT64_C(0x1FFFFFFFE), "the next run's place");
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
    is_int(srcmap_add(&map, 1, 1, 1), TRAWL_ERROR_NO_MEMORY, "but not for more");
    is_int(srcmap_from(&map, 1), 1, "the map is as it was");
    memory_fail_after(-1);
    is_int(srcmap_add(&map, 1, 1, 1), TRAWL_OK, "and works when there is memory again");
    srcmap_close(&map);
}

int main(void)
{
    by_hand();
    starts();
    for (unsigned round = 0; round < 10; round++)
        at_random(round);
    large();
    no_memory();
    return done();
}
