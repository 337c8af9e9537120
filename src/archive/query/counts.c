/* counts.c - "trawl query --count-by": the numbers of links by URL, host, sender, month and others
 *
 * Links are counted by the numbers of their URLs or messages first. An index of the table "links"
 * has these numbers in order, and other tables are then joined once for each number instead of once
 * for each link.
 */
#include "archive/query/query.h"

#include <stdio.h>

/* How to count. `id` is an expression of the row u of "urls" or m of "messages". `join` joins the
 * table with the name for k.id#. `key` is the expression that is printed for each `group`. "#" is
 * the number of the key. */
static const struct counting {
    bool of_messages;
    const char *id, *join, *key, *group;
} countings[] = {
    [COUNT_URL] = {false, MAIN_URL, " CROSS JOIN urls u ON u.id = k.id#", CANONICAL, "k.id#"},
    [COUNT_HOST] = {false, "u.host", " LEFT JOIN hosts h# ON h#.id = k.id#", "h#.host", "#"},
    [COUNT_SITE] = {false, "u.host", " LEFT JOIN hosts h# ON h#.id = k.id#", "h#.site", "#"},
    [COUNT_SCHEME] = {false, BEFORE_COLON, "",
                      "CASE WHEN k.id# <> '' AND k.id# NOT GLOB '*[^-a-zA-Z0-9+.]*'"
                      " THEN lower(k.id#) END",
                      "#"},
    [COUNT_YEAR] = {true, "strftime('%Y', m.time, 'unixepoch')", "", "k.id#", "#"},
    [COUNT_MONTH] = {true, "strftime('%Y-%m', m.time, 'unixepoch')", "", "k.id#", "#"},
    [COUNT_FROM] = {true, "m.sender", " LEFT JOIN senders p# ON p#.id = k.id#", "p#.address", "#"},
    [COUNT_LIST] = {true, "coalesce(m.same, m.id)",
                    " LEFT JOIN (SELECT DISTINCT message, list FROM listed) i# ON i#.message ="
                    " k.id#",
                    "i#.list", "#"},
};

/* The keys of --count-by. */
struct counted {
    const struct counting *by[COUNT_KEYS];
    int keys;
    bool urls, messages; /* a key is in that table */
};

static struct counted counts_of(const struct query_options *o)
{
    struct counted what = {.keys = 0};

    for (int i = 0; i <= COUNT_LIST; i++)
        if (o->count_by >> i & 1) {
            what.by[what.keys++] = &countings[i];
            what.messages |= countings[i].of_messages;
            what.urls |= !countings[i].of_messages;
        }
    return what;
}

/* Adds a text, in which "#" is a number. */
static void counts_add(struct buffer *buffer, const char *text, int number)
{
    for (const char *p = text; *p; p++) {
        const char digit = (char)('0' + number);

        (void)buffer_add(buffer, *p == '#' ? &digit : p, 1);
    }
}

/* Adds an expression for each key, with `between` before all but the first. */
static void counts_add_keys(struct buffer *sql, const struct counted *what,
                            const char *(*part)(const struct counting *), const char *between,
                            const char *after)
{
    for (int i = 0; i < what->keys; i++) {
        counts_add(sql, i > 0 ? between : "", 0);
        counts_add(sql, part(what->by[i]), i + 1);
        counts_add(sql, after, i + 1);
    }
}

static const char *counts_id(const struct counting *way)
{
    return way->id;
}

static const char *counts_join(const struct counting *way)
{
    return way->join;
}

static const char *counts_key(const struct counting *way)
{
    return way->key;
}

static const char *counts_group(const struct counting *way)
{
    return way->group;
}

/* Adds a query for numbers of URLs and messages ("url", "message") and numbers of links ("n"). If
 * all links are counted, an index alone is enough; the links of copies of messages are
 * subtracted. */
static void counts_add_numbers(struct buffer *sql, const struct where *where,
                               const struct counted *what)
{
    struct buffer numbers = {0};

    counts_add(&numbers, "SELECT ", 0);
    counts_add(&numbers, what->urls ? "l.url AS url, " : "", 0);
    counts_add(&numbers, what->messages ? "l.message AS message, " : "", 0);
    (void)buffer_add(sql, numbers.p, numbers.n);
    counts_add(sql, "count(*) AS n", 0);
    (void)buffer_add(sql, where->from.p, where->from.n);
    if (!where->whole)
        (void)buffer_add(sql, where->sql.p ? where->sql.p : "", where->sql.n);
    counts_add(sql, what->urls && what->messages ? " GROUP BY 1, 2" : " GROUP BY 1", 0);
    if (where->whole) {
        counts_add(sql, " UNION ALL ", 0);
        (void)buffer_add(sql, numbers.p, numbers.n);
        counts_add(sql,
                   "-count(*) FROM messages m CROSS JOIN links l ON l.message = m.id"
                   " WHERE m.same IS NOT NULL",
                   0);
        counts_add(sql, what->urls && what->messages ? " GROUP BY 1, 2" : " GROUP BY 1", 0);
    }
    buffer_free(&numbers);
}

/* Returns the statement of a database: a column for each key, and the count. */
static sqlite3_stmt *make_counts(struct db *d, const struct where *where, const char *order,
                                 const struct counted *what)
{
    struct buffer sql = {0};
    sqlite3_stmt *s;

    counts_add(&sql, "SELECT ", 0);
    counts_add_keys(&sql, what, counts_key, ", ", "");
    counts_add(&sql, ", sum(k.n) AS count FROM (SELECT ", 0);
    counts_add_keys(&sql, what, counts_id, ", ", " AS id#");
    counts_add(&sql, ", sum(k.n) AS n FROM (", 0);
    counts_add_numbers(&sql, where, what);
    counts_add(&sql, ") k", 0);
    counts_add(&sql, what->urls ? " CROSS JOIN urls u ON u.id = k.url" : "", 0);
    counts_add(&sql, what->messages ? " CROSS JOIN messages m ON m.id = k.message" : "", 0);
    counts_add(&sql, what->keys > 1 ? " GROUP BY 1, 2) k" : " GROUP BY 1) k", 0);
    counts_add_keys(&sql, what, counts_join, "", "");
    counts_add(&sql, " GROUP BY ", 0);
    counts_add_keys(&sql, what, counts_group, ", ", "");
    counts_add(&sql, " HAVING sum(k.n) > 0", 0);
    counts_add(&sql, order, 0);
    (void)buffer_add(&sql, "", 1);
    s = db_prepare(d, sql.p);
    buffer_free(&sql);
    return s;
}

/* Prints the rows of a statement. Returns their number, or -1 after an error message. */
static int64_t counts_put(struct answer *a, struct db *d, sqlite3_stmt *s, int keys)
{
    int64_t count = 0;
    int found = s ? 0 : -1;

    for (; found >= 0 && a->rows->out->error == 0 && (found = db_step(d, s)) > 0; count++) {
        trawl_str texts[COUNT_KEYS];

        for (int i = 0; i < keys; i++)
            texts[i] = db_text(s, i);
        rows_count(a->rows, texts, keys, sqlite3_column_int64(s, keys));
    }
    return found < 0 ? -1 : count;
}

/* Stores the counts of a database in the table "counted" of the first one. Returns 0, or -1. */
static int counts_store(struct answer *a, struct db *d, sqlite3_stmt *s, int keys)
{
    sqlite3_stmt *add = s ? db_prepare(a->dbs, keys > 1 ? "INSERT INTO counted VALUES (?1, ?2, ?3)"
                                                        : "INSERT INTO counted VALUES (?1, '', ?2)")
                          : NULL;
    int found = add ? 0 : -1;

    while (found >= 0 && (found = db_step(d, s)) > 0) {
        for (int i = 0; i < keys; i++)
            db_bind(add, i + 1, db_text(s, i));
        (void)sqlite3_bind_int64(add, keys + 1, sqlite3_column_int64(s, keys));
        found = db_run(a->dbs, add);
    }
    return found;
}

int64_t counts_print(struct answer *a)
{
    const unsigned times = 1u << COUNT_YEAR | 1u << COUNT_MONTH, by = a->options->count_by;
    const struct counted what = counts_of(a->options);
    bool one = a->count == 1;
    int failed = one ? 0
                     : db_execute(a->dbs, "PRAGMA query_only = OFF; PRAGMA temp_store = FILE;"
                                          " PRAGMA temp.journal_mode = OFF; CREATE TEMP TABLE"
                                          " counted(key TEXT, key2 TEXT, n INTEGER)");
    char order[100], sum[200];
    int64_t count = 0;

    (void)snprintf(order, sizeof order, " ORDER BY %s LIMIT %lld",
                   what.keys > 1        ? "3 DESC, 1, 2"
                   : (by & ~times) == 0 ? "1"
                                        : "2 DESC, 1",
                   (long long)a->left);
    for (int i = 0; i < a->count && !failed; i++) {
        struct where where = {0};
        sqlite3_stmt *s = NULL;

        if (where_make(&where, &a->dbs[i], a->options) == 0 &&
            (s = make_counts(&a->dbs[i], &where, one ? order : "", &what)))
            where_bind(&where, s);
        if (one)
            count = counts_put(a, a->dbs, s, what.keys);
        else
            failed = counts_store(a, &a->dbs[i], s, what.keys);
        where_free(&where);
    }
    if (failed || one)
        return failed ? -1 : count;
    (void)snprintf(sum, sizeof sum, "SELECT key, %ssum(n) FROM counted GROUP BY key, key2%s",
                   what.keys > 1 ? "key2, " : "", order);
    return counts_put(a, a->dbs, db_prepare(a->dbs, sum), what.keys);
}
