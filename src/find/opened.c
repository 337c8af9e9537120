/* opened.c - was a quote, or emphasis, opened earlier in the line? See opened.h
 *
 * In programs, logs and JSON a URL stands inside of a string: {"text":"see http://a.example/x","n":1}. Nothing tells where it
 * ends but the mark that closes the string.
 */
#include "find/opened.h"

#include "find/linkclass.h"

/* How far left of a link. */
#define LEFT 512

static const struct {
    uint32_t open, low, close; /* low: another one that opens, or 0 */
} quotes[OPENED_KINDS] = {[OPENED_DOUBLE] = {'"', 0, '"'},
                          [OPENED_SINGLE] = {'\'', 0, '\''},
                          [OPENED_CURLY] = {0x201C, 0x201E, 0x201D},
                          [OPENED_CURLY_SINGLE] = {0x2018, 0x201A, 0x2019},
                          [OPENED_GUILLEMETS] = {0xAB, 0, 0xBB}};

enum opened_kind opened_kind_of(uint32_t code)
{
    switch (code) {
    case '"':
        return OPENED_DOUBLE;
    case '\'':
        return OPENED_SINGLE;
    case 0x201D:
        return OPENED_CURLY;
    case 0x2019:
        return OPENED_CURLY_SINGLE;
    case 0xBB:
        return OPENED_GUILLEMETS;
    default:
        return OPENED_KINDS;
    }
}

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

static bool closes_or_divides(char c)
{
    return c == ',' || c == '.' || c == ';' || c == ':' || c == '!' || c == '?' || c == ')' || c == ']' || c == '}';
}

static bool opens_or_divides(uint32_t code)
{
    return code == '(' || code == '[' || code == '{' || code == '<' || code == '>' || code == '=' || code == ':' ||
           code == ',' || code == ';' || code == '|' || code == '-';
}

/* Is it at the front of what it belongs to? What stands before it, if anything, is blank, or opens or divides; and what stands
 * behind it does not close or divide. */
static bool is_at_front(const text *t, size_t from, size_t to)
{
    char after = t->p[to];
    utf8_char before = {' ', 1};

    if (from > 0)
        before = text_char_before(t, from);
    if (is_blank(after) || closes_or_divides(after))
        return false;
    if (before.code >= 0x80)
        return (link_class(before.code) & LINK_TERM) != LINK_INCLUDE;
    return before.code <= ' ' || opens_or_divides(before.code);
}

/* Back to behind the byte c or a line feed, to least at most. */
static size_t back_to(const text *t, size_t i, size_t least, char c)
{
    while (i > least && t->p[i - 1] != c && t->p[i - 1] != '\n')
        i--;
    return i;
}

static size_t least_of(size_t start)
{
    return start > LEFT ? start - LEFT : 0;
}

/* The same for a quote beyond ASCII, which may be of windows-1252. */
static size_t back_to_quote(const text *t, size_t i, size_t least, enum opened_kind kind)
{
    for (utf8_char c; i > least && t->p[i - 1] != '\n'; i -= c.len) {
        c.len = 1;
        if ((unsigned char)t->p[i - 1] < 0x80)
            continue;
        c = text_char_before(t, i);
        if (c.code == quotes[kind].open || c.code == quotes[kind].low || c.code == quotes[kind].close)
            break;
    }
    return i;
}

bool opened_quote(const text *t, size_t start, enum opened_kind kind)
{
    size_t least = least_of(start);
    size_t i = quotes[kind].open < 0x80 ? back_to(t, start, least, (char)quotes[kind].open)
                                        : back_to_quote(t, start, least, kind);
    utf8_char c;

    if (i <= least || t->p[i - 1] == '\n')
        return false;
    c = text_char_before(t, i);
    return (c.code == quotes[kind].open || c.code == quotes[kind].low) && is_at_front(t, i - c.len, i);
}

bool opened_marks(const text *t, size_t start, char mark, size_t n)
{
    size_t least = least_of(start), i = back_to(t, start, least, mark), run = 0;

    while (run <= n && i - run > least && t->p[i - run - 1] == mark)
        run++;
    return run == n && is_at_front(t, i - run, i);
}
