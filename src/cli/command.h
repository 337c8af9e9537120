/* command.h - the commands that main knows, and what they share */
#ifndef TRAWL_CLI_COMMAND_H
#define TRAWL_CLI_COMMAND_H

#include <trawl.h>

#include "cli/options.h"
#include "cli/output.h"

/* Exit statuses, as grep has them. */
enum status {
    STATUS_GOOD = 0,
    STATUS_SOME_BAD = 1, /* an answer, but not the one hoped for */
    STATUS_TROUBLE = 2   /* bad usage, unreadable input, no memory; a message has been given */
};

/* A command gets its arguments without its own name, and writes its answers to o. An error of o itself is for main to
 * report; a command only stops early for it. */
typedef int command_run(struct output *o, int argc, char **argv);

command_run command_check;   /* trawl check */
command_run command_resolve; /* trawl resolve */
command_run command_find;    /* trawl [options] [FILE...], the filter */

/* Called with each operand from number first on, and for "-", or where there is no operand at all, with each line of
 * standard input. Stops at the first answer that is not 0 and when o has failed. */
typedef int command_item(void *user, trawl_str item);
int command_each(struct output *o, const struct options *options, int first, command_item *item, void *user);

/* A plain line of output: escaped for tables and ended by LF, or as it is and ended by NUL. */
void command_put(struct output *o, trawl_str s, int null);

/* "trawl 1.2.3" */
void command_version(struct output *o);

/* Say why the library could not answer. Returns STATUS_TROUBLE. */
int command_trouble(const char *command, int error);

#endif
