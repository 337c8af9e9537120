/* child.c - starts a child process, waits for it, and passes signals on to it
 *
 * The first signal lets the child end its work. The second one kills it. A child cannot outlive its
 * parent on Linux; elsewhere it ends when its work is done.
 */
/* Declares prctl() and sigaction(). */
#define _GNU_SOURCE

#include "app/guard/guard.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "app/command.h"

/* SIGCHLD may be ignored by the caller; then no process can be waited for. */
static const int passed_on[CHILD_SIGNALS] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};

static volatile sig_atomic_t running, stopped_by;

static void pass_on(int number)
{
    int error = errno;

    if (running > 0)
        (void)kill((pid_t)running, stopped_by ? SIGKILL : number);
    stopped_by = number;
    errno = error;
}

/* Sets the actions for the signals, and stores the old ones, which are restored in the child. A
 * signal that was ignored stays ignored. */
static void watch_signals(struct child *child)
{
    struct sigaction action = {.sa_handler = pass_on};

    for (int i = 0; i < CHILD_SIGNALS; i++) {
        action.sa_handler = passed_on[i] == SIGCHLD ? SIG_DFL : pass_on;
        (void)sigaction(passed_on[i], &action, &child->before[i]);
        if (passed_on[i] != SIGCHLD && child->before[i].sa_handler == SIG_IGN)
            (void)sigaction(passed_on[i], &child->before[i], NULL);
    }
}

static void leave_signals(const struct child *child)
{
    for (int i = 0; i < CHILD_SIGNALS; i++)
        (void)sigaction(passed_on[i], &child->before[i], NULL);
}

/* Lets the kernel end the child when its parent is killed. */
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

/* No signal can arrive while the child is started. */
pid_t child_start(struct child *child)
{
    const pid_t parent = getpid();
    sigset_t all, before;
    int error;

    (void)sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    watch_signals(child);
    stopped_by = 0;
    child->process = fork();
    error = errno;
    if (child->process == 0) {
        leave_signals(child);
        end_with(parent);
    }
    running = (sig_atomic_t)child->process;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return child->process;
}

int child_wait(const struct child *child)
{
    int status = 0;
    pid_t ended;

    do
        ended = waitpid(child->process, &status, 0);
    while (ended < 0 && errno == EINTR);
    running = 0;
    return ended < 0 ? -1 : status;
}

int child_stopped_by(void)
{
    return stopped_by;
}

void child_end(const struct child *child)
{
    leave_signals(child);
}
