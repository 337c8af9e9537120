/* index.h - trawl index, query and forget: the links of an archive in a SQLite database
 *
 * A program of its own, trawl-index, which the command starts under these names.
 *
 *   run.c      options of "index"; walks over the sources, prunes
 *   sources.c  decides what is new
 *   jobs.c     gives files to threads; gather.c reads them, record.c packs what they find
 *   write.c    writes that in order; names.c has the ids of URLs, senders and so on
 *   erase.c    erases what is gone; forget.c what is to be forgotten
 *   query.c    makes a statement of the options of "query": where.c its condition
 *   rows.c     prints links and numbers; message.c a message
 *   db.c       opens databases; schema.c has the tables, which trawl-index(5) describes
 */
#ifndef TRAWL_INDEX_INDEX_H
#define TRAWL_INDEX_INDEX_H

#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <trawl_mail.h>

#include "base/sip.h"
#include "cli/command.h"
#include "cli/io/io.h"
#include "cli/pool/pool.h"

/* ---- Databases: db.c ---- */

struct db {
    sqlite3 *sql;
    const char *path, *command; /* for messages */
    int lock;                   /* the descriptor with the writer's lock, or -1 */
    struct buffer statements;   /* sqlite3_stmt *, of db_prepare() */
    int failed;                 /* a message was printed; nothing more is written */
};

/* Opens a database to write, or makes it, and waits for another writer. Returns 0, or -1 after a
 * message. */
int db_create(struct db *d, const char *command, const char *path);

/* The same for one that must exist. */
int db_change(struct db *d, const char *command, const char *path);

/* Opens a database to read. Returns likewise. */
int db_open(struct db *d, const char *command, const char *path);

void db_close(struct db *d);

/* Prints SQLite's message once, and sets d->failed. Returns -1. */
int db_trouble(struct db *d);

/* Prepares a statement that lives until db_close(). Returns NULL after a message. */
sqlite3_stmt *db_prepare(struct db *d, const char *sql);

/* Runs a statement to its next row. Returns 1 for a row; 0 at its end, where it is reset; -1 after
 * a message. */
int db_step(struct db *d, sqlite3_stmt *s);

/* Runs a statement that has no rows, and resets it. Returns 0 or -1. */
int db_run(struct db *d, sqlite3_stmt *s);

/* Runs SQL without parameters. Returns 0, or -1 after a message. */
int db_execute(struct db *d, const char *sql);

/* Binds a text, NULL if its p is NULL. It must live until the statement is reset. */
void db_bind(sqlite3_stmt *s, int at, trawl_str text);

/* Binds a number, NULL if it is 0: 0 is never an id. */
void db_bind_id(sqlite3_stmt *s, int at, int64_t id);

/* Returns a column as text; valid until the next step. p is NULL for NULL. */
trawl_str db_text(sqlite3_stmt *s, int column);

/* Reads a word of the table "meta" into `value`. Returns 1, 0 if it is not there, or -1. */
int db_meta(struct db *d, const char *key, struct buffer *value);
int db_set_meta(struct db *d, const char *key, trawl_str value);

/* ---- Tables: schema.c ---- */

#define SCHEMA_APPLICATION 0x74726177 /* "traw" */
#define SCHEMA_VERSION 2

/* The flags of a link l, with that of a settled one. */
#define LINK_FLAGS "(l.flags | ((l.settled IS NOT NULL) << 37))"
_Static_assert(TRAWL_FLAG_SETTLED == TRAWL_FLAG(37), "the bit in LINK_FLAGS");

/* The canonical form of a URL u, and its scheme, or NULL. */
#define CANONICAL "coalesce(u.canonical, u.url)"
#define BEFORE_COLON "substr(" CANONICAL ", 1, instr(" CANONICAL ", ':') - 1)"
#define SCHEME                                                                                     \
    "CASE WHEN instr(" CANONICAL ", ':') > 1 AND " BEFORE_COLON                                    \
    " NOT GLOB '*[^-a-zA-Z0-9+.]*' THEN lower(" BEFORE_COLON ") END"

/* Brings a database of version `from` (0: empty) to this one. Returns 0, or -1 after a message. */
int schema_migrate(struct db *d, int from);

/* Makes the table of words for --words. */
int schema_add_words(struct db *d);

/* ---- Ids of texts that repeat: names.c ----
 *
 * A cache of a fixed size saves most look-ups.
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

int names_open(struct names *t, struct db *db);
void names_close(struct names *t);

/* Forgets all ids in the cache, after rows were deleted. */
void names_forget(struct names *t);

/* The id in the cache, or 0; and its entry. */
struct cached *names_cached(struct names *t, enum name_kind kind, trawl_str text, int64_t *id);

/* What the links of a message have in common with many others. */
struct context {
    int kind, zone;
    unsigned quote;
    trawl_str part, type, header, attribute; /* p NULL: absent */
};

/* Each returns the id, a new one if need be, or -1 after a message. */
int64_t names_url(struct names *t, trawl_str url);
int64_t names_sender(struct names *t, trawl_str written, trawl_str address);
int64_t names_list(struct names *t, trawl_str list);
int64_t names_folder(struct names *t, trawl_str path);
int64_t names_context(struct names *t, const struct context *c, trawl_str packed);

/* ---- Records between the threads and the writer: record.c ---- */

enum record_type {
    RECORD_FILE = 1, /* the next file of the task begins */
    RECORD_FAILED,   /* it cannot be opened; a message was printed */
    RECORD_MESSAGE,
    RECORD_LINK,
    RECORD_WORDS, /* the words around a link */
    RECORD_END,   /* of a message */
    RECORD_CLOSE  /* of a file */
};

#define ZONE_UNKNOWN 100000

/* A message, as it is stored. Texts with p NULL are absent. */
struct record_message {
    uint64_t offset;
    uint64_t content; /* hash of the message and its links; 0: follows with RECORD_END */
    int input;        /* enum trawl_input if reading can begin again at this message; else 0 */
    bool timed;
    int64_t time;
    int zone;       /* minutes east of Greenwich; ZONE_UNKNOWN: the date has none */
    trawl_str date; /* p NULL: as usual; empty: as usual with two digits for the day */
    trawl_str id, from, address, subject, list, above, uri;
};

struct record_link {
    struct context context;
    trawl_str packed; /* the context as one text */
    trawl_str url;
    trawl_str raw; /* p NULL: made of the URL, see record_raw() */
    trawl_str more, anchor;
    uint64_t flags, line, column;
    int64_t at;
    uint64_t length;
    unsigned alts; /* each follows as a number and a text */
};

/* What is known of a file when it was read. */
struct record_close {
    uint64_t size;
    int64_t mtime;       /* nanoseconds */
    uint64_t head, tail; /* fingerprints of its first and last bytes */
    int input;           /* enum trawl_input */
    trawl_str trouble;   /* what was wrong; empty if nothing */
};

/* Reads records from p[0..n). */
struct record_in {
    const char *p, *end;
};

void record_number(struct buffer *b, uint64_t n);
void record_signed(struct buffer *b, int64_t n);
void record_text(struct buffer *b, trawl_str s); /* p NULL stays so */
uint64_t record_get(struct record_in *in);
int64_t record_get_signed(struct record_in *in);
trawl_str record_get_text(struct record_in *in);
void record_get_message(struct record_in *in, struct record_message *m);
void record_get_link(struct record_in *in, struct record_link *l);
void record_get_close(struct record_in *in, struct record_close *c);

/* Returns what a link of this kind is written as if nothing else is stored: its URL without the
 * scheme that was added. */
trawl_str record_raw(int kind, trawl_str url);

/* Writes a date in the usual form, "Mon, 30 Jun 2008 02:34:00 -0700", with this many digits for the
 * day at least. Returns its length; 0 if it cannot be written. */
#define RECORD_DATE 100
size_t record_date(char *to, int64_t seconds, int zone, int digits);

/* ---- Sources: sources.c ---- */

enum plan {
    PLAN_SAME,  /* not read */
    PLAN_NEW,   /* read */
    PLAN_GROWN, /* read from its last message on */
    PLAN_AGAIN  /* read again; its rows are replaced */
};

/* A file. Its path is folder + "/" + sub + name + state; sub ("cur/") and state (":2,S") are those
 * of a message in a Maildir, else NULL. */
struct file {
    char *path; /* absolute; NULL: standard input */
    char *folder, *sub, *name, *state;
    enum source_kind kind;
    struct buffer text; /* SOURCE_GIT: the message */
    enum plan plan;
    bool moved;     /* of a Maildir: its row has another name */
    int64_t source; /* the row, or 0 */
    uint64_t from;  /* PLAN_GROWN: where the last message begins */
    int input;      /* likewise: enum trawl_input */
    uint64_t size;  /* of the file */
    int64_t mtime;  /* nanoseconds */
};

struct sources {
    struct db *db;
    struct names *names;
    sqlite3_stmt *find, *add, *again, *move, *note, *close;
    struct buffer named, real; /* the last folder, as named and absolute; each with a NUL */
    unsigned char *seen;       /* bits: the rows that were met */
    size_t room;
};

int sources_open(struct sources *t, struct db *db, struct names *names);
void sources_close(struct sources *t);

/* Fills the names of a file. Returns 0, or -1 after a message. */
int sources_name(struct sources *t, const struct source *s, struct file *f);
void sources_free(struct file *f);

/* Decides what to do with a file. Returns 0, or -1 after a message. */
int sources_plan(struct sources *t, struct file *f);

/* Gives the row of a file in a Maildir its present name. */
int sources_move(struct sources *t, const struct file *f);

/* Notes that the row of a file was met. */
int sources_meet(struct sources *t, const struct file *f);
bool sources_met(const struct sources *t, int64_t source);

/* Returns the row of a file that is read, a new one if need be; or -1. */
int64_t sources_begin(struct sources *t, const struct file *f);

/* Stores how far a file was read, and at its end what it was. */
int sources_note(struct sources *t, int64_t source, uint64_t at, int input);
int sources_end(struct sources *t, int64_t source, uint64_t at, const struct record_close *c);

/* Return fingerprints of the first 4096 bytes of a file, and of the 4096 bytes before `size`. */
uint64_t sources_head(int fd, uint64_t size);
uint64_t sources_tail(int fd, uint64_t size);

/* Returns true when the file has these fingerprints of the last run, when it had `size` bytes. */
bool sources_has_prints(const char *path, uint64_t size, uint64_t head, uint64_t tail);

/* ---- Erasing verdicts: settle/verdicts.c ---- */

struct verdicts_erase {
    struct db *db;
    sqlite3_stmt *steps[6];
};

int verdicts_open_erase(struct verdicts_erase *e, struct db *db);

/* Erases the verdicts about the links of a message, and those for which it is a witness. Needs the
 * table temp.gone of erase.c, and the message's links. Returns 0 or -1. */
int verdicts_erase(struct verdicts_erase *e, int64_t message);

/* ---- Erasing: erase.c ---- */

struct erase {
    struct db *db;
    struct names *names;
    sqlite3_stmt *places, *unplace, *placed, *nowhere, *gone_urls, *gone_people, *links, *readings,
        *words, *first, *promote, *adopt, *orphan, *answered, *stub, *drop, *above, *is_stub,
        *source, *sweep[4];
    struct verdicts_erase verdicts;
    bool touched; /* rows were deleted since the last sweep */
};

int erase_open(struct erase *e, struct db *db, struct names *names, bool words);

/* Erases what a source has from this offset on, and messages that are then nowhere. */
int erase_from(struct erase *e, int64_t source, uint64_t offset);

/* Erases a source with its row. */
int erase_source(struct erase *e, int64_t source);

/* Erases a message, its places and links. If others answer it, its id stays, unless `all` is
 * set. */
int erase_message(struct erase *e, int64_t message, bool all);

/* Makes one of the rows with this message-id the first one, whatever the order in which they came:
 * that with the least hash. */
int erase_arrange(struct erase *e, trawl_str id);

/* Deletes URLs, senders and lists that no row uses any more. Needed before each commit. */
int erase_sweep(struct erase *e);

/* ---- What is kept out: forget.c ---- */

struct forgotten {
    struct db *db;
    sqlite3_stmt *find;
    sip_hash key;
    bool any;
};

int forgotten_open(struct forgotten *f, struct db *db);

/* Returns 1 when a message with this id or sender is kept out, 0 when not, or -1. */
int forgotten_has(struct forgotten *f, trawl_str id, trawl_str address);

/* Erases messages by ids and senders, each with a NUL, and keeps them out. Returns an enum
 * status. */
int forget_all(struct db *d, struct output *out, const struct buffer *words, bool quiet);
int forget_run(struct output *out, int argc, char **argv);

/* ---- Writing: write.c ---- */

struct totals {
    uint64_t files, messages, links, bytes; /* that were read in this run */
    uint64_t fresh, grown, again, gone;     /* files */
};

struct writer {
    struct db *db;
    struct names names;
    struct sources sources;
    struct erase erase;
    struct forgotten forgotten;
    const struct index_options *options;
    sqlite3_stmt *find, *find_bare, *fill, *add, *stub, *settle, *twin, *place, *link, *reading,
        *newest, *words;
    int64_t next;   /* the id of the next message */
    int64_t source; /* the file that is written, or 0 */
    const struct file *file;
    uint64_t at; /* where its last message begins */
    int input;   /* of the file, if reading can begin again there; else 0 */
    int64_t message;
    struct buffer subject; /* of the message, for the words */
    struct buffer id;      /* of the message, if it has others; else empty */
    uint64_t offset;       /* of the message */
    uint64_t content;
    bool skipping, known; /* the message is left out; it is there already */
    uint64_t n;           /* links of the message so far */
    size_t rows, batch;   /* since the last commit; of a transaction */
    bool begun;           /* a transaction is open */
    bool bad;             /* some file could not be read */
    struct totals totals;
};

int writer_open(struct writer *w, struct db *db, const struct index_options *options);
void writer_close(struct writer *w);

/* Begins a file. Returns 0, or -1 after a message. */
int writer_begin(struct writer *w, const struct file *f);

/* Takes records. *files is the file that the next RECORD_FILE begins; it moves on. Returns
 * likewise. */
int writer_take(struct writer *w, const struct file **files, trawl_str records);

/* Begins a transaction if none is open. Returns likewise. */
int writer_start(struct writer *w);

/* Commits what was written, without a message of which only a part came. Returns likewise. */
int writer_finish(struct writer *w);

/* ---- Scanning: gather.c ---- */

struct gather;

/* Called with whole records. Returns 0 to go on. */
typedef int gather_sink(void *user, trawl_str records);

/* Opens a reader of files; returns NULL without memory. */
struct gather *gather_open(const trawl_settings *settings, const struct index_options *options,
                           bool words, gather_sink *sink, void *user);
void gather_close(struct gather *s);

/* Reads a file from f->from on; `input` is what it is. The records begin with RECORD_FILE and end
 * with RECORD_CLOSE. Returns 0, a value of the sink, or an error of the library. */
int gather_file(struct gather *s, const struct file *f, int input, const atomic_int *cancelled);

/* A piece of an open mailbox. */
struct piece {
    const char *path;
    int fd, input;
    trawl_mail_place from;
    uint64_t to; /* or CUT_NONE */
};

/* Reads a piece up to `to` or a little further. Sets *end to the place where the next piece begins;
 * its input is TRAWL_INPUT_AUTO at the end of the file, where a RECORD_CLOSE follows. */
int gather_piece(struct gather *s, const struct piece *p, trawl_mail_place *end,
                 const atomic_int *cancelled);

/* ---- The run: jobs.c and run.c ---- */

extern volatile sig_atomic_t interrupted;

struct jobs;

/* Returns NULL after a message. */
struct jobs *jobs_open(struct writer *w, const trawl_settings *settings);

/* Reads a file. Returns 0, or nonzero to stop. */
int jobs_file(struct jobs *j, struct file *f);

/* Waits for all, and ends the threads. Returns 0, or -1 after a message. */
int jobs_close(struct jobs *j);

/* Reports what is wrong with a file, if anything. */
void jobs_complain(struct writer *w, const char *path, trawl_str trouble);

/* Returns true when the text fits one of the patterns, each with a NUL: "*" and "?" as in file
 * names. */
bool fits_any(const struct buffer *patterns, trawl_str text);

/* ---- Conditions: where.c ---- */

#define WHERE_VALUES 500

/* A condition on links as SQL, and its parameters. */
struct where {
    struct buffer from; /* the tables, joined: l, u, c, h, m, p, i */
    struct buffer sql;  /* "WHERE ..." */
    struct {
        bool is_text;
        struct buffer text;
        int64_t number;
    } values[WHERE_VALUES];
    int count;
};

/* Flags of links that may have lost or gained something at a line's end. */
#define WHERE_BROKEN                                                                               \
    (TRAWL_FLAG_UNCLOSED | TRAWL_FLAG_HYPHEN_BREAK | TRAWL_FLAG_PAGE_BREAK |                       \
     TRAWL_FLAG_CLOSER_AT_BOL | TRAWL_FLAG_INNER_SPACE | TRAWL_FLAG_GUESS_JOINED |                 \
     TRAWL_FLAG_SOFT_HYPHEN | TRAWL_FLAG_LINE_END)

/* Reads a date, or the beginning of one. Returns 0, and the second at its start or, if `end` is
 * set, the one after its end; or -1 after a message. */
int where_time(const char *command, const char *option, const char *given, bool end, int64_t *time);

/* Makes the condition of the options. Returns 0, or -1 after a message. */
int where_make(struct where *w, struct db *d, const struct query_options *o);
void where_bind(const struct where *w, sqlite3_stmt *s);
void where_free(struct where *w);

/* Finds a message by its number or id. Returns its row, 0 if there is none, or -1. */
int64_t where_message(struct db *d, const char *given);

/* ---- Rows: rows.c ---- */

/* The columns of a statement that finds links. */
enum column {
    COLUMN_MESSAGE,
    COLUMN_N,
    COLUMN_URL,
    COLUMN_CANONICAL,
    COLUMN_HOST,
    COLUMN_SITE,
    COLUMN_KIND,
    COLUMN_ZONE,
    COLUMN_QUOTE,
    COLUMN_PART,
    COLUMN_TYPE,
    COLUMN_HEADER,
    COLUMN_ATTRIBUTE,
    COLUMN_LINE,
    COLUMN_COLUMN,
    COLUMN_AT,
    COLUMN_LENGTH,
    COLUMN_MORE,
    COLUMN_FLAGS,
    COLUMN_RAW,
    COLUMN_ANCHOR,
    COLUMN_TIME,
    COLUMN_MINUTES,
    COLUMN_DATE,
    COLUMN_ID,
    COLUMN_FROM,
    COLUMN_ADDRESS,
    COLUMN_SUBJECT,
    COLUMN_LIST,
    COLUMN_ABOVE,
    COLUMN_FILE,
    COLUMN_OFFSET,
    COLUMN_URI,
    COLUMNS
};

struct rows {
    struct db *db;
    struct output *out;
    const struct query_options *options;
    sqlite3_stmt *readings;
    struct buffer text;
};

/* The selected expressions, in the order of enum column. */
extern const char rows_columns[];

int rows_begin(struct rows *r);

/* Prints the row that a statement is at. Returns 0, or -1 after a message. */
int rows_link(struct rows *r, sqlite3_stmt *s);

/* Prints a key, which may be absent, and a number. */
void rows_count(struct rows *r, trawl_str key, int64_t count);
void rows_end(struct rows *r);

/* ---- Messages: message.c ---- */

/* Prints a message from its source. Returns an enum status. */
int message_print(struct db *d, struct output *out, const char *given);

/* ---- Queries: query.c ---- */

int query_run(struct output *out, int argc, char **argv);

/* ---- trawl settle, and the helper of --evidence: settle/ ---- */

int settle_run(struct output *out, int argc, char **argv);
int evidence_run(struct output *out, int argc, char **argv);

/* ---- trawl report: report/ ---- */

int report_run(struct output *out, int argc, char **argv);

#endif
