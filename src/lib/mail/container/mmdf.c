/* mmdf.c - MMDF: each message is between two lines of four ^A
 *
 * Text between messages is skipped. If it begins with an mbox "From " line or a header field of
 * mail, it is read as a message instead: then one line of ^A separates two messages. A "From " line
 * at the start of a message is not part of it. A line of ^A inside a message cannot be recognised
 * as such; it ends the message.
 */
#include "mail/container/inside.h"

static const kernel_line mmdf_marks = {.n = 1, .byte = {1, 1, 1, 1}};

static container_is mmdf_is_mark(const container_view *v, size_t i, size_t *end)
{
    container_is is = container_prefix(v, i, "\x01\x01\x01\x01");

    if (is != CONTAINER_YES)
        return is;
    is = container_blank(v, i + 4, end);
    return is == CONTAINER_NO && v->n == i + 4 ? CONTAINER_YES : is;
}

static container_acts mmdf_outside(container *c, const container_view *v)
{
    size_t end = 0;
    container_is is = c->line ? mmdf_is_mark(v, 0, &end) : CONTAINER_NO;

    if (is == CONTAINER_YES)
        return container_next(c, end, CONTAINER_ENVELOPE);
    if (is == CONTAINER_NO && c->line) {
        is = container_line_of(v, 0, "", sniff_begins_message, &end);
        if (is == CONTAINER_YES)
            return container_next(c, 0, CONTAINER_ENVELOPE);
    }
    return (container_acts){.drop = is == CONTAINER_MORE ? 0 : container_line_length(v)};
}

container_acts container_mmdf(container *c, const container_view *v)
{
    size_t n, pass;

    if (c->state != CONTAINER_INSIDE)
        return mmdf_outside(c, v);
    pass = container_search(c, v, &mmdf_marks, mmdf_is_mark, &n);
    if (n)
        c->state = CONTAINER_OUTSIDE;
    return (container_acts){.pass = pass, .end = n > 0, .drop = n};
}
