/* talk.c - messages between a program and its helper process, over a socket */
/* Declares syscall(). */
#define _GNU_SOURCE

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "app/command.h"

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

/* Send and receive by the calls that the sandbox allows. On i386 and s390x the C library would use
 * socketcall, whose arguments the sandbox cannot see. */
static ssize_t send_some(int fd, const char *p, size_t n)
{
#if defined SYS_socketcall && defined SYS_sendto
    return syscall(SYS_sendto, fd, p, n, MSG_NOSIGNAL, NULL, 0);
#else
    return send(fd, p, n, MSG_NOSIGNAL);
#endif
}

static ssize_t receive_some(int fd, char *p, size_t n)
{
#if defined SYS_socketcall && defined SYS_recvfrom
    return syscall(SYS_recvfrom, fd, p, n, 0, NULL, NULL);
#else
    return recv(fd, p, n, 0);
#endif
}

static int talk_write_all(int fd, const char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = send_some(fd, p, n);

        if (done < 0 && errno != EINTR)
            return -1;
        p += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

/* Reads n bytes. Returns 1, 0 at the end, or -1. */
static int talk_read_all(int fd, char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = receive_some(fd, p, n);

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
    return talk_write_all(fd, (const char *)&n, sizeof n) < 0
               ? -1
               : talk_write_all(fd, message.p, message.n);
}

int talk_wait(int fd)
{
    ssize_t got;
    char byte;

    do
        got = read(fd, &byte, 1);
    while (got < 0 && errno == EINTR);
    return (int)got;
}

/* Makes room for some of the bytes that are missing. Returns their number, or 0 when out of
 * memory. */
static size_t talk_make_room(struct talk_part *part)
{
    size_t want = (size_t)part->size - part->message.n;

    want = want < 16384 ? want : 16384;
    return buffer_make_room(&part->message, want) == TRAWL_OK ? want : 0;
}

int talk_receive_part(int fd, struct talk_part *part)
{
    char *to = (char *)&part->size + part->head;
    size_t want = sizeof part->size - part->head;
    ssize_t got;

    if (want == 0 && (want = talk_make_room(part)) == 0) {
        errno = ENOMEM;
        return -1;
    }
    if (part->head == sizeof part->size)
        to = part->message.p + part->message.n;
    got = receive_some(fd, to, want);
    if (got <= 0)
        return got == 0 ? 0 : errno == EINTR ? 2 : -1;
    if (part->head < sizeof part->size) {
        part->head += (size_t)got;
        part->message.n = 0;
        if (part->head == sizeof part->size && (part->size == 0 || part->size > MESSAGE_MOST)) {
            errno = EMSGSIZE;
            return -1;
        }
        return 2;
    }
    part->message.n += (size_t)got;
    if (part->message.n < part->size)
        return 2;
    part->head = 0;
    return 1;
}

trawl_str talk_part_message(const struct talk_part *part)
{
    return buffer_str(&part->message);
}

void talk_part_free(struct talk_part *part)
{
    buffer_free(&part->message);
}

int talk_receive(int fd, struct buffer *message)
{
    uint64_t n;
    int got = talk_read_all(fd, (char *)&n, sizeof n);

    if (got <= 0)
        return got;
    message->n = 0;
    if (n > MESSAGE_MOST) {
        errno = EMSGSIZE;
        return -1;
    }
    if (buffer_make_room(message, (size_t)n) != TRAWL_OK) {
        errno = ENOMEM;
        return -1;
    }
    message->n = (size_t)n;
    return n > 0 ? talk_read_all(fd, message->p, (size_t)n) : 1;
}
