/* options.h - command line options, by a table
 *
 * Long options are written --name, --name=value or --name value, short ones -n, -nvalue, -n value, and short ones
 * without a value may be run together (-q0). Options may stand between operands; all after "--" are operands. Names are
 * not guessed from their beginnings, so that a new option never changes what an old script means.
 */
#ifndef TRAWL_CLI_OPTIONS_H
#define TRAWL_CLI_OPTIONS_H

struct option {
    int id;           /* what options_next returns; above 0, and for a short option best its letter */
    char letter;      /* 0 for none */
    const char *name; /* NULL for none, and in the entry that ends a table */
    int takes_value;
};

struct options {
    const char *command; /* for messages; NULL for the filter, which has no name */
    const struct option *table;
    int argc;
    char **argv;
    int at;            /* the next argument to look at */
    const char *rest;  /* the letters of -abc that are still to come, else NULL or "" */
    const char *value; /* of the option that options_next has returned; NULL if it takes none */
    int operands;      /* argv[0..operands) are the operands once options_next has returned 0 */
    int literal;       /* argv[literal..operands) stood behind "--": a lone "-" there is nothing special */
};

/* argv without the command's own name. The array is put in order in place, its strings are left alone. */
void options_open(struct options *o, const char *command, const struct option *table, int argc, char **argv);

/* The id of the next option, with its value in value; 0 when all are read; -1 after a message. */
int options_next(struct options *o);

/* Is operand i a "-" that stands for standard input? */
int options_is_stdin(const struct options *o, int i);

/* The place of an option's value in a list of names that ends in NULL; -1 if it is none of them, after the message
 * "WHATVALUE; it takes NAME, NAME or NAME". */
int options_choose(const char *command, const char *const *names, const char *value, const char *what);

/* The same for --color: auto, always, never. Sets *colour to whether there is to be any. */
int options_colour(const char *command, const char *value, int *colour);

/* What "auto" means: standard output is a terminal that can show colours, and nobody asked not to (NO_COLOR). */
int options_colour_auto(void);

#endif
