/* warc.c - WARC, archives of web pages (ISO 28500): records with a header, whose Content-Length is
 * the number of bytes after it
 *
 * A record begins with a line "WARC/1.0" or "WARC/1.1", which is passed on as part of the record.
 * Two empty lines follow each record. If neither another record nor the end of the input comes
 * next, the length was wrong, and the input is skipped up to the next such line. With a length that
 * is too large, the records that it reaches into are lost, because the input is a stream. Text
 * before the first record is skipped.
 */
#include "mail/container/inside.h"

static const kernel_line warc_marks = {.n = 1, .byte = {'W', 'W', 'W', 'W'}};

static container_is warc_is_mark(const container_view *v, size_t i, size_t *end)
{
    return container_line_of(v, i, "WARC/1.", sniff_warc_line, end);
}

/* Ends the open record and begins one whose first line is at the start of the view. */
static int warc_begin(container *c, container_view *v)
{
    int r = container_leave(c);

    c->length = 0;
    if (!r)
        r = container_enter(c, CONTAINER_HEADER);
    return r ? r : container_send_line(c, v, container_pass);
}

/* Drops the input up to the next record. */
static int warc_search(container *c, container_view *v)
{
    size_t n;
    int r = container_search(c, v, &warc_marks, warc_is_mark, container_drop, &n);

    return r || !n ? r : warc_begin(c, v);
}

/* Passes on a line of the header. A record without Content-Length has no body. */
static int warc_take_header_line(container *c, container_view *v)
{
    container_is is;
    size_t end = 0;

    if (!c->line)
        return container_send_line(c, v, container_pass);
    is = container_blank(v, 0, &end);
    if (is == CONTAINER_YES) {
        c->length -= c->length > 0;
        c->state = c->length ? CONTAINER_COUNTED : CONTAINER_PLACE;
        return container_pass(c, v, end);
    }
    if (is == CONTAINER_NO && !c->length)
        is = container_read_length(c, v);
    return is == CONTAINER_MORE ? 0 : container_send_line(c, v, container_pass);
}

/* Skips the empty lines after a record, and checks whether another one follows. */
static int warc_take_place(container *c, container_view *v)
{
    size_t end = 0;
    container_is is;
    int r = container_leave(c);

    while (!r && (is = container_blank(v, 0, &end)) == CONTAINER_YES)
        r = container_drop(c, v, end);
    if (r || !v->n || is == CONTAINER_MORE)
        return r;
    is = warc_is_mark(v, 0, &end);
    if (is == CONTAINER_MORE)
        return 0;
    if (is == CONTAINER_YES)
        return warc_begin(c, v);
    c->state = CONTAINER_OUTSIDE;
    return container_fault(c, "the Content-Length of a record is wrong, because no record follows "
                              "it; nothing is read up to the next one");
}

int container_warc(container *c, container_view *v)
{
    size_t n = v->n < c->length ? v->n : (size_t)c->length;

    switch (c->state) {
    case CONTAINER_HEADER:
        return warc_take_header_line(c, v);
    case CONTAINER_COUNTED:
        c->length -= n;
        if (!c->length)
            c->state = CONTAINER_PLACE;
        return container_pass(c, v, n);
    case CONTAINER_PLACE:
        return warc_take_place(c, v);
    default:
        return warc_search(c, v);
    }
}
