/* output.c - buffered output to a file descriptor that remembers its first error; see output.h */
#include "cli/output.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/reply.h"

void output_open(struct output *o, int fd, char *buffer, size_t size)
{
    *o = (struct output){.fd = fd, .buffer = buffer, .size = size};
}

/* Wait until a non-blocking descriptor takes bytes again; somebody else on the same terminal may have made it so. */
static void wait_writable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};

    (void)poll(&p, 1, -1);
}

static void write_all(struct output *o, const char *p, size_t n)
{
    if (n > 0)
        progress_make_way(o->fd);
    while (n > 0 && !o->error) {
        ssize_t done = write(o->fd, p, n);

        if (done >= 0) {
            o->used = 1;
            o->last = done > 0 ? p[done - 1] : o->last;
            p += done;
            n -= (size_t)done;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_writable(o->fd);
        } else if (errno != EINTR) {
            o->error = errno;
        }
    }
}

int output_flush(struct output *o)
{
    write_all(o, o->buffer, o->n);
    o->n = 0;
    return o->error;
}

int output_close(struct output *o)
{
    output_flush(o);
    if (o->used && close(o->fd) < 0 && errno != EINTR && !o->error)
        o->error = errno;
    return o->error;
}

void output_bytes(struct output *o, const char *p, size_t n)
{
    if (o->hold) {
        if (reply_add(o->hold, p, n) != TRAWL_OK)
            o->error = ENOMEM;
        return;
    }
    if (n > o->size - o->n)
        output_flush(o);
    if (n > o->size) {
        write_all(o, p, n);
        return;
    }
    if (n > 0)
        memcpy(o->buffer + o->n, p, n);
    o->n += n;
}

void output_text(struct output *o, const char *s)
{
    output_bytes(o, s, strlen(s));
}

void output_byte(struct output *o, char c)
{
    output_bytes(o, &c, 1);
}

void output_spaces(struct output *o, size_t n)
{
    while (n-- > 0)
        output_byte(o, ' ');
}

void output_number(struct output *o, uint64_t n)
{
    char digits[20]; /* UINT64_MAX has 20 */
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    output_bytes(o, digits + at, sizeof digits - at);
}

void output_hex(struct output *o, const char *p, size_t n)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)p[i];
        char two[2] = {digit[byte >> 4], digit[byte & 15]};

        output_bytes(o, two, 2);
    }
}
