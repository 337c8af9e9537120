/* worker.c - writes a new file in another process, which reads the input
 *
 * A parser that was taken over can then write to the file and to nothing else: it has no right to
 * any folder, and the file that it leaves has no more rights than the old file. The parent waits
 * and passes signals on; a signal ends the parent once the temporary file is removed.
 */
#include "app/newfile/newfile.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/command.h"
#include "app/guard/guard.h"

/* Waits for the worker. Returns its status, or -1 after an error message. */
static int end_worker(const struct child *worker, const char *command, const char *name)
{
    char rest[120];
    const int status = child_wait(worker);

    if (status >= 0 && WIFEXITED(status))
        return WEXITSTATUS(status);
    if (!child_stopped_by()) {
        (void)snprintf(rest, sizeof rest,
                       ": not written: the process that read it ended by signal %d",
                       status >= 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0);
        say(command, "", name, rest);
    }
    errno = EIO;
    return -1;
}

/* Does the work in the worker. Returns its status. */
static int do_work(const struct new_file *file, const char *command, new_file_work *work,
                   void *user)
{
    static char buffer[1 << 16];
    struct output out;
    int status;

    if (file->folder >= 0)
        (void)close(file->folder); /* only the parent uses it */
    output_open(&out, file->fd, buffer, sizeof buffer);
    status = work(user, &out, file->old);
    if (status >= NEW_FILE_READY && buffer_failed())
        return command_trouble(command, TRAWL_ERROR_NO_MEMORY);
    return status;
}

/* Runs the work on an open file. Returns as new_file_write(). */
static int write_by_worker(struct new_file *file, const char *command, new_file_work *work,
                           void *user)
{
    struct child worker;
    pid_t pid = child_start(&worker);
    int status, error = pid < 0 ? errno : 0;

    if (pid == 0)
        exit(do_work(file, command, work, user));
    status = error ? -1 : end_worker(&worker, command, file->name);
    if (!error && status >= NEW_FILE_READY)
        error = new_file_commit(file);
    if (error)
        new_file_complain(file, command, error);
    new_file_drop(file);
    child_end(&worker);
    if (child_stopped_by())
        (void)raise(child_stopped_by());
    errno = error ? error : errno;
    return error ? -1 : status >= NEW_FILE_READY ? status - NEW_FILE_READY : status;
}

int new_file_write(const char *command, const char *name, enum new_file_kind kind,
                   new_file_work *work, void *user)
{
    static struct new_file file;
    int error;

    if (new_file_open(&file, name, kind) >= 0)
        return write_by_worker(&file, command, work, user);
    error = errno;
    new_file_complain(&file, command, error);
    errno = error;
    return -1;
}
