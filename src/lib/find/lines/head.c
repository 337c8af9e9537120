/* head.c - what lines begin with besides quote marks: signs of comments and of changes, names,
 * numbers (R10)
 *
 * The beginning of the first line of a link is known (place.head). A later line may repeat its sign
 * or name, or go on with its number; what it repeats is no part of the link.
 */

#include "base/ascii.h"
#include "find/lines/lines.h"

/* ---- Signs of comments and of changes, and names, at the start of lines (R10) ---- */

/* Signs of comments, lists of changes and the like: "*", "//", ";;", "--", "+", "=>". */
#define SIGN_MAX 3

/* The longest of the names that people are quoted by, "Stephen>". Initials are marks. */
#define NAME_MAX 24

static const char *lines_skip_blanks(const char *p, const char *end)
{
    while (p < end && ascii_is_blank(*p))
        p++;
    return p;
}

/* Returns the sign at p that a blank follows; of one that opens a comment in C, only the "*"; the
 * side of a frame. */
static trawl_str sign_at(const char *p, const char *end)
{
    const utf8_char c = p < end ? utf8_decode(p, (size_t)(end - p)) : (utf8_char){0};
    size_t n = 0;

    if (text_is_box(c.code))
        return (trawl_str){p, c.len};
    while (p + n < end && n <= SIGN_MAX && p[n] &&
           strchr(n > 0 ? "*/;+-!=~>#%" : "*/;+-!=~#%", p[n]))
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
    if (p + n == end || p[n] != '>')
        return (trawl_str){NULL, 0};
    for (to = n + 1; p + to < end && p[to] == '>';)
        to++;
    return (trawl_str){p, to};
}

/* The beginning of the first line after its marks: a name, or a sign; in a patch, the sign of a
 * change, and perhaps a sign after it. */
typedef struct lines_signs {
    trawl_str name, change, sign;
    bool tight;    /* no blank follows the sign, which is in `change` */
    size_t indent; /* blanks, without the one after the marks */
} signs;

static signs lines_signs_of(const place *line, const quote_marks *marks)
{
    const char *end = line->head + line->head_n, *from = line->head + marks->end, *p;
    signs all = {.indent = 0};
    size_t n;

    from += marks->count > 0 && from < end && ascii_is_blank(*from);
    p = lines_skip_blanks(from + marks->less, end);
    all.indent = marks->less ? 0 : (size_t)(p - from);
    if (p == end)
        return all;
    all.name = name_at(p, end);
    all.sign = sign_at(p, end);
    if (all.sign.n == 0) {
        n = bytes_run(p, 0, (size_t)(end - p), 0, "*/;+-!=~");
        all.tight = n > 1 || strchr("*;+-!", *p);
        all.change = (trawl_str){p, all.tight && n <= SIGN_MAX ? n : 0};
        return all;
    }
    if (!strchr("+-!", p[0]) || p[1] == p[0] || p[1] == '>')
        return all;
    all.change = (trawl_str){p, 1};
    all.sign = sign_at(lines_skip_blanks(p + 1, end), end);
    return all;
}

/* Returns the end of `sign` in the line whose text begins at k; k if the line lacks it. A "*" may
 * open a comment, as in the first line. */
static size_t skip_sign(text *t, size_t k, trawl_str sign)
{
    size_t i = sign.n > 0 ? text_skip_blanks(t, k) : k;

    i += sign.n == 1 && *sign.p == '*' && text_is(t, i, "/* ");
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

/* Returns the sign t->p[from..k) if it may be the link's: no blank follows it, or it is a "-". One
 * that is alone in its line is the link's. `tight`: no blank follows that of the first line. */
static own_sign own_sign_at(text *t, size_t from, size_t k, bool tight)
{
    const char c = t->p[from];
    const bool glued = text_at(t, k) > ' ';

    if ((!glued && c != '-') || (unsigned char)c >= 0x80)
        return (own_sign){0};
    return (own_sign){from, k - from, text_line_ends(t, k) || (glued && !tight && c != '+')};
}

own_sign lines_own_mark(text *t, size_t k, const place *line, const quote_marks *marks)
{
    const size_t n = marks->end;

    if (marks->count == 0 || !strchr("%#:", marks->marks[marks->count - 1].c))
        return (own_sign){0};
    return own_sign_at(t, k - 1, k, n == line->head_n || !ascii_is_blank(line->head[n]));
}

bool lines_skip_signs(text *t, size_t *k, const place *line, const quote_marks *marks,
                      own_sign *own)
{
    const signs all = lines_signs_of(line, marks);
    size_t first = *k + (marks->count > 0 && ascii_is_blank(text_at(t, *k))), changed, to, n;
    bool shared; /* the first line has the sign, too */

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

/* ---- Line numbers, as "grep -n" and "cat -n" print them (R10) ---- */

size_t lines_skip_number(text *t, size_t i, const place *line, unsigned below)
{
    const char *end = line->head + line->head_n, *name = lines_skip_blanks(line->head, end);
    size_t digits, n = row_number(name, (size_t)(end - name), &digits);
    size_t k = text_skip_blanks(t, i), to;

    if (row_number_value(name + digits, n) == 0)
        return i;
    for (size_t at = 0; at < digits; at++)
        if (text_at(t, k++) != (unsigned char)name[at])
            return i;
    to = text_run(t, k, n + 1, BYTE_DIGIT, "");
    if (to == k || !row_ends_number(text_at(t, to)) ||
        row_number_value(t->p + k, to - k) != row_number_value(name + digits, n) + below)
        return i;
    return to + 1;
}
