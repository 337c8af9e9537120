/* find_jobs_inside.h - between the files of find_jobs.h: what threads do, and how it is put together */
#ifndef TRAWL_CLI_FIND_JOBS_INSIDE_H
#define TRAWL_CLI_FIND_JOBS_INSIDE_H

#include "cli/find_file.h"
#include "cli/jobs.h"

/* Bytes of a piece, where its text is printed. */
#define FIND_JOBS_TEXT ((size_t)1 << 19)

/* A large file that is read in pieces. Threads see of it what does not change; the rest is the main thread's. */
struct whole {
    char *name; /* NULL for standard input                                 */
    int fd;
    int mailbox;     /* else a text                                             */
    int input, kind; /* enum trawl_input: what it is taken for, and what it is  */

    unsigned refs;
    int begun, over; /* the first piece is done; nothing of it is wanted any more */
    trawl_mail_place
        here; /* up to where all is known: the next piece must begin there, and so; a hint before it has begun */
};

enum task_kind {
    TASK_FILES, /* small ones    */
    TASK_PIECE, /* of a large one */
    TASK_WORDS  /* messages of the main thread, in the order of the others */
};

/* What a thread does at a time. */
struct task {
    struct job job;
    enum task_kind kind;
    struct reply text; /* FILES: for each an enum source_kind, as a byte, a name, a NUL; WORDS: these */
    unsigned files;
    uint64_t size; /* of all files */
    struct whole *whole;
    uint64_t to;            /* PIECE: so far, FIND_CUT_NONE for all that is left */
    trawl_mail_place guess; /* where it begins; input is TRAWL_INPUT_AUTO for the first one */
    int misfit;             /* it began elsewhere, or in another way ... */
    int stale;              /* ... or when its file was over             */
    /* What came of it */
    int stop, error, bad, out_error;
    int ended; /* PIECE: the file did, there */
    uint64_t links, messages, bytes;
    trawl_mail_place end; /* PIECE: where it ended, if the file did not; counted from the guess */
    char trouble[sizeof((struct input *)0)->trouble];
};

/* What a thread needs. */
struct worker {
    struct find find;
    struct output out;
    struct output_elsewhere answers, words;
    struct jobs *jobs;
    struct job *job; /* at which it works */
    int open, failed;
    struct job_block *block; /* what out writes into */
};

struct find_jobs {
    struct find *f; /* of the main thread */
    struct jobs jobs;
    unsigned threads; /* 0: not known yet */
    int started, stop;
    int alone;          /* one file is all there is to do */
    uint64_t seen;      /* bytes of files so far, until threads start */
    struct task *batch; /* files that wait for more of them */
    struct worker **workers;
    int zones;        /* what is printed depends on trawl_mail_place.zone */
    uint64_t base[2]; /* of the piece that is put out: OUTPUT_LINES, OUTPUT_MESSAGES */
    int skipping;     /* a record that is not new */
    struct output_elsewhere words;
};

/* find_jobs.c: a number of bytes, which tests make smaller; the threads begin, and the main thread's own words take their turn
 * from then on (-1: there are none); a new task, NULL after fj->stop was set; files that wait for more of them do so no longer. */
uint64_t find_jobs_size(uint64_t usual);
int find_jobs_start(struct find_jobs *fj);
struct task *find_jobs_task(struct find_jobs *fj, enum task_kind kind);
void find_jobs_put_batch(struct find_jobs *fj);

/* find_pieces.c: was it large, and could it be cut? Then all of it has been given out. */
int find_pieces(struct find_jobs *fj, const struct source *s, uint64_t size);

/* find_work.c: a jobs_work, whose user is a struct find_jobs. */
void find_work(void *user, unsigned thread, struct job *job);
void find_work_close(struct find_jobs *fj);

/* Feed a piece up to in->to, and beyond it if something is open there: then *end says where it ended, or *ended becomes 1: the
 * file is over. Returns as find_file(). */
int find_work_piece(struct find *f, struct input *in, int mailbox, trawl_mail_place *end, int *ended);

/* find_merge.c: tasks come to an end, the oldest first. */
extern const struct jobs_retire find_merge;

/* Nobody needs it for that any more. */
void find_merge_leave(struct whole *w);

#endif
