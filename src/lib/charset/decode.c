/* decode.c - the decoding loop, byte-order marks, and the cache of open decoders
 *
 * Decodes in three ways, fastest first. Runs of ASCII are copied where the charset's state allows
 * it. Two-byte characters that were seen before come from a table. All other characters go through
 * the charset's decoder one at a time. An incomplete character at the end of the input is kept for
 * the next call. Single-byte charsets have their own loop (single_byte.c).
 */
#include "base/check.h"
#include "base/utf8.h"
#include "charset/inside.h"

static void multi_take(decoder *c, const take_from *from, decoded_char *t)
{
    if (from->p[0] < 0x80)
        take_code(t, 1, from->p[0]);
    else
        multi_byte_take(&c->u.multi, from, t);
}

static const struct decode_kind {
    void (*take)(decoder *c, const take_from *from, decoded_char *t);
    bool plain;    /* unless shifted, all 7-bit bytes are ASCII */
    char stops[3]; /* except these */
} kinds[] = {
    [NAMES_UTF16] = {utf16_take, false, ""},
    [NAMES_UTF32] = {utf32_take, false, ""},
    [NAMES_UTF7] = {utf7_take, true, "+&"},
    [NAMES_MULTI] = {multi_take, true, ""},
    [NAMES_ISO2022] = {iso2022_take, true, {0x1B, 0x0E, 0x0F}},
    [NAMES_HZ] = {hz_take, true, "~"},
    [NAMES_EBCDIC] = {ebcdic_take, false, ""},
};

static bool has_pairs(const decoder *c)
{
    return c->row->kind == NAMES_ISO2022 || c->row->kind == NAMES_HZ;
}

/* ---- Opening ---- */

void charset_reset(decoder *c)
{
    c->state = (charset_state){0};
    c->pending_n = 0;
    if (has_pairs(c))
        c->u.pairs.error = TRAWL_OK;
    if (c->row->kind == NAMES_ISO2022)
        iso2022_begin(c);
}

/* Opens iconv if the charset needs it. For ISO 2022 and HZ, opens the language's main set: this
 * shows whether iconv supports the language. */
static int decode_open_converter(decoder *c, const memory *m)
{
    static const enum take_set first[] = {[NAMES_ANY] = TAKE_GB2312, /* HZ */
                                          [NAMES_JP] = TAKE_JIS0208,
                                          [NAMES_KR] = TAKE_KSC5601,
                                          [NAMES_CN] = TAKE_GB2312};

    if (c->row->kind == NAMES_EBCDIC)
        return ebcdic_open(c);
    if (c->row->kind == NAMES_MULTI)
        return multi_byte_open(&c->u.multi, c->row->opens, m);
    if (!has_pairs(c))
        return TRAWL_OK;
    c->u.pairs.memory = m;
    return take_pairs_open(&c->u.pairs, first[c->row->detail]);
}

int charset_open(decoder *c, const names_row *row, const memory *m)
{
    int failed;

    memset(c, 0, sizeof *c);
    c->row = row;
    failed = decode_open_converter(c, m);
    if (!failed)
        charset_reset(c);
    else
        c->row = NULL;
    return failed;
}

void charset_close(decoder *c)
{
    if (c->row->kind == NAMES_MULTI)
        multi_byte_close(&c->u.multi);
    else if (has_pairs(c))
        take_pairs_close(&c->u.pairs);
}

/* ---- Decoding ---- */

/* Returns how many leading bytes of p[0..n) are ASCII and decode to themselves. */
static size_t decode_plain_run(const decoder *c, const char *p, size_t n)
{
    const struct decode_kind *k = &kinds[c->row->kind];
    size_t i = 0;

    if (!k->plain || c->state.shifted || c->state.g[0] != TAKE_ASCII)
        return 0;
    if (!k->stops[0])
        return ascii_run(p, n);
    while (i < n && (unsigned char)p[i] < 0x80 && p[i] != k->stops[0] && p[i] != k->stops[1] &&
           p[i] != k->stops[2])
        i++;
    return i;
}

/* Decodes leading two-byte characters that are in a table. Returns their number. */
static size_t pairs_run(const decoder *c, const charset_io *io, unsigned *width)
{
    char *out = io->out + io->len;
    size_t room = io->size - io->len;
    enum take_set set = (enum take_set)(c->state.g[c->state.shifted]);

    if (c->row->kind == NAMES_MULTI)
        return multi_byte_run(&c->u.multi, io->in, io->in_n, 0, out, room, width);
    if (c->row->kind == NAMES_HZ)
        set = c->state.shifted ? TAKE_GB2312 : TAKE_ASCII;
    else if (c->row->kind != NAMES_ISO2022)
        return 0;
    if (set == TAKE_ASCII || set == TAKE_KANA)
        return 0;
    return take_pairs_run(&c->u.pairs, set, io->in, io->in_n, out, room, width);
}

/* Decodes a run of ASCII or of two-byte characters, and sets *n to the number of characters. */
static int copy_run(decoder *c, charset_io *io, size_t *n)
{
    size_t room = io->size - io->len, most = io->in_n < room ? io->in_n : room;
    unsigned width = 1, bytes = 1;
    int failed;

    *n = decode_plain_run(c, io->in, most);
    if (*n > 0) {
        memcpy(io->out + io->len, io->in, *n);
    } else {
        *n = pairs_run(c, io, &width);
        bytes = 2;
    }
    if (*n == 0)
        return TRAWL_OK;
    CHECK(*n * width <= room && *n * bytes <= io->in_n);
    failed = srcmap_add(io->map, *n, NARROW8(width), bytes);
    io->len += *n * width;
    io->in += *n * bytes;
    io->in_n -= *n * bytes;
    return failed;
}

/* Returns the bytes to decode the next character from: the input, or the pending bytes followed by
 * as much of the input as fits. */
static take_from decode_next_bytes(decoder *c, const charset_io *io)
{
    size_t more = sizeof c->pending - c->pending_n;

    CHECK(c->pending_n < sizeof c->pending);
    if (c->pending_n == 0)
        return (take_from){(const unsigned char *)io->in, io->in_n, io->last};
    more = more < io->in_n ? more : io->in_n;
    memcpy(c->pending + c->pending_n, io->in, more);
    return (take_from){c->pending, c->pending_n + more, io->last && more == io->in_n};
}

/* Consumes n bytes of decode_next_bytes(). */
static void decode_consume(decoder *c, charset_io *io, size_t n)
{
    size_t fresh = n > c->pending_n ? n - c->pending_n : 0;

    CHECK(n > 0 && fresh <= io->in_n);
    io->in += fresh;
    io->in_n -= fresh;
    if (n < c->pending_n)
        memmove(c->pending, c->pending + n, c->pending_n - n);
    c->pending_n -= (unsigned)(n - fresh);
}

/* Appends a decoded character to the output and consumes its bytes. */
static int decode_put(decoder *c, charset_io *io, const decoded_char *t)
{
    int failed = srcmap_add(io->map, 1, NARROW8(t->len), t->n);

    if (failed)
        return failed;
    CHECK(t->len <= TAKE_TEXT && t->len <= io->size - io->len);
    memcpy(io->out + io->len, t->text, t->len);
    io->len += t->len;
    decode_consume(c, io, t->n);
    return has_pairs(c) ? c->u.pairs.error : TRAWL_OK;
}

int charset_decode(decoder *c, charset_io *io)
{
    int failed = TRAWL_OK;
    size_t run;

    CHECK(io->size >= TAKE_TEXT && io->len <= io->size);
    if (c->row->kind == NAMES_SINGLE)
        return single_byte_decode(c, io);
    while (!failed && io->size - io->len >= TAKE_TEXT && io->in_n + c->pending_n > 0) {
        take_from from;
        decoded_char t;
        if (c->pending_n == 0) {
            failed = copy_run(c, io, &run);
            if (failed || run > 0)
                continue;
        }
        from = decode_next_bytes(c, io);
        if (from.n == c->pending_n && !from.last)
            break;
        kinds[c->row->kind].take(c, &from, &t);
        if (t.n == 0) { /* an incomplete character at the end of the input */
            CHECK(from.n < TAKE_SEEN);
            if (c->pending_n == 0)
                memcpy(c->pending, from.p, from.n);
            c->pending_n = (unsigned)from.n;
            io->in += io->in_n;
            io->in_n = 0;
            break;
        }
        failed = decode_put(c, io, &t);
    }
    return failed;
}

#define REPLACEMENT 0xFFFD

void take_code(decoded_char *t, size_t n, uint32_t code)
{
    bool is_scalar = code < 0xD800 || (code >= 0xE000 && code <= 0x10FFFF);

    t->n = n;
    t->len = (unsigned)utf8_encode(t->text, is_scalar ? code : REPLACEMENT);
}

void take_bad(decoded_char *t, size_t n)
{
    take_code(t, n, REPLACEMENT);
}

void take_nothing(decoded_char *t, size_t n)
{
    t->n = n;
    t->len = 0;
}

void utf8_take(const take_from *from, decoded_char *t)
{
    utf8_char c = utf8_decode((const char *)from->p, from->n);

    if (c.code != UTF8_INVALID)
        take_code(t, c.len, c.code);
    else if (!from->last && from->n < utf8_length(from->p[0]) && c.len == from->n)
        t->n = 0;
    else
        take_bad(t, 1);
}

/* ---- Byte-order marks ---- */

/* Longer marks come first, since that of utf-32le begins with that of utf-16le. */
static const struct {
    const char *name, *bytes;
    size_t n;
} marks[] = {
    {"utf-32le", "\xFF\xFE\0\0", 4}, {"utf-32be", "\0\0\xFE\xFF", 4}, {"utf-8", "\xEF\xBB\xBF", 3},
    {"utf-16le", "\xFF\xFE", 2},     {"utf-16be", "\xFE\xFF", 2},
};

const names_row *bom_find(const char *p, size_t n, bool last, bool *wait)
{
    *wait = false;
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t same = n < marks[i].n ? n : marks[i].n;
        if (memcmp(p, marks[i].bytes, same) != 0)
            continue;
        if (same == marks[i].n)
            return names_find(marks[i].name, strlen(marks[i].name));
        if (!last) {
            *wait = true;
            return NULL;
        }
    }
    return NULL;
}

/* ---- The cache of open decoders ---- */

struct cached_charset {
    cached_charset *next;
    bool missing; /* iconv does not have the charset */
    decoder c;
};

void charset_cache_open(charset_cache *s, const memory *m)
{
    *s = (charset_cache){.m = m};
}

void charset_cache_close(charset_cache *s)
{
    for (cached_charset *one = s->first, *next; one; one = next) {
        next = one->next;
        if (!one->missing)
            charset_close(&one->c);
        memory_free(s->m, one);
    }
    s->first = NULL;
}

/* Returns the cached entry for the row, which it removes from the list, or a new one; NULL without
 * memory. */
static cached_charset *take_entry(charset_cache *s, const names_row *row)
{
    cached_charset *one;
    int failed;

    for (cached_charset **at = &s->first; (one = *at) != NULL; at = &one->next)
        if (one->c.row == row) {
            *at = one->next;
            return one;
        }
    one = memory_get(s->m, sizeof *one);
    failed = one ? charset_open(&one->c, row, s->m) : TRAWL_ERROR_NO_MEMORY;
    if (failed == TRAWL_ERROR_NO_MEMORY) {
        memory_free(s->m, one);
        return NULL;
    }
    one->missing = failed != TRAWL_OK;
    one->c.row = row;
    return one;
}

int charset_cache_take(charset_cache *s, const names_row *row, decoder **c)
{
    cached_charset *one = take_entry(s, row);

    *c = NULL;
    if (!one)
        return TRAWL_ERROR_NO_MEMORY;
    one->next = s->first;
    s->first = one;
    if (!one->missing) {
        charset_reset(&one->c);
        *c = &one->c;
    }
    return TRAWL_OK;
}
