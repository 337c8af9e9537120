/* merge.c - merges the output of the threads: order, numbers, links seen before
 *
 * A thread reads its piece from a guessed state. If the piece before it ended in another state, the
 * output is dropped, and the piece is read again here.
 */
#include <stdlib.h>
#include <unistd.h>

#include "trawl/filter/inside.h"

/* ---- Output ---- */

/* Adds the lines or messages before the piece to a number in its output. Returns false when the sum
 * has more or fewer digits, or the note is not about a number. */
static bool merge_add(const struct find_jobs *fj, char *p, const struct note *note)
{
    return note->kind <= NOTE_MESSAGE &&
           (fj->before[note->kind] == 0 ||
            number_replace(p + note->at, note->a[1], note->a[0] + fj->before[note->kind]));
}

/* Returns the number of bytes at the note that it replaces. */
static size_t merge_put_note(struct find_jobs *fj, const struct note *note)
{
    struct find *f = fj->f;
    int fresh;

    if (f->hold && note->kind >= NOTE_LINK) {
        f->file.count += note->kind == NOTE_LINK;
        output_note(f->view.out, f->view.out->n, note->kind, note->a[0], note->a[1]);
        return 0;
    }
    if (note->kind == NOTE_KEEP) {
        fj->skipping = false;
        return 0;
    }
    if (note->kind != NOTE_LINK) {
        if (!fj->skipping)
            output_number(f->view.out, note->a[0] + fj->before[note->kind]);
        return note->a[1];
    }
    fresh = seen_add(&f->select.seen, (sip_hash){note->a[0], note->a[1]});
    fj->skipping = fresh <= 0;
    f->file.count += fresh > 0;
    if (fresh < 0) {
        fj->stop = FIND_FAILED;
        f->done.error = fresh;
    }
    return 0;
}

void find_merge_block(void *user, struct pool_block *block)
{
    struct find_jobs *fj = user;
    size_t at = 0; /* of the first byte that is not written yet */

    if (block->warning.times > 0) {
        find_warn_merge(fj->f, &block->warning);
        return;
    }
    for (size_t i = 0; i <= block->count && !fj->f->view.out->error; i++) {
        const struct note *note = i < block->count ? &block->notes[i] : NULL;
        size_t to = note ? note->at : block->n;

        CHECK(at <= to && to <= block->n);
        if (note && merge_add(fj, block->p, note))
            continue;
        if (!fj->skipping)
            output_bytes(fj->f->view.out, block->p + at, to - at);
        at = note ? to + merge_put_note(fj, note) : to;
    }
}

/* ---- Pieces ---- */

void find_merge_leave(struct whole *w)
{
    if (--w->refs > 0)
        return;
    if (w->name)
        (void)close(w->fd);
    free(w->name);
    free(w);
}

/* Ends a file that was read completely or is not needed any more. */
static void end_whole(struct find_jobs *fj, struct whole *w, const char *trouble)
{
    w->over = true;
    find_end_file(fj->f);
    if (!trouble[0])
        return;
    output_warn(fj->f->view.out, NULL, NULL, w->name ? w->name : "standard input", trouble);
    fj->f->done.bad = true;
}

/* Returns true when the piece began where the one before it ended, and in the same state. */
static bool merge_fits(const struct find_jobs *fj, const struct task *t)
{
    const trawl_mail_place *here = &t->whole->here, *guess = &t->guess;

    if (!t->whole->begun)
        return true;
    return here->input == guess->input && here->offset == guess->offset &&
           here->inside == guess->inside && here->notation == guess->notation &&
           (!fj->zones || here->zone == guess->zone);
}

/* Reads a piece again, from the end of the preceding piece, which may be the end of this piece. */
static void do_again(struct find_jobs *fj, struct task *t)
{
    struct whole *w = t->whole;
    struct find *f = fj->f;
    uint64_t before = f->file.count;

    t->ended = false;
    t->stop = 0;
    t->links = t->bytes = 0;
    t->trouble[0] = '\0';
    find_jobs_again();
    if (w->here.offset >= t->to)
        return;
    if (f->view.format->traits & FORMAT_TEXT)
        message_go_on(&f->view);
    find_work_read(f, t, &w->here, w->lines + 1);
    t->error = f->done.error;
    t->links = f->file.count - before;
    f->file.count = before;
    w->lines += t->lines;
    w->here = t->end;
}

static bool begin_piece(struct find_jobs *fj, struct task *t)
{
    struct whole *w = t->whole;

    t->stale = w->over;
    t->misfit = !w->over && !merge_fits(fj, t);
    if (t->stale || t->misfit)
        return false;
    if (!w->begun)
        find_begin_file(fj->f, w->name);
    if (!w->begun)
        return true;
    fj->before[NOTE_MESSAGE] = w->here.number - t->guess.number;
    /* The library counts the lines of a text; in a mailbox, if links are listed with their lines,
     * the threads count them. The lines in records of mail are counted from the start of a MIME
     * part. */
    fj->before[NOTE_LINE] =
        fj->f->view.places && w->mailbox && !(fj->f->view.format->traits & FORMAT_RECORDS)
            ? w->lines
            : w->here.line - t->guess.line;
    return true;
}

static void merge_end_piece(struct find_jobs *fj, struct task *t)
{
    struct whole *w = t->whole;

    if (t->misfit) {
        do_again(fj, t);
    } else if (!t->ended && !t->stop) {
        if (w->begun) { /* corrects the error of the guess */
            t->end.line += w->here.line - t->guess.line;
            t->end.number += w->here.number - t->guess.number;
        }
        w->here = t->end;
        w->lines += t->lines;
    }
    w->begun = true;
    if (!fj->f->options->uniq || t->misfit)
        fj->f->file.count += t->links;
    if (t->ended || t->stop)
        end_whole(fj, w, t->trouble);
}

/* ---- Tasks ---- */

int find_merge_begin(void *user, struct pool_task *pooled)
{
    struct find_jobs *fj = user;
    struct task *t = (struct task *)pooled;

    output_drain(fj->f->view.out);
    fj->skipping = false;
    fj->before[NOTE_LINE] = fj->before[NOTE_MESSAGE] = 0;
    if (t->kind == TASK_PIECE)
        return begin_piece(fj, t);
    if (t->kind == TASK_FILES)
        fj->f->file.count = 0; /* new links are counted in merge_put_note() */
    return 1;
}

/* Ends the run when the task failed, or when the output has failed. */
static void consider_stop(struct find_jobs *fj, const struct task *t)
{
    struct find *f = fj->f;

    if (t->out_error && !f->view.out->error)
        f->view.out->error = t->out_error;
    if (!fj->stop && t->stop) {
        fj->stop = t->stop;
        f->done.error = t->error;
    }
    if (!fj->stop && f->view.out->error)
        fj->stop = FIND_ENOUGH;
    if (fj->stop)
        pool_stop(&fj->jobs);
}

void find_merge_end(void *user, struct pool_task *pooled)
{
    struct find_jobs *fj = user;
    struct task *t = (struct task *)pooled;
    struct find *f = fj->f;

    if (!fj->stop && !t->stale) {
        if (t->kind == TASK_PIECE)
            merge_end_piece(fj, t);
        if (t->kind == TASK_FILES) {
            f->done.links += f->options->uniq ? f->file.count : t->links;
            f->file.count = 0;
        }
        f->done.bad |= t->misfit ? 0 : t->bad;
        f->done.messages += t->misfit ? 0 : t->messages;
        f->done.bytes += t->bytes;
        if (t->misfit)
            t->out_error = 0;
        consider_stop(fj, t);
        progress_step((struct progress_count){f->done.bytes, f->done.messages,
                                              f->done.links + f->file.count});
    }
    if (t->whole)
        find_merge_leave(t->whole);
    buffer_free(&t->text);
    free(t);
}
