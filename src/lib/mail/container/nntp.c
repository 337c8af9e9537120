/* nntp.c - responses of a news server: status lines, and articles that end with a line "." (RFC
 * 3977 sections 3.1.1 and 6.2)
 *
 * A line "220 1 <id>" announces an article, "221" its head, "222" its body. Other multi-line
 * responses (215, 224, ...) and all other lines between articles are skipped, so a capture may also
 * contain the client's commands. A capture without status lines begins with an article; after the
 * "." of an article, a header field of news begins the next article. In an article ".." at the
 * start of a line means ".". A line of "." and something else is invalid; it is left as it is.
 */
#include "base/ascii.h"
#include "mail/container/inside.h"

static const kernel_line dots = {.n = 1, .byte = {'.', '.', '.', '.'}};

/* Returns true for a status line: three digits, then a blank or nothing. */
static bool is_status(const char *p, size_t n)
{
    for (size_t i = 0; i < 3; i++)
        if (i >= n || !ascii_is_digit((unsigned char)p[i]))
            return false;
    return p[0] >= '1' && p[0] <= '5' && (n == 3 || p[3] == ' ');
}

/* Returns true for the status line of a multi-line response that is not an article: to HELP,
 * CAPABILITIES, LIST, OVER, HDR, NEWNEWS or NEWGROUPS. */
static bool begins_list(const char *p, size_t n)
{
    return n > 3 && ascii_is_word_of("100 101 215 224 225 230 231 282", p, 3);
}

/* Handles a line between articles: n bytes, or `bare` bytes without its line break. */
static container_acts nntp_take_line(container *c, const container_view *v, size_t n, size_t bare)
{
    bool first = c->state == CONTAINER_START, status = is_status(v->p, bare);

    if (!bare)
        return (container_acts){.drop = n};
    if (sniff_nntp_line(v->p, bare))
        return container_next(c, n, CONTAINER_INSIDE);
    if (!status && (first || sniff_begins_message(v->p, bare)))
        return container_next(c, 0, CONTAINER_INSIDE);
    c->state = status && begins_list(v->p, bare) ? CONTAINER_OTHER : CONTAINER_OUTSIDE;
    return (container_acts){.drop = n};
}

static container_acts nntp_outside(container *c, const container_view *v)
{
    size_t end = 0;
    container_is is = c->line ? container_line(v, 0, &end) : CONTAINER_NO;

    if (is == CONTAINER_MORE)
        return CONTAINER_WAIT;
    if (is == CONTAINER_YES)
        return nntp_take_line(c, v, end, container_bare(v->p, end));
    return c->state == CONTAINER_START ? container_next(c, 0, CONTAINER_INSIDE)
                                       : (container_acts){.drop = container_line_length(v)};
}

/* Tests for ".." or a line "." at i. Sets *end after the first dot, or after the line. */
static container_is is_dot(const container_view *v, size_t i, size_t *end)
{
    container_is is;

    if (v->p[i] != '.')
        return CONTAINER_NO;
    *end = i + 1;
    if (i + 1 < v->n && v->p[i + 1] == '.')
        return CONTAINER_YES;
    is = container_blank(v, i + 1, end);
    if (is != CONTAINER_NO || v->n > i + 2 || (v->n == i + 2 && v->p[i + 1] != '\r'))
        return is;
    *end = v->n; /* the input ends after "." or ".\r" */
    return CONTAINER_YES;
}

container_acts container_nntp(container *c, const container_view *v)
{
    size_t n, i;

    if (c->state == CONTAINER_START || c->state == CONTAINER_OUTSIDE)
        return nntp_outside(c, v);
    i = container_search(c, v, &dots, is_dot, &n);
    if (!n)
        return c->state == CONTAINER_OTHER ? (container_acts){.drop = i}
                                           : (container_acts){.pass = i};
    if (v->n >= 2 && v->p[1] == '.')
        return (container_acts){.drop = n};
    c->state = CONTAINER_OUTSIDE;
    return (container_acts){.end = true, .drop = n};
}
