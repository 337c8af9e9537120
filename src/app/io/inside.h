/* inside.h - shared by the files of this folder: compressed data, decoders, folders */
#ifndef TRAWL_APP_IO_INSIDE_H
#define TRAWL_APP_IO_INSIDE_H

#include <stdbool.h>

#include "app/io/io.h"

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
    size_t n;                /* bytes at `p` that are not used yet */
    uint64_t at;             /* compressed bytes used */
    uint64_t most;           /* bytes that may be unpacked; 0: the default */
    uint64_t read, unpacked; /* bytes so far */
    enum { UNPACK_INSIDE, UNPACK_BETWEEN, UNPACK_OVER, UNPACK_BROKEN } where;
    bool limited;          /* stopped at the limit */
    size_t matched, zeros; /* read between members: bytes that match the next magic; zeros */
    bool last;             /* the input is over */
    bool garbage;          /* the data from byte `at` on was ignored */
    char why[160];         /* after UNPACK_FAILED: "is damaged (at byte 7: ...)" */
};

/* Returns 0, or -1 with u->why set, such as "which this build of trawl does not read". At most
 * `most` bytes are unpacked. 0: 128 MiB, or 100 times the bytes that were read if that is more:
 * real data seldom shrinks to less than a hundredth, and 128 MiB of any text are scanned in a few
 * seconds. */
int unpack_open(struct unpack *u, enum unpack_format format, uint64_t most);

/* Passes in the next compressed bytes, which must stay in place; with n == 0, ends the input. Call
 * it first, and then only after UNPACK_HUNGRY. */
void unpack_give(struct unpack *u, const char *p, size_t n);

/* Writes plain bytes to `out` as soon as there are some, and returns their number. Returns 0 at the
 * end, and UNPACK_HUNGRY when it needs input. When all bytes before a fault are written, sets
 * u->why and returns UNPACK_FAILED. */
ssize_t unpack_take(struct unpack *u, char *out, size_t size);

void unpack_close(struct unpack *u);

/* ---- Decoders: codecs.c ----
 *
 * Their libraries are loaded when the first compressed file is met: linking all four would cost
 * each start of the command a quarter of a millisecond.
 */

/* The maximum number of bytes that data may demand for a window or dictionary, as a power of two
 * and in full. */
#define CODEC_MEMORY_LOG 27
#define CODEC_MEMORY ((uint64_t)1 << CODEC_MEMORY_LOG)

struct codec_io {
    const unsigned char *in;
    size_t in_n;
    unsigned char *out;
    size_t out_n;
    bool last;       /* no input follows `in` */
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
    void *(*open)(void); /* NULL when out of memory, or without the library */
    enum codec_answer (*step)(void *state, struct codec_io *io);
    void (*close)(void *state);
};

extern const struct codec codec_gzip, codec_zstd, codec_xz, codec_bzip2;
extern const struct codec codec_zlib; /* of objects in git */

/* ---- Objects of git: git.c ---- */

#define GIT_HEX 41 /* 40 digits and a NUL */

/* Larger objects are not read: each is held in memory. */
#define GIT_OBJECT_MOST ((size_t)128 << 20)

struct git_id {
    unsigned char b[20];
};

enum git_type { GIT_COMMIT = 1, GIT_TREE = 2, GIT_BLOB = 3 };

/* A repository. */
struct git {
    const char *path;
    void *repository, *odb;
    char why[320]; /* after a failure: "object 0123... cannot be read: ..." */
};

struct git_object {
    const char *p;
    size_t n;
    void *handle;
};

/* Opens a repository. Returns 0, or -1 with g->why set. Needs git_close() in either case. */
int git_open(struct git *g, const char *path);
void git_close(struct git *g);

/* Sets *id to the newest commit. Returns 1, or 0 when there is none, or -1 with g->why set. */
int git_head(struct git *g, struct git_id *id);

/* Reads an object. Returns 0, or -1 with g->why set. Needs git_release(). */
int git_read(struct git *g, const struct git_id *id, enum git_type type, struct git_object *object);
void git_release(struct git_object *object);

/* Returns true if git ignores a file or folder of the working tree, named relative to it. */
bool git_ignores(struct git *g, const char *name);

void git_hex(char hex[GIT_HEX], const struct git_id *id);

/* Reads a name of 40 digits at the start of a text. Returns 0, or -1. */
int git_unhex(struct git_id *id, const char *hex, size_t n);

/* ---- Inputs: input.c ---- */

/* Waits until a read would not wait, at most `wait` milliseconds (-1: forever). Returns true when
 * it would not; always true for a file. */
bool input_is_ready(const struct input *in, int wait);

/* ---- Receivers of sources: source.c ---- */

/* Returns false, after a warning, for the file that standard output goes to: it is not read. The
 * old file that the output replaces is read if it is named, and left out of folders. */
bool source_is_read(struct source_taker *t, const char *name, bool named);

/* Passes on a warning about a source: NAME, escaped, and REST. */
void source_warn(struct source_taker *t, const char *name, const char *rest);

/* ---- Mail in git: inbox.c ---- */

/* Returns 1 when a directory is a bare git repository, else 0. */
bool inbox_is_repository(const char *path);

enum inbox_is { INBOX_OTHER, INBOX_READ };

/* Reads the archive of public-inbox in these repositories, from the oldest to the newest: sends
 * each message that was not deleted, in the order of the commits. Sets *is to INBOX_OTHER
 * when there is one repository, and it has no mail. Returns as folder_each(). */
int inbox_each(const char *const *paths, size_t count, struct source_taker *t, enum inbox_is *is);

/* Reads one message by its name, "x.git:0123...". Returns as source_each(); 0 with *is set to
 * INBOX_OTHER when it is not such a name. */
int inbox_message(const char *name, struct source_taker *t, enum inbox_is *is);

/* ---- Which files of a folder are read: choice.c ---- */

/* The git repository in which a folder is read; git.repository NULL: none. */
struct ignored {
    struct git git;
    char *repository, *prefix; /* its path; the folder's name relative to the working tree */
    size_t folder_n;           /* of the folder's name at the start of paths */
};

/* Opens the repository if the choice asks for it. Returns 0, or -1 with ignored->git.why set. Needs
 * ignored_close() in either case. */
int ignored_open(struct ignored *to, const struct source_choice *choice, const char *folder);
void ignored_close(struct ignored *ignored);

/* Returns false for a file or folder that is left out. */
bool choice_takes(const struct source_choice *choice, struct ignored *ignored, const char *path,
                  bool folder);

/* ---- Folders: folder.c ---- */

/* Sends the files of a folder in a stable order. Returns as source_each(). */
int folder_each(const char *name, struct source_taker *t);

#endif
