/* ranks.c - sections of a report that are one table: who posts links, who posts them first; URLs
 * that are posted most, live longest, occur often in a thread, or are only in quotes
 *
 * A person is an address, in upper or lower case, with the first name that was written with it.
 */
#include "archive/report/report.h"

#include <stdlib.h>

#define NAMES "(SELECT name FROM senders WHERE id = p), (SELECT address FROM senders WHERE id = p)"
#define FIRST "CASE WHEN first < " TIME_UNKNOWN " THEN first END"
#define URL "(SELECT coalesce(canonical, url) FROM urls WHERE id = x.url)"
#define SUBJECT "(SELECT subject FROM messages WHERE id = m)"

/* ---- Senders ---- */

void section_posters(struct report *r)
{
    static const struct heading columns[] = {{"Sender", CELL_PERSON},
                                             {"Links", CELL_BAR},
                                             {"Messages", CELL_NUMBER},
                                             {"With links", CELL_NUMBER},
                                             {"First link", CELL_DAY},
                                             {"Last link", CELL_DAY},
                                             {0}};

    section_begin(r, "posters", "Who posts links",
                  "Senders by the number of links that they wrote.");
    table_put(r, &(struct table){
                     "posters", "Senders with the most links", columns,
                     "SELECT p, " NAMES ", links, messages, with_links, " FIRST ", last FROM"
                     " (SELECT person AS p, links, messages, with_links, first, last FROM poster"
                     " ORDER BY links DESC, p LIMIT ?1)"});
    section_end(r);
}

void section_first(struct report *r)
{
    static const struct heading columns[] = {
        {"Sender", CELL_PERSON}, {"URLs", CELL_BAR}, {"Later messages", CELL_NUMBER}, {0}};

    section_begin(r, "first", "First posters",
                  "Who wrote a URL before everybody else, if others wrote it later.");
    table_put(r, &(struct table){
                     "first", "Senders who were first most often", columns,
                     "SELECT p, " NAMES ", urls, later FROM (SELECT person AS p, count(*) AS urls,"
                     " sum(n - 1) AS later FROM url_sum WHERE people > 1 AND person IS NOT"
                     " NULL GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1 LIMIT ?1)"});
    section_end(r);
}

/* ---- URLs ---- */

/* The messages with the URL of a row of "knot" in its thread. */
#define OF_KNOT                                                                                    \
    "FROM post l JOIN reply k ON k.message = l.message WHERE l.url = x.url AND k.root = x.root"

void section_posted(struct report *r)
{
    static const struct heading columns[] = {{"URL", CELL_URL},
                                             {"Messages", CELL_MESSAGES},
                                             {"Senders", CELL_NUMBER},
                                             {"First by", CELL_PERSON},
                                             {"First", CELL_DAY},
                                             {"Last", CELL_DAY},
                                             {0}};

    section_begin(r, "posted", "Most posted",
                  "URLs by the number of messages in which the sender wrote them.");
    table_put(r, &(struct table){
                     "posted", "URLs that were posted most", columns,
                     "SELECT " URL ", n, people, p, (SELECT coalesce(name, address) FROM senders"
                     " WHERE id = p), NULL, " FIRST ", last FROM (SELECT url, n, people, person AS"
                     " p, first, last FROM url_sum WHERE class = 0 ORDER BY n DESC, people DESC,"
                     " first, url LIMIT ?1) x"});
    section_end(r);
}

static struct range ranges[RANGES_MAX];
static unsigned range_count;

/* A row_writer. */
static void keep_range(struct report *r, sqlite3_stmt *s, const void *user)
{
    trawl_str url = url_shown(r, db_text(s, 0));
    char *label = range_count < RANGES_MAX ? malloc(url.n + 1) : NULL;

    (void)user;
    if (range_count == RANGES_MAX)
        return;
    if (!label) {
        r->db->failed = command_trouble("report", TRAWL_ERROR_NO_MEMORY) != 0;
        return;
    }
    if (url.n > 0) /* a crafted index may not have the URL */
        memcpy(label, url.p, url.n);
    label[url.n] = '\0';
    ranges[range_count++] =
        (struct range){label, sqlite3_column_int64(s, 4), sqlite3_column_int64(s, 5)};
}

void section_lasting(struct report *r)
{
    static const struct heading columns[] = {{"URL", CELL_URL},
                                             {"Years", CELL_YEARS},
                                             {"Messages", CELL_NUMBER},
                                             {"Senders", CELL_NUMBER},
                                             {"First", CELL_DAY},
                                             {"Last", CELL_DAY},
                                             {0}};
    static const struct table table = {
        "lasting", "Longest-lived URLs", columns,
        "SELECT " URL ", (last - first) / 86400, n, people, first, last FROM (SELECT url, known AS"
        " n, knowers AS people, first, last FROM url_sum WHERE known > 1 ORDER BY last - first"
        " DESC, n DESC, url LIMIT ?1) x"};

    range_count = 0;
    section_begin(r, "lasting", "Longest-lived",
                  "URLs with the longest time between the first and the last message that wrote "
                  "them.");
    (void)each_row(r, table.sql, keep_range, NULL);
    if (r->years > 0 && range_count > 0)
        plot_ranges(r, "Longest-lived links",
                    "A line for each URL, from its first to its last message. The table below has "
                    "the days.",
                    ranges, range_count);
    while (range_count > 0)
        free(ranges[--range_count].label);
    table_put(r, &table);
    section_end(r);
}

void section_threads(struct report *r)
{
    static const struct heading columns[] = {{"URL", CELL_URL},
                                             {"Messages", CELL_MESSAGES},
                                             {"Senders", CELL_NUMBER},
                                             {"First message", CELL_MESSAGE},
                                             {"First", CELL_DAY},
                                             {"Last", CELL_DAY},
                                             {0}};

    section_begin(r, "threads", "Threads around a link",
                  "Threads in which the most messages wrote or quoted the same URL, without the "
                  "URLs that a list writes below its messages. The number after the subject is "
                  "for \"trawl query --message\".");
    table_put(
        r,
        &(struct table){
            "threads", "Threads with the same link", columns,
            "SELECT " URL ", mails, people, m, " SUBJECT ", " FIRST ", (SELECT max(l.time) " OF_KNOT
            " AND l.time < " TIME_UNKNOWN ") FROM (SELECT x.*, (SELECT l.message " OF_KNOT
            " ORDER BY l.time, l.class, l.message LIMIT 1) AS m FROM knot x CROSS JOIN url_sum u ON"
            " u.url = x.url LEFT JOIN foot_sum f ON f.url = x.url WHERE coalesce(f.n < u.links, 1)"
            " ORDER BY mails DESC, x.people DESC, x.first, x.url, x.root LIMIT ?1) x"});
    section_end(r);
}

void section_quoted(struct report *r)
{
    static const struct heading columns[] = {
        {"URL", CELL_URL},   {"Messages", CELL_MESSAGES}, {"First quoted in", CELL_MESSAGE},
        {"First", CELL_DAY}, {"Last", CELL_DAY},          {0}};

    section_begin(r, "only-quoted", "Only in quotes", NULL);
    put_markup(r, "<p class=\"lead\">");
    put_total(r, "b", "n-only-quoted",
              (uint64_t)db_number(r->db, "SELECT sum(n) FROM class_sum WHERE class = 1"));
    put_markup(r, " URLs are in quoted text, but in no message that wrote them: these messages are "
                  "missing from the archive, or a quote broke the link.</p>\n");
    table_put(r, &(struct table){
                     "only-quoted", "URLs that are only in quotes", columns,
                     "SELECT " URL ", n, m, " SUBJECT ", " FIRST ", last FROM (SELECT url, n,"
                     " message AS m, first, last FROM url_sum WHERE class = 1 ORDER BY n DESC,"
                     " people DESC, first, url LIMIT ?1) x"});
    section_end(r);
}
