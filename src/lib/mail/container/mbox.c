/* mbox.c - mbox: each message follows a line of "From ", an address and a date (RFC 4155 appendix
 * A)
 *
 * Such a line is a separator at the start, after an empty line, or if it has a date and a header
 * field is below it: the archives of Mailman ("pipermail") have no empty line there. The empty line
 * belongs to the container, and so does an empty line at the end of the input. Text before the
 * first separator is a message. The first ">" of a line ">From " or ">>From " is removed, in
 * headers and bodies (mboxrd); in mboxo only the ">" of ">From ". Lines end at LF, with or without
 * CR.
 *
 * The "From " line of "git format-patch" separates messages only where it begins the mailbox. In
 * other mailboxes it is the first line of a patch that somebody sent as a whole.
 *
 * In mboxcl (System V mail) the field Content-Length gives the length of the body; the first such
 * field of the header whose value is a number counts. Lines within that length are never
 * separators. If neither a separator nor the end of the input follows there, the length was wrong,
 * and the message continues to the next separator. A length that is too large swallows the messages
 * it reaches into, because a stream cannot be read again.
 */
#include "base/ascii.h"
#include "mail/container/inside.h"

/* Lines that begin with "Fr", ">F" or ">>": filters out other quotes, such as "> text". */
static const kernel_line mbox_marks = {
    .n = 2,
    .byte = {'F', '>', '>', '>'},
    .then_n = 3,
    .then = {'r', 'F', '>', '>'},
    .fold = 0x40,
    .by_low = {['F' & 15] = 'F' | 0x40, ['>' & 15] = '>' | 0x40}};
static const kernel_line quotes = {
    .n = 1, .byte = {'>', '>', '>', '>'}, .then_n = 2, .then = {'F', '>', '>', '>'}};

/* Tests for a line at i whose first ">" must be removed. */
static container_is mbox_is_quoted(const container *c, const container_view *v, size_t i)
{
    size_t most = c->kind == TRAWL_INPUT_MBOXCL2 ? 0
                  : c->kind == TRAWL_INPUT_MBOXO ? 1
                                                 : CONTAINER_HELD - 5;
    size_t from = i;

    while (from < v->n && from - i < most && v->p[from] == '>')
        from++;
    return from > i ? container_prefix(v, from, "From ") : CONTAINER_NO;
}

/* Tests for a separator at i, after an empty line if `apart`, else after any line. */
static container_is is_separator(const container *c, const container_view *v, size_t i, bool apart,
                                 size_t *end)
{
    container_is is =
        container_line_of(v, i, "From ", apart ? sniff_from_line : sniff_dated_line, end);

    if (is == CONTAINER_YES && c->kind != TRAWL_INPUT_PATCHES &&
        sniff_patch_line(v->p + i, container_bare(v->p + i, *end - i)))
        return CONTAINER_NO;
    return is == CONTAINER_YES && !apart ? sniff_field(v, *end) : is;
}

/* Ends the open message, skips n bytes and begins the next message. */
static container_acts mbox_next(container *c, size_t n)
{
    c->length = 0;
    return container_next(c, n, CONTAINER_ENVELOPE);
}

/* ---- The text of a message ---- */

/* Returns the length of the empty line that ends at i, or 0 if the view has none there. */
static size_t blank_before(const container *c, const container_view *v, size_t i)
{
    size_t cr = i >= 2 && v->p[i - 1] == '\n' && v->p[i - 2] == '\r';

    if (!i || v->p[i - 1] != '\n')
        return 0;
    i -= 1 + cr;
    return (i ? v->p[i - 1] == '\n' : c->line) ? 1 + cr : 0;
}

/* Passes on the rest of the view, which has no separator. Holds back an empty line at its end,
 * which may belong to a separator, and a CR that may become an empty line. */
static container_acts mbox_take_tail(const container *c, const container_view *v)
{
    size_t blank = blank_before(c, v, v->n);
    bool cr = v->p[v->n - 1] == '\r' && (v->n > 1 ? v->p[v->n - 2] == '\n' : c->line);

    return (container_acts){.pass = v->n - (blank || v->last ? blank : cr),
                            .end = v->last,
                            .drop = v->last ? blank : 0};
}

/* Passes on text up to the next separator, and drops the separator. In `counted` text no line is a
 * separator. Removes the first ">" of quoted "From " lines. */
static container_acts mbox_take_text(container *c, const container_view *v, bool counted)
{
    const kernel_line *set = counted ? &quotes : &mbox_marks;
    container_acts acts;

    for (size_t i = c->line ? 0 : c->out.kernel->line(set, v->p, 0, v->n) + 1; i < v->n;
         i = c->out.kernel->line(set, v->p, i, v->n) + 1) {
        size_t blank = 0, end = i;
        container_is is = CONTAINER_NO;
        if (v->p[i] == '>') {
            is = mbox_is_quoted(c, v, i);
        } else if (v->p[i] == 'F' && !counted) {
            blank = blank_before(c, v, i);
            is = is_separator(c, v, i, blank > 0, &end);
        }
        if (is == CONTAINER_NO)
            continue;
        if (is == CONTAINER_MORE)
            acts = CONTAINER_WAIT;
        else
            acts = v->p[i] == '>' ? (container_acts){.drop = 1} : mbox_next(c, end - (i - blank));
        acts.pass = i - blank;
        return acts;
    }
    return counted ? (container_acts){.pass = v->n} : mbox_take_tail(c, v);
}

/* ---- Content-Length ---- */

/* Passes on a line of a header. If no length is known, the empty line at the end of the header may
 * belong to a separator; otherwise it belongs to the header. */
static container_acts mbox_take_header_line(container *c, const container_view *v)
{
    container_is is;
    size_t end;

    if (!c->line)
        return (container_acts){.pass = container_line_length(v)};
    is = container_blank(v, 0, &end);
    if (is == CONTAINER_YES && !c->length) {
        c->state = CONTAINER_INSIDE;
        return CONTAINER_WAIT;
    }
    if (is == CONTAINER_YES) {
        c->length--;
        c->state = c->length ? CONTAINER_COUNTED : CONTAINER_PLACE;
        return (container_acts){.pass = end};
    }
    if (is == CONTAINER_NO && (is = mbox_is_quoted(c, v, 0)) == CONTAINER_YES)
        return (container_acts){.drop = 1};
    if (is == CONTAINER_NO && !c->length)
        is = container_read_length(c, v);
    return (container_acts){.pass = is == CONTAINER_MORE ? 0 : container_line_length(v)};
}

static container_acts take_counted(container *c, const container_view *v)
{
    size_t n = v->n < c->length ? v->n : (size_t)c->length;
    const container_view part = {v->p, n, v->last || n == c->length};
    container_acts acts = c->kind == TRAWL_INPUT_MBOXCL2 ? (container_acts){.pass = n}
                                                         : mbox_take_text(c, &part, true);

    c->length -= acts.pass + acts.drop;
    if (!c->length)
        c->state = CONTAINER_PLACE;
    return acts;
}

/* Checks whether the length was right: only empty lines may follow, then a separator or the end of
 * the input. */
static container_acts mbox_take_place(container *c, const container_view *v)
{
    container_is is = CONTAINER_YES;
    size_t end = 0;

    while (end < CONTAINER_HELD && is == CONTAINER_YES)
        is = container_blank(v, end, &end);
    if (end == v->n && v->last)
        return (container_acts){.end = true, .drop = end};
    if (is == CONTAINER_MORE || end == v->n)
        return CONTAINER_WAIT;
    is = end || c->line ? is_separator(c, v, end, true, &end) : CONTAINER_NO;
    if (is == CONTAINER_MORE)
        return CONTAINER_WAIT;
    if (is == CONTAINER_YES)
        return mbox_next(c, end);
    c->state = CONTAINER_INSIDE;
    return (container_acts){.why = "no message ends where Content-Length says, so it is ignored"};
}

container_acts container_mbox(container *c, const container_view *v)
{
    switch (c->state) {
    case CONTAINER_START:
        return container_start(c, v, true);
    case CONTAINER_HEADER:
        return mbox_take_header_line(c, v);
    case CONTAINER_COUNTED:
        return take_counted(c, v);
    case CONTAINER_PLACE:
        return mbox_take_place(c, v);
    default:
        return mbox_take_text(c, v, false);
    }
}
