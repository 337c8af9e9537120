/* kernel.h - SIMD searches for bytes, and SIMD escaping and base64
 *
 * Declares sets of bytes and `kernel`, a table of functions that search for them. Each processor
 * type has one implementation, in its own file; kernel_choose() picks one when a scan is opened.
 * All give the same results and read no byte outside their input. Only src/lib/kernel uses
 * intrinsics.
 */
#ifndef TRAWL_KERNEL_KERNEL_H
#define TRAWL_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/nonstring.h"
#include "base/prefix.h"

/* ---- Pairs of letters
 *
 * Kernels with a shuffle instruction find the names of base/prefix.h by their first two letters: a
 * table gives the first letter for the low half of the second letter. Two names whose second
 * letters share a low half need two tables, which cost time. KERNEL_PAIRS is the number of tables
 * that the rows need. KERNEL_PAIR_COUNTS has four bits for each low half: the number of second
 * letters that have it.
 */
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a term of a sum */
#define KERNEL_PAIR_COUNT(id, digits, scheme, a, b, ...) +(UINT64_C(1) << 4 * ((b)&15))
#define KERNEL_PAIR_COUNTS (UINT64_C(0) PREFIX_ROWS(KERNEL_PAIR_COUNT))

enum {
    KERNEL_PAIRS = !(KERNEL_PAIR_COUNTS & UINT64_C(0x2222222222222222)) ? 1
                   : !(KERNEL_PAIR_COUNTS & KERNEL_PAIR_COUNTS >> 1 & UINT64_C(0x1111111111111111))
                       ? 2
                       : 3
};

_Static_assert(!(KERNEL_PAIR_COUNTS & UINT64_C(0xCCCCCCCCCCCCCCCC)),
               "base/prefix.h: the second letters of more than three names have the same low half, "
               "which KERNEL_PAIRS does not provide for");

/* ---- Sets of bytes ---- */

#define KERNEL_LIST 8

/* A set of bytes. Kernels with a shuffle instruction look a byte up by its halves: it is in the set
 * if low[byte & 15] & high[byte >> 4] is not 0. Each of the eight bits is for one pattern of low
 * halves, shared by all high halves that have it. A set with more than eight patterns has no halves
 * and is looked up in the table. */
typedef struct kernel_set {
    unsigned char table[256];
    unsigned char low[16], high[16];
    unsigned char by_low[16];        /* if `apart`: the byte of the set with each low half */
    unsigned char list[KERNEL_LIST]; /* the first bytes of the set */
    unsigned count;                  /* how many bytes are in the set */
    bool halves;                     /* low and high are valid */
    bool apart;                      /* few bytes, all ASCII, no low half twice: by_low suffices */
    /* For triggers: also find the names of base/prefix.h, in any case. Then pairs[] has the first
     * letter of each name, by the low half of its second letter. All other entries are 0. */
    bool prefixes;
    unsigned char pairs[KERNEL_PAIRS][16];
} kernel_set;

/* Makes the set of all bytes c with in[c] != 0. */
void kernel_set_make(kernel_set *s, const unsigned char in[256]);

/* Makes the set of the bytes of a string. */
void kernel_set_of(kernel_set *s, const char *bytes);

/* Makes the names of base/prefix.h triggers, too. */
void kernel_set_add_prefixes(kernel_set *s);

/* ---- Hosts ---- */

/* The maximum number of bytes of a host name that kernel.host() reads. */
#define KERNEL_HOST 64

/* The positions of dots and hyphens in a host name: one bit per byte, the lowest for the first. */
typedef struct kernel_marks {
    uint64_t dots, hyphens;
} kernel_marks;

/* Returns the offset of the last label of a host name with these dots. */
static inline size_t kernel_last_label(uint64_t dots)
{
    return dots ? 64 - (size_t)__builtin_clzll(dots) : 0;
}

/* ---- Lines ---- */

#define KERNEL_LINE 4
#define KERNEL_QUOTES 16

/* Describes a line by its first two bytes: the first is in byte[], the second in then[]. */
typedef struct kernel_line {
    unsigned n;
    char byte[KERNEL_LINE] NONSTRING; /* the last one is repeated */
    unsigned then_n;                  /* 0: the second byte may be any */
    char then[KERNEL_LINE] NONSTRING; /* the last one is repeated */
    /* If fold is not 0, one lookup tests the first byte: c may be in byte[] only if by_low[c & 15]
     * is c | fold. Entries without such a c are 0. */
    unsigned char fold, by_low[16];
} kernel_line;

/* Describes lines by their first three bytes. Let c be the first byte | 0x20. A line matches if c
 * is in first[], at the low half of the second byte in second[], and at the low half of the third
 * byte in third[], and if these two bytes are ASCII. Entries for halves that no line has are 0. */
typedef struct kernel_heads {
    unsigned char second[16], third[16];
    char first[KERNEL_LINE] NONSTRING; /* also has ">" if quoted is not 0; the last is repeated */
    /* Lines that begin with this small letter or its capital also match after ">" and up to
     * KERNEL_QUOTES - 1 bytes that are ">" or " ". */
    char quoted;
    bool struck; /* a BS is found, too, wherever it is */
} kernel_heads;

#define KERNEL_STARTS 8

/* Describes lines by their first and third byte, in up to KERNEL_STARTS groups, one bit each. A
 * line may be in a group if the group's bit is set in the entries for the halves of both bytes. */
typedef struct kernel_starts {
    unsigned char first_low[16], first_high[16], third_low[16], third_high[16];
    bool colons; /* colons at the end of a line are found, too */
} kernel_starts;

/* Returns true for ":", and for the last byte of U+FF1A, a wide colon; also for three others. */
static inline bool kernel_is_colon(char c)
{
    return (c & 0x5F) == (':' & 0x5F);
}

/* Adds group k: lines whose first byte is in the string `first` and whose third byte is in `third`,
 * or may be any if `third` is NULL. */
void kernel_starts_add(kernel_starts *s, unsigned k, const char *first, const char *third);

/* ---- Escaping ---- */

/* The replacement of a byte, up to six bytes. n is KERNEL_NO_WORD for a byte that has none. */
typedef struct kernel_word {
    char text[6] NONSTRING;
    unsigned char n;
    unsigned char line_end; /* for CR, 1: one byte less is written if LF follows */
} kernel_word;

#define KERNEL_NO_WORD 7

/* How a byte is escaped.
 *   CALL        kernel_escapes.look() decides
 *   TWO, THREE  lead byte of a character of that length; copied if the other bytes are 80 to BF
 *   C2          like TWO, but copied only if the second byte is in the set c2
 *   E2          like THREE, but copied only if the second byte is neither 80 nor 81, or is 80 and
 *               the third is in the set e2_80
 *   WORD and above: the byte has a replacement */
enum { KERNEL_CALL, KERNEL_TWO, KERNEL_THREE, KERNEL_C2, KERNEL_E2, KERNEL_WORD };

/* The output buffer for escaped text: the next byte is written at `to`. */
typedef struct kernel_room {
    char *to;
    const char *end;
} kernel_room;

typedef struct kernel_escapes {
    const kernel_set *set; /* bytes that need a test: all non-ASCII bytes and some ASCII ones */
    const kernel_set *two, *three; /* the bytes that are KERNEL_TWO and KERNEL_THREE */
    const kernel_set *c2, *e2_80;  /* the bytes that may follow C2, and E2 80 */
    const unsigned char *what;     /* for each byte one of KERNEL_CALL to KERNEL_WORD */
    const kernel_word *word;       /* for each byte its replacement */
    /* Writes the character at p, escaped, to *to, and moves *to past it. May read p[0..n), and may
     * write eight bytes for each byte it reads. Returns how many bytes it read. */
    size_t (*look)(void *user, char **to, const char *p, size_t n);
    void *user;
} kernel_escapes;

/* kernel.escape() may read KERNEL_SLACK bytes after its input. It needs KERNEL_ESCAPED bytes of
 * room, which suffice for KERNEL_AT_LEAST bytes of input. */
enum {
    KERNEL_BLOCK = 64,
    KERNEL_SLACK = 2 * KERNEL_BLOCK,
    KERNEL_AT_LEAST = 7 * KERNEL_BLOCK,
    KERNEL_ESCAPED = 8 * KERNEL_AT_LEAST + KERNEL_SLACK
};

/* ---- The kernels ---- */

#define KERNEL_BASE64 32

typedef struct kernel {
    const char *name; /* its name in TRAWL_CPU */
    /* Searches up to 64 blocks at p for triggers: sets one bit in bits[] for each byte that may be
     * a trigger, the lowest bit for the first byte. May set too many bits, but never too few. Also
     * reads p[-1] and the byte after the blocks. Returns one bit for each block with a bit set. */
    uint64_t (*triggers)(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits);
    /* Returns the offset of the first byte of p[0..n) in the set, or n. */
    size_t (*find)(const kernel_set *s, const char *p, size_t n);
    /* Returns the offset of the first byte of p[0..n) not in the set, or n. */
    size_t (*span)(const kernel_set *s, const char *p, size_t n);
    /* Returns how many bytes of p[0..n) are c. */
    size_t (*count)(const char *p, size_t n, char c);
    /* Returns one bit for each of the KERNEL_BLOCK bytes at p: set if the byte is in the set. */
    uint64_t (*bits)(const kernel_set *s, const char *p);
    /* Returns how many leading bytes of p[0..n) are letters, digits, '-' or '.', at most
     * KERNEL_HOST. Sets *marks to the positions of the dots and hyphens. */
    size_t (*host)(const char *p, size_t n, kernel_marks *marks);
    /* Escapes p[0..n) into the room. Returns how many bytes it read. This is n, but less if the
     * room is full, and more if the last character continues after n; p[0..all) is readable. May
     * overwrite bytes of the room after room->to. */
    size_t (*escape)(const kernel_escapes *e, kernel_room *room, const char *p, size_t n,
                     size_t all);
    /* Returns the offset of the first LF in p[i..n - 1), i <= n, that is followed by a line of this
     * description, or n. A second byte after the end of p[0..n) counts as matching. */
    size_t (*line)(const kernel_line *s, const char *p, size_t i, size_t n);
    /* Like line(), for lines described by kernel_heads. If s->struck, also finds each BS. */
    size_t (*heads)(const kernel_heads *s, const char *p, size_t i, size_t n);
    /* Like line(), for lines described by kernel_starts. If s->colons is set, also finds each
     * kernel_is_colon() at the end of a line: a CR and LF, or a LF, follows it. What was found may
     * still not match. */
    size_t (*lines)(const kernel_starts *s, const char *p, size_t i, size_t n);
    /* Decodes base64: whole groups of four characters at the start of p[0..n), up to the first
     * invalid character or somewhat less. Returns how many characters it decoded. Writes three
     * bytes for each four, and may overwrite KERNEL_BASE64 bytes after them. NULL where a table is
     * as fast. */
    size_t (*base64)(const char *p, size_t n, char *to);
} kernel;

/* Returns the fastest kernel for this machine, or the one named in the environment variable
 * TRAWL_CPU if this machine can run it. */
const kernel *kernel_choose(void);

/* Returns the i-th kernel that this machine can run, the simplest first, or NULL. For tests. */
const kernel *kernel_at(size_t i);

/* ---- Triggers: bytes at which the scanner must look for a link
 *
 * A trigger is a byte of the set; if s->prefixes, also the first byte of "www.", "www2." and the
 * other names of base/prefix.h. A ':' is a trigger only where a scheme may precede it: before "/",
 * or between a letter and a byte above ' '. Bytes that are missing at the end of the text are
 * assumed to make a trigger.
 */

#define TRIGGER_BLOCKS 64

/* Initial value of trigger_map.to that lets the first search cover TRIGGER_BLOCKS blocks. */
#define TRIGGER_FAR 1

/* The possible triggers in p[from..to), one bit per byte. */
typedef struct trigger_map {
    size_t from, to; /* before the first search, `to` is 0 or TRIGGER_FAR */
    uint64_t some;   /* one bit for each element of bits[] that is not 0 */
    uint64_t bits[TRIGGER_BLOCKS];
} trigger_map;

/* Fills the map, starting at p[i], which must be neither the first byte nor the last. */
void trigger_look(trigger_map *map, const kernel *k, const kernel_set *s, const char *p, size_t i,
                  size_t n);

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
    return s->prefixes && prefix_may_begin(p + i, n - i);
}

/* Returns the offset of the first possible trigger at or after i, or map->to. Has no branch on
 * whether the next bit is in the same block, which is unpredictable. */
static inline size_t trigger_bit(const trigger_map *map, size_t i)
{
    size_t block = (i - map->from) / KERNEL_BLOCK, next;
    uint64_t bits = map->bits[block] & ~(uint64_t)0 << (i - map->from) % KERNEL_BLOCK, rest, here;

    CHECK(i >= map->from && i < map->to && block < TRIGGER_BLOCKS);

    rest = map->some & ~(uint64_t)1 << block;
    if (!(bits | rest))
        return map->to;
    here = -(uint64_t)(bits != 0);
    next = (size_t)__builtin_ctzll(rest | (uint64_t)1 << (TRIGGER_BLOCKS - 1));
    bits |= map->bits[next] & ~here;
    block = (size_t)((block & here) | (next & ~here));
    return map->from + block * KERNEL_BLOCK + (size_t)__builtin_ctzll(bits);
}

/* Returns the offset of the last byte in the run of equal bytes that begins at i. */
static inline size_t trigger_row_end(const char *p, size_t i, size_t n)
{
    while (i + 1 < n && p[i] == p[i + 1])
        i++;
    return i;
}

/* Returns where to continue in a run of letters like the "w" of "www.". All its bytes are possible
 * triggers, but a name can begin at its last PREFIX_LETTERS bytes only. */
static inline size_t trigger_row(const kernel_set *s, const char *p, size_t i, size_t n)
{
    size_t end = i;

    while (end < n && prefix_is_doubled(p[end]) && !s->table[(unsigned char)p[end]])
        end = trigger_row_end(p, end, n) + 1;
    return end - i > PREFIX_LETTERS ? end - PREFIX_LETTERS : i;
}

/* Returns the offset of the first trigger in p[i..n), or n. Later calls need an i that is not
 * smaller. */
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
        for (i = trigger_row(s, p, i + 1, n); i + 1 < n && prefix_is_doubled(p[i]); i++)
            if (trigger_is(s, p, i, n))
                return i;
    }
    return i < n && trigger_is(s, p, n - 1, n) ? n - 1 : n;
}

#endif
