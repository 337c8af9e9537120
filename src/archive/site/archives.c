/* archives.c - the lists of an index that has several: the messages and the pages of each list
 *
 *     named(id, name)            the lists of each message that is shown: the List-Id, or that of a
 *                                public-inbox or of a folder of pipermail; the table census
 *                                counts the messages of each
 *     lister(id, name, threads)  the lists that have pages; name is page_group(7, NAME), with ''
 *                                as NAME for all other messages; threads counts their threads
 *     list_name(key, name)       a temporary table of the names
 *     belongs(id, lister, month, moment)  the lists of each message that have pages
 *     archive_month              as plan.month, for each list
 *     wrote(lister, who, n)      the messages of each person on each list
 *     archive, member            views of lister and belongs, empty if all messages are of one list
 *     only_list(name)            a view: the name of the list if all messages are of one list
 *
 * index/lists.c decides to which lists a message belongs. A list with fewer than LEAST_MESSAGES
 * messages has no pages of its own: its messages belong to "Other messages", unless they are on
 * another list, too.
 * The plan is made anew if there is a new list, or if a list is gone.
 *
 * The pages of a list are l/4f/HASH/index.html, its months and senders beside it, and its feed.
 */
#include "archive/site/site.h"

#include <stdio.h>

#define LEAST_MESSAGES "3"

static const char archives_tables[] =
    "CREATE TABLE plan.named(id INTEGER, name INTEGER, PRIMARY KEY(id, name)) WITHOUT ROWID;"
    "CREATE TABLE plan.census(name INTEGER PRIMARY KEY, n INTEGER NOT NULL);"
    "CREATE TABLE plan.lister(id INTEGER PRIMARY KEY, name INTEGER UNIQUE, threads INTEGER NOT"
    " NULL DEFAULT 0);"
    "CREATE TABLE plan.belongs(id INTEGER, lister INTEGER NOT NULL, month INTEGER, moment INTEGER,"
    " PRIMARY KEY(id, lister)) WITHOUT ROWID;"
    "CREATE INDEX plan.belongs_month ON belongs(lister, month, moment);"
    "CREATE TABLE plan.wrote(lister INTEGER, who INTEGER, n INTEGER NOT NULL, PRIMARY KEY(who,"
    " lister)) WITHOUT ROWID;"
    "CREATE TABLE plan.archive_month(archive INTEGER, month INTEGER, count INTEGER, prev INTEGER,"
    " next INTEGER, PRIMARY KEY(archive, month)) WITHOUT ROWID";

#define SEVERAL " WHERE (SELECT count(*) FROM lister) > 1;"
static const char archives_views[] =
    "CREATE TEMP TABLE list_name(key INTEGER PRIMARY KEY, name TEXT);"
    "INSERT OR IGNORE INTO list_name SELECT page_group(7, list), list FROM (SELECT '' AS list UNION"
    " SELECT list FROM lists UNION SELECT list FROM archives WHERE list NOT NULL);"
    "CREATE TEMP VIEW archive AS SELECT l.id AS id, n.name AS name, (SELECT sum(count)"
    " FROM archive_month WHERE archive = l.id) AS count, l.threads AS threads FROM lister l"
    " JOIN list_name n ON n.key = l.name" SEVERAL
    "CREATE TEMP VIEW member AS SELECT id, lister AS archive, month, moment FROM"
    " belongs" SEVERAL
    "CREATE TEMP VIEW only_list AS SELECT n.name AS name FROM lister l JOIN list_name n ON n.key ="
    " l.name WHERE n.name <> '' AND (SELECT count(*) FROM lister) = 1;";
_Static_assert(GROUP_TEXT == 7, "in the SQL");

#define OTHER "page_group(7, '')" /* the name of the list of other messages */

#define NOTE                                                                                       \
    "INSERT OR IGNORE INTO todo SELECT page_group(4, v.name || ' ' || k.month) FROM member k"      \
    " JOIN archive v ON v.id = k.archive WHERE k.id IN (SELECT id FROM fresh);"
_Static_assert(GROUP_ARCHIVE_MONTH == 4, "in the SQL");

#define COUNT_NAMES(sign)                                                                          \
    "INSERT INTO census SELECT name, " sign                                                        \
    "count(*) FROM named WHERE id IN (SELECT id FROM fresh) GROUP BY name"                         \
    " ON CONFLICT(name) DO UPDATE SET n = n + excluded.n;"
#define TAKE_NAMES COUNT_NAMES("-")
#define ADD_NAMES COUNT_NAMES("")

/* Adds the fresh messages and the torn threads to the sums or subtracts them. */
#define OF_FRESH "count(*) FROM fresh f CROSS JOIN belongs b ON b.id = f.id"
#define COUNT_LISTS(sign)                                                                          \
    "INSERT INTO archive_month(archive, month, count) SELECT b.lister, b.month, " sign OF_FRESH    \
    " GROUP BY 1, 2 ON CONFLICT DO UPDATE SET count = count + excluded.count;"                     \
    "INSERT INTO wrote SELECT b.lister, r.who, " sign OF_FRESH                                     \
    " CROSS JOIN shown s ON s.id = f.id"                                                           \
    " CROSS JOIN writer r ON r.sender = s.sender GROUP BY 1, 2 ON CONFLICT DO UPDATE SET n = n +"  \
    " excluded.n; UPDATE lister SET threads = threads + o.n FROM (SELECT lister, " sign            \
    "count(*) AS n FROM (SELECT DISTINCT b.lister AS lister, t.root FROM torn o CROSS JOIN tree t" \
    " ON t.root = o.root CROSS JOIN belongs b ON b.id = t.id) GROUP BY 1) o WHERE o.lister = id;"

static const char archives_take_sql[] =
    NOTE TAKE_NAMES COUNT_LISTS("-") "DELETE FROM named WHERE id IN (SELECT id FROM fresh);"
                                     "DELETE FROM belongs WHERE id IN (SELECT id FROM fresh)";

/* The rows of the view "listed" for a few messages: the lists of their copies. */
static const char archives_name[] =
    "INSERT OR IGNORE INTO named WITH copy(main, id, list) AS (SELECT s.id, m.id, m.list FROM fresh"
    " f CROSS JOIN shown s ON s.id = f.id CROSS JOIN messages m ON m.id = f.id UNION ALL"
    " SELECT s.id, m.id, m.list FROM fresh f CROSS JOIN shown s ON s.id = f.id"
    " CROSS JOIN messages m ON m.same = f.id) SELECT main, page_group(7, name) FROM (SELECT c.main"
    " AS main, i.list AS name FROM copy c CROSS JOIN lists i ON i.id = c.list UNION SELECT c.main,"
    " a.list FROM copy c CROSS JOIN places w ON w.message = c.id CROSS JOIN sources s ON s.id ="
    " w.source CROSS JOIN archives a ON a.id = s.archive WHERE c.list IS NULL) WHERE"
    " name <> '';" ADD_NAMES;

#define LARGE "SELECT name FROM census WHERE n >= " LEAST_MESSAGES

static const char find_lists[] =
    "INSERT INTO lister(name) SELECT key FROM list_name WHERE key IN (" LARGE
    ") OR (name = '' AND EXISTS (SELECT 1 FROM shown WHERE id NOT IN (SELECT id FROM named WHERE"
    " name IN (" LARGE ")))) ORDER BY name = '', lower(name), name";

static const char fill_lists[] =
    "INSERT INTO belongs SELECT s.id, l.id, s.month, s.moment FROM fresh f CROSS JOIN shown s ON"
    " s.id = f.id CROSS JOIN named n ON n.id = f.id CROSS JOIN lister l ON l.name = n.name;"
    "INSERT INTO belongs SELECT s.id, l.id, s.month, s.moment FROM fresh f CROSS JOIN shown s ON"
    " s.id = f.id JOIN lister l ON l.name = " OTHER " WHERE NOT EXISTS (SELECT 1 FROM belongs b"
    " WHERE b.id = f.id)";

/* SQL: 1 if the site has other lists than before. */
static const char other_lists[] =
    "SELECT EXISTS (" LARGE " AND name NOT IN (SELECT name FROM lister)) OR EXISTS (SELECT 1 FROM"
    " lister WHERE name <> " OTHER " AND name NOT IN (" LARGE ")) OR EXISTS (SELECT 1 FROM lister l"
    " WHERE NOT EXISTS (SELECT 1 FROM belongs b WHERE b.lister = l.id)) OR EXISTS (SELECT 1 FROM"
    " fresh f JOIN shown s ON s.id = f.id WHERE NOT EXISTS (SELECT 1 FROM belongs b WHERE b.id ="
    " f.id))";

static const char archives_before[] =
    "CREATE TEMP TABLE months_before AS SELECT archive, month, prev, next FROM archive_month";
static const char archives_sum_sql[] = COUNT_LISTS(
    "") "DELETE FROM archive_month WHERE count = 0; DELETE FROM wrote WHERE n = 0;"
        "UPDATE archive_month SET prev = o.prev, next = o.next FROM (SELECT archive AS a, month AS m,"
        " lag(month) OVER w AS prev, lead(month) OVER w AS next FROM archive_month WINDOW w AS"
        " (PARTITION BY archive ORDER BY month)) o WHERE archive = o.a AND month = o.m"
        " AND (archive_month.prev IS NOT o.prev OR archive_month.next IS NOT o.next);"
        "INSERT OR IGNORE INTO todo SELECT page_group(4, v.name || ' ' || o.month) FROM (SELECT archive,"
        " month, prev, next FROM archive_month EXCEPT SELECT * FROM months_before) o JOIN archive v"
        " ON v.id = o.archive;" NOTE;

int archives_open(struct site *s)
{
    return s->all && db_execute(&s->db, archives_tables) < 0 ? -1
                                                             : db_execute(&s->db, archives_views);
}

int archives_take(struct site *s)
{
    return db_execute(&s->db, archives_before) < 0 ? -1 : db_execute(&s->db, archives_take_sql);
}

int archives_plan(struct site *s)
{
    struct db *d = &s->db;
    int64_t others;

    if (db_execute(d, archives_name) < 0 || (s->all && db_execute(d, find_lists) < 0) ||
        db_execute(d, fill_lists) < 0 || (others = db_number(d, other_lists)) < 0)
        return -1;
    return others > 0 && !s->all;
}

int archives_sum(struct site *s)
{
    return s->all && db_execute(&s->db, archives_before) < 0 ? -1
                                                             : db_execute(&s->db, archives_sum_sql);
}

/* ---- Pages ---- */

void path_of_archive(char path[PATH_ROOM], trawl_str name, const char *file)
{
    char hash[HASH_ROOM];

    hash_text(hash, name);
    (void)snprintf(path, PATH_ROOM, "l/%.2s/%s/%s", hash, hash + 2, file);
}

trawl_str archive_title(trawl_str name)
{
    return name.n > 0 ? name : site_str("Other messages");
}

int archives_put(struct site *s)
{
    sqlite3_stmt *row = db_prepare(&s->db, "SELECT name, count FROM archive ORDER BY id");
    char path[PATH_ROOM];
    int found = -1, n = 0;
    int64_t count;

    while ((found = db_step(&s->db, row)) > 0) {
        output_text(&s->out, n++ == 0 ? "<h2>Lists</h2>\n<ul class=\"list\">\n" : "");
        path_of_archive(path, db_text(row, 0), "index.html");
        output_text(&s->out, "<li>");
        put_anchor_to(s, path);
        output_text(&s->out, "<bdi>");
        put_text(s, archive_title(db_text(row, 0)), 200);
        count = sqlite3_column_int64(row, 1);
        output_printf(&s->out, "</bdi></a> <span class=\"dim\">%lld message%s</span></li>\n",
                      (long long)count, count == 1 ? "" : "s");
    }
    output_text(&s->out, n > 0 ? "</ul>\n" : "");
    return found;
}

int archives_make(struct site *s)
{
    sqlite3_stmt *row = db_prepare(&s->db, "SELECT id, name FROM archive ORDER BY id");
    int found = -1;

    while (!interrupted && (found = db_step(&s->db, row)) > 0) {
        const struct archive archive = {sqlite3_column_int64(row, 0), db_text(row, 1)};

        if (front_make_archive(s, &archive) < 0 || lists_make_archive(s, &archive) < 0 ||
            feed_make(s, &archive) < 0)
            return -1;
    }
    return found;
}
