/* temporary.c - temporary files: their names, their locks, and those that killed runs left
 *
 * A process locks its temporary file by fcntl() as long as it writes it. So a temporary file that
 * can be locked has no writer any more. A process number would not show that: numbers are reused,
 * and containers and machines that share a folder have numbers of their own. Where a file system
 * has no locks, nothing is removed.
 */
#include "app/newfile/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/sip.h"

#define BEGINS ".trawl-"
#define ENDS ".tmp"
#define DIGITS 16
#define MOST_TRIES 100

static bool is_temporary(const char *name)
{
    return strlen(name) == NEW_FILE_TEMPORARY - 1 &&
           strncmp(name, BEGINS, sizeof BEGINS - 1) == 0 &&
           strspn(name + sizeof BEGINS - 1, "0123456789abcdef") == DIGITS &&
           strcmp(name + sizeof BEGINS - 1 + DIGITS, ENDS) == 0;
}

static int temporary_lock(int fd, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET};

    return fcntl(fd, F_SETLK, &lock);
}

/* Returns true when the name in the folder belongs to the open file. */
static bool is_name_of(int folder, const char *name, int fd)
{
    struct stat there, open;

    return fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 && fstat(fd, &open) == 0 &&
           there.st_dev == open.st_dev && there.st_ino == open.st_ino;
}

/* Creates a file with a new name, and locks it. Returns 0, an errno, or EAGAIN if another process
 * may have taken it for an old file before it was locked. */
static int create_one(struct new_file *file, mode_t mode)
{
    (void)snprintf(file->temporary, sizeof file->temporary, BEGINS "%016" PRIx64 ENDS,
                   sip_key(file).a);
    file->fd = openat(file->folder, file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file->fd < 0) {
        file->temporary[0] = '\0';
        return errno == EINTR || errno == EEXIST ? EAGAIN : errno;
    }
    if ((temporary_lock(file->fd, F_WRLCK) == 0 || (errno != EAGAIN && errno != EACCES)) &&
        is_name_of(file->folder, file->temporary, file->fd))
        return 0;
    (void)unlinkat(file->folder, file->temporary, 0);
    (void)close(file->fd);
    file->temporary[0] = '\0';
    file->fd = -1;
    return EAGAIN;
}

int temporary_create(struct new_file *file, mode_t mode)
{
    int error = EAGAIN;

    for (int i = 0; i < MOST_TRIES && error == EAGAIN; i++)
        error = create_one(file, mode);
    return error;
}

static void sweep_one(int folder, const char *name)
{
    struct stat status;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && temporary_lock(fd, F_RDLCK) == 0 &&
        is_name_of(folder, name, fd))
        (void)unlinkat(folder, name, 0);
    (void)close(fd);
}

void temporary_sweep(int folder)
{
    static struct stat last; /* many files of one folder are replaced one by one */
    struct stat this;
    const struct dirent *e;
    DIR *d;
    int fd;

    if (fstat(folder, &this) < 0 ||
        (this.st_dev == last.st_dev && this.st_ino == last.st_ino && last.st_ino != 0))
        return;
    last = this;
    fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    d = fd < 0 ? NULL : fdopendir(fd);
    while (d && (e = readdir(d)) != NULL)
        if (is_temporary(e->d_name))
            sweep_one(folder, e->d_name);
    if (d)
        (void)closedir(d);
    else if (fd >= 0)
        (void)close(fd);
}
