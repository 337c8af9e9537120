/* texts.c - functions of one text: as HTML, and with its broken links joined */
#include "sql.h"

/* A call of trawl_html() or trawl_unbreak(). */
struct text_call {
    sqlite3_context *context;
    trawl_emit *writer;
    sqlite3_str *out;
};

static int texts_put(void *out, const char *bytes, size_t n)
{
    sqlite3_str_append(out, bytes, (int)n);
    return sqlite3_str_errcode(out) != SQLITE_OK;
}

/* Feeds the text to the writer. Returns as trawl_feed(), or 1 when it was interrupted. */
static int texts_write_text(struct text_call *t, trawl *scan, trawl_str text)
{
    sqlite3 *db = sqlite3_context_db_handle(t->context);
    int stop = TRAWL_OK;

    while (text.n > 0 && !stop) {
        size_t n = text.n < SQL_PATIENCE ? text.n : SQL_PATIENCE;

        stop = trawl_feed(scan, text.p, n);
        text = (trawl_str){text.p + n, text.n - n};
        if (!stop && text.n > 0 && sql_is_interrupted(db)) {
            sqlite3_result_error_code(t->context, SQLITE_INTERRUPT);
            return 1;
        }
    }
    if (!stop)
        stop = trawl_finish(scan);
    return stop ? stop : trawl_emit_finish(t->writer);
}

/* Sets the result to the output: a blob for a blob, since it may not be UTF-8. */
static void return_text(struct text_call *t, int stop, bool blob)
{
    sqlite3_uint64 n = (sqlite3_uint64)sqlite3_str_length(t->out);
    int code = sqlite3_str_errcode(t->out);
    char *text = sqlite3_str_finish(t->out);

    if (code == SQLITE_OK && !stop && blob)
        sqlite3_result_blob64(t->context, text ? text : "", n, text ? sqlite3_free : NULL);
    else if (code == SQLITE_OK && !stop)
        sqlite3_result_text64(t->context, text ? text : "", n, text ? sqlite3_free : NULL,
                              SQLITE_UTF8);
    else
        sqlite3_free(text);
    if (code != SQLITE_OK)
        sqlite3_result_error_code(t->context, code);
    else if (stop < 0)
        sql_fail(t->context, stop);
}

static void texts_free_settings(void *settings)
{
    trawl_settings *s = settings;

    trawl_settings_free(&s);
}

/* Sets *s to the settings, or NULL for the defaults, and *live to the live schemes. If *mine is
 * set, the caller must pass it to sqlite3_set_auxdata() after use: SQLite keeps the settings of
 * constant options for the next call. Returns false after an error. */
static bool get_settings(sqlite3_context *c, enum options_use use, sqlite3_value *value,
                         const trawl_settings **settings, trawl_settings **mine, trawl_str *live)
{
    trawl_str text = sql_bytes(value);
    struct options options;
    char *why = NULL;
    int failed;

    if (text.n == 0)
        return true;
    failed = options_read(&options, use, TRAWL_INPUT_TEXT, text, &why);
    *live = options.emit.live;
    if (!failed && !(*settings = sqlite3_get_auxdata(c, 1))) {
        failed = options_settings(mine, &options, &why);
        *settings = *mine;
    }
    if (why)
        sqlite3_result_error(c, why, -1);
    else if (failed)
        sqlite3_result_error_nomem(c);
    sqlite3_free(why);
    return !failed;
}

static void text_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    const int *format = sqlite3_user_data(c);
    trawl_emit_config config = {.size = sizeof config, .format = *format, .resize = sql_resize};
    struct text_call t = {.context = c};
    const trawl_settings *settings = NULL;
    trawl_settings *mine = NULL;
    trawl *scan = NULL;
    trawl_str text = sql_bytes(values[0]);
    enum options_use use = *format == TRAWL_EMIT_FORMAT_HTML ? OPTIONS_OF_HTML : OPTIONS_OF_TEXT;
    int stop;

    if (!text.p || (count > 1 && !get_settings(c, use, values[1], &settings, &mine, &config.live)))
        return;
    t.out = sqlite3_str_new(sqlite3_context_db_handle(c));
    stop = trawl_emit_open(&t.writer, &config, texts_put, t.out);
    if (!stop)
        stop = trawl_open(&scan, settings, trawl_emit_event, t.writer);
    if (!stop)
        stop = texts_write_text(&t, scan, text);
    trawl_close(&scan);
    trawl_emit_close(&t.writer);
    if (mine)
        sqlite3_set_auxdata(c, 1, mine, texts_free_settings);
    return_text(&t, stop,
                *format == TRAWL_EMIT_FORMAT_TEXT && sqlite3_value_type(values[0]) == SQLITE_BLOB);
}

int sql_texts_register(sqlite3 *db)
{
    static const struct {
        const char *name;
        int count, format;
    } functions[] = {{"trawl_html", 1, TRAWL_EMIT_FORMAT_HTML},
                     {"trawl_html", 2, TRAWL_EMIT_FORMAT_HTML},
                     {"trawl_unbreak", 1, TRAWL_EMIT_FORMAT_TEXT},
                     {"trawl_unbreak", 2, TRAWL_EMIT_FORMAT_TEXT}};
    int code = SQLITE_OK;

    for (size_t i = 0; i < sizeof functions / sizeof functions[0] && code == SQLITE_OK; i++)
        code = sqlite3_create_function_v2(db, functions[i].name, functions[i].count,
                                          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                          (void *)&functions[i].format, text_function, NULL, NULL,
                                          NULL);
    return code;
}
