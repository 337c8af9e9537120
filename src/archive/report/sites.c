/* sites.c - sections of a report about sites and schemes by year */
#include "archive/report/report.h"
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

/* The maximum number of names in a plot. */
enum { NAMES = 8 };

/* Names (of sites or schemes) with a count for each year, the most frequent name first. */
struct sites_table {
    unsigned count;
    struct {
        char *name;
        uint64_t all, years[YEARS];
    } rows[NAMES];
};

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

    *table = (struct sites_table){0};
    while (s && db_step(r->db, s) > 0) {
        int64_t at = sqlite3_column_int64(s, 2) - r->first;
        uint64_t n = (uint64_t)sqlite3_column_int64(s, 3);

        if (sqlite3_column_int64(s, 0) != rank) {
            if (table->count == NAMES)
                break;
            table->rows[table->count++].name = copy_of(db_text(s, 1));
            rank = sqlite3_column_int64(s, 0);
        }
        CHECK(table->count > 0 && table->count <= NAMES);
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
    static uint64_t values[YEARS][YEAR_VALUES];
    struct heading columns[NAMES + 2] = {{"Year", CELL_TEXT}};

    for (unsigned i = 0; i < table->count; i++) {
        columns[i + 1] = (struct heading){table->rows[i].name, CELL_NUMBER};
        for (int y = 0; y < r->years; y++)
            values[y][i] = table->rows[i].years[y];
    }
    table_put_years(r, &(struct table){id, caption, columns, NULL}, values);
}

/* ---- Sites ---- */

static const char make_sites[] =
    "CREATE TEMP TABLE site(rank INTEGER PRIMARY KEY, site TEXT NOT NULL, n INTEGER NOT NULL,"
    " first INTEGER, last INTEGER, best INTEGER);"
    "INSERT INTO site(site, n, first, last) SELECT site, n, (SELECT min(year) FROM site_year y WHERE"
    " y.site = a.site), (SELECT max(year) FROM site_year y WHERE y.site = a.site) FROM all_sum a"
    " ORDER BY n DESC, site LIMIT ";

static const char top_sites[] =
    "SELECT s.rank, s.site, y.year, y.n FROM site s JOIN site_year y ON y.site = s.site"
    " WHERE s.rank <= 8 ORDER BY s.rank, y.year";

void section_sites(struct report *r)
{
    static struct sites_table table;
    static struct series series[NAMES];
    static const struct heading columns[] = {{"Site", CELL_TEXT},
                                             {"Links", CELL_BAR},
                                             {"Hosts", CELL_NUMBER},
                                             {"First year", CELL_YEAR},
                                             {"Last year", CELL_YEAR},
                                             {"Best year", CELL_YEAR},
                                             {0}};
    char sql[sizeof make_sites + 20];

    (void)snprintf(sql, sizeof sql, "%s%d", make_sites,
                   r->top < NAMES   ? NAMES
                   : r->top > 10000 ? 10000
                                    : (int)r->top);
    if (db_execute(r->db, sql) < 0 || table_read(r, &table, top_sites) < 0)
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
    table_put(r, &(struct table){
                     "sites", "Sites with the most links", columns,
                     "SELECT site, n, (SELECT count(*) FROM hosts h WHERE h.site = s.site), first,"
                     " last, (SELECT year FROM site_year y WHERE y.site = s.site AND year NOT NULL"
                     " ORDER BY n DESC, year LIMIT 1) FROM site s ORDER BY rank LIMIT ?1"});
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
        series.values[y] = share_of(table->rows[i].years[y], sums[y]);
        best = series.values[y] > series.values[best] ? y : best;
    }
    put_markup(r, "<li><h3><bdi>");
    put_escaped(r, series.name, 40);
    put_markup(r, "</bdi></h3>\n<p><b data-v=\"");
    output_printf(r->out, "%llu\">", (unsigned long long)table->rows[i].all);
    put_grouped(r->out, table->rows[i].all);
    put_markup(r, table->rows[i].all == 1 ? "</b> link<br>" : "</b> links<br>");
    if (series.values[best] > 0)
        output_printf(r->out, "most in %d: %.1f%%</p>\n", r->first + best, series.values[best]);
    else
        put_markup(r, "without a date</p>\n");
    (void)snprintf(title, sizeof title, "Share of links with the scheme %.80s",
                   table->rows[i].name);
    plot_small(r, title, "An area over the years; its scale ends at the greatest share.", &series);
    put_markup(r, "</li>\n");
}

void section_schemes(struct report *r)
{
    static struct sites_table table;
    static uint64_t sums[YEARS];

    if (r->years == 0 || table_read(r, &table, top_schemes) < 0)
        return;
    memset(sums, 0, sizeof sums);
    for (int y = 0; y < r->years; y++) {
        char sql[100];

        (void)snprintf(sql, sizeof sql, "SELECT sum(n) FROM scheme_year WHERE year = %d",
                       r->first + y);
        sums[y] = (uint64_t)db_number(r->db, sql);
    }
    section_begin(r, "schemes", "Schemes",
                  "The share of each scheme in the links written in a year. Every plot has a scale "
                  "of its own, up to the greatest share.");
    put_markup(r, "<ul class=\"small\">\n");
    for (unsigned i = 0; i < table.count; i++)
        sites_put_scheme(r, &table, i, sums);
    put_markup(r, "</ul>\n");
    put_by_year(r, "schemes", "Links written, by scheme and year", &table);
    section_end(r);
    table_free(&table);
}
