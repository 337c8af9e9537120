/* ending_sentence.c - a sentence in a script without blanks between words goes on right behind a link (M14)
 *
 * "http://a.example/x1" and the rest of it in Chinese. Where letters of such a script begin a name they are its, and so they are in files,
 * in titles and in wikis, whose titles mix letters of all scripts; and by nothing but the letters a query cannot be told from what follows it.
 */
#include <string.h>

#include "base/ascii.h"
#include "find/email_text.h"
#include "find/ending.h"
#include "find/linkclass.h"
#include "find/rules_off.h"

static bool is_of_wiki(const text *t, size_t from, size_t to)
{
    for (; from + 4 <= to; from++)
        if (ascii_same(t->p + from, "wiki", 4))
            return true;
    return false;
}

/* Of a year, a month, a day: in Chinese and Japanese, and in Korean. */
static bool counts_days(uint32_t code)
{
    return code == 0x5E74 || code == 0x6708 || code == 0x65E5 || code == 0xB144 || code == 0xC6D4 || code == 0xC77C;
}

/* Does the title of a page begin behind a "/" and go on at i, "/Python" or "/C" with more of it, "/2024" and a year's sign? So it does
 * behind a name, or a number of a date; what pages are called by otherwise is in small letters, or of all kinds, "/RZwjG7U". */
static bool is_title(const text *t, size_t start, size_t i)
{
    size_t from = i, digits = 0, capitals = 0;

    for (; from > start && ascii_is_alnum((unsigned char)t->p[from - 1]); from--) {
        digits += ascii_is_digit((unsigned char)t->p[from - 1]);
        capitals += t->p[from - 1] >= 'A' && t->p[from - 1] <= 'Z';
    }
    if (from == i || t->p[from - 1] != '/')
        return false;
    if (digits == i - from)
        return digits <= 4 && counts_days(utf8_decode(t->p + i, t->n - i).code);
    return digits == 0 && t->p[from] <= 'Z' && (capitals == 1 || capitals == i - from);
}

static bool goes_on(uint32_t code)
{
    return (link_class(code) & LINK_TERM) == LINK_INCLUDE;
}

size_t ending_past_sentence(const text *t, size_t start, size_t i, size_t to, char mark)
{
    size_t end = i;
    char last = t->p[i - 1];

    if (!RULE(M14) || !(ascii_is_alnum((unsigned char)last) || (mark && last == mark)) ||
        ending_is_escaped_sign(t, start, i))
        return i;
    while (end < to) {
        utf8_char c = utf8_decode(t->p + end, to - end);
        if (!email_is_unspaced(c.code) || !goes_on(c.code))
            break;
        end += c.len;
    }
    if (end == i || memchr(t->p + start, '?', i - start) || memchr(t->p + start, '#', i - start) ||
        (i - start > 5 && ascii_same(t->p + start, "file:", 5)) || is_of_wiki(t, start, i) || is_title(t, start, i))
        return i;
    return end;
}

size_t ending_trim_sentence(text *t, const before *b, size_t start, size_t from, size_t to)
{
    size_t i = from, end;

    if (to == from || t->p[from] != '/' || (b->partner && text_char(t, to).code == b->partner))
        return to; /* in quotes, all of it is meant */
    while (i < to && (unsigned char)t->p[i] < 0x80)
        i++;
    if (i == to || (end = ending_past_sentence(t, start, i, to, b->marks > 0 ? b->mark : '\0')) == i)
        return to;
    return end == to || ((unsigned char)t->p[end] >= 0x80 && !goes_on(utf8_decode(t->p + end, to - end).code)) ? i : to;
}
