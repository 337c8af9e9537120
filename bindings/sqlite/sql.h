/* sql.h - the functions of trawl as an extension that SQLite loads
 *
 *   extension.c   the entry points
 *   forms.c       functions of one URL: trawl_canonical() and so on
 *   texts.c       functions of one text: trawl_html(), trawl_unbreak(), trawl_urls()
 *   table.c       the tables trawl_links(text) and trawl_read(path)
 *   columns.c     the columns of both tables, and which settings of the library they need
 *   rows.c        keeps the links of a block until SQLite has read them
 *
 * Only the public headers of the library are used. Memory comes from SQLite's allocator, so that
 * its limits hold. doc/trawl-sqlite.7 describes the functions.
 */
#ifndef TRAWL_SQL_SQL_H
#define TRAWL_SQL_SQL_H

#include <sqlite3ext.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "../common/common.h"

SQLITE_EXTENSION_INIT3

/* ---- Values ---- */

/* Returns the bytes of a text or blob. `p` is NULL for NULL, and when out of memory. */
trawl_str sql_bytes(sqlite3_value *value);

/* Sets the result of a function to a text. Bytes that are not UTF-8, and NUL, become U+FFFD. */
void sql_result(sqlite3_context *c, trawl_str text);

/* Writes a text as the inside of a string of JSON. */
void sql_write_json(sqlite3_str *sql, trawl_str text);

/* Returns true when the text is UTF-8 without NUL. */
bool sql_is_text(trawl_str s);

/* Makes a function fail with an error of the library. */
void sql_fail(sqlite3_context *c, int error);

/* A resize function for the library: sqlite3_realloc64(). */
void *sql_resize(void *user, void *old, size_t size);

/* Returns true when the running statement was interrupted. Takes some microseconds. */
bool sql_is_interrupted(sqlite3 *db);

/* The number of bytes scanned between two calls of sql_is_interrupted(). */
#define SQL_PATIENCE (1 << 20)

/* ---- Forms of a URL: forms.c ---- */

/* Sets the result to a form of the URL, or to NULL if there is none. */
void sql_result_form(sqlite3_context *c, url_form *form, trawl_str url);

/* Sets the result to the standards that accept the URL, as in "1738,3986". */
void sql_result_valid(sqlite3_context *c, trawl_str url);

/* ---- Columns: columns.c ---- */

/* Returns a CREATE TABLE for sqlite3_declare_vtab(), to be freed with sqlite3_free(), or NULL when
 * out of memory. The table has the first `columns` columns, and two hidden ones: `input`, and
 * "options". */
char *sql_columns_declare(int columns, const char *input);

/* Returns the columns (bits) that must be stored when the columns `used` are read. */
uint64_t sql_columns_stored(uint64_t used);

/* Adds the options that the stored columns need. */
void sql_columns_need(struct options *o, uint64_t stored);

struct sql_rows;

/* Adds a row for a link. Returns SQLITE_OK or SQLITE_NOMEM. */
int sql_columns_store(struct sql_rows *rows, const trawl_event *e, struct places *places,
                      trawl_str file);

/* Sets the result to a column of the current row. */
void sql_columns_result(sqlite3_context *c, const struct sql_rows *rows, int column);

/* ---- Rows: rows.c ---- */

struct sql_cell {
    sqlite3_int64 number; /* the value, or the offset of a text in sql_rows.p */
    size_t n;             /* the length of a text, or SQL_NULL */
};

#define SQL_NULL SIZE_MAX

/* Links that SQLite has not read yet. The rows are in order in one piece of memory. If a text
 * equals that of the row above, both rows share it. */
struct sql_rows {
    uint64_t stored; /* the columns that have a cell */
    unsigned cells;
    unsigned char place[COLUMN_COUNT]; /* of a column: the index of its cell */
    size_t first, last, n, room;       /* first, last: offsets of the current and the last row */
    char *p;
    struct sql_cell previous[COLUMN_COUNT]; /* the texts of the row above, by their places */
    bool failed;                            /* no memory */
};

/* Removes all rows, and sets which columns the next ones store. Keeps the memory. */
void sql_rows_open(struct sql_rows *r, uint64_t stored);

void sql_rows_clear(struct sql_rows *r);

/* Adds a row in which all stored columns are NULL. */
void sql_rows_add(struct sql_rows *r);

/* Set a column of the last row, if it is stored. */
void sql_rows_text(struct sql_rows *r, int column, trawl_str text);
void sql_rows_number(struct sql_rows *r, int column, sqlite3_int64 number);

/* Moves to the next row. Returns false when there is none. */
bool sql_rows_next(struct sql_rows *r);

/* Returns true when there is no current row. */
bool sql_rows_empty(const struct sql_rows *r);

/* Return a column of the current row, which must be stored; p is NULL for NULL. */
trawl_str sql_rows_get_text(const struct sql_rows *r, int column);
const struct sql_cell *sql_rows_cell(const struct sql_rows *r, int column);

/* ---- Registering; each returns a code of SQLite ---- */

int sql_forms_register(sqlite3 *db);
int sql_texts_register(sqlite3 *db);
int sql_tables_register(sqlite3 *db);

#endif
