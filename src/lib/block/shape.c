/* shape.c - recognizes lines that are not running text by their characters alone
 *
 * Rules, drawings, grids, contents, logs, shell sessions, code, mail headers, attributions, and the
 * headers and footers of printed pages.
 */
#include "base/check.h"
#include "block/line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/prefix.h"
#include "base/utf8.h"

/* A text, and how much of it there is. */
typedef struct span {
    const char *p;
    size_t n;
} span;

static bool shape_begins(span s, const char *word)
{
    size_t k = strlen(word);

    return s.n >= k && memcmp(s.p, word, k) == 0;
}

static bool shape_ends(span s, const char *word)
{
    size_t k = strlen(word);

    return s.n >= k && memcmp(s.p + s.n - k, word, k) == 0;
}

static bool shape_is(span s, const char *word)
{
    return s.n == strlen(word) && memcmp(s.p, word, s.n) == 0;
}

static bool shape_has(span s, const char *word)
{
    size_t k = strlen(word);

    for (size_t i = 0; i + k <= s.n; i++) {
        const char *at = memchr(s.p + i, word[0], s.n - i - k + 1);

        if (!at)
            return false;
        i = (size_t)(at - s.p);
        if (memcmp(at, word, k) == 0)
            return true;
    }
    return false;
}

static unsigned flag(bool set, unsigned bit)
{
    return set ? bit : 0;
}

/* Returns the text without the bytes of `set` that it begins with. */
static span shape_without(span s, const char *set)
{
    while (s.n > 0 && s.p[0] && strchr(set, s.p[0])) {
        s.p++;
        s.n--;
    }
    return s;
}

/* Returns the start of the run of bytes of `set` that ends at `to`. */
static size_t shape_run_start(span s, size_t to, const char *set)
{
    while (to > 0 && s.p[to - 1] && strchr(set, s.p[to - 1]))
        to--;
    return to;
}

bool line_is_one_of(const char *const words[LINE_WORD_MAX + 1], const char *p, size_t n)
{
    const char *word = n > 0 && n <= LINE_WORD_MAX ? words[n] : NULL;

    for (; word && *word; word += n + (word[n] == ' '))
        if (*word == ascii_lower(*p) && ascii_same(word, p, n))
            return true;
    return false;
}

/* Returns true for lines and blocks of drawings, U+2500 to U+259F, by the bytes after the first. */
static bool is_box(const char *p)
{
    const unsigned code = (unsigned)(unsigned char)p[1] << 8 | (unsigned char)p[2];

    return code >= 0x9480 && code < 0x96A0;
}

/* Returns true for U+2015, U+2500, U+2501 and U+2550. */
static bool is_horizontal(const char *p)
{
    static const char signs[] = "\u2015\u2500\u2501\u2550";
    bool found = false;

    for (size_t i = 0; i + 3 < sizeof signs; i += 3)
        found |= memcmp(p, signs + i, 3) == 0;
    return found;
}

/* Returns true for a line of one of -=_*~#+^ repeated, with or without blanks between, or of a
 * horizontal line repeated. */
static bool is_rule(span s)
{
    unsigned count = 0;

    if (!strchr("-=_*~#+^", s.p[0]))
        return s.n >= 9 && memcmp(s.p, s.p + 3, s.n - 3) == 0 && is_horizontal(s.p);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == s.p[0])
            count++;
        else if (!ascii_is_blank(s.p[i]))
            return false;
    }
    return count >= 3 || (count == 2 && s.n == 2 && s.p[0] == '=');
}

/* ---- Contents ---- */

/* "Scheme . . . . . 17", "Scheme ........ iv", "Scheme          17". */
static bool is_leader(const line *l, span s)
{
    const size_t page = shape_run_start(s, s.n, "0123456789ivx");
    unsigned dots = 0, blanks = 0;

    if (page == s.n || s.n - page > 4 || l->letters < 2)
        return false;
    for (size_t i = shape_run_start(s, page, " \t._"); i < page; i++) {
        dots += s.p[i] == '.';
        blanks += ascii_is_blank(s.p[i]);
    }
    return dots >= 3 || (dots == 2 && blanks > 0 && l->bullet != BULLET_NONE) ||
           (blanks >= 4 && l->bullet == BULLET_SECTION && l->stops <= 2);
}

/* ---- Drawings ---- */

/* Measures a line that may be one of a grid. */
static void measure_grid(line *l, span s)
{
    unsigned column = l->indent, first = 0, empty = 0;
    bool rule = l->letters + l->digits == 0 && l->words == 1, twice = false;

    l->grid.bars_at = HASH_START;
    for (size_t i = 0; i < s.n && rule; i++) {
        rule = strchr("+|-=:", s.p[i]) != NULL;
        twice |= s.p[i] == '=';
    }
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '|' || (rule && s.p[i] == '+')) {
            l->grid.bars_at = hash_next(l->grid.bars_at, column);
            if (l->grid.bars <= BLOCK_COLUMNS)
                l->grid.bar[l->grid.bars] =
                    NARROW8(column < LINE_BLANKS ? column + 1 : LINE_BLANKS);
            l->grid.bars++;
        } else if (l->grid.bars == 1) {
            first++;
            empty += ascii_is_blank(s.p[i]);
        }
        column += (s.p[i] & 0xC0) != 0x80;
    }
    l->grid.empty = l->head == '|' && first == empty;
    if (l->grid.bars > 0)
        l->grid.kind = !rule ? GRID_ROW : twice ? GRID_DOUBLE : GRID_RULE;
}

/* Returns true for text with a corner, an arrow, or a character of box drawings. */
static bool has_part_of_drawing(span s)
{
    static const char *const parts[] = {"+-", "-+", "+=", "=+", "<-", "-->"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (shape_has(s, parts[i]))
            return true;
    for (size_t i = 0; i + 2 < s.n; i++)
        if (s.p[i] == '\xE2' && is_box(s.p + i))
            return true;
    return false;
}

/* Returns how many "|" have a blank, another "|" or an end of the text beside them. */
static unsigned count_bars(span s)
{
    static const char beside[] = "| \t";
    unsigned bars = 0;

    for (size_t i = 0; i < s.n; i++)
        bars += s.p[i] == '|' && (i == 0 || i + 1 == s.n || memchr(beside, s.p[i - 1], 3) ||
                                  memchr(beside, s.p[i + 1], 3));
    return bars;
}

/* Measures a line that may be one of a drawing or a grid. */
static void measure_drawing(line *l, span s)
{
    const unsigned bars = count_bars(s);

    if (has_part_of_drawing(s) || (bars > 0 && (l->head == '|' || l->tail == '|')) ||
        (l->letters + l->digits == 0 && l->signs >= 2 && strchr("|/\\_<(", l->head)) ||
        (s.n <= 3 && l->letters <= 1 && l->digits == 0 && strchr("|/\\^vV", l->head)))
        l->flags |= LINE_BOX;
    l->flags |= flag(shape_begins(s, "+-+-"), LINE_TICKS) | flag(bars >= 2, LINE_GRID);
    if (bars >= 2 || (l->letters == 0 && l->words == 1))
        measure_grid(l, s);
}

/* ---- Logs, shells ---- */

/* Returns true for text that begins in this form: in the form, "9" is any digit, "A" a capital
 * letter, and "w" a letter, a digit or the start of a path; any other byte means itself. */
static bool shape_fits(span s, const char *form)
{
    size_t i = 0;

    for (; form[i]; i++) {
        const unsigned char c = i < s.n ? (unsigned char)s.p[i] : 0;

        if (form[i] == '9'   ? !ascii_is_digit(c)
            : form[i] == 'A' ? !ascii_is_upper((char)c)
            : form[i] == 'w' ? !ascii_is_alnum(c) && !memchr("./~", c, 3)
                             : c != (unsigned char)form[i])
            return false;
    }
    return true;
}

/* "2024-05-06 12:", "2024-05-06T", "2024/05/06 12:", "May  6 12:00:01", "12:00:01", "[1234.567]",
 * "192.0.2.1 - - [". */
static bool is_stamp(span s)
{
    static const char *const forms[] = {"9999-99-99T99:99", "9999-99-99 99:99", "9999/99/99 99:99",
                                        "99:99:99", "99/99/9999 99:99"};
    static const char months[] = "jan feb mar apr may jun jul aug sep oct nov dec";
    size_t open = s.p[0] == '[' || s.p[0] == '<';
    span t = {s.p + open, s.n - open};

    for (size_t i = 0; shape_fits(t, "99") && i < sizeof forms / sizeof *forms; i++)
        if (shape_fits(t, forms[i]))
            return true;
    if (t.n > 15 && t.p[3] == ' ' && ascii_is_word_of(months, t.p, 3))
        return shape_fits((span){t.p + 7, t.n - 7}, "99:99:99");
    if (t.n > 19 && t.p[3] == ' ' && ascii_is_word_of(months, t.p + 4, 3))
        return shape_fits((span){t.p + 11, t.n - 11}, "99:99:99");
    if (open && t.n > 8 && (t.p[0] == ' ' || ascii_is_digit((unsigned char)t.p[0]))) {
        const char *dot = memchr(t.p, '.', 8);

        return dot && shape_fits((span){dot, t.n - (size_t)(dot - t.p)}, ".999999]");
    }
    return shape_fits(s, "9") && shape_has((span){s.p, s.n < 60 ? s.n : 60}, " - [");
}

/* Returns the length of the text before the sign of a prompt: "ann@host:~" or "[ann@host src]". */
static size_t prompt_place(span s)
{
    const size_t most = s.n < 60 ? s.n : 60;
    size_t i = 0;

    while (i < most && s.p[i] != ' ' && s.p[i] != '$' && s.p[i] != '>')
        i++;
    while (s.p[0] == '[' && i < most && s.p[i] != '$' && s.p[i] != '#')
        i++;
    return i;
}

/* "$ make", "% ls", "user@host:~$ ls", "[user@host dir]# ls", "host:~$ ls", "C:\>dir". */
static bool is_prompt(span s)
{
    const size_t i = prompt_place(s);
    const span after = {s.p + i, s.n - i};
    const bool user = memchr(s.p, '@', i), host = i < 20 && memchr(s.p, ':', i);

    if (shape_fits(s, "$ w") || shape_fits(s, "% w"))
        return true;
    if (shape_begins(after, "$ ") || shape_begins(after, "# "))
        return user || host;
    return shape_fits(s, "A:\\") && shape_begins(after, ">");
}

/* ---- Code ---- */

/* "scheme = 1*ALPHA", "$to[1]:= $from", "rule ::= word". */
static bool shape_is_assigned(span s)
{
    size_t i = 0;

    while (i < s.n && (ascii_is_alnum((unsigned char)s.p[i]) || memchr("-_.<>[]$*", s.p[i], 9)))
        i++;
    if (i == 0 || i > 40)
        return false;
    s = shape_without((span){s.p + i, s.n - i}, " \t");
    return shape_begins(s, "::=") || shape_begins(s, ":= ") || shape_begins(s, "+= ") ||
           (s.n > 1 && s.p[0] == '=' && s.p[1] != '=');
}

/* Returns true for a directive or a label of reStructuredText: ".. table:: Boats", ".. _boats:". */
static bool is_directive(const line *l, span s)
{
    return shape_begins(s, ".. ") &&
           ((l->tail == ':' && shape_begins(s, ".. _")) || shape_has(s, "::"));
}

static bool is_code(const line *l, span s)
{
    static const struct {
        const char *begin;
        bool word; /* also begins sentences */
    } starts[] = {{"#include", false}, {"#define", false}, {"#if", false},    {"#endif", false},
                  {"//", false},       {"/*", false},      {"*/", false},     {"<!--", false},
                  {"</", false},       {"}", false},       {";", false},      {"/ ", false},
                  {"def ", true},      {"import ", true},  {"return ", true}, {"static ", true}};
    const bool brief = l->words <= 3 || l->tail == ':' || l->tail == ')';

    if (l->tail == ';' || l->tail == '{' || l->tail == '}')
        return l->tail != ';' || l->signs * 6 >= l->letters || l->words <= 4;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (l->head == starts[i].begin[0] && (brief || !starts[i].word) &&
            shape_begins(s, starts[i].begin))
            return true;
    return is_directive(l, s) || shape_ends(s, " \\") || shape_ends(s, " */") ||
           (l->has.marked && shape_is_assigned(s) &&
            !(l->has.option && (l->words > 2 || l->tail == '.' || l->tail == ',')));
}

/* ---- Mail ---- */

static bool is_field(span s)
{
    static const char *const words[LINE_WORD_MAX + 1] = {
        [2] = "to cc an de",
        [3] = "bcc von",
        [4] = "from date sent para",
        [5] = "datum objet",
        [6] = "asunto sender",
        [7] = "subject betreff enviado list-id",
        [8] = "reply-to gesendet received",
        [10] = "newsgroups message-id references",
        [11] = "resent-from in-reply-to",
        [12] = "organization mime-version content-type"};
    const char *colon = memchr(s.p, ':', s.n < 20 ? s.n : 20);
    span name = {s.p, colon ? (size_t)(colon - s.p) : 0};

    name = shape_without(name, "* ");
    name.n = shape_run_start(name, name.n, "* ");
    return colon && line_is_one_of(words, name.p, name.n) &&
           (colon + 1 == s.p + s.n || ascii_is_blank(colon[1]) || colon[1] == '*');
}

/* Returns true for the line above a message in a mailbox: "From JOE Mon Sep 17 00:00:00 2001". */
static bool is_postmark(span s)
{
    return s.n > 30 && shape_begins(s, "From ") && ascii_is_digit((unsigned char)s.p[s.n - 1]) &&
           s.p[s.n - 5] == ' ' && s.p[s.n - 8] == ':' && s.p[s.n - 11] == ':';
}

static bool is_forward(span s)
{
    static const char *const words[] = {
        "riginal Message", "orwarded ",      "rsprüngliche Nachricht", "essage d'origine",
        "ensaje original", "eitergeleitete", "riginal message",        "egin forwarded"};

    if (!shape_begins(s, "----"))
        return is_postmark(s) || shape_begins(s, "Begin forwarded message") ||
               shape_begins(s, "Start of forwarded message");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (shape_has(s, words[i]))
            return true;
    return false;
}

static bool is_wrote(span s)
{
    static const char *const words[] = {
        "wrote:",           "writes:",   "said:",    "schrieb:", "geschrieben:", "écrit :",
        "écrit:",           "escribió:", "scrive:",  "scritto:", "schreef:",     "skrev:",
        "wrote in message", "写道:",     "escreveu:"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (shape_ends(s, words[i]))
            return true;
    return s.p[s.n - 1] == ':' && shape_has(s, "schrieb");
}

/* ---- Printed pages ---- */

/* Returns true for text that ends with "[Page 3]" or "[Page iv]". */
static bool ends_with_page(span s)
{
    size_t i = s.n;

    CHECK(s.n > 0);
    if (s.p[s.n - 1] != ']')
        return false;
    while (i > 0 && s.n - i < 12 && s.p[i - 1] != '[')
        i--;
    return ascii_begins(s.p + i, s.n - i, "page ");
}

/* "Berners-Lee       [Page 3]", "[Page 4]       Berners-Lee". */
static bool shape_is_footer(const line *l, span s)
{
    if (l->head == '[')
        return ascii_begins(s.p, s.n, "[page ") && l->words < 8;
    return ends_with_page(s);
}

/* Returns true for text that ends with the name of a manual page: "NAME(3SSL)". */
static bool ends_with_name(span s)
{
    size_t i = s.n;

    if (s.n < 4 || s.p[s.n - 1] != ')')
        return false;
    while (i > 1 && ascii_is_alnum((unsigned char)s.p[i - 2]))
        i--;
    return i > 2 && ascii_is_digit((unsigned char)s.p[i - 1]) && s.p[i - 2] == '(' &&
           ascii_is_alnum((unsigned char)s.p[i - 3]);
}

static bool has_three_parts(const line *l)
{
    return l->stops == 2 && l->gap[0] >= 3 && l->gap[1] >= 3;
}

/* Returns true when the line has three parts, and the last equals the first: "NAME(3)", or a name
 * at the margin of a page. Others are rows of tables. */
static bool is_manual(const line *l, span s)
{
    size_t k = 0;

    if (!has_three_parts(l) || l->digits == 0)
        return false;
    while (k < s.n && !(s.p[k] == ' ' && s.p[k + 1] == ' '))
        k++;
    return k >= 3 && s.n > 2 * k && memcmp(s.p, s.p + s.n - k, k) == 0 &&
           (s.p[k - 1] == ')' || (ascii_is_alpha((unsigned char)s.p[0]) && l->gap[0] >= 8));
}

/* Returns true for the last line of a manual page: "1.2    2026-01-27    NAME(3)". */
static bool is_end_of_manual(const line *l, span s)
{
    return has_three_parts(l) && l->edge <= s.n && ends_with_name(s) &&
           ascii_is_digit((unsigned char)s.p[l->stop[1] - l->gap[1] - 1]);
}

/* ---- All ---- */

/* Returns true for "Note: text", "NAME: text": up to three words and a colon. */
static bool is_speech(span s)
{
    const char *colon = ascii_is_upper(s.p[0]) ? memchr(s.p, ':', s.n < 30 ? s.n : 30) : NULL;
    unsigned blanks = 0;

    if (!colon || colon + 1 >= s.p + s.n || colon[1] != ' ')
        return false;
    for (const char *p = s.p; p < colon; p++)
        blanks += *p == ' ';
    return blanks < 3;
}

/* Returns true when a URL or "www." begins the text. A line that begins with another name of
 * base/prefix.h may be the end of a sentence, "ftp." */
static bool is_url(span s)
{
    static const char *const starts[] = {"http://", "https://", "ftp://", "mailto:"};
    const size_t i = s.n > 0 && s.p[0] == '<';

    s.p += i;
    s.n -= i;
    if (ascii_begins(s.p, s.n, "url:")) {
        s.p += 4;
        s.n -= 4;
    }
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
        if (ascii_begins(s.p, s.n, starts[k]))
            return true;
    return prefix_is_www(s.p, s.n);
}

/* Returns true when the text is one of the titles, which "|" divides. */
static bool shape_is_whole(span s, const char *titles)
{
    for (size_t n; *titles; titles += n + (titles[n] == '|')) {
        n = strcspn(titles, "|");
        if (n == s.n && ascii_same(s.p, titles, n))
            return true;
    }
    return false;
}

/* Returns true for text that begins as a greeting or an answer does. */
static bool is_greeting(span s)
{
    static const char *const greetings[LINE_WORD_MAX + 1] = {
        [2] = "hi no ok",
        [3] = "hey mit yes",
        [4] = "dear moin hola best kind many good okay sure",
        [5] = "hello hallo liebe salut thank yours viele",
        [6] = "lieber thanks cheers please",
        [7] = "bonjour regards",
        [9] = "greetings sincerely",
    };
    size_t n = 0;

    while (n < s.n && ascii_is_alpha((unsigned char)s.p[n]))
        n++;
    return line_is_one_of(greetings, s.p, n);
}

/* Returns the flag of a usual heading: LINE_CONTENTS, LINE_REFERENCES, LINE_KNOWN, or 0. */
static unsigned shape_section_of(span s)
{
    static const char known[] =
        "abstract|introduction|acknowledgement|acknowledgements|acknowledgment|acknowledgments|"
        "summary|conclusion|conclusions|copyright notice|full copyright statement|index|"
        "intellectual property|author's address|authors' addresses|editors' addresses|"
        "author's addresses|editor's address|glossary|status of this memo|foreword|preface|"
        "background|terminology|examples|notes|installation|usage|contributors|"
        "security considerations";
    static const char contents[] =
        "contents|contents:|today's topics|today's topics:|table of contents|table of contents:|summary of contents|inhalt|"
        "inhaltsverzeichnis|sommaire";
    static const char *const references[] = {"references", "references:", "bibliography",
                                             "citations",  "literatur",   "footnotes"};

    if (ascii_begins(s.p, s.n, "subject: ")) {
        s.p += 9;
        s.n -= 9;
    }
    if (shape_is_whole(s, contents))
        return LINE_CONTENTS;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        size_t k = strchr("rsy:", ascii_lower(s.p[s.n - 1])) ? strlen(references[i]) : 0;

        if (k > 0 && s.n >= k && ascii_same(s.p + s.n - k, references[i], k) &&
            (s.n == k || ascii_is_blank(s.p[s.n - k - 1])))
            return LINE_REFERENCES;
    }
    if (shape_is_whole(s, known))
        return LINE_KNOWN;
    return is_greeting(s) ? LINE_GREETING : 0;
}

/* Returns true for text with "ann@a.example", or that ends with "<...>". */
static bool shape_is_address(span s)
{
    const char *at = memchr(s.p, '@', s.n);

    if (s.p[s.n - 1] == '>')
        return memchr(s.p, '<', s.n) != NULL;
    return at && at > s.p && at + 1 < s.p + s.n && ascii_is_alnum((unsigned char)at[-1]) &&
           ascii_is_alnum((unsigned char)at[1]);
}

/* A fence begins to the left of this column: farther right, "~~~~~" is part of a drawing. */
#define FENCE_COLUMNS 16

/* "```", "```c", "~~~ c", but not "```make```", which ends in the same line. */
static bool is_fence(span s)
{
    const span word = shape_without(s, "`");

    if (shape_begins(s, "```"))
        return !memchr(word.p, '`', word.n);
    return shape_begins(s, "~~~") && s.n > 3 && s.n < 16;
}

/* Sets the flags of text with signs. */
static void shape_signs(line *l, span s, span inner)
{
    if (l->has.drawn || l->letters == 0 ||
        (l->letters >= 9 && l->has.beyond && memchr(s.p, 0xE2, s.n)))
        measure_drawing(l, s);
    l->flags |= flag(l->head == '*' && l->tail == '*' && l->stops > 0, LINE_BOX);
    l->flags |= flag(is_code(l, s), LINE_CODE) | flag(shape_is_address(s), LINE_ADDRESS);
    if (!l->has.marked && !l->has.drawn)
        return;
    l->flags |= flag(is_prompt(s), LINE_PROMPT) | flag(is_field(s), LINE_FIELD) |
                flag(is_speech(s), LINE_SPEECH) | flag(is_url(inner), LINE_URL);
}

/* The fewest of the signs ."'` that underline a heading of reStructuredText: "..." is text. */
#define TEXT_SIGNS 4

/* Sets the flags of text without indentation. */
static void shape_outer(line *l, span s)
{
    if (s.n >= TEXT_SIGNS && strchr(".\"'`", s.p[0]) && memcmp(s.p, s.p + 1, s.n - 1) == 0)
        l->flags |= LINE_RULE;
    l->flags |= flag(is_manual(l, s) || is_end_of_manual(l, s), LINE_HEADER);
    l->flags |= flag(is_forward(s), LINE_FORWARD) | flag(shape_is(s, "--"), LINE_SIGN_OFF);
    l->has.program = shape_begins(s, "#!/") || shape_begins(s, "#! /");
}

void line_shape(line *l, const char *p)
{
    span s = {p + l->text, l->bytes - l->text};
    span inner = {p + l->inner_text, l->bytes - l->inner_text};

    l->flags |= flag(is_rule(s), LINE_RULE) | flag(is_leader(l, s), LINE_LEADER) |
                flag(shape_is_footer(l, s), LINE_FOOTER) |
                flag(l->indent < FENCE_COLUMNS && is_fence(s), LINE_FENCE);
    if (inner.n >= 2 && inner.n < 40 && l->words <= 5 && l->flags & LINE_UPPER)
        l->flags |= shape_section_of(inner);
    if (l->signs > 0 || (unsigned char)l->head >= 0x80)
        shape_signs(l, s, inner);
    if (l->digits >= 4)
        l->flags |= flag(is_stamp(s), LINE_STAMP);
    if (l->indent == 0)
        shape_outer(l, s);
    line_patch(l, s.p, s.n);
    if (l->flags & LINE_COLON || shape_ends(s, "message"))
        l->flags |= flag(is_wrote(s), LINE_WROTE);
}
