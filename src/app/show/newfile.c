/* newfile.c - files that are written under a temporary name, and renamed when they are complete
 *
 * So neither a failure nor a signal leaves half a file under the final name, and an old file stays
 * until the new one is on the disk.
 */
#include "app/show/show.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sip.h"

/* Sets file->temporary to "NAME.PID.RANDOM.tmp" and a NUL. Containers may share a folder and the
 * number of a process. */
static int set_temporary(struct new_file *file)
{
    char ending[60];
    int error;

    (void)snprintf(ending, sizeof ending, ".%ld.%08" PRIx32 ".tmp", (long)getpid(),
                   (uint32_t)sip_key(file).a);
    error = buffer_add(&file->temporary, file->name, strlen(file->name));
    return error == TRAWL_OK ? buffer_add(&file->temporary, ending, strlen(ending) + 1) : error;
}

int new_file_open_as(struct new_file *file, const char *name, mode_t mode)
{
    struct stat there;
    int error;

    *file = (struct new_file){.name = name};
    file->in_place = stat(name, &there) == 0 && !S_ISREG(there.st_mode);
    if (!file->in_place && set_temporary(file) != TRAWL_OK) {
        buffer_free(&file->temporary);
        errno = ENOMEM;
        return -1;
    }
    do
        file->fd = file->in_place
                       ? open(name, O_WRONLY | O_CLOEXEC)
                       : open(file->temporary.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    while (file->fd < 0 && errno == EINTR);
    file->open = file->fd >= 0;
    if (!file->open) {
        error = errno;
        buffer_free(&file->temporary);
        errno = error;
    }
    return file->fd;
}

int new_file_open(struct new_file *file, const char *name)
{
    return new_file_open_as(file, name, 0666);
}

int new_file_commit(struct new_file *file)
{
    int error = 0;

    if (fsync(file->fd) < 0 && errno != EINVAL && errno != ENOTSUP) /* pipes, some file systems */
        error = errno;
    file->open = false;
    if (close(file->fd) < 0 && errno != EINTR && !error)
        error = errno;
    if (!error && !file->in_place && rename(file->temporary.p, file->name) < 0)
        error = errno;
    if (!error)
        buffer_free(&file->temporary);
    return error;
}

void new_file_drop(struct new_file *file)
{
    if (file->open)
        (void)close(file->fd);
    file->open = false;
    if (file->temporary.n > 0)
        (void)unlink(file->temporary.p);
    buffer_free(&file->temporary);
}
