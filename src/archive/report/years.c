/* years.c - the summary of a report; the sections on links by year, links by month, broken links */
#include "archive/report/report.h"

#include <stdio.h>

static void years_put(struct report *r, const char *text)
{
    output_text(r->out, text);
}

static trawl_str years_str(const char *text)
{
    return (trawl_str){text, strlen(text)};
}

/* ---- The summary ---- */

static void put_fact(struct report *r, const char *id, const char *name, uint64_t n)
{
    output_printf(r->out, "<div><dt>%s</dt><dd id=\"%s\" data-v=\"%llu\">", name, id,
                  (unsigned long long)n);
    put_grouped(r, n);
    years_put(r, "</dd></div>\n");
}

void section_summary(struct report *r)
{
    static const struct {
        const char *id, *name, *sql;
    } facts[] = {
        {"n-messages", "messages", "SELECT sum(n) FROM mail_month"},
        {"n-written", "links written", "SELECT sum(written) FROM mail_month"},
        {"n-urls", "different URLs", "SELECT count(*) FROM url_sum WHERE class = 0"},
        {"n-sites", "sites", "SELECT count(DISTINCT site) FROM site_year"},
        {"n-people", "people who posted links", "SELECT count(*) FROM poster"},
        {"n-quoted", "links quoted", "SELECT sum(quoted) FROM mail_month"},
    };
    int64_t undated = number_of_query(r, "SELECT n FROM mail_month WHERE month = -1");

    years_put(r, "<p class=\"lead\">");
    if (r->years > 0)
        output_printf(r->out, "The links of an archive of mail, %d to %d. ", r->first,
                      r->first + r->years - 1);
    years_put(
        r, "A link is <em>written</em> if the sender wrote it, and <em>quoted</em> if it is in "
           "quoted text. Headers, signatures, the footers of lists and bare e-mail addresses are "
           "left out. A message that is in several places counts once.");
    if (undated > 0) {
        years_put(r, " <span id=\"n-undated\" data-v=\"");
        output_printf(r->out, "%lld\">", (long long)undated);
        put_grouped(r, (uint64_t)undated);
        years_put(r,
                  "</span> messages without a possible date are in the totals, but not in plots.");
    }
    years_put(r, "</p>\n<dl class=\"facts\">\n");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        put_fact(r, facts[i].id, facts[i].name, (uint64_t)number_of_query(r, facts[i].sql));
    years_put(r, "</dl>\n");
}

/* ---- Years and months ---- */

/* The counts of a month or a year. */
struct counts {
    uint64_t messages, written, quoted, other, broken, settled;
};

/* Fills to[0..12 * r->years) with the counts of each month. Returns 0, or -1 without years. */
static int read_months(struct report *r, struct counts *to)
{
    sqlite3_stmt *s =
        r->db->failed ? NULL : db_prepare(r->db, "SELECT * FROM mail_month WHERE month >= 0");

    memset(to, 0, sizeof *to * 12 * YEARS);
    while (s && db_step(r->db, s) > 0) {
        int64_t at = sqlite3_column_int64(s, 0) - 12LL * r->first;

        if (at >= 0 && at < 12LL * r->years)
            to[at] = (struct counts){
                (uint64_t)sqlite3_column_int64(s, 1), (uint64_t)sqlite3_column_int64(s, 2),
                (uint64_t)sqlite3_column_int64(s, 3), (uint64_t)sqlite3_column_int64(s, 4),
                (uint64_t)sqlite3_column_int64(s, 5), (uint64_t)sqlite3_column_int64(s, 6)};
    }
    db_reset(r->db, s);
    return r->db->failed || r->years == 0 ? -1 : 0;
}

/* Fills to[0..r->years) with the counts of each year. Returns 0, or -1 without years. */
static int read_years(struct report *r, struct counts *to)
{
    static struct counts months[12 * YEARS];

    if (read_months(r, months) < 0)
        return -1;
    memset(to, 0, YEARS * sizeof *to);
    for (int i = 0; i < 12 * r->years; i++) {
        to[i / 12].messages += months[i].messages;
        to[i / 12].written += months[i].written;
        to[i / 12].quoted += months[i].quoted;
        to[i / 12].other += months[i].other;
        to[i / 12].broken += months[i].broken;
        to[i / 12].settled += months[i].settled;
    }
    return 0;
}

static void cell_year(struct report *r, int i)
{
    output_printf(r->out, "<th scope=\"row\">%d</th>", r->first + i);
}

void section_years(struct report *r)
{
    static struct counts years[YEARS];
    static struct series series[2] = {{.name = {"written", 7}, .color = 0},
                                      {.name = {"quoted", 6}, .color = 4}};
    static const struct heading columns[] = {
        {"Year", COLUMN_TEXT},     {"Messages", COLUMN_NUMBER}, {"Written", COLUMN_NUMBER},
        {"Quoted", COLUMN_NUMBER}, {"Other", COLUMN_NUMBER},    {0}};

    if (read_years(r, years) < 0)
        return;
    section_begin(r, "years", "Links a year",
                  "How many links people wrote, and how many were "
                  "quoted from others.");
    for (int i = 0; i < r->years; i++) {
        series[0].values[i] = (double)years[i].written;
        series[1].values[i] = (double)years[i].quoted;
    }
    chart_bars(r, &(struct chart){"Links a year",
                                  "A bar for each year: links that were written, "
                                  "and above them links in quoted text.",
                                  series, 2, false});
    table_begin(r, "years", "Links by year", columns, true);
    for (int i = 0; i < r->years; i++) {
        row_begin(r);
        cell_year(r, i);
        cell_number(r, years[i].messages);
        cell_number(r, years[i].written);
        cell_number(r, years[i].quoted);
        cell_number(r, years[i].other);
        row_end(r);
    }
    table_end(r, true);
    section_end(r);
}

void section_months(struct report *r)
{
    static struct counts months[12 * YEARS];
    static uint64_t written[12 * YEARS];
    static const struct heading columns[] = {{"Year", COLUMN_TEXT},  {"Jan", COLUMN_NUMBER},
                                             {"Feb", COLUMN_NUMBER}, {"Mar", COLUMN_NUMBER},
                                             {"Apr", COLUMN_NUMBER}, {"May", COLUMN_NUMBER},
                                             {"Jun", COLUMN_NUMBER}, {"Jul", COLUMN_NUMBER},
                                             {"Aug", COLUMN_NUMBER}, {"Sep", COLUMN_NUMBER},
                                             {"Oct", COLUMN_NUMBER}, {"Nov", COLUMN_NUMBER},
                                             {"Dec", COLUMN_NUMBER}, {0}};

    if (read_months(r, months) < 0)
        return;
    section_begin(r, "months", "Links a month",
                  "Each cell is a month; darker or brighter means "
                  "more links that were written. Each shade has a fifth of the months.");
    for (int i = 0; i < 12 * r->years; i++)
        written[i] = months[i].written;
    plot_months(r, "Links a month",
                "A column for each year and a cell for each month, shaded by "
                "the number of links that were written.",
                written);
    table_begin(r, "months", "Links written, by month", columns, true);
    for (int i = 0; i < r->years; i++) {
        row_begin(r);
        cell_year(r, i);
        for (int k = 0; k < 12; k++)
            cell_number(r, written[12 * i + k]);
        row_end(r);
    }
    table_end(r, true);
    section_end(r);
}

/* ---- Broken links ---- */

static double share(uint64_t n, uint64_t of)
{
    return of > 0 ? 100.0 * (double)n / (double)of : 0;
}

void section_broken(struct report *r)
{
    static struct counts years[YEARS];
    static struct series series[2] = {{.name = {"settled", 7}, .color = 2},
                                      {.name = {"broken", 6}, .color = 5}};
    static const struct heading columns[] = {{"Year", COLUMN_TEXT},      {"Links", COLUMN_NUMBER},
                                             {"Broken", COLUMN_NUMBER},  {"Share", COLUMN_NUMBER},
                                             {"Settled", COLUMN_NUMBER}, {0}};
    unsigned from = r->settled ? 0 : 1;

    if (read_years(r, years) < 0)
        return;
    section_begin(r, "broken", "Broken links",
                  r->settled
                      ? "The share of links, written and quoted, that line ends or blanks may have "
                        "broken. For those that are settled, other messages have the right reading."
                      : "The share of links, written and quoted, that line ends or blanks may have "
                        "broken. \"trawl settle\" looks for messages that have them whole.");
    for (int i = 0; i < r->years; i++) {
        uint64_t all = years[i].written + years[i].quoted;

        series[0].values[i] = share(years[i].settled, all);
        series[1].values[i] = share(years[i].broken - years[i].settled, all);
    }
    series[1].name = years_str(r->settled ? "not settled" : "broken");
    chart_bars(r, &(struct chart){"Share of broken links",
                                  "A bar for each year: the percentage of "
                                  "links that may be broken.",
                                  series + from, 2 - from, true});
    table_begin(r, "broken", "Broken links a year", columns, true);
    for (int i = 0; i < r->years; i++) {
        row_begin(r);
        cell_year(r, i);
        cell_number(r, years[i].written + years[i].quoted);
        cell_number(r, years[i].broken);
        cell_percent(r, years[i].broken, years[i].written + years[i].quoted);
        cell_number(r, years[i].settled);
        row_end(r);
    }
    table_end(r, true);
    section_end(r);
}
