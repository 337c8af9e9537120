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

/* Ends the open record and begins the record whose first line is at the start of the view. */
static container_acts warc_begin(container *c)
{
    c->length = 0;
    return container_next(c, 0, CONTAINER_HEADER);
}

/* Drops the input up to the next record. */
static container_acts warc_search(container *c, const container_view *v)
{
    size_t n, i = container_search(c, v, &warc_marks, warc_is_mark, &n);

    return n ? warc_begin(c) : (container_acts){.drop = i};
}

/* Passes on a line of the header. A record without Content-Length has no body. */
static container_acts warc_take_header_line(container *c, const container_view *v)
{
    container_is is;
    size_t end;

    if (!c->line)
        return (container_acts){.pass = container_line_length(v)};
    is = container_blank(v, 0, &end);
    if (is == CONTAINER_YES) {
        c->length -= c->length > 0;
        c->state = c->length ? CONTAINER_COUNTED : CONTAINER_PLACE;
        return (container_acts){.pass = end};
    }
    if (is == CONTAINER_NO && !c->length)
        is = container_read_length(c, v);
    return (container_acts){.pass = is == CONTAINER_MORE ? 0 : container_line_length(v)};
}

/* Ends the record, skips the empty lines after it, and checks whether another record follows. */
static container_acts warc_take_place(container *c, const container_view *v)
{
    size_t end = 0;
    container_is is = CONTAINER_YES;

    while (is == CONTAINER_YES)
        is = container_blank(v, end, &end);
    if (end > 0 || is == CONTAINER_MORE)
        return (container_acts){.end = true, .drop = end};
    is = warc_is_mark(v, 0, &end);
    if (is == CONTAINER_MORE)
        return (container_acts){.end = true};
    if (is == CONTAINER_YES)
        return warc_begin(c);
    c->state = CONTAINER_OUTSIDE;
    return (container_acts){
        .end = true,
        .why = "the Content-Length of a record is wrong, because no record follows it; nothing is "
               "read up to the next one"};
}

container_acts container_warc(container *c, const container_view *v)
{
    size_t n = v->n < c->length ? v->n : (size_t)c->length;

    switch (c->state) {
    case CONTAINER_HEADER:
        return warc_take_header_line(c, v);
    case CONTAINER_COUNTED:
        c->length -= n;
        if (!c->length)
            c->state = CONTAINER_PLACE;
        return (container_acts){.pass = n};
    case CONTAINER_PLACE:
        return warc_take_place(c, v);
    default:
        return warc_search(c, v);
    }
}
