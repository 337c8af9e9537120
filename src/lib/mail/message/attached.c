/* attached.c - decides whether an attachment is a message or a mailbox, by its first bytes (E3)
 *
 * Programs attach messages as application/octet-stream and the like. So the first bytes of an
 * attachment are held until they show by the tests of E1 whether they are a header of mail or the
 * start of a mailbox, and then read again as what they are. If they are encoded, a copy of them is
 * decoded for the test.
 */
#include "mail/container/container.h"
#include "mail/message/inside.h"

/* The test is repeated each time that the number of held bytes has doubled. */
#define ATTACHED_FIRST 512
#define ATTACHED_MAX 32768

void attached_begin(walk *w, uint64_t at)
{
    w->state = WALK_ATTACHED;
    w->held.preamble.n = 0;
    w->held.preamble_at = at;
    w->held.attached_room = ATTACHED_FIRST;
}

/* Sets *kind to what the held bytes are, or to TRAWL_INPUT_AUTO if more are needed. */
static int attached_kind(walk *w, const buffer *held, bool last, enum trawl_input *kind)
{
    const size_t size = held->n + 2 * (size_t)TRANSFER_ROOM;
    const transfer_kind code = w->part.type->as.transfer;
    buffer text = {.m = held->m};
    int failed = code != TRANSFER_NONE ? buffer_reserve(&text, size) : TRAWL_OK;

    if (failed)
        return failed;
    if (code != TRANSFER_NONE)
        text.n = transfer_sample(code, w->r->kernel, held->p, held->n, last, text.p, size);
    held = code != TRANSFER_NONE ? &text : held;
    *kind = container_sniff(buffer_text(held).p, held->n, last);
    buffer_reset(&text, text.m);
    return TRAWL_OK;
}

int attached_decide(walk *w, bool last)
{
    enum trawl_input kind = TRAWL_INPUT_AUTO;
    buffer all;
    int stop =
        attached_kind(w, &w->held.preamble, last || w->held.attached_room >= ATTACHED_MAX, &kind);

    if (stop)
        return stop;
    if (kind == TRAWL_INPUT_AUTO) {
        w->held.attached_room *= 2;
        return TRAWL_OK;
    }
    all = w->held.preamble;
    w->held.preamble = (buffer){.m = all.m};
    stop = buffer_put(&all, w->held.line.p, w->held.line.n);
    w->held.line.n = 0;
    w->held.line_start = true;
    if (!stop)
        stop = walk_begin_attached(w, kind, w->held.preamble_at);
    if (!stop)
        stop = walk_bytes(w, all.p, all.n, w->held.preamble_at);
    buffer_reset(&all, all.m);
    return stop;
}

int attached_take(walk *w, const char *p, size_t n, uint64_t at, size_t *took)
{
    const size_t held = w->held.preamble.n + w->held.line.n;
    const size_t room = held < w->held.attached_room ? w->held.attached_room - held : 0;

    *took = 0;
    if (held == 0)
        w->held.preamble_at = at; /* the container may have removed the ">" of a mailbox */
    if (room > 0 && at == w->held.preamble_at + held)
        return walk_body(w, p, n < room ? n : room, at, took);
    return attached_decide(w, room > 0); /* full, or the container has removed a byte here */
}
