/* talk.c - messages between a program and its helper process, over a socket */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/command.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

#define MESSAGE_MOST ((size_t)1 << 24)

int talk_put(struct buffer *message, trawl_str text)
{
    uint64_t n = text.n;
    int error = buffer_add(message, (const char *)&n, sizeof n);

    return error == TRAWL_OK ? buffer_add(message, text.p, text.n) : error;
}

int talk_put_number(struct buffer *message, uint64_t n)
{
    return talk_put(message, (trawl_str){(const char *)&n, sizeof n});
}

trawl_str talk_get(trawl_str *message)
{
    trawl_str text = {"", 0};
    uint64_t n = UINT64_MAX;

    if (message->n >= sizeof n)
        memcpy(&n, message->p, sizeof n);
    if (message->n < sizeof n || n > message->n - sizeof n) { /* the end, or a damaged message */
        *message = text;
        return text;
    }
    text = (trawl_str){message->p + sizeof n, (size_t)n};
    message->p += sizeof n + text.n;
    message->n -= sizeof n + text.n;
    return text;
}

uint64_t talk_get_number(trawl_str *message)
{
    trawl_str text = talk_get(message);
    uint64_t n = 0;

    if (text.n == sizeof n)
        memcpy(&n, text.p, sizeof n);
    return n;
}

static int write_all(int fd, const char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = send(fd, p, n, MSG_NOSIGNAL);

        if (done < 0 && errno != EINTR)
            return -1;
        p += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

/* Reads n bytes. Returns 1, 0 at the end, or -1. */
static int read_all(int fd, char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = read(fd, p, n);

        if (done == 0 || (done < 0 && errno != EINTR))
            return done < 0 ? -1 : 0;
        p += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return 1;
}

int talk_send(int fd, trawl_str message)
{
    uint64_t n = message.n;

    if (message.n > MESSAGE_MOST) {
        errno = EMSGSIZE;
        return -1;
    }
    return write_all(fd, (const char *)&n, sizeof n) < 0 ? -1 : write_all(fd, message.p, message.n);
}

int talk_wait(int fd)
{
    char byte;

    return read_all(fd, &byte, 1);
}

int talk_receive(int fd, struct buffer *message)
{
    static const char zeros[1024];
    uint64_t n;
    int got = read_all(fd, (char *)&n, sizeof n);

    if (got <= 0)
        return got;
    message->n = 0;
    if (n > MESSAGE_MOST) {
        errno = EMSGSIZE;
        return -1;
    }
    while (message->n < n) /* makes room */
        if (buffer_add(message, zeros,
                       n - message->n < sizeof zeros ? (size_t)n - message->n : sizeof zeros)) {
            errno = ENOMEM;
            return -1;
        }
    return n > 0 ? read_all(fd, message->p, (size_t)n) : 1;
}
