/* plan.c - the plan of a site: which messages are shown, their order, months, threads and lists
 *
 *     place(id, source, at, length)      the first place of each message
 *     hidden(id)                         messages that are not to be published
 *     shown(id, moment, month, sender)   the other messages, by date; month is 12 * year + the
 *                                        month from 0, or -1; sender is 0 if it is unknown
 *     tree(root, n, id, depth)           all messages in the order of threads, and missing messages
 *                                        that others answer; root is the first one of a thread
 *     thread(root, moment, count, title) threads; count is how many of their messages are shown,
 *                                        title the first of these; moment is that of the root,
 *                                        or of title if the root is missing
 *     writer(sender, who)                the groups of senders, whose keys are an address in lower
 *                                        case, or what was written
 *     face(who, sender, count)           the sender whose name a group has, and how many messages
 *                                        the group has; see the view person(key, who, name,
 *                                        address, written, count)
 *     month(month, count, prev, next)    the months with messages
 *     hosted(host, url, moment, message, id)
 *                                        the links: groups of a host and of a URL; id of a URL
 *     led(url, target)                   URLs that lead to a message here: see home.c
 *     origin(source, generation)         see state_generation()
 *     done(stamp, n, latest)             the last run of the index when the site was made, the
 *                                        last change of the index that the plan has, and the date
 *                                        in the temporary table "latest"
 *
 * archives.c, series.c and the report have more tables. All are in the file .trawl-site/plan.db,
 * which has up to 700 bytes for each message. They have no texts except the names of sites and
 * schemes; groups have numbers.
 *
 * After a run that ended well, the next one reads the messages that have changed from the log of
 * the index (index/track.c), and replaces their rows and the threads that they are in. The groups
 * of pages to which these rows belong, before and after they are replaced, are in the temporary
 * table "todo": no other group needs new pages. If there is no plan of an earlier run, all rows are
 * made by the same statements.
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

static const char plan_tables[] =
    "CREATE TABLE plan.done(stamp INTEGER, n INTEGER, latest INTEGER);"
    "CREATE TABLE plan.led(url INTEGER PRIMARY KEY, target INTEGER NOT NULL);"
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

/* "fresh": messages whose rows are made anew. "torn": roots of threads that are made anew.
 * "broken": the messages of these threads, and the fresh ones. "grown": the new threads. "whose":
 * people that have changed. "versions": series of patches that have changed. "latest": the latest
 * date that is not taken for a mistake: a day after the last change of the files. Messages in git
 * are in no files; for them it is a year after the date that 99 of 100 messages do not exceed. */
static const char plan_temporary[] =
    "CREATE TEMP TABLE latest AS SELECT max(max(coalesce(mtime, 0)) / 1000000000 + 86400,"
    " coalesce(CASE min(coalesce(mtime, 0)) WHEN 0 THEN (SELECT time FROM messages WHERE time <"
    " 253402300800 ORDER BY time DESC LIMIT 1 OFFSET (SELECT count(time) / 100 FROM messages))"
    " + 31622400 END, 0)) AS time FROM sources;"
    "CREATE TEMP TABLE todo(id INTEGER PRIMARY KEY); CREATE TEMP TABLE fresh(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE months(month INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE torn(root INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE broken(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE grown(n INTEGER PRIMARY KEY, id INTEGER NOT NULL, root INTEGER NOT NULL,"
    " depth INTEGER NOT NULL);"
    "CREATE TEMP TABLE whose(who INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE versions(who INTEGER, title INTEGER, PRIMARY KEY(who, title)) WITHOUT ROWID;"
    "CREATE TEMP TABLE refused(source INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE pick(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE changed(list INTEGER, id INTEGER, PRIMARY KEY(list, id)) WITHOUT ROWID;"
    "CREATE TEMP VIEW person AS SELECT f.who AS key, " WHO " AS who, p.name AS name, p.address AS"
    " address, p.written AS written, f.count AS count FROM face f LEFT JOIN senders p"
    " ON p.id = f.sender";

/* ---- Messages and threads ---- */

static const char shown_sql[] =
    "INSERT INTO shown SELECT m.id, coalesce(m.time, " NO_TIME "), CASE WHEN " KNOWN_TIME
    " THEN month_of(m.time) ELSE -1 END, coalesce(m.sender, 0) FROM fresh f CROSS JOIN messages m"
    " ON m.id = f.id CROSS JOIN plan.place w ON w.id = f.id WHERE m.same IS NULL"
    " AND m.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.id = f.id);"
    "INSERT OR REPLACE INTO writer SELECT DISTINCT s.sender, page_group(5, " WHO
    ") FROM fresh f CROSS JOIN shown s ON s.id = f.id LEFT JOIN senders p ON p.id = s.sender;"
    "INSERT OR IGNORE INTO hosted SELECT page_group(6, o.host), page_group(7, " CANONICAL "),"
    " coalesce(m.time, 0), m.id, u.id FROM fresh f CROSS JOIN shown s ON s.id = f.id"
    " CROSS JOIN messages m ON m.id = f.id CROSS JOIN links l ON l.message = f.id"
    " CROSS JOIN urls u ON u.id = l.url CROSS JOIN hosts o ON o.id = u.host"
    " WHERE " CANONICAL " NOT LIKE 'mailto:%'";
_Static_assert(GROUP_SENDER == 5 && GROUP_HOST == 6 && GROUP_TEXT == 7, "in the SQL");

static const char places_sql[] =
    "INSERT OR IGNORE INTO plan.place SELECT f.id, w.source, w.at, w.length FROM fresh f"
    " CROSS JOIN messages m ON m.id = f.id CROSS JOIN places w ON w.message = f.id"
    " WHERE m.same IS NULL ORDER BY f.id, w.source, w.at";

/* The messages below those that `start` selects. The queue gives the deepest rows first, so each
 * message is followed by its answers. */
#define TREE_FROM(start, except)                                                                   \
    "INSERT INTO grown(id, root, depth) WITH RECURSIVE t(id, root, depth, time) AS (" start        \
    " UNION ALL SELECT c.id, t.root, t.depth + 1, c.time FROM t JOIN messages c"                   \
    " ON c.parent = t.id AND c.same IS NULL" except " ORDER BY 3 DESC, 4, 1)"                      \
    " SELECT id, root, depth FROM t"

#define FIRST_ONES                                                                                 \
    "SELECT m.id, m.id, 0, m.time FROM broken b CROSS JOIN messages m ON m.id = b.id WHERE m.same" \
    " IS NULL AND (m.parent IS NULL OR NOT EXISTS (SELECT 1 FROM messages p WHERE p.id = m.parent" \
    " AND p.same IS NULL))"
#define TREES TREE_FROM(FIRST_ONES, "")
static const char trees_sql[] = "INSERT OR IGNORE INTO broken SELECT id FROM fresh;" TREES
                                ";CREATE UNIQUE INDEX temp.grown_id ON grown(id)";

static const char one_tree[] =
    TREE_FROM("SELECT id, id, 0, time FROM messages WHERE id = ?1", " AND c.id <> ?1");

static const char threads_sql[] =
    "INSERT INTO tree SELECT root, n, id, depth FROM grown;"
    "INSERT INTO thread SELECT root, moment, count, title FROM (SELECT g.root AS root,"
    " coalesce(m.time, s.moment) AS moment, count(*) AS count, g.id AS title, min(g.n)"
    /* the id of the row with the least n */
    " FROM grown g CROSS JOIN shown s ON s.id = g.id CROSS JOIN messages m ON m.id = g.root"
    " GROUP BY g.root);"
    "INSERT OR IGNORE INTO torn SELECT root FROM grown";

/* ---- Messages that answer each other in a circle ---- */

/* Returns the message that this one answers, 0 if there is none, or -1. */
static int64_t parent_of(struct site *s, sqlite3_stmt *up, int64_t id)
{
    (void)sqlite3_bind_int64(up, 1, id);
    return db_look(&s->db, up);
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

/* Adds the trees of messages that are in a circle of answers, or below one. A tree may contain
 * several of the messages that the query returns, so a message is added only if it is not in a tree
 * yet. Returns 0 or -1. */
static int add_loose(struct site *s)
{
    struct db *d = &s->db;
    sqlite3_stmt *loose = db_prepare(d, "SELECT b.id FROM broken b CROSS JOIN messages m ON m.id ="
                                        " b.id WHERE m.same IS NULL AND NOT EXISTS (SELECT 1 FROM"
                                        " grown g WHERE g.id = b.id) ORDER BY b.id"),
                 *done = db_prepare(d, "SELECT 1 FROM grown WHERE id = ?1"),
                 *up = db_prepare(d, "SELECT parent FROM messages WHERE id = ?1 AND same IS NULL"),
                 *put = db_prepare(d, one_tree);
    int found = -1;

    while ((found = db_step(d, loose)) > 0) {
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

/* The torn threads: those of a fresh message, of the message above it, and of the messages below
 * it. */
static const char torn_sql[] =
    "INSERT OR IGNORE INTO torn SELECT root FROM tree WHERE id IN (SELECT id FROM fresh UNION"
    " SELECT parent FROM messages WHERE id IN (SELECT id FROM fresh) UNION"
    " SELECT id FROM messages WHERE parent IN (SELECT id FROM fresh));"
    "INSERT INTO broken SELECT t.id FROM torn o CROSS JOIN tree t ON t.root = o.root";

/* Notes the groups to which the rows of fresh messages and of torn threads belong. Runs before the
 * rows are replaced, and again after that. */
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

/* Notes the groups of messages whose pages show a fresh message: the messages before and after it
 * by date, and the other messages with its message-id. */
static const char note_near[] =
    "INSERT OR IGNORE INTO todo SELECT page_group(1, id) FROM (SELECT " PREV_OF " AS id FROM"
    " shown s WHERE s.id IN (SELECT id FROM fresh) UNION ALL SELECT " NEXT_OF " FROM shown s"
    " WHERE s.id IN (SELECT id FROM fresh) UNION ALL SELECT first FROM messages WHERE id IN (SELECT"
    " id FROM fresh) UNION ALL SELECT id FROM messages WHERE first IN (SELECT id FROM fresh))"
    " WHERE id IS NOT NULL";

/* Notes the threads with a message whose date was taken for a mistake and is not any more, or the
 * reverse: their feeds have other entries. */
static const char note_latest[] =
    "INSERT OR IGNORE INTO todo SELECT page_group(2, t.root) FROM done d CROSS JOIN latest l CROSS"
    " JOIN shown s ON s.moment > min(d.latest, l.time) AND s.moment <= max(d.latest, l.time) CROSS"
    " JOIN tree t ON t.id = s.id";
_Static_assert(GROUP_THREAD == 2, "in the SQL");

/* The places of messages that are not fresh in their threads. If such a place changes, or the title
 * of a thread, the list of that month by threads may change. */
#define RANKS(title)                                                                               \
    "SELECT t.id, t.root, h.moment, t.depth, " title ", row_number() OVER (PARTITION BY t.root"    \
    " ORDER BY t.n) FROM torn o CROSS JOIN tree t ON t.root = o.root CROSS JOIN thread h ON"       \
    " h.root = t.root CROSS JOIN shown s ON s.id = t.id"                                           \
    " WHERE NOT EXISTS (SELECT 1 FROM fresh f WHERE f.id = t.id)"
#define OLD_RANKS RANKS("h.title")
#define NEW_RANKS RANKS("CASE WHEN h.title NOT IN (SELECT id FROM fresh) THEN h.title END")
static const char was_sql[] = "CREATE TEMP TABLE was AS " OLD_RANKS;
static const char moved_sql[] =
    "CREATE TEMP TABLE moved AS SELECT id FROM (" NEW_RANKS " EXCEPT SELECT * FROM was);"
    "INSERT OR IGNORE INTO todo SELECT page_group(3, s.month) FROM moved o CROSS JOIN shown s"
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

/* Raise this when the tables of the plan change. */
#define PLAN_VERSION 6

/* Returns the fingerprint of what the plan and the groups depend on: the options, the plan's
 * version, and how many messages and people were removed from the index by trawl forget. */
static sip_hash plan_print(struct site *s)
{
    int64_t values[2] = {db_number(&s->db, "SELECT count(*) FROM forgotten"), PLAN_VERSION};

    return sip_of(s->print, (const char *)values, sizeof values);
}

/* Opens the file of the plan; makes a new file if s->all is set. If the user named no index, the
 * plan is temporary, since no other run can use it. Returns 0 or -1. */
static int plan_open(struct site *s)
{
    char path[sizeof s->folder + 40] = "";

    if (s->all) {
        (void)unlinkat(s->dir, PLAN, 0);
        (void)unlinkat(s->dir, PLAN "-journal", 0);
    }
    if (s->given_index)
        (void)snprintf(path, sizeof path, "%s/" PLAN, s->folder);
    return groups_open(s) < 0 || subjects_open(s) < 0 || collect_attach(&s->db, path, s->all) < 0
               ? -1
               : db_execute(&s->db, plan_temporary);
}

/* Tests whether the plan was made from an earlier state of this index. Returns 1 if it was, and
 * sets *n to the last change of the index that the plan has; 0 if not; -1 after an error message.
 */
static int plan_known(struct site *s, int64_t *n)
{
    sqlite3_stmt *row;
    int found =
        (int)db_number(&s->db, "SELECT count(*) FROM plan.sqlite_schema WHERE name = 'done'");

    if (found <= 0)
        return found;
    row = db_prepare(&s->db, "SELECT d.n FROM done d JOIN runs r ON r.stamp = d.stamp");
    if ((found = row ? db_step(&s->db, row) : -1) > 0) {
        *n = sqlite3_column_int64(row, 0);
        db_reset(&s->db, row);
    }
    return found;
}

/* Makes the tables of a new plan, and makes all messages fresh. Returns 0 or -1. */
static int plan_create(struct site *s)
{
    return db_execute(&s->db, plan_tables) < 0 || series_create(s) < 0 || order_create(s) < 0
               ? -1
               : db_execute(&s->db, "INSERT INTO fresh SELECT id FROM messages");
}

/* Adds to "fresh" the messages that have changed since change `n` of the index. Returns 0 or -1. */
static int find_fresh(struct site *s, int64_t n)
{
    sqlite3_stmt *row = db_prepare(
        &s->db,
        "INSERT INTO fresh SELECT message FROM changes WHERE n > ?1 AND message > 0 UNION SELECT"
        " m.same FROM changes c JOIN messages m ON m.id = c.message WHERE c.n > ?1 AND m.same > 0");

    if (!row)
        return -1;
    (void)sqlite3_bind_int64(row, 1, n);
    return db_run(&s->db, row) < 0 ? -1 : sources_find_changed(s, n);
}

/* Notes the groups of the rows of fresh messages and torn threads, and removes these rows. Returns
 * 0 or -1. */
static int take_old(struct site *s)
{
    struct db *d = &s->db;

    return db_execute(d, torn_sql) < 0 || db_execute(d, was_sql) < 0 ||
                   db_execute(d, note_near) < 0 || db_execute(d, note_sql) < 0 ||
                   archives_take(s) < 0 || series_take(s) < 0
               ? -1
               : db_execute(d, take_away);
}

/* Makes the trees of threads. Returns 0 or -1. */
static int make_threads(struct site *s)
{
    struct db *d = &s->db;

    return db_execute(d, trees_sql) < 0 || add_loose(s) < 0 || db_execute(d, threads_sql) < 0
               ? -1
               : series_plan(s);
}

/* Makes the rows, and notes their groups. Returns 0, 1 if a new plan is needed, or -1. */
static int make_new(struct site *s)
{
    struct db *d = &s->db;
    int stop;

    if (db_execute(d, places_sql) < 0 || hidden_find(s) < 0 || db_execute(d, shown_sql) < 0)
        return -1;
    if ((stop = archives_plan(s)) != 0)
        return stop;
    if (make_threads(s) < 0 || archives_sum(s) < 0 || db_execute(d, note_sql) < 0 ||
        (!s->all && (db_execute(d, moved_sql) < 0 || db_execute(d, note_near) < 0 ||
                     db_execute(d, note_latest) < 0)))
        return -1;
    return lists_plan(s);
}

/* Makes a new plan, or updates the old one. Returns 0, 1 if the old one cannot be used, or -1. */
static int plan_update(struct site *s)
{
    int64_t n = 0;
    int known = plan_open(s) < 0 ? -1 : s->all ? 1 : plan_known(s, &n);

    if (known <= 0)
        return known < 0 ? -1 : 1;
    if (archives_open(s) < 0 ||
        (s->all ? plan_create(s) < 0 : find_fresh(s, n) < 0 || take_old(s) < 0))
        return -1;
    return make_new(s);
}

int plan_make(struct site *s)
{
    const sip_hash none = {0, 0};
    const int known = s->given_index ? same_is(s, "groups", plan_print(s)) : 0;
    int stop;

    if (known < 0 || (known > 0 && same_files(s) < 0) || same_note(s, "done", none) < 0 ||
        same_note(s, "groups", none) < 0)
        return -1;
    s->all = known == 0;
    if ((stop = plan_update(s)) <= 0)
        return stop;
    s->all = true;
    db_close(&s->db);
    return db_open(&s->db, "site", s->index) < 0 ? -1 : plan_update(s);
}

int plan_end(struct site *s)
{
    static const char end[] =
        "DELETE FROM done; INSERT INTO done SELECT (SELECT stamp FROM runs ORDER BY id DESC LIMIT"
        " 1), (SELECT coalesce(max(n), 0) FROM changes), (SELECT time FROM latest); COMMIT";
    const sip_hash print = plan_print(s);

    return db_execute(&s->db, end) < 0 ? -1 : same_note(s, "groups", print);
}
