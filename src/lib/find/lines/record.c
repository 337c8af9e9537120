/* record.c - rows of data: is the sign after a link the separator of a record (M16)?
 *
 * CSV, logs and lists divide a line with ",", ";" or "|", which URLs may have, too. A record shows
 * in the line, and in its neighbours: by the separators outside quotes, what the fields are, and
 * where the link is. Each sign for or against one is a row with a weight.
 */
#include "base/ascii.h"
#include "find/lines/lines.h"

typedef struct data_row {
    text *t;
    size_t line, start, at; /* the line, the link, the separator after it */
    char separator;
    unsigned before, after; /* separators outside quotes before the link, and from `at` on */
    bool loose;             /* a blank follows one of those */
    bool blank, empty;      /* a later field has a blank inside, or is empty */
    bool plain;             /* all later fields are words, numbers and dates */
    bool named;             /* the next field begins with a name and "=" */
    bool prose;             /* another URL is inside a later field */
    size_t last;            /* the last field */
} data_row;

/* Returns true when the scheme before the colon at i does not begin its field. */
static bool is_inside(const data_row *row, size_t i)
{
    const size_t from = bytes_run_before(row->t->p, row->last, i, BYTE_SCHEME, "");

    return from > row->last + 1 || (from > row->last && row->t->p[row->last] != '"');
}

/* Reads on from i to the line's end, or, for bars, to the word's. Returns the number of separators.
 */
static unsigned record_read_fields(data_row *row, size_t i)
{
    text *t = row->t;
    const size_t most = i + ROW_BYTES;
    unsigned count = 0;
    bool quoted = false;
    int c;

    for (; i < most && (c = text_at(t, i)) >= 0 && c != '\n' && c != '\r' &&
           (c != ' ' || row->separator != '|');
         i++) {
        if (c == '"')
            quoted = !quoted;
        row->prose =
            row->prose || (c == '/' && count > 0 && t->p[i - 1] == ':' && is_inside(row, i - 1));
        if (c != row->separator || quoted) {
            row->blank = row->blank || (c == ' ' && count > 0 && t->p[i - 1] != row->separator);
            row->plain = row->plain && (quoted || c >= 0x80 || c == '_' || c == ' ' || c == '"' ||
                                        byte_is((unsigned char)c, BYTE_LABEL));
            continue;
        }
        count++;
        row->last = i + 1;
        c = text_at(t, i + 1);
        row->loose = row->loose || c == ' ';
        row->empty = row->empty || c == row->separator || c == '\n' || c == '\r' || c < 0;
    }
    return count;
}

/* Returns the separators outside quotes in t->p[from..to). */
static unsigned count_before(const data_row *row, size_t from, size_t to)
{
    unsigned count = 0;
    bool quoted = false;

    for (; from < to; from++) {
        quoted = quoted != (row->t->p[from] == '"');
        count += !quoted && row->t->p[from] == row->separator;
    }
    return count;
}

/* ---- The signs ---- */

/* Returns true for the "=" of a field's name before the link: "url=http://a.example/x". */
static bool record_has_name(const data_row *row)
{
    const char *p = row->t->p;
    const size_t name = row->start > 0 && p[row->start - 1] == '='
                            ? bytes_run_before(p, row->line, row->start - 1, BYTE_ALNUM, "_-.")
                            : row->start;

    return name + 1 < row->start &&
           (name == row->line || p[name - 1] == row->separator || p[name - 1] == ' ');
}

static bool sign_follows(data_row *row)
{
    const char *p = row->t->p;

    return row->start > row->line && p[row->start - 1] == row->separator &&
           (row->start == row->line + 1 || (unsigned char)p[row->start - 2] > ' ');
}

static bool sign_before(data_row *row)
{
    return row->before > 1 && sign_follows(row);
}

static bool sign_named(data_row *row)
{
    return row->named && record_has_name(row);
}

static bool sign_quoted(data_row *row)
{
    return row->t->p[row->at + 1] == '"';
}

static bool sign_more(data_row *row)
{
    return row->separator != '|' && row->after > 1;
}

static bool sign_blank(data_row *row)
{
    return sign_more(row) && row->blank;
}

static bool sign_empty(data_row *row)
{
    return row->empty && row->separator != '|';
}

static bool sign_plain(data_row *row)
{
    return sign_more(row) && row->plain;
}

static bool sign_slash(data_row *row)
{
    return row->t->p[row->at - 1] == '/';
}

static bool sign_capitals(data_row *row)
{
    const size_t i = row->at + 1, to = text_run(row->t, i, 16, BYTE_ALNUM, "_");

    return to > i + 1 && text_at(row->t, to) == row->separator && ascii_is_upper(row->t->p[i]) &&
           ascii_is_upper(row->t->p[to - 1]);
}

static bool sign_bar(data_row *row)
{
    return row->separator == '|' && row->after > (row->empty ? 2 : 1);
}

/* Returns the end of the line at i, or the place ROW_BYTES after it. */
static size_t record_line_end(text *t, size_t i)
{
    const size_t most = i + ROW_BYTES;
    int c;

    while (i < most && (c = text_at(t, i)) >= 0 && c != '\n')
        i++;
    return i;
}

/* Returns true when the line above or below has as many separators, two or more. */
static bool sign_alike(data_row *row)
{
    text *t = row->t;
    const size_t line = row->line, end = record_line_end(t, row->at), next = end + 1;
    const unsigned count = count_before(row, line, end);
    size_t from;

    if (count < 2)
        return false;
    if (line > 0 &&
        (from = row_start(t, line - 1, line > ROW_BYTES ? line - ROW_BYTES : 0)) != SIZE_MAX &&
        count_before(row, from, line) == count)
        return true;
    return text_at(t, end) == '\n' && count_before(row, next, record_line_end(t, next)) == count;
}

static bool sign_query(data_row *row)
{
    return memchr(row->t->p + row->start, '?', row->at - row->start) != NULL;
}

/* Returns true when the last field is like the end of a URL: "0,1518,42,00.html", "x;p=1". */
static bool sign_rest(data_row *row)
{
    const size_t word = text_word_end(row->t, row->at, ROW_BYTES);

    for (size_t i = row->at + 1; i < word; i++)
        if (strchr("/=&%", row->t->p[i]) ||
            (row->t->p[i] == '.' && ascii_is_alpha((unsigned char)text_at(row->t, i + 1))))
            return !row->named;
    return false;
}

static bool sign_numbers(data_row *row)
{
    return ascii_is_digit((unsigned char)row->t->p[row->at - 1]) &&
           text_run(row->t, row->at + 1, 1, BYTE_DIGIT, "-+") > row->at + 1;
}

static bool sign_loose(data_row *row)
{
    return row->loose;
}

static bool sign_prose(data_row *row)
{
    return row->prose;
}

static const struct {
    bool (*holds)(data_row *row);
    int weight;
    note why;
} rows[] = {
    {sign_follows, 4, {"M16", "a separator is right before the link"}},
    {sign_before, 2, {"M16", "two separators or more precede the link"}},
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
    data_row row = {.t = t, .start = start, .at = i, .separator = t->p[i], .plain = true};
    int sum = 0;
    bool first;

    if (row.separator == ';' && ends_entity(t, i))
        return -RECORD;
    row.line = row_start(t, start, start > LEFT ? start - LEFT : 0);
    if (row.line == SIZE_MAX)
        return -RECORD;
    row.after = record_read_fields(&row, i);
    row.before = count_before(&row, row.line, start);
    row.named = text_at(t, text_run(t, i + 1, ROW_NAME, BYTE_ALNUM, "_-.")) == '=';
    first = bytes_run(t->p, row.line, start, BYTE_BLANK, ">\"") == start;
    if (!first && row.separator != '|' && !sign_follows(&row) && !record_has_name(&row) &&
        !(start > row.line + 1 && t->p[start - 1] == '"' && t->p[start - 2] == row.separator))
        return -RECORD;
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
        if ((rows[k].holds != sign_alike || sum < RECORD) && rows[k].holds(&row)) {
            sum += rows[k].weight;
            candidate_note(f, rows[k].why.rule, rows[k].why.what);
        }
    return sum - RECORD;
}
