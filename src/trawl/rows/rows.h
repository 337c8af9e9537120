/* rows.h - the command "trawl rows": the rows of its input, and the cells of a row */
#ifndef TRAWL_TRAWL_ROWS_ROWS_H
#define TRAWL_TRAWL_ROWS_ROWS_H

#include "app/command.h"
#include "app/io/io.h"

/* The formats of --in. Answers are in one of the first two; those to ROWS_BINARY in the same. */
enum rows_format { ROWS_TSV, ROWS_JSON, ROWS_LENGTH, ROWS_BINARY };

struct rows_options {
    int in, to; /* 1 plus enum rows_format */
    const char *column, *keep, *max_row;
    int sandbox;
};

/* ---- Rows: reader.c ---- */

/* The most bytes of a row with a length. */
#define ROW_MAX ((uint64_t)1 << 30)

/* Without `fault` a row is its text, or NULL. */
struct rows_row {
    trawl_str text;
    bool null;         /* of the formats with lengths */
    const char *fault; /* why the row is damaged; in RowBinary no row follows */
    bool large;        /* the row has too many bytes; of TSV, `text` has its first cells */
};

/* Takes a row, whose text is valid during the call. Returns 0, or a value that stops. */
typedef int rows_taker(void *user, const struct rows_row *row);

/* Reads the rows of standard input, of up to `most` bytes each. Flushes the output before a read
 * that waits. Returns enum status, or what the taker returned. */
int rows_read(struct output *out, enum rows_format format, uint64_t most, rows_taker *take,
              void *user);

/* Buffers are given back to this size before the next row. */
#define ROWS_KEPT ((size_t)1 << 20)

/* ---- Cells: tsv.c and json.c ---- */

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

/* Sets the cell of each column. Returns NULL, or why the row is damaged. */
const char *rows_tsv(trawl_str row, const struct rows_column *columns, struct rows_cell *cells,
                     size_t count);

/* The same for a row of JSON. `name` is used for names. A row that is no list or object is a single
 * cell, the first, if `single`. */
const char *rows_json(trawl_str row, const struct rows_column *columns, struct rows_cell *cells,
                      size_t count, bool single, struct buffer *name);

/* Adds the text of a cell without its escapes to the buffer. Returns NULL, or why the cell is
 * damaged. When memory runs out, buffer_failed() is set. */
const char *rows_tsv_text(trawl_str raw, struct buffer *text);
const char *rows_json_text(trawl_str raw, struct buffer *text);

#endif
