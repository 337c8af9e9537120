/* years.c - the summary of a report; the sections on links by year, links by month, broken links */
#include "archive/report/report.h"

#include <stdio.h>

/* ---- The summary ---- */

void section_summary(struct report *r)
{
    static const struct {
        const char *id, *name, *sql;
    } facts[] = {
        {"n-messages", "messages", "SELECT sum(n) FROM mail_month"},
        {"n-written", "links written", "SELECT sum(written) FROM mail_month"},
        {"n-urls", "different URLs", "SELECT sum(n) FROM class_sum WHERE class = 0"},
        {"n-sites", "sites", "SELECT count(*) FROM all_sum"},
        {"n-people", "people who posted links", "SELECT count(*) FROM poster"},
        {"n-quoted", "links quoted", "SELECT sum(quoted) FROM mail_month"},
    };
    int64_t undated = db_number(r->db, "SELECT sum(n) FROM mail_month WHERE month = -1");

    put_markup(r, "<p class=\"lead\">");
    if (r->years > 0)
        output_printf(r->out, "The links of an archive of mail, %d to %d. ", r->first,
                      r->first + r->years - 1);
    put_markup(
        r, "A link is <em>written</em> if the sender wrote it, and <em>quoted</em> if it is in "
           "quoted text. Headers, signatures, the footers of lists and bare e-mail addresses are "
           "left out. A message that is in several places counts once.");
    if (undated > 0) {
        put_markup(r, " ");
        put_total(r, "span", "n-undated", (uint64_t)undated);
        put_markup(r, " messages without a possible date are in the totals, but not in plots.");
    }
    put_markup(r, "</p>\n<dl class=\"facts\">\n");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        output_printf(r->out, "<div><dt>%s</dt>", facts[i].name);
        put_total(r, "dd", facts[i].id, (uint64_t)db_number(r->db, facts[i].sql));
        put_markup(r, "</div>\n");
    }
    put_markup(r, "</dl>\n");
}

/* ---- Years and months ---- */

/* The counts of a month or a year, in the order of the table "mail_month". */
enum count { MESSAGES, WRITTEN, QUOTED, OTHER, BROKEN, COUNTS };

static uint64_t months[12 * YEARS][COUNTS], years[YEARS][COUNTS];

/* Fills the counts of all months and years. Returns 0 or -1. */
static int read_counts(struct report *r)
{
    sqlite3_stmt *s = db_prepare(r->db, "SELECT * FROM mail_month WHERE month >= 0");

    memset(months, 0, sizeof months);
    memset(years, 0, sizeof years);
    while (db_step(r->db, s) > 0) {
        int64_t at = sqlite3_column_int64(s, 0) - 12LL * r->first;

        for (int i = 0; i < COUNTS && at >= 0 && at < 12LL * r->years; i++) {
            months[at][i] = (uint64_t)sqlite3_column_int64(s, i + 1);
            years[at / 12][i] += months[at][i];
        }
    }
    return r->db->failed ? -1 : 0;
}

void section_years(struct report *r)
{
    static struct series series[2] = {{.name = {"written", 7}, .color = 0},
                                      {.name = {"quoted", 6}, .color = 4}};
    static const struct heading columns[] = {{"Year", CELL_TEXT},      {"Messages", CELL_NUMBER},
                                             {"Written", CELL_NUMBER}, {"Quoted", CELL_NUMBER},
                                             {"Other", CELL_NUMBER},   {0}};
    static uint64_t values[YEARS][YEAR_VALUES];

    if (read_counts(r) < 0)
        return;
    section_begin(r, "years", "Links a year",
                  "How many links people wrote, and how many were "
                  "quoted from others.");
    for (int i = 0; i < r->years; i++) {
        series[0].values[i] = (double)years[i][WRITTEN];
        series[1].values[i] = (double)years[i][QUOTED];
        memcpy(values[i], years[i], sizeof years[i]);
    }
    chart_bars(r, &(struct chart){"Links a year",
                                  "A bar for each year: links that were written, "
                                  "and above them links in quoted text.",
                                  series, 2, false});
    table_put_years(r, &(struct table){"years", "Links by year", columns, NULL}, values);
    section_end(r);
}

void section_months(struct report *r)
{
    static uint64_t written[12 * YEARS], values[YEARS][YEAR_VALUES];
    static const struct heading columns[] = {{"Year", CELL_TEXT},  {"Jan", CELL_NUMBER},
                                             {"Feb", CELL_NUMBER}, {"Mar", CELL_NUMBER},
                                             {"Apr", CELL_NUMBER}, {"May", CELL_NUMBER},
                                             {"Jun", CELL_NUMBER}, {"Jul", CELL_NUMBER},
                                             {"Aug", CELL_NUMBER}, {"Sep", CELL_NUMBER},
                                             {"Oct", CELL_NUMBER}, {"Nov", CELL_NUMBER},
                                             {"Dec", CELL_NUMBER}, {0}};

    section_begin(r, "months", "Links a month",
                  "Each cell is a month; darker or brighter means "
                  "more links that were written. Each shade has a fifth of the months.");
    for (int i = 0; i < 12 * r->years; i++)
        values[i / 12][i % 12] = written[i] = months[i][WRITTEN];
    plot_months(r, "Links a month",
                "A column for each year and a cell for each month, shaded by "
                "the number of links that were written.",
                written);
    table_put_years(r, &(struct table){"months", "Links written, by month", columns, NULL}, values);
    section_end(r);
}

/* ---- Broken links ---- */

void section_broken(struct report *r)
{
    static struct series series = {.name = {"broken", 6}, .color = 5};
    static const struct heading columns[] = {{"Year", CELL_TEXT},
                                             {"Links", CELL_NUMBER},
                                             {"Broken", CELL_NUMBER},
                                             {"Share", CELL_SHARE},
                                             {0}};
    static uint64_t values[YEARS][YEAR_VALUES];

    section_begin(r, "broken", "Broken links",
                  "The share of links, written and quoted, that line ends or blanks may have "
                  "broken.");
    for (int i = 0; i < r->years; i++) {
        const uint64_t *n = years[i], all = n[WRITTEN] + n[QUOTED];

        series.values[i] = share_of(n[BROKEN], all);
        memcpy(values[i], (uint64_t[]){all, n[BROKEN], n[BROKEN], all}, 4 * sizeof **values);
    }
    chart_bars(r, &(struct chart){"Share of broken links",
                                  "A bar for each year: the percentage of "
                                  "links that may be broken.",
                                  &series, 1, true});
    table_put_years(r, &(struct table){"broken", "Broken links a year", columns, NULL}, values);
    section_end(r);
}
