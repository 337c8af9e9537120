/* next.c - whether the next line goes on with a wrapper, and where its text begins (R4, R10, R13,
 * R18); find/lines reads what lines begin with */

#include "base/ascii.h"
#include "find/lines/lines.h"
#include "find/wrap/inside.h"

const quote_marks *wrap_marks(const text *t, wrap *w)
{
    if (!w->marks) {
        place_advance(w->line, t, w->open);
        w->marks = place_marks(w->line);
    }
    return w->marks;
}

/* ---- Lines with fewer quote marks than the opener's line (R10) ----
 *
 * A mail program that breaks long lines, even quoted ones, leaves the rest of each on its own line:
 *
 *     > > As suggested in <http://a.example/questions/a-long-name-that-does-not-
 *     work-when-it-is-wrapped/7991/2>, calling it helps
 *
 * But usually such a line is an answer below a wrapper that was never closed, and a ">" comes much
 * later. So the line must begin with text that could continue the URL and did not fit on the line
 * above, and nothing in the wrapper may look like words, or like marks.
 */

/* Mail programs break only lines of at least this many bytes. */
#define BREAKS_FROM 60

/* Returns true when the line that ends before i, without blanks at its end, has BREAKS_FROM bytes
 * or more when `more` are added. */
static bool was_broken(const text *t, size_t i, size_t more)
{
    const size_t to = bytes_run_before(t->p, 0, i - 1, BYTE_BLANK, "\r");
    size_t from;

    for (from = to; from > 0 && t->p[from - 1] != '\n' && to - from + more < BREAKS_FROM;)
        from--;
    return to - from + more >= BREAKS_FROM;
}

/* Returns the end of the characters of a URL at i. */
static size_t url_end(text *t, size_t i, const wrap *w)
{
    const size_t limit = w->open + FOUND_BYTES;

    return i < limit ? text_run(t, i, limit - i, BYTE_URL, "") : i;
}

/* Returns the text after the quote marks at i that the opener's line lacks, "|> b>"; i when the
 * closer does not follow its word, as in "b> and". */
static size_t past_other_marks(text *t, size_t i, const wrap *w)
{
    const size_t from = i + ascii_is_blank(text_at(t, i));

    for (int named = 0; named < 2; named++) {
        const size_t to = row_quote_end(t, from, named);
        const size_t word = to + ascii_is_blank(text_at(t, to)), end = url_end(t, word, w);
        if (to > from && end > word && text_at(t, end) == '>')
            return word;
    }
    return i;
}

/* Returns true when the line at *k, which lacks marks of the opener's line, may continue the
 * wrapper. Moves *k past the marks that it has. */
static bool continues_unmarked(text *t, size_t *k, wrap *w, const quote_marks *marks)
{
    size_t line = *k, from = line, to;
    unsigned count = marks->angles == marks->count ? quote_marks_match(t, &from, marks) : 0;
    bool name;

    if (count == 0 && !marks->only_gt)
        return true; /* any other mark may be lost */
    from += ascii_is_blank(text_at(t, from));
    to = url_end(t, from, w);
    if (to == from || !was_broken(t, line, to - from))
        return false;
    name = ascii_is_upper(t->p[from]) && bytes_run(t->p, from, to, BYTE_ALPHA, "") == to;
    w->unmarked = text_at(t, to) == '>'
                      ? !name /* "JS> I agree", "Joe> I agree" */
                      : !strchr(".,:;!?)]*'", t->p[to - 1]) /* "Right...", "[snip]" */ &&
                            text_line_ends(t, to);
    *k = from;
    return w->unmarked;
}

bool wrap_holds(const wrap *w)
{
    return wrap_blank(w, 0, SIZE_MAX) == SIZE_MAX && !(w->flags & TRAWL_FLAG_CLOSER_AT_BOL);
}

/* ---- Brackets that are signs of a diff (R4) ---- */

/* Returns true when the line above the wrapper's ">" is diff's divider between removed and added
 * lines, "---" or "7a7", perhaps after quote marks. */
static bool follows_divider(const text *t, const wrap *w)
{
    size_t to = bytes_after_last(t->p, w->open, w->close - 1, '\n'), from;

    while (to > w->open && (unsigned char)t->p[to - 1] <= ' ')
        to--;
    for (from = to; from > w->open && (unsigned char)t->p[from - 1] > ' ' && t->p[from - 1] != '>';)
        from--;
    return (to - from == 3 && memcmp(t->p + from, "---", 3) == 0) ||
           lines_is_hunk(t->p + from, to - from);
}

bool wrap_is_diff(const text *t, const wrap *w)
{
    const place *line = w->line;
    size_t end = w->marks->end;

    if (!ascii_is_blank(t->p[w->open + 1]) || line->closed || !follows_divider(t, w))
        return false;
    return line->head_n == end ||
           (w->marks->count > 0 && line->head_n == end + 1 && ascii_is_blank(line->head[end]));
}

/* ---- A new line ---- */

static bool lines_is_empty(text *t, size_t i)
{
    const size_t to = text_run(t, i, TEXT_BLANKS_MAX, BYTE_BLANK, "\r");

    return to - i == TEXT_BLANKS_MAX || text_at(t, to) == '\n' || text_at(t, to) < 0;
}

/* Returns the start of the line after an empty line at i and a line with text; i for others. */
static size_t spaced_end(text *t, size_t i)
{
    const size_t from = text_after_break(t, i), to = text_run(t, from, ROW_BYTES, 0, "\n\r");
    size_t end = from;

    while (end - from < ROW_BYTES && text_at(t, end) >= 0 && text_at(t, end) != '\n')
        end++;
    return from > i && to == from && end > from ? end + (text_at(t, end) == '\n') : i;
}

/* Returns true when each line of the text has an empty line below it: two lines below the empty
 * line at i do. */
static bool is_double_spaced(text *t, size_t i)
{
    const size_t below = spaced_end(t, i);

    return below > i && spaced_end(t, below) > below;
}

/* Returns true when the line of blanks at i is inside a URL: everything that was read belongs to a
 * URL without blanks inside its lines, and so do the next lines, at most four, up to the closer. An
 * empty line without a blank ends a paragraph, unless the text is double spaced. */
static bool is_gap_in_url(text *t, size_t i, const wrap *w)
{
    enum { NEAR = 4 };
    size_t to = text_skip_blanks(t, i), line, from;

    if (!wrap_holds(w) || (to == i && !is_double_spaced(t, i)))
        return false;
    if (bytes_run(w->c.p, 0, w->c.n, BYTE_URL, "") < w->c.n)
        return false;
    for (unsigned lines = 0; lines < NEAR; lines++) {
        to += text_at(t, to) == '\r';
        if (text_at(t, to) != '\n')
            return false;
        line = to + 1;
        from = text_skip_blanks(t, line);
        to = url_end(t, from, w);
        if (text_at(t, to) == '>')
            return to > from;
        if (to == line)
            return false;
        to = text_skip_blanks(t, to);
    }
    return false;
}

/* "-- " or "--" and nothing more. */
static bool is_signature(text *t, size_t i)
{
    if (text_at(t, i) != '-' || text_at(t, i + 1) != '-')
        return false;
    i += 2;
    i += text_at(t, i) == ' ';
    i += text_at(t, i) == '\r';
    return text_at(t, i) == '\n' || text_at(t, i) < 0;
}

/* Moves *k past the quote marks of the line at *i. If the page is turned there, moves *i to the
 * line after the page break. Returns false when marks are missing. */
static bool skip_marks(text *t, size_t *i, size_t *k, wrap *w, const quote_marks *marks)
{
    bool marked = quote_marks_skip(t, k, marks);
    size_t end = RULE(R18) ? lines_skip_page(t, *i, w->open + FOUND_BYTES, marks) : *i;

    if (end == *i)
        return marked;
    w->flags |= TRAWL_FLAG_PAGE_BREAK;
    *k = *i = end;
    return quote_marks_skip(t, k, marks);
}

/* The maximum number of lines of a URL in quotes or brackets. */
#define ENCLOSED_LINES 8

bool wrap_new_line(text *t, size_t *i, wrap *w, own_sign *own)
{
    const quote_marks *marks = wrap_marks(t, w);
    size_t k = *i, dashes, other;
    int c;
    bool marked = skip_marks(t, i, &k, w, marks);

    w->marked = marks->count > 0;
    if (++w->lines > ENCLOSED_LINES && w->closer != '>')
        return wrap_give_up(w, *i, "R13", "too many lines in quotes or brackets");
    if (w->lines > FOUND_LINES)
        return wrap_too_long(w, *i, "the wrapper is longer than 64 lines");
    other = RULE(R10) && w->closer == '>' ? past_other_marks(t, k, w) : k;
    w->unmarked |= other > k;
    if (other == k && !marked && !continues_unmarked(t, &k, w, marks))
        return wrap_give_up(w, *i, lines_is_empty(t, *i) ? "R13" : "R10",
                            "a line without the quote mark ends the wrapper");
    k = other > k ? other : k;
    if (marked)
        *own = lines_own_mark(t, k, w->line);
    if (RULE(R10) && !lines_skip_signs(t, &k, w->line, own))
        return wrap_give_up(w, *i, "R10", "a line without diff's \"<\" ends the wrapper");
    if (RULE(R10) && marks->count == 0) {
        const size_t number = lines_skip_number(t, k, w->line, w->lines - 1);
        w->numbered |= number > k;
        k = number;
    }
    c = text_at(t, text_skip_blanks(t, k)); /* its first character */
    dashes = k + (marks->count > 0 && text_at(t, k) == ' ');
    if (RULE(R13) && c <= ' ' && own->n == 0 && lines_is_empty(t, k) &&
        (marks->count > 0 || !is_gap_in_url(t, k, w)))
        return wrap_give_up(w, *i, "R13",
                            c < 0 ? "the text ends before the wrapper does"
                                  : "an empty line ends the wrapper");
    if (RULE(R13) && c == '-' && is_signature(t, dashes))
        return wrap_give_up(w, *i, "R13", "a signature line ends the wrapper");
    *i = k;
    if (RULE(R4) && c == '>')
        w->flags |= TRAWL_FLAG_CLOSER_AT_BOL;
    return true;
}
