/* counts.c - "trawl query --count-by": the numbers of links by URL, host, sender, month and others
 *
 * Links are counted by the numbers of their URLs or messages first. An index of the table "links"
 * has these in order, and what is joined then has a row for each number, not for each link.
 */
#include "archive/query/query.h"

#include <stdio.h>

/* How to count: `id` is an expression of the row u of "urls" or m of "messages"; `join` joins a
 * table with its name to k.id; `key` is what is printed, for each `group`. */
static const struct counting {
    bool of_messages;
    const char *id, *join, *key, *group;
} countings[] = {
    [COUNT_URL] = {false, MAIN_URL, " CROSS JOIN urls u ON u.id = k.id", CANONICAL, "k.id"},
    [COUNT_HOST] = {false, "u.host", " LEFT JOIN hosts h ON h.id = k.id", "h.host", "1"},
    [COUNT_SITE] = {false, "u.host", " LEFT JOIN hosts h ON h.id = k.id", "h.site", "1"},
    [COUNT_SCHEME] = {false, BEFORE_COLON, "",
                      "CASE WHEN k.id <> '' AND k.id NOT GLOB '*[^-a-zA-Z0-9+.]*'"
                      " THEN lower(k.id) END",
                      "1"},
    [COUNT_YEAR] = {true, "strftime('%Y', m.time, 'unixepoch')", "", "k.id", "1"},
    [COUNT_MONTH] = {true, "strftime('%Y-%m', m.time, 'unixepoch')", "", "k.id", "1"},
    [COUNT_FROM] = {true, "m.sender", " LEFT JOIN senders p ON p.id = k.id", "p.address", "1"},
    [COUNT_LIST] = {true, "m.list", " LEFT JOIN lists i ON i.id = k.id", "i.list", "1"},
};

static void counts_add(struct buffer *buffer, const char *text)
{
    (void)buffer_add(buffer, text, strlen(text));
}

/* Adds a query for numbers of URLs or messages ("id") and numbers of links ("n"). If all links are
 * counted, an index alone has them; those of messages that are there twice are taken off. */
static void counts_add_numbers(struct buffer *sql, const struct where *where, bool of_messages)
{
    const char *number = of_messages      ? "l.message"
                         : where->settled ? "coalesce(l.settled, l.url)"
                                          : "l.url";

    counts_add(sql, "SELECT ");
    counts_add(sql, number);
    counts_add(sql, " AS id, count(*) AS n");
    (void)buffer_add(sql, where->from.p, where->from.n);
    if (!where->whole)
        (void)buffer_add(sql, where->sql.p ? where->sql.p : "", where->sql.n);
    counts_add(sql, " GROUP BY 1");
    if (!where->whole)
        return;
    counts_add(sql, " UNION ALL SELECT ");
    counts_add(sql, number);
    counts_add(sql, ", -count(*) FROM messages m CROSS JOIN links l ON l.message = m.id"
                    " WHERE m.same IS NOT NULL GROUP BY 1");
}

/* Returns the statement of a database. */
static sqlite3_stmt *make_counts(struct db *d, const struct where *where, const char *order, int by)
{
    const struct counting *c = &countings[by];
    struct buffer sql = {0};
    sqlite3_stmt *s;

    counts_add(&sql, "SELECT ");
    counts_add(&sql, c->key);
    counts_add(&sql, " AS key, sum(k.n) AS count FROM (SELECT ");
    counts_add(&sql, c->id);
    counts_add(&sql, " AS id, sum(k.n) AS n FROM (");
    counts_add_numbers(&sql, where, c->of_messages);
    counts_add(&sql, c->of_messages ? ") k CROSS JOIN messages m ON m.id = k.id GROUP BY 1) k"
                                    : ") k CROSS JOIN urls u ON u.id = k.id GROUP BY 1) k");
    counts_add(&sql, c->join);
    counts_add(&sql, " GROUP BY ");
    counts_add(&sql, c->group);
    counts_add(&sql, " HAVING sum(k.n) > 0");
    counts_add(&sql, order);
    (void)buffer_add(&sql, "", 1);
    s = db_prepare(d, sql.p);
    buffer_free(&sql);
    return s;
}

/* Prints the rows of a statement. Returns their number, or -1 after a message. */
static int64_t counts_put(struct answer *a, struct db *d, sqlite3_stmt *s)
{
    int64_t count = 0;
    int found = s ? 0 : -1;

    for (; found >= 0 && a->rows->out->error == 0 && (found = db_step(d, s)) > 0; count++)
        rows_count(a->rows, db_text(s, 0), sqlite3_column_int64(s, 1));
    return found < 0 ? -1 : count;
}

/* Stores the counts of a database in the table "counted" of the first one. Returns 0, or -1. */
static int counts_store(struct answer *a, struct db *d, sqlite3_stmt *s)
{
    sqlite3_stmt *add = s ? db_prepare(a->dbs, "INSERT INTO counted VALUES (?1, ?2)") : NULL;
    int found = add ? 0 : -1;

    while (found >= 0 && (found = db_step(d, s)) > 0) {
        db_bind(add, 1, db_text(s, 0));
        (void)sqlite3_bind_int64(add, 2, sqlite3_column_int64(s, 1));
        found = db_run(a->dbs, add);
    }
    return found;
}

int64_t counts_print(struct answer *a)
{
    int by = a->options->count_by - 1;
    bool one = a->count == 1;
    int failed = one ? 0
                     : db_execute(a->dbs, "PRAGMA query_only = OFF; PRAGMA temp_store = FILE;"
                                          " PRAGMA temp.journal_mode = OFF;"
                                          " CREATE TEMP TABLE counted(key TEXT, n INTEGER)");
    char order[100], sum[200];
    int64_t count = 0;

    (void)snprintf(order, sizeof order, " ORDER BY %s LIMIT %lld",
                   by == COUNT_YEAR || by == COUNT_MONTH ? "1" : "2 DESC, 1", (long long)a->left);
    for (int i = 0; i < a->count && !failed; i++) {
        struct where where = {0};
        sqlite3_stmt *s = NULL;

        if (where_make(&where, &a->dbs[i], a->options) == 0 &&
            (s = make_counts(&a->dbs[i], &where, one ? order : "", by)))
            where_bind(&where, s);
        if (one)
            count = counts_put(a, a->dbs, s);
        else
            failed = counts_store(a, &a->dbs[i], s);
        where_free(&where);
    }
    if (failed || one)
        return failed ? -1 : count;
    (void)snprintf(sum, sizeof sum, "SELECT key, sum(n) FROM counted GROUP BY 1%s", order);
    return counts_put(a, a->dbs, db_prepare(a->dbs, sum));
}
