/* table.c - the tables of a report: a row for each row of a query, or for each year
 *
 * A cell reads the columns of its kind, one kind after the other.
 */
#include "archive/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <trawl_emit.h>

#include "archive/site/site.h"
#include "base/ascii.h"

/* The maximum number of characters of a text. */
enum { TEXT_MOST = 200 };

static uint64_t table_value(sqlite3_stmt *s, int at)
{
    return (uint64_t)sqlite3_column_int64(s, at);
}

/* ---- Numbers ---- */

double share_of(uint64_t n, uint64_t of)
{
    return of > 0 ? 100.0 * (double)n / (double)of : 0;
}

static void table_put_number(struct report *r, uint64_t n)
{
    output_printf(r->out, "<td class=\"n\" data-v=\"%llu\">", (unsigned long long)n);
    put_grouped(r->out, n);
    put_markup(r, "</td>");
}

static void table_put_share(struct report *r, uint64_t n, uint64_t of)
{
    const double share = share_of(n, of);

    output_printf(r->out, "<td class=\"n\" data-v=\"%.4f\">%.1f%%</td>", share, share);
}

static void cell_number(struct report *r, sqlite3_stmt *s, int at)
{
    table_put_number(r, table_value(s, at));
}

static void table_begin_bar(struct report *r, uint64_t n)
{
    r->most = r->most > 0 ? r->most : n;
    output_printf(r->out, "<td class=\"n b\" data-v=\"%llu\">", (unsigned long long)n);
}

/* Writes the bar of a number; that of the first row is full. */
static void table_end_bar(struct report *r, uint64_t n)
{
    put_markup(r, "<svg viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                  "<rect width=\"");
    put_place(r, share_of(n, r->most));
    put_markup(r, "\" height=\"4\"/></svg></td>");
}

static void cell_bar(struct report *r, sqlite3_stmt *s, int at)
{
    const uint64_t n = table_value(s, at);

    table_begin_bar(r, n);
    put_grouped(r->out, n);
    table_end_bar(r, n);
}

/* Writes the number of messages with the URL in the first column. The number leads to the page of
 * the host. */
static void cell_messages(struct report *r, sqlite3_stmt *s, int at)
{
    const uint64_t n = table_value(s, at);
    bool live;

    table_begin_bar(r, n);
    live = lead_to_host(r, db_text(s, 0));
    put_grouped(r->out, n);
    put_markup(r, live ? "</a>" : "");
    table_end_bar(r, n);
}

/* Writes days as years. */
static void cell_years(struct report *r, sqlite3_stmt *s, int at)
{
    const uint64_t days = table_value(s, at);

    table_begin_bar(r, days);
    output_printf(r->out, "%.1f", (double)days / 365.2425);
    table_end_bar(r, days);
}

/* Writes the number of a year, or "unknown". */
static void cell_year(struct report *r, sqlite3_stmt *s, int at)
{
    const long long n = sqlite3_column_int64(s, at);

    if (sqlite3_column_type(s, at) == SQLITE_NULL)
        put_markup(r, "<td class=\"d\" data-v=\"\">unknown</td>");
    else
        output_printf(r->out, "<td class=\"d\" data-v=\"%lld\">%lld</td>", n, n);
}

static void cell_day(struct report *r, sqlite3_stmt *s, int at)
{
    char day[STAMP_ROOM];
    const int64_t time = sqlite3_column_int64(s, at);

    if (sqlite3_column_type(s, at) == SQLITE_NULL || !day_of(time, day))
        put_markup(r, "<td class=\"d\" data-v=\"\">unknown</td>");
    else
        output_printf(r->out, "<td class=\"d\" data-v=\"%lld\">%s</td>", (long long)time, day);
}

/* ---- Texts ---- */

static void cell_text(struct report *r, sqlite3_stmt *s, int at)
{
    put_markup(r, "<td><bdi>");
    put_escaped(r, db_text(s, at), TEXT_MOST);
    put_markup(r, "</bdi></td>");
}

/* Writes the start tag of a link if the URL is safe to open. Returns true if so. */
static bool put_anchor(struct report *r, trawl_str url)
{
    char href[2 * URL_MOST];
    trawl_link link = {.size = sizeof link, .kind = TRAWL_KIND_BARE, .url = url, .raw = url};
    size_t n;
    int error;

    if (url.n > URL_MOST)
        return false;
    error = trawl_emit_href(&link, "", 0, href, sizeof href, &n, NULL);
    if (error == TRAWL_ERROR_NO_MEMORY)
        r->out->error = ENOMEM;
    if (error != TRAWL_OK)
        return false;
    put_markup(r, "<a rel=\"nofollow noopener noreferrer\" href=\"");
    put_escaped(r, (trawl_str){href, n}, n);
    put_markup(r, "\">");
    return true;
}

trawl_str url_shown(const struct report *r, trawl_str url)
{
    static char shown[URL_MOST];
    trawl_span host;
    size_t scheme = 0;
    int n;

    if (r->options->addresses != REPORT_HIDDEN || url.n == 0 || !has_address(url))
        return url;
    host = trawl_host_span(url.p, url.n);
    while (scheme < url.n && scheme < 40 && ascii_is_alnum((unsigned char)url.p[scheme]))
        scheme++;
    if (scheme == url.n || url.p[scheme] != ':')
        return (trawl_str){"(left out)", 10};
    n = ascii_begins(url.p + scheme, url.n - scheme, "://") && host.to < host.from + 256 &&
                !has_address((trawl_str){url.p + host.from, host.to - host.from})
            ? (int)(host.to - host.from)
            : 0;
    n = snprintf(shown, sizeof shown, "%.*s%s%.*s (left out)", (int)scheme, url.p,
                 n > 0 ? "://" : ":", n, url.p + host.from);
    return (trawl_str){shown, (size_t)n};
}

static void cell_url(struct report *r, sqlite3_stmt *s, int at)
{
    const trawl_str whole = db_text(s, at), url = url_shown(r, whole);
    char shown[2 * URL_MOST];
    bool live;
    size_t n = 0;
    int error;

    put_markup(r, "<td class=\"u\" data-v=\"");
    put_escaped(r, url, TEXT_MOST);
    put_markup(r, "\"><bdi dir=\"ltr\">");
    live = url.p == whole.p && (lead_home(r, url) || put_anchor(r, url));
    error = url.n > URL_MOST || url.p != whole.p
                ? TRAWL_ERROR_NO_SPACE
                : trawl_display(url.p, url.n, shown, sizeof shown, &n);
    if (error == TRAWL_ERROR_NO_MEMORY)
        r->out->error = ENOMEM;
    put_escaped(r, error != TRAWL_OK ? url : (trawl_str){shown, n}, TEXT_MOST);
    put_markup(r, live ? "</a></bdi></td>" : "</bdi></td>");
}

static void cell_person(struct report *r, sqlite3_stmt *s, int at)
{
    trawl_str name = db_text(s, at + 1), address = db_text(s, at + 2);
    bool live;

    if (sqlite3_column_type(s, at) == SQLITE_NULL) {
        put_markup(r, "<td class=\"p\">unknown</td>");
        return;
    }
    if (r->options->addresses == REPORT_HIDDEN) {
        output_printf(r->out, "<td class=\"p\">person %lld</td>",
                      (long long)sqlite3_column_int64(s, at));
        return;
    }
    put_markup(r, "<td class=\"p\">");
    live = lead_to_sender(r, address);
    put_markup(r, "<bdi>");
    put_escaped(r, name.n > 0 ? name : address, TEXT_MOST);
    put_markup(r, live ? "</bdi></a>" : "</bdi>");
    if (name.n > 0 && address.n > 0) {
        put_markup(r, " <bdi class=\"dim\">");
        put_escaped(r, address, TEXT_MOST);
        put_markup(r, "</bdi>");
    }
    put_markup(r, "</td>");
}

static void cell_message(struct report *r, sqlite3_stmt *s, int at)
{
    int64_t message = sqlite3_column_int64(s, at);
    bool live;

    output_printf(r->out, "<td class=\"m\" data-v=\"%lld\">", (long long)message);
    live = lead_to_message(r, message);
    put_markup(r, "<bdi>");
    if (r->site)
        put_text(r->site, db_text(s, at + 1), TEXT_MOST / 2);
    else
        put_escaped(r, db_text(s, at + 1), TEXT_MOST / 2);
    output_printf(r->out, "</bdi> <span class=\"dim\">#%lld</span>%s</td>", (long long)message,
                  live ? "</a>" : "");
}

/* Writes the numbers of messages; the preceding column has their count. */
static void cell_places(struct report *r, sqlite3_stmt *s, int at)
{
    put_markup(r, "<td class=\"l\">");
    put_escaped(r, db_text(s, at), SIZE_MAX);
    put_markup(r, table_value(s, at - 1) > 8 ? " \xE2\x80\xA6</td>" : "</td>");
}

/* Writes what a link checker found: the code, else the reason, else the state. */
static void cell_answer(struct report *r, sqlite3_stmt *s, int at)
{
    const long long code = sqlite3_column_int64(s, at + 1);

    output_printf(r->out, "<td data-v=\"%lld\"><bdi>", code);
    if (sqlite3_column_type(s, at + 1) != SQLITE_NULL)
        output_printf(r->out, "%lld", code);
    else if (sqlite3_column_type(s, at + 2) != SQLITE_NULL)
        put_escaped(r, db_text(s, at + 2), 60);
    else
        put_markup(r, sqlite3_column_int(s, at) == 2 ? "gone" : "failing");
    put_markup(r, "</bdi></td>");
}

/* ---- Tables ---- */

static const struct {
    void (*put)(struct report *r, sqlite3_stmt *s, int at);
    int columns;
    bool number;
} cells[] = {
    [CELL_TEXT] = {cell_text, 1, false},
    [CELL_NUMBER] = {cell_number, 1, true},
    [CELL_SHARE] = {NULL, 2, true},
    [CELL_BAR] = {cell_bar, 1, true},
    [CELL_MESSAGES] = {cell_messages, 1, true},
    [CELL_YEARS] = {cell_years, 1, true},
    [CELL_YEAR] = {cell_year, 1, false},
    [CELL_DAY] = {cell_day, 1, false},
    [CELL_URL] = {cell_url, 1, false},
    [CELL_PERSON] = {cell_person, 3, false},
    [CELL_MESSAGE] = {cell_message, 2, false},
    [CELL_PLACES] = {cell_places, 1, false},
    [CELL_ANSWER] = {cell_answer, 3, false},
};

static void table_begin(struct report *r, const struct table *t, const char *kind)
{
    output_printf(r->out,
                  "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"%s-c\">\n"
                  "<table id=\"%s-t\" class=\"%s\">\n<caption id=\"%s-c\">%s</caption>\n"
                  "<thead><tr>",
                  t->id, t->id, kind, t->id, t->caption);
    for (const struct heading *c = t->columns; c->name; c++) {
        put_markup(r,
                   cells[c->cell].number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
        put_escaped(r, (trawl_str){c->name, strlen(c->name)}, TEXT_MOST);
        put_markup(r, "</th>");
    }
    put_markup(r, "</tr></thead>\n<tbody>\n");
}

int64_t each_row(struct report *r, const char *sql, row_writer *row, const void *user)
{
    sqlite3_stmt *s = r->db->failed ? NULL : db_prepare(r->db, sql);
    int64_t count = 0;
    int found = -1;

    if (!s)
        return -1;
    if (sqlite3_bind_parameter_count(s) > 0)
        (void)sqlite3_bind_int64(s, 1, (int64_t)r->top);
    for (; r->out->error == 0 && (found = db_step(r->db, s)) > 0; count++)
        row(r, s, user);
    db_reset(r->db, s);
    return found < 0 ? -1 : count;
}

/* A row_writer. */
static void table_put_row(struct report *r, sqlite3_stmt *s, const void *user)
{
    const struct table *t = user;
    int at = 0;

    put_markup(r, "<tr>");
    for (const struct heading *c = t->columns; c->name; at += cells[c->cell].columns, c++)
        cells[c->cell].put(r, s, at);
    put_markup(r, "</tr>\n");
}

void table_put(struct report *r, const struct table *t)
{
    r->most = 0;
    table_begin(r, t, "data");
    if (each_row(r, t->sql, table_put_row, t) == 0)
        put_markup(r, "<tr><td>None.</td></tr>\n");
    put_markup(r, "</tbody>\n</table>\n</div>\n");
}

void table_put_years(struct report *r, const struct table *t, uint64_t (*values)[YEAR_VALUES])
{
    put_markup(r, "<details>\n<summary>The numbers as a table</summary>\n");
    table_begin(r, t, "figures");
    for (int y = 0; y < r->years; y++) {
        const uint64_t *v = values[y];

        output_printf(r->out, "<tr><th scope=\"row\">%d</th>", r->first + y);
        for (const struct heading *c = t->columns + 1; c->name; v += cells[c->cell].columns, c++)
            if (c->cell == CELL_SHARE)
                table_put_share(r, v[0], v[1]);
            else
                table_put_number(r, *v);
        put_markup(r, "</tr>\n");
    }
    put_markup(r, "</tbody>\n</table>\n</div>\n</details>\n");
}
