/* jobs.c - reads files in threads: small ones together, large mailboxes in pieces
 *
 * The threads scan; the main thread stores their records, in the order of the files. A piece of a
 * mailbox begins at a guessed place. If the preceding piece ends elsewhere, the guess was wrong:
 * the records are dropped, and the main thread reads the piece again.
 */
#include "archive/index/index.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define THREADS 4                    /* at most; more threads would wait for the writer */
#define ENOUGH ((uint64_t)1 << 20)   /* threads start after this many bytes */
#define LARGE ((uint64_t)4 << 20)    /* smaller mailboxes are not cut into pieces */
#define PIECE ((uint64_t)1 << 20)    /* bytes of a piece */
#define TOGETHER ((uint64_t)1 << 18) /* a task of small files is full after this many bytes, */
#define FILES 64                     /* or after this many files */
#define START ((size_t)48 << 10)     /* bytes from which the kind of a file is detected */

/* A mailbox that is read in pieces. */
struct jobs_whole {
    struct file file;
    int fd;
    unsigned refs;
    bool begun, over;
    trawl_mail_place here; /* where the next piece begins */
};

struct jobs_task {
    struct pool_task pool;
    struct file files[FILES];
    size_t count;
    uint64_t size;
    struct jobs_whole *whole; /* the mailbox of the piece; NULL: the task is `files` */
    struct piece piece;
    trawl_mail_place end;
    int error;
    bool misfit;
};

struct thread {
    struct jobs *jobs;
    struct gather *scan;
    struct jobs_task *task;
    int error; /* of jobs_pass_on() */
};

struct jobs {
    struct writer *writer;
    const trawl_settings *settings;
    struct pool pool;
    unsigned threads;
    bool started, failed, stopped;
    uint64_t seen; /* bytes of the files so far */
    struct jobs_task *batch;
    struct thread thread[THREADS], own; /* own: of the main thread */
    const struct file *files;           /* the next file of the task that is stored */
};

/* ---- Records ---- */

/* A gather_sink. Sets thread->error, unless the task was dropped. */
static int jobs_pass_on(void *user, trawl_str records)
{
    struct thread *thread = user;
    int error =
        pool_output(&thread->jobs->pool, &thread->task->pool, records.p, records.n, NULL, 0);

    if (error == ENOMEM)
        thread->error = TRAWL_ERROR_NO_MEMORY;
    return error != 0;
}

static int take_here(void *user, trawl_str records)
{
    struct jobs *j = ((struct thread *)user)->jobs;

    if (writer_take(j->writer, &j->files, records) < 0)
        j->failed = true;
    return j->failed || interrupted;
}

/* Returns the reader of a thread, or NULL if memory is short. The main thread is number 0 for the
 * guard. */
static struct gather *scan_of(struct jobs *j, struct thread *thread, gather_sink *sink)
{
    const struct gather_config config = {
        .settings = j->settings,
        .thread = thread == &j->own ? 0 : (unsigned)(thread - j->thread) + 1,
        .input = input_value(j->writer->options->input_kind),
        .sink = sink,
        .user = thread};

    thread->jobs = j;
    if (!thread->scan)
        thread->scan = gather_open(&config);
    return thread->scan;
}

/* Reads a file, or the rest of one that has grown. Returns as gather_file(). */
static int jobs_read_file(struct gather *gather, const struct file *f, const atomic_int *cancelled)
{
    const struct source source = {f->path, f->kind, buffer_str(&f->text)};
    const trawl_mail_place from = {
        .size = sizeof from, .input = f->input, .offset = f->from, .number = 1, .line = 1};

    return gather_file(gather, &source, f->plan == PLAN_GROWN ? &from : NULL, cancelled);
}

void jobs_complain(struct writer *w, const char *path, trawl_str trouble)
{
    struct buffer text = {0};

    if (trouble.n == 0)
        return;
    if (buffer_add(&text, trouble.p, trouble.n) == TRAWL_OK &&
        buffer_add(&text, "", 1) == TRAWL_OK &&
        strncmp(text.p, GATHER_UNREAD, sizeof GATHER_UNREAD - 1) != 0)
        say("index", "", path ? path : "standard input", text.p);
    w->bad |= !text.p || !gather_is_note(text.p);
    if (w->bad)
        guard_trouble();
    buffer_free(&text);
}

/* Ends the run after an error of the library, with a message. */
static void jobs_fail(struct jobs *j, int error)
{
    if (error < 0 && !j->failed)
        (void)command_trouble("index", error);
    j->failed |= error < 0;
}

static void jobs_step(struct jobs *j, uint64_t bytes)
{
    struct totals *t = &j->writer->totals;

    t->bytes += bytes;
    progress_step((struct progress_count){t->bytes, t->messages, t->links});
}

/* Reads a file in the main thread. */
static void read_here(struct jobs *j, const struct file *f)
{
    struct gather *gather = scan_of(j, &j->own, take_here);

    j->files = f;
    jobs_fail(j, gather ? jobs_read_file(gather, f, NULL) : TRAWL_ERROR_NO_MEMORY);
    jobs_step(j, f->size > f->from ? f->size - f->from : 0);
}

/* ---- Tasks in a thread ---- */

static void work(void *user, unsigned number, struct pool_task *pooled)
{
    struct jobs *j = user;
    struct jobs_task *task = (struct jobs_task *)pooled;
    struct thread *thread = &j->thread[number];
    struct gather *gather = scan_of(j, thread, jobs_pass_on);

    thread->task = task;
    thread->error = 0;
    task->error = gather ? 0 : TRAWL_ERROR_NO_MEMORY;
    if (task->whole && gather)
        task->error = gather_piece(gather, &task->piece, &task->end, &task->pool.dropped);
    for (size_t i = 0; i < task->count && task->error == 0; i++)
        task->error = jobs_read_file(gather, &task->files[i], &task->pool.dropped);
    task->error = thread->error ? thread->error : task->error;
}

/* ---- Tasks in the main thread ---- */

static void jobs_leave(struct jobs_whole *whole)
{
    if (--whole->refs > 0)
        return;
    (void)close(whole->fd);
    sources_free(&whole->file);
    free(whole);
}

static bool jobs_is_same(const trawl_mail_place *a, const trawl_mail_place *b)
{
    return a->input == b->input && a->offset == b->offset && a->inside == b->inside &&
           a->zone == b->zone;
}

static int begin_task(void *user, struct pool_task *pooled)
{
    struct jobs *j = user;
    struct jobs_task *task = (struct jobs_task *)pooled;
    struct jobs_whole *whole = task->whole;

    if (interrupted || j->failed) {
        j->stopped = true;
        pool_stop(&j->pool);
        return 0;
    }
    j->files = task->files;
    if (!whole || whole->over)
        return !whole;
    if (whole->begun)
        return !(task->misfit = !jobs_is_same(&whole->here, &task->piece.from));
    whole->begun = true;
    if (writer_begin(j->writer, &whole->file) < 0)
        j->failed = true;
    return !j->failed;
}

/* Returns true until the jobs failed or were stopped. */
static bool jobs_go_on(const struct jobs *j)
{
    return !j->failed && !j->stopped;
}

static void jobs_take_block(void *user, struct pool_block *block)
{
    struct jobs *j = user;

    if (jobs_go_on(j) && writer_take(j->writer, &j->files, (trawl_str){block->p, block->n}) < 0)
        j->failed = true;
}

/* Reads a piece again, from where the preceding one ended, unless that is past this piece. */
static void jobs_read_again(struct jobs *j, struct jobs_task *task)
{
    struct gather *gather = scan_of(j, &j->own, take_here);

    task->end = task->whole->here;
    if (task->end.offset >= task->piece.to)
        return;
    task->piece.from = task->whole->here;
    jobs_fail(j, gather ? gather_piece(gather, &task->piece, &task->end, NULL)
                        : TRAWL_ERROR_NO_MEMORY);
}

static void jobs_end_task(void *user, struct pool_task *pooled)
{
    struct jobs *j = user;
    struct jobs_task *task = (struct jobs_task *)pooled;
    struct jobs_whole *whole = task->whole;

    if (!j->stopped && !task->misfit)
        jobs_fail(j, task->error);
    if (!j->stopped && whole && !whole->over) {
        if (task->misfit)
            jobs_read_again(j, task);
        whole->here = task->end;
        whole->over = whole->here.input == TRAWL_INPUT_AUTO;
    }
    if (!j->stopped)
        jobs_step(j, task->size);
    if ((j->failed || interrupted) && !j->stopped) {
        j->stopped = true;
        pool_stop(&j->pool);
    }
    if (whole)
        jobs_leave(whole);
    for (size_t i = 0; i < task->count; i++)
        sources_free(&task->files[i]);
    free(task);
}

/* ---- Giving work ---- */

static const struct pool_work pool_work = {work, begin_task, jobs_take_block, jobs_end_task};

static bool jobs_start(struct jobs *j)
{
    if (j->started || j->threads < 2)
        return j->started;
    if (pool_open(&j->pool, j->threads, &pool_work, j) < 0)
        j->threads = 1;
    return j->started = j->threads > 1;
}

static void put_batch(struct jobs *j)
{
    struct jobs_task *task = j->batch;

    j->batch = NULL;
    if (task)
        pool_put(&j->pool, &task->pool);
}

static void jobs_drain(struct jobs *j)
{
    if (!j->started)
        return;
    put_batch(j);
    pool_drain(&j->pool);
}

static int jobs_ignore(void *user, const trawl_event *event)
{
    (void)user;
    (void)event;
    return 0;
}

/* Returns the enum trawl_input of a file if it is a mailbox that can be cut into pieces, else 0. */
static int mailbox_of(struct jobs *j, int fd)
{
    trawl_mail_config config = {.size = sizeof config,
                                .settings = j->settings,
                                .input = input_value(j->writer->options->input_kind)};
    char *block = malloc(START);
    ssize_t n = block ? pread(fd, block, START, 0) : 0;
    trawl_mail *m = NULL;
    int input = 0;

    if (n > 0 && !input_is_packed(block, (size_t)n) &&
        trawl_mail_open(&m, &config, jobs_ignore, NULL) == TRAWL_OK &&
        trawl_mail_feed(m, block, (size_t)n) == TRAWL_OK)
        input = trawl_mail_input(m);
    trawl_mail_close(&m);
    free(block);
    return input == TRAWL_INPUT_MBOX || input == TRAWL_INPUT_MBOXO ? input : 0;
}

static void jobs_put_piece(struct jobs *j, struct jobs_whole *whole, const trawl_mail_place *from,
                           uint64_t to)
{
    struct jobs_task *task = calloc(1, sizeof *task);

    if (!task) {
        jobs_fail(j, TRAWL_ERROR_NO_MEMORY);
        return;
    }
    task->whole = whole;
    task->piece = (struct piece){whole->file.path, whole->fd, *from, to};
    task->size = (to < whole->file.size ? to : whole->file.size) - from->offset;
    whole->refs++;
    pool_put(&j->pool, &task->pool);
}

/* Gives a mailbox to the threads in pieces. Returns false if the file cannot be cut. */
static bool jobs_put_pieces(struct jobs *j, struct file *f)
{
    int fd = input_regular(f->path), kind = fd >= 0 ? mailbox_of(j, fd) : 0;
    struct jobs_whole *whole = kind ? calloc(1, sizeof *whole) : NULL;
    trawl_mail_place from = {.size = sizeof from, .number = 1, .line = 1};
    uint64_t to;

    if (!whole) {
        if (fd >= 0)
            (void)close(fd);
        return false;
    }
    put_batch(j);
    *whole = (struct jobs_whole){.file = *f, .fd = fd, .refs = 1};
    *f = (struct file){0};
    if (whole->file.plan == PLAN_GROWN) {
        from.input = whole->file.input;
        from.offset = whole->file.from;
    }
    for (; !whole->over && jobs_go_on(j) && from.offset != CUT_NONE; from.offset = to) {
        to = whole->file.size > from.offset + PIECE + PIECE / 2
                 ? pool_cut(fd, from.offset + PIECE, 1)
                 : CUT_NONE;
        jobs_put_piece(j, whole, &from, to);
        from.input = kind;
    }
    jobs_leave(whole);
    return true;
}

static void jobs_add_small(struct jobs *j, struct file *f)
{
    struct jobs_task *task = j->batch ? j->batch : (j->batch = calloc(1, sizeof *j->batch));

    if (!task) {
        jobs_fail(j, TRAWL_ERROR_NO_MEMORY);
        return;
    }
    task->size += f->size;
    task->files[task->count++] = *f;
    *f = (struct file){0};
    if (task->count == FILES || task->size >= TOGETHER)
        put_batch(j);
}

int jobs_file(struct jobs *j, struct file *f)
{
    uint64_t size = f->size > f->from ? f->size - f->from : 0;
    bool alone;

    j->seen += size;
    alone = guard_find(guard_source(f->path), GUARD_WHOLE) != NULL ||
            (f->kind != SOURCE_GIT && (!f->path || f->mtime == 0)); /* a pipe, or deleted */
    if (alone) {
        jobs_drain(j);
        if (jobs_go_on(j))
            read_here(j, f);
    } else if (j->seen < ENOUGH || !jobs_start(j)) {
        read_here(j, f);
    } else if (f->kind >= SOURCE_MESSAGE || size < LARGE || !jobs_put_pieces(j, f)) {
        jobs_add_small(j, f);
    }
    return !jobs_go_on(j) || interrupted;
}

/* ---- Opening and closing ---- */

struct jobs *jobs_open(struct writer *w, const trawl_settings *settings)
{
    struct jobs *j = calloc(1, sizeof *j);

    if (!j) {
        (void)command_trouble("index", TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    j->writer = w;
    j->settings = settings;
    input_kind_given = input_value(w->options->input_kind) != TRAWL_INPUT_AUTO;
    j->threads = pool_threads(w->options->jobs);
    j->threads = j->threads < THREADS ? j->threads : THREADS;
    return j;
}

int jobs_close(struct jobs *j)
{
    int failed;

    if (j->started) {
        if ((j->failed || interrupted) && !j->stopped) {
            j->stopped = true;
            pool_stop(&j->pool);
        }
        jobs_drain(j);
        pool_close(&j->pool);
    }
    for (unsigned i = 0; i < THREADS; i++)
        gather_close(j->thread[i].scan);
    gather_close(j->own.scan);
    failed = j->failed ? -1 : 0;
    free(j);
    return failed;
}
