/* context.c - reads what precedes a link in its line and affects its end
 *
 * Right before the link: a quote (M2), emphasis (M3), a label (R2). Earlier in the line: quotes,
 * as in {"text":"see http://a.example/x","n":1}, where only the closing mark shows the end;
 * emphasis, comments, tables. Only CONTEXT_LEFT bytes before a link count.
 */
#include "find/ending/inside.h"

#define CONTEXT_LEFT 512

/* ---- Right before the link */

static const struct {
    uint32_t open, close;
} quote_pairs[] = {{'"', '"'},       {'\'', '\''},     {'`', '`'},       {0x201C, 0x201D},
                   {0x2018, 0x2019}, {0xAB, 0xBB},     {0x201E, 0x201C}, {0x201A, 0x2018},
                   {0x2039, 0x203A}, {0x300C, 0x300D}, {0x300E, 0x300F}, {0xFF02, 0xFF02},
                   {'|', '|'},       {0xFF5C, 0xFF5C}, {'<', '|'},       {0xFF1C, 0xFF1E},
                   {0x301D, 0x301E}, {0xFE41, 0xFE42}, {0xFE43, 0xFE44}};

static uint32_t partner_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof quote_pairs / sizeof quote_pairs[0]; i++)
        if (quote_pairs[i].open == code)
            return quote_pairs[i].close;
    return 0;
}

/* Returns the start of the label "URL:" or "URI:" before `from`; `from` for none. */
static size_t before_label(const text *t, size_t from)
{
    size_t i = from;

    while (i >= 4 && from - i < 8 && t->p[i - 1] == ' ')
        i--;
    return RULE(R2) && i >= 4 &&
                   (ascii_same(t->p + i - 4, "url:", 4) || ascii_same(t->p + i - 4, "uri:", 4))
               ? i - 4
               : from;
}

left_context ending_left(const settings *s, const text *t, size_t from)
{
    left_context left = {0};
    size_t i = settings_mail(s) ? before_label(t, from) : from;

    left.label = i < from;
    if (!settings_mail(s) || i == 0 || (unsigned char)t->p[i - 1] <= ' ')
        return left;
    left.partner = partner_of(text_char_before(t, i).code);
    if ((t->p[i - 1] == '*' || t->p[i - 1] == '_') && !text_is_plain(t)) {
        left.mark = t->p[i - 1];
        while (left.marks < i && left.marks < CONTEXT_LEFT && t->p[i - 1 - left.marks] == left.mark)
            left.marks++;
    }
    return left;
}

/* Returns true when the ":" before t->p[i] follows the name of a field: a name in quotes, or a word
 * that is first in its line or after "{" or ",". */
static bool follows_name(const text *t, size_t i)
{
    enum { LONGEST = 64 };
    size_t from = i - 1, word, least;

    if (from > 1 && ascii_is_blank(t->p[from - 1]) && strchr("\"'", t->p[from - 2]))
        return true; /* "url" : */
    word = from;
    least = word > LONGEST ? word - LONGEST : 0;
    from = bytes_run_before(t->p, least, word, BYTE_ALNUM, "_-.");
    if (from == word)
        return from > 0 && strchr("\"'", t->p[from - 1]);
    from = bytes_run_before(t->p, least, from, BYTE_BLANK, "");
    return from == 0 || strchr("\n{,", t->p[from - 1]);
}

bool context_is_value(const ending *e)
{
    const char *p = e->t->p;
    size_t i = e->start - 1;
    bool escaped; /* in a string of a program: \"url\":\"http://a.example/x?\" */

    if (!RULE(M2) || e->start < 3 || !byte_is_one(p[i], "\"'"))
        return false;
    escaped = p[i - 1] == '\\';
    if ((escaped && text_at(e->t, e->stop) != '\\') || text_at(e->t, e->stop + escaped) != p[i])
        return false;
    i -= escaped;
    if (ascii_is_blank(p[i - 1]))
        i--;
    return p[i - 1] == '=' || (i > 1 && p[i - 1] == '>' && p[i - 2] == '=') ||
           (p[i - 1] == ':' && (!ascii_is_blank(p[i]) || follows_name(e->t, i)));
}

/* ---- What was opened in the line */

/* Returns the start of the line before the link, or of the last CONTEXT_LEFT bytes of it. */
static size_t line_before(const ending *e)
{
    const size_t least = e->start > CONTEXT_LEFT ? e->start - CONTEXT_LEFT : 0;

    return bytes_after_last(e->t->p, least, e->start, '\n');
}

/* Returns the answer to a question about the line before the link. The answer is kept, since it may
 * be needed again for each byte of the link. */
static bool line_answers(const ending *e, unsigned question,
                         bool (*ask)(const ending *e, unsigned question))
{
    line_context *line = &e->t->line;
    const unsigned bit = 1u << question;

    if (line->start != e->start)
        *line = (line_context){.start = e->start};
    if (!(line->asked & bit))
        line->yes |= ask(e, question) ? bit : 0;
    line->asked |= bit;
    return line->yes & bit;
}

/* Returns true when the sign t->p[from..to) is in front of a word: what precedes it is blank, opens
 * or divides, and what follows it does not close or divide. */
static bool is_at_front(const text *t, size_t from, size_t to)
{
    uint32_t before = from > 0 ? text_char_before(t, from).code : ' ';

    if ((unsigned char)t->p[to] <= ' ' || strchr(",.;:!?)]}", t->p[to]))
        return false;
    return before < 0x80 ? before <= ' ' || strchr("([{<>=:,;|-", (int)before)
                         : link_term(before) != LINK_INCLUDE;
}

static const struct {
    uint32_t open, low, close; /* low: another mark that opens, or 0 */
} quotes[] = {{'"', 0, '"'},
              {'\'', 0, '\''},
              {0x201C, 0x201E, 0x201D},
              {0x2018, 0x201A, 0x2019},
              {0xAB, 0, 0xBB}};

enum { QUOTES = sizeof quotes / sizeof quotes[0] };

/* Returns true when the mark at i follows the prefix of a literal of SQL: "(N'", ",E'". */
static bool follows_prefix(const text *t, size_t i)
{
    return t->p[i] == '\'' && i > 1 && strchr("NEBX", t->p[i - 1]) &&
           strchr("(, \t\n", t->p[i - 2]);
}

/* Returns true when the quote mark at i follows the "=" or ":" of a name, and no quote is open
 * before it in the line: text=", http://a.example/". */
static bool follows_field(const text *t, size_t line, size_t i)
{
    bool open = false;

    if (t->p[i] != '"' || i < line + 2 || !strchr("=:", t->p[i - 1]) ||
        !ascii_is_alnum((unsigned char)t->p[i - 2]))
        return false;
    for (size_t k = line; k < i; k++)
        open = open != (t->p[k] == '"');
    return !open;
}

/* Returns true when the last quote of the kind quotes[k] in the line opens. */
static bool has_quote(const ending *e, unsigned k)
{
    const size_t line = line_before(e);
    utf8_char c;

    for (size_t i = e->start; i > line; i -= c.len) {
        c = text_char_before(e->t, i);
        if (c.code == quotes[k].open || c.code == quotes[k].low || c.code == quotes[k].close)
            return (c.code != quotes[k].close || c.code == quotes[k].open) &&
                   (is_at_front(e->t, i - c.len, i) || follows_prefix(e->t, i - c.len) ||
                    follows_field(e->t, line, i - c.len));
    }
    return false;
}

bool context_closes(const ending *e, uint32_t code)
{
    for (unsigned k = 0; k < QUOTES; k++)
        if (quotes[k].close == code)
            return line_answers(e, k, has_quote);
    return false;
}

bool context_has_marks(const ending *e, char mark, size_t n)
{
    const char *p = e->t->p;
    const size_t line = line_before(e);
    size_t from, to = e->start;

    while (to > line && p[to - 1] != mark)
        to--;
    for (from = to; from > line && p[from - 1] == mark;)
        from--;
    return to - from == n && is_at_front(e->t, from, to);
}

/* A "|" inside a word does not divide: the word may be another link, "?q=a|b http://...". */
static bool has_bars(const ending *e, unsigned question)
{
    const char *p = e->t->p + line_before(e), *link = e->t->p + e->start, *word = link;

    (void)question;
    while (word > p && !ascii_is_blank(word[-1]))
        word--;
    for (const char *bar = p; (bar = memchr(bar, '|', (size_t)(link - bar))); bar++)
        if (bar >= word || ascii_is_blank(bar[1]) || bar == e->t->p ||
            (unsigned char)bar[-1] <= ' ')
            return true;
    for (unsigned k = 0; k < 2; k++)
        for (const char *open = p; (open = memchr(open, "[{"[k], (size_t)(link - open))); open++)
            if (open[1] == *open)
                return true;
    return e->start > 0 && link[-1] == '[';
}

bool context_has_bars(const ending *e)
{
    return line_answers(e, QUOTES, has_bars);
}

bool context_has_command(const ending *e)
{
    const size_t line = line_before(e);

    return bytes_find(e->t->p, line, e->start, "curl ") < e->start ||
           bytes_find(e->t->p, line, e->start, "wget ") < e->start;
}

bool context_in_comment(const ending *e, bool slash)
{
    const char *p = e->t->p;
    size_t i = line_before(e);

    for (const char *k = p + i; (k = memchr(k, '*', (size_t)(p + e->start - k))); k++)
        if (k > p + i && k[-1] == '/' && (k == p + 1 || !ascii_is_alnum((unsigned char)k[-2])))
            return true;
    if (slash || (i > 0 && p[i - 1] != '\n'))
        return false;
    i = bytes_run(p, i, e->start, BYTE_BLANK, "");
    return i + 1 < e->start && p[i] == '*' && ascii_is_blank(p[i + 1]);
}
