/* columns.c - the columns of --column and --keep: finds their cells in a row */
#include <stdlib.h>

#include "base/ascii.h"
#include "trawl/rows/rows.h"

/* What differs between the formats that have cells. A row of JSON is read by rows_json(). */
static const struct cell_format {
    bool (*next)(trawl_str row, char separator, size_t *at, struct rows_cell *cell);
    const char *(*text)(trawl_str raw, struct buffer *text);
} cell_formats[] = {
    [ROWS_TSV] = {rows_tsv_next, rows_tsv_text},
    [ROWS_JSON] = {NULL, rows_json_text},
    [ROWS_CSV] = {rows_csv_next, rows_csv_text},
};

/* Adds a column. Returns NULL, or what is wrong with its name. */
static const char *columns_add(struct rows_columns *c, const char *name, size_t n)
{
    bool digits = true;
    uint64_t number = 0;

    for (size_t i = 0; i < n; i++) {
        digits = digits && ascii_is_digit((unsigned char)name[i]);
        number = digits && i < 9 ? 10 * number + (uint64_t)(name[i] - '0') : number;
    }
    if (n == 0 || (digits && (n > 9 || number == 0)))
        return " is not a column; it takes a number from 1, or a name";
    c->columns[c->count++] = (struct rows_column){{name, n}, digits ? number : 0};
    c->header = c->header || (!digits && cell_formats[c->format].next);
    return NULL;
}

int rows_columns_open(struct rows_columns *c, const struct rows_options *o)
{
    size_t most = 2 + (o->keep ? strlen(o->keep) : 0);
    const char *name = o->column ? o->column : "1", *option = "--column: ";
    const char *why;

    if (c->format >= ROWS_LENGTH && (o->column || o->keep)) {
        say("rows", "--column and --keep go with --in tsv, csv and json", NULL, NULL);
        return -1;
    }
    c->columns = calloc(most, sizeof *c->columns);
    c->cells = calloc(most, sizeof *c->cells);
    c->single = !o->column;
    if (!c->columns || !c->cells)
        return -command_trouble("rows", TRAWL_ERROR_NO_MEMORY);
    why = columns_add(c, name, strlen(name));
    for (const char *p = o->keep; p && !why; p = *p == ',' ? p + 1 : NULL) {
        option = "--keep: ";
        name = p;
        p += strcspn(p, ",");
        why = columns_add(c, name, (size_t)(p - name));
    }
    if (why)
        say("rows", option, name, why);
    return why ? -1 : 0;
}

void rows_columns_close(struct rows_columns *c)
{
    free(c->columns);
    free(c->cells);
}

const char *rows_columns_read(struct rows_columns *c, trawl_str row, struct buffer *name)
{
    const struct cell_format *format = &cell_formats[c->format];
    struct rows_cell cell;
    size_t at = 0;

    for (size_t i = 0; i < c->count; i++)
        c->cells[i] = (struct rows_cell){.type = CELL_ABSENT};
    if (!format->next)
        return rows_json(row, c, name);
    for (uint64_t number = 1; format->next(row, c->separator, &at, &cell); number++)
        for (size_t i = 0; i < c->count; i++)
            if (c->columns[i].number == number)
                c->cells[i] = cell;
    return c->cells[0].type == CELL_ABSENT ? "the row has no such column" : NULL;
}

const char *rows_columns_name(struct rows_columns *c, trawl_str row, struct buffer *name)
{
    const struct cell_format *format = &cell_formats[c->format];
    struct rows_cell cell;
    size_t at = 0;

    for (uint64_t number = 1; format->next(row, c->separator, &at, &cell); number++) {
        name->n = 0;
        (void)format->text(cell.raw, name);
        for (size_t i = 0; i < c->count; i++) {
            struct rows_column *column = &c->columns[i];

            if (column->number == 0 && column->name.n == name->n &&
                memcmp(column->name.p, name->p, name->n) == 0)
                column->number = number;
        }
    }
    for (size_t i = 0; i < c->count; i++)
        if (c->columns[i].number == 0)
            return c->columns[i].name.p;
    return NULL;
}

const char *rows_columns_text(const struct rows_columns *c, trawl_str raw, struct buffer *text)
{
    return cell_formats[c->format].text(raw, text);
}
