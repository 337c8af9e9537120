/* host.c - a small program that loads the extension for SQLite and runs SQL
 *
 *     sql_host EXTENSION [heap=BYTES] [length=BYTES] [interrupt=MILLISECONDS] SQL...
 *
 * Prints the rows, with "|" between columns, NULL as "NULL", and blobs in hex. "heap" limits the
 * memory of SQLite, "length" the length of texts and blobs; "interrupt" interrupts the statement
 * that is running when that time is over. Warnings of the extension are printed as "log: ...".
 * Unlike the shell of SQLite, this program can be built with a sanitizer.
 */
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static sqlite3 *db;

static void interrupt(int number)
{
    (void)number;
    /* The shell of SQLite does the same.
     * NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c) */
    sqlite3_interrupt(db);
}

static void set_timer(long milliseconds)
{
    const struct itimerval time = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000}};

    (void)signal(SIGALRM, interrupt);
    (void)setitimer(ITIMER_REAL, &time, NULL);
}

static void print_log(void *user, int code, const char *text)
{
    (void)user;
    if (code == SQLITE_WARNING)
        printf("log: %s\n", text);
}

/* Returns SQLITE_OK or SQLITE_NOMEM. */
static int print_value(sqlite3_stmt *s, int i)
{
    const unsigned char *p = sqlite3_column_blob(s, i);
    const bool is_text = sqlite3_column_type(s, i) != SQLITE_BLOB;

    if (is_text && sqlite3_column_type(s, i) != SQLITE_NULL)
        p = sqlite3_column_text(s, i);
    if (i > 0)
        putchar('|');
    if (sqlite3_column_type(s, i) == SQLITE_NULL)
        fputs("NULL", stdout);
    else if (is_text && !p)
        return SQLITE_NOMEM;
    else if (is_text)
        fputs((const char *)p, stdout);
    else
        for (int k = 0; k < sqlite3_column_bytes(s, i); k++)
            printf("%02x", p[k]);
    return SQLITE_OK;
}

/* Runs the statements of a text. Returns the code of SQLite. */
static int run(const char *sql)
{
    int code = SQLITE_OK;

    while (code == SQLITE_OK && *sql) {
        sqlite3_stmt *s;

        code = sqlite3_prepare_v2(db, sql, -1, &s, &sql);
        if (code != SQLITE_OK || !s)
            break;
        while (code == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) {
            for (int i = 0; i < sqlite3_column_count(s) && code == SQLITE_OK; i++)
                code = print_value(s, i);
            putchar('\n');
        }
        if (code == SQLITE_OK)
            code = sqlite3_finalize(s);
        else
            (void)sqlite3_finalize(s);
    }
    return code;
}

/* Returns the number in a word such as "heap=1000", or 0 if the word has another name. */
static long setting(const char *word, const char *name)
{
    size_t n = strlen(name);

    return strncmp(word, name, n) == 0 && word[n] == '=' ? strtol(word + n + 1, NULL, 10) : 0;
}

int main(int argc, char **argv)
{
    char *why = NULL;
    int code;

    (void)sqlite3_config(SQLITE_CONFIG_LOG, print_log, NULL);
    if (argc < 2 || sqlite3_open(":memory:", &db) != SQLITE_OK) {
        printf("error: no database\n");
        (void)sqlite3_close(db);
        return 2;
    }
    (void)sqlite3_enable_load_extension(db, 1);
    code = sqlite3_load_extension(db, argv[1], NULL, &why);
    for (int i = 2; i < argc && code == SQLITE_OK; i++) {
        if (setting(argv[i], "heap") > 0)
            (void)sqlite3_hard_heap_limit64(setting(argv[i], "heap"));
        else if (setting(argv[i], "length") > 0)
            (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, (int)setting(argv[i], "length"));
        else if (setting(argv[i], "interrupt") > 0)
            set_timer(setting(argv[i], "interrupt"));
        else
            code = run(argv[i]);
    }
    if (code != SQLITE_OK)
        printf("error: %s\n", why ? why : sqlite3_errmsg(db));
    sqlite3_free(why);
    (void)sqlite3_close(db);
    return code != SQLITE_OK;
}
