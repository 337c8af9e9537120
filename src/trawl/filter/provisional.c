/* provisional.c - --provisional: what is found so far, while a stream pauses
 *
 * A link is printed when it is decided, which may need the next line. When the input pauses, the
 * links that are still open are printed as if it ended there, and marked. A second reader finds
 * them: it reads the text from the last place where nothing was open. A later record about the same
 * bytes replaces a provisional one; one that turns out to be no link is withdrawn.
 */
#include <stdlib.h>

#include "trawl/filter/inside.h"

/* A pause is this many milliseconds without input. */
#define PAUSE 100

/* The most text that is kept after a place where nothing was open. When it grows longer, only its
 * last lines are kept, and read as if nothing were open before them. */
#define KEPT ((size_t)1 << 16)
#define KEPT_AFTER ((size_t)1 << 15)

/* A provisional record that was printed. */
struct provisional_shown {
    trawl_span extent;
    sip_hash hash; /* of the record */
    int still;     /* the link is open in this pause, too */
};

struct provisional {
    struct find *find;
    trawl_mail *mail;       /* the second reader */
    struct buffer text;     /* of the source, from `start` on */
    trawl_mail_place start; /* its input is AUTO at the start of the source */
    int lost;               /* the text was too long: wait for another place */
    uint64_t sent;          /* the first reader has sent the links up to here */
    struct buffer shown;    /* struct shown */
    struct buffer record;
};

static struct provisional_shown *shown_of(const struct provisional *p)
{
    return (struct provisional_shown *)(void *)p->shown.p;
}

static size_t count_of(const struct provisional *p)
{
    return p->shown.n / sizeof(struct provisional_shown);
}

static int overlap(trawl_span a, trawl_span b)
{
    return a.from < b.to && b.from < a.to;
}

static void provisional_drop(struct provisional *p, size_t i)
{
    struct provisional_shown *s = shown_of(p);

    s[i] = s[count_of(p) - 1];
    p->shown.n -= sizeof *s;
}

/* Withdraws the records of links that are not open any more. Returns TRAWL_OK or an error. */
static int provisional_withdraw(struct provisional *p)
{
    struct find *f = p->find;
    int error = TRAWL_OK;

    for (size_t i = 0; i < count_of(p) && error == TRAWL_OK;) {
        if (shown_of(p)[i].still) {
            i++;
            continue;
        }
        error = f->view.format->withdraw(&f->view, shown_of(p)[i].extent);
        provisional_drop(p, i);
    }
    return error;
}

/* ---- The second reader ---- */

/* Prints the record in p->record unless it was printed before. */
static int provisional_show(struct provisional *p, trawl_span extent)
{
    sip_hash hash = sip_of(p->find->select.seen.seed, p->record.p, p->record.n);
    struct provisional_shown fresh = {extent, hash, 1};

    for (size_t i = 0; i < count_of(p); i++) {
        struct provisional_shown *s = &shown_of(p)[i];

        if (!overlap(s->extent, extent))
            continue;
        if (s->hash.a == hash.a && s->hash.b == hash.b) {
            s->still = 1;
            return TRAWL_OK;
        }
        provisional_drop(p, i--);
    }
    output_bytes(p->find->view.out, p->record.p, p->record.n);
    return buffer_add(&p->shown, (const char *)&fresh, sizeof fresh);
}

static int provisional_take(void *user, const trawl_event *e)
{
    struct provisional *p = user;
    struct find *f = p->find;
    int wanted, error;

    if (e->type != TRAWL_EVENT_LINK || e->link->extent.from < p->sent)
        return 0;
    f->view.provisional = 1;
    wanted = find_wants(f, e);
    p->record.n = 0;
    f->view.out->hold = &p->record;
    format_begin_part(&f->view);
    error = wanted > 0 ? f->view.format->event(&f->view, e) : wanted;
    f->view.out->hold = NULL;
    format_begin_part(&f->view);
    f->view.provisional = 0;
    if (wanted > 0 && error == TRAWL_OK)
        error = provisional_show(p, e->link->extent);
    f->done.error = error;
    return error < 0 ? FIND_FAILED : 0;
}

static int provisional_read_again(struct provisional *p)
{
    int stop = p->start.input == TRAWL_INPUT_AUTO ? trawl_mail_expect(p->mail, p->find->file.kind)
                                                  : trawl_mail_seek(p->mail, &p->start);

    if (!stop)
        stop = trawl_mail_feed(p->mail, p->text.p, p->text.n);
    return stop ? stop : trawl_mail_finish(p->mail);
}

/* ---- For the first reader ---- */

struct provisional *provisional_open(struct find *f)
{
    struct provisional *p = calloc(1, sizeof *p);

    if (p && find_open_mail(f->options, 0, &p->mail, NULL, provisional_take, p) != TRAWL_OK) {
        free(p);
        p = NULL;
    }
    if (p)
        p->find = f;
    return p;
}

void provisional_begin(struct provisional *p)
{
    p->text.n = p->shown.n = 0;
    p->start = (trawl_mail_place){.size = sizeof p->start, .line = 1};
    p->lost = 0;
    p->sent = 0;
}

/* Drops the first lines of a text that is too long. */
static void shorten(struct provisional *p)
{
    const char *text = p->text.p, *lf;
    size_t n = p->text.n - KEPT_AFTER;

    lf = memchr(text + n, '\n', p->text.n - n);
    p->lost = !lf || trawl_mail_input(p->find->file.mail) != TRAWL_INPUT_TEXT;
    n = p->lost ? p->text.n : (size_t)(lf - text) + 1;
    p->start.input = TRAWL_INPUT_TEXT;
    p->start.inside = 0;
    p->start.offset += n;
    for (size_t i = 0; i < n; i++)
        p->start.line += text[i] == '\n';
    memmove(p->text.p, text + n, p->text.n - n);
    p->text.n -= n;
}

int provisional_fed(struct provisional *p, const char *bytes, size_t n)
{
    trawl_mail_place here = {.size = sizeof here};
    int stop = trawl_mail_tell(p->find->file.mail, &here);

    if (stop)
        return stop;
    if (here.input != TRAWL_INPUT_AUTO) {
        p->start = here;
        p->text.n = 0;
        p->lost = 0;
    } else if (!p->lost) {
        if (buffer_add(&p->text, bytes, n) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
        if (p->text.n > KEPT)
            shorten(p);
    }
    return 0;
}

void provisional_sent(struct provisional *p, const trawl_link *link)
{
    p->sent = link->extent.to;
    for (size_t i = 0; i < count_of(p);) {
        if (overlap(shown_of(p)[i].extent, link->extent))
            provisional_drop(p, i);
        else
            i++;
    }
}

int provisional_pause(struct provisional *p, const struct input *in)
{
    int stop = 0;

    if (p->text.n + p->shown.n == 0 || input_is_ready(in, PAUSE))
        return 0;
    for (size_t i = 0; i < count_of(p); i++)
        shown_of(p)[i].still = 0;
    if (p->text.n > 0)
        stop = provisional_read_again(p);
    if (!stop && provisional_withdraw(p) != TRAWL_OK) {
        p->find->done.error = TRAWL_ERROR_NO_MEMORY;
        stop = FIND_FAILED;
    }
    return stop;
}

int provisional_end(struct provisional *p)
{
    for (size_t i = 0; i < count_of(p); i++)
        shown_of(p)[i].still = 0;
    return provisional_withdraw(p);
}

void provisional_close(struct provisional *p)
{
    if (!p)
        return;
    trawl_mail_close(&p->mail);
    buffer_free(&p->text);
    buffer_free(&p->shown);
    buffer_free(&p->record);
    free(p);
}
