/* newfile.h - files with a temporary name, which get their own name when they are complete
 *
 *     fd = new_file_open(&file, name, NEW_FILE_OUTPUT);
 *     ... write to fd ...
 *     error = new_file_commit(&file);
 *     new_file_drop(&file);
 *
 * Neither a failure nor a signal leaves half a file under the name, and an old file stays until the
 * new file is on the disk. The name is resolved once: its folder stays open, and everything happens
 * there. A symbolic link stays, and the file that it leads to is replaced. If the new file cannot
 * get the owner, group, mode, ACL and extended attributes of the old file, it does not replace that
 * file.
 */
#ifndef TRAWL_APP_NEWFILE_NEWFILE_H
#define TRAWL_APP_NEWFILE_NEWFILE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "app/show/show.h"

/* ---- Names of open descriptors: descriptor.c ---- */

enum { DESCRIPTOR_NONE = -1, DESCRIPTOR_OTHER = -2 /* one of another process */ };

/* Returns the descriptor that a name such as "/dev/stdout" or "/dev/fd/3" leads to, or one of the
 * above. */
int descriptor_of(const char *name);

/* Returns a copy of a descriptor that the program has inherited, to be written to as it is; or -1
 * with errno, and with *why if it cannot be written to. */
int descriptor_open(int descriptor, const char **why);

/* What to do then. */
#define DESCRIPTOR_CURE "name one that is open for writing, as in 3>FILE"

/* ---- New files: newfile.c ---- */

enum new_file_kind {
    NEW_FILE_OUTPUT,  /* an output that the user named: may be new; a descriptor, a device or a pipe
                       * is written to */
    NEW_FILE_IN_PLACE /* a regular file, which is read, too */
};

/* ".trawl-0123456789abcdef.tmp" and a NUL. */
#define NEW_FILE_TEMPORARY 28

struct new_file {
    const char *name;    /* as it was given */
    char path[PATH_MAX]; /* what it leads to */
    const char *last;    /* the name in the folder, in `path` */
    int folder;          /* held open; -1: a descriptor, a device or a pipe is written to */
    int old;             /* the old file, open for reading; -1: none whose attributes are kept */
    struct stat was;     /* of the old file, when it was opened */
    int fd;              /* to write to; -1: not open */
    char temporary[NEW_FILE_TEMPORARY]; /* "": there is nothing to remove */
    char why[300];                      /* what failed, and what to do; "" if errno says all */
};

/* Opens a file to be written. `name` must stay valid. Returns its descriptor, or -1 with errno.
 * Temporary files that killed runs left in the folder are removed. */
int new_file_open(struct new_file *file, const char *name, enum new_file_kind kind);

/* Syncs and closes the file, and renames it. Returns 0 or an errno. */
int new_file_commit(struct new_file *file);

/* Closes all descriptors, and removes the temporary file unless it was committed. *file may be all
 * zeros. */
void new_file_drop(struct new_file *file);

/* Prints what failed, and the errno. */
void new_file_complain(const struct new_file *file, const char *command, int error);

/* ---- Files written by a worker: worker.c ----
 *
 * The worker is a process that reads the input in a sandbox which lets it write to the descriptor
 * of the file and to no folder. The parent, which does not read the input, does the rest.
 */

/* A bit beside the status of a worker: the file is complete, and to be committed. */
#define NEW_FILE_READY 0x80

/* The work of a worker: closes a sandbox that allows writing to out->fd, writes the file, and
 * flushes it. `old` is the old file, open for reading, or -1. Returns an exit status below
 * NEW_FILE_READY, or an exit status combined with NEW_FILE_READY. */
typedef int new_file_work(void *user, struct output *out, int old);

/* Opens the file, writes it in a worker, and commits or drops it. Returns the status of the worker,
 * or -1 with errno after an error message. A signal that ends the program ends the worker, too, and
 * the temporary file is removed. */
int new_file_write(const char *command, const char *name, enum new_file_kind kind,
                   new_file_work *work, void *user);

#endif
