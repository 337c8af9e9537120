/* shape.c - recognizes lines that are not running text by their characters alone
 *
 * Rules, drawings, grids, contents, logs, shell sessions, code, mail headers, attributions, and the
 * headers and footers of printed pages.
 */
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

/* The longest word of shape_is_one_of(). */
#define WORD_MAX 15

/* Returns true when p[0..n) is in words[n], a list of words of that length with a blank between,
 * ignoring the case of letters. */
static bool shape_is_one_of(const char *const words[WORD_MAX + 1], const char *p, size_t n)
{
    const char *word = n > 0 && n <= WORD_MAX ? words[n] : NULL;

    for (; word && *word; word += n + (word[n] == ' '))
        if (*word == ascii_lower(*p) && ascii_same(word, p, n))
            return true;
    return false;
}

/* Returns true for a line of one of -=_*~#+.^ repeated, with or without blanks between, or of box
 * drawing characters. */
static bool is_rule(const line *l, span s)
{
    unsigned count = 0;

    if (!strchr("-=_*~#+.^", s.p[0]))
        return s.n >= 9 && l->digits == 0 && l->signs == 0 &&
               (shape_begins(s, "\xE2\x94\x80\xE2\x94\x80") ||
                shape_begins(s, "\xE2\x94\x81\xE2\x94\x81") ||
                shape_begins(s, "\xE2\x95\x90\xE2\x95\x90") ||
                shape_begins(s, "\xE2\x80\x95\xE2\x80\x95"));
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
    size_t i = s.n, end;
    unsigned dots = 0, blanks = 0;

    while (i > 0 && (ascii_is_digit((unsigned char)s.p[i - 1]) || s.p[i - 1] == 'i' ||
                     s.p[i - 1] == 'v' || s.p[i - 1] == 'x'))
        i--;
    end = i;
    if (end == s.n || s.n - end > 4 || l->letters < 2)
        return false;
    for (; i > 0 && (ascii_is_blank(s.p[i - 1]) || s.p[i - 1] == '.' || s.p[i - 1] == '_'); i--) {
        dots += s.p[i - 1] == '.';
        blanks += s.p[i - 1] == ' ' || s.p[i - 1] == '\t';
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

    l->bars_at = HASH_START;
    for (size_t i = 0; i < s.n && rule; i++) {
        rule = strchr("+|-=:", s.p[i]) != NULL;
        twice |= s.p[i] == '=';
    }
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '|' || (rule && s.p[i] == '+')) {
            l->bars_at = hash_next(l->bars_at, column);
            if (l->bars <= BLOCK_COLUMNS)
                l->bar[l->bars] = (uint8_t)(column < LINE_BLANKS ? column + 1 : LINE_BLANKS);
            l->bars++;
        } else if (l->bars == 1) {
            first++;
            empty += ascii_is_blank(s.p[i]);
        }
        column += (s.p[i] & 0xC0) != 0x80;
    }
    l->empty = l->head == '|' && first == empty;
    if (l->bars > 0)
        l->grid = !rule ? GRID_ROW : twice ? GRID_DOUBLE : GRID_RULE;
}

/* Returns true for lines and blocks of drawings, U+2500 to U+259F, by the bytes after the first. */
static bool is_box(const char *p)
{
    const unsigned code = (unsigned)(unsigned char)p[1] << 8 | (unsigned char)p[2];

    return code >= 0x9480 && code < 0x96A0;
}

/* Counts characters of box drawings and "+--", "--+", "==", and bars between blanks. */
static void measure_drawing(line *l, span s)
{
    unsigned bars = 0, corners = 0, arrows = 0;

    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i], before = i > 0 ? s.p[i - 1] : ' ', after = i + 1 < s.n ? s.p[i + 1] : ' ';

        if (c == '|')
            bars += (ascii_is_blank(before) || before == '|') ||
                    (ascii_is_blank(after) || after == '|');
        else if (c == '+')
            corners += before == '-' || after == '-' || before == '=' || after == '=';
        else if (c == '-')
            arrows += before == '<' || (before == '-' && after == '>');
        else if (c == '\xE2' && i + 2 < s.n && is_box(s.p + i))
            corners++;
    }
    if (corners > 0 || arrows > 0 || (bars > 0 && (s.p[0] == '|' || s.p[s.n - 1] == '|')))
        l->flags |= LINE_BOX;
    if (shape_begins(s, "+-+-"))
        l->flags |= LINE_TICKS;
    if (bars >= 2)
        l->flags |= LINE_GRID;
    if (bars >= 2 || (l->letters == 0 && l->words == 1))
        measure_grid(l, s);
    if (s.n <= 3 && strchr("|/\\^vV", s.p[0]) && l->letters <= 1 && l->digits == 0)
        l->flags |= LINE_BOX;
    if (l->letters == 0 && l->digits == 0 && l->signs >= 2 && strchr("|/\\_<(", s.p[0]))
        l->flags |= LINE_BOX;
}

/* ---- Logs, shells ---- */

static bool is_digits(span s, const char *form)
{
    size_t i = 0;

    for (; form[i]; i++)
        if (i >= s.n ||
            (form[i] == '9' ? !ascii_is_digit((unsigned char)s.p[i]) : form[i] != s.p[i]))
            return false;
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

    for (size_t i = 0; is_digits(t, "99") && i < sizeof forms / sizeof *forms; i++)
        if (is_digits(t, forms[i]))
            return true;
    if (t.n > 15 && t.p[3] == ' ' && ascii_is_word_of(months, t.p, 3))
        return is_digits((span){t.p + 7, t.n - 7}, "99:99:99");
    if (t.n > 19 && t.p[3] == ' ' && ascii_is_word_of(months, t.p + 4, 3))
        return is_digits((span){t.p + 11, t.n - 11}, "99:99:99");
    if (open && t.n > 8 && (t.p[0] == ' ' || ascii_is_digit((unsigned char)t.p[0]))) {
        const char *dot = memchr(t.p, '.', 8);

        return dot && is_digits((span){dot, t.n - (size_t)(dot - t.p)}, ".999999]");
    }
    return is_digits(s, "9") && shape_has((span){s.p, s.n < 60 ? s.n : 60}, " - [");
}

/* "$ make", "% ls", "# apt", "user@host:~$ ls", "[user@host dir]$ ls", "C:\>dir", "PS C:\> ls". */
static bool is_prompt(span s)
{
    size_t i = 0;

    if (s.n > 2 && (s.p[0] == '$' || s.p[0] == '%') && s.p[1] == ' ')
        return ascii_is_alnum((unsigned char)s.p[2]) || strchr("./~", s.p[2]) != NULL;
    while (i < s.n && i < 60 && s.p[i] != ' ' && s.p[i] != '$' && s.p[i] != '>')
        i++;
    if (s.p[0] == '[' && i < s.n && s.p[i] == ' ')
        while (i < s.n && i < 60 && s.p[i] != '$' && s.p[i] != '#')
            i++;
    if (i + 1 < s.n && (s.p[i] == '$' || s.p[i] == '#') && s.p[i + 1] == ' ')
        return memchr(s.p, '@', i) || (memchr(s.p, ':', i) && i < 20);
    if (i >= 3 && i < s.n && s.p[i] == '$' && memchr(s.p, '@', i) && i + 1 == s.n)
        return true;
    return s.n > 3 && ascii_is_upper(s.p[0]) && s.p[1] == ':' && s.p[2] == '\\' && i < s.n &&
           s.p[i] == '>';
}

/* ---- Code ---- */

static bool shape_is_assigned(span s)
{
    size_t i = 0;

    while (i < s.n && (ascii_is_alnum((unsigned char)s.p[i]) ||
                       (s.p[i] != ' ' && strchr("-_.<>[]$*", s.p[i]))))
        i++;
    if (i == 0 || i > 40)
        return false;
    s.p += i;
    s.n -= i;
    while (s.n > 0 && ascii_is_blank(s.p[0])) {
        s.p++;
        s.n--;
    }
    return shape_begins(s, "::=") || shape_begins(s, ":= ") || shape_begins(s, "= ") ||
           shape_begins(s, "=/") || shape_begins(s, "+= ") || shape_begins(s, "=> ") ||
           (shape_begins(s, "=") && s.n > 1 && s.p[1] != '=');
}

/* Returns true for the first character of a word that begins code. */
static bool may_begin_code(char c)
{
    return c == '#' || c == '/' || c == '*' || c == 'd' || c == 'i' || c == 'r' || c == 's' ||
           c == '<';
}

static bool is_code(const line *l, span s)
{
    static const char *const starts[] = {"#include", "#define", "#if",  "#endif",  "//",
                                         "/*",       "*/",      "def ", "import ", "return ",
                                         "static ",  "<!--",    "</"};
    char last = s.p[s.n - 1];
    bool may;

    if (last == ';' || last == '{' || last == '}')
        return last != ';' || l->signs * 6 >= l->letters || l->words <= 4;
    if (s.p[0] == '}' || s.p[0] == ';' || (s.p[0] == '/' && s.n > 1 && s.p[1] == ' '))
        return true;
    may = may_begin_code(s.p[0]) &&
          (!strchr("dirs", s.p[0]) || last == ':' || last == ')' || l->words <= 3);
    for (size_t i = 0; may && i < sizeof starts / sizeof *starts; i++)
        if (s.p[0] == starts[i][0] && shape_begins(s, starts[i]))
            return true;
    if (last == '\\' && shape_ends(s, " \\"))
        return true;
    return l->marked && shape_is_assigned(s);
}

/* ---- Mail ---- */

static bool is_field(span s)
{
    static const char *const words[WORD_MAX + 1] = {[2] = "to cc an de",
                                                    [3] = "bcc von",
                                                    [4] = "from date sent para",
                                                    [5] = "datum objet",
                                                    [6] = "asunto sender",
                                                    [7] = "subject betreff enviado list-id",
                                                    [8] = "reply-to gesendet received",
                                                    [10] = "newsgroups message-id references",
                                                    [11] = "resent-from in-reply-to",
                                                    [12] =
                                                        "organization mime-version content-type"};
    const char *colon = memchr(s.p, ':', s.n < 20 ? s.n : 20);
    span name = {s.p, colon ? (size_t)(colon - s.p) : 0};

    while (name.n > 0 && (name.p[0] == '*' || name.p[0] == ' ')) {
        name.p++;
        name.n--;
    }
    while (name.n > 0 && (name.p[name.n - 1] == '*' || name.p[name.n - 1] == ' '))
        name.n--;
    return shape_is_one_of(words, name.p, name.n) &&
           (colon + 1 == s.p + s.n || ascii_is_blank(colon[1]) || colon[1] == '*');
}

static bool is_forward(span s)
{
    static const char *const words[] = {
        "riginal Message", "orwarded ",      "rsprüngliche Nachricht", "essage d'origine",
        "ensaje original", "eitergeleitete", "riginal message",        "egin forwarded"};

    if (!shape_begins(s, "----"))
        return shape_begins(s, "Begin forwarded message") ||
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
    return s.p[s.n - 1] == ':' &&
           (memchr(s.p, '@', s.n) || shape_begins(s, "Am ") || shape_begins(s, "On ")) &&
           shape_has(s, "schrieb");
}

/* ---- Printed pages ---- */

/* "Berners-Lee       [Page 3]", "[Page 4]       Berners-Lee", "- 3 -", "[Page iv]". */
static bool shape_is_footer(const line *l, span s)
{
    size_t i = s.n;

    if (s.p[0] == '[')
        return ascii_begins(s.p, s.n, "[page ") && (s.n < 12 || l->edge >= 60) && l->words < 8;
    if (s.p[s.n - 1] == ']') {
        while (i > 0 && s.p[i - 1] != '[' && s.n - i < 12)
            i--;
        return ascii_begins(s.p + i, s.n - i, "page ");
    }
    return l->indent >= 20 && s.n <= 12 && shape_begins(s, "- ") && shape_ends(s, " -") &&
           l->digits > 0 && l->letters == 0;
}

static bool is_month(const char *p, size_t n)
{
    static const char words[] =
        "january february march april may june july august september "
        "october november december jan feb mar apr jun jul aug sep sept oct "
        "nov dec";

    return ascii_is_word_of(words, p, n);
}

/* Returns true for text that ends with a month and a year. */
static bool ends_with_date(span s)
{
    size_t i = s.n, to;

    while (i > 0 && ascii_is_digit((unsigned char)s.p[i - 1]))
        i--;
    if (s.n - i != 4 || i < 4)
        return false;
    for (to = --i; i > 0 && ascii_is_alpha((unsigned char)s.p[i - 1]); i--)
        ;
    return is_month(s.p + i, to - i);
}

/* Returns true when the line has three parts, and the last equals the first: "NAME(3)", or a name
 * at the margin of a page. Others are rows of tables. */
static bool is_manual(const line *l, span s)
{
    size_t k = 0;

    if (l->stops != 2 || l->gap[0] < 3 || l->gap[1] < 3 || l->digits == 0)
        return false;
    while (k < s.n && !(s.p[k] == ' ' && s.p[k + 1] == ' '))
        k++;
    return k >= 3 && s.n > 2 * k && memcmp(s.p, s.p + s.n - k, k) == 0 &&
           (s.p[k - 1] == ')' || (ascii_is_alpha((unsigned char)s.p[0]) && l->edge >= 60 &&
                                  l->gap[0] >= 8 && l->gap[1] >= 8));
}

static bool shape_is_header(const line *l, span s)
{
    if (l->indent > 0 || l->stops == 0)
        return false;
    if (is_manual(l, s))
        return true;
    return l->edge >= 60 && l->gap[0] >= 3 && ends_with_date(s) &&
           (shape_begins(s, "RFC ") || ascii_begins(s.p, s.n, "internet-draft") ||
            ascii_begins(s.p, s.n, "internet draft"));
}

/* ---- All ---- */

/* Returns true for "Note: text", "NAME: text": up to three words and a colon. */
static bool is_speech(span s)
{
    const char *colon = ascii_is_upper(s.p[0]) ? memchr(s.p, ':', s.n < 30 ? s.n : 30) : NULL;
    unsigned blanks = 0;

    if (!colon || colon + 1 >= s.p + s.n || colon[1] != ' ' || colon == s.p)
        return false;
    for (const char *p = s.p; p < colon; p++)
        blanks += *p == ' ';
    return blanks < 3;
}

/* Returns true when a URL or "www." begins the text. A line that begins with another name of
 * base/prefix.h may be the end of a sentence, "ftp." */
static bool is_url(span s)
{
    size_t i = s.n > 0 && s.p[0] == '<';

    s.p += i;
    s.n -= i;
    if (ascii_begins(s.p, s.n, "url:")) {
        s.p += 4;
        s.n -= 4;
    }
    if (s.n == 0 || !strchr("hHfFmMwW", s.p[0]))
        return false;
    return ascii_begins(s.p, s.n, "http://") || ascii_begins(s.p, s.n, "https://") ||
           ascii_begins(s.p, s.n, "ftp://") || ascii_begins(s.p, s.n, "mailto:") ||
           prefix_is_www(s.p, s.n);
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
    static const char *const greetings[WORD_MAX + 1] = {
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
    return shape_is_one_of(greetings, s.p, n);
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
    if (shape_is_whole(s, contents) ||
        (s.p[s.n - 1] == '.' && shape_is_whole((span){s.p, s.n - 1}, contents)))
        return LINE_CONTENTS;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        size_t k = s.n > 0 && strchr("rsy:", ascii_lower(s.p[s.n - 1])) ? strlen(references[i]) : 0;

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

/* Returns true for text that is all between two stars on each side. */
static bool shape_is_strong(span s)
{
    return s.n > 5 && shape_begins(s, "**") && shape_ends(s, "**") && !ascii_is_blank(s.p[2]) &&
           !memchr(s.p + 2, '*', s.n - 4);
}

static unsigned flag(bool set, unsigned bit)
{
    return set ? bit : 0;
}

/* Sets the flags of text with signs. */
static void shape_signs(line *l, span s, span inner)
{
    if (l->drawn || l->letters == 0 || (l->letters >= 9 && l->beyond && memchr(s.p, 0xE2, s.n)))
        measure_drawing(l, s);
    if (l->head == '*' && l->tail == '*')
        l->flags |= flag(l->stops > 0, LINE_BOX) | flag(shape_is_strong(s), LINE_STRONG);
    l->flags |= flag(is_code(l, s), LINE_CODE) | flag(shape_is_address(s), LINE_ADDRESS);
    if (!l->marked && !l->drawn)
        return;
    l->flags |= flag(is_prompt(s), LINE_PROMPT) | flag(is_field(s), LINE_FIELD) |
                flag(is_speech(s), LINE_SPEECH) | flag(is_url(inner), LINE_URL);
}

/* Sets the flags of text without indentation. */
static void shape_outer(line *l, span s)
{
    char head = s.p[0];

    l->flags |= flag(shape_is_header(l, s), LINE_HEADER);
    if (head == 'B' || head == 'S' || head == '-')
        l->flags |= flag(is_forward(s), LINE_FORWARD);
    l->flags |= flag(head == '-' && s.n == 2 && s.p[1] == '-', LINE_SIGN_OFF);
}

void line_shape(line *l, const char *p)
{
    span s = {p + l->text, l->bytes - l->text};
    span inner = {p + l->inner_text, l->bytes - l->inner_text};

    if (l->letters + l->digits == 0 || (unsigned char)l->head >= 0x80)
        l->flags |= flag(is_rule(l, s), LINE_RULE);
    if (inner.n >= 2 && inner.n < 40 && l->words <= 5 && l->letters > 1 && l->flags & LINE_UPPER)
        l->flags |= shape_section_of(inner);
    if (s.p[0] == '`' || s.p[0] == '~')
        l->flags |= flag(shape_begins(s, "```") || (shape_begins(s, "~~~") && s.n > 3 && s.n < 16),
                         LINE_FENCE);
    if (l->signs > 0 || (unsigned char)l->head >= 0x80)
        shape_signs(l, s, inner);
    if (ascii_is_digit((unsigned char)l->tail) || l->tail == 'i' || l->tail == 'v' ||
        l->tail == 'x')
        l->flags |= flag(is_leader(l, s), LINE_LEADER);
    if (l->tail == ']' || l->tail == '-' || l->head == '[')
        l->flags |= flag(shape_is_footer(l, s), LINE_FOOTER);
    if (l->digits >= 4)
        l->flags |= flag(is_stamp(s), LINE_STAMP);
    if (l->indent == 0)
        shape_outer(l, s);
    line_patch(l, s.p, s.n);
    if (l->flags & LINE_COLON || (l->tail == 'e' && shape_ends(s, "message")))
        l->flags |= flag(is_wrote(s), LINE_WROTE);
}
