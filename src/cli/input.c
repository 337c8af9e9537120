/* input.c - a file, pipe or terminal, read in blocks as they come; see input.h */
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/reply.h"
#include "cli/say.h"

/* What a newcomer may have meant. */
static const char *advice(const char *name, int number)
{
    if (number == EISDIR)
        return "; name the files in it";
    if (number == ENOENT && name && strstr(name, "://"))
        return "; files are read here, a URL is judged by \"trawl check URL\"";
    return "";
}

static int complain(const struct input *in, int number)
{
    char rest[320], where[80] = "";

    if (in->offset > 0 && in->answers)
        (void)snprintf(where, sizeof where, " (after byte %llu; links up to there were printed)",
                       (unsigned long long)in->offset);
    (void)snprintf(rest, sizeof rest, ": %.100s%s%s", strerror(number), where, advice(in->name, number));
    say(NULL, "", in->name ? in->name : "standard input", rest);
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
    return in->fd < 0 ? complain(in, errno) : 0;
}

/* Will reading find something at once? A file always does. */
static int is_ready(int fd, int wait)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return poll(&p, 1, wait) != 0;
}

ssize_t input_read(struct input *in, char *block)
{
    if (in->answers && in->answers->n > 0 && !is_ready(in->fd, 0))
        output_flush(in->answers);
    for (;;) {
        ssize_t got = read(in->fd, block, INPUT_BLOCK);

        if (got >= 0) {
            in->offset += (uint64_t)got;
            return got;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (in->answers)
                output_flush(in->answers);
            (void)is_ready(in->fd, -1);
        } else if (errno != EINTR) {
            int number = errno;

            if (in->answers)
                output_flush(in->answers);
            return complain(in, number);
        }
    }
}

int input_all(struct input *in, struct reply *text, size_t limit)
{
    static char block[INPUT_BLOCK];
    ssize_t got;

    while ((got = input_read(in, block)) > 0) {
        if (text->n + (size_t)got > limit)
            return complain(in, EFBIG);
        if (reply_add(text, block, (size_t)got) != TRAWL_OK)
            return complain(in, ENOMEM);
    }
    return got < 0 ? -1 : 0;
}

void input_close(struct input *in)
{
    if (in->name)
        (void)close(in->fd);
}
