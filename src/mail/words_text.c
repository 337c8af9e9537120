/* words_text.c - texts that grow, and what is UTF-8 already or ought to be (SPEC E5) */
#include "mail/words_inside.h"

#include <string.h>
#include <trawl.h>

#include "base/utf8.h"
#include "charset/ascii_run.h"

#define FIRST_SIZE 128
#define REPLACEMENT "\xEF\xBF\xBD"

/* A byte of windows-1252 has no more bytes of text than this. */
#define WIDEST 3

int words_reserve(words_text *t, size_t more)
{
    size_t size = t->size ? t->size : FIRST_SIZE;
    char *p;

    if (more <= t->size - t->n)
        return TRAWL_OK;
    if (more > SIZE_MAX / 2 - t->n)
        return TRAWL_NO_MEMORY;
    while (size < t->n + more)
        size *= 2;
    p = memory_resize(t->m, t->p, size);
    if (!p)
        return TRAWL_NO_MEMORY;
    t->p = p;
    t->size = size;
    return TRAWL_OK;
}

int words_put(words_text *t, const char *p, size_t n)
{
    int failed = words_reserve(t, n);

    if (failed || n == 0)
        return failed;
    memcpy(t->p + t->n, p, n);
    t->n += n;
    return TRAWL_OK;
}

int words_make_room(words_text *t)
{
    words_room *room;

    if (t->room)
        return TRAWL_OK;
    room = memory_get(t->m, sizeof *room);
    if (!room)
        return TRAWL_NO_MEMORY;
    *room = (words_room){.bytes = {.m = t->m}, .joined = {.m = t->m}};
    srcmap_open(&room->places, t->m);
    srcmap_open(&room->inner, t->m);
    shelf_open(&room->own, t->m);
    room->charsets = t->charsets ? t->charsets : &room->own;
    t->room = room;
    return TRAWL_OK;
}

void words_free(words_text *t)
{
    words_room *room = t->room;

    if (room) {
        shelf_close(&room->own);
        srcmap_close(&room->places);
        srcmap_close(&room->inner);
        memory_free(t->m, room->bytes.p);
        memory_free(t->m, room->joined.p);
        memory_free(t->m, room);
    }
    memory_free(t->m, t->p);
    *t = (words_text){.m = t->m, .charsets = t->charsets};
}

int words_map(srcmap *map, size_t count, size_t text, size_t src)
{
    size_t rest = src > UINT16_MAX ? src - UINT16_MAX : 0;
    int failed = TRAWL_OK;

    while (map && count > 0 && !failed) {
        uint32_t some = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
        failed = srcmap_add(map, some, (uint16_t)text, (uint16_t)(src - rest));
        count -= some;
    }
    return rest > 0 && !failed ? words_map(map, rest, 0, 1) : failed;
}

/* How many bytes at the front are characters of this length in UTF-8. */
static size_t run_of(const char *p, size_t n, unsigned len)
{
    size_t i = 0;

    if (len == 1)
        return ascii_run(p, n);
    while (i < n) {
        utf8_char c = utf8_decode(p + i, n - i);
        if (c.code == UTF8_INVALID || c.len != len)
            break;
        i += len;
    }
    return i;
}

static size_t invalid_run(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && utf8_decode(p + i, n - i).code == UTF8_INVALID)
        i++;
    return i;
}

static int put_1252(words_text *t, srcmap *map, const char *p, size_t n)
{
    charset c;
    charset_io io = {.in = p, .in_n = n};
    int failed = n <= SIZE_MAX / WIDEST ? words_reserve(t, n * WIDEST) : TRAWL_NO_MEMORY;

    if (!failed)
        failed = charset_open(&c, names_find("windows-1252", 12), t->m);
    while (!failed && io.in_n > 0) {
        unsigned width;
        size_t run;
        io.out = t->p + t->n;
        io.size = t->size - t->n;
        run = single_byte_run(&c, &io, &width);
        failed = words_map(map, run, width, 1);
        t->n += run * width;
        io.in += run;
        io.in_n -= run;
    }
    return failed;
}

static int put_invalid(words_text *t, srcmap *map, const char *p, size_t n, bool undeclared, size_t *used)
{
    int failed;

    if (undeclared) {
        *used = invalid_run(p, n);
        return put_1252(t, map, p, *used);
    }
    *used = utf8_decode(p, n).len;
    failed = words_put(t, REPLACEMENT, sizeof REPLACEMENT - 1);
    return failed ? failed : words_map(map, 1, sizeof REPLACEMENT - 1, *used);
}

int words_put_utf8(words_text *t, srcmap *map, const char *p, size_t n, bool undeclared)
{
    int failed = TRAWL_OK;

    for (size_t used; n > 0 && !failed; p += used, n -= used) {
        utf8_char first = utf8_decode(p, n);
        if (first.code == UTF8_INVALID) {
            failed = put_invalid(t, map, p, n, undeclared, &used);
            continue;
        }
        used = run_of(p, n, first.len);
        failed = words_put(t, p, used);
        if (!failed)
            failed = words_map(map, used / first.len, first.len, first.len);
    }
    return failed;
}
