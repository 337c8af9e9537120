/* state.c - a SQLite database of the files of a site, in the folder .trawl-site
 *
 * Each file has a row: the fingerprint of its input, the hash of its bytes, its size, and the group
 * of pages that it belongs to (groups.c). The row is stored before the file is written, so every
 * file that an interrupted run left has a row. A file with print 0 is written again. Files that are
 * not part of the new site are removed at the end of a successful run.
 */
#include "archive/site/site.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define APPLICATION 0x74737465 /* "tste" */

/* SQL: the folder of a path, "" or with the slash after it. */
#define FOLDER_OF(path) "rtrim(" path ", replace(" path ", '/', ''))"

/* lost: groups of pages that lack a file. todo: the groups that are made in this run, and 0. */
static const char state_temporary[] =
    "CREATE TEMP TABLE lost(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE todo(id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE noted(path TEXT PRIMARY KEY, mtime INTEGER)";

static const char state_tables[] =
    "CREATE TABLE page(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, print INTEGER NOT NULL,"
    " hash INTEGER NOT NULL, size INTEGER NOT NULL, owner INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX page_owner ON page(owner);"
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE member(page TEXT NOT NULL, print INTEGER NOT NULL, at INTEGER NOT"
    " NULL, size INTEGER NOT NULL, end INTEGER NOT NULL, PRIMARY KEY(page, at)) STRICT, WITHOUT"
    " ROWID;" /* of mailbox.c; "folder" is of same.c */
    "CREATE TABLE folder(path TEXT PRIMARY KEY, mtime INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE source(id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER, mtime INTEGER,"
    " generation INTEGER NOT NULL) STRICT;"
    "CREATE TABLE header(key INTEGER PRIMARY KEY, hidden INTEGER NOT NULL) STRICT;";

static sqlite3_stmt *find_page, *add_page, *note_page, *find_source, *put_source, *find_header,
    *put_header, *range_page, *drop_page, *is_todo, *is_lost, *add_folder;
static unsigned char *seen; /* a bit for each row of "page" */
static size_t seen_n;

int state_open(struct site *s)
{
    static char path[sizeof s->folder + 40];
    struct db *d = &s->state;

    (void)snprintf(path, sizeof path, "%s/" HIDDEN "/state.db", s->folder);
    if (db_open_other(d, "site", path, APPLICATION, state_tables) < 0 ||
        db_execute(d, state_temporary) < 0)
        return -1;
    find_page = db_prepare(d, "SELECT id, print, hash, size, owner FROM page WHERE path = ?1");
    add_page = db_prepare(d, "INSERT INTO page(path, print, hash, size) VALUES (?1, 0, 0, 0)"
                             " RETURNING id");
    note_page = db_prepare(d, "UPDATE page SET print = ?2, hash = ?3, size = ?4, owner = ?5"
                              " WHERE id = ?1");
    find_source = db_prepare(d, "SELECT path, size, mtime, generation FROM source WHERE id = ?1");
    put_source = db_prepare(d, "INSERT OR REPLACE INTO source VALUES (?1, ?2, ?3, ?4, ?5)");
    find_header = db_prepare(d, "SELECT hidden FROM header WHERE key = ?1");
    put_header = db_prepare(d, "INSERT OR REPLACE INTO header VALUES (?1, ?2)");
    range_page = db_prepare(d, "SELECT id, print, hash, size, owner, path FROM page"
                               " WHERE path >= ?1 AND path < ?2 ORDER BY path");
    drop_page = db_prepare(d, "DELETE FROM page WHERE id = ?1");
    add_folder = db_prepare(d, "INSERT OR IGNORE INTO folder VALUES (" FOLDER_OF("?1") ", 0)");
    is_todo = db_prepare(d, "SELECT 1 FROM todo WHERE id = ?1");
    is_lost = db_prepare(d, "SELECT 1 FROM lost WHERE id = ?1");
    return find_page && add_page && note_page && find_source && put_source && find_header &&
                   put_header && range_page && drop_page && is_todo && is_lost && add_folder
               ? 0
               : -1;
}

void state_close(struct site *s)
{
    db_close(&s->state);
    free(seen);
    seen = NULL;
    seen_n = 0;
}

/* ---- Pages ---- */

static int mark(int64_t id)
{
    size_t at = (size_t)id / 8;

    if (at >= seen_n) {
        size_t n = 2 * at + 4096;
        unsigned char *more = realloc(seen, n);

        if (!more)
            return command_trouble("site", TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
        memset(more + seen_n, 0, n - seen_n);
        seen = more;
        seen_n = n;
    }
    seen[at] |= (unsigned char)(1u << id % 8);
    return 0;
}

static void state_read(sqlite3_stmt *row, struct known_page *page)
{
    page->id = sqlite3_column_int64(row, 0);
    page->print = (uint64_t)sqlite3_column_int64(row, 1);
    page->hash = (uint64_t)sqlite3_column_int64(row, 2);
    page->size = (uint64_t)sqlite3_column_int64(row, 3);
    page->owner = sqlite3_column_int64(row, 4);
}

int state_find(struct site *s, const char *path, struct known_page *page)
{
    char name[PATH_ROOM];
    int found;

    *page = (struct known_page){0};
    db_bind(find_page, 1, site_str(file_name(s, path, name)));
    found = db_step(&s->state, find_page);
    if (found <= 0)
        return found;
    state_read(find_page, page);
    db_reset(&s->state, find_page);
    return page->id <= 0 ? db_damaged(&s->state) : mark(page->id);
}

static bool state_has_seen(int64_t id)
{
    return id > 0 && (size_t)id / 8 < seen_n && (seen[id / 8] >> id % 8 & 1);
}

bool state_makes(struct site *s, int64_t group)
{
    (void)sqlite3_bind_int64(is_todo, 1, group);
    return s->all || db_look(&s->state, is_todo) != 0;
}

bool state_lacks(struct site *s, int64_t group)
{
    (void)sqlite3_bind_int64(is_lost, 1, group);
    return db_look(&s->state, is_lost) != 0;
}

bool state_has(struct site *s, const char *path)
{
    int64_t id = 0, owner = 0;
    char name[PATH_ROOM];

    db_bind(find_page, 1, site_str(file_name(s, path, name)));
    if (db_step(&s->state, find_page) > 0) {
        id = sqlite3_column_int64(find_page, 0);
        owner = sqlite3_column_int64(find_page, 4);
        db_reset(&s->state, find_page);
    }
    return state_has_seen(id) || (id > 0 && !state_makes(s, owner));
}

int state_claim(struct site *s, const char *path, struct known_page *page)
{
    char name[PATH_ROOM];

    db_bind(add_folder, 1, site_str(file_name(s, path, name)));
    if (db_run(&s->state, add_folder) < 0)
        return -1;
    db_bind(add_page, 1, site_str(name));
    page->id = db_look(&s->state, add_page);
    return page->id > 0 ? mark(page->id) : -1;
}

int state_note(struct site *s, const struct known_page *page)
{
    DB_BIND(note_page, 1, page->id, (int64_t)page->print, (int64_t)page->hash, (int64_t)page->size,
            s->owner);
    return db_run(&s->state, note_page);
}

/* Removes a file, and the folders that are then empty. */
static int remove_file(struct site *s, const char *path)
{
    char name[PATH_ROOM];
    char *slash;

    (void)snprintf(name, sizeof name, "%s", path);
    if (unlinkat(s->dir, name, 0) < 0 && errno != ENOENT) {
        say_system("site", name, errno);
        return -1;
    }
    s->removed++;
    while ((slash = strrchr(name, '/')) != NULL) {
        *slash = '\0';
        if (unlinkat(s->dir, name, AT_REMOVEDIR) < 0)
            break;
    }
    return 0;
}

int state_each(struct site *s, const char *from, const char *to, state_taker *take)
{
    int found, stop = 0;

    db_bind(range_page, 1, site_str(from));
    db_bind(range_page, 2, site_str(to));
    while (stop == 0 && (found = db_step(&s->state, range_page)) != 0) {
        struct known_page page;

        if (found < 0)
            return -1;
        state_read(range_page, &page);
        if (page.id <= 0 || mark(page.id) < 0)
            return db_damaged(&s->state);
        stop = take(s, db_text(range_page, 5).p, &page);
    }
    if (stop != 0)
        db_reset(&s->state, range_page);
    return stop;
}

/* Removes those files that are not part of the new site. `rows` has the columns of state_each(). */
static int state_sweep_rows(struct site *s, sqlite3_stmt *rows)
{
    int found;

    while ((found = db_step(&s->state, rows)) > 0) {
        int64_t id = sqlite3_column_int64(rows, 0);
        trawl_str path = db_text(rows, 5);

        if (state_has_seen(id))
            continue;
        if (!path.p || path.n >= PATH_ROOM || path.p[0] == '/' || strstr(path.p, ".."))
            return db_damaged(&s->state);
        (void)sqlite3_bind_int64(drop_page, 1, id);
        if (remove_file(s, path.p) < 0 || db_run(&s->state, drop_page) < 0)
            return -1;
    }
    return found;
}

int state_sweep_some(struct site *s, const char *from, const char *to)
{
    db_bind(range_page, 1, site_str(from));
    db_bind(range_page, 2, site_str(to));
    return state_sweep_rows(s, range_page);
}

#define SWEPT "SELECT id, 0, 0, 0, 0, path FROM page"
int state_sweep(struct site *s)
{
    sqlite3_stmt *rows = db_prepare(
        &s->state, s->all ? SWEPT " ORDER BY id" : SWEPT " WHERE owner IN (SELECT id FROM todo)");

    return rows ? state_sweep_rows(s, rows) : -1;
}

/* ---- Groups ---- */

int state_begin_groups(struct site *s)
{
    sqlite3_stmt *lost = db_prepare(&s->state, "SELECT id FROM lost"),
                 *add = db_prepare(&s->db, "INSERT OR IGNORE INTO todo VALUES (?1)"),
                 *row = db_prepare(&s->db, "SELECT id FROM todo UNION SELECT 0"),
                 *put = db_prepare(&s->state, "INSERT INTO todo VALUES (?1)");
    int found = -1;

    while ((found = db_step(&s->state, lost)) > 0) {
        (void)sqlite3_bind_value(add, 1, sqlite3_column_value(lost, 0));
        if (db_run(&s->db, add) < 0)
            return -1;
    }
    if (s->all)
        s->pages = 0;
    if (found < 0 || s->all)
        return found < 0 ? -1 : 0;
    found = db_execute(&s->state, "BEGIN");
    while (found >= 0 && (found = db_step(&s->db, row)) > 0) {
        (void)sqlite3_bind_value(put, 1, sqlite3_column_value(row, 0));
        found = db_run(&s->state, put);
    }
    if (found < 0 || db_execute(&s->state, "COMMIT") < 0)
        return -1;
    s->pages -= (uint64_t)db_number(&s->state, "SELECT count(*) FROM page WHERE owner IN (SELECT id"
                                               " FROM todo)");
    return s->state.failed ? -1 : 0;
}

/* ---- Sources and headers ---- */

int64_t state_generation(struct site *s, int64_t source, trawl_str path, int64_t size,
                         int64_t mtime)
{
    int64_t generation = 1;
    bool same = false;
    int found;

    (void)sqlite3_bind_int64(find_source, 1, source);
    if ((found = db_step(&s->state, find_source)) < 0)
        return -1;
    if (found > 0) {
        trawl_str old = db_text(find_source, 0);
        int64_t old_size = sqlite3_column_int64(find_source, 1);
        bool named = index_same(old, path);

        generation = sqlite3_column_int64(find_source, 3);
        same = named && size == old_size && mtime == sqlite3_column_int64(find_source, 2);
        if (!named || (!same && size <= old_size))
            generation++;
        db_reset(&s->state, find_source);
    }
    if (same)
        return generation;
    (void)sqlite3_bind_int64(put_source, 1, source);
    db_bind(put_source, 2, path);
    DB_BIND(put_source, 3, size, mtime, generation);
    return db_run(&s->state, put_source) < 0 ? -1 : generation;
}

int state_header(struct site *s, uint64_t key)
{
    int found, hidden = 2;

    (void)sqlite3_bind_int64(find_header, 1, (int64_t)key);
    found = db_step(&s->state, find_header);
    if (found > 0) {
        hidden = sqlite3_column_int(find_header, 0) != 0;
        db_reset(&s->state, find_header);
    }
    return found < 0 ? -1 : hidden;
}

int state_set_header(struct site *s, uint64_t key, bool hidden)
{
    DB_BIND(put_header, 1, (int64_t)key, hidden);
    return db_run(&s->state, put_header);
}
