/* folder.c - the files of a folder: Maildir, MH, news spool, or any files
 *
 * The content of a directory decides its type:
 *   - Maildir: at least two of the directories cur, new and tmp. Each file of new and then of cur
 *     is a message. A message that moves to cur meanwhile is read twice, but never missed. The
 *     Maildir's own files and those in tmp are left out.
 *   - MH folder or news group: all files have numbers for names, except ",12" and "#12", which
 *     are messages that MH deleted, and are left out. Each file is a message, unless the first
 *     begins with "From ": then the files are mailboxes, named after years perhaps.
 *   - Repository of git with an archive of public-inbox, or a folder of them (0.git, 1.git, perhaps
 *     in the folder git): its messages, by inbox.c. Everything else there is left out, such as its
 *     indexes.
 *   - Other: files of any kind.
 * Its subdirectories follow, in the same way. Names that begin with a number come first, by the
 * number, all others by their bytes. Devices, sockets and pipes are left out, and names that begin
 * with ".", except folders of a Maildir such as ".Sent". Symbolic links to files are followed,
 * symbolic links to directories are not. Only the names of one directory and of the directories
 * above it are held in memory.
 */
/* Declares d_type, which POSIX does not have; without it every name would cost a system call. */
#define _DEFAULT_SOURCE

#include "app/io/inside.h"
#include "base/check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGITS "0123456789"

/* ---- The names in one directory ---- */

struct folder_names {
    struct dirent **entry; /* d_type is DT_REG, DT_DIR, or DT_UNKNOWN for an entry that is left
                            * out */
    int count;
    unsigned maildir;        /* bits: the directories of a Maildir that exist */
    size_t numbered, others; /* files named by a number; files with other names, except ",12" */
};

static const char *const of_maildir[] = {"new", "cur", "tmp"};
enum { NEW = 1, CUR = 2 };

/* Returns true for "12". */
static bool folder_is_number(const char *name)
{
    return *name && name[strspn(name, DIGITS)] == '\0';
}

/* Returns true for ",12" and "#12". */
static bool folder_is_deleted(const char *name)
{
    return (*name == ',' || *name == '#') && folder_is_number(name + 1);
}

/* Returns the bit of a directory of a Maildir, or 0. */
static unsigned maildir_bit(const char *name)
{
    for (unsigned k = 0; k < 3; k++)
        if (strcmp(name, of_maildir[k]) == 0)
            return 1u << k;
    return 0;
}

/* Returns true for all names but "." and "..". */
static int folder_is_entry(const struct dirent *entry)
{
    return strspn(entry->d_name, ".") > 2 || entry->d_name[strspn(entry->d_name, ".")] != '\0';
}

/* Orders names by the number that both begin with, then by bytes. */
static int folder_compare(const struct dirent **entry, const struct dirent **other)
{
    const char *x = (*entry)->d_name, *y = (*other)->d_name;
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

static void names_free(struct folder_names *names)
{
    while (names->count > 0)
        free(names->entry[--names->count]);
    free(names->entry);
}

/* ---- Walking ---- */

/* A directory whose subdirectories are being read. */
struct folder_level {
    struct folder_names names;
    size_t path; /* the length of its path */
    int next;    /* the name that comes next */
};

struct io_folder_walk {
    struct source_taker *taker;
    bool sent; /* a file was sent */
    struct ignored ignored;
    struct buffer path; /* ends with a NUL, which n counts */
    /* A stack on the heap: paths can be so deep that the stack of a thread is too small. */
    struct folder_level *level;
    size_t depth, room;
};

/* Appends a name to the path; folder_leave() removes it again. */
static int folder_enter(struct io_folder_walk *walk, const char *name)
{
    size_t n = walk->path.n;
    bool slash = n < 2 || walk->path.p[n - 2] != '/';

    CHECK(n > 0 && walk->path.p[n - 1] == '\0');
    walk->path.n--;
    if ((!slash || buffer_add(&walk->path, "/", 1) == TRAWL_OK) &&
        buffer_add(&walk->path, name, strlen(name) + 1) == TRAWL_OK)
        return TRAWL_OK;
    walk->path.n = n;
    walk->path.p[n - 1] = '\0';
    return TRAWL_ERROR_NO_MEMORY;
}

static void folder_leave(struct io_folder_walk *walk, size_t n)
{
    walk->path.n = n;
    walk->path.p[n - 1] = '\0';
}

static void folder_complain(struct io_folder_walk *walk)
{
    output_warn_system(walk->taker->warnings, walk->path.p, errno);
    walk->taker->bad = true;
}

/* Returns the type of an entry, or of the file that it links to: DT_REG, DT_DIR, or DT_UNKNOWN to
 * leave it out. */
static unsigned char type_of(struct io_folder_walk *walk, const struct dirent *entry)
{
    unsigned char type = entry->d_type;
    size_t n = walk->path.n;
    struct stat s;

    if (type != DT_LNK && type != DT_UNKNOWN)
        return type == DT_REG || type == DT_DIR ? type : DT_UNKNOWN;
    if (folder_enter(walk, entry->d_name) != TRAWL_OK)
        return DT_REG;
    /* A symbolic link that leads nowhere counts as a file, so that reading it reports that. */
    if (lstat(walk->path.p, &s) == 0 && !S_ISLNK(s.st_mode))
        type = S_ISREG(s.st_mode) ? DT_REG : S_ISDIR(s.st_mode) ? DT_DIR : DT_UNKNOWN;
    else
        type = stat(walk->path.p, &s) < 0 || S_ISREG(s.st_mode) ? DT_REG : DT_UNKNOWN;
    folder_leave(walk, n);
    return type;
}

/* Returns true if the directory at the path has the directories of a Maildir. */
static bool folder_is_maildir(struct io_folder_walk *walk)
{
    size_t n = walk->path.n;
    bool is = true;

    for (size_t k = 0; k < 2 && is; k++) { /* new and cur */
        is = folder_enter(walk, of_maildir[k]) == TRAWL_OK && access(walk->path.p, X_OK) == 0;
        folder_leave(walk, n);
    }
    return is;
}

/* Returns false for an entry that is left out: a hidden one, unless it is a folder of a Maildir
 * such as ".Sent", or one that the user does not want. */
static bool folder_takes(struct io_folder_walk *walk, const struct dirent *entry)
{
    size_t n = walk->path.n;
    const bool directory = entry->d_type == DT_DIR, hidden = entry->d_name[0] == '.';
    bool takes;

    if (hidden && !directory)
        return false;
    if (!hidden && !walk->taker->choice)
        return true;
    takes = folder_enter(walk, entry->d_name) == TRAWL_OK && (!hidden || folder_is_maildir(walk)) &&
            choice_takes(walk->taker->choice, &walk->ignored, walk->path.p, directory);
    folder_leave(walk, n);
    return takes;
}

/* Reads and sorts the names in the directory at the path, or reports that it cannot. */
static void names_read(struct io_folder_walk *walk, struct folder_names *names)
{
    *names = (struct folder_names){0};
    names->count = scandir(walk->path.p, &names->entry, folder_is_entry, folder_compare);
    if (names->count < 0)
        folder_complain(walk);
    for (int i = 0; i < names->count; i++) {
        const char *name = names->entry[i]->d_name;
        unsigned char type = names->entry[i]->d_type = type_of(walk, names->entry[i]);

        if (type != DT_UNKNOWN && !folder_takes(walk, names->entry[i]))
            type = names->entry[i]->d_type = DT_UNKNOWN;
        names->maildir |= type == DT_DIR ? maildir_bit(name) : 0;
        names->numbered += type == DT_REG && folder_is_number(name);
        names->others += type == DT_REG && !folder_is_number(name) && !folder_is_deleted(name);
    }
}

static int send_file(struct io_folder_walk *walk, const char *name, enum source_kind kind)
{
    size_t n = walk->path.n;
    int stop = folder_enter(walk, name);

    if (!stop) {
        struct source source = {.name = walk->path.p, .kind = kind};

        walk->sent = true;
        if (source_is_read(walk->taker, source.name, false))
            stop = walk->taker->sink(walk->taker->user, &source);
        folder_leave(walk, n);
    }
    return stop;
}

/* Returns true when the file begins like a mailbox. */
static bool folder_is_mailbox(struct io_folder_walk *walk, const char *name)
{
    static const char from[] = "From ";
    size_t n = walk->path.n;
    char start[sizeof from - 1] = {0};
    ssize_t got = 0;
    int fd;

    if (folder_enter(walk, name) != TRAWL_OK)
        return false;
    fd = open(walk->path.p, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0) {
        do
            got = read(fd, start, sizeof start);
        while (got < 0 && errno == EINTR);
        (void)close(fd);
    }
    folder_leave(walk, n);
    return got == (ssize_t)sizeof start && memcmp(start, from, sizeof start) == 0;
}

/* Returns true for an MH folder or news group: numbers for names, and the first file is not a
 * mailbox. */
static bool folder_is_numbered(struct io_folder_walk *walk, const struct folder_names *names)
{
    size_t i = 0;

    if (names->numbered == 0 || names->others > 0)
        return false;
    while (names->entry[i]->d_type != DT_REG || !folder_is_number(names->entry[i]->d_name))
        i++;
    return !folder_is_mailbox(walk, names->entry[i]->d_name);
}

static int send_files(struct io_folder_walk *walk, const struct folder_names *names, bool messages,
                      bool deleted)
{
    int stop = 0;

    for (int i = 0; i < names->count && !stop; i++) {
        const char *name = names->entry[i]->d_name;

        if (names->entry[i]->d_type == DT_REG && (deleted || !folder_is_deleted(name)))
            stop = send_file(walk, name, messages ? SOURCE_MESSAGE : SOURCE_FILE);
    }
    return stop;
}

/* Sends the files of a directory of a Maildir. */
static int folder_send_messages(struct io_folder_walk *walk, const char *which)
{
    struct folder_names names;
    size_t n = walk->path.n;
    int stop = folder_enter(walk, which);

    if (stop)
        return stop;
    names_read(walk, &names);
    stop = send_files(walk, &names, 1, 1);
    names_free(&names);
    folder_leave(walk, n);
    return stop;
}

/* ---- Archives in git ---- */

/* Returns true for "12.git". */
static bool is_epoch(const struct dirent *entry)
{
    size_t n = strspn(entry->d_name, DIGITS);

    return entry->d_type == DT_DIR && n > 0 && strcmp(entry->d_name + n, ".git") == 0;
}

/* Reads the repositories of an archive of version 2 in the directory at the path. */
static int read_epochs(struct io_folder_walk *walk, const struct folder_names *names,
                       enum inbox_is *is)
{
    const char **paths = calloc((size_t)names->count + 1, sizeof *paths);
    size_t n = walk->path.n, count = 0;
    int stop = paths ? 0 : TRAWL_ERROR_NO_MEMORY;

    for (int i = 0; i < names->count && !stop; i++) {
        if (!is_epoch(names->entry[i]) ||
            (stop = folder_enter(walk, names->entry[i]->d_name)) != TRAWL_OK)
            continue;
        if (inbox_is_repository(walk->path.p) && (paths[count++] = strdup(walk->path.p)) == NULL)
            stop = TRAWL_ERROR_NO_MEMORY;
        folder_leave(walk, n);
    }
    if (!stop && count > 0)
        stop = inbox_each(paths, count, walk->taker, is);
    while (paths && count > 0)
        free((void *)paths[--count]);
    free(paths);
    return stop;
}

/* Reads the archive whose repositories are in the subdirectory "git". */
static int read_divided(struct io_folder_walk *walk, enum inbox_is *is)
{
    struct folder_names names;
    size_t n = walk->path.n;
    int stop = folder_enter(walk, "git");

    if (stop)
        return stop;
    names_read(walk, &names);
    stop = read_epochs(walk, &names, is);
    names_free(&names);
    folder_leave(walk, n);
    return stop;
}

/* Reads the directory at the path if it is an archive of public-inbox. Sets *is to INBOX_OTHER if
 * it is no archive, or if it also has subdirectories that do not belong to the archive. */
static int read_archive(struct io_folder_walk *walk, const struct folder_names *names,
                        enum inbox_is *is)
{
    int directories = 0, epochs = 0;
    bool divided = false, all = false, refs = false;

    *is = INBOX_OTHER;
    for (int i = 0; i < names->count; i++) {
        const char *name = names->entry[i]->d_name;

        if (names->entry[i]->d_type != DT_DIR)
            continue;
        directories++;
        epochs += is_epoch(names->entry[i]);
        divided |= strcmp(name, "git") == 0;
        all |= strcmp(name, "all.git") == 0;
        refs |= strcmp(name, "refs") == 0;
    }
    if (refs && inbox_is_repository(walk->path.p)) {
        const char *path = walk->path.p;

        return inbox_each(&path, 1, walk->taker, is);
    }
    if (divided && (all || directories == 1))
        return read_divided(walk, is);
    return epochs > 0 && epochs == directories ? read_epochs(walk, names, is) : 0;
}

/* ---- Directories ---- */

/* Sends the files in the directory at the path. If the directory is an archive, sends its messages
 * instead, and sets names->count to 0, so that the subdirectories of the archive are not read. */
static int send_directory(struct io_folder_walk *walk, struct folder_names *names)
{
    enum inbox_is is;
    int stop;
    bool numbered,
        maildir = (names->maildir & (names->maildir - 1)) != 0; /* two of them at least */

    stop = read_archive(walk, names, &is);
    if (stop || is == INBOX_READ) {
        names_free(names);
        *names = (struct folder_names){0};
        return stop;
    }
    if (!maildir) {
        names->maildir = 0;
        numbered = folder_is_numbered(walk, names);
        return send_files(walk, names, numbered, !numbered);
    }
    if (names->maildir & NEW)
        stop = folder_send_messages(walk, "new");
    if (!stop && names->maildir & CUR)
        stop = folder_send_messages(walk, "cur");
    return stop;
}

/* Reads the directory at the path, sends its files, and makes it the last level. */
static int folder_push(struct io_folder_walk *walk)
{
    struct folder_level *level, *more;

    if (walk->depth == walk->room) {
        more = realloc(walk->level, (2 * walk->room + 8) * sizeof *more);
        if (!more)
            return TRAWL_ERROR_NO_MEMORY;
        walk->level = more;
        walk->room = 2 * walk->room + 8;
    }
    level = &walk->level[walk->depth++];
    *level = (struct folder_level){.path = walk->path.n};
    names_read(walk, &level->names);
    return send_directory(walk, &level->names);
}

static void pop(struct io_folder_walk *walk)
{
    names_free(&walk->level[--walk->depth].names);
}

/* Returns the next subdirectory that is not one of a Maildir, or NULL. */
static const char *next_directory(struct folder_level *level)
{
    while (level->next < level->names.count) {
        const struct dirent *entry = level->names.entry[level->next++];

        if (entry->d_type == DT_DIR && !(level->names.maildir && maildir_bit(entry->d_name)))
            return entry->d_name;
    }
    return NULL;
}

/* Sends the files in and below the directory at the path. The longest path that can be opened
 * limits the depth. */
static int folder_walk(struct io_folder_walk *walk)
{
    int stop = folder_push(walk);

    while (!stop && walk->depth > 0) {
        struct folder_level *level = &walk->level[walk->depth - 1];
        const char *name = next_directory(level);

        folder_leave(walk, level->path);
        if (!name)
            pop(walk);
        else if ((stop = folder_enter(walk, name)) == TRAWL_OK)
            stop = folder_push(walk);
    }
    while (walk->depth > 0)
        pop(walk);
    free(walk->level);
    return stop;
}

int folder_each(const char *name, struct source_taker *t)
{
    struct io_folder_walk walk = {.taker = t};
    size_t n = strlen(name);
    int stop;

    while (n > 1 && name[n - 1] == '/')
        n--;
    stop = buffer_add(&walk.path, name, n) == TRAWL_OK && buffer_add(&walk.path, "", 1) == TRAWL_OK
               ? 0
               : TRAWL_ERROR_NO_MEMORY;
    if (!stop && ignored_open(&walk.ignored, t->choice, walk.path.p) < 0) {
        char rest[sizeof walk.ignored.git.why + 16];

        (void)snprintf(rest, sizeof rest, ": --gitignore: %s", walk.ignored.git.why);
        source_warn(t, name, rest);
    } else if (!stop) {
        stop = folder_walk(&walk);
        if (t->choice && t->choice->files.n > 0 && !walk.sent)
            output_warn(t->warnings, "--files", NULL, name, ": no file in it matches");
    }
    ignored_close(&walk.ignored);
    buffer_free(&walk.path);
    return stop;
}
