/* forms.c - functions of one URL: its forms, its parts, the standards that accept it */
#include "../postgresql/columns.h"
#include "sql.h"

#define SMALL 1024 /* most URLs fit */

/* ---- Forms ---- */

/* Reduces the form in `out` to a part of it. Returns TRAWL_OK, SQL_NONE for an empty part, or
 * TRAWL_ERROR_NO_SPACE. */
static int forms_write_part(char *out, size_t size, size_t *len, trawl_span part)
{
    *len = (size_t)(part.to - part.from);
    if (*len == 0)
        return SQL_NONE;
    if (*len > size)
        return TRAWL_ERROR_NO_SPACE;
    memmove(out, out + part.from, *len);
    return TRAWL_OK;
}

int sql_host(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    int error = trawl_canonical(url, n, out, size, len);

    return error == TRAWL_OK ? forms_write_part(out, size, len, trawl_host(out, *len)) : error;
}

int sql_site(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    int error = sql_host(url, n, out, size, len);

    return error == TRAWL_OK
               ? forms_write_part(out, size, len, (trawl_span){*len - trawl_site(out, *len), *len})
               : error;
}

int sql_looks_like(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    int error = trawl_looks_like(url, n, out, size, len);

    return error == TRAWL_OK && *len == 0 ? SQL_NONE : error;
}

void sql_result_form(sqlite3_context *c, sql_form *form, trawl_str url)
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
    else if (error != SQL_NONE)
        sql_fail(c, error);
    sqlite3_free(large);
}

static void form_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    sql_form *const *form = sqlite3_user_data(c);
    trawl_str url = sql_bytes(values[0]);

    (void)count;
    if (url.p)
        sql_result_form(c, *form, url);
}

/* ---- Standards ---- */

static const struct forms_standard {
    const char *name;
    unsigned bits; /* enum trawl_standard */
} standards[] = {{"any", TRAWL_STANDARD_ANY},
#define ROW(name, standard) {name, standard},
                 STANDARDS_OF_URLS(ROW)
#undef ROW
};

enum { STANDARDS = sizeof standards / sizeof standards[0] };

void sql_result_valid(sqlite3_context *c, trawl_str url)
{
    int valid = trawl_standards(url.p, url.n, NULL);
    char list[32];
    size_t n = 0;

    if (valid < 0) {
        sql_fail(c, valid);
        return;
    }
    for (unsigned i = 1; i < STANDARDS; i++)
        if ((unsigned)valid & standards[i].bits) {
            if (n > 0)
                list[n++] = ',';
            memcpy(list + n, standards[i].name, strlen(standards[i].name));
            n += strlen(standards[i].name);
        }
    sqlite3_result_text(c, list, (int)n, SQLITE_TRANSIENT);
}

static void valid_function(sqlite3_context *c, int count, sqlite3_value **values)
{
    trawl_str url = sql_bytes(values[0]), name = sql_bytes(values[1]);
    unsigned i = 0;
    int valid;

    (void)count;
    if (!url.p || !name.p)
        return;
    while (i < STANDARDS &&
           (name.n != strlen(standards[i].name) || memcmp(name.p, standards[i].name, name.n) != 0))
        i++;
    if (i == STANDARDS) {
        sqlite3_result_error(c, "trawl_valid: the standards are 1738, 1630, 3986, iri and any", -1);
        return;
    }
    valid = standards[i].bits == TRAWL_STANDARD_ANY
                ? trawl_standards(url.p, url.n, NULL)
                : trawl_accepts(standards[i].bits, url.p, url.n);
    if (valid < 0)
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
        sql_form *form;
    } functions[] = {{"trawl_host", 1, form_function, sql_host},
                     {"trawl_site", 1, form_function, sql_site},
                     {"trawl_looks_like", 1, form_function, sql_looks_like},
                     {"trawl_valid", 2, valid_function, NULL},
                     {"trawl_resolve", 2, resolve_function, NULL},
                     {"trawl_version", 0, version_function, NULL},
#define ROW(form) {"trawl_" #form, 1, form_function, trawl_##form},
                     FORMS_OF_URLS(ROW)
#undef ROW
    };
    int code = SQLITE_OK;

    for (size_t i = 0; i < sizeof functions / sizeof functions[0] && code == SQLITE_OK; i++)
        code = sqlite3_create_function_v2(db, functions[i].name, functions[i].count,
                                          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                          (void *)&functions[i].form, functions[i].call, NULL, NULL,
                                          NULL);
    return code;
}
