/* fuzz_index.c - any bytes as records of "trawl map --index"
 *
 * If byte 0 is odd, the other bytes are the records: they may be damaged in any way, and the index
 * must stay whole. If it is even, the other bytes choose the content of good records: these must be
 * read as they were written, all their messages must be stored, each once, no row may refer to a
 * missing row, and when the file is erased, nothing of it may be left.
 */
#include "indexed.h"

static bool is_inside(trawl_str s, const struct record_in *in, const char *start)
{
    return s.n == 0 || (s.p >= start && s.p + s.n <= in->end);
}

/* Reads a block of any bytes with each function. The texts that it returns must lie inside the
 * block. */
static void read_any(const char *p, size_t n)
{
    struct record_in in = {p, p + n};
    struct record_message m;
    struct record_link l;
    struct record_close c;
    struct record_source s;

    record_get_message(&in, &m);
    must(is_inside(m.subject, &in, p) && is_inside(m.uri, &in, p), "a message's texts");
    in.p = p;
    record_get_link(&in, &l);
    must(is_inside(l.context.part, &in, p) && is_inside(l.anchor, &in, p), "a link's texts");
    in.p = p;
    record_get_close(&in, &c);
    must(is_inside(c.trouble, &in, p), "a file's trouble");
    in.p = p;
    record_get_source(&in, &s);
    must(is_inside(s.name, &in, p) && in.p <= in.end, "a file's name");
}

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

static void store(const char *p, size_t n, bool good, uint64_t messages)
{
    static char path[] = "/mail/a", folder[] = "/mail", name[] = "a";
    static const struct index_options options;
    static struct writer w;
    static sqlite3_stmt *places, *links, *rest;
    struct file file = {
        .path = path, .folder = folder, .name = name, .kind = SOURCE_FILE, .plan = PLAN_NEW};
    struct db *db = indexed_open();
    int failed;

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
    must(writer_begin(&w, &file) == 0, "a file begins");
    int64_t source = w.source;
    failed = writer_take(&w, NULL, str_of(p, n));
    must(!good || failed == 0, "good records are stored");
    if (failed == 0 && w.message > 0 && !w.known) /* as writer_finish() does */
        failed = erase_message(&w.erase, w.message, false);
    if (failed == 0 && erase_sweep(&w.erase) == 0)
        indexed_check(db, good);
    if (good) {
        must(number_of(db, places) == messages, "a place for each message");
        must(number_of(db, links) == w.totals.links, "the links that were counted");
        must(erase_source(&w.erase, source) == 0 && erase_sweep(&w.erase) == 0, "it is erased");
        indexed_check(db, true);
        must(number_of(db, rest) == 0, "nothing is left of it");
    }
    must(sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK, "it is rolled back");
    w.begun = w.known = false;
    w.message = w.source = 0;
    w.batch = SIZE_MAX;
    names_forget(&w.names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buffer records = {0};
    struct chooser c = {data + 1, data + size};
    char *copy;
    uint64_t messages;

    if (size < 2)
        return 0;
    read_numbers(data + 1, size - 1);
    if (data[0] & 1) {
        copy = malloc(size - 1);
        must(copy != NULL, "memory for the test");
        memcpy(copy, data + 1, size - 1);
        read_any(copy, size - 1);
        store(copy, size - 1, false, 0);
        free(copy);
        return 0;
    }
    messages = indexed_records(&records, &c);
    store(records.p, records.n, true, messages);
    buffer_free(&records);
    return 0;
}
