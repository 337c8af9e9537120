/* find_pieces.c - a large file in pieces, if it is a text or a mailbox; see find_jobs_inside.h
 *
 * Each piece begins with a guess of what stands before it; find_merge.c looks whether it held.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/find_cut.h"
#include "cli/find_jobs_inside.h"
#include "cli/unpack.h"

#define LARGE ((uint64_t)2 << 20) /* a file that is cut has so much at least */

/* Of these bytes; those that cannot be cut are to lose little time by it. */
#define LOOKED_AT ((size_t)48 << 10)

/* A piece costs some wake-ups, so they are large, but at their end no thread is to wait for long. What is printed of a text is
 * as much as the text, and is to be written while it is in the cache. */
#define PIECE_LEAST ((uint64_t)FIND_JOBS_TEXT)
#define PIECE_MOST ((uint64_t)1 << 21)
#define PIECES_A_THREAD 8

static int nothing(void *user, const trawl_event *e)
{
    (void)user;
    (void)e;
    return 0;
}

/* Is one of the likeliest places of the last bytes of p[0..n), the file's first, a place? Else hardly one of those is where the
 * pieces are cut, and all would be read twice. */
static int has_places(trawl_mail *m, int fd, const char *p, size_t n, trawl_mail_place *here)
{
    enum { TRIES = 8, TRIED = 16384, APART = 1024 };
    uint64_t fed = n > TRIED ? n - TRIED : 0, from = fed, cut;

    if (trawl_mail_feed(m, p, (size_t)fed) != TRAWL_OK)
        return 0;
    if (trawl_mail_input(m) == TRAWL_INPUT_MBOX || trawl_mail_input(m) == TRAWL_INPUT_MBOXO)
        return 1;
    for (int i = 0; i < TRIES && (cut = find_cut(fd, from, 0)) <= n; i++, fed = cut, from = cut + APART) {
        if (trawl_mail_feed(m, p + fed, (size_t)(cut - fed)) != TRAWL_OK || trawl_mail_tell(m, here) != TRAWL_OK)
            return 0;
        if (here->input != TRAWL_INPUT_AUTO)
            return 1;
    }
    return 0;
}

/* Can it be read in pieces? Its beginning says what it is. */
static int can_cut(struct find_jobs *fj, struct whole *w)
{
    const struct find_options *options = fj->f->options;
    trawl_mail_config config = {sizeof config, &options->config, w->input, options->headers,
                                options->refang ? TRAWL_MAIL_REFANG : 0};
    ssize_t n = pread(w->fd, fj->f->block, LOOKED_AT, 0);
    trawl_mail *m;
    int can;

    if (n <= 0 || unpack_format_of(fj->f->block, (size_t)n) != UNPACK_PLAIN ||
        trawl_mail_open(&m, &config, nothing, NULL) != TRAWL_OK)
        return 0;
    can = has_places(m, w->fd, fj->f->block, (size_t)n, &w->here);
    w->kind = trawl_mail_input(m);
    w->mailbox = w->kind != TRAWL_INPUT_TEXT;
    trawl_mail_close(&m);
    return can;
}

static int put_piece(struct find_jobs *fj, struct whole *w, uint64_t from, uint64_t to)
{
    struct task *t = find_jobs_task(fj, TASK_PIECE);

    if (!t)
        return TRAWL_NO_MEMORY;
    t->whole = w;
    t->to = to;
    t->guess = (trawl_mail_place){.size = sizeof t->guess, .offset = from, .number = w->mailbox, .line = 1};
    if (from > 0)
        t->guess.input = w->kind;
    if (from > 0 && fj->zones && !w->mailbox)
        t->guess.zone = w->here.zone; /* mostly it is as it was */
    w->refs++;
    jobs_put(&fj->jobs, &t->job);
    return fj->stop;
}

static uint64_t piece_size(const struct find_jobs *fj, uint64_t size)
{
    uint64_t share = size / fj->threads / PIECES_A_THREAD, least = find_jobs_size(PIECE_LEAST),
             most = find_prints_text(fj->f->options) ? least : find_jobs_size(PIECE_MOST);

    return share < least ? least : share < most ? share : most;
}

static void put_pieces(struct find_jobs *fj, struct whole *w, uint64_t size)
{
    uint64_t piece = piece_size(fj, size), from = 0, to;
    int stop = 0;

    find_jobs_put_batch(fj);
    for (; !stop && !w->over && from != FIND_CUT_NONE; from = to) {
        to = size - from > piece + piece / 2 ? find_cut(w->fd, from + piece, w->mailbox) : FIND_CUT_NONE;
        stop = put_piece(fj, w, from, to);
    }
}

/* Open it, if it can be cut; NULL: it cannot, or not be opened, and whoever reads it will say so. */
static struct whole *open_whole(struct find_jobs *fj, const struct source *s)
{
    struct whole *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->refs = 1;
    w->here.size = sizeof w->here;
    w->input = find_input_of(fj->f, s);
    w->fd = s->name ? open(s->name, O_RDONLY | O_CLOEXEC | O_NOCTTY) : 0;
    w->name = s->name && w->fd >= 0 ? strdup(s->name) : NULL;
    if (w->fd >= 0 && (!s->name || w->name) && can_cut(fj, w))
        return w;
    if (s->name && !w->name && w->fd >= 0)
        (void)close(w->fd);
    find_merge_leave(w);
    return NULL;
}

int find_pieces(struct find_jobs *fj, const struct source *s, uint64_t size)
{
    struct whole *w = fj->threads > 1 && size >= find_jobs_size(LARGE) ? open_whole(fj, s) : NULL;

    int begun = w && find_jobs_start(fj) == 0;

    if (begun)
        put_pieces(fj, w, size);
    if (begun && !s->name)
        (void)lseek(0, 0, SEEK_END);
    if (w)
        find_merge_leave(w);
    return begun;
}
