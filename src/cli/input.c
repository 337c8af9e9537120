/* input.c - a file, pipe or terminal, read in blocks as they come, and unpacked where it is compressed; see input.h */
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/reply.h"
#include "cli/say.h"
#include "cli/unpack.h"

struct unpacking {
    struct unpack unpack;
    char raw[INPUT_BLOCK];
};

/* What a newcomer may have meant. */
static const char *advice(const char *name, int number)
{
    if (number == ENOENT && name && !*name)
        return "; a file's name is empty, as an unset variable in quotes is";
    if (number == EISDIR && !name)
        return "; name it after the options";
    if (number == ENOENT && name && strstr(name, "://"))
        return "; files are read here, a URL is judged by \"trawl check URL\"";
    return "";
}

/* Where it stopped, if somebody has seen something of it. */
static const char *so_far(const struct input *in)
{
    return in->given > 0 && in->answers ? "; links up to there were printed" : "";
}

static ssize_t trouble(struct input *in, int number)
{
    char where[80] = "";

    if (in->given > 0 && in->answers)
        (void)snprintf(where, sizeof where, " (after byte %llu%s)", (unsigned long long)in->offset, so_far(in));
    (void)snprintf(in->trouble, sizeof in->trouble, ": %.100s%s%s", strerror(number), where, advice(in->name, number));
    return -1;
}

int input_complain(struct input *in)
{
    if (!in->trouble[0])
        return 0;
    if (in->answers)
        output_flush(in->answers);
    say(NULL, "", in->name ? *in->name ? in->name : "\"\"" : "standard input", in->trouble);
    in->trouble[0] = '\0';
    return -1;
}

int input_open(struct input *in, const char *name, struct output *answers)
{
    *in = (struct input){.name = name, .fd = 0, .answers = answers};
    if (!name)
        return 0;
    do
        in->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (in->fd < 0 && errno == EINTR);
    if (in->fd >= 0)
        return 0;
    (void)trouble(in, errno);
    return input_complain(in);
}

/* Will reading find something at once? A file always does. */
static int is_ready(int fd, int wait)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return poll(&p, 1, wait) != 0;
}

int input_is_ready(const struct input *in)
{
    return is_ready(in->fd, 0);
}

void input_piece(struct input *in, const char *name, int fd, uint64_t from, uint64_t to)
{
    *in = (struct input){.name = name, .fd = fd, .offset = from, .given = from, .positioned = 1, .to = to};
}

static ssize_t read_there(struct input *in, char *p, size_t n)
{
    if (!in->positioned)
        return read(in->fd, p, n);
    if (n > in->to - in->offset)
        n = (size_t)(in->to - in->offset);
    return n > 0 ? pread(in->fd, p, n, (off_t)in->offset) : 0;
}

/* Bytes as they stand in the file. */
static ssize_t read_raw(struct input *in, char *p, size_t n)
{
    if (!in->positioned && in->answers && in->answers->n > 0 && !is_ready(in->fd, 0))
        output_flush(in->answers);
    for (;;) {
        ssize_t got = read_there(in, p, n);

        if (got >= 0) {
            in->offset += (uint64_t)got;
            return got;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (in->answers)
                output_flush(in->answers);
            (void)is_ready(in->fd, -1);
        } else if (errno != EINTR) {
            return trouble(in, errno);
        }
    }
}

/* Something other than another member follows; gzip and bzip2 say so too, and go on. */
static void warn_of_garbage(struct input *in)
{
    struct unpack *u = &in->unpacking->unpack;
    char rest[120];

    if (!u->garbage)
        return;
    u->garbage = 0;
    if (in->answers)
        output_flush(in->answers);
    (void)snprintf(rest, sizeof rest, ": trailing garbage ignored (from byte %llu of the %s-compressed data)",
                   (unsigned long long)u->at, u->name);
    say(NULL, "", in->name ? in->name : "standard input", rest);
}

static ssize_t read_packed(struct input *in, char *block)
{
    struct unpack *u = &in->unpacking->unpack;
    ssize_t got;

    while ((got = unpack_take(u, block, INPUT_BLOCK)) == UNPACK_HUNGRY) {
        if ((got = read_raw(in, in->unpacking->raw, INPUT_BLOCK)) < 0)
            return -1;
        unpack_give(u, in->unpacking->raw, (size_t)got);
    }
    if (got == 0)
        warn_of_garbage(in);
    if (got == UNPACK_FAILED)
        (void)snprintf(in->trouble, sizeof in->trouble, ": %s-compressed data %s%s", u->name, u->why, so_far(in));
    return got;
}

/* The first bytes, got of them, are in block, and they are compressed. */
static ssize_t begin_packed(struct input *in, enum unpack_format format, char *block, size_t got)
{
    struct unpacking *u = malloc(sizeof *u);

    if (!u)
        return trouble(in, ENOMEM);
    if (unpack_open(&u->unpack, format) < 0) {
        (void)snprintf(in->trouble, sizeof in->trouble, ": compressed with %s, %s", u->unpack.name, u->unpack.why);
        free(u);
        return -1;
    }
    memcpy(u->raw, block, got);
    unpack_give(&u->unpack, u->raw, got);
    in->unpacking = u;
    return read_packed(in, block);
}

/* The first block: so much of it that it can be told whether it is compressed. */
static ssize_t begin(struct input *in, char *block)
{
    enum unpack_format format = UNPACK_UNDECIDED;
    ssize_t got, all = 0;

    do {
        if ((got = read_raw(in, block + all, INPUT_BLOCK - (size_t)all)) <= 0)
            break;
        all += got;
        format = unpack_format_of(block, (size_t)all);
    } while (format == UNPACK_UNDECIDED);
    if (format == UNPACK_PLAIN || format == UNPACK_UNDECIDED)
        return all > 0 ? all : got;
    return begin_packed(in, format, block, (size_t)all);
}

ssize_t input_read(struct input *in, char *block)
{
    ssize_t got;

    if (in->trouble[0])
        return -1;
    if (in->unpacking)
        got = read_packed(in, block);
    else
        got = in->offset > 0 ? read_raw(in, block, INPUT_BLOCK) : begin(in, block);
    if (got > 0)
        in->given += (uint64_t)got;
    return got;
}

int input_all(struct input *in, struct reply *text, size_t limit)
{
    static char block[INPUT_BLOCK];
    ssize_t got;

    while ((got = input_read(in, block)) > 0) {
        if (text->n + (size_t)got > limit)
            (void)trouble(in, EFBIG);
        else if (reply_add(text, block, (size_t)got) != TRAWL_OK)
            (void)trouble(in, ENOMEM);
    }
    return input_complain(in);
}

void input_close(struct input *in)
{
    if (in->unpacking)
        unpack_close(&in->unpacking->unpack);
    free(in->unpacking);
    if (in->name && !in->positioned)
        (void)close(in->fd);
}
