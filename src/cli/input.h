/* input.h - a file, pipe or terminal, read in blocks as they come
 *
 * Nothing is mapped: a file that is cut short meanwhile just ends. EINTR and non-blocking descriptors are dealt with.
 */
#ifndef TRAWL_CLI_INPUT_H
#define TRAWL_CLI_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/output.h"

/* The most that is read at once: a file comes in such blocks, a pipe in whatever it holds. */
#define INPUT_BLOCK ((size_t)1 << 17)

struct input {
    const char *name; /* NULL for standard input */
    int fd;
    uint64_t offset;        /* bytes read so far */
    struct output *answers; /* flushed before a read that would wait */
};

/* NULL is standard input. 0, or -1 after a message. */
int input_open(struct input *in, const char *name, struct output *answers);

/* Up to INPUT_BLOCK bytes into block; 0 at the end; -1 after a message. */
ssize_t input_read(struct input *in, char *block);

/* The rest of a small file, as text to keep; 0, or -1 after a message. */
struct reply;
int input_all(struct input *in, struct reply *text, size_t limit);

void input_close(struct input *in);

#endif
