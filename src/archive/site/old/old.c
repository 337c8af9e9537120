/* old.c - --old: the addresses of an older archive
 *
 * The pages are read by app/gather/old.c, as files of a folder or as records of WARC files.
 * index/match.c finds the message that each showed. The table temp.old has the results for each
 * page; the maps, the table and the page of the site are made from it. Addresses are written
 * relative to the folder; those in WARC files, relative to the host.
 *
 * The state of the site has the files whose page was proved. Such a file is not read again as long
 * as its size, its time and the page in the site are the same.
 */
#include "archive/site/old/old.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct old {
    struct site *site;
    struct gather *scan;
    trawl_settings *settings;
    struct forgotten forgotten;
    struct matcher *matcher;
    sqlite3_stmt *page, *put, *keep, *kept; /* page: of a message */
    int64_t size, mtime;                    /* of the file; mtime 0: of WARC */
    struct buffer mail, name;               /* the message of the page being read; its address */
    const char *program;
    bool failed;
};

/* ---- Pages ---- */

/* Writes the path of the page of a message. Returns 1, 0 if it has none, or -1. */
static int old_path(struct old *old, int64_t message, char path[PATH_ROOM])
{
    int found;

    (void)sqlite3_bind_int64(old->page, 1, message);
    if ((found = db_step(&old->site->db, old->page)) > 0) {
        path_of_row(path, 'm', old->page, 0);
        db_reset(&old->site->db, old->page);
    }
    return found;
}

/* Adds a row to the table of the addresses; message 0 if none was proved. */
static void old_put_row(struct old *old, const char *const texts[4], int64_t message)
{
    db_bind(old->put, 1, (trawl_str){old->name.p, old->name.n - 1});
    for (int i = 0; i < 4; i++)
        db_bind(old->put, i + 2, site_str(texts[i]));
    (void)sqlite3_bind_int64(old->put, 6, message);
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
    DB_BIND(old->kept, 2, old->size, old->mtime);
    if (db_step(&old->site->state, old->kept) > 0) {
        const char *page = db_text(old->kept, 0).p, *program = db_text(old->kept, 1).p,
                   *proof = db_text(old->kept, 2).p;

        good = page && program && proof &&
               old_path(old, sqlite3_column_int64(old->kept, 3), path) > 0 &&
               strcmp(path, page) == 0;
        if (good)
            old_put_row(old, (const char *const[]){program, "proved", path, proof},
                        sqlite3_column_int64(old->kept, 3));
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
    const struct match_page page = {mail, buffer_str(&old->mail),
                                    strcmp(old->program, "pipermail") == 0};
    int64_t message = MATCH_NONE;

    if (found == 0) {
        forgotten_blank_message(&old->forgotten, mail);
        forgotten_blank(&old->forgotten, page.text, 0);
        message = match_find(old->matcher, &page, true, &proof);
    }
    if (message > 0) {
        found = old_path(old, message, path);
        state = found > 0 ? state : "not published";
    } else if (found > 0 || (found = forgotten_had(&old->forgotten, mail->id)) > 0) {
        state = "forgotten";
        proof = "";
    } else {
        state = message == MATCH_SEVERAL      ? "unknown: several messages"
                : message == MATCH_OTHER_TEXT ? "unknown: another text"
                                              : "unknown: no message";
        proof = "";
    }
    old->failed |= found < 0 || message == MATCH_FAILED;
    old_put_row(old, (const char *const[]){old->program, state, path, proof}, *path ? message : 0);
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

trawl_str old_address(trawl_str name)
{
    static const char index[] = "/index.html";
    const size_t n = sizeof index - 1;

    if (name.n > n && memcmp(name.p + name.n - n, index, n) == 0)
        name.n -= n - 1;
    return name;
}

/* Sets the address of a page. */
static void old_set_name(struct old *old, trawl_str name)
{
    name = old_address(name);
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

    while (found == 0 && (found = db_step(&s->db, row)) > 0)
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
    while ((found = db_step(&s->db, row)) > 0)
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
    while ((found = db_step(&s->db, row)) > 0) {
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
    const struct source_about about = site_sources(old->site);

    if (db_execute(d, "CREATE TEMP TABLE old(name TEXT PRIMARY KEY, program TEXT, state TEXT,"
                      " page TEXT, proof TEXT, message INTEGER) WITHOUT ROWID") < 0 ||
        forgotten_open(&old->forgotten, d) < 0 ||
        gather_settings(&old->settings, GATHER_KINDS, old->site->options.charset) < 0)
        return -1;
    old->page = db_prepare(d, "SELECT " ADDRESS_COLUMNS("m") " FROM messages m JOIN shown s"
                                                             " ON s.id = m.id WHERE m.id = ?1");
    old->keep = db_prepare(&old->site->state,
                           "INSERT OR REPLACE INTO attested VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    old->kept =
        db_prepare(&old->site->state, "SELECT page, program, proof, message FROM attested WHERE"
                                      " name = ?1 AND size = ?2 AND mtime = ?3 AND message"
                                      " > 0");
    old->put = db_prepare(d, "INSERT OR REPLACE INTO temp.old VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
    config.settings = old->settings;
    old->matcher = match_open(&about, old->site->options.charset);
    if (!old->keep || !old->kept || !old->matcher)
        return -1;
    if (!d->failed && !(old->scan = gather_open(&config)))
        return command_trouble("site", TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
    return d->failed ? -1 : 0;
}

int old_find(struct site *s)
{
    struct old old = {.site = s};
    char *words[] = {(char *)s->options.old, NULL};
    struct options operands = {.command = "site", .argc = 1, .argv = words, .operands = 1};
    struct source_taker taker = {.sink = old_take_file, .user = &old};
    bool failed = old_open(&old) < 0 || source_each(&operands, NULL, &taker) < 0 || old.failed;

    gather_close(old.scan);
    match_close(old.matcher);
    trawl_settings_close(&old.settings);
    forgotten_close(&old.forgotten);
    buffer_free(&old.mail);
    buffer_free(&old.name);
    s->trouble |= taker.bad;
    return failed || interrupted ? -1 : 0;
}

int old_make(struct site *s)
{
    return old_make_maps(s) < 0 || old_make_table(s) < 0 ? -1 : old_make_page(s);
}
