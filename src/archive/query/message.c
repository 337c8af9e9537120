/* message.c - trawl query --message: prints a message from its place in a source; --resolve: prints
 * which message an address names */
#include "archive/query/query.h"

#include "archive/site/site.h"

/* A source_bytes: keeps the bytes. */
static int message_keep(void *user, const char *p, size_t n)
{
    return buffer_add(user, p, n) == TRAWL_OK ? 0 : -1;
}

/* Prints the bytes at a place, once all of them are read. Returns an enum status. */
static int message_print_bytes(struct db *d, struct output *out, sqlite3_stmt *place)
{
    const struct source_about about = {.db = d, .lost = ": cannot be read"};
    struct source_reader *r = source_open(&about);
    struct buffer bytes = {0};
    int stop =
        r ? source_read(r, sqlite3_column_int64(place, 0), (uint64_t)sqlite3_column_int64(place, 1),
                        (uint64_t)sqlite3_column_int64(place, 2), message_keep, &bytes)
          : -1;

    if (stop == 0)
        output_bytes(out, bytes.p ? bytes.p : "", bytes.n);
    if (stop < 0 && !d->failed)
        (void)command_trouble("query", TRAWL_ERROR_NO_MEMORY);
    buffer_free(&bytes);
    source_close(r);
    return stop == 0 ? STATUS_GOOD : STATUS_TROUBLE;
}

/* Prints the message of this row. Returns an enum status. */
static int message_print_row(struct db *d, struct output *out, const char *given, int64_t id)
{
    sqlite3_stmt *s = db_prepare(d, "SELECT w.source, w.at, w.length FROM places w JOIN sources s"
                                    " ON s.id = w.source JOIN folders f ON f.id = s.folder WHERE"
                                    " w.message = ?1 ORDER BY f.path = '', w.source, w.at"
                                    " LIMIT 1");
    int found;

    (void)sqlite3_bind_int64(s, 1, id);
    if ((found = db_step(d, s)) > 0)
        return message_print_bytes(d, out, s);
    if (found < 0)
        return STATUS_TROUBLE;
    say("query", "the index has only answers to this message: ", given, NULL);
    return STATUS_SOME_BAD;
}

int message_print(struct db *dbs, int count, struct output *out, const char *given)
{
    for (int i = 0; i < count; i++) {
        int64_t id = where_message(&dbs[i], given);

        if (id < 0)
            return STATUS_TROUBLE;
        if (id > 0)
            return message_print_row(&dbs[i], out, given, id);
    }
    say("query", "no message has this number or id: ", given, NULL);
    return STATUS_SOME_BAD;
}

/* Prints a row of message_resolve(). */
static void resolve_print_row(struct output *out, sqlite3_stmt *row)
{
    enum { FOUND_TIME = 3, FOUND_FROM, FOUND_SUBJECT };
    const int64_t time = sqlite3_column_int64(row, FOUND_TIME);
    char path[PATH_ROOM], stamp[STAMP_ROOM] = "";

    path_of_row(path, 'm', row, 0);
    output_tsv(out, db_text(row, 0));
    output_printf(out, "\t%s\t", path);
    if (sqlite3_column_type(row, FOUND_TIME) != SQLITE_NULL && stamp_of(time, stamp))
        output_text(out, stamp);
    for (int i = FOUND_FROM; i <= FOUND_SUBJECT; i++) {
        output_byte(out, '\t');
        output_tsv(out, db_text(row, i));
    }
    output_byte(out, '\n');
}

int message_resolve(struct db *dbs, int count, struct output *out, const char *url)
{
    int found = 0;

    for (int i = 0; i < count && found == 0; i++) {
        struct home home = {.db = &dbs[i]};
        sqlite3_stmt *row = db_prepare(
            &dbs[i], "SELECT " ADDRESS_COLUMNS("m") ", m.time, p.written, m.subject FROM"
                                                    " messages m LEFT JOIN senders p ON p.id ="
                                                    " m.sender WHERE m.id = ?1");
        const int64_t id = row ? home_find(&home, (trawl_str){url, strlen(url)}) : -1;

        home_close(&home);
        found = id < 0 ? -1 : 0;
        (void)sqlite3_bind_int64(row, 1, id);
        if (id > 0 && (found = db_step(&dbs[i], row)) > 0)
            resolve_print_row(out, row);
    }
    if (found == 0)
        say("query", "--resolve: no message has the id in this address: ", url, NULL);
    return found < 0 ? STATUS_TROUBLE : found > 0 ? STATUS_GOOD : STATUS_SOME_BAD;
}
