/* db.c - opens databases and runs statements
 *
 * A database may be hostile: functions with side effects are off in its schema, triggers are off,
 * and damaged cells are detected. Readers open it read-only. A writer holds a lock of its own (the
 * file DB-lock) for its whole run, besides SQLite's locks.
 */
#include "archive/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/pool/pool.h"

#define PATIENCE 10000 /* milliseconds to wait for SQLite's locks */

/* ---- Messages ---- */

int db_trouble(struct db *d)
{
    char rest[600];
    int code = sqlite3_extended_errcode(d->sql);

    if (d->failed)
        return -1;
    d->failed = true;
    (void)snprintf(rest, sizeof rest, ": %s%s",
                   d->endless ? "is damaged, or not an index that trawl made: a query did not end"
                   : (code & 0xff) == SQLITE_CANTOPEN && access(d->path, R_OK) < 0
                       ? strerror(errno)
                       : sqlite3_errmsg(d->sql),
                   (code & 0xff) == SQLITE_BUSY      ? "; another program is writing to it"
                   : (code & 0xff) == SQLITE_CORRUPT ? "; use a copy, or index the mail again"
                                                     : "");
    say(d->command, "", d->path, rest);
    return -1;
}

/* Returns true when an error message was printed. Prints one if memory was short, since values for
 * the statement may then be incomplete. */
static bool db_is_over(struct db *d)
{
    if (!d->failed && buffer_failed()) {
        d->failed = true;
        (void)command_trouble(d->command, TRAWL_ERROR_NO_MEMORY);
    }
    return d->failed;
}

static int db_refuse(struct db *d, const char *why)
{
    if (!d->failed)
        say(d->command, "", d->path, why);
    d->failed = true;
    return -1;
}

static const char db_is_empty[] = " is empty; \"trawl index\" fills it";

int db_damaged(struct db *d)
{
    return db_refuse(d, " is damaged, or not an index that trawl made");
}

/* ---- Statements ---- */

/* An element of db.statements. */
struct statement {
    sqlite3_stmt *s;
};

sqlite3_stmt *db_prepare(struct db *d, const char *sql)
{
    struct statement one = {NULL};

    if (db_is_over(d))
        return NULL;
    if (sqlite3_prepare_v3(d->sql, sql, -1, SQLITE_PREPARE_PERSISTENT, &one.s, NULL)) {
        (void)db_trouble(d);
    } else if (buffer_add(&d->statements, (const char *)&one, sizeof one) != TRAWL_OK) {
        (void)sqlite3_finalize(one.s);
    }
    return db_is_over(d) ? NULL : one.s;
}

int db_step(struct db *d, sqlite3_stmt *s)
{
    int code;

    d->ticks = 0;
    code = s && !db_is_over(d) ? sqlite3_step(s) : SQLITE_ERROR;
    if (code == SQLITE_ROW)
        return 1;
    if (code == SQLITE_DONE) {
        (void)sqlite3_reset(s);
        return 0;
    }
    (void)db_trouble(d);
    (void)sqlite3_reset(s);
    return -1;
}

void db_reset(struct db *d, sqlite3_stmt *s)
{
    if (s && sqlite3_reset(s) != SQLITE_OK)
        (void)db_trouble(d);
}

int64_t db_look(struct db *d, sqlite3_stmt *s)
{
    const int found = db_step(d, s);
    const int64_t value = found > 0 ? sqlite3_column_int64(s, 0) : found;

    if (found > 0)
        db_reset(d, s);
    return value;
}

int db_run(struct db *d, sqlite3_stmt *s)
{
    int code = db_step(d, s);

    if (code > 0)
        db_reset(d, s);
    return code < 0 || d->failed ? -1 : 0;
}

int db_execute(struct db *d, const char *sql)
{
    if (db_is_over(d))
        return -1;
    d->ticks = 0;
    return sqlite3_exec(d->sql, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : db_trouble(d);
}

void db_bind_numbers(sqlite3_stmt *s, int at, const int64_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        (void)sqlite3_bind_int64(s, at + i, numbers[i]);
}

void db_bind_id(sqlite3_stmt *s, int at, int64_t id)
{
    if (id != 0)
        (void)sqlite3_bind_int64(s, at, id);
    else
        (void)sqlite3_bind_null(s, at);
}

int64_t db_sum(int64_t a, int64_t b)
{
    uint64_t sum = (uint64_t)a + (uint64_t)b;

    return (int64_t)sum;
}

/* ---- Keys and values ---- */

int db_meta(struct db *d, const char *key, struct buffer *value)
{
    sqlite3_stmt *s = NULL;
    trawl_str text;
    int found;

    if (sqlite3_prepare_v2(d->sql, "SELECT value FROM meta WHERE key = ?1", -1, &s, NULL))
        return db_trouble(d);
    db_bind(s, 1, (trawl_str){key, strlen(key)});
    found = db_step(d, s);
    value->n = 0;
    if (found > 0) {
        text = db_text(s, 0);
        if (!text.p || buffer_add(value, text.p, text.n) != TRAWL_OK ||
            buffer_add(value, "", 1) != TRAWL_OK)
            found = db_is_over(d) ? -1 : db_trouble(d);
        value->n = found > 0 ? text.n : 0;
    }
    (void)sqlite3_finalize(s);
    return found;
}

int db_set_meta(struct db *d, const char *key, trawl_str value)
{
    sqlite3_stmt *s = db_prepare(d, "INSERT OR REPLACE INTO meta VALUES (?1, ?2)");
    int failed;

    if (!s)
        return -1;
    db_bind(s, 1, (trawl_str){key, strlen(key)});
    db_bind(s, 2, value);
    failed = db_run(d, s);
    (void)sqlite3_clear_bindings(s);
    return failed;
}

int64_t db_number(struct db *d, const char *sql)
{
    sqlite3_stmt *s = NULL;
    int64_t n = -1;

    d->ticks = 0;
    if (sqlite3_prepare_v2(d->sql, sql, -1, &s, NULL) || sqlite3_step(s) != SQLITE_ROW)
        (void)db_trouble(d);
    else
        n = sqlite3_column_int64(s, 0);
    (void)sqlite3_finalize(s);
    return n;
}

/* ---- Opening ---- */

/* A statement that gives no row is tested every STEPS steps of SQLite's machine. It is ended after
 * TICKS tests, and TICKS_PER_PAGE more for each page of the database. For a small file that takes
 * some seconds, far more than a query that sorts all links. */
#define STEPS 100000 /* from test to test */
#define TICKS 3000   /* tests */
#define TICKS_PER_PAGE 200

/* A progress handler of SQLite. Returns nonzero to end the statement. */
static int stop_statement(void *user)
{
    struct db *d = user;

    if (d->stoppable && interrupted)
        return 1;
    d->endless = ++d->ticks > d->most;
    return d->endless;
}

/* Makes the connection safe for a hostile file. */
static int protect(struct db *d)
{
    int64_t pages;

    (void)sqlite3_db_config(d->sql, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(d->sql, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(d->sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_busy_timeout(d->sql, PATIENCE);
    d->most = UINT64_MAX;
    sqlite3_progress_handler(d->sql, STEPS, stop_statement, d);
    pages = db_number(d, "PRAGMA page_count");
    d->most = TICKS + TICKS_PER_PAGE * (uint64_t)(pages > 0 ? pages : 0);
    return db_execute(d, "PRAGMA cell_size_check = ON");
}

/* Checks that the file is an index, and one of this version. Sets *version, 0 if it is
 * empty. */
static int db_check(struct db *d, int64_t *version)
{
    char why[200];
    int64_t application = db_number(d, "PRAGMA application_id"),
            tables = db_number(d, "SELECT count(*) FROM sqlite_schema");

    *version = db_number(d, "PRAGMA user_version");
    if (d->failed)
        return -1;
    if (*version < 0 || (application != SCHEMA_APPLICATION && (application != 0 || tables > 0)))
        return db_refuse(d, " is a SQLite database, but not an index of trawl");
    if (*version > 0 && *version != SCHEMA_VERSION) {
        const bool older = *version < SCHEMA_VERSION;

        (void)snprintf(why, sizeof why,
                       " is an index of version %d, made by %s trawl; this one reads version %d%s",
                       (int)*version, older ? "an older" : "a newer", SCHEMA_VERSION,
                       older ? "; make a new one from the mail: trawl index NEW.db INPUT..." : "");
        return db_refuse(d, why);
    }
    return *version > 0 ? schema_check(d) : 0;
}

#if defined __linux__
#include <sys/vfs.h>

/* Warns about a database on NFS, where locks may not work. */
static void warn_of_nfs(const struct db *d)
{
    struct statfs s;

    if (statfs(d->path, &s) == 0 && s.f_type == 0x6969)
        say(d->command, "", d->path,
            " is on NFS, where the locks of SQLite may not work; keep it on a local disk");
}
#else
static void warn_of_nfs(const struct db *d)
{
    (void)d;
}
#endif

/* Refuses an input that was named in place of an index, and says which command takes it. */
static int refuse_input(struct db *d)
{
    char why[300];

    if (strcmp(d->command, "index") == 0)
        return db_refuse(d, " is not a database; it comes first: trawl index DB INPUT...");
    (void)snprintf(why, sizeof why, " is not an index; make one: trawl index links.db %.200s",
                   d->path);
    return db_refuse(d, why);
}

/* Refuses a file that is not a database, before a lock is made beside it. */
static int refuse_other_files(struct db *d)
{
    static const char magic[] = "SQLite format 3";
    char bytes[sizeof magic];
    struct stat status;
    int fd;
    size_t n;

    if (stat(d->path, &status) < 0)
        return 0;
    if (S_ISDIR(status.st_mode))
        return refuse_input(d);
    if (!S_ISREG(status.st_mode) || (fd = input_regular(d->path)) < 0)
        return 0; /* opening it reports the error */
    n = input_read_at(fd, bytes, sizeof bytes, 0);
    (void)close(fd);
    if (n > 0 && (n < sizeof bytes || memcmp(bytes, magic, sizeof bytes) != 0))
        return refuse_input(d);
    return 0;
}

/* Takes the writer's lock, a file next to the database, or next to its target if the database is a
 * symbolic link. If another process has the lock, prints a message and waits. The descriptor stays
 * open until db_close(): closing it drops the lock. Returns 0, or -1 after an error message. */
static int take_lock(struct db *d)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    char real[PATH_MAX] = "", name[PATH_MAX];
    struct stat status;
    bool linked = lstat(d->path, &status) == 0 && S_ISLNK(status.st_mode);

    if (linked)
        files_real(d->path, real);
    if ((size_t)snprintf(name, sizeof name, "%s-lock", linked ? real : d->path) >= sizeof name)
        return db_refuse(d, ": the name is too long");
    do
        d->lock = files_open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    while (d->lock < 0 && errno == EINTR);
    if (d->lock < 0) {
        d->failed = true;
        say_system(d->command, d->path, errno);
        return -1;
    }
    if (fcntl(d->lock, F_SETLK, &lock) == 0)
        return 0;
    if (errno != EACCES && errno != EAGAIN) {
        d->failed = true;
        say_system(d->command, d->path, errno);
        return -1;
    }
    say(d->command, "", d->path, ": another trawl is writing to it; waiting until it ends");
    while (fcntl(d->lock, F_SETLKW, &lock) < 0)
        if (errno != EINTR || interrupted)
            return db_refuse(d, ": nothing was written, because another trawl is writing to it");
    return 0;
}

void db_sandbox(struct sandbox *box, const char *command, int choice, const char *path)
{
    sandbox_begin(box, command, choice, 0);
    db_sandbox_add(box, path);
}

int db_create(struct db *d, const char *command, const char *path)
{
    int64_t version;

    *d = (struct db){.path = path, .command = command, .lock = -1};
    files_use();
    if (*path == '\0')
        return db_refuse(d,
                         "the name of the database is empty, perhaps an unset variable in quotes");
    if (strcmp(path, ":memory:") != 0 && (refuse_other_files(d) < 0 || take_lock(d) < 0))
        return -1;
    if (sqlite3_open_v2(path, &d->sql,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL))
        return db_trouble(d);
    if (protect(d) < 0 || db_check(d, &version) < 0)
        return -1;
    warn_of_nfs(d);
    if (db_execute(d, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                      "PRAGMA cache_size = -" CACHE_SIZE "; PRAGMA wal_autocheckpoint = 65536;"
                      "PRAGMA temp_store = FILE; PRAGMA secure_delete = ON") < 0)
        return -1;
    if (version == 0 && schema_create(d) < 0)
        return -1;
    return track_continue(d);
}

int db_change(struct db *d, const char *command, const char *path)
{
    struct stat status;

    *d = (struct db){.path = path, .command = command, .lock = -1};
    if (stat(path, &status) < 0) {
        say_system(command, path, errno);
        return -1;
    }
    if (S_ISREG(status.st_mode) && status.st_size == 0)
        return db_refuse(d, db_is_empty);
    return db_create(d, command, path) < 0 ? -1 : schema_index(d);
}

/* Returns true when the log has data that may not be in the database. */
static bool has_log(const struct db *d)
{
    char name[4096];
    struct stat status;

    return (size_t)snprintf(name, sizeof name, "%s-wal", d->path) < sizeof name &&
           stat(name, &status) == 0 && status.st_size > 0;
}

/* Opens the file with a parameter of SQLite's URIs. Returns a code of SQLite. */
static int open_uri(struct db *d, const char *parameter, int flags)
{
    struct buffer uri = {0};
    int code = SQLITE_NOMEM;

    (void)buffer_add(&uri, "file://", *d->path == '/' ? 7 : 5);
    for (const char *p = d->path; *p; p++) {
        const char *sign = *p == '%' ? "%25" : *p == '?' ? "%3f" : *p == '#' ? "%23" : NULL;

        (void)buffer_add(&uri, sign ? sign : p, sign ? 3 : 1);
    }
    if (buffer_add(&uri, parameter, strlen(parameter) + 1) == TRAWL_OK)
        code = sqlite3_open_v2(uri.p, &d->sql, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    buffer_free(&uri);
    return code;
}

/* Opens the file as immutable, where SQLite cannot create files beside it. */
static int open_immutable(struct db *d)
{
    if (has_log(d))
        return db_refuse(d, " has data in its file -wal, and to read that, trawl must write to the "
                            "folder; copy both files to one where it may");
    return open_uri(d, "?immutable=1&mode=ro", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) ==
                   SQLITE_OK
               ? 0
               : db_trouble(d);
}

/* Opens the file read-only, even if its folder is read-only, too. The connection may attach other
 * files and write to these. */
static int open_to_read(struct db *d)
{
    int code = open_uri(d, "?mode=ro", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    sqlite3_stmt *s = NULL;

    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(d->sql, PATIENCE);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(d->sql, "SELECT count(*) FROM sqlite_schema", -1, &s, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(s) == SQLITE_ROW ? SQLITE_OK : sqlite3_extended_errcode(d->sql);
    (void)sqlite3_finalize(s);
    if ((code & 0xff) != SQLITE_CANTOPEN && (code & 0xff) != SQLITE_READONLY)
        return code == SQLITE_OK ? 0 : db_trouble(d);
    (void)sqlite3_close(d->sql);
    d->sql = NULL;
    return open_immutable(d);
}

int db_open(struct db *d, const char *command, const char *path)
{
    int64_t version;
    struct stat status;

    *d = (struct db){.path = path, .command = command, .lock = -1};
    files_use();
    if (stat(path, &status) < 0) {
        d->failed = true;
        say_system(command, path, errno);
        return -1;
    }
    if (refuse_other_files(d) < 0 || open_to_read(d) < 0 || protect(d) < 0 ||
        db_check(d, &version) < 0)
        return -1;
    if (version == 0)
        return db_refuse(d, db_is_empty);
    warn_of_nfs(d);
    return db_execute(d, "PRAGMA query_only = ON; PRAGMA cache_size = -8192");
}

int db_open_other(struct db *d, const char *command, const char *path, int application,
                  const char *tables)
{
    char set[60];
    int64_t found;

    *d = (struct db){.path = path, .command = command, .lock = -1};
    files_use();
    if (take_lock(d) < 0)
        return -1;
    if (sqlite3_open_v2(path, &d->sql,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL))
        return db_trouble(d);
    if (protect(d) < 0 ||
        db_execute(d, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                      "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4096") < 0)
        return -1;
    if ((found = db_number(d, "PRAGMA application_id")) == application)
        return 0;
    if (found != 0 || db_number(d, "SELECT count(*) FROM sqlite_schema") != 0)
        return db_refuse(d, " is not a file that this command made");
    (void)snprintf(set, sizeof set, "PRAGMA application_id = %d; COMMIT", application);
    return db_execute(d, "BEGIN") < 0 || db_execute(d, tables) < 0 ? -1 : db_execute(d, set);
}

void db_close(struct db *d)
{
    struct statement one;

    for (size_t at = 0; at < d->statements.n; at += sizeof one) {
        memcpy(&one, d->statements.p + at, sizeof one);
        (void)sqlite3_finalize(one.s);
    }
    buffer_free(&d->statements);
    (void)sqlite3_close(d->sql);
    d->sql = NULL;
    if (d->lock >= 0)
        (void)close(d->lock);
    d->lock = -1;
}
