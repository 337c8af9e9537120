/* message.c - trawl query --message: prints a message from its place in a source
 *
 * The source may have changed since the last run: then the place is not trusted.
 */
#include "index/index.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Returns the length of a message without the separator of the next one, which the place has, too.
 * In a mailbox the empty line at its end is part of that. */
static size_t without_separator(const char *p, size_t n, trawl_str input)
{
    static const char *const marks[] = {"From ", "\1\1\1\1", "#! rnews "};
    bool mailbox = input.n >= 4 && memcmp(input.p, "mbox", 4) == 0;
    size_t line = n - (n > 0);

    while (line > 0 && p[line - 1] != '\n')
        line--;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (n - line >= strlen(marks[i]) && memcmp(p + line, marks[i], strlen(marks[i])) == 0)
            n = line;
    return mailbox && n > 1 && p[n - 1] == '\n' && p[n - 2] == '\n' ? n - 1 : n;
}

/* Reads bytes at..at+n of a source, unpacked if it is compressed. */
static int read_bytes(const char *path, uint64_t at, uint64_t n, struct buffer *bytes)
{
    char *block = malloc(INPUT_BLOCK);
    struct input in;
    ssize_t got;
    uint64_t skip = at;
    int failed;

    if (!block || input_open(&in, path, NULL) < 0) {
        free(block);
        return -1;
    }
    in.command = "query";
    while (bytes->n < n && (got = input_read(&in, block)) > 0) {
        size_t leave = skip < (uint64_t)got ? (size_t)skip : (size_t)got,
               left = (size_t)got - leave;

        skip -= leave;
        left = left < n - bytes->n ? left : (size_t)(n - bytes->n);
        if (buffer_add(bytes, block + leave, left) != TRAWL_OK)
            break;
    }
    failed = bytes->n < n ? (input_complain(&in), -1) : 0;
    input_close(&in);
    free(block);
    return failed;
}

/* Returns true when the source is as it was, or has only grown. */
static bool is_unchanged(const char *path, sqlite3_stmt *s)
{
    struct stat status;
    int64_t mtime, size = sqlite3_column_int64(s, 3);

    if (stat(path, &status) < 0)
        return true; /* opening it reports the error */
    mtime = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    return (status.st_size == size && mtime == sqlite3_column_int64(s, 4)) || status.st_size > size;
}

int message_print(struct db *d, struct output *out, const char *given)
{
    static const char sql[] =
        "SELECT f.path || CASE WHEN f.path = '/' THEN '' ELSE '/' END || coalesce(s.sub, '') ||"
        " s.name || coalesce(s.state, ''), w.at, w.length, s.size, s.mtime, s.input FROM places w JOIN"
        " sources s ON s.id = w.source JOIN folders f ON f.id = s.folder WHERE w.message = ?1"
        " ORDER BY f.path = '', w.source, w.at LIMIT 1";
    int64_t id = where_message(d, given);
    sqlite3_stmt *s = id > 0 ? db_prepare(d, sql) : NULL;
    struct buffer bytes = {0};
    int status = STATUS_TROUBLE, found;

    if (id == 0)
        say("query", "no message ", given, NULL);
    if (id <= 0 || !s)
        return id < 0 ? STATUS_TROUBLE : STATUS_SOME_BAD;
    (void)sqlite3_bind_int64(s, 1, id);
    found = db_step(d, s);
    if (found == 0) {
        say("query", "of this message only the id is known: ", given, NULL);
        return STATUS_SOME_BAD;
    }
    if (found > 0 && !is_unchanged(db_text(s, 0).p, s)) {
        say("query", "", db_text(s, 0).p,
            " has changed since \"trawl index\" read it; run it again");
    } else if (found > 0 && read_bytes(db_text(s, 0).p, (uint64_t)sqlite3_column_int64(s, 1),
                                       (uint64_t)sqlite3_column_int64(s, 2), &bytes) == 0) {
        output_bytes(out, bytes.p ? bytes.p : "",
                     without_separator(bytes.p, bytes.n, db_text(s, 5)));
        status = STATUS_GOOD;
    }
    buffer_free(&bytes);
    return status;
}
