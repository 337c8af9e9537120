/* erase.c - erases messages, with the URLs, senders and lists that only they used
 *
 * A message that has no place any more is erased with its links. If others may refer to it, a row
 * with only its message-id stays until threads_settle(). The URLs, senders and lists of erased rows
 * are recorded in a temporary table, and deleted before the next commit unless another row uses
 * them.
 */
#include "archive/index/index.h"

/* Each passes something on from row ?1 to row ?2: the address of the message-id, if ?1 had it, the
 * copies, the other messages with the id, and the answers. Copies with another text become
 * messages; rows with only a message-id stay copies. References to ?1 then lead to ?2. */
static const char *const inherit_sql[ERASE_HEIRS] = {
    "UPDATE messages SET same = NULL, first = (SELECT first FROM messages WHERE id = ?1) WHERE id ="
    " ?2",
    "UPDATE messages SET same = ?2 WHERE same = ?1 AND (meaning IS NULL OR meaning IS (SELECT"
    " meaning FROM messages WHERE id = ?2))",
    "UPDATE messages SET same = NULL, first = coalesce(first, ?2) WHERE same = ?1",
    "UPDATE messages SET first = ?2 WHERE first = ?1",
    "UPDATE messages SET parent = ?2 WHERE parent = ?1",
    "UPDATE messages SET same = ?2, first = (SELECT first FROM messages WHERE id = ?2) WHERE id = ?1"
    " AND content IS NULL"};

int erase_open(struct erase *e, struct db *db, struct names *names)
{
    *e = (struct erase){.db = db, .names = names};
    if (db_execute(db, ERASE_GONE) < 0)
        return -1;
    e->places = db_prepare(db, "SELECT at, message FROM places WHERE source = ?1 AND at >= ?2"
                               " ORDER BY at LIMIT 1");
    e->unplace = db_prepare(db, "DELETE FROM places WHERE source = ?1 AND at = ?2");
    e->placed = db_prepare(db, "SELECT 1 FROM places WHERE message = ?1 LIMIT 1");
    e->nowhere = db_prepare(db, "UPDATE places SET message = 0, length = 0 WHERE message = ?1");
    e->gone_urls = db_prepare(
        db, "INSERT OR IGNORE INTO temp.gone SELECT 1, url FROM links WHERE message = ?1");
    e->gone_people = db_prepare(
        db, "INSERT OR IGNORE INTO temp.gone SELECT 2, sender FROM messages WHERE id = ?1 AND"
            " sender IS NOT NULL UNION ALL SELECT 3, list FROM messages WHERE id = ?1 AND"
            " list IS NOT NULL");
    e->links = db_prepare(db, "DELETE FROM links WHERE message = ?1");
    e->readings = db_prepare(db, "DELETE FROM readings WHERE message = ?1");
    e->heir = db_prepare(db, "SELECT id FROM messages WHERE same = ?1 AND content IS NOT NULL"
                             " ORDER BY id LIMIT 1");
    for (int i = 0; i < ERASE_HEIRS; i++)
        e->inherit[i] = db_prepare(db, inherit_sql[i]);
    e->demote = db_prepare(db, "UPDATE messages SET first = ?2 WHERE (id = ?1 AND content IS NOT"
                               " NULL) OR same = ?1");
    e->others = db_prepare(db, "SELECT 1 FROM messages WHERE first = ?1 AND id <> ?1 LIMIT 1");
    e->orphan = db_prepare(db, "UPDATE messages SET parent = NULL WHERE parent = ?1");
    e->stub = db_prepare(db, "UPDATE messages SET time = NULL, zone = NULL, date = NULL,"
                             " sender = NULL, subject = NULL, list = NULL, parent = NULL,"
                             " content = NULL, answers = NULL, refs = NULL, meaning = NULL"
                             " WHERE id = ?1");
    e->drop = db_prepare(db, "DELETE FROM messages WHERE id = ?1");
    e->named = db_prepare(db, "SELECT cluster, message_id FROM messages WHERE id = ?1");
    e->unthread = db_prepare(db, "INSERT OR IGNORE INTO unthreaded SELECT cluster, cluster FROM"
                                 " messages WHERE id = ?1 AND cluster IS NOT NULL");
    e->source = db_prepare(db, "DELETE FROM sources WHERE id = ?1");
    e->sweep[0] = db_prepare(
        db, "INSERT OR IGNORE INTO temp.gone SELECT 4, host FROM urls WHERE host IS NOT NULL AND id"
            " IN (SELECT id FROM temp.gone WHERE kind = 1)");
    e->sweep[1] =
        db_prepare(db, "DELETE FROM urls WHERE id IN (SELECT id FROM temp.gone WHERE kind = 1)"
                       " AND NOT EXISTS (SELECT 1 FROM links WHERE url = urls.id)");
    e->sweep[2] =
        db_prepare(db, "DELETE FROM senders WHERE id IN (SELECT id FROM temp.gone WHERE kind = 2)"
                       " AND NOT EXISTS (SELECT 1 FROM messages WHERE sender = senders.id)");
    e->sweep[3] =
        db_prepare(db, "DELETE FROM lists WHERE id IN (SELECT id FROM temp.gone WHERE kind = 3)"
                       " AND NOT EXISTS (SELECT 1 FROM messages WHERE list = lists.id)");
    return lists_open(&e->lists, db);
}

/* ---- Statements about one message ---- */

static int erase_run(struct erase *e, sqlite3_stmt *s, int64_t id)
{
    (void)sqlite3_bind_int64(s, 1, id);
    return db_run(e->db, s);
}

/* Returns as db_look(). */
static int64_t erase_look(struct erase *e, sqlite3_stmt *s, int64_t id)
{
    (void)sqlite3_bind_int64(s, 1, id);
    return db_look(e->db, s);
}

/* ---- Messages ---- */

/* Runs the statements that pass something on from row `old` to `row`, from the `from`-th statement
 * on. */
static int erase_pass_on(struct erase *e, int from, int64_t old, int64_t row)
{
    int64_t cached;
    trawl_str text;
    int found;

    for (int i = from; i < ERASE_HEIRS; i++) {
        DB_BIND(e->inherit[i], 1, old, row);
        if (db_run(e->db, e->inherit[i]) < 0)
            return -1;
    }
    (void)sqlite3_bind_int64(e->named, 1, row);
    if ((found = db_step(e->db, e->named)) <= 0)
        return found;
    text = db_text(e->named, 1);
    if (text.p)
        names_cached(e->names, NAME_MESSAGE, text, &cached)->id = 0;
    db_reset(e->db, e->named);
    return erase_run(e, e->unthread, row);
}

/* Makes the first copy of a row the message. Returns 0 or -1. */
static int erase_promote(struct erase *e, int64_t old)
{
    const int64_t heir = erase_look(e, e->heir, old);

    return heir <= 0 ? (int)heir : erase_pass_on(e, 0, old, heir);
}

int erase_replace(struct erase *e, int64_t old, int64_t row)
{
    DB_BIND(e->demote, 1, old, row);
    return db_run(e->db, e->demote) < 0 ? -1 : erase_pass_on(e, 3, old, row);
}

int erase_row(struct erase *e, int64_t id)
{
    int64_t cached;
    trawl_str text;
    int found;

    (void)sqlite3_bind_int64(e->named, 1, id);
    if ((found = db_step(e->db, e->named)) <= 0)
        return found;
    text = db_text(e->named, 1);
    if (text.p)
        names_cached(e->names, NAME_MESSAGE, text, &cached)->id = 0;
    db_reset(e->db, e->named);
    return erase_run(e, e->drop, id);
}

/* Deletes the links of a message, and records the URLs, sender and list that it used. */
static int erase_links(struct erase *e, int64_t id)
{
    e->touched = true;
    return erase_run(e, e->gone_urls, id) < 0 || erase_run(e, e->gone_people, id) < 0 ||
                   erase_run(e, e->links, id) < 0
               ? -1
               : erase_run(e, e->readings, id);
}

int erase_message(struct erase *e, int64_t id, bool all)
{
    bool alone;
    int found;
    int64_t others;

    (void)sqlite3_bind_int64(e->named, 1, id);
    if ((found = db_step(e->db, e->named)) <= 0)
        return found;
    alone = sqlite3_column_type(e->named, 0) == SQLITE_NULL;
    db_reset(e->db, e->named);
    if (erase_links(e, id) < 0 || erase_run(e, e->unthread, id) < 0 ||
        (all && (erase_run(e, e->orphan, id) < 0 || lists_drop(&e->lists, id) < 0 ||
                 erase_run(e, e->nowhere, id) < 0)) ||
        erase_run(e, e->stub, id) < 0 || erase_promote(e, id) < 0 ||
        (others = erase_look(e, e->others, id)) < 0)
        return -1;
    return (alone || all) && others == 0 ? erase_row(e, id) : 0;
}

int erase_from(struct erase *e, int64_t source, uint64_t offset)
{
    int64_t at, message, placed;
    int found;

    for (;;) {
        DB_BIND(e->places, 1, source, (int64_t)offset);
        if ((found = db_step(e->db, e->places)) <= 0)
            return found;
        at = sqlite3_column_int64(e->places, 0);
        message = sqlite3_column_int64(e->places, 1);
        db_reset(e->db, e->places);
        DB_BIND(e->unplace, 1, source, at);
        if (lists_count(&e->lists, source, at, -1) < 0 || db_run(e->db, e->unplace) < 0 ||
            (placed = erase_look(e, e->placed, message)) < 0)
            return -1;
        if (sqlite3_changes(e->db->sql) == 0)
            return db_damaged(e->db);
        if (placed == 0 && message > 0 && erase_message(e, message, false) < 0)
            return -1;
    }
}

int erase_source(struct erase *e, int64_t source)
{
    return lists_touch(&e->lists, source) < 0 || erase_from(e, source, 0) < 0
               ? -1
               : erase_run(e, e->source, source);
}

int erase_sweep(struct erase *e)
{
    if (lists_settle(&e->lists) < 0)
        return -1;
    if (!e->touched)
        return 0;
    e->touched = false;
    names_forget(e->names);
    if (schema_index(e->db) < 0)
        return -1;
    for (size_t i = 0; i < sizeof e->sweep / sizeof e->sweep[0]; i++)
        if (db_run(e->db, e->sweep[i]) < 0)
            return -1;
    return db_execute(e->db,
                      "DELETE FROM hosts WHERE id IN (SELECT id FROM temp.gone WHERE kind = 4)"
                      " AND NOT EXISTS (SELECT 1 FROM urls WHERE host = hosts.id);"
                      "DELETE FROM temp.gone");
}
