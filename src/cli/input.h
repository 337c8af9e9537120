/* input.h - a file, pipe or terminal, read in blocks as they come, and unpacked where it is compressed
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
    uint64_t offset; /* bytes read so far, as they stand in the file */
    uint64_t given;  /* bytes handed out                             */
    int positioned;  /* read from offset up to to, wherever the descriptor stands */
    uint64_t to;
    struct output *answers;      /* flushed before a read that would wait        */
    struct unpacking *unpacking; /* NULL: plain */
    char trouble[320];           /* what input_complain is to say, or "" */
};

/* NULL is standard input. 0, or -1 after a message. */
int input_open(struct input *in, const char *name, struct output *answers);

/* A piece of a regular file that is open, which it does not close: it is no beginning of compressed data unless from is 0. Where a read
 * stops at to, more may be asked for by moving that. */
void input_piece(struct input *in, const char *name, int fd, uint64_t from, uint64_t to);

/* Up to INPUT_BLOCK bytes into block; 0 at the end; -1 in trouble, which is not told yet: what was read before is to be
 * dealt with first. */
ssize_t input_read(struct input *in, char *block);

/* Will a read find something at once, or the end? */
int input_is_ready(const struct input *in);

/* Say what is wrong with it, if anything is; the answers go out first. 0, or -1 if it was trouble. */
int input_complain(struct input *in);

/* The rest of a small file, as text to keep; 0, or -1 after a message. */
struct reply;
int input_all(struct input *in, struct reply *text, size_t limit);

void input_close(struct input *in);

#endif
