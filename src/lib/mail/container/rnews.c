/* rnews.c - news batches: each article follows a line "#! rnews" with its length in bytes (RFC 1036
 * section 4.3)
 *
 * If neither such a line nor the end of the input follows after that length, the length was wrong,
 * or it counted CRLF as one byte, as the RFC does: the article then continues to the next such
 * line. Compressed batches ("#! cunbatch", "#! gunbatch") are not read. Text before the first line
 * is skipped.
 */
#include "base/ascii.h"
#include "mail/container/inside.h"

static const kernel_line rnews_marks = {.n = 1, .byte = {'#', '#', '#', '#'}};

#define COMPRESSED UINT64_MAX

/* Reads the line that begins an article, "#! rnews 1234" with or without more words, or a
 * compressed batch, "#! cunbatch", "#! gunbatch" and so on. For a compressed batch sets *length to
 * COMPRESSED. Returns false for any other line. */
static bool rnews_read_line(const char *p, size_t n, uint64_t *length)
{
    static const char rnews[] = "#! rnews ";
    size_t i = 3, digits;

    while (i < n && ascii_is_alnum((unsigned char)p[i]))
        i++;
    if (i >= 10 && ascii_same(p + i - 7, "unbatch", 7) && (i == n || p[i] == ' ')) {
        *length = COMPRESSED;
        return true;
    }
    i = sizeof rnews - 1;
    if (n < i || memcmp(p, rnews, i) != 0)
        return false;
    while (i < n && p[i] == ' ')
        i++;
    digits = container_number(p + i, n - i, length);
    return digits > 0 && (i + digits == n || ascii_is_blank(p[i + digits]));
}

bool sniff_batch_line(const char *p, size_t n)
{
    uint64_t length;

    return rnews_read_line(p, n, &length);
}

static container_is rnews_is_mark(const container_view *v, size_t i, size_t *end)
{
    return container_line_of(v, i, "#! ", sniff_batch_line, end);
}

/* Ends the open article. Begins the next one, or a compressed batch, by the line of n bytes at the
 * start of the view. */
static container_acts rnews_next(container *c, const container_view *v, size_t n)
{
    (void)rnews_read_line(v->p, container_bare(v->p, n), &c->length);
    if (c->length != COMPRESSED)
        return container_next(c, n, c->length ? CONTAINER_COUNTED : CONTAINER_PLACE);
    c->length = 0;
    c->state = CONTAINER_DEAD;
    c->why_unread = "a compressed news batch is not read; decompress it first";
    return (container_acts){.end = true, .why = c->why_unread, .drop = n};
}

/* Passes or drops bytes up to the next line of a batch, and then begins the article or batch that
 * it announces. */
static container_acts rnews_search(container *c, const container_view *v, bool inside)
{
    size_t n, i = container_search(c, v, &rnews_marks, rnews_is_mark, &n);

    if (n)
        return rnews_next(c, v, n);
    return (container_acts){.pass = inside ? i : 0, .drop = inside ? 0 : i};
}

/* Checks whether the length was right: another line of the batch must follow. */
static container_acts place(container *c, const container_view *v)
{
    size_t end = 0;
    container_is is = rnews_is_mark(v, 0, &end);

    if (is == CONTAINER_YES)
        return rnews_next(c, v, end);
    if (is == CONTAINER_MORE)
        return CONTAINER_WAIT;
    c->state = CONTAINER_INSIDE;
    return (container_acts){.why = "the article is longer than its \"#! rnews\" line says"};
}

container_acts container_rnews(container *c, const container_view *v)
{
    size_t n = v->n < c->length ? v->n : (size_t)c->length;

    switch (c->state) {
    case CONTAINER_COUNTED:
        c->length -= n;
        if (!c->length)
            c->state = CONTAINER_PLACE;
        return (container_acts){.pass = n};
    case CONTAINER_PLACE:
        return place(c, v);
    case CONTAINER_DEAD:
        return (container_acts){.drop = v->n};
    default:
        return rnews_search(c, v, c->state == CONTAINER_INSIDE);
    }
}
