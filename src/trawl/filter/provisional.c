/* provisional.c - --also provisional: what is found so far, while a stream pauses
 *
 * A link is printed when it is decided, which may need the next line. When the input pauses, the
 * links that are still open are printed as if it ended there, and marked. A second reader finds
 * them: it reads the text from the last place where nothing was open. A later record about the same
 * bytes replaces a provisional record. A provisional record that turns out to be no link is
 * withdrawn.
 */
#include <stdlib.h>

#include "trawl/filter/inside.h"

/* A pause is this many milliseconds without input. */
#define PAUSE 100

/* The maximum number of bytes of text that are kept after a place where nothing was open. When the
 * text grows longer, only its last lines are kept, and read as if nothing were open before them. */
#define KEPT ((size_t)1 << 16)
#define KEPT_AFTER ((size_t)1 << 15)

/* A provisional record that was printed. */
struct provisional_shown {
    trawl_span extent;
    sip_hash hash; /* of the record */
    bool still;    /* the link is open in this pause, too */
};

struct provisional {
    struct find *find;
    trawl_mail *mail;       /* the second reader */
    struct buffer text;     /* of the source, from `start` on */
    trawl_mail_place start; /* its input is AUTO at the start of the source */
    bool lost;              /* the text was too long: wait for another place */
    uint64_t sent;          /* the first reader has sent the links up to here */
    struct buffer shown;    /* struct shown */
    struct buffer record;
};

static struct provisional_shown *shown_of(const struct provisional *state)
{
    return (struct provisional_shown *)(void *)state->shown.p;
}

static size_t count_of(const struct provisional *state)
{
    return state->shown.n / sizeof(struct provisional_shown);
}

static bool overlap(trawl_span a, trawl_span b)
{
    return a.from < b.to && b.from < a.to;
}

static void provisional_drop(struct provisional *state, size_t i)
{
    struct provisional_shown *s = shown_of(state);

    s[i] = s[count_of(state) - 1];
    state->shown.n -= sizeof *s;
}

/* Withdraws the records of links that are not open any more. Returns TRAWL_OK or an error. */
static int provisional_withdraw(struct provisional *state)
{
    struct find *f = state->find;
    int error = TRAWL_OK;

    for (size_t i = 0; i < count_of(state) && error == TRAWL_OK;) {
        if (shown_of(state)[i].still) {
            i++;
            continue;
        }
        error = f->view.format->withdraw(&f->view, shown_of(state)[i].extent);
        provisional_drop(state, i);
    }
    return error;
}

/* ---- The second reader ---- */

/* Prints the record in p->record unless it was printed before. */
static int provisional_show(struct provisional *state, trawl_span extent)
{
    sip_hash hash = sip_of(state->find->select.seen.seed, state->record.p, state->record.n);
    struct provisional_shown fresh = {extent, hash, 1};

    for (size_t i = 0; i < count_of(state); i++) {
        struct provisional_shown *s = &shown_of(state)[i];

        if (!overlap(s->extent, extent))
            continue;
        if (s->hash.a == hash.a && s->hash.b == hash.b) {
            s->still = true;
            return TRAWL_OK;
        }
        provisional_drop(state, i--);
    }
    output_bytes(state->find->view.out, state->record.p, state->record.n);
    return buffer_add(&state->shown, (const char *)&fresh, sizeof fresh);
}

static int provisional_take(void *user, const trawl_event *e)
{
    struct provisional *state = user;
    struct find *f = state->find;
    int wanted, error;

    if (e->type != TRAWL_EVENT_LINK || e->link->extent.from < state->sent)
        return 0;
    f->view.provisional = true;
    wanted = find_wants(f, e);
    state->record.n = 0;
    f->view.out->hold = &state->record;
    format_begin_part(&f->view);
    error = wanted > 0 ? f->view.format->event(&f->view, e) : wanted;
    f->view.out->hold = NULL;
    format_begin_part(&f->view);
    f->view.provisional = false;
    if (wanted > 0 && error == TRAWL_OK)
        error = provisional_show(state, e->link->extent);
    f->done.error = error;
    return error < 0 ? FIND_FAILED : 0;
}

static int provisional_read_again(struct provisional *state)
{
    int stop = state->start.input == TRAWL_INPUT_AUTO
                   ? trawl_mail_expect(state->mail, state->find->file.kind)
                   : trawl_mail_seek(state->mail, &state->start);

    if (!stop)
        stop = trawl_mail_feed(state->mail, state->text.p, state->text.n);
    return stop ? stop : trawl_mail_finish(state->mail);
}

/* ---- For the first reader ---- */

struct provisional *provisional_open(struct find *f)
{
    struct provisional *state = calloc(1, sizeof *state);

    if (state &&
        find_open_mail(f->options, 0, &state->mail, NULL, provisional_take, state) != TRAWL_OK) {
        free(state);
        state = NULL;
    }
    if (state)
        state->find = f;
    return state;
}

void provisional_begin(struct provisional *state)
{
    state->text.n = state->shown.n = 0;
    state->start = (trawl_mail_place){.size = sizeof state->start, .line = 1};
    state->lost = false;
    state->sent = 0;
}

/* Drops the first lines of a text that is too long. */
static void shorten(struct provisional *state)
{
    const char *text = state->text.p, *lf;
    size_t n = state->text.n - KEPT_AFTER;

    lf = memchr(text + n, '\n', state->text.n - n);
    state->lost = !lf || trawl_mail_input(state->find->file.mail) != TRAWL_INPUT_TEXT;
    n = state->lost ? state->text.n : (size_t)(lf - text) + 1;
    state->start.input = TRAWL_INPUT_TEXT;
    state->start.inside = 0;
    state->start.offset += n;
    for (size_t i = 0; i < n; i++)
        state->start.line += text[i] == '\n';
    memmove(state->text.p, text + n, state->text.n - n);
    state->text.n -= n;
}

int provisional_fed(struct provisional *state, const char *bytes, size_t n)
{
    trawl_mail_place here = {.size = sizeof here};
    int stop = trawl_mail_tell(state->find->file.mail, &here);

    if (stop)
        return stop;
    if (here.input != TRAWL_INPUT_AUTO) {
        state->start = here;
        state->text.n = 0;
        state->lost = false;
    } else if (!state->lost) {
        if (buffer_add(&state->text, bytes, n) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
        if (state->text.n > KEPT)
            shorten(state);
    }
    return 0;
}

void provisional_sent(struct provisional *state, const trawl_link *link)
{
    state->sent = link->extent.to;
    for (size_t i = 0; i < count_of(state);) {
        if (overlap(shown_of(state)[i].extent, link->extent))
            provisional_drop(state, i);
        else
            i++;
    }
}

int provisional_pause(struct provisional *state, const struct input *in)
{
    int stop = 0;

    if (state->text.n + state->shown.n == 0 || input_is_ready(in, PAUSE))
        return 0;
    for (size_t i = 0; i < count_of(state); i++)
        shown_of(state)[i].still = false;
    if (state->text.n > 0)
        stop = provisional_read_again(state);
    if (!stop && provisional_withdraw(state) != TRAWL_OK) {
        state->find->done.error = TRAWL_ERROR_NO_MEMORY;
        stop = FIND_FAILED;
    }
    return stop;
}

int provisional_end(struct provisional *state)
{
    for (size_t i = 0; i < count_of(state); i++)
        shown_of(state)[i].still = false;
    return provisional_withdraw(state);
}

void provisional_close(struct provisional *state)
{
    if (!state)
        return;
    trawl_mail_close(&state->mail);
    buffer_free(&state->text);
    buffer_free(&state->shown);
    buffer_free(&state->record);
    free(state);
}
