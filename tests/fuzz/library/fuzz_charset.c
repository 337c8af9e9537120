/* fuzz_charset.c - decodes any bytes in any charset: pieces of any size give the same UTF-8 and
 * places
 *
 * Byte 0 is the charset; the next two select the size of the pieces and the room for the text; the
 * rest is the source. No input may fail. The text is UTF-8, its map tiles the source, with
 * characters in order, and text and places do not depend on the pieces and the room.
 * tests/lib/charset/t_iconv.c checks that the characters are right.
 */
#include "base/utf8.h"
#include "charset/charset.h"
#include "fuzz.h"

/* The most that a byte becomes: a character of TAKE_TEXT bytes, and one byte more. */
enum { HEAD = 3, WIDEST = 8, ROOM = 4096 };

/* A decoded source: its text, and the place of each byte of it. */
typedef struct converted {
    bool opened;
    char *text;
    size_t n, room;
    uint64_t *from, *start;
} converted;

typedef struct cut_mark {
    uint64_t seed; /* 0: in one piece */
    size_t room;
} cut_mark;

static size_t next_piece(cut_mark *c, size_t left)
{
    size_t k;

    if (c->seed == 0)
        return left;
    c->seed = c->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    k = 1 + (size_t)(c->seed >> 33) % 9;
    return k < left ? k : left;
}

/* Converts a piece in a buffer of its exact size. */
static void convert_piece(decoder *c, srcmap *map, converted *r, const uint8_t *p, size_t n,
                          bool last, size_t room)
{
    char *in = malloc(n > 0 ? n : 1);
    charset_io io = {.in = in, .in_n = n, .last = last, .size = room, .map = map};

    must(in != NULL, "memory for the test");
    if (n > 0)
        memcpy(in, p, n);
    do {
        io.out = malloc(room);
        must(io.out != NULL, "memory for the test");
        io.len = 0;
        must(charset_decode(c, &io) == TRAWL_OK, "no input fails");
        must(io.len <= room && r->n + io.len <= r->room, "the text has a bounded length");
        memcpy(r->text + r->n, io.out, io.len);
        r->n += io.len;
        free(io.out);
    } while (io.size - io.len < TAKE_TEXT);
    must(io.in_n == 0, "all input is read");
    free(in);
}

static void keep_places(converted *r, srcmap *map, size_t n)
{
    r->from = malloc((r->n + 1) * sizeof *r->from);
    r->start = malloc((r->n + 1) * sizeof *r->start);
    must(r->from && r->start, "memory for the test");
    must(map->src == n && map->text == r->n, "the map covers the source and the text");
    for (size_t i = 0; i <= r->n; i++) {
        r->from[i] = srcmap_from(map, i);
        r->start[i] = srcmap_start(map, i);
        must(r->from[i] <= r->start[i] && r->start[i] <= n,
             "a character begins after dropped bytes");
        must(i == 0 || r->from[i] >= r->from[i - 1], "characters are in order");
    }
    must(r->start[r->n] == n && (r->n == 0 || r->from[0] == 0),
         "from the first byte to the last one");
}

static converted convert(const names_row *row, const uint8_t *p, size_t n, cut_mark how)
{
    converted r = {.room = WIDEST * n + 64};
    srcmap map;
    decoder c;
    size_t all = n;
    bool last = false;

    if (charset_open(&c, row, &memory_default) != TRAWL_OK)
        return r;
    r.opened = true;
    r.text = malloc(r.room);
    must(r.text != NULL, "memory for the test");
    srcmap_open(&map, &memory_default);
    while (!last) {
        size_t k = next_piece(&how, n);
        last = k == n && (how.seed == 0 || how.seed >> 40 & 1 || n == 0);
        convert_piece(&c, &map, &r, p, k, last, how.room);
        p += k;
        n -= k;
    }
    keep_places(&r, &map, all);
    charset_close(&c);
    srcmap_close(&map);
    return r;
}

static void must_be_utf8(const converted *r)
{
    for (size_t i = 0; i < r->n;) {
        utf8_char c = utf8_decode(r->text + i, r->n - i);
        must(c.code != UTF8_INVALID, "the text is UTF-8");
        for (size_t k = 1; k < c.len; k++)
            must(r->from[i + k] == r->from[i], "a character has one place");
        i += c.len;
    }
}

static void drop(converted *r)
{
    free(r->text);
    free(r->from);
    free(r->start);
}

static size_t count_rows(void)
{
    size_t count = 0;

    while (names_at(count))
        count++;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const names_row *row = size < HEAD ? NULL : names_at(data[0] % count_rows());
    converted whole, pieces;
    size_t n = size - HEAD;

    if (!row || row->kind == NAMES_RAW)
        return 0;
    whole = convert(row, data + HEAD, n, (cut_mark){0, ROOM});
    pieces = convert(row, data + HEAD, n, (cut_mark){1 + data[1], TAKE_TEXT + data[2] % 64});
    must(whole.opened == pieces.opened, "the charset is known or not");
    if (whole.opened) {
        must_be_utf8(&whole);
        must(whole.n == pieces.n && memcmp(whole.text, pieces.text, whole.n) == 0,
             "the same text in any cut");
        must(memcmp(whole.from, pieces.from, (whole.n + 1) * sizeof *whole.from) == 0 &&
                 memcmp(whole.start, pieces.start, (whole.n + 1) * sizeof *whole.start) == 0,
             "the same places in any cut");
    }
    drop(&whole);
    drop(&pieces);
    return 0;
}
