/* line.c - measures a line: quote marks, indentation, width, words, columns of blanks */
#include "base/check.h"
#include "block/line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/sixteen.h"
#include "base/utf8.h"

/* The maximum number of letters of a quoted author's initials: "JD> text". */
#define INITIALS 4

static bool line_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Returns the length of "JD>" at the start of p[0..n), or 0. */
static size_t initials(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && i < INITIALS && ascii_is_upper(p[i]))
        i++;
    return i > 1 && i + 1 < n && p[i] == '>' && strchr(" >", p[i + 1]) ? i + 1 : 0;
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

/* Returns the end of the text p[from..n), without a mode for Emacs after it: "-*- outline -*-". */
static size_t before_mode(const char *p, size_t from, size_t n)
{
    static const char mark[] = "-*-";
    const size_t k = sizeof mark - 1;

    if (n < from + 2 * k || memcmp(p + n - k, mark, k) != 0)
        return n;
    for (size_t i = n - 2 * k + 1; i-- > from;) {
        if (memcmp(p + i, mark, k) != 0)
            continue;
        while (i > from && line_is_blank(p[i - 1]))
            i--;
        return i > from ? i : n;
    }
    return n;
}

/* Returns true for U+00A0 at the start of p[0..n). */
static bool is_no_break(const char *p, size_t n)
{
    return n > 1 && p[0] == '\xC2' && p[1] == '\xA0';
}

static void measure_indent(line *l, const char *p, size_t n)
{
    size_t i = l->marks;

    for (; i < n && (line_is_blank(p[i]) || is_no_break(p + i, n - i)); i++) {
        l->indent = p[i] == '\t' ? (l->indent | 7) + 1 : l->indent + 1;
        i += !line_is_blank(p[i]);
    }
    if (l->indent >= LINE_BLANKS)
        l->indent = LINE_BLANKS - 1;
    l->text = (unsigned)i;
    l->bytes = (unsigned)n;
    while (n > i && line_is_blank(p[n - 1]))
        n--;
    l->has.padded = l->bytes > n;
    l->bytes = (unsigned)before_mode(p, i, n);
}

/* Returns the column after the character at the start of p[0..n), which begins in `column`, and
 * sets *len to its length. */
static inline unsigned column_after(const char *p, size_t n, unsigned column, size_t *len)
{
    utf8_char c;

    *len = 1;
    if (*p >= ' ' && *p < 0x7F)
        return column + 1;
    if (*p == '\t')
        return (column | 7) + 1;
    c = utf8_decode(p, n);
    *len = c.len;
    return column + (c.code == UTF8_INVALID ? 1 : unicode_columns(c.code));
}

unsigned line_columns(const char *p, size_t n, unsigned column)
{
    for (size_t i = 0, len; i < n; i += len)
        column = column_after(p + i, n - i, column, &len);
    return column;
}

/* Adds a stop: text begins again at p[at] after a run of blanks. */
static void add_stop(line *l, const char *p, size_t at)
{
    size_t run = 1;
    bool tab = p[at - 1] == '\t';

    CHECK(at > l->text && l->stops <= LINE_STOPS);
    if (l->stops == LINE_STOPS)
        return;
    for (; line_is_blank(p[at - run - 1]); run++)
        tab |= p[at - run - 1] == '\t';
    l->has.remark |= p[at] == '#';
    if (l->stops == 0)
        l->has.closed = run == 2 && strchr(".?!", p[at - run - 1]);
    l->gap[l->stops] = tab ? 8 : (unsigned)run;
    l->stop[l->stops++] = (unsigned)at;
}

/* Returns how many columns must be free for the text to go on in the line: those of the first word,
 * or of the first character of a script without blanks. */
static unsigned line_first_word(const char *p, size_t n)
{
    utf8_char c = utf8_decode(p, n);
    size_t i = 0;

    if (c.code != UTF8_INVALID && unicode_columns(c.code) == 2)
        return 2;
    while (i < n && !line_is_blank(p[i]))
        i++;
    return line_columns(p, i, 0);
}

/* Notes text in the columns from this one on, one bit each. */
static void clear_columns(line *l, unsigned column, uint64_t text)
{
    if (column < 64) {
        l->blank[0] &= ~(text << column);
        l->blank[1] &= column > 0 ? ~(text >> (64 - column)) : ~(uint64_t)0;
    } else if (column < LINE_BLANKS) {
        l->blank[1] &= ~(text << (column - 64));
    }
}

/* Notes the columns of text, in a line with characters beyond ASCII or with tabs. */
static void convert_blanks(line *l, const char *p)
{
    unsigned column = l->indent, after;
    uint64_t text[2] = {0, 0};

    for (size_t i = l->text, len; i < l->bytes && column < LINE_BLANKS; i += len, column = after) {
        after = column_after(p + i, l->bytes - i, column, &len);
        for (; !line_is_blank(p[i]) && column < after && column < LINE_BLANKS; column++)
            text[column / 64] |= (uint64_t)1 << column % 64;
    }
    l->blank[0] = ~text[0];
    l->blank[1] = ~text[1];
}

/* Turns bytes into columns, in a line with characters beyond ASCII or with tabs. */
static void line_convert(line *l, const char *p)
{
    size_t at = l->text;
    unsigned column = l->indent;

    for (unsigned i = 0; i < l->stops; i++) {
        column = line_columns(p + at, l->stop[i] - at, column);
        at = l->stop[i];
        l->stop[i] = column;
    }
    l->edge = line_columns(p + at, l->bytes - at, column);
    l->word = line_first_word(p + l->text, l->bytes - l->text);
    convert_blanks(l, p);
}

/* Returns LINE_UPPER or LINE_LOWER for a letter of Latin-1, Greek or Cyrillic, or 0. */
static unsigned first_letter(const char *p, size_t n)
{
    static const struct {
        uint16_t from, to;
        unsigned flag;
    } letters[] = {{0xC0, 0xDE, LINE_UPPER},   {0xDF, 0xFF, LINE_LOWER},
                   {0x391, 0x3A9, LINE_UPPER}, {0x3B1, 0x3C9, LINE_LOWER},
                   {0x410, 0x42F, LINE_UPPER}, {0x430, 0x45F, LINE_LOWER}};
    const uint32_t c = utf8_decode(p, n).code;

    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (c >= letters[i].from && c <= letters[i].to)
            return letters[i].flag;
    return 0;
}

/* Returns true for text that may follow the end of a sentence. */
static bool line_is_closing(char c)
{
    return strchr("\"')]*_", c) != NULL;
}

/* Returns true for text that ends with a word after which another word must follow: no sentence,
 * item or title ends with such a word. Words of English, German, French, Italian, Spanish and
 * Dutch. */
static bool line_is_open(const char *p, size_t n)
{
    static const char *const words[LINE_WORD_MAX + 1] = {
        [1] = "a",
        [2] = "an as at be by di et if il im in is my of on or to",
        [3] =
            "and are aus can che con das del dem den der des die ein for has het its les los may mit "
            "not our per por que qui sur the und une van von was zum zur",
        [4] =
            "avec been dans dass eine from have into must oder para pour than that this wenn were "
            "when will with your",
        [5] = "about could einem einen einer their these under where which while whose would",
        [6] = "should",
    };
    size_t from = n;

    while (from > 0 && n - from <= LINE_WORD_MAX && p[from - 1] != ' ')
        from--;
    return !ascii_is_upper(p[from]) && line_is_one_of(words, p + from, n - from);
}

/* Returns true for text whose first or last word shows that it is part of a sentence: "These are",
 * "For example". Of single words, returns true only for "or", "and" and "then". */
static bool line_leads(const char *p, size_t n)
{
    static const char *const alone[LINE_WORD_MAX + 1] = {[2] = "or", [3] = "and", [4] = "then"};
    static const char *const words[LINE_WORD_MAX + 1] = {
        [2] = "as be by if in is it of or so to we",
        [3] = "and any are can for has may now one see the try was you",
        [4] = "also each from have here must some then they this were when will with",
        [5] = "after these those where",
        [7] = "another however include require",
        [8] = "includes requires",
    };
    size_t first = 0, last = n;

    while (first < n && p[first] != ' ')
        first++;
    while (last > 0 && p[last - 1] != ' ')
        last--;
    return first == n
               ? line_is_one_of(alone, p, n)
               : line_is_one_of(words, p, first) || line_is_one_of(words, p + last, n - last);
}

/* Sets the flags that depend on the ends of the text. */
static void measure_ends(line *l, const char *p, size_t capitals)
{
    size_t end = l->bytes;

    CHECK(l->text < end && end <= BLOCK_LINE_MAX);
    l->head = p[l->text];
    l->tail = p[end - 1];
    if (l->head >= 'a' && l->head <= 'z')
        l->flags |= LINE_LOWER;
    else if (ascii_is_upper(l->head))
        l->flags |= LINE_UPPER;
    else if ((unsigned char)l->head >= 0x80)
        l->flags |= first_letter(p + l->text, l->bytes - l->text);
    if (capitals == l->letters && capitals > 2)
        l->flags |= LINE_CAPITALS;
    while (end > l->text + 1U && line_is_closing(p[end - 1]))
        end--;
    if (p[end - 1] == '.' || p[end - 1] == '!' || p[end - 1] == '?')
        l->flags |= LINE_SENTENCE;
    if (p[end - 1] == ':')
        l->flags |= LINE_COLON;
    if (l->flags & LINE_COLON || l->words == 1)
        l->has.leads = line_leads(p + l->text, end - l->text - (p[end - 1] == ':'));
    l->has.open = line_is_open(p + l->text, l->bytes - l->text);
    if (l->bytes - l->text >= 3 && (unsigned char)l->tail >= 0x80 &&
        unicode_columns(utf8_decode(p + l->bytes - 3, 3).code) == 2)
        l->flags |= LINE_WIDE;
}

/* Returns the number of bits. */
static unsigned line_count_bits(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return (unsigned)(bits * 0x0101010101010101 >> 56);
}

#define CHUNK 64

/* Which of up to CHUNK bytes are of a class, one bit each. */
typedef struct classes {
    uint64_t letters, capitals, digits, blanks, tabs, high;
} classes;

/* What is known of a line's text so far. */
typedef struct sums {
    unsigned words, names, letters, capitals, digits, blanks, high;
    bool tabs;
    unsigned word;                       /* the end of the first word, or 0 */
    sixteen drawn, marked;               /* bytes that are not 0: there are such characters */
    uint64_t blanks_before, tabs_before; /* of the last chunk */
} sums;

/* Returns p[0..n), less than sixteen bytes, and blanks. Copies parts that overlap. */
static sixteen load_part(const char *p, size_t n)
{
    char part[16];

    CHECK(n > 0 && n < sizeof part);
    memset(part, ' ', sizeof part);
    if (n >= 8) {
        memcpy(part, p, 8);
        /* cppcheck-suppress pointerOutOfBoundsCond ; n is less than 16 */
        memcpy(part + n - 8, p + n - 8, 8);
    } else if (n >= 4) {
        memcpy(part, p, 4);
        memcpy(part + n - 4, p + n - 4, 4);
    } else {
        part[0] = p[0];
        part[n / 2] = p[n / 2];
        part[n - 1] = p[n - 1];
    }
    return sixteen_load(part);
}

/* Adds the classes of the sixteen bytes v, which are the bytes from `at` on of a chunk. */
static inline void classify(classes *c, sums *s, sixteen v, size_t at)
{
    sixteen letter = sixteen_between(v | 0x20, 'a', 'z');
    sixteen blank = sixteen_is(v, ' ') | sixteen_between(v, '\t', '\r');

    c->letters |= (uint64_t)sixteen_bits(letter) << at;
    c->capitals |= (uint64_t)sixteen_bits(letter & sixteen_between(v, 'A', 'Z')) << at;
    c->digits |= (uint64_t)sixteen_bits(sixteen_between(v, '0', '9')) << at;
    c->blanks |= (uint64_t)sixteen_bits(blank) << at;
    c->tabs |= (uint64_t)sixteen_bits(sixteen_is(v, '\t')) << at;
    c->high |= (uint64_t)sixteen_bits(v) << at;
    s->drawn |= sixteen_is(v, '|') | sixteen_is(v, '+') | sixteen_is(v, '<') | sixteen_is(v, '>');
    s->marked |= sixteen_is(v, '=') | sixteen_between(v, '#', '%') | sixteen_is(v, ':');
}

/* Adds a chunk, which begins at p[at]. */
static void add_chunk(line *l, sums *s, const classes *c, const char *p, size_t at)
{
    uint64_t one = c->blanks << 1 | s->blanks_before >> 63;
    uint64_t two = c->blanks << 2 | s->blanks_before >> 62;
    uint64_t starts = ~c->blanks & one;
    uint64_t wide = starts & (two | c->tabs << 1 | s->tabs_before >> 63);

    s->words += line_count_bits(starts);
    s->names += line_count_bits(starts & ~(c->letters & ~c->capitals));
    s->letters += line_count_bits(c->letters);
    s->capitals += line_count_bits(c->capitals);
    s->digits += line_count_bits(c->digits);
    s->blanks += line_count_bits(c->blanks);
    s->high += line_count_bits(c->high);
    s->tabs |= c->tabs != 0;
    for (; wide; wide &= wide - 1)
        add_stop(l, p, at + (size_t)__builtin_ctzll(wide));
    if (s->word == 0 && c->blanks)
        s->word = (unsigned)at + (unsigned)__builtin_ctzll(c->blanks);
    s->blanks_before = c->blanks;
    s->tabs_before = c->tabs;
}

/* Counts the characters of the text, and finds its columns of blanks. */
static sums add_up(line *l, const char *p)
{
    sums s = {.blanks_before = (uint64_t)1 << 63};
    size_t end = l->bytes;

    for (size_t i = l->text; i < end; i += CHUNK) {
        size_t n = end - i < CHUNK ? end - i : CHUNK;
        classes c = {0};

        for (size_t at = 0; at < n; at += 16)
            classify(&c, &s, n - at < 16 ? load_part(p + i + at, n - at) : sixteen_load(p + i + at),
                     at);
        const uint64_t all = n < CHUNK ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
        c.blanks &= all;
        clear_columns(l, l->indent + (unsigned)(i - l->text), ~c.blanks & all);
        add_chunk(l, &s, &c, p, i);
    }
    return s;
}

/* The maximum number of words before a dash that separates a term from its text. */
#define DASH_WORDS 3

/* Returns the length of the "- ", "-- " or ": " that p[0..n) begins with. Returns 0 for other text,
 * and if no text follows. */
static size_t dash_len(const char *p, size_t n)
{
    const size_t i = n > 1 && p[0] == '-' && p[1] == '-' ? 2 : 1;

    return n > i + 1 && (*p == '-' || *p == ':') && p[i] == ' ' && !line_is_blank(p[i + 1]) ? i + 1
                                                                                            : 0;
}

/* Sets l->dash for "WORD - text", "WORD -- text" and "WORD : text", but not for "2017 - 2022" or
 * "Test: one - two". */
static void measure_dash(line *l, const char *p)
{
    size_t i = l->text, after = 0;

    for (unsigned words = 0; words < DASH_WORDS && after == 0; words++) {
        const char *blank = memchr(p + i, ' ', l->bytes - i);
        size_t to = blank ? (size_t)(blank - p) : l->bytes;

        while (to < l->bytes && line_is_blank(p[to]))
            to++;
        if (to == l->bytes)
            return;
        after = dash_len(p + to, l->bytes - to);
        if (after == 0 && blank[-1] == ':')
            return;
        after += after > 0 ? to : 0;
        i = to;
    }
    if (after > 0 && !ascii_is_digit((unsigned char)p[after]))
        l->dash = NARROW16(line_columns(p + l->text, after - l->text, l->indent));
}

void line_measure(line *l, const char *p, size_t n, bool tick)
{
    sums s;

    memset(l, 0, sizeof *l);
    measure_marks(l, p, n, tick);
    measure_indent(l, p, n);
    if (l->text >= l->bytes) {
        l->flags = LINE_BLANK;
        return;
    }
    l->blank[0] = l->blank[1] = ~(uint64_t)0;
    s = add_up(l, p);
    l->words = s.words;
    l->names = s.names;
    l->digits = s.digits;
    l->letters = s.letters + s.high;
    l->signs = l->bytes - l->text - l->letters - l->digits - s.blanks;
    l->has.beyond = s.high > 0;
    l->has.drawn = sixteen_any(s.drawn);
    l->has.marked = sixteen_any(s.marked);
    if (s.high > 0 || s.tabs) {
        line_convert(l, p);
    } else {
        for (unsigned i = 0; i < l->stops; i++)
            l->stop[i] = l->stop[i] - l->text + l->indent;
        l->edge = l->indent + l->bytes - l->text;
        l->word = (s.word > 0 ? s.word : l->bytes) - l->text;
    }
    measure_ends(l, p, s.capitals);
    line_bullet(l, p);
    if (l->signs > 0)
        measure_dash(l, p);
    line_shape(l, p);
    line_nest(l, p);
    line_find_release(l, p + l->text);
}

bool line_is_prose(const line *l)
{
    return l->letters > 0 && l->letters >= 2 * (l->digits + l->signs) && !(l->flags & LINE_CODE);
}
