/* same.c - detects a run that has nothing to do: index, options and files of the site are those of
 * the last run
 *
 * A run that ended well notes a fingerprint of the index file, of the options, and of the first
 * date of a message after tomorrow. A later run with the same fingerprint only tests whether all
 * files of the site are there. It tests the files of a folder, and their sizes, only if the time of
 * the folder is not that of the last run.
 */
#include "archive/site/site.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Adds the size and the time of the file `name`, and of its log, to the fingerprint. Returns false
 * if the file does not exist. */
static bool same_add_file(sip_hash *print, const char *name)
{
    char path[4200];
    struct stat status;

    for (int i = 0; i < 2; i++) {
        int64_t values[3] = {0, 0, 0};

        (void)snprintf(path, sizeof path, "%s%s", name, i == 0 ? "" : "-wal");
        if (stat(path, &status) == 0) {
            values[0] = (int64_t)status.st_size;
            values[1] = (int64_t)status.st_mtim.tv_sec;
            values[2] = (int64_t)status.st_mtim.tv_nsec;
        } else if (i == 0) {
            return false;
        }
        if (i == 0 || values[0] > 0) /* readers make an empty log */
            *print = sip_of(*print, (const char *)values, sizeof values);
    }
    return true;
}

bool same_print(struct site *s, sip_hash *print)
{
    const struct site_options *o = &s->options;
    const char *const words[] = {o->base ? o->base : "", s->index, o->title ? o->title : ""};
    int64_t future;
    char sql[100];

    (void)snprintf(sql, sizeof sql, "SELECT min(time) FROM messages WHERE time >= %lld",
                   (long long)time(NULL) + 86400);
    future = db_number(&s->db, sql);
    *print = s->print;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        *print = sip_of(*print, words[i], strlen(words[i]));
    *print = sip_of(*print, (const char *)&future, sizeof future);
    return s->given_index && future >= 0 && same_add_file(print, s->index);
}

#define PRINT_ROOM 40

/* Writes a fingerprint to `word` as text, and returns that text. */
static trawl_str same_print_text(char word[PRINT_ROOM], sip_hash print)
{
    int n = snprintf(word, PRINT_ROOM, "%016llx%016llx", (unsigned long long)print.a,
                     (unsigned long long)print.b);

    return (trawl_str){word, (size_t)n};
}

int same_note(struct site *s, const char *name, sip_hash print)
{
    char word[PRINT_ROOM];

    return db_set_meta(&s->state, name, same_print_text(word, print));
}

/* Returns the time of a folder, -1 if it is gone, or 0 if it changed just now: one more change may
 * leave that time as it is. */
static int64_t folder_time(struct site *s, const char *path)
{
    const int64_t second = 1000000000;
    struct timespec now;
    struct stat status;
    int64_t time;

    if (fstatat(s->dir, *path ? path : ".", &status, 0) < 0 || clock_gettime(CLOCK_REALTIME, &now))
        return -1;
    time = status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec;
    return now.tv_sec * second + now.tv_nsec - time < second / 50 ? 0 : time;
}

/* Puts the groups of files in a folder that are missing, or have another size, into "lost". Returns
 * 1 if there are none, 0 if some, or -1. */
static int folder_files(struct site *s, sqlite3_stmt *files, sqlite3_stmt *put)
{
    struct stat status;
    int found, all = 1;

    while ((found = db_step(&s->state, files)) > 0) {
        const char *path = db_text(files, 0).p;

        if (path && fstatat(s->dir, path, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode) && status.st_size == sqlite3_column_int64(files, 1))
            continue;
        all = 0;
        (void)sqlite3_bind_value(put, 1, sqlite3_column_value(files, 2));
        if (db_run(&s->state, put) < 0)
            return -1;
    }
    return found < 0 ? -1 : all;
}

/* Compares the folders with the last run; with `end`, notes their times. */
static int same_folders(struct site *s, bool end)
{
    struct db *d = &s->state;
    sqlite3_stmt *rows = db_prepare(d, "SELECT path, mtime FROM folder"),
                 *note = db_prepare(d, "INSERT OR REPLACE INTO noted VALUES (?1, ?2)"),
                 *put = db_prepare(d, "INSERT OR IGNORE INTO lost VALUES (?1)"),
                 *files = db_prepare(d, "SELECT path, size, owner FROM page WHERE path >= ?1 AND"
                                        " path < ?1 || char(0x10FFFF) AND instr(substr(path,"
                                        " length(?1) + 1), '/') = 0");
    int found = -1, all = 1, good;

    while ((found = db_step(d, rows)) > 0) {
        const char *path = db_text(rows, 0).p;
        const int64_t time = path ? folder_time(s, path) : -1;

        if (time > 0 && time == sqlite3_column_int64(rows, 1))
            continue;
        (void)sqlite3_bind_value(files, 1, sqlite3_column_value(rows, 0));
        good = end ? 1 : folder_files(s, files, put);
        all = good > 0 ? all : good;
        (void)sqlite3_bind_value(note, 1, sqlite3_column_value(rows, 0));
        (void)sqlite3_bind_int64(note, 2, time);
        if (good < 0 || (good > 0 && db_run(d, note) < 0))
            return -1;
    }
    if (found < 0 || db_execute(d, "INSERT OR REPLACE INTO folder SELECT * FROM noted;"
                                   "DELETE FROM noted; DELETE FROM folder WHERE mtime < 0") < 0)
        return -1;
    return all;
}

int same_files(struct site *s)
{
    s->pages = (uint64_t)db_number(&s->state, "SELECT count(*) FROM page");
    return s->state.failed ? -1 : same_folders(s, false);
}

int same_end(struct site *s)
{
    return same_folders(s, true) < 0 ? -1 : 0;
}

int same_is(struct site *s, const char *name, sip_hash print)
{
    struct buffer done = {0};
    char word[PRINT_ROOM];
    trawl_str wanted = same_print_text(word, print);
    int found = db_meta(&s->state, name, &done);

    if (found > 0)
        found = index_same(buffer_str(&done), wanted);
    buffer_free(&done);
    return found;
}
