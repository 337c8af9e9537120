/* broker.c - a process outside of the sandbox that opens files for a command
 *
 * A command that writes files needs more than descriptors that are open: SQLite creates and removes
 * files beside a database, and a new file gets its final name at the end. If the command could do
 * that itself, its folder would have to be writable, and a parser that was taken over could create
 * any file there. So sandbox_close() starts a process that does these things on request, and sends
 * descriptors back. A function of the command decides which requests there are, and which files
 * they may name (archive/index/files.c).
 *
 * The process ends with the command, also when the command is killed.
 */
/* Declares syscall(). */
#define _GNU_SOURCE

#include "app/sandbox/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

struct broker_request {
    unsigned what;
    int flags;
    char path[PATH_MAX];
};

struct broker_reply {
    int error; /* an errno, or 0 */
    int fd;    /* a descriptor of the process that answers, or -1 */
};

static struct {
    int socket; /* -1: there is no broker */
    pid_t process;
    pthread_mutex_t lock;
} broker = {.socket = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Messages: a request has a fixed size; a reply is an errno, with a descriptor ---- */

union control {
    char room[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
};

static int send_reply(int socket, const struct broker_reply *reply)
{
    int error = reply->error;
    struct iovec bytes = {&error, sizeof error};
    union control control = {.room = {0}};
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
    ssize_t sent;

    if (reply->fd > 0) {
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

static struct broker_reply receive_reply(int socket)
{
    struct broker_reply reply = {0, -1};
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

bool broker_runs(void)
{
    return broker.socket >= 0;
}

int broker_ask(unsigned what, const char *path, int flags)
{
    static struct broker_request request; /* it is large */
    struct broker_reply reply = {ENAMETOOLONG, -1};

    (void)pthread_mutex_lock(&broker.lock);
    request = (struct broker_request){.what = what, .flags = flags};
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

/* ---- The process ---- */

static void broker_run(int socket, broker_server *server)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct buffer message = {0};
    static struct broker_request request;
    struct broker_reply reply;

    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        (void)sigaction(ignored[i], &ignore, NULL); /* the end of the command ends this process */
    while (talk_receive(socket, &message) > 0 && message.n == sizeof request) {
        memcpy(&request, message.p, sizeof request);
        request.path[sizeof request.path - 1] = '\0';
        reply.fd = server(request.what, request.path, request.flags);
        reply.error = reply.fd < 0 ? errno : 0;
        if (send_reply(socket, &reply) < 0)
            break;
        if (reply.fd > 0)
            (void)close(reply.fd);
    }
    (void)server(BROKER_END, "", 0);
    _exit(0);
}

int broker_start(broker_server *server)
{
    int pair[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
        return -1;
    (void)fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    broker.process = fork();
    if (broker.process == 0) /* readers of a pipe to the command must not wait for this process */
        broker_run(inherited_close_but(pair[1]), server);
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
