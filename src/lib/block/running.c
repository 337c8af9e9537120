/* running.c - the headers and footers of printed pages, which are repeated on each page
 *
 *   Postel & Reynolds                     [Page 1]
 *   ^L
 *   RFC 959                           October 1985
 *   File Transfer Protocol
 *
 * Some have a form of their own (shape.c). Others are known when they come back: in one of the
 * first lines after a page break, in the last line before a form feed, or, with the page's number,
 * between two blank lines on each side. Their numbers are the same as before, or one of them is the
 * page's number: "Version 4.0" below a form feed is a heading.
 */
#include "block/inside.h"

#include <string.h>

/* Lines that are longer are text. */
#define RUNNING_WORDS 12

/* Returns the kept line with the same hash, or else the oldest one, which is replaced. */
static returning_line *running_kept(running *run, uint32_t hash)
{
    returning_line *oldest = run->lines;

    for (unsigned i = 0; i < RUNNING_KEPT; i++) {
        if (run->lines[i].hash == hash)
            return &run->lines[i];
        if (run->lines[i].at < oldest->at)
            oldest = &run->lines[i];
    }
    return oldest;
}

/* Keeps the last line. Returns true when it has the number of this page, or, unless `next` is set,
 * when the page before had it with the same numbers. */
static bool running_keep(running *run, bool next)
{
    returning_line *kept = running_kept(run, run->last.hash);
    const bool known = kept->hash == run->last.hash && run->last.at - kept->at <= PAGE_MOST;
    const enum turning turn = known ? returning_turn(&run->last, kept) : TURNING_NONE;

    *kept = run->last;
    return turn == TURNING_PAGE || (turn == TURNING_SAME && !next);
}

/* Returns true for a header by its form, after a page break: columns with a number or a date. */
static bool running_is_header(const line *l, const char *p)
{
    if (l->indent > 0 || l->quote > 0 || l->digits == 0)
        return false;
    if (l->stops > 0 && l->gap[0] >= 3 && l->edge >= 50)
        return true;
    return l->words < 12 && l->digits >= 4 && l->bytes > l->text + 7 &&
           memcmp(p + l->text, "RFC ", 4) == 0 && l->tail != '.';
}

/* Returns true for a line that may be one of a header or a footer. */
static bool running_may_be(const line *l)
{
    return l->quote == 0 && l->words <= RUNNING_WORDS && l->edge <= 90 &&
           l->bullet == BULLET_NONE && !(l->flags & LINE_RULE);
}

/* Tests the last line before a form feed: a footer, if it came before. */
static void running_at_break(blocks *b)
{
    running *run = &b->running;
    unsigned i = b->n;

    while (i > 0 && b->lines[i - 1].flags & LINE_BLANK)
        i--;
    if (i > 0 && !line_is_furniture(&b->lines[i - 1]) && running_may_be(&b->lines[i - 1]) &&
        run->may_be && running_keep(run, false))
        b->lines[i - 1].flags |= LINE_FOOTER;
}

/* Handles an empty line: the line above may be the end of a header, or a footer without a form
 * feed. */
static void running_blank(blocks *b)
{
    running *run = &b->running;

    run->blanks++;
    if (run->blanks == 1 && run->joined && b->n > 0)
        b->lines[b->n - 1].flags |= LINE_HEADER;
    run->joined = false;
    if (run->blanks == 2 && run->lone && b->n > 1 && running_keep(run, true)) {
        b->lines[b->n - 2].flags |= LINE_FOOTER;
        run->paged = true;
        run->top = 1;
    }
}

/* Handles a line in the first lines of a page. */
static void running_top(running *run, line *l, const char *p)
{
    if (running_keep(run, false) || (run->paged && running_is_header(l, p)))
        l->flags |= LINE_HEADER;
    else
        run->joined = run->top > 1 && run->blanks == 0 && l->words <= 8 &&
                      (l->indent == 0 || l->indent >= 20);
    run->top =
        run->top < RUNNING_LINES && (l->flags & LINE_HEADER || run->joined) ? run->top + 1 : 0;
}

void running_find(blocks *b, const char *p)
{
    running *run = &b->running;
    line *l = &b->lines[b->n];

    if (l->flags & LINE_PAGE) {
        running_at_break(b);
        run->paged = true;
        run->top = 1;
    }
    if (l->flags & LINE_BLANK) {
        running_blank(b);
        return;
    }
    run->joined = false;
    run->lone = run->blanks >= 2 && l->digits > 0 && running_may_be(l) &&
                (l->indent >= 15 || l->stops > 0 || l->letters == 0);
    run->may_be = (run->top > 0 || run->blanks > 0) && running_may_be(l);
    if (run->may_be)
        run->last = returning_measure(b, p, BLOCK_LINE_MAX);
    if (!run->may_be || (run->top > 1 && run->blanks > 1))
        run->top = 0;
    if (run->top > 0)
        running_top(run, l, p);
    run->paged = (l->flags & LINE_FOOTER) != 0;
    if (run->paged)
        run->top = 1;
    run->blanks = 0;
}
