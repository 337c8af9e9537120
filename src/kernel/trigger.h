/* trigger.h - where a link may be: from trigger to trigger
 *
 * A trigger is a byte of the set, or "www." if s->www; but no ':' where no scheme can stand before it: only those before "/",
 * or between a letter and no blank. What would follow the text is taken to be what is wanted.
 */
#ifndef TRAWL_KERNEL_TRIGGER_H
#define TRAWL_KERNEL_TRIGGER_H

#include <string.h>

#include "kernel/kernel.h"

#define TRIGGER_BLOCKS 64

/* No place that was looked up to: the first look may go as far as any. */
#define TRIGGER_FAR 1

/* Which bytes of a text may be triggers, as far as was looked: a bit for each of p[from..to). */
typedef struct trigger_map {
    size_t from, to; /* to is 0 or TRIGGER_FAR before the first look */
    uint64_t some;   /* a bit for each that is not 0 of ... */
    uint64_t bits[TRIGGER_BLOCKS];
} trigger_map;

/* Looks on from p[i], which has bytes beside it. */
void trigger_look(trigger_map *map, const kernel *k, const kernel_set *s, const char *p, size_t i, size_t n);

static inline bool trigger_is_w(char c)
{
    return (c | 0x20) == 'w';
}

/* "www.", or as much of it as there is. */
static inline bool trigger_is_www(const char *p, size_t n)
{
    return trigger_is_w(p[0]) && (n < 2 || trigger_is_w(p[1])) && (n < 3 || trigger_is_w(p[2])) &&
           (n < 4 || p[3] == '.');
}

/* May a scheme end before the colon at i? */
static inline bool trigger_is_colon(const char *p, size_t i, size_t n)
{
    unsigned char letter = i > 0 ? (unsigned char)((p[i - 1] | 0x20) - 'a') : 26;

    return i + 1 == n || p[i + 1] == '/' || (letter < 26 && (unsigned char)p[i + 1] > ' ');
}

static inline bool trigger_is(const kernel_set *s, const char *p, size_t i, size_t n)
{
    if (s->table[(unsigned char)p[i]])
        return p[i] != ':' || trigger_is_colon(p, i, n);
    return s->www && trigger_is_www(p + i, n - i);
}

/* The first bit from p[i] on: where it stands, or map->to. Is it in the same block? Nobody could foretell, so there is no branch. */
static inline size_t trigger_bit(const trigger_map *map, size_t i)
{
    size_t block = (i - map->from) / KERNEL_BLOCK, next;
    uint64_t bits = map->bits[block] & ~(uint64_t)0 << (i - map->from) % KERNEL_BLOCK, rest, here;

    rest = map->some & ~(uint64_t)1 << block;
    if (!(bits | rest))
        return map->to;
    here = -(uint64_t)(bits != 0);
    next = (size_t)__builtin_ctzll(rest | (uint64_t)1 << (TRIGGER_BLOCKS - 1));
    bits |= map->bits[next] & ~here;
    block = (size_t)((block & here) | (next & ~here));
    return map->from + block * KERNEL_BLOCK + (size_t)__builtin_ctzll(bits);
}

/* From the byte at i to the last one of those in a row that are the same. */
static inline size_t trigger_row_end(const char *p, size_t i, size_t n)
{
    uint64_t here, next;

    for (; n - i > sizeof here; i += sizeof here) {
        memcpy(&here, p + i, sizeof here);
        memcpy(&next, p + i + 1, sizeof next);
        if (here != next)
            break;
    }
    while (i + 1 < n && p[i] == p[i + 1])
        i++;
    return i;
}

/* A row of 'w' has all bits, but only its last three can be those of "www.": so far goes what is none for certain. */
static inline size_t trigger_row(const kernel_set *s, const char *p, size_t i, size_t n)
{
    size_t end = i;

    while (end < n && trigger_is_w(p[end]) && !s->table[(unsigned char)p[end]])
        end = trigger_row_end(p, end, n) + 1;
    return end - i > 3 ? end - 3 : i;
}

/* The first trigger in p[i..n), or n; i never goes back. */
static inline size_t trigger_next(trigger_map *map, const kernel *k, const kernel_set *s, const char *p, size_t i,
                                  size_t n)
{
    if (i == 0 && n > 0 && trigger_is(s, p, i++, n))
        return 0;
    while (i + 1 < n) {
        if (i >= map->to)
            trigger_look(map, k, s, p, i, n);
        i = trigger_bit(map, i);
        if (i == map->to)
            continue;
        if (trigger_is(s, p, i, n))
            return i;
        for (i = trigger_row(s, p, i + 1, n); i + 1 < n && trigger_is_w(p[i]); i++)
            if (trigger_is(s, p, i, n))
                return i;
    }
    return i < n && trigger_is(s, p, n - 1, n) ? n - 1 : n;
}

#endif
