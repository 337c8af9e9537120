/* folder.c - the files of a folder: Maildir, MH, news spool, or any files
 *
 * The content of a directory decides its type:
 *   - Maildir: at least two of the directories cur, new and tmp. Each file of new and then of cur
 *     is a message. A message that moves to cur meanwhile is read twice, but never missed. The
 *     Maildir's own files and those in tmp are left out.
 *   - MH folder or news group: all files have numbers for names, except ",12" and "#12", which
 *     are messages that MH deleted, and are left out. Each file is a message, unless the first
 *     begins with "From ": then the files are mailboxes, named after years perhaps.
 *   - Other: files of any kind.
 * Its subdirectories follow, in the same way. Names that begin with a number come first, by the
 * number, all others by their bytes. Names that begin with "." are left out, as are devices,
 * sockets and pipes. Symbolic links to files are followed, those to directories are not. Only the
 * names of one directory and of those above it are held in memory.
 */
/* Declares d_type, which POSIX does not have; without it every name would cost a system call. */
#define _DEFAULT_SOURCE

#include "cli/io/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGITS "0123456789"

/* ---- The names in one directory ---- */

/* A name is stored after one byte for its type. */
enum { IS_FILE = 'f', IS_DIRECTORY = 'd' };

struct names {
    struct buffer text;
    const char **name;
    size_t count;
    unsigned maildir;        /* how many of cur, new, tmp there are */
    size_t numbered, others; /* files named by a number; files with other names, except ",12" */
};

/* "12" */
static int is_number(const char *name)
{
    return *name && name[strspn(name, DIGITS)] == '\0';
}

/* ",12" or "#12" */
static int is_deleted(const char *name)
{
    return (*name == ',' || *name == '#') && is_number(name + 1);
}

static int is_of_maildir(const char *name)
{
    return strcmp(name, "cur") == 0 || strcmp(name, "new") == 0 || strcmp(name, "tmp") == 0;
}

/* Orders names by the number that both begin with, then by bytes. */
static int compare(const void *a, const void *b)
{
    const char *x = *(const char *const *)a + 1, *y = *(const char *const *)b + 1;
    size_t m = strspn(x, DIGITS), n = strspn(y, DIGITS), zeros_x, zeros_y;
    int order;

    if (m == 0 || n == 0)
        return m + n == 0 ? strcmp(x, y) : m > 0 ? -1 : 1;
    zeros_x = strspn(x, "0");
    zeros_y = strspn(y, "0");
    m -= zeros_x;
    n -= zeros_y;
    if (m != n)
        return m < n ? -1 : 1;
    order = memcmp(x + zeros_x, y + zeros_y, m);
    return order ? order : strcmp(x, y);
}

/* Returns IS_FILE, IS_DIRECTORY, or 0 for an entry that is left out. */
static char kind_of(int directory, const struct dirent *entry)
{
    struct stat s;

    if (entry->d_name[0] == '.')
        return 0;
    if (entry->d_type == DT_REG)
        return IS_FILE;
    if (entry->d_type == DT_DIR)
        return IS_DIRECTORY;
    if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN)
        return 0;
    if (fstatat(directory, entry->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISLNK(s.st_mode))
        return S_ISREG(s.st_mode) ? IS_FILE : S_ISDIR(s.st_mode) ? IS_DIRECTORY : 0;
    /* A symbolic link that leads nowhere counts as a file, so that reading it reports that. */
    return fstatat(directory, entry->d_name, &s, 0) < 0 || S_ISREG(s.st_mode) ? IS_FILE : 0;
}

static void count(struct names *f, char kind, const char *name)
{
    f->count++;
    if (kind == IS_DIRECTORY)
        f->maildir += is_of_maildir(name);
    else if (is_number(name))
        f->numbered++;
    else if (!is_deleted(name))
        f->others++;
}

static int read_entries(struct names *f, DIR *directory)
{
    const struct dirent *entry;

    while (errno = 0, (entry = readdir(directory)) != NULL) {
        char kind = kind_of(dirfd(directory), entry);

        if (!kind)
            continue;
        if (buffer_add(&f->text, &kind, 1) != TRAWL_OK ||
            buffer_add(&f->text, entry->d_name, strlen(entry->d_name) + 1) != TRAWL_OK) {
            errno = ENOMEM;
            return -1;
        }
        count(f, kind, entry->d_name);
    }
    return errno ? -1 : 0;
}

/* Sorts the names. Needs all of them read, since reading may move the text. */
static int put_in_order(struct names *f)
{
    const char *p = f->text.p;

    if (f->count == 0)
        return 0;
    f->name = malloc(f->count * sizeof *f->name);
    if (!f->name) {
        errno = ENOMEM;
        return -1;
    }
    for (size_t i = 0; i < f->count; i++, p += strlen(p) + 1)
        f->name[i] = p;
    qsort(f->name, f->count, sizeof *f->name, compare);
    return 0;
}

static void names_free(struct names *f)
{
    buffer_free(&f->text);
    free(f->name);
    *f = (struct names){0};
}

/* Reads and sorts the names. With follow, path itself may be a symbolic link. Returns 0, or -1 with
 * errno set. */
static int names_read(struct names *f, const char *path, int follow)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)), failed,
        number;
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);

    *f = (struct names){0};
    if (!directory) {
        number = errno;
        if (fd >= 0)
            (void)close(fd);
        errno = number;
        return -1;
    }
    failed = read_entries(f, directory) < 0 || put_in_order(f) < 0;
    number = errno;
    (void)closedir(directory);
    if (failed)
        names_free(f);
    errno = number;
    return failed ? -1 : 0;
}

/* ---- Walking ---- */

struct walk {
    source_sink *sink;
    void *user;
    int *bad;
    struct buffer path; /* ends with a NUL, which n counts */
};

/* Appends a name to the path; leave() removes it again. */
static int enter(struct walk *w, const char *name)
{
    size_t n = w->path.n;
    int slash = n < 2 || w->path.p[n - 2] != '/';

    w->path.n--;
    if ((!slash || buffer_add(&w->path, "/", 1) == TRAWL_OK) &&
        buffer_add(&w->path, name, strlen(name) + 1) == TRAWL_OK)
        return TRAWL_OK;
    w->path.n = n;
    w->path.p[n - 1] = '\0';
    return TRAWL_ERROR_NO_MEMORY;
}

static void leave(struct walk *w, size_t n)
{
    w->path.n = n;
    w->path.p[n - 1] = '\0';
}

static void complain(struct walk *w)
{
    say_system(NULL, w->path.p, errno);
    *w->bad = 1;
}

static int send_file(struct walk *w, const char *name, enum source_kind kind)
{
    size_t n = w->path.n;
    int stop = enter(w, name);

    if (!stop) {
        struct source s = {w->path.p, kind};

        stop = w->sink(w->user, &s);
        leave(w, n);
    }
    return stop;
}

/* Returns true when the file begins like a mailbox. */
static int is_mailbox(struct walk *w, const char *name)
{
    static const char from[] = "From ";
    size_t n = w->path.n;
    char start[sizeof from - 1] = {0};
    ssize_t got = 0;
    int fd;

    if (enter(w, name) != TRAWL_OK)
        return 0;
    fd = open(w->path.p, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0) {
        got = read(fd, start, sizeof start);
        (void)close(fd);
    }
    leave(w, n);
    return got == (ssize_t)sizeof start && memcmp(start, from, sizeof start) == 0;
}

/* Returns true for an MH folder or news group: numbers for names, and the first is no mailbox. */
static int is_numbered(struct walk *w, const struct names *f)
{
    size_t i = 0;

    if (f->numbered == 0 || f->others > 0)
        return 0;
    while (f->name[i][0] != IS_FILE || !is_number(f->name[i] + 1))
        i++;
    return !is_mailbox(w, f->name[i] + 1);
}

static int send_files(struct walk *w, const struct names *f)
{
    int stop = 0, numbered = is_numbered(w, f);

    for (size_t i = 0; i < f->count && !stop; i++) {
        const char *name = f->name[i] + 1;

        if (f->name[i][0] == IS_FILE && !(numbered && is_deleted(name)))
            stop = send_file(w, name, numbered ? SOURCE_MESSAGE : SOURCE_FILE);
    }
    return stop;
}

/* Sends the files of new or cur of a Maildir. */
static int send_messages(struct walk *w, const char *which)
{
    struct names f;
    size_t n = w->path.n;
    int stop = enter(w, which);

    if (stop)
        return stop;
    if (names_read(&f, w->path.p, 0) == 0) {
        for (size_t i = 0; i < f.count && !stop; i++)
            if (f.name[i][0] == IS_FILE)
                stop = send_file(w, f.name[i] + 1, SOURCE_MESSAGE);
        names_free(&f);
    } else if (errno != ENOENT) {
        complain(w);
    }
    leave(w, n);
    return stop;
}

static int walk(struct walk *w, int top);

static int send_directories(struct walk *w, const struct names *f, int maildir)
{
    size_t n = w->path.n;
    int stop = 0;

    for (size_t i = 0; i < f->count && !stop; i++) {
        const char *name = f->name[i] + 1;

        if (f->name[i][0] != IS_DIRECTORY || (maildir && is_of_maildir(name)))
            continue;
        if ((stop = enter(w, name)) != TRAWL_OK)
            return stop;
        stop = walk(w, 0);
        leave(w, n);
    }
    return stop;
}

/* Sends the files in and below the directory at the path. The longest path that can be opened
 * limits the depth. */
static int walk(struct walk *w, int top)
{
    struct names f;
    int stop, maildir;

    if (names_read(&f, w->path.p, top) < 0) {
        complain(w);
        return 0;
    }
    maildir = f.maildir > 1;
    if (maildir && (stop = send_messages(w, "new")) == 0)
        stop = send_messages(w, "cur");
    else if (!maildir)
        stop = send_files(w, &f);
    if (!stop)
        stop = send_directories(w, &f, maildir);
    names_free(&f);
    return stop;
}

int folder_each(const char *name, source_sink *sink, void *user, int *bad)
{
    struct walk w = {.sink = sink, .user = user, .bad = bad};
    size_t n = strlen(name);
    int stop;

    while (n > 1 && name[n - 1] == '/')
        n--;
    stop = buffer_add(&w.path, name, n) == TRAWL_OK && buffer_add(&w.path, "", 1) == TRAWL_OK
               ? 0
               : TRAWL_ERROR_NO_MEMORY;
    if (!stop)
        stop = walk(&w, 1);
    buffer_free(&w.path);
    return stop;
}
