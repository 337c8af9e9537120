/* inside.h - what the files of this folder share: the sink, and work done by several threads
 *
 *   pool.c    threads, jobs in a ring, and their outputs in order
 *   jobs.c    what the threads are given: small files together, large ones in pieces
 *   pieces.c  where a large file can be cut
 *   work.c    what a thread does
 *   merge.c   how the outputs are put together
 */
#ifndef TRAWL_CLI_FIND_INSIDE_H
#define TRAWL_CLI_FIND_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "cli/find/find.h"

/* A trawl_sink whose user is a struct find. */
trawl_sink find_sink;

/* Opens the reader again, for all that the library knows about links. Nothing of the file was
 * fed. */
int find_need_places(struct find *f);

/* ---- The pool: pool.c ----
 *
 * Jobs wait in a ring until a thread takes them, the oldest first, and are retired in the same
 * order by the thread that puts them in. A job passes its output on in blocks. The oldest job may
 * always do so, up to JOBS_OLDEST; the others block when all of them together hold JOBS_HELD bytes
 * a thread. So memory is bounded.
 */

#define JOBS_THREADS 256
#define JOBS_HELD ((size_t)4 << 20)
#define JOBS_OLDEST ((size_t)1 << 20)

/* Bytes for a descriptor, and their notes, which follow them in the same piece of memory. */
struct job_block {
    struct job_block *next;
    int fd;
    size_t room; /* of p */
    size_t n, count;
    const struct note *notes;
    char p[];
};

/* The start of a job of the caller's. */
struct job {
    struct job_block *first, **last;
    size_t held; /* bytes in the blocks */
    int done;
    atomic_int dropped; /* its output is not needed */
};

struct jobs;

/* Does a job, in the thread with this number from 0. */
typedef void jobs_work(void *user, unsigned thread, struct job *job);

/* How the oldest job is retired: begin returns true when its output is needed; block gets each
 * block; end gets the job back. */
struct jobs_retire {
    int (*begin)(void *user, struct job *job);
    void (*block)(void *user, const struct job_block *block);
    void (*end)(void *user, struct job *job);
};

struct jobs {
    jobs_work *work;
    const struct jobs_retire *retire;
    void *user;
    pthread_mutex_t lock;
    pthread_cond_t more, room, news; /* a job to take; room for output; something to retire */
    struct job **ring;
    size_t places, oldest, next, end; /* counted from the first job; [oldest, next) are taken */
    size_t held;                      /* by all jobs */
    struct job_block *spare;          /* so many blocks that are used again: without these */
    size_t spares;                    /* -t json would take a third longer */
    int over;                         /* nothing more is needed */
    unsigned threads;
    pthread_t *thread;
};

/* Starts up to so many threads. Returns 0, or -1 when there is none. */
int jobs_open(struct jobs *j, unsigned threads, jobs_work *work, const struct jobs_retire *retire,
              void *user);

/* Adds a job, which is zero. Older ones are retired to make room. */
void jobs_put(struct jobs *j, struct job *job);

/* Retires all jobs. */
void jobs_drain(struct jobs *j);

/* No output is needed any more. */
void jobs_stop(struct jobs *j);

/* Retires all jobs and ends the threads. */
void jobs_close(struct jobs *j);

/* In a job: passes bytes on when there is room. Returns 0, ENOMEM, or ECANCELED when the output
 * is not needed. */
int jobs_give(struct jobs *j, struct job *job, int fd, const char *p, size_t n,
              const struct note *notes, size_t count);

/* ---- The work ---- */

/* Where a piece ends that has all the rest of its file. */
#define CUT_NONE UINT64_MAX

/* A large file that is read in pieces. The threads use the first members, which do not change. */
struct whole {
    char *name; /* NULL for standard input */
    int fd;
    int mailbox;     /* else a text */
    int input, kind; /* enum trawl_input: what it is taken for, and what it is */

    unsigned refs;
    int begun, over;       /* a piece was merged; nothing more of it is needed */
    uint64_t lines;        /* of the merged pieces, if they are counted */
    trawl_mail_place here; /* where the next piece must begin, and how; at first a hint */
};

enum task_kind {
    TASK_FILES, /* small files */
    TASK_PIECE, /* a piece of a large one */
    TASK_WORDS  /* messages of the main thread, in order with the others */
};

struct task {
    struct job job;
    enum task_kind kind;
    struct buffer text; /* FILES: for each an enum source_kind as a byte, a name, a NUL */
    unsigned files;
    uint64_t size; /* of all files */
    struct whole *whole;
    uint64_t to;            /* PIECE: its end, or CUT_NONE */
    trawl_mail_place guess; /* PIECE: where it begins; its input is AUTO for the first one */
    int misfit;             /* it began at another place than assumed */
    int stale;              /* its file was over already */

    /* The results. */
    int stop, error, bad, out_error;
    int ended; /* PIECE: the file ended */
    uint64_t links, messages, bytes, lines;
    trawl_mail_place end; /* PIECE: where it ended, relative to the guess */
    char trouble[sizeof((struct input *)0)->trouble];
};

/* What a thread has. */
struct worker {
    struct find find;
    struct output out;
    struct output_taker answers, words; /* for standard output, for messages */
    struct jobs *jobs;
    struct job *job;
    int open, failed;
    char *buffer;
};

struct find_jobs {
    struct find *f; /* of the main thread */
    struct jobs jobs;
    unsigned threads; /* 0: not decided */
    int started, stop;
    int one_file;       /* there is nothing but one file */
    uint64_t seen;      /* bytes of files, until threads are started */
    struct task *batch; /* files that wait for more */
    struct worker *workers;
    int zones;          /* the output depends on trawl_mail_place.zone */
    uint64_t before[2]; /* NOTE_LINE, NOTE_MESSAGE: lines and messages before the piece */
    int skipping;       /* a link that came before */
    struct output_taker words;
};

/* Returns a number of bytes, which tests make smaller. */
uint64_t find_jobs_size(uint64_t size);

/* Starts the threads. Returns -1 when there are none. */
int find_jobs_start(struct find_jobs *fj);

/* Returns a new task, or NULL after setting fj->stop. */
struct task *find_jobs_task(struct find_jobs *fj, enum task_kind kind);

/* Puts in the files that wait for more. */
void find_jobs_put_batch(struct find_jobs *fj);

/* Gives out a large file in pieces. Returns false when it is not large, or cannot be cut. */
int find_pieces(struct find_jobs *fj, const struct source *s, uint64_t size);

/* Returns a likely place after from to cut a file, or CUT_NONE. trawl_mail_tell() says whether
 * it is one. */
uint64_t find_cut(int fd, uint64_t from, int mailbox);

/* A jobs_work whose user is a struct find_jobs. */
void find_work(void *user, unsigned thread, struct job *job);
void find_work_close(struct find_jobs *fj);

/* Reads a piece up to in->to, or further to where nothing is open. Sets *end, or *ended if the
 * file is over. Returns as find_file(). */
int find_work_piece(struct find *f, struct input *in, int mailbox, trawl_mail_place *end,
                    int *ended);

/* Bytes of a piece of a text that is printed: as much output is in the buffer of a thread. */
#define FIND_TEXT_PIECE ((size_t)1 << 19)

extern const struct jobs_retire find_merge;

/* Drops a reference to a file in pieces. */
void find_merge_leave(struct whole *w);

#endif
