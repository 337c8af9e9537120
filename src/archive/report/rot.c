/* rot.c - the section of a report about URLs that a link checker found dead */
#include "archive/report/report.h"

static const char rot_make[] =
    "CREATE TEMP TABLE checked(url INTEGER PRIMARY KEY, state INTEGER NOT NULL, code INTEGER,"
    " why TEXT);"
    "INSERT OR IGNORE INTO checked SELECT u.id, s.state, s.code, s.why FROM status s"
    " CROSS JOIN urls u ON coalesce(u.canonical, u.url) = +s.url"
    " WHERE EXISTS (SELECT 1 FROM post p WHERE p.url = u.id);";

/* The states from the bottom of the plot to its top. */
enum { GONE, FAILING, FINE, UNCHECKED, STATES };

static uint64_t years[YEARS][STATES];

/* A row_writer. */
static void count_year(struct report *r, sqlite3_stmt *s, const void *user)
{
    int64_t at = sqlite3_column_int64(s, 0) - r->first;
    int state =
        sqlite3_column_type(s, 1) == SQLITE_NULL ? UNCHECKED : FINE - sqlite3_column_int(s, 1);

    (void)user;
    if (at >= 0 && at < r->years && state >= 0)
        years[at][state] += (uint64_t)sqlite3_column_int64(s, 2);
}

static void put_plot(struct report *r)
{
    static struct series series[STATES] = {{.name = {"gone", 4}, .color = 5},
                                           {.name = {"failing", 7}, .color = 1},
                                           {.name = {"fine", 4}, .color = 2},
                                           {.name = {"not checked", 11}, .color = 7}};

    for (int y = 0; y < r->years; y++)
        for (int i = 0; i < STATES; i++)
            series[i].values[y] = (double)years[y][i];
    chart_bars(r, &(struct chart){"Rot by year",
                                  "A bar for each year: URLs that were first written in it, by "
                                  "what the link checker found.",
                                  series, STATES, false});
}

static void put_years_table(struct report *r)
{
    static const struct heading columns[] = {{"Year", CELL_TEXT},
                                             {"URLs", CELL_NUMBER},
                                             {"Checked", CELL_NUMBER},
                                             {"Fine", CELL_NUMBER},
                                             {"Failing", CELL_NUMBER},
                                             {"Gone", CELL_NUMBER},
                                             {"Gone of checked", CELL_SHARE},
                                             {0}};
    static uint64_t values[YEARS][YEAR_VALUES];

    for (int y = 0; y < r->years; y++) {
        const uint64_t *n = years[y], checked = n[GONE] + n[FAILING] + n[FINE];

        memcpy(values[y],
               (uint64_t[]){checked + n[UNCHECKED], checked, n[FINE], n[FAILING], n[GONE], n[GONE],
                            checked},
               7 * sizeof **values);
    }
    table_put_years(r,
                    &(struct table){"rot-years",
                                    "URLs by the year in which they were first written", columns,
                                    NULL},
                    values);
}

void section_rot(struct report *r)
{
    static const struct heading columns[] = {{"URL", CELL_URL},
                                             {"Answer", CELL_ANSWER},
                                             {"Messages", CELL_BAR},
                                             {"Numbers", CELL_PLACES},
                                             {"First message", CELL_MESSAGE},
                                             {"First", CELL_DAY},
                                             {"Last", CELL_DAY},
                                             {0}};
    int64_t found, all;

    if (db_execute(r->db, rot_make) < 0)
        return;
    all = db_number(r->db, "SELECT count(*) FROM status");
    found = db_number(r->db, "SELECT count(DISTINCT coalesce(u.canonical, u.url)) FROM checked c"
                             " JOIN urls u ON u.id = c.url");
    memset(years, 0, sizeof years);
    (void)each_row(r,
                   "SELECT p.year, c.state, count(*) FROM (SELECT url, min(month) / 12 AS year"
                   " FROM post WHERE class = 0 GROUP BY url) p LEFT JOIN checked c ON c.url = p.url"
                   " WHERE p.year IS NOT NULL GROUP BY 1, 2",
                   count_year, NULL);
    section_begin(r, "rot", "Rot", NULL);
    put_markup(r, "<p class=\"lead\">What a link checker found. ");
    put_total(r, "b", "n-checked", (uint64_t)found);
    put_markup(r, " of the ");
    put_grouped(r->out, (uint64_t)all);
    put_markup(
        r,
        " URLs in its list were written or quoted in the archive. A URL is <em>gone</em> after 404, 410 or no "
        "answer, and <em>failing</em> after other errors. The numbers of messages are for "
        "\"trawl query --message\".</p>\n");
    if (r->years > 0) {
        put_plot(r);
        put_years_table(r);
    }
    table_put(
        r,
        &(struct table){
            "rot", "Dead URLs and the messages that point there", columns,
            "SELECT (SELECT coalesce(canonical, url) FROM urls WHERE id = x.url), state, code, why, n,"
            " (SELECT group_concat(message, ', ') FROM (SELECT DISTINCT message FROM post p WHERE"
            " p.url = x.url ORDER BY message LIMIT 8)), m, (SELECT subject FROM messages WHERE id = m),"
            " CASE WHEN first < " TIME_UNKNOWN " THEN first END, last FROM (SELECT c.url, c.state,"
            " c.code, c.why, count(DISTINCT p.message) AS n, p.message AS m, min(p.time) AS first,"
            " (SELECT max(time) FROM post l WHERE l.url = c.url AND l.time < " TIME_UNKNOWN
            ") AS last"
            " FROM checked c CROSS JOIN post p ON p.url = c.url WHERE c.state > 0 GROUP BY c.url"
            " ORDER BY n DESC, first, c.url LIMIT ?1) x"});
    section_end(r);
}
