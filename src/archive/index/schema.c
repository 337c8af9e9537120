/* schema.c - the tables of an index and the public views; trawl-index(5) describes them
 *
 * Texts that repeat have tables of their own, so that a link takes some 40 bytes. A column is NULL
 * where its value follows from another one: the canonical form of a URL that is canonical, the text
 * of a link that is its URL. The views fill in the values of these columns.
 */
#include "archive/index/index.h"

#include <stdio.h>

/* A place with message 0 has a message that was forgotten or left out. It still counts among the
 * messages of its file. sources.again counts how often a file was read again from its start: its
 * messages may then have other bytes at the same places. */
static const char schema_tables[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE flags(bit INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"
    "CREATE TABLE folders(id INTEGER PRIMARY KEY, path TEXT NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX folders_path ON folders(path);"
    "CREATE TABLE sources(id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, sub TEXT,"
    " name TEXT NOT NULL, state TEXT, size INTEGER, mtime INTEGER, head INTEGER, tail INTEGER,"
    " input TEXT, position INTEGER NOT NULL, complete INTEGER NOT NULL, trouble TEXT,"
    " again INTEGER NOT NULL DEFAULT 0, archive INTEGER) STRICT;"
    "CREATE INDEX sources_name ON sources(folder, name);"
    "CREATE INDEX sources_archive ON sources(archive) WHERE archive IS NOT NULL;"
    "CREATE TABLE senders(id INTEGER PRIMARY KEY, written TEXT NOT NULL, address TEXT, name TEXT)"
    " STRICT;"
    "CREATE UNIQUE INDEX senders_written ON senders(written);"
    "CREATE TABLE lists(id INTEGER PRIMARY KEY, list TEXT NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX lists_list ON lists(list);"
    "CREATE TABLE hosts(id INTEGER PRIMARY KEY, host TEXT NOT NULL, site TEXT NOT NULL,"
    " surt TEXT NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX hosts_host ON hosts(host);"
    "CREATE INDEX hosts_site ON hosts(site);"
    "CREATE TABLE urls(id INTEGER PRIMARY KEY, url TEXT NOT NULL, canonical TEXT, normal TEXT,"
    " host INTEGER) STRICT;"
    "CREATE INDEX urls_canonical ON urls(coalesce(canonical, url));"
    "CREATE TABLE contexts(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, zone TEXT, quote INTEGER NOT "
    "NULL, part TEXT, type TEXT, header TEXT, attribute TEXT, packed BLOB NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX contexts_packed ON contexts(packed);"
    "CREATE TABLE links(message INTEGER NOT NULL, n INTEGER NOT NULL, url INTEGER NOT NULL,"
    " context INTEGER NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,"
    " at INTEGER NOT NULL, length INTEGER NOT NULL, more TEXT, flags INTEGER NOT NULL, raw TEXT,"
    " anchor TEXT, PRIMARY KEY(message, n)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE readings(message INTEGER NOT NULL, n INTEGER NOT NULL, k INTEGER NOT NULL,"
    " url TEXT NOT NULL, why TEXT NOT NULL, PRIMARY KEY(message, n, k)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE forgotten(hash BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;";

/* `same` is the row that this one is a copy of. `first` is the row that has the address of the
 * message-id, if that is another message. `meaning` identifies a message; see log.c. The clusters
 * are threads by all references; see threads.c. The lists of messages without List-Id are in the
 * archives; see lists.c. The log of changes is in `runs` and `changes`; see track.c. */
static const char message_tables[] =
    "CREATE TABLE messages(id INTEGER PRIMARY KEY, message_id TEXT, time INTEGER, zone INTEGER,"
    " date TEXT, sender INTEGER, subject TEXT, list INTEGER, parent INTEGER, same INTEGER,"
    " content INTEGER, answers INTEGER, refs BLOB, cluster INTEGER, first INTEGER,"
    " meaning BLOB) STRICT;"
    "CREATE INDEX messages_message_id ON messages(message_id, meaning, content) WHERE message_id"
    " IS NOT NULL;"
    "CREATE INDEX messages_content ON messages(content, meaning) WHERE message_id IS NULL;"
    "CREATE INDEX messages_list ON messages(list) WHERE list IS NOT NULL;"
    "CREATE INDEX messages_parent ON messages(parent) WHERE parent IS NOT NULL;"
    "CREATE INDEX messages_same ON messages(same) WHERE same IS NOT NULL;"
    "CREATE INDEX messages_cluster ON messages(cluster) WHERE cluster IS NOT NULL;"
    "CREATE INDEX messages_first ON messages(first) WHERE first IS NOT NULL;"
    "CREATE TABLE places(source INTEGER NOT NULL, at INTEGER NOT NULL, message INTEGER NOT NULL,"
    " length INTEGER NOT NULL, PRIMARY KEY(source, at)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX places_message ON places(message);"
    "CREATE TABLE unthreaded(cluster INTEGER NOT NULL, other INTEGER NOT NULL,"
    " PRIMARY KEY(cluster, other)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE log(address BLOB PRIMARY KEY, mail BLOB NOT NULL, text BLOB NOT NULL,"
    " doubt INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE archives(id INTEGER PRIMARY KEY, name TEXT, list TEXT) STRICT;"
    "CREATE UNIQUE INDEX archives_name ON archives(name) WHERE name IS NOT NULL;"
    "CREATE TABLE archive_lists(archive INTEGER NOT NULL, list INTEGER NOT NULL,"
    " n INTEGER NOT NULL, PRIMARY KEY(archive, list)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE runs(id INTEGER PRIMARY KEY, stamp INTEGER NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE changes(n INTEGER PRIMARY KEY, message INTEGER NOT NULL UNIQUE) STRICT;";

/* Indexes that the first run does not need. Making them at its end is faster than filling them
 * during the run. */
static const char late[] =
    "PRAGMA shrink_memory; PRAGMA cache_size = -8192;" /* sorting takes as much again */
    "CREATE INDEX IF NOT EXISTS links_url ON links(url);"
    "CREATE INDEX IF NOT EXISTS messages_time ON messages(time);"
    "CREATE INDEX IF NOT EXISTS messages_sender ON messages(sender);"
    "CREATE INDEX IF NOT EXISTS urls_host ON urls(host) WHERE host IS NOT NULL;"
    "PRAGMA cache_size = -" CACHE_SIZE;

/* The raw text of a link. Where links.raw is NULL, it follows from the URL as in record_raw(). */
#define RAW                                                                                        \
    "coalesce(l.raw, CASE WHEN c.kind IN ('email', 'addr') THEN substr(u.url, 8)"                  \
    " WHEN c.kind IN ('www', 'domain', 'ip', 'localhost')"                                         \
    " THEN substr(u.url, instr(u.url, '//') + 2) ELSE u.url END)"

/* The sort key: the host in reverse, then the rest of the canonical form without the fragment. */
#define AFTER_SLASHES "substr(" CANONICAL ", instr(" CANONICAL ", '://') + 3)"
#define AFTER_HOST "substr(" AFTER_SLASHES ", instr(" AFTER_SLASHES ", h.host) + length(h.host))"
#define NO_FRAGMENT "substr(" AFTER_HOST ", 1, instr(" AFTER_HOST " || '#', '#') - 1)"
#define PORT_END "instr(" NO_FRAGMENT " || '/', '/') - 1"
#define SURT                                                                                       \
    "CASE WHEN h.host IS NOT NULL AND instr(" CANONICAL ", '://') > 0 THEN"                        \
    " h.surt || CASE WHEN substr(" NO_FRAGMENT ", 1, 1) = ':'"                                     \
    " THEN substr(" NO_FRAGMENT ", 1, " PORT_END ") || ')' || substr(" NO_FRAGMENT ", " PORT_END   \
    " + 1) ELSE ')' || " NO_FRAGMENT " END ELSE " CANONICAL " END"

/* The date as it was written: m.date, or the usual form as in record_date(). */
#define LOCAL "m.time + 60 * m.zone, 'unixepoch'"
#define DATE                                                                                       \
    "CASE WHEN m.date <> '' THEN m.date WHEN m.time IS NOT NULL THEN"                              \
    " substr('SunMonTueWedThuFriSat', 1 + 3 * strftime('%w', " LOCAL "), 3) || ', ' ||"            \
    " CASE WHEN m.date IS NULL THEN CAST(CAST(strftime('%d', " LOCAL ") AS INTEGER) AS TEXT)"      \
    " ELSE strftime('%d', " LOCAL ") END || ' ' ||"                                                \
    " substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * strftime('%m', " LOCAL ") - 2, 3)"        \
    " || strftime(' %Y %H:%M:%S ', " LOCAL ") || CASE WHEN m.zone < 0 THEN '-' ELSE '+' END ||"    \
    " printf('%02d%02d', abs(m.zone) / 60, abs(m.zone) % 60) END"

#define UTC "strftime('%Y-%m-%dT%H:%M:%SZ', m.time, 'unixepoch')"

/* The message from which a quoted link was quoted: the nearest ancestor, by In-Reply-To and
 * References, that has the same URL outside quotes. */
#define QUOTED_FROM                                                                                \
    "(WITH RECURSIVE up(id, depth) AS (SELECT m.parent, 1 WHERE c.quote > 0"                       \
    " UNION ALL SELECT p.parent, depth + 1 FROM up JOIN messages p ON p.id = up.id"                \
    " WHERE p.parent IS NOT NULL AND depth < 100)"                                                 \
    " SELECT up.id FROM up JOIN links o ON o.message = up.id AND o.url = l.url"                    \
    " JOIN contexts oc ON oc.id = o.context AND oc.quote = 0 ORDER BY depth LIMIT 1)"

#define THREAD                                                                                     \
    "(WITH RECURSIVE up(id, parent) AS (SELECT m.id, m.parent UNION SELECT p.id, p.parent FROM up" \
    " JOIN messages p ON p.id = up.parent) SELECT id FROM up ORDER BY parent IS NOT NULL LIMIT 1)"

#define PATH                                                                                       \
    "(SELECT f.path || CASE WHEN f.path IN ('', '/') THEN '' ELSE '/' END ||"                      \
    " coalesce(s.sub, '') || s.name || coalesce(s.state, '') FROM folders f WHERE f.id = s.folder)"

static const char views[] =
    "CREATE VIEW source AS SELECT s.id, " PATH " AS path, s.size, s.mtime, s.head AS fingerprint,"
    " s.position, s.complete, s.input, s.trouble FROM sources s;"
    "CREATE VIEW message AS SELECT m.id, m.message_id, m.time, " UTC " AS utc, " DATE " AS date,"
    " p.written AS \"from\", p.name AS from_name, p.address AS from_address, m.subject, i.list,"
    " (SELECT message_id FROM messages a WHERE a.id = m.answers) AS in_reply_to, m.parent,"
    " " THREAD " AS thread, " PATH " AS source, w.at AS offset, w.length,"
    " (SELECT count(*) FROM messages v JOIN places k ON k.message = v.id"
    " WHERE v.id = m.id OR v.same = m.id) AS places, m.first"
    " FROM messages m LEFT JOIN senders p ON p.id = m.sender LEFT JOIN lists i ON i.id = m.list"
    " LEFT JOIN places w ON w.message = m.id AND (w.source, w.at) ="
    " (SELECT source, at FROM places WHERE message = m.id ORDER BY source, at LIMIT 1)"
    " LEFT JOIN sources s ON s.id = w.source"
    " WHERE m.same IS NULL AND m.content IS NOT NULL;"
    "CREATE VIEW place AS SELECT coalesce(m.same, m.id) AS message, m.id AS variant,"
    " " PATH " AS source, w.at AS offset, w.length, i.list, m.subject"
    " FROM places w JOIN messages m ON m.id = w.message JOIN sources s ON s.id = w.source"
    " LEFT JOIN lists i ON i.id = m.list;"
    "CREATE VIEW listed AS SELECT coalesce(m.same, m.id) AS message, i.list, m.same IS NULL AS"
    " own FROM lists i"
    " CROSS JOIN messages m ON m.list = i.id"
    " UNION ALL SELECT coalesce(m.same, m.id), a.list, 0 FROM archives a CROSS JOIN sources s"
    " ON s.archive = a.id CROSS JOIN places w ON w.source = s.id CROSS JOIN messages m"
    " ON m.id = w.message WHERE m.list IS NULL AND a.list IS NOT NULL;"
    "CREATE VIEW url AS SELECT u.id, u.url, " CANONICAL " AS canonical,"
    " coalesce(u.normal, u.canonical, u.url) AS normal, " SURT " AS surt, " SCHEME " AS scheme,"
    " h.host, h.site FROM urls u LEFT JOIN hosts h ON h.id = u.host;"
    "CREATE VIEW link AS SELECT l.message, l.n, u.url, " CANONICAL " AS canonical, " SCHEME
    " AS scheme, h.host, h.site, c.kind, c.zone, c.quote, c.part, c.type, c.header, c.attribute,"
    " l.line, l.column, l.at + coalesce(w.at, 0) AS offset, l.length, l.more,"
    " l.flags AS flag_bits,"
    " (SELECT group_concat(name, ',') FROM flags WHERE l.flags >> bit & 1) AS flags, " RAW
    " AS raw, l.anchor, " QUOTED_FROM " AS quoted_from, m.time, " UTC " AS utc,"
    " p.address AS from_address, m.subject, i.list, m.message_id"
    " FROM links l JOIN messages m ON m.id = l.message JOIN urls u ON u.id = l.url"
    " JOIN contexts c ON c.id = l.context LEFT JOIN hosts h ON h.id = u.host"
    " LEFT JOIN senders p ON p.id = m.sender LEFT JOIN lists i ON i.id = m.list"
    " LEFT JOIN places w ON w.message = m.id AND (w.source, w.at) ="
    " (SELECT source, at FROM places WHERE message = m.id ORDER BY source, at LIMIT 1)"
    " WHERE m.same IS NULL;"
    "CREATE VIEW reading AS SELECT r.message, r.n, r.k, r.url, r.why FROM readings r"
    " JOIN messages m ON m.id = r.message WHERE m.same IS NULL;";

static int fill_flags(struct db *d)
{
    sqlite3_stmt *s = db_prepare(d, "INSERT OR REPLACE INTO flags VALUES (?1, ?2)");
    int failed = s ? 0 : -1;

    for (int bit = 0; bit < TRAWL_FLAG_COUNT && !failed; bit++) {
        const char *name = trawl_flag_name(bit);

        (void)sqlite3_bind_int(s, 1, bit);
        db_bind(s, 2, (trawl_str){name, strlen(name)});
        failed = db_run(d, s);
    }
    return failed;
}

int schema_create(struct db *d)
{
    char set[120];

    (void)snprintf(set, sizeof set, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                   SCHEMA_APPLICATION, SCHEMA_VERSION);
    if (db_execute(d, "BEGIN IMMEDIATE") < 0 || db_execute(d, schema_tables) < 0 ||
        db_execute(d, message_tables) < 0 || db_execute(d, views) < 0 || fill_flags(d) < 0 ||
        db_execute(d, set) < 0)
        return -1;
    return db_execute(d, "COMMIT");
}

int schema_index(struct db *d)
{
    int code;

    if (db_number(d, "SELECT count(*) = 4 FROM sqlite_schema WHERE name IN ('links_url',"
                     " 'messages_time', 'messages_sender', 'urls_host')") == 1)
        return track_begin(d);
    d->stoppable = true;
    d->ticks = 0;
    code = sqlite3_exec(d->sql, late, NULL, NULL, NULL);
    d->stoppable = false;
    if (code == SQLITE_OK)
        return track_begin(d);
    return code == SQLITE_INTERRUPT ? 0 : db_trouble(d);
}

/* ---- Comparing ----
 *
 * A query of trawl is safe and ends only if the tables are those that trawl made: a view under the
 * name of a table may have rows without end, and a virtual table may do anything.
 */

/* Makes the tables in memory. Returns NULL when out of memory. */
static sqlite3 *make_expected(void)
{
    static const char *const all[] = {schema_tables, message_tables, late, views};
    sqlite3 *made = NULL;
    int code = sqlite3_open_v2(
        ":memory:", &made, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

    for (size_t i = 0; i < sizeof all / sizeof all[0] && code == SQLITE_OK; i++)
        code = sqlite3_exec(made, all[i], NULL, NULL, NULL);
    if (code == SQLITE_OK)
        return made;
    (void)sqlite3_close(made);
    return NULL;
}

/* Returns true when the row of sqlite_schema is one that trawl may have made: it is in the expected
 * schema, or has the statistics of ANALYZE. */
static bool is_expected(sqlite3_stmt *row, sqlite3_stmt *find)
{
    static const char statistics[] = "CREATE TABLE sqlite_stat";
    trawl_str type = db_text(row, 0), sql = db_text(row, 3);
    bool found;

    for (int i = 0; i < 4; i++)
        (void)sqlite3_bind_value(find, i + 1, sqlite3_column_value(row, i));
    found = sqlite3_step(find) == SQLITE_ROW;
    (void)sqlite3_reset(find);
    return found || (type.n == 5 && memcmp(type.p, "table", 5) == 0 && sql.n > sizeof statistics &&
                     memcmp(sql.p, statistics, sizeof statistics - 1) == 0);
}

int schema_check(struct db *d)
{
    sqlite3 *made = make_expected();
    sqlite3_stmt *row = NULL, *find = NULL;
    int code = SQLITE_NOMEM;
    bool good = true;

    if (made)
        code = sqlite3_prepare_v2(made,
                                  "SELECT 1 FROM sqlite_schema WHERE type IS ?1 AND name IS ?2"
                                  " AND tbl_name IS ?3 AND sql IS ?4",
                                  -1, &find, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(d->sql, "SELECT type, name, tbl_name, sql FROM sqlite_schema", -1,
                                  &row, NULL);
    while (code == SQLITE_OK && good && (code = sqlite3_step(row)) == SQLITE_ROW) {
        good = is_expected(row, find);
        code = SQLITE_OK;
    }
    (void)sqlite3_finalize(row);
    (void)sqlite3_finalize(find);
    (void)sqlite3_close(made);
    if (!good)
        return db_damaged(d);
    return code == SQLITE_DONE ? 0 : db_trouble(d);
}
