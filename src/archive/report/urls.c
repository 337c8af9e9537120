/* urls.c - sections of a report about URLs: the most posted, the longest-lived, those that occur
 * often in a thread, those that are only in quotes
 */
#include "archive/report/report.h"

#include <stdlib.h>

static uint64_t urls_most;

static void urls_put(struct report *r, const char *text)
{
    output_text(r->out, text);
}

static uint64_t count_in(sqlite3_stmt *s, int column)
{
    return (uint64_t)sqlite3_column_int64(s, column);
}

#define URL "(SELECT coalesce(canonical, url) FROM urls WHERE id = x.url)"
#define SUBJECT(id) "(SELECT subject FROM messages WHERE id = " id ")"
#define SENDER(what, p) "(SELECT " what " FROM senders WHERE id = " p ")"
#define FIRST "CASE WHEN first < " TIME_UNKNOWN " THEN first END"

/* ---- Most posted ---- */

static void put_posted(struct report *r, sqlite3_stmt *s)
{
    if (urls_most == 0)
        urls_most = count_in(s, 1);
    row_begin(r);
    cell_url(r, db_text(s, 0));
    cell_messages(r, db_text(s, 0), count_in(s, 1), urls_most);
    cell_number(r, count_in(s, 2));
    cell_person(r, s, 3);
    cell_day(r, s, 6);
    cell_day(r, s, 7);
    row_end(r);
}

void section_posted(struct report *r)
{
    static const struct heading columns[] = {{"URL", COLUMN_TEXT},
                                             {"Messages", COLUMN_NUMBER},
                                             {"Senders", COLUMN_NUMBER},
                                             {"First by", COLUMN_TEXT},
                                             {"First", COLUMN_TEXT},
                                             {"Last", COLUMN_TEXT},
                                             {0}};

    urls_most = 0;
    section_begin(r, "posted", "Most posted",
                  "URLs by the number of messages in which the sender wrote them.");
    table_begin(r, "posted", "URLs that were posted most", columns, false);
    each_or_none(
        r,
        "SELECT " URL ", n, people, p, " SENDER(
            "coalesce(name, address)",
            "p") ", NULL, " FIRST
                 ", last FROM (SELECT url, n, people, person AS p, first, last FROM url_sum"
                 " WHERE class = 0 ORDER BY n DESC, people DESC, first, url LIMIT ?1) x",
        put_posted);
    table_end(r, false);
    section_end(r);
}

/* ---- Longest-lived ---- */

static struct range ranges[RANGES_MAX];
static unsigned range_count;

static void keep_range(struct report *r, sqlite3_stmt *s)
{
    trawl_str url = url_shown(r, db_text(s, 0));
    char *label = range_count < RANGES_MAX ? malloc(url.n + 1) : NULL;

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
        (struct range){label, sqlite3_column_int64(s, 3), sqlite3_column_int64(s, 4)};
}

static void put_lasting(struct report *r, sqlite3_stmt *s)
{
    int64_t days = (sqlite3_column_int64(s, 4) - sqlite3_column_int64(s, 3)) / 86400;

    if (urls_most == 0)
        urls_most = (uint64_t)days;
    row_begin(r);
    cell_url(r, db_text(s, 0));
    output_printf(r->out, "<td class=\"n b\" data-v=\"%lld\">%.1f", (long long)days,
                  (double)days / 365.2425);
    urls_put(r,
             "<svg viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect "
             "width=\"");
    put_place(r, urls_most > 0 ? 100.0 * (double)days / (double)urls_most : 0);
    urls_put(r, "\" height=\"4\"/></svg></td>");
    cell_number(r, count_in(s, 1));
    cell_number(r, count_in(s, 2));
    cell_day(r, s, 3);
    cell_day(r, s, 4);
    row_end(r);
}

static const char lasting[] =
    "SELECT " URL ", n, people, first, last FROM (SELECT url, known AS n, knowers AS people, first,"
    " last FROM url_sum WHERE known > 1 ORDER BY last - first DESC, n DESC, url LIMIT ?1) x";

void section_lasting(struct report *r)
{
    static const struct heading columns[] = {{"URL", COLUMN_TEXT},
                                             {"Years", COLUMN_NUMBER},
                                             {"Messages", COLUMN_NUMBER},
                                             {"Senders", COLUMN_NUMBER},
                                             {"First", COLUMN_TEXT},
                                             {"Last", COLUMN_TEXT},
                                             {0}};

    urls_most = range_count = 0;
    section_begin(r, "lasting", "Longest-lived",
                  "URLs with the longest time between the first and the last message that wrote "
                  "them.");
    (void)each_row(r, lasting, keep_range);
    if (r->years > 0 && range_count > 0)
        plot_ranges(r, "Longest-lived links",
                    "A line for each URL, from its first to its last message. The table below has "
                    "the days.",
                    ranges, range_count);
    while (range_count > 0)
        free(ranges[--range_count].label);
    table_begin(r, "lasting", "Longest-lived URLs", columns, false);
    each_or_none(r, lasting, put_lasting);
    table_end(r, false);
    section_end(r);
}

/* ---- Threads ---- */

static void urls_put_thread(struct report *r, sqlite3_stmt *s)
{
    if (urls_most == 0)
        urls_most = count_in(s, 1);
    row_begin(r);
    cell_url(r, db_text(s, 0));
    cell_messages(r, db_text(s, 0), count_in(s, 1), urls_most);
    cell_number(r, count_in(s, 2));
    cell_message(r, s, 3);
    cell_day(r, s, 5);
    cell_day(r, s, 6);
    row_end(r);
}

void section_threads(struct report *r)
{
    static const struct heading columns[] = {{"URL", COLUMN_TEXT},
                                             {"Messages", COLUMN_NUMBER},
                                             {"Senders", COLUMN_NUMBER},
                                             {"First message", COLUMN_TEXT},
                                             {"First", COLUMN_TEXT},
                                             {"Last", COLUMN_TEXT},
                                             {0}};

    urls_most = 0;
    section_begin(r, "threads", "Threads around a link",
                  "Threads in which the most messages wrote or quoted the same URL, without the "
                  "URLs that a list writes below its messages. The number after the subject is "
                  "for \"trawl query --message\".");
    table_begin(r, "threads", "Threads with the same link", columns, false);
    each_or_none(
        r,
        "SELECT " URL ", mails, people, m, " SUBJECT(
            "m") ", " FIRST ", (SELECT max(l.time) FROM post l"
                 " JOIN reply k ON k.message = l.message WHERE l.url = x.url AND k.root = x.root AND"
                 " l.time < " TIME_UNKNOWN
                 ") FROM (SELECT p.url, t.root, count(DISTINCT p.message) AS mails,"
                 " count(DISTINCT p.person) AS people, p.message AS m, min(p.time) AS first"
                 " FROM post p CROSS JOIN reply t ON t.message = p.message WHERE p.url IN"
                 " (" SHARED_URLS ") GROUP BY p.url, t.root"
                 " HAVING mails > 2 ORDER BY mails DESC, people DESC, first, p.url LIMIT ?1) x",
        urls_put_thread);
    table_end(r, false);
    section_end(r);
}

/* ---- Only in quotes ---- */

static void urls_put_quoted(struct report *r, sqlite3_stmt *s)
{
    if (urls_most == 0)
        urls_most = count_in(s, 1);
    row_begin(r);
    cell_url(r, db_text(s, 0));
    cell_messages(r, db_text(s, 0), count_in(s, 1), urls_most);
    cell_message(r, s, 2);
    cell_day(r, s, 4);
    cell_day(r, s, 5);
    row_end(r);
}

void section_quoted(struct report *r)
{
    static const struct heading columns[] = {
        {"URL", COLUMN_TEXT},   {"Messages", COLUMN_NUMBER}, {"First quoted in", COLUMN_TEXT},
        {"First", COLUMN_TEXT}, {"Last", COLUMN_TEXT},       {0}};
    int64_t all = number_of_query(r, "SELECT count(*) FROM url_sum WHERE class = 1");

    urls_most = 0;
    section_begin(r, "only-quoted", "Only in quotes", NULL);
    urls_put(r, "<p class=\"lead\"><b id=\"n-only-quoted\" data-v=\"");
    output_printf(r->out, "%lld\">", (long long)all);
    put_grouped(r, (uint64_t)all);
    urls_put(r,
             "</b> URLs are in quoted text, but in no message that wrote them: these messages are "
             "missing from the archive, or a quote broke the link.</p>\n");
    table_begin(r, "only-quoted", "URLs that are only in quotes", columns, false);
    each_or_none(r,
                 "SELECT " URL ", n, m, " SUBJECT(
                     "m") ", " FIRST ", last FROM (SELECT url,"
                          " n, message AS m, first, last FROM url_sum WHERE class = 1"
                          " ORDER BY n DESC, first, url LIMIT ?1) x",
                 urls_put_quoted);
    table_end(r, false);
    section_end(r);
}
