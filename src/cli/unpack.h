/* unpack.h - compressed data comes out as it was: gzip, zstd, xz, bzip2, told by their first bytes
 *
 * A machine that is given compressed bytes and asked for plain ones; it reads and reports nothing by itself. Several
 * members, frames or streams behind one another are one text, as their own tools have it. Memory does not depend on the
 * data: a dictionary of 128 MiB at most, and that only where xz or zstd ask for it.
 */
#ifndef TRAWL_CLI_UNPACK_H
#define TRAWL_CLI_UNPACK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum unpack_format {
    UNPACK_PLAIN,     /* nothing that is known here         */
    UNPACK_UNDECIDED, /* so few bytes that it might be one  */
    UNPACK_GZIP,
    UNPACK_ZSTD,
    UNPACK_XZ,
    UNPACK_BZIP2,
    UNPACK_COMPRESS /* of the program compress; told, and not read */
};

/* What data that begin with these bytes are. At most ten bytes decide. */
enum unpack_format unpack_format_of(const char *p, size_t n);

/* What unpack_take returns besides a number of bytes. */
enum { UNPACK_FAILED = -1, UNPACK_HUNGRY = -2 };

struct unpack {
    const struct codec *codec;
    const char *name; /* "gzip" */
    void *state;      /* the codec's */
    const unsigned char *p;
    size_t n;    /* given, and not used yet */
    uint64_t at; /* compressed bytes used   */
    enum { UNPACK_INSIDE, UNPACK_BETWEEN, UNPACK_OVER, UNPACK_BROKEN } where;
    size_t matched, zeros; /* between members: bytes of the next one's beginning, of padding */
    int last;              /* no more will be given                     */
    int garbage;           /* what follows after byte at was left alone */
    char why[160];         /* after UNPACK_FAILED: "is damaged (at byte 7: ...)" */
};

/* 0, or -1 and why, for which any open fails: "which this build of trawl does not read". */
int unpack_open(struct unpack *u, enum unpack_format format);

/* The next compressed bytes, which stay the caller's and must stay where they are; n 0: no more. Only at the beginning,
 * and after UNPACK_HUNGRY. */
void unpack_give(struct unpack *u, const char *p, size_t n);

/* Plain bytes into out, as soon as there are some; 0 when all is over; UNPACK_HUNGRY: give first; UNPACK_FAILED: why
 * tells. All that came before a fault has been handed out by then. */
ssize_t unpack_take(struct unpack *u, char *out, size_t size);

void unpack_close(struct unpack *u);

#endif
