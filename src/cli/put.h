/* put.h - text written through a pointer, into room that output_begin() has given
 *
 * Each returns where it ends. Nothing is looked at but what is written, and nothing asks for room: who begins a record adds up
 * what it can take at most.
 */
#ifndef TRAWL_CLI_PUT_H
#define TRAWL_CLI_PUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Room for any number. Up to eight bytes behind it are written, too. */
#define PUT_NUMBER 32

/* Of one digit or two, those that there are first. */
extern const char put_two_digits[100][2];

/* A number of more. */
char *put_long_number(char *to, uint64_t n);

static inline char *put_number(char *to, uint64_t n)
{
    if (n >= 100)
        return put_long_number(to, n);
    memcpy(to, put_two_digits[n], 2);
    return to + 1 + (n >= 10);
}

/* Two lower-case hex digits for each byte. */
char *put_hex(char *to, const char *p, size_t n);

static inline char *put_bytes(char *to, const char *p, size_t n)
{
    memcpy(to, p, n);
    return to + n;
}

/* Text of ours, as it stands in the source: its length is known there. */
#define PUT(to, text) put_bytes(to, text, sizeof(text) - 1)

/* A short word. */
static inline char *put_word(char *to, const char *word)
{
    while (*word)
        *to++ = *word++;
    return to;
}

#define PUT_BLOCK ((size_t)16)

/* By blocks, for what is short: up to PUT_BLOCK - 1 bytes behind it are read and written, too. */
static inline char *put_blocks(char *to, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i += PUT_BLOCK)
        memcpy(to + i, p + i, PUT_BLOCK);
    return to + n;
}

/* ---- A text in registers ----
 *
 * One of 16 to 64 bytes, which is read once and written more often, and without a branch that goes by its length: its blocks may
 * overlap. Nothing around it is touched.
 */
#define PUT_HELD_MAX (4 * PUT_BLOCK)

typedef unsigned char put_sixteen __attribute__((vector_size(PUT_BLOCK)));
typedef uint64_t put_halves __attribute__((vector_size(PUT_BLOCK)));

struct put_held {
    put_sixteen first, second, third, last;
    size_t n, second_at, third_at;
};

static inline put_sixteen put_load(const char *p)
{
    put_sixteen b;

    memcpy(&b, p, sizeof b);
    return b;
}

/* False: it is too short or too long. */
static inline int put_hold(struct put_held *h, const char *p, size_t n)
{
    size_t last = n - PUT_BLOCK;

    if (last > PUT_HELD_MAX - PUT_BLOCK) /* which it is, too, where n is less */
        return 0;
    h->n = n;
    h->second_at = last < PUT_BLOCK ? last : PUT_BLOCK;
    h->third_at = last < 2 * PUT_BLOCK ? last : 2 * PUT_BLOCK;
    h->first = put_load(p);
    h->second = put_load(p + h->second_at);
    h->third = put_load(p + h->third_at);
    h->last = put_load(p + last);
    return 1;
}

/* Do they hold the same, being of one length? */
static inline int put_is_same(const struct put_held *a, const struct put_held *b)
{
    const put_halves other =
        (put_halves)((a->first ^ b->first) | (a->second ^ b->second) | (a->third ^ b->third) | (a->last ^ b->last));

    return (other[0] | other[1]) == 0;
}

static inline char *put_again(char *to, const struct put_held *h)
{
    memcpy(to, &h->first, PUT_BLOCK);
    memcpy(to + h->second_at, &h->second, PUT_BLOCK);
    memcpy(to + h->third_at, &h->third, PUT_BLOCK);
    memcpy(to + h->n - PUT_BLOCK, &h->last, PUT_BLOCK);
    return to + h->n;
}

#endif
