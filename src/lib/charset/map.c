/* map.c - the source map: from offsets in decoded text to offsets in its source (see charset.h)
 *
 * A search starts from the nearest of three known places: the last result, the start and the end.
 */
#include <trawl.h>

#include "base/check.h"
#include "charset/charset.h"

void srcmap_open(srcmap *map, const memory *m)
{
    *map = (srcmap){.m = m};
}

void srcmap_empty(srcmap *map)
{
    *map = (srcmap){.m = map->m, .runs = map->runs, .size = map->size, .off = map->off};
}

void srcmap_close(srcmap *map)
{
    memory_free(map->m, map->runs);
    srcmap_open(map, map->m);
}

/* Makes room for one more run: reuses the room of forgotten runs when that is at least half of the
 * array, else doubles the array. */
static int map_make_room(srcmap *map)
{
    if (map->runs && map->first > 0 && map->first >= map->size / 2) {
        memmove(map->runs, map->runs + map->first, (map->end - map->first) * sizeof *map->runs);
        CHECK(map->seen.run >= map->first && map->from.run == map->first);
        map->end -= map->first;
        map->seen.run -= map->first;
        map->from.run = map->first = 0;
        return TRAWL_OK;
    }
    return memory_grow(map->m, &map->runs, &map->size, map->size + 1, sizeof *map->runs)
               ? TRAWL_OK
               : TRAWL_ERROR_NO_MEMORY;
}

static void step_back(const srcmap *map, srcmap_place *at)
{
    const srcmap_run *run = &map->runs[--at->run];

    CHECK(at->run >= map->first && at->run < map->end);
    at->text -= (uint64_t)run->count * run->text;
    at->src -= (uint64_t)run->count * run->src;
}

static void step_on(const srcmap *map, srcmap_place *at)
{
    const srcmap_run *run = &map->runs[at->run++];

    CHECK(at->run <= map->end);
    at->text += (uint64_t)run->count * run->text;
    at->src += (uint64_t)run->count * run->src;
}

static int map_add(srcmap *map, srcmap_run run)
{
    srcmap_run *last = map->end > map->first ? &map->runs[map->end - 1] : NULL;

    if (last && last->src == run.src && last->text == run.text && last->apart == run.apart &&
        last->count <= UINT32_MAX - run.count) {
        if (map->seen.run == map->end)
            step_back(map, &map->seen); /* `seen` was the end, which moves */
        last->count += run.count;
    } else {
        if (map->end == map->size && map_make_room(map) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is room */
        map->runs[map->end++] = run;
    }
    map->mixed |= run.text != 1 || run.src != 1;
    map->text += (uint64_t)run.count * run.text;
    map->src += (uint64_t)run.count * run.src;
    return TRAWL_OK;
}

int srcmap_note(srcmap *map, uint64_t count, uint16_t text, uint64_t src)
{
    uint64_t rest = text == 0 ? count * src : src > UINT16_MAX ? src - UINT16_MAX : 0;
    int failed = TRAWL_OK;

    CHECK(rest == 0 || text == 0 || count == 1);
    if (text > 0)
        failed =
            map_add(map, (srcmap_run){NARROW32(count), NARROW8(text), false, NARROW16(src - rest)});
    for (uint32_t some; rest > 0 && !failed; rest -= some) {
        some = rest < UINT32_MAX ? (uint32_t)rest : UINT32_MAX;
        failed = map_add(map, (srcmap_run){some, 0, false, 1});
    }
    return failed;
}

int srcmap_note_same(srcmap *map, uint64_t n)
{
    int failed = TRAWL_OK;

    for (uint64_t some; n > 0 && !failed; n -= some) {
        some = n < UINT32_MAX ? n : UINT32_MAX;
        failed = map_add(map, (srcmap_run){(uint32_t)some, 1, false, 1});
    }
    return failed;
}

int srcmap_add_groups(srcmap *map, uint32_t count, uint16_t text, uint16_t src)
{
    CHECK(text > 0 && text <= src);
    return map->off ? TRAWL_OK : map_add(map, (srcmap_run){count, NARROW8(text), true, src});
}

static uint64_t map_distance(const srcmap_place *at, uint64_t text)
{
    return at->text > text ? at->text - text : text - at->text;
}

/* Moves *at to the run that holds the byte, or to the first of the runs right before it that decode
 * to nothing. */
static void map_seek(const srcmap *map, srcmap_place *at, uint64_t text)
{
    const srcmap_place end_of_map = {map->end, map->text, map->src};

    CHECK(text >= map->from.text && text <= map->text);
    if (map_distance(&map->seen, text) < map_distance(at, text))
        *at = map->seen;
    if (map_distance(&end_of_map, text) < map_distance(at, text))
        *at = end_of_map;
    while (at->run > map->first &&
           (at->text > text || (at->text == text && map->runs[at->run - 1].text == 0)))
        step_back(map, at);
    while (at->run < map->end) {
        const srcmap_run *run = &map->runs[at->run];
        uint64_t end = at->text + (uint64_t)run->count * run->text;
        if (text < end || (text == end && run->text == 0))
            break;
        step_on(map, at);
    }
}

/* Moves *text to the first byte of its character, then calls map_seek(). */
static void seek_character(const srcmap *map, srcmap_place *at, uint64_t *text)
{
    uint64_t inside;

    map_seek(map, at, *text);
    if (at->run == map->end || map->runs[at->run].text == 0 || map->runs[at->run].apart)
        return;
    inside = (*text - at->text) % map->runs[at->run].text;
    *text -= inside;
    if (inside > 0)
        map_seek(map, at, *text);
}

/* Returns the source offset of a character in the run at *at. */
static uint64_t map_source_of(const srcmap *map, const srcmap_place *at, uint64_t text)
{
    uint64_t inside = text - at->text;
    const srcmap_run *run;

    if (inside == 0)
        return at->src;
    run = &map->runs[at->run];
    /* The remainder is 0 except in runs added by srcmap_add_groups(). */
    return at->src + inside / run->text * run->src + inside % run->text;
}

uint64_t srcmap_from(srcmap *map, uint64_t text)
{
    if (!map->mixed)
        return text;
    seek_character(map, &map->seen, &text);
    return map_source_of(map, &map->seen, text);
}

uint64_t srcmap_start(srcmap *map, uint64_t text)
{
    srcmap_place at;

    if (!map->mixed)
        return text;
    seek_character(map, &map->seen, &text);
    at = map->seen;
    while (at.run < map->end && map->runs[at.run].text == 0)
        step_on(map, &at);
    return map_source_of(map, &at, text);
}

bool srcmap_is_identity_between(srcmap *map, uint64_t from, uint64_t to)
{
    srcmap_place at;

    (void)srcmap_from(map, from);
    for (at = map->seen; at.run < map->end && at.text < to; at.run++) {
        const srcmap_run *one = &map->runs[at.run];
        if (one->text != 1 || one->src != 1)
            return false;
        at.text += one->count;
    }
    return true;
}

void srcmap_forget(srcmap *map, uint64_t text)
{
    if (!map->mixed)
        return; /* such a map has only one run */
    seek_character(map, &map->from, &text);
    map->first = map->from.run;
    if (map->seen.run < map->first)
        map->seen = map->from;
}
