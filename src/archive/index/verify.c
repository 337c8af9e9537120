/* verify.c - "trawl index --verify": shows that nothing published was replaced
 *
 * First the index is compared with the log. The log has, for each address, the message that had the
 * address first. If the index has a message at this address, it must be the same message. Then all
 * files are read again, and each message must have the meaning that the index has for it.
 */
#include "archive/index/index.h"

#include <stdlib.h>

struct verify {
    struct db *db;
    struct output *out;
    const trawl_settings *settings;
    struct gather *scan;
    int input; /* of scan */
    sqlite3_stmt *place;
    int64_t source;
    const char *path;
    uint64_t offset; /* of the message whose records come */
    bool failed;
    uint64_t addresses, good, unknown, replaced; /* compared with the log */
    uint64_t places, same, changed, unread;      /* read again; unread: files */
};

/* Prints a line about a message. */
static void verify_tell(struct verify *v, const char *what, trawl_str id, const char *path)
{
    output_printf(v->out, "%s\t", what);
    output_tsv(v->out, id);
    output_byte(v->out, '\t');
    output_tsv(v->out, (trawl_str){path, strlen(path)});
    output_byte(v->out, '\n');
}

/* ---- The index and the log ---- */

static int verify_log(struct verify *v)
{
    struct db *d = v->db;
    sqlite3_stmt *row =
        db_prepare(d, "SELECT " ADDRESS_COLUMNS(
                          "m") ", m.meaning FROM messages m WHERE same IS"
                               " NULL AND first IS NULL AND content IS NOT NULL ORDER BY id");
    struct log log;
    int found = -1;

    if (log_open(&log, d) < 0)
        return -1;
    while (!interrupted && (found = db_step(d, row)) > 0) {
        const struct address_parts parts = address_read(row, 0);
        const void *meaning =
            sqlite3_column_bytes(row, 3) == MEANING_BYTES ? sqlite3_column_blob(row, 3) : NULL;
        const int state = log_compare(&log, &parts, meaning);

        if (state < 0)
            return -1;
        v->good += state == LOG_OWNS;
        v->unknown += state == LOG_PERHAPS;
        v->replaced += state == LOG_OTHER;
        if (state == LOG_OTHER)
            verify_tell(v, "replaced", parts.id, "");
    }
    v->addresses = (uint64_t)db_number(d, "SELECT count(*) FROM log");
    return found < 0 ? -1 : 0;
}

/* ---- The files ---- */

/* Compares the meaning of a message that was read again with the meaning that the index has for its
 * place. */
static void verify_message(struct verify *v, const unsigned char *meaning)
{
    sqlite3_stmt *s = v->place;
    int found;

    DB_BIND(s, 1, v->source, (int64_t)v->offset);
    if ((found = db_step(v->db, s)) > 0) {
        const bool same = sqlite3_column_bytes(s, 0) == MEANING_BYTES &&
                          memcmp(sqlite3_column_blob(s, 0), meaning, MEANING_BYTES) == 0;

        v->places++;
        v->same += same;
        v->changed += !same;
        if (!same)
            verify_tell(v, "changed", db_text(s, 1), v->path);
        db_reset(v->db, s);
    }
    v->failed |= found < 0;
}

/* A gather_sink. */
static int verify_take(void *user, trawl_str records)
{
    struct verify *v = user;
    struct record_in in = {records.p, records.p + records.n};
    struct record_message message;
    unsigned char meaning[MEANING_BYTES];

    while (in.p < in.end && !v->failed) {
        const uint64_t type = record_get(&in);

        if (type == RECORD_MESSAGE) {
            record_get_message(&in, &message);
            v->offset = message.offset;
        } else if (type == RECORD_END) {
            (void)record_get(&in);
            (void)record_get(&in);
            record_get_meaning(&in, meaning);
            verify_message(v, meaning);
        } else {
            record_skip(&in, type);
        }
    }
    return v->failed || interrupted;
}

/* A source_sink. */
static int verify_file(void *user, const struct source *source)
{
    struct verify *v = user;
    const struct gather_config config = {
        .settings = v->settings, .input = v->input, .sink = verify_take, .user = v};

    if (!v->scan && !(v->scan = gather_open(&config)))
        return command_trouble("index", TRAWL_ERROR_NO_MEMORY);
    if (gather_file(v->scan, source, NULL, NULL) < 0)
        v->failed = true;
    v->unread += gather_errno(v->scan) != 0;
    return 1;
}

static int verify_files(struct verify *v)
{
    struct db *d = v->db;
    sqlite3_stmt *row = db_prepare(d, "SELECT id, path, input FROM source ORDER BY id");
    int found = -1;

    v->place =
        db_prepare(d, "SELECT m.meaning, m.message_id FROM places p JOIN messages m ON m.id ="
                      " p.message WHERE p.source = ?1 AND p.at = ?2");
    while (!v->failed && !interrupted && (found = db_step(d, row)) > 0) {
        const trawl_str path = db_text(row, 1), name = db_text(row, 2);
        char *words[] = {(char *)path.p, NULL};
        struct options o = {.command = "index", .argc = 1, .argv = words, .operands = 1};
        struct source_taker taker = {.sink = verify_file, .user = v};
        const int input = name.p ? trawl_input_find(name.p, name.n) : TRAWL_INPUT_AUTO;

        if (!path.p)
            continue;
        if (v->input != input) {
            gather_close(v->scan);
            v->scan = NULL;
        }
        v->input = input;
        v->source = sqlite3_column_int64(row, 0);
        v->path = path.p;
        (void)source_each(&o, NULL, &taker);
        v->unread += taker.bad;
    }
    gather_close(v->scan);
    return found < 0 || v->failed ? -1 : 0;
}

/* ---- The result ---- */

/* Writes `before`, a number and `what`. Writes nothing if the number is 0, unless `before` is
 * empty. */
static void verify_count(struct output *out, const char *before, uint64_t n, const char *what)
{
    if (n == 0 && *before)
        return;
    output_text(out, before);
    output_number(out, n);
    output_text(out, what);
}

int verify_all(struct db *d, struct output *out, const trawl_settings *settings, bool quiet)
{
    struct verify v = {.db = d, .out = out, .settings = settings};

    if (verify_log(&v) < 0 || verify_files(&v) < 0)
        return STATUS_TROUBLE;
    if (!quiet) {
        verify_count(out, "", v.addresses, " addresses in the log: ");
        verify_count(out, "", v.good, " show the message that had them first");
        verify_count(out, ", ", v.replaced, " show another one");
        verify_count(out, ", ", v.unknown,
                     " cannot be compared, since not all of their text was read");
        if (v.addresses > v.good + v.replaced + v.unknown)
            verify_count(out, ", ", v.addresses - v.good - v.replaced - v.unknown,
                         " belong to messages that are not in the index any more");
        output_byte(out, '\n');
        verify_count(out, "", v.places, " messages read again: ");
        verify_count(out, "", v.same, " are as in the index");
        verify_count(out, ", ", v.changed, " are not");
        output_byte(out, '\n');
    }
    return v.unread > 0                      ? STATUS_TROUBLE
           : v.replaced > 0 || v.changed > 0 ? STATUS_SOME_BAD
                                             : STATUS_GOOD;
}
