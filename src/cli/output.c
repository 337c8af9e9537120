/* output.c - buffered output to a file descriptor that remembers its first error; see output.h */
#include "cli/output.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/put.h"
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

static void give_all(struct output *o, const char *p, size_t n)
{
    struct output_elsewhere *e = o->elsewhere;

    if (!o->error && (n > 0 || e->count > 0))
        o->error = e->take(e->user, p, n, e->notes, e->count);
    e->count = 0;
}

static void write_all(struct output *o, const char *p, size_t n)
{
    if (o->elsewhere) {
        give_all(o, p, n);
        return;
    }
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

void output_through(struct output *o, const char *p, size_t n)
{
    if (o->hold) {
        if (reply_add(o->hold, p, n) != TRAWL_OK)
            o->error = ENOMEM;
        return;
    }
    output_flush(o);
    if (n > o->size)
        write_all(o, p, n);
    else
        output_bytes(o, p, n);
}

/* A record that is held, or longer than the buffer, is made apart: behind an empty buffer, so that notes of it are right. */
char *output_make_room(struct output *o, size_t n)
{
    if (!o->hold) {
        output_flush(o);
        if (n <= o->size)
            return o->buffer;
    }
    o->apart = malloc(n);
    if (!o->apart)
        o->error = ENOMEM;
    return o->apart;
}

void output_end_apart(struct output *o, const char *end)
{
    size_t n = (size_t)(end - o->apart);

    if (o->hold || n <= o->size)
        output_bytes(o, o->apart, n);
    else
        write_all(o, o->apart, n);
    free(o->apart);
    o->apart = NULL;
}

void output_spaces(struct output *o, size_t n)
{
    while (n-- > 0)
        output_byte(o, ' ');
}

void output_number(struct output *o, uint64_t n)
{
    char digits[PUT_NUMBER];

    output_bytes(o, digits, (size_t)(put_number(digits, n) - digits));
}

static void note(struct output *o, struct output_note n)
{
    struct output_elsewhere *e = o->elsewhere;

    if (e->count == e->size) {
        size_t size = e->size ? 2 * e->size : 256;
        struct output_note *more = realloc(e->notes, size * sizeof *more);

        if (!more) {
            o->error = ENOMEM;
            return;
        }
        e->notes = more;
        e->size = size;
    }
    e->notes[e->count++] = n;
}

char *output_put_counted(struct output *o, char *to, enum output_kind kind, uint64_t n)
{
    if (!o->elsewhere || !o->elsewhere->noting)
        return put_number(to, n);
    note(o, (struct output_note){(size_t)(to - (o->apart ? o->apart : o->buffer)), kind, {n, 0}});
    return to;
}

void output_counted(struct output *o, enum output_kind kind, uint64_t n)
{
    char *to = output_begin(o, PUT_NUMBER);

    if (to)
        output_end(o, output_put_counted(o, to, kind, n));
}

void output_record(struct output *o, uint64_t hash_a, uint64_t hash_b)
{
    note(o, (struct output_note){o->n, OUTPUT_RECORD, {hash_a, hash_b}});
}
