/* extension.c - the entry points of the extension, and helpers of all its functions
 *
 * SQLite derives the name sqlite3_NAME_init() from the name of the file. Some versions drop the
 * digits of the name, so there are two entry points.
 */
#include "sql.h"

SQLITE_EXTENSION_INIT1

#define OLDEST 3031000 /* SQLITE_INNOCUOUS, SQLITE_VTAB_DIRECTONLY */

trawl_str sql_bytes(sqlite3_value *value)
{
    const void *p = NULL;
    int type = sqlite3_value_type(value);

    if (type == SQLITE_BLOB)
        p = sqlite3_value_blob(value);
    else if (type != SQLITE_NULL)
        p = sqlite3_value_text(value);
    if (!p && type == SQLITE_BLOB && sqlite3_value_bytes(value) == 0)
        p = ""; /* an empty blob */
    return (trawl_str){p, p ? (size_t)sqlite3_value_bytes(value) : 0};
}

bool sql_is_text(trawl_str s)
{
    return text_clean(s) == s.n;
}

void sql_result(sqlite3_context *c, trawl_str text)
{
    size_t n = text_clean(text);
    sqlite3_str *sql;
    int length;

    if (n == text.n) {
        sqlite3_result_text64(c, text.p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
        return;
    }
    sql = sqlite3_str_new(sqlite3_context_db_handle(c));
    for (;; n = text_clean(text)) {
        bool bad;

        sqlite3_str_append(sql, text.p, (int)n);
        if (n == text.n)
            break;
        sqlite3_str_append(sql, "\xEF\xBF\xBD", 3);
        text = (trawl_str){text.p + n, text.n - n};
        n = text_character(text, &bad);
        text = (trawl_str){text.p + n, text.n - n};
    }
    length = sqlite3_str_length(sql);
    if (sqlite3_str_errcode(sql) != SQLITE_OK) {
        sqlite3_result_error_code(c, sqlite3_str_errcode(sql));
        sqlite3_free(sqlite3_str_finish(sql));
    } else {
        sqlite3_result_text64(c, sqlite3_str_finish(sql), (sqlite3_uint64)length, sqlite3_free,
                              SQLITE_UTF8);
    }
}

void sql_fail(sqlite3_context *c, int error)
{
    if (error == TRAWL_ERROR_NO_MEMORY)
        sqlite3_result_error_nomem(c);
    else
        sqlite3_result_error(c, trawl_strerror(error), -1);
}

void *sql_resize(void *user, void *old, size_t size)
{
    (void)user;
    if (size > 0)
        return sqlite3_realloc64(old, size);
    sqlite3_free(old);
    return NULL;
}

void *files_resize(void *old, size_t size)
{
    return sql_resize(NULL, old, size);
}

void files_gone(const char *path)
{
    sqlite3_log(SQLITE_WARNING, "trawl_read: %s has gone", path);
}

/* Tries a small statement. An interrupted connection refuses all statements until those that run
 * have ended. */
bool sql_is_interrupted(sqlite3 *db)
{
    sqlite3_stmt *s;
    int code = sqlite3_prepare_v2(db, "SELECT 1", -1, &s, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_step(s);
    (void)sqlite3_finalize(s);
    return code == SQLITE_INTERRUPT;
}

/* Registers all functions and tables. */
static int registered(sqlite3 *db, char **why, const sqlite3_api_routines *api)
{
    int code;

    SQLITE_EXTENSION_INIT2(api)
    if (sqlite3_libversion_number() < OLDEST) {
        *why =
            sqlite3_mprintf("trawl needs SQLite 3.31 or later; this is %s", sqlite3_libversion());
        return SQLITE_ERROR;
    }
    code = sql_forms_register(db);
    if (code == SQLITE_OK)
        code = sql_tables_register(db);
    if (code == SQLITE_OK)
        code = sql_texts_register(db); /* last, since it undoes its own work after an error */
    /* Never unloaded, since the library keeps compiled patterns for the whole process. */
    return code == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : code;
}

TRAWL_API int sqlite3_trawl_init(sqlite3 *db, char **why, const sqlite3_api_routines *api);
TRAWL_API int sqlite3_trawl1_init(sqlite3 *db, char **why, const sqlite3_api_routines *api);

int sqlite3_trawl_init(sqlite3 *db, char **why, const sqlite3_api_routines *api)
{
    return registered(db, why, api);
}

int sqlite3_trawl1_init(sqlite3 *db, char **why, const sqlite3_api_routines *api)
{
    return registered(db, why, api);
}
