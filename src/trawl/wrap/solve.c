/* solve.c - folds a unit so that its links stay the same
 *
 * What is written is scanned, too. If a link differs, the unit is folded again without a line break
 * near it; after some attempts the unit is copied. Both scans must end in the same state, so that
 * the links of all units that follow stay the same.
 *
 * Then the folded unit is folded once more. If that changes it, the result is used instead; if it
 * does not settle, the unit is copied. So folding a folded text changes nothing.
 */
#include <limits.h>
#include <stdint.h>

#include "trawl/wrap/inside.h"

#define AGAIN_MOST 4

/* How many words before and after a link that differs are kept without a line break, at each
 * attempt. Quotes, marks of emphasis and brackets that are far from a link can affect it. */
static const struct {
    unsigned before, after;
} reach[] = {{0, 0}, {2, 0}, {6, 8}, {60, 60}, {UINT_MAX, UINT_MAX}};

#define REACHES (sizeof reach / sizeof reach[0])

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

/* Joins lines as a reader of format=flowed; delsp=yes does. */
static int solve_join(struct bytes *to, const struct bytes *text)
{
    int error = TRAWL_OK;

    to->n = 0;
    for (size_t at = 0; at < text->n && !error;) {
        const char *p = text->p + at, *lf = memchr(p, '\n', text->n - at);
        size_t n = lf ? (size_t)(lf - p) + 1 : text->n - at, keep = n, k = n - (lf != NULL);

        k -= k > 0 && lf && p[k - 1] == '\r';
        if (lf && k > 0 && p[k - 1] == ' ' && !(k == 3 && memcmp(p, "-- ", 3) == 0))
            keep = k - 1;
        error = bytes_add(to, p, keep);
        at += n;
    }
    return error;
}

/* Feeds the scan. Returns its error, or TRAWL_ERROR_NO_MEMORY when the sink stopped it. */
static int solve_feed(struct solver *v, const char *p, size_t n)
{
    int error = trawl_mail_feed(v->scan, p, n);

    return error > 0 ? TRAWL_ERROR_NO_MEMORY : error;
}

/* Scans v->laid. Sets *same to whether its links and the state at its end are the same as in the
 * unit. */
static int solve_compare(struct solver *v, const struct unit *u, const struct unit_end *end,
                         bool *same, struct differ *at)
{
    const struct bytes *text = &v->laid.out;
    trawl_mail_place place = {.size = sizeof place};
    int error = trawl_mail_seek(v->scan, &v->place);

    *same = true;
    *at = (struct differ){SIZE_MAX, SIZE_MAX};
    if (!error && v->c->form == FOLD_DELSP) {
        error = solve_join(&v->joined, text);
        text = &v->joined;
    }
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
    *same = links_same(u->links, u->link_n, &v->found, text->n, at) && *same;
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

/* ---- Attempts ---- */

static bool solve_is_space(char c)
{
    return ascii_is_blank(c) || c == '\n' || c == '\r';
}

/* Returns where the word begins that is `words` words before the word at `i`. */
static size_t words_before(const struct unit *u, size_t i, unsigned words)
{
    for (;; words--) {
        while (i > 0 && !solve_is_space(u->p[i - 1]))
            i--;
        if (words == 0 || i == 0)
            return i;
        while (i > 0 && solve_is_space(u->p[i - 1]))
            i--;
    }
}

/* Returns where the word ends that is `words` words after the word at `i`. */
static size_t words_after(const struct unit *u, size_t i, unsigned words)
{
    for (;; words--) {
        while (i < u->n && !solve_is_space(u->p[i]))
            i++;
        if (words == 0 || i == u->n)
            return i;
        while (i < u->n && solve_is_space(u->p[i]))
            i++;
    }
}

/* Forbids line breaks around a link that differs, more of them each time. Returns false when no
 * link differs, or when all zones are used. */
static bool solve_add_zone(struct solver *v, struct unit *u, const struct differ *at)
{
    size_t place = at->in_a, end, tries = 0;
    size_t in_b = at->in_b == SIZE_MAX || v->c->form == FOLD_DELSP
                      ? SIZE_MAX
                      : laid_source(&v->laid, at->in_b);

    place = in_b < place ? in_b : place;
    if (place == SIZE_MAX || u->zone_n == UNIT_ZONES)
        return false;
    for (unsigned i = 0; i < u->zone_n; i++)
        tries += place >= u->zone[i].from && place < u->zone[i].to;
    tries = tries < REACHES ? tries : REACHES - 1;
    end = place;
    for (size_t i = 0; i < u->link_n; i++)
        if (u->links->p[i].from <= place && place < u->links->p[i].to)
            end = u->links->p[i].to;
    u->zone[u->zone_n++] = (struct zone){words_before(u, place, reach[tries].before),
                                         words_after(u, end, reach[tries].after) + 1};
    return true;
}

static bool solve_is_unchanged(const struct unit *u, const struct laid *laid)
{
    return laid->out.n == u->n && (u->n == 0 || memcmp(laid->out.p, u->p, u->n) == 0);
}

/* Ways to copy a unit. Spaces at the end of a line mean something in format=flowed. */
enum copy_way {
    COPY_FORM,  /* in the form that is wanted */
    COPY_AS_IS, /* byte for byte */
    COPY_ADDED  /* with a further space after spaces at the end of a line: DelSp removes it */
};

static int copy_lines(struct solver *v, const struct unit *u, enum copy_way way)
{
    struct bytes *out = &v->laid.out;
    int error = TRAWL_OK;

    out->n = v->laid.run_n = v->laid.line_out = v->laid.line_from = 0;
    for (size_t i = 0; i < u->line_n && !error; i++) {
        const struct line *line = &u->line[i];
        bool spaced = line->to > line->from && u->p[line->to - 1] == ' ';

        error = bytes_add(out, u->p + line->from, line->to - line->from);
        if (!error && spaced && way == COPY_ADDED)
            error = bytes_add(out, " ", 1);
        if (!error)
            error = bytes_add(out, u->p + line->to, line->end - line->to);
    }
    return error;
}

/* Copies the unit, in the first of these ways in which its links stay the same. */
static int copy_unit(struct solver *v, struct unit *u, const struct unit_end *end)
{
    const enum copy_way ways[] = {COPY_FORM, v->c->form == FOLD_FLOWED ? COPY_AS_IS : COPY_ADDED};
    struct differ at;
    bool same = false;
    int error = TRAWL_OK;

    if (v->c->form == FOLD_FIXED || (v->c->form == FOLD_FLOWED && v->c->unstuffed))
        return copy_lines(v, u, COPY_AS_IS);
    u->zone[0] = (struct zone){0, u->n + 1};
    u->zone_n = 1;
    for (int i = 0; i < 2 && !same && !error; i++) {
        error = ways[i] == COPY_FORM ? layout_unit(v->c, u, &v->laid) : copy_lines(v, u, ways[i]);
        if (!error)
            error = solve_compare(v, u, end, &same, &at);
    }
    return error;
}

/* Folds once, into v->laid, with the links in v->found. */
static int fold_once(struct solver *v, struct unit *u, const struct unit_end *end)
{
    u->zone_n = 0;
    for (;;) {
        struct differ at;
        bool same = true;
        int input, error = layout_unit(v->c, u, &v->laid);

        if (error || solve_is_unchanged(u, &v->laid))
            return error;
        error = solve_compare(v, u, end, &same, &at);
        if (!error && same && v->first) {
            error = solver_kind(v, v->laid.out.p, v->laid.out.n, &input);
            same = input == TRAWL_INPUT_TEXT;
        }
        if (error || same)
            return error;
        if (!solve_add_zone(v, u, &at))
            return copy_unit(v, u, end);
    }
}

/* Returns true when two states differ at most in their last line of text. */
static bool is_same_state(const struct line_state *before, const struct line_state *after)
{
    return before->inside == after->inside && before->list == after->list &&
           before->after_blank == after->after_blank;
}

/* Exchanges the results of two attempts. */
static void swap(struct solver *v)
{
    struct laid laid = v->laid;
    struct links found = v->found;

    v->laid = v->again;
    v->again = laid;
    v->found = v->former;
    v->former = found;
}

/* Folds v->laid again until that changes nothing. Sets *stable to whether that was reached. */
static int fold_again(struct solver *v, const struct unit *u, const struct line_state *s,
                      const struct line_state *after, const struct unit_end *end, bool *stable)
{
    *stable = false;
    for (int i = 0; i < AGAIN_MOST; i++) {
        struct line_state state = *s;
        struct unit folded = {.line = v->line,
                              .line_room = v->line_room,
                              .start = u->start,
                              .column = u->column,
                              .crlf = u->crlf};
        int error;

        swap(v);
        folded.p = v->again.out.p;
        folded.n = v->again.out.n;
        folded.links = &v->former;
        folded.link_n = v->former.n;
        v->former.base = 0;
        error = unit_read(&folded, &state);
        v->line = folded.line;
        v->line_room = folded.line_room;
        if (error || !is_same_state(&state, after))
            return error;
        error = fold_once(v, &folded, end);
        *stable = solve_is_unchanged(&folded, &v->laid);
        if (error || *stable)
            return error;
    }
    return TRAWL_OK;
}

int solve(struct solver *v, struct unit *u, struct line_state *s, const struct unit_end *end)
{
    const struct line_state before = *s;
    bool stable = true;
    int error = unit_read(u, s);

    if (!error)
        error = fold_once(v, u, end);
    if (error || end->cut || solve_is_unchanged(u, &v->laid) || v->c->form == FOLD_DELSP ||
        (v->c->form == FOLD_FLOWED && !v->c->unstuffed))
        return error;
    error = fold_again(v, u, &before, s, end, &stable);
    return error || stable ? error : copy_unit(v, u, end);
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
    links_free(&v->former);
    laid_free(&v->laid);
    laid_free(&v->again);
    bytes_free(&v->context);
    bytes_free(&v->joined);
    memory_free(&memory_default, v->line);
    v->line = NULL;
}
