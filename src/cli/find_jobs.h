/* find_jobs.h - the filter in several threads: files side by side, and large ones in pieces; the output is that of one thread */
#ifndef TRAWL_CLI_FIND_JOBS_H
#define TRAWL_CLI_FIND_JOBS_H

#include "cli/find.h"
#include "cli/options.h"

/* Are there to be several threads, and can they do what was asked? */
int find_jobs_wanted(const struct find_options *options, const struct options *o, const char *files0);

/* As source_each() with find_file() and f. Threads begin where there is enough for them to do. */
int find_jobs_each(struct find *f, const struct options *o, const char *files0);

#endif
