/* words_charset.c - bytes of encoded-words and of RFC 2231 to text, and one map made of two
 *
 * Only rows of the table of names are ever opened.
 */
#include "mail/words_inside.h"

#include <string.h>
#include <trawl.h>

/* ---- Charsets ---- */

int words_know(words_room *room, const names_row *row, bool *known)
{
    charset *c = NULL;
    int failed = row && row->kind != NAMES_RAW ? shelf_take(room->charsets, row, &c) : TRAWL_OK;

    *known = !failed && row && (row->kind == NAMES_RAW || c);
    return failed;
}

/* By a charset that is no raw one, and known. */
static int decode(words_text *t, const names_row *row)
{
    words_room *room = t->room;
    charset_io io = {.in = room->bytes.p, .in_n = room->bytes.n, .last = true, .map = &room->inner};
    charset *c;
    int failed = shelf_take(room->charsets, row, &c);

    while (!failed) {
        failed = words_reserve(t, io.in_n + TAKE_TEXT);
        if (failed)
            break;
        io.out = t->p + t->n;
        io.size = t->size - t->n;
        io.len = 0;
        failed = charset_decode(c, &io);
        t->n += io.len;
        if (io.size - io.len >= TAKE_TEXT)
            break;
    }
    return failed;
}

/* ---- Places ---- */

/* A place in the map from bytes to source: in its run, so many of it done with. */
typedef struct cursor {
    const srcmap *map;
    size_t run;
    uint32_t done;
} cursor;

/* The run at the cursor with what is left of it; false at the end. */
static bool look(cursor *at, srcmap_run *left)
{
    if (at->run < at->map->end && at->done == at->map->runs[at->run].count) {
        at->run++;
        at->done = 0;
    }
    if (at->run >= at->map->end)
        return false;
    *left = at->map->runs[at->run];
    left->count -= at->done;
    return true;
}

/* The source in front of the next byte that stands for nothing. */
static uint64_t take_gap(cursor *at)
{
    uint64_t src = 0;

    for (srcmap_run left; look(at, &left) && left.text == 0; at->done += left.count)
        src += left.count;
    return src;
}

/* The source of so many bytes, and what is between them. */
static uint64_t take_bytes(cursor *at, uint32_t n)
{
    uint64_t src = 0;

    for (srcmap_run left; n > 0 && look(at, &left);) {
        uint32_t some = left.text == 0 || left.count < n ? left.count : n;
        src += (uint64_t)some * left.src;
        n -= left.text == 0 ? 0 : some;
        at->done += some;
    }
    return src;
}

/* Characters of the same kind off the front of the run: as many as are alike in the source, too, at least one. */
static int map_some(srcmap *map, cursor *at, srcmap_run *run)
{
    srcmap_run left;
    uint32_t some = 1;
    int failed = words_map(map, (size_t)take_gap(at), 0, 1);

    if (failed)
        return failed;
    if (run->src == 1 && look(at, &left)) {
        some = left.count < run->count ? left.count : run->count;
        at->done += some;
        failed = words_map(map, some, run->text, left.src);
    } else {
        failed = words_map(map, 1, run->text, (size_t)take_bytes(at, run->src));
    }
    run->count -= some;
    return failed;
}

/* Text to source, out of text to bytes and bytes to source. */
static int map_through(srcmap *map, const words_room *room)
{
    cursor at = {.map = &room->places, .run = room->places.first};
    int failed = TRAWL_OK;

    for (size_t i = room->inner.first; i < room->inner.end && !failed; i++) {
        srcmap_run run = room->inner.runs[i];
        if (run.text == 0)
            failed = words_map(map, (size_t)take_bytes(&at, run.count), 0, 1);
        while (run.text > 0 && run.count > 0 && !failed)
            failed = map_some(map, &at, &run);
    }
    return failed ? failed : words_map(map, (size_t)take_gap(&at), 0, 1);
}

/* Text that calls itself ASCII and is not may be anything. */
int words_put_bytes(words_text *t, srcmap *map, const names_row *row)
{
    words_room *room = t->room;
    bool undeclared = !row || strcmp(row->name, "us-ascii") == 0;
    int failed;

    srcmap_clear(&room->inner);
    if (!row || row->kind == NAMES_RAW)
        failed = words_put_utf8(t, map ? &room->inner : NULL, room->bytes.p, room->bytes.n, undeclared);
    else
        failed = decode(t, row);
    return failed || !map ? failed : map_through(map, room);
}
