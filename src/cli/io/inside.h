/* inside.h - shared by the files of this folder: compressed data, decoders, folders */
#ifndef TRAWL_CLI_IO_INSIDE_H
#define TRAWL_CLI_IO_INSIDE_H

#include "cli/io/io.h"

/* ---- Compressed data: unpack.c ----
 *
 * Takes compressed bytes and returns plain ones; does no I/O. Several members, frames or streams in
 * a row are one text, as in the formats' own tools.
 */

enum unpack_format {
    UNPACK_PLAIN,     /* not compressed */
    UNPACK_UNDECIDED, /* too few bytes to decide */
    UNPACK_GZIP,
    UNPACK_ZSTD,
    UNPACK_XZ,
    UNPACK_BZIP2,
    UNPACK_COMPRESS /* of the program compress: recognized, not read */
};

/* Returns the format of data with these first bytes. Ten bytes decide it. */
enum unpack_format unpack_format_of(const char *p, size_t n);

/* Returned by unpack_take() in place of a number of bytes. */
enum { UNPACK_FAILED = -1, UNPACK_HUNGRY = -2 };

struct unpack {
    const struct codec *codec;
    const char *name; /* "gzip" */
    void *state;      /* the codec's */
    const unsigned char *p;
    size_t n;    /* bytes at `p` that are not used yet */
    uint64_t at; /* compressed bytes used */
    enum { UNPACK_INSIDE, UNPACK_BETWEEN, UNPACK_OVER, UNPACK_BROKEN } where;
    size_t matched, zeros; /* between members: bytes of the next magic, of padding */
    int last;              /* the input is over */
    int garbage;           /* the data from byte `at` on was ignored */
    char why[160];         /* after UNPACK_FAILED: "is damaged (at byte 7: ...)" */
};

/* Returns 0, or -1 with u->why set, such as "which this build of trawl does not read". */
int unpack_open(struct unpack *u, enum unpack_format format);

/* Passes in the next compressed bytes, which must stay in place; with n == 0, ends the input. Call
 * it first, and then only after UNPACK_HUNGRY. */
void unpack_give(struct unpack *u, const char *p, size_t n);

/* Writes plain bytes to `out` as soon as there are some, and returns their number; 0 at the end;
 * UNPACK_HUNGRY when it needs input; UNPACK_FAILED, with u->why set, after the bytes before a
 * fault. */
ssize_t unpack_take(struct unpack *u, char *out, size_t size);

void unpack_close(struct unpack *u);

/* ---- Decoders: codecs.c ----
 *
 * Their libraries are loaded when the first compressed file is met: linking all four would cost
 * each start of the command a quarter of a millisecond.
 */

/* The most memory that data may demand for a window or dictionary. */
#define CODEC_MEMORY_LOG 27
#define CODEC_MEMORY ((uint64_t)1 << CODEC_MEMORY_LOG)

struct codec_io {
    const unsigned char *in;
    size_t in_n;
    unsigned char *out;
    size_t out_n;
    int last;        /* no input follows `in` */
    const char *why; /* after CODEC_DAMAGED or CODEC_REFUSED; lives as long as the state */
};

enum codec_answer {
    CODEC_MORE,    /* all input or all room is used */
    CODEC_END,     /* a member is over */
    CODEC_DAMAGED, /* invalid data */
    CODEC_REFUSED  /* needs more memory than allowed, or a feature that the library lacks */
};

struct codec {
    const char *library; /* NULL: not in this build */
    const char *magic;   /* of each member; NULL if the library finds the next member itself */
    void *(*open)(void); /* returns NULL without memory or library */
    enum codec_answer (*step)(void *state, struct codec_io *io);
    void (*close)(void *state);
};

extern const struct codec codec_gzip, codec_zstd, codec_xz, codec_bzip2;

/* ---- Folders: folder.c ---- */

/* Calls the sink for the files of a folder, in a stable order. Returns as source_each(). */
int folder_each(const char *name, source_sink *sink, void *user, int *bad);

#endif
