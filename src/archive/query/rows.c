/* rows.c - prints links and counts: list, json, tsv, csv, html
 *
 * The fields of json have the names and meanings of the filter's json. "cursor" is the number of
 * the message, a hyphen, and the number of the link in the message, as --after takes it.
 */
#include "archive/query/query.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <trawl_emit.h>

/* The expression of each column, and whether the format "list" needs it. */
static const struct {
    const char *sql;
    bool listed;
} rows_columns[COLUMNS] = {
    [COLUMN_MESSAGE] = {"l.message", true},
    [COLUMN_N] = {"l.n", true},
    [COLUMN_URL] = {"u.url", true},
    [COLUMN_CANONICAL] = {"coalesce(u.canonical, u.url)", false},
    [COLUMN_HOST] = {"h.host", false},
    [COLUMN_SITE] = {"h.site", false},
    [COLUMN_KIND] = {"c.kind", false},
    [COLUMN_ZONE] = {"c.zone", false},
    [COLUMN_QUOTE] = {"c.quote", false},
    [COLUMN_PART] = {"c.part", false},
    [COLUMN_TYPE] = {"c.type", false},
    [COLUMN_HEADER] = {"c.header", false},
    [COLUMN_ATTRIBUTE] = {"c.attribute", false},
    [COLUMN_LINE] = {"l.line", false},
    [COLUMN_COLUMN] = {"l.column", false},
    [COLUMN_AT] = {"l.at", false},
    [COLUMN_LENGTH] = {"l.length", false},
    [COLUMN_MORE] = {"l.more", false},
    [COLUMN_FLAGS] = {"l.flags", false},
    [COLUMN_RAW] = {"l.raw", false},
    [COLUMN_ANCHOR] = {"l.anchor", false},
    [COLUMN_TIME] = {"m.time", true},
    [COLUMN_MINUTES] = {"m.zone", true},
    [COLUMN_DATE] = {"m.date", false},
    [COLUMN_ID] = {"m.message_id", true},
    [COLUMN_FROM] = {"p.written", true},
    [COLUMN_ADDRESS] = {"p.address", false},
    [COLUMN_SUBJECT] = {"m.subject", false},
    [COLUMN_LIST] = {"i.list", false},
    [COLUMN_ABOVE] = {"(SELECT message_id FROM messages a WHERE a.id = m.answers)", false},
    [COLUMN_FILE] = {"(SELECT f.path || CASE WHEN f.path IN ('', '/') THEN '' ELSE '/' END ||"
                     " coalesce(s.sub, '') || s.name || coalesce(s.state, '') FROM folders f"
                     " WHERE f.id = s.folder)",
                     false},
    [COLUMN_OFFSET] = {"w.at", false},
};

bool rows_are_listed(const struct query_options *o)
{
    return o->to == 0 || o->to - 1 == QUERY_LIST;
}

void rows_add_columns(struct buffer *sql, const struct query_options *o)
{
    bool list = rows_are_listed(o);

    for (int i = 0; i < COLUMNS; i++) {
        const char *column = rows_columns[i].listed || !list ? rows_columns[i].sql : "NULL";

        (void)buffer_add(sql, i > 0 ? ", " : "", i > 0 ? 2 : 0);
        (void)buffer_add(sql, column, strlen(column));
    }
}

/* ---- Values ---- */

static bool rows_is_one_of(trawl_str word, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == word.n && memcmp(*words, word.p, word.n) == 0)
            return true;
    return false;
}

/* Returns the text of the link as it was written. */
static trawl_str rows_raw_of(sqlite3_stmt *s)
{
    static const char *const mail[] = {"email", "addr", NULL}, *const bare[] = {"www", "domain",
                                                                                "ip", "localhost",
                                                                                NULL};
    trawl_str kind = db_text(s, COLUMN_KIND), raw = db_text(s, COLUMN_RAW);

    if (raw.p)
        return raw;
    return record_raw(rows_is_one_of(kind, mail)   ? TRAWL_KIND_EMAIL
                      : rows_is_one_of(kind, bare) ? TRAWL_KIND_WWW
                                                   : TRAWL_KIND_BARE,
                      db_text(s, COLUMN_URL));
}

/* Writes the time in UTC; an empty text if it is unknown. */
static void fill_utc(sqlite3_stmt *s, char utc[STAMP_ROOM])
{
    if (sqlite3_column_type(s, COLUMN_TIME) == SQLITE_NULL ||
        !stamp_of(sqlite3_column_int64(s, COLUMN_TIME), utc))
        *utc = '\0';
}

/* The forms of a message's date. */
struct dates {
    char utc[STAMP_ROOM], iso[100], usual[RECORD_DATE];
    trawl_str written;
};

static void fill_dates(sqlite3_stmt *s, struct dates *dates)
{
    int64_t seconds = sqlite3_column_int64(s, COLUMN_TIME);
    int minutes = sqlite3_column_int(s, COLUMN_MINUTES) % ZONE_UNKNOWN;
    bool known = sqlite3_column_type(s, COLUMN_MINUTES) != SQLITE_NULL;

    *dates = (struct dates){.written = db_text(s, COLUMN_DATE)};
    fill_utc(s, dates->utc);
    if (!dates->utc[0] || !stamp_of(db_sum(seconds, (int64_t)60 * minutes), dates->iso))
        return;
    if (known)
        (void)snprintf(strchr(dates->iso, 'Z'), 16, "%c%02d:%02d", minutes < 0 ? '-' : '+',
                       abs(minutes) / 60, abs(minutes) % 60);
    if (dates->written.n == 0)
        dates->written = (trawl_str){
            dates->usual, record_date(dates->usual, seconds, minutes, dates->written.p ? 2 : 1)};
}

static trawl_str rows_word(const char *word)
{
    return (trawl_str){word, word ? strlen(word) : 0};
}

/* Returns the names of the flags, separated by commas, in r->text. */
static trawl_str flags_of(struct rows *r, sqlite3_stmt *s)
{
    uint64_t flags = (uint64_t)sqlite3_column_int64(s, COLUMN_FLAGS);

    r->text.n = 0;
    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
        if (flags >> bit & 1) {
            if (r->text.n > 0)
                (void)buffer_add(&r->text, ",", 1);
            (void)buffer_add(&r->text, trawl_flag_name(bit), strlen(trawl_flag_name(bit)));
        }
    return buffer_str(&r->text);
}

/* Appends "from-to", after a comma if needed, to r->text. */
static void rows_add_span(struct rows *r, int64_t from, int64_t to)
{
    char piece[64];
    int n = snprintf(piece, sizeof piece, "%s%lld-%lld", r->text.n > 0 ? "," : "", (long long)from,
                     (long long)to);

    (void)buffer_add(&r->text, piece, (size_t)n);
}

/* Returns the pieces of the link as "from-to,from-to" in r->text. */
static trawl_str spans_of(struct rows *r, sqlite3_stmt *s)
{
    int64_t at = db_sum(sqlite3_column_int64(s, COLUMN_OFFSET), sqlite3_column_int64(s, COLUMN_AT)),
            from;
    const char *more = db_text(s, COLUMN_MORE).p;
    char *end;

    r->text.n = 0;
    rows_add_span(r, at, db_sum(at, sqlite3_column_int64(s, COLUMN_LENGTH)));
    while (more && *more) {
        from = strtoll(more, &end, 10);
        if (*end != '-')
            break;
        rows_add_span(r, db_sum(at, from), db_sum(at, strtoll(end + 1, &end, 10)));
        more = end + (*end == ',');
        if (*end != ',')
            break;
    }
    return buffer_str(&r->text);
}

/* Returns the cursor of the row in r->text. */
static trawl_str cursor_of(struct rows *r, sqlite3_stmt *s)
{
    char cursor[48];
    int n = snprintf(cursor, sizeof cursor, "%lld-%lld",
                     (long long)sqlite3_column_int64(s, COLUMN_MESSAGE),
                     (long long)sqlite3_column_int64(s, COLUMN_N));

    r->text.n = 0;
    (void)buffer_add(&r->text, cursor, (size_t)n);
    return buffer_str(&r->text);
}

/* ---- JSON ---- */

static void rows_put_name(struct rows *r, const char *name)
{
    output_text(r->out, ",\"");
    output_text(r->out, name);
    output_text(r->out, "\":");
}

static void rows_put_text(struct rows *r, const char *name, trawl_str value)
{
    if (!value.p)
        return;
    rows_put_name(r, name);
    output_json(r->out, value);
}

/* Writes the bytes of a text that is not UTF-8 in hex. */
static void put_bytes_of(struct rows *r, const char *name, trawl_str value)
{
    char *to = output_begin(r->out, JSON_BYTES(value.n));

    if (to)
        output_end(r->out, put_json_bytes(to, name, value));
}

static void put_number_of(struct rows *r, const char *name, int64_t n)
{
    char text[32];

    rows_put_name(r, name);
    (void)snprintf(text, sizeof text, "%lld", (long long)n);
    output_text(r->out, text);
}

/* Writes a list with commas as a JSON array: of words or, with `spans`, of "from-to". */
static void put_list(struct rows *r, const char *name, trawl_str list, bool spans)
{
    rows_put_name(r, name);
    output_text(r->out, spans ? "[[" : "[");
    for (size_t i = 0; i < list.n;) {
        const char *comma = memchr(list.p + i, ',', list.n - i);
        size_t n = comma ? (size_t)(comma - list.p) - i : list.n - i;

        if (i > 0)
            output_text(r->out, spans ? "],[" : ",");
        for (size_t k = i; k < i + n && spans; k++)
            output_byte(r->out, list.p[k] == '-' ? ',' : list.p[k]);
        if (!spans)
            output_json(r->out, (trawl_str){list.p + i, n});
        i += n + 1;
    }
    output_text(r->out, spans ? "]]" : "]");
}

/* Prepares r->readings for the other readings of a link. */
static void bind_readings(struct rows *r, sqlite3_stmt *s)
{
    db_reset(r->db, r->readings);
    DB_BIND(r->readings, 1, sqlite3_column_int64(s, COLUMN_MESSAGE),
            sqlite3_column_int64(s, COLUMN_N));
}

static int rows_put_readings(struct rows *r, sqlite3_stmt *s)
{
    int found;
    bool first = true;

    bind_readings(r, s);
    rows_put_name(r, "alt");
    output_text(r->out, "[");
    for (; (found = db_step(r->db, r->readings)) > 0; first = false) {
        output_text(r->out, first ? "{\"url\":" : ",{\"url\":");
        output_json(r->out, db_text(r->readings, 0));
        output_text(r->out, ",\"why\":");
        output_json(r->out, db_text(r->readings, 1));
        output_text(r->out, "}");
    }
    output_text(r->out, "]");
    return found;
}

static void rows_put_message(struct rows *r, sqlite3_stmt *s)
{
    struct dates dates;

    fill_dates(s, &dates);
    output_text(r->out, ",\"message\":{\"offset\":");
    output_number(r->out, (uint64_t)sqlite3_column_int64(s, COLUMN_OFFSET));
    rows_put_text(r, "id", db_text(s, COLUMN_ID));
    rows_put_text(r, "date", dates.written);
    if (dates.iso[0])
        rows_put_text(r, "date_iso", rows_word(dates.iso));
    if (dates.utc[0]) {
        put_number_of(r, "time", sqlite3_column_int64(s, COLUMN_TIME));
        rows_put_text(r, "time_iso", rows_word(dates.utc));
    }
    rows_put_text(r, "from", db_text(s, COLUMN_FROM));
    rows_put_text(r, "from_addr", db_text(s, COLUMN_ADDRESS));
    rows_put_text(r, "subject", db_text(s, COLUMN_SUBJECT));
    rows_put_text(r, "list_id", db_text(s, COLUMN_LIST));
    rows_put_text(r, "in_reply_to", db_text(s, COLUMN_ABOVE));
    output_text(r->out, "}");
}

static int put_json_row(struct rows *r, sqlite3_stmt *s)
{
    output_text(r->out, "{\"url\":");
    output_json(r->out, db_text(s, COLUMN_URL));
    put_bytes_of(r, "bytes", db_text(s, COLUMN_URL));
    rows_put_text(r, "kind", db_text(s, COLUMN_KIND));
    rows_put_text(r, "raw", rows_raw_of(s));
    put_list(r, "spans", spans_of(r, s), true);
    put_number_of(r, "line", sqlite3_column_int64(s, COLUMN_LINE));
    put_number_of(r, "column", sqlite3_column_int64(s, COLUMN_COLUMN));
    put_number_of(r, "quote", sqlite3_column_int64(s, COLUMN_QUOTE));
    put_list(r, "flags", flags_of(r, s), false);
    if (rows_put_readings(r, s) < 0)
        return -1;
    rows_put_text(r, "canonical", db_text(s, COLUMN_CANONICAL));
    rows_put_text(r, "host", db_text(s, COLUMN_HOST));
    rows_put_text(r, "site", db_text(s, COLUMN_SITE));
    if (buffer_fill(&r->text, trawl_surt, db_text(s, COLUMN_URL)) == TRAWL_OK)
        rows_put_text(r, "surt", buffer_str(&r->text));
    rows_put_text(r, "file", db_text(s, COLUMN_FILE));
    put_bytes_of(r, "file_bytes", db_text(s, COLUMN_FILE));
    rows_put_message(r, s);
    rows_put_text(r, "part", db_text(s, COLUMN_PART));
    rows_put_text(r, "type", db_text(s, COLUMN_TYPE));
    rows_put_text(r, "header", db_text(s, COLUMN_HEADER));
    rows_put_text(r, "zone", db_text(s, COLUMN_ZONE));
    rows_put_text(r, "attribute", db_text(s, COLUMN_ATTRIBUTE));
    rows_put_text(r, "anchor", db_text(s, COLUMN_ANCHOR));
    rows_put_text(r, "cursor", cursor_of(r, s));
    output_text(r->out, "}\n");
    return 0;
}

/* ---- Tables ---- */

static const char *const table_names[] = {
    "url",     "canonical", "host",     "site", "kind",    "zone",    "quote",  "flags",
    "raw",     "spans",     "time_iso", "from", "address", "subject", "list",   "id",
    "answers", "file",      "offset",   "line", "part",    "header",  "anchor", "cursor"};

static enum table_kind rows_table(const struct rows *r)
{
    return r->options->to - 1 != QUERY_CSV ? TABLE_TSV : TABLE_CSV;
}

static void rows_put_cell(struct rows *r, trawl_str value, bool first)
{
    output_cell(r->out, rows_table(r), first, value);
}

static void put_cell_number(struct rows *r, int64_t n)
{
    output_cell_number(r->out, rows_table(r), false, n);
}

/* Returns true when links are counted by two keys. */
static bool rows_has_pairs(const struct rows *r)
{
    return (r->options->count_by & (r->options->count_by - 1)) != 0;
}

static void put_table_header(struct rows *r)
{
    enum table_kind t = rows_table(r);

    if (r->options->count_by) {
        output_cell_name(r->out, t, true, "key");
        if (rows_has_pairs(r))
            output_cell_name(r->out, t, false, "key2");
        output_cell_name(r->out, t, false, "count");
    }
    for (size_t i = 0; i < sizeof table_names / sizeof table_names[0] && !r->options->count_by; i++)
        output_cell_name(r->out, t, i == 0, table_names[i]);
    output_row_end(r->out, t);
}

static void put_table_row(struct rows *r, sqlite3_stmt *s)
{
    struct dates dates;

    fill_dates(s, &dates);
    rows_put_cell(r, db_text(s, COLUMN_URL), true);
    rows_put_cell(r, db_text(s, COLUMN_CANONICAL), false);
    rows_put_cell(r, db_text(s, COLUMN_HOST), false);
    rows_put_cell(r, db_text(s, COLUMN_SITE), false);
    rows_put_cell(r, db_text(s, COLUMN_KIND), false);
    rows_put_cell(r, db_text(s, COLUMN_ZONE), false);
    put_cell_number(r, sqlite3_column_int64(s, COLUMN_QUOTE));
    rows_put_cell(r, flags_of(r, s), false);
    rows_put_cell(r, rows_raw_of(s), false);
    rows_put_cell(r, spans_of(r, s), false);
    rows_put_cell(r, dates.utc[0] ? rows_word(dates.utc) : (trawl_str){NULL, 0}, false);
    rows_put_cell(r, db_text(s, COLUMN_FROM), false);
    rows_put_cell(r, db_text(s, COLUMN_ADDRESS), false);
    rows_put_cell(r, db_text(s, COLUMN_SUBJECT), false);
    rows_put_cell(r, db_text(s, COLUMN_LIST), false);
    rows_put_cell(r, db_text(s, COLUMN_ID), false);
    rows_put_cell(r, db_text(s, COLUMN_ABOVE), false);
    rows_put_cell(r, db_text(s, COLUMN_FILE), false);
    put_cell_number(r, sqlite3_column_int64(s, COLUMN_OFFSET));
    put_cell_number(r, sqlite3_column_int64(s, COLUMN_LINE));
    rows_put_cell(r, db_text(s, COLUMN_PART), false);
    rows_put_cell(r, db_text(s, COLUMN_HEADER), false);
    rows_put_cell(r, db_text(s, COLUMN_ANCHOR), false);
    rows_put_cell(r, cursor_of(r, s), false);
    output_row_end(r->out, rows_table(r));
}

/* ---- HTML ---- */

static void put_html(struct rows *r, trawl_str text)
{
    escape_put(r->out, text, text.n);
}

static void put_html_row(struct rows *r, sqlite3_stmt *s)
{
    trawl_link link = {.size = sizeof link, .url = db_text(s, COLUMN_URL)};
    char href[3 * TRAWL_URL_MAX + 1];
    size_t n = 0;
    char utc[STAMP_ROOM];
    int error = trawl_emit_href(&link, "ftp,news,nntp,gopher", 20, href, sizeof href, &n, NULL);
    bool live = error == TRAWL_OK;

    if (error == TRAWL_ERROR_NO_MEMORY && !r->out->error)
        r->out->error = ENOMEM;
    fill_utc(s, utc);
    output_printf(r->out, "<tr><td>%.10s</td><td>", utc);
    if (live) {
        output_text(r->out, "<bdi dir=\"ltr\"><a rel=\"nofollow noopener noreferrer ugc\" href=\"");
        put_html(r, (trawl_str){href, n});
        output_text(r->out, "\">");
    }
    put_html(r, link.url);
    output_text(r->out, live ? "</a></bdi></td><td>" : "</td><td>");
    put_html(r, db_text(s, COLUMN_FROM));
    output_text(r->out, "</td><td>");
    put_html(r, db_text(s, COLUMN_SUBJECT));
    output_text(r->out, "</td></tr>\n");
}

/* ---- Lists ---- */

static int put_list_row(struct rows *r, sqlite3_stmt *s)
{
    int found = 0;
    char utc[STAMP_ROOM];

    output_tsv(r->out, db_text(s, COLUMN_URL));
    if (r->options->first) {
        fill_utc(s, utc);
        output_printf(r->out, "\t%s\t", utc);
        output_tsv(r->out, db_text(s, COLUMN_FROM));
        output_byte(r->out, '\t');
        output_tsv(r->out, db_text(s, COLUMN_ID));
    }
    if (r->options->broken) {
        bind_readings(r, s);
        while ((found = db_step(r->db, r->readings)) > 0) {
            output_byte(r->out, '\t');
            output_tsv(r->out, db_text(r->readings, 0));
        }
    }
    output_byte(r->out, '\n');
    return found;
}

/* ---- All formats ---- */

int rows_use(struct rows *r, struct db *d)
{
    r->db = d;
    r->readings =
        db_prepare(d, "SELECT url, why FROM readings WHERE message = ?1 AND n = ?2 ORDER BY k");
    return r->readings ? 0 : -1;
}

void rows_begin(struct rows *r)
{
    int format = r->options->to ? r->options->to - 1 : QUERY_LIST;

    if (format == QUERY_CSV && !r->options->no_header)
        put_table_header(r);
    if (format == QUERY_HTML)
        output_text(
            r->out,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Links</title>\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n"
            "<style>:root{color-scheme:light dark}body{font:1em/1.4 sans-serif;margin:1em}"
            "td,th{text-align:left;vertical-align:top;padding:.2em .6em;overflow-wrap:anywhere}"
            "</style></head><body>\n<table>\n");
    if (format == QUERY_HTML)
        output_text(r->out,
                    rows_has_pairs(r)
                        ? "<thead><tr><th>Links</th><th colspan=2>Key</th></tr></thead><tbody>\n"
                    : r->options->count_by
                        ? "<thead><tr><th>Links</th><th>Key</th></tr></thead><tbody>\n"
                        : "<thead><tr><th>Date</th><th>Link</th><th>From</th>"
                          "<th>Subject</th></tr></thead><tbody>\n");
}

int rows_link(struct rows *r, sqlite3_stmt *s)
{
    switch (r->options->to ? r->options->to - 1 : QUERY_LIST) {
    case QUERY_LIST:
        return put_list_row(r, s);
    case QUERY_JSON:
        return put_json_row(r, s);
    case QUERY_HTML:
        put_html_row(r, s);
        return 0;
    default:
        put_table_row(r, s);
        return 0;
    }
}

void rows_count(struct rows *r, const trawl_str *keys, int n, int64_t count)
{
    const int format = r->options->to ? r->options->to - 1 : QUERY_LIST;

    if (format == QUERY_LIST)
        output_printf(r->out, "%lld", (long long)count);
    else if (format == QUERY_HTML)
        output_printf(r->out, "<tr><td>%lld</td>", (long long)count);
    for (int i = 0; i < n; i++) {
        const trawl_str shown = keys[i].p ? keys[i] : (trawl_str){"-", 1};

        switch (format) {
        case QUERY_LIST:
            output_byte(r->out, '\t');
            output_tsv(r->out, shown);
            break;
        case QUERY_JSON:
            output_text(r->out, i == 0 ? "{\"key\":" : ",\"key2\":");
            if (keys[i].p)
                output_json(r->out, keys[i]);
            else
                output_text(r->out, "null");
            break;
        case QUERY_HTML:
            output_text(r->out, "<td>");
            put_html(r, shown);
            output_text(r->out, "</td>");
            break;
        default:
            rows_put_cell(r, keys[i], i == 0);
        }
    }
    if (format == QUERY_LIST) {
        output_byte(r->out, '\n');
    } else if (format == QUERY_JSON) {
        output_printf(r->out, ",\"count\":%lld}\n", (long long)count);
    } else if (format == QUERY_HTML) {
        output_text(r->out, "</tr>\n");
    } else {
        put_cell_number(r, count);
        output_row_end(r->out, rows_table(r));
    }
}

void rows_end(struct rows *r)
{
    if (r->options->to - 1 == QUERY_HTML)
        output_text(r->out, "</tbody></table>\n</body></html>\n");
    buffer_free(&r->text);
}
