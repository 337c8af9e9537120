/* files.c - opens and removes the files of databases, by the broker of the sandbox if it runs
 *
 * SQLite calls these functions instead of open() and unlink(). All other files of SQLite in these
 * programs are temporary, or belong to a site, whose folder may be written to.
 */
#include "archive/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int files_open(const char *path, int flags, int mode)
{
    int fd;

    if (broker_has(path))
        return broker_open(path, flags);
    if (flags & O_EXCL && broker_runs())
        return broker_open_temporary();
    fd = open(path, flags, (mode_t)mode);
    return fd < 0 && errno == EACCES && broker_runs() && (flags & O_ACCMODE) == O_RDONLY
               ? broker_open_directory(path)
               : fd;
}

int files_unlink(const char *path)
{
    return broker_has(path) ? broker_unlink(path) : unlink(path);
}

void files_use(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);

    if (!broker_runs() || !vfs || vfs->iVersion < 3)
        return;
    (void)vfs->xSetSystemCall(vfs, "open", (sqlite3_syscall_ptr)files_open);
    (void)vfs->xSetSystemCall(vfs, "unlink", (sqlite3_syscall_ptr)files_unlink);
}
