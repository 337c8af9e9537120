/* sandbox.h - gives up what a command does not need, before it reads its input
 *
 *     sandbox_begin(&box, "wrap", choice, 0);
 *     sandbox_read(&box, path);
 *     if (sandbox_close(&box) != 0)
 *         return SANDBOX_MISSING;
 *
 * From sandbox_close() on, the process and its threads can read and write only the files that were
 * named and those that libraries are loaded from, and can neither start programs nor open sockets.
 * Nothing undoes this. Files that are open stay open.
 */
#ifndef TRAWL_CLI_SANDBOX_SANDBOX_H
#define TRAWL_CLI_SANDBOX_SANDBOX_H

#include <stdbool.h>

#include "cli/command.h"

/* The exit status of --sandbox=require where there is no sandbox: EX_UNAVAILABLE of sysexits.h. */
#define SANDBOX_MISSING 69

/* What a command may do besides reading files and writing to standard output. */
enum sandbox_need {
    SANDBOX_THREADS = 1,
    SANDBOX_HELPER = 2,   /* talk to a process that it has started, and wait for its end */
    SANDBOX_TERMINAL = 4, /* open the terminal and change its mode */
    SANDBOX_WRITES = 8    /* create and change files: set by sandbox_write() */
};

struct sandbox {
    const char *command; /* for messages */
    int choice;          /* 1 plus a choice of sandbox_choices, or 0 */
    unsigned needs;
    int rules; /* the rules of Landlock, or -1 */
};

/* Begins a plan. */
void sandbox_begin(struct sandbox *s, const char *command, int choice, unsigned needs);

/* Allows more calls: enum sandbox_need. */
void sandbox_need(struct sandbox *s, unsigned needs);

/* Allows to read a file, or a folder and all below it. NULL: all files. A path that does not exist
 * is ignored. */
void sandbox_read(struct sandbox *s, const char *path);

/* Allows to read the operands. `files0` is the value of --files0-from, or NULL: with a list, all
 * files may be read. */
void sandbox_inputs(struct sandbox *s, const struct options *o, const char *files0);

/* Allows to read, create, change, rename and remove files in the folder and below it. */
void sandbox_write(struct sandbox *s, const char *folder);

/* Allows the same in the folder of a file, which need not exist, and in that which it links to; for
 * a device or a pipe, only to write to it. */
void sandbox_write_beside(struct sandbox *s, const char *file);

/* Allows what SQLite needs besides its database: the folder for temporary files. */
void sandbox_sqlite(struct sandbox *s);

/* Closes the sandbox. Returns 0, or SANDBOX_MISSING after a message. */
int sandbox_close(struct sandbox *s);

/* Does all this for a command that reads only standard input and the operands (`o`, or NULL). */
int sandbox_to_read(const char *command, int choice, const struct options *o);

/* Returns true once a sandbox of this process restricts which files can be opened. */
bool sandbox_limits_files(void);

/* Describes the sandbox of this system: "Landlock ABI 7, seccomp", or "none". */
void sandbox_describe(char *to, size_t size);

#endif
