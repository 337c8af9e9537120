/* ending_trim.c - what the mail profile cuts off the end of a link in running text: M3, M4, M11, M14; and what it adds: M12 */
#include <string.h>

#include "base/ascii.h"
#include "find/ending.h"
#include "find/linkclass.h"
#include "find/opened.h"
#include "find/rules_off.h"

size_t ending_trim_soft(const text *t, size_t from, size_t to)
{
    while (to > from) {
        utf8_char c = text_char_before(t, to);
        if (!ending_is_soft(c.code))
            break;
        to -= c.len;
    }
    return to;
}

/* What a character at the end of a link may be part of: an entity without its semicolon, of those that trim_entity() knows; emphasis;
 * other markup, of whose signs one alone is none at the end of a link that has it for other reasons; brackets or a comment. */
enum { ENTITY = 1, MARK = 2, TWIN = 4, CLOSER = 8 };

static const unsigned char roles[256] = {
    ['t'] = ENTITY, ['s'] = ENTITY,      ['p'] = ENTITY, ['T'] = ENTITY, ['S'] = ENTITY, ['P'] = ENTITY,
    ['9'] = ENTITY, ['4'] = ENTITY,      ['*'] = MARK,   ['_'] = MARK,   ['='] = TWIN,   ['+'] = TWIN,
    ['^'] = TWIN,   ['~'] = MARK | TWIN, ['%'] = TWIN,   ['-'] = TWIN,   ['#'] = TWIN,   ['@'] = TWIN,
    ['$'] = TWIN,   [']'] = CLOSER,      [')'] = CLOSER, ['/'] = CLOSER};

static inline bool has_role(char c, unsigned role)
{
    return roles[(unsigned char)c] & role;
}

/* M4: "&gt" and its like at the end belong to the HTML the text came from. With a semicolon they have ended the link. */
static size_t trim_entity(const text *t, size_t from, size_t to)
{
    static const char *const names[] = {"&gt", "&lt", "&quot", "&apos", "&#39", "&nbsp", "&#34"};
    size_t tail = to - from < 5 ? to - from : 5; /* as long as the longest of them */

    if (tail == 0 || !has_role(t->p[to - 1], ENTITY) || !memchr(t->p + to - tail, '&', tail))
        return to;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t k = strlen(names[i]);
        if (to - from >= k && ascii_same(t->p + to - k, names[i], k))
            return to - k - (to - from > k && t->p[to - k - 1] == '\\');
    }
    return to;
}

/* Behind the sign at i if a "\" keeps it from its meaning, "http://a.example/x\_"; else i. */
static size_t past_escaped(const text *t, size_t from, size_t i)
{
    return i > from && t->p[i - 1] == '\\' ? i + 1 : i;
}

/* M3, also where other marks stand behind the partners, as in "_http://a.example/_**". */
static size_t trim_marks(const text *t, const before *b, size_t from, size_t to)
{
    size_t end = to, cut;

    if (!RULE(M3) || b->marks == 0)
        return to;
    while (end > from && t->p[end - 1] != b->mark && strchr("*_", t->p[end - 1]))
        end--;
    cut = end;
    while (cut > from && end - cut < b->marks && t->p[cut - 1] == b->mark)
        cut--;
    cut = past_escaped(t, from, cut);
    return cut < end ? cut : to;
}

/* M3: the marks at the end of "__see http://a.example/__", which stands in a line where they were opened. */
static size_t trim_opened(const text *t, size_t start, size_t from, size_t to)
{
    char mark = t->p[to - 1];
    size_t n = 1;

    while (n < to - from && t->p[to - 1 - n] == mark)
        n++;
    n -= past_escaped(t, from, to - n) - (to - n);
    return RULE(M3) && n > 0 && n < to - from && (mark != '~' || n == 2) && opened_marks(t, start, mark, n) ? to - n
                                                                                                            : to;
}

/* M3: "==http://a.example/==", "+http://a.example/+": signs of which as many stand right before the link, at the front of its word. */
static size_t trim_twins(const text *t, size_t start, size_t from, size_t to)
{
    enum { MOST = 8 };
    const char mark = t->p[to - 1];
    size_t n = 0, end = to;

    if (!RULE(M3) || !has_role(mark, TWIN))
        return to;
    while (n < start && n < MOST && t->p[start - 1 - n] == mark)
        n++;
    while (end > from && to - end < n && t->p[end - 1] == mark)
        end--;
    if (to - end < n || n < (strchr("=-#@$", mark) ? 2 : 1) || n == MOST)
        return to;
    if (n == 1 && (start == 1 || t->p[start - 2] == '\n') && end > from && t->p[end - 1] == mark)
        return to; /* "+http://a.example/c++" in a patch */
    return n == start || (unsigned char)t->p[start - 1 - n] <= ' ' || strchr("([{|\"'`<>", t->p[start - 1 - n]) ? end
                                                                                                                : to;
}

/* M11: "http://a.example/[^note]": Markdown has a "^" before the name. Behind a "=" it is a pattern, "?q=[^a-z]". */
static size_t trim_named_note(const text *t, size_t from, size_t to)
{
    enum { LONGEST = 32 };
    size_t i = to - 1;

    while (i > from + 1 && to - i < LONGEST &&
           (ascii_is_alnum((unsigned char)t->p[i - 1]) || strchr("-_", t->p[i - 1])))
        i--;
    return to - i > 1 && i > from + 2 && t->p[i - 1] == '^' && t->p[i - 2] == '[' && t->p[i - 3] != '=' ? i - 2 : to;
}

/* M11: "http://a.example/[1]": one to three digits in brackets at the end name a footnote. */
static size_t trim_footnote(const text *t, size_t from, size_t to)
{
    size_t i = to, digits = 0;

    if (!RULE(M11) || to - from < 4 || t->p[to - 1] != ']')
        return to;
    for (i--; i > from && digits < 4 && ascii_is_digit((unsigned char)t->p[i - 1]); i--)
        digits++;
    if (digits == 0 || t->p[i - 1] != '[')
        return trim_named_note(t, from, to);
    return digits >= 1 && digits <= 3 && i > from + 1 && t->p[i - 1] == '[' ? i - 1 : to;
}

/* M1: "http://a.example/x-- and so on", a dash as typists have it, and "http://a.example/x:-)". */
static size_t trim_dash(text *t, size_t from, size_t to)
{
    size_t end = to;
    int next;

    if (!RULE(M1) || to - from < 3 || t->p[to - 1] != '-')
        return to;
    next = text_at(t, to);
    if (t->p[to - 2] == ':' || t->p[to - 2] == ';')
        return next == ')' || next == '(' ? to - 2 : to;
    while (end > from && t->p[end - 1] == '-')
        end--;
    if (to - end < 2 || to - end > 3 || end == from || next != ' ' || memchr(t->p + from, '?', end - from))
        return to;
    next = text_at(t, to + 1);
    return next >= 0x80 || (next >= 0 && ascii_is_alpha((unsigned char)next)) ? end : to;
}

/* M12: in http://a.example/"b" or 'c' the second mark belongs to the first: kept when the link holds an odd number of it. */
static size_t with_partner(const text *t, const before *b, found *f, size_t from, size_t to)
{
    char mark = to < t->n ? t->p[to] : '\0';
    size_t count = 0;

    if (!RULE(M12) || (mark != '"' && mark != '\'') || b->partner)
        return to;
    for (size_t i = from; i < to; i++)
        count += t->p[i] == mark;
    if (count % 2 == 0 || t->p[to - 1] == mark)
        return to;
    found_note(f, "M12", "a quote mark at the end belongs to one inside");
    return to + 1;
}

/* May any of that be at the end? */
static bool may_trim(const text *t, const before *b, size_t to)
{
    char last = t->p[to - 1], next = to < t->n ? t->p[to] : '\0';

    return (unsigned char)last >= 0x80 || b->marks > 0 || roles[(unsigned char)last] ||
           ((last | 0x20) == 'e' && next == '<') || next == '"' || next == '\'';
}

__attribute__((noinline)) static size_t trim_all(text *t, const before *b, found *f, size_t start, size_t from,
                                                 size_t last)
{
    size_t to = last, cut;

    if ((cut = ending_trim_sentence(t, b, start, from, to)) < to) {
        found_note(f, "M14", "letters of a script without blanks behind ASCII are the text's");
        to = cut;
    }
    if ((cut = ending_trim_comment(t, start, from, to)) < to) {
        found_note(f, "M16", "what closes a comment, or Perl's brackets, was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    if ((cut = trim_dash(t, from, to)) < to) {
        found_note(f, "M1", "a dash or a smiley at the end was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    while (RULE(M4) && (cut = trim_entity(t, from, to)) < to) {
        found_note(f, "M4", "an HTML entity at the end was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    cut = b->marks > 0                   ? trim_marks(t, b, from, to)
          : has_role(t->p[to - 1], MARK) ? trim_opened(t, start, from, to)
                                         : to;
    if (cut < to) {
        found_note(f, "M3", "as many marks of emphasis as stand before the link were cut off its end");
        to = ending_trim_soft(t, from, cut);
    }
    if ((cut = trim_twins(t, start, from, to)) < to) {
        found_note(f, "M3", "signs of markup that stand before the link, too, were cut off its end");
        to = ending_trim_soft(t, from, cut);
    }
    while ((cut = trim_footnote(t, from, to)) < to) {
        found_note(f, "M11", "a footnote mark at the end was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    if ((cut = ending_trim_glued(t, start, from, to)) < to) {
        found_note(f, "M19", "what stands in brackets behind it was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    return to == last ? with_partner(t, b, f, from, to) : to;
}

size_t ending_trim(text *t, const before *b, found *f, size_t start, size_t from, size_t last)
{
    return may_trim(t, b, last) ? trim_all(t, b, f, start, from, last) : last;
}
