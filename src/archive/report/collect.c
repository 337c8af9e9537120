/* collect.c - temporary tables for the sections of a report
 *
 * "mail" has a row for each message. "post" has one for each URL in a message, in the order of URL,
 * class and time, so that the sections need not sort it. Each is made in one pass over the links.
 * The tables are in a temporary file, 20 to 30 bytes for each link.
 *
 *     kind(context, class)                  class: 0 written, 1 quoted, 2 other
 *     person(sender, person)                person: the first sender with the same address
 *     alias(url, main)                      main: the URL of which `url` is another spelling
 *     mail(message, time, month, person, written, quoted, other, broken, settled)
 *     post(url, class, time, message, month, person, n)
 *     own(url)                              URLs that are in footers of lists as often as in text
 *     thread(message, root)                 root: the first message of the thread
 *     site_year(site, year, n)              n: written links
 *
 * month is 12 * year + the month from 0, or NULL if the date is unknown or impossible.
 */
#include "archive/report/report.h"

#include <stdio.h>
#include <time.h>

/* The transaction lets all queries see the same rows while another process writes. */
static const char collect_tables[] =
    "PRAGMA query_only = OFF; PRAGMA temp_store = FILE; PRAGMA mmap_size = 0;"
    "PRAGMA cache_size = -8192;"
    "PRAGMA temp.journal_mode = OFF; BEGIN;"
    "CREATE TEMP TABLE kind(context INTEGER PRIMARY KEY, class INTEGER NOT NULL);"
    "INSERT INTO kind SELECT id, CASE WHEN kind IN ('email', 'addr')"
    " OR zone IN ('header', 'signature', 'footer') THEN 2"
    " WHEN quote > 0 OR zone = 'quoted' THEN 1 ELSE 0 END FROM contexts;"
    "CREATE TEMP TABLE person(sender INTEGER PRIMARY KEY, person INTEGER NOT NULL);"
    "INSERT INTO person SELECT id, CASE WHEN address IS NULL THEN id"
    " ELSE min(id) OVER (PARTITION BY lower(address)) END FROM senders;"
    "CREATE TEMP TABLE alias(url INTEGER PRIMARY KEY, main INTEGER NOT NULL);"
    "INSERT INTO alias SELECT u.id, g.main FROM (SELECT canonical, coalesce((SELECT o.id FROM urls o"
    " WHERE coalesce(o.canonical, o.url) = +x.canonical AND o.canonical IS NULL), min(id)) AS main"
    " FROM urls x WHERE canonical IS NOT NULL GROUP BY canonical) g CROSS JOIN urls u"
    " ON coalesce(u.canonical, u.url) = +g.canonical WHERE u.id <> g.main;"
    "CREATE TEMP TABLE mail(message INTEGER PRIMARY KEY, time INTEGER NOT NULL, month INTEGER,"
    " person INTEGER, written INTEGER NOT NULL, quoted INTEGER NOT NULL, other INTEGER NOT NULL,"
    " broken INTEGER NOT NULL, settled INTEGER NOT NULL);"
    "CREATE TEMP TABLE post(url INTEGER, class INTEGER, time INTEGER, message INTEGER,"
    " month INTEGER, person INTEGER, n INTEGER, PRIMARY KEY(url, class, time, message))"
    " WITHOUT ROWID;"
    "CREATE TEMP TABLE thread(message INTEGER PRIMARY KEY, root INTEGER NOT NULL);";

/* Parameters: 1 is the flags of broken links, 2 and 3 the times between which dates are possible, 4
 * and 5 --since and --until. */
static const char fill_mail[] =
    "INSERT INTO mail SELECT m.id, CASE WHEN m.time >= ?2 AND m.time < ?3 THEN m.time"
    " ELSE " TIME_UNKNOWN " END, CASE WHEN m.time >= ?2 AND m.time < ?3 THEN"
    " 12 * strftime('%%Y', m.time, 'unixepoch') + strftime('%%m', m.time, 'unixepoch') - 1 END,"
    " p.person, coalesce(sum(k.class = 0), 0), coalesce(sum(k.class = 1), 0),"
    " coalesce(sum(k.class = 2), 0), coalesce(sum(k.class < 2 AND %s), 0),"
    " coalesce(sum(k.class < 2 AND %s), 0)"
    " FROM messages m LEFT JOIN links l ON l.message = m.id"
    " LEFT JOIN kind k ON k.context = l.context LEFT JOIN person p ON p.sender = m.sender"
    " WHERE m.same IS NULL AND m.content IS NOT NULL AND (?4 IS NULL OR m.time >= ?4)"
    " AND (?5 IS NULL OR m.time < ?5) GROUP BY m.id";

/* The condition of "trawl query --broken", and the condition of broken links with a verdict. */
#define BROKEN                                                                                     \
    "(l.flags & ?1 <> 0 OR EXISTS (SELECT 1 FROM readings r WHERE r.message = l.message"           \
    " AND r.n = l.n AND r.why NOT IN ('end', 'entity', 'notation')))"
#define SETTLED BROKEN " AND l.settled IS NOT NULL"

static const char fill_post[] =
    "INSERT INTO post SELECT coalesce(s.main, %s), k.class, a.time, a.message, a.month, a.person, count(*)"
    " FROM mail a CROSS JOIN links l ON l.message = a.message"
    " CROSS JOIN kind k ON k.context = l.context LEFT JOIN alias s ON s.url = %s"
    " WHERE a.written + a.quoted > 0 AND k.class < 2 GROUP BY 1, 2, 3, 4";

/* Lists put links to themselves below each message. Answers quote these, and some messages have
 * them where no footer is seen. */
static const char fill_own[] =
    "CREATE TEMP TABLE own(url INTEGER PRIMARY KEY);"
    "INSERT INTO own SELECT f.url FROM (SELECT coalesce(s.main, l.url) AS url, count(*) AS n"
    " FROM links l LEFT JOIN alias s ON s.url = l.url WHERE l.context IN"
    " (SELECT id FROM contexts WHERE zone = 'footer') GROUP BY 1) f"
    " WHERE f.n >= (SELECT coalesce(sum(p.n), 0) FROM post p WHERE p.url = f.url AND p.class = 0)";

static const char fill_sites[] =
    "CREATE TEMP TABLE site_year(site TEXT NOT NULL, year INTEGER, n INTEGER NOT NULL);"
    "INSERT INTO site_year SELECT h.site, s.year, sum(s.n) FROM (SELECT u.host, p.month / 12 AS "
    "year, sum(p.n) AS n FROM post p CROSS JOIN urls u ON u.id = p.url WHERE p.class = 0 AND u.host"
    " IS NOT NULL GROUP BY 1, 2) s JOIN hosts h ON h.id = s.host GROUP BY 1, 2;";

/* Messages that answer each other in a circle have no row. */
static const char fill_thread[] =
    "INSERT OR IGNORE INTO thread WITH RECURSIVE down(message, root) AS ("
    "SELECT id, id FROM messages WHERE parent IS NULL OR parent = id"
    " UNION ALL SELECT m.id, d.root FROM down d CROSS JOIN messages m ON m.parent = d.message"
    " WHERE m.id <> d.message) SELECT * FROM down";

int64_t number_of_query(struct report *r, const char *sql)
{
    sqlite3_stmt *s = r->db->failed ? NULL : db_prepare(r->db, sql);
    int64_t n = 0;

    if (s && db_step(r->db, s) > 0)
        n = sqlite3_column_int64(s, 0);
    db_reset(r->db, s);
    return n;
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

/* Returns the time in a day, after which dates are impossible. */
static int64_t tomorrow(void)
{
    int64_t end = (YEAR_LAST - 1970) * (int64_t)31556952, now = (int64_t)time(NULL) + 86400;

    return now > 0 && now < end ? now : end;
}

static int make_mail(struct report *r)
{
    char sql[sizeof fill_mail + sizeof BROKEN + sizeof SETTLED];
    sqlite3_stmt *s;
    bool failed;

    (void)snprintf(sql, sizeof sql, fill_mail, BROKEN, r->settled ? SETTLED : "0");
    if (!(s = db_prepare(r->db, sql)))
        return -1;
    (void)sqlite3_bind_int64(s, 1, (int64_t)WHERE_BROKEN);
    (void)sqlite3_bind_int64(s, 2, (YEAR_FIRST - 1970) * (int64_t)31536000);
    (void)sqlite3_bind_int64(s, 3, tomorrow());
    failed = bind_time(s, 4, "--since: ", r->options->since, false) ||
             bind_time(s, 5, "--until: ", r->options->until, true) || db_run(r->db, s);
    db_reset(r->db, s);
    return failed ? -1 : 0;
}

static int make_post(struct report *r)
{
    const char *url = r->settled ? "coalesce(l.settled, l.url)" : "l.url";
    char sql[sizeof fill_post + 60];

    (void)snprintf(sql, sizeof sql, fill_post, url, url);
    return db_execute(r->db, sql);
}

int collect(struct report *r)
{
    int64_t last;

    r->settled =
        number_of_query(r, "SELECT count(*) FROM pragma_table_info('links') WHERE name ="
                           " 'settled'") > 0 &&
        number_of_query(r, "SELECT EXISTS (SELECT 1 FROM links WHERE settled IS NOT NULL)") > 0;
    if (r->db->failed || db_execute(r->db, collect_tables) < 0 || make_mail(r) < 0 ||
        make_post(r) < 0 || db_execute(r->db, fill_own) < 0 || db_execute(r->db, fill_sites) < 0 ||
        db_execute(r->db, fill_thread) < 0)
        return -1;
    r->first =
        (int)number_of_query(r, "SELECT min(month) / 12 FROM mail WHERE written + quoted > 0");
    last = number_of_query(r, "SELECT max(month) / 12 FROM mail WHERE written + quoted > 0");
    r->years = last >= YEAR_FIRST ? (int)last - r->first + 1 : 0;
    return r->db->failed ? -1 : 0;
}
