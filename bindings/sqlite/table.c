/* table.c - the tables trawl_links(text, options) and trawl_read(path, options)
 *
 * A row is a link. The text is scanned in blocks. A block is scanned when SQLite has read all rows
 * of the block before. The text is copied, since SQLite does not keep it, but may read the hidden
 * columns again for a condition that it tests itself.
 */
#include <stdlib.h>

#include "sql.h"

#define BLOCK 65536

/* The differences between the tables. */
struct table_source {
    const char *name, *input; /* the names of the table and of its first hidden column */
    int columns;
    int from;   /* the default of "from=": enum trawl_input */
    bool files; /* trawl_read */
};

struct sqlite_table {
    sqlite3_vtab base;
    sqlite3 *db;
    const struct table_source *source;
};

struct table_cursor {
    sqlite3_vtab_cursor base;
    const struct sqlite_table *table;
    trawl_settings *settings;
    trawl_mail *mail; /* with these settings */
    char *options;    /* the text of the options, or NULL */
    size_t options_n;
    struct options read; /* the values of the options */
    int input;           /* what the scan expects: enum trawl_input */
    uint64_t columns;    /* bits: those that are read */
    struct sql_rows rows;
    sqlite3_int64 row;

    sqlite3_value *given[2]; /* copies of the hidden columns, NULL if there was none */
    trawl_str rest;          /* the text that is not scanned yet */
    struct places places;
    char *counted; /* the text of the places, if it is not UTF-8 */

    struct files *files;
    struct files_file file;
    bool open; /* a file is being read */
    char *block;
    size_t patience; /* bytes until the next sql_is_interrupted() */
};

/* ---- The module ---- */

static int connect(sqlite3 *db, void *source, int count, const char *const *words,
                   sqlite3_vtab **out, char **why)
{
    const struct table_source *s = source;
    struct sqlite_table *t = sqlite3_malloc(sizeof *t);
    char *sql = sql_columns_declare(s->columns, s->input);
    int code = t && sql ? sqlite3_declare_vtab(db, sql) : SQLITE_NOMEM;

    (void)count;
    (void)words;
    (void)why;
    sqlite3_free(sql);
    if (code == SQLITE_OK)
        code = sqlite3_vtab_config(db, s->files ? SQLITE_VTAB_DIRECTONLY : SQLITE_VTAB_INNOCUOUS);
    if (code != SQLITE_OK) {
        sqlite3_free(t);
        return code;
    }
    *t = (struct sqlite_table){.db = db, .source = s};
    *out = &t->base;
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

static int set_error(sqlite3_vtab *v, char *why)
{
    const struct table_source *s = ((struct sqlite_table *)v)->source;

    if (!why)
        return SQLITE_NOMEM;
    sqlite3_free(v->zErrMsg);
    v->zErrMsg = sqlite3_mprintf("%s: %s", s->name, why);
    sqlite3_free(why);
    return SQLITE_ERROR;
}

/* Chooses the plan. table_filter() gets the text and the options and, as hex in idxStr, the columns
 * that are used. */
static int best_index(sqlite3_vtab *v, sqlite3_index_info *info)
{
    const struct table_source *s = ((struct sqlite_table *)v)->source;
    int given[2] = {-1, -1};
    bool unusable = false;

    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *c = &info->aConstraint[i];
        int hidden = c->iColumn - s->columns;

        if (hidden < 0 || hidden > 1 || c->op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (c->usable)
            given[hidden] = i;
        else
            unusable = true;
    }
    if (unusable)
        return SQLITE_CONSTRAINT;
    if (given[0] < 0)
        return set_error(v, sqlite3_mprintf("needs a %s: %s(%s)", s->input, s->name, s->input));
    for (int i = 0, n = 0; i < 2; i++)
        if (given[i] >= 0) {
            info->aConstraintUsage[given[i]].argvIndex = ++n;
            info->aConstraintUsage[given[i]].omit = 1;
        }
    info->idxNum = given[1] >= 0;
    info->idxStr = sqlite3_mprintf("%llx", (unsigned long long)info->colUsed);
    info->needToFreeIdxStr = 1;
    info->estimatedCost = s->files ? 1e6 : 1000;
    info->estimatedRows = s->files ? 100000 : 20;
    return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

/* ---- Scanning ---- */

/* A trawl_sink. Stores links, and logs limits, since a table has no other way to report these. */
static int table_take(void *cursor, const trawl_event *e)
{
    struct table_cursor *c = cursor;
    trawl_str file = c->open ? files_file_path(&c->file) : (trawl_str){NULL, 0};

    if (e->type == TRAWL_EVENT_LINK)
        return sql_columns_store(&c->rows, e, &c->places, file);
    if (e->type == TRAWL_EVENT_LIMIT)
        sqlite3_log(SQLITE_WARNING, "%s: %.*s: byte %llu: %s", c->table->source->name, (int)file.n,
                    file.p ? file.p : "", (unsigned long long)e->span.from, e->what);
    return 0;
}

/* Returns the code of SQLite for a result of the library. */
static int table_code_of(struct table_cursor *cursor, int result)
{
    if (result == TRAWL_OK || result > 0)
        return result;
    return result == TRAWL_ERROR_NO_MEMORY
               ? SQLITE_NOMEM
               : set_error(cursor->base.pVtab, sqlite3_mprintf("%s", trawl_strerror(result)));
}

/* Ends a text or file. Fails for input that is not in the format of "from=". */
static int table_finish(struct table_cursor *cursor)
{
    int code = table_code_of(cursor, trawl_mail_finish(cursor->mail));
    const char *complaint = code == SQLITE_OK ? trawl_mail_complaint(cursor->mail) : NULL;
    trawl_str file = cursor->open ? files_file_path(&cursor->file) : (trawl_str){"the text", 8};

    if (complaint)
        code = set_error(cursor->base.pVtab, sqlite3_mprintf("%.*s: not all of it was read: %s",
                                                             (int)file.n, file.p, complaint));
    cursor->open = false;
    return code;
}

/* Prepares the scan for the next text or file. */
static int restart(struct table_cursor *cursor, int input)
{
    int result = trawl_mail_reset(cursor->mail);

    if (!result && input != cursor->input)
        result = trawl_mail_expect(cursor->mail, input);
    cursor->input = input;
    return table_code_of(cursor, result);
}

/* Feeds a block. Now and then, tests whether the statement was interrupted. */
static int table_feed(struct table_cursor *cursor, const char *p, size_t n)
{
    if (cursor->patience < n + 1) {
        cursor->patience = SQL_PATIENCE;
        if (sql_is_interrupted(cursor->table->db))
            return SQLITE_INTERRUPT;
    }
    cursor->patience -= n + 1;
    return table_code_of(cursor, trawl_mail_feed(cursor->mail, p, n));
}

/* Scans the next block of the text. *more becomes false at its end. */
static int scan_text(struct table_cursor *cursor, bool *more)
{
    size_t n = cursor->rest.n < BLOCK ? cursor->rest.n : BLOCK;
    int code = table_feed(cursor, cursor->rest.p, n);

    cursor->rest = (trawl_str){cursor->rest.p + n, cursor->rest.n - n};
    *more = cursor->rest.n > 0;
    return code != SQLITE_OK || *more ? code : table_finish(cursor);
}

/* Opens the next file. *more becomes false when there is none. */
static int table_open_file(struct table_cursor *cursor, bool *more)
{
    char *why = NULL;
    bool is_message;
    int got = files_next(cursor->files, &cursor->file, &is_message, &why), code;
    trawl_str path;

    if (got < 0)
        return set_error(cursor->base.pVtab, why);
    *more = cursor->open = got > 0;
    if (got == 0)
        return SQLITE_OK;
    path = files_file_path(&cursor->file);
    code = restart(cursor, is_message && cursor->read.mail.input == TRAWL_INPUT_AUTO
                               ? TRAWL_INPUT_MAIL
                               : cursor->read.mail.input);
    return code != SQLITE_OK ? code
                             : table_code_of(cursor, trawl_mail_name(cursor->mail, path.p, path.n));
}

static int scan_file(struct table_cursor *cursor, bool *more)
{
    char *why = NULL;
    int n;

    *more = true;
    if (!cursor->open)
        return table_open_file(cursor, more);
    n = files_read(&cursor->file, cursor->block, BLOCK, &why);
    if (n < 0)
        return set_error(cursor->base.pVtab, why);
    if (n > 0)
        return table_feed(cursor, cursor->block, (size_t)n);
    n = table_feed(cursor, cursor->block, 0); /* tests for an interrupt between empty files, too */
    return n != SQLITE_OK ? n : table_finish(cursor);
}

/* Scans until there is a row, or nothing is left. */
static int table_scan(struct table_cursor *cursor)
{
    bool more = true;
    int code = SQLITE_OK;

    sql_rows_clear(&cursor->rows);
    while (code == SQLITE_OK && more && sql_rows_empty(&cursor->rows)) {
        if (cursor->files)
            code = scan_file(cursor, &more);
        else if (cursor->rest.p)
            code = scan_text(cursor, &more);
        else
            more = false;
    }
    if (!more)
        cursor->rest.p = NULL;
    return code;
}

/* ---- Cursors ---- */

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    struct table_cursor *cursor = sqlite3_malloc(sizeof *cursor);

    if (!cursor)
        return SQLITE_NOMEM;
    *cursor = (struct table_cursor){.table = (const struct sqlite_table *)table};
    *out = &cursor->base;
    return SQLITE_OK;
}

static void table_free_settings(struct table_cursor *cursor)
{
    trawl_mail_close(&cursor->mail);
    trawl_settings_close(&cursor->settings);
    sqlite3_free(cursor->options);
    cursor->options = NULL;
}

/* Frees the copies of the hidden columns, to which the rest of the text and its places belong. */
static void free_given(struct table_cursor *cursor)
{
    for (int i = 0; i < 2; i++) {
        sqlite3_value_free(cursor->given[i]);
        cursor->given[i] = NULL;
    }
    cursor->rest = (trawl_str){NULL, 0};
    sqlite3_free(cursor->counted);
    cursor->counted = NULL;
    cursor->places = (struct places){0};
}

static int close_cursor(sqlite3_vtab_cursor *cursor)
{
    struct table_cursor *c = (struct table_cursor *)cursor;

    files_close(&c->files);
    files_file_close(&c->file);
    table_free_settings(c);
    free_given(c);
    sqlite3_free(c->rows.p);
    sqlite3_free(c->block);
    sqlite3_free(c);
    return SQLITE_OK;
}

/* Makes the scan for these options and columns, unless the last one had the same. */
static int make_scan(struct table_cursor *cursor, trawl_str options, uint64_t columns)
{
    const struct table_source *s = cursor->table->source;
    char *why = NULL;
    int failed;

    if (cursor->mail && columns == cursor->columns && options.n == cursor->options_n &&
        (options.n == 0 || memcmp(options.p, cursor->options, options.n) == 0))
        return SQLITE_OK;
    table_free_settings(cursor);
    cursor->columns = columns;
    sql_rows_open(&cursor->rows, sql_columns_stored(columns & ((UINT64_C(1) << s->columns) - 1)));
    cursor->options_n = options.n;
    cursor->options = sqlite3_malloc64(options.n + 1);
    if (!cursor->options)
        return SQLITE_NOMEM;
    if (options.n > 0)
        memcpy(cursor->options, options.p, options.n);
    options.p = cursor->options;
    failed = options_read(&cursor->read, OPTIONS_OF_DOCUMENT, s->from, options, &why);
    sql_columns_need(&cursor->read, cursor->rows.stored);
    if (!failed)
        failed = options_settings(&cursor->settings, &cursor->read, &why);
    if (failed)
        return set_error(cursor->base.pVtab, why);
    cursor->read.mail.settings = cursor->settings;
    cursor->input = cursor->read.mail.input;
    return table_code_of(cursor,
                         trawl_mail_open(&cursor->mail, &cursor->read.mail, table_take, cursor));
}

static int begin_files(struct table_cursor *cursor, trawl_str path)
{
    char *why = NULL, *name;
    int code;

    if (!cursor->block && !(cursor->block = sqlite3_malloc(BLOCK)))
        return SQLITE_NOMEM;
    if (memchr(path.p, '\0', path.n))
        return set_error(cursor->base.pVtab, sqlite3_mprintf("the path has a NUL"));
    name = sqlite3_mprintf("%.*s", (int)path.n, path.p);
    if (!name)
        return SQLITE_NOMEM;
    code = files_open(&cursor->files, name, &why);
    sqlite3_free(name);
    return code ? set_error(cursor->base.pVtab, why) : SQLITE_OK;
}

/* Counts places in a text. To SQLite, each byte from 0x80 to 0xBF that does not belong to an
 * earlier one from 0xC0 on is a character, too: a copy of the text has blanks for these. */
static bool set_places(struct table_cursor *c, trawl_str text)
{
    const uint64_t columns = UINT64_C(1) << START | UINT64_C(1) << END;
    bool inside = false;

    if ((c->rows.stored & columns) && text_clean(text) < text.n) {
        c->counted = sqlite3_malloc64(text.n);
        if (!c->counted)
            return false;
        for (size_t i = 0; i < text.n; i++) {
            unsigned char byte = (unsigned char)text.p[i];

            inside = byte >= 0xC0 || (byte >= 0x80 && inside);
            c->counted[i] = inside ? text.p[i] : ' ';
        }
        text.p = c->counted;
    }
    c->places.text = text;
    return true;
}

static int table_filter(sqlite3_vtab_cursor *cursor, int has_options, const char *used, int count,
                        sqlite3_value **values)
{
    struct table_cursor *c = (struct table_cursor *)cursor;
    uint64_t columns = strtoull(used, NULL, 16);
    trawl_str input, options = {NULL, 0};
    int code;

    files_close(&c->files);
    sql_rows_clear(&c->rows);
    free_given(c);
    c->row = 1;
    c->open = false;
    for (int i = 0; i < count; i++)
        if (!(c->given[i] = sqlite3_value_dup(values[i])))
            return SQLITE_NOMEM;
    for (int i = 0; i <= has_options; i++)
        if (sqlite3_value_type(values[i]) == SQLITE_NULL)
            return SQLITE_OK; /* no rows */
    input = sql_bytes(c->given[0]);
    if (!input.p)
        return SQLITE_NOMEM;
    if (has_options)
        options = sql_bytes(c->given[1]);
    code = make_scan(c, options, columns);
    if (code == SQLITE_OK && c->table->source->files) {
        code = begin_files(c, input);
    } else if (code == SQLITE_OK) {
        c->rest = input;
        if (sqlite3_value_type(c->given[0]) != SQLITE_BLOB && !set_places(c, input))
            return SQLITE_NOMEM;
        code = restart(c, c->read.mail.input);
    }
    return code == SQLITE_OK ? table_scan(c) : code;
}

static int table_next(sqlite3_vtab_cursor *cursor)
{
    struct table_cursor *c = (struct table_cursor *)cursor;

    c->row++;
    return sql_rows_next(&c->rows) ? SQLITE_OK : table_scan(c);
}

static int table_is_over(sqlite3_vtab_cursor *cursor)
{
    return sql_rows_empty(&((struct table_cursor *)cursor)->rows);
}

static int get_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    const struct table_cursor *c = (const struct table_cursor *)cursor;
    int columns = c->table->source->columns;

    if (column < columns)
        sql_columns_result(context, &c->rows, column);
    else if (c->given[column - columns])
        sqlite3_result_value(context, c->given[column - columns]);
    return SQLITE_OK;
}

static int get_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row)
{
    *row = ((struct table_cursor *)cursor)->row;
    return SQLITE_OK;
}

int sql_tables_register(sqlite3 *db)
{
    static const sqlite3_module module = {.xConnect = connect,
                                          .xBestIndex = best_index,
                                          .xDisconnect = disconnect,
                                          .xOpen = open_cursor,
                                          .xClose = close_cursor,
                                          .xFilter = table_filter,
                                          .xNext = table_next,
                                          .xEof = table_is_over,
                                          .xColumn = get_column,
                                          .xRowid = get_rowid};
    static const struct table_source sources[] = {
        {"trawl_links", "text", FILE_NAME, TRAWL_INPUT_TEXT, false},
        {"trawl_read", "path", COLUMN_COUNT, TRAWL_INPUT_AUTO, true}};
    int code = SQLITE_OK;

    for (int i = 0; i < 2 && code == SQLITE_OK; i++)
        code = sqlite3_create_module_v2(db, sources[i].name, &module, (void *)&sources[i], NULL);
    return code;
}
