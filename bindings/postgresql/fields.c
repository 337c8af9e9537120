/* fields.c - the fields of a link as values of PostgreSQL
 *
 * trawl_links() in FROM becomes a subquery whose columns are calls of the functions below, one for
 * each type (trawl--1.0.sql). The planner leaves out the columns that a query does not read,
 * so their values are not computed. These functions cannot trust the bytes that they read, since
 * anybody may call the functions.
 */
#include "columns.h"
#include "trawl_pg.h"

#include <catalog/pg_type.h>
#include <utils/array.h>
#include <utils/builtins.h>
#include <utils/jsonb.h>

/* The types of fields, each with a function. */
enum fields_type { A_TEXT, A_NUMBER, WORDS, PLACES, READINGS, RAW_BYTES };

static enum fields_type fields_type_of(int field)
{
    switch (field) {
#define CASE(column, name) case column:
        COLUMNS_OF_LINKS(COLUMN_SKIP, CASE, COLUMN_SKIP, COLUMN_SKIP)
#undef CASE
        return A_NUMBER;
    case FLAGS:
    case VALID:
        return WORDS;
    case SPANS:
        return PLACES;
    case ALT:
        return READINGS;
    case BYTES:
        return RAW_BYTES;
    default:
        return A_TEXT;
    }
}

/* ---- Stored values ---- */

static void fields_fail(void)
{
    ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
            errmsg("trawl: this is not a field of a link"),
            errhint("Use the columns of trawl_links()."));
}

/* Sets *value to what is stored for a field. Returns false if the field is NULL. */
static bool fields_stored(trawl_str link, int field, uint64 *value)
{
    uint64 known;

    if (link.n < sizeof(fields_head))
        fields_fail();
    memcpy(&known, link.p + offsetof(fields_head, known), sizeof known);
    memcpy(value, link.p + offsetof(fields_head, value) + (size_t)field * sizeof *value,
           sizeof *value);
    return known >> field & 1;
}

trawl_str fields_bytes(trawl_str link, int field)
{
    uint64 value;
    size_t at, n;

    if (!fields_stored(link, field, &value))
        return (trawl_str){NULL, 0};
    at = value >> 32;
    n = value & UINT32_MAX;
    if (at > link.n || n > link.n - at)
        fields_fail();
    return (trawl_str){link.p + at, n};
}

/* ---- Values of PostgreSQL ---- */

static Datum text_datum(trawl_str s)
{
    return PointerGetDatum(text_make(s));
}

/* Returns an array of the names of the bits that are set. */
static Datum names_datum(uint64 bits, const char *(*name)(int bit))
{
    Datum names[64];
    int n = 0;

    for (int i = 0; i < 64; i++)
        if (bits >> i & 1)
            names[n++] = CStringGetTextDatum(name(i));
    return PointerGetDatum(construct_array(names, n, TEXTOID, -1, false, TYPALIGN_INT));
}

static const char *fields_standard_name(int bit)
{
#define NAME(name, standard)                                                                       \
    if (1u << bit == (standard))                                                                   \
        return name;
    STANDARDS_OF_URLS(NAME)
#undef NAME
    return "unknown";
}

/* Returns an array {{from,to},...}. */
static Datum spans_datum(trawl_str s)
{
    size_t n = s.n / sizeof(trawl_span);
    Datum *all = palloc(2 * n * sizeof *all + 1);
    int sizes[] = {(int)n, 2}, lowest[] = {1, 1};

    for (size_t i = 0; i < n; i++) {
        trawl_span span;

        memcpy(&span, s.p + i * sizeof span, sizeof span);
        all[2 * i] = Int64GetDatum((int64)span.from);
        all[2 * i + 1] = Int64GetDatum((int64)span.to);
    }
    if (n == 0)
        return PointerGetDatum(construct_empty_array(INT8OID));
    return PointerGetDatum(construct_md_array(all, NULL, 2, sizes, lowest, INT8OID, sizeof(int64),
                                              FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
}

static void push_text(JsonbParseState **state, JsonbIteratorToken token, trawl_str s)
{
    text *t = text_make(s);
    JsonbValue v = {.type = jbvString};

    v.val.string.val = VARDATA_ANY(t);
    v.val.string.len = (int)VARSIZE_ANY_EXHDR(t);
    (void)pushJsonbValue(state, token, &v);
}

static trawl_str word_str(const char *word)
{
    return (trawl_str){word, strlen(word)};
}

/* Returns JSON: [{"url": ..., "why": ...}, ...]. */
static Datum readings_datum(trawl_str s)
{
    JsonbParseState *state = NULL;

    (void)pushJsonbValue(&state, WJB_BEGIN_ARRAY, NULL);
    while (s.n > 0) {
        fields_reading r;

        if (s.n < sizeof r)
            fields_fail();
        memcpy(&r, s.p, sizeof r);
        s = (trawl_str){s.p + sizeof r, s.n - sizeof r};
        if (r.n > s.n)
            fields_fail();
        (void)pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
        push_text(&state, WJB_KEY, word_str("url"));
        push_text(&state, WJB_VALUE, (trawl_str){s.p, r.n});
        push_text(&state, WJB_KEY, word_str("why"));
        push_text(&state, WJB_VALUE, word_str(trawl_why_name(r.why)));
        (void)pushJsonbValue(&state, WJB_END_OBJECT, NULL);
        s = (trawl_str){s.p + r.n, s.n - r.n};
    }
    return JsonbPGetDatum(JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_ARRAY, NULL)));
}

static Datum bytea_datum(trawl_str s)
{
    return PointerGetDatum(cstring_to_text_with_len(s.p, (int)s.n));
}

/* Returns true for a text that is computed from the URL. */
static bool fields_is_form(int field)
{
    return field >= CANONICAL && field <= DISPLAY;
}

bool fields_is_of_url(int field)
{
    return field == URL || field == KIND || field == BYTES || field == VALID ||
           fields_is_form(field);
}

/* Returns a text that is computed from the URL. Its p is NULL if the field is NULL. */
static trawl_str fields_form(trawl_str link, int field)
{
    trawl_str url = fields_bytes(link, URL), none = {NULL, 0}, form;

    if (!url.p)
        return none;
    switch (field) {
    case HOST:
        form = url_host(url);
        break;
    case SITE:
        form = url_site(url);
        break;
    case CANONICAL:
        form = url_make_form(trawl_canonical, url);
        break;
    case ASCII:
        form = url_make_form(trawl_ascii, url);
        break;
    case SURT:
        form = url_make_form(trawl_surt, url);
        break;
    case DISPLAY:
        form = url_make_form(trawl_display, url);
        break;
    default: /* LOOKS_LIKE */
        form = url_make_form(trawl_looks_like, url);
    }
    return form.n > 0 ? form : none;
}

/* ---- Fields ---- */

static Datum fields_words(trawl_str link, int field, bool *is_null)
{
    trawl_str url = fields_bytes(link, URL);
    uint64 flags = 0;
    int valid;

    if (field == FLAGS) {
        *is_null = !fields_stored(link, field, &flags);
        return names_datum(flags, trawl_flag_name);
    }
    valid = trawl_standards(url.p, url.n, NULL);
    if (valid < 0)
        check(valid);
    return names_datum((uint64)valid, fields_standard_name);
}

Datum fields_datum(trawl_str link, int field, bool *is_null)
{
    enum fields_type type = fields_type_of(field);
    uint64 number;
    trawl_str s;

    *is_null = false;
    if (type == WORDS)
        return fields_words(link, field, is_null);
    if (type == A_NUMBER) {
        *is_null = !fields_stored(link, field, &number);
        return Int64GetDatum((int64)number);
    }
    if (type == RAW_BYTES)
        s = fields_bytes(link, URL);
    else if (fields_is_form(field))
        s = fields_form(link, field);
    else
        s = fields_bytes(link, field);
    *is_null = !s.p || (type == RAW_BYTES && text_fits(s));
    if (*is_null)
        return (Datum)0;
    return type == PLACES      ? spans_datum(s)
           : type == READINGS  ? readings_datum(s)
           : type == RAW_BYTES ? bytea_datum(s)
                               : text_datum(s);
}

/* Returns a field of a stored link: the first argument is the link, the second one the number
 * of the field. */
static Datum fields_call(FunctionCallInfo fcinfo, enum fields_type type)
{
    const bytea *link = PG_GETARG_BYTEA_PP(0);
    int field = PG_GETARG_INT32(1);

    if (field < 0 || field >= FIELDS || fields_type_of(field) != type)
        fields_fail();
    return fields_datum((trawl_str){VARDATA_ANY(link), VARSIZE_ANY_EXHDR(link)}, field,
                        &fcinfo->isnull);
}

#define FIELD(name, type)                                                                          \
    FUNCTION(link_##name);                                                                         \
    Datum pg_trawl_link_##name(PG_FUNCTION_ARGS)                                                   \
    {                                                                                              \
        return fields_call(fcinfo, type);                                                          \
    }

FIELD(text, A_TEXT)
FIELD(number, A_NUMBER)
FIELD(words, WORDS)
FIELD(spans, PLACES)
FIELD(alt, READINGS)
FIELD(bytes, RAW_BYTES)
