/* message.c - trawl query --message: prints a message from its place in a source */
#include "archive/query/query.h"

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
