/* kernel.h - searches through bytes with the widest registers that the machine has
 *
 * Sets of bytes and the functions that look for them. Each kind of processor has one
 * implementation, in a file of its own; kernel_choose() picks one when a scan is opened, and all of
 * them give the same answers. None touches a byte outside its block. No other room uses intrinsics.
 */
#ifndef TRAWL_KERNEL_KERNEL_H
#define TRAWL_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- Sets of bytes ---- */

#define KERNEL_LIST 8

/* A set of bytes. The vector kernels look a byte up by its halves: it is in the set where
 * low[byte & 15] & high[byte >> 4] is not 0. Rows of 16 bytes that are alike share a bit; a set
 * with more than eight different rows has no halves and is looked up in the table. */
typedef struct kernel_set {
    unsigned char table[256];
    unsigned char low[16], high[16];
    unsigned char by_low[16]; /* the byte with each low half, if apart; else unspecified */
    unsigned char list[KERNEL_LIST]; /* the first KERNEL_LIST bytes; the last one is repeated */
    unsigned count;                  /* of all bytes in the set */
    bool halves;
    bool apart; /* the bytes are ASCII and differ in their low halves: one lookup finds them */
    bool www; /* for triggers: also "www." in any case */
} kernel_set;

/* Makes the set of all bytes c with in[c] != 0. */
void kernel_set_make(kernel_set *s, const unsigned char in[256]);

/* Makes the set of the bytes of a string. */
void kernel_set_of(kernel_set *s, const char *bytes);

/* ---- Hosts ---- */

#define KERNEL_HOST 64

/* The places of dots and hyphens in a host name: a bit for each byte, the lowest for the first. */
typedef struct kernel_marks {
    uint64_t dots, hyphens;
} kernel_marks;

/* Returns where the last label begins. */
static inline size_t kernel_last_label(uint64_t dots)
{
    return dots ? 64 - (size_t)__builtin_clzll(dots) : 0;
}

/* ---- Lines ---- */

#define KERNEL_LINE 4

/* The first byte of a line, and the second: each one of up to KERNEL_LINE. */
typedef struct kernel_line {
    unsigned n;
    char byte[KERNEL_LINE]; /* the last one is repeated */
    unsigned then_n;        /* 0: any byte may be second */
    char then[KERNEL_LINE]; /* likewise */
    /* A quick test, unless fold is 0: each c of byte[] has by_low[c & 15] == (c | fold). All other
     * entries are 0. */
    unsigned char fold, by_low[16];
} kernel_line;

#define KERNEL_STARTS 8

/* The beginnings of lines, by their first and third byte. Each of KERNEL_STARTS groups is a bit. A
 * line may begin so where all four tables have a bit in common. */
typedef struct kernel_starts {
    unsigned char first_low[16], first_high[16], third_low[16], third_high[16];
} kernel_starts;

/* Adds group k: lines whose first byte is in first and whose third one is in third; NULL for
 * any. */
void kernel_starts_add(kernel_starts *s, unsigned k, const char *first, const char *third);

/* ---- Escaping ---- */

/* What is written for a byte: up to six bytes. n is KERNEL_NO_WORD for a byte without a word. */
typedef struct kernel_word {
    char text[6];
    unsigned char n;
    unsigned char line_end; /* 1: nothing is written before LF; for CR */
} kernel_word;

#define KERNEL_NO_WORD 7

/* What a byte is where text is escaped. LOOK: the caller's function decides. TWO, THREE: the first
 * byte of a character of that length that is copied if its other bytes are 80 to BF. C2: likewise,
 * if its second byte is in the set c2. E2: likewise, if its second byte is neither 80 nor 81, or is
 * 80 with the third one in the set e2_80. From WORD on: a byte that has a word. */
enum { KERNEL_LOOK, KERNEL_TWO, KERNEL_THREE, KERNEL_C2, KERNEL_E2, KERNEL_WORD };

/* Room for escaped text. */
typedef struct kernel_room {
    char *to;
    const char *end;
} kernel_room;

typedef struct kernel_escapes {
    const kernel_set *set; /* bytes that are not copied: all beyond ASCII, and some others */
    const kernel_set *two, *three; /* those that are KERNEL_TWO and KERNEL_THREE */
    const kernel_set *c2, *e2_80;  /* bytes that may follow C2, and E2 80 */
    const unsigned char *what;     /* for each byte */
    const kernel_word *word;       /* for each byte */
    /* Writes the text for the byte at p, of n, and for those that belong to it, none of which
     * begins a character beyond ASCII: at most eight bytes for each. Returns their number. */
    size_t (*look)(void *user, char **to, const char *p, size_t n);
    void *user;
} kernel_escapes;

/* escape() may read KERNEL_BEHIND bytes after its text, and needs KERNEL_ESCAPED bytes of room. */
enum {
    KERNEL_BLOCK = 64,
    KERNEL_BEHIND = 2 * KERNEL_BLOCK,
    KERNEL_AT_LEAST = 7 * KERNEL_BLOCK,
    KERNEL_ESCAPED = 8 * KERNEL_AT_LEAST + KERNEL_BEHIND
};

/* ---- The kernels ---- */

#define KERNEL_BASE64 32

typedef struct kernel {
    const char *name; /* for TRAWL_CPU */
    /* Sets a bit in bits[] for each byte of up to 64 blocks at p that may be a trigger, the lowest
     * for the first. All triggers have theirs. p[-1] and the byte after the blocks are read, too.
     * Returns a bit for each block that has any. */
    uint64_t (*triggers)(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits);
    /* Returns how many of the first n bytes precede the first one in the set. */
    size_t (*find)(const kernel_set *s, const char *p, size_t n);
    /* Returns how many of the first n bytes precede the first one not in the set. */
    size_t (*span)(const kernel_set *s, const char *p, size_t n);
    /* Returns a bit for each of the KERNEL_BLOCK bytes at p that is in the set. */
    uint64_t (*bits)(const kernel_set *s, const char *p);
    /* Returns how many bytes at p are letters, digits, '-' and '.', at most n and KERNEL_HOST, and
     * marks the last two kinds. */
    size_t (*host)(const char *p, size_t n, kernel_marks *marks);
    /* Copies p[0..n) to the room, with words for the bytes that have one. Returns how many bytes
     * were read: all of them, or as many as fit. Characters that begin before n may go on after it,
     * up to all. Bytes of the room after room->to may be overwritten. */
    size_t (*escape)(const kernel_escapes *e, kernel_room *room, const char *p, size_t n,
                     size_t all);
    /* Returns the first LF in p[i..n) that is not the last byte and that such a line follows, as
     * far as p[0..n) shows it; else n. */
    size_t (*line)(const kernel_line *s, const char *p, size_t i, size_t n);
    /* Likewise for the beginnings of lines. */
    size_t (*lines)(const kernel_starts *s, const char *p, size_t i, size_t n);
    /* Decodes base64: groups of four characters at the front of p[0..n), up to the first byte
     * that is no character of its alphabet, or fewer. Returns how many characters that were.
     * Writes three bytes for each four, and may overwrite KERNEL_BASE64 bytes after them. NULL
     * where a table is as fast. */
    size_t (*base64)(const char *p, size_t n, char *to);
} kernel;

/* Returns the best kernel for this machine, or the one that the environment's TRAWL_CPU names, if
 * this machine can run it. */
const kernel *kernel_choose(void);

/* Returns the i-th kernel that this machine can run, from the simplest on, or NULL. For tests. */
const kernel *kernel_at(size_t i);

/* ---- Triggers: bytes at which a link may be found
 *
 * A trigger is a byte of the set, or "www." if s->www; but ':' only where a scheme may precede it:
 * before "/", or between a letter and a byte that is no blank. What follows the text is taken to be
 * what makes a trigger.
 */

#define TRIGGER_BLOCKS 64

/* A trigger_map.to before the first search, when that one may cover TRIGGER_BLOCKS blocks. */
#define TRIGGER_FAR 1

/* The bytes of p[from..to) that may be triggers: a bit for each. */
typedef struct trigger_map {
    size_t from, to; /* to is 0 or TRIGGER_FAR before the first search */
    uint64_t some;   /* a bit for each of bits[] that is not 0 */
    uint64_t bits[TRIGGER_BLOCKS];
} trigger_map;

/* Fills the map from p[i] on; i is neither the first byte nor the last one. */
void trigger_look(trigger_map *map, const kernel *k, const kernel_set *s, const char *p, size_t i,
                  size_t n);

static inline bool trigger_is_w(char c)
{
    return (c | 0x20) == 'w';
}

/* Returns true when p[0..n) begins with "www.", or with as much of it as there is. */
static inline bool trigger_is_www(const char *p, size_t n)
{
    return trigger_is_w(p[0]) && (n < 2 || trigger_is_w(p[1])) && (n < 3 || trigger_is_w(p[2])) &&
           (n < 4 || p[3] == '.');
}

/* Returns true when a scheme may precede the colon at p[i]. */
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

/* Returns the place of the first bit from p[i] on, or map->to. The branch-free form matters:
 * whether the bit is in the same block cannot be predicted. */
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

/* Returns the place of the last byte of the row of equal bytes that begins at i. */
static inline size_t trigger_row_end(const char *p, size_t i, size_t n)
{
    while (i + 1 < n && p[i] == p[i + 1])
        i++;
    return i;
}

/* Returns where to go on in a row of 'w': all of it is marked, but "www." can only begin at one of
 * its last three bytes. */
static inline size_t trigger_row(const kernel_set *s, const char *p, size_t i, size_t n)
{
    size_t end = i;

    while (end < n && trigger_is_w(p[end]) && !s->table[(unsigned char)p[end]])
        end = trigger_row_end(p, end, n) + 1;
    return end - i > 3 ? end - 3 : i;
}

/* Returns the first trigger in p[i..n), or n. i must not decrease from one call to the next. */
static inline size_t trigger_next(trigger_map *map, const kernel *k, const kernel_set *s,
                                  const char *p, size_t i, size_t n)
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
