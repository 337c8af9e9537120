/* command.c - the command "trawl rows": one answer for each row of the input, in order
 *
 * An answer is a line: the links of the row's text as a list of JSON, null for NULL, or an object
 * with the reason when the row is damaged; before it, the columns of --keep. The filter finds the
 * links and writes them, as for -t json.
 */
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>

#include "app/sandbox/sandbox.h"
#include "trawl/filter/filter.h"
#include "trawl/rows/rows.h"

/* ---- Options ---- */

static const char *const rows_in_formats[] = {"tsv", "json", "length-prefixed", "rowbinary", NULL};
static const char *const rows_to_formats[] = {"json", "tsv", NULL};

#define TARGET rows_options

/* clang-format off */
static const struct option command_options_of_rows[] = {
    {CHOICE(0, "in", "FORMAT", in, rows_in_formats, "format"), .topic = "Rows:",
     .help = "read tsv (with the escapes of PostgreSQL and ClickHouse; the\n"
             "default), json (a value a line), length-prefixed (a\n"
             "number, LF, that many bytes, LF) or rowbinary (ClickHouse's\n"
             "RowBinary, which is also written)"},
    {CHOICE('t', "to", "FORMAT", to, rows_to_formats, "format"),
     .help = "write json (the default) or tsv"},
    {TEXT(0, "column", "COLUMN", column),
     .help = "find links in this column: a number from 1, or a name; of\n"
             "tsv, the first row then has the names. The default is 1"},
    {TEXT(0, "keep", "COLUMNS", keep),
     .help = "write these columns before the links: 1,3 or id,date"},
    {TEXT(0, "max-row", "SIZE", max_row),
     .help = "answer with an error when a row and its answer take more\n"
             "than SIZE bytes of memory (100M, 1G); the default is 64M"},
    LAST_OPTIONS("end the options"),
};
/* clang-format on */

#undef TARGET

/* Warnings about rows that are written; the others are counted. */
#define ROWS_WARNED 10

struct rows_run {
    struct output *out;
    enum rows_format in, to;
    struct rows_column *columns; /* the first has the text, the others are kept */
    struct rows_cell *cells;
    size_t count;
    bool single; /* no column was named: a row of JSON may be a string */
    bool header; /* the first row has the names of the columns */
    struct find_text *find;
    uint64_t number, warned; /* of the row; warnings about rows */
    uint64_t most;           /* bytes of a row and its answer */
    char large[80];          /* the fault of those that take more */
    struct buffer text, records, name;
};

/* Adds a column. Returns NULL, or what is wrong with its name. */
static const char *rows_add(struct rows_run *rows, const char *name, size_t n)
{
    bool digits = true;
    uint64_t number = 0;

    for (size_t i = 0; i < n; i++) {
        digits = digits && name[i] >= '0' && name[i] <= '9';
        number = digits && i < 9 ? 10 * number + (uint64_t)(name[i] - '0') : number;
    }
    if (n == 0 || (digits && (n > 9 || number == 0)))
        return " is not a column; it takes a number from 1, or a name";
    rows->columns[rows->count++] = (struct rows_column){{name, n}, digits ? number : 0};
    rows->header = rows->header || (!digits && rows->in == ROWS_TSV);
    return NULL;
}

/* Reads --column and --keep. Returns 0, or -1 after a message. */
static int rows_choose(struct rows_run *rows, const struct rows_options *o)
{
    size_t most = 2 + (o->keep ? strlen(o->keep) : 0);
    const char *name = o->column ? o->column : "1", *option = "--column: ";
    const char *why;

    rows->columns = calloc(most, sizeof *rows->columns);
    rows->cells = calloc(most, sizeof *rows->cells);
    rows->single = !o->column;
    if (!rows->columns || !rows->cells)
        return -command_trouble("rows", TRAWL_ERROR_NO_MEMORY);
    if (rows->in >= ROWS_LENGTH && (o->column || o->keep)) {
        say("rows", "--column and --keep go with --in tsv and json", NULL, NULL);
        return -1;
    }
    if (rows->in == ROWS_BINARY && o->to) {
        say("rows", "the answers to rows of RowBinary are RowBinary, without -t", NULL, NULL);
        return -1;
    }
    why = rows_add(rows, name, strlen(name));
    for (const char *p = o->keep; p && !why; p = *p == ',' ? p + 1 : NULL) {
        option = "--keep: ";
        name = p;
        p += strcspn(p, ",");
        why = rows_add(rows, name, (size_t)(p - name));
    }
    if (why)
        say("rows", option, name, why);
    return why ? -1 : 0;
}

/* ---- Memory ---- */

/* Returns the copies of a row that exist while it is answered: a cell without its escapes is built
 * beside the row. */
static unsigned rows_copies(const struct rows_run *rows)
{
    return rows->in < ROWS_LENGTH ? 2 : 1;
}

/* Reads --max-row. Returns 0, or -1 after a message. */
static int rows_bound(struct rows_run *rows, const char *size)
{
    rows->most = options_size(size ? size : "64M");
    if (rows->most == 0) {
        say("rows", "--max-row: ", size, " is not a number of bytes, as in 1G, 64M or 500K");
        return -1;
    }
    (void)snprintf(rows->large, sizeof rows->large,
                   "the row and its answer take more than %llu bytes; see --max-row",
                   (unsigned long long)rows->most);
#ifdef M_MMAP_THRESHOLD
    /* Large buffers grow without a copy, and what is freed leaves the process. */
    (void)mallopt(M_MMAP_THRESHOLD, (int)ROWS_KEPT / 2);
#endif
    return 0;
}

/* Returns the most bytes of the answer to a row. */
static size_t rows_room(const struct rows_run *rows, const struct rows_row *row)
{
    uint64_t room = rows->most - row->text.n * rows_copies(rows);

    return room < SIZE_MAX ? (size_t)room : SIZE_MAX;
}

/* Gives back what a large row took. */
static void rows_shrink(struct rows_run *rows)
{
    struct buffer *all[] = {&rows->text, &rows->records, &rows->name};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        all[i]->n = 0;
        buffer_shrink(all[i], ROWS_KEPT);
    }
}

/* ---- Warnings ---- */

/* Writes a message about the row that is read. */
static void rows_say(const struct rows_run *rows, const char *why)
{
    char where[PUT_NUMBER + 3];

    (void)snprintf(where, sizeof where, "%llu: ", (unsigned long long)rows->number);
    say("rows", "row ", where, why);
}

/* Writes a warning about the text of a row, with the row instead of the name of the input. */
static int rows_warn(void *user, const struct warning *w)
{
    static const char input[] = "trawl: standard input: ";
    struct rows_run *rows = user;
    const size_t n = sizeof input - 1;

    if (rows->warned++ >= ROWS_WARNED || w->line.n <= n || memcmp(w->line.p, input, n) != 0)
        return 0;
    rows->name.n = 0;
    if (buffer_add(&rows->name, w->line.p + n, w->line.n - n) != TRAWL_OK ||
        buffer_add(&rows->name, "", 1) != TRAWL_OK)
        return 0;
    rows->name.p[rows->name.n - 2] = '\0'; /* its LF */
    rows_say(rows, rows->name.p);
    return 0;
}

static void rows_warn_end(const struct rows_run *rows)
{
    char many[PUT_NUMBER + 1];

    if (rows->warned <= ROWS_WARNED)
        return;
    (void)snprintf(many, sizeof many, "%llu", (unsigned long long)(rows->warned - ROWS_WARNED));
    say("rows", "warnings about rows that were left out: ", many, NULL);
}

/* ---- Answers ---- */

/* Makes a list of JSON of records that are lines: no other byte of them is an LF. */
static int rows_list(struct buffer *records)
{
    int error = buffer_add(records, "]", 1);

    for (char *p = records->p + 1, *end = records->p + records->n;
         error == TRAWL_OK && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) {
        if (p + 2 == end) {
            *p = ']';
            records->n--;
            break;
        }
        *p = ',';
    }
    return error;
}

/* Makes the answer to a damaged row. */
static int rows_fault(struct buffer *records, const char *fault)
{
    static const char before[] = "{\"error\":\"", after[] = "\"}";
    int error = buffer_add(records, before, sizeof before - 1);

    if (error == TRAWL_OK)
        error = buffer_add(records, fault, strlen(fault));
    return error == TRAWL_OK ? buffer_add(records, after, sizeof after - 1) : error;
}

/* Sets rows->records to the answer to a row. Returns TRAWL_OK or an error. */
static int rows_answer(struct rows_run *rows, const struct rows_row *row, const char *fault)
{
    trawl_str text = row->text;
    int error;

    rows->records.n = rows->text.n = 0;
    if (!fault && (row->null || rows->cells[0].type == CELL_NULL))
        return buffer_add(&rows->records, "null", 4);
    if (!fault && rows->in != ROWS_LENGTH) {
        fault = rows->in == ROWS_JSON ? rows_json_text(rows->cells[0].raw, &rows->text)
                                      : rows_tsv_text(rows->cells[0].raw, &rows->text);
        text = buffer_str(&rows->text);
    }
    if (buffer_failed())
        return TRAWL_ERROR_NO_MEMORY;
    if (fault)
        return rows_fault(&rows->records, fault);
    error = buffer_add(&rows->records, "[", 1);
    if (error == TRAWL_OK)
        error = find_text_read(rows->find, text, rows_room(rows, row), &rows->records);
    if (error == TRAWL_ERROR_NO_SPACE) {
        rows->records.n = 0;
        return rows_fault(&rows->records, rows->large);
    }
    return error == TRAWL_OK ? rows_list(&rows->records) : error;
}

/* Writes a kept cell. */
static void rows_put_kept(struct rows_run *rows, const struct rows_cell *cell)
{
    const bool text = cell->type == CELL_TEXT, null = cell->type <= CELL_NULL;

    if (null) {
        output_text(rows->out, rows->to == ROWS_JSON ? "null" : "\\N");
        return;
    }
    if (rows->in == rows->to) {
        output_bytes(rows->out, cell->raw.p, cell->raw.n);
        return;
    }
    rows->text.n = 0;
    if (text && rows->in == ROWS_JSON)
        (void)rows_json_text(cell->raw, &rows->text);
    else if (text)
        (void)rows_tsv_text(cell->raw, &rows->text);
    if (rows->to == ROWS_JSON)
        output_json(rows->out, buffer_str(&rows->text));
    else
        output_tsv(rows->out, text ? buffer_str(&rows->text) : cell->raw);
}

/* Writes the answer, with the kept cells before it. */
static void rows_put(struct rows_run *rows)
{
    const bool null = rows->records.p[0] == 'n';

    for (size_t i = 1; i < rows->count; i++) {
        if (rows->to == ROWS_JSON) {
            output_byte(rows->out, i == 1 ? '{' : ',');
            output_json(rows->out, rows->columns[i].name);
            output_byte(rows->out, ':');
        }
        rows_put_kept(rows, &rows->cells[i]);
        if (rows->to == ROWS_TSV)
            output_byte(rows->out, '\t');
    }
    if (rows->to == ROWS_JSON) {
        output_text(rows->out, rows->count > 1 ? ",\"links\":" : "");
        output_bytes(rows->out, rows->records.p, rows->records.n);
        output_text(rows->out, rows->count > 1 ? "}" : "");
    } else if (null) {
        output_text(rows->out, "\\N");
    } else {
        output_tsv(rows->out, buffer_str(&rows->records));
    }
    output_byte(rows->out, '\n');
}

/* Answers a row of RowBinary with an array of tuples; one that takes too much memory with a warning
 * and a tuple without values. Returns 0, or STATUS_TROUBLE after a message. */
static int rows_answer_binary(struct rows_run *rows, const struct rows_row *row)
{
    char length[BINARY_LENGTH];
    uint64_t count = 0;
    int error = row->large ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;

    if (row->fault) {
        rows_say(rows, row->fault);
        return STATUS_TROUBLE;
    }
    rows->records.n = 0;
    if (!row->null && error == TRAWL_OK)
        error = find_text_read(rows->find, row->text, rows_room(rows, row), &rows->records);
    if (error == TRAWL_ERROR_NO_SPACE) {
        if (rows->warned++ < ROWS_WARNED)
            rows_say(rows, rows->large);
        error = find_text_limit(rows->find, &rows->records);
    }
    if (!row->null)
        count = find_text_count(rows->find);
    if (error != TRAWL_OK)
        return command_trouble("rows", error);
    output_bytes(rows->out, length, (size_t)(binary_put_length(length, count) - length));
    output_bytes(rows->out, rows->records.p, rows->records.n);
    return rows->out->error ? STATUS_TROUBLE : 0;
}

/* Answers a row of another format with a line. Returns as rows_answer_binary(). */
static int rows_answer_line(struct rows_run *rows, const struct rows_row *row)
{
    const char *fault = row->fault;
    int error;

    if (rows->in == ROWS_TSV)
        fault = rows_tsv(row->text, rows->columns, rows->cells, rows->count);
    else if (rows->in == ROWS_JSON)
        fault = rows_json(row->text, rows->columns, rows->cells, rows->count, rows->single,
                          &rows->name);
    error = rows_answer(rows, row, row->large ? rows->large : fault);
    if (error != TRAWL_OK)
        return command_trouble("rows", error);
    rows_put(rows);
    return rows->out->error ? STATUS_TROUBLE : 0;
}

/* ---- The header of TSV ---- */

/* Finds the named columns, and writes the header of TSV. Returns 0, or STATUS_TROUBLE after a
 * message. */
static int rows_header(struct rows_run *rows, const struct rows_row *row)
{
    const trawl_str line = row->text;
    struct rows_column at = {.number = 1};
    struct rows_cell cell;

    rows->header = false;
    if (row->large) {
        say("rows", "the header: ", rows->large, NULL);
        return STATUS_TROUBLE;
    }
    for (; rows_tsv(line, &at, &cell, 1) == NULL; at.number++) {
        rows->text.n = 0;
        (void)rows_tsv_text(cell.raw, &rows->text);
        for (size_t i = 0; i < rows->count; i++) {
            struct rows_column *column = &rows->columns[i];

            if (column->number == 0 && column->name.n == rows->text.n &&
                memcmp(column->name.p, rows->text.p, rows->text.n) == 0)
                column->number = at.number;
        }
    }
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->columns[i].number == 0) {
            say("rows", "no column is named ", rows->columns[i].name.p,
                "; the first row has the names");
            return STATUS_TROUBLE;
        }
    }
    (void)rows_tsv(line, rows->columns, rows->cells, rows->count);
    if (rows->to == ROWS_JSON)
        return 0;
    if (buffer_add(&rows->records, "links", 5) != TRAWL_OK)
        return command_trouble("rows", TRAWL_ERROR_NO_MEMORY);
    rows_put(rows);
    return 0;
}

/* ---- The command ---- */

/* A rows_taker. */
static int rows_take(void *user, const struct rows_row *row)
{
    struct rows_run *rows = user;
    int status;

    rows->number += !rows->header;
    status = rows->header              ? rows_header(rows, row)
             : rows->in == ROWS_BINARY ? rows_answer_binary(rows, row)
                                       : rows_answer_line(rows, row);
    rows_shrink(rows);
    return status;
}

static int rows_run_all(struct rows_run *rows, const struct rows_options *o)
{
    int status;

    if (sandbox_to_read("rows", o->sandbox, NULL) != 0)
        return SANDBOX_MISSING;
    source_announce("rows");
    status = rows_read(rows->out, rows->in, rows->most / rows_copies(rows), rows_take, rows);
    rows_warn_end(rows);
    return status;
}

static int rows_start(struct output *out, int argc, char **argv)
{
    int own = options_sort(command_rows.options, argc, argv), status;
    struct rows_options o = {0};
    struct rows_run rows = {.out = out};
    struct options args;

    if (!command_options(out, &command_rows, &args, own, argv, &o, &status))
        return status;
    rows.in = o.in ? (enum rows_format)(o.in - 1) : ROWS_TSV;
    rows.to = o.to == 2 ? ROWS_TSV : ROWS_JSON;
    status = STATUS_TROUBLE;
    if (rows_bound(&rows, o.max_row) == 0 && rows_choose(&rows, &o) == 0) {
        rows.find = find_text_open("rows", argc - own, argv + own, "trawl", rows.in == ROWS_BINARY,
                                   rows_warn, &rows);
        status = rows.find ? rows_run_all(&rows, &o) : STATUS_TROUBLE;
    }
    find_text_close(rows.find);
    free(rows.columns);
    free(rows.cells);
    buffer_free(&rows.text);
    buffer_free(&rows.records);
    buffer_free(&rows.name);
    return status;
}

/* clang-format off */
static const char rows_usage[] =
    "usage: trawl rows [--in FORMAT] [-t FORMAT] [--column COLUMN] [options of trawl]\n"
    "\n"
    "Read rows from standard input, and answer each with a line: the links of a\n"
    "column as a list of JSON, null (\\N in tsv) for NULL, {\"error\":...} for a damaged\n"
    "row. Answers are written whenever the input pauses. The other options are those\n"
    "of trawl that choose what is found: -f, --find, --fields, --host, ...\n";

static const char rows_more[] =
    "\n"
    "Exit status: 0 when all rows were answered, also damaged ones; 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl rows --fields url,site <texts.tsv\n"
    "  trawl rows --in json --column body --keep id -f html <pages.ndjson\n"
    "  trawl rows -t tsv --column text --keep id,date <posts.tsv\n";
/* clang-format on */

const struct command command_rows = {
    "rows", rows_start, command_options_of_rows, rows_usage, rows_more, NULL, 0};
