/* same.c - detects a run that has nothing to do: index, options and files of the site are those of
 * the last run
 *
 * A run that ended well notes a fingerprint of the index file, of the options, and of how many
 * messages have a date before tomorrow. A later run with the same fingerprint only tests whether
 * all files of the site are there, with their sizes.
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
    const char *const words[] = {o->base ? o->base : "", s->index, o->old ? o->old : "",
                                 o->title ? o->title : ""};
    int64_t numbers[2] = {o->lore, 0};
    char sql[100];

    (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM messages WHERE time < %lld",
                   (long long)time(NULL) + 86400);
    numbers[1] = db_number(&s->db, sql);
    *print = s->print;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        *print = sip_of(*print, words[i], strlen(words[i]));
    *print = sip_of(*print, (const char *)numbers, sizeof numbers);
    return s->given_index && numbers[1] >= 0 && same_add_file(print, s->index);
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

int same_files(struct site *s)
{
    sqlite3_stmt *rows = db_prepare(&s->state, "SELECT path, size, owner FROM page"),
                 *put = db_prepare(&s->state, "INSERT OR IGNORE INTO lost VALUES (?1)");
    struct stat status;
    int found = -1;
    bool all = true;

    s->pages = 0;
    while ((found = db_step(&s->state, rows)) > 0) {
        const char *path = db_text(rows, 0).p;

        s->pages++;
        if (path && fstatat(s->dir, path, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode) && status.st_size == sqlite3_column_int64(rows, 1))
            continue;
        all = false;
        (void)sqlite3_bind_value(put, 1, sqlite3_column_value(rows, 2));
        if (db_run(&s->state, put) < 0)
            return -1;
    }
    return found < 0 ? -1 : all;
}

int same_is(struct site *s, const char *name, sip_hash print)
{
    struct buffer done = {0};
    char word[PRINT_ROOM];
    trawl_str wanted = same_print_text(word, print);
    int found = db_meta(&s->state, name, &done);

    if (found > 0)
        found = done.n == wanted.n && memcmp(done.p, wanted.p, wanted.n) == 0;
    buffer_free(&done);
    return found;
}
