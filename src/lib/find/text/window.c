/* window.c - characters and short texts in the window, and the classes of its bytes */
#include "base/ascii.h"
#include "find/text/text.h"

#define WORD BYTE_WORD
#define USER BYTE_USER
#define ID BYTE_ID
#define URL BYTE_URL
#define MARK BYTE_MARK
#define PLAIN BYTE_PLAIN
#define SCHEME BYTE_SCHEME
#define LABEL BYTE_LABEL
#define STOP BYTE_STOP
#define ANY (WORD | USER | ID | URL | PLAIN | SCHEME | LABEL)
#define NUM (ANY | BYTE_DIGIT | BYTE_HEX)
#define ABC (ANY | BYTE_ALPHA)
#define HEX (ABC | BYTE_HEX)

/* clang-format off */

const uint16_t byte_class[256] = {
    ['\t'] = BYTE_BLANK, [' '] = BYTE_BLANK,
    ['!'] = WORD | USER | ID | URL | PLAIN | STOP, ['"'] = PLAIN,
    ['#'] = WORD | ID | URL | MARK | PLAIN, ['$'] = WORD | USER | ID | URL | PLAIN,
    ['%'] = WORD | USER | ID | URL | MARK | PLAIN, ['&'] = WORD | USER | ID | URL | PLAIN,
    ['\''] = WORD | USER | ID | URL | PLAIN,
    ['('] = USER | ID | URL, [')'] = USER | ID | URL | PLAIN,
    ['*'] = WORD | USER | ID | URL | PLAIN, ['+'] = WORD | USER | ID | URL | PLAIN | SCHEME,
    [','] = USER | ID | URL | PLAIN | STOP, ['-'] = WORD | USER | ID | URL | PLAIN | SCHEME | LABEL,
    ['.'] = WORD | USER | ID | URL | PLAIN | SCHEME | STOP, ['/'] = WORD | ID | URL | PLAIN,
    [':'] = USER | ID | URL | MARK | PLAIN | STOP, [';'] = USER | ID | URL | PLAIN | STOP,
    ['='] = WORD | USER | ID | URL | PLAIN, ['>'] = MARK, ['?'] = WORD | ID | URL | PLAIN | STOP,
    ['@'] = USER | URL | PLAIN, ['['] = URL | PLAIN, [']'] = URL | PLAIN, ['^'] = WORD | ID | PLAIN,
    ['_'] = WORD | USER | ID | URL | PLAIN, ['`'] = WORD | MARK | PLAIN, ['{'] = WORD | ID | PLAIN,
    ['|'] = WORD | ID | MARK, ['}'] = WORD | ID | MARK | PLAIN,
    ['~'] = WORD | USER | ID | URL | PLAIN, ['0'] = NUM, ['1'] = NUM, ['2'] = NUM, ['3'] = NUM,
    ['4'] = NUM, ['5'] = NUM, ['6'] = NUM, ['7'] = NUM, ['8'] = NUM, ['9'] = NUM, ['A'] = HEX,
    ['B'] = HEX, ['C'] = HEX, ['D'] = HEX, ['E'] = HEX, ['F'] = HEX, ['G'] = ABC, ['H'] = ABC,
    ['I'] = ABC, ['J'] = ABC, ['K'] = ABC, ['L'] = ABC, ['M'] = ABC, ['N'] = ABC, ['O'] = ABC,
    ['P'] = ABC, ['Q'] = ABC, ['R'] = ABC, ['S'] = ABC, ['T'] = ABC, ['U'] = ABC, ['V'] = ABC,
    ['W'] = ABC, ['X'] = ABC, ['Y'] = ABC, ['Z'] = ABC, ['a'] = HEX, ['b'] = HEX, ['c'] = HEX,
    ['d'] = HEX, ['e'] = HEX, ['f'] = HEX, ['g'] = ABC, ['h'] = ABC, ['i'] = ABC, ['j'] = ABC,
    ['k'] = ABC, ['l'] = ABC, ['m'] = ABC, ['n'] = ABC, ['o'] = ABC, ['p'] = ABC, ['q'] = ABC,
    ['r'] = ABC, ['s'] = ABC, ['t'] = ABC, ['u'] = ABC, ['v'] = ABC, ['w'] = ABC, ['x'] = ABC,
    ['y'] = ABC, ['z'] = ABC,
};

/* clang-format on */

utf8_char text_wide_char(text *t, size_t i)
{
    int lead = text_at(t, i);
    utf8_char c;

    if (lead < 0)
        return (utf8_char){UTF8_INVALID, 0};
    c = utf8_decode(t->p + i, t->n - i);
    if (c.code != UTF8_INVALID)
        return c;
    if (c.len == t->n - i && utf8_length((unsigned char)lead) > c.len)
        text_starve(t, t->n); /* the rest of the character is still to come */
    return utf8_decode_or_byte(t->p + i, 1);
}

utf8_char text_wide_char_before(const text *t, size_t i)
{
    unsigned k = 1;
    utf8_char c;

    while (k < 4 && k < i && utf8_goes_on(t->p[i - k]))
        k++;
    c = utf8_decode(t->p + i - k, k);
    return c.len == k && c.code != UTF8_INVALID ? c : utf8_decode_or_byte(t->p + i - 1, 1);
}

bool text_any(text *t, size_t i, size_t to, bool (*is)(uint32_t code))
{
    utf8_char c;

    for (; i < to; i += c.len)
        if (is((c = text_char(t, i)).code))
            return true;
    return false;
}

bool text_has(text *t, size_t i, const char *lower)
{
    for (; *lower; lower++, i++) {
        int c = text_at(t, i);
        if (c < 0 || (RULE(C5) ? ascii_lower((char)c) : (char)c) != *lower)
            return false;
    }
    return true;
}

const prefix_row *text_prefix(text *t, size_t i, unsigned digits)
{
    for (const prefix_row *row = prefix_rows; row < prefix_rows + PREFIX_COUNT; row++) {
        const unsigned most = digits < row->digits ? digits : row->digits;
        if (!text_is(t, i, row->name))
            continue;
        if (text_at(t, text_run(t, i + row->n, most, BYTE_DIGIT, "")) == '.')
            return row;
    }
    return NULL;
}

bool text_line_ends(text *t, size_t i)
{
    i = text_skip_blanks(t, i);
    return text_after_break(t, i) > i;
}
