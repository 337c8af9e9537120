/* files.c - opens and removes the files of databases, by the broker of the sandbox if it runs
 *
 * SQLite calls files_open() and files_unlink() instead of open() and unlink(). All other files of
 * SQLite in these programs are temporary, or belong to a site, whose folder may be written to.
 *
 * The broker opens only the databases that were named before the sandbox was closed, the files with
 * the same name and one of four endings, their folders for fsync(), and temporary files without a
 * name. It decides on modes and owners itself.
 */
/* Declares realpath() and mkstemp(). */
#define _DEFAULT_SOURCE

#include "archive/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATABASES_MOST 64

enum file_request { OPEN = BROKER_FIRST, REMOVE, FOLDER, TEMPORARY };

static char *databases[DATABASES_MOST]; /* without symbolic links */
static size_t databases_n;

/* ---- Names ---- */

void files_real(const char *path, char *to)
{
    enum { LINKS_MOST = 40 };
    char name[PATH_MAX], target[PATH_MAX], folder[PATH_MAX];

    (void)snprintf(name, sizeof name, "%s", path);
    for (int i = 0; i < LINKS_MOST; i++) {
        const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
        ssize_t n;

        if (realpath(name, to))
            return;
        (void)snprintf(folder, sizeof folder, "%.*s", slash ? (int)(base - name) : 2,
                       slash ? name : "./");
        n = readlink(name, target, sizeof target - 1);
        if (n < 0 && realpath(folder, target) &&
            (size_t)snprintf(to, PATH_MAX, "%s/%s", strcmp(target, "/") == 0 ? "" : target, base) <
                PATH_MAX)
            return;
        target[n < 0 ? 0 : n] = '\0';
        if (n < 0 || (size_t)snprintf(name, sizeof name, "%s%s", *target == '/' ? "" : folder,
                                      target) >= sizeof name)
            break;
    }
    (void)snprintf(to, PATH_MAX, "%s", path);
}

static const char *const beside_endings[] = {"", "-wal", "-shm", "-journal", "-lock"};
enum { DATABASE, LOCK = 4, ENDINGS };

/* Finds the database that has this file. Returns the ending, with the path of the file in `file`,
 * which has PATH_MAX bytes; or -1. */
static int find_ending(const char *path, const char **database, char *file)
{
    size_t n = strlen(path);
    char real[PATH_MAX], base[PATH_MAX];

    for (int i = ENDINGS - 1; i >= 0; i--) {
        size_t k = strlen(beside_endings[i]);

        if (n <= k || n - k >= sizeof base || strcmp(path + n - k, beside_endings[i]) != 0)
            continue;
        (void)snprintf(base, sizeof base, "%.*s", (int)(n - k), path);
        files_real(base, real);
        for (size_t d = 0; d < databases_n; d++)
            if (strcmp(*database = databases[d], real) == 0 &&
                (size_t)snprintf(file, PATH_MAX, "%s%s", real, beside_endings[i]) < PATH_MAX)
                return i;
    }
    return -1;
}

/* ---- In the broker ---- */

/* Gives a new file beside a database the mode of the database, and its owner, so that all who may
 * use the database can open it. */
static void share_beside(int fd, const char *database)
{
    struct stat status;

    if (stat(database, &status) < 0)
        return;
    (void)fchmod(fd, status.st_mode & 0777);
    if (geteuid() == 0)
        (void)!fchown(fd, status.st_uid, status.st_gid);
}

/* Opens a file, also when signals interrupt it. */
static int open_surely(const char *path, int flags, mode_t mode)
{
    int fd;

    do
        fd = open(path, flags, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* Opens a database or a file beside it. Does not follow a symbolic link in the last part of the
 * path, which was resolved before the sandbox was closed. */
static int open_file(const char *path, int given)
{
    const char *database;
    char file[PATH_MAX];
    int flags = (given & (O_ACCMODE | O_CREAT)) | O_NOFOLLOW | O_CLOEXEC, fd;
    int ending = find_ending(path, &database, file);
    mode_t mode = ending == DATABASE ? 0644 : ending == LOCK ? 0666 : 0600;

    if (ending < 0) {
        errno = EACCES;
        return -1;
    }
    if (!(flags & O_CREAT) || (fd = open_surely(file, flags | O_EXCL, mode)) < 0)
        return !(flags & O_CREAT) || errno == EEXIST ? open_surely(file, flags & ~O_CREAT, 0) : -1;
    if (ending != DATABASE && ending != LOCK)
        share_beside(fd, database);
    return fd;
}

static int remove_beside(const char *path)
{
    const char *database;
    char file[PATH_MAX];

    if (find_ending(path, &database, file) >= 0)
        return unlink(file);
    errno = EACCES;
    return -1;
}

/* Opens the folder of a database, for fsync(). */
static int open_parent(const char *path)
{
    char real[PATH_MAX], folder[PATH_MAX];

    for (size_t i = 0; realpath(path, real) && i < databases_n; i++) {
        const char *database = databases[i], *slash = strrchr(database, '/');

        (void)snprintf(folder, sizeof folder, "%.*s",
                       slash && slash != database ? (int)(slash - database) : 1,
                       slash ? database : ".");
        if (strcmp(real, folder) == 0)
            return open_surely(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    }
    errno = EACCES;
    return -1;
}

/* Opens a temporary file in the folder that SQLite would take. */
static int open_temporary(void)
{
    const char *const places[] = {
        getenv("SQLITE_TMPDIR"), getenv("TMPDIR"), "/var/tmp", "/usr/tmp", "/tmp", "."};
    char name[PATH_MAX];
    int fd = -1;

    errno = EACCES;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && fd < 0; i++)
        if (places[i] && access(places[i], W_OK | X_OK) == 0 &&
            (size_t)snprintf(name, sizeof name, "%s/trawl-XXXXXX", places[i]) < sizeof name)
            fd = mkstemp(name);
    if (fd >= 0)
        (void)unlink(name);
    return fd;
}

/* A broker_server. */
static int files_serve(unsigned what, const char *path, int flags)
{
    switch (what) {
    case OPEN:
        return open_file(path, flags);
    case REMOVE:
        return remove_beside(path);
    case FOLDER:
        return open_parent(path);
    case TEMPORARY:
        return open_temporary();
    default:
        errno = EACCES;
        return -1;
    }
}

/* ---- For commands ---- */

void files_allow_temporary(struct sandbox *box)
{
    sandbox_read(box, "/dev/urandom");
    sandbox_broker(box, files_serve);
}

void db_sandbox_add(struct sandbox *box, const char *path)
{
    char real[PATH_MAX];

    if (sandbox_is_off(box))
        return;
    files_allow_temporary(box);
    sandbox_read(box, path);
    files_real(path, real);
    if (databases_n < DATABASES_MOST && (databases[databases_n] = strdup(real)))
        databases_n++;
}

/* Returns true when the broker runs and may open the file. */
static bool is_brokered(const char *path)
{
    const char *database;
    char file[PATH_MAX];

    return broker_runs() && find_ending(path, &database, file) >= 0;
}

int files_open(const char *path, int flags, int mode)
{
    int fd;

    if (is_brokered(path))
        return broker_ask(OPEN, path, flags);
    if (flags & O_EXCL && broker_runs())
        return broker_ask(TEMPORARY, "", 0);
    fd = open(path, flags, (mode_t)mode);
    return fd < 0 && errno == EACCES && broker_runs() && (flags & O_ACCMODE) == O_RDONLY
               ? broker_ask(FOLDER, path, 0)
               : fd;
}

int files_unlink(const char *path)
{
    return is_brokered(path) ? broker_ask(REMOVE, path, 0) : unlink(path);
}

void files_use(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);

    if (!broker_runs() || !vfs || vfs->iVersion < 3)
        return;
    (void)vfs->xSetSystemCall(vfs, "open", (sqlite3_syscall_ptr)files_open);
    (void)vfs->xSetSystemCall(vfs, "unlink", (sqlite3_syscall_ptr)files_unlink);
}
