/* work.c - the work of a thread: reads some files, or a piece of a large one
 *
 * A thread has its own state of the filter, except the set of links seen before, the progress line
 * and the output: its output, with the warnings, is passed to the main thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "trawl/filter/inside.h"

/* The bytes of a thread's output buffer. In a text format the buffer holds all output of most
 * pieces. */
#define WORK_BUFFER ((size_t)1 << 17)
#define WORK_TEXT (2 * FIND_TEXT_PIECE)

/* The number of bytes that first extend a piece that cannot end at t->to. */
#define WORK_STEP 256

static int work_take(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    struct worker *worker = user;
    int stop;

    if (p != worker->out.buffer)
        return pool_output(worker->jobs, &worker->task->pool, p, n, notes, count);
    stop = pool_output_block(worker->jobs, &worker->task->pool, &worker->block, n, notes, count);
    worker->out.buffer = worker->block->p;
    return stop;
}

static int work_warn(void *user, const struct warning *warning)
{
    struct worker *worker = user;

    return pool_warn(worker->jobs, &worker->task->pool, warning);
}

/* Prepares a thread for its first task. */
static void open_worker(struct find_jobs *fj, struct worker *worker)
{
    const struct find *f = fj->f;
    size_t size = f->view.format->traits & FORMAT_TEXT ? WORK_TEXT : WORK_BUFFER;

    worker->block = pool_get_block(&fj->jobs, size + size / 2);
    output_open(&worker->out, -1, worker->block ? worker->block->p : NULL,
                worker->block ? size : 0);
    worker->taker = (struct output_taker){.take = work_take, .warn = work_warn, .user = worker};
    worker->out.taker = &worker->taker;
    worker->jobs = &fj->jobs;
    worker->failed =
        worker->block ? find_open(&worker->find, f->options, &worker->out) : TRAWL_ERROR_NO_MEMORY;
    worker->find.select.seen.seed = worker->find.select.listed.seed = f->select.seen.seed;
    worker->open = true;
}

void find_work_close(struct find_jobs *fj)
{
    for (unsigned i = 0; fj->workers && i < fj->threads; i++) {
        struct worker *worker = &fj->workers[i];

        if (worker->open)
            find_close(&worker->find);
        free(worker->taker.notes);
        free(worker->block);
    }
    free(fj->workers);
}

static void do_files(struct worker *worker, struct task *t)
{
    const char *p = t->text.p, *end = p + t->text.n;

    while (p < end && !t->stop) {
        struct source s = {.name = p + 1, .kind = (enum source_kind) * p};

        p += 1 + strlen(p + 1) + 1;
        if (*(s.name - 1) == WORK_WARNING) {
            output_warning(&worker->out, &(struct warning){NULL, 1, {s.name, strlen(s.name)}});
            continue;
        }
        if (s.kind == SOURCE_GIT) {
            memcpy(&s.text.n, p, sizeof s.text.n);
            s.text.p = p + sizeof s.text.n;
            p = s.text.p + s.text.n;
        }
        t->stop = find_file(&worker->find, &s);
    }
    t->links = worker->find.done.links;
    t->bytes = worker->find.done.bytes;
}

/* Returns true where a piece may end: nothing is open in the output, except, in a mailbox, a line
 * that the next message would end. HTML is the only text format that is written in pieces. */
static bool work_is_complete(const struct find *f, bool mailbox)
{
    return !(f->view.format->traits & FORMAT_TEXT) ||
           (trawl_emit_is_complete(f->view.state) && message_is_complete(&f->view, mailbox));
}

/* The steps grow from one test to the next: otherwise a text in which something stays open would be
 * tested at each of its lines. */
static int work_feed_piece(struct find *f, struct input *in, bool mailbox, trawl_mail_place *end,
                           bool *ended)
{
    uint64_t step = 0;
    int stop;

    for (;;) {
        if ((stop = find_feed(f, in)) != 0)
            return stop;
        if (in->trouble[0] || in->offset < in->to) {
            *ended = true;
            return find_finish(f, in);
        }
        stop = trawl_mail_tell(f->file.mail, end);
        if (stop)
            return stop;
        if (end->input != TRAWL_INPUT_AUTO && work_is_complete(f, mailbox)) {
            f->done.error = message_end_line(&f->view);
            return f->done.error == TRAWL_OK ? 0 : FIND_FAILED;
        }
        in->to = pool_cut(in->fd, in->to + step, mailbox);
        step = step ? 2 * step : WORK_STEP;
    }
}

void find_work_read(struct find *f, struct task *t, const trawl_mail_place *from, uint64_t line)
{
    struct whole *w = t->whole;
    struct input in;

    input_piece(&in, w->name, w->fd, from->offset, t->to);
    in.answers = f->view.out;
    in.printed = !f->options->quiet;
    if (f->view.places)
        places_begin(f->view.places, from->offset, line);
    t->end = (trawl_mail_place){.size = sizeof t->end};
    t->ended = false;
    t->stop = from->input == TRAWL_INPUT_AUTO ? input_expect(f->file.mail, f->file.kind, w->name)
                                              : trawl_mail_seek(f->file.mail, from);
    if (!t->stop)
        t->stop = work_feed_piece(f, &in, w->mailbox, &t->end, &t->ended);
    t->bytes = in.offset - from->offset;
    t->lines =
        f->view.places && !t->ended ? places_find(f->view.places, t->end.offset).line - line : 0;
    memcpy(t->trouble, in.trouble, sizeof t->trouble);
    input_close(&in);
}

/* Opens the writer of a piece in a text format. */
static int work_open_text(struct find *f, const struct task *t)
{
    if (!(f->view.format->traits & FORMAT_TEXT))
        return 0;
    if (t->guess.offset > 0)
        message_go_on(&f->view);
    else
        f->view.shown = (struct message_text){0};
    f->done.error = f->view.format->open(&f->view, NULL);
    return f->done.error == TRAWL_OK ? 0 : FIND_FAILED;
}

static void work_close_text(struct find *f, struct task *t)
{
    if (!(f->view.format->traits & FORMAT_TEXT))
        return;
    if (t->ended && !t->stop && (f->done.error = f->view.format->finish(&f->view)) != TRAWL_OK)
        t->stop = FIND_FAILED;
    f->view.format->close(&f->view); /* frees memory only: the text is in the output */
}

static void do_piece(struct find *f, struct task *t)
{
    find_begin_file(f, t->whole->name);
    f->file.in_piece = true;
    f->file.kind = t->whole->input;
    t->stop = work_open_text(f, t);
    if (!t->stop)
        find_work_read(f, t, &t->guess, 1);
    work_close_text(f, t);
    find_warn_end(f);
    t->links = f->file.count;
}

void find_work(void *user, unsigned thread, struct pool_task *pooled)
{
    struct find_jobs *fj = user;
    struct task *t = (struct task *)pooled;
    struct worker *worker = &fj->workers[thread];
    struct find *f = &worker->find;

    worker->task = t;
    if (!worker->open)
        open_worker(fj, worker);
    t->stop = worker->failed;
    if (t->stop)
        return;
    f->cancelled = &t->pool.dropped;
    f->done.links = f->done.messages = f->done.bytes = 0;
    f->done.bad = false;
    f->done.error = worker->out.error = 0;
    worker->out.n = worker->taker.count = 0;
    worker->taker.wants_notes = t->kind == TASK_PIECE || f->options->uniq;
    if (t->kind == TASK_FILES)
        do_files(worker, t);
    else
        do_piece(f, t);
    output_flush(&worker->out);
    t->messages = f->done.messages;
    t->error = f->done.error;
    t->bad = f->done.bad;
    t->out_error = worker->out.error;
}
