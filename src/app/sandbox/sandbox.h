/* sandbox.h - gives up what a command does not need, before it reads its input
 *
 *     sandbox_begin(&box, "check", choice, 0);
 *     sandbox_read(&box, path);
 *     if (sandbox_close(&box) != 0)
 *         return SANDBOX_MISSING;
 *
 * From sandbox_close() on, the process and its threads can read and write only the files that were
 * named and the files that libraries are loaded from, and can neither start programs nor open
 * sockets. Nothing undoes this. Files that are open stay open; only standard output, standard error
 * and the descriptors that are declared can be written to.
 */
#ifndef TRAWL_APP_SANDBOX_SANDBOX_H
#define TRAWL_APP_SANDBOX_SANDBOX_H

#include <stdbool.h>

#include "app/command.h"

/* The exit status of --sandbox=require where there is no sandbox: EX_UNAVAILABLE of sysexits.h. */
#define SANDBOX_MISSING 69

/* What a command may do besides reading files and writing to standard output. */
enum sandbox_need {
    SANDBOX_THREADS = 1,
    SANDBOX_HELPER = 2,   /* wait for the end of a process that it has started */
    SANDBOX_TERMINAL = 4, /* change the mode of a terminal that is open */
    SANDBOX_WRITES = 8,   /* create and change files: set by sandbox_write() */
    SANDBOX_BROKER = 16   /* change files that the broker opens */
};

#define DESCRIPTORS_MOST 12

struct descriptors {
    unsigned fd[DESCRIPTORS_MOST], count;
};

/* Requests of a command to its broker. */
enum {
    BROKER_END, /* from the broker itself: the command has ended */
    BROKER_FIRST
};

/* Carries out a request in the broker. Its sender may have been taken over. Returns 0, or -1 with
 * errno, or a descriptor above 0, which the broker sends and then closes. */
typedef int broker_server(unsigned what, const char *path, int flags);

struct sandbox {
    const char *command; /* for messages */
    int choice;          /* 1 plus a choice of sandbox_choices, or 0 */
    unsigned needs;
    struct descriptors outputs, channels;
    int rules; /* the rules of Landlock, or -1 */
    broker_server *server;
};

/* Closes the descriptors that the program has inherited, except 0 to 2 and those that a word names:
 * "/dev/fd/63". For the start of main(), before anything is opened. */
void sandbox_inherit(int argc, char *const *argv);

/* Begins a plan. */
void sandbox_begin(struct sandbox *box, const char *command, int choice, unsigned needs);

/* Returns true when there is no sandbox in this build, or --sandbox=off was chosen. */
bool sandbox_is_off(const struct sandbox *box);

/* Allows more calls: enum sandbox_need. */
void sandbox_need(struct sandbox *box, unsigned needs);

/* Allows writing to a descriptor that is open. */
void sandbox_output(struct sandbox *box, int fd);

/* Allows sending to and receiving from a process over a socket that is open, and waiting for its
 * end. */
void sandbox_channel(struct sandbox *box, int fd);

/* Allows reading a file, or a folder and everything below it. NULL: all files. A path that does not
 * exist is ignored. */
void sandbox_read(struct sandbox *box, const char *path);

/* Allows reading the operands. `files0` is the value of --files0-from, or NULL: with a list, all
 * files may be read. */
void sandbox_inputs(struct sandbox *box, const struct options *args, const char *files0);

/* Allows reading, creating, changing, renaming and removing files in the folder and below it. */
void sandbox_write(struct sandbox *box, const char *folder);

/* Starts a broker when the sandbox is closed: a process outside of it, which carries out requests
 * with `server`. The command may change the files that the broker opens. A sandbox has at most one
 * server. */
void sandbox_broker(struct sandbox *box, broker_server *server);

/* Closes the sandbox. Returns 0; or, after an error message, SANDBOX_MISSING, or STATUS_TROUBLE if
 * a process cannot be started. */
int sandbox_close(struct sandbox *box);

/* Ends the broker, and waits until it has ended. */
void sandbox_end(void);

/* Returns true when there is a broker. */
bool broker_runs(void);

/* Sends a request to the broker. Returns a descriptor, or 0, or -1 with errno. */
int broker_ask(unsigned what, const char *path, int flags);

/* Opens and closes the sandbox of a command that reads only standard input and the operands
 * (`args`, or NULL). */
int sandbox_to_read(const char *command, int choice, const struct options *args);

/* Returns true once a sandbox of this process restricts which files can be opened. */
bool sandbox_limits_files(void);

/* Describes the sandbox of this system: "Landlock ABI 7, seccomp", or "none". */
void sandbox_describe(char *to, size_t size);

#endif
