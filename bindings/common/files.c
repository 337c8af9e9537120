/* files.c - opens the files that a path names, one after the other: a file, a folder, or a pattern
 *
 * Files compressed with gzip are unpacked by zlib, up to a limit. Other compressed files, and files
 * that cannot be read, are errors. folders.c determines the order of the files.
 */
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif

struct files {
    struct files_path path; /* of the current file or folder */
    struct files_level *level;
    bool named; /* the current file is the path itself, or matches the pattern */
};

/* The default of --max-unpacked in trawl(1): a file may unpack to 128 MiB, or to 100 times its size
 * if that is more. */
#define UNPACK_USUAL ((uint64_t)128 << 20)
#define UNPACK_RATIO 100

char *files_format(const char *format, ...)
{
    va_list list, again;
    char *text;
    int n;

    va_start(list, format);
    va_copy(again, list);
    n = vsnprintf(NULL, 0, format, list);
    text = files_resize(NULL, (size_t)n + 1);
    if (text)
        (void)vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(list);
    return text;
}

/* Sets *why to the message for errno. Returns -1. */
static int fail_system(char **why, const char *path)
{
    return files_fail(why, path, strerror(errno));
}

/* Closes the file, and keeps the memory of its path. */
static void close_file(struct files_file *o)
{
#ifdef HAVE_ZLIB
    if (o->packed)
        (void)gzclose_r(o->packed);
#endif
    if (!o->packed && o->open)
        (void)close(o->fd);
    o->packed = NULL;
    o->open = false;
}

void files_file_close(struct files_file *o)
{
    close_file(o);
    (void)files_resize(o->path.p, 0);
    *o = (struct files_file){0};
}

/* Returns the name of the format in which the file is compressed, or NULL. */
static const char *packing_of(int fd)
{
    static const struct {
        const char *name, *start;
        size_t n;
    } formats[] = {{"gzip", "\x1f\x8b\x08", 3},
                   {"zstd", "\x28\xb5\x2f\xfd", 4},
                   {"xz", "\xfd\x37zXZ", 6},
                   {"bzip2", "BZh9\x31\x41\x59&SY", 10},
                   {"compress", "\x1f\x9d", 2}};
    char start[10] = "";
    ssize_t n = pread(fd, start, sizeof start, 0);

    if (n == (ssize_t)sizeof start && memcmp(start, "BZh", 3) == 0)
        start[3] = '9';
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (n >= (ssize_t)formats[i].n && memcmp(start, formats[i].start, formats[i].n) == 0)
            return formats[i].name;
    return NULL;
}

/* Prepares to unpack the file, if it is compressed. Returns 1, or -1 as files_next(). */
static int files_unpack(struct files_file *o, char **why)
{
    const char *packing = packing_of(o->fd);

    if (!packing)
        return 1;
#ifdef HAVE_ZLIB
    if (strcmp(packing, "gzip") == 0) {
        o->packed = gzdopen(o->fd, "rb");
        o->unpacked = 0;
        return o->packed ? 1 : -1;
    }
#endif
    *why = files_format("%s: is compressed with %s, which is not read here; unpack it, or read "
                        "it with trawl(1)",
                        o->path.p, packing);
    return -1;
}

/* Opens the file at the path. Returns 1, or 0 if the file was in a folder and has been removed, as
 * happens in a Maildir, or -1 as files_next(). */
static int files_open_file(const struct files *f, struct files_file *o, char **why)
{
    struct stat s;

    if (!files_set_path(&o->path, 0, f->path.p))
        return -1;
    do
        o->fd = open(o->path.p, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (o->fd < 0 && errno == EINTR);
    o->open = o->fd >= 0;
    if (!o->open && errno == ENOENT && !f->named) {
        files_gone(o->path.p);
        return 0;
    }
    if (!o->open || fstat(o->fd, &s) < 0)
        return fail_system(why, o->path.p);
    if (!S_ISREG(s.st_mode))
        return files_fail(why, o->path.p, "is neither a file nor a folder");
    return files_unpack(o, why);
}

int files_next(struct files *f, struct files_file *o, bool *is_message, char **why)
{
    struct stat s;
    int got = 0;

    close_file(o);
    while (got == 0) {
        enum files_entry kind;

        got = files_level_next(&f->level, &f->path, &kind);
        if (got <= 0)
            return got;
        f->named = !files_level_is_below(f->level);
        *is_message = kind == FILES_MESSAGE;
        if (f->named && stat(f->path.p, &s) == 0 && S_ISDIR(s.st_mode))
            kind = FILES_FOLDER;
        if (kind == FILES_FOLDER || kind == FILES_MESSAGES)
            got = files_level_enter(&f->level, &f->path, kind, why);
        else
            got = files_open_file(f, o, why);
    }
    return got;
}

int files_read(struct files_file *o, char *to, unsigned size, char **why)
{
    ssize_t n;

#ifdef HAVE_ZLIB
    if (o->packed) {
        int code, got = gzread(o->packed, to, size);
        const char *what = gzerror(o->packed, &code);

        if (got < 0 || (got == 0 && code != Z_OK && code != Z_STREAM_END))
            return files_fail(why, o->path.p,
                              code == Z_BUF_ERROR ? "compressed data ends early" : what);
        o->unpacked += (unsigned)got;
        if (o->unpacked > UNPACK_USUAL &&
            o->unpacked / UNPACK_RATIO > (uint64_t)gzoffset(o->packed))
            return files_fail(why, o->path.p,
                              "unpacks to more than 128 MiB and 100 times its size");
        return got;
    }
#endif
    do
        n = read(o->fd, to, size);
    while (n < 0 && errno == EINTR);
    return n < 0 ? fail_system(why, o->path.p) : (int)n;
}

trawl_str files_file_path(const struct files_file *o)
{
    return (trawl_str){o->path.p, o->path.n};
}

/* ---- Paths and patterns ---- */

/* Adds the path itself or, if it is a pattern, the paths that match it. Returns 0, or -1 as
 * files_open(). */
static int add_named(struct files_level *l, const char *path, char **why)
{
    struct stat s;
    glob_t found;
    int code, result = 0;

    if (!path[strcspn(path, "*?[")] || lstat(path, &s) == 0)
        return files_level_add(l, path, FILES_FILE) ? 0 : -1;
    code = glob(path, GLOB_ERR, NULL, &found);
    for (size_t i = 0; code == 0 && result == 0 && i < found.gl_pathc; i++)
        result = files_level_add(l, found.gl_pathv[i], FILES_FILE) ? 0 : -1;
    globfree(&found);
    if (code == 0 || code == GLOB_NOSPACE)
        return code == 0 ? result : -1;
    return files_fail(why, path,
                      code == GLOB_NOMATCH ? "no file matches" : "a folder cannot be read");
}

int files_open(struct files **out, const char *path, char **why)
{
    struct files *f = *out = files_resize(NULL, sizeof *f);
    int failed = -1;

    if (!f)
        return failed;
    *f = (struct files){0};
    f->level = files_level_new(NULL, 0);
    if (f->level)
        failed = add_named(f->level, path, why);
    if (failed)
        files_close(out);
    return failed;
}

void files_close(struct files **out)
{
    struct files *f = *out;

    if (!f)
        return;
    files_level_free(&f->level);
    (void)files_resize(f->path.p, 0);
    (void)files_resize(f, 0);
    *out = NULL;
}
