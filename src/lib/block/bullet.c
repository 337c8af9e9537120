/* bullet.c - what a line begins with: "- ", "3.1. ", "(a) ", "[RFC1738] ", "## ", "== ", "Note: "
 *
 * A bullet is followed by a blank. Whether it begins an item, a heading or neither depends on the
 * lines around it: see heading.c and item.c.
 */
#include "block/line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

#define NUMBER_MAX 3
#define KEY_MAX 24
#define ROMAN_MAX 7
/* The maximum number of stars after the first one. */
#define STARS_MAX 5
/* The longest label of a note. */
#define LABEL_MAX 24

/* Reads up to NUMBER_MAX digits; returns their length, and the number in *value. */
static size_t bullet_digits(const char *p, size_t n, unsigned *value)
{
    size_t i = 0;

    *value = 0;
    while (i < n && i < NUMBER_MAX && ascii_is_digit((unsigned char)p[i]))
        *value = *value * 10 + (unsigned)(p[i++] - '0');
    return i < n && ascii_is_digit((unsigned char)p[i]) ? 0 : i;
}

/* Returns the length of a Roman number in small letters up to xxxix, or 0. */
static size_t roman(const char *p, size_t n, unsigned *value)
{
    static const char *const units[] = {"viii", "iii", "vii", "iv", "ix", "ii", "vi", "i", "v"};
    static const unsigned worth[] = {8, 3, 7, 4, 9, 2, 6, 1, 5};
    size_t i = 0;

    *value = 0;
    for (; i < n && i < 3 && p[i] == 'x'; i++)
        *value += 10;
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        size_t k = strlen(units[u]);

        if (n - i < k || memcmp(p + i, units[u], k) != 0)
            continue;
        *value += worth[u];
        return i + k;
    }
    return i;
}

/* Reads the number or letter of an item. */
static size_t counter(line *l, const char *p, size_t n)
{
    size_t i = bullet_digits(p, n, &l->label.value);

    if (i > 0) {
        l->bullet = BULLET_NUMBER;
        return i;
    }
    while (i < n && i <= ROMAN_MAX && ascii_is_alpha((unsigned char)p[i]))
        i++;
    if (i == 0 || i == n || (p[i] != '.' && p[i] != ')'))
        return 0;
    l->bullet = BULLET_LETTER;
    i = roman(p, n, &l->label.value);
    if (i > 0)
        return i;
    l->label.value = (unsigned)(ascii_lower(p[0]) - 'a') + 1;
    return 1;
}

/* "1. ", "1) ", "(1) ", "a) ", "(iv) ". */
static size_t bullet_number(line *l, const char *p, size_t n)
{
    size_t open = n > 0 && p[0] == '(', i = counter(l, p + open, n - open);

    if (i == 0 || open + i >= n)
        return 0;
    l->label.key_from = (unsigned)open;
    i += open;
    l->label.key_to = (unsigned)i;
    l->label.sign = open ? '(' : (unsigned char)p[i];
    return (p[i] == ')' || (p[i] == '.' && !open)) ? i + 1 : 0;
}

/* "3.1 ", "3.1. ", "A.2. ", "10.2.3) ": numbers with dots between. */
static size_t section(line *l, const char *p, size_t n)
{
    unsigned value, level = 1;
    size_t i = bullet_digits(p, n, &value), k;

    if (i == 0 && n > 0 && ascii_is_upper(p[0]))
        i = 1;
    if (i == 0)
        return 0;
    while (i + 1 < n && p[i] == '.' && (k = bullet_digits(p + i + 1, n - i - 1, &value)) > 0) {
        i += k + 1;
        level++;
    }
    if (level == 1)
        return 0;
    l->bullet = BULLET_SECTION;
    l->label.level = level;
    l->label.value = value;
    l->label.key_from = 0;
    l->label.key_to = (unsigned)i;
    l->label.sign = '.';
    return i + (i < n && (p[i] == '.' || p[i] == ')' || p[i] == ':'));
}

/* Returns the length of a blank or of U+00A0 at p[0..n), or 0. */
static size_t blank_len(const char *p, size_t n)
{
    if (n > 0 && ascii_is_blank(p[0]))
        return 1;
    return n > 1 && p[0] == '\xC2' && p[1] == '\xA0' ? 2 : 0;
}

/* "Appendix A. ", "Appendix B - ", "ANNEX 1: ", "Section 3: ", "Chapter 4. ". */
static size_t named(line *l, const char *p, size_t n)
{
    static const char *const words[] = {"appendix", "annex", "chapter", "section", "\xC2\xA7"};
    size_t i = 0, word = 0, from;

    if (!memchr("ACS\xC2", p[0], 4))
        return 0;
    while (word < sizeof words / sizeof *words && !ascii_begins(p, n, words[word]))
        word++;
    if (word == sizeof words / sizeof *words)
        return 0;
    i = strlen(words[word]);
    if (blank_len(p + i, n - i) == 0)
        return 0;
    from = i += blank_len(p + i, n - i);
    while (i < n && i - from < 6 &&
           (ascii_is_alnum((unsigned char)p[i]) ||
            (p[i] == '.' && i + 1 < n && ascii_is_alnum((unsigned char)p[i + 1]))))
        i++;
    if (i == from || !(ascii_is_digit((unsigned char)p[from]) || ascii_is_upper(p[from])) ||
        (i - from > 1 && ascii_is_alpha((unsigned char)p[from + 1])))
        return 0;
    l->bullet = BULLET_SECTION;
    l->label.level = 1;
    bullet_digits(p + from, i - from, &l->label.value);
    for (size_t k = from; k < i; k++)
        l->label.level += p[k] == '.';
    l->label.sign = 'A';
    l->label.key_from = (unsigned)from;
    l->label.key_to = (unsigned)i;
    return i + (i < n && strchr(".:)", p[i]) != NULL);
}

/* "[RFC1738] ", "[1] ", "[Ber94b] ", "[RFC 822] ", "[1]: ", and the boxes "[ ] " and "[x] ". */
static size_t bracket(line *l, const char *p, size_t n)
{
    size_t i = 1;

    if (ascii_begins(p, n, "[ ]") || ascii_begins(p, n, "[x]")) {
        l->bullet = BULLET_SIGN;
        l->label.sign = '[';
        l->has.mark = true;
        return 3;
    }
    while (i < n && i <= KEY_MAX && p[i] != ']' && p[i] != '[' &&
           (p[i] != ' ' || (i + 1 < n && ascii_is_digit((unsigned char)p[i + 1]))))
        i++;
    if (i >= n || p[i] != ']' || i == 1)
        return 0;
    l->bullet = BULLET_BRACKET;
    l->label.key_from = 1;
    l->label.key_to = (unsigned)i;
    bullet_digits(p + 1, i - 1, &l->label.value);
    return i + 1 + (i + 1 < n && p[i + 1] == ':');
}

static size_t hashes(line *l, const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && p[i] == p[0])
        i++;
    l->bullet = BULLET_HASH;
    l->label.level = i < 7 ? (unsigned)i : 1; /* "=========== Boats ===========" */
    return i < 7 || p[0] == '=' ? i : 0;
}

/* Returns true for a bullet beyond ASCII: a dot, a dash, a shape, a check mark, an arrow. */
static bool is_bullet(uint32_t code)
{
    static const uint16_t ranges[][2] = {{0xB7, 0xB7},     {0x2013, 0x2014}, {0x2022, 0x2023},
                                         {0x2043, 0x2043}, {0x25A0, 0x25FF}, {0x2610, 0x2612},
                                         {0x2713, 0x2718}, {0x27A2, 0x27A2}, {0x30FB, 0x30FB}};

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

/* "*", "**", but no "**bold**". */
static size_t bullet_stars(line *l, const char *p, size_t n)
{
    while (l->label.level + 1U < n && l->label.level < STARS_MAX && p[l->label.level + 1] == '*')
        l->label.level++;
    return l->label.level == 0 || p[n - 1] != '*' ? l->label.level + 1U : 0;
}

/* "-", "*", "**", "*)", "+", "!", "o", ". Text", and bullets beyond ASCII. */
static size_t sign(line *l, const char *p, size_t n)
{
    const utf8_char c = utf8_decode(p, n);

    l->bullet = BULLET_SIGN;
    l->label.sign = (unsigned char)(c.code < 0x80 ? c.code : c.code | 0x80);
    l->has.mark = c.code - 0x2610U <= 0x108; /* up to U+2718 */
    if (c.code >= 0x80)
        return is_bullet(c.code) ? c.len : 0;
    if (ascii_begins(p, n, "*)")) {
        l->label.sign = ')';
        return 2;
    }
    if (p[0] == '*')
        return bullet_stars(l, p, n);
    return memchr("-+!o", p[0], 4) || (p[0] == '.' && n > 2 && p[1] == ' ' && ascii_is_upper(p[2]));
}

/* "Note: ", "WARNING:", "Example 2: "; one word may precede a word of four letters, "note". */
static size_t note(line *l, const char *p, size_t n)
{
    static const char words[] =
        "note notes warning warnings caution important example examples tip "
        "hint attention danger remark hinweis achtung warnung beispiel "
        "anmerkung exemple remarque nota ejemplo aviso";
    const char *colon = memchr(p, ':', n < LABEL_MAX ? n : LABEL_MAX);
    size_t to = colon ? (size_t)(colon - p) : 0, from;

    while (to > 0 && (ascii_is_digit((unsigned char)p[to - 1]) || p[to - 1] == ' '))
        to--;
    for (from = to; from > 0 && ascii_is_alpha((unsigned char)p[from - 1]); from--)
        ;
    if (!ascii_is_word_of(words, p + from, to - from) ||
        (from > 0 && (to - from != 4 || memchr(p, ' ', from) != p + from - 1)))
        return 0;
    l->bullet = BULLET_NOTE;
    l->label.key_from = l->label.key_to = 0;
    return (size_t)(colon - p) + 1;
}

/* Returns true for "(c) 2017" and "[:alpha:]", which begin like items but are not. */
static bool bullet_is_none(const char *p, size_t n)
{
    return n > 4 && ((p[0] == '[' && p[1] == ':') ||
                     (ascii_begins(p, n, "(c) ") && ascii_is_digit((unsigned char)p[4])));
}

static size_t bullet_of(line *l, const char *p, size_t n)
{
    size_t i = l->has.marked && ascii_is_upper(p[0]) ? note(l, p, n) : 0;

    if (i > 0)
        return i;
    if (bullet_is_none(p, n))
        return 0;
    if (ascii_is_alnum((unsigned char)p[0]) || p[0] == '(' || p[0] == '\xC2') {
        i = section(l, p, n);
        if (i == 0)
            i = named(l, p, n);
        if (i == 0 && !(p[0] == 'o' && n > 1 && p[1] == ' '))
            i = bullet_number(l, p, n);
    } else if (p[0] == '[') {
        return bracket(l, p, n);
    } else if (p[0] == '#' || (p[0] == '=' && l->indent == 0 && l->letters > 0)) {
        return hashes(l, p, n);
    }
    return i > 0 ? i : sign(l, p, n);
}

/* "-a", "--all", and not "-- Jane". */
static bool is_option(const char *p, size_t n)
{
    const size_t i = n > 1 && p[1] == '-' ? 2 : 1;

    return i < n && p[0] == '-' && !ascii_is_blank(p[i]) && p[i] != '-';
}

void line_without_bullet(line *l)
{
    l->bullet = BULLET_NONE;
    l->label.key_from = l->label.key_to = l->label.level = 0;
    l->label.value = 0;
    l->inner = l->indent;
    l->inner_text = l->text;
}

void line_bullet(line *l, const char *p)
{
    const char *text = p + l->text;
    size_t n = l->bytes - l->text, i = bullet_of(l, text, n);

    l->has.option = is_option(text, n);
    const bool alone = i == n && (l->bullet == BULLET_BRACKET || l->bullet == BULLET_NOTE);
    const bool wide = i == 3 && n > i && memcmp(text, "\xE3\x83\xBB", 3) == 0;

    if (!alone && !wide && (i == 0 || i + 1 >= n || blank_len(text + i, n - i) == 0)) {
        line_without_bullet(l);
        return;
    }
    if (l->bullet == BULLET_SIGN)
        l->label.key_from = l->label.key_to = 0;
    l->label.key_from += l->label.key_to > 0 ? l->text : 0;
    l->label.key_to += l->label.key_to > 0 ? l->text : 0;
    l->inner =
        l->indent + (wide                                                         ? 2
                     : l->bullet == BULLET_SIGN && (unsigned char)text[0] >= 0x80 ? 1
                                                                                  : (unsigned)i);
    for (size_t k; (k = blank_len(text + i, n - i)) > 0; i += k)
        l->inner = text[i] == '\t' ? (l->inner | 7) + 1 : l->inner + 1;
    l->inner_text = l->text + (unsigned)i * !l->has.mark;
    if (i < n && ascii_is_upper(text[i]))
        l->flags |= LINE_UPPER;
}
