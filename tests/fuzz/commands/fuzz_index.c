/* fuzz_index.c - the writer of an index: messages and links that the bytes choose
 *
 * The records must be read as they were written, all their messages must be stored, each once, no
 * row may refer to a missing row, and when the file is erased, nothing of it may be left.
 */
#include "indexed.h"

/* Uses each 8 bytes as a number, and writes it as the length of a text: numbers must be read as
 * they were written. */
static void read_numbers(const uint8_t *p, size_t n)
{
    struct buffer b = {0};
    uint64_t value = 0;
    struct record_in in;

    memcpy(&value, p, n < 8 ? n : 8);
    record_number(&b, value);
    record_signed(&b, (int64_t)value);
    record_text(&b, str_of((const char *)p, n));
    record_text(&b, str_of(NULL, 0));
    in = (struct record_in){b.p, b.p + b.n};
    must(record_get(&in) == value, "a number");
    must(record_get_signed(&in) == (int64_t)value, "a signed number");
    must(str_same(record_get_text(&in), str_of((const char *)p, n)), "a text");
    must(record_get_text(&in).p == NULL && in.p == in.end, "an absent text, and the end");
    buffer_free(&b);
}

static uint64_t number_of(struct db *db, sqlite3_stmt *s)
{
    uint64_t n;

    must(db_step(db, s) > 0, "a number");
    n = (uint64_t)sqlite3_column_int64(s, 0);
    (void)sqlite3_reset(s);
    return n;
}

static void store(const char *p, size_t n, uint64_t messages)
{
    static char path[] = "/mail/a", folder[] = "/mail", name[] = "a";
    static const struct index_options options;
    static struct writer w;
    static sqlite3_stmt *places, *links, *rest;
    struct file file = {
        .path = path, .folder = folder, .name = name, .kind = SOURCE_FILE, .plan = PLAN_NEW};
    struct db *db = indexed_open();
    const struct file *next = &file;
    int64_t source;

    if (!w.db) {
        must(writer_open(&w, db, &options) == 0, "a writer");
        places = db_prepare(db, "SELECT count(*) FROM places");
        links = db_prepare(db, "SELECT count(*) FROM links");
        rest = db_prepare(
            db, "SELECT (SELECT count(*) FROM messages WHERE content IS NOT NULL) + (SELECT"
                " count(*) FROM links) + (SELECT count(*) FROM urls) + (SELECT count(*) FROM"
                " senders) + (SELECT count(*) FROM lists) + (SELECT count(*) FROM readings) +"
                " (SELECT count(*) FROM hosts) + (SELECT count(*) FROM places)");
    }
    w.totals = (struct totals){0};
    must(writer_begin(&w, next++) == 0, "a file begins");
    source = w.source;
    must(writer_take(&w, &next, str_of(p, n)) == 0, "records are stored");
    indexed_check(db);
    must(number_of(db, places) == messages, "a place for each message");
    must(number_of(db, links) == w.totals.links, "the links that were counted");
    must(erase_source(&w.erase, source) == 0 && erase_sweep(&w.erase) == 0, "it is erased");
    indexed_check(db);
    must(number_of(db, rest) == 0, "nothing is left of it");
    must(sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK, "it is rolled back");
    w.begun = w.known = false;
    w.message = w.source = 0;
    w.batch = SIZE_MAX;
    names_forget(&w.names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buffer records = {0};
    struct chooser c = {data, data + size};
    uint64_t messages;

    if (size < 1)
        return 0;
    read_numbers(data, size);
    messages = indexed_records(&records, &c);
    store(records.p, records.n, messages);
    buffer_free(&records);
    return 0;
}
