/* child.h - a child process that gets the signals of its parent, and ends with it */
#ifndef TRAWL_APP_GUARD_CHILD_H
#define TRAWL_APP_GUARD_CHILD_H

#include <signal.h>
#include <sys/types.h>

#define CHILD_SIGNALS 4

/* A child, and how this process handled the signals before. One child runs at a time. */
struct child {
    pid_t process;
    struct sigaction before[CHILD_SIGNALS];
};

/* Starts a child. While it runs, this process passes SIGINT, SIGTERM and SIGHUP on to it. Returns
 * its number, 0 in the child, or -1 with errno. */
pid_t child_start(struct child *child);

/* Waits until the child has ended. Returns its status as of waitpid(), or -1. */
int child_wait(const struct child *child);

/* Returns the last signal that was passed on, or 0. */
int child_stopped_by(void);

/* Handles signals as before child_start(). */
void child_end(const struct child *child);

#endif
