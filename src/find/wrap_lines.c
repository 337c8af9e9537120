/* wrap_lines.c - line starts inside a wrapper: quote prefixes, blank lines, signatures, page breaks (R10, R13, R18) */
#include <string.h>

#include "base/ascii.h"
#include "find/place.h"
#include "find/rules_off.h"
#include "find/wrap.h"

static size_t line_end(text *t, size_t i, size_t limit)
{
    size_t end = limit < t->n ? limit : t->n;
    const char *lf = i < end ? memchr(t->p + i, '\n', end - i) : NULL;
    if (lf)
        return (size_t)(lf - t->p);
    if (i >= limit)
        return i;
    if (end < limit)
        text_starve(t, end);
    return end;
}

const prefix *wrap_marks(const text *t, wrap *w)
{
    if (!w->marks) {
        place_advance(w->line, t, w->open);
        w->marks = place_marks(w->line);
    }
    return w->marks;
}

unsigned wrap_skip_marks(text *t, size_t *i, const prefix *p)
{
    unsigned m = 0;

    for (size_t k = *i; m < p->count; m++, *i = k) {
        const mark *wanted = &p->marks[m];
        if (wanted->len == 0 && k < t->n && t->p[k] == wanted->c) {
            k++;
            continue;
        }
        if (text_at(t, k) <= ' ')
            k = text_skip_blanks(t, k);
        for (unsigned j = 0; j < wanted->len; j++, k++)
            if (text_at(t, k) != (unsigned char)wanted->name[j])
                return m;
        if (text_at(t, k) != (unsigned char)wanted->c)
            return m;
        k++;
    }
    return m;
}

bool wrap_skip_prefix(text *t, size_t *i, const prefix *p)
{
    size_t k = *i;

    if (wrap_skip_marks(t, &k, p) < p->count)
        return false;
    *i = k;
    return true;
}

static bool is_blank(text *t, size_t i)
{
    size_t from = i;
    int c;

    while (((c = text_at(t, i)) == ' ' || c == '\t' || c == '\r') && i - from < TEXT_BLANKS_MAX)
        i++;
    return c == '\n' || c < 0 || i - from == TEXT_BLANKS_MAX;
}

/* "-- " or "--" and nothing more. */
static bool is_signature(text *t, size_t i)
{
    if (text_at(t, i) != '-' || text_at(t, i + 1) != '-')
        return false;
    i += 2;
    if (text_at(t, i) == ' ')
        i++;
    if (text_at(t, i) == '\r')
        i++;
    return text_at(t, i) == '\n' || text_at(t, i) < 0;
}

/* The text of a line without blanks at its ends. */
static trawl_str trimmed(const text *t, size_t from, size_t to)
{
    while (from < to && ((unsigned char)t->p[from] <= ' '))
        from++;
    while (to > from && ((unsigned char)t->p[to - 1] <= ' '))
        to--;
    return (trawl_str){t->p + from, to - from};
}

/* A line that may have a link of its own is text, and turns no page. */
static bool may_hold_link(trawl_str line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] == '<' || line.p[i] == '@' || (line.n - i >= 3 && memcmp(line.p + i, "://", 3) == 0) ||
            (line.n - i >= 4 && ascii_same(line.p + i, "www.", 4)))
            return true;
    }
    return false;
}

/* "... [Page 12]" */
static bool is_footer(trawl_str line)
{
    size_t i = line.n;

    if (i == 0 || line.p[i - 1] != ']' || may_hold_link(line))
        return false;
    for (i--; i > 0 && ascii_is_digit((unsigned char)line.p[i - 1]); i--)
        ;
    return i + 1 < line.n && i >= 6 && ascii_same(line.p + i - 6, "[Page ", 6);
}

/* "RFC 1738 ... December 1994", and so in drafts. */
static bool is_header(trawl_str line)
{
    bool begins = (line.n > 4 && ascii_same(line.p, "RFC ", 4) && ascii_is_digit((unsigned char)line.p[4])) ||
                  (line.n > 14 && ascii_same(line.p, "Internet-Draft", 14));

    if (!begins || line.n < 8 || may_hold_link(line))
        return false;
    for (size_t i = line.n - 4; i < line.n; i++)
        if (!ascii_is_digit((unsigned char)line.p[i]))
            return false;
    return true;
}

bool wrap_may_turn_page(text *t, size_t i, const wrap *w)
{
    size_t end = line_end(t, i, w->open + FOUND_BYTES);

    while (end > i && (unsigned char)t->p[end - 1] <= ' ')
        end--;
    return end == i || t->p[end - 1] == ']';
}

/* A run of lines that only turns the page, from a line start at i on: behind it, or i (R18). */
static size_t skip_page_break(text *t, size_t i, const wrap *w, const prefix *marks)
{
    size_t limit = w->open + FOUND_BYTES, start = i;
    bool footer = false, header = false;

    for (int lines = 0; lines < 13 && i < limit; lines++) {
        size_t from = i, end;
        if (marks->count > 0)
            wrap_skip_prefix(t, &from, marks);
        if (from < limit && text_at(t, from) == '\n') {
            i = from + 1;
            continue;
        }
        end = line_end(t, from, limit);
        trawl_str line = trimmed(t, from, end);
        if (line.n > 0) {
            if (footer && header)
                return i;
            if (!footer && is_footer(line))
                footer = true;
            else if (footer && !header && is_header(line))
                header = true;
            else
                return start;
        }
        if (text_at(t, end) != '\n')
            return start;
        i = end + 1;
    }
    return start;
}

static bool give_up(wrap *w, size_t at, const char *rule, const char *why)
{
    w->looked_to = at;
    w->why_rule = rule;
    w->why = why;
    return false;
}

/* Behind the quote marks of the line at *i; and, if a page is turned there, of the line behind that. False when they are not
 * there. */
static bool skip_marks(text *t, size_t *i, size_t *k, wrap *w, const prefix *marks)
{
    bool marked = marks->count == 0 || wrap_skip_prefix(t, k, marks);
    size_t behind = RULE(R18) && wrap_may_turn_page(t, *k, w) ? skip_page_break(t, *i, w, marks) : *i;

    if (behind == *i)
        return marked;
    w->flags |= TRAWL_PAGE_BREAK;
    *k = *i = behind;
    return wrap_skip_prefix(t, k, marks);
}

/* R13: does the line whose text begins at i end the wrapper? */
static const char *ends_it(text *t, size_t i, const prefix *marks)
{
    if (is_blank(t, i))
        return "an empty line ends the wrapper";
    return is_signature(t, i + (marks->count > 0 && text_at(t, i) == ' ')) ? "a signature line ends the wrapper" : NULL;
}

bool wrap_new_line(text *t, size_t *i, wrap *w)
{
    const prefix *marks = wrap_marks(t, w);
    size_t k = *i;
    const char *why = NULL;
    int c;
    bool marked = skip_marks(t, i, &k, w, marks);

    w->marked = marks->count > 0;
    if (++w->lines > FOUND_LINES)
        return give_up(w, *i, "R13", "the wrapper runs over more than 64 lines");
    if (!marked && !wrap_goes_on_unmarked(t, &k, w, marks))
        return give_up(w, *i, is_blank(t, *i) ? "R13" : "R10", "a line without the quote mark ends the wrapper");
    if (RULE(R10) && !wrap_past_signs(t, &k, w, marks))
        return give_up(w, *i, "R10", "a line without diff's \"<\" ends the wrapper");
    c = text_at(t, text_at(t, k) > ' ' ? k : text_skip_blanks(t, k)); /* its first character */
    if (RULE(R13) && (c <= ' ' || c == '-'))
        why = ends_it(t, k, marks);
    if (why)
        return give_up(w, *i, "R13", why);
    *i = k;
    if (RULE(R11) && c == '>')
        w->flags |= TRAWL_CLOSER_AT_BOL;
    return true;
}
