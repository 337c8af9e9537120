/* forms.c - functions of one URL: its forms, its parts, the standards that accept it */
#include "sql.h"

#define SMALL 1024 /* bytes: the forms of most URLs fit */

/* ---- Forms ---- */

void sql_result_form(sqlite3_context *c, url_form *form, trawl_str url)
{
    char small[SMALL], *large = NULL;
    size_t n = 0;
    int error = form(url.p, url.n, small, sizeof small, &n);

    if (error == TRAWL_ERROR_NO_SPACE) {
        large = sqlite3_malloc64(n);
        error = large ? form(url.p, url.n, large, n, &n) : TRAWL_ERROR_NO_MEMORY;
    }
    if (error == TRAWL_OK)
        sql_result(c, (trawl_str){large ? large : small, n});
    else if (error != URL_NONE)
        sql_fail(c, error);
    sqlite3_free(large);
}

static void form_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    url_form *const *form = sqlite3_user_data(c);
    trawl_str url = sql_bytes(values[0]);

    (void)count;
    if (url.p)
        sql_result_form(c, *form, url);
}

/* ---- Standards ---- */

void sql_result_valid(sqlite3_context *c, trawl_str url)
{
    int valid = trawl_standards(url.p, url.n, NULL);
    char list[32];
    size_t n = 0;

    if (valid < 0) {
        sql_fail(c, valid);
        return;
    }
    for (unsigned i = 1; i < URL_STANDARDS; i++)
        if ((unsigned)valid & url_standards[i].bits) {
            if (n > 0)
                list[n++] = ',';
            memcpy(list + n, url_standards[i].name, strlen(url_standards[i].name));
            n += strlen(url_standards[i].name);
        }
    sqlite3_result_text(c, list, (int)n, SQLITE_TRANSIENT);
}

static void valid_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    trawl_str url = sql_bytes(values[0]), name = sql_bytes(values[1]);
    int valid;

    (void)count;
    if (!url.p || !name.p)
        return;
    valid = url_valid(url, name);
    if (valid == URL_NO_STANDARD)
        sqlite3_result_error(c, "trawl_valid: the standards are " URL_STANDARD_NAMES, -1);
    else if (valid < 0)
        sql_fail(c, valid);
    else
        sqlite3_result_int(c, valid != 0);
}

/* ---- Two URLs ---- */

static void resolve_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    trawl_str base = sql_bytes(values[0]), ref = sql_bytes(values[1]);
    char small[SMALL], *large = NULL;
    size_t n = 0;
    int error;

    (void)count;
    if (!base.p || !ref.p)
        return;
    error =
        trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, ref.p, ref.n, small, sizeof small, &n);
    if (error == TRAWL_ERROR_NO_SPACE) {
        large = sqlite3_malloc64(n);
        error = large
                    ? trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, ref.p, ref.n, large, n, &n)
                    : TRAWL_ERROR_NO_MEMORY;
    }
    if (error == TRAWL_OK)
        sql_result(c, (trawl_str){large ? large : small, n});
    else
        sql_fail(c, error);
    sqlite3_free(large);
}

/* ---- Registering ---- */

static void version_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_result_text(c, trawl_version(), -1, SQLITE_STATIC);
}

int sql_forms_register(sqlite3 *db)
{
    static const struct {
        const char *name;
        int count;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
        url_form *form;
    } functions[] = {{"trawl_host", 1, form_function, url_host},
                     {"trawl_site", 1, form_function, url_site},
                     {"trawl_looks_like", 1, form_function, url_looks_like},
                     {"trawl_check", 1, form_function, verdict_json},
                     {"trawl_valid", 2, valid_function, NULL},
                     {"trawl_resolve", 2, resolve_function, NULL},
                     {"trawl_version", 0, version_function, NULL},
                     {"trawl_canonical", 1, form_function, trawl_canonical},
                     {"trawl_normal", 1, form_function, trawl_normal},
                     {"trawl_ascii", 1, form_function, trawl_ascii},
                     {"trawl_surt", 1, form_function, trawl_surt},
                     {"trawl_display", 1, form_function, trawl_display},
                     {"trawl_defang", 1, form_function, trawl_defang}};
    int code = SQLITE_OK;

    for (size_t i = 0; i < sizeof functions / sizeof functions[0] && code == SQLITE_OK; i++)
        code = sqlite3_create_function_v2(db, functions[i].name, functions[i].count,
                                          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                          (void *)&functions[i].form, functions[i].call, NULL, NULL,
                                          NULL);
    return code;
}
