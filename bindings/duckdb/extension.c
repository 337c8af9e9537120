/* extension.c - the entry point of the extension, and helpers of all its functions */
#define DUCKDB_EXTENSION_NAME trawl

#include "duck.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Memory and messages ---- */

#ifdef TRAWL_TEST_MEMORY
/* For tests/bindings/duckdb/long.mjs, on one thread. TRAWL_FAIL_AT=n: the n-th allocation fails,
 * and the variable is removed. TRAWL_FAIL_AFTER=n when the extension is loaded: all allocations of
 * the library after the n-th one fail. */
void memory_fail_after(long n);

static bool extension_fails(void)
{
    static long count;
    const char *at = getenv("TRAWL_FAIL_AT");

    count = at ? count + 1 : 0;
    if (!at || count != atol(at))
        return false;
    count = 0;
    (void)unsetenv("TRAWL_FAIL_AT");
    return true;
}
#endif

void *duck_resize(void *user, void *old, size_t size)
{
    (void)user;
    if (size == 0) {
        free(old);
        return NULL;
    }
#ifdef TRAWL_TEST_MEMORY
    if (extension_fails())
        return NULL;
#endif
    return realloc(old, size);
}

void *files_resize(void *old, size_t size)
{
    return duck_resize(NULL, old, size);
}

/* DuckDB has no log for extensions: such a file is left out. */
void files_gone(const char *path)
{
    (void)path;
}

bool duck_reserve(struct duck_bytes *b, size_t n)
{
    size_t room = 2 * b->room + n + 256;
    char *p;

    if (n <= b->room - b->n)
        return true;
    p = duck_resize(NULL, b->p, room);
    if (!p)
        return false;
    b->p = p;
    b->room = room;
    return true;
}

bool duck_add(struct duck_bytes *b, const void *p, size_t n)
{
    if (!duck_reserve(b, n))
        return false;
    if (n > 0)
        memcpy(b->p + b->n, p, n);
    b->n += n;
    return true;
}

bool duck_say(struct duck_why *why, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    (void)vsnprintf(why->text, sizeof why->text, format, list);
    va_end(list);
    /* A message must be UTF-8, even if it was cut or has bytes of the input. */
    for (char *p = why->text; *p;) {
        bool bad;
        size_t n = text_character((trawl_str){p, strlen(p)}, &bad);

        if (bad)
            memset(p, '?', n);
        p += n;
    }
    return false;
}

bool duck_explain(struct duck_why *why, int error)
{
    return duck_say(why, "trawl: %s", trawl_strerror(error));
}

bool duck_fail(struct duck_why *why, const char *where, char *message)
{
    (void)duck_say(why, "%s: %s", where, message ? message : trawl_strerror(TRAWL_ERROR_NO_MEMORY));
    (void)files_resize(message, 0);
    return false;
}

/* ---- Vectors ---- */

trawl_str duck_bytes(duckdb_string_t *string)
{
    uint32_t n = string->value.inlined.length;

    return (trawl_str){n <= sizeof string->value.inlined.inlined ? string->value.inlined.inlined
                                                                 : string->value.pointer.ptr,
                       n};
}

/* Returns a string of DuckDB: a short one in place, a long one by its pointer. */
static duckdb_string_t extension_string(const char *p, size_t n)
{
    duckdb_string_t string = {.value.inlined = {.length = (uint32_t)n}};

    if (n <= sizeof string.value.inlined.inlined) {
        memcpy(string.value.inlined.inlined, p, n);
    } else {
        memcpy(string.value.pointer.prefix, p, sizeof string.value.pointer.prefix);
        string.value.pointer.ptr = (char *)p;
    }
    return string;
}

void duck_word(duckdb_vector v, uint64_t row, const char *word)
{
    ((duckdb_string_t *)duckdb_vector_get_data(v))[row] = extension_string(word, strlen(word));
}

int duck_blob(duckdb_vector v, uint64_t row, trawl_str bytes)
{
    if (bytes.n > UINT32_MAX)
        return TRAWL_ERROR_NO_MEMORY;
    if (!bytes.p)
        duck_null(v, row);
    else if (bytes.n <= 12)
        ((duckdb_string_t *)duckdb_vector_get_data(v))[row] = extension_string(bytes.p, bytes.n);
    else
        duckdb_vector_assign_string_element_len(v, row, bytes.p, bytes.n);
    return TRAWL_OK;
}

/* Sets a text with U+FFFD for each NUL and each bad sequence. Returns as duck_text(). */
static int extension_repaired(duckdb_vector v, uint64_t row, trawl_str text)
{
    struct duck_bytes all = {0};
    bool good = true, bad;
    int error = TRAWL_ERROR_NO_MEMORY;

    while (text.n > 0 && good) {
        size_t n = text_clean(text);

        good = duck_add(&all, text.p, n);
        text = (trawl_str){text.p + n, text.n - n};
        if (text.n > 0) {
            good = good && duck_add(&all, "\xEF\xBF\xBD", 3);
            n = text_character(text, &bad);
            text = (trawl_str){text.p + n, text.n - n};
        }
    }
    if (good)
        error = duck_blob(v, row, (trawl_str){all.p, all.n});
    free(all.p);
    return error;
}

int duck_text(duckdb_vector v, uint64_t row, trawl_str text)
{
    return text_clean(text) == text.n ? duck_blob(v, row, text) : extension_repaired(v, row, text);
}

void duck_null(duckdb_vector v, uint64_t row)
{
    duckdb_vector_ensure_validity_writable(v);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(v), row);
}

/* ---- Types ---- */

duckdb_logical_type duck_type(duckdb_type type)
{
    return duckdb_create_logical_type(type);
}

duckdb_logical_type duck_list_of(duckdb_logical_type child)
{
    duckdb_logical_type type = duckdb_create_list_type(child);

    duckdb_destroy_logical_type(&child);
    return type;
}

#define MEMBERS 16

duckdb_logical_type duck_struct_of(const struct duck_member *members, unsigned count)
{
    duckdb_logical_type types[MEMBERS], type;
    const char *names[MEMBERS];

    for (unsigned i = 0; i < count; i++) {
        names[i] = members[i].name;
        types[i] = duck_type(members[i].type);
        if (members[i].list)
            types[i] = duck_list_of(types[i]);
    }
    type = duckdb_create_struct_type(types, names, count);
    for (unsigned i = 0; i < count; i++)
        duckdb_destroy_logical_type(&types[i]);
    return type;
}

/* ---- Functions ---- */

void duck_call_open(struct duck_call *c, duckdb_data_chunk input, duckdb_vector out)
{
    duckdb_vector text = duckdb_data_chunk_get_vector(input, 0), second;

    *c = (struct duck_call){.rows = duckdb_data_chunk_get_size(input),
                            .text = duckdb_vector_get_data(text),
                            .text_valid = duckdb_vector_get_validity(text),
                            .out = out};
    if (duckdb_data_chunk_get_column_count(input) < 2)
        return;
    second = duckdb_data_chunk_get_vector(input, 1);
    c->second = duckdb_vector_get_data(second);
    c->second_valid = duckdb_vector_get_validity(second);
}

static trawl_str extension_argument(duckdb_string_t *data, uint64_t *valid, uint64_t row)
{
    if (!data || (valid && !(valid[row / 64] >> row % 64 & 1)))
        return (trawl_str){NULL, 0};
    return duck_bytes(&data[row]);
}

trawl_str duck_call_text(const struct duck_call *c, uint64_t row)
{
    if (c->second && !duck_call_second(c, row).p)
        return (trawl_str){NULL, 0};
    return extension_argument(c->text, c->text_valid, row);
}

trawl_str duck_call_second(const struct duck_call *c, uint64_t row)
{
    return extension_argument(c->second, c->second_valid, row);
}

/* Adds the function to the set for this type of its first argument and this number of arguments. */
static bool extension_add(duckdb_scalar_function_set set, const struct duck_function *f,
                          duckdb_type type, int arguments, bool first)
{
    duckdb_scalar_function one = duckdb_create_scalar_function();
    duckdb_logical_type text = duck_type(DUCKDB_TYPE_VARCHAR), mine = duck_type(type);
    bool good;

    duckdb_scalar_function_set_name(one, f->name);
    for (int i = 0; i < arguments; i++)
        duckdb_scalar_function_add_parameter(one, i == 0 ? mine : text);
    duckdb_scalar_function_set_return_type(one, f->result);
    duckdb_scalar_function_set_function(one, f->call);
    duckdb_scalar_function_set_special_handling(one); /* the function sets NULLs */
    duckdb_scalar_function_set_extra_info(one, f->extra, first ? f->free_extra : NULL);
    good = duckdb_add_scalar_function_to_set(set, one) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&one);
    duckdb_destroy_logical_type(&text);
    duckdb_destroy_logical_type(&mine);
    return good;
}

/* The functions of a set share `extra`. Only the first one frees it. */
bool duck_register(duckdb_connection db, const struct duck_function *f)
{
    static const duckdb_type types[] = {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_BLOB};
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(f->name);
    duckdb_logical_type result = f->result;
    bool good = true, first = true;

    for (int type = 0; type < (f->blobs ? 2 : 1) && good; type++)
        for (int n = 0; n <= 2 && good; n++)
            if (n == f->arguments || (f->arguments == 3 && n > 0)) {
                good = extension_add(set, f, types[type], n, first);
                first = false;
            }
    good = good && duckdb_register_scalar_function_set(db, set) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set);
    duckdb_destroy_logical_type(&result);
    return good;
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection db, duckdb_extension_info info,
                            struct duckdb_extension_access *access)
{
    bool good;

#ifdef TRAWL_TEST_MEMORY
    const char *after = getenv("TRAWL_FAIL_AFTER");

    memory_fail_after(after ? atol(after) : -1);
#endif
    good = duck_register_urls(db) && duck_register_texts(db) && duck_register_links(db) &&
           duck_register_tables(db);
    if (!good)
        access->set_error(info, "trawl: a function could not be registered");
    return good;
}
