/* guard.h - goes on after a message that ends the process which reads it
 *
 *     if (!guard_begin("site", &status))
 *         return status;
 *     ...
 *     guard_enter(0, source, true);
 *     ... read or render a message ...
 *     guard_leave(0);
 *
 * guard_begin() starts a process that does the work of the command, before it opens anything. If
 * this process ends by a fault while a message is read, does not get on with it for GUARD_SECONDS,
 * or needs more than GUARD_MEMORY for it, another process starts the work anew and continues where
 * the state on disk allows. It knows the message, and reads it in a safe way.
 *
 *   guard.c   the processes, the deaths, the limits
 *   child.c   starts a child process, and passes signals on to it
 */
#ifndef TRAWL_APP_GUARD_GUARD_H
#define TRAWL_APP_GUARD_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define GUARD_THREADS 5                  /* thread 0 is the main thread */
#define GUARD_SECONDS 10                 /* of processor time */
#define GUARD_MEMORY ((uint64_t)1 << 30) /* bytes */

/* A message that ended a process. */
struct guard_death {
    uint64_t source; /* see guard_source() */
    uint64_t at;     /* the place of the message in the source, or GUARD_WHOLE */
    unsigned count;  /* how often: above 1 if the safe way to read it was not safe */
    int why;         /* a signal, or one of the next two */
};
enum { GUARD_LONG = -1, GUARD_LARGE = -2 };

/* A place: any message of the source may have ended a process, so it has to be read exactly, in the
 * main thread alone. */
#define GUARD_WHOLE UINT64_MAX

/* After so many deaths at a message, the message before it counts as one of them, too. */
#define GUARD_BEFORE 3

/* Starts the process. Returns true in this process, which then does the work of the command.
 * Returns false in the parent, when the work is over, and sets *status to its exit status. The work
 * must be one that can begin again. */
bool guard_begin(const char *command, int *status);

/* Returns the number of this process in the run, from 1; 0 if guard_begin() did not start it. */
unsigned guard_process(void);

/* Makes the run end with STATUS_TROUBLE, also if another process ends it. */
void guard_trouble(void);

/* Returns numbers that are kept when the process is replaced; at first 0. */
#define GUARD_NUMBERS 12
uint64_t *guard_numbers(void);

/* Limit the time and memory for a message from now on, and no longer. */
void guard_limit(void);
void guard_unlimit(void);

/* Returns the number of a source, never 0. */
uint64_t guard_source(const char *name);

/* Notes that a thread reads a source. `exact`: guard_at() tells which message it is. */
void guard_enter(unsigned thread, uint64_t source, bool exact);

/* Notes the place of the message that is read. `last` is the message before it. */
void guard_at(unsigned thread, uint64_t at, uint64_t last);

/* Notes that the thread gets on. */
void guard_step(unsigned thread);
void guard_leave(unsigned thread);

/* guard_visit() notes that the main thread reads this message in the middle of another source,
 * guard_return() that it goes on with that source. */
void guard_visit(uint64_t source, uint64_t at);
void guard_return(void);

/* Returns the death at this place, or NULL. */
const struct guard_death *guard_find(uint64_t source, uint64_t at);

/* Returns the death in a source that happened most often, or NULL. */
const struct guard_death *guard_worst(uint64_t source);

/* Writes why a process ended: "ended by signal 8". Returns the text. */
#define GUARD_WHY 40
const char *guard_why(const struct guard_death *death, char text[GUARD_WHY]);

/* Called when memory is short. If the message that is read has taken it, ends this process. */
void guard_no_memory(void);

/* ---- Child processes: child.c ---- */

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
