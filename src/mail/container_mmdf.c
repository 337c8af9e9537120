/* container_mmdf.c - MMDF: each message between two lines of four ^A
 *
 * What stands between an ending mark and the next beginning one goes to skip(), unless it is a mailbox's "From " line
 * or a header field that mail has: then the mark was meant to end one message and to begin another. A "From " line
 * behind a beginning mark is no part of the message. A message in which such a mark stands as a line cannot be told
 * from two.
 */
#include "mail/container_line.h"
#include "mail/line_search.h"
#include "mail/sniff.h"

static const char mmdf_marks[] = "\x01\x01\x01\x01";
static const line_set mmdf_set = {.n = 1, .byte = {1, 1, 1, 1}};

static container_is mmdf_mark(const container_view *v, size_t i, size_t *end)
{
    container_is is = container_prefix(v, i, mmdf_marks);

    if (is != CONTAINER_YES)
        return is;
    is = container_blank(v, i + 4, end);
    return is == CONTAINER_NO && v->n == i + 4 ? CONTAINER_YES : is;
}

static int mmdf_begin(container *c)
{
    c->state = CONTAINER_ENVELOPE;
    return container_open(c);
}

static int mmdf_outside(container *c, container_view *v)
{
    size_t end = 0;
    container_is is = c->line ? mmdf_mark(v, 0, &end) : CONTAINER_NO;

    if (is == CONTAINER_YES) {
        int r = container_drop(c, v, end);
        return r ? r : mmdf_begin(c);
    }
    if (is == CONTAINER_NO && c->line) {
        is = container_line(v, 0, &end);
        if (is == CONTAINER_YES && sniff_begins_message(v->p, container_bare(v->p, end)))
            return mmdf_begin(c);
    }
    return is == CONTAINER_MORE ? 0 : container_drop_line(c, v);
}

static int mmdf_inside(container *c, container_view *v)
{
    int r = 0;

    for (size_t j = c->line ? 0 : line_search(c->kernel, &mmdf_set, v->p, 0, v->n) + 1; j < v->n;
         j = line_search(c->kernel, &mmdf_set, v->p, j, v->n) + 1) {
        size_t end = j;
        container_is is = mmdf_mark(v, j, &end);
        if (is == CONTAINER_NO)
            continue;
        r = container_pass(c, v, j);
        if (r || is == CONTAINER_MORE)
            return r;
        c->state = CONTAINER_OUTSIDE;
        r = container_close(c);
        return r ? r : container_drop(c, v, end - j);
    }
    return container_pass(c, v, v->n);
}

int container_mmdf(container *c, container_view *v)
{
    int r = 0;

    switch (c->state) {
    case CONTAINER_START:
        if (container_skip_mark(c, v, &r))
            c->state = CONTAINER_OUTSIDE;
        return r;
    case CONTAINER_OUTSIDE:
        return mmdf_outside(c, v);
    case CONTAINER_ENVELOPE:
        return container_skip_envelope(c, v, CONTAINER_INSIDE);
    default:
        return mmdf_inside(c, v);
    }
}
