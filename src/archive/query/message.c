/* message.c - trawl query --message: prints a message from its place in a source
 *
 * If the source has changed since it was indexed, the place may be wrong, and nothing is printed.
 */
#include "archive/query/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int message_input(trawl_str name)
{
    int input = name.p ? trawl_input_find(name.p, name.n) : TRAWL_INPUT_AUTO;

    return input < 0 ? TRAWL_INPUT_AUTO : input;
}

size_t message_without_separator(trawl_str end, int input)
{
    static const char *const marks[] = {"From ", "\1\1\1\1", "#! rnews "};
    bool mailbox = input >= TRAWL_INPUT_MBOX && input <= TRAWL_INPUT_MBOXCL2;
    const char *p = end.p;
    size_t n = end.n, line = n - (n > 0);

    while (line > 0 && p[line - 1] != '\n')
        line--;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (n - line >= strlen(marks[i]) && memcmp(p + line, marks[i], strlen(marks[i])) == 0)
            n = line;
    return mailbox && n > 1 && p[n - 1] == '\n' && p[n - 2] == '\n' ? n - 1 : n;
}

/* The n bytes from offset `at` of a source, which is unpacked if it is compressed. */
struct part {
    uint64_t at, n;
    bool page; /* of HTML; one of an older archive is read as the message that it shows */
    struct buffer bytes;
    int failed;
};

/* A source_sink that reads a part of the source. */
static int read_part(void *user, const struct source *source)
{
    struct part *part = user;
    char *block = malloc(INPUT_BLOCK);
    struct input in;
    ssize_t got;
    struct buffer page = {0};
    uint64_t skip = part->at;

    if (!block)
        return TRAWL_ERROR_NO_MEMORY;
    if (input_open_source(&in, source, NULL) < 0) {
        free(block);
        return 1;
    }
    in.command = "query";
    if (part->page)
        (void)old_replace(&in, &page);
    while (part->bytes.n < part->n && (got = input_read(&in, block)) > 0) {
        size_t leave = skip < (uint64_t)got ? (size_t)skip : (size_t)got,
               left = (size_t)got - leave;

        skip -= leave;
        left = left < part->n - part->bytes.n ? left : (size_t)(part->n - part->bytes.n);
        if (buffer_add(&part->bytes, block + leave, left) != TRAWL_OK) {
            (void)command_trouble("query", TRAWL_ERROR_NO_MEMORY);
            break;
        }
    }
    (void)input_complain(&in);
    part->failed = part->bytes.n < part->n ? -1 : 0;
    input_close(&in);
    buffer_free(&page);
    free(block);
    return 1;
}

static int message_read_bytes(char *path, struct part *part)
{
    char *words[] = {path, NULL};
    struct options o = {.command = "query", .argc = 1, .argv = words, .operands = 1, .literal = 0};
    struct source_taker taker = {.sink = read_part, .user = part};
    int stop;

    part->failed = -1;
    stop = source_each(&o, NULL, &taker);
    if (stop < 0)
        (void)command_trouble("query", stop);
    return part->failed;
}

/* Returns true when the source has its old size and time, or is longer. */
static bool message_is_unchanged(const char *path, sqlite3_stmt *s)
{
    struct stat status;
    int64_t mtime, size = sqlite3_column_int64(s, 3);
    bool has_prints = sqlite3_column_type(s, 6) != SQLITE_NULL;

    if (stat(path, &status) < 0)
        return true;              /* opening it reports the error */
    if (!S_ISREG(status.st_mode)) /* a database from anybody may name a device */
        return false;
    mtime = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    if (status.st_size <= size)
        return status.st_size == size && mtime == sqlite3_column_int64(s, 4);
    return !has_prints ||
           sources_has_prints(path, (uint64_t)size, (uint64_t)sqlite3_column_int64(s, 6),
                              (uint64_t)sqlite3_column_int64(s, 7));
}

/* Prints the message of this row from its source. Returns an enum status. */
static int message_print_row(struct db *d, struct output *out, const char *given, int64_t id)
{
    static const char sql[] =
        "SELECT f.path || CASE WHEN f.path = '/' THEN '' ELSE '/' END || coalesce(s.sub, '') ||"
        " s.name || coalesce(s.state, ''), w.at, w.length, s.size, s.mtime, s.input, s.head,"
        " s.tail, f.path = '' FROM places w JOIN"
        " sources s ON s.id = w.source JOIN folders f ON f.id = s.folder WHERE w.message = ?1"
        " ORDER BY f.path = '', w.source, w.at LIMIT 1";
    sqlite3_stmt *s = db_prepare(d, sql);
    struct part part = {0};
    struct buffer path = {0};
    int status = STATUS_TROUBLE, found;

    if (!s)
        return STATUS_TROUBLE;
    (void)sqlite3_bind_int64(s, 1, id);
    found = db_step(d, s);
    if (found == 0) {
        say("query", "the index has only answers to this message: ", given, NULL);
        return STATUS_SOME_BAD;
    }
    part.at = (uint64_t)sqlite3_column_int64(s, 1);
    part.n = (uint64_t)sqlite3_column_int64(s, 2);
    part.page = message_input(db_text(s, 5)) == TRAWL_INPUT_HTML;
    if (buffer_add(&path, db_text(s, 0).p ? db_text(s, 0).p : "", db_text(s, 0).n + 1) != TRAWL_OK)
        return command_trouble("query", TRAWL_ERROR_NO_MEMORY);
    if (found > 0 && sqlite3_column_int(s, 8)) {
        say("query", "this message came from standard input, which is not kept: ", given, NULL);
    } else if (found > 0 && !message_is_unchanged(path.p, s)) {
        say("query", "", path.p, " has changed since \"trawl index\" read it; run it again");
    } else if (found > 0 && message_read_bytes(path.p, &part) == 0) {
        const trawl_str bytes = {part.bytes.p ? part.bytes.p : "", part.bytes.n};

        output_bytes(out, bytes.p, message_without_separator(bytes, message_input(db_text(s, 5))));
        status = STATUS_GOOD;
    }
    buffer_free(&part.bytes);
    buffer_free(&path);
    return status;
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
