/* groups.c - numbers of groups of pages, and the function page_group() of SQL
 *
 * A group has the pages of one thing: a message with its attachments, a thread, a month in four
 * orders, such a month of one of several lists, the messages of a sender, or the links to a host.
 * plan.c puts the groups whose pages may differ from those of the last run into the temporary table
 * "todo". Only the pages of these groups are made; other pages that belong to a group are kept as
 * they are.
 */
#include "archive/site/site.h"

#define GROUP_BITS 56

int64_t group_of(enum page_group kind, int64_t key)
{
    return (int64_t)kind << GROUP_BITS | (key & (((int64_t)1 << GROUP_BITS) - 1));
}

int64_t group_of_text(enum page_group kind, trawl_str key)
{
    return group_of(kind, (int64_t)(sip_of((sip_hash){10, 10}, key.p, key.n).a));
}

int64_t group_of_column(enum page_group kind, sqlite3_stmt *row, int column)
{
    if (sqlite3_column_type(row, column) == SQLITE_INTEGER)
        return group_of(kind, sqlite3_column_int64(row, column));
    return group_of_text(kind, db_text(row, column));
}

/* The function page_group(KIND, KEY) of SQL. */
static void group_in_sql(sqlite3_context *context, int count, sqlite3_value **values)
{
    enum page_group kind = (enum page_group)sqlite3_value_int(values[0]);
    struct buffer bytes = {0};
    trawl_str key;

    (void)count;
    if (sqlite3_value_type(values[1]) == SQLITE_INTEGER) {
        sqlite3_result_int64(context, group_of(kind, sqlite3_value_int64(values[1])));
        return;
    }
    key.p = (const char *)sqlite3_value_text(values[1]);
    key.n = key.p ? (size_t)sqlite3_value_bytes(values[1]) : 0;
    sqlite3_result_int64(context, group_of_text(kind, text_decode(key, &bytes)));
    buffer_free(&bytes);
}

int groups_open(struct site *s)
{
    return sqlite3_create_function(s->db.sql, "page_group", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   NULL, group_in_sql, NULL, NULL) == SQLITE_OK
               ? 0
               : db_trouble(&s->db);
}
