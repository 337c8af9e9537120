/* io.h - what the command reads: files and folders, blocks of bytes, lines */
#ifndef TRAWL_APP_IO_IO_H
#define TRAWL_APP_IO_IO_H

#include <stdbool.h>
#include <sys/types.h>
#include <trawl_mail.h>

#include "app/options.h"
#include "app/show/show.h"

/* ---- Input: input.c ----
 *
 * Reads a file, pipe or terminal in blocks, and unpacks compressed data. Does not map files, so a
 * file that is truncated meanwhile just ends.
 */

/* The maximum number of bytes of one read. */
#define INPUT_BLOCK ((size_t)1 << 17)

struct input {
    const char *name;    /* NULL for standard input */
    const char *command; /* for messages; NULL for the filter */
    int fd;
    uint64_t offset; /* bytes of the file that were read */
    uint64_t given;  /* bytes that input_read() returned */
    uint64_t size;   /* of the file when its first byte was read; 0: unknown */
    bool positioned; /* a piece: bytes `offset` to `to` are read by pread() */
    uint64_t to;
    const char *text; /* not NULL: the bytes of the input, which no file has */
    size_t text_n;
    bool text_ends;              /* nothing follows these bytes; else `fd` has the rest */
    struct output *answers;      /* flushed before a read that would wait; takes the warnings */
    bool printed;                /* links are printed as they are found, and messages say so */
    struct unpacking *unpacking; /* NULL: not compressed */
    char trouble[320];           /* the message for input_complain(), or "" */
    int number;                  /* the errno of an open or read that failed; else 0 */
    const char *limit;           /* the limit that the input exceeds, for a LIMIT event; or NULL */
};

/* The maximum number of bytes that an input may unpack to, from --max-unpacked; 0: the default of
 * unpack_open(). Set before the first input is opened. */
extern uint64_t input_max_unpacked;

/* True if the kind of the inputs is given, by --from or by trawl index: web archives are then read
 * as this kind, and not refused. Set before the first input is opened. */
extern bool input_kind_given;

/* Opens a file; NULL is standard input. Returns 0, or -1 after an error message. */
int input_open(struct input *in, const char *name, struct output *answers);

struct source;

/* Reads about `limit` bytes of standard input ahead. Returns true when that is all of it. Then the
 * next two inputs that are opened for standard input have these bytes. Otherwise only the next such
 * input has them, and continues with the rest of standard input. */
int input_keep(size_t limit);

/* Opens a source in the way that its kind needs. Returns as input_open(). */
int input_open_source(struct input *in, const struct source *source, struct output *answers);

/* Opens a regular file without waiting. Returns its descriptor; or -1 with errno, which is 0 when
 * it is not a regular file. */
int input_regular(const char *name);

/* Reads up to `size` bytes of a regular file at an offset. Returns how many were read. */
size_t input_read_at(int fd, char *p, size_t size, uint64_t at);

/* Reads a piece of a regular file that is open and stays open. Compressed data is recognized only
 * when `from` is 0. When all of the piece is read, `to` may be raised. */
void input_piece(struct input *in, const char *name, int fd, uint64_t from, uint64_t to);

/* Sets what the next input of a reader is, and its name (NULL for standard input), which may show a
 * page. Returns TRAWL_OK or an error. */
int input_expect(trawl_mail *mail, int input, const char *name);

/* Reads up to INPUT_BLOCK bytes. Returns their number, 0 at the end, or -1 after an error.
 * input_complain() reports that error once the answers before it are written. */
ssize_t input_read(struct input *in, char *block);

/* Reports the error, if there was one, after the answers. Returns 0, or -1 after an error. */
int input_complain(struct input *in);

/* Reads all of a file, at most `limit` bytes. Returns 0, or -1 after an error message. */
int input_all(struct input *in, struct buffer *text, size_t limit);

void input_close(struct input *in);

/* ---- Compressing with gzip: codecs.c ---- */

struct packer;

/* Returns NULL without zlib, or when out of memory, which sets errno to ENOMEM. */
struct packer *packer_open(void);
void packer_close(struct packer *packer);

/* Compresses bytes of at most 4 GB; with NULL, ends the file, and a new file may begin. Returns 0,
 * the value with which `take` stopped, or -1 after an error. */
int packer_put(struct packer *packer, const char *bytes, size_t n,
               int (*take)(void *user, const char *bytes, size_t n), void *user);

/* Returns true when the first bytes of a file show that it is compressed, or a web archive, which
 * input_read() refuses: such a file is not read in pieces. */
bool input_is_packed(const char *p, size_t n);

/* Returns the type of a file whose first bytes are not text, "a PDF document"; else NULL. */
const char *input_binary(const char *p, size_t n);

/* Returns true for a byte-order mark of UTF-16 or UTF-32. */
bool input_is_wide(const char *p, size_t n);

/* ---- Sources: source.c, folder.c and inbox.c ---- */

enum source_kind {
    SOURCE_NAMED,   /* named by the user: a file, pipe or device; its content decides the format */
    SOURCE_FILE,    /* a regular file in a folder */
    SOURCE_MESSAGE, /* one message, in a folder of messages */
    SOURCE_GIT      /* one message, in a git repository; its name is not the name of a file */
};

struct source {
    const char *name; /* NULL for standard input; valid during the call */
    enum source_kind kind;
    trawl_str text; /* SOURCE_GIT: the bytes; valid during the call */
};

/* Returns true for a source that is one message. */
static inline bool source_is_message(const struct source *source)
{
    return source->kind >= SOURCE_MESSAGE;
}

/* Returns 0 to go on with the next source; anything else stops, and is returned by
 * source_each(). */
typedef int source_sink(void *user, const struct source *source);

/* Called when the next name may take long to arrive. */
typedef void source_idle(void *user);

/* ---- Which files of folders are read: choice.c ----
 *
 * A list of patterns of fnmatch(), each of which ends with a NUL. A pattern is compared with the
 * path of a file, which begins with the folder as the user named it, with the rest of that path
 * below this folder, and with the name of the file.
 */

struct source_choice {
    struct buffer exclude; /* files and folders that are left out */
    struct buffer files;   /* unless it is empty, only files that fit one of these are read */
    bool gitignore;        /* what git ignores is left out */
};

/* Adds a pattern in which "*" is any text and "?" any character. A "/" at its end is dropped.
 * Returns TRAWL_OK or an error. */
int choice_add(struct buffer *patterns, const char *value);

/* Returns true when the text fits one of the patterns. */
bool choice_fits(const struct buffer *patterns, trawl_str text);

/* Returns true when the path or the name at its end fits one of the patterns. */
bool choice_fits_path(const struct buffer *patterns, const char *path);

/* Finds the git repository in which a folder is. Returns true, and writes the path of its working
 * tree to root[0..PATH_MAX). */
bool choice_root(const char *folder, char *root);

/* Returns true if the working tree's ".git" is a file that names the repository, as git worktree
 * writes it. Then writes the path of the folder with the whole repository to
 * common[0..PATH_MAX). */
bool choice_common(const char *root, char *common);

void choice_free(struct source_choice *choice);

/* The receiver of sources. */
struct source_taker {
    source_sink *sink;
    source_idle *idle; /* may be NULL */
    void *user;
    struct output *warnings;            /* takes warnings about sources; may be NULL */
    const struct source_choice *choice; /* NULL: all files of folders are read */
    bool bad;                           /* set after a warning about a source */
    bool to_file; /* set by source_each(): standard output is a regular file */
};

/* Calls the sink for each operand, or for standard input if there is none. If `files0`, the value
 * of --files0-from, is not NULL, the names in that list are used instead of operands. In place of a
 * folder, each file in it is sent, and each message of a public-inbox archive in git. The file that
 * standard output goes to is left out. */
int source_each(const struct options *args, const char *files0, struct source_taker *t);

/* Returns 1, after a warning, when the file, or standard input for NULL, is the file that the
 * output goes to: it would grow while it is read. */
bool source_is_output(struct output *warnings, const char *command, const char *name);

/* Sets where the output goes instead of standard output: to a file, which is replaced, or if `name`
 * is NULL, to a descriptor. Folders are read without a file that is replaced, and no warning is
 * printed. */
void source_skip(const char *name, int descriptor);

/* Returns how many bytes the sources have; 0 when that is unknown. */
uint64_t source_size(const struct options *args, const char *files0);

/* Prints a hint that standard input is read, if it is a terminal: the user may not expect that. */
void source_announce(const char *command);

#endif
