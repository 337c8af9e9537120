/* inside.h - what the transfer decoders share, what the files of lines share, and those of zones */
#ifndef TRAWL_MAIL_BODY_INSIDE_H
#define TRAWL_MAIL_BODY_INSIDE_H

#include "mail/body/body.h"

/* ---- Transfer: transfer.c, qp.c, base64.c, uu.c ----
 *
 * A step is called while there is input and at least TRANSFER_ROOM bytes are free. It takes some
 * input and writes at most transfer_room() bytes; the rest is for what is held at the end of the
 * input.
 */

int transfer_qp(transfer *t, transfer_io *io);
int transfer_base64(transfer *t, transfer_io *io);
int transfer_uu(transfer *t, transfer_io *io);

/* The last step, without input. */
int transfer_qp_last(transfer *t, transfer_io *io);
int transfer_base64_last(transfer *t, transfer_io *io);
int transfer_uu_last(transfer *t, transfer_io *io);

/* The most that is decoded at once, which fits the counts of the map. */
#define TRANSFER_STEP ((size_t)1 << 30)

static inline size_t transfer_room(const transfer_io *io)
{
    size_t room = io->size - io->len - TRANSFER_PENDING;

    return room < TRANSFER_STEP ? room : TRANSFER_STEP;
}

static inline void transfer_take(transfer_io *io, size_t n)
{
    io->in += n;
    io->in_n -= n;
}

/* Copies n bytes of the input to out. */
int transfer_copy(transfer_io *io, const char *p, size_t n);

/* Maps n bytes of the source to no text. */
int transfer_nothing(srcmap *map, uint64_t n);

/* Characters of six bits, four of which are three bytes, for base64 and uuencode. A table has value
 * | SIX for each of them, and 0 for all other bytes. */
#define SIX 0x80

/* Decodes whole groups, at most `most`, up to one that is not four characters of the table. No
 * group may have begun, and there must be input and room for all. *n is the number of groups. */
int transfer_six_groups(transfer_io *io, const unsigned char *table, size_t most, size_t *n);

/* Takes one character of src source bytes (1, or 0 when it is missing) and writes the byte that it
 * completes. */
int transfer_six(transfer *t, transfer_io *io, unsigned value, unsigned src);

/* Skips n source bytes that are not in the table. */
int transfer_six_skip(transfer *t, transfer_io *io, size_t n);

/* Ends a group that has begun; bits that make no byte are dropped. */
int transfer_six_end(transfer *t, transfer_io *io);

/* ---- Lines: lines.c, armor.c, binary.c ----
 *
 * These functions look at the bytes from a line's start on. They return a number of bytes, where
 * the next line begins; or 0, when the line is not what they look for; or LINES_MORE, when this
 * cannot be decided without more bytes.
 */

#define LINES_MORE SIZE_MAX

typedef struct lines_ahead {
    const char *p;
    size_t n;
    bool last; /* nothing comes after p[0..n) */
} lines_ahead;

/* A line without its line break, CRLF or LF. */
typedef struct lines_line {
    const char *p;
    size_t n;
} lines_line;

/* Reads the whole line that begins at byte `at`; the last one may have no line break. */
size_t lines_line_at(const lines_ahead *a, size_t at, lines_line *line);

/* Returns n when the bytes begin with the literal. */
size_t lines_begin_with(const lines_ahead *a, const char *literal, size_t n);

/* Reads the whole first line, if it begins with the literal. */
size_t lines_line_with(const lines_ahead *a, const char *literal, size_t n, lines_line *line);

/* Returns the line without blanks at its end. */
lines_line lines_trimmed(lines_line line);

/* binary.c: the first line of a binary ("begin 644 x", "=ybegin ", BinHex's banner) with enough
 * lines to be sure; and a line inside it. *over: the line is the last one. */
size_t lines_uu_starts(lines *l, const lines_ahead *a);
size_t lines_yenc_starts(lines *l, const lines_ahead *a);
size_t lines_binhex_starts(lines *l, const lines_ahead *a);
size_t lines_uu(const lines_ahead *a, size_t at, unsigned width, bool *over);
size_t lines_yenc(const lines_ahead *a, size_t at, unsigned width, bool *over);
size_t lines_binhex(const lines_ahead *a, size_t at, bool *over);

/* armor.c: the same for "-----BEGIN X-----" and for base64 without any mark, which is at least four
 * lines. */
size_t lines_armor_starts(lines *l, const lines_ahead *a);
size_t lines_armor(const lines_ahead *a, size_t at, bool *over);
size_t lines_base64_starts(lines *l, const lines_ahead *a);
size_t lines_base64(const lines_ahead *a, size_t at);

/* Returns the least s > i with p[s - 1] == '\n' for which lines_base64_starts() would not return 0,
 * else n. */
size_t lines_base64_find(const char *p, size_t i, size_t n);

/* ---- Zones: zones.c, zones_words.c ---- */

/* What a line shows. */
typedef enum zones_sign {
    ZONES_MORE,  /* undecided without more bytes */
    ZONES_TEXT,  /* nothing */
    ZONES_BLANK, /* it is empty */
    ZONES_FOOT,
    ZONES_FORWARD,
    ZONES_FORWARD_END,
    ZONES_NEXT, /* the next text of a digest or an archive */
    ZONES_RULE, /* dashes, number signs, ...: a footer often follows */
    ZONES_UNDERSCORES,
    ZONES_MAILMAN, /* as many underscores as Mailman's */
    ZONES_DIGEST,  /* as many dashes as between the messages of a digest */
    ZONES_FROM,    /* the first line of a forwarded header */
    ZONES_SENT,    /* the second one */
    ZONES_DATED,   /* the second one, only after underscores */
    ZONES_SENT_TO, /* "This message was sent to joe@example.com" */
    ZONES_SIGNS
} zones_sign;

/* What the lines before have shown: bits of zones.after. */
enum {
    ZONES_AFTER_RULE = 1 << 0,    /* a separator */
    ZONES_AFTER_UNDER = 1 << 1,   /* underscores */
    ZONES_AFTER_MAILMAN = 1 << 2, /* Mailman's, directly before */
    ZONES_AFTER_DIGEST = 1 << 3,
    ZONES_AFTER_PART = 1 << 4, /* "next part" */
    ZONES_AFTER_FROM = 1 << 5, /* "From:" directly before */
    ZONES_AFTER_SENT = 1 << 6, /* and "Sent:" */
    ZONES_AFTER_SENT_TO = 1 << 7
};

/* A line, as far as it has come. */
typedef struct zones_line {
    const char *p;
    size_t n;   /* without its end */
    bool ended; /* no more of it comes */
    bool whole; /* it was ended by a LF, not by ZONES_LINE */
} zones_line;

/* Returns what the line shows after lines that have shown `after`. *used is the number of bytes
 * that decide it, n + 1 with the line's end. More bytes of the line change neither. */
zones_sign zones_look(const zones_gates *g, unsigned after, const zones_line *line, size_t *used);

/* The bytes that tell whether a line may show something. */
#define ZONES_START 8

void zones_gates_make(zones_gates *g);

/* Returns true when a line that begins with these ZONES_START bytes may show something by
 * itself. */
bool zones_may_begin(const zones_gates *g, const char *p);

/* Returns true when a line that begins with p[0..n) may show something after these. Any other line
 * is ZONES_TEXT. */
bool zones_may_follow(const zones_gates *g, unsigned after, const char *p, size_t n);

#endif
