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
    static const char lists[] = "100 101 215 224 225 230 231 282";

    for (size_t i = 0; n > 3 && i + 3 <= sizeof lists; i += 4)
        if (memcmp(lists + i, p, 3) == 0)
            return true;
    return false;
}

/* Handles a line between articles: n bytes, or `bare` bytes without its line break. */
static int take_line(container *c, container_view *v, size_t n, size_t bare)
{
    bool first = c->state == CONTAINER_START, status = is_status(v->p, bare);

    if (!bare)
        return container_drop(c, v, n);
    c->state = CONTAINER_OUTSIDE;
    if (sniff_nntp_line(v->p, bare)) {
        int r = container_drop(c, v, n);
        return r ? r : container_enter(c, CONTAINER_INSIDE);
    }
    if (!status && (first || sniff_begins_message(v->p, bare)))
        return container_enter(c, CONTAINER_INSIDE);
    if (status && begins_list(v->p, bare))
        c->state = CONTAINER_OTHER;
    return container_drop(c, v, n);
}

static int outside(container *c, container_view *v)
{
    bool first = c->state == CONTAINER_START;
    size_t end = 0;
    container_is is = CONTAINER_NO;
    int r = 0;

    if (first && !container_skip_mark(c, v, &r))
        return r;
    if (c->line && v->n)
        is = container_line(v, 0, &end);
    if (is == CONTAINER_MORE || !v->n)
        return 0;
    if (is == CONTAINER_YES)
        return take_line(c, v, end, container_bare(v->p, end));
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
static int inside(container *c, container_view *v, container_way *way)
{
    size_t at, end = 0;
    container_is is = container_find(c, v, &dots, is_dot, &at, &end);
    int r = way(c, v, at);

    if (r || is != CONTAINER_YES)
        return r;
    if (v->n < 2 || v->p[1] != '.') {
        c->state = CONTAINER_OUTSIDE;
        r = container_close(c);
    }
    return r ? r : container_drop(c, v, end - at);
}

int container_nntp(container *c, container_view *v)
{
    switch (c->state) {
    case CONTAINER_START:
    case CONTAINER_OUTSIDE:
        return outside(c, v);
    case CONTAINER_OTHER:
        return inside(c, v, container_drop);
    default:
        return inside(c, v, container_pass);
    }
}
