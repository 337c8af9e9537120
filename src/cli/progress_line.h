/* progress_line.h - the words of the progress line */
#ifndef TRAWL_CLI_PROGRESS_LINE_H
#define TRAWL_CLI_PROGRESS_LINE_H

#include <stddef.h>

#include "cli/progress.h"

/* What fits into columns; the least important goes first. line has room for PROGRESS_LINE. Returns its length. */
#define PROGRESS_LINE 256
size_t progress_line(char *line, size_t columns, struct progress_count now, uint64_t total, double seconds);

#endif
