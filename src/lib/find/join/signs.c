/* signs.c - what a line break after a URL shows, and whether it goes through the URL: surely,
 * perhaps, or not (R34, R35)
 *
 * Input: the chain of lines so far, the next line, and its first word. A break has a bit for each
 * enum break_sign. The signs of the line, of the word and of the region are read from the text; the
 * other signs follow from them (`derived`). evidence.c weighs the signs. The lines around the chain
 * are read once, at its first break.
 */

#include <limits.h>

#include "base/ascii.h"
#include "base/check.h"
#include "find/join/inside.h"

/* The minimum number of columns of a line that was broken */
#define EDGE_SOFT 8    /* by a program, after "/" or "-" */
#define EDGE_SHOWN 24  /* at an edge that other lines show */
#define EDGE_ALONE 40  /* at an edge that only the link's own line shows */
#define EDGE_SCREEN 56 /* at the edge of a screen */
/* The maximum number of columns of any line that was broken. */
#define EDGE_MOST 250
/* The maximum number of columns of the lines that mail programs fill. */
#define EDGE_WIDE 80
/* Signs with which few URLs end. */
#define OPEN_ENDS "-=&?%_+"
/* The bytes of a long URL. */
#define LONG_URL 60

/* ---- What the text shows ---- */

/* Returns true when the line reaches the right side of its cell, except for at most as many blanks
 * as the first line has at its left. */
static bool reaches_frame(const chain *k)
{
    const text_row *r = &k->last;
    const unsigned pad = r->framed ? k->first.indent - k->first.side - 1 : 0;

    return r->framed && r->edge <= r->columns + (pad < 1 ? 1 : pad > 4 ? 4 : pad);
}

/* Returns the bytes of the token up to the first place where a program that breaks after `end`
 * would break it. */
static unsigned first_part(const text *t, const token *k, char end)
{
    size_t i = k->from;

    while (i < k->to && t->p[i] != end)
        i++;
    return (unsigned)(i - k->from) + (i < k->to);
}

/* Returns true when the URL is the value of a setting: "name=http://a.example", perhaps quoted. */
static bool is_value(const text *t, const chain *k)
{
    const size_t name = bytes_run(t->p, k->first.text, k->pieces[0].from, BYTE_ALNUM, "_");
    const size_t value = name + 1 + (t->p[name] == '=' && strchr("\"'", t->p[name + 1]));

    return name > k->first.text && t->p[name] == '=' && value == k->pieces[0].from;
}

/* Returns true when "=" follows the word in its line, "name = value". */
static bool is_assigned(text *t, const token *word)
{
    const size_t i = text_skip_blanks(t, word->to);

    return i > word->to && text_at(t, text_run(t, i, 1, 0, ":?+")) == '=';
}

/* Returns true for "name=value" below a URL that has no query, or that is itself the value of a
 * name, for "name='value'", and for "name:=value" and "name = value" below any URL. */
static bool break_is_setting(text *t, const chain *k, const token *word, char end)
{
    const char *p = t->p + word->from;
    const size_t n = word->to - word->from, i = bytes_run(p, 0, n, BYTE_ALNUM, "_");
    const int sign = text_at(t, word->from + i), after = text_at(t, word->from + i + 1);

    if (is_assigned(t, word) || (i > 0 && sign > 0 && strchr(":?+", sign) && after == '='))
        return true;
    if (i == 0 || sign != '=')
        return false;
    return after == '\'' || (word->next == '"' && i + 1 == n) ||
           (!memchr(p, '&', n) &&
            (!memchr(k->text, '?', k->bytes) || (is_value(t, k) && !strchr("&?", end))));
}

/* The ends of names of files. Longer ends such as "gitignore" are listed so that ".git" is not
 * whole when "ignore" follows. */
static const char name_endings[] =
    "asc bz2 css csv deb diff djvu doc docx epub exe gif git gitattributes gitignore gitmodules gz "
    "htm html ico iso jar jpeg jpg json log md md5 mp3 mp4 odt ogg patch pdf png pptx ps psd rpm "
    "rst sig svg tar tbz tgz txt txz whl xhtml xls xlsx xml xsl xz zip zst";

/* Returns true for the width of many screens. */
static bool is_usual(unsigned columns)
{
    return columns == 80 || columns == 100 || columns == 120 || columns == 132 || columns == 160;
}

/* Returns true when the word may be one of a language. */
static bool has_vowel(const text *t, const token *word)
{
    size_t i = word->from;

    while (i < word->to && (unsigned char)t->p[i] < 0x80 && !strchr("aeiouyAEIOUY", t->p[i]))
        i++;
    return i < word->to;
}

/* Returns true when the quote before the URL does not close in its line, but after the word. Also
 * returns true for the bracket of a link in Markdown, "[pears](http://a.example/pe" and "ars)". */
static bool is_quoted_word(const text *t, const chain *k, const token *word)
{
    const size_t from = k->pieces[0].from;
    const int quote = from > 0 ? (unsigned char)t->p[from - 1] : ' ';

    if (quote == '"')
        return word->next == '"' || (from > 1 && t->p[from - 2] == '\\' && word->next == '\\');
    if (quote == '(' && from > 1 && t->p[from - 2] == ']')
        return memchr(t->p + word->from, ')', word->to - word->from);
    return quote == '\'' && memchr(t->p + word->from, '\'', word->to - word->from);
}

/* Returns true when the break is inside an escape: "%2" and "F". */
static bool break_is_escape(const text *t, const chain *k, const token *word)
{
    const piece *last = &k->pieces[k->count - 1];
    const char *end = t->p + last->to, *rest = t->p + word->from;

    if (last->to - last->from < 3 || ascii_hex((unsigned char)rest[0]) < 0)
        return false;
    return end[-1] == '%' ? word->to - word->from > 1 && ascii_hex((unsigned char)rest[1]) >= 0
                          : end[-2] == '%' && ascii_hex((unsigned char)end[-1]) >= 0;
}

/* Returns true when a parameter follows the ";" of a path (RFC 1738), "type=a", "v=1", or its value
 * follows ";v=". */
static bool break_is_parameter(const text *t, const chain *k, const token *word, char end)
{
    const size_t to = bytes_run(t->p, word->from, word->to, BYTE_ALPHA, "");
    const piece *last = &k->pieces[k->count - 1];

    if (end == '=')
        return t->p[bytes_run_before(t->p, last->from + 1, last->to - 1, BYTE_ALPHA, "") - 1] ==
               ';';
    return end == ';' && to > word->from && to + 1 < word->to && t->p[to] == '=';
}

/* Returns true when the word closes a bracket of the URL: "/x_(a" and ")". */
static bool break_is_closing(const text *t, const chain *k, const token *word)
{
    int open = 0;

    if (t->p[word->from] != ')')
        return false;
    for (size_t i = k->pieces[0].from; i < k->pieces[0].to; i++)
        open += (t->p[i] == '(') - (t->p[i] == ')');
    return open > 0;
}

/* Returns true when a colour ends with the line before a break. */
static bool ends_in_colour(text *t, const chain *k)
{
    size_t i = k->pieces[k->count - 1].to, to;
    bool ended = false;

    for (; (to = row_skip_escape(t, i)) > i; i = to)
        ended = ended || t->p[to - 1] == 'm';
    return ended;
}

/* Returns true when the line after a break begins with the colour that the URL has. */
static bool begins_in_colour(text *t, const chain *k, const text_row *next)
{
    const char *escape = memchr(t->p + next->head, 0x1B, next->text - next->head);
    const size_t at = escape ? (size_t)(escape - t->p) : next->text;
    const size_t n = row_skip_escape(t, at) - at;
    size_t i = k->pieces[0].from;

    while (i > k->first.from && t->p[i - 1] != 0x1B)
        i--;
    return n > 0 && i > k->first.from && memcmp(t->p + i - 1, t->p + at, n) == 0;
}

/* Returns true when a slash after the host is in p[0..to). */
static bool has_path(const char *p, const char *to)
{
    for (unsigned slashes = 0; p < to; p++)
        if (*p == '/' && ++slashes == 3)
            return true;
    return false;
}

/* Returns BREAK_WHOLE when the URL before the break is whole, ".../x.html", ".../x.git", ".../[x]",
 * and the next word begins with a letter or digit. Returns BREAK_ESCAPE when the word is the rest
 * of an ending, ".../x.ht" and "ml". Otherwise returns 0. */
static uint64_t signs_of_ending(const text *t, const chain *k, const seam *m)
{
    enum { LONGEST = sizeof "gitattributes" };
    const piece *last = &k->pieces[k->count - 1];
    const size_t least = last->to - last->from < LONGEST ? last->from : last->to - LONGEST;
    const char *front = t->p + last->from, *end = t->p + last->to;
    const char *p = t->p + bytes_run_before(t->p, least, last->to, BYTE_ALNUM, "");
    const char *rest = t->p + m->word->from;
    char longer[2 * LONGEST];
    size_t n = (size_t)(end - p), more = m->word->to - m->word->from;

    if (!ascii_is_alnum((unsigned char)rest[0]))
        return 0;
    if (m->end == ']' || m->end == ')')
        return BREAK_BIT(WHOLE);
    if (p == front || p[-1] != '.' || (n > 0 && k->count == 1 && !has_path(front, p)))
        return 0;
    more = bytes_run(rest, 0, more < LONGEST ? more : LONGEST, BYTE_ALNUM, "");
    CHECK(n + more <= sizeof longer);
    memcpy(longer, p, n);
    memcpy(longer + n, rest, more);
    if (ascii_is_word_of(name_endings, longer, n + more))
        return BREAK_BIT(ESCAPE);
    if (!ascii_is_word_of(name_endings, p, n))
        return 0;
    while (more > 0 && !ascii_is_word_of(name_endings, longer, n + more))
        more--;
    return more == 0 ? BREAK_BIT(WHOLE) : 0;
}

/* Returns the column after the first gap of two blanks in a row before t->p[to], 0 for none. */
static unsigned after_gap(text *t, const text_row *r, size_t from, size_t to)
{
    for (size_t i = from; i + 2 < to; i++)
        if (t->p[i] == ' ' && t->p[i + 1] == ' ')
            return row_column(t, r, text_skip_blanks(t, i));
    return 0;
}

/* Returns true when the URL and a text in the next line are entries of the same column of a table:
 * after a gap, they begin at the same place, or end there and follow a name. */
static bool is_column(text *t, const chain *k, const text_row *next, const token *word)
{
    enum { NAME = 16 };
    const size_t from = k->pieces[0].from;
    unsigned column;

    if (from < k->first.text + 3 || t->p[from - 1] != ' ' || t->p[from - 2] != ' ')
        return false;
    column = after_gap(t, next, next->text, next->to);
    return column == k->column ||
           (column > 0 && next->columns == k->first.columns && word->to - word->from < NAME);
}

/* Returns true when the sign after the URL probably ends it: ",", or "." before a capital. */
static bool is_stopped(const text *t, const chain *k, const seam *m)
{
    const size_t end = k->pieces[0].to;

    if (k->count > 1)
        return false;
    return (k->trimmed && strchr(";!,", k->trimmed)) ||
           (t->p[end - 1] == '.' && ascii_is_upper(t->p[m->word->from]));
}

/* Returns true when no URL ends as this one does. A URL may end in a dash, and in a "?" before a
 * word of prose, unless it is the "?" of a database, "wais://a.example/x?". */
static bool is_open(const text *t, const chain *k, const seam *m)
{
    const bool dash = m->end == '-' && t->p[k->pieces[k->count - 1].to - 2] == '-';
    const bool asks = m->end == '?' && m->word->prose;

    return strchr(OPEN_ENDS, m->end) && !dash &&
           !(asks && !ascii_same(t->p + k->pieces[0].from, "wais", 4));
}

/* ---- The signs ---- */

#define B(sign) BREAK_BIT(sign)

static uint64_t sign_if(bool is, enum break_sign sign)
{
    return (uint64_t)is << sign;
}

/* Returns the signs of the next line's first word. */
static uint64_t signs_of_word(const text *t, const text_row *next, const token *word)
{
    const bool run = word->to == next->to, single = word->to - word->from == 1;

    return sign_if(word->kind >= TOKEN_SIGN, BREAK_SIGN) |
           sign_if(word->kind >= TOKEN_WORD, BREAK_WORD) |
           sign_if(word->kind >= TOKEN_WEAK, BREAK_WEAK) |
           sign_if(word->kind == TOKEN_CODE, BREAK_CODE) |
           sign_if(word->kind == TOKEN_WORD && has_vowel(t, word), BREAK_VOWEL) |
           sign_if(word->plain, BREAK_PLAIN) | sign_if(word->prose, BREAK_PROSE) |
           sign_if(word->version, BREAK_VERSION) | sign_if(word->sum, BREAK_SUM) |
           sign_if(word_is_number(t, word), BREAK_NUMBER) | sign_if(run, BREAK_RUN) |
           sign_if(run && (single || !ascii_is_upper(t->p[word->from])), BREAK_LOWER);
}

/* Returns true when a host and a path begin the word, "a.example.com/x". */
static bool is_host_first(const char *p, size_t all)
{
    const char *slash = memchr(p, '/', all);
    const size_t n = slash ? (size_t)(slash - p) : 0;
    const size_t label = bytes_after_last(p, 0, n, '.');

    return label > 0 && bytes_run(p, 0, n, BYTE_LABEL, ".") == n && tld_known(p + label, n - label);
}

/* Returns true for the beginning of a telephone number, "+49". */
static bool is_phone(const char *p, size_t n)
{
    return n > 1 && p[0] == '+' && bytes_run(p, 1, n, BYTE_DIGIT, "-./()") == n;
}

/* Returns true for a count, "4/4", an option, "--prefix", and the first word in brackets, "(see",
 * "(a)", but not for "(v=vs.85).aspx". */
static bool is_beside_text(const char *p, size_t n)
{
    const size_t i = bytes_run(p, 0, n, BYTE_DIGIT, "");

    return (i > 0 && i < 4 && i + 1 < n && p[i] == '/' &&
            bytes_run(p, i + 1, n, BYTE_DIGIT, "") == n) ||
           (n > 3 && memcmp(p, "--", 2) == 0 && ascii_is_alpha((unsigned char)p[2])) ||
           (n > 1 && p[0] == '(' &&
            !(memchr(p, ')', n) && ascii_is_alnum((unsigned char)p[n - 1])));
}

/* Returns true for a property of a calendar or a card, "END:VCARD", "ATTENDEE;CN=Ann",
 * "item1.X-ABLabel:x", and for a setting that is a URL, "TOOL=http://a.example". */
static bool is_property(const char *p, size_t n)
{
    const size_t group = bytes_run(p, 0, n, BYTE_ALNUM, "");
    const bool grouped = group + 1 < n && p[group] == '.' && ascii_is_upper(p[group + 1]);
    size_t i = grouped ? bytes_run(p, group + 1, n, BYTE_ALPHA, "-") : 0;

    while (!grouped && i < n && (ascii_is_upper(p[i]) || p[i] == '-'))
        i++;
    return i > 2 && i + 1 < n && p[i + 1] != '/' &&
           (byte_is_one(p[i], ":;") || (p[i] == '=' && !grouped && bytes_authority(p, n)));
}

/* Returns true when the URL is the value of a property that is folded after the first line: the
 * word is alone after one blank, and another such line or a property is below. */
static bool is_folded(text *t, const chain *k, const text_row *next, const token *word)
{
    const size_t name = k->first.text, below = next->next;

    if (next->indent != 1 || k->first.indent > 0 || word->to < next->to || next->next == 0 ||
        k->pieces[0].from == name || t->p[k->pieces[0].from - 1] != ':' ||
        !is_property(t->p + name, k->pieces[0].to - name))
        return false;
    return text_at(t, below) == ' ' ||
           is_property(t->p + below, text_word_end(t, below, 32) - below);
}

/* Returns true for a command of diff, a property, a telephone number, an aside. */
static bool is_own_text(const char *p, size_t n)
{
    return lines_is_hunk(p, n) || is_property(p, n) || is_phone(p, n) || is_beside_text(p, n);
}

/* Returns true for 40 hex digits, unless the URL ends in such digits. */
static bool is_commit_hash(const text *t, const chain *k, const token *word)
{
    enum { DIGITS = 40, FEW = 8 };
    const piece *url = &k->pieces[k->count - 1];

    return word->sum && word->to - word->from == DIGITS &&
           bytes_run_before(t->p, url->from, url->to, BYTE_HEX, "") + FEW > url->to;
}

/* Returns true when the word is a text or a link of its own. After a comma, every word that is not
 * code is foreign. A text with a form of its own is foreign, unless the first line ends in a sign
 * that few URLs end with. So is a word beyond ASCII below a URL in ASCII, and, below a path that
 * ends in a letter or digit, a host or the hash of a commit. */
static bool is_foreign(const text *t, const chain *k, const seam *m)
{
    const token *word = m->word;
    const char *p = t->p + word->from;
    const size_t n = word->to - word->from;

    return (k->trimmed == ',' && k->count == 1 && word->kind != TOKEN_CODE) ||
           (n > 0 && p[n - 1] == ':' && word->next <= ' ' && !strchr(OPEN_ENDS "/", m->end)) ||
           (!strchr(OPEN_ENDS, m->end) && is_own_text(p, n)) ||
           (bytes_ascii_end(p, 0, n) < n &&
            bytes_ascii_end(t->p, k->pieces[0].from, k->pieces[0].to) == k->pieces[0].to) ||
           (((is_host_first(p, n) && !name_takes(chain_url(k), p, n)) ||
             is_commit_hash(t, k, word)) &&
            ascii_is_alnum((unsigned char)m->end) &&
            has_path(t->p + k->pieces[0].from, t->p + k->pieces[0].to));
}

/* Returns true when a host and a port end the first line, and the word is neither the rest of a
 * port nor what may follow a port. */
static bool is_after_port(const text *t, const chain *k, const token *word)
{
    enum { DIGITS = 5 };
    const piece *url = &k->pieces[0];
    const size_t from = bytes_run_before(t->p, url->from, url->to, BYTE_DIGIT, "");
    const size_t more = bytes_run(t->p, word->from, word->to, BYTE_DIGIT, "");

    if (k->count > 1 || from == url->to || t->p[from - 1] != ':' ||
        has_path(t->p + url->from, t->p + url->to))
        return false;
    if (more == word->from || (more < word->to && !strchr("/?#", t->p[more])))
        return more > word->from || !strchr("/?#", t->p[more]);
    return url->to - from + more - word->from > DIGITS;
}

/* Returns the signs of the URL before the break, and of how it and the word fit. */
static uint64_t signs_of_url(const settings *s, text *t, const chain *k, const text_row *next,
                             const seam *m)
{
    const token *word = m->word;
    const enum name_break name = name_divided(s, chain_url(k), t, word, word->to == next->to);
    const bool closes = break_is_escape(t, k, word) || break_is_closing(t, k, word) ||
                        break_is_parameter(t, k, word, m->end) || (k->stars && k->count == 1);
    const bool coloured = ends_in_colour(t, k), resumed = coloured && begins_in_colour(t, k, next);

    return sign_if(m->end == '/' || m->end == '-', BREAK_SOFT) |
           sign_if(name == NAME_DIVIDED || is_folded(t, k, next, word), BREAK_NAME) |
           sign_if(m->end == '-', BREAK_HYPHEN) | sign_if(m->end == '=', BREAK_EQUALS) |
           sign_if(is_open(t, k, m), BREAK_OPEN) | signs_of_ending(t, k, m) |
           sign_if(is_after_port(t, k, word), BREAK_WHOLE) |
           sign_if(is_stopped(t, k, m), BREAK_STOPPED) |
           sign_if(k->bytes >= LONG_URL, BREAK_URL_60) |
           sign_if(break_is_setting(t, k, word, m->end), BREAK_SETTING) |
           sign_if(is_quoted_word(t, k, word), BREAK_QUOTED) |
           sign_if(is_foreign(t, k, m), BREAK_FOREIGN) |
           sign_if(closes || name == NAME_LONGER, BREAK_ESCAPE) | sign_if(resumed, BREAK_RESUMED) |
           sign_if(coloured && !resumed &&
                       !memchr(t->p + next->head, 0x1B, next->text - next->head),
                   BREAK_COLOURED);
}

/* Returns true when the next line is indented more than the first line, but begins neither below
 * the text after the first line's bullet nor below the URL. */
static bool break_is_hanging(const chain *k, const text_row *next)
{
    return k->count == 1 && next->mark_count == k->first.mark_count &&
           next->indent > k->first.indent && next->indent != k->column && next->indent != k->body;
}

/* Returns the signs of the line before the break: of this line alone, and of this line beside the
 * next line. */
static uint64_t signs_of_row(const settings *s, const chain *k, const text_row *next, bool run)
{
    const text_row *r = &k->last;
    const unsigned columns = r->columns;

    return sign_if(k->count == 1, BREAK_FIRST) | sign_if(k->bare, BREAK_BARE) |
           sign_if(reaches_frame(k), BREAK_FRAME) |
           sign_if(r->framed && !reaches_frame(k), BREAK_INSIDE) |
           sign_if(run && next->columns == columns, BREAK_EVEN) |
           sign_if(k->count > 1 && columns == k->first.columns, BREAK_CHAINED) |
           sign_if(next->mark_count == r->mark_count, BREAK_MARKED) |
           sign_if(break_is_hanging(k, next), BREAK_HANGING) |
           sign_if(columns >= EDGE_SOFT, BREAK_FROM_SOFT) |
           sign_if(columns >= EDGE_SHOWN, BREAK_FROM_SHOWN) |
           sign_if(columns >= EDGE_ALONE, BREAK_FROM_ALONE) |
           sign_if(columns >= EDGE_SCREEN, BREAK_FROM_SCREEN) |
           sign_if(columns > EDGE_WIDE && s->profile != TRAWL_PROFILE_SCREEN, BREAK_WIDE) |
           sign_if(columns > EDGE_MOST && columns != s->columns, BREAK_BEYOND) |
           sign_if(columns == s->columns && !next->counted, BREAK_KNOWN) |
           sign_if(s->columns == 0 && is_usual(columns), BREAK_WIDTH);
}

/* Returns true when both lines begin with a sign of a list, but not with the "*" of a box, or of a
 * comment that one of the lines opens. */
static bool is_item(const text *t, const chain *k, const text_row *next)
{
    const region_row *r = k->near.rows, *end = r + k->near.count;

    if (next->sign_n != 1 || next->tight || next->framed || !strchr("*+-", t->p[next->sign]) ||
        t->p[k->first.sign - (k->first.sign > 0)] == '/')
        return false;
    while (r < end && !memchr(t->p + r->row.from, '/', r->row.text - r->row.from))
        r++;
    return r == end;
}

/* Returns the signs of the region: the line before the break among those around it. In text, two
 * other lines must end at the edge: one does so by chance. */
static uint64_t signs_of_region(const text *t, const chain *k, const text_row *next, const seam *m,
                                bool in_text)
{
    const unsigned columns = k->last.columns;
    const bool run = m->signs & B(RUN), soft = m->signs & B(SOFT);
    edge e = region_edge(&k->near, &k->last);

    e.longest = soft ? e.above : e.longest;
    if (next->columns > e.longest && (!run || (!soft && next->columns > columns)))
        e.longest = next->columns;
    e.same += !run && next->columns == columns;
    return sign_if(is_item(t, k, next), BREAK_ITEM) | sign_if(columns >= e.longest, BREAK_LONGEST) |
           sign_if(e.same > in_text, BREAK_SHARED) | sign_if(k->sure < k->count, BREAK_UNSURE) |
           sign_if(e.filled > 0 || e.same < 2, BREAK_LOOSE) |
           sign_if(e.filled > e.same, BREAK_FILLED) |
           sign_if(columns + first_part(t, m->word, m->end) > e.longest, BREAK_NO_ROOM) |
           sign_if(columns < e.most, BREAK_BEFORE_FILL) | sign_if(e.above > 0, BREAK_ABOVE) |
           sign_if(columns + 3 >= e.above, BREAK_NEAR);
}

/* Signs that follow from others, in an order in which each follows from those above it. */
static const struct derived {
    enum break_sign sign;
    uint64_t with, without;
} derived[] = {
    /* the line ends at the edge that a frame, another line or another part of the URL shows */
    {BREAK_LONGEST, B(KNOWN), 0},
    {BREAK_EXACT, B(FRAME), 0},
    {BREAK_EXACT, B(KNOWN), 0},
    {BREAK_EXACT, B(LONGEST) | B(SHARED), B(INSIDE)},
    {BREAK_EXACT, B(EVEN), B(INSIDE)},
    {BREAK_EXACT, B(CHAINED), B(INSIDE)},
    /* lines are cut there, not filled */
    {BREAK_CUT, B(KNOWN), 0},
    {BREAK_CUT, B(EXACT) | B(EVEN), 0},
    {BREAK_CUT, B(EXACT) | B(CHAINED), 0},
    {BREAK_CUT, B(EXACT), B(FILLED)},
    {BREAK_STRONG, B(CUT) | B(SHARED), B(LOOSE)},
    {BREAK_USUAL, B(LONGEST) | B(WIDTH), 0},
    {BREAK_EDGE, B(CUT), 0},
    {BREAK_EDGE, B(USUAL), 0},
    /* the line is long enough for a break */
    {BREAK_LONG, B(FROM_ALONE), B(BEYOND)},
    {BREAK_LONG, B(FROM_SHOWN) | B(EXACT), B(BEYOND)},
    {BREAK_LONG, B(FROM_SOFT) | B(SOFT) | B(ABOVE), B(EXACT) | B(BEYOND)},
    {BREAK_LONG, B(FROM_SOFT) | B(SOFT), B(EXACT) | B(BEYOND) | B(FIRST)},
    /* it is full: no line shows a farther edge, or the word's first part did not fit */
    {BREAK_FULL, B(LONG) | B(LONGEST), B(INSIDE)},
    {BREAK_FULL, B(LONG) | B(SOFT) | B(NO_ROOM), 0},
};

#ifdef TRAWL_TEST_RULES
const char *signs_row(int i)
{
    return (size_t)i < sizeof derived / sizeof *derived ? "a sign that follows from others" : NULL;
}
#endif

/* Adds the signs that follow from others. */
static uint64_t signs_derive(uint64_t signs)
{
    for (const struct derived *d = derived; d < derived + sizeof derived / sizeof *derived; d++)
        signs |= sign_if((signs & d->with) == d->with && !(signs & d->without) &&
                             EVIDENCE(d - derived, signs),
                         d->sign);
    return signs;
}

/* Sets the signs that the break shows without the lines around it. */
static void signs_begin(const settings *s, text *t, const chain *k, const text_row *next, seam *m)
{
    const uint64_t word = signs_of_word(t, next, m->word);

    m->signs |= word | signs_of_url(s, t, k, next, m) | signs_of_row(s, k, next, word & B(RUN));
}

/* Adds the signs that the lines around the break show, except BREAK_ALIKE. */
static void signs_measure(text *t, const chain *k, const text_row *next, bool in_text, seam *m)
{
    m->signs = signs_derive(m->signs | signs_of_region(t, k, next, m, in_text));
}

/* Returns true when the next line begins with the number that follows the number of the first
 * line: "9  see http://a.example/x" and "10  pears". */
static bool is_counted(const text *t, const chain *k, const token *word)
{
    const char *own = t->p + k->first.text;

    return word_is_number(t, word) && ascii_is_digit((unsigned char)*own) &&
           row_number_value(t->p + word->from) == row_number_value(own) + 1;
}

/* Returns where the fields of a row begin: after its number, which a tab may follow. */
static size_t row_fields(const text_row *r)
{
    return r->counted ? r->text : r->from;
}

/* Adds BREAK_ALIKE if the next line begins as the lines around the break do. Returns true if it
 * does. */
static bool signs_alike(text *t, const chain *k, const text_row *next, seam *m)
{
    const uint64_t rest = B(QUOTED) | B(ESCAPE) | B(RESUMED) | B(NAME);

    if (m->signs & rest ||
        !(is_column(t, k, next, m->word) || is_counted(t, k, m->word) ||
          record_goes_on(t, row_fields(&k->first), k->pieces[0].from, row_fields(next)) ||
          region_begins_alike(t, &k->near, &k->first, k->column > k->first.indent, next)))
        return false;
    m->signs |= B(ALIKE);
    return true;
}

/* Reads the lines around the first break. Does not read the lines below a very short line, since
 * they do not affect the decision. */
static void signs_read_region(const settings *s, text *t, chain *k, const text_row *next,
                              const seam *m)
{
    const size_t from = k->pieces[0].from, least = from > ABOVE_BYTES ? from - ABOVE_BYTES : 0;
    const unsigned marks =
        next->mark_count < k->first.mark_count ? row_kept_marks(&k->first) : k->first.mark_count;

    region_read_above(s, t, &k->first, least, marks, &k->near);
    if (m->signs & (B(FROM_SHOWN) | B(SOFT)))
        region_read_below(s, t, &k->first, marks, next, &k->near);
}

/* ---- Whether the break goes through the URL ---- */

/* Returns the layout of the lines, which decides what evidence counts. */
static enum break_layout break_layout_of(const settings *s, const chain *k)
{
    if (k->scheme && k->count == 1)
        return BREAK_IN_SCHEME;
    return RULE(R34) && (s->profile == TRAWL_PROFILE_SCREEN || (k->scheme && !k->bare))
               ? BREAK_ON_SCREEN
               : BREAK_IN_TEXT;
}

/* Keeps how the first break was decided, for --explain. */
static void keep_verdict(const settings *s, chain *k, verdict v)
{
    if (!(s->want & TRAWL_WANT_EXPLAIN))
        return;
    k->why = v;
    region_describe(&k->near, &k->first, k->why.region);
}

#ifdef TRAWL_TEST_RULES
void (*break_seen)(uint64_t from, unsigned lines, uint64_t signs);
#endif

enum strength break_weigh(const settings *s, text *t, chain *k, const text_row *next, seam *m)
{
    const bool guess = settings_option(s, TRAWL_OPTION_JOIN);
    const enum break_layout layout = break_layout_of(s, k);
    enum strength is;

    m->end = t->p[k->pieces[k->count - 1].to - (k->stars && k->count == 1 ? 3 : 1)];
    if (layout != BREAK_IN_TEXT && !(k->bare && k->count == 1) && next->columns > k->last.columns &&
        m->end != '/' && m->end != '-' && !guess)
        return BREAK_NONE;
    signs_begin(s, t, k, next, m);
    if (k->count == 1)
        signs_read_region(s, t, k, next, m);
    signs_measure(t, k, next, layout == BREAK_IN_TEXT, m);
    if (k->comment && layout == BREAK_IN_TEXT)
        m->signs |= BREAK_BIT(COMMENT);
    is = evidence_weigh(m->signs, layout);
    if ((is != BREAK_NONE || k->count > 1 || guess || s->want & TRAWL_WANT_EXPLAIN) &&
        signs_alike(t, k, next, m))
        is = evidence_weigh(m->signs, layout);
#ifdef TRAWL_TEST_RULES
    if (break_seen && layout == BREAK_IN_TEXT && !(m->signs & BREAK_BIT(ALIKE))) {
        break_seen(t->base + k->pieces[0].from, k->count, m->signs);
        is = is == BREAK_NONE ? BREAK_MAY : is; /* the next break is seen, too */
    }
#endif
    if (is == BREAK_NONE && guess && RULE(R34) &&
        evidence_weigh(m->signs, BREAK_BY_GUESS) == BREAK_SURE) {
        k->guess = true;
        is = BREAK_MAY;
    }
    if (k->count == 1)
        keep_verdict(s, k, (verdict){true, true, k->guess, layout, is, m->signs, ""});
    return is;
}
