/* break.c - whether a line break goes through a URL: surely, perhaps, or not (R34, R35)
 *
 * Input: the chain of lines so far, the next line, and its first word. The line must be full, as
 * far as the lines around it show. A screen cuts at an edge that other lines share; a program that
 * fills lines breaks before a word that does not fit.
 */

#include <limits.h>

#include "base/ascii.h"
#include "find/join/inside.h"

/* No terminal or program breaks at a column before these: an edge that only the link's own line
 * shows, and one that other lines show too. */
#define EDGE_ALONE 40
#define EDGE_SHOWN 24
#define EDGE_MOST 250
#define EDGE_SCREEN 56
#define EDGE_SOFT 8

/* ---- The edge ---- */

/* Returns true when the line reaches the frame at its right. */
static bool reaches_frame(const text_row *r)
{
    unsigned pad = r->indent > 2 ? r->indent - 2 : 0;

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

/* ---- One break ---- */

/* Returns true for "name=value" below a URL that has no query. */
static bool break_is_setting(const text *t, const chain *k, const token *word)
{
    const char *p = t->p + word->from, *url = t->p + k->pieces[0].from;
    size_t i = 0, n = word->to - word->from;

    while (i < n && (ascii_is_alnum((unsigned char)p[i]) || p[i] == '_'))
        i++;
    return i > 0 && i < n && p[i] == '=' && !memchr(p, '&', n) &&
           !memchr(url, '?', k->pieces[0].to - k->pieces[0].from);
}

/* The ends of names of files, by their first letter. Those that begin with another one are there so
 * that this other one is not taken for whole: ".git" and "ignore". */
static const char *const endings[26] = {
    "asc",
    "bz2",
    "css csv",
    "deb diff djvu doc docx",
    "epub exe",
    "",
    "gif git gitattributes gitignore gitmodules gz",
    "htm html",
    "ico iso",
    "jar jpeg jpg json",
    "",
    "log",
    "md md5 mp3 mp4",
    "",
    "odt ogg",
    "patch pdf png pptx ps psd",
    "",
    "rpm rst",
    "sig svg",
    "tar tbz tgz txt txz",
    "",
    "",
    "whl",
    "xhtml xls xlsx xml xz",
    "",
    "zip zst",
};

static bool is_ending(const char *p, size_t n)
{
    return n > 0 && ascii_is_alpha((unsigned char)p[0]) &&
           ascii_is_word_of(endings[(p[0] | 0x20) - 'a'], p, n);
}

/* Returns the letters and digits that the word begins with. */
static size_t letters(const text *t, const token *word)
{
    size_t i = word->from;

    while (i < word->to && ascii_is_alnum((unsigned char)t->p[i]))
        i++;
    return i - word->from;
}

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

/* Returns true when the quote before the URL, which does not close in its line, closes after the
 * word; so does the bracket of a link in Markdown, "[pears](http://a.example/pe" and "ars)". */
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

/* Returns true when the URL before the break is whole, ".../x.html", ".../x.git", ".../[x]", and
 * the next word, which begins with a letter or digit, is not the rest of a longer ending. */
static bool break_is_whole(const text *t, const chain *k, const seam *m)
{
    enum { LONGEST = 16 };
    const piece *last = &k->pieces[k->count - 1];
    const char *front = t->p + last->from, *end = t->p + last->to, *p = end;
    const char *rest = t->p + m->word->from;
    char longer[2 * LONGEST];
    size_t n, more = 0;

    if (!ascii_is_alnum((unsigned char)rest[0]))
        return false;
    if (m->end == ']' || m->end == ')')
        return true;
    while (p > front && end - p < LONGEST && ascii_is_alnum((unsigned char)p[-1]))
        p--;
    n = (size_t)(end - p);
    if (p == front || p[-1] != '.' || !is_ending(p, n) || (k->count == 1 && !has_path(front, p)))
        return false;
    while (more < LONGEST && rest + more < t->p + m->word->to &&
           ascii_is_alnum((unsigned char)rest[more]))
        more++;
    memcpy(longer, p, n);
    memcpy(longer + n, rest, more);
    for (; more > 0; more--)
        if (is_ending(longer, n + more))
            return false;
    return true;
}

/* Sets what the line before the break, k->last, and the next one show by themselves. */
static void break_look(text *t, const chain *k, const text_row *next, seam *m)
{
    const text_row *r = &k->last;
    const token *word = m->word;

    m->run = word->to == next->to;
    m->open = m->end != '/' && strchr("-=&?%_+", m->end);
    m->whole = break_is_whole(t, k, m);
    m->vowel = has_vowel(t, word);
    m->number = word_is_number(t, word);
    m->lower = m->run && (word->to - word->from == 1 || !ascii_is_upper(t->p[word->from]));
    m->quoted = is_quoted_word(t, k, word);
    m->escape = break_is_escape(t, k, word) || break_is_closing(t, k, word) ||
                (m->end == '.' && is_ending(t->p + word->from, letters(t, word)));
    if (ends_in_colour(t, k)) {
        m->resumed = begins_in_colour(t, k, next);
        m->coloured = !m->resumed && !memchr(t->p + next->head, 0x1B, next->text - next->head);
    }
    m->even = m->run && next->columns == r->columns;
    m->chained = k->count > 1 && r->columns == k->first.columns;
    m->inside = r->framed && !reaches_frame(r);
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

    if (k->count > 1 || from < k->first.text + 3 || t->p[from - 1] != ' ' || t->p[from - 2] != ' ')
        return false;
    column = after_gap(t, next, next->text, next->to);
    return column == k->column ||
           (column > 0 && next->columns == k->first.columns && word->to - word->from < NAME);
}

/* Compares the line before the break with those around it. */
static void break_measure(text *t, const chain *k, const text_row *next, seam *m)
{
    const text_row *r = &k->last;
    edge e = region_edge(&k->near, r, m->soft);
    unsigned least;

    if (next->columns > e.longest && (!m->run || (!m->soft && next->columns > r->columns)))
        e.longest = next->columns;
    e.same += !m->run && next->columns == r->columns;
    m->filled = e.filled > e.same;
    m->shown = r->columns >= e.longest;
    m->exact =
        reaches_frame(r) || (!m->inside && m->shown && (e.same > 0 || m->even || m->chained));
    m->cut = m->exact && (m->even || m->chained || !m->filled);
    m->strong = m->cut && e.same > 1 && e.filled == 0;
    m->usual = m->shown && is_usual(r->columns);
    least = m->exact                                       ? EDGE_SHOWN
            : m->soft && (k->blank || k->near.longest > 0) ? EDGE_SOFT
                                                           : EDGE_ALONE;
    m->full = r->columns >= least && r->columns <= EDGE_MOST &&
              (m->exact || r->columns >= e.longest || (m->soft && k->blank && k->count == 1) ||
               (m->soft && r->columns + first_part(t, m->word, m->end) > e.longest));
    m->alike = m->full && !m->quoted && !m->escape && !m->resumed &&
               (is_column(t, k, next, m->word) ||
                region_begins_alike(t, &k->near, &k->first, k->column > k->first.indent, next));
}

/* Returns true when the sign after the URL, ",", or "." before a capital, ends it more likely than
 * it belongs to it. */
static bool is_stopped(const text *t, const chain *k, const seam *m)
{
    const size_t end = k->pieces[0].to;

    if (k->count > 1)
        return false;
    return (k->trimmed && strchr(";!", k->trimmed)) ||
           (t->p[end - 1] == '.' && ascii_is_upper(t->p[m->word->from]));
}

/* Returns true when the break surely goes through the URL, as a capture of a screen shows it. */
static bool is_sure_screen(const text *t, const chain *k, const seam *m)
{
    const token *word = m->word;
    const bool lone = m->run && !word->plain, words = word->kind == TOKEN_WORD && m->vowel;

    if (((m->quoted || m->escape) && m->shown) || (m->resumed && (m->cut || m->usual)))
        return true;
    if ((word->prose && !m->lower) || word->version || (word->sum && !m->run) || m->inside ||
        (!m->shown && !m->soft) || is_stopped(t, k, m) ||
        (m->coloured && (word->kind < TOKEN_WEAK || !m->cut)))
        return false;
    if ((m->cut || (m->usual && !m->filled)) && (m->run || !words))
        return true;
    if (word->kind <= TOKEN_SIGN || word->prose)
        return m->usual && m->lower;
    if ((m->exact || m->usual) && (lone || word->kind == TOKEN_CODE ||
                                   (!word->plain && (word->kind == TOKEN_WEAK || !words))))
        return true;
    return (m->soft || (k->last.columns >= EDGE_SCREEN &&
                        (k->last.columns < k->near.most || !m->filled ||
                         (lone && word->kind == TOKEN_CODE && !word->sum)))) &&
           (word->kind == TOKEN_CODE || lone || (!word->plain && m->end == '-'));
}

/* Returns true when the break surely goes through the URL. */
static bool is_sure(const text *t, const chain *k, const seam *m)
{
    const token *word = m->word;

    if ((word->kind <= TOKEN_SIGN && !m->quoted) || k->trimmed || m->coloured ||
        is_stopped(t, k, m))
        return false;
    return m->exact &&
           (m->even || ((!m->soft || m->chained) &&
                        ((m->run && !word->plain) || word->kind == TOKEN_CODE || m->quoted)));
}

/* Returns true when the break may go through the URL. */
static bool break_is_possible(const chain *k, const seam *m)
{
    const token *word = m->word;
    const bool alone = m->shown && !m->filled && k->last.columns >= EDGE_SCREEN;
    const bool shown = m->run || m->cut || m->open || m->soft;

    if (m->quoted || m->escape || m->resumed)
        return true;
    if (word->prose && !(alone && m->run && word->to - word->from == 1))
        return m->strong || (m->cut && m->lower) || ((m->usual || m->chained) && m->run);
    if (m->cut || (m->usual && (m->run || !m->filled)) ||
        (alone && m->lower && word->kind > TOKEN_ODD))
        return true;
    if (word->kind <= TOKEN_SIGN || word->to - word->from == 1)
        return m->chained && m->run;
    return (word->kind == TOKEN_CODE && (!word->sum || m->run)) ||
           ((shown || m->exact || m->usual || (alone && !m->number)) && word->kind == TOKEN_WEAK) ||
           ((shown || alone) && word->kind == TOKEN_WORD && !word->plain);
}

/* Weighs a break. `marked`: the next line has the quote marks of this one. */
static enum strength weigh(const settings *s, const text *t, const chain *k, const seam *m,
                           bool marked)
{
    const bool screen = RULE(R34) && (s->profile == TRAWL_PROFILE_SCREEN || k->scheme);

    if (!m->full || m->alike || m->whole ||
        (!m->exact && !m->usual && break_is_setting(t, k, m->word)))
        return BREAK_NONE;
    if (screen && is_sure_screen(t, k, m))
        return BREAK_SURE;
    if (k->comment && !screen)
        return ((m->run && (m->exact || m->word->kind >= TOKEN_WEAK)) || m->strong || m->usual) &&
                       break_is_possible(k, m)
                   ? BREAK_MAY
                   : BREAK_NONE;
    if (!screen && marked && (m->end != '=' || m->chained) && is_sure(t, k, m))
        return BREAK_SURE;
    return break_is_possible(k, m) ? BREAK_MAY : BREAK_NONE;
}

/* Weighs a break that is only offered with TRAWL_OPTION_JOIN. */
static enum strength weigh_loosely(const settings *s, chain *k, const seam *m)
{
    if (!RULE(R34) || !settings_option(s, TRAWL_OPTION_JOIN) ||
        k->last.columns + 3 < k->near.longest ||
        (m->word->kind == TOKEN_WORD && m->end != '/' && !m->open))
        return BREAK_NONE;
    k->guess = true;
    return BREAK_MAY;
}

/* Returns true when the lines below the next one may decide about the first break. Other links need
 * not wait for them: those whose line is shorter than any edge, whole ones, and those before a word
 * of prose, if a program filled the lines above. */
static bool needs_below(const chain *k, const seam *m)
{
    const unsigned columns = k->last.columns;

    if (columns < (m->soft ? EDGE_SOFT : EDGE_SHOWN) || columns > EDGE_MOST)
        return false;
    if (k->scheme)
        return true;
    return !m->whole && (!m->word->prose || m->run || m->quoted || m->escape ||
                         region_edge(&k->near, &k->last, m->soft).filled == 0);
}

enum strength break_weigh(const settings *s, text *t, chain *k, const text_row *next, seam *m)
{
    const unsigned columns = k->last.columns;
    const bool join = settings_option(s, TRAWL_OPTION_JOIN);
    enum strength is;

    m->end = t->p[k->pieces[k->count - 1].to - 1];
    m->soft = m->end == '/' || m->end == '-';
    if (next->columns > columns && !m->soft && !join)
        return BREAK_NONE;
    break_look(t, k, next, m);
    if (k->count == 1) {
        const size_t from = k->pieces[0].from, least = from > ABOVE_BYTES ? from - ABOVE_BYTES : 0;
        const unsigned marks = next->mark_count < k->first.mark_count ? row_kept_marks(&k->first)
                                                                      : k->first.mark_count;
        region_read_above(s, t, &k->first, least, marks, &k->near);
        if ((k->near.longest > columns && !m->soft && !join) || (!join && !needs_below(k, m)))
            return BREAK_NONE;
        region_read_below(s, t, &k->first, marks, next,
                          m->soft || join || k->first.framed ? UINT_MAX : columns, &k->near);
    }
    break_measure(t, k, next, m);
    if (k->scheme && k->count == 1)
        return m->full && (!k->bare ||
                           ((m->cut || m->usual) && (m->quoted || m->word->kind >= TOKEN_WEAK)))
                   ? BREAK_SURE
                   : BREAK_NONE;
    is = weigh(s, t, k, m, next->mark_count == k->last.mark_count);
    if (is == BREAK_NONE && m->word->kind > TOKEN_ODD && !m->alike && (!m->word->plain || m->run))
        is = weigh_loosely(s, k, m);
    return is;
}
