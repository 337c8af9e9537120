/* track.c - the log of changed messages, from which trawl site knows what to make again
 *
 *     runs(id, stamp)       the transactions that changed something; stamp is random
 *     changes(n, message)   a row for each message that has changed, with its last change; n grows.
 *                           `message` is the number of a row of "messages", which may be gone, or
 *                           that of a source, negative
 *
 * A site remembers the last stamp and the last change. If the index has no such stamp, because it
 * is another one or an older copy, the site makes everything again.
 *
 * Temporary triggers fill the tables; they work although protect() turns off the triggers in a
 * file. A row also counts as changed when a copy of it or a row with the same message-id changes.
 * The first run writes no log: it begins with the indexes that schema_index() makes at its end.
 *
 * Each transaction has a stamp of its own, since after a loss of power an index may lack the last
 * transactions, which a site may have read.
 */
#include "archive/index/index.h"

/* Logs the rows of a query that are not 0 or NULL. If the statement that fires the trigger has OR
 * REPLACE, SQLite applies this to the statements of the trigger, too, so a stamp may move to
 * another row. That does no harm. */
#define TRACK(name, event, rows)                                                                   \
    "CREATE TEMP TRIGGER IF NOT EXISTS " name " " event                                            \
    " BEGIN INSERT OR IGNORE INTO runs(stamp) SELECT stamp FROM own_run;"                          \
    " INSERT OR REPLACE INTO changes(message) SELECT id FROM (" rows ") WHERE id <> 0; END;"

/* clang-format off */

static const char track_sql[] =
    "CREATE TEMP TABLE IF NOT EXISTS own_run AS SELECT random() AS stamp;"
    "INSERT INTO runs(stamp) SELECT stamp FROM own_run WHERE NOT EXISTS (SELECT 1 FROM runs);"
    TRACK("track_add", "AFTER INSERT ON messages",
          "SELECT new.id AS id UNION SELECT new.same UNION SELECT new.first")
    TRACK("track_set",
          "AFTER UPDATE OF id, message_id, time, zone, date, sender, subject, list, parent, same,"
          " content, first, meaning ON messages",
          "SELECT new.id AS id UNION SELECT old.same UNION SELECT new.same UNION SELECT old.first"
          " UNION SELECT new.first")
    TRACK("track_drop", "AFTER DELETE ON messages",
          "SELECT old.id AS id UNION SELECT old.same UNION SELECT old.first")
    TRACK("track_place", "BEFORE INSERT ON places",
          "SELECT new.message AS id"
          " UNION SELECT message FROM places WHERE source = new.source AND at = new.at")
    TRACK("track_move", "AFTER UPDATE ON places",
          "SELECT old.message AS id UNION SELECT new.message")
    TRACK("track_leave", "AFTER DELETE ON places",
          "SELECT old.message AS id")
    TRACK("track_source", "AFTER UPDATE OF folder, sub, name, state, size, mtime, again ON sources",
          "SELECT -new.id AS id")
    TRACK("track_list", "AFTER UPDATE OF list ON archives WHEN old.list IS NOT new.list",
          "SELECT w.message AS id FROM sources s CROSS JOIN places w ON w.source = s.id"
          " WHERE s.archive = new.id");

/* clang-format on */

int track_begin(struct db *d)
{
    return db_execute(d, track_sql);
}

int track_next(struct db *d)
{
    const int64_t tracks =
        db_number(d, "SELECT count(*) FROM sqlite_temp_schema WHERE name = 'own_run'");

    return tracks > 0 ? db_execute(d, "UPDATE temp.own_run SET stamp = random()") : (int)tracks;
}

int track_continue(struct db *d)
{
    const int64_t tracks = db_number(d, "SELECT EXISTS (SELECT 1 FROM runs)");

    return tracks > 0 ? track_begin(d) : (int)tracks;
}
