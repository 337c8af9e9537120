/* find_files.h - the files that options of the filter name: --tlds, --rules, --css */
#ifndef TRAWL_CLI_FIND_FILES_H
#define TRAWL_CLI_FIND_FILES_H

#include "cli/find_values.h"

/* Read and check them, before any input. 0, or -1 after a message. */
int find_files_read(const struct find_asked *a);

void find_files_free(struct find_options *f);

/* Tell which rules hit their limits, a line each. The output has been flushed. */
void find_files_complain(const struct find_options *f, const trawl *t);

#endif
