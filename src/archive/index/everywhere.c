/* everywhere.c - trawl forget --everywhere: blanks addresses in the rows of the index
 *
 * Rows with the same new text become one. A message whose message-id changes also gets the address
 * of the new id for its page, unless another message has that address.
 */
#include "archive/index/index.h"

struct everywhere {
    struct db *db;
    struct erase *erase;
    struct log *log;
    struct forgotten forgotten;
    sqlite3_stmt *owner, *stub, *yield; /* of blank_yield() */
    struct buffer copy;
    uint64_t count;
};

/* The function blanked(TEXT) of SQL: NULL if the text has no address to blank. */
static void blanked_in_sql(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct everywhere *e = sqlite3_user_data(context);
    const char *p = (const char *)sqlite3_value_text(values[0]);
    const size_t n = p ? (size_t)sqlite3_value_bytes(values[0]) : 0;

    (void)count;
    e->copy.n = 0;
    if (n > 0 && buffer_add(&e->copy, p, n) != TRAWL_OK) {
        sqlite3_result_error_nomem(context);
        return;
    }
    forgotten_blank(&e->forgotten, buffer_str(&e->copy), 0);
    if (n > 0 && memcmp(e->copy.p, p, n) != 0)
        sqlite3_result_text64(context, e->copy.p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Makes links lead to the rows of the blanked URLs. */
static int blank_urls(struct everywhere *e)
{
    struct db *d = e->db;
    sqlite3_stmt *rows = db_prepare(d, "SELECT id, blanked(url) FROM urls WHERE blanked(url) IS NOT"
                                       " NULL"),
                 *links = db_prepare(d, "UPDATE links SET url = ?2 WHERE url = ?1"),
                 *gone = db_prepare(d, "INSERT OR IGNORE INTO temp.gone SELECT 1, ?1 WHERE ?2");
    int found = -1;

    while (!d->failed && (found = db_step(d, rows)) > 0) {
        const int64_t old = sqlite3_column_int64(rows, 0),
                      row = names_url(e->erase->names, db_text(rows, 1));

        for (int i = 0; i < 2 && row > 0; i++) {
            sqlite3_stmt *s = i == 0 ? links : gone;

            DB_BIND(s, 1, old, row);
            (void)db_run(d, s);
        }
        e->erase->touched = true;
        e->count++;
    }
    return found == 0 && !d->failed ? 0 : -1;
}

/* ---- Message-ids ---- */

/* Makes a message, its copies and the other messages with its id lead to the row that has or had
 * the address of its new id: to a row with only this id, if there is no other. */
static int blank_yield(struct everywhere *e, int64_t id, trawl_str new_id)
{
    struct db *d = e->db;
    int64_t owner;

    if (!e->owner) {
        e->owner = db_prepare(d, "SELECT coalesce(first, same, id) FROM messages WHERE message_id ="
                                 " ?1 AND id <> ?2 ORDER BY meaning DESC LIMIT 1");
        e->stub = db_prepare(d, "INSERT INTO messages(message_id) VALUES (?1) RETURNING id");
        e->yield = db_prepare(d, "UPDATE messages SET first = ?2 WHERE id = ?1 OR same = ?1 OR"
                                 " first = ?1");
    }
    db_bind(e->owner, 1, new_id);
    db_bind(e->stub, 1, new_id);
    (void)sqlite3_bind_int64(e->owner, 2, id);
    if ((owner = db_look(d, e->owner)) == 0)
        owner = db_look(d, e->stub);
    if (owner <= 0)
        return -1;
    DB_BIND(e->yield, 1, id, owner);
    return db_run(d, e->yield);
}

/* Blanks the ids of messages. The addresses of their pages depend on these. */
static int blank_ids(struct everywhere *e)
{
    struct db *d = e->db;
    sqlite3_stmt *rows = db_prepare(
                     d, "SELECT " ADDRESS_COLUMNS(
                            "m") ", m.id, m.meaning, m.content IS NOT NULL AND m.same IS NULL AND"
                                 " m.first IS NULL, blanked(m.message_id)"
                                 " FROM messages m WHERE blanked(m.message_id) IS NOT NULL"),
                 *put = db_prepare(d, "UPDATE messages SET message_id = ?2 WHERE id = ?1");
    int found = -1;

    while (!d->failed && (found = db_step(d, rows)) > 0) {
        struct address_parts parts = address_read(rows, 0);
        const unsigned char *meaning = sqlite3_column_blob(rows, 4);
        const bool owns =
            sqlite3_column_int(rows, 5) && sqlite3_column_bytes(rows, 4) == MEANING_BYTES;
        const int64_t id = sqlite3_column_int64(rows, 3);
        enum log_claim claim = LOG_OWNS;

        if (owns && log_drop(e->log, &parts) < 0)
            return -1;
        parts.id = db_text(rows, 6);
        (void)sqlite3_bind_int64(put, 1, id);
        db_bind(put, 2, parts.id);
        if (db_run(d, put) < 0 || (owns && log_claim(e->log, &parts, meaning, &claim) < 0))
            return -1;
        if (owns && claim == LOG_OTHER && parts.id.p && blank_yield(e, id, parts.id) < 0)
            return -1;
        e->count++;
    }
    return found == 0 && !d->failed ? 0 : -1;
}

/* ---- All ---- */

/* SQL: blanks a column. With OR IGNORE, a row stays as it is if another row already has the blanked
 * text; MERGE then makes references lead to the other row, and DROP deletes the first. */
#define BLANK(or, table, column)                                                                   \
    "UPDATE " or table " SET " column " = blanked(" column ") WHERE blanked(" column ") IS NOT NULL"
#define MERGE(from, reference, table, column)                                                      \
    "UPDATE " from " SET " reference " = (SELECT o.id FROM " table " t JOIN " table                \
    " o ON o." column " = blanked(t." column ") WHERE t.id = " from "." reference                  \
    ") WHERE " reference " IN (SELECT id FROM " table " WHERE blanked(" column ") IS NOT NULL)"
#define DROP(table, column) "DELETE FROM " table " WHERE blanked(" column ") IS NOT NULL"

static const char *const texts_sql[] = {
    BLANK("", "senders", "address"),
    BLANK("", "senders", "name"),
    BLANK("OR IGNORE ", "senders", "written"),
    MERGE("messages", "sender", "senders", "written"),
    DROP("senders", "written"),
    BLANK("OR IGNORE ", "lists", "list"),
    MERGE("messages", "list", "lists", "list"),
    "INSERT INTO archive_lists SELECT a.archive, o.id, a.n FROM archive_lists a JOIN lists t ON t.id"
    " = a.list JOIN lists o ON o.list = blanked(t.list) WHERE true ON CONFLICT DO UPDATE SET n = n +"
    " excluded.n; DELETE FROM archive_lists WHERE list IN (SELECT id FROM lists WHERE blanked(list)"
    " IS NOT NULL)",
    DROP("lists", "list"),
    BLANK("", "archives", "list"),
    BLANK("", "messages", "date"),
    BLANK("", "messages", "subject"),
    BLANK("", "links", "raw"),
    BLANK("", "links", "anchor"),
    BLANK("", "links", "more"),
    BLANK("", "readings", "url"),
    BLANK("", "urls", "normal")};

int everywhere_blank(struct erase *erase, struct log *log, uint64_t *count)
{
    static struct everywhere e; /* the function of SQL has its address */
    int failed;

    e = (struct everywhere){.db = erase->db, .erase = erase, .log = log};
    failed = forgotten_open(&e.forgotten, e.db) < 0 || schema_index(e.db) < 0 ? -1 : 0;
    if (!failed && sqlite3_create_function(e.db->sql, "blanked", 1, SQLITE_UTF8, &e, blanked_in_sql,
                                           NULL, NULL) != SQLITE_OK)
        failed = db_trouble(e.db);
    failed = failed || blank_urls(&e) < 0 || blank_ids(&e) < 0 ? -1 : 0;
    for (size_t i = 0; i < sizeof texts_sql / sizeof texts_sql[0] && !failed; i++) {
        failed = db_execute(e.db, texts_sql[i]);
        e.count += (uint64_t)sqlite3_changes(e.db->sql);
    }
    forgotten_close(&e.forgotten);
    buffer_free(&e.copy);
    *count += e.count;
    return failed;
}
