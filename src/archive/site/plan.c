/* plan.c - the plan of a site: which messages are shown, their order, months, threads and lists
 *
 *     place(id, source, at, length)      the first place of each message
 *     hidden(id)                         messages that are not to be published
 *     shown(id, moment, month, sender)   the others, by date; month is 12 * year + the month from
 *                                        0, or -1; sender is 0 if it is unknown
 *     tree(root, n, id, depth)           all messages in the order of threads, also missing ones
 *                                        that others answer; root is the first one of a thread
 *     thread(root, moment, count, title) threads; count of their messages are shown, title is the
 *                                        first of these; moment is that of the root
 *     writer(sender, who)                the groups of senders, whose keys are an address in lower
 *                                        case, or what was written
 *     face(who, sender, count)           the sender with the name of a group, and its messages; in
 *                                        the view person(key, who, name, address, written, count)
 *     month(month, count, prev, next)    the months with messages
 *     hosted(host, url, moment, message, id)
 *                                        the links: groups of a host and of a URL; id of a URL
 *     origin(source, generation)         see state_generation()
 *     done(print, stamp, n)              the run that made the site, and the last change of the
 *                                        index that it knows
 *
 * archives.c and series.c have more, and the report. All are in the file .trawl-site/plan.db, about
 * 400 bytes for each message. They have no texts but the names of sites and schemes; groups
 * have numbers.
 *
 * After a run that ended well, the next one reads the messages that have changed from the log of
 * the index (index/track.c), and replaces their rows and the threads that they are in. The groups
 * of pages to which these rows belong, before and after, are in the temporary table "todo": no
 * other group needs new pages. A run without such a plan makes all rows by the same statements.
 */
#include "archive/report/report.h"
#include "archive/site/site.h"

#include <stdio.h>
#include <unistd.h>

#define PLAN HIDDEN "/plan.db"
#define NO_TIME "-9223372036854775808"
#define KNOWN_TIME "m.time >= 0 AND m.time < 253402300800"
#define WHO "coalesce(lower(p.address), p.written, '')"

/* ---- Tables ---- */

/* The transaction lets all queries see the same rows while another process writes. */
static const char plan_open_sql[] =
    "PRAGMA query_only = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -8192;"
    "PRAGMA temp.journal_mode = OFF; PRAGMA temp.cache_size = -8192; PRAGMA plan.cache_size = -8192;"
    "PRAGMA plan.synchronous = NORMAL; PRAGMA plan.locking_mode = EXCLUSIVE";

static const char plan_tables[] =
    "CREATE TABLE plan.done(print TEXT, stamp INTEGER, n INTEGER);"
    "CREATE TABLE plan.origin(source INTEGER PRIMARY KEY, generation INTEGER NOT NULL);"
    "CREATE TABLE plan.place(id INTEGER PRIMARY KEY, source INTEGER, at INTEGER, length INTEGER);"
    "CREATE TABLE plan.hidden(id INTEGER PRIMARY KEY);"
    "CREATE TABLE plan.shown(id INTEGER PRIMARY KEY, moment INTEGER NOT NULL, month INTEGER NOT"
    " NULL, sender INTEGER NOT NULL);"
    "CREATE INDEX plan.shown_moment ON shown(moment);"
    "CREATE INDEX plan.shown_month ON shown(month, moment);"
    "CREATE INDEX plan.shown_sender ON shown(sender);"
    "CREATE TABLE plan.tree(root INTEGER NOT NULL, n INTEGER NOT NULL, id INTEGER NOT NULL, depth"
    " INTEGER NOT NULL, PRIMARY KEY(root, n)) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX plan.tree_id ON tree(id);"
    "CREATE TABLE plan.thread(root INTEGER PRIMARY KEY, moment INTEGER NOT NULL, count INTEGER NOT"
    " NULL, title INTEGER NOT NULL);"
    "CREATE TABLE plan.writer(sender INTEGER PRIMARY KEY, who INTEGER NOT NULL);"
    "CREATE INDEX plan.writer_who ON writer(who);"
    "CREATE TABLE plan.face(who INTEGER PRIMARY KEY, sender INTEGER NOT NULL, count INTEGER);"
    "CREATE TABLE plan.month(month INTEGER PRIMARY KEY, count INTEGER, prev INTEGER, next INTEGER);"
    "CREATE TABLE plan.hosted(host INTEGER, url INTEGER, moment INTEGER, message INTEGER,"
    " id INTEGER, PRIMARY KEY(host, url, moment, message)) WITHOUT ROWID;"
    "CREATE INDEX plan.hosted_message ON hosted(message)";

/* fresh: messages whose rows are made anew. torn: roots of threads that are made anew; broken:
 * their messages, and the fresh ones; grown: the new threads. whose: people, and versions: series
 * of patches, that have changed. */
static const char plan_temporary[] =
    "CREATE TEMP TABLE todo(id INTEGER PRIMARY KEY); CREATE TEMP TABLE fresh(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE months(month INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE torn(root INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE broken(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE grown(n INTEGER PRIMARY KEY, id INTEGER NOT NULL, root INTEGER NOT NULL,"
    " depth INTEGER NOT NULL);"
    "CREATE TEMP TABLE whose(who INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE versions(who INTEGER, title INTEGER, PRIMARY KEY(who, title)) WITHOUT ROWID;"
    "CREATE TEMP TABLE refused(source INTEGER PRIMARY KEY);"
    "CREATE TEMP VIEW person AS SELECT f.who AS key, " WHO " AS who, p.name AS name, p.address AS"
    " address, p.written AS written, f.count AS count FROM face f LEFT JOIN senders p"
    " ON p.id = f.sender;"
    "CREATE TEMP TABLE was(id INTEGER, root INTEGER, moment INTEGER, depth INTEGER, title INTEGER,"
    " rank INTEGER)";

static const char plan_drop[] =
    "DROP TABLE temp.todo; DROP TABLE temp.months; DROP TABLE temp.fresh; DROP TABLE temp.torn; DROP TABLE temp.broken;"
    "DROP TABLE temp.grown; DROP TABLE temp.whose; DROP TABLE temp.versions;"
    "DROP TABLE temp.refused; DROP TABLE temp.was; DROP TABLE IF EXISTS temp.loose;"
    "DROP TABLE IF EXISTS temp.moved; DROP VIEW temp.archive; DROP VIEW temp.member;"
    "DROP VIEW temp.only_list; DROP VIEW temp.person; DROP TABLE temp.list_name";

/* ---- Messages and threads ---- */

static const char shown_sql[] =
    "INSERT INTO shown SELECT m.id, coalesce(m.time, " NO_TIME "), CASE WHEN " KNOWN_TIME
    " THEN 12 * strftime('%Y', m.time, 'unixepoch') + strftime('%m', m.time, 'unixepoch') - 1"
    " ELSE -1 END, coalesce(m.sender, 0) FROM fresh f CROSS JOIN messages m ON m.id = f.id"
    " CROSS JOIN plan.place w ON w.id = f.id WHERE m.same IS NULL AND m.content IS NOT NULL"
    " AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.id = f.id);"
    "INSERT OR REPLACE INTO writer SELECT DISTINCT s.sender, page_group(5, " WHO
    ") FROM fresh f CROSS JOIN shown s ON s.id = f.id LEFT JOIN senders p ON p.id = s.sender;"
    "INSERT OR IGNORE INTO hosted SELECT page_group(6, o.host), page_group(7, " CANONICAL "),"
    " coalesce(m.time, 0), m.id, u.id FROM fresh f CROSS JOIN shown s ON s.id = f.id"
    " CROSS JOIN messages m ON m.id = f.id CROSS JOIN links l ON l.message = f.id"
    " CROSS JOIN urls u ON u.id = coalesce(l.settled, l.url) CROSS JOIN hosts o ON o.id = u.host"
    " WHERE " CANONICAL " NOT LIKE 'mailto:%'";
_Static_assert(GROUP_SENDER == 5 && GROUP_HOST == 6 && GROUP_TEXT == 7, "in the SQL");

static const char places_sql[] =
    "INSERT OR IGNORE INTO plan.place SELECT f.id, w.source, w.at, w.length FROM fresh f"
    " CROSS JOIN messages m ON m.id = f.id CROSS JOIN places w ON w.message = f.id"
    " WHERE m.same IS NULL ORDER BY f.id, w.source, w.at";

/* The messages below those that `start` selects. The deepest rows come first out of the queue, so
 * each message is followed by its answers. */
#define TREE_FROM(start, except)                                                                   \
    "INSERT INTO grown(id, root, depth) WITH RECURSIVE t(id, root, depth, time) AS (" start        \
    " UNION ALL SELECT c.id, t.root, t.depth + 1, c.time FROM t JOIN messages c"                   \
    " ON c.parent = t.id AND c.same IS NULL" except " ORDER BY 3 DESC, 4, 1)"                      \
    " SELECT id, root, depth FROM t"

static const char trees_sql[] =
    TREE_FROM("SELECT m.id, m.id, 0, m.time FROM broken b CROSS JOIN messages m ON m.id = b.id"
              " WHERE m.same IS NULL AND (m.parent IS NULL OR NOT EXISTS (SELECT 1 FROM messages p"
              " WHERE p.id = m.parent AND p.same IS NULL))",
              "") ";CREATE UNIQUE INDEX temp.grown_id ON grown(id);"
                  "CREATE TEMP TABLE loose AS SELECT b.id FROM broken b JOIN messages m ON m.id ="
                  " b.id WHERE m.same IS NULL AND b.id NOT IN (SELECT id FROM grown) ORDER BY b.id";

static const char one_tree[] =
    TREE_FROM("SELECT id, id, 0, time FROM messages WHERE id = ?1", " AND c.id <> ?1");

static const char threads_sql[] =
    "INSERT INTO tree SELECT root, n, id, depth FROM grown;"
    "INSERT INTO thread SELECT root, moment, count, title FROM (SELECT g.root AS root,"
    " coalesce(m.time, " NO_TIME ") AS moment, count(*) AS count, g.id AS title, min(g.n)"
    /* the id of the row with the least n */
    " FROM grown g CROSS JOIN shown s ON s.id = g.id CROSS JOIN messages m ON m.id = g.root"
    " GROUP BY g.root);"
    "INSERT OR IGNORE INTO torn SELECT root FROM grown";

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
                 *done = db_prepare(d, "SELECT 1 FROM grown WHERE id = ?1"),
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

/* ---- What has changed ---- */

/* Which threads are torn: those of a fresh message, of the one above it, and of the ones below. */
static const char torn_sql[] =
    "INSERT OR IGNORE INTO torn SELECT root FROM tree WHERE id IN (SELECT id FROM fresh UNION"
    " SELECT parent FROM messages WHERE id IN (SELECT id FROM fresh) UNION"
    " SELECT id FROM messages WHERE parent IN (SELECT id FROM fresh));"
    "INSERT INTO broken SELECT id FROM fresh UNION SELECT t.id FROM torn o CROSS JOIN tree t"
    " ON t.root = o.root";

/* Notes the groups to which the rows of fresh messages and of torn threads belong. Done before the
 * rows are replaced, and after that. */
static const char note_sql[] =
    "INSERT OR IGNORE INTO todo SELECT page_group(1, id) FROM fresh UNION ALL"
    " SELECT page_group(1, t.id) FROM torn o CROSS JOIN tree t ON t.root = o.root UNION ALL"
    " SELECT page_group(2, root) FROM torn UNION ALL"
    " SELECT page_group(3, month) FROM shown WHERE id IN (SELECT id FROM fresh) UNION ALL"
    " SELECT host FROM hosted WHERE message IN (SELECT id FROM fresh);"
    "INSERT OR IGNORE INTO months SELECT month FROM shown WHERE id IN (SELECT id FROM fresh);"
    "INSERT OR IGNORE INTO whose SELECT r.who FROM shown s CROSS JOIN writer r ON r.sender ="
    " s.sender WHERE s.id IN (SELECT id FROM fresh)";
_Static_assert(GROUP_MESSAGE == 1 && GROUP_THREAD == 2 && GROUP_MONTH == 3, "in the SQL");

/* The same for messages whose pages show a fresh one: those before and after it by date, and the
 * other ones with its message-id. */
static const char note_near[] =
    "INSERT OR IGNORE INTO todo SELECT page_group(1, id) FROM (SELECT " PREV_OF(
        "s") " AS id FROM"
             " shown s WHERE s.id IN (SELECT id FROM fresh) UNION ALL SELECT " NEXT_OF(
                 "s") " FROM shown s"
                      " WHERE s.id IN (SELECT id FROM fresh) UNION ALL SELECT first FROM messages WHERE id IN (SELECT"
                      " id FROM fresh) UNION ALL SELECT id FROM messages WHERE first IN (SELECT id FROM fresh))"
                      " WHERE id IS NOT NULL";

/* The places in their threads of messages that are not fresh. If one has another place, the list
 * of its month by threads may change, as it does with the title of a thread. */
#define RANKS(title)                                                                               \
    "SELECT t.id, t.root, h.moment, t.depth, " title ", row_number() OVER (PARTITION BY t.root"    \
    " ORDER BY t.n) FROM torn o CROSS JOIN tree t ON t.root = o.root CROSS JOIN thread h ON"       \
    " h.root = t.root CROSS JOIN shown s ON s.id = t.id"                                           \
    " WHERE NOT EXISTS (SELECT 1 FROM fresh f WHERE f.id = t.id)"
static const char was_sql[] = "INSERT INTO was " RANKS("h.title");
static const char moved_sql[] = "CREATE TEMP TABLE moved AS SELECT id FROM (" RANKS(
    "CASE WHEN h.title NOT IN (SELECT id FROM fresh) THEN h.title END") " EXCEPT SELECT * FROM"
                                                                        " was); INSERT OR IGNORE INTO todo SELECT page_group(3, s.month) FROM moved o CROSS JOIN shown s"
                                                                        " ON s.id = o.id UNION ALL SELECT page_group(4, v.name || ' ' || k.month) FROM moved o"
                                                                        " CROSS JOIN member k ON k.id = o.id JOIN archive v ON v.id = k.archive";
_Static_assert(GROUP_ARCHIVE_MONTH == 4, "in the SQL");

static const char take_away[] = "DELETE FROM plan.place WHERE id IN (SELECT id FROM fresh);"
                                "DELETE FROM hidden WHERE id IN (SELECT id FROM fresh);"
                                "DELETE FROM shown WHERE id IN (SELECT id FROM fresh);"
                                "DELETE FROM hosted WHERE message IN (SELECT id FROM fresh);"
                                "DELETE FROM tree WHERE root IN (SELECT root FROM torn);"
                                "DELETE FROM thread WHERE root IN (SELECT root FROM torn)";

/* ---- The run ---- */

/* Opens the file of the plan; without a known run, a new one. */
static int plan_open(struct site *s)
{
    static char path[sizeof s->folder + 40];
    struct db *d = &s->db;
    sqlite3_stmt *attach;

    if (s->all) {
        (void)unlinkat(s->dir, PLAN, 0);
        (void)unlinkat(s->dir, PLAN "-journal", 0);
    }
    (void)snprintf(path, sizeof path, "%s/" PLAN, s->folder);
    if (!(attach = db_prepare(d, "ATTACH ?1 AS plan")))
        return -1;
    db_bind(attach, 1, site_str(path));
    return db_run(d, attach) < 0 || db_execute(d, plan_open_sql) < 0 ? -1 : 0;
}

/* Tests whether the plan is that of a run with these options, on an older state of this index.
 * Returns 1 and the last change that it knows, 0, or -1 after an error message. */
static int plan_known(struct site *s, int64_t *n)
{
    sqlite3_stmt *row;
    char word[PRINT_ROOM];
    int found;

    if (s->all ||
        db_number(&s->db, "SELECT count(*) FROM plan.sqlite_schema WHERE name = 'done'") < 1)
        return s->db.failed ? -1 : 0;
    row = db_prepare(&s->db, "SELECT d.n FROM plan.done d JOIN runs r ON r.stamp = d.stamp"
                             " WHERE d.print = ?1");
    if (!row)
        return -1;
    db_bind(row, 1, same_print_text(word, print_of_groups(s)));
    if ((found = db_step(&s->db, row)) > 0) {
        *n = sqlite3_column_int64(row, 0);
        db_reset(&s->db, row);
    }
    return found;
}

/* Leaves the file of the plan, to make a new one. */
static int plan_leave(struct site *s)
{
    s->all = true;
    return db_execute(&s->db, "DETACH plan");
}

/* Fills the table of fresh messages: all, or those that have changed after change `n`. */
static int find_fresh(struct site *s, int64_t n)
{
    static const char changed[] =
        "INSERT INTO fresh SELECT message FROM changes WHERE n > ?1 AND message > 0 UNION SELECT"
        " m.same FROM changes c JOIN messages m ON m.id = c.message WHERE c.n > ?1 AND m.same > 0";
    sqlite3_stmt *row =
        db_prepare(&s->db, s->all ? "INSERT INTO fresh SELECT id FROM messages" : changed);

    if (!row)
        return -1;
    if (!s->all)
        (void)sqlite3_bind_int64(row, 1, n);
    return db_run(&s->db, row) < 0 || (!s->all && sources_find_changed(s, n) < 0) ? -1 : 0;
}

/* Notes the groups of rows that are then taken away. */
static int take_old(struct site *s)
{
    struct db *d = &s->db;

    return db_execute(d, torn_sql) < 0 || (!s->all && db_execute(d, was_sql) < 0) ||
                   (!s->all && db_execute(d, note_near) < 0) || db_execute(d, note_sql) < 0 ||
                   archives_take(s) < 0 || series_take(s) < 0 || db_execute(d, take_away) < 0
               ? -1
               : 0;
}

/* Makes the trees of threads. */
static int make_threads(struct site *s)
{
    struct db *d = &s->db;

    return db_execute(d, trees_sql) < 0 || add_loose(s) < 0 || db_execute(d, threads_sql) < 0
               ? -1
               : series_plan(s);
}

/* Makes the rows, and notes their groups. Returns 0, 1 if all have to be made anew, or -1. */
static int make_new(struct site *s)
{
    struct db *d = &s->db;
    int stop;

    if (db_execute(d, places_sql) < 0 || hidden_find(s) < 0 || db_execute(d, shown_sql) < 0)
        return -1;
    if ((stop = archives_plan(s)) != 0)
        return stop;
    if (make_threads(s) < 0 || db_execute(d, note_sql) < 0 || db_execute(d, moved_sql) < 0 ||
        (!s->all && db_execute(d, note_near) < 0))
        return -1;
    return lists_plan(s);
}

/* Opens the plan, and sets *n to the last change that it knows. Returns 0 or -1. */
static int plan_find(struct site *s, int64_t *n)
{
    int known = plan_open(s) < 0 ? -1 : plan_known(s, n);

    if (known == 0 && !s->all)
        known = plan_leave(s) < 0 || plan_open(s) < 0 ? -1 : 0;
    return known < 0 ? -1 : 0;
}

/* Creates the tables of a new plan. */
static int plan_create(struct site *s)
{
    return db_execute(&s->db, plan_tables) < 0 || archives_create(s) < 0 || series_create(s) < 0
               ? -1
               : collect_create(&s->db, true);
}

/* Begins the transaction, and finds the fresh messages. Returns 0 or -1. */
static int plan_begin(struct site *s)
{
    struct db *d = &s->db;
    int64_t n = 0;

    if (plan_find(s, &n) < 0 || (s->all && db_execute(d, "PRAGMA plan.journal_mode = OFF") < 0) ||
        db_execute(d, "BEGIN") < 0 || (s->all && plan_create(s) < 0))
        return -1;
    return db_execute(d, plan_temporary) < 0 ? -1 : find_fresh(s, n);
}

/* Makes the plan. Returns 0, 1 if it has to be made anew, or -1. */
static int plan_update(struct site *s)
{
    return plan_begin(s) < 0 || take_old(s) < 0 ? -1 : make_new(s);
}

int plan_make(struct site *s, bool known)
{
    const struct report_options options = {.title = NULL};
    int stop;

    s->all = !known;
    if ((stop = plan_update(s)) > 0)
        stop = db_execute(&s->db, "COMMIT") < 0 || plan_leave(s) < 0 ||
                       db_execute(&s->db, plan_drop) < 0
                   ? -1
                   : plan_update(s);
    if (stop != 0 || !s->given_index)
        return stop != 0 ? -1 : 0;
    s->db.stoppable = true;
    stop = collect_update(&s->db, &options, s->all);
    s->db.stoppable = false;
    return stop;
}

int plan_end(struct site *s)
{
    sqlite3_stmt *put =
        db_prepare(&s->db, "INSERT INTO done SELECT ?1, (SELECT stamp FROM runs ORDER BY"
                           " id DESC LIMIT 1), (SELECT coalesce(max(n), 0) FROM changes)");
    char word[PRINT_ROOM];

    if (!put || db_execute(&s->db, "DELETE FROM done") < 0)
        return -1;
    db_bind(put, 1, same_print_text(word, print_of_groups(s)));
    return db_run(&s->db, put) < 0 ? -1 : db_execute(&s->db, "COMMIT");
}
