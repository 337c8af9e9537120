/* record.c - rows of data: is the sign after a link the separator of a record (M16)?
 *
 * CSV, logs and lists divide a line with ",", ";" or "|", which URLs may have, too. A record shows
 * in the line, and in its neighbours: by the separators outside quotes, what the fields are, and
 * where the link is. Each sign for or against one is a row with a weight.
 */
#include "base/ascii.h"
#include "find/lines/lines.h"

typedef struct record {
    text *t;
    size_t line, start, at; /* the line, the link, the separator after it */
    char separator;
    unsigned before, after; /* separators outside quotes before the link, and from `at` on */
    bool loose;             /* a blank follows one of those */
    bool blank, empty;      /* a later field has a blank inside, or is empty */
    bool plain;             /* all later fields are words, numbers and dates */
    bool named;             /* the next field begins with a name and "=" */
    bool prose;             /* another URL is inside a later field */
    size_t last, to;        /* the last field, and the line's end */
} record;

/* Returns true when the scheme before the colon at i does not begin its field. */
static bool is_inside(const record *r, size_t i)
{
    const size_t from = bytes_run_before(r->t->p, r->last, i, BYTE_SCHEME, "");

    return from > r->last + 1 || (from > r->last && r->t->p[r->last] != '"');
}

/* Reads on from i to the line's end, or, for bars, to the word's. Returns the number of separators.
 */
static unsigned read_fields(record *r, size_t i)
{
    text *t = r->t;
    const size_t most = i + ROW_BYTES;
    unsigned count = 0;
    bool quoted = false;
    int c;

    for (; i < most && (c = text_at(t, i)) >= 0 && c != '\n' && c != '\r' &&
           (c != ' ' || r->separator != '|');
         i++) {
        if (c == '"')
            quoted = !quoted;
        r->prose = r->prose || (c == '/' && count > 0 && t->p[i - 1] == ':' && is_inside(r, i - 1));
        if (c != r->separator || quoted) {
            r->blank = r->blank || (c == ' ' && count > 0 && t->p[i - 1] != r->separator);
            r->plain = r->plain && (c >= 0x80 || c == '_' || c == ' ' || c == '"' ||
                                    byte_is((unsigned char)c, BYTE_LABEL));
            continue;
        }
        count++;
        r->last = i + 1;
        c = text_at(t, i + 1);
        r->loose = r->loose || c == ' ';
        r->empty = r->empty || c == r->separator || c == '\n' || c == '\r' || c < 0;
    }
    r->to = i;
    return count;
}

/* Returns the separators outside quotes in t->p[from..to). */
static unsigned count_before(const record *r, size_t from, size_t to)
{
    unsigned count = 0;
    bool quoted = false;

    for (; from < to; from++) {
        quoted = quoted != (r->t->p[from] == '"');
        count += !quoted && r->t->p[from] == r->separator;
    }
    return count;
}

/* ---- The signs ---- */

/* Returns true for the "=" of a field's name before the link: "url=http://a.example/x". */
static bool has_name(const record *r)
{
    const char *p = r->t->p;
    const size_t name = r->start > 0 && p[r->start - 1] == '='
                            ? bytes_run_before(p, r->line, r->start - 1, BYTE_ALNUM, "_-.")
                            : r->start;

    return name + 1 < r->start &&
           (name == r->line || p[name - 1] == r->separator || p[name - 1] == ' ');
}

static bool sign_follows(record *r)
{
    const char *p = r->t->p;

    return r->start > r->line + 1 && p[r->start - 1] == r->separator &&
           (unsigned char)p[r->start - 2] > ' ';
}

static bool sign_named(record *r)
{
    return r->named && has_name(r);
}

static bool sign_quoted(record *r)
{
    return r->t->p[r->at + 1] == '"';
}

static bool sign_more(record *r)
{
    return r->separator != '|' && r->after > 1;
}

static bool sign_blank(record *r)
{
    return sign_more(r) && r->blank;
}

static bool sign_empty(record *r)
{
    return r->empty && r->separator != '|';
}

static bool sign_plain(record *r)
{
    return sign_more(r) && r->plain;
}

static bool sign_slash(record *r)
{
    return r->t->p[r->at - 1] == '/';
}

static bool sign_capitals(record *r)
{
    const size_t i = r->at + 1, to = text_run(r->t, i, 16, BYTE_ALNUM, "_");

    return to > i + 1 && text_at(r->t, to) == r->separator && ascii_is_upper(r->t->p[i]) &&
           ascii_is_upper(r->t->p[to - 1]);
}

static bool sign_bar(record *r)
{
    return r->separator == '|' && r->after > 1 && !r->empty;
}

/* Returns true when the line above or below has as many separators, and a "://" as far from its
 * start as the link is, by separators. */
static bool sign_alike(record *r)
{
    const unsigned count = r->before + r->after;
    record other = {.t = r->t, .separator = r->separator};
    size_t line = r->line, from;

    if (r->after < 2)
        return false;
    if (line > 0 &&
        (from = row_start(r->t, line - 1, line > ROW_BYTES ? line - ROW_BYTES : 0)) != SIZE_MAX &&
        count_before(r, from, line) == count)
        return true;
    from = text_after_break(r->t, r->to);
    return from > r->to && read_fields(&other, from) == count;
}

static bool sign_query(record *r)
{
    return memchr(r->t->p + r->start, '?', r->at - r->start) != NULL;
}

/* Returns true when the last field is like the end of a URL: "0,1518,42,00.html", "a,b/c", "x;p=1". */
static bool sign_rest(record *r)
{
    const size_t word = text_word_end(r->t, r->at, ROW_BYTES);

    for (size_t i = r->at + 1; i < word; i++)
        if (strchr("/=&%", r->t->p[i]) ||
            (r->t->p[i] == '.' && ascii_is_alpha((unsigned char)text_at(r->t, i + 1))))
            return !r->named;
    return false;
}

static bool sign_numbers(record *r)
{
    return ascii_is_digit((unsigned char)r->t->p[r->at - 1]) &&
           text_run(r->t, r->at + 1, 1, BYTE_DIGIT, "-+") > r->at + 1;
}

static bool sign_loose(record *r)
{
    return r->loose;
}

static bool sign_prose(record *r)
{
    return r->prose;
}

static const struct {
    bool (*holds)(record *r);
    int weight;
    note why;
} rows[] = {
    {sign_follows, 4, {"M16", "a separator is right before the link"}},
    {sign_quoted, 1, {"M16", "a quote follows the separator"}},
    {sign_named, 2, {"M16", "it is the value of a field with a name, and another follows"}},
    {sign_bar, 2, {"M16", "two bars or more follow"}},
    {sign_more, 1, {"M16", "two separators or more follow"}},
    {sign_blank, 1, {"M16", "a later field of its line has a blank"}},
    {sign_empty, 1, {"M16", "a later field of its line is empty"}},
    {sign_plain, 1, {"M16", "the later fields are words and numbers"}},
    {sign_slash, 1, {"M16", "a slash is right before the separator"}},
    {sign_capitals, 1, {"M16", "the next field is a word in capitals"}},
    {sign_query, -2, {"M16", "the link has a query before the separator"}},
    {sign_rest, -2, {"M16", "the word goes on as URLs do"}},
    {sign_numbers, -2, {"M16", "numbers are on both sides of the separator"}},
    {sign_loose, -3, {"M16", "a blank follows a later separator"}},
    {sign_prose, -3, {"M16", "another URL is inside a later field"}},
    {sign_alike, 2, {"M16", "a neighbouring line has as many separators"}},
};

enum { RECORD = 2 }; /* the sum that shows a record */

/* Returns true for the ";" of an entity. */
static bool ends_entity(const text *t, size_t i)
{
    enum { LONGEST = 12 };
    const size_t from = bytes_run_before(t->p, i > LONGEST ? i - LONGEST : 0, i, BYTE_ALNUM, "#");

    return from > 0 && from < i && t->p[from - 1] == '&';
}

int record_weigh(text *t, size_t start, size_t i, candidate *f)
{
    enum { LEFT = 512 };
    record r = {.t = t, .start = start, .at = i, .separator = t->p[i], .plain = true};
    int sum = 0;
    bool first;

    if (r.separator == ';' && ends_entity(t, i))
        return -RECORD;
    r.line = row_start(t, start, start > LEFT ? start - LEFT : 0);
    if (r.line == SIZE_MAX)
        return -RECORD;
    r.after = read_fields(&r, i);
    r.before = count_before(&r, r.line, start);
    r.named = text_at(t, text_run(t, i + 1, ROW_NAME, BYTE_ALNUM, "_-.")) == '=';
    first = bytes_run(t->p, r.line, start, BYTE_BLANK, ">\"") == start;
    if (!first && r.separator != '|' && !sign_follows(&r) && !has_name(&r) &&
        !(start > r.line + 1 && t->p[start - 1] == '"' && t->p[start - 2] == r.separator))
        return -RECORD;
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
        if ((rows[k].holds != sign_alike || sum < RECORD) && rows[k].holds(&r)) {
            sum += rows[k].weight;
            candidate_note(f, rows[k].why.rule, rows[k].why.what);
        }
    return sum - RECORD;
}
