/* ending_trim.c - what the mail profile cuts off the end of a link in running text: M3, M4, M11, M16, M19; and what it adds: M12 */
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

/* The last letter of an entity without its semicolon, of those that trim_entity() knows. */
static bool is_entity_end(char c)
{
    return c == 't' || c == 's' || c == 'p' || c == '9' || c == '4';
}

/* M4: "&gt" and its like at the end belong to the HTML the text came from. With a semicolon they have ended the link. */
static size_t trim_entity(const text *t, size_t from, size_t to)
{
    static const char *const names[] = {"&gt", "&lt", "&quot", "&apos", "&#39", "&nbsp", "&#34"};
    size_t tail = to - from < 5 ? to - from : 5; /* as long as the longest of them */

    if (tail == 0 || !is_entity_end(ascii_lower(t->p[to - 1])) || !memchr(t->p + to - tail, '&', tail))
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

/* M11: "http://a.example/[1]": one to three digits in brackets at the end name a footnote. */
static size_t trim_footnote(const text *t, size_t from, size_t to)
{
    size_t i = to, digits = 0;

    if (!RULE(M11) || to - from < 4 || t->p[to - 1] != ']')
        return to;
    for (i--; i > from && digits < 4 && ascii_is_digit((unsigned char)t->p[i - 1]); i--)
        digits++;
    return digits >= 1 && digits <= 3 && i > from + 1 && t->p[i - 1] == '[' ? i - 1 : to;
}

/* "54321", "120K", "1.4MB": what a file's size looks like between brackets. A number alone has three digits and is no year; one
 * with a unit has two, for "(1M)" names a manual's section. */
static bool is_size(const char *p, size_t n)
{
    size_t digits = 0;

    while (digits < n && (ascii_is_digit((unsigned char)p[digits]) || (digits > 0 && strchr(".,", p[digits]))))
        digits++;
    if (digits == n)
        return n >= 3 && ascii_is_digit((unsigned char)p[n - 1]) &&
               (n != 4 || (memcmp(p, "19", 2) != 0 && memcmp(p, "20", 2) != 0));
    return digits > 1 && strchr("kKMG", p[digits]) && (n - digits == 1 || (n - digits == 2 && strchr("bB", p[n - 1])));
}

/* Does the name of a file that ends in one to four letters and digits, as ".lha", stand before the bracket? */
static bool is_file(const char *p, size_t n)
{
    enum { LONGEST = 4 };
    size_t i = n;
    bool letter = false;

    for (; i > 0 && ascii_is_alnum((unsigned char)p[i - 1]); i--)
        letter = letter || ascii_is_alpha((unsigned char)p[i - 1]);
    return letter && n - i <= LONGEST && i > 1 && p[i - 1] == '.' && p[i - 2] != '/' && !memchr(p, '?', n) &&
           !memchr(p, '#', n);
}

/* M19: "ftp://a.example/pub/help.lha(54321)" */
static size_t trim_size(const text *t, size_t from, size_t to)
{
    enum { LONGEST = 16 };
    size_t i = to - 1;

    while (i > from && to - i < LONGEST && t->p[i] != '(')
        i--;
    return t->p[i] == '(' && is_size(t->p + i + 1, to - i - 2) && is_file(t->p + from, i - from) ? i : to;
}

/* Does AsciiDoc name a link, or a picture, that begins at start? It may do so with two colons. */
static bool is_named(const text *t, size_t start)
{
    static const trawl_str names[] = {TEXT_STR("link"), TEXT_STR("image"), TEXT_STR("include"), TEXT_STR("video"),
                                      TEXT_STR("audio")};
    size_t end = start;

    while (end > 0 && start - end < 2 && t->p[end - 1] == ':')
        end--;
    for (size_t i = 0; end < start && i < sizeof names / sizeof names[0]; i++) {
        size_t n = names[i].n;
        if (end >= n && memcmp(t->p + end - n, names[i].p, n) == 0)
            return end == n || !ascii_is_alnum((unsigned char)t->p[end - n - 1]); /* "permalink:" is no such name */
    }
    return false;
}

/* Is the bracket at i closed by the last byte before to? */
static bool closes_last(const text *t, size_t i, size_t to)
{
    unsigned depth = 0;

    for (; i < to; i++) {
        if (t->p[i] == '[')
            depth++;
        else if (t->p[i] == ']' && --depth == 0)
            break;
    }
    return i + 1 == to;
}

/* M19: "link:http://a.example/x[there]", "http://a.example/x[]" */
static size_t trim_label(const text *t, size_t start, size_t from, size_t to)
{
    const char *open = memchr(t->p + from, '[', to - from);
    size_t i = open ? (size_t)(open - t->p) : to;
    bool empty = i + 2 == to && !memchr(t->p + from, '?', i - from); /* "?ids[]" is a query's */

    return empty || (open && is_named(t, start) && closes_last(t, i, to)) ? i : to;
}

/* M19: what stands in brackets behind the link, glued to it, and says something of it. */
static size_t trim_glued(const text *t, size_t start, size_t from, size_t to)
{
    if (!RULE(M19) || to - from < 3)
        return to;
    if (t->p[to - 1] == ')')
        return trim_size(t, from, to);
    return t->p[to - 1] == ']' ? trim_label(t, start, from, to) : to;
}

/* How far left of a link the beginning of its comment is looked for. */
#define COMMENT_LEFT 512

/* Does the line in which the link begins at start have a "/ *" before it, or begin with a "*", as comments of C have it? */
static bool is_in_comment(const text *t, size_t start)
{
    size_t least = start > COMMENT_LEFT ? start - COMMENT_LEFT : 0, i = start;

    for (; i > least && t->p[i - 1] != '\n'; i--)
        if (t->p[i - 1] == '*' && i > least + 1 && t->p[i - 2] == '/' &&
            (i == 2 || !ascii_is_alnum((unsigned char)t->p[i - 3])))
            return true;
    while (i < start && (t->p[i] == ' ' || t->p[i] == '\t'))
        i++;
    return i + 1 < start && t->p[i] == '*' && (t->p[i + 1] == ' ' || t->p[i + 1] == '\t');
}

/* M16: "http://a.example/-->", "http://a.example/ * /" without its blanks: what closes the comment that the link stands in. */
static size_t trim_comment(text *t, size_t start, size_t from, size_t to)
{
    size_t end = to;

    if (!RULE(M16))
        return to;
    if (t->p[to - 1] == '-' && text_at(t, to) == '>') {
        while (end > from && t->p[end - 1] == '-')
            end--;
        return end;
    }
    return to - from > 2 && t->p[to - 1] == '/' && t->p[to - 2] == '*' && is_in_comment(t, start) ? to - 2 : to;
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

static bool is_mark(char c)
{
    return c == '*' || c == '_' || c == '~';
}

/* May any of that be at the end? */
static bool may_trim(const text *t, const before *b, size_t to)
{
    char last = ascii_lower(t->p[to - 1]), next = to < t->n ? t->p[to] : '\0';

    return b->marks > 0 || last == ']' || last == ')' || last == '-' || last == '/' || is_mark(last) ||
           is_entity_end(last) || next == '"' || next == '\'';
}

size_t ending_trim(text *t, const before *b, found *f, size_t start, size_t from, size_t last)
{
    size_t to = last, cut;

    if (!may_trim(t, b, to))
        return to;
    if ((cut = trim_comment(t, start, from, to)) < to) {
        found_note(f, "M16", "what closes a comment was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    while (RULE(M4) && (cut = trim_entity(t, from, to)) < to) {
        found_note(f, "M4", "an HTML entity at the end was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    cut = b->marks > 0 ? trim_marks(t, b, from, to) : is_mark(t->p[to - 1]) ? trim_opened(t, start, from, to) : to;
    if (cut < to) {
        found_note(f, "M3", "as many marks of emphasis as stand before the link were cut off its end");
        to = ending_trim_soft(t, from, cut);
    }
    while ((cut = trim_footnote(t, from, to)) < to) {
        found_note(f, "M11", "a footnote mark at the end was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    if ((cut = trim_glued(t, start, from, to)) < to) {
        found_note(f, "M19", "what stands in brackets behind it was cut off");
        to = ending_trim_soft(t, from, cut);
    }
    return to == last ? with_partner(t, b, f, from, to) : to;
}
