/* opened.c - was a quote, or emphasis, opened earlier in the line? See opened.h
 *
 * In programs, logs and JSON a URL stands inside of a string: {"text":"see http://a.example/x","n":1}. Nothing tells where it
 * ends but the mark that closes the string.
 */
#include "find/opened.h"

#include <string.h>

#include "find/linkclass.h"

/* How far left of a link. */
#define LEFT 512

static const struct {
    const char *open, *low, *close; /* low: another one that opens, or NULL */
} quotes[OPENED_KINDS] = {[OPENED_DOUBLE] = {"\"", NULL, "\""},
                          [OPENED_SINGLE] = {"'", NULL, "'"},
                          [OPENED_CURLY] = {"\xE2\x80\x9C", "\xE2\x80\x9E", "\xE2\x80\x9D"},
                          [OPENED_CURLY_SINGLE] = {"\xE2\x80\x98", "\xE2\x80\x9A", "\xE2\x80\x99"},
                          [OPENED_GUILLEMETS] = {"\xC2\xAB", NULL, "\xC2\xBB"}};

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

/* Is it at the front of what it belongs to? What stands before it, if anything, is blank, or opens or divides; and what stands
 * behind it does not close or divide. */
static bool is_at_front(const text *t, size_t from, size_t to)
{
    char after = t->p[to];
    utf8_char before = {' ', 1};

    if (from > 0)
        before = text_char_before(t, from);
    if (is_blank(after) || strchr(",.;:!?)]}", after))
        return false;
    if (before.code >= 0x80)
        return (link_class(before.code) & LINK_TERM) != LINK_INCLUDE;
    return before.code <= ' ' || strchr("([{<>=:,;|-", (int)before.code);
}

static bool stands(const text *t, size_t i, size_t end, const char *mark)
{
    size_t n = mark ? strlen(mark) : 0;

    return n > 0 && end - i >= n && memcmp(t->p + i, mark, n) == 0;
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

bool opened_quote(const text *t, size_t start, enum opened_kind kind)
{
    const char *open = quotes[kind].open, *low = quotes[kind].low; /* all of a kind begin with the same byte */
    size_t least = least_of(start);

    for (size_t i = start; (i = back_to(t, i, least, open[0])) > least && t->p[i - 1] != '\n'; i--) {
        if (stands(t, i - 1, start, open) || stands(t, i - 1, start, low))
            return is_at_front(t, i - 1, i - 1 + strlen(open));
        if (stands(t, i - 1, start, quotes[kind].close))
            return false;
    }
    return false;
}

bool opened_marks(const text *t, size_t start, char mark, size_t n)
{
    size_t least = least_of(start), i = back_to(t, start, least, mark), run = 0;

    while (run <= n && i - run > least && t->p[i - run - 1] == mark)
        run++;
    return run == n && is_at_front(t, i - run, i);
}
