/* ending_before.c - what stands left of a link and so has a say in where it ends: quotes (M2), emphasis (M3), a label (R23) */
#include <string.h>

#include "base/ascii.h"
#include "find/ending.h"
#include "find/rules_off.h"

static const struct {
    uint32_t open, close;
} quotes[] = {{'"', '"'},       {'\'', '\''},     {'`', '`'},       {0x201C, 0x201D}, {0x2018, 0x2019},
              {0xAB, 0xBB},     {0x201E, 0x201C}, {0x201A, 0x2018}, {0x2039, 0x203A}, {0x300C, 0x300D},
              {0x300E, 0x300F}, {0xFF02, 0xFF02}, {'|', '|'},       {0xFF5C, 0xFF5C}, {'<', '|'},
              {0xFF1C, 0xFF1E}, {0x301D, 0x301E}, {0xFE41, 0xFE42}, {0xFE43, 0xFE44}};

uint32_t ending_partner(uint32_t code)
{
    if (code < 0x80 && code != '"' && code != '\'' && code != '`' && code != '|' && code != '<')
        return 0;
    for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++)
        if (quotes[i].open == code)
            return quotes[i].close;
    return 0;
}

/* How far left the marks of M3 are counted. */
#define MARKS_MAX 160

void ending_before(const settings *s, const text *t, size_t from, before *b)
{
    size_t i = from;

    *b = (before){0};
    if (!settings_mail(s))
        return;
    while (i >= 4 && from - i < 8 && t->p[i - 1] == ' ')
        i--;
    if (RULE(R23) && i >= 4 && t->p[i - 1] == ':' &&
        (ascii_same(t->p + i - 4, "url:", 4) || ascii_same(t->p + i - 4, "uri:", 4)))
        i -= 4;
    else
        i = from;
    b->label = i < from;
    if (i == 0)
        return;
    b->partner = ending_partner(text_char_before(t, i).code);
    if (t->p[i - 1] == '*' || t->p[i - 1] == '_') {
        b->mark = t->p[i - 1];
        while (b->marks < i && b->marks < MARKS_MAX && t->p[i - 1 - b->marks] == b->mark)
            b->marks++;
    } else if (t->p[i - 1] == '+' && i >= 6 && memcmp(t->p + i - 6, "\\verb", 5) == 0) {
        b->mark = '+';
        b->marks = 1;
    }
}

/* How far behind a host such marks are looked for. */
#define CLOSE_MAX 512

size_t ending_close_marks(text *t, const before *b, size_t i)
{
    const size_t from = i, most = i + CLOSE_MAX;
    size_t close = t->n;
    int c;

    if (!RULE(M3) || b->mark != '*')
        return t->n;
    while (i < most) {
        if (i > t->no_close_from && i < t->no_close_to) {
            i = t->no_close_to;
            continue;
        }
        if ((c = text_at(t, i)) <= ' ' || c == '<' || c == '>' || c == '"' || c == '`' || c == '\\')
            break;
        if (c == '*' && text_at(t, i + 1) == '*' && ascii_is_alnum((unsigned char)t->p[i - 1])) {
            close = i;
            break;
        }
        i++;
    }
    t->no_close_from = from;
    t->no_close_to = i < t->n ? i : t->n - 1; /* the window's end is to be seen again */
    return close;
}
