/* record.c - rows of data: is the sign after a link the separator of a record (M16)?
 *
 * CSV, logs and lists divide a line with ",", ";" or "|", which URLs may have, too. A record shows
 * in separators outside all URLs, in the line or in a neighbour: in fields before the link, quotes,
 * and later fields with blanks. Each sign for or against a record is a row with a weight.
 */
#include "base/ascii.h"
#include "find/lines/lines.h"

/* RECORD: the sum that shows a record. SURE: the sum that, with a neighbour that is alike, leaves
 * no doubt; SURE + 1 is needed in rows with only one "," or ";". OPEN: the sum from which lines of
 * URLs with the same number of separators may be records. */
enum { RECORD = 2, SURE = 5, OPEN = -5 };

typedef struct data_row {
    text *t;
    size_t line, start, at; /* the line, the link, the separator after it */
    size_t word;            /* the end of the word, or of the name of another URL's scheme in it */
    size_t end;             /* the end of the line, or of what is read of it */
    char separator;
    shape_fields before, after; /* the fields before the link, and from the link on */
    bool wide;                  /* the line is read, not only the word */
    bool inside;                /* the link does not begin its field */
    bool plain;                 /* only words, numbers and separators follow in the word */
    bool named;                 /* the link is the value of "name=", and so is the next field */
    bool far;                   /* the line begins long before the link */
    bool alike;                 /* a neighbouring line is alike, and one of both is a row of data */
    bool peers, others;         /* one is alike; both are, with URLs of other sites */
    unsigned count;             /* the separators of the line */
    int sum;                    /* of the signs so far */
} data_row;

size_t record_date_end(text *t, size_t i)
{
    enum { DATE = 10 };

    return shape_is_date(t->p, i, text_run(t, i, DATE, BYTE_DIGIT, "-/")) ? i + DATE : i;
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

/* Returns true when a field ends right before the link; its quotes may have opened above. */
static bool sign_follows(const data_row *row)
{
    const char *p = row->t->p + row->start;
    const bool first = row->start == row->line + 1;

    return row->start > row->line && p[-1] == row->separator &&
           (first || (unsigned char)p[-2] > ' ') &&
           (row->before.outside > 0 || row->far || (!first && p[-2] == '"'));
}

/* Returns true when the next field is an address of mail, and the link has none. */
static bool sign_address(const data_row *row)
{
    const size_t at = text_run(row->t, row->at + 1, 64, BYTE_LABEL, "._+"),
                 to = text_run(row->t, at + 1, 255, BYTE_LABEL, ".");

    return text_at(row->t, at) == '@' && to > at + 1 &&
           (text_at(row->t, to) == row->separator || text_at(row->t, to) <= ' ') &&
           !memchr(row->t->p + row->start, '@', row->at - row->start);
}

/* Returns true when the word goes on as URLs do: "0,1518,42,00.html", "x;p=1". */
static bool sign_rest(const data_row *row)
{
    const char *p = row->t->p;

    for (size_t i = row->at + 1; i < row->word && p[i] != '"'; i++)
        if (strchr("/&%+", p[i]) || (p[i] == '=' && !row->named) ||
            (p[i] == '.' && ascii_is_alpha((unsigned char)text_at(row->t, i + 1))))
            return true;
    return false;
}

static bool sign_plain(const data_row *row)
{
    const char *p = row->t->p;
    size_t i = row->at;

    while (i < row->word &&
           ((unsigned char)p[i] >= 0x80 || byte_is((unsigned char)p[i], BYTE_LABEL) ||
            strchr("_:,;|'", p[i]) ||
            (p[i] == '.' && !ascii_is_alpha((unsigned char)text_at(row->t, i + 1)))))
        i++;
    return row->wide && i == row->word;
}

static bool sign_numbers(const data_row *row)
{
    return ascii_is_digit((unsigned char)row->t->p[row->at - 1]) &&
           record_date_end(row->t, row->at + 1) == row->at + 1 &&
           text_is_of(row->t, text_run(row->t, row->at + 1, 1, 0, "-+"), BYTE_DIGIT);
}

/* Compares the neighbouring lines. The line below is read only if the line above does not decide:
 * then rows need not wait for the line below. */
static void record_compare(data_row *row)
{
    text *t = row->t;
    const size_t line = row->line, end = row->end;
    unsigned own, above, below = 0;

    if (!row->wide || row->far)
        return;
    own = shape_of_row(t->p + line, end - line);
    row->count = shape_separators(own, row->separator);
    if (row->count == 0 || (row->count == 1 && sign_rest(row)))
        return;
    above = row->start - line <= SHAPE_ABOVE ? shape_above(t, line) : 0;
    row->alike = shape_alike(own, above);
    if (row->alike)
        return;
    if (text_at(t, end) == '\n')
        below =
            shape_of_row(t->p + end + 1, lines_line_end(t, end + 1, end + 1 + ROW_BYTES) - end - 1);
    row->alike = shape_alike(own, below);
    row->peers = shape_same(own, above) || shape_same(own, below);
    row->others = shape_same(own, above) && shape_same(own, below) && own != above && own != below;
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
    const unsigned before = row->before.outside, beyond = row->after.outside;
    const bool follows = sign_follows(row);
    const bool many = row->inside ? before > 3 : before > 1 && follows;
    const struct {
        bool holds;
        int weight;
        const char *what;
    } signs[] = {
        {follows, 7, "a field ends right before the link"},
        {many, 2, "fields precede it"},
        {row->inside, -3, "the link does not begin its field"},
        {row->named, 2, "it is the value of a field with a name, and another follows"},
        {row->wide && beyond > (row->separator == ','), 3, "separators follow outside of URLs"},
        {row->after.sure, 4, "a quote or a date follows a separator"},
        {sign_address(row), 8, "the next field is an address"},
        {p[at - 1] == '/', 1, "a slash is right before the separator"},
        {memchr(p + row->start, '?', at - row->start), -2,
         "the link has a query before the separator"},
        {sign_rest(row), -3, "the word goes on as URLs do"},
        {sign_numbers(row), -3, "numbers are on both sides of the separator"},
        {text_at(t, row->word) == '\t', -9, "a tab ends the word"}, /* it divides the fields */
        {row->after.loose, -4, "a blank follows a separator"},
        {row->alike, row->count > 2 ? 9 : 5, "a neighbouring line is a row like this"},
        {row->plain && row->others, 2, "both lines are alike, with URLs of other sites"},
    };

    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++)
        record_add(row, f, signs[k].holds, signs[k].weight, signs[k].what);
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
    bool begins;

    row->line = row_start(row->t, start, start > ROW_BYTES ? start - ROW_BYTES : 0);
    row->far = row->line == SIZE_MAX;
    if (row->far)
        row->line = start - NEAR;
    row->before = shape_read(p + row->line, start - row->line, row->separator, false);
    begins = bytes_run(p, row->line, start, BYTE_BLANK, ">\"") == start || sign_follows(row) ||
             record_has_name(row);
    row->wide = begins || row->separator != '|';
    row->inside = !begins && row->separator != '|';
    return !row->inside || (!row->before.quoted && !row->far);
}

enum record record_weigh(text *t, size_t start, size_t i, candidate *f)
{
    enum { WORD = 128 };
    data_row row = {.t = t, .start = start, .at = i, .separator = t->p[i]};
    const char *other;

    if ((row.separator == ';' && ends_entity(t, i)) || !record_begin(&row))
        return RECORD_NOT;
    row.word = text_word_end(t, i, WORD);
    if ((other = bytes_authority(t->p + i, row.word - i)))
        row.word = (size_t)(other - t->p);
    row.end = lines_line_end(t, i, i + ROW_BYTES);
    row.plain = sign_plain(&row);
    row.after =
        shape_read(t->p + start, (row.wide ? row.end : row.word) - start, row.separator, true);
    row.named =
        record_has_name(&row) && text_at(t, text_run(t, i + 1, ROW_NAME, BYTE_ALNUM, "_-.")) == '=';
    record_compare(&row);
    record_add_signs(&row, f);
    if (row.sum < RECORD)
        return row.sum == RECORD - 1 || (row.sum >= OPEN && row.peers && row.plain) ? RECORD_MAY
                                                                                    : RECORD_NOT;
    return row.alike && row.sum - (row.count == 1 && row.separator != '|') >= SURE ? RECORD_SURELY
                                                                                   : RECORD_DOES;
}

bool record_goes_on(text *t, size_t line, size_t start, size_t next)
{
    static const char separators[] = ",;|\t";
    const char *sign = start > line + 1 ? strchr(separators, t->p[start - 1]) : NULL;
    unsigned before;

    if (!sign || !*sign)
        return false;
    before = shape_read(t->p + line, start - line, *sign, false).count;
    return before > 0 &&
           shape_read(t->p + next, lines_line_end(t, next, next + ROW_BYTES) - next, *sign, false)
                   .count == before;
}
