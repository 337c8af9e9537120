/* inside.h - shared by the files of this folder: the sink, and work done by several threads
 *
 *   jobs.c    gives work to the threads: small files together, large ones in pieces
 *   pieces.c  finds places where a large file can be cut
 *   work.c    the work of a thread
 *   merge.c   joins the outputs
 */
#ifndef TRAWL_TRAWL_FILTER_INSIDE_H
#define TRAWL_TRAWL_FILTER_INSIDE_H

#include <stdbool.h>

#include "base/ascii.h"
#include "trawl/filter/filter.h"
#include "app/pool/pool.h"

/* A trawl_sink whose user is a struct find. */
trawl_sink find_sink;

/* Opens the reader again, for all properties of links, before any byte of the file is fed. */
int find_need_places(struct find *f);

/* ---- Warnings that repeat: warn.c ---- */

/* Returns true when a LIMIT event is about a part or a file that is not read, which is not a fault
 * of the input. */
bool find_is_unread(const trawl_event *e);

/* Passes on the warning of a LIMIT event, unless this input already had enough of its kind. */
void find_warn(struct find *f, const trawl_event *e);

/* Warns, once for an input, that a link that is printed has bytes that are not UTF-8. Does nothing
 * for other links. */
void find_warn_bytes(struct find *f, const trawl_link *link);

/* Receives, in order, a warning about a piece of this input or about another input. */
void find_warn_merge(struct find *f, const struct warning *warning);

/* Ends the input, or the piece: passes on how many warnings were left out. */
void find_warn_end(struct find *f);

/* ---- A link under the cursor: at.c ---- */

/* Reads the value of --at. Returns 0, or -1 after an error message. */
int at_read(struct find_options *options, const char *value);

/* Takes a LINK event, and keeps the record of the link if it is nearer than the links before.
 * Returns the sink's value. */
int at_event(struct find *f, const trawl_event *e);

/* Writes the record that was kept, at the end of a file. */
void at_end(struct find *f);

/* ---- Relative links of Markdown: markdown.c ---- */

/* Returns true for Markdown (by its name or --notation) whose relative links --scheme any or --flag
 * no-scheme lists. */
bool markdown_wanted(const struct find *f, const char *name);

/* Sets f->markdown. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int markdown_open(struct find *f);

/* Feeds the bytes to the library, and finds relative links in them. */
int markdown_feed(struct find *f, const char *p, size_t n);

/* Handles the relative links that precede the event of another link. */
int markdown_before(struct find *f, const trawl_event *e);

/* Ends the text. Returns as trawl_mail_finish(). */
int markdown_finish(struct find *f);

void markdown_close(struct find *f);

/* ---- Tasks ---- */

/* A large file that is read in pieces. The threads use the first members, which do not change. */
struct whole {
    char *name; /* NULL for standard input */
    int fd;
    bool mailbox;    /* false: a text */
    int input, kind; /* enum trawl_input: the format to read it as, and the format that it has */

    unsigned refs;
    bool begun;
    bool over;             /* a piece was merged; the rest is not needed */
    uint64_t lines;        /* of the merged pieces, if they are counted */
    trawl_mail_place here; /* where and in what state the next piece must begin; at first a hint */
};

enum task_kind {
    TASK_FILES, /* small files, and warnings about sources between them */
    TASK_PIECE  /* a piece of a large file */
};

/* A warning in the list of a task, beside enum source_kind. */
enum { WORK_WARNING = 'w' };

struct task {
    struct pool_task pool;
    enum task_kind kind;

    /* The work. */
    struct buffer text; /* FILES: for each file an enum source_kind as a byte, its name, and a NUL;
                           for SOURCE_GIT, then the message's size as a size_t, and the message. For
                           a warning: WORK_WARNING, its line, and a NUL */
    unsigned files;
    uint64_t size; /* of all files */
    struct whole *whole;
    uint64_t to;            /* PIECE: its end, or CUT_NONE */
    trawl_mail_place guess; /* PIECE: its assumed beginning; the input is AUTO for the first
                             * piece */
    bool misfit;            /* the guess was wrong */
    bool stale;             /* the rest of its file is not needed */

    /* The results. */
    int stop, error, out_error;
    bool bad;
    bool ended; /* PIECE: the file ended */
    uint64_t links, messages, bytes, lines;
    trawl_mail_place end; /* PIECE: where it ended, relative to the guess */
    char trouble[sizeof((struct input *)0)->trouble];
};

/* ---- The work ---- */

/* The state of a thread. */
struct worker {
    struct find find;
    struct output out;
    struct output_taker taker;
    struct pool *jobs;
    struct task *task;
    bool open;
    int failed;
    struct pool_block *block; /* has the buffer of `out`, and room for notes */
};

struct find_jobs {
    struct find *f; /* of the main thread */
    struct pool jobs;
    unsigned threads; /* 0: not decided */
    bool started;
    int stop;
    bool one_file;      /* the only input is one file */
    uint64_t seen;      /* size of the files so far; decides when threads start */
    struct task *batch; /* small files, collected for one task */
    struct worker *workers;
    bool zones;                /* the output depends on trawl_mail_place.zone */
    uint64_t before[2];        /* NOTE_LINE, NOTE_MESSAGE: lines and messages before the piece */
    bool skipping;             /* what comes is the output of a link seen before; it is dropped */
    struct output sources;     /* takes the warnings about sources: they wait in the batch */
    struct output_taker taker; /* of it */
};

/* Returns `size`, or a smaller size in tests. */
uint64_t find_jobs_size(uint64_t size);

/* In tests: notes that a piece was cut at a wrong place, and is read again. */
void find_jobs_again(void);

/* Starts the threads. Returns -1 when there are none. */
int find_jobs_start(struct find_jobs *fj);

/* Returns a new task, or NULL after setting fj->stop. */
struct task *find_jobs_task(struct find_jobs *fj, enum task_kind kind);

/* Gives the collected small files to a thread. */
void find_jobs_put_batch(struct find_jobs *fj);

/* Gives a large file to the threads in pieces. Returns false if it is not large or cannot be
 * cut. */
bool find_pieces(struct find_jobs *fj, const struct source *s, uint64_t size);

/* As pool_work.work(); the user is a struct find_jobs. */
void find_work(void *user, unsigned thread, struct pool_task *pooled);
void find_work_close(struct find_jobs *fj);

/* Reads a piece from the place `from`, in line `line`, up to t->to, or further up to a place where
 * the file can be cut. Sets the results of the task except the counts of links and messages. */
void find_work_read(struct find *f, struct task *t, const trawl_mail_place *from, uint64_t line);

/* Bytes of a piece in a text format: the buffer of a thread holds its output. */
#define FIND_TEXT_PIECE ((size_t)1 << 19)

/* The other functions of struct pool_work. */
int find_merge_begin(void *user, struct pool_task *pooled);
void find_merge_block(void *user, struct pool_block *block);
void find_merge_end(void *user, struct pool_task *pooled);

/* Drops a reference to a file in pieces. */
void find_merge_leave(struct whole *w);

#endif
