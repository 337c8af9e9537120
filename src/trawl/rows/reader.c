/* reader.c - divides standard input into rows: lines, or texts with their lengths; or by csv.c
 *
 * A row of length-prefixed is its length in decimal digits, LF, its bytes, LF; or \N and LF for
 * NULL. After a damaged row, reading goes on after the next LF. In RowBinary nothing shows where
 * the row after a damaged row begins. A row that is too large is passed on as soon as that is
 * known; the rest of its bytes are dropped as they are read.
 */
#include "trawl/rows/rows.h"

struct row_reader {
    enum rows_format format;
    struct buffer text; /* that was read, and is not used yet */
    /* Bytes of `text` in which no LF was found: at the end of a line, and after a damaged row. */
    size_t searched, skipped;
    uint64_t most;  /* bytes of a row */
    uint64_t drop;  /* bytes of the row before, to be dropped */
    bool drop_line; /* and then what is left of the line */
    bool over;      /* the input has ended */
    struct csv_reader csv;
};

/* Returns the bytes at the beginning of the text to be dropped. */
static size_t row_drop(struct row_reader *r, trawl_str text)
{
    size_t n = r->drop < text.n ? (size_t)r->drop : text.n;
    const char *lf;

    r->drop -= n;
    if (n > 0 || !r->drop_line)
        return n;
    lf = memchr(text.p, '\n', text.n);
    r->drop_line = !lf;
    return lf ? (size_t)(lf - text.p) + 1 : text.n;
}

/* Returns the end of the first line that ends after `from`, with its LF if it has one; 0 when its
 * end was not read. Searches each byte once. */
static size_t row_line(const struct row_reader *r, trawl_str text, size_t from, size_t *searched)
{
    const char *lf;

    from = from > *searched ? from : *searched;
    lf = from < text.n ? memchr(text.p + from, '\n', text.n - from) : NULL;
    *searched = lf || r->over ? 0 : text.n;
    return lf ? (size_t)(lf - text.p) + 1 : r->over ? text.n : 0;
}

/* The following do what row_first() does, for a format. */

/* Returns the cells of TSV that are whole at the beginning of a row that is too large. */
static trawl_str row_cells(const struct row_reader *r, trawl_str text)
{
    size_t n = r->format == ROWS_TSV ? (size_t)r->most : 0;

    n = n < text.n ? n : text.n;

    while (n > 0 && text.p[n - 1] != '\t')
        n--;
    return n > 0 ? (trawl_str){text.p, n - 1} : (trawl_str){NULL, 0};
}

static size_t row_of_line(struct row_reader *r, trawl_str text, struct rows_row *row)
{
    size_t all = row_line(r, text, 0, &r->searched), n = all;

    n -= n > 0 && text.p[n - 1] == '\n';
    if (n < all && n > 0 && text.p[n - 1] == '\r')
        n--;
    *row = (struct rows_row){.text = {text.p, n}};
    if (n <= r->most && (all > 0 || text.n < r->most + 2)) /* with CR LF */
        return all;
    *row = (struct rows_row){.text = row_cells(r, text), .large = true};
    r->drop_line = all == 0;
    r->searched = 0;
    return all > 0 ? all : text.n;
}

/* Reads the number in a line. Returns false when it is not a length of a row. */
static bool row_length(trawl_str line, uint64_t *length)
{
    *length = 0;
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] < '0' || line.p[i] > '9' || *length > ROW_MAX)
            return false;
        *length = 10 * *length + (uint64_t)(line.p[i] - '0');
    }
    return line.n > 0 && *length <= ROW_MAX;
}

static size_t row_of_length(struct row_reader *r, trawl_str text, struct rows_row *row)
{
    size_t head = row_line(r, text, 0, &r->searched);
    bool ended = head > 0 && text.p[head - 1] == '\n';
    trawl_str line = {text.p, head - ended};
    uint64_t length;

    *row = (struct rows_row){.null = line.n == 2 && memcmp(line.p, "\\N", 2) == 0};
    if (head == 0 || row->null)
        return head;
    if (!row_length(line, &length)) {
        row->fault = "not the length of a row, a number of bytes up to 1 GB";
        return head;
    }
    if (length > r->most) {
        row->large = r->drop_line = true;
        r->drop = length;
        return head;
    }
    row->text = (trawl_str){text.p + head, (size_t)length};
    if (text.n - head > length) {
        if (text.p[head + length] == '\n')
            return head + (size_t)length + 1;
        row->fault = "no line feed after the bytes of the row: its length is wrong";
        return row_line(r, text, head + (size_t)length, &r->skipped);
    }
    if (!r->over)
        return 0;
    if (text.n - head < length || !ended)
        row->fault = "the input ends inside the row";
    return text.n;
}

#define LENGTH_MOST 5 /* bytes of a length up to ROW_MAX in RowBinary */

/* A row of RowBinary is a Nullable(String): a byte 1 for NULL; or 0, the length in groups of seven
 * bits, the lowest first, and the bytes. */
static size_t row_of_binary(struct row_reader *r, trawl_str text, struct rows_row *row)
{
    uint64_t length = 0;
    size_t head = 1;
    bool more = true;

    *row = (struct rows_row){.null = text.p[0] == 1};
    if (row->null)
        return 1;
    for (; more && head < text.n && head <= LENGTH_MOST; head++) {
        length |= (uint64_t)(text.p[head] & 0x7F) << (7 * (head - 1));
        more = (text.p[head] & 0x80) != 0;
    }
    if (text.p[0] != 0)
        row->fault = "not a Nullable(String): its first byte is neither 0 nor 1";
    else if (length > ROW_MAX || (more && head > LENGTH_MOST))
        row->fault = "longer than 1 GB";
    else if (!more && length > r->most)
        row->large = true;
    else if ((more || text.n - head < length) && r->over)
        row->fault = "the input ends inside the row";
    if (row->fault)
        return text.n;
    if (row->large) {
        r->drop = length;
        return head;
    }
    if (more || text.n - head < length)
        return 0;
    row->text = (trawl_str){text.p + head, (size_t)length};
    return head + (size_t)length;
}

/* Sets *row to the first row of a text. Returns its bytes, or 0 when it was not read whole. */
static size_t row_first(struct row_reader *r, trawl_str text, struct rows_row *row)
{
    switch (r->format) {
    case ROWS_LENGTH:
        return row_of_length(r, text, row);
    case ROWS_BINARY:
        return row_of_binary(r, text, row);
    case ROWS_CSV:
        return rows_csv_row(&r->csv, text, r->over, row);
    default:
        return row_of_line(r, text, row);
    }
}

/* Removes bytes that were used. */
static void reader_remove(struct row_reader *r, size_t used)
{
    r->text.n -= used;
    if (used > 0 && r->text.n > 0)
        memmove(r->text.p, r->text.p + used, r->text.n);
    if (r->text.n <= ROWS_KEPT)
        buffer_shrink(&r->text, ROWS_KEPT);
}

/* Passes on all rows that were read whole. Returns 0, or the value with which the taker stopped. */
static int reader_pass_rows(struct row_reader *r, rows_taker *take, void *user)
{
    size_t used = 0, all = 1;
    int status = 0;

    while (status == 0 && used < r->text.n) {
        trawl_str rest = {r->text.p + used, r->text.n - used};
        struct rows_row row;

        all = row_drop(r, rest);
        if (all == 0) {
            all = row_first(r, rest, &row);
            if (all == 0)
                break;
            status = row.between ? 0 : take(user, &row);
        }
        used += all;
        if (used > ROWS_KEPT && used > r->text.n - used) {
            reader_remove(r, used);
            buffer_shrink(&r->text, r->text.n > ROWS_KEPT ? r->text.n : ROWS_KEPT);
            used = 0;
        }
    }
    reader_remove(r, used);
    return status;
}

/* Returns true, after an error message, when the input has ended inside a row that is too large,
 * and rows may be missing. */
static bool reader_is_cut(const struct row_reader *r)
{
    const bool csv = rows_csv_cut(&r->csv);
    const bool cut = csv || (r->format == ROWS_BINARY && r->drop > 0);

    if (cut)
        say("rows", "the input ends inside the last row, which is too large; see --max-row",
            csv ? ", or close a quote of it" : NULL, NULL);
    return cut;
}

int rows_read(struct output *out, enum rows_format format, char separator, uint64_t most,
              rows_taker *take, void *user)
{
    struct row_reader r = {
        .format = format, .most = most, .csv = {.most = most, .separator = separator}};
    struct input in;
    ssize_t got;
    int status = 0;

    if (source_is_output(NULL, "rows", NULL) || input_open(&in, NULL, out) < 0)
        return STATUS_TROUBLE;
    in.command = "rows";
    in.as_it_is = true;
    do {
        if (buffer_make_room(&r.text, INPUT_BLOCK) != TRAWL_OK) {
            status = command_trouble("rows", TRAWL_ERROR_NO_MEMORY);
            break;
        }
        got = input_read(&in, r.text.p + r.text.n);
        r.over = got == 0;
        r.text.n += got > 0 ? (size_t)got : 0;
        if (got >= 0)
            status = reader_pass_rows(&r, take, user);
    } while (got > 0 && status == 0 && out->error == 0);
    if (input_complain(&in) < 0 || (status == 0 && r.over && reader_is_cut(&r)))
        status = STATUS_TROUBLE;
    input_close(&in);
    buffer_free(&r.text);
    return status;
}
