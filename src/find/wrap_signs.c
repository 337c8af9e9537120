/* wrap_signs.c - what stands before the lines of a wrapper besides quote marks: signs of comments and of changes, names (R10) */
#include <string.h>

#include "base/ascii.h"
#include "find/place.h"
#include "find/wrap.h"

/* Signs of comments, lists of changes and the like: "*", "//", ";;", "--", "+", "=>". */
#define SIGN_MAX 3

/* Names that people are quoted by, "Stephen>": longer than the initials that are marks. */
#define NAME_MIN (sizeof((mark){0}).name + 1)
#define NAME_MAX 24

static const char *past_blanks(const char *p, const char *end)
{
    while (p < end && ascii_is_blank(*p))
        p++;
    return p;
}

/* The sign at p, a blank following; of what opens a comment in C, the "*". */
static trawl_str sign_at(const char *p, const char *end, const char *first)
{
    size_t n = 0;

    while (p + n < end && n <= SIGN_MAX && p[n] && strchr(n > 0 ? "*/;+-!=~>#%" : first, p[n]))
        n++;
    if (n == 0 || n > SIGN_MAX || p + n == end || (p[n] != ' ' && p[n] != '\t'))
        return (trawl_str){NULL, 0};
    return p[0] == '/' && p[n - 1] == '*' ? (trawl_str){p + n - 1, 1} : (trawl_str){p, n};
}

/* The name at p, with the ">" behind it. */
static trawl_str name_at(const char *p, const char *end)
{
    size_t n = 0, to;

    while (p + n < end && n < NAME_MAX && (ascii_is_alpha((unsigned char)p[n]) || (unsigned char)p[n] >= 0x80))
        n++;
    if (n < NAME_MIN || p + n == end || p[n] != '>')
        return (trawl_str){NULL, 0};
    for (to = n + 1; p + to < end && to - n < NAME_MAX && p[to] == '>';)
        to++;
    return (trawl_str){p, to};
}

/* What the opener's line begins with behind its marks: a name, or a sign; and behind the sign of a change, which a patch has,
 * another one. */
typedef struct signs {
    trawl_str name, change, sign;
    bool tight;    /* no blank stands behind the change's */
    size_t indent; /* blanks, the one behind the marks not counted */
} signs;

static signs signs_of(const place *line, const prefix *marks)
{
    const char *end = line->head + line->head_n, *from = line->head + marks->end, *p;
    signs all = {.indent = 0};
    trawl_str behind;

    from += marks->count > 0 && from < end && ascii_is_blank(*from);
    p = past_blanks(from + marks->less, end);
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
    if (all.sign.n == 0 || !strchr("+-!", p[0]) || (all.sign.n > 1 && (p[1] == p[0] || p[1] == '>')))
        return all;
    behind = sign_at(past_blanks(p + 1, end), end, "*/;+-!=~#%");
    all.change = (trawl_str){p, 1};
    all.sign = behind;
    return all;
}

/* Behind the same sign in the line whose text begins at k, or k. */
static size_t past_same(text *t, size_t k, trawl_str sign)
{
    size_t i = sign.n > 0 ? text_skip_blanks(t, k) : k;

    for (size_t n = 0; n < sign.n; n++)
        if (text_at(t, i++) != (unsigned char)sign.p[n])
            return k;
    return i;
}

/* Behind the sign that only a line which changed begins with, at i: "!       b>" below "       <URL:http://a.example/". k if there
 * is none. An unchanged line has one or two blanks more. */
static size_t past_change(text *t, size_t i, size_t k, size_t indent)
{
    int c = text_at(t, i);

    if ((c != '!' && c != '+' && c != '-') || !ascii_is_blank(text_at(t, i + 1)))
        return k;
    return text_at(t, i + 1) == '\t' || indent > 1 || (indent == 1 && ascii_is_blank(text_at(t, i + 2))) ? i + 1 : k;
}

/* Behind the signs and names of a line whose text begins at k, or from a "<" before it on. first: where the line begins. */
static size_t past_signs(text *t, size_t k, size_t first, const signs *all)
{
    size_t named = past_same(t, k, all->name), changed, to;

    if (named > k)
        return named;
    changed = past_same(t, k, all->change);
    if (changed == k && all->indent > 0)
        changed = past_change(t, first, k, all->indent);
    to = past_same(t, changed, all->sign);
    if (to > changed && text_at(t, to) <= ' ')
        return to;
    return changed > k && (all->tight || text_at(t, changed) <= ' ') ? changed : k;
}

bool wrap_past_signs(text *t, size_t *k, const wrap *w, const prefix *marks)
{
    const signs all = signs_of(w->line, marks);
    size_t first = *k + (marks->count > 0 && ascii_is_blank(text_at(t, *k)));

    if (marks->less && (text_at(t, first) != '<' || !ascii_is_blank(text_at(t, first + 1))))
        return false;
    *k = past_signs(t, marks->less ? first + 1 : *k, first, &all);
    return true;
}

static size_t past_numbers(const char *p, size_t i, size_t n)
{
    while (i < n && (ascii_is_digit((unsigned char)p[i]) || p[i] == ','))
        i++;
    return i;
}

/* "---", "7a7", "2,3c2,3": what diff has between the lines that are gone and those that came. */
static bool is_divider(const char *p, size_t n)
{
    size_t i = past_numbers(p, 0, n);

    if (n == 3 && memcmp(p, "---", 3) == 0)
        return true;
    return i > 0 && i + 1 < n && (p[i] == 'a' || p[i] == 'c' || p[i] == 'd') && past_numbers(p, i + 1, n) == n;
}

/* Is the line above that of the wrapper's ">" a divider, behind quote marks perhaps? */
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
    return line->head_n == end || (w->marks->count > 0 && line->head_n == end + 1 && ascii_is_blank(line->head[end]));
}

bool wrap_is_named(const wrap *w, const prefix *marks)
{
    const char *end = w->line->head + w->line->head_n;

    return name_at(past_blanks(w->line->head + marks->end, end), end).n > 0;
}
