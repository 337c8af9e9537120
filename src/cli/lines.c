/* lines.c - lines of any length from a file descriptor; see lines.h */
#include "cli/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINES_FIRST ((size_t)1 << 16) /* as much as a pipe hands over at once */
#define LINES_READ ((size_t)1 << 30)  /* some systems refuse to read 2 GiB in one call */

void lines_open(struct lines *l, int fd, struct output *answers)
{
    *l = (struct lines){.fd = fd, .answers = answers};
}

void lines_close(struct lines *l)
{
    free(l->p);
    l->p = NULL;
}

/* Make room behind to: first by moving the open line to the front, then by doubling. */
static int make_room(struct lines *l)
{
    size_t size = l->size ? l->size * 2 : LINES_FIRST;
    char *p;

    if (l->from > 0) {
        memmove(l->p, l->p + l->from, l->to - l->from);
        l->to -= l->from;
        l->scanned -= l->from;
        l->from = 0;
    }
    if (l->to < l->size)
        return 0;
    p = l->size > SIZE_MAX / 2 ? NULL : realloc(l->p, size);
    if (!p) {
        errno = ENOMEM;
        return -1;
    }
    l->p = p;
    l->size = size;
    return 0;
}

static ssize_t read_some(int fd, char *p, size_t n)
{
    for (;;) {
        ssize_t got = read(fd, p, n < LINES_READ ? n : LINES_READ);

        if (got >= 0)
            return got;
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {.fd = fd, .events = POLLIN};

            (void)poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return -1;
        }
    }
}

static int fill(struct lines *l)
{
    ssize_t got;

    if (make_room(l) < 0)
        return -1;
    output_flush(l->answers);
    got = read_some(l->fd, l->p + l->to, l->size - l->to);
    if (got < 0)
        return -1;
    l->ended = got == 0;
    l->to += (size_t)got;
    return 0;
}

static void take(struct lines *l, size_t end, trawl_str *line)
{
    line->p = l->p + l->from;
    line->n = end - l->from;
}

int lines_next(struct lines *l, trawl_str *line)
{
    for (;;) {
        char *lf = l->scanned < l->to ? memchr(l->p + l->scanned, '\n', l->to - l->scanned) : NULL;

        if (lf) {
            take(l, (size_t)(lf - l->p), line);
            if (line->n > 0 && line->p[line->n - 1] == '\r')
                line->n--;
            l->from = l->scanned = (size_t)(lf - l->p) + 1;
            return 1;
        }
        l->scanned = l->to;
        if (l->ended) {
            take(l, l->to, line);
            l->from = l->to;
            return line->n > 0;
        }
        if (fill(l) < 0)
            return -1;
    }
}
