/* tables.c - the tables read_links(path) and read_mail(path)
 *
 * Each thread takes the next file, reads it in blocks and keeps the rows of a block until DuckDB
 * has taken them. Only the columns that a query reads are made. A call that has some rows returns
 * once it has read PATIENCE bytes, so that DuckDB can stop a query that was interrupted.
 */
#include "duck.h"

#include <pthread.h>

#define BLOCK 65536
#define PATIENCE ((size_t)4 << 20)

struct tables_table {
    const char *name;
    bool mail; /* read_mail */
};

/* What is known when a query is bound. */
struct tables_bind {
    const struct tables_table *table;
    char *path, *words;
    struct options options; /* its texts are in `words` */
    bool dated;             /* since or until was given */
    int64_t since, until;   /* in seconds since 1970; `until` itself is excluded */
};

/* What the threads share. */
struct tables_scan {
    pthread_mutex_t lock;
    struct files *files; /* used under the lock */
    trawl_settings *settings;
    trawl_mail_config config;
    uint64_t stored;
};

/* The state of a thread. */
struct tables_reader {
    const struct tables_bind *bind;
    struct tables_scan *scan;
    trawl_mail *reader;
    int input; /* what the reader expects: enum trawl_input */
    struct files_file file;
    bool open, done;
    struct duck_store store;
    struct duck_mail *mail; /* of read_mail */
    struct duck_bytes forms;
    int columns[DUCK_COLUMNS]; /* the column of each vector */
    unsigned count;
    struct duck_why why;
    char block[BLOCK];
};

/* ---- Bind ---- */

static void tables_free_bind(void *user)
{
    struct tables_bind *bind = user;

    duckdb_free(bind->path);
    duckdb_free(bind->words);
    (void)duck_resize(NULL, bind, 0);
}

/* Returns the text of a value and destroys it; NULL if there is none. */
static char *tables_take_text(duckdb_value value)
{
    char *text = value && !duckdb_is_null_value(value) ? duckdb_get_varchar(value) : NULL;

    if (value)
        duckdb_destroy_value(&value);
    return text;
}

/* Reads a named parameter that is a time, and rounds it up to whole seconds. */
static void tables_time(duckdb_bind_info info, const char *name, int64_t *seconds, bool *dated)
{
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    int64_t micros;

    if (value && !duckdb_is_null_value(value)) {
        micros = duckdb_get_timestamp(value).micros;
        *seconds = micros / 1000000 + (micros % 1000000 > 0);
        *dated = true;
    }
    if (value)
        duckdb_destroy_value(&value);
}

/* Reads the arguments. Fails, before the query runs, if the path names no file. */
static bool tables_read_arguments(struct tables_bind *bind, duckdb_bind_info info,
                                  struct duck_why *why)
{
    struct files *files = NULL;
    char *message = NULL;

    bind->path = tables_take_text(duckdb_bind_get_parameter(info, 0));
    bind->words = tables_take_text(duckdb_bind_get_named_parameter(info, "options"));
    bind->since = INT64_MIN;
    bind->until = INT64_MAX;
    tables_time(info, "since", &bind->since, &bind->dated);
    tables_time(info, "until", &bind->until, &bind->dated);
    if (!bind->path)
        return duck_say(why, "%s: the path is NULL; it takes a file, a folder or a pattern",
                        bind->table->name);
    if (options_read(&bind->options, OPTIONS_OF_DOCUMENT, TRAWL_INPUT_AUTO,
                     (trawl_str){bind->words, bind->words ? strlen(bind->words) : 0}, &message) ||
        files_open(&files, bind->path, &message))
        return duck_fail(why, bind->table->name, message);
    files_close(&files);
    return true;
}

static void tables_bind_call(duckdb_bind_info info)
{
    struct tables_bind *bind = duck_resize(NULL, NULL, sizeof *bind);
    struct duck_why why;

    if (!bind) {
        duckdb_bind_set_error(info, trawl_strerror(TRAWL_ERROR_NO_MEMORY));
        return;
    }
    *bind = (struct tables_bind){.table = duckdb_bind_get_extra_info(info)};
    duckdb_bind_set_bind_data(info, bind, tables_free_bind);
    if (!tables_read_arguments(bind, info, &why)) {
        duckdb_bind_set_error(info, why.text);
        return;
    }
    for (unsigned i = 0; i < duck_columns_count(bind->table->mail); i++) {
        int column = duck_column_at(bind->table->mail, i);
        duckdb_logical_type type = duck_column_type(column);

        duckdb_bind_add_result_column(info, duck_column_name(column), type);
        duckdb_destroy_logical_type(&type);
    }
}

/* ---- Start ---- */

/* Returns the column of the i-th vector, or -1 for a row's number. */
static int tables_column(duckdb_init_info info, const struct tables_bind *bind, uint64_t i)
{
    uint64_t index = duckdb_init_get_column_index(info, i);

    return index < duck_columns_count(bind->table->mail)
               ? duck_column_at(bind->table->mail, (unsigned)index)
               : -1;
}

static void tables_free_scan(void *user)
{
    struct tables_scan *scan = user;

    files_close(&scan->files);
    trawl_settings_close(&scan->settings);
    (void)pthread_mutex_destroy(&scan->lock);
    (void)duck_resize(NULL, scan, 0);
}

static bool tables_start(struct tables_scan *scan, const struct tables_bind *bind,
                         duckdb_init_info info, struct duck_why *why)
{
    struct options options = bind->options;
    char *message = NULL;

    for (uint64_t i = 0; i < duckdb_init_get_column_count(info); i++) {
        int column = tables_column(info, bind, i);

        if (column >= 0)
            scan->stored |= duck_column_stored(column);
    }
    if (!bind->table->mail && scan->stored == 0)
        scan->stored = duck_column_stored(0);
    duck_columns_need(&options, scan->stored, bind->dated || bind->table->mail);
    if (options_settings(&scan->settings, &options, &message))
        return duck_fail(why, bind->table->name, message);
    scan->config = options.mail;
    scan->config.settings = scan->settings;
    return !files_open(&scan->files, bind->path, &message) ||
           duck_fail(why, bind->table->name, message);
}

static void tables_init_call(duckdb_init_info info)
{
    const struct tables_bind *bind = duckdb_init_get_bind_data(info);
    struct tables_scan *scan = duck_resize(NULL, NULL, sizeof *scan);
    struct duck_why why;

    if (!scan) {
        duckdb_init_set_error(info, trawl_strerror(TRAWL_ERROR_NO_MEMORY));
        return;
    }
    *scan = (struct tables_scan){0};
    (void)pthread_mutex_init(&scan->lock, NULL);
    duckdb_init_set_init_data(info, scan, tables_free_scan);
    duckdb_init_set_max_threads(info, 1024); /* as many as DuckDB has */
    if (!tables_start(scan, bind, info, &why))
        duckdb_init_set_error(info, why.text);
}

static void tables_free_reader(void *user)
{
    struct tables_reader *r = user;

    trawl_mail_close(&r->reader);
    files_file_close(&r->file);
    duck_mail_free(&r->mail);
    duck_store_free(&r->store);
    (void)duck_resize(NULL, r->forms.p, 0);
    (void)duck_resize(NULL, r, 0);
}

static void tables_local_call(duckdb_init_info info)
{
    struct tables_reader *r = duck_resize(NULL, NULL, sizeof *r);

    if (!r) {
        duckdb_init_set_error(info, trawl_strerror(TRAWL_ERROR_NO_MEMORY));
        return;
    }
    memset(r, 0, sizeof *r);
    r->bind = duckdb_init_get_bind_data(info);
    r->count = (unsigned)duckdb_init_get_column_count(info);
    for (unsigned i = 0; i < r->count && i < DUCK_COLUMNS; i++)
        r->columns[i] = tables_column(info, r->bind, i);
    duckdb_init_set_init_data(info, r, tables_free_reader);
}

/* ---- Reading ---- */

static bool tables_in_time(const struct tables_bind *bind, const trawl_mail_message *message)
{
    return !bind->dated ||
           (message->time_iso.n > 0 && message->time >= bind->since && message->time < bind->until);
}

/* A trawl_sink. Returns 1 minus an error of the library, to stop. */
static int tables_take(void *reader, const trawl_event *e)
{
    struct tables_reader *r = reader;
    int error = TRAWL_OK;

    if (!r->mail) {
        if (e->type == TRAWL_EVENT_LINK && tables_in_time(r->bind, e->message))
            duck_columns_link(&r->store, e, files_file_path(&r->file));
        return r->store.failed ? 1 - TRAWL_ERROR_NO_MEMORY : 0;
    }
    if (e->type != TRAWL_EVENT_MESSAGE) {
        error = duck_mail_event(r->mail, e);
    } else {
        error = duck_mail_end(r->mail);
        if (error == TRAWL_OK && tables_in_time(r->bind, e->message))
            error = duck_mail_begin(r->mail, e->message, files_file_path(&r->file));
    }
    return error ? 1 - error : 0;
}

/* Reports an error of the library, or of the sink. */
static bool tables_check(struct tables_reader *r, int stop)
{
    return !stop || duck_say(&r->why, "%s: %.*s: %s", r->bind->table->name, (int)r->file.path.n,
                             r->file.path.p, trawl_strerror(stop > 0 ? 1 - stop : stop));
}

/* Makes what a thread needs, in its first call. */
static bool tables_prepare(struct tables_reader *r, struct tables_scan *scan)
{
    int error;

    if (r->reader)
        return true;
    r->scan = scan;
    duck_store_open(&r->store, scan->stored);
    if (r->bind->table->mail && !(r->mail = duck_mail_new(&r->store)))
        return duck_explain(&r->why, TRAWL_ERROR_NO_MEMORY);
    r->input = scan->config.input;
    error = trawl_mail_open(&r->reader, &scan->config, tables_take, r);
    return error == TRAWL_OK || duck_explain(&r->why, error);
}

/* Opens the next file that no thread has taken. */
static bool tables_open_file(struct tables_reader *r)
{
    char *message = NULL;
    bool is_message = false;
    int got, input, error = TRAWL_OK;

    (void)pthread_mutex_lock(&r->scan->lock);
    got = files_next(r->scan->files, &r->file, &is_message, &message);
    (void)pthread_mutex_unlock(&r->scan->lock);
    if (got < 0)
        return duck_fail(&r->why, r->bind->table->name, message);
    r->open = got > 0;
    r->done = got == 0;
    if (r->done)
        return true;
    input = is_message && r->scan->config.input == TRAWL_INPUT_AUTO ? TRAWL_INPUT_MAIL
                                                                    : r->scan->config.input;
    error = trawl_mail_reset(r->reader);
    if (!error && input != r->input)
        error = trawl_mail_expect(r->reader, input);
    r->input = input;
    return tables_check(r, error);
}

/* Ends a file. Fails for input that is not in the format of "from=". */
static bool tables_end_file(struct tables_reader *r)
{
    int stop = trawl_mail_finish(r->reader);
    const char *complaint = stop ? NULL : trawl_mail_complaint(r->reader);

    if (!stop && r->mail)
        stop = duck_mail_end(r->mail);
    r->open = false;
    if (complaint)
        return duck_say(&r->why, "%s: %.*s: not all of it was read: %s", r->bind->table->name,
                        (int)r->file.path.n, r->file.path.p, complaint);
    return tables_check(r, stop);
}

/* Reads the next block. */
static bool tables_step(struct tables_reader *r, size_t *bytes)
{
    char *message = NULL;
    int n;

    if (!r->open)
        return tables_open_file(r);
    n = files_read(&r->file, r->block, BLOCK, &message);
    if (n < 0)
        return duck_fail(&r->why, r->bind->table->name, message);
    *bytes += (size_t)n;
    if (n == 0)
        return tables_end_file(r);
    return tables_check(r, trawl_mail_feed(r->reader, r->block, (size_t)n));
}

/* Returns true when there is enough to return. `complete` is how many rows are complete: the row of
 * an open message is not. */
static bool tables_is_enough(const struct tables_reader *r, uint64_t complete, size_t bytes)
{
    return complete >= duckdb_vector_size() ||
           (complete > 0 && (bytes >= PATIENCE || r->store.texts.n >= PATIENCE));
}

static uint64_t tables_complete(const struct tables_reader *r)
{
    uint64_t rows = r->store.count - r->store.next;

    return r->mail && duck_mail_is_open(r->mail) ? rows - 1 : rows;
}

static void tables_call(duckdb_function_info info, duckdb_data_chunk output)
{
    struct tables_reader *r = duckdb_function_get_local_init_data(info);
    bool good = tables_prepare(r, duckdb_function_get_init_data(info));
    size_t bytes = 0;
    uint64_t n;
    int error = TRAWL_OK;

    while (good && !r->done && !tables_is_enough(r, tables_complete(r), bytes))
        good = tables_step(r, &bytes);
    if (!good) {
        duckdb_function_set_error(info, r->why.text);
        return;
    }
    n = tables_complete(r);
    if (n > duckdb_vector_size())
        n = duckdb_vector_size();
    for (unsigned i = 0; i < r->count && error == TRAWL_OK; i++)
        if (r->columns[i] >= 0)
            error = duck_columns_put(&r->store, r->columns[i],
                                     duckdb_data_chunk_get_vector(output, i), n, &r->forms);
    if (error != TRAWL_OK) {
        duckdb_function_set_error(info, trawl_strerror(error));
        return;
    }
    duckdb_data_chunk_set_size(output, n);
    duck_store_drop(&r->store, n);
}

/* ---- Registering ---- */

bool duck_register_tables(duckdb_connection db)
{
    static const struct tables_table tables[] = {{"read_links", false}, {"read_mail", true}};
    bool good = true;

    for (unsigned i = 0; i < 2 && good; i++) {
        duckdb_table_function f = duckdb_create_table_function();
        duckdb_logical_type text = duck_type(DUCKDB_TYPE_VARCHAR),
                            time = duck_type(DUCKDB_TYPE_TIMESTAMP);

        duckdb_table_function_set_name(f, tables[i].name);
        duckdb_table_function_add_parameter(f, text);
        duckdb_table_function_add_named_parameter(f, "options", text);
        duckdb_table_function_add_named_parameter(f, "since", time);
        duckdb_table_function_add_named_parameter(f, "until", time);
        duckdb_table_function_set_extra_info(f, (void *)&tables[i], NULL);
        duckdb_table_function_set_bind(f, tables_bind_call);
        duckdb_table_function_set_init(f, tables_init_call);
        duckdb_table_function_set_local_init(f, tables_local_call);
        duckdb_table_function_set_function(f, tables_call);
        duckdb_table_function_supports_projection_pushdown(f, true);
        good = duckdb_register_table_function(db, f) == DuckDBSuccess;
        duckdb_destroy_table_function(&f);
        duckdb_destroy_logical_type(&text);
        duckdb_destroy_logical_type(&time);
    }
    return good;
}
