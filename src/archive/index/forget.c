/* forget.c - trawl forget: erases messages by id or sender, and keeps them out
 *
 * What is kept out is stored as a hash with a key of the database. In each command that writes,
 * SQLite overwrites deleted rows: see db_create().
 */
#include "archive/index/index.h"

#include "base/ascii.h"

#include <stdio.h>
#include <stdlib.h>

enum { HASH = 16 }; /* bytes of a hash */

/* ---- Hashes ---- */

/* Reads the key of the hashes, or with `make` creates it. Returns 1, 0 if there is none, or -1. */
static int read_key(struct db *d, sip_hash *key, bool make)
{
    struct buffer text = {0};
    char made[40];
    char half[17] = {0};
    int found = db_meta(d, "key", &text);

    if (found > 0 && text.n == 32) {
        memcpy(half, text.p, 16);
        *key = (sip_hash){strtoull(half, NULL, 16), strtoull(text.p + 16, NULL, 16)};
    } else if (found == 0 && make) {
        *key = sip_key(d);
        (void)snprintf(made, sizeof made, "%016llx%016llx", (unsigned long long)key->a,
                       (unsigned long long)key->b);
        found = db_set_meta(d, "key", (trawl_str){made, strlen(made)}) < 0 ? -1 : 1;
    }
    buffer_free(&text);
    return found;
}

/* What was forgotten: messages with an id, messages of a sender, the message that had the address
 * of an id, or an address in all texts. */
enum forget_kind { FORGET_ID, FORGET_SENDER, FORGET_OWNER, FORGET_EVERYWHERE };

/* Writes the hash of a text. */
static void forget_hash_as_is(sip_hash key, trawl_str text, enum forget_kind kind,
                              unsigned char hash[HASH])
{
    const sip_hash h = sip_of((sip_hash){key.a + kind, key.b}, text.p, text.n);

    for (unsigned i = 0; i < 8; i++) {
        hash[i] = (unsigned char)(h.a >> 8 * i);
        hash[8 + i] = (unsigned char)(h.b >> 8 * i);
    }
}

/* Writes the hash of a message-id, or of an address in any case. */
static void forget_hash_of(sip_hash key, trawl_str text, enum forget_kind kind,
                           unsigned char hash[HASH])
{
    struct buffer lower = {0};

    (void)buffer_add(&lower, text.p, text.n);
    for (size_t i = 0; i < lower.n && (kind == FORGET_SENDER || kind == FORGET_EVERYWHERE); i++)
        lower.p[i] = ascii_lower(lower.p[i]);
    forget_hash_as_is(key, buffer_str(&lower), kind, hash);
    buffer_free(&lower);
}

/* Reads all hashes, sorted. Returns 0 or -1. */
static int read_hashes(struct forgotten *forgotten)
{
    sqlite3_stmt *rows =
        db_prepare(forgotten->db, "SELECT hash FROM forgotten WHERE length(hash) = 16 ORDER BY"
                                  " hash");
    int found = -1;

    while ((found = db_step(forgotten->db, rows)) > 0)
        if (buffer_add(&forgotten->hashes, sqlite3_column_blob(rows, 0), HASH) != TRAWL_OK)
            return command_trouble(forgotten->db->command, TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
    return found;
}

int forgotten_open(struct forgotten *forgotten, struct db *db)
{
    struct buffer text = {0};
    const int found = read_key(db, &forgotten->key, false),
              everywhere = found < 0 ? -1 : db_meta(db, "everywhere", &text);

    buffer_free(&text);
    forgotten->db = db;
    forgotten->any = found > 0;
    forgotten->everywhere = everywhere > 0;
    forgotten->find = db_prepare(db, "SELECT 1 FROM forgotten WHERE hash = ?1");
    if (everywhere < 0 || db->failed)
        return -1;
    return forgotten->everywhere ? read_hashes(forgotten) : 0;
}

void forgotten_close(struct forgotten *forgotten)
{
    buffer_free(&forgotten->hashes);
}

static int forget_has(struct forgotten *forgotten, trawl_str text, enum forget_kind kind)
{
    unsigned char hash[HASH];

    if (!text.p || !forgotten->any)
        return 0;
    forget_hash_of(forgotten->key, text, kind, hash);
    (void)sqlite3_bind_blob(forgotten->find, 1, hash, sizeof hash, SQLITE_TRANSIENT);
    return (int)db_look(forgotten->db, forgotten->find);
}

bool forgotten_blanks(const struct forgotten *forgotten, trawl_str address)
{
    const struct buffer *hashes = &forgotten->hashes;
    unsigned char hash[HASH];
    size_t from = 0, to = hashes->n / HASH;

    forget_hash_as_is(forgotten->key, address, FORGET_EVERYWHERE, hash);
    while (from < to) {
        const size_t at = from + (to - from) / 2;
        const int order = memcmp(hash, hashes->p + at * HASH, HASH);

        if (order == 0)
            return true;
        from = order > 0 ? at + 1 : from;
        to = order < 0 ? at : to;
    }
    return false;
}

int forgotten_had(struct forgotten *forgotten, trawl_str id)
{
    return forget_has(forgotten, id, FORGET_OWNER);
}

int forgotten_keeps_out(struct forgotten *forgotten, trawl_str id, trawl_str address, bool list)
{
    int found = forget_has(forgotten, id, FORGET_ID);

    if (found == 0)
        found = forget_has(forgotten, address, FORGET_SENDER);
    return found == 0 && list ? forgotten_had(forgotten, id) : found;
}

int forgotten_has(struct forgotten *forgotten, trawl_str id, trawl_str address)
{
    return forgotten_keeps_out(forgotten, id, address, true);
}

/* ---- Erasing ---- */

struct forget {
    struct db *db;
    struct names names;
    struct erase erase;
    struct threads threads;
    struct spelling spelling;
    struct log log;
    sip_hash key;
    sqlite3_stmt *keep, *by_id, *by_address, *names_of, *by_name;
    struct buffer rows;  /* int64_t: messages to erase */
    struct buffer alike; /* names of the erased senders, each with a NUL */
    bool everywhere;     /* their addresses are blanked in texts, too */
    uint64_t erased, blanked;
};

static int keep_out(struct forget *forget, trawl_str text, enum forget_kind kind)
{
    unsigned char hash[HASH];

    forget_hash_of(forget->key, text, kind, hash);
    (void)sqlite3_bind_blob(forget->keep, 1, hash, sizeof hash, SQLITE_TRANSIENT);
    return db_run(forget->db, forget->keep);
}

/* Erases the address of the message of a row, and keeps others from getting it. Returns 0 or -1. */
static int forget_address(struct forget *forget, sqlite3_stmt *row, int column)
{
    const struct address_parts parts = address_read(row, column);

    if (parts.meaning.n > 0)
        return 0;
    if (parts.id.p && keep_out(forget, parts.id, FORGET_OWNER) < 0)
        return -1;
    return log_drop(&forget->log, &parts);
}

/* Erases all messages that a statement finds for a word. Returns 0 or -1. */
static int erase_found(struct forget *forget, sqlite3_stmt *s, trawl_str word)
{
    int found;
    bool failed = false;

    forget->rows.n = 0;
    db_bind(s, 1, word);
    while (!failed && (found = db_step(forget->db, s)) > 0) {
        int64_t id = sqlite3_column_int64(s, 0);

        forget->erased += sqlite3_column_int(s, 1) != 0;
        failed = forget_address(forget, s, 2) < 0 ||
                 buffer_add(&forget->rows, (const char *)&id, sizeof id) != TRAWL_OK;
    }
    db_reset(forget->db, s);
    for (size_t i = 0; !failed && found == 0 && i < forget->rows.n; i += sizeof(int64_t)) {
        int64_t id;

        memcpy(&id, forget->rows.p + i, sizeof id);
        failed = erase_message(&forget->erase, id, true) < 0;
    }
    return failed || found < 0 ? -1 : 0;
}

static bool is_kept(const struct forget *forget, trawl_str name)
{
    for (size_t i = 0; i < forget->alike.n; i += strlen(forget->alike.p + i) + 1)
        if (strlen(forget->alike.p + i) == name.n && !memcmp(forget->alike.p + i, name.p, name.n))
            return true;
    return false;
}

/* Keeps the names of the senders with this address, each once. Returns 0 or -1. */
static int keep_names(struct forget *forget, trawl_str address)
{
    int found, error = TRAWL_OK;

    db_bind(forget->names_of, 1, address);
    while ((found = db_step(forget->db, forget->names_of)) > 0 && error == TRAWL_OK) {
        trawl_str name = db_text(forget->names_of, 0);

        if (name.n == 0 || memchr(name.p, '\0', name.n) || is_kept(forget, name))
            continue;
        error = buffer_add(&forget->alike, name.p, name.n);
        if (error == TRAWL_OK)
            error = buffer_add(&forget->alike, "", 1);
    }
    db_reset(forget->db, forget->names_of);
    return found < 0 || error != TRAWL_OK ? -1 : 0;
}

/* Says how many messages remain from senders with the name of an erased one. Returns 0 or -1. */
static int say_alike(struct forget *forget, struct output *out)
{
    for (size_t i = 0; i < forget->alike.n; i += strlen(forget->alike.p + i) + 1) {
        trawl_str name = {forget->alike.p + i, strlen(forget->alike.p + i)};
        int64_t count;

        db_bind(forget->by_name, 1, name);
        if (db_step(forget->db, forget->by_name) < 0)
            return -1;
        count = sqlite3_column_int64(forget->by_name, 0);
        db_reset(forget->db, forget->by_name);
        if (count == 0)
            continue;
        output_number(out, (uint64_t)count);
        output_text(out, count == 1 ? " message remains from another address of "
                                    : " messages remain from other addresses of ");
        output_tsv(out, name);
        output_text(out, "; \"trawl query --from NAME\" shows their links\n");
    }
    return 0;
}

/* Erases the messages with this id, and the messages from this address. */
static int forget_spelled(struct forget *forget, trawl_str word)
{
    if (keep_out(forget, word, FORGET_ID) < 0 || keep_out(forget, word, FORGET_SENDER) < 0 ||
        (forget->everywhere && keep_out(forget, word, FORGET_EVERYWHERE) < 0) ||
        keep_names(forget, word) < 0)
        return -1;
    return erase_found(forget, forget->by_id, word) < 0
               ? -1
               : erase_found(forget, forget->by_address, word);
}

/* Erases the messages with a word as their id or sender. The address of a sender may be written as
 * in archives, "ann at a.example". */
static int forget_word(struct forget *forget, const char *given)
{
    trawl_str word = {given, strlen(given)}, address;
    const uint64_t before = forget->erased;

    if (word.n > 2 && word.p[0] == '<' && word.p[word.n - 1] == '>')
        word = (trawl_str){word.p + 1, word.n - 2};
    if (word.n == 0)
        return 0;
    if (spelling_read(&forget->spelling, word) < 0)
        return -1;
    address = buffer_str(&forget->spelling.address);
    if (address.n > 0 && (address.n != word.n || memcmp(address.p, word.p, word.n) != 0) &&
        forget_spelled(forget, address) < 0)
        return -1;
    if (forget_spelled(forget, word) < 0)
        return -1;
    word = address.n > 0 ? address : word;
    if (forget->erased == before && !memchr(word.p, '@', word.n))
        say(forget->db->command, "", given,
            " is not the id of a message; name senders by their addresses, as in ann@example.org");
    return 0;
}

static int open_forget(struct forget *forget, struct db *d)
{
    *forget = (struct forget){.db = d};
    if (names_open(&forget->names, d) < 0 || erase_open(&forget->erase, d, &forget->names) < 0 ||
        threads_open(&forget->threads, d, &forget->erase) < 0 ||
        spelling_open(&forget->spelling, d) < 0 || log_open(&forget->log, d) < 0)
        return -1;
    forget->keep = db_prepare(d, "INSERT OR IGNORE INTO forgotten VALUES (?1)");
    forget->by_id = db_prepare(d, "SELECT id, content IS NOT NULL, " ADDRESS_COLUMNS(
                                      "m") " FROM messages m WHERE message_id = ?1");
    /* A list may have put its own address into a copy. */
    forget->by_address = db_prepare(
        d, "WITH own(id, main) AS (SELECT m.id, coalesce(m.same, m.id) FROM senders s JOIN messages"
           " m ON m.sender = s.id WHERE s.address = ?1 COLLATE NOCASE), all_of(id) AS (SELECT id"
           " FROM own UNION SELECT v.id FROM own CROSS JOIN messages v ON v.id = own.main AND"
           " substr(v.meaning, 21) = zeroblob(8) UNION SELECT v.id FROM own CROSS JOIN messages v"
           " ON v.same = own.main AND substr(v.meaning, 21) = zeroblob(8))"
           " SELECT id, content IS NOT NULL, " ADDRESS_COLUMNS(
               "m") " FROM messages m WHERE id IN (SELECT id FROM all_of)");
    forget->names_of = db_prepare(d, "SELECT DISTINCT name FROM senders WHERE address = ?1 COLLATE"
                                     " NOCASE AND name IS NOT NULL");
    forget->by_name = db_prepare(d, "SELECT count(*) FROM senders s JOIN messages m ON m.sender ="
                                    " s.id WHERE s.name = ?1 COLLATE NOCASE");
    return db_execute(d, "BEGIN IMMEDIATE") < 0 ? -1 : read_key(d, &forget->key, true);
}

/* Blanks addresses, and erases the rows that only the erased messages used. */
static int sweep(struct forget *forget)
{
    if (forget->everywhere &&
        (db_set_meta(forget->db, "everywhere", (trawl_str){"1", 1}) < 0 ||
         everywhere_blank(&forget->erase, &forget->log, &forget->blanked) < 0))
        return -1;
    if (threads_settle(&forget->threads, SIZE_MAX) != 0 || erase_sweep(&forget->erase) < 0)
        return -1;
    return db_execute(forget->db,
                      "DELETE FROM contexts WHERE id NOT IN (SELECT context FROM links)");
}

/* Says that traces stay, and why. Returns -1. */
static int say_traces(struct db *d, const char *why)
{
    char rest[400];

    (void)snprintf(rest, sizeof rest, ": erased, but traces stay in its files: %s; run this again",
                   why);
    say(d->command, "", d->path, rest);
    d->failed = true;
    return -1;
}

/* Writes the database anew, without the unused bytes of its pages: copies of erased rows may remain
 * in these, although SQLite overwrites what it deletes. Then empties the log, which has the old
 * pages. If this fails, the key "traces" stays in the table "meta", and a later run tries again. */
static int remove_traces(struct db *d)
{
    struct buffer old = {0};
    const int found = db_meta(d, "traces", &old);
    int64_t busy;

    buffer_free(&old);
    if (found <= 0)
        return found;
    if (sqlite3_exec(d->sql, "VACUUM; DELETE FROM meta WHERE key = 'traces'", NULL, NULL, NULL))
        return say_traces(d, sqlite3_errmsg(d->sql));
    busy = db_number(d, "PRAGMA wal_checkpoint(TRUNCATE)");
    if (busy <= 0)
        return (int)busy;
    (void)db_set_meta(d, "traces", (trawl_str){"1", 1});
    return say_traces(d, "other programs read it");
}

/* Prints what was done. Returns 0 or -1. */
static int say_sums(struct forget *forget, struct output *out)
{
    output_number(out, forget->erased);
    output_text(out, forget->erased == 1 ? " message erased\n" : " messages erased\n");
    if (forget->everywhere) {
        output_number(out, forget->blanked);
        output_text(out, forget->blanked == 1 ? " text blanked\n" : " texts blanked\n");
    }
    return say_alike(forget, out);
}

int forget_all(struct db *d, struct output *out, const struct buffer *words,
               const struct forget_options *options)
{
    struct forget forget;
    bool failed = open_forget(&forget, d) < 0, found;

    forget.everywhere = options->everywhere;
    for (size_t i = 0; i < words->n && !failed; i += strlen(words->p + i) + 1)
        failed = forget_word(&forget, words->p + i) < 0;
    failed = failed || sweep(&forget) < 0;
    found = forget.erased > 0 || forget.blanked > 0;
    if (!failed)
        failed = (found && db_set_meta(d, "traces", (trawl_str){"1", 1}) < 0) ||
                 db_execute(d, "COMMIT") < 0 || remove_traces(d) < 0;
    if (!failed && !options->quiet)
        failed = say_sums(&forget, out) < 0;
    names_close(&forget.names);
    threads_close(&forget.threads);
    spelling_close(&forget.spelling);
    buffer_free(&forget.rows);
    buffer_free(&forget.alike);
    if (failed)
        return STATUS_TROUBLE;
    return found ? STATUS_GOOD : STATUS_SOME_BAD;
}

int forget_run(struct output *out, int argc, char **argv)
{
    struct forget_options options = {0};
    struct options o;
    struct buffer words = {0};
    struct sandbox box;
    struct db db;
    int status;

    if (!command_options(out, &command_forget, &o, argc, argv, &options, &status))
        return status;
    if (o.operands < 2) {
        say("forget",
            "name a database, and the message-ids or addresses to erase; see \"trawl "
            "forget --help\"",
            NULL, NULL);
        return STATUS_TROUBLE;
    }
    for (int i = 1; i < o.operands; i++)
        (void)buffer_add(&words, o.argv[i], strlen(o.argv[i]) + 1);
    db_sandbox(&box, "forget", options.sandbox, o.argv[0]);
    if ((status = sandbox_close(&box)) != 0) {
        buffer_free(&words);
        return status;
    }
    status = db_change(&db, "forget", o.argv[0]) < 0 ? STATUS_TROUBLE
                                                     : forget_all(&db, out, &words, &options);
    db_close(&db);
    buffer_free(&words);
    return status;
}
