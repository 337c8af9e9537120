/* broker.c - a process outside of the sandbox that opens the files of a plan
 *
 * A command that writes files needs more than descriptors that are open: SQLite creates and removes
 * files beside a database, and a new file gets its final name at the end. If the command could do
 * that itself, its folder would have to be writable, and a parser that was taken over could create
 * any file there. So sandbox_close() starts a process that does these things on request, and sends
 * descriptors back. A request has the name of a file, which must be one that the plan allows:
 *
 *     a database, and the same name with -wal, -shm, -journal or -lock
 *     a temporary file, which has no name any more when its descriptor is sent
 *     a file that is replaced: its new one is opened under a temporary name, and renamed at the end
 *
 * The modes and owners of new files are not part of a request. The process ends with the command,
 * also when that is killed, and removes the temporary names first.
 */
/* Declares syscall(), realpath() and mkstemp(). */
#define _GNU_SOURCE

#include "app/sandbox/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

enum request_kind { OPEN, REMOVE, FOLDER, TEMPORARY, REPLACE, COMMIT, DROP };

struct request {
    enum request_kind kind;
    int flags; /* of open() */
    char path[PATH_MAX];
};

struct reply {
    int error; /* an errno, or 0 */
    int fd;    /* a descriptor of the process that answers, or -1 */
};

static struct {
    int socket; /* -1: there is no broker */
    pid_t process;
    struct broker_plan plan;
    struct new_file file; /* in the broker: the file that is replaced */
    pthread_mutex_t lock;
} broker = {.socket = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Names ---- */

/* Writes the path of a file without symbolic links to `to`, which has PATH_MAX bytes. The file need
 * not exist; if its folder does not exist, the path stays as it is. */
static void broker_resolve(const char *path, char *to)
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

void broker_allow_database(struct broker_plan *plan, const char *path)
{
    char real[PATH_MAX];

    broker_resolve(path, real);
    if (plan->databases_n < BROKER_DATABASES && (plan->databases[plan->databases_n] = strdup(real)))
        plan->databases_n++;
}

static const char *const endings[] = {"", "-wal", "-shm", "-journal", "-lock"};
enum { DATABASE, LOCK = 4, ENDINGS };

/* Finds the database that has this file. Returns the ending, with the path of the file in `file`,
 * which has PATH_MAX bytes; or -1. */
static int find_ending(const char *path, const char **database, char *file)
{
    size_t n = strlen(path);
    char real[PATH_MAX], base[PATH_MAX];

    for (int i = ENDINGS - 1; i >= 0; i--) {
        size_t k = strlen(endings[i]);

        if (n <= k || n - k >= sizeof base || strcmp(path + n - k, endings[i]) != 0)
            continue;
        (void)snprintf(base, sizeof base, "%.*s", (int)(n - k), path);
        broker_resolve(base, real);
        for (size_t d = 0; d < broker.plan.databases_n; d++)
            if (strcmp(*database = broker.plan.databases[d], real) == 0 &&
                (size_t)snprintf(file, PATH_MAX, "%s%s", real, endings[i]) < PATH_MAX)
                return i;
    }
    return -1;
}

/* ---- What the broker does ---- */

/* Gives a new file beside a database the mode of the database, and its owner, so that whoever may
 * use the database can open it. */
static void share(int fd, const char *database)
{
    struct stat status;

    if (stat(database, &status) < 0)
        return;
    (void)fchmod(fd, status.st_mode & 0777);
    if (geteuid() == 0)
        (void)!fchown(fd, status.st_uid, status.st_gid);
}

/* Opens a database or a file beside it. The last part of its name is not followed: it was resolved
 * before the sandbox was closed. */
static int broker_open_file(const struct request *r)
{
    const char *database;
    char file[PATH_MAX];
    int flags = (r->flags & (O_ACCMODE | O_CREAT)) | O_NOFOLLOW | O_CLOEXEC, fd;
    int ending = find_ending(r->path, &database, file);
    mode_t mode = ending == DATABASE ? 0644 : ending == LOCK ? 0666 : 0600;

    if (ending < 0) {
        errno = EACCES;
        return -1;
    }
    if (!(flags & O_CREAT) || (fd = open(file, flags | O_EXCL, mode)) < 0)
        return !(flags & O_CREAT) || errno == EEXIST ? open(file, flags & ~O_CREAT) : -1;
    if (ending != DATABASE && ending != LOCK)
        share(fd, database);
    return fd;
}

static int broker_remove(const struct request *r)
{
    const char *database;
    char file[PATH_MAX];

    if (find_ending(r->path, &database, file) >= 0)
        return unlink(file);
    errno = EACCES;
    return -1;
}

/* Opens the folder of a database, for fsync(). */
static int broker_open_folder(const struct request *r)
{
    char real[PATH_MAX], folder[PATH_MAX];

    for (size_t i = 0; realpath(r->path, real) && i < broker.plan.databases_n; i++) {
        const char *database = broker.plan.databases[i], *slash = strrchr(database, '/');

        (void)snprintf(folder, sizeof folder, "%.*s",
                       slash > database ? (int)(slash - database) : 1, slash ? database : ".");
        if (strcmp(real, folder) == 0)
            return open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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

static int broker_replace(struct request *r)
{
    static char name[PATH_MAX]; /* lives as long as the file */

    new_file_drop(&broker.file);
    memset(&broker.file, 0, sizeof broker.file);
    if (!broker.plan.replaces || !broker.plan.replaces(broker.plan.user, r->path)) {
        errno = EACCES;
        return -1;
    }
    memcpy(name, r->path, sizeof name);
    return new_file_open(&broker.file, name, NEW_FILE_OWN);
}

/* Carries out a request. */
static struct reply serve(struct request *r)
{
    struct reply reply = {0, -1};

    r->path[sizeof r->path - 1] = '\0';
    switch (r->kind) {
    case REMOVE:
        reply.error = broker_remove(r) < 0 ? errno : 0;
        return reply;
    case COMMIT:
        reply.error = broker.file.fd > 0 ? new_file_commit(&broker.file) : EBADF;
        return reply;
    case DROP:
        new_file_drop(&broker.file);
        return reply;
    default:
        reply.fd = r->kind == OPEN        ? broker_open_file(r)
                   : r->kind == FOLDER    ? broker_open_folder(r)
                   : r->kind == TEMPORARY ? open_temporary()
                                          : broker_replace(r);
        reply.error = reply.fd < 0 ? errno : 0;
    }
    return reply;
}

/* ---- Messages: a request has a fixed size; a reply is an errno, with a descriptor ---- */

union control {
    char room[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
};

static int send_reply(int socket, const struct reply *reply)
{
    int error = reply->error;
    struct iovec bytes = {&error, sizeof error};
    union control control = {.room = {0}};
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
    ssize_t sent;

    if (reply->fd >= 0) {
        struct cmsghdr *head;

        message.msg_control = control.room;
        message.msg_controllen = sizeof control.room;
        head = CMSG_FIRSTHDR(&message);
        *head = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        head->cmsg_len = CMSG_LEN(sizeof reply->fd);
        memcpy(CMSG_DATA(head), &reply->fd, sizeof reply->fd);
    }
    do
        sent = sendmsg(socket, &message, 0);
    while (sent < 0 && errno == EINTR);
    return sent == sizeof error ? 0 : -1;
}

static struct reply receive_reply(int socket)
{
    struct reply reply = {0, -1};
    struct iovec bytes = {&reply.error, sizeof reply.error};
    union control control = {.room = {0}};
    struct msghdr message = {.msg_iov = &bytes,
                             .msg_iovlen = 1,
                             .msg_control = control.room,
                             .msg_controllen = sizeof control.room};
    const struct cmsghdr *head;
    ssize_t got;

    do
#ifdef SYS_recvmsg /* on i386 and s390x the C library might use socketcall, which is not allowed */
        got = syscall(SYS_recvmsg, socket, &message, MSG_CMSG_CLOEXEC);
#else
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
#endif
    while (got < 0 && errno == EINTR);
    if (got != sizeof reply.error)
        reply.error = got < 0 ? errno : EPIPE;
    head = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head && head->cmsg_type == SCM_RIGHTS)
        memcpy(&reply.fd, CMSG_DATA(head), sizeof reply.fd);
    return reply;
}

/* Sends a request. Returns a descriptor, or 0, or -1
 * with errno. */
static int ask(enum request_kind kind, const char *path, int flags)
{
    static struct request request; /* it is large */
    struct reply reply = {ENAMETOOLONG, -1};

    (void)pthread_mutex_lock(&broker.lock);
    request = (struct request){.kind = kind, .flags = flags};
    if ((size_t)snprintf(request.path, sizeof request.path, "%s", path) < sizeof request.path) {
        if (talk_send(broker.socket, (trawl_str){(const char *)&request, sizeof request}) == 0)
            reply = receive_reply(broker.socket);
        else
            reply.error = errno;
    }
    (void)pthread_mutex_unlock(&broker.lock);
    errno = reply.error;
    return reply.error ? -1 : reply.fd >= 0 ? reply.fd : 0;
}

static void broker_run(int socket)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    struct buffer message = {0};
    struct request request;
    struct reply reply;

    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        (void)signal(ignored[i], SIG_IGN); /* the end of the command ends this process */
    while (talk_receive(socket, &message) > 0 && message.n == sizeof request) {
        memcpy(&request, message.p, sizeof request);
        reply = serve(&request);
        if (send_reply(socket, &reply) < 0)
            break;
        if (reply.fd >= 0 && request.kind != REPLACE)
            (void)close(reply.fd);
    }
    new_file_drop(&broker.file);
    _exit(0);
}

/* ---- For the sandbox ---- */

int broker_start(const struct broker_plan *plan)
{
    int pair[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
        return -1;
    (void)fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    broker.plan = *plan;
    broker.process = fork();
    if (broker.process == 0) {
        /* Whoever waits for the end of a pipe of the command must not wait for this process. */
        broker_run(inherited_close_but(pair[1]));
    }
    (void)close(pair[1]);
    if (broker.process < 0) {
        (void)close(pair[0]);
        return -1;
    }
    return broker.socket = pair[0];
}

void sandbox_end(void)
{
    int status;

    if (broker.socket < 0)
        return;
    (void)close(broker.socket);
    broker.socket = -1;
    while (waitpid(broker.process, &status, 0) < 0 && errno == EINTR)
        ;
}

/* ---- For commands ---- */

bool broker_runs(void)
{
    return broker.socket >= 0;
}

bool broker_has(const char *path)
{
    const char *database;
    char file[PATH_MAX];

    return broker_runs() && find_ending(path, &database, file) >= 0;
}

int broker_open(const char *path, int flags)
{
    return ask(OPEN, path, flags);
}

int broker_open_directory(const char *path)
{
    return ask(FOLDER, path, 0);
}

int broker_open_temporary(void)
{
    return ask(TEMPORARY, "", 0);
}

int broker_unlink(const char *path)
{
    return ask(REMOVE, path, 0);
}

int replaced_open(struct replaced_file *file, const char *name)
{
    *file = (struct replaced_file){.by_broker = broker_runs() && broker.plan.replaces &&
                                                broker.plan.replaces(broker.plan.user, name)};
    file->fd =
        file->by_broker ? ask(REPLACE, name, 0) : new_file_open(&file->file, name, NEW_FILE_OWN);
    return file->fd;
}

int replaced_commit(struct replaced_file *file)
{
    int fd = file->fd;

    if (!file->by_broker)
        return new_file_commit(&file->file);
    file->fd = -1;
    if (close(fd) < 0 && errno != EINTR)
        return errno;
    return ask(COMMIT, "", 0) < 0 ? errno : 0;
}

void replaced_drop(struct replaced_file *file)
{
    if (!file->by_broker) {
        new_file_drop(&file->file);
        return;
    }
    if (file->fd >= 0)
        (void)close(file->fd);
    file->fd = -1;
    (void)ask(DROP, "", 0);
    file->by_broker = false;
}
