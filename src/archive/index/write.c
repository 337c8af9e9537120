/* write.c - writes the records of the threads to the tables
 *
 * A message that the index already has, with the same meaning and content, gets another place. With
 * the same meaning but other content, such as another list's subject or footer, it becomes a copy:
 * a row that leads to the first one. With another meaning it is another message. Its row leads to
 * the message that has the address of the message-id, which is the first that was seen with this id
 * (log.c). A message that others answer has a row with only its message-id (a stub) until it is
 * read.
 *
 * A transaction has whole messages and the position in the file, so that after a run was killed the
 * next one continues there.
 */
#include "archive/index/index.h"

#include <stdlib.h>
#include <unistd.h>

#include "app/guard/guard.h"

/* Rows in a transaction. The first one has few rows, so that readers soon see some; each later one
 * has twice as many. */
#define ROWS_FIRST ((size_t)1000)
#define ROWS_MOST ((size_t)100000)

int writer_open(struct writer *w, struct db *db, const struct index_options *options)
{
    *w = (struct writer){.db = db, .options = options, .batch = ROWS_FIRST};
    if (guard_process() > 1)
        memcpy(&w->totals, guard_numbers(), sizeof w->totals);
    if (names_open(&w->names, db) < 0 || sources_open(&w->sources, db, &w->names) < 0 ||
        erase_open(&w->erase, db, &w->names) < 0 || threads_open(&w->threads, db, &w->erase) < 0 ||
        forgotten_open(&w->forgotten, db) < 0 || log_open(&w->log, db) < 0)
        return -1;
    /* All rows of a message-id lead to the row that has its address. */
    w->find_owner = db_prepare(db, "SELECT id, content IS NULL FROM messages WHERE id = (SELECT"
                                   " coalesce(first, same, id) FROM messages WHERE message_id = ?1"
                                   " LIMIT 1)");
    w->find_bare_owner = db_prepare(db, "SELECT coalesce(first, same, id), 0 FROM messages WHERE"
                                        " message_id IS NULL AND content = ?2 LIMIT 1");
    w->find_copy = db_prepare(db, "SELECT coalesce(same, id), first FROM messages WHERE message_id"
                                  " = ?1 AND meaning BETWEEN ?2 AND ?3 LIMIT 1");
    w->find_same = db_prepare(db, "SELECT id FROM messages WHERE message_id = ?1 AND content = ?2"
                                  " AND meaning = ?3 LIMIT 1");
    w->find_bare = db_prepare(db, "SELECT id FROM messages WHERE message_id IS NULL AND content ="
                                  " ?2 AND meaning = ?3 LIMIT 1");
    w->fill = db_prepare(db, "UPDATE messages SET time = ?3, zone = ?4, date = ?5, sender = ?6,"
                             " subject = ?7, list = ?8, parent = ?9, same = ?10, content = ?11,"
                             " answers = ?9, refs = ?12, cluster = ?13, first = ?14,"
                             " meaning = ?15 WHERE id = ?1");
    w->add = db_prepare(db, "INSERT INTO messages VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
                            " ?11, ?9, ?12, ?13, ?14, ?15)");
    w->stub = db_prepare(db, "INSERT INTO messages(id, message_id) VALUES (?1, ?2)");
    w->settle = db_prepare(db, "UPDATE messages SET content = ?2, meaning = ?3, same = ?4, first ="
                               " ?5 WHERE id = ?1");
    w->place = db_prepare(db, "INSERT OR REPLACE INTO places VALUES (?1, ?2, ?3, ?4)");
    w->link = db_prepare(
        db, "INSERT INTO links VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
    w->reading = db_prepare(db, "INSERT INTO readings VALUES (?1, ?2, ?3, ?4, ?5)");
    w->last = db_prepare(
        db,
        "SELECT " ADDRESS_COLUMNS(
            "m") ", s.trouble IS NOT NULL FROM places p JOIN messages m ON"
                 " m.id = p.message JOIN sources s ON s.id = p.source WHERE p.source = ?1 AND p.at ="
                 " (SELECT max(at) FROM places WHERE source = ?1) AND m.same IS NULL AND m.first IS NULL"
                 " AND NOT EXISTS (SELECT 1 FROM messages v WHERE v.same = m.id) AND NOT EXISTS (SELECT 1"
                 " FROM places k WHERE k.message = m.id AND (k.source, k.at) <> (p.source, p.at))");
    w->shown = db_prepare(db, "SELECT " ADDRESS_COLUMNS("m") " FROM messages m WHERE m.id = ?1 AND"
                                                             " m.same IS NULL AND m.first IS NULL");
    w->newest = db_prepare(db, "SELECT max(id) FROM messages");
    return db->failed ? -1 : 0;
}

void writer_close(struct writer *w)
{
    names_close(&w->names);
    sources_close(&w->sources);
    threads_close(&w->threads);
    forgotten_close(&w->forgotten);
    match_close(w->matcher);
    buffer_free(&w->page);
    buffer_free(&w->id);
    buffer_free(&w->subject);
    buffer_free(&w->trouble);
}

/* ---- Transactions ---- */

int writer_start(struct writer *w)
{
    if (w->begun)
        return 0;
    if (db_execute(w->db, "BEGIN IMMEDIATE") < 0 || (w->next = db_look(w->db, w->newest)) < 0)
        return -1;
    w->next++;
    w->begun = true;
    w->rows = 0;
    return 0;
}

/* Keeps the totals for a process that replaces this one, without the file that is being read. */
static void keep_totals(const struct writer *w)
{
    struct totals t = w->totals;

    if (w->source > 0) {
        t.files--;
        t.fresh -= w->file->plan == PLAN_NEW;
        t.grown -= w->file->plan == PLAN_GROWN;
        t.again -= w->file->plan == PLAN_AGAIN;
    }
    _Static_assert(sizeof t < GUARD_NUMBERS * sizeof(uint64_t), "another number is of the site");
    memcpy(guard_numbers(), &t, sizeof t);
}

/* Commits the messages so far, with the position in the file. Returns 0 or -1. */
static int commit(struct writer *w)
{
    if (!w->begun)
        return 0;
    if (w->source > 0 && sources_note(&w->sources, w->source, w->at, w->input) < 0)
        return -1;
    if (erase_sweep(&w->erase) < 0 || db_execute(w->db, "COMMIT") < 0 || track_next(w->db) < 0)
        return -1;
    w->begun = false;
    keep_totals(w);
    w->batch = w->batch < ROWS_MOST ? 2 * w->batch : w->batch;
    return 0;
}

/* ---- Files ---- */

/* Notes that the last message of a file may have been incomplete, unless it has another place. If
 * the file has grown, this message is read next, whatever it is by now. Returns 0 or -1. */
static int doubt_last(struct writer *w, int64_t source, bool grown)
{
    struct address_parts parts;
    int found, failed = 0;

    (void)sqlite3_bind_int64(w->last, 1, source);
    if ((found = db_step(w->db, w->last)) <= 0)
        return found;
    parts = address_read(w->last, 0);
    if (grown)
        failed = log_drop(&w->log, &parts);
    else if (sqlite3_column_int(w->last, 3) != 0)
        failed = log_doubt(&w->log, &parts);
    db_reset(w->db, w->last);
    return failed;
}

/* Notes that the text of a message is not known. If it can be read later, the message keeps its
 * address. Returns 0 or -1. */
static int doubt_unread(struct writer *w)
{
    struct address_parts parts;
    int found, failed;

    w->unread = false;
    (void)sqlite3_bind_int64(w->shown, 1, w->message);
    if ((found = db_step(w->db, w->shown)) <= 0)
        return found;
    parts = address_read(w->shown, 0);
    failed = log_doubt(&w->log, &parts);
    db_reset(w->db, w->shown);
    return failed;
}

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
    if (row > 0 && (doubt_last(w, row, grown) < 0 || erase_from(&w->erase, row, w->at) < 0))
        return -1;
    w->source = sources_begin(&w->sources, f, row);
    if (w->source > 0 && row == 0 && !f->sub)
        return lists_enter(&w->erase.lists, w->source, (trawl_str){f->folder, strlen(f->folder)},
                           (trawl_str){f->name, strlen(f->name)});
    return w->source < 0 ? -1 : 0;
}

/* Erases a message that was stored only in part, since a run was interrupted. */
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

/* What the index has of a message. */
struct known {
    int64_t same;  /* the row with this content and meaning, or 0 */
    int64_t copy;  /* the message of which it is a copy, or 0 */
    int64_t first; /* the message that has the address of the id, if this message has not; or 0 */
    int64_t owner; /* the row that has the address of the id, perhaps a stub; or 0 */
    bool stub;     /* `owner` has only its message-id */
};

/* Finds one row. Returns as db_step(). The caller resets the statement. */
static int find_row(struct writer *w, sqlite3_stmt *s, const struct address_parts *parts,
                    const unsigned char *from, const unsigned char *to)
{
    if (parts->id.p)
        db_bind(s, 1, parts->id);
    if (from)
        (void)sqlite3_bind_blob(s, to ? 2 : 3, from, MEANING_BYTES, SQLITE_TRANSIENT);
    if (to)
        (void)sqlite3_bind_blob(s, 3, to, MEANING_BYTES, SQLITE_TRANSIENT);
    else
        (void)sqlite3_bind_int64(s, 2, (int64_t)parts->content);
    return db_step(w->db, s);
}

/* Finds the row that has the address of an id. Returns 0 or -1. */
static int find_owner(struct writer *w, const struct address_parts *parts, struct known *k)
{
    sqlite3_stmt *s = parts->id.p ? w->find_owner : w->find_bare_owner;
    int found;

    if (parts->id.p)
        db_bind(s, 1, parts->id);
    else
        (void)sqlite3_bind_int64(s, 2, (int64_t)parts->content);
    if ((found = db_step(w->db, s)) > 0) {
        k->owner = sqlite3_column_int64(s, 0);
        k->stub = sqlite3_column_int(s, 1) != 0;
        db_reset(w->db, s);
    }
    return found < 0 ? -1 : 0;
}

/* Finds the message of which this one is a copy. Lists may put their own address into From; a copy
 * from such a list has no sender in its meaning. Returns 0 or -1. */
static int find_copy(struct writer *w, const struct address_parts *parts,
                     const unsigned char meaning[MEANING_BYTES], struct known *k)
{
    const bool list = meaning_is_of_list(meaning);
    unsigned char from[MEANING_BYTES], to[MEANING_BYTES];
    int found = 0;

    for (int i = 0; i < 2 && found == 0; i++) {
        memcpy(from, meaning, MEANING_BYTES);
        memcpy(to, meaning, MEANING_BYTES);
        if (i == 1) {
            memset(from + MEANING_BYTES - MEANING_SENDER, 0, MEANING_SENDER);
            memset(to + MEANING_BYTES - MEANING_SENDER, list ? 0xff : 0, MEANING_SENDER);
        }
        if ((found = find_row(w, w->find_copy, parts, from, to)) > 0) {
            k->copy = sqlite3_column_int64(w->find_copy, 0);
            k->first = sqlite3_column_int64(w->find_copy, 1);
            db_reset(w->db, w->find_copy);
        }
    }
    return found < 0 ? -1 : 0;
}

/* Finds what the index has of a message. Takes no longer if many messages have the same message-id.
 * Returns 0 or -1. */
static int find_known(struct writer *w, const struct address_parts *parts,
                      const unsigned char meaning[MEANING_BYTES], struct known *k)
{
    sqlite3_stmt *s = parts->id.p ? w->find_same : w->find_bare;
    int found = find_row(w, s, parts, meaning, NULL);

    *k = (struct known){0};
    if (found > 0) {
        k->same = sqlite3_column_int64(s, 0);
        db_reset(w->db, s);
        return 0;
    }
    return found < 0 || (parts->id.p && find_copy(w, parts, meaning, k) < 0)
               ? -1
               : find_owner(w, parts, k);
}

/* Adds a row with only its message-id. Returns it, or -1. */
static int64_t put_stub(struct writer *w, trawl_str id)
{
    (void)sqlite3_bind_int64(w->stub, 1, w->next);
    db_bind(w->stub, 2, id);
    return db_run(w->db, w->stub) < 0 ? -1 : w->next++;
}

/* Decides whether a message that is not a copy, with the row `own`, has the address of its id. If
 * not, sets k->first. Returns 0 or -1. */
static int find_claim(struct writer *w, const struct address_parts *parts,
                      const unsigned char meaning[MEANING_BYTES], int64_t own, struct known *k)
{
    enum log_claim claim = LOG_OTHER;
    int had = parts->id.p ? forgotten_had(&w->forgotten, parts->id) : 0;

    if (had < 0 || (had == 0 && log_claim(&w->log, parts, meaning, &claim) < 0))
        return -1;
    if (claim != LOG_OTHER)
        return 0;
    if (k->owner == 0 && parts->id.p) {
        if ((k->owner = put_stub(w, parts->id)) < 0)
            return -1;
        k->stub = true;
    }
    k->first = k->owner > 0 ? k->owner : own;
    return 0;
}

/* Returns the row of a message-id, and makes a stub if there is none. Returns 0 if the message-id
 * is kept out, or -1. */
static int64_t above_of(struct writer *w, trawl_str id)
{
    const struct address_parts parts = {.id = id};
    struct known k = {0};
    int64_t row;
    struct cached *place;
    int out;

    if ((out = forgotten_has(&w->forgotten, id, (trawl_str){NULL, 0})) > 0)
        return 0;
    forgotten_blank(&w->forgotten, id, 0);
    place = names_cached(&w->names, NAME_MESSAGE, id, &row);
    if (out < 0 || row > 0)
        return out < 0 ? -1 : row;
    if (find_owner(w, &parts, &k) < 0)
        return -1;
    if (k.owner == 0 && (k.owner = put_stub(w, id)) < 0)
        return -1;
    return place->id = k.owner;
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

/* Returns the row to which the row of a message leads, or 0. It is the row of the message of which
 * this one is a copy, or of another message that has or had the address of its id. */
static int64_t main_of(const struct writer *w, const struct known *k)
{
    const int64_t main = k->copy > 0 ? k->copy : k->owner;

    return main == w->message ? 0 : main;
}

/* Writes the row of a message: a new one, or the stub of its message-id. */
static int write_put_message(struct writer *w, const struct record_message *message,
                             const struct known *k)
{
    const bool owns = k->copy == 0 && k->first == 0 && message->content != 0,
               fills = owns && k->stub;
    sqlite3_stmt *s = fills ? w->fill : w->add;
    int64_t sender = message->from.p ? names_sender(&w->names, message->from, message->address) : 0,
            list = message->list.p ? names_list(&w->names, message->list) : 0, answers, cluster,
            row;

    w->message = fills ? k->owner : w->next++;
    if (message->id.p && owns)
        names_cached(&w->names, NAME_MESSAGE, message->id, &row)->id = w->message;
    if (sender < 0 || list < 0 || write_references(w, message, &answers) < 0 ||
        threads_end(&w->threads, w->message, message->id.p ? main_of(w, k) : 0, answers > 0,
                    &cluster) < 0)
        return -1;
    (void)sqlite3_bind_int64(s, 1, w->message);
    if (!fills)
        db_bind(s, 2, message->id);
    (void)(message->timed ? sqlite3_bind_int64(s, 3, message->time) : sqlite3_bind_null(s, 3));
    (void)(message->timed && message->zone != ZONE_UNKNOWN ? sqlite3_bind_int(s, 4, message->zone)
                                                           : sqlite3_bind_null(s, 4));
    db_bind(s, 5, message->date);
    db_bind_id(s, 6, sender);
    db_bind(s, 7, w->subject.n > 0 ? buffer_str(&w->subject) : message->subject);
    db_bind_id(s, 8, list);
    db_bind_id(s, 9, answers);
    db_bind_id(s, 10, k->copy);
    (void)sqlite3_bind_int64(s, 11, (int64_t)message->content);
    (void)sqlite3_bind_blob64(s, 12, w->threads.packed.n > 0 ? w->threads.packed.p : NULL,
                              w->threads.packed.n, SQLITE_STATIC);
    db_bind_id(s, 13, cluster);
    db_bind_id(s, 14, k->first);
    (void)(message->content != 0
               ? sqlite3_bind_blob(s, 15, message->meaning, MEANING_BYTES, SQLITE_STATIC)
               : sqlite3_bind_null(s, 15));
    w->rows++;
    if (db_run(w->db, s) < 0)
        return -1;
    return owns && !fills && k->owner > 0 ? erase_replace(&w->erase, k->owner, w->message) : 0;
}

/* Returns 1 when the message is to be left out, 0 when not, or -1. */
static int is_excluded(struct writer *w, const struct record_message *message)
{
    const struct buffer *patterns = &w->options->exclude;

    if ((message->list.p && choice_fits(patterns, message->list)) ||
        (message->address.p && choice_fits(patterns, message->address)))
        return 1;
    return forgotten_keeps_out(&w->forgotten, message->id, message->address,
                               meaning_is_of_list(message->meaning));
}

/* Returns 1 when a mailbox has the message that a page of an older archive shows, 0 when none has,
 * or -1. */
static int is_in_mail(struct writer *w, const struct record_message *message)
{
    const struct source_about about = {.db = w->db, .quiet = true};
    struct match_page page = {.mail = message, .pipermail = true};
    int fd;

    if (message->input != TRAWL_INPUT_HTML)
        return 0;
    if (!w->matcher &&
        (schema_index(w->db) < 0 || !(w->matcher = match_open(&about, w->options->charset))))
        return -1;
    fd = input_regular(w->file->path);
    (void)old_read_file(fd, &w->page, &page.pipermail);
    if (fd >= 0)
        (void)close(fd);
    page.text = buffer_str(&w->page);
    forgotten_blank(&w->forgotten, page.text, 0);
    return match_find(w->matcher, &page);
}

/* Takes a message whose meaning is known. */
static int take_known(struct writer *w, const struct record_message *message)
{
    const struct address_parts parts = {.id = message->id, .content = message->content};
    struct known k;

    if (find_known(w, &parts, message->meaning, &k) < 0)
        return -1;
    if (k.same > 0) {
        w->message = k.same;
        w->known = w->skipping = true;
        return 0;
    }
    if (k.copy == 0 && find_claim(w, &parts, message->meaning, w->next, &k) < 0)
        return -1;
    return write_put_message(w, message, &k);
}

/* Takes a message with so many links that its meaning comes at its end. */
static int take_unknown(struct writer *w, const struct record_message *message)
{
    const struct address_parts parts = {.id = message->id};
    struct known k = {0};

    if ((message->id.n > 0 && buffer_add(&w->id, message->id.p, message->id.n) != TRAWL_OK) ||
        (message->id.p && find_owner(w, &parts, &k) < 0))
        return -1;
    k.first = k.owner;
    return write_put_message(w, message, &k);
}

/* Stores the subject on one line, with one blank between words, however it was folded. */
static void keep_subject(struct writer *w, trawl_str subject)
{
    w->subject.n = 0;
    for (size_t i = 0, n; i < subject.n; i += n) {
        for (n = 0; i + n < subject.n && !memchr(" \t\r\n", subject.p[i + n], 4); n++)
            ;
        if (n > 0 && w->subject.n > 0)
            (void)buffer_add(&w->subject, " ", 1);
        (void)buffer_add(&w->subject, subject.p + i, n);
        n += n == 0;
    }
}

static int write_take_message(struct writer *w, const struct record_message *message)
{
    int out, mailed;

    if (drop_message(w) < 0)
        return -1;
    w->left_out = w->unread = false;
    if (message->offset < w->from || w->source <= 0)
        return 0;
    if ((out = is_excluded(w, message)) < 0)
        return -1;
    forgotten_blank_message(&w->forgotten, message);
    keep_subject(w, message->subject);
    if ((mailed = is_in_mail(w, message)) < 0)
        return -1;
    w->left_out = out != 0;
    out |= mailed;
    w->id.n = 0;
    w->offset = message->offset;
    w->content = message->content;
    w->n = 0;
    w->skipping = out != 0;
    w->at = message->offset;
    w->input = message->input;
    if (out != 0)
        return 0;
    w->totals.messages++;
    return message->content != 0 ? take_known(w, message) : take_unknown(w, message);
}

/* Decides about a message whose meaning was unknown at its start. If the index already has the
 * message, erases its new row. Returns the row that stays, or -1. */
static int64_t settle_message(struct writer *w, uint64_t content,
                              const unsigned char meaning[MEANING_BYTES])
{
    const struct address_parts parts = {
        .id = w->id.n > 0 ? buffer_str(&w->id) : (trawl_str){NULL, 0}, .content = content};
    struct known k;

    if (find_known(w, &parts, meaning, &k) < 0)
        return -1;
    if (k.same > 0) {
        w->totals.links -= w->n;
        return erase_message(&w->erase, w->message, false) < 0 ? -1 : k.same;
    }
    if (k.owner == w->message)
        k.owner = 0;
    if (k.copy == 0 && find_claim(w, &parts, meaning, w->message, &k) < 0)
        return -1;
    DB_BIND(w->settle, 1, w->message, (int64_t)content);
    (void)sqlite3_bind_blob(w->settle, 3, meaning, MEANING_BYTES, SQLITE_TRANSIENT);
    db_bind_id(w->settle, 4, k.copy);
    db_bind_id(w->settle, 5, k.first);
    if (db_run(w->db, w->settle) < 0)
        return -1;
    return k.copy == 0 && k.first == 0 && k.owner > 0 &&
                   erase_replace(&w->erase, k.owner, w->message) < 0
               ? -1
               : w->message;
}

static int write_take_end(struct writer *w, struct record_in *in)
{
    const uint64_t length = record_get(in), content = record_get(in);
    const int64_t at = (int64_t)w->offset;
    unsigned char meaning[MEANING_BYTES];

    record_get_meaning(in, meaning);
    if (w->message == 0 && !w->left_out)
        return 0;
    if (w->message > 0 && w->content == 0 && (w->message = settle_message(w, content, meaning)) < 0)
        return -1;
    if (w->unread && w->message > 0 && doubt_unread(w) < 0)
        return -1;
    DB_BIND(w->place, 1, w->source, at, w->message, w->left_out ? 0 : (int64_t)length);
    w->left_out = false;
    w->message = 0;
    w->rows++;
    return db_run(w->db, w->place) < 0 ? -1 : lists_count(&w->erase.lists, w->source, at, 1);
}

/* ---- Links ---- */

static int write_put_readings(struct writer *w, unsigned count, struct record_in *in)
{
    for (unsigned i = 0; i < count && in->p < in->end; i++) {
        const char *why = trawl_why_name((int)record_get(in));
        trawl_str url = record_get_text(in);

        if (w->skipping)
            continue;
        forgotten_blank(&w->forgotten, url, 0);
        DB_BIND(w->reading, 1, w->message, (int64_t)w->n, i + 1);
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
    for (size_t i = 0; i < 4; i++)
        forgotten_blank(&w->forgotten, (trawl_str[]){l.url, l.raw, l.more, l.anchor}[i], 0);
    url = names_url(&w->names, l.url);
    context = names_context(&w->names, &l.context, l.packed);
    if (url < 0 || context < 0)
        return -1;
    DB_BIND(s, 1, w->message, (int64_t)w->n, url, context, (int64_t)l.line, (int64_t)l.column, l.at,
            (int64_t)l.length);
    db_bind(s, 9, l.more);
    (void)sqlite3_bind_int64(s, 10, (int64_t)l.flags);
    db_bind(s, 11, l.raw);
    db_bind(s, 12, l.anchor);
    w->rows++;
    w->totals.links++;
    return db_run(w->db, s) < 0 ? -1 : write_put_readings(w, l.alts, in);
}

/* ---- Records ---- */

/* Takes one record. Returns 0 or -1. */
static int write_take(struct writer *w, const struct file **files, struct record_in *in)
{
    struct record_message message;
    struct record_close close;
    trawl_str trouble;

    switch (record_get(in)) {
    case RECORD_FILE:
        return writer_begin(w, (*files)++);
    case RECORD_FAILED:
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
    case RECORD_UNREAD:
        w->unread = true;
        return 0;
    case RECORD_END:
        return write_take_end(w, in);
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

/* Marks each new message as a copy of an older one if both have the same id, sender and date, and
 * their texts are alike (alike.c). Its own copies become copies of the older message, too. New are
 * the messages after the id that the table "meta" has as "alike". Returns 0 or -1. */
static int join_alike(struct writer *w)
{
    struct db *d = w->db;
    const struct source_about about = {.db = d, .quiet = true};
    struct source_reader *reader = source_open(&about);
    struct alike *alike = reader ? alike_open(d, reader, w->options->charset) : NULL;
    sqlite3_stmt *row = db_prepare(d, "SELECT m.id, o.id FROM messages m JOIN messages o ON o.id ="
                                      " m.first WHERE m.first IS NOT NULL AND m.same IS NULL AND"
                                      " m.id > coalesce((SELECT CAST(value AS INTEGER) FROM meta"
                                      " WHERE key = 'alike'), 0) AND substr(m.meaning, 13) ="
                                      " substr(o.meaning, 13) ORDER BY m.id"),
                 *join = db_prepare(d, "UPDATE messages SET same = ?2, first = NULL WHERE id = ?1"
                                       " OR same = ?1");
    int found = -1;

    while (alike && !d->failed && !interrupted && (found = db_step(d, row)) > 0) {
        const int64_t message = sqlite3_column_int64(row, 0), owner = sqlite3_column_int64(row, 1);
        const int same = alike_same(alike, owner, message);

        DB_BIND(join, 1, message, owner);
        if (same < 0 || (same > 0 && db_run(d, join) < 0))
            break;
    }
    db_reset(d, row);
    alike_close(alike);
    source_close(reader);
    if (!alike || d->failed || (found > 0 && !interrupted))
        return -1;
    return interrupted ? 0
                       : db_execute(d, "INSERT OR REPLACE INTO meta SELECT 'alike', max(id) FROM"
                                       " messages HAVING max(id) > 0");
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
    if (schema_index(w->db) < 0 || (!interrupted && (writer_start(w) < 0 || join_alike(w) < 0)))
        return -1;
    return commit(w);
}
