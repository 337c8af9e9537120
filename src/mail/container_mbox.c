/* container_mbox.c - mbox: messages one behind the other, each behind a line "From ", an address and a date (RFC 4155
 * appendix A)
 *
 * Such a line separates only at the start or behind an empty line, which belongs to the separator; so does an empty
 * line at the end. Text before the first separator is a message, so that nothing is lost. Of a line ">From " or ">>From
 * " the first ">" goes, in the header as in the body (mboxrd); RFC 4155 knows no such quotes, and an mboxo means only
 * the first kind. Lines end at LF, with or without CR before it.
 *
 * Nothing of a body is looked at but the lines that begin with "F" or ">".
 */
#include "mail/container_mbox.h"

#include "mail/line_search.h"
#include "mail/sniff.h"

/* "From ", ">From ", ">>From ": quotes of another kind are passed over. */
static const line_set marks = {.n = 2, .byte = {'F', '>', '>', '>'}, .then_n = 3, .then = {'r', 'F', '>', '>'}};
static const line_set quotes = {.n = 1, .byte = {'>', '>', '>', '>'}, .then_n = 2, .then = {'F', '>', '>', '>'}};

container_is container_mbox_separator(const container_view *v, size_t i, size_t *end)
{
    container_is is = container_prefix(v, i, "From ");

    if (is == CONTAINER_YES)
        is = container_line(v, i, end);
    if (is == CONTAINER_YES && !sniff_from_line(v->p + i, container_bare(v->p + i, *end - i)))
        is = CONTAINER_NO;
    return is;
}

container_is container_mbox_quoted(const container *c, const container_view *v, size_t i)
{
    size_t most = c->kind == CONTAINER_MBOXCL2 ? 0 : c->kind == CONTAINER_MBOXO ? 1 : CONTAINER_HELD - 5;
    size_t from = i;

    while (from < v->n && from - i < most && v->p[from] == '>')
        from++;
    return from > i ? container_prefix(v, from, "From ") : CONTAINER_NO;
}

int container_mbox_next(container *c, container_view *v, size_t n)
{
    int r = container_close(c);

    if (!r)
        r = container_drop(c, v, n);
    c->state = CONTAINER_ENVELOPE;
    c->length = 0;
    return r ? r : container_open(c);
}

/* The length of the empty line that ends at i; 0: there is none in the view. */
static size_t mbox_blank_before(const container *c, const container_view *v, size_t i)
{
    size_t cr = i >= 2 && v->p[i - 1] == '\n' && v->p[i - 2] == '\r';

    if (!i || v->p[i - 1] != '\n')
        return 0;
    i -= 1 + cr;
    return (i ? v->p[i - 1] == '\n' : c->line) ? 1 + cr : 0;
}

/* There is no mark before the view's end. An empty line there may yet belong to one: a CR at a line's start may
 * become one. */
static int mbox_tail(container *c, container_view *v)
{
    size_t blank = mbox_blank_before(c, v, v->n);
    bool cr = v->p[v->n - 1] == '\r' && (v->n > 1 ? v->p[v->n - 2] == '\n' : c->line);

    if (!v->last)
        return container_pass(c, v, v->n - (blank ? blank : cr));
    int r = container_pass(c, v, v->n - blank);
    if (!r)
        r = container_close(c);
    return r ? r : container_drop(c, v, blank);
}

/* A line at j that begins with "From ": a separator, if a blank line is before it. */
static container_is mbox_separates(container *c, container_view *v, size_t j, int *result)
{
    size_t blank = mbox_blank_before(c, v, j), end = 0;
    container_is is = blank ? container_mbox_separator(v, j, &end) : CONTAINER_NO;

    if (is == CONTAINER_NO)
        return is;
    *result = container_pass(c, v, j - blank);
    if (is == CONTAINER_YES && !*result)
        *result = container_mbox_next(c, v, end - (j - blank));
    return is;
}

/* A line at j that begins with ">": perhaps it loses it. Most are quotes of another kind, "> ", which a look at one
 * byte tells. */
static container_is mbox_unquotes(container *c, container_view *v, size_t j, int *result)
{
    bool other = j + 1 < v->n && v->p[j + 1] != 'F' && v->p[j + 1] != '>';
    container_is is = other ? CONTAINER_NO : container_mbox_quoted(c, v, j);

    if (is == CONTAINER_NO)
        return is;
    *result = container_pass(c, v, j);
    if (is == CONTAINER_YES && !*result)
        *result = container_drop(c, v, 1);
    return is;
}

int container_mbox_counted(container *c, container_view *v)
{
    int r = 0;

    for (size_t j = c->line ? 0 : line_search(c->kernel, &quotes, v->p, 0, v->n) + 1; j < v->n;
         j = line_search(c->kernel, &quotes, v->p, j, v->n) + 1)
        if (v->p[j] == '>' && mbox_unquotes(c, v, j, &r) != CONTAINER_NO)
            return r;
    return container_pass(c, v, v->n);
}

int container_mbox_body(container *c, container_view *v)
{
    int r = 0;

    for (size_t j = c->line ? 0 : line_search(c->kernel, &marks, v->p, 0, v->n) + 1; j < v->n;
         j = line_search(c->kernel, &marks, v->p, j, v->n) + 1) {
        if (v->p[j] == 'F' && mbox_separates(c, v, j, &r) != CONTAINER_NO)
            return r;
        if (v->p[j] == '>' && mbox_unquotes(c, v, j, &r) != CONTAINER_NO)
            return r;
    }
    return mbox_tail(c, v);
}

int container_mbox(container *c, container_view *v)
{
    if (c->state == CONTAINER_START)
        return container_start(c, v, true);
    if (c->state == CONTAINER_ENVELOPE)
        return container_skip_envelope(c, v, CONTAINER_INSIDE);
    return container_mbox_body(c, v);
}
