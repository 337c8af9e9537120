/* record.c - rows of data: is the sign after a link the separator of a record (M16)?
 *
 * CSV, logs and lists divide a line with ",", ";" or "|", which URLs may have, too. A record shows
 * in the line, and in its neighbours: by the separators outside quotes, what the fields are, and
 * where the link is. Each sign for or against a record is a row with a weight.
 */
#include "base/ascii.h"
#include "find/lines/lines.h"

/* RECORD: the sum that shows a record. SURE: the sum that, with a neighbour that is alike, leaves
 * no doubt; SURE + 1 is needed in rows with only one "," or ";". ALIKE: the weight of that
 * neighbour. SHORT: below it, the neighbour alone makes no record. */
enum { RECORD = 2, SURE = 5, ALIKE = 5, SHORT = RECORD - ALIKE };

typedef struct data_row {
    text *t;
    size_t line, start, at; /* the line, the link, the separator after it */
    char separator;
    unsigned before, after; /* separators outside quotes before the link, and from `at` on */
    bool wide;              /* the line is read, not only the word */
    bool inside;            /* the link does not begin its field */
    bool loose;             /* a blank follows one of the separators */
    bool quoted;            /* a later field is in quotes */
    bool date;              /* a later field is a date */
    bool blank, empty;      /* a later field has a blank inside, or is empty */
    bool mixed;             /* a later field differs in kind from the field before it */
    bool plain;             /* all later fields are words, numbers and dates */
    bool named;             /* the next field begins with a name and "=" */
    bool prose;             /* another URL is inside a later field */
    bool far;               /* the line begins long before the link */
    size_t word;            /* the end of the word */
    size_t last;            /* the last field */
    unsigned count;         /* the separators of the line */
    bool alike, between;    /* a neighbouring line is alike; both are, where that is needed */
    int sum;                /* of the signs so far */
} data_row;

size_t record_date_end(text *t, size_t i)
{
    static const char date[] = "####-##-##";
    size_t k = 0;

    for (; date[k]; k++)
        if (text_run(t, i + k, 1, date[k] == '#' ? BYTE_DIGIT : 0, date[k] == '#' ? "" : "-/") ==
            i + k)
            return i;
    return i + k;
}

/* Returns true when the scheme before the colon at i follows another word of its field. */
static bool is_inside(const data_row *row, size_t i)
{
    const size_t from = bytes_run_before(row->t->p, row->last, i, BYTE_SCHEME, "");

    return from > row->last + 1 && row->t->p[from - 1] == ' ';
}

/* Returns a letter for the kind of the value at i, after signs: a number, a word, or a word with a
 * capital. Returns 0 for any other value, such as "v8x". */
static char value_kind(text *t, size_t i)
{
    enum { LONGEST = 32 };
    const size_t from = text_run(t, i, 2, 0, "\"@+-");
    const int c = text_at(t, from);
    const unsigned class = c >= '0' && c <= '9' ? BYTE_DIGIT : BYTE_ALPHA;

    if (c >= 0x80)
        return 'a';
    if (text_is_of(t, text_run(t, from, LONGEST, class, ""), BYTE_ALNUM))
        return 0;
    return ascii_is_digit((unsigned char)c)   ? '0'
           : ascii_is_upper((unsigned char)c) ? 'A'
           : ascii_is_alpha((unsigned char)c) ? 'a'
                                              : 0;
}

/* Returns the kind of the last value in the link, before the separator: "8" in "/x?n=8". */
static char kind_before(const data_row *row)
{
    const size_t i = bytes_run_before(row->t->p, row->start, row->at, BYTE_ALNUM, "-._%");

    return i < row->at ? value_kind(row->t, i) : 0;
}

/* Returns true for a byte of words, numbers, dates and times, or in quotes. */
static bool is_plain(const data_row *row, size_t i, bool quoted)
{
    const int c = (unsigned char)row->t->p[i];

    return quoted || c >= 0x80 || byte_is((unsigned char)c, BYTE_LABEL) || strchr("_ \"", c) ||
           (strchr(".:", c) && text_is_of(row->t, i + 1, BYTE_DIGIT));
}

/* Reads on from i to the end of the line or of the word, or over a few fields. Returns the number
 * of separators. */
static unsigned record_read_fields(data_row *row, size_t i)
{
    enum { ENOUGH = 4 };
    text *t = row->t;
    const size_t most = i + ROW_BYTES;
    unsigned count = 0;
    bool quoted = false;
    char kind = kind_before(row), next;
    int c;

    for (; i < most && count < ENOUGH; i++) {
        c = text_at(t, i);
        if (c < 0 || c == '\n' || c == '\r' || (c == ' ' && !row->wide))
            break;
        if (c == '"')
            quoted = !quoted;
        row->prose =
            c == '/' && !quoted && count > 0 && t->p[i - 1] == ':' && is_inside(row, i - 1);
        if (row->prose)
            break;
        if (c != row->separator || quoted) {
            row->blank = row->blank || (c == ' ' && count > 0 && t->p[i - 1] != row->separator);
            row->plain = row->plain && is_plain(row, i, quoted);
            continue;
        }
        row->last = i + 1;
        next = value_kind(t, i + 1);
        row->mixed = row->mixed || (kind && next && next != kind);
        kind = next ? next : kind;
        c = text_at(t, i + 1);
        count += c != ' ';
        row->loose = row->loose || c == ' ';
        row->quoted = row->quoted || c == '"';
        row->date = row->date || (next == '0' && record_date_end(t, i + 1) > i + 1);
        row->empty = row->empty || c == row->separator || c == '\n' || c == '\r' || c < 0;
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

/* Returns true when the next field is an address of mail. */
static bool sign_address(data_row *row)
{
    const size_t at = text_run(row->t, row->at + 1, 64, BYTE_LABEL, "._+"),
                 to = text_run(row->t, at + 1, 255, BYTE_LABEL, ".");

    return text_at(row->t, at) == '@' && to > at + 1 &&
           (text_at(row->t, to) == row->separator || text_at(row->t, to) <= ' ');
}

/* Returns true when the last field is like the end of a URL: "0,1518,42,00.html", "x;p=1". */
static bool sign_rest(data_row *row)
{
    for (size_t i = row->at + 1; i < row->word; i++)
        if (strchr("/=&%", row->t->p[i]) ||
            (row->t->p[i] == '.' && ascii_is_alpha((unsigned char)text_at(row->t, i + 1))))
            return !row->named;
    return false;
}

/* Returns true when digits and ".html" end the word: "/0,1518,42,00.html". */
static bool sign_page(data_row *row)
{
    const size_t from = row->at + 1, to = row->word;
    size_t i;

    if (to < from + 6 || !ascii_same(row->t->p + to - 5, ".html", 5))
        return false;
    i = bytes_run_before(row->t->p, from, to - 5, BYTE_DIGIT, "");
    return i < to - 5 && row->t->p[i - 1] == row->separator;
}

static bool sign_numbers(data_row *row)
{
    return row->separator == ',' && !row->mixed &&
           record_date_end(row->t, row->at + 1) == row->at + 1 &&
           ascii_is_digit((unsigned char)row->t->p[row->at - 1]) &&
           text_run(row->t, row->at + 1, 1, BYTE_DIGIT, "-+") > row->at + 1;
}

/* Returns true when the line below, after the line end at `end`, is of the shape. */
static bool is_alike_below(text *t, size_t end, unsigned shape)
{
    return text_at(t, end) == '\n' &&
           shape_of_row(t->p + end + 1,
                        lines_line_end(t, end + 1, end + 1 + ROW_BYTES) - end - 1) == shape;
}

/* The line below is read only if the line above is not alike: then rows need not wait for the line
 * below. */
static bool sign_alike(data_row *row)
{
    text *t = row->t;
    const size_t line = row->line, end = lines_line_end(t, row->at, row->at + ROW_BYTES);
    const unsigned shape = row->far ? 0 : shape_of(t->p + line, end - line);
    bool above;

    row->count = shape_separators(shape, row->separator);
    if (row->count == 0 || (row->count == 1 && (row->start > line + 1 || sign_rest(row))))
        return false;
    above = row->start - line <= SHAPE_ABOVE && shape_above(t, line) == shape;
    row->alike = above || is_alike_below(t, end, shape);
    row->between =
        above && row->count == 2 && row->wide && row->sum < SHORT && is_alike_below(t, end, shape);
    return row->wide && row->alike;
}

/* Returns true for coordinates: "@35.4,133.0". */
static bool sign_decimal(data_row *row)
{
    text *t = row->t;
    const size_t from = bytes_run_before(t->p, row->start, row->at, BYTE_DIGIT, "."),
                 i = text_run(t, row->at + 1, 1, 0, "-+"), to = text_run(t, i, 3, BYTE_DIGIT, "");

    return row->separator == ',' && ascii_is_digit((unsigned char)t->p[row->at - 1]) &&
           memchr(t->p + from, '.', row->at - from) && to > i && text_at(t, to) == '.' &&
           text_is_of(t, to + 1, BYTE_DIGIT);
}

/* Adds the weight of a sign that holds. */
static void record_add(data_row *row, candidate *f, bool holds, int weight, const char *what)
{
    if (!holds)
        return;
    row->sum += weight;
    candidate_note(f, "M16", what);
}

/* Adds the weights of all signs. */
static void record_add_signs(data_row *row, candidate *f)
{
    text *t = row->t;
    const char *p = t->p;
    const size_t at = row->at;
    const bool follows = sign_follows(row), named = record_has_name(row);
    const bool more = row->after > (row->separator == '|' && row->empty && !row->quoted ? 2 : 1);
    const bool fields = row->wide && more;
    const bool many = row->inside ? row->before > 3 : row->before > 1 && follows;
    const struct {
        bool holds;
        int weight;
        const char *what;
    } signs[] = {
        {follows, 7, "a separator is right before the link"},
        {many, 2, "two separators or more precede the link"},
        {row->inside, -3, "the link does not begin its field"},
        {row->named && named, 2, "it is the value of a field with a name, and another follows"},
        {row->named && !named, -6, "a parameter follows"}, /* "http://a.example/?p=x;a=log" */
        {more, 2, "two separators or more follow"},
        {p[at + 1] == '"', 4, "a quote follows the separator"},
        {fields && row->blank, 1, "a later field of its line has a blank"},
        {fields && row->plain, 1, "the later fields are words and numbers"},
        {fields && row->mixed, 2, "the later fields are of two kinds"},
        {row->date, 3, "a later field is a date"},
        {sign_address(row), 5, "the next field is an address"},
        {p[at - 1] == '/', 1, "a slash is right before the separator"},
        {p[at - 1] == '.', 2, "a dot is right before the separator"},
        {memchr(p + row->start, '?', at - row->start), -2,
         "the link has a query before the separator"},
        {sign_rest(row), -2, "the word goes on as URLs do"},
        {sign_decimal(row), -6, "decimals are on both sides of the separator"},
        {sign_page(row), -20, "digits and .html end the word"},
        {sign_numbers(row), -3, "numbers are on both sides of the separator"},
        {text_at(t, row->word) == '\t', -9, "a tab ends the word"}, /* it divides the fields */
        {row->loose, -4, "a blank follows a separator"},
        {row->prose, -3, "another URL is inside a later field"},
    };

    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++)
        record_add(row, f, signs[k].holds, signs[k].weight, signs[k].what);
    record_add(row, f, sign_alike(row), ALIKE, "a neighbouring line has as many separators");
    record_add(row, f, row->between || (row->alike && row->count > 2), 4,
               "there are three or more, or both lines are alike");
}

/* Returns true for the ";" of an entity. */
static bool ends_entity(const text *t, size_t i)
{
    enum { LONGEST = 12 };
    const size_t from = bytes_run_before(t->p, i > LONGEST ? i - LONGEST : 0, i, BYTE_ALNUM, "#");

    return from > 0 && from < i && t->p[from - 1] == '&';
}

/* Finds the start of the line and how the link begins in it. Returns false for a link that does not
 * begin its field and is either in quotes or far from the start of its line. */
static bool record_begin(data_row *row)
{
    enum { NEAR = 128 };
    const char *p = row->t->p;
    const size_t start = row->start;
    bool quoted, begins;

    row->line = row_start(row->t, start, start > ROW_BYTES ? start - ROW_BYTES : 0);
    row->far = row->line == SIZE_MAX;
    if (row->far)
        row->line = start - NEAR;
    row->before = shape_count(p + row->line, start - row->line, row->separator, &quoted);
    begins = bytes_run(p, row->line, start, BYTE_BLANK, ">\"") == start || sign_follows(row) ||
             record_has_name(row) ||
             (start > row->line + 1 && p[start - 1] == '"' && p[start - 2] == row->separator);
    row->wide = begins || row->separator != '|';
    row->inside = !begins && row->separator != '|';
    return !row->inside || (!quoted && !row->far);
}

enum record record_weigh(text *t, size_t start, size_t i, candidate *f)
{
    enum { WORD = 128 };
    data_row row = {.t = t, .start = start, .at = i, .separator = t->p[i], .plain = true};

    if ((row.separator == ';' && ends_entity(t, i)) || !record_begin(&row))
        return RECORD_NOT;
    row.word = text_word_end(t, i, WORD);
    row.after = record_read_fields(&row, i);
    row.named = text_at(t, text_run(t, i + 1, ROW_NAME, BYTE_ALNUM, "_-.")) == '=';
    record_add_signs(&row, f);
    if (row.sum < RECORD)
        return row.sum == RECORD - 1 ? RECORD_MAY : RECORD_NOT;
    return row.alike && row.sum - (row.count == 1 && row.separator != '|') >= SURE ? RECORD_SURELY
                                                                                   : RECORD_DOES;
}

bool record_goes_on(text *t, size_t line, size_t start, size_t next)
{
    static const char separators[] = ",;|\t";
    const char *sign = start > line + 1 ? strchr(separators, t->p[start - 1]) : NULL;
    unsigned before;
    bool quoted;

    if (!sign || !*sign)
        return false;
    before = shape_count(t->p + line, start - line, *sign, &quoted);
    return before > 0 && shape_count(t->p + next, lines_line_end(t, next, next + ROW_BYTES) - next,
                                     *sign, &quoted) == before;
}
