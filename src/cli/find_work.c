/* find_work.c - what a thread does: some files, or a piece of a large one; see find_jobs_inside.h
 *
 * A thread has all that the filter has in one thread, but for what there is once: the set of links that were seen, the
 * progress line, the output. What it prints and says goes to who puts it in order.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/find_cut.h"
#include "cli/find_emit.h"
#include "cli/find_jobs_inside.h"
#include "cli/say.h"

/* Of a thread's answers: so many bytes at a time, and so many notes of them without a copy of the bytes. Of a text that is
 * printed, mostly all of a piece. */
#define WORK_BUFFER ((size_t)1 << 17)
#define WORK_TEXT (2 * FIND_JOBS_TEXT)
#define WORK_NOTES 400

/* So far it goes on at first, where a piece cannot end. */
#define WORK_STEP 256

static struct job_block *new_block(struct jobs *j, size_t size)
{
    return jobs_block(j, size + WORK_NOTES * sizeof(struct output_note));
}

/* A buffer goes as it is, and another one takes its place; with little in it, it is not worth so much memory. But a writer of
 * text has it for its room, until it is closed. */
static int give_answers(void *user, const char *p, size_t n, const struct output_note *notes, size_t count)
{
    struct worker *w = user;
    struct job_block *full = w->block, *empty = NULL;

    if (p == full->p && n >= w->out.size / 4 && count <= WORK_NOTES && !w->find.emit)
        empty = new_block(w->jobs, w->out.size);
    if (!empty)
        return jobs_give(w->jobs, w->job, 1, p, n, notes, count);
    full->fd = 1;
    full->n = n;
    full->count = count;
    w->block = empty;
    w->out.buffer = empty->p;
    return jobs_hand(w->jobs, w->job, full, notes);
}

static int give_words(void *user, const char *p, size_t n, const struct output_note *notes, size_t count)
{
    struct worker *w = user;

    return jobs_give(w->jobs, w->job, 2, p, n, notes, count);
}

/* The first task of a thread. */
static void open_worker(struct find_jobs *fj, struct worker *w)
{
    const struct find *f = fj->f;
    size_t size = find_prints_text(f->options) ? WORK_TEXT : WORK_BUFFER;

    w->block = new_block(&fj->jobs, size);
    output_open(&w->out, -1, w->block ? w->block->p : NULL, w->block ? size : 0);
    w->answers = (struct output_elsewhere){.take = give_answers, .user = w};
    w->words = (struct output_elsewhere){.take = give_words, .user = w};
    w->out.elsewhere = &w->answers;
    w->jobs = &fj->jobs;
    w->failed = w->block ? find_open(&w->find, f->options, &w->out) : TRAWL_NO_MEMORY;
    w->find.seen.seed = f->seen.seed;
    w->open = 1;
    say_elsewhere(&w->words);
}

void find_work_close(struct find_jobs *fj)
{
    for (unsigned i = 0; fj->workers && i < fj->threads; i++) {
        struct worker *w = fj->workers[i];

        if (!w)
            continue;
        if (w->open)
            find_close(&w->find);
        free(w->answers.notes);
        free(w->block);
        free(w);
    }
    free(fj->workers);
}

static void do_files(struct worker *w, struct task *t)
{
    const char *p = t->text.p, *end = p + t->text.n;

    while (p < end && !t->stop) {
        struct source s = {p + 1, (enum source_kind) * p};

        t->stop = find_file(&w->find, &s);
        p += 1 + strlen(p + 1) + 1;
    }
    t->links = w->find.total;
    t->bytes = w->find.bytes;
}

/* What was written is over; what was not, as well. */
static int is_calm(const struct find *f)
{
    return !f->emit || (trawl_emit_is_calm(f->emit) && find_mail_is_calm(f));
}

/* Where it cannot end, the next piece has to be read again from here, wherever here is: so the steps grow to the next try. A
 * text in which something is open all along is not asked at each of its lines. */
int find_work_piece(struct find *f, struct input *in, int mailbox, trawl_mail_place *end, int *ended)
{
    uint64_t step = 0;
    int stop;

    for (;;) {
        if ((stop = find_feed(f, in)) != 0)
            return stop;
        if (in->trouble[0] || in->offset < in->to) {
            *ended = 1;
            stop = find_finish(f, in);
            if (!stop && f->emit && (f->error = find_mail_end(f)) != TRAWL_OK)
                stop = FIND_FAILED;
            return stop;
        }
        stop = trawl_mail_tell(f->mail, end);
        if (stop || (end->input != TRAWL_INPUT_AUTO && is_calm(f)))
            return stop;
        in->to = find_cut(in->fd, in->to + step, mailbox);
        step = step ? 2 * step : WORK_STEP;
    }
}

/* A piece of a text that is printed has a writer of its own. */
static int begin_text(struct find *f, const struct task *t)
{
    if (!find_prints_text(f->options))
        return 0;
    if (t->guess.offset > 0)
        find_mail_go_on(f);
    else
        f->shown = (struct find_mail){0};
    f->error = find_emit_open(f, NULL);
    return f->error == TRAWL_OK ? 0 : FIND_FAILED;
}

static void end_text(struct find *f, struct task *t)
{
    if (!f->emit)
        return;
    if (t->ended && !t->stop && (f->error = find_emit_end(f)) != TRAWL_OK)
        t->stop = FIND_FAILED;
    find_emit_close(f); /* what it has written stays in its room, and is handed over with it */
}

static void do_piece(struct worker *w, struct task *t)
{
    struct find *f = &w->find;
    struct input in;

    input_piece(&in, t->whole->name, t->whole->fd, t->guess.offset, t->to);
    in.answers = f->options->quiet ? NULL : f->out;
    find_begin_file(f, t->whole->name);
    t->end.size = sizeof t->end;
    f->expected = t->whole->input;
    t->stop = begin_text(f, t);
    if (!t->stop)
        t->stop = t->guess.input == TRAWL_INPUT_AUTO ? trawl_mail_expect(f->mail, f->expected)
                                                     : trawl_mail_seek(f->mail, &t->guess);
    if (!t->stop)
        t->stop = find_work_piece(f, &in, t->whole->mailbox, &t->end, &t->ended);
    end_text(f, t);
    t->links = f->count;
    t->bytes = in.offset - t->guess.offset;
    memcpy(t->trouble, in.trouble, sizeof t->trouble);
    input_close(&in);
}

void find_work(void *user, unsigned thread, struct job *job)
{
    struct find_jobs *fj = user;
    struct task *t = (struct task *)job;
    struct worker *w = fj->workers[thread];
    struct find *f = &w->find;

    w->job = job;
    if (!w->open)
        open_worker(fj, w);
    t->stop = w->failed;
    if (t->stop || t->kind == TASK_WORDS)
        return;
    f->cancelled = &job->dropped;
    f->total = f->messages = f->bytes = 0;
    f->bad = f->error = w->out.error = 0;
    w->out.n = w->answers.count = 0;
    w->answers.noting = t->kind == TASK_PIECE || f->options->uniq;
    if (t->kind == TASK_FILES)
        do_files(w, t);
    else
        do_piece(w, t);
    output_flush(&w->out);
    t->messages = f->messages;
    t->error = f->error;
    t->bad = f->bad;
    t->out_error = w->out.error;
}
