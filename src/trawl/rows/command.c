/* command.c - the command "trawl rows": one answer for each row of the input, in order
 *
 * An answer is a line: the links of the row's text as a list of JSON, null for NULL, or an object
 * with the reason when the row is damaged. The columns of --keep precede it. The filter finds the
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

static const char *const rows_in_formats[] = {"tsv",       "json", "csv", "length-prefixed",
                                              "rowbinary", NULL};
static const char *const rows_to_formats[] = {"json", "tsv", "csv", NULL};
static const char *const rows_separators[] = {"comma", "semicolon", "tab", "pipe", NULL};

#define TARGET rows_options

/* clang-format off */
static const struct option command_options_of_rows[] = {
    {CHOICE(0, "in", "FORMAT", in, rows_in_formats, "format"), .topic = "Rows:",
     .help = "read tsv (with the escapes of PostgreSQL and ClickHouse; the\n"
             "default), json (a value a line), csv (RFC 4180),\n"
             "length-prefixed (a number, LF, that many bytes, LF) or\n"
             "rowbinary (ClickHouse's RowBinary, which is also written)"},
    {CHOICE('t', "to", "FORMAT", to, rows_to_formats, "format"),
     .help = "write json (the default), tsv or csv"},
    {CHOICE(0, "separator", "NAME", separator, rows_separators, "separator"),
     .help = "between the cells of csv is a comma (the default), a\n"
             "semicolon, a tab or a pipe"},
    {TEXT(0, "column", "COLUMN", column),
     .help = "find links in this column: a number from 1, or a name; of\n"
             "tsv and csv, the first row then has the names. The default\n"
             "is 1"},
    {TEXT(0, "keep", "COLUMNS", keep),
     .help = "write these columns before the links: 1,3 or id,date"},
    {TEXT(0, "max-row", "SIZE", max_row),
     .help = "answer with an error when a row and its answer take more\n"
             "than SIZE bytes of memory (100M, 1G); the default is 64M"},
    LAST_OPTIONS("end the options"),
};
/* clang-format on */

#undef TARGET

/* At most this many warnings about rows are written; further warnings are only counted. */
#define ROWS_WARNED 10

struct rows_run {
    struct output *out;
    enum rows_format to;
    struct rows_columns columns;
    struct find_text *find;
    uint64_t number, line; /* of the row; lines are counted in CSV */
    uint64_t warned;       /* warnings about rows */
    uint64_t most;         /* bytes of a row and its answer */
    char large[80];        /* what is reported of a row that takes more */
    struct buffer text, records, name;
};

/* Sets the formats. Returns 0, or -1 after an error message. */
static int rows_choose(struct rows_run *rows, const struct rows_options *o)
{
    static const enum rows_format to[] = {ROWS_JSON, ROWS_JSON, ROWS_TSV, ROWS_CSV};
    struct rows_columns *columns = &rows->columns;

    rows->to = to[o->to];
    columns->format = o->in ? (enum rows_format)(o->in - 1) : ROWS_TSV;
    columns->separator = columns->format == ROWS_TSV ? '\t' : ",,;\t|"[o->separator];
    if (o->separator && columns->format != ROWS_CSV) {
        say("rows", "--separator goes with --in csv", NULL, NULL);
        return -1;
    }
    if (columns->format == ROWS_BINARY && o->to) {
        say("rows", "the answers to rows of RowBinary are RowBinary, without -t", NULL, NULL);
        return -1;
    }
    return rows_columns_open(columns, o);
}

/* ---- Memory ---- */

/* Returns how many copies of a row exist while it is answered: a cell without its escapes is built
 * beside the row. */
static unsigned rows_copies(const struct rows_run *rows)
{
    return rows->columns.format < ROWS_LENGTH ? 2 : 1;
}

/* Reads --max-row. Returns 0, or -1 after an error message. */
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

/* Returns the maximum number of bytes of the answer to a row. */
static size_t rows_room(const struct rows_run *rows, const struct rows_row *row)
{
    uint64_t room = rows->most - row->text.n * rows_copies(rows) - row->held;

    return room < SIZE_MAX ? (size_t)room : SIZE_MAX;
}

/* Empties the buffers, and frees the memory that a large row took. */
static void rows_shrink(struct rows_run *rows)
{
    struct buffer *all[] = {&rows->text, &rows->records, &rows->name};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        all[i]->n = 0;
        buffer_shrink(all[i], ROWS_KEPT);
    }
}

/* ---- Warnings ---- */

/* Bytes of "row 1, line 1: ". */
#define ROWS_PLACE (2 * PUT_NUMBER + 16)

/* Writes the number of the row that is read; in CSV, where a row may have several lines, also the
 * number of its first line. */
static void rows_place(const struct rows_run *rows, char place[ROWS_PLACE])
{
    int n = snprintf(place, ROWS_PLACE, "row %llu", (unsigned long long)rows->number);

    if (rows->line > 0)
        n += snprintf(place + n, ROWS_PLACE - (size_t)n, ", line %llu",
                      (unsigned long long)rows->line);
    (void)snprintf(place + n, ROWS_PLACE - (size_t)n, ": ");
}

/* Writes a message about the row that is read. */
static void rows_say(const struct rows_run *rows, const char *why)
{
    char place[ROWS_PLACE];

    rows_place(rows, place);
    say("rows", place, why, NULL);
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

/* Makes a list of JSON from records. Each record is a line, so its only LF is at its end. */
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

/* Makes the answer to a damaged row; in CSV, where a row may have several lines, with its place. */
static int rows_fault(struct rows_run *rows, const char *fault)
{
    char place[ROWS_PLACE] = "";
    const char *parts[] = {"{\"error\":\"", place, fault, "\"}"};
    int error = TRAWL_OK;

    if (rows->line > 0)
        rows_place(rows, place);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && error == TRAWL_OK; i++)
        error = buffer_add(&rows->records, parts[i], strlen(parts[i]));
    return error;
}

/* Sets rows->records to the answer to a row. Returns TRAWL_OK or an error. */
static int rows_answer(struct rows_run *rows, const struct rows_row *row, const char *fault)
{
    const struct rows_cell *cell = &rows->columns.cells[0];
    trawl_str text = row->text;
    int error;

    rows->records.n = rows->text.n = 0;
    if (!fault && (row->null || cell->type == CELL_NULL))
        return buffer_add(&rows->records, "null", 4);
    if (!fault && rows->columns.format != ROWS_LENGTH) {
        fault = rows_columns_text(&rows->columns, cell->raw, &rows->text);
        text = buffer_str(&rows->text);
    }
    if (buffer_failed())
        return TRAWL_ERROR_NO_MEMORY;
    if (fault)
        return rows_fault(rows, fault);
    error = buffer_add(&rows->records, "[", 1);
    if (error == TRAWL_OK)
        error = find_text_read(rows->find, text, rows_room(rows, row), &rows->records);
    if (error == TRAWL_ERROR_NO_SPACE) {
        rows->records.n = 0;
        return rows_fault(rows, rows->large);
    }
    return error == TRAWL_OK ? rows_list(&rows->records) : error;
}

/* Writes the answer, with the kept cells before it. */
static void rows_put(struct rows_run *rows)
{
    rows_write(rows->out, rows->to, &rows->columns, buffer_str(&rows->records), &rows->text);
}

/* Answers a row of RowBinary with an array of tuples. A row that takes too much memory causes a
 * warning, and its answer is a tuple without values. Returns 0, or STATUS_TROUBLE after an error
 * message. */
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
    const char *fault = row->fault, *why = NULL;
    int error;

    if (rows->columns.format != ROWS_LENGTH)
        why = rows_columns_read(&rows->columns, row->text, &rows->name);
    fault = row->large ? rows->large : fault ? fault : why;
    error = rows_answer(rows, row, fault);
    if (error != TRAWL_OK)
        return command_trouble("rows", error);
    rows_put(rows);
    return rows->out->error ? STATUS_TROUBLE : 0;
}

/* ---- The header of TSV and CSV ---- */

/* Finds the named columns, and writes the header of a table. Returns 0, or STATUS_TROUBLE after an
 * error message. */
static int rows_header(struct rows_run *rows, const struct rows_row *row)
{
    const char *fault = row->large ? rows->large : row->fault, *absent;

    rows->columns.header = false;
    if (fault) {
        say("rows", "the header: ", fault, NULL);
        return STATUS_TROUBLE;
    }
    absent = rows_columns_name(&rows->columns, row->text, &rows->text);
    if (absent) {
        say("rows", "no column is named ", absent,
            rows->columns.format == ROWS_CSV
                ? "; the first row has the names; --separator says what is between them"
                : "; the first row has the names");
        return STATUS_TROUBLE;
    }
    if (rows->to == ROWS_JSON)
        return 0;
    (void)rows_columns_read(&rows->columns, row->text, &rows->name);
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

    rows->number += !rows->columns.header;
    rows->line = row->line;
    status = rows->columns.header                  ? rows_header(rows, row)
             : rows->columns.format == ROWS_BINARY ? rows_answer_binary(rows, row)
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
    status = rows_read(rows->out, rows->columns.format, rows->columns.separator,
                       rows->most / rows_copies(rows), rows_take, rows);
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
    status = STATUS_TROUBLE;
    if (rows_bound(&rows, o.max_row) == 0 && rows_choose(&rows, &o) == 0) {
        rows.find = find_text_open("rows", argc - own, argv + own, "trawl",
                                   rows.columns.format == ROWS_BINARY, rows_warn, &rows);
        status = rows.find ? rows_run_all(&rows, &o) : STATUS_TROUBLE;
    }
    find_text_close(rows.find);
    rows_columns_close(&rows.columns);
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
    "  trawl rows -t tsv --column text --keep id,date <posts.tsv\n"
    "  trawl rows --in csv -t csv --column text --keep id <posts.csv >links.csv\n";
/* clang-format on */

const struct command command_rows = {
    "rows", rows_start, command_options_of_rows, rows_usage, rows_more, NULL, 0};
