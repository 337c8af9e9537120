/* rows.h - the command "trawl rows": the rows of its input, and the cells of a row */
#ifndef TRAWL_TRAWL_ROWS_ROWS_H
#define TRAWL_TRAWL_ROWS_ROWS_H

#include "app/command.h"
#include "app/io/io.h"

/* The formats of --in. Answers have one of the first three formats; answers to ROWS_BINARY are in
 * RowBinary, too. */
enum rows_format { ROWS_TSV, ROWS_JSON, ROWS_CSV, ROWS_LENGTH, ROWS_BINARY };

struct rows_options {
    int in, to, separator; /* 1 plus the index of a choice */
    const char *column, *keep, *max_row;
    int sandbox;
};

/* ---- Rows: reader.c ---- */

/* The maximum number of bytes of a row with a length. */
#define ROW_MAX ((uint64_t)1 << 30)

/* Without `fault` a row is its text, or NULL. */
struct rows_row {
    trawl_str text;
    bool null;         /* of the formats with lengths */
    const char *fault; /* why the row is damaged; in RowBinary no row follows */
    bool large;        /* the row has too many bytes; of TSV and CSV, `text` has its first cells */
    /* Of CSV: */
    bool between;  /* it is no row, but bytes between rows */
    uint64_t line; /* where the row begins, from 1 */
    uint64_t held; /* at most this many bytes of other rows were read with a damaged row */
};

/* Takes a row, whose text is valid during the call. Returns 0, or a value that stops. */
typedef int rows_taker(void *user, const struct rows_row *row);

/* Reads the rows of standard input, of up to `most` bytes each, with this separator of CSV. Flushes
 * the output before a read that waits. Returns enum status, or the value with which the taker
 * stopped. */
int rows_read(struct output *out, enum rows_format format, char separator, uint64_t most,
              rows_taker *take, void *user);

/* Buffers are shrunk to this size before the next row. */
#define ROWS_KEPT ((size_t)1 << 20)

/* ---- Rows of CSV: csv.c ---- */

struct csv_reader {
    uint64_t most; /* bytes of a row */
    char separator;
    bool begun, cr;      /* the input has begun; the row before ended with CR */
    bool dropping;       /* the rest of a row that is too large */
    unsigned state;      /* of the row, at its byte `at` */
    size_t at;           /* bytes of the row that were read */
    size_t lines;        /* bytes in which each line is a row */
    uint64_t line;       /* lines before the row */
    size_t cells;        /* that ended */
    size_t cells_before; /* of the last row that was whole */
};

/* Sets *row to the first row of a text that is not empty. Returns its bytes, with the end of its
 * line, or 0 when it was not read whole. */
size_t rows_csv_row(struct csv_reader *csv, trawl_str text, bool over, struct rows_row *row);

/* Returns true when the input has ended in a quoted cell of a row that is too large. */
bool rows_csv_cut(const struct csv_reader *csv);

/* ---- Cells: tsv.c, csv.c and json.c ---- */

/* A column that was chosen. */
struct rows_column {
    trawl_str name;  /* a number or a name, as it was given */
    uint64_t number; /* from 1; 0: the name is to be found in a header, or in an object */
};

enum cell_type {
    CELL_ABSENT,
    CELL_NULL,
    CELL_TEXT,
    CELL_OTHER /* JSON: a number, a list, ... */
};

struct rows_cell {
    enum cell_type type;
    trawl_str raw; /* with its escapes, and quotes of JSON */
};

/* Sets *cell to the cell that begins at row.p[*at], and *at to the next cell. Returns false after
 * the last cell. */
bool rows_tsv_next(trawl_str row, char separator, size_t *at, struct rows_cell *cell);
bool rows_csv_next(trawl_str row, char separator, size_t *at, struct rows_cell *cell);

/* Adds the text of a cell without its escapes to the buffer. Returns NULL, or why the cell is
 * damaged. When memory runs out, buffer_failed() is set. */
const char *rows_tsv_text(trawl_str raw, struct buffer *text);
const char *rows_csv_text(trawl_str raw, struct buffer *text);
const char *rows_json_text(trawl_str raw, struct buffer *text);

/* ---- Columns: columns.c ---- */

/* The columns that were chosen: the first has the text, and all after it are kept. */
struct rows_columns {
    enum rows_format format;
    char separator;
    bool single; /* no column was named: a row of JSON may be a string */
    bool header; /* the next row has the names of columns */
    struct rows_column *columns;
    struct rows_cell *cells; /* of the row */
    size_t count;
};

/* Reads --column and --keep. Returns 0, or -1 after an error message. */
int rows_columns_open(struct rows_columns *c, const struct rows_options *o);
void rows_columns_close(struct rows_columns *c);

/* Sets the cells of a row of JSON; all must be absent before. Returns NULL, or why the row is
 * damaged. If `single` is set, a row that is neither a list nor an object is the first cell. `name`
 * is used for names. */
const char *rows_json(trawl_str row, struct rows_columns *c, struct buffer *name);

/* Sets the cells of a row. Returns NULL, or why the row is damaged. `name` is used for names. */
const char *rows_columns_read(struct rows_columns *c, trawl_str row, struct buffer *name);

/* Finds the columns that were chosen by name in a header. Returns NULL, or a name that the header
 * lacks. `name` is used for names. */
const char *rows_columns_name(struct rows_columns *c, trawl_str row, struct buffer *name);

/* Adds the text of a cell without its escapes. Returns as rows_tsv_text(). */
const char *rows_columns_text(const struct rows_columns *c, trawl_str raw, struct buffer *text);

/* ---- Answers: write.c ---- */

/* Writes the kept cells and then the answer, which is JSON, as a row of a format. `text` is used
 * for texts. */
void rows_write(struct output *out, enum rows_format to, const struct rows_columns *c,
                trawl_str answer, struct buffer *text);

#endif
