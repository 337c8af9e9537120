/* ending_bytes.c - what a byte can be for the end of a link, as far as the byte alone tells; and characters beyond ASCII */
#include <string.h>

#include "base/ascii.h"
#include "find/ending.h"
#include "find/ending_stop.h"
#include "find/linkclass.h"
#include "find/rules_off.h"

void ending_tail(unsigned char in[256])
{
    /* Another URL may have begun at a colon (M15), and an entity end at a semicolon (M4). */
    static const char stops[] = "\\:;";

    for (unsigned c = 0; c < 256; c++) {
        unsigned term = c < 0x80 ? link_class(c) & LINK_TERM : LINK_HARD;
        in[c] = (term == LINK_INCLUDE || term == LINK_SOFT) && !ending_partner(c);
    }
    for (size_t i = 0; stops[i]; i++)
        in[(unsigned char)stops[i]] = 0;
}

/* A lead byte in UTF-8 of U+00C0 to U+EFFF without U+2000 to U+2FFF: nothing else in those blocks has a meaning of its own in the mail
 * profile but what is_letter() knows. */
static bool begins_letter(unsigned char c)
{
    return c >= 0xC3 && c <= 0xEE && c != 0xE2;
}

/* In the mail profile no bracket is closed by what divides a part (M18), so that matters to nobody. */
static bool has_parts(const settings *s)
{
    return !settings_mail(s) || !RULE(M18) || !RULE(D4);
}

/* stops: of a link of which nothing is known. */
static enum ending_step step_of(const ending_stops *stops, unsigned char c)
{
    if (c == '"')
        return ENDING_QUOTE;
    if (c == '\'')
        return ENDING_APOSTROPHE;
    if (c > 0 && strchr("#?/=&~,", c) && has_parts(stops->s))
        return ENDING_DIVIDES;
    if (begins_letter(c))
        return ENDING_LETTER;
    if (ending_may_stop(stops, c))
        return ENDING_OTHER;
    switch (link_class(c) & LINK_TERM) {
    case LINK_INCLUDE:
        return ENDING_INCLUDE;
    case LINK_SOFT:
        return RULE(D4) ? ENDING_SOFT : ENDING_OTHER;
    case LINK_OPEN:
        return ENDING_OPENS;
    default:
        return ENDING_OTHER;
    }
}

void ending_steps(const settings *s, unsigned char steps[256])
{
    ending_stops stops;

    ending_stops_begin(&stops, s, 0);
    for (unsigned c = 0; c < 256; c++)
        steps[c] = (unsigned char)step_of(&stops, (unsigned char)c);
}

/* U+061C is not to be seen (M8); marks of Chinese and Japanese end at U+303F (M14), but for a dot between words (M1). */
static bool is_letter(uint32_t code)
{
    return code != 0x61C && (code < 0x3000 || code > 0x303F) && code != 0x30FB && code != UTF8_INVALID &&
           (link_class(code) & LINK_TERM) == LINK_INCLUDE;
}

/* May another URL begin there (M15), or the window end? */
static bool may_be_url(const text *t, size_t i)
{
    char first = (char)(i < t->n ? t->p[i] | 0x20 : 'h');

    return (first == 'h' || first == 'f') && (t->n - i < 2 || (t->p[i + 1] | 0x20) == 't');
}

size_t ending_letters(const text *t, size_t i, size_t end)
{
    while (i < end && begins_letter((unsigned char)t->p[i])) {
        utf8_char c = utf8_decode(t->p + i, end - i);
        if (!is_letter(c.code) || may_be_url(t, i + c.len))
            break;
        i += c.len;
    }
    return i;
}

size_t ending_apostrophe(const text *t, size_t i, size_t end, uint32_t partner)
{
    const char *p = t->p + i;
    bool curly = *p == '\xE2';
    size_t to = i + (curly ? 3 : 1);

    if ((*p != '\'' && !curly) || to >= end || (curly && memcmp(p, "\xE2\x80\x99", 3) != 0) ||
        !ascii_is_alnum((unsigned char)t->p[to]) || partner == (curly ? 0x2019 : '\''))
        return i;
    return curly && may_be_url(t, to) ? i : to;
}

bool ending_is_mark(uint32_t code)
{
    switch (code) {
    case 0xB4:
    case 0xB7:
    case 0xBB: /* quotes, which UTS #58 has for punctuation, too */
    case 0x2012:
    case 0x2013:
    case 0x2018:
    case 0x2019:
    case 0x201C:
    case 0x201D:
    case 0x2020:
    case 0x2021:
    case 0x2022:
    case 0x2026:
    case 0x2027:
    case 0x2032:
    case 0x2033:
    case 0x2605: /* stars */
    case 0x2606:
    case 0x30FB:
    case 0xFF65:
        return true;
    default:
        return (code >= 0x2190 && code <= 0x21FF) || (code >= 0x25A0 && code <= 0x25FF);
    }
}

/* What goes on an emoji, or joins two: U+200D, selectors of its look, the frame of a key, the letters of a flag. */
static bool goes_on_sign(uint32_t code)
{
    return code == 0x200D || code == 0x20E3 || code == 0xFE0E || code == 0xFE0F || (code >= 0xE0020 && code <= 0xE007F);
}

/* Emoji and their kind, dingbats, signs of keys and of line ends, "(c)" and its like: no letter of any script. */
static bool is_sign(uint32_t code)
{
    switch (code) {
    case 0xA9: /* (c), (R), and signs of the ends of lines and paragraphs */
    case 0xAC:
    case 0xAE:
    case 0xB6:
    case 0x203B: /* reference mark, asterism */
    case 0x2042:
    case 0x2122:
        return true;
    default:
        return (code >= 0x2300 && code <= 0x243F) || (code >= 0x2600 && code <= 0x27BF) ||
               (code >= 0x2900 && code <= 0x297F) || (code >= 0x2B00 && code <= 0x2BFF) ||
               (code >= 0x1F000 && code <= 0x1FAFF);
    }
}

/* Is it a part of a word, or does it close a bracket, or emphasis? */
static bool ends_word(uint32_t code)
{
    if (code < 0x80)
        return ascii_is_alnum((unsigned char)code) || (code > 0 && strchr(")]}*_~", (int)code));
    return !is_sign(code) && !goes_on_sign(code);
}

bool ending_is_escaped_sign(const text *t, size_t start, size_t i)
{
    return ending_is_escape(t, start, i) && t->p[i - 2] >= '2' && t->p[i - 2] <= '7';
}

bool ending_is_glued_sign(const text *t, size_t start, size_t last, size_t i, uint32_t code)
{
    bool sign = is_sign(code);

    if ((!sign && !goes_on_sign(code)) || (link_class(code) & LINK_TERM) != LINK_INCLUDE)
        return false;
    return last < i || (sign && ends_word(text_char_before(t, i).code) && !ending_is_escaped_sign(t, start, i));
}

bool ending_is_soft(uint32_t code)
{
    return (link_class(code) & LINK_TERM) == LINK_SOFT || (RULE(M1) && code >= 0x80 && ending_is_mark(code));
}

/* Might the colon at i be of another URL, with a comma or a letter before it (M15)? */
static bool is_listed(text *t, size_t from, size_t i)
{
    enum { LONGEST = 5 }; /* "https" */
    size_t name = i;

    if (text_at(t, i + 1) == '/')
        return true;
    while (name > from && i - name < LONGEST && ascii_is_alpha((unsigned char)t->p[name - 1]))
        name--;
    return name > from && t->p[name - 1] == ',';
}

size_t ending_tail_run(const settings *s, text *t, size_t start, size_t i)
{
    const size_t most = start + FOUND_BYTES + 1;

    while (i < most) {
        i = settings_span(s, &s->sets.tail, t, i, most - i);
        if (text_at(t, i) != ':' || is_listed(t, start, i))
            break;
        i++;
    }
    return i;
}
