/* old.c - --old: finds the message that each page of an older archive showed, and proves it
 *
 * The pages are read by app/gather/old.c, as files of a folder or as records of WARC files. What a
 * page says of its message (id, sender, date, subject, text) is compared with the messages of the
 * index. A page is proved if only one message agrees in one of the combinations of `proofs`.
 * Whoever sends a message chooses all fields of its header, so the text of a page must agree, too.
 * A message that the index has from an old page only is considered last: it may have been read from
 * this very page. The table temp.old has the results for each page; the maps, the table and the
 * page of the site are made from it. Addresses are written relative to the folder; those in WARC
 * files, relative to the host.
 *
 * The state of the site has the files whose page was proved. Such a file is not read again as long
 * as its size, its time and the page in the site are the same.
 */
#include "archive/site/old/old.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/ascii.h"

/* The parts in which a page and a message may agree. TIME is the date without the zone, whose name
 * in pages of pipermail has many meanings. TEXT is the same text. MAIL is set if the message is in
 * a mailbox. The others are the results of text.c: the message has the words of the page, or has
 * others, or the page has none. */
enum {
    OF_ID = 1,
    OF_SENDER = 2,
    OF_TIME = 4,
    OF_SUBJECT = 8,
    OF_TEXT = 16,
    OF_EXACT = 32,
    OF_MAIL = 64,
    OF_SIMILAR = 128,
    OF_OTHER = 256,
    OF_BARE = 512,
    OF_WORDS = OF_SIMILAR | OF_OTHER | OF_BARE
};

/* The combinations that prove a message, the strongest first. The same text at the same time is not
 * a proof, since a text that is sent under many names is sent at one time. */
static const struct {
    int bits;
    const char *name;
} proofs[] = {
    {OF_ID | OF_TEXT, "id, text"},
    {OF_ID | OF_TIME | OF_SIMILAR, "id, date, similar text"},
    {OF_ID | OF_SENDER | OF_SUBJECT | OF_SIMILAR, "id, sender, subject, similar text"},
    {OF_ID | OF_TIME | OF_BARE, "id, date; no text"},
    {OF_ID | OF_SENDER | OF_SUBJECT | OF_BARE, "id, sender, subject; no text"},
    {OF_TEXT | OF_SENDER | OF_SUBJECT, "text, sender, subject"},
    {OF_SENDER | OF_EXACT | OF_SUBJECT | OF_SIMILAR, "sender, date, subject, similar text"},
    {OF_SENDER | OF_EXACT | OF_SUBJECT | OF_BARE, "sender, date, subject; no text"},
    {OF_TEXT | OF_SENDER | OF_TIME, "text, sender, date"},
    {OF_TEXT | OF_SUBJECT | OF_EXACT, "text, subject, date"}};

/* Parts that choose between several messages. */
static const int choices[] = {OF_TEXT, OF_EXACT};

#define MOST 100 /* messages that are compared with a page */

/* Results other than a message. */
enum { PROOF_NONE = 0, PROOF_SEVERAL = -1, PROOF_OTHER_TEXT = -2 };

struct old {
    struct site *site;
    struct gather *scan;
    trawl_settings *settings;
    struct forgotten forgotten;
    sqlite3_stmt *by_id, *by_time, *by_near, *by_clock, *by_text, *page, *put, *keep, *kept;
    int64_t size, mtime;      /* of the file; mtime 0: of WARC */
    bool clocked;             /* temp.clock is filled */
    struct old_texts *texts;  /* they have the words of the page, once they are needed */
    int words;                /* whether the page has any; -1: not known yet */
    struct buffer mail, name; /* the message of the page being read; its address */
    const char *program;
    size_t n;
    int64_t message[MOST];
    int bits[MOST];
    bool failed;
};

/* ---- Evidence ---- */

/* Returns the end of text.p[0..n) without blanks at its end. */
static size_t before_blanks(trawl_str text, size_t n)
{
    while (n > 0 && ascii_is_blank((unsigned char)text.p[n - 1]))
        n--;
    return n;
}

/* Returns true when text.p[i] is the blank between a prefix and all of `rest`. */
static bool is_after_prefix(trawl_str text, size_t i, trawl_str rest)
{
    return rest.n > 3 && ascii_is_blank((unsigned char)text.p[i]);
}

/* Returns true for subjects that differ at most in blanks and in a prefix that a list has put
 * before one of them. */
static bool old_same_subject(trawl_str a, trawl_str b)
{
    size_t i = a.n, k = b.n;

    for (;; i--, k--) {
        i = before_blanks(a, i);
        k = before_blanks(b, k);
        if (i == 0 || k == 0 || a.p[i - 1] != b.p[k - 1])
            break;
    }
    if (i == 0 && k == 0)
        return a.n > 0 && b.n > 0;
    return (k == 0 && is_after_prefix(a, i, b)) || (i == 0 && is_after_prefix(b, k, a));
}

static bool old_same_text(trawl_str a, trawl_str b)
{
    return a.n > 0 && a.n == b.n && ascii_same(a.p, b.p, a.n);
}

/* Compares a page with the message of a row. */
static int old_compare(const struct old *old, const struct record_message *mail, sqlite3_stmt *row)
{
    const trawl_str id = db_text(row, 1), address = db_text(row, 3), name = db_text(row, 4);
    const int64_t apart = sqlite3_column_int64(row, 2) - mail->time;
    const bool timed = mail->timed && sqlite3_column_type(row, 2) != SQLITE_NULL,
               zoned = strcmp(old->program, "pipermail") != 0;
    int bits = 0;

    if (mail->id.n > 0 && id.n == mail->id.n && memcmp(id.p, mail->id.p, id.n) == 0)
        bits |= OF_ID;
    if (mail->address.n > 0 && address.n > 0
            ? old_same_text(mail->address, address)
            : old_same_text(names_name_in(mail->from, mail->address), name))
        bits |= OF_SENDER;
    if (timed && (apart == 0 || (!zoned && apart % 900 == 0 && llabs(apart) <= 93600)))
        bits |= OF_TIME | (apart == 0 ? OF_EXACT : 0);
    if (old_same_subject(mail->subject, db_text(row, 5)))
        bits |= OF_SUBJECT;
    if (mail->content != 0 && sqlite3_column_bytes(row, 6) >= MEANING_TEXT &&
        memcmp(sqlite3_column_blob(row, 6), mail->meaning, MEANING_TEXT) == 0)
        bits |= OF_TEXT;
    return bits | (sqlite3_column_int(row, 7) ? OF_MAIL : 0);
}

/* Adds the messages that a statement finds. Returns 0 or -1. */
static int old_add(struct old *old, const struct record_message *mail, sqlite3_stmt *find)
{
    int found;

    while ((found = db_step(&old->site->db, find)) > 0) {
        const int64_t message = sqlite3_column_int64(find, 0);
        const int bits = old_compare(old, mail, find);
        size_t i = 0;

        while (i < old->n && (old->message[i] != message || (old->bits[i] & ~OF_WORDS) != bits))
            i++;
        if (i < old->n || old->n == MOST)
            continue;
        old->message[i] = message;
        old->bits[i] = bits;
        old->n++;
    }
    return found;
}

/* Compares the words of the page with those of the messages that agree in all bits. */
static void old_compare_words(struct old *old, int bits)
{
    for (size_t i = 0; i < old->n && !old->failed; i++) {
        int agrees = 1;

        if ((old->bits[i] & bits) != bits || (old->bits[i] & OF_WORDS) != 0)
            continue;
        if (old->words < 0)
            old->words = old_texts_read(old->texts, buffer_str(&old->mail));
        if (old->words > 0 && !(old->bits[i] & OF_TEXT))
            agrees = old_texts_agree(old->texts, old->message[i]);
        old->failed |= old->words < 0 || agrees < 0;
        old->bits[i] |= old->words == 0 ? OF_BARE : agrees > 0 ? OF_SIMILAR : OF_OTHER;
    }
}

/* Returns the only message that agrees in all bits, or PROOF_NONE or PROOF_SEVERAL. */
static int64_t old_only(struct old *old, int bits)
{
    int64_t only = PROOF_NONE;

    for (size_t i = 0; i < old->n; i++)
        if ((old->bits[i] & bits) == bits)
            only = only == 0 || only == old->message[i] ? old->message[i] : PROOF_SEVERAL;
    return only;
}

/* Returns the message that is proved, among those that have all bits of `from`, or a PROOF. */
static int64_t old_prove(struct old *old, int from, const char **proof)
{
    for (size_t i = 0; i < sizeof proofs / sizeof proofs[0]; i++) {
        const int bits = proofs[i].bits | from;
        int64_t message;

        if (bits & OF_WORDS)
            old_compare_words(old, bits & ~OF_WORDS);
        message = old_only(old, bits);
        *proof = proofs[i].name;
        for (size_t k = 0; k < sizeof choices / sizeof choices[0] && message < 0; k++) {
            const int64_t chosen = old_only(old, bits | choices[k]);

            message = chosen > 0 ? chosen : message;
        }
        if (message != PROOF_NONE)
            return old->n < MOST ? message : PROOF_SEVERAL;
    }
    for (size_t i = 0; i < old->n; i++)
        if (old->bits[i] & OF_OTHER)
            return PROOF_OTHER_TEXT;
    return PROOF_NONE;
}

/* Adds the messages whose "From " line in a mailbox has the date that a page of pipermail shows.
 * Returns 0 or -1. */
static int old_add_clocked(struct old *old, const struct record_message *mail)
{
    const time_t local = (time_t)(mail->time + (mail->zone == ZONE_UNKNOWN ? 0 : 60 * mail->zone));
    char date[CLOCK_BYTES + 8] = "";
    struct tm t;

    if (strcmp(old->program, "pipermail") != 0 || !gmtime_r(&local, &t) || t.tm_year < 0 ||
        t.tm_year > 8000 || !asctime_r(&t, date))
        return 0;
    if (!old->clocked && clocks_make(old->site) < 0)
        return -1;
    old->clocked = true;
    (void)sqlite3_bind_int64(old->by_clock, 1, mail->time);
    db_bind(old->by_clock, 2, (trawl_str){date, CLOCK_BYTES});
    return old_add(old, mail, old->by_clock);
}

/* Finds the message of a page, in a mailbox if one is there. Returns it or a PROOF. */
static int64_t old_find_message(struct old *old, const struct record_message *mail,
                                const char **proof)
{
    int64_t message = PROOF_NONE;

    old->n = 0;
    old->words = -1;
    if (mail->id.p) {
        db_bind(old->by_id, 1, mail->id);
        old->failed |= old_add(old, mail, old->by_id) < 0;
    }
    if (mail->content != 0) {
        (void)sqlite3_bind_blob(old->by_text, 1, mail->meaning, MEANING_TEXT, SQLITE_TRANSIENT);
        old->failed |= old_add(old, mail, old->by_text) < 0;
    }
    if (!mail->timed)
        message = old_prove(old, OF_MAIL, proof);
    for (int i = 0; i < 3 && message <= 0 && mail->timed; i++) { /* fails if many are near */
        sqlite3_stmt *by = i == 0 ? old->by_time : old->by_near;

        (void)sqlite3_bind_int64(by, 1, mail->time);
        old->failed |= (i < 2 ? old_add(old, mail, by) : old_add_clocked(old, mail)) < 0;
        message = old_prove(old, OF_MAIL, proof);
    }
    return message > 0 ? message : old_prove(old, 0, proof);
}

/* ---- Pages ---- */

/* Writes the path of the page of a message. Returns 1, 0 if it has none, or -1. */
static int old_path(struct old *old, int64_t message, char path[PATH_ROOM])
{
    char hash[HASH_ROOM];
    int found;

    (void)sqlite3_bind_int64(old->page, 1, message);
    if ((found = db_step(&old->site->db, old->page)) > 0) {
        hash_message(hash, old->page, 0);
        path_of(path, 'm', hash);
        db_reset(&old->site->db, old->page);
    }
    return found;
}

/* Adds a row to the table of the addresses. */
static void old_put_row(struct old *old, const char *const texts[4])
{
    db_bind(old->put, 1, (trawl_str){old->name.p, old->name.n - 1});
    for (int i = 0; i < 4; i++)
        db_bind(old->put, i + 2, site_str(texts[i]));
    old->failed |= db_run(&old->site->db, old->put) < 0;
}

/* Stores in the state that the file's page was proved, or, with message 0, that it was not. */
static void old_keep(struct old *old, int64_t message, const char *path, const char *proof)
{
    const trawl_str texts[] = {
        {old->name.p, old->name.n - 1}, site_str(path), site_str(old->program), site_str(proof)};
    const int64_t numbers[] = {old->size, old->mtime, message};

    for (int i = 0; i < 4; i++)
        db_bind(old->keep, i + 1, texts[i]);
    for (int i = 0; i < 3; i++)
        (void)sqlite3_bind_int64(old->keep, i + 5, numbers[i]);
    old->failed |= old->mtime != 0 && db_run(&old->site->state, old->keep) < 0;
}

/* Reads the result for the file from the state. Returns true if there is one, and it is still
 * valid. */
static bool old_take_kept(struct old *old)
{
    char path[PATH_ROOM] = "";
    bool good = false;

    db_bind(old->kept, 1, (trawl_str){old->name.p, old->name.n - 1});
    (void)sqlite3_bind_int64(old->kept, 2, old->size);
    (void)sqlite3_bind_int64(old->kept, 3, old->mtime);
    if (db_step(&old->site->state, old->kept) > 0) {
        const char *page = db_text(old->kept, 0).p, *program = db_text(old->kept, 1).p,
                   *proof = db_text(old->kept, 2).p;

        good = page && program && proof &&
               old_path(old, sqlite3_column_int64(old->kept, 3), path) > 0 &&
               strcmp(path, page) == 0;
        if (good)
            old_put_row(old, (const char *const[]){program, "proved", path, proof});
        db_reset(&old->site->state, old->kept);
    }
    return good;
}

/* Notes what was found out about the page that is read. */
static void old_note(struct old *old, const struct record_message *mail)
{
    char path[PATH_ROOM] = "";
    const char *proof = "", *state = "proved";
    int found = forgotten_keeps_out(&old->forgotten, mail->id, mail->address, false);
    const int64_t message = found == 0 ? old_find_message(old, mail, &proof) : 0;

    if (message > 0) {
        found = old_path(old, message, path);
        state = found > 0 ? state : "not published";
    } else if (found > 0 || (found = forgotten_had(&old->forgotten, mail->id)) > 0) {
        state = "forgotten";
        proof = "";
    } else {
        state = message == PROOF_SEVERAL      ? "unknown: several messages"
                : message == PROOF_OTHER_TEXT ? "unknown: another text"
                                              : "unknown: no message";
        proof = "";
    }
    old->failed |= found < 0;
    old_put_row(old, (const char *const[]){old->program, state, path, proof});
    old_keep(old, *path ? message : 0, path, proof);
}

/* A gather_sink. */
static int old_take_records(void *user, trawl_str records)
{
    struct old *old = user;
    struct record_in in = {records.p, records.p + records.n};
    struct record_message message;

    while (in.p < in.end && !old->failed) {
        const uint64_t type = record_get(&in);
        unsigned char meaning[MEANING_BYTES];

        if (type == RECORD_MESSAGE) {
            record_get_message(&in, &message);
            old_note(old, &message);
        } else if (type == RECORD_END) {
            (void)record_get(&in);
            (void)record_get(&in);
            record_get_meaning(&in, meaning);
        } else {
            record_skip(&in, type);
        }
    }
    return old->failed;
}

/* Sets the address of a page. For "index.html" it is the address of the folder. */
static void old_set_name(struct old *old, trawl_str name)
{
    static const char index[] = "/index.html";
    const size_t n = sizeof index - 1;

    if (name.n > n && memcmp(name.p + name.n - n, index, n) == 0)
        name.n -= n - 1;
    old->name.n = 0;
    if (buffer_add(&old->name, name.p, name.n) != TRAWL_OK ||
        buffer_add(&old->name, "", 1) != TRAWL_OK)
        old->failed = true;
}

/* Takes a page whose message is old->mail. */
static int old_take_page(struct old *old)
{
    const struct source mail = {"", SOURCE_GIT, buffer_str(&old->mail)};

    if (!old->failed && gather_file(old->scan, &mail, NULL, NULL) < 0)
        old->failed = true;
    return old->failed || interrupted;
}

/* A warc_page. */
static int old_take_body(void *user, trawl_str name, trawl_str page)
{
    struct old *old = user;

    old->mtime = 0;
    old_set_name(old, name);
    return old_read(page, &old->mail, &old->program) == OLD_MESSAGE ? old_take_page(old) : 0;
}

/* A source_sink. */
static int old_take_file(void *user, const struct source *source)
{
    struct old *old = user;
    const char *name = source->name + strlen(old->site->options.old);
    const int fd = source->kind == SOURCE_GIT ? -1 : input_regular(source->name);
    enum old_kind kind = OLD_LIST;
    struct stat status = {0};

    while (*name == '/')
        name++;
    old_set_name(old, site_str(name));
    if (fd >= 0 && fstat(fd, &status) == 0) {
        old->size = status.st_size;
        old->mtime = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    }
    if (fd < 0 || !old_take_kept(old))
        kind = old_read_file(fd, &old->mail, &old->program);
    if (fd >= 0)
        (void)close(fd);
    if (kind == OLD_MESSAGE)
        return old_take_page(old);
    return kind == OLD_NONE && strstr(name, ".warc") ? warc_each(source, old_take_body, old)
                                                     : old->failed || interrupted;
}

/* ---- The maps, the table and the page ---- */

/* Writes the maps: each proved address leads to a page, or to "gone" if there is none. */
static int old_make_maps(struct site *s)
{
    sqlite3_stmt *row = db_prepare(&s->db, "SELECT name, CASE WHEN page = '' THEN 'gone' ELSE page"
                                           " END FROM temp.old WHERE state NOT LIKE 'unknown%'"
                                           " ORDER BY name");
    struct old_map map;
    int found = map_begin(s, &map);

    while (row && found == 0 && (found = db_step(&s->db, row)) > 0)
        found = map_add(&map, db_text(row, 0), db_text(row, 1));
    return !row || found < 0 ? -1 : map_end(&map, "old");
}

static int old_make_table(struct site *s)
{
    sqlite3_stmt *row =
        db_prepare(&s->db, "SELECT name, state, page, proof, program FROM temp.old ORDER BY name");
    int found = -1;

    file_begin(s, "redirects-old.tsv");
    output_text(&s->out, "address\tresult\tpage\tevidence\tprogram\n");
    while (row && (found = db_step(&s->db, row)) > 0)
        for (int i = 0; i < 5; i++) {
            output_tsv(&s->out, db_text(row, i));
            output_byte(&s->out, i < 4 ? '\t' : '\n');
        }
    return found < 0 ? -1 : file_end(s, 1);
}

/* Writes "65,750 addresses: 65,702 proved, 48 unknown". Returns 0 or -1. */
static int old_put_sentence(struct site *s, struct output *out)
{
    static const struct {
        const char *condition, *word;
    } counts[] = {{"1", " addresses: "},
                  {"state = 'proved'", " proved, "},
                  {"state LIKE 'unknown%'", " unknown"},
                  {"state = 'forgotten'", " forgotten"},
                  {"state = 'not published'", " not published"}};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char sql[100];
        int64_t n;

        (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM temp.old WHERE %s",
                       counts[i].condition);
        if ((n = db_number(&s->db, sql)) < 0)
            return -1;
        if (n == 0 && i > 2)
            continue;
        output_text(out, i > 2 ? ", " : "");
        put_grouped(out, (uint64_t)n);
        output_text(out, counts[i].word);
    }
    return 0;
}

static int old_make_page(struct site *s)
{
    sqlite3_stmt *row = db_prepare(&s->db, "SELECT name, state FROM temp.old WHERE state LIKE"
                                           " 'unknown%' ORDER BY name");
    int found = -1;

    file_begin(s, "old-addresses.html");
    page_head(s, site_str("Old addresses"), NULL, false);
    output_text(&s->out, "<h1>Old addresses</h1>\n<p>");
    if (old_put_sentence(s, &s->out) < 0)
        return -1;
    output_text(&s->out, ". The evidence is in <a href=\"redirects-old.tsv\">a table</a>.</p>\n"
                         "<ul class=\"list\">\n");
    while (row && (found = db_step(&s->db, row)) > 0) {
        output_text(&s->out, "<li>");
        put_text(s, db_text(row, 0), 500);
        output_text(&s->out, " (");
        put_text(s, db_text(row, 1), 100);
        output_text(&s->out, ")</li>\n");
    }
    output_text(&s->out, "</ul>\n");
    page_foot(s);
    return found < 0 ? -1 : file_end(s, 1);
}

/* ---- The run ---- */

static int old_open(struct old *old)
{
    struct db *d = &old->site->db;
    struct gather_config config = {.sink = old_take_records, .user = old};

#define CANDIDATE(time)                                                                            \
    "SELECT coalesce(m.same, m.id), m.message_id, " time ", p.address, p.name, m.subject,"         \
    " m.meaning, EXISTS (SELECT 1 FROM places w JOIN sources u ON u.id = w.source WHERE"           \
    " w.message = m.id AND u.input IS NOT 'html') FROM messages m LEFT JOIN senders p"             \
    " ON p.id = m.sender WHERE m.content IS NOT NULL AND "
    if (db_execute(d, "CREATE TEMP TABLE old(name TEXT PRIMARY KEY, program TEXT, state TEXT,"
                      " page TEXT, proof TEXT) WITHOUT ROWID;"
                      "CREATE TEMP TABLE said AS SELECT substr(meaning, 1, 12) AS text, id"
                      " FROM messages WHERE content IS NOT NULL;"
                      "CREATE INDEX temp.said_text ON said(text);"
                      "CREATE TEMP TABLE clock(date TEXT, id INTEGER);"
                      "CREATE INDEX temp.clock_date ON clock(date)") < 0 ||
        forgotten_open(&old->forgotten, d) < 0 ||
        gather_settings(&old->settings, GATHER_KINDS, old->site->options.charset) < 0)
        return -1;
    old->by_id = db_prepare(d, CANDIDATE("m.time") "m.message_id = ?1");
    old->by_time = db_prepare(d, CANDIDATE("m.time") "m.time = ?1");
    old->by_near = db_prepare(d, CANDIDATE("m.time") "m.time BETWEEN ?1 - 93600 AND ?1 + 93600 AND"
                                                     " (m.time - ?1) % 900 = 0");
    old->by_text =
        db_prepare(d, CANDIDATE("m.time") "m.id IN (SELECT id FROM temp.said WHERE text = ?1)");
    old->by_clock =
        db_prepare(d, CANDIDATE("?1") "m.id IN (SELECT id FROM temp.clock WHERE date = ?2)");
    old->page = db_prepare(d, "SELECT " ADDRESS_COLUMNS("m") " FROM messages m JOIN shown s"
                                                             " ON s.id = m.id WHERE m.id = ?1");
    old->keep = db_prepare(&old->site->state,
                           "INSERT OR REPLACE INTO proved VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    old->kept =
        db_prepare(&old->site->state, "SELECT page, program, proof, message FROM proved WHERE"
                                      " name = ?1 AND size = ?2 AND mtime = ?3 AND message"
                                      " > 0");
    old->put = db_prepare(d, "INSERT OR REPLACE INTO temp.old VALUES (?1, ?2, ?3, ?4, ?5)");
    config.settings = old->settings;
    old->texts = old_texts_open(old->site);
    if (!old->keep || !old->kept || !old->texts)
        return -1;
    if (!d->failed && !(old->scan = gather_open(&config)))
        return command_trouble("site", TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
    return d->failed ? -1 : 0;
}

int old_make(struct site *s)
{
    struct old old = {.site = s};
    char *words[] = {(char *)s->options.old, NULL};
    struct options operands = {.command = "site", .argc = 1, .argv = words, .operands = 1};
    struct source_taker taker = {.sink = old_take_file, .user = &old};
    bool failed = old_open(&old) < 0 || source_each(&operands, NULL, &taker) < 0 || old.failed;

    gather_close(old.scan);
    old_texts_close(old.texts);
    trawl_settings_close(&old.settings);
    buffer_free(&old.mail);
    buffer_free(&old.name);
    s->trouble |= taker.bad;
    if (failed || interrupted || old_make_maps(s) < 0 || old_make_table(s) < 0 ||
        old_make_page(s) < 0)
        return -1;
    return 0;
}
