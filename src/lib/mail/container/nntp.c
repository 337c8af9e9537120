/* nntp.c - responses of a news server: status lines, and articles that end with a line "." (RFC
 * 3977 sections 3.1.1 and 6.2)
 *
 * A line "220 1 <id>" announces an article, "221" its head, "222" its body. Other multi-line
 * responses (215, 224, ...) and all other lines between articles are skipped, so a capture may also
 * contain the client's commands. A capture without status lines begins with an article; after the
 * "." of an article, a header field of news begins the next one. In an article ".." at the start of
 * a line means ".". A line of "." and something else is invalid; it is left as it is.
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
static int nntp_take_line(container *c, container_view *v, size_t n, size_t bare)
{
    bool first = c->state == CONTAINER_START, status = is_status(v->p, bare);

    if (!bare)
        return container_drop(c, v, n);
    c->state = CONTAINER_OUTSIDE;
    if (sniff_nntp_line(v->p, bare))
        return container_next(c, v, n, CONTAINER_INSIDE);
    if (!status && (first || sniff_begins_message(v->p, bare)))
        return container_enter(c, CONTAINER_INSIDE);
    if (status && begins_list(v->p, bare))
        c->state = CONTAINER_OTHER;
    return container_drop(c, v, n);
}

static int nntp_outside(container *c, container_view *v)
{
    bool first = c->state == CONTAINER_START;
    size_t end = 0;
    container_is is = c->line ? container_line(v, 0, &end) : CONTAINER_NO;

    if (is == CONTAINER_MORE)
        return 0;
    if (is == CONTAINER_YES)
        return nntp_take_line(c, v, end, container_bare(v->p, end));
    return first ? container_enter(c, CONTAINER_INSIDE) : container_send_line(c, v, container_drop);
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

/* Passes lines to `way` up to the end of an article or list. */
static int nntp_inside(container *c, container_view *v, container_way *way)
{
    size_t n;
    int r = container_search(c, v, &dots, is_dot, way, &n);

    if (r || !n)
        return r;
    if (v->n < 2 || v->p[1] != '.') {
        c->state = CONTAINER_OUTSIDE;
        r = container_leave(c);
    }
    return r ? r : container_drop(c, v, n);
}

int container_nntp(container *c, container_view *v)
{
    if (c->state == CONTAINER_START || c->state == CONTAINER_OUTSIDE)
        return nntp_outside(c, v);
    return nntp_inside(c, v, c->state == CONTAINER_OTHER ? container_drop : container_pass);
}
