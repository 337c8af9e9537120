/* gather.h - reads files for an index: packs their messages and links into records
 *
 *   gather.c   reads files and parts of files
 *   careful.c  reads a file in which a message has ended a process
 *   pack.c     packs messages and links into records
 *   meaning.c  hashes what a message says, so that its copies can be recognized
 *   old.c      reads the pages of older list archives as the messages that they show
 *   record.c   writes and reads the fields of records
 *
 * trawl-archive passes the records from its threads to its writer. Nothing here needs SQLite.
 */
#ifndef TRAWL_APP_GATHER_GATHER_H
#define TRAWL_APP_GATHER_GATHER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <trawl_mail.h>

#include "app/io/io.h"
#include "app/digest/digest.h"
#include "app/guard/guard.h"
#include "app/pool/pool.h"

/* The properties of a link that many links share, stored once for all of them. */
struct context {
    int kind, zone;
    unsigned quote;
    trawl_str part, type, header, attribute; /* p NULL: absent */
};

/* ---- Records: record.c ---- */

enum record_type {
    RECORD_FILE = 1, /* the next file of the task begins */
    RECORD_FAILED,   /* the next file cannot be opened; a message was printed */
    RECORD_MESSAGE,
    RECORD_LINK,
    RECORD_END = 6, /* of a message */
    RECORD_CLOSE,   /* of a file */
    RECORD_TROUBLE, /* what could not be read in a part of a file, except in its last part */
    RECORD_UNREAD   /* the text of the message was not read: see careful.c */
};

#define ZONE_UNKNOWN 100000

/* The meaning of a message: three truncated SHA-256 hashes, of its text, its date and its sender.
 * The hash of the sender is 0 if a list has put its own address into the field From. */
enum { MEANING_TEXT = 12, MEANING_DATE = 8, MEANING_SENDER = 8, MEANING_BYTES = 28 };

/* A message, as it is stored. A text whose p is NULL is absent. */
struct record_message {
    uint64_t offset;
    uint64_t content; /* hash of the header and the links; 0: RECORD_END has it and the meaning */
    unsigned char meaning[MEANING_BYTES];
    /* An enum trawl_input if a later run can start at this message. TRAWL_INPUT_HTML if a page of
     * an older archive shows the message. Otherwise 0. */
    int input;
    bool timed;
    int64_t time;
    int zone;       /* minutes east of Greenwich; ZONE_UNKNOWN: the date has none */
    trawl_str date; /* p NULL: in the usual form; empty: in that form, with a day of two digits */
    trawl_str id, from, address, subject, list;
    trawl_str references; /* ids with blanks between them */
};

struct record_link {
    struct context context;
    trawl_str packed; /* the context as one text */
    trawl_str url;
    trawl_str raw; /* p NULL: what record_raw() returns */
    trawl_str more, anchor;
    uint64_t flags, line, column;
    int64_t at;
    uint64_t length;
    unsigned alts; /* other readings; each follows as its trawl_why and its URL */
};

/* What is stored about a file once it was read. */
struct record_close {
    uint64_t size;
    int64_t mtime;       /* nanoseconds */
    uint64_t head, tail; /* fingerprints of its first and last bytes */
    int input;           /* enum trawl_input */
    trawl_str trouble;   /* what could not be read; empty if nothing */
};

/* Reads records from p[0..n). For records that are cut off or damaged, the functions below return
 * arbitrary numbers, and texts inside p[0..n). */
struct record_in {
    const char *p, *end;
};

/* Append to records. Without memory, they end the program at once. */
void record_add(struct buffer *buffer, const char *p, size_t n);
void record_number(struct buffer *buffer, uint64_t n);
void record_signed(struct buffer *buffer, int64_t n);
void record_text(struct buffer *buffer, trawl_str text); /* a NULL p is kept */
uint64_t record_get(struct record_in *in);
int64_t record_get_signed(struct record_in *in);
trawl_str record_get_text(struct record_in *in);
void record_get_meaning(struct record_in *in, unsigned char meaning[MEANING_BYTES]);
void record_get_message(struct record_in *in, struct record_message *message);
void record_get_link(struct record_in *in, struct record_link *link);
void record_get_close(struct record_in *in, struct record_close *close);

/* Passes over a record of a type that has no function above. */
void record_skip(struct record_in *in, uint64_t type);

/* Computes the parts of a meaning that come from the header: the hashes of the date and the
 * sender. */
void meaning_mail(unsigned char to[MEANING_DATE + MEANING_SENDER], bool timed, int64_t time,
                  trawl_str date, trawl_str from, trawl_str address);

/* Returns true if a list has put its own address into the field From. */
bool meaning_is_of_list(const unsigned char meaning[MEANING_BYTES]);

/* Returns the usual raw text of a link of this kind: its URL without a scheme that was added. */
trawl_str record_raw(int kind, trawl_str url);

/* Writes a date in the usual form, "Mon, 30 Jun 2008 02:34:00 -0700", with at least this many
 * digits for the day. Returns its length, or 0 if it cannot be written. */
#define RECORD_DATE 100
size_t record_date(char *to, int64_t seconds, int zone, int digits);

/* ---- Reading: gather.c ---- */

/* The kinds of links that are found by default. */
#define GATHER_KINDS (TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML)

/* Makes the settings to find these kinds of links; `charset` may be NULL. Returns 0, or -1 after an
 * error message. */
int gather_settings(trawl_settings **settings, unsigned find, const char *charset);

struct gather;

/* Called with whole records. Returns 0 to go on. */
typedef int gather_sink(void *user, trawl_str records);

struct gather_config {
    const trawl_settings *settings;
    int input;       /* enum trawl_input of all files */
    unsigned thread; /* for the guard */
    gather_sink *sink;
    void *user;
};

/* Opens a reader of files. Returns NULL if memory is short. */
struct gather *gather_open(const struct gather_config *config);
void gather_close(struct gather *s);

/* Reads a file, from the place `from` on unless that is NULL. The records begin with RECORD_FILE
 * and end with RECORD_CLOSE; all records of one call of the sink are of one file. Returns 0 when
 * the file has been read, the value with which the sink stopped, or an error of the library. */
int gather_file(struct gather *s, const struct source *source, const trawl_mail_place *from,
                const atomic_int *cancelled);

/* A piece of an open mailbox. */
struct piece {
    const char *path;
    int fd;
    trawl_mail_place from;
    uint64_t to; /* or CUT_NONE */
};

/* Reads a piece up to `to` or a little further. Sets *end to the place where the next piece begins;
 * its input is TRAWL_INPUT_AUTO at the end of the file, where a RECORD_CLOSE follows. */
int gather_piece(struct gather *s, const struct piece *piece, trawl_mail_place *end,
                 const atomic_int *cancelled);

/* The trouble of a file begins with this if the file was read to its end, but has a message beyond
 * a limit: nothing is damaged, and nothing need be done. */
#define GATHER_NOTE ": note: "

/* The trouble of a file in which a message was not read begins with this. It was reported, with the
 * message's id, when the message was found. */
#define GATHER_UNREAD ": not read: "

/* Returns true if the trouble is empty or begins with GATHER_NOTE. */
bool gather_is_note(const char *trouble);

/* Returns the errno of an input that could not be read, EAGAIN if the input changed or failed while
 * it was read, or 0. */
int gather_errno(const struct gather *s);

/* ---- Pages of older archives: old.c ---- */

enum old_kind {
    OLD_NONE,
    OLD_LIST,   /* a page of an archive that shows no message, such as a month by date */
    OLD_MESSAGE /* a page that shows a message */
};

/* Finds out whether a file is a page of an older archive. Unless `mail` is NULL, sets *mail to the
 * message that it shows. For a page of a message, unless `pipermail` is NULL, sets *pipermail to
 * whether pipermail made it. */
enum old_kind old_read_file(int fd, struct buffer *mail, bool *pipermail);

/* If the input is a page of an older archive, replaces its bytes by the message that the page
 * shows, or by nothing if it shows none. *mail holds the message and must live as long as the input
 * is read. */
enum old_kind old_replace(struct input *in, struct buffer *mail);

/* Return hashes of the first 4096 bytes of a file, and of the 4096 bytes before `size`. */
uint64_t gather_head(int fd, uint64_t size);
uint64_t gather_tail(int fd, uint64_t size);

/* ---- For gather.c and pack.c only: meaning.c ---- */

struct meaning {
    unsigned char value[MEANING_BYTES]; /* of the header; after meaning_end(), also of the text */
    struct sha256 sum, bytes;           /* of the text; of the attachment that is read */
    struct buffer held;                 /* the last text, in which a footer may be */
    char blank;                         /* a blank or line end to be added, or NUL */
    bool any;                           /* there was text */
    bool attached;                      /* the part is an attachment */
};

/* Begins a message. */
void meaning_begin(struct meaning *m);

/* The functions, in order: add text of its body, add bytes of an attachment, end a part, and end
 * the message, whose meaning is then m->value. */
void meaning_add(struct meaning *m, trawl_str text);
void meaning_attach(struct meaning *m, trawl_str bytes);
void meaning_end_part(struct meaning *m);
void meaning_end(struct meaning *m);

/* ---- For gather.c and pack.c only: careful.c ---- */

struct careful {
    bool on; /* all below counts only if set */
    const char *path;
    uint64_t source;                 /* for the guard */
    uint64_t at;                     /* where the message begins */
    const struct guard_death *death; /* at this message, or NULL */
    bool unnamed;                    /* bytes were blanked, and that was not reported */
    bool header;                     /* no empty line was fed since `at` */
    bool line;                       /* the next byte begins a line */
    bool blank;                      /* bytes are blanked, up to a separator */
    bool unread;                     /* the text of the open message is blanked */
};

/* Begins to read a source from byte `from` on. Returns false, after an error message, if the source
 * is not to be read. */
bool careful_begin(struct gather *s, const char *path, uint64_t from);

/* Feeds bytes, the first of which is byte `at` of the source, and may blank them. Returns as
 * trawl_mail_feed(). */
int careful_feed(struct gather *s, uint64_t at, char *p, size_t n);

/* Called at the end: reports a message for which no MESSAGE event has come. */
void careful_end(struct gather *s);

/* Takes a MESSAGE event. */
void careful_event(struct gather *s, const trawl_event *e);

/* ---- For gather.c only: pack.c ---- */

struct gather {
    struct gather_config config;
    trawl_mail *mail;
    char *block;
    enum old_kind page;  /* what page of an older archive the file is */
    struct buffer shown; /* the message of that page */
    struct buffer records, packed;
    bool open; /* a message is open */
    bool kept; /* its first record is in `records`, at `begin` */
    size_t begin;
    uint64_t content; /* hash of the message so far */
    struct meaning meaning;
    uint64_t from; /* offset of the message */
    uint64_t cut;  /* 1 + the start of the word in which damaged input ends; or 0 */
    int number;    /* errno of an input that could not be read */
    bool unsure;   /* the file could not be examined after it was read */
    struct careful careful;
    char trouble[400];
};

/* A trawl_sink whose user is a struct gather. Returns 0 to go on, or the value with which the
 * gather_sink stopped. */
int gather_event(void *user, const trawl_event *e);

/* Ends the open message at byte `to`. Returns 0, or the value with which the sink stopped. */
int gather_end_message(struct gather *s, uint64_t to);

/* Passes the records to the sink. Returns the value that the sink returns, 0 to go on. */
int gather_flush(struct gather *s);

#endif
