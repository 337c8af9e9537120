/* sandbox.h - gives up what a command does not need, before it reads its input
 *
 *     sandbox_begin(&box, "wrap", choice, 0);
 *     sandbox_read(&box, path);
 *     if (sandbox_close(&box) != 0)
 *         return SANDBOX_MISSING;
 *
 * From sandbox_close() on, the process and its threads can read and write only the files that were
 * named and those that libraries are loaded from, and can neither start programs nor open sockets.
 * Nothing undoes this. Files that are open stay open; only standard output, standard error and the
 * descriptors that are declared can be written to.
 */
#ifndef TRAWL_APP_SANDBOX_SANDBOX_H
#define TRAWL_APP_SANDBOX_SANDBOX_H

#include <stdbool.h>

#include "app/command.h"
#include "app/newfile/newfile.h"

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

/* Returns true for the name of a file that the command replaces. */
typedef bool sandbox_replaces(void *user, const char *name);

#define BROKER_DATABASES 64

/* The files that the broker opens. */
struct broker_plan {
    char *databases[BROKER_DATABASES]; /* without symbolic links */
    size_t databases_n;
    sandbox_replaces *replaces;
    void *user;
};

struct sandbox {
    const char *command; /* for messages */
    int choice;          /* 1 plus a choice of sandbox_choices, or 0 */
    unsigned needs;
    struct descriptors outputs, channels;
    int rules; /* the rules of Landlock, or -1 */
    struct broker_plan broker;
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

/* Allows to read a file, or a folder and all below it. NULL: all files. A path that does not exist
 * is ignored. */
void sandbox_read(struct sandbox *box, const char *path);

/* Allows to read the operands. `files0` is the value of --files0-from, or NULL: with a list, all
 * files may be read. */
void sandbox_inputs(struct sandbox *box, const struct options *args, const char *files0);

/* Allows to read, create, change, rename and remove files in the folder and below it. */
void sandbox_write(struct sandbox *box, const char *folder);

/* Allows what SQLite needs for temporary files. */
void sandbox_temporary(struct sandbox *box);

/* Allows to use a database, the files beside it, and temporary files, by broker_open() and the
 * like. */
void sandbox_database(struct sandbox *box, const char *path);

/* Allows replaced_open() for the names for which `replaces` returns true. */
void sandbox_replace(struct sandbox *box, sandbox_replaces *replaces, void *user);

/* Closes the sandbox. Returns 0, or SANDBOX_MISSING after a message. */
int sandbox_close(struct sandbox *box);

/* Ends the broker, and waits until it has ended. */
void sandbox_end(void);

/* ---- Files that a process outside of the sandbox opens: broker.c ---- */

/* Returns true when there is such a process. */
bool broker_runs(void);

/* Returns true when there is one, and this is a database of the plan, or a file beside it. */
bool broker_has(const char *path);

/* Opens a database, or a file beside it. Only the access mode and O_CREAT of the flags count.
 * Returns a descriptor, or -1 with errno. */
int broker_open(const char *path, int flags);

/* Opens the folder of a database, for fsync(). */
int broker_open_directory(const char *path);

/* Opens a temporary file, which has no name. */
int broker_open_temporary(void);

/* Removes a database, or a file beside it. Returns 0, or -1 with errno. */
int broker_unlink(const char *path);

/* A new file of trawl's own, which the broker opens and renames if there is one. It has one such
 * file at a time. */
struct replaced_file {
    struct new_file file;
    int fd;
    bool by_broker;
};

/* As new_file_open() and the like. */
int replaced_open(struct replaced_file *file, const char *name);
int replaced_commit(struct replaced_file *file);
void replaced_drop(struct replaced_file *file);

/* Opens and closes the sandbox of a command that reads only standard input and the operands
 * (`args`, or NULL). */
int sandbox_to_read(const char *command, int choice, const struct options *args);

/* Returns true once a sandbox of this process restricts which files can be opened. */
bool sandbox_limits_files(void);

/* Describes the sandbox of this system: "Landlock ABI 7, seccomp", or "none". */
void sandbox_describe(char *to, size_t size);

#endif
