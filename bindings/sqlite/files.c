/* files.c - opens the files of trawl_read(), one after the other: a file, a folder, or a pattern
 *
 * Files compressed with gzip are unpacked by zlib, up to a limit. Other compressed files, and files
 * that cannot be read, are errors. folders.c determines the order of the files.
 */
#include "sql.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif

struct sql_files {
    struct sql_path path; /* of the current file or folder */
    struct sql_level *level;
    bool named; /* the current file is the path itself, or matches the pattern */
    int fd;     /* -1: none */
#ifdef HAVE_ZLIB
    gzFile packed;
    uint64_t unpacked; /* bytes that came out of it */
#endif
};

/* As without --max-unpacked of trawl(1): a file may unpack to 128 MiB, or to 100 times its size if
 * that is more. */
#define UNPACK_USUAL ((uint64_t)128 << 20)
#define UNPACK_RATIO 100

/* Reports errno. */
static int fail_system(char **why, const char *path)
{
    return sql_path_fail(why, path, strerror(errno));
}

static void close_file(struct sql_files *f)
{
#ifdef HAVE_ZLIB
    if (f->packed) {
        (void)gzclose_r(f->packed);
        f->packed = NULL;
        f->fd = -1;
    }
#endif
    if (f->fd >= 0)
        (void)close(f->fd);
    f->fd = -1;
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

/* Prepares to unpack the file, if it is compressed. Returns 1, or -1 as sql_files_next(). */
static int files_unpack(struct sql_files *f, char **why)
{
    const char *packing = packing_of(f->fd);

    if (!packing)
        return 1;
#ifdef HAVE_ZLIB
    if (strcmp(packing, "gzip") == 0) {
        f->packed = gzdopen(f->fd, "rb");
        f->unpacked = 0;
        return f->packed ? 1 : -1;
    }
#endif
    *why = sqlite3_mprintf("%s: is compressed with %s, which is not read here; unpack it, or read "
                           "it with trawl(1)",
                           f->path.p, packing);
    return -1;
}

/* Opens the file at the path. Returns 1; 0 when a file in a folder was removed, as in a Maildir; or
 * -1. */
static int files_open_file(struct sql_files *f, char **why)
{
    struct stat s;

    do
        f->fd = open(f->path.p, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (f->fd < 0 && errno == EINTR);
    if (f->fd < 0 && errno == ENOENT && !f->named) {
        sqlite3_log(SQLITE_WARNING, "trawl_read: %s has gone", f->path.p);
        return 0;
    }
    if (f->fd < 0 || fstat(f->fd, &s) < 0)
        return fail_system(why, f->path.p);
    if (!S_ISREG(s.st_mode))
        return sql_path_fail(why, f->path.p, "is neither a file nor a folder");
    return files_unpack(f, why);
}

int sql_files_next(struct sql_files *f, bool *is_message, char **why)
{
    struct stat s;
    int got = 0;

    close_file(f);
    while (got == 0) {
        enum sql_entry kind;

        got = sql_level_next(&f->level, &f->path, &kind);
        if (got <= 0)
            return got;
        f->named = !sql_level_is_below(f->level);
        *is_message = kind == SQL_MESSAGE;
        if (f->named && stat(f->path.p, &s) == 0 && S_ISDIR(s.st_mode))
            kind = SQL_FOLDER;
        if (kind == SQL_FOLDER || kind == SQL_MESSAGES)
            got = sql_level_enter(&f->level, &f->path, kind, why);
        else
            got = files_open_file(f, why);
    }
    return got;
}

int sql_files_read(struct sql_files *f, char *to, unsigned size, char **why)
{
    ssize_t n;

#ifdef HAVE_ZLIB
    if (f->packed) {
        int code, got = gzread(f->packed, to, size);
        const char *what = gzerror(f->packed, &code);

        if (got < 0 || (got == 0 && code != Z_OK && code != Z_STREAM_END))
            return sql_path_fail(why, f->path.p,
                                 code == Z_BUF_ERROR ? "compressed data ends early" : what);
        f->unpacked += (unsigned)got;
        if (f->unpacked > UNPACK_USUAL &&
            f->unpacked / UNPACK_RATIO > (uint64_t)gzoffset(f->packed))
            return sql_path_fail(why, f->path.p,
                                 "unpacks to more than 128 MiB and 100 times its size");
        return got;
    }
#endif
    do
        n = read(f->fd, to, size);
    while (n < 0 && errno == EINTR);
    return n < 0 ? fail_system(why, f->path.p) : (int)n;
}

trawl_str sql_files_path(const struct sql_files *f)
{
    return (trawl_str){f->path.p, f->path.n};
}

/* ---- Paths and patterns ---- */

/* Adds the path itself, or the paths that it matches as a pattern. */
static int add_named(struct sql_level *l, const char *path, char **why)
{
    struct stat s;
    glob_t found;
    int code, result = SQLITE_OK;

    if (!path[strcspn(path, "*?[")] || lstat(path, &s) == 0)
        return sql_level_add(l, path, SQL_FILE) ? SQLITE_OK : SQLITE_NOMEM;
    code = glob(path, GLOB_ERR, NULL, &found);
    for (size_t i = 0; code == 0 && result == SQLITE_OK && i < found.gl_pathc; i++)
        result = sql_level_add(l, found.gl_pathv[i], SQL_FILE) ? SQLITE_OK : SQLITE_NOMEM;
    globfree(&found);
    if (code == 0 || code == GLOB_NOSPACE)
        return code == 0 ? result : SQLITE_NOMEM;
    (void)sql_path_fail(why, path,
                        code == GLOB_NOMATCH ? "no file matches" : "a folder cannot be read");
    return SQLITE_ERROR;
}

int sql_files_open(struct sql_files **out, const char *path, char **why)
{
    struct sql_files *f = *out = sqlite3_malloc(sizeof *f);
    int code = SQLITE_NOMEM;

    if (!f)
        return code;
    *f = (struct sql_files){.fd = -1};
    f->level = sql_level_new(NULL, 0);
    if (f->level)
        code = add_named(f->level, path, why);
    if (code != SQLITE_OK)
        sql_files_close(out);
    return code;
}

void sql_files_close(struct sql_files **out)
{
    struct sql_files *f = *out;

    if (!f)
        return;
    close_file(f);
    sql_level_free(&f->level);
    sqlite3_free(f->path.p);
    sqlite3_free(f);
    *out = NULL;
}
