/* sites.c - sections of a report about sites and schemes by year */
#include "archive/report/report.h"
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

/* The maximum number of series of a plot. */
enum { SITES = 8, SCHEMES = 8 };

/* Names (of sites or schemes) with a count for each year, the most frequent name first. */
struct sites_table {
    unsigned count, most;
    struct {
        char *name;
        uint64_t all, years[YEARS];
    } rows[SERIES_MAX];
};

static void sites_put(struct report *r, const char *text)
{
    output_text(r->out, text);
}

static void table_free(struct sites_table *table)
{
    for (unsigned i = 0; i < table->count; i++)
        free(table->rows[i].name);
    table->count = 0;
}

static char *copy_of(trawl_str text)
{
    char *p = malloc(text.n + 1);

    if (p) {
        memcpy(p, text.p ? text.p : "", text.n);
        p[text.n] = '\0';
    }
    return p;
}

/* Reads the rows of a query: rank, name, year (NULL: unknown) and count, in the order of rank. */
static int table_read(struct report *r, struct sites_table *table, const char *sql)
{
    sqlite3_stmt *s = r->db->failed ? NULL : db_prepare(r->db, sql);
    int64_t rank = -1;

    *table = (struct sites_table){.most = table->most};
    while (s && db_step(r->db, s) > 0) {
        int64_t at = sqlite3_column_int64(s, 2) - r->first;
        uint64_t n = (uint64_t)sqlite3_column_int64(s, 3);

        if (sqlite3_column_int64(s, 0) != rank) {
            if (table->count == table->most)
                break;
            table->rows[table->count++].name = copy_of(db_text(s, 1));
            rank = sqlite3_column_int64(s, 0);
        }
        CHECK(table->count > 0 && table->count <= table->most);
        table->rows[table->count - 1].all += n;
        if (sqlite3_column_type(s, 2) != SQLITE_NULL && at >= 0 && at < r->years)
            table->rows[table->count - 1].years[at] += n;
    }
    db_reset(r->db, s);
    for (unsigned i = 0; i < table->count; i++)
        if (!table->rows[i].name)
            r->db->failed = command_trouble("report", TRAWL_ERROR_NO_MEMORY) != 0;
    return r->db->failed ? -1 : 0;
}

/* Writes a table with a row for each year and a column for each name. */
static void put_by_year(struct report *r, const char *id, const char *caption,
                        const struct sites_table *table)
{
    struct heading columns[SERIES_MAX + 2] = {{"Year", COLUMN_TEXT}};

    for (unsigned i = 0; i < table->count; i++)
        columns[i + 1] = (struct heading){table->rows[i].name, COLUMN_NUMBER};
    table_begin(r, id, caption, columns, true);
    for (int y = 0; y < r->years; y++) {
        row_begin(r);
        output_printf(r->out, "<th scope=\"row\">%d</th>", r->first + y);
        for (unsigned i = 0; i < table->count; i++)
            cell_number(r, table->rows[i].years[y]);
        row_end(r);
    }
    table_end(r, true);
}

/* ---- Sites ---- */

static const char make_sites[] =
    "CREATE TEMP TABLE site(rank INTEGER PRIMARY KEY, site TEXT NOT NULL, n INTEGER NOT NULL,"
    " first INTEGER, last INTEGER, best INTEGER);"
    "INSERT INTO site(site, n, first, last) SELECT site, sum(n) AS all_n, min(year), max(year)"
    " FROM site_year GROUP BY site ORDER BY all_n DESC, site LIMIT 10000";

static const char top_sites[] =
    "SELECT s.rank, s.site, y.year, y.n FROM site s JOIN site_year y ON y.site = s.site"
    " WHERE s.rank <= 8 ORDER BY s.rank, y.year";

static uint64_t most_of_column;

static void put_site(struct report *r, sqlite3_stmt *s)
{
    row_begin(r);
    cell_text(r, db_text(s, 0));
    cell_bar(r, (uint64_t)sqlite3_column_int64(s, 1), most_of_column);
    cell_number(r, (uint64_t)sqlite3_column_int64(s, 2));
    for (int i = 3; i < 6; i++)
        if (sqlite3_column_type(s, i) == SQLITE_NULL)
            sites_put(r, "<td class=\"d\" data-v=\"\">unknown</td>");
        else
            output_printf(r->out, "<td class=\"d\" data-v=\"%lld\">%lld</td>",
                          (long long)sqlite3_column_int64(s, i),
                          (long long)sqlite3_column_int64(s, i));
    row_end(r);
}

void section_sites(struct report *r)
{
    static struct sites_table table;
    static struct series series[SITES];
    static const struct heading columns[] = {{"Site", COLUMN_TEXT},
                                             {"Links", COLUMN_NUMBER},
                                             {"Hosts", COLUMN_NUMBER},
                                             {"First year", COLUMN_TEXT},
                                             {"Last year", COLUMN_TEXT},
                                             {"Best year", COLUMN_TEXT},
                                             {0}};

    table.most = SITES;
    if (db_execute(r->db, make_sites) < 0 || table_read(r, &table, top_sites) < 0)
        return;
    section_begin(r, "sites", "Sites",
                  "Where the links that were written lead. A site is the part of a host name that "
                  "somebody registered. The plot has the sites with the most links.");
    for (unsigned i = 0; i < table.count; i++) {
        series[i] =
            (struct series){.name = {table.rows[i].name, strlen(table.rows[i].name)}, .color = i};
        for (int y = 0; y < r->years; y++)
            series[i].values[y] = (double)table.rows[i].years[y];
    }
    if (r->years > 0) {
        chart_areas(r, &(struct chart){"Links to the top sites, by year",
                                       "Stacked areas: one for each of the sites with the most "
                                       "links, the first one at the bottom.",
                                       series, table.count, false});
        put_by_year(r, "sites-years", "Links to the top sites, by year", &table);
    }
    most_of_column = (uint64_t)number_of_query(r, "SELECT max(n) FROM site");
    table_begin(r, "sites", "Sites with the most links", columns, false);
    each_or_none(r,
                 "SELECT site, n, (SELECT count(*) FROM hosts h WHERE h.site = s.site), first,"
                 " last, (SELECT year FROM site_year y WHERE y.site = s.site AND year NOT NULL"
                 " ORDER BY n DESC, year LIMIT 1) FROM site s ORDER BY rank LIMIT ?1",
                 put_site);
    table_end(r, false);
    section_end(r);
    table_free(&table);
}

/* ---- Schemes ---- */

static const char top_schemes[] =
    "SELECT s.rank, coalesce(s.scheme, '(none)'), y.year, y.n FROM (SELECT row_number() OVER (ORDER BY sum(n) DESC,"
    " scheme) AS rank, scheme FROM scheme_year GROUP BY scheme) s JOIN scheme_year y"
    " ON y.scheme IS s.scheme ORDER BY s.rank, y.year";

static void sites_put_scheme(struct report *r, const struct sites_table *table, unsigned i,
                             const uint64_t *sums)
{
    static struct series series;
    char title[200];
    int best = 0;

    series = (struct series){.name = {table->rows[i].name, strlen(table->rows[i].name)}};
    for (int y = 0; y < r->years; y++) {
        series.values[y] =
            sums[y] > 0 ? 100.0 * (double)table->rows[i].years[y] / (double)sums[y] : 0;
        best = series.values[y] > series.values[best] ? y : best;
    }
    sites_put(r, "<li><h3><bdi>");
    put_escaped(r, series.name, 40);
    sites_put(r, "</bdi></h3>\n<p><b data-v=\"");
    output_printf(r->out, "%llu\">", (unsigned long long)table->rows[i].all);
    put_grouped(r, table->rows[i].all);
    sites_put(r, table->rows[i].all == 1 ? "</b> link<br>" : "</b> links<br>");
    if (series.values[best] > 0)
        output_printf(r->out, "most in %d: %.1f%%</p>\n", r->first + best, series.values[best]);
    else
        sites_put(r, "without a date</p>\n");
    (void)snprintf(title, sizeof title, "Share of links with the scheme %.80s",
                   table->rows[i].name);
    plot_small(r, title, "An area over the years; its scale ends at the greatest share.", &series);
    sites_put(r, "</li>\n");
}

void section_schemes(struct report *r)
{
    static struct sites_table table;
    static uint64_t sums[YEARS];

    table.most = SCHEMES;
    if (r->years == 0 || table_read(r, &table, top_schemes) < 0)
        return;
    memset(sums, 0, sizeof sums);
    for (int y = 0; y < r->years; y++) {
        char sql[100];

        (void)snprintf(sql, sizeof sql, "SELECT sum(n) FROM scheme_year WHERE year = %d",
                       r->first + y);
        sums[y] = (uint64_t)number_of_query(r, sql);
    }
    section_begin(r, "schemes", "Schemes",
                  "The share of each scheme in the links written in a year. Every plot has a scale "
                  "of its own, up to the greatest share.");
    sites_put(r, "<ul class=\"small\">\n");
    for (unsigned i = 0; i < table.count; i++)
        sites_put_scheme(r, &table, i, sums);
    sites_put(r, "</ul>\n");
    put_by_year(r, "schemes", "Links written, by scheme and year", &table);
    section_end(r);
    table_free(&table);
}
