/* kernel_escape.h - text copied with other bytes for some of it: what the kernels share
 *
 * Of some blocks the places of those bytes are noted first, and then all is written, from place to place. So there is hardly a
 * branch that goes by where they are, which nobody could foretell. What differs is how they are looked for, and the copying.
 */
#ifndef TRAWL_KERNEL_ESCAPE_H
#define TRAWL_KERNEL_ESCAPE_H

#include "kernel/kernel_inside.h"

#define KERNEL_NOTED 16

/* So much is looked at before it is written, if there is room for all that may come of it. */
#define KERNEL_AT_ONCE ((size_t)31 * KERNEL_BLOCK)

/* So that the functions that it is given are known where they are called. */
#define KERNEL_INSIDE __attribute__((always_inline)) static inline

/* Where a byte stands in what is looked at at once. */
typedef uint16_t kernel_place;

/* Which of the first n, and of KERNEL_BLOCK, bytes are in the set: a bit for each, the lowest for the first. Those of
 * characters among them that stand for themselves may be left out. */
typedef uint64_t kernel_marked(const kernel_escapes *e, const char *p, size_t n);

/* Copies KERNEL_BEHIND bytes, or only so many of them as there are left. */
typedef void kernel_copy(char *to, const char *p, size_t left);

/* kernel_put_places() with a copy. */
typedef size_t kernel_put(const kernel_escapes *e, char **room, const char *p, size_t n, size_t all,
                          const kernel_place *at, const kernel_place *end);

/* A bit for each of the first n. */
static inline uint64_t kernel_first(size_t n)
{
    return n < KERNEL_BLOCK ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
}

static inline uint64_t kernel_marked_slowly(const kernel_escapes *e, const char *p, size_t n)
{
    return kernel_bits_slowly(e->set, p) & kernel_first(n);
}

static inline void kernel_copy_block(char *to, const char *p, size_t left)
{
    (void)left;
    memcpy(to, p, KERNEL_BLOCK);
    memcpy(to + KERNEL_BLOCK, p + KERNEL_BLOCK, KERNEL_BLOCK);
}

/* Notes the places of the bits, the lowest of which stands for from; where the notes end. KERNEL_NOTED more may be written. */
typedef kernel_place *kernel_note(kernel_place *at, size_t from, uint64_t bits);

/* The place of the lowest bit; if there is none, any. */
typedef size_t kernel_lowest(uint64_t bits);

static inline size_t kernel_lowest_slowly(uint64_t bits)
{
    return (size_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
}

static inline bool kernel_goes_on(char c)
{
    return (c & 0xC0) == 0x80;
}

/* The length of the character at p[0] if it is one of those that stand for themselves, else 0. */
static inline size_t kernel_length(const kernel_escapes *e, unsigned what, const char *p)
{
    const unsigned char *u = (const unsigned char *)p;

    if (what == KERNEL_TWO || what == KERNEL_C2)
        return kernel_goes_on(p[1]) && (what == KERNEL_TWO || e->c2->table[u[1]]) ? 2 : 0;
    if ((what != KERNEL_THREE && what != KERNEL_E2) || !kernel_goes_on(p[1]) || !kernel_goes_on(p[2]))
        return 0;
    return what == KERNEL_THREE || u[1] > 0x81 || (u[1] == 0x80 && e->e2_80->table[u[2]]) ? 3 : 0;
}

/* So many places are noted one by one before anybody asks for more, and mostly there are no more in a block. */
#define KERNEL_ONE_BY_ONE 4

/* Each is stored by itself, for compilers would spend more on putting them together. */
KERNEL_INSIDE kernel_place *kernel_note_places(kernel_place *at, size_t from, uint64_t bits, kernel_lowest *lowest)
{
    volatile kernel_place *to = at;
    kernel_place *end = at + __builtin_popcountll(bits);

    do {
        for (unsigned k = 0; k < KERNEL_ONE_BY_ONE; k++, bits &= bits - 1)
            to[k] = (kernel_place)(from + lowest(bits));
        to += KERNEL_ONE_BY_ONE;
    } while (__builtin_expect(bits != 0, 0));
    return end;
}

static inline kernel_place *kernel_note_slowly(kernel_place *at, size_t from, uint64_t bits)
{
    return kernel_note_places(at, from, bits, kernel_lowest_slowly);
}

/* What is no word: a character that stands for itself, or what somebody has to look at; its end. */
__attribute__((noinline)) static const char *kernel_put_other(const kernel_escapes *e, char **to, const char *p,
                                                              size_t n)
{
    char here[4] = {0};
    size_t length;

    if (n < sizeof here)
        memcpy(here, p, n);
    else
        memcpy(here, p, sizeof here);
    length = kernel_length(e, e->what[(unsigned char)here[0]], here);
    if (length == 0)
        return p + e->look(e->user, to, p, n);
    memcpy(*to, here, sizeof here);
    *to += length;
    return p + length;
}

/* Copies p[0..n) and whatever follows; so many bytes are left from p on. */
KERNEL_INSIDE void kernel_copy_gap(char *to, const char *p, size_t n, size_t left, kernel_copy *copy)
{
    copy(to, p, left);
    while (__builtin_expect(n > KERNEL_BEHIND, 0)) {
        to += KERNEL_BEHIND;
        p += KERNEL_BEHIND;
        n -= KERNEL_BEHIND;
        left -= KERNEL_BEHIND;
        copy(to, p, left);
    }
}

/* p[0..n) with the places of those bytes that may not stand as they are. How many bytes that was. */
KERNEL_INSIDE size_t kernel_put_places(const kernel_escapes *e, char **room, const char *p, size_t n, size_t all,
                                       const kernel_place *at, const kernel_place *end, kernel_copy *copy)
{
    const kernel_word *words = e->word;
    const char *done = p, *last = p + all - 1; /* to here all is written */
    char *to = *room;
    size_t rest;

    while (at < end) {
        const char *here = p + *at++;
        const kernel_word *word = &words[(unsigned char)here[0]];
        kernel_copy_gap(to, done, (size_t)(here - done), (size_t)(last + 1 - done), copy);
        to += here - done;
        done = here + 1;
        if (word->n != KERNEL_NO_WORD) {
            memcpy(to, word, sizeof *word);
            to += word->n - (unsigned)(word->line_end & (here[here < last] == '\n')); /* LF goes on for CR */
            continue;
        }
        *room = to;
        done = kernel_put_other(e, room, here, all - (size_t)(here - p));
        to = *room;
        while (at < end && p + *at < done)
            at++;
    }
    rest = done < p + n ? (size_t)(p + n - done) : 0; /* whether there is any, nobody could foretell */
    kernel_copy_gap(to, p + n - rest, rest, all - n + rest, copy);
    *room = to + rest;
    return (size_t)(done - p) + rest;
}

static inline size_t kernel_put_slowly(const kernel_escapes *e, char **room, const char *p, size_t n, size_t all,
                                       const kernel_place *at, const kernel_place *end)
{
    return kernel_put_places(e, room, p, n, all, at, end, kernel_copy_block);
}

/* How many of the next n bytes, KERNEL_AT_LEAST if there are so many. */
static inline size_t kernel_part(const kernel_room *room, size_t n)
{
    size_t fit = (size_t)(room->end - room->to - KERNEL_BEHIND) / 8 / KERNEL_BLOCK * KERNEL_BLOCK,
           most = fit < KERNEL_AT_ONCE ? fit : KERNEL_AT_ONCE;

    return n < most ? n : most;
}

KERNEL_INSIDE size_t kernel_escape_by(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all,
                                      kernel_marked *marked, kernel_note *note, kernel_put *put)
{
    kernel_place places[KERNEL_AT_ONCE + KERNEL_NOTED];
    size_t i = 0;

    while (i < n && room->end - room->to >= KERNEL_ESCAPED) {
        size_t part = kernel_part(room, n - i);
        kernel_place *at = places;
        size_t k = 0;
        for (; part - k >= KERNEL_BLOCK; k += KERNEL_BLOCK)
            at = note(at, k, marked(e, p + i + k, KERNEL_BLOCK));
        if (k < part)
            at = note(at, k, marked(e, p + i + k, part - k));
        i += put(e, &room->to, p + i, part, all - i, places, at);
    }
    return i;
}

#endif
