/* line.c - measures a line: quote marks, indentation, width, words, columns of blanks */
#include "block/line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* The most letters of a quoted author's initials: "JD> text". */
#define INITIALS 4

enum { OTHER, LETTER, CAPITAL, DIGIT, BLANK, HIGH, CLASSES };

static const unsigned char classes[256] = {
#define ROW(from) [(from)] = HIGH, [(from) + 1] = HIGH, [(from) + 2] = HIGH, [(from) + 3] = HIGH
#define ROWS(from) ROW(from), ROW((from) + 4), ROW((from) + 8), ROW((from) + 12)
    ['a'] = LETTER,  ['b'] = LETTER,  ['c'] = LETTER,  ['d'] = LETTER,  ['e'] = LETTER,
    ['f'] = LETTER,  ['g'] = LETTER,  ['h'] = LETTER,  ['i'] = LETTER,  ['j'] = LETTER,
    ['k'] = LETTER,  ['l'] = LETTER,  ['m'] = LETTER,  ['n'] = LETTER,  ['o'] = LETTER,
    ['p'] = LETTER,  ['q'] = LETTER,  ['r'] = LETTER,  ['s'] = LETTER,  ['t'] = LETTER,
    ['u'] = LETTER,  ['v'] = LETTER,  ['w'] = LETTER,  ['x'] = LETTER,  ['y'] = LETTER,
    ['z'] = LETTER,  ['A'] = CAPITAL, ['B'] = CAPITAL, ['C'] = CAPITAL, ['D'] = CAPITAL,
    ['E'] = CAPITAL, ['F'] = CAPITAL, ['G'] = CAPITAL, ['H'] = CAPITAL, ['I'] = CAPITAL,
    ['J'] = CAPITAL, ['K'] = CAPITAL, ['L'] = CAPITAL, ['M'] = CAPITAL, ['N'] = CAPITAL,
    ['O'] = CAPITAL, ['P'] = CAPITAL, ['Q'] = CAPITAL, ['R'] = CAPITAL, ['S'] = CAPITAL,
    ['T'] = CAPITAL, ['U'] = CAPITAL, ['V'] = CAPITAL, ['W'] = CAPITAL, ['X'] = CAPITAL,
    ['Y'] = CAPITAL, ['Z'] = CAPITAL, ['0'] = DIGIT,   ['1'] = DIGIT,   ['2'] = DIGIT,
    ['3'] = DIGIT,   ['4'] = DIGIT,   ['5'] = DIGIT,   ['6'] = DIGIT,   ['7'] = DIGIT,
    ['8'] = DIGIT,   ['9'] = DIGIT,   [' '] = BLANK,   ['\t'] = BLANK,  ['\r'] = BLANK,
    ['\f'] = BLANK,  ROWS(0x80),      ROWS(0x90),      ROWS(0xA0),      ROWS(0xB0),
    ROWS(0xC0),      ROWS(0xD0),      ROWS(0xE0),      ROWS(0xF0),
#undef ROWS
#undef ROW
};

static inline unsigned class_of(char c)
{
    return classes[(unsigned char)c];
}

/* Returns the length of "JD>" at the start of p[0..n), or 0. */
static size_t initials(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && i < INITIALS && ascii_is_upper(p[i]))
        i++;
    return i > 1 && i + 1 < n && p[i] == '>' && (p[i + 1] == ' ' || p[i + 1] == '>') ? i + 1 : 0;
}

/* Finds the quote marks: ">> ", "> > ", " > ", "JD> ". */
static void measure_marks(line *l, const char *p, size_t n, bool tick)
{
    size_t i = initials(p, n), blanks = 0;

    if (tick && n > 0 && p[0] == '`') {
        l->marks = 1;
        i = 1;
    } else if (i > 0) {
        l->marks = (unsigned)i;
        l->quote = 1;
    }
    for (; i < n && (p[i] == '>' || (p[i] == ' ' && blanks < 2)); i++) {
        blanks = p[i] == ' ' ? blanks + 1 : 0;
        if (p[i] != '>')
            continue;
        l->marks = (unsigned)i + 1;
        l->quote += l->quote < LINE_QUOTES;
    }
    if (l->quote > 0 && l->marks < n && p[l->marks] == ' ')
        l->marks++;
}

static void measure_indent(line *l, const char *p, size_t n)
{
    size_t i = l->marks;

    for (; i < n && class_of(p[i]) == BLANK; i++)
        l->indent = p[i] == '\t' ? (l->indent | 7) + 1 : l->indent + 1;
    l->text = (unsigned)i;
    while (n > i && class_of(p[n - 1]) == BLANK)
        n--;
    l->bytes = (unsigned)n;
}

/* Returns the columns of p[0..n). */
static unsigned columns(const char *p, size_t n)
{
    unsigned column = 0;

    for (size_t i = 0; i < n;) {
        utf8_char c = utf8_decode(p + i, n - i);

        column += c.code == UTF8_INVALID ? 1 : unicode_columns(c.code);
        i += c.len;
    }
    return column;
}

/* Adds a stop when text begins again at p[at] after a run of blanks. */
static void add_stop(line *l, const char *p, size_t at, size_t run)
{
    bool tab = memchr(p + at - run, '\t', run) != NULL;

    l->words++;
    l->names += class_of(p[at]) == CAPITAL;
    if ((run > 1 || tab) && l->stops < LINE_STOPS) {
        l->gap[l->stops] = tab ? 8 : (unsigned)run;
        l->stop[l->stops++] = (unsigned)at;
    }
}

/* Returns how many columns must be free for the text to go on in the line: those of the first word,
 * or of the first character of a script without blanks. */
static unsigned first_word(const char *p, size_t n)
{
    utf8_char c = utf8_decode(p, n);
    size_t i = 0;

    if (c.code != UTF8_INVALID && unicode_columns(c.code) == 2)
        return 2;
    while (i < n && class_of(p[i]) != BLANK)
        i++;
    return columns(p, i);
}

/* Turns bytes into columns, in a line with characters beyond ASCII or with tabs. */
static void convert(line *l, const char *p)
{
    size_t at = l->text;
    unsigned column = l->indent;

    for (unsigned i = 0; i < l->stops; i++) {
        column += columns(p + at, l->stop[i] - at);
        at = l->stop[i];
        l->stop[i] = column;
    }
    l->edge = column + columns(p + at, l->bytes - at);
    l->word = first_word(p + l->text, l->bytes - l->text);
}

/* Returns LINE_UPPER or LINE_LOWER for a letter of Latin-1 or Cyrillic, or 0. */
static unsigned first_letter(const char *p, size_t n)
{
    uint32_t c = utf8_decode(p, n).code;

    if ((c >= 0xC0 && c <= 0xDE) || (c >= 0x410 && c <= 0x42F) || (c >= 0x391 && c <= 0x3A9))
        return LINE_UPPER;
    return (c >= 0xDF && c <= 0xFF) || (c >= 0x430 && c <= 0x45F) || (c >= 0x3B1 && c <= 0x3C9)
               ? LINE_LOWER
               : 0;
}

/* Sets the flags that depend on the ends of the text. */
static void measure_ends(line *l, const char *p, size_t capitals)
{
    size_t end = l->bytes;

    l->head = p[l->text];
    l->tail = p[end - 1];
    if (class_of(l->head) == LETTER)
        l->flags |= LINE_LOWER;
    else if (class_of(l->head) == CAPITAL)
        l->flags |= LINE_UPPER;
    else if (class_of(l->head) == HIGH)
        l->flags |= first_letter(p + l->text, l->bytes - l->text);
    if (capitals == l->letters && capitals > 2)
        l->flags |= LINE_CAPITALS;
    while (end > l->text + 1 && strchr("\"')]*_", p[end - 1]))
        end--;
    if (strchr(".!?", p[end - 1]))
        l->flags |= LINE_SENTENCE;
    if (p[end - 1] == ':')
        l->flags |= LINE_COLON;
    if (l->bytes - l->text >= 3 && class_of(l->tail) == HIGH) {
        utf8_char c = utf8_decode(p + l->bytes - 3, 3);

        if (c.len == 3 && c.code != UTF8_INVALID && unicode_columns(c.code) == 2)
            l->flags |= LINE_WIDE;
    }
}

void line_measure(line *l, const char *p, size_t n, bool tick)
{
    unsigned count[CLASSES] = {0};
    size_t blanks = 0, word = 0;
    bool tabs = false;

    memset(l, 0, sizeof *l);
    measure_marks(l, p, n, tick);
    measure_indent(l, p, n);
    if (l->text >= l->bytes) {
        l->flags = LINE_BLANK;
        return;
    }
    for (size_t i = l->text; i < l->bytes; i++) {
        unsigned class = class_of(p[i]);

        count[class]++;
        if (class == BLANK) {
            tabs |= p[i] == '\t';
            blanks++;
            word += word == 0 ? i - l->text : 0;
        } else if (blanks > 0) {
            add_stop(l, p, i, blanks);
            blanks = 0;
        }
    }
    l->words++;
    l->names += class_of(p[l->text]) != LETTER;
    l->letters = count[LETTER] + count[CAPITAL] + count[HIGH];
    l->digits = count[DIGIT];
    l->signs = count[OTHER];
    if (count[HIGH] > 0 || tabs) {
        convert(l, p);
    } else {
        for (unsigned i = 0; i < l->stops; i++)
            l->stop[i] = l->stop[i] - l->text + l->indent;
        l->edge = l->indent + l->bytes - l->text;
        l->word = word > 0 ? (unsigned)word : l->bytes - l->text;
    }
    measure_ends(l, p, count[CAPITAL]);
    line_bullet(l, p);
    line_shape(l, p);
}

bool line_is_prose(const line *l)
{
    return l->letters > 0 && l->letters >= 2 * (l->digits + l->signs) && !(l->flags & LINE_CODE);
}
