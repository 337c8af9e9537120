/* folders.c - the entries of folders, in the order in which trawl(1) reads them
 *
 * Names that begin with a dot are left out. Names that begin with a number are ordered by that
 * number, and files come before folders. The files of Maildirs and MH folders are messages.
 * Symbolic links to files are followed, those to folders are not. All names of the folders above
 * the current file are kept in memory.
 */
#include "common.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGITS "0123456789"

struct entry {
    char *name;
    enum files_entry kind;
};

struct files_level {
    struct files_level *above;
    size_t path_n; /* of the folder */
    size_t count, at;
    struct entry *entries;
};

/* ---- Paths ---- */

int files_fail(char **why, const char *path, const char *what)
{
    *why = files_format("%s: %s", path, what);
    return -1;
}

bool files_set_path(struct files_path *path, size_t n, const char *name)
{
    size_t room = n + strlen(name) + 2;
    char *p;

    if (room > path->room) {
        p = files_resize(path->p, 2 * room);
        if (!p)
            return false;
        path->p = p;
        path->room = 2 * room;
    }
    if (n > 0 && path->p[n - 1] != '/')
        path->p[n++] = '/';
    memcpy(path->p + n, name, strlen(name) + 1);
    path->n = n + strlen(name);
    return true;
}

/* ---- Levels ---- */

struct files_level *files_level_new(struct files_level *above, size_t path_n)
{
    struct files_level *l = files_resize(NULL, sizeof *l);

    if (l)
        *l = (struct files_level){.above = above, .path_n = path_n};
    return l;
}

bool files_level_add(struct files_level *l, const char *name, enum files_entry kind)
{
    struct entry *p = l->entries;

    if ((l->count & (l->count - 1)) == 0) /* a power of 2, or 0: the array is full */
        p = files_resize(l->entries, (l->count > 0 ? 2 * l->count : 1) * sizeof *p);
    if (!p)
        return false;
    l->entries = p;
    p[l->count].kind = kind;
    p[l->count].name = files_format("%s", name);
    return p[l->count].name && ++l->count;
}

/* Frees the level, and goes back to the one above it. */
static void folders_leave(struct files_level **level)
{
    struct files_level *l = *level;

    *level = l->above;
    for (size_t i = 0; i < l->count; i++)
        (void)files_resize(l->entries[i].name, 0);
    (void)files_resize(l->entries, 0);
    (void)files_resize(l, 0);
}

void files_level_free(struct files_level **level)
{
    while (*level)
        folders_leave(level);
}

bool files_level_is_below(const struct files_level *l)
{
    return l->above != NULL;
}

int files_level_next(struct files_level **level, struct files_path *path, enum files_entry *kind)
{
    const struct entry *e;

    while (*level && (*level)->at == (*level)->count)
        folders_leave(level);
    if (!*level)
        return 0;
    e = &(*level)->entries[(*level)->at++];
    *kind = e->kind;
    return files_set_path(path, (*level)->path_n, e->name) ? 1 : -1;
}

/* ---- Kinds of folders, by the names in them ---- */

static int folders_is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Puts names that begin with a number first, ordered by that number; then orders by bytes. */
static int folders_compare(const struct dirent **a, const struct dirent **b)
{
    const char *x = (*a)->d_name, *y = (*b)->d_name;
    size_t m = strspn(x, DIGITS), n = strspn(y, DIGITS), zeros_x = strspn(x, "0"),
           zeros_y = strspn(y, "0");
    int order;

    if (m == 0 || n == 0)
        return m + n == 0 ? strcmp(x, y) : m > 0 ? -1 : 1;
    if (m - zeros_x != n - zeros_y)
        return m - zeros_x < n - zeros_y ? -1 : 1;
    order = memcmp(x + zeros_x, y + zeros_y, m - zeros_x);
    return order ? order : strcmp(x, y);
}

static bool folders_is_number(const char *name)
{
    return *name && name[strspn(name, DIGITS)] == '\0';
}

/* Returns true for ",12" and "#12", the names of messages that MH programs have deleted. */
static bool folders_is_deleted(const char *name)
{
    return (*name == ',' || *name == '#') && folders_is_number(name + 1);
}

/* Returns true for the folders of a Maildir. */
static bool is_of_maildir(const char *name)
{
    return strcmp(name, "cur") == 0 || strcmp(name, "new") == 0 || strcmp(name, "tmp") == 0;
}

/* The names in a folder, and how many there are of each kind. */
struct folder {
    struct dirent **names;
    enum files_entry *kinds;
    int count, maildir, numbered, others, repository;
};

static void count_name(struct folder *d, const char *name, enum files_entry kind)
{
    d->maildir += kind == FILES_FOLDER && is_of_maildir(name);
    d->numbered += kind == FILES_FILE && folders_is_number(name);
    d->others += kind == FILES_FILE && !folders_is_number(name) && !folders_is_deleted(name);
    d->repository +=
        kind == FILES_FOLDER && (strcmp(name, "objects") == 0 || strcmp(name, "refs") == 0);
    d->repository += kind == FILES_FILE && strcmp(name, "HEAD") == 0;
}

/* Sets *kind to the kind of an entry. A dangling link counts as a file. Returns 0, or -1 as
 * files_next(). */
static int folders_kind_of(struct files_path *path, size_t n, const char *name,
                           enum files_entry *kind, char **why)
{
    struct stat s;
    bool is_link;

    *kind = FILES_OTHER;
    if (!files_set_path(path, n, name))
        return -1;
    if (lstat(path->p, &s) < 0)
        return errno == ENOENT ? 0 : files_fail(why, path->p, strerror(errno));
    is_link = S_ISLNK(s.st_mode);
    if ((is_link && stat(path->p, &s) < 0) || S_ISREG(s.st_mode))
        *kind = FILES_FILE;
    else if (S_ISDIR(s.st_mode) && !is_link)
        *kind = FILES_FOLDER;
    return 0;
}

/* Returns true when the file begins like a mailbox. */
static bool folders_is_mailbox(struct files_path *path, size_t n, const char *name)
{
    char start[5] = "";
    int fd = files_set_path(path, n, name) ? open(path->p, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    ssize_t got = fd >= 0 ? read(fd, start, sizeof start) : -1;

    if (fd >= 0)
        (void)close(fd);
    return got == (ssize_t)sizeof start && memcmp(start, "From ", sizeof start) == 0;
}

/* Returns true for an MH folder or news group: all files have numbers for names, and the first one
 * is not a mailbox. */
static bool folders_is_numbered(const struct folder *d, struct files_path *path, size_t n)
{
    int i = 0;

    if (d->numbered == 0 || d->others > 0)
        return false;
    while (d->kinds[i] != FILES_FILE || !folders_is_number(d->names[i]->d_name))
        i++;
    return !folders_is_mailbox(path, n, d->names[i]->d_name);
}

/* ---- Reading a folder ---- */

/* Adds the files of a folder. Returns false when out of memory. */
static bool add_files(struct files_level *l, const struct folder *d, enum files_entry kind,
                      bool deleted)
{
    bool good = true;

    for (int i = 0; i < d->count && good; i++)
        if (d->kinds[i] == FILES_FILE && (deleted || !folders_is_deleted(d->names[i]->d_name)))
            good = files_level_add(l, d->names[i]->d_name, kind);
    return good;
}

/* Adds the folders in a folder; if it is a Maildir, all except cur, new and tmp. */
static bool add_folders(struct files_level *l, const struct folder *d, bool maildir)
{
    bool good = true;

    for (int i = 0; i < d->count && good; i++)
        if (d->kinds[i] == FILES_FOLDER && !(maildir && is_of_maildir(d->names[i]->d_name)))
            good = files_level_add(l, d->names[i]->d_name, FILES_FOLDER);
    return good;
}

/* Adds the folders with the messages of a Maildir, new before cur. */
static bool add_boxes(struct files_level *l, const struct folder *d)
{
    static const char *const boxes[] = {"new", "cur"};
    bool good = true;

    for (int box = 0; box < 2; box++)
        for (int i = 0; i < d->count && good; i++)
            if (d->kinds[i] == FILES_FOLDER && strcmp(d->names[i]->d_name, boxes[box]) == 0)
                good = files_level_add(l, boxes[box], FILES_MESSAGES);
    return good;
}

/* Adds the level of a folder whose names have been read. Returns 0, or -1 as files_next(). */
static int add_level(struct files_level **level, struct files_path *path, struct folder *d,
                     enum files_entry kind, char **why)
{
    size_t n = path->n;
    struct files_level *l;
    bool numbered, maildir;

    for (int i = 0; i < d->count; i++) {
        if (folders_kind_of(path, n, d->names[i]->d_name, &d->kinds[i], why) < 0)
            return -1;
        count_name(d, d->names[i]->d_name, d->kinds[i]);
    }
    numbered = folders_is_numbered(d, path, n);
    maildir = d->maildir >= 2;
    path->p[n] = '\0';
    path->n = n;
    if (d->repository == 3)
        return files_fail(why, path->p,
                          "is a git repository; trawl(1) reads those of public-inbox");
    if (!(l = files_level_new(*level, n)))
        return -1;
    *level = l;
    if (kind == FILES_MESSAGES)
        return add_files(l, d, FILES_MESSAGE, true) ? 0 : -1;
    if (maildir ? !add_boxes(l, d)
                : !add_files(l, d, numbered ? FILES_MESSAGE : FILES_FILE, !numbered))
        return -1;
    return add_folders(l, d, maildir) ? 0 : -1;
}

int files_level_enter(struct files_level **level, struct files_path *path, enum files_entry kind,
                      char **why)
{
    struct folder d = {NULL, NULL, 0, 0, 0, 0, 0};
    int result = -1;

    d.count = scandir(path->p, &d.names, folders_is_visible, folders_compare);
    if (d.count < 0)
        return files_fail(why, path->p, strerror(errno));
    d.kinds = files_resize(NULL, (size_t)d.count * sizeof *d.kinds + 1);
    if (d.kinds)
        result = add_level(level, path, &d, kind, why);
    while (d.count > 0)
        free(d.names[--d.count]);
    free((void *)d.names);
    (void)files_resize(d.kinds, 0);
    return result;
}
