/* texts.c - functions of one text: as HTML, with its broken links joined, the URLs in it */
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

/* Feeds the text to the writer. Returns as trawl_feed(), or 1 if the statement was interrupted. */
static int texts_write_text(struct text_call *t, trawl_scanner *scan, trawl_str text)
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

/* Sets the result to the output. The result for a blob is a blob, since it may not be UTF-8. */
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

    trawl_settings_close(&s);
}

/* Sets *settings to the settings, or leaves it NULL for the defaults, and sets *live to the live
 * schemes. If *mine is set, the caller must pass it to sqlite3_set_auxdata() after use: SQLite
 * keeps the settings of constant options for the next call. Returns false after an error. */
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
    trawl_scanner *scan = NULL;
    trawl_str text = sql_bytes(values[0]);
    enum options_use use = *format == TRAWL_EMIT_FORMAT_HTML ? OPTIONS_OF_HTML : OPTIONS_OF_TEXT;
    int stop;

    if (!text.p || sqlite3_value_type(values[count - 1]) == SQLITE_NULL ||
        (count > 1 && !get_settings(c, use, values[1], &settings, &mine, &config.live)))
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

/* ---- The URLs of a text ---- */

/* A reader that is kept for the next call, since opening one takes longer than a short text. */
struct texts_urls {
    char *options; /* the options of the reader */
    size_t options_n;
    trawl_settings *settings;
    trawl_mail *mail; /* NULL: none was opened */
    sqlite3_str *out; /* the result of the running call */
};

static void texts_close_urls(struct texts_urls *u)
{
    trawl_mail_close(&u->mail);
    trawl_settings_close(&u->settings);
    sqlite3_free(u->options);
    u->options = NULL;
}

static void texts_free_urls(void *urls)
{
    texts_close_urls(urls);
    sqlite3_free(urls);
}

/* A trawl_sink: adds a URL to the array. Logs limits, as trawl_links does. */
static int texts_take_url(void *urls, const trawl_event *e)
{
    struct texts_urls *u = urls;

    if (e->type == TRAWL_EVENT_LIMIT)
        sqlite3_log(SQLITE_WARNING, "trawl_urls: byte %llu: %s", (unsigned long long)e->span.from,
                    e->what);
    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    sqlite3_str_appendall(u->out, sqlite3_str_length(u->out) > 1 ? ",\"" : "\"");
    sql_write_json(u->out, e->link->url);
    sqlite3_str_appendall(u->out, "\"");
    return sqlite3_str_errcode(u->out);
}

/* Opens the reader for these options, unless the last call had the same. Returns SQLITE_OK,
 * SQLITE_NOMEM, or SQLITE_ERROR with a message. */
static int texts_open_urls(struct texts_urls *u, trawl_str options, char **why)
{
    struct options o;
    int failed, error;

    if (u->mail && options.n == u->options_n &&
        (options.n == 0 || memcmp(options.p, u->options, options.n) == 0))
        return SQLITE_OK;
    texts_close_urls(u);
    u->options = sqlite3_malloc64(options.n + 1);
    if (!u->options)
        return SQLITE_NOMEM;
    if (options.n > 0)
        memcpy(u->options, options.p, options.n);
    u->options_n = options.n;
    options.p = u->options;
    failed = options_read(&o, OPTIONS_OF_DOCUMENT, TRAWL_INPUT_TEXT, options, why);
    o.config.want = TRAWL_WANT_URL;
    if (!failed)
        failed = options_settings(&u->settings, &o, why);
    if (failed)
        return *why ? SQLITE_ERROR : SQLITE_NOMEM;
    o.mail.settings = u->settings;
    error = trawl_mail_open(&u->mail, &o.mail, texts_take_url, u);
    if (error != TRAWL_OK && error != TRAWL_ERROR_NO_MEMORY)
        *why = sqlite3_mprintf("%s", trawl_strerror(error));
    return error == TRAWL_OK ? SQLITE_OK : *why ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* Reads the text. Returns as texts_open_urls(); a positive result of trawl_mail_feed(); or
 * SQLITE_INTERRUPT. */
static int texts_read_urls(sqlite3 *db, struct texts_urls *u, trawl_str text, char **why)
{
    const char *complaint;
    int stop = TRAWL_OK;

    while (text.n > 0 && !stop) {
        size_t n = text.n < SQL_PATIENCE ? text.n : SQL_PATIENCE;

        stop = trawl_mail_feed(u->mail, text.p, n);
        text = (trawl_str){text.p + n, text.n - n};
        if (!stop && text.n > 0 && sql_is_interrupted(db))
            stop = SQLITE_INTERRUPT;
    }
    if (!stop)
        stop = trawl_mail_finish(u->mail);
    complaint = stop ? NULL : trawl_mail_complaint(u->mail);
    if (complaint)
        *why = sqlite3_mprintf("trawl_urls: the text: not all of it was read: %s", complaint);
    else if (stop < 0 && stop != TRAWL_ERROR_NO_MEMORY)
        *why = sqlite3_mprintf("%s", trawl_strerror(stop));
    else
        return stop < 0 ? SQLITE_NOMEM : stop;
    return *why ? SQLITE_ERROR : SQLITE_NOMEM;
}

static void texts_urls_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    struct texts_urls *u = sqlite3_user_data(c);
    sqlite3 *db = sqlite3_context_db_handle(c);
    trawl_str text = sql_bytes(values[0]);
    char *why = NULL;
    int code;

    if (!text.p || sqlite3_value_type(values[count - 1]) == SQLITE_NULL)
        return;
    code = texts_open_urls(u, count > 1 ? sql_bytes(values[1]) : (trawl_str){NULL, 0}, &why);
    u->out = sqlite3_str_new(db);
    sqlite3_str_appendall(u->out, "[");
    if (code == SQLITE_OK)
        code = texts_read_urls(db, u, text, &why);
    sqlite3_str_appendall(u->out, "]");
    if (code == SQLITE_OK)
        code = sqlite3_str_errcode(u->out);
    if (code == SQLITE_OK)
        sql_result(c, (trawl_str){sqlite3_str_value(u->out), (size_t)sqlite3_str_length(u->out)});
    else if (why)
        sqlite3_result_error(c, why, -1);
    else
        sqlite3_result_error_code(c, code);
    sqlite3_free(sqlite3_str_finish(u->out));
    sqlite3_free(why);
    if (code != SQLITE_OK || trawl_mail_reset(u->mail) != TRAWL_OK)
        texts_close_urls(u);
}

/* Registers trawl_urls() for a number of arguments. Each number has its own reader. */
static int texts_register_urls(sqlite3 *db, int count)
{
    struct texts_urls *u = sqlite3_malloc(sizeof *u);

    if (!u)
        return SQLITE_NOMEM;
    *u = (struct texts_urls){.mail = NULL};
    return sqlite3_create_function_v2(db, "trawl_urls", count,
                                      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, u,
                                      texts_urls_function, NULL, NULL, texts_free_urls);
}

/* ---- Registering ---- */

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
    if (code == SQLITE_OK)
        code = texts_register_urls(db, 1);
    if (code != SQLITE_OK)
        return code;
    code = texts_register_urls(db, 2);
    /* After an error SQLite unloads the extension, and texts_free_urls() with it. */
    if (code != SQLITE_OK)
        (void)sqlite3_create_function_v2(db, "trawl_urls", 1, SQLITE_UTF8, NULL, NULL, NULL, NULL,
                                         NULL);
    return code;
}
