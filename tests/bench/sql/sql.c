/* sql.c - compares the speed of trawl_links() in SQLite with that of the library
 *
 *     bench_sql EXTENSION FILE MEGABYTES
 *
 * Fills a table of SQLite with MEGABYTES of text from the file, for each of several sizes of a row.
 * For the sizes that have a bound, the table has at least ROWS rows, so that the fixed costs of a
 * statement do not count. Finds the URLs of all rows in three ways: by trawl_each(); by
 * trawl_links(), stepping through its rows; and by one statement that counts them. The ways take
 * turns; a figure is the least processor time of RUNS runs. Prints the megabytes a second. Fails
 * when the ways find different URLs, or when, with rows from SMALL to LARGE bytes, the statement
 * has less than LEAST times the library's speed. Other sizes are only measured: with small rows the
 * microsecond that a call costs weighs more, and large texts are copied.
 */
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trawl.h>

#define LEAST 0.8
#define SMALL 65536
#define LARGE (1 << 20)
#define ROWS 32
#define RUNS 7

static void die(const char *what)
{
    fprintf(stderr, "bench_sql: %s\n", what);
    exit(2);
}

static void run(sqlite3 *db, const char *sql)
{
    char *why = NULL;

    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        die(why);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s;

    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(db));
    return s;
}

static double now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What was found: the number of URLs and of their bytes. */
struct found {
    long long urls, bytes;
};

static int take(void *user, const trawl_link *link)
{
    struct found *f = user;

    f->urls++;
    f->bytes += (long long)link->url.n;
    return 0;
}

/* Reads all rows by the library. Returns the seconds. */
static double by_library(sqlite3 *db, struct found *f)
{
    sqlite3_stmt *s = prepare(db, "SELECT body FROM texts");
    double begin = now();

    *f = (struct found){0, 0};
    while (sqlite3_step(s) == SQLITE_ROW)
        if (trawl_each(sqlite3_column_text(s, 0), (size_t)sqlite3_column_bytes(s, 0), NULL, take,
                       f) != TRAWL_OK)
            die("the library fails");
    (void)sqlite3_finalize(s);
    return now() - begin;
}

/* Reads all rows by trawl_links(), each in a step. Returns the seconds. */
static double by_steps(sqlite3 *db, struct found *f)
{
    sqlite3_stmt *s = prepare(db, "SELECT url FROM texts, trawl_links(texts.body)");
    double begin = now();
    int code;

    *f = (struct found){0, 0};
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        f->urls++;
        f->bytes += sqlite3_column_bytes(s, 0);
    }
    if (code != SQLITE_DONE)
        die(sqlite3_errmsg(db));
    (void)sqlite3_finalize(s);
    return now() - begin;
}

/* Counts the URLs in one statement. Returns the seconds. */
static double by_statement(sqlite3 *db)
{
    sqlite3_stmt *s = prepare(db, "SELECT count(url) FROM texts, trawl_links(texts.body)");
    double begin = now();

    if (sqlite3_step(s) != SQLITE_ROW)
        die(sqlite3_errmsg(db));
    (void)sqlite3_finalize(s);
    return now() - begin;
}

/* Fills the table with rows of `row` bytes or a little more, up to the end of a line. Returns the
 * number of bytes in all rows. */
static size_t fill(sqlite3 *db, const char *text, size_t n, size_t row, size_t bytes)
{
    sqlite3_stmt *s;
    size_t done = 0;

    run(db, "DROP TABLE IF EXISTS texts; CREATE TABLE texts(body TEXT); BEGIN");
    s = prepare(db, "INSERT INTO texts VALUES (?)");
    for (size_t i = 0; done < bytes;) {
        size_t len = row < n - i ? row : n - i;
        const char *end = memchr(text + i + len - 1, '\n', n - i - len + 1);

        len = end ? (size_t)(end + 1 - text) - i : n - i;
        (void)sqlite3_bind_text(s, 1, text + i, (int)len, SQLITE_STATIC);
        (void)sqlite3_step(s);
        (void)sqlite3_reset(s);
        done += len;
        i = i + len < n ? i + len : 0;
    }
    (void)sqlite3_finalize(s);
    run(db, "COMMIT");
    return done;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static int compare(sqlite3 *db, const char *text, size_t n, size_t row, size_t bytes)
{
    const bool judged = row >= SMALL && row <= LARGE;
    struct found ours, theirs;
    double steps = 1e9, statement = 1e9, library = 1e9, megabytes;

    if (judged && bytes < ROWS * row)
        bytes = ROWS * row;
    megabytes = (double)fill(db, text, n, row, bytes) / 1e6;
    for (int i = 0; i < RUNS; i++) {
        library = least(library, by_library(db, &theirs));
        steps = least(steps, by_steps(db, &ours));
        statement = least(statement, by_statement(db));
    }
    printf("rows of %8zu bytes, %.0f MB, %lld URLs: library %.0f MB/s, steps %.0f (%.2f), "
           "statement %.0f (%.2f)\n",
           row, megabytes, ours.urls, megabytes / library, megabytes / steps, library / steps,
           megabytes / statement, library / statement);
    if (ours.urls != theirs.urls || ours.bytes != theirs.bytes)
        printf("FAILED: trawl_links() and the library find different URLs\n");
    else if (judged && library / statement < LEAST)
        printf("MISSED: the statement has %.2f times the library's speed; the bound is %.2f\n",
               library / statement, LEAST);
    else
        return 0;
    return 1;
}

/* Reads the file. */
static char *read_file(const char *name, size_t *n)
{
    FILE *f = fopen(name, "rb");
    char *text = NULL;
    size_t room = 0, got = 1;

    if (!f)
        die("cannot open the file");
    for (*n = 0; got > 0; *n += got) {
        room = 2 * (*n + 65536);
        text = realloc(text, room);
        if (!text)
            die("no memory");
        got = fread(text + *n, 1, room - *n, f);
    }
    (void)fclose(f);
    return text;
}

int main(int argc, char **argv)
{
    static const size_t rows[] = {4096, 65536, 1 << 20, 64 << 20};
    sqlite3 *db;
    char *text;
    size_t n;
    int bad = 0;

    if (argc != 4)
        die("usage: bench_sql EXTENSION FILE MEGABYTES");
    text = read_file(argv[2], &n);
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_enable_load_extension(db, 1) != SQLITE_OK ||
        sqlite3_load_extension(db, argv[1], NULL, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(db));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && n > 0; i++)
        bad |= compare(db, text, n, rows[i], strtoul(argv[3], NULL, 10) * 1000000);
    (void)sqlite3_close(db);
    free(text);
    return bad;
}
