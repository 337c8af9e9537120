/* rot.c - the section of a report about URLs that a link checker found dead */
#include "archive/report/report.h"

static uint64_t rot_most;

static void rot_put(struct report *r, const char *text)
{
    output_text(r->out, text);
}

static const char rot_make[] =
    "CREATE TEMP TABLE checked(url INTEGER PRIMARY KEY, state INTEGER NOT NULL, code INTEGER,"
    " why TEXT);"
    "INSERT OR IGNORE INTO checked SELECT u.id, s.state, s.code, s.why FROM status s"
    " CROSS JOIN urls u ON coalesce(u.canonical, u.url) = +s.url"
    " WHERE EXISTS (SELECT 1 FROM post p WHERE p.url = u.id);";

/* The states from the bottom of the plot to its top. */
enum { GONE, FAILING, FINE, UNCHECKED, STATES };

static uint64_t years[YEARS][STATES];

static void count_year(struct report *r, sqlite3_stmt *s)
{
    int64_t at = sqlite3_column_int64(s, 0) - r->first;
    int state =
        sqlite3_column_type(s, 1) == SQLITE_NULL ? UNCHECKED : FINE - sqlite3_column_int(s, 1);

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
    static const struct heading columns[] = {{"Year", COLUMN_TEXT},
                                             {"URLs", COLUMN_NUMBER},
                                             {"Checked", COLUMN_NUMBER},
                                             {"Fine", COLUMN_NUMBER},
                                             {"Failing", COLUMN_NUMBER},
                                             {"Gone", COLUMN_NUMBER},
                                             {"Gone of checked", COLUMN_NUMBER},
                                             {0}};

    table_begin(r, "rot-years", "URLs by the year in which they were first written", columns, true);
    for (int y = 0; y < r->years; y++) {
        uint64_t checked = years[y][GONE] + years[y][FAILING] + years[y][FINE];

        row_begin(r);
        output_printf(r->out, "<th scope=\"row\">%d</th>", r->first + y);
        cell_number(r, checked + years[y][UNCHECKED]);
        cell_number(r, checked);
        cell_number(r, years[y][FINE]);
        cell_number(r, years[y][FAILING]);
        cell_number(r, years[y][GONE]);
        cell_percent(r, years[y][GONE], checked);
        row_end(r);
    }
    table_end(r, true);
}

static void put_dead(struct report *r, sqlite3_stmt *s)
{
    uint64_t n = (uint64_t)sqlite3_column_int64(s, 4);
    trawl_str numbers = db_text(s, 5);

    if (rot_most == 0)
        rot_most = n;
    row_begin(r);
    cell_url(r, db_text(s, 0));
    rot_put(r, "<td data-v=\"");
    output_printf(r->out, "%lld\"><bdi>", (long long)sqlite3_column_int64(s, 2));
    if (sqlite3_column_type(s, 2) != SQLITE_NULL)
        output_printf(r->out, "%lld", (long long)sqlite3_column_int64(s, 2));
    else if (sqlite3_column_type(s, 3) != SQLITE_NULL)
        put_escaped(r, db_text(s, 3), 60);
    else
        rot_put(r, sqlite3_column_int(s, 1) == 2 ? "gone" : "failing");
    rot_put(r, "</bdi></td>");
    cell_bar(r, n, rot_most);
    rot_put(r, "<td class=\"l\">");
    put_escaped(r, numbers, SIZE_MAX);
    rot_put(r, n > 8 ? " \xE2\x80\xA6</td>" : "</td>");
    cell_message(r, s, 6);
    cell_day(r, s, 8);
    cell_day(r, s, 9);
    row_end(r);
}

void section_rot(struct report *r)
{
    static const struct heading columns[] = {
        {"URL", COLUMN_TEXT},           {"Answer", COLUMN_TEXT},
        {"Messages", COLUMN_NUMBER},    {"Numbers", COLUMN_TEXT},
        {"First message", COLUMN_TEXT}, {"First", COLUMN_TEXT},
        {"Last", COLUMN_TEXT},          {0}};
    int64_t found, all;

    if (db_execute(r->db, rot_make) < 0)
        return;
    all = number_of_query(r, "SELECT count(*) FROM status");
    found = number_of_query(r, "SELECT count(DISTINCT coalesce(u.canonical, u.url)) FROM checked c"
                               " JOIN urls u ON u.id = c.url");
    memset(years, 0, sizeof years);
    (void)each_row(r,
                   "SELECT p.year, c.state, count(*) FROM (SELECT url, min(month) / 12 AS year"
                   " FROM post WHERE class = 0 GROUP BY url) p LEFT JOIN checked c ON c.url = p.url"
                   " WHERE p.year IS NOT NULL GROUP BY 1, 2",
                   count_year);
    section_begin(r, "rot", "Rot", NULL);
    rot_put(r, "<p class=\"lead\">What a link checker found. <b id=\"n-checked\" data-v=\"");
    output_printf(r->out, "%lld\">", (long long)found);
    put_grouped(r, (uint64_t)found);
    rot_put(r, "</b> of the ");
    put_grouped(r, (uint64_t)all);
    rot_put(
        r,
        " URLs in its list were written or quoted in the archive. A URL is <em>gone</em> after 404, 410 or no "
        "answer, and <em>failing</em> after other errors. The numbers of messages are for "
        "\"trawl query --message\".</p>\n");
    if (r->years > 0) {
        put_plot(r);
        put_years_table(r);
    }
    rot_most = 0;
    table_begin(r, "rot", "Dead URLs and the messages that point there", columns, false);
    each_or_none(
        r,
        "SELECT (SELECT coalesce(canonical, url) FROM urls WHERE id = x.url), state, code, why, n,"
        " (SELECT group_concat(message, ', ') FROM (SELECT DISTINCT message FROM post p WHERE"
        " p.url = x.url ORDER BY message LIMIT 8)), m, (SELECT subject FROM messages WHERE id = m),"
        " CASE WHEN first < " TIME_UNKNOWN " THEN first END, last FROM (SELECT c.url, c.state,"
        " c.code, c.why, count(DISTINCT p.message) AS n, p.message AS m, min(p.time) AS first,"
        " (SELECT max(time) FROM post l WHERE l.url = c.url AND l.time < " TIME_UNKNOWN ") AS last"
        " FROM checked c CROSS JOIN post p ON p.url = c.url WHERE c.state > 0 GROUP BY c.url"
        " ORDER BY n DESC, first, c.url LIMIT ?1) x",
        put_dead);
    table_end(r, false);
    section_end(r);
}
