/* index.h - trawl index, query and forget: the links of an archive in a SQLite database
 *
 * trawl starts the program trawl-archive under the name "index", "query" etc.
 *
 *   run.c      handles the options of "index", walks over the input files, prunes
 *   sources.c  decides which files are new or have changed
 *   jobs.c     gives files to threads, which read them by src/app/gather
 *   log.c      knows which message each address belongs to; verify.c checks that
 *   write.c    stores the records in order; names.c finds the ids of URLs, senders and the like
 *   threads.c  decides which message is above which; jwz.c is the algorithm
 *   erase.c    erases messages; forget.c runs "forget"
 *   blank.c    blanks forgotten addresses in texts; everywhere.c in the rows of the index
 *   spelling.c reads the address in a field From
 *   reader.c   reads the bytes of messages from their files
 *   match.c    finds pages of older archives whose message a mailbox has; alike.c compares texts;
 *              notice.c finds the notices of pipermail in them
 *   home.c     finds the message that an address in another archive of mail names by its id
 *   lists.c    decides to which lists a message belongs, in tables of the index
 *   track.c    logs which messages have changed
 *   query.c    makes the SQL of "query"; where.c makes its condition
 *   rows.c     prints links and counts; message.c prints a message
 *   format.c   writes text into HTML, numbers and dates
 *   db.c       opens databases, files.c their files; text.c stores texts in UTF-8
 *   schema.c   has the tables, which trawl-index(5) describes
 */
#ifndef TRAWL_ARCHIVE_INDEX_INDEX_H
#define TRAWL_ARCHIVE_INDEX_INDEX_H

#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <trawl_mail.h>

#include "base/sip.h"
#include "app/command.h"
#include "app/io/io.h"
#include "app/pool/pool.h"
#include "app/sandbox/sandbox.h"
#include "app/digest/digest.h"
#include "app/gather/gather.h"

/* ---- Databases: db.c ---- */

struct db {
    sqlite3 *sql;
    const char *path, *command; /* for messages */
    int lock;                   /* the descriptor with the writer's lock, or -1 */
    struct buffer statements;   /* of db_prepare() */
    bool failed;                /* a message was printed; no other message follows */
    bool stoppable;             /* a signal ends the statement that runs */
    bool endless;               /* a statement was ended, since it gave no row */
    uint64_t ticks;             /* how often it was tested since it gave a row */
    uint64_t most;              /* the limit of `ticks` */
};

/* Opens or creates a database for writing, and waits for another writer to end. Returns 0, or -1
 * after an error message. */
int db_create(struct db *d, const char *command, const char *path);

/* Like db_create(), but the database must exist. */
int db_change(struct db *d, const char *command, const char *path);

/* Begins the sandbox of a command that uses a database. */
void db_sandbox(struct sandbox *box, const char *command, int choice, const char *path);

/* Opens a database for reading. Returns 0, or -1 after an error message. */
int db_open(struct db *d, const char *command, const char *path);

/* Opens or creates a database that is not an index, for writing, with this application_id and these
 * tables (SQL for a new file), and locks it. Returns 0, or -1 after an error message. */
int db_open_other(struct db *d, const char *command, const char *path, int application,
                  const char *tables);

void db_close(struct db *d);

/* Prints SQLite's message once, and sets d->failed. Returns -1. */
int db_trouble(struct db *d);

/* Reports that the database is damaged: it has values that trawl does not write. Sets d->failed.
 * Returns -1. */
int db_damaged(struct db *d);

/* Prepares a statement that lives until db_close(). Returns NULL after an error message. */
sqlite3_stmt *db_prepare(struct db *d, const char *sql);

/* Runs a statement to its next row. Returns 1 for a row. After the last row, resets the statement
 * and returns 0. Returns -1 after an error message. */
int db_step(struct db *d, sqlite3_stmt *s);

/* Resets a statement before all its rows are read. Reports an error of reading the row, such as no
 * memory for a text, which db_text() returns as NULL. */
void db_reset(struct db *d, sqlite3_stmt *s);

/* Runs a statement whose parameters are bound, and resets it. Returns the first column of its first
 * row, 0 if there is no row or it is NULL, or -1 after an error message. */
int64_t db_look(struct db *d, sqlite3_stmt *s);

/* Runs a statement that returns no rows, and resets it. Returns 0, or -1 after an error message. */
int db_run(struct db *d, sqlite3_stmt *s);

/* Runs SQL without parameters. Returns 0, or -1 after an error message. */
int db_execute(struct db *d, const char *sql);

/* Binds numbers to the parameters from ?at on. */
#define DB_BIND(s, at, ...)                                                                        \
    db_bind_numbers(s, at, (const int64_t[]){__VA_ARGS__},                                         \
                    (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))
void db_bind_numbers(sqlite3_stmt *s, int at, const int64_t *numbers, int count);

/* Binds an id, or NULL for 0, which is never an id. */
void db_bind_id(sqlite3_stmt *s, int at, int64_t id);

/* Returns a + b. On overflow the sum wraps, since an untrusted database may have any numbers. */
int64_t db_sum(int64_t a, int64_t b);

/* Returns the first number that SQL gives, which may be negative; -1 after an error message. */
int64_t db_number(struct db *d, const char *sql);

/* Reads the value of a key of the table "meta". Returns 1, 0 if the key is not there, or -1. */
int db_meta(struct db *d, const char *key, struct buffer *value);
int db_set_meta(struct db *d, const char *key, trawl_str value);

/* ---- Texts in databases: text.c ---- */

/* Returns true for two texts of the same bytes; p may be NULL if n is 0. */
static inline bool index_same(trawl_str a, trawl_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Binds a text, or NULL if text.p is NULL, in the form that is stored. The text must live until the
 * statement is reset. */
void db_bind(sqlite3_stmt *s, int at, trawl_str text);

/* Returns the bytes of a stored text, valid until the next step; p is NULL if the column is NULL.
 * A NUL follows the text. */
trawl_str db_text(sqlite3_stmt *s, int column);

/* Returns the bytes of a stored text: `text` itself, or what is written to `out` if they differ. */
trawl_str text_decode(trawl_str text, struct buffer *out);

/* ---- Files of databases: files.c ---- */

/* Lets the command use one more database. */
void db_sandbox_add(struct sandbox *box, const char *path);

/* Lets the command use temporary files of SQLite. */
void files_allow_temporary(struct sandbox *box);

/* Writes the path of a file without symbolic links to `to`, which has PATH_MAX bytes. The file need
 * not exist; if its folder does not exist, the path stays as it is. */
void files_real(const char *path, char *to);

/* As open() and unlink(). */
int files_open(const char *path, int flags, int mode);
int files_unlink(const char *path);

/* Lets SQLite use these. Call it once the sandbox is closed. */
void files_use(void);

/* ---- Tables: schema.c ---- */

#define SCHEMA_APPLICATION 0x74726177 /* "traw" */

/* Raise this when the tables change, and when the same bytes of a message get another meaning
 * (app/gather/meaning.c), since the log would then not know the message again. */
#define SCHEMA_VERSION 9

/* SQL: the id of the URL that stands for all spellings of the row `u` of "urls". Of the URLs with
 * the same canonical form it is the canonical one, else the first. The plus makes SQLite use the
 * index of canonical forms. */
#define MAIN_OF(what, more)                                                                        \
    "(SELECT " what " FROM urls o WHERE coalesce(o.canonical, o.url) = +u.canonical" more ")"
#define MAIN_URL                                                                                   \
    "CASE WHEN u.canonical IS NULL THEN u.id ELSE coalesce(" MAIN_OF(                              \
        "o.id", " AND o.canonical IS NULL") ", " MAIN_OF("min(o.id)", "") ") END"

/* The canonical form of a URL u, and its scheme, or NULL. */
#define CANONICAL "coalesce(u.canonical, u.url)"
#define BEFORE_COLON "substr(" CANONICAL ", 1, instr(" CANONICAL ", ':') - 1)"
#define SCHEME                                                                                     \
    "CASE WHEN instr(" CANONICAL ", ':') > 1 AND " BEFORE_COLON                                    \
    " NOT GLOB '*[^-a-zA-Z0-9+.]*' THEN lower(" BEFORE_COLON ") END"

/* Makes the tables of an empty database. Returns 0, or -1 after an error message. */
int schema_create(struct db *d);

/* The memory for pages of the database while it is written, in KB. */
#define CACHE_SIZE "28672"

/* Compares the tables, indexes and views of a database with those that trawl makes.
 * Returns 0, or -1 after an error message. */
int schema_check(struct db *d);

/* Creates the indexes that a first run leaves for its end, unless they exist or a signal came. Call
 * it before erasing, and before queries that need them. Returns 0, or -1 after an error message. */
int schema_index(struct db *d);

/* ---- The log of changes: track.c ---- */

/* The first function begins to log the changes of a connection, and makes the log if the index has
 * none. The second function does so only if there is a log. Both return 0, or -1 after an error
 * message. */
int track_begin(struct db *d);
int track_continue(struct db *d);

/* Gives the next transaction a new stamp. Call it after COMMIT. Returns 0, or -1 after an error
 * message. */
int track_next(struct db *d);

/* ---- Ids of URLs, senders and other texts: names.c ----
 *
 * A cache of fixed size saves most queries.
 */

enum name_kind { NAME_MESSAGE, NAME_URL, NAME_SENDER, NAME_LIST, NAME_FOLDER, NAME_CONTEXT };

struct cached {
    sip_hash hash;
    int64_t id;
};

struct names {
    struct db *db;
    sip_hash seed;
    struct cached *cache;
    struct buffer form, normal, host;
    sqlite3_stmt *find_url, *add_url, *find_host, *add_host, *find_sender, *add_sender, *find_list,
        *add_list, *find_folder, *add_folder, *find_context, *add_context;
};

int names_open(struct names *names, struct db *db);
void names_close(struct names *names);

/* Empties the cache. Needed after rows were deleted. */
void names_forget(struct names *names);

/* Sets *id to the id of the text, or to 0 if the cache does not have the text. Returns the text's
 * entry in the cache, where the caller sets the id when it is known. */
struct cached *names_cached(struct names *names, enum name_kind kind, trawl_str text, int64_t *id);

/* Each returns the id of a text, which is added if it is new; or -1 after an error message. */
int64_t names_url(struct names *names, trawl_str url);
int64_t names_sender(struct names *names, trawl_str written, trawl_str address);

/* Returns the name in "Ann Lee <ann@example.org>" or "ann@example.org (Ann Lee)", without quotation
 * marks around it; p is NULL if there is no name. */
trawl_str names_name_in(trawl_str from, trawl_str address);

int64_t names_list(struct names *names, trawl_str list);
int64_t names_folder(struct names *names, trawl_str path);
int64_t names_context(struct names *names, const struct context *context, trawl_str packed);

/* ---- Sources: sources.c ---- */

enum plan {
    PLAN_SAME,  /* not read */
    PLAN_NEW,   /* read */
    PLAN_GROWN, /* read from its last known message on */
    PLAN_AGAIN  /* read again; its rows are replaced */
};

/* An input file. Its path is folder + "/" + sub + name + state; `sub` ("cur/") and `state` (":2,S")
 * are for messages of a Maildir, else NULL. */
struct file {
    char *path; /* absolute; NULL: standard input */
    char *folder, *sub, *name, *state;
    enum source_kind kind;
    struct buffer text; /* SOURCE_GIT: the message */
    enum plan plan;
    bool moved;     /* a message of a Maildir whose row has the old name */
    int64_t source; /* the row, or 0 */
    uint64_t from;  /* PLAN_GROWN: where the last message begins */
    int input;      /* PLAN_GROWN: enum trawl_input */
    uint64_t size;  /* of the file */
    int64_t mtime;  /* nanoseconds */
};

struct sources {
    struct db *db;
    struct names *names;
    sqlite3_stmt *find, *add, *again, *move, *note, *close;
    struct buffer named, real; /* the last folder, as named and absolute; each with a NUL */
    unsigned char *seen;       /* a bit for each row: the walk found its file */
    size_t room;               /* bytes of `seen` */
};

int sources_open(struct sources *t, struct db *db, struct names *names);
void sources_close(struct sources *t);

/* Fills the names and the kind of a file. Returns 0, or -1 after an error message. */
int sources_name(struct sources *t, const struct source *source, struct file *f);
void sources_free(struct file *f);

/* Decides what to do with a file. Returns 0, or -1 after an error message. */
int sources_plan(struct sources *t, struct file *f);

/* Updates the name in the row of a message of a Maildir. */
int sources_move(struct sources *t, const struct file *f);

/* Records that the walk found a file; sources_met() tests that. */
int sources_meet(struct sources *t, const struct file *f);
bool sources_met(const struct sources *t, int64_t source);

/* Returns the row of a file, 0 if it has none, or -1. A file that occurs twice in a run may have
 * got a row since it was planned. */
int64_t sources_row(struct sources *t, const struct file *f);

/* Prepares the row of a file that will be read; adds it if `row` is 0. Returns the row, or -1. */
int64_t sources_begin(struct sources *t, const struct file *f, int64_t row);

/* Store the last position in a file that is being read, and its properties at the end. */
int sources_note(struct sources *t, int64_t source, uint64_t at, int input);
int sources_end(struct sources *t, int64_t source, uint64_t at, const struct record_close *close);

/* Returns true when the file has these fingerprints of the last run, when it had `size` bytes. */
bool sources_has_prints(const char *path, uint64_t size, uint64_t head, uint64_t tail);

/* ---- The bytes of messages: reader.c ---- */

/* Returns the input (enum trawl_input) whose name the database has; TRAWL_INPUT_AUTO if the name is
 * unknown or missing. */
int message_input(trawl_str name);

/* Returns the length of the end of a message without the separator after it, a line such as "From x
 * ..." that belongs to the next message. In a mailbox the empty line before that line is part of
 * the separator. */
size_t message_without_separator(trawl_str end, int input);

/* The index, and what is done about sources that cannot be read. */
struct source_about {
    struct db *db;
    sqlite3_stmt *refused; /* inserts the row ?1 if it is new: only then it is reported; or NULL */
    const char *lost;      /* what a report says of a file that is gone */
    bool *trouble;         /* is set, unless NULL */
    bool quiet;            /* nothing is reported */
};

/* The source that is read. */
struct source_now {
    int64_t id; /* its row, or 0 */
    int64_t size, mtime, again;
    struct buffer path; /* with a NUL */
    int input; /* enum trawl_input; TRAWL_INPUT_MAIL for a page that is read as a message */
};

struct source_reader;

/* Receives bytes of a message. Returns 0 to go on. */
typedef int source_bytes(void *user, const char *p, size_t n);

/* Returns NULL after an error message. */
struct source_reader *source_open(const struct source_about *about);
void source_close(struct source_reader *r);

/* Goes to a source, whose file is opened when bytes of it are read. Returns NULL after an error
 * message. The result changes as other sources are read. */
const struct source_now *source_enter(struct source_reader *r, int64_t source);

/* Passes n bytes of a source, from byte `at`, to `take`, without the separator that follows a
 * message. Returns 0 after all of them. Returns 1 if the source cannot be read; the first such
 * failure of a source is reported. Returns -1 if memory is short or the database fails. If `take`
 * returns a number other than 0, reading ends and the function returns this number. */
int source_read(struct source_reader *r, int64_t source, uint64_t at, uint64_t n,
                source_bytes *take, void *user);

/* Returns the source that was read last. */
const struct source_now *source_last(const struct source_reader *r);

/* Returns true for a kind of input that has mail or news; others are read as they are. */
bool source_is_mail(int input);

/* ---- Notices of pipermail: notice.c ---- */

#define NOTICE_LINES 6 /* the most lines of a notice before its last one */

enum notice_line { NOTICE_NONE, NOTICE_BEGINS, NOTICE_ENDS };

struct notice {
    int lines;  /* of the notice so far; 0: no notice */
    bool label; /* the last one is the label of the URL */
};

/* Takes the next line of a text. Returns NOTICE_BEGINS for a sentence that may begin a notice, and
 * NOTICE_ENDS for the last line of one. */
enum notice_line notice_take(struct notice *m, trawl_str line);

/* Returns a text without white space at its ends. */
trawl_str notice_trim(trawl_str text);

/* Returns true for a URL of a file in a folder such as "/attachments/20070805/08d22a30/". */
bool notice_is_url(trawl_str url);

/* Returns true for "URL:", "Url :" and "URL: <". */
bool notice_is_label(trawl_str text);

/* ---- Texts: alike.c ---- */

struct alike;

/* Opens a comparison of texts. Returns NULL after an error message. */
struct alike *alike_open(struct db *db, struct source_reader *reader, const char *charset);
void alike_close(struct alike *t);

/* Reads the words of a page from the mail that old_read_file() made of it. Returns 1 if there are
 * some, 0 if not, or -1 after an error message. */
int alike_read(struct alike *t, trawl_str mail);

/* Returns 1 if a message of a mailbox has the words of the page, 0 if it has others or cannot be
 * read, or -1 after an error message. */
int alike_agree(struct alike *t, int64_t message);

/* Returns 1 if the texts of two messages of mailboxes differ at most in white space, notices and
 * "?" for letters, 0 if not or if one cannot be read, or -1 after an error message. */
int alike_same(struct alike *t, int64_t a, int64_t b);

/* ---- The messages of old pages: match.c ---- */

struct match_page {
    const struct record_message *mail; /* what the page says */
    trawl_str text; /* the mail that old_read_file() made of it; empty: unknown */
    bool pipermail; /* pipermail made the page, or it is unknown who did */
};

struct matcher;

/* Begins to look for the messages that the index has now. Returns NULL after an error message. */
struct matcher *match_open(const struct source_about *about, const char *charset);
void match_close(struct matcher *m);

/* Returns 1 if a mailbox has the message that a page shows, 0 if none has, or -1 after an error
 * message. */
int match_find(struct matcher *m, const struct match_page *page);

/* ---- Addresses in archives of mail: home.c ---- */

/* All members but `db` are 0 at first. */
struct home {
    struct db *db;
    sqlite3_stmt *by_id;
    struct buffer id, hashes;
    bool hashed;
    bool named; /* the last address has an id or a hash */
};

/* Returns the message of the index that an address in an archive names by its id or by a hash of
 * it; of several messages with this id the first one. Returns 0 if there is none, or -1 after an
 * error message. */
int64_t home_find(struct home *h, trawl_str url);
void home_close(struct home *h);

/* ---- Lists: lists.c ---- */

struct listing {
    struct db *db;
    sqlite3_stmt *find, *add, *set, *count, *drop, *touch, *touch_all;
    int64_t touched; /* the last source whose archive is in temp.gone, -1 for others, or 0 */
};

/* Prepares the statements. Needs the table temp.gone of erase.c. Returns 0 or -1. */
int lists_open(struct listing *lists, struct db *db);

/* Returns true for a file of pipermail that is not a message: a scrubbed part, such as
 * "attachments/20040607/1a2b3c4d/a.obj", or one of its database, "database/2004-June-article". */
bool lists_is_aid(trawl_str folder, trawl_str file);

/* Sets the archive of a new source. Returns 0 or -1. */
int lists_enter(struct listing *lists, int64_t source, trawl_str folder, trawl_str file);

/* Notes that the archive of a source may have another list, or no source any more. */
int lists_touch(struct listing *lists, int64_t source);

/* Adds `by` to the number of the archive's copies that are on the list of the message at `at`. */
int lists_count(struct listing *lists, int64_t source, int64_t at, int by);

/* Takes a message out of the counts of all its archives. */
int lists_drop(struct listing *lists, int64_t message);

/* Names the lists of the archives whose copies have changed. Needed before each commit. */
int lists_settle(struct listing *lists);

/* ---- Erasing: erase.c ---- */

/* Makes the table of rows that may have lost their last user, and, as kind 5, of the archives whose
 * list may have changed. */
#define ERASE_GONE                                                                                 \
    "CREATE TEMP TABLE IF NOT EXISTS gone(kind INTEGER NOT NULL, id INTEGER NOT NULL,"             \
    " PRIMARY KEY(kind, id)) WITHOUT ROWID"

#define ERASE_HEIRS 6 /* statements that pass on what a row had */

struct erase {
    struct db *db;
    struct names *names;
    sqlite3_stmt *places, *unplace, *placed, *nowhere, *gone_urls, *gone_people, *links, *readings,
        *heir, *inherit[ERASE_HEIRS], *demote, *others, *orphan, *stub, *drop, *named, *unthread,
        *source, *sweep[4];
    struct listing lists;
    bool touched; /* rows were deleted since the last sweep */
};

int erase_open(struct erase *e, struct db *db, struct names *names);

/* Erases the places in a source from this offset on, and messages that have no other place. */
int erase_from(struct erase *e, int64_t source, uint64_t offset);

/* Erases a source: its places as in erase_from(), and its row. */
int erase_source(struct erase *e, int64_t source);

/* Erases a message and its links. Its message-id stays until threads_settle() if other messages may
 * refer to it, unless `all` is set. With `all`, its places are erased, too. */
int erase_message(struct erase *e, int64_t message, bool all);

/* Deletes the row of a message that has no links and no places. Returns 0 or -1. */
int erase_row(struct erase *e, int64_t message);

/* Gives the address of a message-id, which the row `old` has, to another row. Rows that lead to
 * `old` then lead to that row. */
int erase_replace(struct erase *e, int64_t old, int64_t row);

/* Deletes URLs, senders, lists and hosts that erased rows were the last to use. Needed before each
 * commit. */
int erase_sweep(struct erase *e);

/* ---- Threads: threads.c ----
 *
 * A cluster has all messages that refer to one another, and so whole threads. A message without
 * references, to which no other message refers, is in no cluster.
 */

struct threads {
    struct db *db;
    struct erase *erase;
    sqlite3_stmt *above, *cluster, *enter, *mark, *joins, *rename, *unmark, *next, *rows, *put,
        *rewrite;
    struct buffer refs; /* int64_t: the rows to which the message refers, in their order */
    struct buffer packed;
};

int threads_open(struct threads *threads, struct db *db, struct erase *erase);
void threads_close(struct threads *threads);

/* Begins the references of a message, and adds one. */
void threads_begin(struct threads *threads);
int threads_add(struct threads *threads, int64_t row);

/* Packs the references into threads->packed, without the last of them if `answers` is set. Sets
 * *cluster to the cluster of the message, or 0, and marks that cluster for threads_settle(). `own`
 * is the row of the message. `main` is the row of the message that it is a variant of, or 0.
 * Returns 0 or -1. */
int threads_end(struct threads *threads, int64_t own, int64_t main, bool answers, int64_t *cluster);

/* Threads the marked clusters anew, and deletes rows to which nothing refers any more. Stops after
 * `most` rows. Needs a transaction. Returns 1 when marked clusters are left, 0 when none is, or
 * -1. */
int threads_settle(struct threads *threads, size_t most);

/* ---- The algorithm: jwz.c ---- */

#define JWZ_NONE UINT32_MAX

/* A message, which may be missing. Its references are refs[from..from + count). */
struct jwz_node {
    uint32_t from, count;
    bool missing;
    uint32_t above; /* the result: the node above it, or JWZ_NONE; JWZ_NONE for missing nodes */
};

/* Threads n nodes. order[0..count) are the nodes of messages that are there, in the order of the
 * messages. Returns false when out of memory. */
bool jwz_thread(struct jwz_node *nodes, uint32_t n, const uint32_t *order, uint32_t count,
                const uint32_t *refs);

/* ---- Addresses as they are spelled: spelling.c ---- */

struct spelling {
    struct db *db;
    trawl_settings *settings;
    trawl_mail *mail;
    struct buffer address;
};

int spelling_open(struct spelling *spelling, struct db *db);
void spelling_close(struct spelling *spelling);

/* Sets s->address to the address in a field From, as the mail reader reads it; empty if there is
 * none. Returns 0, or -1 after an error message. */
int spelling_read(struct spelling *spelling, trawl_str from);

/* ---- Addresses of messages, and their log: log.c ---- */

/* What the address of a message is made of. */
struct address_parts {
    trawl_str id; /* its message-id; empty if it has none */
    uint64_t content;
    trawl_str meaning; /* in hex digits, if another message has the address of the id; else empty */
};

/* SQL: the columns of a row `m` of "messages" with these parts. */
#define ADDRESS_COLUMNS(m)                                                                         \
    m ".message_id, " m ".content, CASE WHEN " m ".first IS NOT NULL THEN hex(" m ".meaning) END"

/* Reads the parts from these columns, the first of which is `column`. */
struct address_parts address_read(sqlite3_stmt *row, int column);

/* Computes the SHA-256 whose first 40 hex digits name the page of the message. */
void address_of(const struct address_parts *parts, unsigned char out[SHA256_BYTES]);

struct log {
    struct db *db;
    sqlite3_stmt *find, *put, *doubt, *drop;
};

int log_open(struct log *log, struct db *db);

enum log_claim {
    LOG_OWNS,    /* the address belongs to the message, at least from now on */
    LOG_PERHAPS, /* only log_compare(): not all of the text of its message was read */
    LOG_OTHER    /* the address belongs to another message */
};

/* Finds out whether an address belongs to a message. Returns 0 or -1. */
int log_claim(struct log *log, const struct address_parts *parts,
              const unsigned char meaning[MEANING_BYTES], enum log_claim *claim);

/* Returns an enum log_claim for a row of the index with this meaning, or NULL; or -1. */
int log_compare(struct log *log, const struct address_parts *parts, const void *meaning);

/* Notes that the text of a message may have been incomplete. Returns 0 or -1. */
int log_doubt(struct log *log, const struct address_parts *parts);

/* Erases an address. Returns 0 or -1. */
int log_drop(struct log *log, const struct address_parts *parts);

/* ---- Verifying the log: verify.c ---- */

/* Compares the index with the log, and its files with the index. Prints what it found. Returns an
 * enum status. */
int verify_all(struct db *d, struct output *out, const trawl_settings *settings, bool quiet);

/* ---- Messages that are kept out: forget.c ---- */

struct forgotten {
    struct db *db;
    sqlite3_stmt *find;
    sip_hash key;
    bool any;
    bool everywhere;      /* some addresses are blanked in texts */
    struct buffer hashes; /* if so, all hashes, sorted */
};

int forgotten_open(struct forgotten *forgotten, struct db *db);
void forgotten_close(struct forgotten *forgotten);

/* Returns 1 when a message with this id or sender was forgotten, 0 when not, or -1. */
int forgotten_has(struct forgotten *forgotten, trawl_str id, trawl_str address);

/* Returns 1 when a message with this id and sender is kept out, 0 when not, or -1. If other senders
 * used an id of a forgotten sender, their messages are not kept out, except copies in which a list
 * has put its own address into From. */
int forgotten_keeps_out(struct forgotten *forgotten, trawl_str id, trawl_str address, bool list);

/* Returns 1 when the message that had the address of this id was forgotten, 0 when not, or -1. */
int forgotten_had(struct forgotten *forgotten, trawl_str id);

/* Returns true for an address, in lower case, that is blanked in texts. */
bool forgotten_blanks(const struct forgotten *forgotten, trawl_str address);

/* Erases the messages with these message-ids and senders, each ended by NUL, and keeps them out.
 * Returns an enum status. */
int forget_all(struct db *d, struct output *out, const struct buffer *words,
               const struct forget_options *options);
int forget_run(struct output *out, int argc, char **argv);

/* ---- Addresses in texts: blank.c and everywhere.c ---- */

#define ADDRESS_WIDE "\xEF\xBC\xA0" /* U+FF20, a wide "@" */

/* Returns the length of the spelling of "@" that a text begins with, such as "%2540" or " at "; 0
 * if there is none. */
size_t address_sign(const char *p, size_t n);

/* Returns true for a byte that a local part may have. */
bool address_has(unsigned char c);

/* Flags for a piece of a text: more text precedes it, more text follows it. */
#define BLANK_BEFORE 1u
#define BLANK_AFTER 2u

/* More bytes than any address has, encoded or not. Each piece of a text repeats this many bytes of
 * the piece before it. */
#define BLANK_OVERLAP ((size_t)4096)

/* Blanks the addresses in a text, in place, if some were forgotten everywhere. The text must be in
 * memory that may be written. */
void forgotten_blank(struct forgotten *forgotten, trawl_str text, unsigned goes_on);

/* Does the same in the fields of a message that was read, except in its references. */
void forgotten_blank_message(struct forgotten *forgotten, const struct record_message *message);

/* Blanks the addresses in all rows of the index, and adds the number of these rows to *count. Needs
 * a transaction, and erase_sweep() after it. Returns 0 or -1. */
int everywhere_blank(struct erase *erase, struct log *log, uint64_t *count);

/* ---- Writing: write.c ---- */

struct totals {
    uint64_t files, messages, links, bytes; /* read in this run */
    uint64_t fresh, grown, again, gone;     /* files, by what was done with them */
};

struct writer {
    struct db *db;
    struct names names;
    struct sources sources;
    struct erase erase;
    struct threads threads;
    struct forgotten forgotten;
    struct log log;
    struct matcher *matcher; /* opened for the first page of an older archive */
    struct buffer page;      /* the mail of such a page */
    const struct index_options *options;
    sqlite3_stmt *find_owner, *find_bare_owner, *find_copy, *find_same, *find_bare, *fill, *add,
        *stub, *settle, *place, *link, *reading, *newest, *last, *shown;
    int64_t next;   /* the id of the next message */
    int64_t source; /* the row of the current file, or 0 */
    const struct file *file;
    uint64_t from;         /* messages before this byte of it are left out */
    struct buffer trouble; /* of its parts so far */
    uint64_t at;           /* where its last message begins */
    int input;             /* enum trawl_input if a later run can start there; else 0 */
    int64_t message;
    struct buffer subject; /* of the message, on one line */
    struct buffer id;      /* of the message, if its meaning is unknown so far */
    uint64_t offset;       /* of the message */
    uint64_t content;
    bool skipping, known; /* its links are not stored; the index has it already */
    bool left_out;        /* it is kept out, and only its place is stored */
    bool unread;          /* its text was not read */
    uint64_t n;           /* links of the message so far */
    size_t rows, batch;   /* rows since the last commit; rows after which to commit */
    bool begun;           /* a transaction is open */
    bool bad;             /* a file could not be read */
    struct totals totals;
};

int writer_open(struct writer *w, struct db *db, const struct index_options *options);
void writer_close(struct writer *w);

/* Begins a file. Returns 0, or -1 after an error message. */
int writer_begin(struct writer *w, const struct file *f);

/* Stores records. *files is the file that the next RECORD_FILE begins, and is moved past it.
 * Returns 0, or -1 after an error message. */
int writer_take(struct writer *w, const struct file **files, trawl_str records);

/* Begins a transaction if none is open. Returns 0, or -1 after an error message. */
int writer_start(struct writer *w);

/* Commits, without a message that was stored only in part. Returns 0, or -1 after an error
 * message. */
int writer_finish(struct writer *w);

/* ---- The run: jobs.c and run.c ---- */

extern volatile sig_atomic_t interrupted;

/* Sets `interrupted` at the first SIGINT, SIGTERM or SIGHUP; the second signal ends the program. */
void catch_signals(void);

int index_run(struct output *out, int argc, char **argv);

struct jobs;

/* Returns NULL after an error message. */
struct jobs *jobs_open(struct writer *w, const trawl_settings *settings);

/* Reads a file. Returns 0, or nonzero to stop. */
int jobs_file(struct jobs *j, struct file *f);

/* Waits until all files are read, and ends the threads. Returns 0, or -1 after an error message. */
int jobs_close(struct jobs *j);

/* Reports the trouble of a file unless it is empty. */
void jobs_complain(struct writer *w, const char *path, trawl_str trouble);

/* ---- Texts, numbers and dates for readers: format.c ---- */

/* Writes text as HTML or XML, in a tag or outside, with a space for each tab and line end, and
 * U+FFFD for controls and invisible characters. Cuts the text after `most` characters. */
void escape_put(struct output *out, trawl_str text, size_t most);

/* Writes 1234567 as 1,234,567. */
void put_grouped(struct output *out, uint64_t n);

/* Write a time in UTC as "2008-06-30T13:14:00Z", and its day as "2008-06-30". Return false if there
 * is no such date. */
#define STAMP_ROOM 40
bool stamp_of(int64_t time, char stamp[STAMP_ROOM]);
bool day_of(int64_t time, char day[STAMP_ROOM]);

/* ---- trawl report: report/ ---- */

int report_run(struct output *out, int argc, char **argv);

#endif
