/* opened.c - was a quote, or emphasis, opened earlier in the line? See opened.h
 *
 * In programs, logs and JSON a URL stands inside of a string: {"text":"see http://a.example/x","n":1}. Nothing tells where it
 * ends but the mark that closes the string.
 */
#include "find/opened.h"

#include <string.h>

#include "find/linkclass.h"
#include "find/settings.h"

/* How far left of a link. */
#define LEFT 512

static const struct {
    uint32_t open, low, close; /* low: another one that opens, or 0 */
} quotes[OPENED_KINDS] = {[OPENED_DOUBLE] = {'"', 0, '"'},
                          [OPENED_SINGLE] = {'\'', 0, '\''},
                          [OPENED_CURLY] = {0x201C, 0x201E, 0x201D},
                          [OPENED_CURLY_SINGLE] = {0x2018, 0x201A, 0x2019},
                          [OPENED_GUILLEMETS] = {0xAB, 0, 0xBB}};

/* The last bytes of its marks, in UTF-8 or windows-1252; a line ends before any. */
static const char *const ends[OPENED_KINDS] = {[OPENED_DOUBLE] = "\n\"",
                                               [OPENED_SINGLE] = "\n'",
                                               [OPENED_CURLY] = "\n\x9C\x9D\x9E\x84\x93\x94",
                                               [OPENED_CURLY_SINGLE] = "\n\x98\x99\x9A\x82\x91\x92",
                                               [OPENED_GUILLEMETS] = "\n\xAB\xBB"};

void opened_sets(kernel_set sets[OPENED_KINDS])
{
    for (int kind = 0; kind < OPENED_KINDS; kind++)
        kernel_set_of(&sets[kind], ends[kind]);
}

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

static size_t least_of(size_t start)
{
    return start > LEFT ? start - LEFT : 0;
}

/* Does a character that begins before i end behind it, at to at most? */
static bool is_inside(const text *t, size_t i, size_t to)
{
    for (unsigned k = 1; k < 4 && i + k <= to && utf8_goes_on(t->p[i + k - 1]); k++)
        if (text_char_before(t, i + k).len > k)
            return true;
    return false;
}

/* Back to behind a byte of the set, or to least. */
static size_t back_to_end(const kernel *k, const kernel_set *set, const char *p, size_t i, size_t least)
{
    uint64_t found;

    for (; i >= least + KERNEL_BLOCK; i -= KERNEL_BLOCK)
        if ((found = k->bits(set, p + i - KERNEL_BLOCK)))
            return i - (size_t)__builtin_clzll(found);
    while (i > least && !set->table[(unsigned char)p[i - 1]])
        i--;
    return i;
}

bool opened_quote(const settings *s, const text *t, size_t start, enum opened_kind kind)
{
    size_t least = least_of(start), i = start;
    utf8_char c;

    for (; (i = back_to_end(s->kernel, &s->sets.quotes[kind], t->p, i, least)) > least && t->p[i - 1] != '\n'; i--) {
        bool opens;
        c = text_char_before(t, i);
        opens = c.code == quotes[kind].open || c.code == quotes[kind].low;
        if ((opens || c.code == quotes[kind].close) && !is_inside(t, i, start))
            return opens && is_at_front(t, i - c.len, i);
    }
    return false;
}

bool opened_marks(const text *t, size_t start, char mark, size_t n)
{
    size_t least = least_of(start), i = start, run = 0;

    while (i > least && t->p[i - 1] != mark && t->p[i - 1] != '\n')
        i--;
    while (run <= n && i - run > least && t->p[i - run - 1] == mark)
        run++;
    return run == n && is_at_front(t, i - run, i);
}
