/* command.h - the commands that main knows, and what they share */
#ifndef TRAWL_CLI_COMMAND_H
#define TRAWL_CLI_COMMAND_H

#include <trawl.h>

#include "cli/options.h"
#include "cli/show/show.h"

/* Exit statuses, as those of grep. */
enum status {
    STATUS_GOOD = 0,
    STATUS_SOME_BAD = 1, /* an answer, but not the one hoped for */
    STATUS_TROUBLE = 2   /* bad usage, unreadable input, no memory; a message was given */
};

struct command {
    const char *name; /* NULL for the filter */
    /* Gets the arguments after the command's name, and writes the answers to o. Errors of o are
     * reported by main; a command only stops early for them. Returns enum status. */
    int (*run)(struct output *o, int argc, char **argv);
    const struct option *options;
    const char *usage, *more; /* the help before and after the options */
    const char *brief;        /* the help of -h; NULL: -h is --help */
};

extern const struct command command_find;    /* trawl [options] [FILE...], the filter */
extern const struct command command_check;   /* trawl check */
extern const struct command command_resolve; /* trawl resolve */

void command_help(struct output *o, const struct command *c);

/* Reads the options of a command into target. Returns true to go on; else *status says how the
 * command ends: the help was written, or a message was given. */
int command_options(struct output *out, const struct command *c, struct options *o, int argc,
                    char **argv, void *target, int *status);

/* Called with one operand or line. Returns 0 to go on. */
typedef int command_item(void *user, trawl_str item);

/* Calls item with each operand from number first on, and with each line of standard input for
 * "-" or where there is no operand. Stops when item does not return 0, and returns that, or when
 * o failed. */
int command_each(struct output *o, const struct options *options, int first, command_item *item,
                 void *user);

/* Writes a line of output: escaped as in a table and ended by LF, or as it is and ended by NUL. */
void command_line(struct output *o, trawl_str s, int null);

/* Says why the library failed. Returns STATUS_TROUBLE. */
int command_trouble(const char *command, int error);

/* ---- Standards ---- */

#define STANDARDS 4

/* The standards that reports name, in the order of the library. */
struct standard {
    unsigned bit;
    const char *name;  /* as in trawl_refusal.standard and in JSON */
    const char *label; /* for people */
};

extern const struct standard standards[STANDARDS];

/* Writes a set of standards into a record, with commas between: "1738,3986", in quotes for JSON.
 * VALID_MAX bytes at most. */
char *put_standards(char *to, unsigned valid, int quoted);
#define VALID_MAX 40

/* Writes the member ,"bytes":"HEX" for a URL that is not UTF-8, so that its bytes are known. */
char *put_json_bytes(char *to, trawl_str url);
#define JSON_BYTES(n) (2 * (n) + 12)

#endif
