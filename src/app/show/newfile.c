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

/* Sets f->temporary to "NAME.PID.RANDOM.tmp" and a NUL. Containers may share a folder and the
 * number of a process. */
static int set_temporary(struct new_file *f)
{
    char ending[60];
    int error;

    (void)snprintf(ending, sizeof ending, ".%ld.%08" PRIx32 ".tmp", (long)getpid(),
                   (uint32_t)sip_key(f).a);
    error = buffer_add(&f->temporary, f->name, strlen(f->name));
    return error == TRAWL_OK ? buffer_add(&f->temporary, ending, strlen(ending) + 1) : error;
}

int new_file_open(struct new_file *f, const char *name)
{
    struct stat there;
    int error;

    *f = (struct new_file){.name = name};
    f->in_place = stat(name, &there) == 0 && !S_ISREG(there.st_mode);
    if (!f->in_place && set_temporary(f) != TRAWL_OK) {
        buffer_free(&f->temporary);
        errno = ENOMEM;
        return -1;
    }
    do
        f->fd = f->in_place ? open(name, O_WRONLY | O_CLOEXEC)
                            : open(f->temporary.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    while (f->fd < 0 && errno == EINTR);
    f->open = f->fd >= 0;
    if (!f->open) {
        error = errno;
        buffer_free(&f->temporary);
        errno = error;
    }
    return f->fd;
}

int new_file_commit(struct new_file *f)
{
    int error = 0;

    if (fsync(f->fd) < 0 && errno != EINVAL && errno != ENOTSUP) /* pipes, some file systems */
        error = errno;
    f->open = 0;
    if (close(f->fd) < 0 && errno != EINTR && !error)
        error = errno;
    if (!error && !f->in_place && rename(f->temporary.p, f->name) < 0)
        error = errno;
    if (!error)
        buffer_free(&f->temporary);
    return error;
}

void new_file_drop(struct new_file *f)
{
    if (f->open)
        (void)close(f->fd);
    f->open = 0;
    if (f->temporary.n > 0)
        (void)unlink(f->temporary.p);
    buffer_free(&f->temporary);
}
