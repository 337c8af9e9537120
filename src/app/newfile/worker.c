/* worker.c - writes a new file in another process, which reads the input
 *
 * A parser that was taken over can then write to the file and to nothing else: it has no right to
 * any folder, and the file that it leaves has no more rights than the old file. The parent waits
 * and passes signals on; a signal ends the parent once the temporary file is removed.
 */
/* Declares prctl() and sigaction(). */
#define _GNU_SOURCE

#include "app/newfile/newfile.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "app/command.h"

/* SIGCHLD may be ignored by the caller; then no process can be waited for. */
static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};

enum { SIGNALS = sizeof passed_on / sizeof passed_on[0] };

static volatile sig_atomic_t worker, stopped_by;

static void pass_on(int number)
{
    int error = errno;

    stopped_by = number;
    if (worker > 0)
        (void)kill((pid_t)worker, number);
    errno = error;
}

/* Sets the actions for the signals, and stores the old ones. They are restored in the worker, and
 * before this process ends by a signal, so a signal that was ignored ends neither of the two. */
static void watch_signals(struct sigaction old[SIGNALS])
{
    struct sigaction action = {.sa_handler = pass_on};

    for (int i = 0; i < SIGNALS; i++) {
        action.sa_handler = passed_on[i] == SIGCHLD ? SIG_DFL : pass_on;
        (void)sigaction(passed_on[i], &action, &old[i]);
    }
}

static void leave_signals(const struct sigaction old[SIGNALS])
{
    for (int i = 0; i < SIGNALS; i++)
        (void)sigaction(passed_on[i], &old[i], NULL);
}

/* Lets the kernel end the worker when its parent is killed. */
static void end_with(pid_t parent)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        exit(STATUS_TROUBLE);
#else
    (void)parent;
#endif
}

/* Starts the worker while no signal can arrive. Returns its number, 0 in the worker, or -1 with
 * errno. */
static pid_t start_worker(struct sigaction old[SIGNALS])
{
    const pid_t parent = getpid();
    sigset_t all, before;
    int error;

    (void)sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    watch_signals(old);
    stopped_by = 0;
    worker = (sig_atomic_t)fork();
    error = errno;
    if (worker == 0) {
        leave_signals(old);
        end_with(parent);
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return (pid_t)worker;
}

/* Waits for the worker. Returns its status, or -1 after an error message. */
static int end_worker(const char *command, const char *name)
{
    char rest[120];
    int status = 0;
    pid_t ended;

    do
        ended = waitpid((pid_t)worker, &status, 0);
    while (ended < 0 && errno == EINTR);
    worker = 0;
    if (ended > 0 && WIFEXITED(status))
        return WEXITSTATUS(status);
    if (!stopped_by) {
        (void)snprintf(rest, sizeof rest,
                       ": not written: the process that read it ended by signal %d",
                       WIFSIGNALED(status) ? WTERMSIG(status) : 0);
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
    struct sigaction old[SIGNALS];
    pid_t pid = start_worker(old);
    int status, error = pid < 0 ? errno : 0;

    if (pid == 0)
        exit(do_work(file, command, work, user));
    status = error ? -1 : end_worker(command, file->name);
    if (!error && status >= NEW_FILE_READY)
        error = new_file_commit(file);
    if (error)
        new_file_complain(file, command, error);
    new_file_drop(file);
    leave_signals(old);
    if (stopped_by)
        (void)raise(stopped_by);
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
