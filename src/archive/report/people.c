/* people.c - sections of a report about senders: who posts links, and who posts them first
 *
 * A person is an address, in upper or lower case, with the first name that was written with it.
 */
#include "archive/report/report.h"

static uint64_t people_most;

#define NAMES "(SELECT name FROM senders WHERE id = p), (SELECT address FROM senders WHERE id = p)"
#define FIRST "CASE WHEN first < " TIME_UNKNOWN " THEN first END"

static void put_poster(struct report *r, sqlite3_stmt *s)
{
    uint64_t links = (uint64_t)sqlite3_column_int64(s, 3);

    if (people_most == 0)
        people_most = links;
    row_begin(r);
    cell_person(r, s, 0);
    cell_bar(r, links, people_most);
    cell_number(r, (uint64_t)sqlite3_column_int64(s, 4));
    cell_number(r, (uint64_t)sqlite3_column_int64(s, 5));
    cell_day(r, s, 6);
    cell_day(r, s, 7);
    row_end(r);
}

void section_posters(struct report *r)
{
    static const struct heading columns[] = {{"Sender", COLUMN_TEXT},
                                             {"Links", COLUMN_NUMBER},
                                             {"Messages", COLUMN_NUMBER},
                                             {"With links", COLUMN_NUMBER},
                                             {"First link", COLUMN_TEXT},
                                             {"Last link", COLUMN_TEXT},
                                             {0}};

    people_most = 0;
    section_begin(r, "posters", "Who posts links",
                  "Senders by the number of links that they wrote.");
    table_begin(r, "posters", "Senders with the most links", columns, false);
    each_or_none(r,
                 "SELECT p, " NAMES ", links, messages, with_links, " FIRST ", last FROM"
                 " (SELECT person AS p, links, messages, with_links, first, last FROM poster"
                 " ORDER BY links DESC, p LIMIT ?1)",
                 put_poster);
    table_end(r, false);
    section_end(r);
}

static void people_put_first(struct report *r, sqlite3_stmt *s)
{
    uint64_t urls = (uint64_t)sqlite3_column_int64(s, 3);

    if (people_most == 0)
        people_most = urls;
    row_begin(r);
    cell_person(r, s, 0);
    cell_bar(r, urls, people_most);
    cell_number(r, (uint64_t)sqlite3_column_int64(s, 4));
    row_end(r);
}

void section_first(struct report *r)
{
    static const struct heading columns[] = {
        {"Sender", COLUMN_TEXT}, {"URLs", COLUMN_NUMBER}, {"Later messages", COLUMN_NUMBER}, {0}};

    people_most = 0;
    section_begin(r, "first", "First posters",
                  "Who wrote a URL before everybody else, if others wrote it later.");
    table_begin(r, "first", "Senders who were first most often", columns, false);
    each_or_none(r,
                 "SELECT p, " NAMES ", urls, later FROM (SELECT person AS p, count(*) AS urls,"
                 " sum(n - 1) AS later FROM url_sum WHERE class = 0 AND people > 1"
                 " AND person IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1 LIMIT ?1)",
                 people_put_first);
    table_end(r, false);
    section_end(r);
}
