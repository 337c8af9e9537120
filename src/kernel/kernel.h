/* kernel.h - the searches through bytes, with the widest registers that the machine has
 *
 * A room below all others: sets of bytes, and the functions that look for them. There is one implementation a kind of machine;
 * kernel_choose() picks one when a scan is opened, and all give the same answers. None touches a byte outside its block.
 */
#ifndef TRAWL_KERNEL_H
#define TRAWL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KERNEL_LIST 8

/* A set of bytes. The vector kernels look a byte up by its halves: it is in the set where low[byte & 15] & high[byte >> 4] is
 * not 0, for which halves that go together share a bit. Sets that would need more than eight bits have no halves and are
 * looked up in the table. */
typedef struct kernel_set {
    unsigned char table[256];
    unsigned char low[16], high[16];
    unsigned char list[KERNEL_LIST]; /* the same again, when they are few: the last is repeated */
    unsigned count;
    bool halves;
    /* Where no two of them have the same lower half, and none is beyond ASCII: the byte for each lower half, and for others what
     * has another one. */
    bool apart;
    unsigned char of[16];
    bool www; /* for triggers: also "www." in any case */
} kernel_set;

/* The set of all bytes that in[] has. */
void kernel_set_make(kernel_set *s, const unsigned char in[256]);

/* The set of the bytes that stand there. */
void kernel_set_of(kernel_set *s, const char *bytes);

/* What stands where in a host name. */
typedef struct kernel_marks {
    uint64_t dots, hyphens; /* a bit for each byte */
} kernel_marks;

/* Where its last label begins, by its dots. */
static inline size_t kernel_last_label(uint64_t dots)
{
    return dots ? 64 - (size_t)__builtin_clzll(dots) : 0;
}

#define KERNEL_LINE 4

/* What a line begins with: one of a few bytes, and then one of a few others. */
typedef struct kernel_line {
    unsigned n;
    char byte[KERNEL_LINE]; /* the last one is repeated up to the end */
    unsigned then_n;
    char then[KERNEL_LINE]; /* likewise; then_n 0: anything */
    /* The bytes in another form, for those who ask for it by kernel_line_fold(): a byte c may be one of them only if low[c & 15]
     * is c | fold. That is one look-up and one comparison for all of them. */
    bool folded;
    unsigned char fold, low[16];
} kernel_line;

/* Makes s->low, if there is a fold that tells the bytes apart. */
void kernel_line_fold(kernel_line *s);

#define KERNEL_STARTS 8

/* How lines begin, by their first byte and their third one: each is looked up by its halves, as in a set. Where all four have a bit in
 * common, such a line may begin. */
typedef struct kernel_starts {
    unsigned char first_low[16], first_high[16], third_low[16], third_high[16];
} kernel_starts;

/* Lines whose first byte is one of these and whose third one is one of those; NULL: any. Each of KERNEL_STARTS such groups, k, is a
 * bit; the lines it stands for may be more than these. */
void kernel_starts_add(kernel_starts *s, unsigned k, const char *first, const char *third);

#define KERNEL_HOST 64
#define KERNEL_BLOCK 64
#define KERNEL_BASE64 32

/* What is written for one byte: up to six; line_end 1: or nothing before LF. n NO_WORD: there is no word for it. */
typedef struct kernel_word {
    char text[6];
    unsigned char n, line_end;
} kernel_word;

#define KERNEL_NO_WORD 7

/* What a byte is where text is escaped: not for a kernel; the first of a character of two or three bytes that stands for itself
 * if the others are 80 to BF, or are of a set (C2), or the last one is if the other is 80, and the other is not 81 (E2); or, from
 * WORD on, one that has a word. */
enum { KERNEL_LOOK, KERNEL_TWO, KERNEL_THREE, KERNEL_C2, KERNEL_E2, KERNEL_WORD };

/* Where escaped text goes. */
typedef struct kernel_room {
    char *to;
    const char *end;
} kernel_room;

typedef struct kernel_escapes {
    const kernel_set *set;         /* the bytes that are not copied as they are: all beyond ASCII, and some others */
    const kernel_set *two, *three; /* those that are KERNEL_TWO and KERNEL_THREE */
    const kernel_set *c2, *e2_80;  /* what may stand behind these */
    const unsigned char *what;
    const kernel_word *word; /* one for each byte, so that the only step from a byte to its word is this */
    /* Writes what stands for the byte at p[0], of n, and those that go with it, none of which begins a character beyond ASCII; at
     * most eight bytes for each. How many they are. */
    size_t (*look)(void *user, char **to, const char *p, size_t n);
    void *user;
} kernel_escapes;

/* So many bytes behind a text may be read by most kernels, and so much room is wanted at least. */
enum {
    KERNEL_BEHIND = 2 * KERNEL_BLOCK,
    KERNEL_AT_LEAST = 7 * KERNEL_BLOCK,
    KERNEL_ESCAPED = 8 * KERNEL_AT_LEAST + KERNEL_BEHIND
};

typedef struct kernel {
    const char *name; /* for TRAWL_CPU */
    /* Which of the bytes of up to 64 blocks from p on may be triggers (trigger.h): a bit for each, the lowest for the first. All that
     * are have theirs. The bytes beside the blocks are looked at, too. Returns a bit for each block that has any. */
    uint64_t (*triggers)(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits);
    /* How many bytes from p on are not in the set, up to n. */
    size_t (*find)(const kernel_set *s, const char *p, size_t n);
    /* How many are. */
    size_t (*span)(const kernel_set *s, const char *p, size_t n);
    /* Which of the KERNEL_BLOCK bytes from p on are: a bit for each, the lowest for the first. */
    uint64_t (*bits)(const kernel_set *s, const char *p);
    /* How many bytes from p on are letters, digits, '-' and '.', up to n and up to KERNEL_HOST; the marks say which are the
     * last two. */
    size_t (*host)(const char *p, size_t n, kernel_marks *marks);
    /* Copies p[0..n) to the room, with words for the bytes that have one, but nothing for a CR before LF. Some bytes behind those
     * may be read, see below. How many bytes that was: all, or as long as there is KERNEL_ESCAPED room; characters that begin before
     * n may go on behind it, up to all. What is in the room behind room->to may have been overwritten. */
    size_t (*escape)(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all);
    /* The first LF in p[i..n) that is not the last byte and has such a line behind it, as far as there is one; else n. */
    size_t (*line)(const kernel_line *s, const char *p, size_t i, size_t n);
    /* The first LF in p[i..n) that is not the last byte and has such a line behind it, as far as there is one; else n. */
    size_t (*lines)(const kernel_starts *s, const char *p, size_t i, size_t n);
    /* How often a byte stands there. */
    uint64_t (*count)(const char *p, size_t n, unsigned char byte);
    /* Decodes base64: whole groups of four characters at the front of p[0..n), as many as it likes of those before the first byte
     * that is none. How many characters that are; three bytes of to for each four, and KERNEL_BASE64 more may be written over.
     * NULL: there is no quicker way than by a table. */
    size_t (*base64)(const char *p, size_t n, char *to);
    /* Decodes quoted-printable: of the front of p[0..n) as much as it likes, where each "=" begins two hex digits or a line break.
     * How many bytes that are; *to moves on behind what is written, and n bytes from where it stood may be written over. NULL:
     * there is no quicker way than from one "=" to the next. */
    size_t (*quoted)(const char *p, size_t n, char **to);
    size_t behind; /* escape() reads so many bytes behind p[0..n), KERNEL_BEHIND; or 0: only those up to p[all] */
} kernel;

/* The best for this machine, or the one that the environment's TRAWL_CPU names, if this machine can run it. */
const kernel *kernel_choose(void);

/* The i-th kernel that this machine can run, from the simplest on; NULL when there is none. For tests. */
const kernel *kernel_at(size_t i);

#endif
