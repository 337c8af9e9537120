/* collect.c - the tables for the sections of a report
 *
 * "mail" has a row for each message. "post" has a row for each URL in a message, in the order of
 * URL, class and time, so that the sections need not sort it. The other tables have sums of these
 * rows.
 *
 *     party(sender, person)                 person: the first sender with the same address
 *     alias(url, main)                      main: the URL of which `url` is another spelling
 *     mail(message, time, month, person, written, quoted, other, broken)
 *     post(url, class, time, message, month, person, n)
 *     foot(message, url, n)                 the URLs in the footer of a message; foot_sum(url, n)
 *                                           has the sums
 *     knot(root, url, mails, people, first) URLs in at least three messages of a thread
 *     url_sum(url, class, rows, n, people, person, message, first, last, known, knowers, links,
 *     site, scheme)
 *                                           class: the lowest class of the URL; rows: its rows in
 *                                           post. The other columns are about the rows of this
 *                                           class. person, message: those of the first row;
 *                                           known: rows with a date; links: written links
 *     class_sum(class, n)                   n: URLs
 *     site_sum(site, year, n)               n: written links; scheme_sum has them by scheme,
 *                                           all_sum(site, n) those of all years
 *     mail_month(month, n, written, quoted, other, broken)
 *     poster(person, links, messages, with_links, first, last)
 *     bound(time)                           later dates are impossible
 *
 * The tables are in the database "plan". For a site it is the file of the site's plan
 * (site/plan.c); a later run updates the tables by the messages that have changed, which are in the
 * table "fresh". For trawl report it is a temporary file of 30 to 40 bytes for each link. Temporary
 * tables:
 *
 *     kind(context, class)                  class: 0 written, 1 quoted, 2 other
 *     reply(message, root)                  root: the first message of the thread; for a site a
 *                                           view of the plan's table "tree", otherwise only for
 *                                           threads that may have a URL in three messages
 *
 * month is 12 * year + the month from 0, or NULL if the date is unknown or impossible. An unknown
 * month or year is -1 in tables of sums.
 */
#include "archive/report/report.h"

#include <stdio.h>
#include <time.h>

/* ---- Tables ---- */

static const char collect_pragmas[] =
    "PRAGMA query_only = OFF; PRAGMA temp_store = FILE; PRAGMA temp.journal_mode = OFF;"
    "PRAGMA temp.cache_size = -8192; PRAGMA plan.cache_size = -8192;"
    "PRAGMA plan.synchronous = NORMAL; PRAGMA plan.locking_mode = EXCLUSIVE";

static const char collect_tables[] =
    "CREATE TABLE plan.party(sender INTEGER PRIMARY KEY, person INTEGER NOT NULL);"
    "CREATE TABLE plan.alias(url INTEGER PRIMARY KEY, main INTEGER NOT NULL);"
    "CREATE TABLE plan.mail(message INTEGER PRIMARY KEY, time INTEGER NOT NULL, month INTEGER,"
    " person INTEGER, written INTEGER NOT NULL, quoted INTEGER NOT NULL, other INTEGER NOT NULL,"
    " broken INTEGER NOT NULL);"
    "CREATE TABLE plan.post(url INTEGER, class INTEGER, time INTEGER, message INTEGER,"
    " month INTEGER, person INTEGER, n INTEGER, PRIMARY KEY(url, class, time, message))"
    " WITHOUT ROWID;"
    "CREATE TABLE plan.url_sum(url INTEGER PRIMARY KEY, class INTEGER, rows INTEGER, n INTEGER, people"
    " INTEGER, person INTEGER, message INTEGER, first INTEGER, last INTEGER, known INTEGER, knowers"
    " INTEGER, links INTEGER, site TEXT, scheme TEXT);"
    "CREATE TABLE plan.foot(message INTEGER, url INTEGER, n INTEGER, PRIMARY KEY(message, url))"
    " WITHOUT ROWID;"
    "CREATE TABLE plan.foot_sum(url INTEGER PRIMARY KEY, n INTEGER);"
    "CREATE TABLE plan.knot(root INTEGER, url INTEGER, mails INTEGER, people INTEGER, first INTEGER,"
    " PRIMARY KEY(root, url)) WITHOUT ROWID;"
    "CREATE TABLE plan.class_sum(class INTEGER PRIMARY KEY, n INTEGER);"
    "CREATE TABLE plan.all_sum(site TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;"
    "CREATE TABLE plan.site_sum(site TEXT, year INTEGER, n INTEGER, PRIMARY KEY(site, year)) WITHOUT"
    " ROWID;"
    "CREATE TABLE plan.scheme_sum(scheme TEXT, year INTEGER, n INTEGER, PRIMARY KEY(scheme, year))"
    " WITHOUT ROWID;"
    "CREATE TABLE plan.mail_month(month INTEGER PRIMARY KEY, n INTEGER, written INTEGER, quoted"
    " INTEGER, other INTEGER, broken INTEGER);"
    "CREATE TABLE plan.poster(person INTEGER PRIMARY KEY, links INTEGER, messages INTEGER, with_links"
    " INTEGER, first INTEGER, last INTEGER);"
    "CREATE TABLE plan.bound(time INTEGER)";

/* Indexes of tables that are kept. They find the rows of a message, a month and a person, and the
 * first rows of the sections. */
static const char collect_indexes[] =
    "CREATE INDEX plan.post_message ON post(message);"
    "CREATE INDEX plan.sum_most ON url_sum(class, n DESC, people DESC, first, url);"
    "CREATE INDEX plan.sum_longest ON url_sum(last - first DESC, known DESC, url) WHERE known > 1;"
    "CREATE INDEX plan.sum_person ON url_sum(person, n) WHERE people > 1;"
    "CREATE INDEX plan.all_most ON all_sum(n DESC, site);"
    "CREATE INDEX plan.site_none ON site_sum(n) WHERE n = 0;"
    "CREATE INDEX plan.knot_most ON knot(mails DESC, people DESC, first, url, root);"
    "CREATE INDEX plan.mail_of_month ON mail(month); CREATE INDEX plan.mail_of_person ON"
    " mail(person)";

static const char collect_temporary[] =
    "CREATE TEMP TABLE kind(context INTEGER PRIMARY KEY, class INTEGER NOT NULL);"
    "INSERT INTO kind SELECT id, CASE WHEN kind IN ('email', 'addr')"
    " OR zone IN ('header', 'signature', 'footer') THEN 2"
    " WHEN quote > 0 OR zone = 'quoted' THEN 1 ELSE 0 END FROM contexts;"
    "CREATE TEMP TABLE party_now(sender INTEGER PRIMARY KEY, person INTEGER NOT NULL);"
    "INSERT INTO party_now SELECT id, CASE WHEN address IS NULL THEN id"
    " ELSE min(id) OVER (PARTITION BY lower(address)) END FROM senders;"
    "CREATE TEMP TABLE alias_now(url INTEGER PRIMARY KEY, main INTEGER NOT NULL);"
    "INSERT INTO alias_now SELECT u.id, g.main FROM (SELECT canonical, coalesce((SELECT o.id FROM"
    " urls o WHERE coalesce(o.canonical, o.url) = +x.canonical AND o.canonical IS NULL), min(id)) AS"
    " main FROM urls x WHERE canonical IS NOT NULL GROUP BY canonical) g CROSS JOIN urls u"
    " ON coalesce(u.canonical, u.url) = +g.canonical WHERE u.id <> g.main;"
    "CREATE TEMP TABLE stale(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE touched(url INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE stale_month(month INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE stale_person(person INTEGER PRIMARY KEY);"
    "CREATE TEMP VIEW site_year AS SELECT site, nullif(year, -1) AS year, n FROM site_sum;"
    "CREATE TEMP VIEW scheme_year AS SELECT nullif(scheme, '') AS scheme, nullif(year, -1) AS year, n"
    " FROM scheme_sum";

/* ---- What has changed ---- */

/* The messages whose rows are made: all, or only some. Some are the fresh messages, messages whose
 * sender is now another person, messages with a URL that is now a spelling of another URL, and
 * messages whose date has become possible, at the time ?1. */
#define OTHERS(a, b) "SELECT url FROM (SELECT * FROM " a " EXCEPT SELECT * FROM " b ")"
#define OTHER_URLS OTHERS("alias", "alias_now") " UNION " OTHERS("alias_now", "alias")
static const char stale_all[] = "INSERT INTO stale SELECT id FROM messages";
static const char stale_some[] =
    "INSERT INTO stale SELECT id FROM fresh UNION SELECT m.id FROM (SELECT * FROM party_now EXCEPT"
    " SELECT * FROM party) p CROSS JOIN messages m ON m.sender = p.sender UNION SELECT message FROM"
    " links WHERE url IN (" OTHER_URLS
    ") UNION SELECT id FROM messages WHERE time >= (SELECT time FROM bound) AND time < ?1";

static const char take_names[] =
    "DELETE FROM party; INSERT INTO party SELECT * FROM party_now;"
    "DELETE FROM alias; INSERT INTO alias SELECT * FROM alias_now; DELETE FROM bound";

/* Adds or subtracts the written links of the touched URLs. */
#define ADD_SUMS(to, name, sign)                                                                       \
    "INSERT INTO " to " SELECT " name ", year, " sign "sum(n) FROM (SELECT u." name " AS " name        \
    ", coalesce(p.month / 12, -1) AS year, sum(p.n) AS n FROM touched t CROSS JOIN url_sum u ON u.url" \
    " = t.url CROSS JOIN post p ON p.url = t.url AND p.class = 0 WHERE u." name " NOT NULL"            \
    " GROUP BY t.url, 2) GROUP BY 1, 2 ON CONFLICT DO UPDATE SET n = n + excluded.n;"

/* Notes the months and people of stale messages. */
static const char note_mail[] =
    "INSERT OR IGNORE INTO stale_month SELECT coalesce(month, -1) FROM stale f CROSS JOIN mail m"
    " ON m.message = f.id; INSERT OR IGNORE INTO stale_person SELECT person FROM stale f"
    " CROSS JOIN mail m ON m.message = f.id WHERE person NOT NULL";

/* Notes the URLs that stale messages had, and the URLs that they will have. */
static const char note_urls[] =
    "INSERT INTO touched SELECT url FROM post WHERE message IN (SELECT id FROM stale) UNION SELECT"
    " coalesce(s.main, l.url) FROM stale f CROSS JOIN links l ON l.message = f.id"
    " LEFT JOIN alias s ON s.url = l.url";

/* Adds the touched URLs, and the footers of stale messages, to the sums or subtracts them. */
#define ADD_URLS(sign)                                                                             \
    "INSERT INTO class_sum SELECT class, " sign "count(*) FROM touched t CROSS JOIN url_sum u ON"  \
    " u.url = t.url GROUP BY 1 ON CONFLICT DO UPDATE SET n = n + excluded.n;"                      \
    "INSERT INTO all_sum SELECT site, " sign "sum(links) FROM touched t CROSS JOIN url_sum u ON"   \
    " u.url = t.url WHERE site NOT NULL GROUP BY 1 ON CONFLICT DO UPDATE SET n = n + excluded.n;"
#define ADD_FEET(sign)                                                                             \
    "INSERT INTO foot_sum SELECT o.url, " sign                                                     \
    "sum(n) FROM stale f CROSS JOIN foot o ON o.message"                                           \
    " = f.id GROUP BY 1 ON CONFLICT DO UPDATE SET n = n + excluded.n;"

static const char collect_take[] =
    ADD_SUMS("site_sum", "site", "-") ADD_SUMS("scheme_sum", "scheme", "-") ADD_URLS("-")
        ADD_FEET("-") "DELETE FROM foot WHERE message IN (SELECT id FROM stale);"
                      "DELETE FROM post WHERE message IN (SELECT id FROM stale);"
                      "DELETE FROM mail WHERE message IN (SELECT id FROM stale)";

/* ---- Rows ---- */

/* The condition of "trawl query --broken". */
#define BROKEN                                                                                     \
    "(l.flags & ?1 <> 0 OR EXISTS (SELECT 1 FROM readings r WHERE r.message = l.message"           \
    " AND r.n = l.n AND r.why NOT IN ('end', 'entity', 'notation')))"

/* Parameters: 1 is the flags of broken links, 2 and 3 the times between which dates are possible, 4
 * and 5 --since and --until. */
static const char fill_mail[] =
    "INSERT INTO mail SELECT m.id, CASE WHEN m.time >= ?2 AND m.time < ?3 THEN m.time"
    " ELSE " TIME_UNKNOWN " END, CASE WHEN m.time >= ?2 AND m.time < ?3 THEN month_of(m.time) END,"
    " p.person, coalesce(sum(k.class = 0), 0), coalesce(sum(k.class = 1), 0),"
    " coalesce(sum(k.class = 2), 0), coalesce(sum(k.class < 2 AND " BROKEN "), 0)"
    " FROM stale f CROSS JOIN messages m ON m.id = f.id LEFT JOIN links l ON l.message = f.id"
    " LEFT JOIN kind k ON k.context = l.context LEFT JOIN party p ON p.sender = m.sender"
    " WHERE m.same IS NULL AND m.content IS NOT NULL AND (?4 IS NULL OR m.time >= ?4)"
    " AND (?5 IS NULL OR m.time < ?5) GROUP BY f.id";

/* The first rows of a class are those with min(time). With it, SQLite takes the other columns from
 * such a row: of several, from that with the least message. */
#define LAST "(SELECT max(time) FROM post l WHERE l.url = o.url AND l.time < " TIME_UNKNOWN
#define KNOWN " FILTER (WHERE o.time < " TIME_UNKNOWN ")"
static const char fill_post[] =
    "INSERT INTO post SELECT coalesce(s.main, l.url), k.class, a.time, a.message, a.month,"
    " a.person, count(*) FROM stale f CROSS JOIN mail a ON a.message = f.id CROSS JOIN links l"
    " ON l.message = f.id CROSS JOIN kind k ON k.context = l.context LEFT JOIN alias s"
    " ON s.url = l.url WHERE a.written + a.quoted > 0 AND k.class < 2 GROUP BY 1, 2, 3, 4";
static const char fill_foot[] =
    "INSERT INTO foot SELECT l.message, coalesce(s.main, l.url), count(*) FROM stale f CROSS JOIN"
    " links l ON l.message = f.id LEFT JOIN alias s ON s.url = l.url WHERE l.context IN (SELECT id"
    " FROM contexts WHERE zone = 'footer') GROUP BY 1, 2;" ADD_FEET("");
static const char note_all_urls[] = "INSERT INTO touched SELECT DISTINCT url FROM post";

static const char sums_of_urls[] =
    "DELETE FROM url_sum WHERE url IN (SELECT url FROM touched);"
    "INSERT INTO url_sum SELECT o.url, 0, (SELECT count(*) FROM post l WHERE l.url = o.url),"
    " count(*), count(DISTINCT o.person), o.person, NULL, min(o.time), " LAST " AND l.class = 0),"
    " count(*)" KNOWN ", count(DISTINCT o.person)" KNOWN
    ", sum(o.n), (SELECT h.site FROM urls u JOIN hosts h"
    " ON h.id = u.host WHERE u.id = o.url), coalesce((SELECT " SCHEME " FROM urls u WHERE u.id ="
    " o.url), '') FROM touched t CROSS JOIN post o ON o.url = t.url AND o.class = 0 GROUP BY o.url;"
    "INSERT INTO url_sum SELECT o.url, 1, count(*), count(*), NULL, NULL, o.message, min(o.time), " LAST
    "), NULL, NULL, 0, NULL, NULL FROM touched t CROSS JOIN post o ON o.url = t.url"
    " WHERE NOT EXISTS (SELECT 1 FROM url_sum u WHERE u.url = t.url) GROUP BY o.url";
static const char sums_of_sites[] = ADD_SUMS("site_sum", "site", "");
static const char sums_of_schemes[] = ADD_SUMS("scheme_sum", "scheme", "") ADD_URLS("");
static const char no_sums[] =
    "DELETE FROM site_sum WHERE n = 0; DELETE FROM scheme_sum WHERE n = 0;"
    "DELETE FROM all_sum WHERE n = 0";

#define MONTH_SUMS                                                                                 \
    "INSERT INTO mail_month SELECT coalesce(month, -1), count(*), sum(written), sum(quoted),"      \
    " sum(other), sum(broken) FROM "
#define POSTERS                                                                                      \
    "INSERT INTO poster SELECT person, sum(written) AS links, count(*), sum(written > 0), min(time)" \
    " FILTER (WHERE written > 0), max(time) FILTER (WHERE written > 0 AND time < " TIME_UNKNOWN      \
    ") FROM "
static const char sums_of_all[] = MONTH_SUMS
    "mail GROUP BY month;" POSTERS "mail WHERE person NOT NULL GROUP BY person HAVING links > 0";
static const char sums_of_some[] =
    "DELETE FROM mail_month WHERE month IN (SELECT month FROM stale_month);"
    "DELETE FROM poster WHERE person IN (SELECT person FROM stale_person);" MONTH_SUMS
    "(SELECT m.* FROM stale_month t CROSS JOIN mail m ON m.month IS nullif(t.month, -1)) GROUP BY"
    " month;" POSTERS "(SELECT m.* FROM stale_person t CROSS JOIN mail m ON m.person = t.person)"
    " GROUP BY person HAVING links > 0";

/* ---- Threads ---- */

#define SHARED_URLS "SELECT url FROM url_sum WHERE rows > 2"
#define KNOTS(from)                                                                                \
    "INSERT INTO knot SELECT t.root, p.url, count(DISTINCT p.message) AS mails, count(DISTINCT"    \
    " p.person), min(p.time) FROM " from " GROUP BY p.url, t.root HAVING mails > 2"

/* Only threads in a cluster that has a URL in three messages: no other thread can have one.
 * Messages that answer each other in a circle have no row. */
static const char fill_reply[] =
    "CREATE TEMP TABLE talk(cluster INTEGER PRIMARY KEY);"
    "INSERT OR IGNORE INTO talk SELECT cluster FROM (SELECT m.cluster AS cluster, p.message AS"
    " message FROM post p CROSS JOIN messages m ON m.id = p.message WHERE p.url IN (" SHARED_URLS
    ") AND m.cluster NOT NULL GROUP BY p.url, m.cluster HAVING count(DISTINCT p.message) > 2);"
    "CREATE TEMP TABLE reply(message INTEGER PRIMARY KEY, root INTEGER NOT NULL);"
    "INSERT OR IGNORE INTO reply WITH RECURSIVE down(message, root) AS ("
    "SELECT m.id, m.id FROM talk t CROSS JOIN messages m ON m.cluster = t.cluster"
    " WHERE m.parent IS NULL OR m.parent = m.id"
    " UNION ALL SELECT m.id, d.root FROM down d CROSS JOIN messages m ON m.parent = d.message"
    " WHERE m.id <> d.message) SELECT * FROM down";
static const char site_reply[] = "CREATE TEMP VIEW reply AS SELECT id AS message, root FROM tree";

/* The knots of all threads, or of those that have changed or have stale messages. */
static const char knots_of_all[] =
    KNOTS("post p CROSS JOIN reply t ON t.message = p.message WHERE p.url IN (" SHARED_URLS ")");
static const char knots_of_some[] =
    "CREATE TEMP TABLE knit AS SELECT root FROM torn UNION SELECT t.root FROM stale f CROSS JOIN"
    " reply t ON t.message = f.id; DELETE FROM knot WHERE root IN (SELECT root FROM knit);" KNOTS(
        "knit k CROSS JOIN reply t ON t.root = k.root CROSS JOIN post p ON p.message = t.message");

/* ---- The work ---- */

/* The function month_of(TIME) of SQL, for times after 1970: faster than strftime(). Years begin in
 * March, so that the leap day is the last one. */
static void month_in_sql(sqlite3_context *context, int count, sqlite3_value **values)
{
    const int64_t day = sqlite3_value_int64(values[0]) / 86400 + 719468, era = day / 146097,
                  of_era = day % 146097,
                  year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365,
                  of_year = of_era - (365 * year + year / 4 - year / 100);

    (void)count;
    sqlite3_result_int64(context, 12 * (400 * era + year) + (5 * of_year + 2) / 153 + 2);
}

/* Binds the time of --since or --until, or NULL if it is not given. Returns 0, or nonzero after an
 * error message. */
static int bind_time(sqlite3_stmt *s, int at, const char *option, const char *given, bool end)
{
    int64_t time;

    if (!given)
        return sqlite3_bind_null(s, at);
    if (where_time("report", option, given, end, &time) < 0)
        return -1;
    return sqlite3_bind_int64(s, at, time);
}

/* Returns the time a day from now; later dates are impossible. */
static int64_t tomorrow(void)
{
    int64_t end = (YEAR_LAST - 1970) * (int64_t)31556952, now = (int64_t)time(NULL) + 86400;

    return now > 0 && now < end ? now : end;
}

/* Runs a statement with the time ?1. */
static int run_with_time(struct db *d, const char *sql, int64_t time)
{
    sqlite3_stmt *s = db_prepare(d, sql);

    if (!s)
        return -1;
    (void)sqlite3_bind_int64(s, 1, time);
    return db_run(d, s);
}

static int make_mail(struct db *d, const struct report_options *options, int64_t end)
{
    sqlite3_stmt *s = db_prepare(d, fill_mail);
    bool failed;

    if (!s)
        return -1;
    DB_BIND(s, 1, (int64_t)WHERE_BROKEN, (YEAR_FIRST - 1970) * (int64_t)31536000, end);
    failed = bind_time(s, 4, "--since: ", options->since, false) ||
             bind_time(s, 5, "--until: ", options->until, true) || db_run(d, s);
    db_reset(d, s);
    return failed ? -1 : 0;
}

int collect_attach(struct db *d, const char *path, bool empty)
{
    sqlite3_stmt *attach = db_prepare(d, "ATTACH ?1 AS plan");

    if (!attach ||
        sqlite3_create_function(d->sql, "month_of", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                month_in_sql, NULL, NULL) != SQLITE_OK)
        return db_trouble(d);
    (void)sqlite3_bind_text(attach, 1, path, -1, SQLITE_STATIC);
    if (db_run(d, attach) < 0 || db_execute(d, collect_pragmas) < 0 ||
        (empty && db_execute(d, "PRAGMA plan.journal_mode = OFF") < 0))
        return -1;
    /* In one transaction, all queries see the same rows while another process writes. */
    return db_execute(d, "BEGIN");
}

/* Removes the rows of stale messages, and subtracts them from the sums. */
static int take_stale(struct db *d)
{
    return db_execute(d, note_mail) < 0 || db_execute(d, note_urls) < 0
               ? -1
               : db_execute(d, collect_take);
}

/* Finds the stale messages, and brings the names of people and URLs up to date. */
static int find_stale(struct db *d, bool all, int64_t end)
{
    return db_execute(d, collect_temporary) < 0 ||
                   (all ? db_execute(d, stale_all) : run_with_time(d, stale_some, end)) < 0 ||
                   db_execute(d, take_names) < 0
               ? -1
               : run_with_time(d, "INSERT INTO bound VALUES (?1)", end);
}

/* Makes the sums from the rows, those of threads from the trees of a site if there is one. */
static int make_sums(struct db *d, bool all, bool site)
{
    const char *const steps[] = {fill_foot,
                                 all ? note_all_urls : note_mail,
                                 sums_of_urls,
                                 sums_of_sites,
                                 sums_of_schemes,
                                 no_sums,
                                 all ? sums_of_all : sums_of_some,
                                 site ? site_reply : fill_reply,
                                 all ? knots_of_all : knots_of_some};

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (db_execute(d, steps[i]) < 0)
            return -1;
    return 0;
}

int collect_update(struct db *d, const struct report_options *options, bool all, bool keep)
{
    const int64_t end = tomorrow();

    if ((all && db_execute(d, collect_tables) < 0) || find_stale(d, all, end) < 0 ||
        (!all && take_stale(d) < 0) || make_mail(d, options, end) < 0 ||
        db_execute(d, fill_post) < 0 || make_sums(d, all, keep) < 0)
        return -1;
    return all && keep ? db_execute(d, collect_indexes) : 0;
}

int collect(struct report *r)
{
    int64_t last;

    r->first = (int)db_number(r->db, "SELECT min(month) / 12 FROM mail_month WHERE month >= 0"
                                     " AND written + quoted > 0");
    last = db_number(
        r->db, "SELECT max(month) / 12 FROM mail_month WHERE month >= 0 AND written + quoted > 0");
    r->years = last >= YEAR_FIRST ? (int)last - r->first + 1 : 0;
    return r->db->failed ? -1 : 0;
}
