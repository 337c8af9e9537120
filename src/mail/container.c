/* container.c - feeding a container of any kind: what its kind leaves undecided is held until more has come
 *
 * What the kinds are is told in container.h, how each is read in its own file. A view is either what is held, with as
 * much behind it as the next LF makes a decision likely, or the bytes that were fed, where they lie.
 */
#include "mail/container.h"

#include <string.h>

#include "mail/container_line.h"
#include "mail/sniff.h"

static const struct {
    const char *name;
    int (*step)(container *c, container_view *v);
} kinds[CONTAINER_KINDS] = {
    [CONTAINER_AUTO] = {"auto", NULL},
    [CONTAINER_TEXT] = {"text", container_text},
    [CONTAINER_MESSAGE] = {"mail", container_message},
    [CONTAINER_MBOX] = {"mbox", container_mbox},
    [CONTAINER_MBOXO] = {"mboxo", container_mbox},
    [CONTAINER_MBOXCL] = {"mboxcl", container_mboxcl},
    [CONTAINER_MBOXCL2] = {"mboxcl2", container_mboxcl},
    [CONTAINER_MMDF] = {"mmdf", container_mmdf},
    [CONTAINER_RNEWS] = {"rnews", container_rnews},
    [CONTAINER_NNTP] = {"nntp", container_nntp},
    [CONTAINER_HTML] = {"html", container_text},
};

const char *container_name(container_kind kind)
{
    return (unsigned)kind < CONTAINER_KINDS ? kinds[kind].name : "unknown";
}

void container_begin(container *c, container_kind kind, const container_out *out)
{
    c->asked = c->kind = kind;
    c->out = *out;
    c->kernel = kernel_choose();
    c->at = 0;
    c->held_n = c->looked = 0;
    c->state = CONTAINER_START;
    c->open = c->begun = c->alone = false;
    c->line = true;
    c->length = 0;
    c->unread = NULL;
}

static bool has_empty_line(const container_view *v)
{
    const char *lf;
    size_t end;

    for (size_t i = 0; i < v->n; i = lf ? (size_t)(lf - v->p) + 1 : v->n) {
        if (container_blank(v, i, &end) == CONTAINER_YES)
            return true;
        lf = memchr(v->p + i, '\n', v->n - i);
    }
    return false;
}

/* AUTO: the kind, once the view is enough to tell. */
static int container_decide(container *c, const container_view *v)
{
    const char *why = "";

    c->kind = sniff(v->p, v->n, v->last, &why);
    if (c->kind == CONTAINER_AUTO || !c->out.kind)
        return 0;
    c->alone = c->kind == CONTAINER_MESSAGE && v->last && v->n < CONTAINER_SNIFF && !has_empty_line(v);
    if (c->alone)
        why = "it is a header of mail or news, and nothing else: any field is read that a URL stands in";
    return c->out.kind(c->out.user, c->kind, why);
}

/* All of the view that can be decided goes on. */
static int container_run(container *c, container_view *v)
{
    int r = c->kind == CONTAINER_AUTO ? container_decide(c, v) : 0;

    while (!r && v->n && c->kind != CONTAINER_AUTO) {
        unsigned state = c->state;
        size_t n = v->n;

        r = kinds[c->kind].step(c, v);
        if (v->n == n && c->state == state)
            break;
    }
    return r;
}

/* How much of p[0..n) is put behind what is held. */
static size_t container_wanted(const container *c, const char *p, size_t n)
{
    size_t room = sizeof c->held - c->held_n;
    size_t most = n < room ? n : room;
    const char *lf = c->kind == CONTAINER_AUTO ? NULL : memchr(p, '\n', most);

    return lf ? (size_t)(lf - p) + 1 : most;
}

static int container_run_held(container *c, bool last)
{
    container_view v = {c->held, c->held_n, last};
    int r = container_run(c, &v);

    memmove(c->held, v.p, v.n);
    c->held_n = c->looked = v.n;
    return r;
}

/* AUTO looks at what is held again when a line has ended and it has grown by an eighth, and not at each byte of many. */
static bool container_waits(const container *c)
{
    size_t more = c->held_n - c->looked;

    return c->kind == CONTAINER_AUTO && c->held_n < sizeof c->held &&
           (more <= c->looked / 8 || !memchr(c->held + c->looked, '\n', more));
}

int container_feed(container *c, const char *p, size_t n)
{
    while (c->held_n && n) {
        size_t more = container_wanted(c, p, n);
        memcpy(c->held + c->held_n, p, more);
        c->held_n += more;
        p += more;
        n -= more;
        int r = container_waits(c) ? 0 : container_run_held(c, false);
        if (r)
            return r;
    }
    if (!n)
        return 0;

    container_view v = {p, n, false};
    int r = container_run(c, &v);
    if (r)
        return r;
    memcpy(c->held, v.p, v.n);
    c->held_n = c->looked = v.n;
    return 0;
}

/* A kind that was asked for, and the input is not. AUTO takes nothing for one in which no message begins. */
static int container_tell_empty(container *c)
{
    static const char *const whys[CONTAINER_KINDS] = {
        [CONTAINER_MMDF] = "no line of four ^A stands in it, so nothing of it was read",
        [CONTAINER_RNEWS] = "no line \"#! rnews\" and a number stands in it, so nothing of it was read",
        [CONTAINER_NNTP] = "no article of a news server begins in it, so nothing of it was read"};
    const char *why = whys[c->asked];

    return c->begun || c->unread || c->at == 0 || !why ? 0 : container_unread(c, why);
}

int container_finish(container *c)
{
    int r = container_run_held(c, true);

    if (!r)
        r = container_tell_empty(c);
    if (!r && c->state == CONTAINER_COUNTED && c->length)
        r = container_fault(c, "the input ends before the message has the length that was announced");
    return r ? r : container_close(c);
}
