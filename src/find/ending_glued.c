/* ending_glued.c - what texts and programs glue to the end of a link: a size, a label (M18, M19), the end of a comment (M16) */
#include <string.h>

#include "base/ascii.h"
#include "find/ending.h"
#include "find/rules_off.h"

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
size_t ending_trim_glued(const text *t, size_t start, size_t from, size_t to)
{
    if (!RULE(M19) || to - from < 3)
        return to;
    if (t->p[to - 1] == ')')
        return trim_size(t, from, to);
    return t->p[to - 1] == ']' ? trim_label(t, start, from, to) : to;
}

/* So far behind a link the partner of its bracket is looked for. */
#define LABEL_MAX 100

bool ending_is_label(text *t, uint32_t open, size_t i)
{
    int close, c = text_at(t, i);
    size_t k = i;

    if ((c != ' ' && c != '\t') || open >= 0x80)
        return false;
    close = open == '(' ? ')' : (int)open + 2;
    while (((c = text_at(t, k)) >= ' ' || c == '\t') && c != (int)open && c != close && k - i < LABEL_MAX)
        k++;
    return c == close;
}

/* How far left of a link the beginning of its comment is looked for. */
#define COMMENT_LEFT 512

/* Does the line in which the link begins at start have a "/ *" before it, or begin with a "*", as comments of C have it? So does a list,
 * in which slash says that the "*" may be a pattern's. That none stands before it is remembered, for the sake of the next link. */
static bool is_in_comment(text *t, size_t start, bool slash)
{
    size_t least = start > COMMENT_LEFT ? start - COMMENT_LEFT : 0, i = start;

    for (; i > least && t->p[i - 1] != '\n'; i--) {
        if (i > t->no_comment_from && i <= t->no_comment_to) {
            i = t->no_comment_from > least ? t->no_comment_from : least;
            if (i == least || t->p[i - 1] == '\n')
                break;
        }
        if (t->p[i - 1] == '*' && i > least + 1 && t->p[i - 2] == '/' &&
            (i == 2 || !ascii_is_alnum((unsigned char)t->p[i - 3])))
            return true;
    }
    t->no_comment_from = i;
    t->no_comment_to = start;
    if (slash || (i > 0 && t->p[i - 1] != '\n'))
        return false;
    while (i < start && ascii_is_blank(t->p[i]))
        i++;
    return i + 1 < start && t->p[i] == '*' && ascii_is_blank(t->p[i + 1]);
}

/* M16: "http://a.example/-->", "http://a.example/ * /" without its blanks, "E<lt>http://a.example/E<gt>": what closes the comment,
 * or the brackets of Perl's manuals, that the link stands in. */
size_t ending_trim_comment(text *t, size_t start, size_t from, size_t to)
{
    size_t end = to;

    if (!RULE(M16))
        return to;
    if (to > from && t->p[to - 1] == 'E' && text_is(t, to, "<gt>"))
        return to - 1;
    if (t->p[to - 1] == '-' && text_at(t, to) == '>') {
        while (end > from && t->p[end - 1] == '-')
            end--;
        return to - end == 1 && start > 0 && t->p[start - 1] == '=' ? to : end; /* "<a href=http://a.example/x->" */
    }
    if (to - from <= 2 || t->p[to - 1] != '/' || t->p[to - 2] != '*')
        return to;
    for (end = to - 2; end > from && t->p[end - 1] == '*'; end--) {
    }
    return is_in_comment(t, start, t->p[end - 1] == '/') ? end : to;
}
