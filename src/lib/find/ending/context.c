/* context.c - reads what precedes a link in its line and affects its end
 *
 * Right before the link: a quote (M2), emphasis (M3), a label (R2). Earlier in the line: quotes,
 * as in {"text":"see http://a.example/x","n":1}, where only the closing mark shows the end;
 * emphasis, comments, tables. The line is read once, from left to right, when a rule first needs
 * it: text.line has the last place of each sign. Only CONTEXT_LEFT bytes before a link count.
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
    if (t->p[i - 1] == '*' || t->p[i - 1] == '_') {
        left.mark = t->p[i - 1];
        while (left.marks < i && left.marks < CONTEXT_LEFT && t->p[i - 1 - left.marks] == left.mark)
            left.marks++;
    } else if (t->p[i - 1] == '+' && i >= 6 && memcmp(t->p + i - 6, "\\verb", 5) == 0) {
        left.mark = '+';
        left.marks = 1;
    }
    return left;
}

/* Returns true when the ":" before t->p[i] follows the name of a field: one in quotes, or a word
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
    size_t i = e->start > 2 ? e->start - 1 : 0;
    bool escaped; /* in a string of a program: \"url\":\"http://a.example/x?\" */

    if (!RULE(M2) || i == 0 || (p[i] != '"' && p[i] != '\''))
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

/* ---- Reading the line */

static const struct {
    uint32_t open, low, close; /* low: another mark that opens, or 0 */
} quotes[LINE_QUOTES] = {{'"', 0, '"'},
                         {'\'', 0, '\''},
                         {0x201C, 0x201E, 0x201D},
                         {0x2018, 0x201A, 0x2019},
                         {0xAB, 0, 0xBB}};

static const char emphasis[LINE_RUNS] = {'*', '_', '~'};

/* Returns true when a character begins before i and ends after it, at `to` at most. */
static bool context_is_inside(const text *t, size_t i, size_t to)
{
    for (unsigned k = 1; k < 4 && i + k <= to && utf8_goes_on(t->p[i + k - 1]); k++)
        if (text_char_before(t, i + k).len > k)
            return true;
    return false;
}

static void add_quote(line_context *line, const text *t, size_t i, size_t to)
{
    utf8_char c = text_char_before(t, i + 1);

    for (size_t k = 0; k < LINE_QUOTES; k++)
        if (c.code == quotes[k].open || c.code == quotes[k].low || c.code == quotes[k].close) {
            if (c.code >= 0x80 && context_is_inside(t, i + 1, to))
                return;
            line->quotes[k] = (line_sign){i + 1 - c.len, i + 1};
            line->opens[k] = c.code != quotes[k].close || quotes[k].open == quotes[k].close;
            return;
        }
}

static void add_run(line_context *line, char mark, size_t i)
{
    line_sign *run = &line->runs[(const char *)memchr(emphasis, mark, LINE_RUNS) - emphasis];

    run->from = run->to == i ? run->from : i;
    run->to = i + 1;
}

/* Records the sign at i in the context of the line. */
static void add_sign(line_context *line, const text *t, size_t i, size_t to)
{
    const char *p = t->p + i;

    switch (*p) {
    case '\n':
        *line = (line_context){.from = i + 1};
        break;
    case '*':
        if (i > 0 && p[-1] == '/' && (i == 1 || !ascii_is_alnum((unsigned char)p[-2])))
            line->comment = i + 1; /* fall through */
    case '_':
    case '~':
        add_run(line, *p, i);
        break;
    case '|':
        line->bar = i + 1;
        /* not inside a word, which may be another link: "?q=a|b http://..." */
        if (p[1] == ' ' || p[1] == '\t' || i == 0 || (unsigned char)p[-1] <= ' ')
            line->table = i + 1;
        break;
    case '[':
    case '{':
        if (p[1] == *p)
            line->table = i + 1;
        break;
    default:
        add_quote(line, t, i, to);
    }
}

static size_t least_before(size_t start)
{
    return start > CONTEXT_LEFT ? start - CONTEXT_LEFT : 0;
}

/* Returns the context of the line before e->start. Reads the line if that was not done before. */
static const line_context *context_line_before(const ending *e)
{
    const text *t = e->t;
    line_context *line = &e->t->line;
    const size_t start = e->start, least = least_before(start);
    size_t i = start;

    if (line->to == start && start > 0)
        return line;
    if (line->to > start || line->to <= least) {
        while (i > least && t->p[i - 1] != '\n')
            i--;
        *line = (line_context){.from = i, .to = i};
    }
    for (i = line->to; (i = settings_find_byte(e->s, &e->s->sets.context, t, i, start)) < start;
         i++)
        add_sign(line, t, i, start);
    line->to = start;
    line->bar_in_word = line->bar > least;
    for (i = line->bar; i < start && line->bar_in_word; i++)
        line->bar_in_word = !ascii_is_blank(t->p[i]);
    return line;
}

/* ---- What was opened in the line */

/* Returns true when the sign is in front of a word: what precedes it is blank, opens or divides,
 * and what follows it does not close or divide. */
static bool is_at_front(const text *t, line_sign sign)
{
    uint32_t before = sign.from > 0 ? text_char_before(t, sign.from).code : ' ';

    if ((unsigned char)t->p[sign.to] <= ' ' || strchr(",.;:!?)]}", t->p[sign.to]))
        return false;
    return before < 0x80 ? before <= ' ' || strchr("([{<>=:,;|-", (int)before)
                         : link_term(before) != LINK_INCLUDE;
}

bool context_closes(const ending *e, uint32_t code)
{
    const line_context *line;
    size_t k = 0;

    while (k < LINE_QUOTES && quotes[k].close != code)
        k++;
    if (k == LINE_QUOTES)
        return false;
    line = context_line_before(e);
    return line->quotes[k].to > least_before(e->start) && line->opens[k] &&
           is_at_front(e->t, line->quotes[k]);
}

bool context_has_marks(const ending *e, char mark, size_t n)
{
    const line_sign run =
        context_line_before(e)->runs[(const char *)memchr(emphasis, mark, LINE_RUNS) - emphasis];

    return run.from >= least_before(e->start) && run.to - run.from == n && is_at_front(e->t, run);
}

bool context_has_bars(const ending *e)
{
    const line_context *line = context_line_before(e);

    return line->table > least_before(e->start) || line->bar_in_word ||
           (e->start > 0 && e->t->p[e->start - 1] == '[');
}

bool context_in_comment(const ending *e, bool slash)
{
    const line_context *line = context_line_before(e);
    const size_t least = least_before(e->start);
    size_t i = line->from;

    if (line->comment > least + 1)
        return true;
    if (slash || i < least || (i > 0 && e->t->p[i - 1] != '\n'))
        return false;
    i = bytes_run(e->t->p, i, e->start, BYTE_BLANK, "");
    return i + 1 < e->start && e->t->p[i] == '*' && ascii_is_blank(e->t->p[i + 1]);
}
