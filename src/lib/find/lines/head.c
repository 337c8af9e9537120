/* head.c - what lines begin with besides quote marks: signs of comments and of changes, names,
 * numbers (R10)
 *
 * The beginning of the first line of a link is known (place.head). A later line may repeat its sign
 * or name, or go on with its number; what it repeats is no part of the link.
 */

#include "base/ascii.h"
#include "find/lines/lines.h"

/* ---- Signs of comments and of changes, and names, at the start of lines (R10) ---- */

/* The beginning of the first line after its marks: a name, a sign, the side of a frame; in a patch,
 * the sign of a change, and perhaps a sign after it. */
typedef struct lines_signs {
    trawl_str change, sign;
    bool tight;    /* no blank follows the sign */
    size_t indent; /* blanks, without the one after the marks */
} signs;

/* Sets the sign after the blanks at head[i], if it has one, and returns its place. */
static const char *lines_read_sign(const place *line, size_t i, signs *all)
{
    const size_t at = bytes_run(line->head, i, line->head_n, BYTE_BLANK, "");
    const char *p = line->head + at;
    size_t from, n = row_sign(p, line->head_n - at, &from, &all->tight);

    all->sign = (trawl_str){p + from, n - from};
    return p;
}

static signs lines_signs_of(const place *line)
{
    const quote_marks *marks = &line->marks;
    const size_t n = line->head_n, from = marks->end;
    const size_t at = bytes_run(line->head, from, n, BYTE_BLANK, "");
    signs all = {.indent = at - from - (marks->count > 0 && at > from)};
    const char *p = lines_read_sign(line, at + marks->less, &all);
    utf8_char c;

    if (p == line->head + n)
        return all;
    c = utf8_decode(p, n - (size_t)(p - line->head));
    if (text_is_box(c.code))
        all.sign = (trawl_str){p, c.len};
    if (all.sign.n == 0 || all.tight || !strchr("+-!", *p) || p[1] == *p || p[1] == '>')
        return all;
    all.change = (trawl_str){p, 1};
    (void)lines_read_sign(line, (size_t)(p + 1 - line->head), &all);
    all.tight = false;
    return all;
}

/* Returns the end of `sign`, which may be empty, in the line whose text begins at k; k if the line
 * lacks it. */
static size_t skip_sign(text *t, size_t k, trawl_str sign)
{
    const size_t i = sign.n > 0 ? text_skip_blanks(t, k) : k;
    const size_t to = row_sign_end(t, i, sign.p, sign.n);

    return to > i ? to : k;
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

/* Returns the sign t->p[from..k) if it may belong to the link: no blank follows it, or it is a "-".
 * A sign that is alone in its line belongs to the link. `tight`: no blank follows the sign of the
 * first line. */
static own_sign own_sign_at(text *t, size_t from, size_t k, bool tight)
{
    const char c = t->p[from];
    const bool glued = text_at(t, k) > ' ';

    if ((!glued && c != '-') || (unsigned char)c >= 0x80 || t->p[k - 1] == '>')
        return (own_sign){0};
    return (own_sign){from, k - from, text_line_ends(t, k) || (glued && !tight && c != '+')};
}

own_sign lines_own_mark(text *t, size_t k, const place *line)
{
    const quote_marks *marks = &line->marks;
    const size_t n = marks->end;

    if (marks->count == 0 || !strchr("%#:", *marks->marks[marks->count - 1].p))
        return (own_sign){0};
    return own_sign_at(t, k - 1, k, n == line->head_n || !ascii_is_blank(line->head[n]));
}

/* Returns the end of the word at i that begins the first line, too, after its marks, and that a
 * blank follows in both lines: "dnl", "REM", ".\\\"", ".."; i if the line lacks it. */
static size_t skip_word(text *t, size_t i, const place *line)
{
    const size_t from = bytes_run(line->head, line->marks.end, line->head_n, BYTE_BLANK, "");
    const size_t k = text_skip_blanks(t, i);
    size_t to = from, end;

    while (to < line->head_n && (unsigned char)line->head[to] > ' ')
        to++;
    end = row_sign_end(t, k, line->head + from, to - from);
    return to > from && to < line->head_n && to - from <= ROW_NAME && end > k &&
                   ascii_is_blank(text_at(t, end)) && !text_line_ends(t, end)
               ? end
               : i;
}

bool lines_skip_signs(text *t, size_t *k, const place *line, own_sign *own)
{
    const signs all = lines_signs_of(line);
    size_t first = *k + (line->marks.count > 0 && ascii_is_blank(text_at(t, *k))), changed, to, n;
    bool shared; /* the first line has the sign, too */

    if (line->marks.less) {
        if (text_at(t, first) != '<' || !ascii_is_blank(text_at(t, first + 1)))
            return false;
        *k = first + 1;
    }
    if (all.sign.n == 0 && all.change.n == 0 && (to = skip_word(t, *k, line)) > *k) {
        *k = to;
        return true;
    }
    changed = skip_sign(t, *k, all.change);
    shared =
        changed > *k || all.indent == 0 || (changed = skip_change(t, first, *k, all.indent)) == *k;
    to = skip_sign(t, changed, all.sign);
    if (changed > *k && text_at(t, to) > ' ')
        to = changed;
    n = to > changed ? all.sign.n : all.change.n;
    if (n > 1 && text_line_ends(t, to)) {
        *k = t->p[to - 1] == '-' ? *k : to; /* a signature, or an empty line of a comment */
        return true;
    }
    if (shared && to > *k && (to == changed || changed == *k))
        *own = own_sign_at(t, to - n, to, all.tight);
    *k = to;
    return true;
}

bool lines_is_hunk(const char *p, size_t n)
{
    const size_t i = bytes_run(p, 0, n, BYTE_DIGIT, ",");

    return i > 0 && i + 1 < n && strchr("acd", p[i]) &&
           bytes_run(p, i + 1, n, BYTE_DIGIT, ",") == n;
}

/* ---- Line numbers, as "grep -n" and "cat -n" print them (R10) ---- */

size_t lines_skip_number(text *t, size_t i, const place *line, unsigned below)
{
    const size_t blanks = bytes_run(line->head, 0, line->head_n, BYTE_BLANK, "");
    const char *own = line->head + blanks;
    size_t digits, n = row_number(own, line->head_n - blanks, &digits), k, to;

    if (n == 0)
        return i;
    k = text_skip_blanks(t, i);
    to = row_number_end(t, k, own, digits);
    return to > k && row_number_value(t->p + k + digits) == row_number_value(own + digits) + below
               ? to
               : i;
}
