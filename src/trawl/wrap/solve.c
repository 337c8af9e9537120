/* solve.c - folds a unit if its links stay the same
 *
 * What is written is scanned, too. If a link differs, no line of the unit is broken. Both scans
 * must end in the same state, so that the links of all units that follow stay the same. No line is
 * broken either if folding the result again would change it.
 */
#include "trawl/wrap/inside.h"

/* ---- Units ---- */

int unit_read(struct unit *u, struct line_state *s)
{
    u->line_n = 0;
    for (size_t at = 0; at < u->n;) {
        const char *lf = memchr(u->p + at, '\n', u->n - at);
        struct line line = {.from = at, .to = lf ? (size_t)(lf - u->p) : u->n};

        line.end = line.to + (lf != NULL);
        u->crlf = lf ? line.to > at && lf[-1] == '\r' : u->crlf;
        line.to -= lf && u->crlf;
        if (!memory_grow(&memory_default, &u->line, &u->line_room, u->line_n + 1, sizeof *u->line))
            return TRAWL_ERROR_NO_MEMORY;
        if (at == 0 && u->start != UNIT_LINE)
            line_rest(&line, u->p, u->start == UNIT_IN_TEXT ? LINE_TEXT : LINE_KEPT);
        else
            line_read(s, &line, u->p);
        u->line[u->line_n++] = line;
        at = line.end;
    }
    return TRAWL_OK;
}

/* ---- Scanning what is written ---- */

/* Feeds the scan. Returns its error, or TRAWL_ERROR_NO_MEMORY when the sink stopped it. */
static int solve_feed(struct solver *v, const char *p, size_t n)
{
    int error = trawl_mail_feed(v->scan, p, n);

    return error > 0 ? TRAWL_ERROR_NO_MEMORY : error;
}

/* Scans v->laid. Sets *same to whether its links and the state at its end are the same as in the
 * unit. */
static int solve_compare(struct solver *v, const struct unit *u, const struct unit_end *end,
                         bool *same)
{
    const struct bytes *text = &v->laid.out;
    trawl_mail_place place = {.size = sizeof place};
    int error = trawl_mail_seek(v->scan, &v->place);

    *same = true;
    links_clear(&v->found);
    v->found.base = v->context.n;
    if (!error)
        error = solve_feed(v, v->context.p, v->context.n);
    if (!error)
        error = solve_feed(v, text->p, text->n);
    if (!error && end->place) {
        error = trawl_mail_tell(v->scan, &place);
        *same = place.input == TRAWL_INPUT_TEXT && place.inside == end->place->inside;
    } else if (!error) {
        error = solve_feed(v, end->right.p, end->right.n);
        if (!error)
            error = trawl_mail_finish(v->scan);
    }
    if (error)
        return error > 0 ? TRAWL_ERROR_NO_MEMORY : error;
    *same = links_same(u->links, u->link_n, &v->found, text->n) && *same;
    return TRAWL_OK;
}

int solver_kind(struct solver *v, const char *p, size_t n, int *input)
{
    const uint64_t base = v->found.base;
    int error = trawl_mail_expect(v->scan, TRAWL_INPUT_AUTO);

    v->found.base = UINT64_MAX; /* no link is kept */
    if (!error)
        error = solve_feed(v, p, n);
    if (!error)
        error = trawl_mail_finish(v->scan);
    v->found.base = base;
    *input = trawl_mail_input(v->scan);
    return error > 0 ? TRAWL_ERROR_NO_MEMORY : error;
}

static bool solve_is_unchanged(const struct unit *u, const struct laid *laid)
{
    return laid->out.n == u->n && (u->n == 0 || memcmp(laid->out.p, u->p, u->n) == 0);
}

/* Lays the unit out. Sets *same to whether its links stay the same, and the start of the text does
 * not look like another kind of input. */
static int solve_try(struct solver *v, const struct unit *u, const struct unit_end *end,
                     bool breaks, bool *same)
{
    int input, error = layout_unit(v->c, u, breaks, &v->laid);

    *same = true;
    if (error || solve_is_unchanged(u, &v->laid))
        return error;
    error = solve_compare(v, u, end, same);
    if (!error && *same && v->first) {
        error = solver_kind(v, v->laid.out.p, v->laid.out.n, &input);
        *same = input == TRAWL_INPUT_TEXT;
    }
    return error;
}

/* Sets *same to whether folding v->laid, whose links are in v->found, changes nothing. `before` and
 * `after` are the states around the unit; its last line of text may differ. */
static int solve_again(struct solver *v, const struct unit *u, struct line_state before,
                       const struct line_state *after, bool *same)
{
    struct unit *again = &v->again;
    int error;

    if (solve_is_unchanged(u, &v->laid))
        return TRAWL_OK;
    again->p = v->laid.out.p;
    again->n = v->laid.out.n;
    again->start = u->start;
    again->column = u->column;
    again->crlf = u->crlf;
    again->links = &v->found;
    again->link_n = v->found.n;
    error = unit_read(again, &before);
    if (!error)
        error = layout_unit(v->c, again, true, &v->laid_again);
    *same = before.inside == after->inside && before.list == after->list &&
            before.after_blank == after->after_blank && solve_is_unchanged(again, &v->laid_again);
    return error;
}

int solve(struct solver *v, struct unit *u, struct line_state *s, const struct unit_end *end)
{
    const bool stuffs = v->c->flowed && !v->c->unstuffed; /* puts spaces in front of lines */
    const struct line_state before = *s;
    struct laid *to = &v->laid;
    bool same = false;
    int error = unit_read(u, s);

    if (!error)
        error = solve_try(v, u, end, true, &same);
    if (!error && same && !stuffs && !end->cut)
        error = solve_again(v, u, before, s, &same);
    if (!error && !same && stuffs)
        error = solve_try(v, u, end, false, &same);
    if (error || same)
        return error;
    to->out.n = to->line_out = to->line_from = 0;
    return bytes_add(&to->out, u->p, u->n);
}

int solver_open(struct solver *v, const trawl_mail_config *config)
{
    v->place = (trawl_mail_place){.size = sizeof v->place, .input = TRAWL_INPUT_TEXT, .line = 1};
    return trawl_mail_open(&v->scan, config, links_sink, &v->found);
}

void solver_close(struct solver *v)
{
    trawl_mail_close(&v->scan);
    links_free(&v->found);
    bytes_free(&v->laid.out);
    bytes_free(&v->laid_again.out);
    memory_free(&memory_default, v->again.line);
    bytes_free(&v->context);
}
