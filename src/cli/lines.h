/* lines.h - lines of any length from a file descriptor
 *
 * A line ends at LF; a CR right before that LF is dropped with it. The bytes are anything, NUL too, and a last line
 * without LF counts. A line of n bytes takes at most 2n bytes of memory and linear time, however slowly it comes.
 */
#ifndef TRAWL_CLI_LINES_H
#define TRAWL_CLI_LINES_H

#include <stddef.h>

#include <trawl.h>

#include "cli/output.h"

struct lines {
    int fd;
    int ended;              /* read() has said that nothing more comes */
    struct output *answers; /* flushed before every read, since that may wait for someone who waits for these answers */
    char *p;
    size_t from;    /* p[from..to) is not given out yet */
    size_t scanned; /* p[from..scanned) holds no LF */
    size_t to, size;
};

void lines_open(struct lines *l, int fd, struct output *answers);

/* 1 and a line, good until the next call; 0 at the end; -1 with errno when reading failed. */
int lines_next(struct lines *l, trawl_str *line);

void lines_close(struct lines *l);

#endif
