/* rows.c - keeps the links of a block until SQLite has read them
 *
 * A row has a head with its size, its cells, and its texts. The size is a multiple of 8.
 */
#include "sql.h"

/* At the start of a row. */
struct rows_head {
    size_t size; /* of the row */
};

static size_t cell_at(const struct sql_rows *r, size_t row, int column)
{
    return row + sizeof(struct rows_head) + r->place[column] * sizeof(struct sql_cell);
}

void sql_rows_open(struct sql_rows *r, uint64_t stored)
{
    r->stored = stored;
    r->cells = 0;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        r->place[i] = (unsigned char)r->cells;
        r->cells += stored >> i & 1;
    }
    sql_rows_clear(r);
}

void sql_rows_clear(struct sql_rows *r)
{
    r->first = r->last = r->n = 0;
    r->failed = false;
    for (unsigned i = 0; i < r->cells; i++)
        r->previous[i].n = SQL_NULL;
}

/* Makes room for n more bytes. Returns false when out of memory. */
static bool rows_grow(struct sql_rows *r, size_t n)
{
    size_t room = r->room > 0 ? r->room : 4096;
    char *p;

    if (r->failed || n <= r->room - r->n)
        return !r->failed;
    while (room - r->n < n)
        room *= 2;
    p = sqlite3_realloc64(r->p, room);
    r->failed = !p;
    if (p) {
        r->p = p;
        r->room = room;
    }
    return p != NULL;
}

void sql_rows_add(struct sql_rows *r)
{
    const struct sql_cell null = {0, SQL_NULL};
    struct rows_head head = {sizeof head + r->cells * sizeof null};

    if (!rows_grow(r, head.size))
        return;
    r->last = r->n;
    memcpy(r->p + r->n, &head, sizeof head);
    for (unsigned i = 0; i < r->cells; i++)
        memcpy(r->p + r->n + sizeof head + i * sizeof null, &null, sizeof null);
    r->n += head.size;
}

/* Adds bytes to the last row, and pads it to a multiple of 8. Needs room from rows_grow(). */
static void rows_append(struct sql_rows *r, trawl_str text)
{
    size_t n = (text.n + 7) & ~(size_t)7;
    struct rows_head head;

    memcpy(r->p + r->n, text.p, text.n);
    memset(r->p + r->n + text.n, 0, n - text.n);
    r->n += n;
    head.size = r->n - r->last;
    memcpy(r->p + r->last, &head, sizeof head);
}

static bool rows_is_stored(const struct sql_rows *r, int column)
{
    return r->stored >> column & 1;
}

void sql_rows_text(struct sql_rows *r, int column, trawl_str text)
{
    struct sql_cell *previous = &r->previous[r->place[column]];

    if (!rows_is_stored(r, column) || r->failed || !text.p)
        return;
    if (previous->n != text.n || memcmp(r->p + previous->number, text.p, text.n) != 0) {
        if (!rows_grow(r, text.n + 8))
            return;
        *previous = (struct sql_cell){(sqlite3_int64)r->n, text.n};
        rows_append(r, text);
    }
    memcpy(r->p + cell_at(r, r->last, column), previous, sizeof *previous);
}

void sql_rows_number(struct sql_rows *r, int column, sqlite3_int64 number)
{
    const struct sql_cell cell = {number, 0};

    if (rows_is_stored(r, column) && !r->failed)
        memcpy(r->p + cell_at(r, r->last, column), &cell, sizeof cell);
}

bool sql_rows_empty(const struct sql_rows *r)
{
    return r->first >= r->n;
}

bool sql_rows_next(struct sql_rows *r)
{
    struct rows_head head;

    memcpy(&head, r->p + r->first, sizeof head);
    r->first += head.size;
    return !sql_rows_empty(r);
}

const struct sql_cell *sql_rows_cell(const struct sql_rows *r, int column)
{
    return (const struct sql_cell *)(const void *)(r->p + cell_at(r, r->first, column));
}

trawl_str sql_rows_get_text(const struct sql_rows *r, int column)
{
    const struct sql_cell *cell = sql_rows_cell(r, column);

    return cell->n == SQL_NULL ? (trawl_str){NULL, 0} : (trawl_str){r->p + cell->number, cell->n};
}
