/* charset.c - bytes in a charset to UTF-8, piece by piece
 *
 * Runs of ASCII are copied as they are where the charset and its state allow it. Charsets of one byte a character have a loop of their
 * own, characters of two bytes that were seen before are looked up, and all else goes through the charset's decoder one by one. What
 * is left of a character at the end of the input is kept.
 */
#include "charset/charset.h"

#include <string.h>
#include <trawl.h>

#include "charset/ascii_run.h"

typedef void take_function(charset *c, const take_from *from, taken *t);

static void multi_take(charset *c, const take_from *from, taken *t)
{
    if (from->p[0] < 0x80)
        take_code(t, 1, from->p[0]);
    else
        multi_byte_take(&c->u.multi, from, t);
}

/* How the kinds are read. "~" and its like are no plain ASCII where they are the beginning of something else. */
static const struct kind {
    take_function *take;
    bool plain;    /* 7-bit bytes are ASCII, while nothing is shifted */
    char stops[3]; /* but these are not */
} kinds[] = {
    [NAMES_UTF16] = {utf16_take, false, ""},
    [NAMES_UTF32] = {utf32_take, false, ""},
    [NAMES_UTF7] = {utf7_take, true, "+"},
    [NAMES_MULTI] = {multi_take, true, ""},
    [NAMES_ISO2022] = {iso2022_take, true, {0x1B, 0x0E, 0x0F}},
    [NAMES_HZ] = {hz_take, true, "~"},
};

void charset_reset(charset *c)
{
    c->state = (charset_state){0};
    c->pending_n = 0;
    if (c->row->kind == NAMES_ISO2022 || c->row->kind == NAMES_HZ)
        c->u.pairs.error = TRAWL_OK;
    if (c->row->kind == NAMES_ISO2022)
        iso2022_begin(c);
}

static int open_converter(charset *c, const memory *m)
{
    if (c->row->kind == NAMES_ISO2022 || c->row->kind == NAMES_HZ)
        c->u.pairs.memory = m;
    switch (c->row->kind) {
    case NAMES_MULTI:
        return multi_byte_open(&c->u.multi, c->row->opens, m);
    case NAMES_HZ:
        return take_pairs_open(&c->u.pairs, TAKE_GB2312);
    case NAMES_ISO2022:
        return take_pairs_open(&c->u.pairs, c->row->detail == NAMES_JP   ? TAKE_JIS0208
                                            : c->row->detail == NAMES_KR ? TAKE_KSC5601
                                                                         : TAKE_GB2312);
    default:
        return TRAWL_OK;
    }
}

int charset_open(charset *c, const names_row *row, const memory *m)
{
    int failed;

    memset(c, 0, sizeof *c);
    c->row = row;
    failed = open_converter(c, m);
    if (!failed)
        charset_reset(c);
    return failed;
}

void charset_close(charset *c)
{
    if (c->row->kind == NAMES_MULTI)
        multi_byte_close(&c->u.multi);
    else if (c->row->kind == NAMES_ISO2022 || c->row->kind == NAMES_HZ)
        take_pairs_close(&c->u.pairs);
}

static size_t plain_run(const charset *c, const char *p, size_t n)
{
    const struct kind *k = &kinds[c->row->kind];
    size_t i = 0;

    if (!k->plain || c->state.shifted || c->state.g0 != TAKE_ASCII)
        return 0;
    if (!k->stops[0])
        return ascii_run(p, n);
    while (i < n && (unsigned char)p[i] < 0x80 && p[i] != k->stops[0] && p[i] != k->stops[1] && p[i] != k->stops[2])
        i++;
    return i;
}

/* The set of pairs of 7-bit bytes that is in use; TAKE_ASCII for none. */
static enum take_set pairs_of(const charset *c)
{
    if (c->row->kind == NAMES_HZ)
        return c->state.shifted ? TAKE_GB2312 : TAKE_ASCII;
    return (enum take_set)(c->state.shifted ? c->state.g1 : c->state.g0);
}

/* Characters of two bytes: of UTF-16, or known ones. */
static size_t pairs_run(const charset *c, const charset_io *io, unsigned *width)
{
    char *out = io->out + io->len;
    size_t room = io->size - io->len;
    enum take_set set;

    if (c->row->kind == NAMES_UTF16)
        return utf16_run(c, io, width);
    if (c->row->kind == NAMES_MULTI)
        return multi_byte_run(&c->u.multi, io->in, io->in_n, 0, out, room, width);
    if (c->row->kind != NAMES_ISO2022 && c->row->kind != NAMES_HZ)
        return 0;
    set = pairs_of(c);
    return set == TAKE_ASCII || set == TAKE_KANA ? 0
                                                 : take_pairs_run(&c->u.pairs, set, io->in, io->in_n, out, room, width);
}

/* A run of characters that are alike: ASCII, or of two bytes. *n: how many there were. */
static int copy_run(charset *c, charset_io *io, size_t *n)
{
    size_t room = io->size - io->len, most = io->in_n < room ? io->in_n : room;
    unsigned width = 1, bytes = 1;
    int failed;

    *n = plain_run(c, io->in, most);
    if (*n > 0) {
        memcpy(io->out + io->len, io->in, *n);
    } else {
        *n = pairs_run(c, io, &width);
        bytes = 2;
    }
    if (*n == 0)
        return TRAWL_OK;
    failed = srcmap_add(io->map, (uint32_t)*n, (uint16_t)width, (uint16_t)bytes);
    io->len += *n * width;
    io->in += *n * bytes;
    io->in_n -= *n * bytes;
    return failed;
}

/* What there is to look at: what is pending with as much of the input as fits behind it, or the input. */
static take_from look(charset *c, const charset_io *io)
{
    size_t more = sizeof c->pending - c->pending_n;

    if (c->pending_n == 0)
        return (take_from){(const unsigned char *)io->in, io->in_n, io->last};
    more = more < io->in_n ? more : io->in_n;
    memcpy(c->pending + c->pending_n, io->in, more);
    return (take_from){c->pending, c->pending_n + more, io->last && more == io->in_n};
}

/* So many bytes of what was looked at are done with. */
static void move_on(charset *c, charset_io *io, size_t n)
{
    size_t fresh = n > c->pending_n ? n - c->pending_n : 0;

    io->in += fresh;
    io->in_n -= fresh;
    if (n < c->pending_n)
        memmove(c->pending, c->pending + n, c->pending_n - n);
    c->pending_n -= (unsigned)(n - fresh);
}

/* Keep the beginning of a character, all of which was looked at. */
static void keep(charset *c, charset_io *io, const take_from *from)
{
    if (c->pending_n == 0)
        memcpy(c->pending, from->p, from->n);
    c->pending_n = (unsigned)from->n;
    io->in += io->in_n;
    io->in_n = 0;
}

static int put(charset *c, charset_io *io, const taken *t)
{
    int failed = srcmap_add(io->map, 1, (uint16_t)t->len, (uint16_t)t->n);

    if (failed)
        return failed;
    for (unsigned i = 0; i < t->len; i++)
        io->out[io->len++] = t->text[i];
    move_on(c, io, t->n);
    return c->row->kind == NAMES_ISO2022 || c->row->kind == NAMES_HZ ? c->u.pairs.error : TRAWL_OK;
}

int charset_decode(charset *c, charset_io *io)
{
    take_function *take = kinds[c->row->kind].take;
    int failed = TRAWL_OK;
    size_t run;

    if (c->row->kind == NAMES_SINGLE)
        return single_byte_decode(c, io);
    while (!failed && io->size - io->len >= TAKE_TEXT && io->in_n + c->pending_n > 0) {
        take_from from;
        taken t;
        if (c->pending_n == 0) {
            failed = copy_run(c, io, &run);
            if (failed || run > 0)
                continue;
        }
        from = look(c, io);
        if (from.n == c->pending_n && !from.last)
            break;
        take(c, &from, &t);
        if (t.n == 0) {
            keep(c, io, &from);
            break;
        }
        failed = put(c, io, &t);
    }
    return failed;
}
