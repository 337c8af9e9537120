/* front.c - the front page of the site, and of each list if there are several: totals, the search
 * field, the active threads, and the months
 *
 * The months are a table with a row for each year, the newest first.
 */
#include "archive/site/site.h"

#include <stdio.h>

/* Of the threads of the last 1000 messages, the 8 with the latest ones: the columns of the first
 * message, the address of the thread, how many messages it has, and the time of the last one. */
#define ACTIVE(newest)                                                                             \
    "SELECT " MESSAGE_COLUMNS ", " ADDRESS_COLUMNS(                                                \
        "r") ", h.count, n.last FROM (SELECT t.root, max(w.time) AS last FROM (" newest            \
             "1000) w JOIN tree t ON t.id = w.id GROUP BY t.root ORDER BY 2 DESC, 1 DESC LIMIT 8)" \
             " n JOIN thread h ON h.root = n.root JOIN messages r ON r.id = h.root JOIN messages"  \
             " m ON m.id = h.title LEFT JOIN senders p ON p.id = m.sender ORDER BY n.last DESC,"   \
             " n.root DESC"
enum { ACTIVE_ADDRESS = AT_MORE, ACTIVE_COUNT = AT_MORE + 3, ACTIVE_LAST };

static const char front_active[] = ACTIVE(NEWEST);
static const char active_of_archive[] = ACTIVE(NEWEST_OF_ARCHIVE);
static const char totals[] =
    "SELECT sum(count), (SELECT count(*) FROM thread), min(nullif(month, -1)), max(month),"
    " sum(count) FILTER (WHERE month = -1) FROM month";
static const char totals_of_archive[] =
    "SELECT sum(count), (SELECT threads FROM lister WHERE id = ?1), min(nullif(month, -1)),"
    " max(month), sum(count) FILTER (WHERE month = -1) FROM archive_month WHERE archive = ?1";
static const char months_of_archive[] =
    "SELECT month, count FROM archive_month WHERE archive = ?1 AND month >= 0"
    " ORDER BY month / 12 DESC, month";
static const char front_months[] = "SELECT month, count FROM month WHERE month >= 0"
                                   " ORDER BY month / 12 DESC, month";

/* Writes a count, and the word for what it counts. */
static void front_put_count(struct site *s, int64_t count, const char *what)
{
    output_printf(&s->out, "%lld %s%s", (long long)count, what, count == 1 ? "" : "s");
}

/* Prepares the query for the site, or that for a list. */
static sqlite3_stmt *front_prepare(struct site *s, const struct archive *archive, const char *all,
                                   const char *one)
{
    sqlite3_stmt *row = db_prepare(&s->db, archive ? one : all);

    if (row && archive)
        (void)sqlite3_bind_int64(row, 1, archive->id);
    return row;
}

/* Writes the totals and the links below them. Returns 0, or -1. */
static int put_totals(struct site *s, const struct archive *archive)
{
    sqlite3_stmt *row = front_prepare(s, archive, totals, totals_of_archive);
    char name[MONTH_ROOM];
    int found = row ? db_step(&s->db, row) : -1;

    if (found <= 0)
        return -1;
    output_text(&s->out, "<p>");
    front_put_count(s, sqlite3_column_int64(row, 0), "message");
    output_text(&s->out, " in ");
    front_put_count(s, sqlite3_column_int64(row, 1), "thread");
    for (int i = 2; i < 4 && sqlite3_column_type(row, 2) != SQLITE_NULL; i++) {
        name_month(name, sqlite3_column_int(row, i), false);
        output_printf(&s->out, i == 2 ? ", %s" : " to %s", name);
    }
    output_text(&s->out, "</p>\n<nav class=\"steps\" aria-label=\"More\"><ul>\n");
    if (archive)
        output_text(&s->out, "<li><a href=\"senders.html\">Senders</a></li>\n");
    if (s->given_index && !archive)
        output_text(&s->out, "<li><a href=\"report.html\">Report on the links</a></li>\n");
    output_text(&s->out, "<li><a href=\"feed.xml\">Feed</a></li>\n");
    if (sqlite3_column_int64(row, 4) > 0) {
        output_text(&s->out, "<li><a href=\"months/undated.html\">");
        front_put_count(s, sqlite3_column_int64(row, 4), "message");
        output_text(&s->out, " without a date</a></li>\n");
    }
    output_text(&s->out, "</ul></nav>\n");
    return sqlite3_reset(row) == SQLITE_OK ? 0 : -1;
}

static int put_active(struct site *s, const struct archive *archive)
{
    sqlite3_stmt *row = front_prepare(s, archive, front_active, active_of_archive);
    char path[PATH_ROOM];
    int found = -1, n = 0;

    while ((found = db_step(&s->db, row)) > 0) {
        const int64_t count = sqlite3_column_int64(row, ACTIVE_COUNT);

        output_text(&s->out, n++ == 0 ? "<h2>Active threads</h2>\n<ul class=\"list\">\n" : "");
        path_of_row(path, count > 1 ? 't' : 'm', row, count > 1 ? ACTIVE_ADDRESS : AT_ID);
        output_text(&s->out, "<li>");
        put_message(s, path, row, bare_subject(db_text(row, AT_SUBJECT)));
        if (count > 1) {
            output_text(&s->out, "<br>\n<span class=\"dim\">");
            front_put_count(s, count, "message");
            output_text(&s->out, ", the last");
            put_day(s, row, ACTIVE_LAST);
            output_text(&s->out, "</span>");
        }
        output_text(&s->out, "</li>\n");
    }
    output_text(&s->out, n > 0 ? "</ul>\n" : "");
    return found;
}

/* Writes cells without messages up to this month of the year. */
static void put_empty(struct site *s, int *next, int month)
{
    for (; *next < month; ++*next)
        output_text(&s->out, "<td></td>");
}

static void put_names(struct site *s)
{
    char name[MONTH_ROOM];

    output_text(&s->out, "<h2>Messages by month</h2>\n<div class=\"wide\" role=\"region\" "
                         "tabindex=\"0\" aria-label=\"Months\">\n<table>\n"
                         "<thead><tr><th scope=\"col\">Year</th>");
    for (int i = 0; i < 12; i++) {
        name_month(name, i, false);
        output_printf(&s->out, "<th scope=\"col\">%.3s</th>", name);
    }
    output_text(&s->out, "</tr></thead>\n<tbody>\n");
}

static int front_put_months(struct site *s, const struct archive *archive)
{
    sqlite3_stmt *row = front_prepare(s, archive, front_months, months_of_archive);
    char name[MONTH_ROOM], path[MONTH_ROOM];
    int found = -1, year = -1, next = 12;

    while ((found = db_step(&s->db, row)) > 0) {
        int month = sqlite3_column_int(row, 0);

        if (year < 0)
            put_names(s);
        if (month / 12 != year) {
            put_empty(s, &next, 12);
            output_text(&s->out, year < 0 ? "" : "</tr>\n");
            year = month / 12;
            next = 0;
            output_printf(&s->out, "<tr><th scope=\"row\">%04d</th>", year);
        }
        put_empty(s, &next, month % 12);
        next++;
        name_month(name, month, false);
        name_month(path, month, true);
        output_printf(&s->out, "<td><a href=\"months/%s.html\" title=\"%s\">%lld</a></td>", path,
                      name, (long long)sqlite3_column_int64(row, 1));
    }
    put_empty(s, &next, 12);
    output_text(&s->out, year < 0 ? "" : "</tr>\n</tbody>\n</table>\n</div>\n");
    return found;
}

int front_make(struct site *s)
{
    file_begin(s, "index.html");
    page_head(s, site_str(s->options.title), s->options.search ? "search.js" : NULL, false);
    output_text(&s->out, "<h1>");
    put_text(s, site_str(s->options.title), 300);
    output_text(&s->out, "</h1>\n");
    if (put_totals(s, NULL) < 0 || archives_put(s) < 0)
        return -1;
    if (s->options.search)
        search_put(s);
    if (put_active(s, NULL) < 0 || front_put_months(s, NULL) < 0)
        return -1;
    page_foot(s);
    return file_end(s, 1);
}

int front_make_archive(struct site *s, const struct archive *archive)
{
    char path[PATH_ROOM];

    path_of_archive(path, archive->name, "index.html");
    file_begin(s, path);
    page_head(s, archive_title(archive->name), NULL, false);
    output_text(&s->out, "<h1><bdi>");
    put_text(s, archive_title(archive->name), 300);
    output_text(&s->out, "</bdi></h1>\n");
    if (put_totals(s, archive) < 0 || put_active(s, archive) < 0 ||
        front_put_months(s, archive) < 0)
        return -1;
    page_foot(s);
    return file_end(s, 1);
}
