/* pieces.c - cuts a large text or mailbox into pieces
 *
 * Each piece begins with a guess of the state before it; merge.c checks the guess.
 */
#include <stdlib.h>
#include <unistd.h>

#include "trawl/filter/inside.h"

#define LARGE ((uint64_t)2 << 20) /* the minimum number of bytes of a file that is cut */

/* The bytes at the start of a file that decide whether it can be cut. */
#define START ((size_t)48 << 10)

/* Pieces are large, since each costs some wake-ups, but the threads should end at about the same
 * time. In a text format they are small, so that the output is still in the cache. */
#define PIECE_LEAST ((uint64_t)FIND_TEXT_PIECE)
#define PIECE_MOST ((uint64_t)1 << 21)
#define PIECES_A_THREAD 8

/* ---- Files ---- */

static int pieces_ignore(void *user, const trawl_event *e)
{
    (void)user;
    (void)e;
    return 0;
}

/* Returns true when the file, which begins with p[0..n), can be cut at one of the likely places
 * near p[n]. Otherwise most guesses would be wrong, and most pieces would be read twice. */
static bool has_places(trawl_mail *m, int fd, const char *p, size_t n, trawl_mail_place *here)
{
    enum { TRIES = 8, TRIED = 16384, APART = 1024 };
    uint64_t fed = n > TRIED ? n - TRIED : 0, from = fed, cut;

    if (trawl_mail_feed(m, p, (size_t)fed) != TRAWL_OK)
        return false;
    if (trawl_mail_input(m) == TRAWL_INPUT_MBOX || trawl_mail_input(m) == TRAWL_INPUT_MBOXO)
        return true;
    for (int i = 0; i < TRIES && (cut = pool_cut(fd, from, 0)) <= n;
         i++, fed = cut, from = cut + APART) {
        if (trawl_mail_feed(m, p + fed, (size_t)(cut - fed)) != TRAWL_OK ||
            trawl_mail_tell(m, here) != TRAWL_OK)
            return false;
        if (here->input != TRAWL_INPUT_AUTO)
            return true;
    }
    return false;
}

/* Decides by its start whether the file can be read in pieces, and what it is. */
static bool pieces_can_cut(struct find_jobs *fj, struct whole *w)
{
    ssize_t n = pread(w->fd, fj->f->file.block, START, 0);
    trawl_mail *m;
    bool can;

    if (n <= 0 || input_is_packed(fj->f->file.block, (size_t)n) ||
        input_binary(fj->f->file.block, (size_t)n) ||
        find_open_mail(fj->f->options, 0, &m, pieces_ignore, NULL) != TRAWL_OK)
        return false;
    can = input_expect(m, w->input, w->name) == TRAWL_OK &&
          has_places(m, w->fd, fj->f->file.block, (size_t)n, &w->here);
    w->kind = trawl_mail_input(m);
    w->mailbox = w->kind != TRAWL_INPUT_TEXT;
    trawl_mail_close(&m);
    return can;
}

/* Guesses how many lines or messages there are before the piece, from those up to a place. Most
 * numbers then have as many digits as in the end, and can be corrected in place. */
static void guess_counts(trawl_mail_place *guess, const trawl_mail_place *here)
{
    double times = (double)guess->offset / (double)here->offset;

    if (guess->number > 0)
        guess->number += (uint64_t)((double)here->number * times);
    else
        guess->line += (uint64_t)((double)here->line * times);
}

static int pieces_put_piece(struct find_jobs *fj, struct whole *w, uint64_t from, uint64_t to)
{
    struct task *t = find_jobs_task(fj, TASK_PIECE);

    if (!t)
        return TRAWL_ERROR_NO_MEMORY;
    t->whole = w;
    t->to = to;
    t->guess = (trawl_mail_place){
        .size = sizeof t->guess, .offset = from, .number = w->mailbox, .line = 1};
    if (from > 0)
        t->guess.input = w->kind;
    if (from > 0 && w->here.offset > 0)
        guess_counts(&t->guess, &w->here);
    if (from > 0 && !w->mailbox) { /* these rarely change */
        t->guess.inside = w->here.inside;
        t->guess.notation = w->here.notation;
        t->guess.zone = fj->zones ? w->here.zone : 0;
    }
    w->refs++;
    pool_put(&fj->jobs, &t->pool);
    return fj->stop;
}

static void pieces_put_pieces(struct find_jobs *fj, struct whole *w, uint64_t size)
{
    uint64_t share = size / fj->threads / PIECES_A_THREAD, least = find_jobs_size(PIECE_LEAST),
             most = fj->f->view.format->traits & FORMAT_TEXT ? least : find_jobs_size(PIECE_MOST),
             piece = share < least  ? least
                     : share < most ? share
                                    : most,
             from = 0, to;
    int stop = 0;

    find_jobs_put_batch(fj);
    for (; !stop && !w->over && from != CUT_NONE; from = to) {
        to = size - from > piece + piece / 2 ? pool_cut(w->fd, from + piece, w->mailbox) : CUT_NONE;
        stop = pieces_put_piece(fj, w, from, to);
    }
}

/* Opens a file that can be cut into pieces. Returns NULL for another file, and for a file that
 * cannot be opened: that is reported when it is read. */
static struct whole *open_whole(struct find_jobs *fj, const struct source *s)
{
    struct whole *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->refs = 1;
    w->here.size = sizeof w->here;
    w->input = find_input_of(fj->f, s);
    w->fd = s->name ? input_regular(s->name) : 0;
    w->name = s->name && w->fd >= 0 ? strdup(s->name) : NULL;
    if (w->fd >= 0 && (!s->name || w->name) && pieces_can_cut(fj, w))
        return w;
    if (s->name && !w->name && w->fd >= 0)
        (void)close(w->fd);
    find_merge_leave(w);
    return NULL;
}

/* Offsets in characters are counted from the start of a file; -l needs only its first link. */
bool find_pieces(struct find_jobs *fj, const struct source *s, uint64_t size)
{
    struct whole *w = NULL;
    bool begun;

    if (fj->threads > 1 && size >= find_jobs_size(LARGE) && !fj->f->options->show.counted &&
        !fj->f->options->names)
        w = open_whole(fj, s);
    begun = w && find_jobs_start(fj) == 0;
    if (begun)
        pieces_put_pieces(fj, w, size);
    if (begun && !s->name)
        (void)lseek(0, 0, SEEK_END);
    if (w)
        find_merge_leave(w);
    return begun;
}
