/* sources.c - the files of an index: what is new, has grown or has changed since the last run
 *
 * A file whose size and time are those of the last run has not changed. A mailbox that is longer,
 * with the same bytes at its start and before its old end, has grown, and is read from its last
 * message on. Any other file that differs is read again. A message in a Maildir is identified by
 * its name without flags, in cur or new.
 */
/* Declares realpath(). */
#define _DEFAULT_SOURCE

#include "archive/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int sources_open(struct sources *t, struct db *db, struct names *names)
{
    *t = (struct sources){.db = db, .names = names};
    t->find = db_prepare(
        db, "SELECT s.id, s.sub, s.state, s.size, s.mtime, s.head, s.tail, s.input, s.position,"
            " s.complete FROM folders f JOIN sources s ON s.folder = f.id"
            " WHERE f.path = ?1 AND s.name = ?2 AND (s.sub IS NULL) = ?3");
    t->add = db_prepare(db, "INSERT INTO sources(folder, sub, name, state, size, mtime, position,"
                            " complete) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0)");
    t->again = db_prepare(
        db, "UPDATE sources SET size = ?2, mtime = ?3, position = ?4, input = ?5, complete = 0,"
            " trouble = NULL, again = again + ?6 WHERE id = ?1");
    t->move = db_prepare(db, "UPDATE sources SET sub = ?2, state = ?3 WHERE id = ?1");
    t->note = db_prepare(db, "UPDATE sources SET position = ?2, input = ?3 WHERE id = ?1");
    t->close = db_prepare(db, "UPDATE sources SET size = ?2, mtime = ?3, head = ?4, tail = ?5,"
                              " input = ?6, position = ?7, complete = 1, trouble = ?8"
                              " WHERE id = ?1");
    return db->failed ? -1 : 0;
}

void sources_close(struct sources *t)
{
    buffer_free(&t->named);
    buffer_free(&t->real);
    free(t->seen);
}

/* ---- Names ---- */

static trawl_str sources_word(const char *word)
{
    return (trawl_str){word, word ? strlen(word) : 0};
}

void sources_free(struct file *f)
{
    free(f->path);
    free(f->folder);
    free(f->sub);
    free(f->name);
    free(f->state);
    buffer_free(&f->text);
    *f = (struct file){0};
}

/* Sets t->real to the absolute path of a folder, unless it is the last one. Returns 0 or errno. */
static int find_folder(struct sources *t, const char *folder, size_t n)
{
    char name[PATH_MAX], real[PATH_MAX];

    if (t->named.n == n + 1 && memcmp(t->named.p, folder, n) == 0)
        return 0;
    t->named.n = t->real.n = 0;
    if (n >= sizeof name)
        return ENAMETOOLONG;
    memcpy(name, folder, n);
    name[n] = '\0';
    if (!realpath(n > 0 ? name : ".", real))
        return errno;
    /* t->named is set last: a match must find t->real complete. */
    return buffer_add(&t->real, real, strlen(real) + 1) == TRAWL_OK &&
                   buffer_add(&t->named, name, n + 1) == TRAWL_OK
               ? 0
               : ENOMEM;
}

/* Moves "cur/" and the flags of a message in a Maildir out of its folder and name. Returns false
 * when out of memory. */
static bool divide_maildir(struct file *f)
{
    char *slash = strrchr(f->folder, '/'), *flags;
    const char *sub = slash ? slash + 1 : "";

    if (strcmp(sub, "cur") != 0 && strcmp(sub, "new") != 0)
        return true;
    if (!(f->sub = malloc(5)))
        return false;
    memcpy(f->sub, sub, 3);
    memcpy(f->sub + 3, "/", 2);
    slash[slash == f->folder] = '\0';
    flags = strstr(f->name, ":2,");
    if (!flags)
        return true;
    if (!(f->state = strdup(flags)))
        return false;
    *flags = '\0';
    return true;
}

int sources_name(struct sources *t, const struct source *source, struct file *f)
{
    const char *slash = source->name ? strrchr(source->name, '/') : NULL,
               *name = slash          ? slash + 1
                       : source->name ? source->name
                                      : "(standard input)";
    size_t n = slash ? (size_t)(slash - source->name) + (slash == source->name) : 0, k;
    int error = source->name ? find_folder(t, source->name, n) : 0;

    *f = (struct file){.kind = source->kind};
    if (error) {
        say_system("index", source->name, error);
        return -1;
    }
    f->folder = strdup(source->name ? t->real.p : "");
    f->name = strdup(name);
    k = f->folder ? strlen(f->folder) : 0;
    if (source->name && f->folder && (f->path = malloc(k + strlen(name) + 2)) != NULL) {
        memcpy(f->path, f->folder, k);
        k -= k == 1; /* the root */
        f->path[k] = '/';
        memcpy(f->path + k + 1, name, strlen(name) + 1);
    }
    if (f->folder && f->name && (f->path || !source->name) &&
        (source->kind != SOURCE_MESSAGE || divide_maildir(f)) &&
        buffer_add(&f->text, source->text.p, source->text.n) == TRAWL_OK)
        return 0;
    sources_free(f);
    (void)command_trouble("index", TRAWL_ERROR_NO_MEMORY);
    return -1;
}

/* ---- Fingerprints ---- */

bool sources_has_prints(const char *path, uint64_t size, uint64_t head, uint64_t tail)
{
    int fd = input_regular(path);
    bool same = fd >= 0 && gather_head(fd, size) == head && gather_tail(fd, size) == tail;

    if (fd >= 0)
        (void)close(fd);
    return same;
}

/* ---- Plans ---- */

/* Returns the enum trawl_input with this name if a run can start inside it, else 0. */
static int input_of(trawl_str name)
{
    static const int inputs[] = {TRAWL_INPUT_MBOX, TRAWL_INPUT_MBOXO};

    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        if (name.p && strcmp(trawl_input_name(inputs[i]), name.p) == 0)
            return inputs[i];
    return 0;
}

static bool sources_is_word(trawl_str text, const char *word)
{
    return word ? text.p && strcmp(text.p, word) == 0 : !text.p;
}

/* Decides what to do with a file by its row from the last run. */
static enum plan plan_of(struct file *f, sqlite3_stmt *s)
{
    uint64_t size = (uint64_t)sqlite3_column_int64(s, 3);
    bool complete = sqlite3_column_int(s, 9) != 0,
         same = size == f->size && sqlite3_column_int64(s, 4) == f->mtime;

    f->input = input_of(db_text(s, 7));
    f->from = (uint64_t)sqlite3_column_int64(s, 8);
    f->moved = f->sub && !(sources_is_word(db_text(s, 1), f->sub) &&
                           sources_is_word(db_text(s, 2), f->state));
    if (complete && same)
        return PLAN_SAME;
    if (f->input == 0 || f->from == 0 || (!complete && !same) || (complete && f->size <= size))
        return PLAN_AGAIN;
    if (complete && !sources_has_prints(f->path, size, (uint64_t)sqlite3_column_int64(s, 5),
                                        (uint64_t)sqlite3_column_int64(s, 6)))
        return PLAN_AGAIN;
    return PLAN_GROWN;
}

static void sources_bind(struct sources *t, const struct file *f)
{
    db_bind(t->find, 1, sources_word(f->folder));
    db_bind(t->find, 2, sources_word(f->name));
    (void)sqlite3_bind_int(t->find, 3, !f->sub);
}

int64_t sources_row(struct sources *t, const struct file *f)
{
    if (f->source > 0)
        return f->source;
    sources_bind(t, f);
    return db_look(t->db, t->find);
}

int sources_plan(struct sources *t, struct file *f)
{
    struct stat status;
    int found;

    if (f->kind == SOURCE_GIT)
        f->size = f->text.n;
    if (f->path && stat(f->path, &status) == 0 && S_ISREG(status.st_mode)) {
        f->size = (uint64_t)status.st_size;
        f->mtime = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    }
    f->plan = PLAN_NEW;
    sources_bind(t, f);
    if ((found = db_step(t->db, t->find)) <= 0)
        return found;
    f->source = sqlite3_column_int64(t->find, 0);
    if (f->kind == SOURCE_GIT) /* its name is a hash of its bytes, so it cannot change */
        f->plan = sqlite3_column_int(t->find, 9) ? PLAN_SAME : PLAN_AGAIN;
    else
        f->plan = f->mtime != 0 ? plan_of(f, t->find) : PLAN_AGAIN;
    db_reset(t->db, t->find);
    return 0;
}

int sources_meet(struct sources *t, const struct file *f)
{
    size_t at = (size_t)f->source / 8, room = t->room ? t->room : 4096;
    unsigned char *more;

    if (f->source == 0)
        return 0;
    while (room <= at)
        room *= 2;
    if (room > t->room) {
        if (!(more = realloc(t->seen, room))) {
            (void)command_trouble("index", TRAWL_ERROR_NO_MEMORY);
            return -1;
        }
        memset(more + t->room, 0, room - t->room);
        t->seen = more;
        t->room = room;
    }
    t->seen[at] |= (unsigned char)(1 << f->source % 8);
    return 0;
}

bool sources_met(const struct sources *t, int64_t source)
{
    size_t at = (size_t)source / 8;

    return at < t->room && (t->seen[at] >> source % 8 & 1);
}

/* ---- Rows ---- */

static int move(struct sources *t, const struct file *f, int64_t row)
{
    (void)sqlite3_bind_int64(t->move, 1, row);
    db_bind(t->move, 2, sources_word(f->sub));
    db_bind(t->move, 3, sources_word(f->state));
    return db_run(t->db, t->move);
}

int sources_move(struct sources *t, const struct file *f)
{
    return f->moved ? move(t, f, f->source) : 0;
}

int64_t sources_begin(struct sources *t, const struct file *f, int64_t row)
{
    bool grown = f->plan == PLAN_GROWN;
    int64_t folder;

    if (row > 0) {
        DB_BIND(t->again, 1, row, (int64_t)f->size, f->mtime, grown ? (int64_t)f->from : 0);
        db_bind(t->again, 5, sources_word(grown ? trawl_input_name(f->input) : NULL));
        (void)sqlite3_bind_int(t->again, 6, !grown);
        if (db_run(t->db, t->again) < 0 || (f->sub && move(t, f, row) < 0))
            return -1;
        return row;
    }
    if ((folder = names_folder(t->names, sources_word(f->folder))) < 0)
        return -1;
    (void)sqlite3_bind_int64(t->add, 1, folder);
    db_bind(t->add, 2, sources_word(f->sub));
    db_bind(t->add, 3, sources_word(f->name));
    db_bind(t->add, 4, sources_word(f->state));
    DB_BIND(t->add, 5, (int64_t)f->size, f->mtime);
    return db_run(t->db, t->add) < 0 ? -1 : sqlite3_last_insert_rowid(t->db->sql);
}

int sources_note(struct sources *t, int64_t source, uint64_t at, int input)
{
    DB_BIND(t->note, 1, source, (int64_t)at);
    db_bind(t->note, 3, sources_word(input ? trawl_input_name(input) : NULL));
    return db_run(t->db, t->note);
}

int sources_end(struct sources *t, int64_t source, uint64_t at, const struct record_close *close)
{
    trawl_str trouble = close->trouble;

    DB_BIND(t->close, 1, source, (int64_t)close->size, close->mtime, (int64_t)close->head,
            (int64_t)close->tail);
    db_bind(t->close, 6, sources_word(trawl_input_name(close->input)));
    (void)sqlite3_bind_int64(t->close, 7, (int64_t)at);
    if (trouble.n > 2 && memcmp(trouble.p, ": ", 2) == 0) /* they separate it from the path */
        trouble = (trawl_str){trouble.p + 2, trouble.n - 2};
    db_bind(t->close, 8, trouble.n > 0 ? trouble : (trawl_str){NULL, 0});
    return db_run(t->db, t->close);
}
