/* columns.c - the columns of trawl_links and trawl_read
 *
 * The columns have the names and the meaning of the fields of "trawl -t json". Lists are texts as
 * in "-t tsv", except for `alt`, which is JSON. Forms of the URL are computed when SQLite reads
 * them; other values are stored with the row.
 */
#include "sql.h"

char *sql_columns_declare(int columns, const char *input)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);

    sqlite3_str_appendall(sql, "CREATE TABLE x(");
    for (int i = 0; i < columns; i++)
        sqlite3_str_appendf(sql, "\"%s\", ", column_names[i]);
    sqlite3_str_appendf(sql, "\"%s\" HIDDEN, options HIDDEN)", input);
    return sqlite3_str_finish(sql);
}

uint64_t sql_columns_stored(uint64_t used)
{
    uint64_t stored = 0;

    for (int i = 0; i < COLUMN_COUNT; i++)
        if (used >> i & 1)
            stored |= UINT64_C(1) << column_source(i);
    return stored;
}

void sql_columns_need(struct options *o, uint64_t stored)
{
    columns_need(&o->config, &o->mail, stored);
}

/* ---- Storing ---- */

/* Stores a text unless it is empty. */
static void columns_put_any(struct sql_rows *r, enum columns_column column, trawl_str text)
{
    if (text.n > 0)
        sql_rows_text(r, column, text);
}

static void columns_put_word(struct sql_rows *r, enum columns_column column, const char *word)
{
    sql_rows_text(r, column, (trawl_str){word, strlen(word)});
}

/* Stores the text that was written to `sql`, and frees `sql`. */
static void put_string(struct sql_rows *r, enum columns_column column, sqlite3_str *sql)
{
    int n = sqlite3_str_length(sql);
    char *text = sqlite3_str_finish(sql);

    r->failed |= !text;
    sql_rows_text(r, column, (trawl_str){text, (size_t)n});
    sqlite3_free(text);
}

/* Stores "0-17,20-25". */
static void columns_put_spans(struct sql_rows *r, const trawl_link *link)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);

    for (unsigned i = 0; i < link->span_count; i++)
        sqlite3_str_appendf(sql, "%s%llu-%llu", i > 0 ? "," : "",
                            (unsigned long long)link->spans[i].from,
                            (unsigned long long)link->spans[i].to);
    put_string(r, SPANS, sql);
}

void sql_write_json(sqlite3_str *sql, trawl_str text)
{
    while (text.n > 0) {
        size_t n = 0;

        while (n < text.n && (unsigned char)text.p[n] >= 0x20 && text.p[n] != '"' &&
               text.p[n] != '\\')
            n++;
        sqlite3_str_append(sql, text.p, (int)n);
        if (n < text.n && (unsigned char)text.p[n] < 0x20)
            sqlite3_str_appendf(sql, "\\u%04x", text.p[n++]);
        else if (n < text.n)
            sqlite3_str_appendf(sql, "\\%c", text.p[n++]);
        text = (trawl_str){text.p + n, text.n - n};
    }
}

/* Stores [{"url":"http://a.example/","why":"hyphen"}]. */
static void put_alternatives(struct sql_rows *r, const trawl_link *link)
{
    sqlite3_str *sql;

    if (link->alt_count == 0) {
        columns_put_word(r, ALT, "[]");
        return;
    }
    sql = sqlite3_str_new(NULL);
    for (unsigned i = 0; i < link->alt_count; i++) {
        sqlite3_str_appendall(sql, i > 0 ? ",{\"url\":\"" : "[{\"url\":\"");
        sql_write_json(sql, link->alts[i].url);
        sqlite3_str_appendf(sql, "\",\"why\":\"%s\"}", trawl_why_name(link->alts[i].why));
    }
    sqlite3_str_appendall(sql, "]");
    put_string(r, ALT, sql);
}

#define BIT(column) (UINT64_C(1) << (column))
#define OF_MESSAGE (BIT(IN_REPLY_TO + 1) - BIT(SERIAL))

/* Stores the columns of the message that has the link. */
static void columns_put_message(struct sql_rows *r, const trawl_mail_message *m)
{
    if (m->number == 0 || !(r->stored & OF_MESSAGE))
        return;
    sql_rows_number(r, SERIAL, (sqlite3_int64)m->number);
    sql_rows_number(r, OFFSET, (sqlite3_int64)m->offset);
    if (m->time_iso.n > 0)
        sql_rows_number(r, TIME, m->time);
#define PUT(column, name) columns_put_any(r, column, m->name);
    COLUMNS_OF_LINKS(COLUMN_SKIP, COLUMN_SKIP, COLUMN_SKIP, PUT)
#undef PUT
}

/* Stores all columns except the URL. */
static void columns_put_rest(struct sql_rows *r, const trawl_event *e, struct places *places,
                             trawl_str file)
{
    const trawl_link *link = e->link;
    uint64_t start, end;

    columns_put_word(r, KIND, trawl_kind_name(link->kind));
    sql_rows_text(r, RAW, link->raw);
    if (r->stored & BIT(SPANS))
        columns_put_spans(r, link);
    sql_rows_number(r, LINE, (sqlite3_int64)link->line);
    sql_rows_number(r, COLUMN, (sqlite3_int64)link->column);
    sql_rows_number(r, QUOTE, link->quote);
    sql_rows_number(r, FLAGS, (sqlite3_int64)link->flags);
    if (r->stored & BIT(ALT))
        put_alternatives(r, link);
    columns_put_message(r, e->message);
    if (e->part->type.n > 0)
        columns_put_any(r, PART, e->part->path);
    columns_put_any(r, TYPE, e->part->type);
    columns_put_any(r, HEADER, e->field);
    if (link->zone)
        columns_put_word(r, ZONE, trawl_zone_name(link->zone));
#define PUT(column, name) columns_put_any(r, column, link->name);
    TEXTS_OF_LINKS(PUT)
#undef PUT
    columns_put_any(r, FILE_NAME, file);
    if (places_find(places, link, &start, &end)) {
        sql_rows_number(r, START, (sqlite3_int64)start);
        sql_rows_number(r, END, (sqlite3_int64)end);
    }
}

int sql_columns_store(struct sql_rows *r, const trawl_event *e, struct places *places,
                      trawl_str file)
{
    sql_rows_add(r);
    sql_rows_text(r, URL, e->link->url);
    if (r->stored & ~BIT(URL))
        columns_put_rest(r, e, places, file);
    return r->failed ? SQLITE_NOMEM : SQLITE_OK;
}

/* ---- Results ---- */

/* Sets the result to the names of the flags, as in "hyphen-break,line-end". */
static void result_flags(sqlite3_context *c, uint64_t flags)
{
    char list[32 * TRAWL_FLAG_COUNT] = "";
    size_t n = 0;

    for (int i = 0; i < TRAWL_FLAG_COUNT; i++)
        if (flags >> i & 1) {
            const char *name = trawl_flag_name(i);

            if (n > 0)
                list[n++] = ',';
            memcpy(list + n, name, strlen(name));
            n += strlen(name);
        }
    sqlite3_result_text(c, list, (int)n, SQLITE_TRANSIENT);
}

/* Sets the result to the bytes of a text if it is not UTF-8, and else leaves it NULL. */
static void result_bytes(sqlite3_context *c, trawl_str text)
{
    if (!sql_is_text(text))
        sqlite3_result_blob64(c, text.p, text.n, SQLITE_TRANSIENT);
}

/* Sets the result to a column that is computed from the URL. */
static void result_of_url(sqlite3_context *c, enum columns_column column, trawl_str url)
{
    if (column_rows[column].form)
        sql_result_form(c, column_rows[column].form, url);
    else if (column == VALID)
        sql_result_valid(c, url);
    else
        result_bytes(c, url);
}

void sql_columns_result(sqlite3_context *c, const struct sql_rows *rows, int column)
{
    if (column >= COLUMN_COUNT || !(rows->stored >> column_source(column) & 1))
        return;
    if (column_rows[column].needs & FROM_URL) {
        result_of_url(c, (enum columns_column)column, sql_rows_get_text(rows, URL));
    } else if (sql_rows_cell(rows, column_source(column))->n == SQL_NULL) {
        sqlite3_result_null(c);
    } else if (column == FILE_BYTES) {
        result_bytes(c, sql_rows_get_text(rows, FILE_NAME));
    } else if (column == FLAGS) {
        result_flags(c, (uint64_t)sql_rows_cell(rows, column)->number);
    } else if (column_is_number(column)) {
        sqlite3_result_int64(c, sql_rows_cell(rows, column)->number);
    } else {
        sql_result(c, sql_rows_get_text(rows, column));
    }
}
