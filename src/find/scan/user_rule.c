/* user_rule.c - matches the user's rules at a trigger in the window
 *
 * The pattern sees the line from the trigger on, at most RULES_LINE bytes of it, and RULES_LEFT
 * bytes before; all of that must be in the window. url/rules/rules.h describes the rules.
 */

#include "find/scan/scan.h"

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* Returns the start of the line, or of the part of it that the pattern may see. A byte-order mark
 * is not part of the first line. */
static size_t line_from(const text *t, size_t i, bool *bol)
{
    bool marked = t->base == 0 && t->n >= 3 && memcmp(t->p, "\xEF\xBB\xBF", 3) == 0;
    size_t front = marked ? 3 : 0, from = i;

    while (from > front && i - from < RULES_LEFT && !ends_line(t->p[from - 1]))
        from--;
    *bol = (from == front && t->base == 0) || (from > 0 && ends_line(t->p[from - 1]));
    return from;
}

/* Returns the end of the line, or of the part of it that the pattern may see. A CR ends it too,
 * with or without LF: programs that show the text end the line there, and no link has a line
 * end. */
static size_t line_to(text *t, size_t i, bool *eol)
{
    size_t room = t->n - i < RULES_LINE ? t->n - i : RULES_LINE, to;
    const char *lf = memchr(t->p + i, '\n', room);
    const char *cr = memchr(t->p + i, '\r', lf ? (size_t)(lf - (t->p + i)) : room);
    const char *end = cr ? cr : lf;

    to = end ? (size_t)(end - t->p) : i + room;
    *eol = end || (room < RULES_LINE && t->final);
    if (!end && room < RULES_LINE)
        text_starve(t, t->n);
    for (unsigned k = 0; !*eol && to < t->n && k < 3 && to > i && utf8_goes_on(t->p[to]); k++)
        to--;
    return to;
}

outcome user_rule(trawl *t, text *w, size_t i)
{
    rules_place line = {.place = w->base + i};
    enum rules_stand trigger;
    size_t from, to;
    rules_hit hit;
    int got;

    trigger = i < w->floor ? RULES_NONE : rules_trigger(t->set->rules, w->p + i, w->n - i);
    if (trigger == RULES_CUT)
        text_starve(w, w->n);
    if (trigger != RULES_MATCH)
        return NOT_A_LINK;
    from = line_from(w, i, &line.bol);
    to = line_to(w, i, &line.eol);
    if (w->starved)
        return NOT_A_LINK;
    line.p = w->p + from;
    line.n = to - from;
    line.at = i - from;
    got = rules_match(t->rules, &line, t->candidate.url_room, FOUND_BYTES, &hit);
    if (got < 0)
        t->error = got;
    if (hit.gave_up)
        candidate_refused(&t->candidate, i, to, "rules", hit.gave_up);
    if (got <= 0)
        return NOT_A_LINK;
    candidate_begin(&t->candidate, TRAWL_KIND_RULE, i, i + hit.n);
    t->candidate.pieces[0] = (piece){i, i + hit.n};
    t->candidate.piece_count = 1;
    t->candidate.url_n = hit.url_n;
    candidate_note(&t->candidate, "rules", hit.sentence);
    return IS_LINK;
}

/* Returns true for bytes that may be in a local part, and for some more. */
static bool in_local(int c)
{
    return c > ' ' && !strchr("<>()[]\"\\,;:@", c);
}

bool user_rule_in_address(trawl *t, text *w, size_t i)
{
    size_t at = i;
    int c = -1;

    if (!settings_find(t->set, TRAWL_FIND_EMAIL) || i <= w->floor ||
        !in_local((unsigned char)w->p[i - 1]))
        return false;
    while (at - i <= FOUND_LOCAL && (c = text_at(w, at)) >= 0 && in_local(c))
        at++;
    return c == '@' && at > i && bare_email(t->set, w, at, &t->candidate) == IS_LINK &&
           t->candidate.from < i;
}

int trawl_rules_complaint(const trawl *t, unsigned i, trawl_str *rule, uint64_t *line,
                          uint64_t *times)
{
    if (!t || !rule || !line || !times)
        return TRAWL_ERROR_MISUSE;
    return t->rules ? rules_complaint(t->rules, i, rule, line, times) : 0;
}
