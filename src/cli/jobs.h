/* jobs.h - work done by several threads, whose outputs come out in the order in which the work was put in
 *
 * Jobs wait in a ring until a thread takes them, the oldest first, and stay there until they are retired, the oldest
 * first again. Who puts them in retires them, too, in one thread, and only that one sees their outputs. What a job has
 * to say is passed on in blocks while it is at work, if it is the oldest one; others are ahead of their turn, and wait
 * when all of them together hold JOBS_HELD bytes a thread. So memory has a bound.
 */
#ifndef TRAWL_CLI_JOBS_H
#define TRAWL_CLI_JOBS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "cli/output.h"

#define JOBS_THREADS 256
#define JOBS_HELD ((size_t)4 << 20)

/* The oldest one waits, too, when the output does not take what it has. */
#define JOBS_OLDEST ((size_t)1 << 20)

/* Bytes for a descriptor, and their notes. */
struct job_block {
    struct job_block *next;
    int fd;
    size_t n, count, room;
    const struct output_note *notes; /* behind the bytes, in the same piece of memory */
    char p[];
};

/* The beginning of a job of the caller's. */
struct job {
    struct job_block *first, **last; /* not seen by who retires it */
    size_t held;                     /* bytes in them */
    int done;
    atomic_int dropped; /* nobody wants its output */
};

struct jobs;

/* What threads do; each of them calls with its own number, from 0. */
typedef void jobs_work(void *user, unsigned thread, struct job *job);

/* Of the oldest job: is its output wanted? Its next block. It is over: it is the caller's again. */
struct jobs_retire {
    int (*begin)(void *user, struct job *job);
    void (*block)(void *user, const struct job_block *block);
    void (*end)(void *user, struct job *job);
};

struct jobs {
    jobs_work *work;
    struct jobs_retire retire;
    void *user;
    pthread_mutex_t lock;
    pthread_cond_t more, room, news; /* a job to take; room for output; something to retire */
    struct job **ring;
    size_t places, oldest, next, end; /* counted from the first job on; [oldest, next) are taken */
    size_t held;                      /* by all jobs */
    struct job_block *spare;          /* blocks to be used again, so many */
    size_t spares;
    int over; /* nothing more will be wanted */
    unsigned threads;
    pthread_t *thread;
};

/* As many threads as there is memory for, at least one: 0; or -1. */
int jobs_open(struct jobs *j, unsigned threads, jobs_work *work, const struct jobs_retire *retire, void *user);

/* A new job, which is to be zero. Older ones are retired to make room. */
void jobs_put(struct jobs *j, struct job *job);

/* All jobs are retired. */
void jobs_drain(struct jobs *j);

/* From now on, no output is wanted: who works is told so, and jobs that are retired have none. */
void jobs_stop(struct jobs *j);

/* All jobs are retired, and the threads end. */
void jobs_close(struct jobs *j);

/* ---- For those who work ---- */

/* Pass that on, when there is room for it. 0; or an errno: ECANCELED when nobody wants it. */
int jobs_give(struct jobs *j, struct job *job, int fd, const char *p, size_t n, const struct output_note *notes,
              size_t count);

/* The same without a copy of the bytes: a block of at least so much room, NULL where memory is short; and when its fd, n and
 * count are set and its bytes written, it is handed over. There must be room in it for the notes, too, behind a few bytes of
 * alignment. */
struct job_block *jobs_block(struct jobs *j, size_t room);
int jobs_hand(struct jobs *j, struct job *job, struct job_block *block, const struct output_note *notes);

#endif
