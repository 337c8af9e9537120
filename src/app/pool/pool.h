/* pool.h - runs tasks in several threads, and retires them and their output in order
 *
 * Tasks wait in a ring until a thread takes the oldest task. The thread that adds tasks also
 * retires them, in the same order. A task passes its output on in blocks. The oldest task may
 * always do so, up to POOL_OLDEST bytes. All other tasks wait while the tasks together hold
 * POOL_HELD bytes per thread. So memory is bounded.
 *
 * cut.c finds places where a large file can be divided into tasks.
 */
#ifndef TRAWL_APP_POOL_POOL_H
#define TRAWL_APP_POOL_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <trawl_mail.h>

#include "app/show/show.h"

#define POOL_THREADS 256
#define POOL_HELD ((size_t)4 << 20)
#define POOL_OLDEST ((size_t)1 << 20)

/* The output of a task: bytes and, after them in the same memory, their notes; or a warning. */
struct pool_block {
    struct pool_block *next;
    size_t room; /* of p */
    size_t n, count;
    const struct note *notes;
    struct warning warning; /* times is 0: the block is not a warning */
    char p[];
};

/* The first member of a task of the user's. */
struct pool_task {
    struct pool_block *first, **last; /* output */
    size_t held;                      /* bytes in the blocks */
    size_t number;                    /* its place among all tasks */
    bool done;
    atomic_int dropped; /* its output is not needed */
};

/* What the user does with tasks. */
struct pool_work {
    /* Does a task in thread number `thread`, counted from 0. */
    void (*work)(void *user, unsigned thread, struct pool_task *t);
    /* Retire the oldest task. begin() returns true when the task's output is needed. block() takes
     * each block of the output, and may change its bytes. end() frees the task. None of them may
     * call pool_put() or pool_drain(). */
    int (*begin)(void *user, struct pool_task *t);
    void (*block)(void *user, struct pool_block *block);
    void (*end)(void *user, struct pool_task *t);
};

struct pool {
    const struct pool_work *work;
    void *user;
    pthread_mutex_t lock;
    pthread_cond_t more, room, news; /* a task to take; room for output; something to retire */
    struct pool_task **ring;
    size_t places, oldest, next, end; /* counted from the first task; [oldest, next) are taken */
    size_t held;                      /* by all tasks */
    struct pool_block *spare;         /* blocks to be used again, and their number; without these */
    size_t spares;                    /* -t json would take a third longer */
    bool over;                        /* all further output is dropped */
    bool retiring;                    /* a function of work is called */
    unsigned threads;
    atomic_uint numbers; /* the number of the next thread */
    pthread_t *thread;
};

/* Returns the number of threads for a value of -j: 0 means one for each processor. */
unsigned pool_threads(unsigned jobs);

/* Starts at most `threads` threads. Returns 0, or -1 when none could be started. */
int pool_open(struct pool *j, unsigned threads, const struct pool_work *work, void *user);

/* Adds a task, which must be zeroed. Retires older tasks to make room. */
void pool_put(struct pool *j, struct pool_task *task);

/* Retires all tasks. */
void pool_drain(struct pool *j);

/* Drops all further output. */
void pool_stop(struct pool *j);

/* Retires all tasks and ends the threads. */
void pool_close(struct pool *j);

/* In a task: passes bytes on when there is room. Returns 0, ENOMEM, or ECANCELED when the output
 * is not needed. */
int pool_output(struct pool *j, struct pool_task *task, const char *p, size_t n,
                const struct note *notes, size_t count);

/* Returns a spare or new block with room for this many bytes, or NULL when out of memory. free()
 * frees it. */
struct pool_block *pool_get_block(struct pool *j, size_t room);

/* In a task: like pool_output(), for the first n bytes of *block. If they fill a quarter of it,
 * passes on the block itself without a copy, and sets *block to another block of the same size. */
int pool_output_block(struct pool *j, struct pool_task *task, struct pool_block **block, size_t n,
                      const struct note *notes, size_t count);

/* In a task: passes a warning on. Returns as pool_output(). */
int pool_warn(struct pool *j, struct pool_task *task, const struct warning *warning);

/* ---- Places to cut: cut.c ---- */

/* The end of a piece that has all the rest of its file. */
#define CUT_NONE UINT64_MAX

/* Returns a likely place to cut a file, after `from`, or CUT_NONE. trawl_mail_tell() tests whether
 * it can be cut there. */
uint64_t pool_cut(int fd, uint64_t from, bool mailbox);

#endif
