/* container_nntp.c - what a news server sent: status lines, and articles that a line "." ends (RFC 3977 sections 3.1.1
 * and 6.2)
 *
 * "220 1 <id>", "221" and "222" begin an article, its head, its body; lists of other kinds (215, 224, ...) and all
 * other lines between articles go to skip(). So a capture may hold the client's commands, too. One that was cut out
 * without status lines begins with an article, and one whose articles follow each other without them goes on where a
 * header field of news stands behind a ".". In an article ".." at a line's start stands for ".". A line of "." and
 * something else cannot be; it goes on as it is.
 */
#include "mail/container_line.h"
#include "mail/line_search.h"
#include "mail/sniff.h"

#include <string.h>

#include "base/ascii.h"

static const line_set nntp_set = {.n = 1, .byte = {'.', '.', '.', '.'}};

/* Three digits and a blank, or nothing behind them. */
static bool nntp_status(const char *p, size_t n)
{
    for (size_t i = 0; i < 3; i++)
        if (i >= n || !ascii_is_digit((unsigned char)p[i]))
            return false;
    return p[0] >= '1' && p[0] <= '5' && (n == 3 || p[3] == ' ');
}

/* Statuses with lines behind them, up to ".", that are no article: HELP, capabilities, LIST, OVER, HDR, NEWNEWS,
 * NEWGROUPS. */
static bool nntp_list(const char *p)
{
    static const char lists[] = "100 101 215 224 225 230 231 282";

    for (size_t i = 0; i + 3 <= sizeof lists; i += 4)
        if (memcmp(lists + i, p, 3) == 0)
            return true;
    return false;
}

static int nntp_begin(container *c)
{
    c->state = CONTAINER_INSIDE;
    return container_open(c);
}

/* A line between articles, of n bytes, bare of them its text. */
static int nntp_between(container *c, container_view *v, size_t n, size_t bare)
{
    bool first = c->state == CONTAINER_START, status = nntp_status(v->p, bare);

    if (!bare)
        return container_drop(c, v, n);
    c->state = CONTAINER_OUTSIDE;
    if (sniff_nntp_line(v->p, bare)) {
        int r = container_drop(c, v, n);
        return r ? r : nntp_begin(c);
    }
    if (!status && (first || sniff_begins_message(v->p, bare)))
        return nntp_begin(c);
    if (status && bare > 3 && nntp_list(v->p))
        c->state = CONTAINER_OTHER;
    return container_drop(c, v, n);
}

static int nntp_outside(container *c, container_view *v)
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
        return nntp_between(c, v, end, container_bare(v->p, end));
    return first ? nntp_begin(c) : container_drop_line(c, v);
}

/* A line of "." alone at i. */
static container_is nntp_end(const container_view *v, size_t i, size_t *end)
{
    container_is is = container_blank(v, i + 1, end);

    if (is != CONTAINER_NO || v->n > i + 2 || (v->n == i + 2 && v->p[i + 1] != '\r'))
        return is;
    *end = v->n;
    return CONTAINER_YES;
}

/* Up to the end of an article or a list, by the way given. */
static int nntp_lines(container *c, container_view *v, int (*go)(container *c, container_view *v, size_t n))
{
    for (size_t j = c->line ? 0 : line_search(c->kernel, &nntp_set, v->p, 0, v->n) + 1; j < v->n;
         j = line_search(c->kernel, &nntp_set, v->p, j, v->n) + 1) {
        if (v->p[j] != '.')
            continue;
        size_t end = j + 1;
        bool stuffed = j + 1 < v->n && v->p[j + 1] == '.';
        container_is is = stuffed ? CONTAINER_YES : nntp_end(v, j, &end);
        if (is == CONTAINER_NO)
            continue;
        int r = go(c, v, j);
        if (r || is == CONTAINER_MORE)
            return r;
        if (!stuffed) {
            c->state = CONTAINER_OUTSIDE;
            r = container_close(c);
        }
        return r ? r : container_drop(c, v, end - j);
    }
    return go(c, v, v->n);
}

int container_nntp(container *c, container_view *v)
{
    switch (c->state) {
    case CONTAINER_START:
    case CONTAINER_OUTSIDE:
        return nntp_outside(c, v);
    case CONTAINER_OTHER:
        return nntp_lines(c, v, container_drop);
    default:
        return nntp_lines(c, v, container_pass);
    }
}
