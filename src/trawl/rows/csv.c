/* csv.c - rows of CSV (RFC 4180): divides the input into rows, and a row into cells
 *
 * A cell in quotes may have line ends, separators, and quotes that are written twice. In any other
 * cell all bytes belong to its text, also spaces and quotes. A row ends with LF, CR LF or CR. A
 * byte order mark at the start of the input is passed over.
 *
 * A damaged row ends with its first line, so that a quote that is not closed costs no other row.
 * If the damage was found in a later line, each line up to that line is a row of its own, so that
 * no byte is read more than a few times.
 */
#include "trawl/rows/rows.h"

enum csv_state { CSV_START, CSV_PLAIN, CSV_QUOTED, CSV_CLOSED, CSV_DAMAGED };

/* Returns the state after a byte that does not end the row. */
static inline unsigned csv_after(unsigned state, char byte, char separator)
{
    static const unsigned char next[][3] = {
        /* after: another byte, a quote, a separator */
        [CSV_START] = {CSV_PLAIN, CSV_QUOTED, CSV_START},
        [CSV_PLAIN] = {CSV_PLAIN, CSV_PLAIN, CSV_START},
        [CSV_QUOTED] = {CSV_QUOTED, CSV_CLOSED, CSV_QUOTED},
        [CSV_CLOSED] = {CSV_DAMAGED, CSV_QUOTED, CSV_START},
        [CSV_DAMAGED] = {CSV_DAMAGED, CSV_DAMAGED, CSV_DAMAGED},
    };

    return next[state][byte == '"' ? 1 : byte == separator ? 2 : 0];
}

static inline bool csv_ends_line(char byte)
{
    return byte == '\n' || byte == '\r';
}

/* Returns the first index from i on, up to n, of a byte that changes the state or may end the row.
 * Only a quote does so inside of quotes. */
static inline size_t csv_skip(unsigned state, const char *p, size_t i, size_t n, char separator)
{
    const char *quote;

    if (state == CSV_QUOTED) {
        quote = i < n ? memchr(p + i, '"', n - i) : NULL;
        return quote ? (size_t)(quote - p) : n;
    }
    while (state == CSV_PLAIN && i < n && p[i] != separator && !csv_ends_line(p[i]))
        i++;
    return i;
}

/* ---- Cells ---- */

bool rows_csv_next(trawl_str row, char separator, size_t *at, struct rows_cell *cell)
{
    unsigned state = CSV_START;
    size_t i = *at;

    if (!row.p || i > row.n)
        return false;
    while ((i = csv_skip(state, row.p, i, row.n, separator)) < row.n &&
           (state = csv_after(state, row.p[i], separator)) != CSV_START)
        i++;
    *cell = (struct rows_cell){CELL_TEXT, {row.p + *at, i - *at}};
    *at = i + 1;
    return true;
}

const char *rows_csv_text(trawl_str raw, struct buffer *text)
{
    const bool quoted = raw.n > 1 && raw.p[0] == '"';
    const char *p = raw.p + quoted, *end = raw.p + raw.n - quoted;

    while (p < end) {
        const char *quote = quoted ? memchr(p, '"', (size_t)(end - p)) : NULL;
        size_t run = (size_t)((quote ? quote + 1 : end) - p);

        if (buffer_add(text, p, run) != TRAWL_OK)
            return NULL;
        p += run + (quote ? 1 : 0);
    }
    return NULL;
}

/* Returns the cells at the beginning of a damaged row that are whole. */
static trawl_str csv_whole(trawl_str row, char separator)
{
    unsigned state = CSV_START;
    trawl_str whole = {NULL, 0};

    for (size_t i = 0; i < row.n; i++)
        if ((state = csv_after(state, row.p[i], separator)) == CSV_START)
            whole = (trawl_str){row.p, i};
    return whole;
}

/* ---- Rows ---- */

/* Returns the index of the first line end from i on, or n. */
static size_t csv_line_end(const char *p, size_t i, size_t n)
{
    while (i < n && !csv_ends_line(p[i]))
        i++;
    return i;
}

/* If a damaged row has more than one line, ends the row after its first line and returns true. */
static bool csv_goes_back(struct csv_reader *csv, const char *p)
{
    const size_t first = csv_line_end(p, 0, csv->at);

    if (csv->dropping || first == csv->at)
        return false;
    csv->lines = csv->at;
    csv->at = first;
    csv->state = CSV_QUOTED;
    return true;
}

/* Returns true when most of the lines in an open quote have the same number of cells as the row
 * before. */
static bool csv_has_rows(const struct csv_reader *csv, const char *p)
{
    size_t lines = 0, rows = 0, from = csv_line_end(p, 0, csv->at) + 1, end;
    struct rows_cell cell;

    for (; (end = csv_line_end(p, from, csv->at)) < csv->at; from = end + 1) {
        const trawl_str line = {p + from, end - from};
        size_t cells = 0, at = 0;

        while (rows_csv_next(line, csv->separator, &at, &cell))
            cells++;
        lines += line.n > 0; /* what is between CR and LF is not a line */
        rows += cells == csv->cells_before;
    }
    return csv->cells_before > 1 && 2 * rows > lines;
}

/* Sets csv->at to the end of the row, without its line end, or to the first byte beyond the bound.
 * Returns true at the end. */
static bool csv_find_end(struct csv_reader *csv, trawl_str text, bool over)
{
    const size_t n = csv->dropping || text.n <= csv->most ? text.n : (size_t)csv->most + 1;
    bool last;

    for (;; csv->at++) {
        const unsigned before = csv->state;

        /* Skips line ends in quotes, unless each line is a row. */
        if (before != CSV_QUOTED || csv->at >= csv->lines)
            csv->at = csv_skip(before, text.p, csv->at, n, csv->separator);
        if (csv->at == n)
            break;
        if (csv_ends_line(text.p[csv->at]))
            return true;
        csv->state = csv_after(before, text.p[csv->at], csv->separator);
        csv->cells += csv->state == CSV_START;
        if (csv->state == CSV_DAMAGED && before == CSV_CLOSED && csv_goes_back(csv, text.p))
            return true;
    }
    last = over && n == text.n;
    if (csv->state == CSV_QUOTED && (last || (csv->at > csv->most && csv_has_rows(csv, text.p))))
        return csv_goes_back(csv, text.p) || last;
    return last;
}

/* Reports what is wrong with a row, and keeps its cells that are whole. */
static void csv_judge(const struct csv_reader *csv, struct rows_row *row)
{
    const char *nul = memchr(row->text.p, '\0', row->text.n);

    if (row->text.n > csv->most) {
        row->large = true;
    } else if (csv->state == CSV_DAMAGED) {
        row->fault = "text after a closing quote; inside a quoted field, write a quote twice";
    } else if (csv->state == CSV_QUOTED) {
        row->fault = "a quote is not closed; the row was ended with its line";
    } else if (nul) {
        row->fault = "a NUL byte; if the input is UTF-16, convert it to UTF-8";
        row->text.n = (size_t)(nul - row->text.p);
    } else {
        return;
    }
    row->text = csv_whole(row->text, csv->separator);
}

/* Returns the bytes at the beginning of the text that belong to no row, or SIZE_MAX when too few
 * were read to know. */
static size_t csv_between(struct csv_reader *csv, trawl_str text, bool over)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t most = sizeof mark - 1, n = text.n < most ? text.n : most;
    const bool after_cr = csv->cr, marked = !csv->begun && memcmp(text.p, mark, n) == 0;

    if (marked && n < most && !over)
        return SIZE_MAX;
    csv->cr = false;
    csv->begun = true;
    if (marked && n == most)
        return most;
    return after_cr && text.p[0] == '\n';
}

/* Ends a row, or a part of a row that is too large. Returns its bytes. */
static size_t csv_end(struct csv_reader *csv, trawl_str text, bool ended)
{
    const size_t n = csv->at;
    const bool line = ended && n < text.n;

    for (const char *p = text.p; (p = memchr(p, '\n', n - (size_t)(p - text.p))) != NULL; p++)
        csv->line++;
    csv->line += line;
    csv->cr = line && text.p[n] == '\r';
    csv->dropping = !ended;
    if (ended) {
        if (csv->state != CSV_QUOTED && csv->state != CSV_DAMAGED)
            csv->cells_before = csv->cells + 1;
        csv->state = CSV_START;
        csv->cells = 0;
    }
    csv->at = 0;
    return n + line;
}

size_t rows_csv_row(struct csv_reader *csv, trawl_str text, bool over, struct rows_row *row)
{
    size_t used = csv_between(csv, text, over);

    *row = (struct rows_row){.between = used > 0 || csv->dropping, .line = csv->line + 1};
    if (used == SIZE_MAX)
        return 0;
    if (used == 0) {
        const bool ended = csv_find_end(csv, text, over);

        row->text = (trawl_str){text.p, csv->at};
        if (!ended && !csv->dropping && csv->at <= csv->most)
            return 0;
        if (!row->between)
            csv_judge(csv, row);
        used = csv_end(csv, text, ended);
    }
    row->held = csv->lines > 0 ? csv->most - row->text.n : 0;
    csv->lines -= used < csv->lines ? used : csv->lines;
    return used;
}

bool rows_csv_cut(const struct csv_reader *csv)
{
    return csv->dropping && csv->state == CSV_QUOTED;
}
