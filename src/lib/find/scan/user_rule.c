/* user_rule.c - matches the user's rules at a trigger in the window
 *
 * The pattern sees at most RULES_LINE bytes from the trigger on: the rest of the line, and for a
 * rule with "lines" the next lines without indentation and quote marks. It also sees some bytes to
 * the left of the trigger. All of these must be in the window. url/rules/rules.h describes the
 * rules.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "find/scan/scan.h"

/* The lines that a pattern sees. A single line is in the window, several are copied to `room`. */
typedef struct view {
    rules_place place;
    size_t from[RULES_LINES];   /* where the text of each line begins in place.p */
    size_t window[RULES_LINES]; /* and in the window */
    char room[RULES_BEFORE + RULES_LEFT + RULES_LINE + RULES_LINES];
} view;

static bool user_rule_ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* Returns the start of the line, or of the part of it that a pattern may see. A byte-order mark is
 * not part of the first line. */
static size_t line_from(const text *t, size_t i, size_t most, bool *bol)
{
    bool marked = t->base == 0 && t->n >= 3 && memcmp(t->p, "\xEF\xBB\xBF", 3) == 0;
    size_t front = marked ? 3 : 0, from = i;

    while (from > front && i - from < most && !user_rule_ends_line(t->p[from - 1]))
        from--;
    *bol = (from == front && t->base == 0) || (from > 0 && user_rule_ends_line(t->p[from - 1]));
    return from;
}

/* Returns the end of the line, or of the `most` bytes of it that a pattern may see. A CR ends it
 * too, with or without LF: programs that show the text end the line there. */
static size_t line_to(text *t, size_t i, size_t most, bool *eol)
{
    const bool last = t->n - i < most;
    const size_t room = last ? t->n - i : most;
    const char *lf = memchr(t->p + i, '\n', room);
    const char *cr = memchr(t->p + i, '\r', lf ? (size_t)(lf - (t->p + i)) : room);
    const char *end = cr ? cr : lf;
    size_t to = i + room;

    *eol = end || (last && t->final);
    if (end)
        return (size_t)(end - t->p);
    if (last)
        text_starve(t, t->n);
    for (unsigned k = 0; to < t->n && k < 3 && to > i && utf8_goes_on(t->p[to]); k++)
        to--;
    return to;
}

/* Returns the start of the text in the line after the line that ends at `to`. Returns 0 if that
 * line does not continue the line of the trigger at i: it is empty, far away, or lacks a quote
 * mark. */
static size_t user_rule_next_line(text *w, size_t i, size_t to, const quote_marks *marks)
{
    size_t next = to;
    int c;

    if (text_at(w, next) == '\r')
        next++;
    if (next == to || text_at(w, next) == '\n')
        next++;
    if (to == w->n || !quote_marks_skip(w, &next, marks))
        return 0;
    next = text_skip_blanks(w, next);
    c = text_at(w, next);
    return c < 0 || user_rule_ends_line((char)c) || next - i > (size_t)2 * RULES_LINE ? 0 : next;
}

/* Copies the first line to v->room, which has room for RULES_LINE bytes from the trigger at i on,
 * and adds up to lines - 1 lines that follow it. */
static void user_rule_add_lines(trawl_scanner *t, text *w, size_t i, unsigned lines, view *v)
{
    rules_place *p = &v->place;
    size_t n = p->to[0], end = v->window[0] + n, next, to;
    place line;

    /* No link begins farther left than this, so the scan's own place may move up to here. */
    place_advance(&t->place, w, i > TEXT_LEFT_MAX ? i - TEXT_LEFT_MAX : 0);
    line = t->place;
    place_advance(&line, w, i);
    CHECK(n > 0 && n <= sizeof v->room);
    memcpy(v->room, p->p, n);
    p->p = v->room;
    while (p->lines < lines && p->eol && n - p->at < RULES_LINE &&
           (next = user_rule_next_line(w, i, end, place_marks(&line))) > 0) {
        end = line_to(w, next, RULES_LINE - (n - p->at), &p->eol);
        if (!ascii_is_blank(v->room[n - 1]))
            v->room[n++] = ' ';
        v->from[p->lines] = n;
        v->window[p->lines] = next;
        CHECK(p->lines < RULES_LINES && n + (end - next) <= sizeof v->room);
        memcpy(v->room + n, w->p + next, to = end - next);
        n += to;
        p->to[p->lines++] = n;
    }
}

/* Sets *v to the lines around the trigger at i, in the window unless there are several. */
static void view_lines(trawl_scanner *t, text *w, size_t i, view *v)
{
    const rules *r = t->set->rules;
    rules_place *p = &v->place;
    size_t from = line_from(w, i, rules_before(r) + RULES_LEFT, &p->bol);
    unsigned lines = rules_lines(r, w->p + i, w->n - i);

    p->p = w->p + from;
    p->at = i - from;
    p->least = w->floor > from ? w->floor - from : 0;
    p->lines = 1;
    p->to[0] = line_to(w, i, RULES_LINE, &p->eol) - from;
    p->page = settings_option(t->set, TRAWL_OPTION_PAGE_LINKS);
    p->place = w->base + i;
    v->from[0] = 0;
    v->window[0] = from;
    if (lines > 1 && !w->starved)
        user_rule_add_lines(t, w, i, lines, v);
}

/* Sets the pieces of the link to the parts of the match that are in the text. */
static void set_pieces(candidate *f, const view *v, const rules_hit *hit)
{
    f->piece_count = 0;
    for (unsigned k = 0; k < v->place.lines; k++) {
        size_t from = hit->from > v->from[k] ? hit->from : v->from[k];
        size_t to = hit->to < v->place.to[k] ? hit->to : v->place.to[k];
        size_t add = v->window[k] - v->from[k];
        while (to < hit->to && to > from && ascii_is_blank(v->place.p[to - 1]))
            to--; /* blanks at the end of a line */
        CHECK(from >= to || f->piece_count < f->piece_room);
        if (from < to)
            f->pieces[f->piece_count++] = (piece){from + add, to + add};
    }
    CHECK(f->piece_count > 0);
    f->from = f->pieces[0].from;
    f->to = f->pieces[f->piece_count - 1].to;
}

outcome user_rule(trawl_scanner *t, text *w, size_t i)
{
    enum rules_stand trigger;
    rules_hit hit;
    view v;
    int got;

    trigger = i < w->floor ? RULES_NONE : rules_trigger(t->set->rules, w->p + i, w->n - i);
    if (trigger == RULES_CUT)
        text_starve(w, w->n);
    if (trigger != RULES_MATCH)
        return NOT_A_LINK;
    view_lines(t, w, i, &v);
    if (w->starved)
        return NOT_A_LINK;
    got = rules_match(t->rules, &v.place, t->candidate.url_room, FOUND_BYTES, &hit);
    if (got < 0)
        t->error = got;
    if (hit.gave_up)
        candidate_refused(&t->candidate, i, v.window[0] + v.place.to[0], "rules", hit.gave_up);
    if (got <= 0 || !candidate_room(&t->candidate, v.place.lines))
        return NOT_A_LINK;
    candidate_begin(&t->candidate, TRAWL_KIND_RULE, i, i);
    set_pieces(&t->candidate, &v, &hit);
    t->candidate.url_n = hit.url_n;
    candidate_note(&t->candidate, "rules", hit.sentence);
    return IS_LINK;
}

/* Returns true for bytes that may be in a local part, and for some more. */
static bool in_local(int c)
{
    return c > ' ' && !strchr("<>()[]\"\\,;:@", c);
}

size_t user_rule_hold(const trawl_scanner *t, const text *w, size_t i)
{
    size_t least = t->floor > w->base ? (size_t)(t->floor - w->base) : 0, from = i;

    while (from > least && i - from < rules_before(t->set->rules) &&
           !user_rule_ends_line(w->p[from - 1]))
        from--;
    return from;
}

bool user_rule_in_address(trawl_scanner *t, text *w, size_t i, size_t from)
{
    size_t at = i;
    int c = -1;

    if (!settings_find(t->set, TRAWL_FIND_EMAIL) || i <= w->floor ||
        !in_local((unsigned char)w->p[i - 1]))
        return false;
    while (at - i <= FOUND_LOCAL && (c = text_at(w, at)) >= 0 && in_local(c))
        at++;
    return c == '@' && at > i && bare_email(t->set, w, at, &t->candidate) == IS_LINK &&
           t->candidate.from < from;
}

int trawl_rules_complaint(const trawl_scanner *t, unsigned i, trawl_str *rule, uint64_t *line,
                          uint64_t *times)
{
    if (!t || !rule || !line || !times)
        return TRAWL_ERROR_MISUSE;
    return t->rules ? rules_complaint(t->rules, i, rule, line, times) : 0;
}
