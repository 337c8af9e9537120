/* line.c - separates text that may be folded from lines that stay as they are
 *
 * These lines stay: lines below "-- ", code (indented by at least four columns, or fenced),
 * patches, what PGP signed or uuencode encoded, tables (by their gaps and bars), headings, commands
 * of troff and TeX, tags, and lines with control characters. In doubt a line stays.
 */
#include "trawl/wrap/inside.h"

#define CODE_INDENT 4

/* A row of a table has at most this many columns for each of its gaps. A wide gap has a tab, or
 * WIDE_GAP blanks or more. */
#define WIDE_GAP 3
#define COLUMNS_A_WIDE_GAP 240
#define COLUMNS_A_GAP 60

static bool line_begins(const char *p, size_t n, const char *word)
{
    if (n == 0 || p[0] != word[0])
        return false;
    size_t k = strlen(word);
    return n >= k && memcmp(p, word, k) == 0;
}

static bool line_is(const char *p, size_t n, const char *word)
{
    return n == strlen(word) && line_begins(p, n, word);
}

static bool blank_at(const char *p, size_t n, size_t i)
{
    return i >= n || ascii_is_blank(p[i]);
}

/* ---- Beginnings ---- */

static size_t line_digits(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && i < 4 && ascii_is_digit((unsigned char)p[i]))
        i++;
    return i;
}

/* Returns the length of the bullet at p, or 0. */
static size_t bullet(const char *p, size_t n)
{
    static const char *const bullets[] = {"*", "-", "+", "•", "‣", "◦", "·", "–", "—", NULL};

    for (size_t i = 0; bullets[i]; i++)
        if (line_begins(p, n, bullets[i]))
            return strlen(bullets[i]);
    return 0;
}

static bool is_of_mark(unsigned char c)
{
    return ascii_is_alnum(c) || c == '^';
}

/* Returns the length of the number of a list item at p, or 0. */
static size_t wrap_line_number(const char *p, size_t n)
{
    static const struct {
        const char *open;
        bool (*is)(unsigned char c);
        size_t most;
        const char *close;
    } forms[] = {
        {"", ascii_is_digit, 3, ".)"}, /* "12.", "3)" */
        {"", ascii_is_alpha, 1, ")"},  /* "a)" */
        {"(", is_of_mark, 3, ")"},     /* "(iv)" */
        {"[", is_of_mark, 8, "]"},     /* "[2]", "[^1]:" */
    };

    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        const size_t from = strlen(forms[f].open);
        size_t i = from;
        while (i < n && i - from < forms[f].most && forms[f].is((unsigned char)p[i]))
            i++;
        if (i > from && i < n && memcmp(p, forms[f].open, from) == 0 && p[i] &&
            strchr(forms[f].close, p[i]))
            return i + 1 + (from > 0 && i + 1 < n && p[i + 1] == ':');
    }
    return 0;
}

/* Returns the length of the mark of a list at the start of p[0..n), with the blanks after it. */
static size_t item_mark(const char *p, size_t n)
{
    size_t i = bullet(p, n);

    if (i == 0)
        i = wrap_line_number(p, n);
    if (i == 0 || !blank_at(p, n, i))
        return 0;
    while (i < n && ascii_is_blank(p[i]))
        i++;
    return i;
}

/* Returns true for "> ", "| " and "JD> ", and for ": " and the like (R10). */
static bool line_is_quote(const char *p, size_t n)
{
    size_t i = 0;

    if (n > 0 && strchr(":}%", p[0]) && p[0])
        return blank_at(p, n, 1);
    while (i < n && i < 5 && ascii_is_alpha((unsigned char)p[i]))
        i++;
    return i < n && (p[i] == '>' || (i == 0 && p[i] == '|'));
}

/* Returns true for an HTML tag or a part of Gnus: "<p>", "</b>", "<!--", "<#part", but not for a
 * URL or an address in angle brackets. */
static bool line_is_tag(const char *p, size_t n)
{
    size_t i = 1;

    if (n < 2 || p[0] != '<')
        return false;
    if (strchr("!#?/", p[1]))
        return true;
    while (i < n && ascii_is_alnum((unsigned char)p[i]))
        i++;
    return i > 1 && (i == n || strchr("> /\t", p[i]));
}

/* Returns true for the start of a line that is code or markup. */
static bool is_markup(const char *p, size_t n)
{
    static const char *const begins[] = {"\\", "//", "/*", "*/", ";;", "@@", "$ ", "-----", "#+"};

    if (n < 2 || line_is_tag(p, n))
        return n > 1;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (line_begins(p, n, begins[i]))
            return true;
    if (p[0] == '#') { /* a heading, a comment, a line of C; but not "#1738" or "#tag" */
        size_t i = 1;
        while (i < n && ascii_is_alpha((unsigned char)p[i]))
            i++;
        return p[1] == '#' || p[1] == '!' || ascii_is_blank(p[1]) ||
               ascii_is_word_of("include define ifdef ifndef endif undef pragma", p + 1, i - 1);
    }
    if (p[0] != '.') /* a request of troff: ".PP", ".Sh Name" */
        return false;
    return ascii_is_alpha((unsigned char)p[1]) &&
           (blank_at(p, n, 2) || (ascii_is_alpha((unsigned char)p[2]) && blank_at(p, n, 3)));
}

size_t line_field(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && i < 70 && p[i] > ' ' && p[i] < 0x7F && p[i] != ':')
        i++;
    return i > 0 && i < n && p[i] == ':' ? i : 0;
}

bool line_may_begin(const char *p, size_t n)
{
    if (n == 0 || strchr(">|:}%#`", p[0]) || item_mark(p, n) > 0 || line_is_quote(p, n) ||
        is_markup(p, n))
        return false;
    return !line_begins(p, n, "From ") && !line_begins(p, n, "begin ") &&
           !line_begins(p, n, "begin-base64 ") && !line_begins(p, n, "--") &&
           !line_begins(p, n, "~~~") && !line_begins(p, n, "diff --git") && !line_is(p, n, ".") &&
           !line_is(p, n, "From");
}

/* ---- Whole lines ---- */

/* Returns true for a character that ends a sentence or a part of it: two blanks may follow. */
static bool ends_phrase(char c)
{
    return c && strchr(".!?:;,)\"'", c) != NULL;
}

/* Returns true when the line has gaps, tabs or bars as the rows of a table, or draws one. */
static bool is_table(const char *p, const struct line *line)
{
    unsigned wide = 0, gaps = 0, bars = 0;
    uint32_t code;

    for (size_t i = line->text, k; i < line->last; i = k) {
        k = i + 1;
        if (ascii_is_blank(p[i])) {
            bool tab = p[i] == '\t';
            for (; k < line->last && ascii_is_blank(p[k]); k++)
                tab |= p[k] == '\t';
            wide += tab || k - i >= WIDE_GAP;
            gaps += k - i == 2 && i > line->text && !ends_phrase(p[i - 1]);
        } else if (p[i] == '|') {
            bars++;
        } else if ((unsigned char)p[i] == 0xE2) {
            k = i + character(p + i, line->last - i, &code);
            if (code >= 0x2500 && code < 0x25A0)
                return true;
        }
    }
    return bars > 1 || (wide > 0 && line->columns <= COLUMNS_A_WIDE_GAP * wide) ||
           (gaps > 1 && line->columns <= COLUMNS_A_GAP * gaps);
}

/* Returns true when a text has a control character other than a tab, or nothing but signs. */
static bool is_odd(const char *p, size_t n)
{
    bool signs = true;

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];

        if ((c < 0x20 && c != '\t') || c == 0x7F)
            return true;
        signs = signs && c < 0x80 && !ascii_is_alnum(c) && c != '<';
    }
    return signs;
}

/* ---- Blocks of lines ---- */

/* Returns true when the line is inside a block that an earlier line opened; may end the block. */
static bool line_goes_on(struct line_state *s, const char *p, size_t n)
{
    bool end = false;

    switch (s->inside) {
    case INSIDE_NOTHING:
        return false;
    case INSIDE_SIGNATURE:
        return true;
    case INSIDE_FENCE:
        end = n >= 3 && p[0] == s->fence && p[1] == s->fence && p[2] == s->fence;
        break;
    case INSIDE_BLOCK:
        end = ascii_begins(p, n, "#+end_");
        break;
    case INSIDE_ARMOR:
        end = line_begins(p, n, "-----END ");
        break;
    case INSIDE_SIGNED:
        end = line_begins(p, n, "-----END PGP SIGNATURE");
        break;
    case INSIDE_UUENCODE:
        end = line_is(p, n, "end") || line_is(p, n, "====");
        break;
    case INSIDE_PATCH:
        if (n > 0 && !strchr("+-@\\ \t", p[0]) && !line_begins(p, n, "diff ") &&
            !line_begins(p, n, "index ") && !line_begins(p, n, "new file ") &&
            !line_begins(p, n, "deleted ") && !line_begins(p, n, "rename ") &&
            !line_begins(p, n, "similarity ")) {
            s->inside = INSIDE_NOTHING;
            return false;
        }
        break;
    }
    if (end)
        s->inside = INSIDE_NOTHING;
    return true;
}

/* Returns the block that a line opens and belongs to. */
static enum line_inside line_opens(struct line_state *s, const char *p, size_t n)
{
    if (line_begins(p, n, "```") || line_is(p, n, "~~~")) {
        s->fence = p[0];
        return INSIDE_FENCE;
    }
    if (ascii_begins(p, n, "#+begin_"))
        return INSIDE_BLOCK;
    if (line_begins(p, n, "-----BEGIN "))
        return line_begins(p, n, "-----BEGIN PGP SIGNED") ? INSIDE_SIGNED : INSIDE_ARMOR;
    if (line_begins(p, n, "begin ") || line_begins(p, n, "begin-base64 ")) {
        size_t k = n > 6 ? line_digits(p + 6, n - 6) : 0;
        return p[5] == '-' || (k >= 3 && blank_at(p, n, 6 + k)) ? INSIDE_UUENCODE : INSIDE_NOTHING;
    }
    if (line_begins(p, n, "diff --git ") || line_begins(p, n, "@@ -") || line_begins(p, n, "+++ "))
        return INSIDE_PATCH;
    return INSIDE_NOTHING;
}

/* ---- Reading a line ---- */

/* Sets the text of a line: without indent, mark and blanks at its end. */
static void line_find_text(struct line *line, const char *p)
{
    line->text = line->from;
    line->last = line->to;
    while (line->text < line->to && ascii_is_blank(p[line->text]))
        line->text++;
    if (line->text == line->to)
        line->text = line->last = line->from;
    while (line->last > line->text && ascii_is_blank(p[line->last - 1]))
        line->last--;
    line->indent = columns_after(p + line->from, line->text - line->from, 0);
}

/* Returns true for an indented line that continues the text above it, so is not code. */
static bool is_continued(const struct line_state *s, const struct line *line)
{
    return (s->after_text && line->indent <= s->indent + 1 && s->indent >= CODE_INDENT) ||
           (s->list > 0 && line->indent == s->list);
}

/* Returns the kind of a line outside blocks; sets the text of an item. */
static enum line_kind line_kind_of(const struct line_state *s, struct line *line, const char *p)
{
    const char *t = p + line->text;
    size_t n = line->last - line->text, mark = item_mark(t, n);

    if (n == 0)
        return LINE_BLANK;
    if (line_is_quote(t, n))
        return LINE_QUOTED;
    if (is_odd(t, n) || (line->indent >= CODE_INDENT && !is_continued(s, line)))
        return LINE_KEPT;
    if (mark > 0) {
        line->item = true;
        line->text = line->text + mark < line->last ? line->text + mark : line->last;
        line->indent = columns_after(p + line->from, line->text - line->from, 0);
    } else if (is_markup(t, n)) {
        return LINE_KEPT;
    }
    return is_table(p, line) ? LINE_KEPT : LINE_TEXT;
}

void line_rest(struct line *line, const char *p, enum line_kind kind)
{
    line->item = false;
    line->kind = kind;
    line_find_text(line, p);
    line->columns = columns_after(p + line->from, line->last - line->from, 0);
}

void line_read(struct line_state *s, struct line *line, const char *p)
{
    const char *all = p + line->from;
    size_t n = line->to - line->from;

    line->item = false;
    line_find_text(line, p);
    line->columns = columns_after(all, line->last - line->from, 0);
    if (line_goes_on(s, all, n)) {
        line->kind = LINE_KEPT;
    } else if (line_is(all, n, "-- ") || (s->inside = line_opens(s, all, n)) != INSIDE_NOTHING) {
        line->kind = LINE_KEPT;
        if (s->inside == INSIDE_NOTHING)
            s->inside = INSIDE_SIGNATURE;
    } else {
        line->kind = line_kind_of(s, line, p);
    }
    s->after_text = line->kind == LINE_TEXT;
    s->after_blank = line->kind == LINE_BLANK;
    if (line->kind == LINE_TEXT)
        s->indent = line->indent;
    if (line->kind != LINE_BLANK && (line->item || line->indent == 0))
        s->list = line->item ? line->indent : 0;
}
