/* words_code.c - the Q and B of encoded-words (RFC 2047 section 4), to bytes and their places
 *
 * A byte begins at the encoded character that holds its first bit and ends where the next one begins. What is no code stays
 * as it is in Q and is passed over in B; line breaks are folds and go.
 */
#include "mail/words_inside.h"

#include <trawl.h>

#include "base/ascii.h"

/* Nobody may ask for places: then there is no map of them. */
static srcmap *places(words_room *room)
{
    return room->placed ? &room->places : NULL;
}

static int add_byte(words_room *room, int byte, size_t src)
{
    char c = (char)byte;
    int failed = words_put(&room->bytes, &c, 1);

    return failed ? failed : words_map(places(room), 1, 1, src);
}

/* How many bytes at the front stand for themselves in Q. */
static size_t plain_run(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && p[i] != '=' && p[i] != '_' && p[i] != '\r' && p[i] != '\n')
        i++;
    return i;
}

/* The byte of "=41" at p, or -1. */
static int hex_byte(const char *p, size_t n)
{
    int high = n > 2 ? ascii_hex((unsigned char)p[1]) : -1, low = n > 2 ? ascii_hex((unsigned char)p[2]) : -1;

    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

static int code_q(words_room *room, const char *p, size_t n)
{
    int failed = TRAWL_OK;

    for (size_t i = 0, src; i < n && !failed; i += src) {
        int byte = p[i] == '=' ? hex_byte(p + i, n - i) : -1;
        src = byte >= 0 ? 3 : plain_run(p + i, n - i);
        if (src > 0 && byte < 0) {
            failed = words_put(&room->bytes, p + i, src);
            failed = failed ? failed : words_map(places(room), src, 1, 1);
            continue;
        }
        src += src == 0;
        if (p[i] == '\r' || p[i] == '\n')
            failed = words_map(places(room), 1, 0, 1);
        else
            failed = add_byte(room, byte >= 0 ? byte : p[i] == '_' ? ' ' : p[i], src);
    }
    return failed;
}

/* Where a group of four stands. */
typedef struct group {
    unsigned seen; /* characters of it */
    unsigned bits; /* the last 6, 4 or 2 of them belong to the next byte */
    size_t begins; /* the next byte: at this place */
    size_t mapped; /* the source is, so far */
} group;

/* A byte that ends at to. What stands before it is junk. */
static int end_byte(words_room *room, group *g, size_t to, int byte)
{
    int failed = words_map(places(room), g->begins - g->mapped, 0, 1);

    if (!failed)
        failed = add_byte(room, byte, to - g->begins);
    g->begins = g->mapped = to;
    return failed;
}

static int base64_char(words_room *room, group *g, size_t at, unsigned value)
{
    unsigned seen = g->seen;
    int byte;

    g->seen = (seen + 1) % 4;
    if (seen == 0) {
        g->begins = at;
        g->bits = value;
        return TRAWL_OK;
    }
    byte = (int)((g->bits << (2 * seen) | value >> (6 - 2 * seen)) & 0xFF);
    g->bits = value;
    return end_byte(room, g, seen == 3 ? at + 1 : at, byte);
}

/* Padding, where a group ends, may be followed by more: "QQ==Qg==". */
static int code_b(words_room *room, const char *p, size_t n)
{
    group g = {0};
    int failed = TRAWL_OK;

    for (size_t i = 0; i < n && !failed; i++) {
        int value = ascii_base64((unsigned char)p[i]);
        if (value >= 0)
            failed = base64_char(room, &g, i, (unsigned)value);
        else if (p[i] == '=')
            g.seen = 0;
    }
    return failed ? failed : words_map(places(room), n - g.mapped, 0, 1);
}

int words_code(words_room *room, char how, const char *p, size_t n)
{
    return ascii_lower(how) == 'q' ? code_q(room, p, n) : code_b(room, p, n);
}
