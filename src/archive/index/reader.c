/* reader.c - reads the bytes of messages from their files
 *
 * The file of the last message stays open. A compressed file is unpacked once if its messages are
 * read in the order of their places; an earlier place unpacks it again. If a source has changed
 * since it was indexed, other than by growing, the places may be wrong, and it is not read.
 */
#include "archive/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many bytes are held back until the bytes after them are read. A separator with the empty line
 * before it is not longer, nor is an address. */
#define TAIL BLANK_OVERLAP

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

struct source_reader {
    struct source_about about;
    struct forgotten forgotten;
    sqlite3_stmt *find;
    struct source_now now;
    bool bad;        /* the source cannot be read */
    int fd;          /* a file that is not compressed, or -1 */
    bool streaming;  /* `in` is open */
    struct input in; /* a compressed file */
    char *block;
    size_t have, used;   /* in the block, of `in` */
    uint64_t at;         /* the offset of block[used] */
    struct buffer whole; /* a message that was read whole: of git, or of an old page */
    struct buffer tail;  /* bytes that are not passed on yet */
    unsigned goes_on;    /* for forgotten_blank(), about the tail */
};

struct source_reader *source_open(const struct source_about *about)
{
    struct source_reader *r = calloc(1, sizeof *r);

    if (!r || !(r->block = malloc(INPUT_BLOCK))) {
        free(r);
        (void)command_trouble(about->db->command, TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    r->about = *about;
    r->fd = -1;
    r->find = db_prepare(
        about->db,
        "SELECT f.path || CASE WHEN f.path IN ('', '/') THEN '' ELSE '/' END ||"
        " coalesce(s.sub, '') || s.name || coalesce(s.state, ''), s.size, s.mtime, s.input,"
        " s.head, s.tail, f.path = '', s.again FROM sources s JOIN folders f ON f.id = s.folder"
        " WHERE s.id = ?1");
    if (r->find && forgotten_open(&r->forgotten, about->db) == 0)
        return r;
    source_close(r);
    return NULL;
}

/* Closes the open source. */
static void source_leave(struct source_reader *r)
{
    if (r->fd >= 0)
        (void)close(r->fd);
    if (r->streaming)
        input_close(&r->in);
    r->fd = -1;
    r->streaming = false;
    r->now.id = 0;
    r->have = r->used = 0;
    r->at = 0;
    r->whole.n = 0;
}

void source_close(struct source_reader *r)
{
    if (!r)
        return;
    source_leave(r);
    forgotten_close(&r->forgotten);
    buffer_free(&r->now.path);
    buffer_free(&r->whole);
    buffer_free(&r->tail);
    free(r->block);
    free(r);
}

bool source_is_mail(int input)
{
    return input < TRAWL_INPUT_HTML && input != TRAWL_INPUT_TEXT;
}

const struct source_now *source_last(const struct source_reader *r)
{
    return &r->now;
}

/* ---- Opening ---- */

/* Notes that the source cannot be read; reports it once, or never with about.quiet. Returns 1. */
static int source_refuse(struct source_reader *r, const char *why)
{
    struct db *d = r->about.db;
    bool fresh = !r->about.quiet;

    if (fresh && r->about.refused) {
        (void)sqlite3_bind_int64(r->about.refused, 1, r->now.id);
        fresh = db_run(d, r->about.refused) == 0 && sqlite3_changes(d->sql) > 0;
    }
    if (fresh)
        say(d->command, "", r->now.path.p, why);
    r->bad = true;
    if (r->about.trouble)
        *r->about.trouble = true;
    return 1;
}

/* A source_sink for a message in git. */
static int take_whole(void *user, const struct source *source)
{
    struct source_reader *r = user;

    r->whole.n = 0;
    if (source->kind == SOURCE_GIT)
        (void)buffer_add(&r->whole, source->text.p, source->text.n);
    return 1;
}

static int open_in_git(struct source_reader *r)
{
    char *words[] = {r->now.path.p, NULL};
    struct options o = {.command = r->about.db->command, .argc = 1, .argv = words, .operands = 1};
    struct source_taker taker = {.sink = take_whole, .user = r};

    (void)source_each(&o, NULL, &taker);
    return r->whole.n > 0 ? 0 : source_refuse(r, r->about.lost);
}

/* A file when it was indexed. */
struct indexed {
    int64_t size, mtime;
    bool printed;        /* head and tail are set */
    uint64_t head, tail; /* fingerprints of its start and its end */
};

/* Returns true when the file has changed since it was indexed, other than by growing. */
static bool has_changed(const char *path, const struct stat *status, const struct indexed *was)
{
    int64_t mtime = (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec;

    if (status->st_size == was->size)
        return mtime != was->mtime;
    return status->st_size < was->size ||
           (was->printed && !sources_has_prints(path, (uint64_t)was->size, was->head, was->tail));
}

/* Reads a page of an older archive as the message that it shows. Returns true for such a page. */
static bool source_open_page(struct source_reader *r)
{
    if (r->now.input != TRAWL_INPUT_HTML || old_read_file(r->fd, &r->whole, NULL) != OLD_MESSAGE)
        return false;
    r->now.input = TRAWL_INPUT_MAIL;
    (void)close(r->fd);
    r->fd = -1;
    return true;
}

/* Opens the file, unless it has changed. */
static int source_open_file(struct source_reader *r, const struct stat *status,
                            const struct indexed *was)
{
    size_t n;

    if (!S_ISREG(status->st_mode))
        return source_refuse(r, " is not a file");
    if (has_changed(r->now.path.p, status, was))
        return source_refuse(r, " has changed since \"trawl index\" read it; run it again");
    if ((r->fd = input_regular(r->now.path.p)) < 0)
        return source_refuse(r, " cannot be read");
    input_kind_given = true; /* by trawl index */
    n = input_read_at(r->fd, r->block, 64, 0);
    if (source_open_page(r) || n == 0 || !input_is_packed(r->block, n))
        return 0;
    (void)close(r->fd);
    r->fd = -1;
    if (input_open(&r->in, r->now.path.p, NULL) < 0)
        return source_refuse(r, " cannot be read");
    r->in.command = r->about.db->command;
    r->streaming = true;
    return 0;
}

const struct source_now *source_enter(struct source_reader *r, int64_t source)
{
    trawl_str path;
    bool standard;

    if (r->now.id == source)
        return &r->now;
    source_leave(r);
    (void)sqlite3_bind_int64(r->find, 1, source);
    if (db_step(r->about.db, r->find) <= 0) {
        (void)db_damaged(r->about.db);
        return NULL;
    }
    path = db_text(r->find, 0);
    r->now.path.n = 0;
    if (!path.p || buffer_add(&r->now.path, path.p, path.n + 1) != TRAWL_OK)
        return NULL;
    r->now.id = source;
    r->now.size = sqlite3_column_int64(r->find, 1);
    r->now.mtime = sqlite3_column_int64(r->find, 2);
    r->now.again = sqlite3_column_int64(r->find, 7) & INT32_MAX;
    r->now.input = message_input(db_text(r->find, 3));
    standard = sqlite3_column_int(r->find, 6) != 0;
    r->bad = false;
    db_reset(r->about.db, r->find);
    if (standard)
        (void)source_refuse(r, " came from standard input, which is not kept");
    return &r->now;
}

/* Opens the file of the source. Returns 0, 1 after an error message about it, or -1. */
static int open_source(struct source_reader *r)
{
    struct stat status;
    struct indexed was;

    (void)sqlite3_bind_int64(r->find, 1, r->now.id);
    if (db_step(r->about.db, r->find) <= 0)
        return -1;
    was.size = sqlite3_column_int64(r->find, 1);
    was.mtime = sqlite3_column_int64(r->find, 2);
    was.head = (uint64_t)sqlite3_column_int64(r->find, 4);
    was.tail = (uint64_t)sqlite3_column_int64(r->find, 5);
    was.printed = sqlite3_column_type(r->find, 4) != SQLITE_NULL;
    db_reset(r->about.db, r->find);
    if (stat(r->now.path.p ? r->now.path.p : "", &status) == 0)
        return source_open_file(r, &status, &was);
    return errno == ENOENT || errno == ENOTDIR ? open_in_git(r)
                                               : source_refuse(r, " cannot be read");
}

/* ---- Reading ---- */

/* Reads the next bytes from r->at on, at most `most`. Returns their number and sets *p; 0 at the
 * end or after an error. */
static size_t source_next_bytes(struct source_reader *r, uint64_t most, const char **p)
{
    ssize_t n = 0;

    if (r->whole.n > 0) {
        n = r->at < r->whole.n ? (ssize_t)(r->whole.n - (size_t)r->at) : 0;
        *p = r->whole.p + r->at;
    } else if (r->streaming) {
        if (r->used == r->have) {
            n = input_read(&r->in, r->block);
            r->have = n > 0 ? (size_t)n : 0;
            r->used = 0;
        }
        n = (ssize_t)(r->have - r->used);
        *p = r->block + r->used;
    } else if (r->fd >= 0) {
        n = (ssize_t)input_read_at(r->fd, r->block, most < INPUT_BLOCK ? (size_t)most : INPUT_BLOCK,
                                   r->at);
        *p = r->block;
    }
    if (n <= 0)
        return 0;
    if ((uint64_t)n > most)
        n = (ssize_t)most;
    r->used += r->streaming ? (size_t)n : 0;
    r->at += (uint64_t)n;
    return (size_t)n;
}

/* Adds bytes to r->tail. Once it has INPUT_BLOCK bytes, blanks the addresses in it and returns 1.
 * Returns 0 before that, or -1. */
static int source_hold(struct source_reader *r, const char *p, size_t n)
{
    if (buffer_add(&r->tail, p, n) != TRAWL_OK)
        return -1;
    if (r->tail.n < INPUT_BLOCK)
        return 0;
    forgotten_blank(&r->forgotten, buffer_str(&r->tail), r->goes_on | BLANK_AFTER);
    r->goes_on = BLANK_BEFORE;
    return 1;
}

/* Passes on all bytes except the last TAIL ones, which r->tail keeps. */
static int source_pass_on(struct source_reader *r, const char *p, size_t n, source_bytes *take,
                          void *user)
{
    const int held = r->forgotten.everywhere ? source_hold(r, p, n) : 2;
    size_t all, old, of_tail, fresh;
    int stop = 0;

    if (held <= 0)
        return held;
    n = held == 2 ? n : 0;
    all = r->tail.n + n;
    old = all > TAIL ? all - TAIL : 0;
    of_tail = old < r->tail.n ? old : r->tail.n;
    fresh = old - of_tail;
    if (of_tail > 0) {
        stop = take(user, r->tail.p, of_tail);
        memmove(r->tail.p, r->tail.p + of_tail, r->tail.n - of_tail);
        r->tail.n -= of_tail;
    }
    if (stop == 0 && fresh > 0)
        stop = take(user, p, fresh);
    if (stop == 0 && buffer_add(&r->tail, p + fresh, n - fresh) != TRAWL_OK)
        stop = -1;
    return stop;
}

int source_read(struct source_reader *r, int64_t source, uint64_t at, uint64_t n,
                source_bytes *take, void *user)
{
    const char *p;
    int stop = 0;
    bool seekable;

    if (!source_enter(r, source))
        return -1;
    if (r->bad)
        return 1;
    if (r->streaming && at < r->at) {
        int64_t again = r->now.id;

        source_leave(r);
        if (!source_enter(r, again))
            return -1;
    }
    if (r->fd < 0 && !r->streaming && r->whole.n == 0 && (stop = open_source(r)) != 0)
        return stop;
    seekable = !r->streaming;
    r->at = seekable ? at : r->at;
    while (r->at < at)
        if (source_next_bytes(r, at - r->at, &p) == 0)
            return source_refuse(r, " is damaged, or cannot be read");
    r->tail.n = 0;
    r->goes_on = 0;
    while (stop == 0 && n > 0) {
        size_t got = source_next_bytes(r, n, &p);

        if (got == 0)
            return source_refuse(r, " is damaged, or cannot be read");
        n -= got;
        stop = source_pass_on(r, p, got, take, user);
    }
    if (stop != 0)
        return stop;
    r->tail.n = message_without_separator(buffer_str(&r->tail), r->now.input);
    forgotten_blank(&r->forgotten, buffer_str(&r->tail), r->goes_on);
    return take(user, r->tail.p ? r->tail.p : "", r->tail.n);
}
