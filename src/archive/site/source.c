/* source.c - reads the bytes of messages from their files; finds those that are not to be published
 *
 * The file of the last message stays open. Messages are read in the order of their places, so a
 * compressed file is unpacked once.
 *
 * A message is not published if its header has X-No-Archive: yes, Archive: no, Restrict:
 * no-external-archive, or X-Robots-Tag: noindex, noarchive or none; or if its text begins with a
 * line "X-No-Archive: yes". The result is stored in the state, so each header is read once.
 */
#include "archive/site/site.h"
#include "archive/query/query.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "app/pool/pool.h"

#define TAIL ((size_t)4096) /* bytes: a separator and the empty line before it are not longer */

struct source_reader {
    struct site *site;
    sqlite3_stmt *find, *refuse;
    int64_t source; /* the row of the open source, or 0 */
    int64_t generation;
    bool bad; /* the source cannot be read, and this was reported */
    struct buffer path;
    int input;       /* enum trawl_input */
    int fd;          /* a file that is not compressed, or -1 */
    bool streaming;  /* `in` is open */
    struct input in; /* a compressed file */
    char *block;
    size_t have, used;   /* in the block, of `in` */
    uint64_t at;         /* the offset of block[used] */
    struct buffer whole; /* a message that is a source of its own, in git */
    struct buffer tail;
};

struct source_reader *source_open(struct site *s)
{
    struct source_reader *r = calloc(1, sizeof *r);

    if (!r || !(r->block = malloc(INPUT_BLOCK))) {
        free(r);
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    r->site = s;
    r->fd = -1;
    r->find = db_prepare(
        &s->db,
        "SELECT f.path || CASE WHEN f.path IN ('', '/') THEN '' ELSE '/' END ||"
        " coalesce(s.sub, '') || s.name || coalesce(s.state, ''), s.size, s.mtime, s.input,"
        " s.head, s.tail, f.path = '', s.again FROM sources s JOIN folders f ON f.id = s.folder"
        " WHERE s.id = ?1");
    r->refuse = db_prepare(&s->db, "INSERT OR IGNORE INTO refused VALUES (?1)");
    if (r->find && r->refuse)
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
    r->source = 0;
    r->have = r->used = 0;
    r->at = 0;
    r->whole.n = 0;
}

void source_close(struct source_reader *r)
{
    if (!r)
        return;
    source_leave(r);
    buffer_free(&r->path);
    buffer_free(&r->whole);
    buffer_free(&r->tail);
    free(r->block);
    free(r);
}

const char *source_path(const struct source_reader *r)
{
    return r->path.p ? r->path.p : "";
}

int source_input(const struct source_reader *r)
{
    return r->input;
}

bool source_is_mail(int input)
{
    return input < TRAWL_INPUT_HTML && input != TRAWL_INPUT_TEXT;
}

budget *source_budget(struct source_reader *r)
{
    return &r->in.budget;
}

/* ---- Opening ---- */

/* Reports a source that cannot be read, unless it was reported before. Returns 1. */
static int source_refuse(struct source_reader *r, const char *why)
{
    (void)sqlite3_bind_int64(r->refuse, 1, r->source);
    if (db_run(&r->site->db, r->refuse) == 0 && sqlite3_changes(r->site->db.sql) > 0)
        say("site", "", r->path.p, why);
    r->bad = true;
    r->site->trouble = true;
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
    char *words[] = {r->path.p, NULL};
    struct options o = {.command = "site", .argc = 1, .argv = words, .operands = 1};
    struct source_taker taker = {.sink = take_whole, .user = r};

    (void)source_each(&o, NULL, &taker);
    return r->whole.n > 0
               ? 0
               : source_refuse(r, ": cannot be read; its message has no text in the site");
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
    const char *name;

    if (r->input != TRAWL_INPUT_HTML || old_read_file(r->fd, &r->whole, &name) != OLD_MESSAGE)
        return false;
    r->input = TRAWL_INPUT_MAIL;
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
    if (has_changed(r->path.p, status, was))
        return source_refuse(r, " has changed since \"trawl index\" read it; run it again");
    if ((r->fd = input_regular(r->path.p)) < 0)
        return source_refuse(r, " cannot be read");
    n = input_read_at(r->fd, r->block, 64, 0);
    if (source_open_page(r) || n == 0 || !input_is_packed(r->block, n))
        return 0;
    (void)close(r->fd);
    r->fd = -1;
    if (input_open(&r->in, r->path.p, NULL) < 0)
        return source_refuse(r, " cannot be read");
    r->in.command = "site";
    r->streaming = true;
    return 0;
}

/* Reads the row of a source. Returns 0, or -1 after an error message. */
static int source_enter(struct source_reader *r, int64_t source)
{
    trawl_str path, input;
    int64_t again;
    bool standard;

    source_leave(r);
    (void)sqlite3_bind_int64(r->find, 1, source);
    if (db_step(&r->site->db, r->find) <= 0)
        return db_damaged(&r->site->db);
    path = db_text(r->find, 0);
    input = db_text(r->find, 3);
    r->path.n = 0;
    if (!path.p || buffer_add(&r->path, path.p, path.n + 1) != TRAWL_OK)
        return -1;
    r->source = source;
    r->in.budget = (budget){.most = input_max_unpacked};
    r->input = message_input(input);
    standard = sqlite3_column_int(r->find, 6) != 0;
    r->bad = false;
    if (standard)
        (void)source_refuse(r, " came from standard input, which is not kept");
    again = sqlite3_column_int64(r->find, 7) & INT32_MAX;
    r->generation = state_generation(r->site, source, path, sqlite3_column_int64(r->find, 1),
                                     sqlite3_column_int64(r->find, 2));
    db_reset(&r->site->db, r->find);
    if (r->generation < 0)
        return -1;
    r->generation += again << 32;
    return 0;
}

int64_t source_generation(struct source_reader *r, int64_t source)
{
    return r->source == source || source_enter(r, source) == 0 ? r->generation : -1;
}

/* Opens the file of the source. Returns 0, 1 after an error message about it, or -1. */
static int open_source(struct source_reader *r)
{
    struct stat status;
    struct indexed was;

    (void)sqlite3_bind_int64(r->find, 1, r->source);
    if (db_step(&r->site->db, r->find) <= 0)
        return -1;
    was.size = sqlite3_column_int64(r->find, 1);
    was.mtime = sqlite3_column_int64(r->find, 2);
    was.head = (uint64_t)sqlite3_column_int64(r->find, 4);
    was.tail = (uint64_t)sqlite3_column_int64(r->find, 5);
    was.printed = sqlite3_column_type(r->find, 4) != SQLITE_NULL;
    db_reset(&r->site->db, r->find);
    if (stat(r->path.p ? r->path.p : "", &status) == 0)
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
    r->in.budget.read += r->streaming ? 0 : (uint64_t)n;
    r->at += (uint64_t)n;
    return (size_t)n;
}

/* Passes on all bytes except the last TAIL ones, which r->tail keeps. */
static int source_pass_on(struct source_reader *r, const char *p, size_t n, source_bytes *take,
                          void *user)
{
    size_t all = r->tail.n + n, old = all > TAIL ? all - TAIL : 0, of_tail, fresh;
    int stop = 0;

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

    if (r->source != source && source_enter(r, source) < 0)
        return -1;
    if (r->bad)
        return 1;
    if (r->streaming && at < r->at) {
        int64_t again = r->source;

        source_leave(r);
        if (source_enter(r, again) < 0)
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
    while (stop == 0 && n > 0) {
        size_t got = source_next_bytes(r, n, &p);

        if (got == 0)
            return source_refuse(r, " is damaged, or cannot be read");
        n -= got;
        stop = source_pass_on(r, p, got, take, user);
    }
    if (stop != 0)
        return stop;
    return take(user, r->tail.p ? r->tail.p : "",
                message_without_separator(buffer_str(&r->tail), r->input));
}

/* ---- Messages that are not to be published ---- */

#define HEADER_LINE ((size_t)1000)

struct header {
    char line[HEADER_LINE];
    size_t n, total;
    bool body; /* the header has ended; an empty line may follow */
    bool hidden;
};

/* Returns true if a value has one of the words. */
static bool source_has_word(trawl_str value, const char *const *words)
{
    for (size_t i = 0, n; i < value.n; i += n + (n == 0)) {
        n = 0;
        while (i + n < value.n &&
               (ascii_is_alnum((unsigned char)value.p[i + n]) || value.p[i + n] == '-'))
            n++;
        for (size_t k = 0; words[k] && n > 0; k++)
            if (n == strlen(words[k]) && ascii_same(value.p + i, words[k], n))
                return true;
    }
    return false;
}

static bool hides(trawl_str line)
{
    static const struct {
        const char *name, *words[4];
    } fields[] = {{"x-no-archive:", {"yes", NULL}},
                  {"archive:", {"no", NULL}},
                  {"restrict:", {"no-external-archive", NULL}},
                  {"x-robots-tag:", {"noindex", "noarchive", "none", NULL}}};

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        size_t n = strlen(fields[i].name);

        if (line.n >= n && ascii_same(line.p, fields[i].name, n))
            return source_has_word((trawl_str){line.p + n, line.n - n}, fields[i].words);
    }
    return false;
}

/* A source_bytes: reads the lines of the header, and the first one of the text. */
static int source_take_header(void *user, const char *p, size_t n)
{
    struct header *h = user;

    for (size_t i = 0; i < n; i++) {
        if (h->total++ > TRAWL_MAIL_HEADER)
            return 2;
        if (p[i] != '\n') {
            if (h->n < HEADER_LINE && p[i] != '\r')
                h->line[h->n++] = p[i];
            continue;
        }
        if (hides((trawl_str){h->line, h->n}) &&
            (!h->body || ascii_same(h->line, "x-no-archive:", 13)))
            h->hidden = true;
        if (h->hidden || (h->body && h->n > 0))
            return 2;
        h->body |= h->n == 0;
        h->n = 0;
    }
    return 0;
}

/* Returns 1 if a message is not to be published, 0 if it is, or -1. */
static int is_hidden(struct site *s, struct source_reader *r, const sqlite3_stmt *row)
{
    sqlite3_stmt *m = (sqlite3_stmt *)row;
    struct header h = {.n = 0};
    int64_t source = sqlite3_column_int64(m, 1),
            key[5] = {source, sqlite3_column_int64(m, 2), sqlite3_column_int64(m, 3),
                      sqlite3_column_int64(m, 4), source_generation(r, source)};
    uint64_t hash = sip_of((sip_hash){3, 3}, (const char *)key, sizeof key).a >> 1;
    int hidden = key[4] < 0 ? -1 : state_header(s, hash), stop;

    if (hidden != 2)
        return hidden;
    stop = source_read(r, source, (uint64_t)key[1], (uint64_t)key[2], source_take_header, &h);
    if (stop < 0 || stop == 1)
        return stop < 0 ? -1 : 0;
    return state_set_header(s, hash, h.hidden) < 0 ? -1 : h.hidden;
}

int hidden_find(struct site *s)
{
    struct source_reader *r = source_open(s);
    sqlite3_stmt *all =
                     db_prepare(&s->db, "SELECT w.id, w.source, w.at, w.length, m.content FROM"
                                        " fresh f CROSS JOIN plan.place w ON w.id = f.id CROSS JOIN"
                                        " messages m ON m.id = w.id WHERE m.content IS NOT NULL"
                                        " ORDER BY w.source, w.at"),
                 *put = db_prepare(&s->db, "INSERT INTO hidden VALUES (?1)"),
                 *note = db_prepare(&s->db, "INSERT OR REPLACE INTO origin VALUES (?1, ?2)");
    int found = -1, hidden = 0;
    int64_t source = 0;

    while (r && all && put && note && (found = db_step(&s->db, all)) > 0 && !interrupted &&
           (hidden = is_hidden(s, r, all)) >= 0) {
        (void)sqlite3_bind_int64(put, 1, sqlite3_column_int64(all, 0));
        if (hidden > 0 && db_run(&s->db, put) < 0)
            break;
        if (source == sqlite3_column_int64(all, 1))
            continue;
        source = sqlite3_column_int64(all, 1);
        (void)sqlite3_bind_int64(note, 1, source);
        (void)sqlite3_bind_int64(note, 2, source_generation(r, source));
        if (db_run(&s->db, note) < 0)
            break;
    }
    source_close(r);
    return found == 0 ? 0 : -1;
}

int sources_find_changed(struct site *s, int64_t n)
{
    struct source_reader *r = source_open(s);
    sqlite3_stmt *row =
                     db_prepare(&s->db, "SELECT o.source, o.generation FROM changes c JOIN origin"
                                        " o ON o.source = -c.message JOIN sources s ON s.id ="
                                        " o.source WHERE c.n > ?1"),
                 *put =
                     db_prepare(&s->db, "INSERT OR IGNORE INTO fresh SELECT coalesce(m.same, m.id)"
                                        " FROM places w JOIN messages m ON m.id = w.message"
                                        " WHERE w.source = ?1");
    int found = -1;
    int64_t generation = 0;

    if (row && put)
        (void)sqlite3_bind_int64(row, 1, n);
    while (r && row && put && generation >= 0 && (found = db_step(&s->db, row)) > 0) {
        generation = source_generation(r, sqlite3_column_int64(row, 0));
        (void)sqlite3_bind_value(put, 1, sqlite3_column_value(row, 0));
        if (generation != sqlite3_column_int64(row, 1) && db_run(&s->db, put) < 0)
            break;
    }
    source_close(r);
    return found == 0 ? 0 : -1;
}
