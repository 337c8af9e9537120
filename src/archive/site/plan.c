/* plan.c - temporary tables: which messages are shown, their order, months and threads
 *
 *     place(id, source, at, length, generation)
 *                                        the first place of each message; generation: see
 *                                        state_generation()
 *     hidden(id)                         messages that are not to be published
 *     refused(source)                    sources that cannot be read, which was reported
 *     shown(id, month, prev, next)       the others; month is 12 * year + the month from 0, or -1;
 *                                        prev and next by date
 *     tree(n, id, root, depth)           all messages in the order of threads, also missing ones
 *                                        that others answer; root is the first one of a thread
 *     thread(root, count, title, first)  threads; count of their messages are shown, title is the
 *                                        first of these, and first its n
 *
 * The tables are in a temporary file, about 150 bytes for each message.
 */
#include "archive/site/site.h"

#include <stdio.h>

/* The transaction lets all queries see the same rows while another process writes. */
static const char places[] =
    "PRAGMA query_only = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -8192;"
    "PRAGMA temp.journal_mode = OFF; PRAGMA temp.cache_size = -8192; BEGIN;"
    "CREATE TEMP TABLE place(id INTEGER PRIMARY KEY, source INTEGER, at INTEGER, length INTEGER,"
    " generation INTEGER);"
    "INSERT OR IGNORE INTO place SELECT w.message, w.source, w.at, w.length, 0"
    " FROM places w JOIN messages m ON m.id = w.message WHERE m.same IS NULL"
    " ORDER BY w.source, w.at;"
    "CREATE TEMP TABLE hidden(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE refused(source INTEGER PRIMARY KEY);";

#define KNOWN_TIME "m.time >= 0 AND m.time < 253402300800"

static const char shown[] =
    "CREATE TEMP TABLE shown(id INTEGER PRIMARY KEY, month INTEGER NOT NULL, prev INTEGER,"
    " next INTEGER);"
    "INSERT INTO shown SELECT m.id, CASE WHEN " KNOWN_TIME
    " THEN 12 * strftime('%Y', m.time, 'unixepoch') + strftime('%m', m.time, 'unixepoch') - 1"
    " ELSE -1 END, lag(m.id) OVER w, lead(m.id) OVER w"
    " FROM messages m WHERE m.same IS NULL AND m.content IS NOT NULL"
    " AND m.id NOT IN (SELECT id FROM hidden)"
    " AND m.id IN (SELECT id FROM place) WINDOW w AS (ORDER BY m.time, m.id);"
    "CREATE TEMP TABLE tree(n INTEGER PRIMARY KEY, id INTEGER NOT NULL, root INTEGER NOT NULL,"
    " depth INTEGER NOT NULL);";

/* The messages below those that `start` selects. The deepest rows come first out of the queue, so
 * each message is followed by its answers. */
#define TREE_FROM(start, except)                                                                   \
    "INSERT INTO tree(id, root, depth) WITH RECURSIVE t(id, root, depth, time) AS (" start         \
    " UNION ALL SELECT c.id, t.root, t.depth + 1, c.time FROM t JOIN messages c"                   \
    " ON c.parent = t.id AND c.same IS NULL" except " ORDER BY 3 DESC, 4, 1)"                      \
    " SELECT id, root, depth FROM t"

static const char trees[] =
    TREE_FROM("SELECT m.id, m.id, 0, m.time FROM messages m WHERE m.same IS NULL AND (m.parent IS"
              " NULL OR NOT EXISTS (SELECT 1 FROM messages p WHERE p.id = m.parent AND p.same IS"
              " NULL))",
              "") ";CREATE UNIQUE INDEX temp.tree_id ON tree(id);"
                  "CREATE INDEX temp.tree_root ON tree(root);"
                  "CREATE TEMP TABLE loose AS SELECT id FROM messages WHERE same IS NULL"
                  " AND id NOT IN (SELECT id FROM tree) ORDER BY id";

static const char one_tree[] =
    TREE_FROM("SELECT id, id, 0, time FROM messages WHERE id = ?1", " AND c.id <> ?1");

static const char plan_threads[] =
    "CREATE TEMP TABLE thread(root INTEGER PRIMARY KEY, count INTEGER NOT NULL,"
    " title INTEGER NOT NULL, first INTEGER NOT NULL);"
    "INSERT INTO thread SELECT root, count(*), id, min(n)" /* the id of the row with the least n */
    " FROM tree t WHERE t.id IN (SELECT id FROM shown) GROUP BY root";

/* ---- Messages that answer each other in a circle ---- */

/* Returns the message that this one answers, 0 if there is none, or -1. */
static int64_t parent_of(struct site *s, sqlite3_stmt *up, int64_t id)
{
    int64_t parent = 0;
    int found;

    (void)sqlite3_bind_int64(up, 1, id);
    found = db_step(&s->db, up);
    if (found > 0) {
        parent = sqlite3_column_int64(up, 0);
        db_reset(&s->db, up);
    }
    return found < 0 ? -1 : parent;
}

/* Returns the first message of the circle above a message (Brent's algorithm), or -1. */
static int64_t circle_of(struct site *s, sqlite3_stmt *up, int64_t id)
{
    int64_t slow = id, fast = parent_of(s, up, id), first;
    uint64_t power = 1, steps = 1;

    while (slow != fast && fast > 0) {
        if (steps++ == power) {
            slow = fast;
            power *= 2;
            steps = 1;
        }
        fast = parent_of(s, up, fast);
    }
    for (first = fast, slow = parent_of(s, up, fast); slow > 0 && slow != fast;
         slow = parent_of(s, up, slow))
        first = slow < first ? slow : first;
    return fast > 0 && slow > 0 ? first : -1;
}

/* Adds the trees of messages that are in a circle, or below one. */
static int add_loose(struct site *s)
{
    struct db *d = &s->db;
    sqlite3_stmt *loose = db_prepare(d, "SELECT id FROM loose"),
                 *done = db_prepare(d, "SELECT 1 FROM tree WHERE id = ?1"),
                 *up = db_prepare(d, "SELECT parent FROM messages WHERE id = ?1 AND same IS NULL"),
                 *put = db_prepare(d, one_tree);
    int found = -1;

    while (loose && done && up && put && (found = db_step(d, loose)) > 0) {
        int64_t id = sqlite3_column_int64(loose, 0), root;

        (void)sqlite3_bind_int64(done, 1, id);
        if ((found = db_step(d, done)) > 0)
            db_reset(d, done);
        if (found > 0)
            continue;
        root = found < 0 ? -1 : circle_of(s, up, id);
        if (root <= 0)
            return root < 0 && found >= 0 ? db_damaged(d) : -1;
        (void)sqlite3_bind_int64(put, 1, root);
        if (db_run(d, put) < 0)
            return -1;
    }
    return found;
}

int plan_make(struct site *s)
{
    struct db *d = &s->db;

    if (db_execute(d, places) < 0 || hidden_find(s) < 0 || db_execute(d, shown) < 0 ||
        archives_plan(s) < 0)
        return -1;
    return db_execute(d, trees) < 0 || add_loose(s) < 0 || db_execute(d, plan_threads) < 0
               ? -1
               : series_plan(s);
}
