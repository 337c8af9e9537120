/* links.c - trawl_links: the links of a text as a set of rows
 *
 * The library gets the text in blocks. It collects the links of a block as plain bytes, and rows of
 * PostgreSQL are made from them afterwards. So a huge text needs little more memory than its own
 * size, and a query can be cancelled between two blocks and between two rows.
 */
#include "columns.h"
#include "trawl_pg.h"

#include <access/htup_details.h>
#include <catalog/pg_type.h>
#include <funcapi.h>
#include <miscadmin.h>
#include <utils/array.h>
#include <utils/builtins.h>
#include <utils/jsonb.h>

PG_MODULE_MAGIC;

enum links_column {
    COLUMNS_OF_LINKS(COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT) COLUMNS
};

/* A value of a row: a number, or the offset of `n` bytes in links.texts. */
typedef struct value {
    bool known; /* not NULL */
    uint64 at;
    size_t n;
} value;

/* SPANS has trawl_spans, and ALT has readings, each followed by its URL; for both, `n` is their
 * number. All other columns have texts or numbers. */
typedef struct links_row {
    value v[COLUMNS];
} row;

typedef struct reading {
    int why;
    size_t n; /* bytes of the URL */
} reading;

typedef struct postgresql_links {
    work w; /* first */
    trawl_str rest;
    TupleDesc columns;
    bytes rows, texts; /* of the last block */
    size_t next;       /* the row to return */
    bool finished;
    char limit[200]; /* the first limit that may have hidden a link; empty: none */
} links;

/* ---- While the library runs, no function of PostgreSQL may be called that reports errors ---- */

static void set_number(row *r, enum links_column c, uint64 number)
{
    r->v[c] = (value){true, number, 0};
}

/* Adds a text, or NULL when s.p is NULL. */
static int set_text(links *l, row *r, enum links_column c, trawl_str s)
{
    r->v[c] = (value){s.p != NULL, l->texts.n, s.n};
    return bytes_add(l->w.context, &l->texts, s.p, s.n);
}

/* Adds a text, or NULL when it is empty. */
static int set_if_any(links *l, row *r, enum links_column c, trawl_str s)
{
    return s.n > 0 ? set_text(l, r, c, s) : TRAWL_OK;
}

static int set_word(links *l, row *r, enum links_column c, const char *word)
{
    return set_text(l, r, c, (trawl_str){word, strlen(word)});
}

typedef int form(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Adds a form of a URL, or NULL when it is empty. */
static int set_form(links *l, row *r, enum links_column c, form *write, trawl_str url)
{
    size_t room = url.n + 64, len = 0;
    int error = TRAWL_ERROR_NO_SPACE;

    while (error == TRAWL_ERROR_NO_SPACE) {
        if (bytes_reserve(l->w.context, &l->texts, room) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
        error = write(url.p, url.n, l->texts.p + l->texts.n, room, &len);
        room = len;
    }
    if (error != TRAWL_OK)
        return error;
    r->v[c] = (value){len > 0, l->texts.n, len};
    l->texts.n += len;
    return TRAWL_OK;
}

static trawl_str links_text_of(const links *l, const value *v)
{
    return (trawl_str){l->texts.p + v->at, v->n};
}

/* Sets the host and the site, which are parts of the canonical form. */
static void links_set_host(links *l, row *r)
{
    trawl_str url = links_text_of(l, &r->v[CANONICAL]);
    trawl_span host = trawl_host(url.p, url.n);
    size_t n = host.to - host.from, site;

    if (n == 0)
        return;
    site = trawl_site(url.p + host.from, n);
    r->v[HOST] = (value){true, r->v[CANONICAL].at + host.from, n};
    r->v[SITE] = (value){true, r->v[CANONICAL].at + host.to - site, site};
}

/* Sets the standards and the forms of the URL. RFC 3986 accepts only ASCII forms. */
static int set_forms(links *l, row *r, const trawl_link *link)
{
    int same = 0, valid = trawl_standards(link->url.p, link->url.n, &same), error = TRAWL_OK;

    if (valid < 0)
        return valid;
    set_number(r, VALID, (uint64)valid);
    r->v[CANONICAL] = r->v[ASCII] = r->v[URL];
    if (!same)
        error = set_form(l, r, CANONICAL, trawl_canonical, link->url);
    if (error == TRAWL_OK && r->v[CANONICAL].known)
        links_set_host(l, r);
    if (error == TRAWL_OK && !(valid & TRAWL_STANDARD_RFC3986))
        error = set_form(l, r, ASCII, trawl_ascii, link->url);
    if (error == TRAWL_OK && link->flags & TRAWL_FLAG_CONFUSABLE)
        error = set_form(l, r, LOOKS_LIKE, trawl_looks_like, link->url);
    if (error == TRAWL_OK)
        error = set_form(l, r, SURT, trawl_surt, link->url);
    return error == TRAWL_OK ? set_form(l, r, DISPLAY, trawl_display, link->url) : error;
}

static int set_readings(links *l, row *r, const trawl_link *link)
{
    int error = TRAWL_OK;

    r->v[ALT] = (value){true, l->texts.n, link->alt_count};
    for (unsigned i = 0; i < link->alt_count && error == TRAWL_OK; i++) {
        reading head = {link->alts[i].why, link->alts[i].url.n};

        error = bytes_add(l->w.context, &l->texts, &head, sizeof head);
        if (error == TRAWL_OK)
            error = bytes_add(l->w.context, &l->texts, link->alts[i].url.p, head.n);
    }
    return error;
}

static int set_link(links *l, row *r, const trawl_link *link)
{
    int error = set_text(l, r, URL, link->url);

    set_number(r, LINE, link->line);
    set_number(r, COLUMN, link->column);
    set_number(r, QUOTE, link->quote);
    set_number(r, FLAGS, link->flags);
    r->v[SPANS] = (value){true, l->texts.n, link->span_count};
    error |=
        bytes_add(l->w.context, &l->texts, link->spans, link->span_count * sizeof *link->spans);
    error |= set_word(l, r, KIND, trawl_kind_name(link->kind));
    error |= set_text(l, r, RAW, link->raw);
    error |= set_readings(l, r, link);
    if (link->zone != TRAWL_ZONE_NONE)
        error |= set_word(l, r, ZONE, trawl_zone_name(link->zone));
    error |= set_if_any(l, r, ATTRIBUTE, link->attribute);
    error |= set_if_any(l, r, ANCHOR, link->anchor);
    error |= set_if_any(l, r, TARGET, link->target);
    error |= set_if_any(l, r, INNER, link->inner);
    return error ? TRAWL_ERROR_NO_MEMORY : set_forms(l, r, link);
}

static int set_message(links *l, row *r, const trawl_event *e)
{
    const trawl_mail_message *m = e->message;
    int error = set_if_any(l, r, HEADER, e->field);

    if (e->part->type.n > 0) {
        error |= set_text(l, r, PART, e->part->path);
        error |= set_text(l, r, TYPE, e->part->type);
    }
    if (m->number > 0) {
        set_number(r, SERIAL, m->number);
        set_number(r, OFFSET, m->offset);
#define SET(column, name) error |= set_if_any(l, r, column, m->name);
        COLUMNS_OF_LINKS(COLUMN_SKIP, COLUMN_SKIP, COLUMN_SKIP, SET)
#undef SET
        if (m->time_iso.n > 0)
            set_number(r, TIME, (uint64)m->time);
    }
    return error ? TRAWL_ERROR_NO_MEMORY : TRAWL_OK;
}

/* A sink: collects a link. Returns 0; or, to stop, 1 minus an error of the library (> 0). */
static int links_take_event(void *user, const trawl_event *e)
{
    links *l = user;
    row r = {0};
    int error;

    if (e->type == TRAWL_EVENT_LIMIT && !l->limit[0])
        strlcpy(l->limit, e->what, sizeof l->limit);
    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    error = set_link(l, &r, e->link);
    if (error == TRAWL_OK)
        error = set_message(l, &r, e);
    if (error == TRAWL_OK)
        error = bytes_add(l->w.context, &l->rows, &r, sizeof r);
    return error == TRAWL_OK ? 0 : 1 - error;
}

/* ---- Rows ---- */

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

static const char *links_standard_name(int bit)
{
#define NAME(name, standard)                                                                       \
    if (1u << bit == (standard))                                                                   \
        return name;
    STANDARDS_OF_URLS(NAME)
#undef NAME
    return "unknown";
}

/* Returns an array {{from,to},...}. */
static Datum spans_datum(const char *p, size_t n)
{
    Datum *all = palloc(2 * n * sizeof *all + 1);
    int sizes[] = {(int)n, 2}, lowest[] = {1, 1};

    for (size_t i = 0; i < n; i++) {
        trawl_span span;

        memcpy(&span, p + i * sizeof span, sizeof span);
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
static Datum readings_datum(const char *p, size_t n)
{
    JsonbParseState *state = NULL;

    (void)pushJsonbValue(&state, WJB_BEGIN_ARRAY, NULL);
    for (; n > 0; n--) {
        reading r;

        memcpy(&r, p, sizeof r);
        p += sizeof r;
        (void)pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
        push_text(&state, WJB_KEY, word_str("url"));
        push_text(&state, WJB_VALUE, (trawl_str){p, r.n});
        push_text(&state, WJB_KEY, word_str("why"));
        push_text(&state, WJB_VALUE, word_str(trawl_why_name(r.why)));
        (void)pushJsonbValue(&state, WJB_END_OBJECT, NULL);
        p += r.n;
    }
    return JsonbPGetDatum(JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_ARRAY, NULL)));
}

static Datum bytea_datum(trawl_str s)
{
    return PointerGetDatum(cstring_to_text_with_len(s.p, (int)s.n));
}

static Datum value_datum(const links *l, enum links_column c, const value *v)
{
    switch (c) {
#define CASE(column, name) case column:
        COLUMNS_OF_LINKS(COLUMN_SKIP, CASE, COLUMN_SKIP, COLUMN_SKIP)
#undef CASE
        return Int64GetDatum((int64)v->at);
    case SPANS:
        return spans_datum(l->texts.p + v->at, v->n);
    case FLAGS:
        return names_datum(v->at, trawl_flag_name);
    case VALID:
        return names_datum(v->at, links_standard_name);
    case ALT:
        return readings_datum(l->texts.p + v->at, v->n);
    case BYTES:
        return bytea_datum(links_text_of(l, v));
    default:
        return text_datum(links_text_of(l, v));
    }
}

static Datum row_datum(links *l, row *r)
{
    Datum values[COLUMNS] = {0};
    bool nulls[COLUMNS];

    if (!(r->v[VALID].at & TRAWL_STANDARD_RFC3986) && !text_fits(links_text_of(l, &r->v[URL])))
        r->v[BYTES] = r->v[URL];
    for (int c = 0; c < COLUMNS; c++) {
        nulls[c] = !r->v[c].known;
        if (!nulls[c])
            values[c] = value_datum(l, c, &r->v[c]);
    }
    return HeapTupleGetDatum(heap_form_tuple(l->columns, values, nulls));
}

/* ---- The function ---- */

static void open_reader(links *l, trawl_str words)
{
    options o = options_read("trawl_links", OF_LINKS, words);

    o.find.options |= TRAWL_OPTION_OTHER_ENDS;
    o.find.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
    o.mail.options |= TRAWL_MAIL_OPTION_TARGETS;
    o.mail.settings = work_settings(&l->w, "trawl_links", &o.find);
    check(trawl_mail_open(&l->w.mail, &o.mail, links_take_event, l));
}

static links *open_links(FunctionCallInfo fcinfo, bool is_bytea, MemoryContext parent)
{
    links *l = work_new(parent, sizeof *l);
    MemoryContext before = MemoryContextSwitchTo(l->w.context);

    if (get_call_result_type(fcinfo, NULL, &l->columns) != TYPEFUNC_COMPOSITE ||
        l->columns->natts != COLUMNS)
        ereport(ERROR, errcode(ERRCODE_DATATYPE_MISMATCH),
                errmsg("trawl_links: the declaration in SQL is that of another version"),
                errhint("Run ALTER EXTENSION trawl UPDATE."));
    l->columns = BlessTupleDesc(l->columns);
    l->rest = text_get((struct varlena *)PG_GETARG_TEXT_P_COPY(0), is_bytea);
    open_reader(l, text_get(PG_GETARG_VARLENA_PP(1), false));
    MemoryContextSwitchTo(before);
    return l;
}

/* Warns if a limit or the format may have hidden links. */
static void warn(const links *l)
{
    const char *complaint = trawl_mail_complaint(l->w.mail);

    if (l->limit[0])
        ereport(WARNING, errmsg("trawl_links: links may be missing: %s", l->limit));
    if (complaint)
        ereport(WARNING, errmsg("trawl_links: some of the text was not read: %s", complaint));
}

/* Reads the next block, or ends the text. */
static void links_read_block(links *l)
{
    size_t n = Min(l->rest.n, BLOCK);
    int stop;

    l->next = l->rows.n = l->texts.n = 0;
    if (n > 0)
        stop = trawl_mail_feed(l->w.mail, l->rest.p, n);
    else
        stop = trawl_mail_finish(l->w.mail);
    check(stop > 0 ? 1 - stop : stop);
    l->rest = (trawl_str){l->rest.p + n, l->rest.n - n};
    l->finished = n == 0;
    if (l->finished)
        warn(l);
}

/* Returns the next row. */
static Datum links_next_link(FunctionCallInfo fcinfo, bool is_bytea)
{
    FuncCallContext *call;
    links *l;

    if (SRF_IS_FIRSTCALL()) {
        call = SRF_FIRSTCALL_INIT();
        call->user_fctx = open_links(fcinfo, is_bytea, call->multi_call_memory_ctx);
    }
    call = SRF_PERCALL_SETUP();
    l = call->user_fctx;
    CHECK_FOR_INTERRUPTS();
    while (l->next * sizeof(row) == l->rows.n && !l->finished) {
        CHECK_FOR_INTERRUPTS();
        links_read_block(l);
    }
    if (l->next * sizeof(row) < l->rows.n)
        SRF_RETURN_NEXT(call, row_datum(l, &((row *)l->rows.p)[l->next++]));
    work_free(&l->w);
    SRF_RETURN_DONE(call);
}

FUNCTION(links);
Datum pg_trawl_links(PG_FUNCTION_ARGS)
{
    return links_next_link(fcinfo, false);
}

FUNCTION(links_of_bytea);
Datum pg_trawl_links_of_bytea(PG_FUNCTION_ARGS)
{
    return links_next_link(fcinfo, true);
}
