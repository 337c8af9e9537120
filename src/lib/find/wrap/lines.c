/* lines.c - the starts of lines inside a wrapper: quote marks, signs of comments and diffs, page
 * breaks (R4, R10, R13, R18) */

#include "base/ascii.h"
#include "find/wrap/inside.h"

const quote_marks *wrap_marks(const text *t, wrap *w)
{
    if (!w->marks) {
        place_advance(w->line, t, w->open);
        w->marks = place_marks(w->line);
    }
    return w->marks;
}

/* ---- Page breaks (R18) ---- */

/* Returns the place of the line feed after i, at most `limit`. */
static size_t lines_line_end(text *t, size_t i, size_t limit)
{
    size_t end = limit < t->n ? limit : t->n;
    const char *lf = i < end ? memchr(t->p + i, '\n', end - i) : NULL;

    if (lf)
        return (size_t)(lf - t->p);
    if (i < limit && end < limit)
        text_starve(t, end);
    return i < limit ? end : i;
}

/* Returns the text of a line without the blanks at its ends. */
static trawl_str trimmed(const text *t, size_t from, size_t to)
{
    while (from < to && ((unsigned char)t->p[from] <= ' '))
        from++;
    while (to > from && ((unsigned char)t->p[to - 1] <= ' '))
        to--;
    return (trawl_str){t->p + from, to - from};
}

/* Returns true for a line that may have a link of its own: it does not turn the page. Of the names
 * of base/prefix.h only "www." always announces a link: "ftp." also ends sentences. */
static bool may_hold_link(trawl_str line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] == '<' || line.p[i] == '@' ||
            (line.n - i >= 3 && memcmp(line.p + i, "://", 3) == 0) ||
            prefix_is_www(line.p + i, line.n - i))
            return true;
    }
    return false;
}

/* "... [Page 12]" */
static bool lines_is_footer(trawl_str line)
{
    size_t i = line.n;

    if (i == 0 || line.p[i - 1] != ']' || may_hold_link(line))
        return false;
    for (i--; i > 0 && ascii_is_digit((unsigned char)line.p[i - 1]);)
        i--;
    return i + 1 < line.n && i >= 6 && ascii_same(line.p + i - 6, "[Page ", 6);
}

/* "RFC 1738 ... December 1994", "Internet-Draft ... 1994" */
static bool lines_is_header(trawl_str line)
{
    bool begins =
        (line.n > 4 && ascii_same(line.p, "RFC ", 4) && ascii_is_digit((unsigned char)line.p[4])) ||
        (line.n > 14 && ascii_same(line.p, "Internet-Draft", 14));

    if (!begins || line.n < 8 || may_hold_link(line))
        return false;
    for (size_t i = line.n - 4; i < line.n; i++)
        if (!ascii_is_digit((unsigned char)line.p[i]))
            return false;
    return true;
}

/* Returns the end of the lines at i, the start of a line, that only turn the page; i for none. */
static size_t skip_page_break(text *t, size_t i, const wrap *w, const quote_marks *marks)
{
    size_t limit = w->open + FOUND_BYTES, start = i;
    bool footer = false, header = false;

    for (int lines = 0; lines < 13 && i < limit; lines++) {
        size_t from = i, end;
        trawl_str line;
        (void)quote_marks_skip(t, &from, marks);
        if (from < limit && text_at(t, from) == '\n') {
            i = from + 1;
            continue;
        }
        end = lines_line_end(t, from, limit);
        line = trimmed(t, from, end);
        if (line.n > 0) {
            if (footer && header)
                return i;
            if (!footer && lines_is_footer(line))
                footer = true;
            else if (footer && !header && lines_is_header(line))
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

/* ---- Lines with fewer quote marks than the opener's line (R10) ----
 *
 * A mail program that breaks long lines, even quoted ones, leaves the rest of each on its own line:
 *
 *     > > As suggested in <http://a.example/questions/a-long-name-that-does-not-
 *     work-when-it-is-wrapped/7991/2>, calling it helps
 *
 * Mostly, though, such a line is somebody's answer below a wrapper that was never closed, and a ">"
 * comes much later. So it must begin with text that could continue the URL and did not fit on the
 * line above, and nothing in the wrapper may look like words, or like marks.
 */

/* Mail programs do not break shorter lines, in bytes. */
#define BREAKS_FROM 60

/* Returns true when the line that ends before i, without blanks at its end, has BREAKS_FROM bytes
 * or more when `more` are added. */
static bool was_broken(const text *t, size_t i, size_t more)
{
    size_t to = i - 1, from;

    while (ascii_is_blank(t->p[to - 1]) || t->p[to - 1] == '\r')
        to--;
    for (from = to; from > 0 && t->p[from - 1] != '\n' && to - from + more < BREAKS_FROM;)
        from--;
    return to - from + more >= BREAKS_FROM;
}

/* "JS> I agree", "Joe> I agree" */
static bool lines_is_name(const text *t, size_t from, size_t to)
{
    if (!ascii_is_upper(t->p[from]))
        return false;
    while (from < to && ascii_is_alpha((unsigned char)t->p[from]))
        from++;
    return from == to;
}

/* Returns the end of the characters of a URL at i. */
static size_t url_end(text *t, size_t i, const wrap *w)
{
    const size_t limit = w->open + FOUND_BYTES;
    int c;

    while (i < limit && (c = text_at(t, i)) >= 0 && byte_is((unsigned char)c, BYTE_URL))
        i++;
    return i;
}

/* Returns true when the text before i ends as a sentence or an aside does: "Right...", "[snip]". */
static bool ends_as_words(const text *t, size_t i)
{
    return strchr(".,:;!?)]*'", t->p[i - 1]) != NULL;
}

/* Returns true when the line at *k, which lacks marks of the opener's line, may continue the
 * wrapper. Moves *k past the marks that it has. */
static bool continues_unmarked(text *t, size_t *k, wrap *w, const quote_marks *marks)
{
    size_t line = *k, from = line, to;
    unsigned count = marks->angles == marks->count ? quote_marks_match(t, &from, marks) : 0;

    if (count == 0 && !marks->only_gt)
        return true; /* any other mark may be lost */
    from += ascii_is_blank(text_at(t, from));
    to = url_end(t, from, w);
    if (to == from || !was_broken(t, line, to - from))
        return false;
    w->unmarked = text_at(t, to) == '>' ? !lines_is_name(t, from, to)
                                        : !ends_as_words(t, to) && text_line_ends(t, to);
    *k = from;
    return w->unmarked;
}

bool wrap_holds(const wrap *w)
{
    for (unsigned g = 0; g < w->gap_count; g++)
        if (!w->gaps[g].broken)
            return false;
    return !(w->flags & TRAWL_FLAG_CLOSER_AT_BOL);
}

/* ---- Signs of comments and of changes, and names, at the start of lines (R10) ---- */

/* Signs of comments, lists of changes and the like: "*", "//", ";;", "--", "+", "=>". */
#define SIGN_MAX 3

/* Names that people are quoted by, "Stephen>": longer than the initials that are marks. */
#define NAME_MIN (sizeof((quote_mark){0}).name + 1)
#define NAME_MAX 24

static const char *lines_skip_blanks(const char *p, const char *end)
{
    while (p < end && ascii_is_blank(*p))
        p++;
    return p;
}

/* Returns the sign at p that a blank follows; of one that opens a comment in C, only the "*". */
static trawl_str sign_at(const char *p, const char *end, const char *first)
{
    size_t n = 0;

    while (p + n < end && n <= SIGN_MAX && p[n] && strchr(n > 0 ? "*/;+-!=~>#%" : first, p[n]))
        n++;
    if (n == 0 || n > SIGN_MAX || p + n == end || (p[n] != ' ' && p[n] != '\t'))
        return (trawl_str){NULL, 0};
    return p[0] == '/' && p[n - 1] == '*' ? (trawl_str){p + n - 1, 1} : (trawl_str){p, n};
}

/* Returns the name at p with the ">" after it. */
static trawl_str name_at(const char *p, const char *end)
{
    size_t n = 0, to;

    while (p + n < end && n < NAME_MAX &&
           (ascii_is_alpha((unsigned char)p[n]) || (unsigned char)p[n] >= 0x80))
        n++;
    if (n < NAME_MIN || p + n == end || p[n] != '>')
        return (trawl_str){NULL, 0};
    for (to = n + 1; p + to < end && to - n < NAME_MAX && p[to] == '>';)
        to++;
    return (trawl_str){p, to};
}

/* The beginning of the opener's line after its marks: a name, or a sign; in a patch, the sign of a
 * change, and perhaps a sign after it. */
typedef struct lines_signs {
    trawl_str name, change, sign;
    bool tight;    /* no blank follows the change's sign */
    size_t indent; /* blanks, without the one after the marks */
} signs;

static signs lines_signs_of(const place *line, const quote_marks *marks)
{
    const char *end = line->head + line->head_n, *from = line->head + marks->end, *p;
    signs all = {.indent = 0};

    from += marks->count > 0 && from < end && ascii_is_blank(*from);
    p = lines_skip_blanks(from + marks->less, end);
    all.indent = marks->less ? 0 : (size_t)(p - from);
    if (p == end)
        return all;
    all.name = name_at(p, end);
    all.sign = sign_at(p, end, "*/;+-!=~");
    if (all.sign.n == 0 && *p == '+') {
        all.change = (trawl_str){p, 1};
        all.tight = true;
        return all;
    }
    if (all.sign.n == 0 || !strchr("+-!", p[0]) ||
        (all.sign.n > 1 && (p[1] == p[0] || p[1] == '>')))
        return all;
    all.change = (trawl_str){p, 1};
    all.sign = sign_at(lines_skip_blanks(p + 1, end), end, "*/;+-!=~#%");
    return all;
}

/* Returns the end of `sign` in the line whose text begins at k; k if the line lacks it. */
static size_t skip_sign(text *t, size_t k, trawl_str sign)
{
    size_t i = sign.n > 0 ? text_skip_blanks(t, k) : k;

    for (size_t n = 0; n < sign.n; n++)
        if (text_at(t, i++) != (unsigned char)sign.p[n])
            return k;
    return i;
}

/* Returns the end of a sign of a change at i that only this line has: "!       b>" below
 * "<URL:http://a.example/"; k for none. An unchanged line has one or two blanks more. */
static size_t skip_change(text *t, size_t i, size_t k, size_t indent)
{
    int c = text_at(t, i);

    if ((c != '!' && c != '+' && c != '-') || !ascii_is_blank(text_at(t, i + 1)))
        return k;
    return text_at(t, i + 1) == '\t' || indent > 1 ||
                   (indent == 1 && ascii_is_blank(text_at(t, i + 2)))
               ? i + 1
               : k;
}

/* Moves *k past the signs or the name that the line, whose text begins there, shares with the
 * opener's line. Returns false when it lacks the "<" of a diff. */
static bool skip_signs(text *t, size_t *k, const wrap *w, const quote_marks *marks)
{
    const signs all = lines_signs_of(w->line, marks);
    size_t first = *k + (marks->count > 0 && ascii_is_blank(text_at(t, *k))), changed, to;

    if (marks->less) {
        if (text_at(t, first) != '<' || !ascii_is_blank(text_at(t, first + 1)))
            return false;
        *k = first + 1;
    }
    to = skip_sign(t, *k, all.name);
    if (to > *k) {
        *k = to;
        return true;
    }
    changed = skip_sign(t, *k, all.change);
    if (changed == *k && all.indent > 0)
        changed = skip_change(t, first, *k, all.indent);
    to = skip_sign(t, changed, all.sign);
    if (to > changed && text_at(t, to) <= ' ')
        *k = to;
    else if (changed > *k && (all.tight || text_at(t, changed) <= ' '))
        *k = changed;
    return true;
}

/* ---- Line numbers, as "grep -n" and "cat -n" print them (R10) ---- */

/* The number before the text of a line: head[0..digits) is the name of a file and its ":". */
typedef struct line_number {
    size_t digits;
    unsigned long value; /* 0 for none */
} line_number;

static bool ends_number(int c)
{
    return c == ':' || c == '-' || c == '\t';
}

/* Reads "10:", "notes.txt:10:", "    10" and a tab at the beginning of the line. */
static line_number lines_number_of(const place *line)
{
    const char *p = line->head, *end = p + line->head_n;
    line_number none = {0, 0}, found = none;

    while (p < end && ascii_is_blank(*p))
        p++;
    if (p < end && !ascii_is_digit((unsigned char)*p)) {
        while (p < end && *p != ':' && (unsigned char)*p > ' ')
            p++;
        p += p < end;
    }
    found.digits = (size_t)(p - line->head);
    for (; p < end && ascii_is_digit((unsigned char)*p) && found.value < 100000000; p++)
        found.value = found.value * 10 + (unsigned long)(*p - '0');
    return p < end && ends_number((unsigned char)*p) ? found : none;
}

/* Returns the end of the number of the line at i, which follows that of the line above; i if the
 * line lacks it. */
static size_t skip_number(text *t, size_t i, wrap *w)
{
    const line_number first = lines_number_of(w->line);
    const char *name = w->line->head, *end = name + first.digits;
    unsigned long value = 0;
    size_t k = text_skip_blanks(t, i);

    if (first.value == 0)
        return i;
    for (name = lines_skip_blanks(name, end); name < end; name++)
        if (text_at(t, k++) != (unsigned char)*name)
            return i;
    for (; k < t->n && ascii_is_digit((unsigned char)t->p[k]) && value < 1000000000; k++)
        value = value * 10 + (unsigned long)(t->p[k] - '0');
    if (value != first.value + w->lines - 1 || !ends_number(text_at(t, k)))
        return i;
    w->numbered = true;
    return k + 1;
}

/* ---- Brackets that are signs of a diff (R4) ---- */

static size_t numbers_end(const char *p, size_t i, size_t n)
{
    while (i < n && (ascii_is_digit((unsigned char)p[i]) || p[i] == ','))
        i++;
    return i;
}

/* Returns true for diff's divider between removed and added lines: "---", "7a7", "2,3c2,3". */
static bool is_divider(const char *p, size_t n)
{
    size_t i = numbers_end(p, 0, n);

    if (n == 3 && memcmp(p, "---", 3) == 0)
        return true;
    return i > 0 && i + 1 < n && (p[i] == 'a' || p[i] == 'c' || p[i] == 'd') &&
           numbers_end(p, i + 1, n) == n;
}

/* Returns true when the line above the wrapper's ">" is a divider, after quote marks perhaps. */
static bool follows_divider(const text *t, const wrap *w)
{
    size_t to = w->close - 1, from;

    while (to > w->open && t->p[to - 1] != '\n')
        to--;
    while (to > w->open && (unsigned char)t->p[to - 1] <= ' ')
        to--;
    for (from = to; from > w->open && (unsigned char)t->p[from - 1] > ' ' && t->p[from - 1] != '>';)
        from--;
    return is_divider(t->p + from, to - from);
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
    size_t from = i;
    int c;

    while (((c = text_at(t, i)) == ' ' || c == '\t' || c == '\r') && i - from < TEXT_BLANKS_MAX)
        i++;
    return c == '\n' || c < 0 || i - from == TEXT_BLANKS_MAX;
}

/* Returns true when the line of blanks at i is inside a URL: all that was read is of a URL, without
 * blanks in a line, and so are the next lines, at most four, up to the closer. An empty line has no
 * blank; it ends a paragraph. */
static bool is_gap_in_url(text *t, size_t i, const wrap *w)
{
    enum { NEAR = 4 };
    size_t to = text_skip_blanks(t, i), line, from;

    if (to == i || !wrap_holds(w))
        return false;
    for (size_t k = 0; k < w->n; k++)
        if (!byte_is((unsigned char)w->clean[k], BYTE_URL))
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

/* Moves *k past the quote marks of the line at *i. If a page is turned there, *i moves to the line
 * after that. Returns false when marks are missing. */
static bool skip_marks(text *t, size_t *i, size_t *k, wrap *w, const quote_marks *marks)
{
    bool marked = quote_marks_skip(t, k, marks);
    size_t end = RULE(R18) ? skip_page_break(t, *i, w, marks) : *i;

    if (end == *i)
        return marked;
    w->flags |= TRAWL_FLAG_PAGE_BREAK;
    *k = *i = end;
    return quote_marks_skip(t, k, marks);
}

bool wrap_new_line(text *t, size_t *i, wrap *w)
{
    const quote_marks *marks = wrap_marks(t, w);
    size_t k = *i, dashes;
    int c;
    bool marked = skip_marks(t, i, &k, w, marks);

    w->marked = marks->count > 0;
    if (++w->lines > FOUND_LINES)
        return wrap_too_long(w, *i, "the wrapper is longer than 64 lines");
    if (!marked && !continues_unmarked(t, &k, w, marks))
        return wrap_give_up(w, *i, lines_is_empty(t, *i) ? "R13" : "R10",
                            "a line without the quote mark ends the wrapper");
    if (RULE(R10) && !skip_signs(t, &k, w, marks))
        return wrap_give_up(w, *i, "R10", "a line without diff's \"<\" ends the wrapper");
    if (RULE(R10) && marks->count == 0)
        k = skip_number(t, k, w);
    c = text_at(t, text_skip_blanks(t, k)); /* its first character */
    dashes = k + (marks->count > 0 && text_at(t, k) == ' ');
    if (RULE(R13) && c <= ' ' && lines_is_empty(t, k) &&
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
