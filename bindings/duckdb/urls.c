/* urls.c - functions of one URL: its forms, its parts, the standards that accept it */
#include "duck.h"

static const struct urls_form {
    const char *name;
    url_form *write;
} forms[] = {{"trawl_host", url_host},
             {"trawl_site", url_site},
             {"trawl_looks_like", url_looks_like},
#define ROW(form) {"trawl_" #form, trawl_##form},
             FORMS_OF_URLS(ROW)
#undef ROW
};

enum { FORMS = sizeof forms / sizeof forms[0] };

static void urls_fail(duckdb_function_info info, int error)
{
    struct duck_why why;

    (void)duck_explain(&why, error);
    duckdb_scalar_function_set_error(info, why.text);
}

/* Returns a duck_work, whose memory the call may use, or NULL after an error. Other calls do not
 * wait for it: they get others. */
static struct duck_work *urls_take(duckdb_function_info info, struct duck_pool *pool)
{
    struct duck_work *w = duck_work_take(pool);

    if (!w)
        urls_fail(info, TRAWL_ERROR_NO_MEMORY);
    return w;
}

/* ---- Forms ---- */

struct urls_function {
    const struct urls_form *form;
    struct duck_pool *pool;
};

static void urls_form_call(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    const struct urls_function *f = duckdb_scalar_function_get_extra_info(info);
    struct duck_work *w = urls_take(info, f->pool);
    struct duck_call call;
    int error = TRAWL_OK;

    if (!w)
        return;
    duck_call_open(&call, input, out);
    for (uint64_t row = 0; row < call.rows && error == TRAWL_OK; row++)
        error = duck_put_form(out, row, f->form->write, duck_call_text(&call, row), &w->out);
    duck_work_give(f->pool, w);
    if (error != TRAWL_OK)
        urls_fail(info, error);
}

static void urls_free(void *function)
{
    struct urls_function *f = function;

    duck_pool_free(f->pool);
    (void)duck_resize(NULL, f, 0);
}

static bool urls_register_form(duckdb_connection db, const struct urls_form *form)
{
    struct urls_function *f = duck_resize(NULL, NULL, sizeof *f);
    struct duck_function function = {
        form->name, urls_form_call, 1, false, duck_type(DUCKDB_TYPE_VARCHAR), f, urls_free};

    if (!f)
        return false;
    f->form = form;
    f->pool = duck_pool_new(DUCK_TEXT);
    return f->pool && duck_register(db, &function);
}

/* ---- Standards ---- */

static void urls_valid_call(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    bool *valid = duckdb_vector_get_data(out);
    struct duck_call call;

    duck_call_open(&call, input, out);
    for (uint64_t row = 0; row < call.rows; row++) {
        trawl_str url = duck_call_text(&call, row), name = duck_call_second(&call, row);
        int accepted = url.p ? url_valid(url, name) : 0;

        if (accepted == URL_NO_STANDARD) {
            duckdb_scalar_function_set_error(info,
                                             "trawl_valid: the standards are " URL_STANDARD_NAMES);
            return;
        }
        if (accepted < 0) {
            urls_fail(info, accepted);
            return;
        }
        valid[row] = accepted > 0;
        if (!url.p)
            duck_null(out, row);
    }
}

static const struct duck_member refusal[] = {{"standard", DUCKDB_TYPE_VARCHAR, false},
                                             {"code", DUCKDB_TYPE_VARCHAR, false},
                                             {"at", DUCKDB_TYPE_BIGINT, false},
                                             {"section", DUCKDB_TYPE_VARCHAR, false},
                                             {"why", DUCKDB_TYPE_VARCHAR, false}};

/* The vectors of trawl_check(). */
struct urls_check {
    duckdb_vector out;
    struct duck_list valid, errors;
    duckdb_vector member[5]; /* of `refusal` */
};

static void urls_check_open(struct urls_check *check, duckdb_vector out)
{
    check->out = out;
    duck_list_open(&check->valid, duckdb_struct_vector_get_child(out, 0));
    duck_list_open(&check->errors, duckdb_struct_vector_get_child(out, 1));
    for (unsigned i = 0; i < 5; i++)
        check->member[i] = duckdb_struct_vector_get_child(check->errors.child, i);
}

/* Sets a row. Returns an error of the library. */
static int urls_check_row(struct urls_check *check, uint64_t row, trawl_str url)
{
    trawl_verdict v = TRAWL_VERDICT_INIT;
    uint64_t first = check->errors.n;
    int error = url.p ? trawl_check(&v, url.p, url.n) : TRAWL_OK;

    if (error != TRAWL_OK)
        return error;
    duck_list_standards(&check->valid, row, v.valid);
    for (unsigned i = 0; i < v.refusals; i++) {
        uint64_t at = duck_list_add(&check->errors), place = v.refusal[i].at;

        duck_word(check->member[0], at, v.refusal[i].standard);
        duck_word(check->member[1], at, trawl_code_name(v.refusal[i].code));
        ((int64_t *)duckdb_vector_get_data(check->member[2]))[at] =
            (int64_t)text_count(url.p, place < url.n ? place : url.n) + 1;
        duck_word(check->member[3], at, v.refusal[i].section);
        duck_word(check->member[4], at, v.refusal[i].why);
    }
    duck_list_set(&check->errors, row, first);
    if (!url.p) {
        duck_null(check->out, row);
        duck_null(check->valid.v, row);
        duck_null(check->errors.v, row);
    }
    return TRAWL_OK;
}

static void urls_check_call(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    struct duck_call call;
    struct urls_check check;
    int error = TRAWL_OK;

    duck_call_open(&call, input, out);
    urls_check_open(&check, out);
    for (uint64_t row = 0; row < call.rows && error == TRAWL_OK; row++)
        error = urls_check_row(&check, row, duck_call_text(&call, row));
    duck_list_close(&check.valid);
    duck_list_close(&check.errors);
    if (error != TRAWL_OK)
        urls_fail(info, error);
}

static duckdb_logical_type urls_check_type(void)
{
    const char *names[] = {"valid", "errors"};
    duckdb_logical_type types[] = {duck_list_of(duck_type(DUCKDB_TYPE_VARCHAR)),
                                   duck_list_of(duck_struct_of(refusal, 5))};
    duckdb_logical_type type = duckdb_create_struct_type(types, names, 2);

    duckdb_destroy_logical_type(&types[0]);
    duckdb_destroy_logical_type(&types[1]);
    return type;
}

/* ---- Two URLs, no URL ---- */

static int urls_resolve(struct duck_bytes *out, trawl_str base, trawl_str ref, size_t *len)
{
    size_t room = base.n + ref.n + 64;
    int error = TRAWL_ERROR_NO_SPACE;

    while (error == TRAWL_ERROR_NO_SPACE) {
        if (!duck_reserve(out, room))
            return TRAWL_ERROR_NO_MEMORY;
        error = trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, ref.p, ref.n, out->p, room, len);
        room = *len;
    }
    return error;
}

static void urls_resolve_call(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    struct duck_pool *pool = duckdb_scalar_function_get_extra_info(info);
    struct duck_work *w = urls_take(info, pool);
    struct duck_call call;
    int error = TRAWL_OK;

    if (!w)
        return;
    duck_call_open(&call, input, out);
    for (uint64_t row = 0; row < call.rows && error == TRAWL_OK; row++) {
        trawl_str base = duck_call_text(&call, row), ref = duck_call_second(&call, row);
        size_t len = 0;

        if (base.p)
            error = urls_resolve(&w->out, base, ref, &len);
        if (error == TRAWL_OK)
            error = duck_text(out, row, (trawl_str){base.p ? w->out.p : NULL, len});
    }
    duck_work_give(pool, w);
    if (error != TRAWL_OK)
        urls_fail(info, error);
}

static void urls_version_call(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    (void)info;
    for (uint64_t row = 0; row < duckdb_data_chunk_get_size(input); row++)
        duck_word(out, row, trawl_version());
}

bool duck_register_urls(duckdb_connection db)
{
    struct duck_pool *pool = duck_pool_new(DUCK_TEXT);
    struct duck_function functions[] = {
        {"trawl_valid", urls_valid_call, 2, false, duck_type(DUCKDB_TYPE_BOOLEAN), NULL, NULL},
        {"trawl_check", urls_check_call, 1, false, urls_check_type(), NULL, NULL},
        {"trawl_resolve", urls_resolve_call, 2, false, duck_type(DUCKDB_TYPE_VARCHAR), pool,
         duck_pool_free},
        {"trawl_version", urls_version_call, 0, false, duck_type(DUCKDB_TYPE_VARCHAR), NULL, NULL}};
    bool good = pool != NULL;

    for (unsigned i = 0; i < FORMS && good; i++)
        good = urls_register_form(db, &forms[i]);
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0] && good; i++)
        good = duck_register(db, &functions[i]);
    return good;
}
