/* sentence.c - letters of a sentence right after a link, in an unspaced script (M14)
 *
 * "http://a.example/x1" and the rest of a sentence in Chinese. Such letters belong to the link
 * where they may begin a name (of a file, in a title or a wiki), and in queries, where letters do
 * not show the end.
 */
#include "find/bare/bare.h"
#include "find/ending/inside.h"

/* Returns true for the signs of a year, a month or a day in Chinese, Japanese and Korean. */
static bool counts_days(uint32_t code)
{
    return code == 0x5E74 || code == 0x6708 || code == 0x65E5 || code == 0xB144 || code == 0xC6D4 ||
           code == 0xC77C;
}

/* Returns true when the text at i may continue the title of a page: after a word with a capital, as
 * "/Python" or "/C", or after "/2024" if the character at i means a year, month or day. Names in
 * small letters, or mixed like "/RZwjG7U", are not titles. */
static bool sentence_is_title(const text *t, size_t start, size_t i)
{
    size_t from = i, digits = 0, capitals = 0;

    for (; from > start && ascii_is_alnum((unsigned char)t->p[from - 1]); from--) {
        digits += ascii_is_digit((unsigned char)t->p[from - 1]);
        capitals += ascii_is_upper(t->p[from - 1]);
    }
    if (from == i || t->p[from - 1] != '/')
        return false;
    if (digits == i - from)
        return digits <= 4 && counts_days(utf8_decode(t->p + i, t->n - i).code);
    return digits == 0 && ascii_is_upper(t->p[from]) && (capitals == 1 || capitals == i - from);
}

/* Words that sentences in Chinese and Japanese have, and titles seldom have twice. */
static const uint16_t function_words[] =
    u"がでとにはへもを不也了他们你們吗吧和嗎在就很我把是有的與請请这這那都";

/* Returns how many of the function_words are in t->p[i..to); "す" ends "です" and "ます". */
static unsigned count_words(const text *t, size_t i, size_t to)
{
    uint32_t before = 0;
    unsigned count = 0;

    while (i < to) {
        utf8_char c = utf8_decode(t->p + i, to - i);
        for (const uint16_t *word = function_words; *word; word++)
            count += c.code == *word;
        count += c.code == u'す' && (before == u'で' || before == u'ま');
        before = c.code;
        i += c.len;
    }
    return count;
}

enum slashed { TITLE, UNSURE, SENTENCE };

/* Classifies the letters t->p[i..end) after a "/" by their number, their function words and the
 * full stop after them. */
static enum slashed after_slash(const text *t, size_t i, size_t end)
{
    enum {
        LETTER = 3,
        SENTENCE_MIN = 4 * LETTER,
        WORDS_FROM = 6 * LETTER,
        TITLE_MAX = 12 * LETTER,
        FAR = 256
    };
    const bool stop = t->n - end >= 3 && memcmp(t->p + end, "。", 3) == 0;

    if (end - i < SENTENCE_MIN)
        return TITLE;
    if (stop || end - i > FAR || (end - i >= WORDS_FROM && count_words(t, i, end) >= 2))
        return SENTENCE;
    return end - i > TITLE_MAX ? UNSURE : TITLE;
}

size_t sentence_end(const text *t, size_t start, size_t i, size_t to, char mark)
{
    size_t end = i;
    char last = t->p[i - 1];
    utf8_char c;

    if (!RULE(M14) || !(byte_is_of_run(last, BYTE_ALNUM, "/") || last == mark) ||
        ends_in_escaped_sign(t, start, i))
        return i;
    while (end < to && (c = utf8_decode(t->p + end, to - end), email_is_unspaced(c.code)) &&
           link_term(c.code) == LINK_INCLUDE)
        end += c.len;
    if (end == i || memchr(t->p + start, '?', i - start) || memchr(t->p + start, '#', i - start) ||
        ascii_begins(t->p + start, i - start, "file:") || bytes_find(t->p, start, i, "wiki") < i ||
        sentence_is_title(t, start, i))
        return i;
    return last == '/' && after_slash(t, i, end) == TITLE ? i : end;
}

/* Returns true for a link without a scheme if another domain begins at i, after letters beyond
 * ASCII that follow the link: "a.example/x" and "b.example". The link then ends before these
 * letters. */
static bool precedes_domain(const ending *e, size_t i)
{
    host_span h;

    if (e->f->kind != TRAWL_KIND_DOMAIN && e->f->kind != TRAWL_KIND_WWW)
        return false;
    host_read(e->s, e->t, i, false, &h);
    return host_is_domain(e->s, e->t, &h);
}

size_t sentence_trim(const ending *e, size_t to)
{
    text *t = e->t;
    const size_t i = bytes_ascii_end(t->p, e->start, to);
    size_t end;
    uint32_t after;

    if (i < e->from || t->p[e->from] != '/' ||
        (e->left.partner && text_char(t, to).code == e->left.partner))
        return to; /* all between quotes belongs to the link */
    end = sentence_end(t, e->start, i, to, e->left.mark);
    if (end == i)
        return to;
    if (t->p[i - 1] == '/' && after_slash(t, i, end) == UNSURE)
        e->f->other = to;
    if (end == to || precedes_domain(e, end))
        return i;
    after = text_char(t, end).code;
    return after >= 0x80 && link_term(after) != LINK_INCLUDE ? i : to;
}
