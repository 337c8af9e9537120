/* container_mboxcl.c - an mbox in which the field Content-Length says how long a body is (System V mail)
 *
 * As it streams, a length is believed first: what it covers goes on whatever its lines look like. At its end a
 * separator must stand, behind empty lines or none, or the input must end; otherwise the length was wrong, and the
 * message goes on to the next separator as in a plain mbox. A length that is too great takes the messages in with it
 * that it reaches into: there is no way back in a stream. The first field of a header that is a number counts.
 */
#include <string.h>

#include "base/ascii.h"
#include "mail/container_mbox.h"

/* Digits that cannot overflow. */
#define MBOXCL_DIGITS 18

static const char mboxcl_field[] = "content-length:";

/* The number behind the field's name; false for anything else than digits and blanks about them. */
static bool mboxcl_number(const char *p, size_t n, uint64_t *length)
{
    size_t i = 0, digits;
    uint64_t value = 0;

    while (i < n && (p[i] == ' ' || p[i] == '\t'))
        i++;
    for (digits = i; i < n && ascii_is_digit((unsigned char)p[i]) && i - digits <= MBOXCL_DIGITS; i++)
        value = value * 10 + (uint64_t)(p[i] - '0');
    if (i == digits || i - digits > MBOXCL_DIGITS)
        return false;
    while (i < n && (p[i] == ' ' || p[i] == '\t'))
        i++;
    if (i < n)
        return false;
    *length = value;
    return true;
}

/* The header is over. If no length is known its empty line is looked at as the body's, for it may be a separator's.
 * While the header is read, length is 1 + what the field says, and 0 stands for no field. */
static int mboxcl_header_ends(container *c, container_view *v, size_t end)
{
    if (!c->length) {
        c->state = CONTAINER_INSIDE;
        return 0;
    }
    c->length--;
    c->state = c->length ? CONTAINER_COUNTED : CONTAINER_PLACE;
    return container_pass(c, v, end);
}

/* A line at the front that may be the field: its number is kept if it has one. */
static container_is mboxcl_field_line(container *c, const container_view *v)
{
    size_t name = sizeof mboxcl_field - 1, end = 0;
    container_is is = container_prefix_any_case(v, 0, mboxcl_field);
    uint64_t length = 0;

    if (is == CONTAINER_YES)
        is = container_line(v, 0, &end);
    if (is == CONTAINER_YES && mboxcl_number(v->p + name, container_bare(v->p, end) - name, &length))
        c->length = 1 + length;
    return is;
}

static int mboxcl_header(container *c, container_view *v)
{
    container_is is = CONTAINER_NO;
    size_t end = 0;

    if (c->line) {
        is = container_blank(v, 0, &end);
        if (is == CONTAINER_YES)
            return mboxcl_header_ends(c, v, end);
        if (is == CONTAINER_NO && (is = container_mbox_quoted(c, v, 0)) == CONTAINER_YES)
            return container_drop(c, v, 1);
        if (is == CONTAINER_NO && !c->length)
            is = mboxcl_field_line(c, v);
    }
    return is == CONTAINER_MORE ? 0 : container_pass_line(c, v);
}

static int mboxcl_counted(container *c, container_view *v)
{
    size_t n = v->n < c->length ? v->n : (size_t)c->length;
    container_view part = {v->p, n, v->last || n == c->length};
    int r = 0;

    r = c->kind == CONTAINER_MBOXCL2 ? container_pass(c, &part, n) : container_mbox_counted(c, &part);
    c->length -= n - part.n;
    v->p += n - part.n;
    v->n -= n - part.n;
    if (!c->length)
        c->state = CONTAINER_PLACE;
    return r;
}

/* Empty lines at the front, not too many of them; *end is behind them. */
static container_is mboxcl_blanks(const container_view *v, size_t *end)
{
    container_is is = CONTAINER_YES;

    for (*end = 0; *end < v->n && *end < CONTAINER_HELD && is == CONTAINER_YES;)
        is = container_blank(v, *end, end);
    return *end == v->n && !v->last ? CONTAINER_MORE : is;
}

/* Here the length holds if there are only empty lines up to a separator, or to the end. */
static int mboxcl_place(container *c, container_view *v)
{
    size_t end = 0;
    container_is is = mboxcl_blanks(v, &end);
    int r = 0;

    if (is != CONTAINER_MORE && end == v->n)
        return (r = container_close(c)) ? r : container_drop(c, v, end);
    if (is != CONTAINER_MORE)
        is = end || c->line ? container_mbox_separator(v, end, &end) : CONTAINER_NO;
    if (is == CONTAINER_MORE)
        return 0;
    if (is == CONTAINER_YES)
        return container_mbox_next(c, v, end);
    c->state = CONTAINER_INSIDE;
    return container_fault(c, "no message ends where Content-Length says: it is not believed");
}

int container_mboxcl(container *c, container_view *v)
{
    switch (c->state) {
    case CONTAINER_START:
        return container_start(c, v, true);
    case CONTAINER_ENVELOPE:
        return container_skip_envelope(c, v, CONTAINER_HEADER);
    case CONTAINER_HEADER:
        return mboxcl_header(c, v);
    case CONTAINER_COUNTED:
        return mboxcl_counted(c, v);
    case CONTAINER_PLACE:
        return mboxcl_place(c, v);
    default:
        return container_mbox_body(c, v);
    }
}
