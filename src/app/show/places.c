/* places.c - the line, the column and the offset of a byte, in bytes, characters or UTF-16 units
 *
 * Characters are characters of UTF-8; a sequence that is not valid counts as one character, since
 * editors and decoders show one U+FFFD for it. In a text that begins with the byte-order mark of
 * UTF-16 or UTF-32, characters of that encoding are counted. The mark counts as a character, too.
 */
#include <stdlib.h>

#include "base/utf8.h"
#include "app/io/io.h"

#define PLACES_KEPT ((size_t)8 * TRAWL_URL_MAX)

int places_open(struct places *w, int counted)
{
    *w = (struct places){.p = malloc(PLACES_KEPT + INPUT_BLOCK), .counted = counted};
    places_begin(w, 0, 1);
    return w->p ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
}

void places_close(struct places *w)
{
    free(w->p);
    w->p = NULL;
}

void places_begin(struct places *w, uint64_t at, uint64_t line)
{
    w->n = 0;
    w->encoding = PLACES_UTF8;
    w->from = w->latest = (struct place){.at = at, .line = line, .column = 1};
}

/* ---- Counting ---- */

/* Moves a place past the bytes p[0..n); does not count its offsets. */
static void advance_lines(struct place *place, const char *p, size_t n)
{
    place->at += n;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n') {
            place->line++;
            place->column = 1;
        } else if (!utf8_goes_on(p[i])) {
            place->column++;
        }
    }
}

struct character {
    uint32_t code; /* or UTF8_INVALID */
    size_t len;
};

static uint32_t places_byte_at(const char *p, size_t i)
{
    return (unsigned char)p[i];
}

/* Returns the first character of p[0..n), n > 0. */
static struct character next_character(enum places_encoding encoding, const char *p, size_t n)
{
    const bool big = encoding == PLACES_UTF16BE || encoding == PLACES_UTF32BE;
    uint32_t unit, low;
    utf8_char c;

    if (encoding == PLACES_UTF8) {
        c = utf8_decode(p, n);
        return (struct character){c.code, c.len};
    }
    if (n < 2 || (n < 4 && encoding >= PLACES_UTF32LE))
        return (struct character){UTF8_INVALID, n};
    if (encoding >= PLACES_UTF32LE) {
        unit = big ? places_byte_at(p, 1) << 16 | places_byte_at(p, 2) << 8 | places_byte_at(p, 3)
                   : places_byte_at(p, 2) << 16 | places_byte_at(p, 1) << 8 | places_byte_at(p, 0);
        return (struct character){unit, 4};
    }
    unit = places_byte_at(p, big ? 0 : 1) << 8 | places_byte_at(p, big ? 1 : 0);
    low = n < 4 ? 0 : places_byte_at(p, big ? 2 : 3) << 8 | places_byte_at(p, big ? 3 : 2);
    if (unit >> 10 == 0x36 && low >> 10 == 0x37)
        return (struct character){0x10000, 4};
    return (struct character){unit, 2};
}

/* Returns the number of ASCII characters before a line end, at the start of p[0..n). */
static size_t places_ascii_run(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && (unsigned char)p[i] < 0x80 && p[i] != '\n')
        i++;
    return i;
}

static void show_places_add(uint64_t offset[UNITS], uint64_t bytes, uint64_t characters,
                            uint64_t utf16)
{
    offset[UNIT_BYTES] += bytes;
    offset[UNIT_CHARS] += characters;
    offset[UNIT_UTF16] += utf16;
}

/* Moves a place past the bytes p[0..n). Counts a character that ends after them, but before
 * p[room], and sets place->rest to the number of its bytes that are left. */
static void advance_counted(struct place *place, enum places_encoding encoding, const char *p,
                            size_t n, size_t room)
{
    size_t i = place->rest < n ? place->rest : n;

    place->at += n;
    place->rest -= i;
    while (i < n) {
        struct character c;
        size_t ascii = encoding == PLACES_UTF8 ? places_ascii_run(p + i, n - i) : 0;

        if (ascii > 0) {
            show_places_add(place->offset, ascii, ascii, ascii);
            i += ascii;
            continue;
        }
        c = next_character(encoding, p + i, room - i);
        show_places_add(place->offset, c.len, 1, c.code != UTF8_INVALID && c.code > 0xFFFF ? 2 : 1);
        if (c.code == '\n') {
            place->line++;
            memcpy(place->line_offset, place->offset, sizeof place->offset);
        }
        place->rest = c.len > n - i ? c.len - (n - i) : 0;
        i += c.len;
    }
    place->column = place_column(place, UNIT_CHARS);
}

/* Moves a place forward to the byte `at` of the window. */
static void places_advance(const struct places *w, struct place *place, uint64_t at)
{
    const char *p = w->p + (place->at - w->from.at);
    size_t n = (size_t)(at - place->at), room = w->n - (size_t)(place->at - w->from.at);

    if (w->counted)
        advance_counted(place, w->encoding, p, n, room);
    else
        advance_lines(place, p, n);
}

/* ---- The window ---- */

static enum places_encoding encoding_of(const char *p, size_t n)
{
    if (n >= 4 && memcmp(p, "\0\0\xFE\xFF", 4) == 0)
        return PLACES_UTF32BE;
    if (n >= 4 && memcmp(p, "\xFF\xFE\0\0", 4) == 0)
        return PLACES_UTF32LE;
    if (n >= 2 && memcmp(p, "\xFF\xFE", 2) == 0)
        return PLACES_UTF16LE;
    return n >= 2 && memcmp(p, "\xFE\xFF", 2) == 0 ? PLACES_UTF16BE : PLACES_UTF8;
}

void places_add(struct places *w, const char *p, size_t n)
{
    if (w->n + n > PLACES_KEPT + INPUT_BLOCK) {
        size_t drop = w->n - PLACES_KEPT;
        struct place next = w->from;

        places_advance(w, &next, next.at + drop);
        memmove(w->p, w->p + drop, w->n - drop);
        w->n -= drop;
        w->from = next;
    }
    memcpy(w->p + w->n, p, n);
    w->n += n;
    if (w->from.at == 0 && w->n < 16 + n) /* the first bytes, even if they come one by one */
        w->encoding = encoding_of(w->p, w->n);
}

struct place places_find(struct places *w, uint64_t at)
{
    uint64_t end = w->from.at + w->n;

    if (w->latest.at < w->from.at || w->latest.at > at)
        w->latest = w->from;
    at = at < end ? at : end;
    if (at > w->latest.at)
        places_advance(w, &w->latest, at);
    return w->latest;
}
