/* find_options.h - the options of the filter, read and checked */
#ifndef TRAWL_CLI_FIND_OPTIONS_H
#define TRAWL_CLI_FIND_OPTIONS_H

#include "cli/find.h"
#include "cli/options.h"

enum find_answer {
    FIND_RUN,      /* the options are good                */
    FIND_HELP,     /* --help or --version was among them: */
    FIND_VERSION,  /* nothing else counts                 */
    FIND_BAD_USAGE /* a message has been given            */
};

/* Read all options; o then holds the operands. Whatever comes back, find_options_free is due. */
enum find_answer find_options_read(struct find_options *f, struct options *o, int argc, char **argv);

void find_options_free(struct find_options *f);

#endif
