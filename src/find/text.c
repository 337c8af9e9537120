/* text.c - the window of the text that the scanner sees */
#include "find/text.h"

#include "base/ascii.h"
#include "find/rules_off.h"

/* windows-1252's bytes 0x80 to 0x9F; those it leaves open stay what they are. */
static const uint16_t windows1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

static utf8_char single_byte(unsigned char c)
{
    return (utf8_char){c >= 0x80 && c < 0xA0 ? windows1252[c - 0x80] : c, 1};
}

/* Dashes, quotes, an ellipsis: of U+2000 to U+203F are most of those that are asked for beside a link. */
static inline bool is_punctuation(const char *p)
{
    return p[0] == '\xE2' && p[1] == '\x80' && utf8_goes_on(p[2]);
}

static inline utf8_char punctuation(const char *p)
{
    return (utf8_char){0x2000 | (p[2] & 0x3F), 3};
}

utf8_char text_wide_char(text *t, size_t i)
{
    int lead = text_at(t, i);
    utf8_char c;

    if (lead < 0)
        return (utf8_char){UTF8_INVALID, 0};
    if (t->n - i >= 3 && is_punctuation(t->p + i))
        return punctuation(t->p + i);
    c = utf8_decode(t->p + i, t->n - i);
    if (c.code != UTF8_INVALID)
        return c;
    if (c.len == t->n - i && utf8_length((unsigned char)lead) > c.len)
        text_starve(t, t->n); /* the rest of the character is still to come */
    return single_byte((unsigned char)lead);
}

utf8_char text_wide_char_before(const text *t, size_t i)
{
    unsigned k = 1;
    utf8_char c;

    if (i >= 3 && is_punctuation(t->p + i - 3))
        return punctuation(t->p + i - 3);
    while (k < 4 && k < i && utf8_goes_on(t->p[i - k]))
        k++;
    c = utf8_decode(t->p + i - k, k);
    return c.len == k && c.code != UTF8_INVALID ? c : single_byte((unsigned char)t->p[i - 1]);
}

bool text_invisible(uint32_t c)
{
    return c == 0x200B || c == 0xFEFF || c == 0x2060 || c == 0xAD || c == 0x61C || c == 0x200E || c == 0x200F ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool text_stands(text *t, size_t i, const char *lower)
{
    for (; *lower; lower++, i++) {
        int c = text_at(t, i);
        if (c < 0 || (RULE(R32) ? ascii_lower((char)c) : (char)c) != *lower)
            return false;
    }
    return true;
}

size_t text_skip_blanks(text *t, size_t i)
{
    size_t from = i;
    int c;

    while (i - from < TEXT_BLANKS_MAX && ((c = text_at(t, i)) == ' ' || c == '\t'))
        i++;
    return i;
}

bool text_line_ends(text *t, size_t i)
{
    int c;

    i = text_skip_blanks(t, i);
    c = text_at(t, i);
    return c == '\n' || (c == '\r' && text_at(t, i + 1) == '\n');
}
