/* newfile.c - creates new files in the folders of the old files, and renames them
 *
 * A name is resolved before anything is created. Between two steps another process may put a link
 * or another file in its place, so what was opened is judged, not the name: the old file is opened
 * without following a link, and must be the file that the name led to.
 */
/* Declares realpath() and O_PATH. */
#define _GNU_SOURCE

#include "app/newfile/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/show/show.h"

/* A folder that may not be listed can still be opened to create files in it. */
#ifdef O_PATH
#define FOLDER_ONLY (O_PATH | O_DIRECTORY | O_CLOEXEC)
#else
#define FOLDER_ONLY (O_RDONLY | O_DIRECTORY | O_CLOEXEC)
#endif

int new_file_refuse(struct new_file *file, int error, const char *why, const char *cure)
{
    (void)snprintf(file->why, sizeof file->why, "%s; %s", why, cure);
    return error;
}

int new_file_fail(struct new_file *file, int error, const char *why, const char *cure)
{
    (void)snprintf(file->why, sizeof file->why, "%s (%s); %s", why, strerror(error), cure);
    return error;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static int open_again(int folder, const char *name, int flags)
{
    int fd;

    do
        fd = openat(folder, name, flags);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* ---- Opening ---- */

/* Opens the folder of file->path. Returns 0 or an errno. */
static int hold_folder(struct new_file *file)
{
    char *slash = strrchr(file->path, '/');

    file->last = slash ? slash + 1 : file->path;
    if (*file->last == '\0')
        return *file->path ? EISDIR : ENOENT;
    if (slash)
        *slash = '\0';
    file->folder = open_again(AT_FDCWD, !slash ? "." : *file->path ? file->path : "/", FOLDER_ONLY);
    if (slash)
        *slash = '/';
    return file->folder < 0 ? errno : 0;
}

static const char other[] = "another program put something else in its place meanwhile",
                  again[] = "run trawl again";

/* Opens a device or a pipe to be written to. Returns 0 or an errno. */
static int open_device(struct new_file *file, const struct stat *there)
{
    struct stat opened;

    file->fd = open_again(AT_FDCWD, file->name, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (file->fd < 0 || fstat(file->fd, &opened) < 0)
        return errno;
    return is_same(&opened, there) ? 0 : new_file_refuse(file, EBUSY, other, again);
}

/* Opens a descriptor to be written to. Returns 0 or an errno. */
static int open_descriptor(struct new_file *file, int descriptor)
{
    const char *why = NULL;

    file->fd = descriptor_open(descriptor, &why);
    return file->fd >= 0 ? 0 : why ? new_file_refuse(file, errno, why, DESCRIPTOR_CURE) : errno;
}

/* Opens the old file, which is the regular file `there`. Returns 0 or an errno. */
static int open_old(struct new_file *file, const struct stat *there)
{
    int error;

    if (!realpath(file->name, file->path))
        return errno;
    if ((error = hold_folder(file)) != 0)
        return error;
    file->old = open_again(file->folder, file->last,
                           O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file->old < 0 && errno != ELOOP)
        return errno;
    if (file->old < 0 || fstat(file->old, &file->was) < 0 || !is_same(&file->was, there) ||
        !S_ISREG(file->was.st_mode))
        return new_file_refuse(file, EBUSY, other, again);
    return 0;
}

/* Opens the folder of a file that does not exist. Returns 0 or an errno. */
static int open_place(struct new_file *file)
{
    if ((size_t)snprintf(file->path, sizeof file->path, "%s", file->name) >= sizeof file->path)
        return ENAMETOOLONG;
    return hold_folder(file);
}

/* Opens what the name leads to. Returns 0 or an errno. */
static int open_named(struct new_file *file, enum new_file_kind kind)
{
    struct stat there;
    const int descriptor = descriptor_of(file->name);
    int error = stat(file->name, &there) < 0 ? errno : 0;

    if (descriptor != DESCRIPTOR_NONE && kind == NEW_FILE_OUTPUT)
        return open_descriptor(file, descriptor);
    if (!error && S_ISREG(there.st_mode) && descriptor == DESCRIPTOR_NONE)
        return open_old(file, &there);
    if (kind == NEW_FILE_IN_PLACE)
        return error ? error
                     : new_file_refuse(file, EINVAL, "it is not a regular file",
                                       "leave out the option -i");
    if (!error)
        return open_device(file, &there);
    if (error == ENOENT && lstat(file->name, &there) == 0)
        return new_file_refuse(file, error, "it is a link to a file that does not exist",
                               "name that file");
    return error == ENOENT ? open_place(file) : error;
}

int new_file_open(struct new_file *file, const char *name, enum new_file_kind kind)
{
    int error;

    *file = (struct new_file){.name = name, .folder = -1, .old = -1, .fd = -1};
    error = open_named(file, kind);
    if (!error && file->folder >= 0) {
        temporary_sweep(file->folder);
        error = temporary_create(file, file->old >= 0 ? 0600 : 0666);
        if (error)
            error = new_file_fail(file, error, "no file can be created in its folder",
                                  "write to another folder");
    }
    if (!error)
        return file->fd;
    new_file_drop(file);
    errno = error;
    return -1;
}

/* ---- Renaming ---- */

/* Returns true when the old file still has its name and its content. */
static bool is_unchanged(const struct new_file *file)
{
    struct stat now;

    return fstatat(file->folder, file->last, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
           is_same(&now, &file->was) && now.st_size == file->was.st_size &&
           now.st_mtim.tv_sec == file->was.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == file->was.st_mtim.tv_nsec;
}

int new_file_commit(struct new_file *file)
{
    int error = 0, fd = file->fd;

    if (fsync(fd) < 0 && errno != EINVAL && errno != ENOTSUP) /* pipes, some file systems */
        return errno;
    if (file->old >= 0 && (error = keep_attributes(file)) != 0)
        return error;
    if (file->old >= 0 && !is_unchanged(file))
        return new_file_refuse(file, EBUSY, "not replaced: another program changed it meanwhile",
                               again);
    /* The name first: closing the file drops its lock. */
    if (file->folder >= 0 && renameat(file->folder, file->temporary, file->folder, file->last) < 0)
        return errno;
    file->temporary[0] = '\0';
    file->fd = -1;
    (void)close(fd); /* fsync() has reported what it could not write */
    return 0;
}

void new_file_drop(struct new_file *file)
{
    if (!file->name)
        return;
    if (file->temporary[0] != '\0')
        (void)unlinkat(file->folder, file->temporary, 0);
    if (file->fd >= 0)
        (void)close(file->fd);
    if (file->old >= 0)
        (void)close(file->old);
    if (file->folder >= 0)
        (void)close(file->folder);
    file->fd = file->old = file->folder = -1;
    file->temporary[0] = '\0';
}

void new_file_complain(const struct new_file *file, const char *command, int error)
{
    char rest[sizeof file->why + 2];

    (void)snprintf(rest, sizeof rest, ": %s", file->why[0] ? file->why : strerror(error));
    say(command, "", file->name, rest);
}
