/* output.h - buffered output to a file descriptor that remembers its first error
 *
 * Nothing here reports: a failed write is kept in error, everything after it is swallowed, and whoever owns the output
 * asks at the end, or sooner when there is still much to do. EINTR, short writes and non-blocking descriptors are dealt
 * with here. No formatting beyond what the command needs, and no locale.
 */
#ifndef TRAWL_CLI_OUTPUT_H
#define TRAWL_CLI_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct reply;

/* Of a piece of a file, some numbers and whether a link is new are not known before all pieces in front of it are read:
 * notes say where in the output they belong. */
enum output_kind {
    OUTPUT_LINES,    /* a[0] and the lines before the piece, as a number       */
    OUTPUT_MESSAGES, /* a[0] and the messages before the piece                 */
    OUTPUT_RECORD    /* a record begins, if no other had the hash a[0], a[1]   */
};

struct output_note {
    size_t at;
    int kind;
    uint64_t a[2];
};

/* Who takes the bytes instead of the descriptor: a full buffer at a time, with its notes. An errno, or 0. */
struct output_elsewhere {
    int (*take)(void *user, const char *p, size_t n, const struct output_note *notes, size_t count);
    void *user;
    int noting; /* notes are to be made; else the numbers are known */
    struct output_note *notes;
    size_t count, size;
};

struct output {
    int fd;
    int error;    /* errno of the first write that failed, 0 while all is well */
    int used;     /* something has reached the descriptor, so closing it may still fail */
    char last;    /* the last byte that did */
    char *buffer; /* the caller's, buffer[0..n) is not written yet */
    size_t n, size;
    struct reply *hold;                 /* where the bytes go instead, NULL for the descriptor */
    struct output_elsewhere *elsewhere; /* the same, for buffers */
    char *apart;                        /* the record that is being made, if not in the buffer */
};

void output_open(struct output *o, int fd, char *buffer, size_t size);

/* Bytes that there is no room for in the buffer, or that go elsewhere. */
void output_through(struct output *o, const char *p, size_t n);

/* A record is made of many small pieces, so these are worth having where they are called. */
static inline void output_bytes(struct output *o, const char *p, size_t n)
{
    if (o->hold || n > o->size - o->n) {
        output_through(o, p, n);
        return;
    }
    if (n > 0)
        memcpy(o->buffer + o->n, p, n);
    o->n += n;
}

static inline void output_text(struct output *o, const char *s)
{
    output_bytes(o, s, strlen(s));
}

static inline void output_byte(struct output *o, char c)
{
    if (o->hold || o->n == o->size)
        output_through(o, &c, 1);
    else
        o->buffer[o->n++] = c;
}

/* ---- Records ----
 *
 * Their writers ask once for all the room that a record may take, and write it through a pointer (put.h).
 */

/* Behind what was asked for, so much more may be written. */
#define OUTPUT_SLACK 32

char *output_make_room(struct output *o, size_t n);
void output_end_apart(struct output *o, const char *end);

/* Where a record of at most n bytes is to be written; output_end() is due next. NULL: no memory, and error says so. */
static inline char *output_begin(struct output *o, size_t n)
{
    if (o->hold || n + OUTPUT_SLACK > o->size - o->n)
        return output_make_room(o, n + OUTPUT_SLACK);
    return o->buffer + o->n;
}

static inline void output_end(struct output *o, char *end)
{
    if (o->apart)
        output_end_apart(o, end);
    else
        o->n = (size_t)(end - o->buffer);
}

/* In a record: a number that grows with what stands before the piece, OUTPUT_LINES or OUTPUT_MESSAGES. */
char *output_put_counted(struct output *o, char *to, enum output_kind kind, uint64_t n);

/* ---- */

void output_spaces(struct output *o, size_t n);
void output_number(struct output *o, uint64_t n);

/* Such a number outside of records. */
void output_counted(struct output *o, enum output_kind kind, uint64_t n);

/* A record begins. Only where notes are made. */
void output_record(struct output *o, uint64_t hash_a, uint64_t hash_b);

/* 0, or the errno of the first error so far. */
int output_flush(struct output *o);

/* Flush and close, so that a disk that fills up late is noticed too. Returns as output_flush. */
int output_close(struct output *o);

#endif
