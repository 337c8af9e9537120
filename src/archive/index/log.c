/* log.c - the log of what was published: to which message each address belongs
 *
 * The first message that was seen with an id keeps the address of its page. The log has a row for
 * each address:
 *
 *     log(address, mail, text, doubt)
 *
 * `address` is the SHA-256 that names the page, cut to 16 bytes; `mail` and `text` are the parts of
 * the meaning of the message (app/gather/meaning.c). A row is never given to another message, not
 * even when the message has left the index. Other messages with the same id have addresses of their
 * own, which depend on their meaning.
 *
 * `doubt` is 1 if the text may be incomplete: it could not be read, or the message was the last one
 * of a damaged file, which is read again. Such a text is not compared; sender and date decide.
 */
#include "archive/index/index.h"

#include <stdio.h>

#define LOG_ADDRESS 16
#define LOG_MAIL (MEANING_DATE + MEANING_SENDER)

void address_of(const struct address_parts *parts, unsigned char out[SHA256_BYTES])
{
    struct sha256 sum;
    char key[40];
    int n = parts->id.n > 0
                ? 0
                : snprintf(key, sizeof key, "\n%016llx\n", (unsigned long long)parts->content);

    sha256_begin(&sum);
    sha256_add(&sum, key, (size_t)n);
    if (parts->id.n > 0)
        sha256_add(&sum, parts->id.p, parts->id.n);
    if (parts->meaning.n > 0) {
        sha256_add(&sum, "\n", 1);
        sha256_add(&sum, parts->meaning.p, parts->meaning.n);
    }
    sha256_end(&sum, out);
}

struct address_parts address_read(sqlite3_stmt *row, int column)
{
    return (struct address_parts){.id = db_text(row, column),
                                  .content = (uint64_t)sqlite3_column_int64(row, column + 1),
                                  .meaning = db_text(row, column + 2)};
}

int log_open(struct log *log, struct db *db)
{
    *log = (struct log){.db = db};
    log->find = db_prepare(db, "SELECT mail, text, doubt FROM log WHERE address = ?1");
    log->put = db_prepare(db, "INSERT OR REPLACE INTO log VALUES (?1, ?2, ?3, 0)");
    log->doubt = db_prepare(db, "UPDATE log SET doubt = 1 WHERE address = ?1");
    log->drop = db_prepare(db, "DELETE FROM log WHERE address = ?1");
    return db->failed ? -1 : 0;
}

static void log_bind_address(sqlite3_stmt *s, const struct address_parts *parts)
{
    unsigned char hash[SHA256_BYTES];

    address_of(parts, hash);
    (void)sqlite3_bind_blob(s, 1, hash, LOG_ADDRESS, SQLITE_TRANSIENT);
}

/* Returns true when a column has exactly these bytes. */
static bool log_column_is(sqlite3_stmt *row, int column, const void *bytes, size_t n)
{
    return (size_t)sqlite3_column_bytes(row, column) == n &&
           memcmp(sqlite3_column_blob(row, column), bytes, n) == 0;
}

static int log_put(struct log *log, const struct address_parts *parts,
                   const unsigned char meaning[MEANING_BYTES])
{
    log_bind_address(log->put, parts);
    (void)sqlite3_bind_blob(log->put, 2, meaning + MEANING_TEXT, LOG_MAIL, SQLITE_STATIC);
    (void)sqlite3_bind_blob(log->put, 3, meaning, MEANING_TEXT, SQLITE_STATIC);
    return db_run(log->db, log->put);
}

int log_claim(struct log *log, const struct address_parts *parts,
              const unsigned char meaning[MEANING_BYTES], enum log_claim *claim)
{
    bool owns, doubt;
    int found;

    log_bind_address(log->find, parts);
    if ((found = db_step(log->db, log->find)) < 0)
        return -1;
    *claim = LOG_OWNS;
    if (found == 0)
        return log_put(log, parts, meaning);
    doubt = sqlite3_column_int(log->find, 2) != 0;
    owns = log_column_is(log->find, 0, meaning + MEANING_TEXT, LOG_MAIL) &&
           (doubt || log_column_is(log->find, 1, meaning, MEANING_TEXT));
    db_reset(log->db, log->find);
    if (!owns)
        *claim = LOG_OTHER;
    return owns && doubt ? log_put(log, parts, meaning) : 0;
}

int log_compare(struct log *log, const struct address_parts *parts, const void *meaning)
{
    const unsigned char *given = meaning;
    int found, state = LOG_OTHER;

    log_bind_address(log->find, parts);
    if ((found = db_step(log->db, log->find)) <= 0)
        return found < 0 ? -1 : LOG_OTHER;
    if (sqlite3_column_int(log->find, 2) != 0)
        state = LOG_PERHAPS;
    else if (given && log_column_is(log->find, 0, given + MEANING_TEXT, LOG_MAIL) &&
             log_column_is(log->find, 1, given, MEANING_TEXT))
        state = LOG_OWNS;
    db_reset(log->db, log->find);
    return state;
}

int log_doubt(struct log *log, const struct address_parts *parts)
{
    log_bind_address(log->doubt, parts);
    return db_run(log->db, log->doubt);
}

int log_drop(struct log *log, const struct address_parts *parts)
{
    log_bind_address(log->drop, parts);
    return db_run(log->db, log->drop);
}
