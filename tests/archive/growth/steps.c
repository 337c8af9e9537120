/* steps.c - a library for LD_PRELOAD that counts the steps of SQLite's machine for each statement
 *
 * A statement whose steps grow faster than its tables searches a table once for each row of
 * another one. The file that STEPS names gets a line for each statement: the steps, a tab, the SQL.
 * Steps do not depend on the machine or on other work.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct counted {
    struct counted *next;
    unsigned long long steps;
    char sql[];
} * all;

static void add(const char *sql, int steps)
{
    struct counted *c = all;

    while (c && strcmp(c->sql, sql) != 0)
        c = c->next;
    if (!c) {
        c = calloc(1, sizeof *c + strlen(sql) + 1);
        if (!c)
            abort();
        strcpy(c->sql, sql);
        c->next = all;
        all = c;
    }
    c->steps += (unsigned long long)steps;
}

static int profile(unsigned type, void *user, void *statement, void *time)
{
    const char *sql = sqlite3_sql(statement);

    (void)type;
    (void)user;
    (void)time;
    if (sql)
        add(sql, sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1));
    return 0;
}

/* Replaces SQLite's function. */
int sqlite3_open_v2(const char *name, sqlite3 **db, int flags, const char *vfs)
{
    int (*open)(const char *, sqlite3 **, int, const char *);
    int code;

    *(void **)&open = dlsym(RTLD_NEXT, "sqlite3_open_v2");
    code = open(name, db, flags, vfs);
    if (code == SQLITE_OK)
        (void)sqlite3_trace_v2(*db, SQLITE_TRACE_PROFILE, profile, NULL);
    return code;
}

__attribute__((destructor)) static void write_all(void)
{
    const char *name = getenv("STEPS");
    FILE *f = name && all ? fopen(name, "a") : NULL;

    for (struct counted *c = all; f && c; c = c->next) {
        (void)fprintf(f, "%llu\t", c->steps);
        for (const char *p = c->sql; *p; p++)
            (void)fputc(*p == '\n' || *p == '\t' ? ' ' : *p, f);
        (void)fputc('\n', f);
    }
    if (f)
        (void)fclose(f);
}
