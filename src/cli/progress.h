/* progress.h - how far long work has come: one line on standard error, rewritten in place, gone at the end
 *
 *   73.8 MB of 210 MB, 55608 messages, 12345 links, 145 MB/s, 0:42 left
 *
 * There is one for the process, since whatever else writes to the terminal must have it out of its way first.
 */
#ifndef TRAWL_CLI_PROGRESS_H
#define TRAWL_CLI_PROGRESS_H

#include <stdint.h>

#include "cli/output.h"

enum progress_when { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

struct progress_count {
    uint64_t bytes, messages, links; /* so far; no messages: they are not mentioned */
};

/* auto is on where standard error is a terminal. Is it on? Only then the others do anything. */
int progress_open(enum progress_when when, struct output *answers);

/* How many bytes it will be, 0 for unknown. */
void progress_total(uint64_t bytes);

/* Once a block: a look at the clock, and now and then a new line. */
void progress_step(struct progress_count now);

/* Somebody is about to write to fd: where that is the line's terminal, it goes away until the next step. */
void progress_make_way(int fd);

/* The line goes away for good. */
void progress_close(void);

#endif
