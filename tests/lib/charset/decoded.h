/* decoded.h - decodes a text in pieces of any size, and records where each byte is in the source */
#ifndef TRAWL_TESTS_DECODED_H
#define TRAWL_TESTS_DECODED_H

#include "charset/charset.h"
#include "tap.h"

#define DECODED_MAX 70000

/* The result when decoding the same text again gave another text. */
#define DECODED_OTHERWISE 1000

typedef struct decoded {
    int result;
    size_t n;
    char text[DECODED_MAX];
    uint64_t from
        [DECODED_MAX +
         1]; /* where the character of each byte begins; for the end, where trailing source begins */
    uint64_t src; /* length of the source */
} decoded;

static inline const names_row *row_of(const char *label)
{
    return names_find(label, strlen(label));
}

/* Feeds one piece of source; the output buffer has `room` bytes. */
static inline int decoded_feed(decoded *d, decoder *c, srcmap *map, const char *p, size_t n,
                               bool last, size_t room)
{
    charset_io io = {.in = p, .in_n = n, .last = last, .out = d->text + d->n, .map = map};

    do {
        io.size = DECODED_MAX - d->n < room ? DECODED_MAX - d->n : room;
        io.out = d->text + d->n;
        io.len = 0;
        d->result = charset_decode(c, &io);
        d->n += io.len;
    } while (!d->result && io.size - io.len < TAKE_TEXT);
    return d->result;
}

/* Feeds everything: `first` bytes, then `chunk` at a time. */
static inline void decoded_feed_all(decoded *d, decoder *c, srcmap *map, const char *p, size_t n,
                                    size_t first, size_t chunk, size_t room)
{
    size_t step = first < n ? first : n;

    d->n = 0;
    d->result = 0;
    for (size_t done = 0; done < n && !d->result;
         done += step, step = chunk < n - done ? chunk : n - done)
        decoded_feed(d, c, map, p + done, step, false, room);
    if (!d->result)
        decoded_feed(d, c, map, "", 0, true, room);
}

/* Returns true when a decoder that is reset and reads the source again, without a map, gives the
 * same text. */
static inline bool decoded_again(const decoded *d, decoder *c, const char *p, size_t n,
                                 size_t chunk, size_t room)
{
    static decoded again;
    srcmap off;

    srcmap_open(&off, &memory_default);
    off.off = true;
    charset_reset(c);
    decoded_feed_all(&again, c, &off, p, n, chunk, chunk, room);
    srcmap_close(&off);
    return again.result == d->result && again.n == d->n && memcmp(again.text, d->text, d->n) == 0;
}

/* Decodes p[0..n); the output buffer has `room` bytes, at least TAKE_TEXT. */
static inline void decode_cut(decoded *d, const names_row *row, const char *p, size_t n,
                              size_t first, size_t chunk, size_t room)
{
    srcmap map;
    decoder c;

    d->n = 0;
    srcmap_open(&map, &memory_default);
    d->result = charset_open(&c, row, &memory_default);
    if (d->result)
        return;
    decoded_feed_all(d, &c, &map, p, n, first, chunk, room);
    if (!d->result && !decoded_again(d, &c, p, n, chunk, room))
        d->result = DECODED_OTHERWISE;
    for (size_t i = 0; i <= d->n && !d->result; i++)
        d->from[i] = srcmap_from(&map, i);
    d->src = map.src;
    charset_close(&c);
    srcmap_close(&map);
}

static inline void decode_all(decoded *d, const names_row *row, const char *p, size_t n)
{
    decode_cut(d, row, p, n, n, 1, 4096);
}

static inline bool decoded_same(const decoded *a, const decoded *b)
{
    return a->result == b->result && a->n == b->n && a->src == b->src &&
           memcmp(a->text, b->text, a->n) == 0 &&
           memcmp(a->from, b->from, (a->n + 1) * sizeof a->from[0]) == 0;
}

/* Returns true when every division of the input gives the same result: chunks of 1 to 31 bytes, all
 * divisions in two, small output buffers. */
static inline bool decoded_any_cut(const names_row *row, const char *p, size_t n)
{
    static decoded whole, cut;

    decode_all(&whole, row, p, n);
    for (size_t chunk = 1; chunk <= 31; chunk++) {
        decode_cut(&cut, row, p, n, chunk, chunk, TAKE_TEXT + chunk - 1);
        if (!decoded_same(&whole, &cut))
            return false;
    }
    for (size_t first = 0; first <= n && n < 300; first++) {
        decode_cut(&cut, row, p, n, first, n, 4096);
        if (!decoded_same(&whole, &cut))
            return false;
    }
    return whole.src == n;
}

#endif
