/* check.c - reports what in a draft would break in the programs of other readers
 *
 * Reports lines that are so long that programs break them, URLs whose end is doubtful, and URLs
 * that are broken already. Quoted text was written by somebody else and is not checked.
 */
#include <stdio.h>

#include "trawl/wrap/inside.h"

#define MAIL_LINE 998 /* bytes of a line (RFC 5322 section 2.1.1) */

struct wrap_check {
    const fold_config *c;
    const struct unit *u;
    struct check_place *at;
    size_t i;        /* the line */
    size_t counted;  /* the characters before this offset, from the line's start, are counted */
    uint64_t column; /* that offset's column, from 1 */
    int stop;        /* what the caller's report function returned */
};

static const struct line *check_line_of(const struct wrap_check *k)
{
    return &k->u->line[k->i];
}

static void count_from_start(struct wrap_check *k)
{
    k->counted = check_line_of(k)->from;
    k->column = k->at->column + 1;
}

/* Reports a fault at an offset of the unit, in the current line. */
static void check_put(struct wrap_check *k, size_t at, const char *what)
{
    fold_fault fault = {.line = k->at->line + 1, .what = what};
    uint32_t code;

    if (k->counted > at)
        count_from_start(k);
    for (; k->counted < at; k->column++)
        k->counted += character(k->u->p + k->counted, at - k->counted, &code);
    fault.column = k->column;
    if (!k->stop)
        k->stop = k->c->report(k->c->user, &fault);
}

/* ---- Long lines ---- */

/* Returns the offset of the first character of the line beyond a column. */
static size_t beyond(const struct wrap_check *k, unsigned column)
{
    const struct line *line = check_line_of(k);
    unsigned at = k->at->cells;
    uint32_t code;

    for (size_t i = line->from, n; i < line->last; i += n) {
        n = character(k->u->p + i, line->last - i, &code);
        at = columns_after(k->u->p + i, n, at);
        if (at > column)
            return i;
    }
    return line->last;
}

/* Returns the link that an offset is in, or NULL. */
static const struct found *link_over(const struct wrap_check *k, size_t at)
{
    for (size_t i = 0; i < k->u->link_n && k->u->links->p[i].from <= at; i++)
        if (at < k->u->links->p[i].to)
            return &k->u->links->p[i];
    return NULL;
}

static void check_length(struct wrap_check *k)
{
    const struct line *line = check_line_of(k);
    unsigned columns = columns_after(k->u->p + line->from, line->last - line->from, k->at->cells);
    const struct found *link;
    char what[160];
    size_t at;

    if (columns <= k->c->width || k->at->reported)
        return;
    k->at->reported = true;
    at = beyond(k, k->c->width);
    link = link_over(k, at);
    if (line->to - line->from > MAIL_LINE) {
        (void)snprintf(what, sizeof what,
                       "the line has more than %d bytes, the most that mail allows", MAIL_LINE);
        check_put(k, at, what);
    } else if (link && links_is_bare(link)) {
        (void)snprintf(what, sizeof what,
                       "the URL goes beyond column %u, where programs break lines; "
                       "write it between < and >, in a line of its own",
                       k->c->width);
        check_put(k, link->begin, what);
    } else if (!link || link->from > line->text || link->to + 2 < line->last) {
        (void)snprintf(what, sizeof what, "the line has %u columns, more than %u", columns,
                       k->c->width);
        check_put(k, at, what);
    }
}

/* ---- Links ---- */

/* Reports a sign right after a bare URL that readers may take for a part of it. */
static void check_glue(struct wrap_check *k, const struct found *link)
{
    char what[] = "\",\" right after a URL: some programs take it for a part of the URL";
    char c = link->end < check_line_of(k)->last ? k->u->p[link->end] : '\0';

    if (c && strchr(",;)]}>", c)) {
        what[1] = c;
        check_put(k, link->end, what);
    }
}

/* Reports a bare URL at the end of its line, if the next line could be taken for its rest. */
static void check_end(struct wrap_check *k, const struct found *link)
{
    const struct line *line = check_line_of(k), *next = line + 1;
    const char *p = k->u->p;
    bool may = (link->flags & TRAWL_FLAG_LINE_END) != 0;

    if (link->end == line->last && k->i + 1 < k->u->line_n && next->kind == LINE_TEXT &&
        !next->item)
        may |= links_may_go_on(p[link->end - 1], p + next->text, next->last - next->text);
    if (may && link->pieces == 1)
        check_put(k, link->begin,
                  "the URL ends its line, and the next line could be taken for its rest");
}

static void check_link(struct wrap_check *k, const struct found *link)
{
    if (link->flags & TRAWL_FLAG_UNCLOSED)
        check_put(k, link->begin, "the < before the URL has no >");
    if (memchr(k->u->p + link->begin, '\n', link->end - link->begin))
        check_put(k, link->begin, "the URL is broken; many programs open only its first part");
    else if (link->pieces > 1)
        check_put(k, link->begin, "the URL has blanks; many programs end it there");
    if (link->flags & TRAWL_FLAG_FORMAT_CHAR)
        check_put(k, link->begin, "an invisible character is in the URL or right after it");
    if (links_is_bare(link)) {
        check_glue(k, link);
        check_end(k, link);
    }
}

/* ---- Units ---- */

/* Moves the place past the line. */
static void check_pass(struct wrap_check *k)
{
    const struct line *line = check_line_of(k);
    uint32_t code;

    if (line->end > line->to) {
        *k->at = (struct check_place){.line = k->at->line + 1};
        return;
    }
    k->at->cells = columns_after(k->u->p + line->from, line->to - line->from, k->at->cells);
    for (size_t i = line->from; i < line->to; k->at->column++)
        i += character(k->u->p + i, line->to - i, &code);
}

int check_unit(const fold_config *config, const struct unit *u, struct check_place *at)
{
    struct wrap_check k = {.c = config, .u = u, .at = at};
    size_t link = 0;

    for (; k.i < u->line_n && !k.stop; k.i++) {
        const struct line *line = &u->line[k.i];

        count_from_start(&k);
        if (line->kind == LINE_TEXT || line->kind == LINE_KEPT)
            check_length(&k);
        for (; link < u->link_n && u->links->p[link].begin < line->end; link++)
            if (line->kind == LINE_TEXT && u->links->p[link].kind < TRAWL_KIND_OSC8)
                check_link(&k, &u->links->p[link]);
        check_pass(&k);
    }
    return k.stop;
}
