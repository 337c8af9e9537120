/* write.c - writes the records of the threads to the tables
 *
 * A message that the index already has, with the same content, gets another place. A message with a
 * known message-id but other content, such as a copy with another list's footer, becomes a variant.
 * A message that others answer has a row with only its message-id (a stub) until it is read.
 *
 * A transaction has whole messages and the position in the file, so that after a run was killed the
 * next one continues there.
 */
#include "archive/index/index.h"

#include <stdlib.h>

/* Rows in a transaction: few at first, so that readers soon see some, then doubled each time. */
#define ROWS_FIRST ((size_t)1000)
#define ROWS_MOST ((size_t)100000)

int writer_open(struct writer *w, struct db *db, const struct index_options *options)
{
    struct buffer words = {0};
    int has = db_meta(db, "words", &words);

    buffer_free(&words);
    *w = (struct writer){.db = db, .options = options, .batch = ROWS_FIRST};
    if (has < 0 || names_open(&w->names, db) < 0 || sources_open(&w->sources, db, &w->names) < 0 ||
        erase_open(&w->erase, db, &w->names, has > 0) < 0 ||
        threads_open(&w->threads, db, &w->erase) < 0 || forgotten_open(&w->forgotten, db) < 0)
        return -1;
    /* All rows of a message-id lead to its main row. */
    w->find_main = db_prepare(db, "SELECT id, content IS NULL FROM messages WHERE id = (SELECT"
                                  " coalesce(same, id) FROM messages WHERE message_id = ?1"
                                  " LIMIT 1)");
    w->find_same =
        db_prepare(db, "SELECT id FROM messages WHERE message_id = ?1 AND content = ?2 LIMIT 1");
    w->find_bare =
        db_prepare(db, "SELECT id FROM messages WHERE message_id IS NULL AND content = ?2 LIMIT 1");
    w->fill = db_prepare(db, "UPDATE messages SET time = ?3, zone = ?4, date = ?5, sender = ?6,"
                             " subject = ?7, list = ?8, parent = ?9, same = ?10, content = ?11,"
                             " uri = ?12, answers = ?9, refs = ?13, cluster = ?14 WHERE id = ?1");
    w->add = db_prepare(db, "INSERT INTO messages VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
                            " ?11, ?12, ?9, ?13, ?14)");
    w->stub = db_prepare(db, "INSERT INTO messages(id, message_id) VALUES (?1, ?2)");
    w->settle = db_prepare(db, "UPDATE messages SET content = ?2 WHERE id = ?1");
    w->place = db_prepare(db, "INSERT OR REPLACE INTO places VALUES (?1, ?2, ?3, ?4)");
    w->link = db_prepare(
        db, "INSERT INTO links VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, NULL)");
    w->reading = db_prepare(db, "INSERT INTO readings VALUES (?1, ?2, ?3, ?4, ?5)");
    w->words = has > 0 ? db_prepare(db, "INSERT INTO words(rowid, subject, around)"
                                        " VALUES (?1, ?2, ?3)")
                       : NULL;
    w->twin = db_prepare(db, "SELECT t.id FROM messages m JOIN messages t ON t.id <> ?1 AND"
                             " ((t.message_id = m.message_id AND t.content = ?2) OR (t.message_id"
                             " IS NULL AND t.content = ?2 AND m.message_id IS NULL))"
                             " WHERE m.id = ?1");
    w->newest = db_prepare(db, "SELECT max(id) FROM messages");
    return db->failed ? -1 : 0;
}

void writer_close(struct writer *w)
{
    names_close(&w->names);
    sources_close(&w->sources);
    threads_close(&w->threads);
    buffer_free(&w->id);
    buffer_free(&w->subject);
    buffer_free(&w->trouble);
}

/* ---- Transactions ---- */

int writer_start(struct writer *w)
{
    if (w->begun)
        return 0;
    if (db_execute(w->db, "BEGIN IMMEDIATE") < 0 || db_step(w->db, w->newest) < 0)
        return -1;
    w->next = sqlite3_column_int64(w->newest, 0) + 1;
    db_reset(w->db, w->newest);
    w->begun = true;
    w->rows = 0;
    return 0;
}

/* Commits the messages so far, with the position in the file. Returns 0 or -1. */
static int commit(struct writer *w)
{
    if (!w->begun)
        return 0;
    if (w->source > 0 && sources_note(&w->sources, w->source, w->at, w->input) < 0)
        return -1;
    if (erase_sweep(&w->erase) < 0 || db_execute(w->db, "COMMIT") < 0)
        return -1;
    w->begun = false;
    w->batch = w->batch < ROWS_MOST ? 2 * w->batch : w->batch;
    return 0;
}

/* ---- Files ---- */

int writer_begin(struct writer *w, const struct file *f)
{
    bool grown = f->plan == PLAN_GROWN;
    int64_t row;

    if (writer_start(w) < 0 || (row = sources_row(&w->sources, f)) < 0)
        return -1;
    w->at = w->from = grown ? f->from : 0;
    w->trouble.n = 0;
    w->input = grown ? f->input : 0;
    w->message = 0;
    w->skipping = true;
    w->totals.files++;
    w->totals.fresh += f->plan == PLAN_NEW;
    w->totals.grown += grown;
    w->totals.again += f->plan == PLAN_AGAIN;
    w->file = f;
    if (row > 0 && erase_from(&w->erase, row, w->at) < 0)
        return -1;
    w->source = sources_begin(&w->sources, f, row);
    return w->source < 0 ? -1 : 0;
}

/* Erases a message of which only a part was stored: a run was interrupted, or the records are
 * damaged. */
static int drop_message(struct writer *w)
{
    int64_t message = w->known ? 0 : w->message;

    w->message = 0;
    w->known = false;
    w->skipping = true;
    if (message == 0)
        return 0;
    names_forget(&w->names);
    return erase_message(&w->erase, message, false);
}

static int write_end_file(struct writer *w, struct record_close *close)
{
    int64_t source = w->source;

    if (drop_message(w) < 0)
        return -1;
    if (w->trouble.n > 0)
        close->trouble = buffer_str(&w->trouble);
    w->source = 0;
    w->rows += 10;
    jobs_complain(w, w->file->path, close->trouble);
    return sources_end(&w->sources, source, w->at, close);
}

/* ---- Messages ---- */

/* The rows that the index has for a message-id. */
struct known {
    int64_t same; /* the row with this content, or 0 */
    int64_t main; /* the row that is not a variant, or 0 */
    bool stub;    /* `main` has only its message-id */
};

/* Finds the rows of a message; `content` is 0 if its hash is unknown. Takes no longer where many
 * messages have the same message-id. Returns 0 or -1. */
static int find_known(struct writer *w, trawl_str id, uint64_t content, struct known *k)
{
    sqlite3_stmt *s = id.p ? w->find_same : w->find_bare;
    int found = 0;

    *k = (struct known){0};
    if (content != 0) {
        if (id.p)
            db_bind(s, 1, id);
        (void)sqlite3_bind_int64(s, 2, (int64_t)content);
        if ((found = db_step(w->db, s)) > 0)
            k->same = sqlite3_column_int64(s, 0);
        db_reset(w->db, s);
    }
    if (!id.p || found < 0)
        return found < 0 ? -1 : 0;
    db_bind(w->find_main, 1, id);
    if ((found = db_step(w->db, w->find_main)) > 0) {
        k->main = sqlite3_column_int64(w->find_main, 0);
        k->stub = sqlite3_column_int(w->find_main, 1) != 0;
    }
    db_reset(w->db, w->find_main);
    return found < 0 ? -1 : 0;
}

/* Returns the row of a message-id, a new stub if needed; 0 if it is kept out; or -1. */
static int64_t above_of(struct writer *w, trawl_str id)
{
    struct known k;
    int64_t row;
    struct cached *place;
    int out;

    if ((out = forgotten_has(&w->forgotten, id, (trawl_str){NULL, 0})) > 0)
        return 0;
    place = names_cached(&w->names, NAME_MESSAGE, id, &row);
    if (out < 0 || row > 0)
        return out < 0 ? -1 : row;
    if (find_known(w, id, 0, &k) < 0)
        return -1;
    if (k.main == 0) {
        (void)sqlite3_bind_int64(w->stub, 1, w->next);
        db_bind(w->stub, 2, id);
        if (db_run(w->db, w->stub) < 0)
            return -1;
        k.main = w->next++;
    }
    return place->id = k.main;
}

/* Finds the rows of the references. Sets *answers to the last one, or 0. Returns 0 or -1. */
static int write_references(struct writer *w, const struct record_message *message,
                            int64_t *answers)
{
    const char *p = message->references.p, *end = p ? p + message->references.n : p, *to;

    *answers = 0;
    threads_begin(&w->threads);
    for (; p < end; p = to + 1) {
        if (!(to = memchr(p, ' ', (size_t)(end - p))))
            to = end;
        if (message->id.p && message->id.n == (size_t)(to - p) &&
            memcmp(message->id.p, p, message->id.n) == 0)
            *answers = w->message;
        else if (to > p && (*answers = above_of(w, (trawl_str){p, (size_t)(to - p)})) < 0)
            return -1;
        if (*answers > 0 && threads_add(&w->threads, *answers) < 0)
            return -1;
    }
    return 0;
}

/* Writes the row of a message: a new one, or the stub of its message-id. */
static int write_put_message(struct writer *w, const struct record_message *message,
                             const struct known *k)
{
    sqlite3_stmt *s = k->stub ? w->fill : w->add;
    int64_t sender = message->from.p ? names_sender(&w->names, message->from, message->address) : 0,
            list = message->list.p ? names_list(&w->names, message->list) : 0, answers, cluster,
            row;
    struct cached *place;

    w->message = k->stub ? k->main : w->next++;
    if (k->main > 0 && !k->stub && buffer_add(&w->id, message->id.p, message->id.n) != TRAWL_OK)
        return -1;
    if (message->id.p && !k->main) {
        place = names_cached(&w->names, NAME_MESSAGE, message->id, &row);
        place->id = w->message;
    }
    if (sender < 0 || list < 0 || write_references(w, message, &answers) < 0 ||
        threads_end(&w->threads, w->message, k->stub ? 0 : k->main, answers > 0, &cluster) < 0)
        return -1;
    (void)sqlite3_bind_int64(s, 1, w->message);
    if (!k->stub)
        db_bind(s, 2, message->id);
    (void)(message->timed ? sqlite3_bind_int64(s, 3, message->time) : sqlite3_bind_null(s, 3));
    (void)(message->timed && message->zone != ZONE_UNKNOWN ? sqlite3_bind_int(s, 4, message->zone)
                                                           : sqlite3_bind_null(s, 4));
    db_bind(s, 5, message->date);
    db_bind_id(s, 6, sender);
    db_bind(s, 7, message->subject);
    db_bind_id(s, 8, list);
    db_bind_id(s, 9, answers);
    db_bind_id(s, 10, k->stub ? 0 : k->main);
    (void)sqlite3_bind_int64(s, 11, (int64_t)message->content);
    db_bind(s, 12, message->uri);
    (void)sqlite3_bind_blob64(s, 13, w->threads.packed.n > 0 ? w->threads.packed.p : NULL,
                              w->threads.packed.n, SQLITE_STATIC);
    db_bind_id(s, 14, cluster);
    w->rows++;
    return db_run(w->db, s);
}

/* Returns 1 when the message is to be left out, 0 when not, or -1. */
static int is_excluded(struct writer *w, const struct record_message *message)
{
    const struct buffer *patterns = &w->options->exclude;

    if ((message->list.p && fits_any(patterns, message->list)) ||
        (message->address.p && fits_any(patterns, message->address)))
        return 1;
    return forgotten_has(&w->forgotten, message->id, message->address);
}

static int write_take_message(struct writer *w, const struct record_message *message)
{
    struct known k;
    int out;

    if (drop_message(w) < 0)
        return -1;
    if (message->offset < w->from || w->source <= 0)
        return 0;
    if ((out = is_excluded(w, message)) < 0)
        return -1;
    w->id.n = w->subject.n = 0;
    if (w->words && message->subject.n > 0)
        (void)buffer_add(&w->subject, message->subject.p, message->subject.n);
    w->offset = message->offset;
    w->content = message->content;
    w->n = 0;
    w->skipping = out != 0;
    w->at = message->offset;
    w->input = message->input;
    if (out != 0)
        return 0;
    if (find_known(w, message->id, message->content, &k) < 0)
        return -1;
    w->totals.messages++;
    if (k.same > 0) {
        w->message = k.same;
        w->known = w->skipping = true;
        return 0;
    }
    return write_put_message(w, message, &k);
}

/* Stores the hash of a message that was unknown at its start. If another row has the same content,
 * erases this one. Returns the row that stays, or -1. */
static int64_t settle_content(struct writer *w, uint64_t content)
{
    sqlite3_stmt *s = w->twin;
    int64_t twin = 0;
    int found;

    (void)sqlite3_bind_int64(s, 1, w->message);
    (void)sqlite3_bind_int64(s, 2, (int64_t)content);
    found = db_step(w->db, s);
    if (found > 0) {
        twin = sqlite3_column_int64(s, 0);
        db_reset(w->db, s);
    }
    if (found < 0)
        return -1;
    if (twin > 0) {
        w->totals.links -= w->n;
        return erase_message(&w->erase, w->message, false) < 0 ? -1 : twin;
    }
    (void)sqlite3_bind_int64(w->settle, 1, w->message);
    (void)sqlite3_bind_int64(w->settle, 2, (int64_t)content);
    return db_run(w->db, w->settle) < 0 ? -1 : w->message;
}

static int write_take_end(struct writer *w, uint64_t length, uint64_t content)
{
    if (w->message == 0)
        return 0;
    if (w->content == 0 && (w->message = settle_content(w, content)) < 0)
        return -1;
    if (w->id.n > 0 && erase_arrange(&w->erase, buffer_str(&w->id)) < 0)
        return -1;
    (void)sqlite3_bind_int64(w->place, 1, w->source);
    (void)sqlite3_bind_int64(w->place, 2, (int64_t)w->offset);
    (void)sqlite3_bind_int64(w->place, 3, w->message);
    (void)sqlite3_bind_int64(w->place, 4, (int64_t)length);
    w->message = 0;
    w->skipping = true; /* links outside of a message, in damaged records */
    w->rows++;
    return db_run(w->db, w->place);
}

/* ---- Links ---- */

static int write_put_readings(struct writer *w, unsigned count, struct record_in *in)
{
    for (unsigned i = 0; i < count && in->p < in->end; i++) {
        const char *why = trawl_why_name((int)record_get(in));
        trawl_str url = record_get_text(in);

        if (w->skipping)
            continue;
        (void)sqlite3_bind_int64(w->reading, 1, w->message);
        (void)sqlite3_bind_int64(w->reading, 2, (int64_t)w->n);
        (void)sqlite3_bind_int64(w->reading, 3, i + 1);
        db_bind(w->reading, 4, url);
        db_bind(w->reading, 5, (trawl_str){why, strlen(why)});
        if (db_run(w->db, w->reading) < 0)
            return -1;
    }
    return 0;
}

static int write_take_link(struct writer *w, struct record_in *in)
{
    struct record_link l;
    sqlite3_stmt *s = w->link;
    int64_t url, context;

    record_get_link(in, &l);
    w->n++;
    if (w->skipping)
        return write_put_readings(w, l.alts, in);
    url = names_url(&w->names, l.url);
    context = names_context(&w->names, &l.context, l.packed);
    if (url < 0 || context < 0)
        return -1;
    (void)sqlite3_bind_int64(s, 1, w->message);
    (void)sqlite3_bind_int64(s, 2, (int64_t)w->n);
    (void)sqlite3_bind_int64(s, 3, url);
    (void)sqlite3_bind_int64(s, 4, context);
    (void)sqlite3_bind_int64(s, 5, (int64_t)l.line);
    (void)sqlite3_bind_int64(s, 6, (int64_t)l.column);
    (void)sqlite3_bind_int64(s, 7, l.at);
    (void)sqlite3_bind_int64(s, 8, (int64_t)l.length);
    db_bind(s, 9, l.more);
    (void)sqlite3_bind_int64(s, 10, (int64_t)l.flags);
    db_bind(s, 11, l.raw);
    db_bind(s, 12, l.anchor);
    w->rows++;
    w->totals.links++;
    return db_run(w->db, s) < 0 ? -1 : write_put_readings(w, l.alts, in);
}

/* The rowid of a link in "words" is message << 20 | n; further links of a message have no words. */
#define WORDS_LINKS ((uint64_t)1 << 20)

static int take_words(struct writer *w, struct record_in *in)
{
    uint64_t n = record_get(in);
    trawl_str around = record_get_text(in);

    if (w->skipping || n >= WORDS_LINKS || w->message == 0 || !w->words)
        return 0;
    (void)sqlite3_bind_int64(w->words, 1, (int64_t)((uint64_t)w->message << 20 | n));
    db_bind(w->words, 2, buffer_str(&w->subject));
    db_bind(w->words, 3, around);
    return db_run(w->db, w->words);
}

/* ---- Records ---- */

/* Takes one record. Returns 0 or -1. */
static int write_take(struct writer *w, const struct file **files, struct record_in *in)
{
    struct record_message message;
    struct record_close close;
    trawl_str trouble;
    uint64_t length;

    switch (record_get(in)) {
    case RECORD_FILE:
        return files ? writer_begin(w, (*files)++) : 0;
    case RECORD_FAILED:
        if (files)
            (*files)++;
        w->bad = true;
        return 0;
    case RECORD_TROUBLE:
        trouble = record_get_text(in);
        if (w->trouble.n == 0 && trouble.n > 0)
            (void)buffer_add(&w->trouble, trouble.p, trouble.n);
        return 0;
    case RECORD_MESSAGE:
        record_get_message(in, &message);
        return write_take_message(w, &message);
    case RECORD_LINK:
        return write_take_link(w, in);
    case RECORD_WORDS:
        return take_words(w, in);
    case RECORD_END:
        length = record_get(in);
        return write_take_end(w, length, record_get(in));
    case RECORD_CLOSE:
        record_get_close(in, &close);
        return write_end_file(w, &close);
    default:
        return 0;
    }
}

int writer_take(struct writer *w, const struct file **files, trawl_str records)
{
    struct record_in in = {records.p, records.p + records.n};

    while (in.p < in.end) {
        if (write_take(w, files, &in) < 0)
            return -1;
        if (w->rows >= w->batch && w->message == 0 && (commit(w) < 0 || writer_start(w) < 0))
            return -1;
    }
    return 0;
}

int writer_finish(struct writer *w)
{
    int left = 1;

    if (w->begun && drop_message(w) < 0)
        return -1;
    if (commit(w) < 0)
        return -1;
    while (left > 0 && !interrupted) {
        if (writer_start(w) < 0 || (left = threads_settle(&w->threads, ROWS_MOST)) < 0 ||
            commit(w) < 0)
            return -1;
    }
    return schema_index(w->db);
}
