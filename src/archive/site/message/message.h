/* message.h - the page of a message, its attachments, and its bytes as a file
 *
 *   page.c      the page: what comes from the index, and whether it must be made
 *   fields.c    the fields of the header, and the links to reply
 *   around.c    the thread around the message
 *   body.c      the text
 *   embedded.c  attachments in the text: notices of pipermail, uuencoded files
 *   files.c     the attachments: a list of them, and their files
 *   types.c     which suffix a file gets, and under which name it is saved
 *   decode.c    base64, quoted-printable and uuencode
 *   spool.c     the bytes of a message, in memory or in a temporary file
 *   raw.c       a message that cannot be rendered, as its bytes are
 *
 * The message m/4f/HASH.html has the files m/4f/HASH.txt, its bytes, and m/4f/HASH/1.png and so on,
 * its attachments.
 */
#ifndef TRAWL_ARCHIVE_SITE_MESSAGE_MESSAGE_H
#define TRAWL_ARCHIVE_SITE_MESSAGE_MESSAGE_H

#include "archive/site/site.h"

/* ---- The bytes of a message: spool.c ---- */

struct spool {
    struct site *site;
    struct buffer memory; /* the first bytes */
    uint64_t n;           /* all bytes */
    int fd;               /* a file of the others, or -1 */
};

void spool_begin(struct spool *spool, struct site *s);
void spool_close(struct spool *spool);

/* A source_bytes: adds bytes. Returns 0, or -1 after an error message. */
int spool_take(void *spool, const char *p, size_t n);

/* Passes the bytes from..to to `take`. Returns 0, the value with which `take` stopped, or -1 after
 * an error message. */
int spool_read(struct spool *spool, uint64_t from, uint64_t to, source_bytes *take, void *user);

/* ---- Messages that cannot be rendered: raw.c ---- */

/* Writes the bytes in the spool as text; only those after the header if `concealed`. Returns 0, or
 * -1 after an error message. */
int raw_put(struct site *s, struct spool *spool, bool concealed);

/* ---- Headers that name somebody who was forgotten: concealed.c ---- */

/* Returns the length of the header at the start of a message. */
size_t header_length(const char *p, size_t n);

/* Returns 1 if the header of the message in the spool names a forgotten address or message, 0 if
 * not, or -1 after an error message. */
int concealed_is(struct forgotten *forgotten, const struct spool *spool);

/* ---- Transfer encodings: decode.c ---- */

enum decode_kind { DECODE_NONE, DECODE_BASE64, DECODE_QUOTED, DECODE_UU };

struct decode {
    enum decode_kind kind;
    source_bytes *take;
    void *user;
    uint32_t bits; /* of base64: the digits of the group */
    unsigned digits;
    char held[90]; /* of quoted-printable: "=" and what follows it; of uuencode: the line */
    size_t held_n;
    bool over; /* of uuencode: "end" was read */
};

/* Returns the kind of a value of Content-Transfer-Encoding. */
enum decode_kind decode_find(trawl_str encoding);

/* A source_bytes: passes on the decoded bytes. The second function ends the text. */
int decode_take(void *decode, const char *p, size_t n);
int decode_end(struct decode *d);

/* ---- Types of files: types.c ---- */

struct file_type {
    const char *suffix; /* of the file in the site, which tells a server its type */
    bool picture;       /* shown on the page */
    bool opens;         /* a browser may show the file: others are only saved */
    bool data;          /* has no text in which addresses could be masked */
};

/* Returns the type of a file with this Content-Type and these first bytes. Markup and scripts get
 * ".bin", and so does a picture that does not begin like one. */
struct file_type type_find(trawl_str type, trawl_str first);

/* Returns the Content-Type of a file with this name, by its suffix. */
trawl_str type_of_name(trawl_str name);

/* Writes the name under which a browser saves a file: no folders, controls, invisible characters or
 * leading dots, at most 100 bytes, with a suffix that is safe to open. */
#define SAVED_ROOM 128
void type_name(char name[SAVED_ROOM], trawl_str given, const struct file_type *type);

/* ---- Attachments: files.c ---- */

struct attachment {
    uint64_t from, to; /* in the spool */
    enum decode_kind encoding;
    size_t name, name_n, type, type_n; /* in files.texts */
    size_t url, url_n;                 /* likewise, of a file at another place; else empty */
    uint64_t size;                     /* of the file at another place, if known; else 0 */
    const char *suffix;                /* NULL: the file is not written */
};

struct files {
    struct buffer rows, texts;
};

/* Adds an attachment. Returns 0, or -1 when out of memory. */
int files_add(struct files *files, const struct attachment *file, trawl_str name, trawl_str type,
              trawl_str url);

/* Adds the attachments of `from`. Returns 0, or -1 when out of memory. */
int files_add_all(struct files *files, const struct files *from);

/* Writes the list of the attachments into the page, and sets which files are written. */
int files_list(struct files *files, struct site *s, struct spool *spool, const char *hash);

/* Writes the files of a message: its bytes, if `raw`, and its attachments. */
int files_make(struct files *files, struct site *s, struct spool *spool, const char *hash,
               bool raw);

/* Writes the path of the file of the bytes (n 0) or of the n-th attachment. */
void files_path(char path[PATH_ROOM], const char *hash, unsigned n, const char *suffix);

/* ---- Fields: fields.c ---- */

struct fields {
    struct site *site;
    sqlite3_stmt *row;           /* of the message: see MESSAGE_COLUMNS */
    struct spool *spool;         /* for List-Post */
    const char *hash;            /* of the message */
    bool raw;                    /* its bytes are a file of the site */
    bool concealed;              /* To and Cc are left out */
    struct buffer values[3];     /* of To, Cc and Newsgroups */
    const struct buffer *middle; /* HTML that follows */
    bool written;
};

/* Adds a piece of a field of the message's own header. Returns 0, or TRAWL_ERROR_NO_MEMORY. */
int fields_add(struct fields *f, trawl_str name, trawl_str text);

/* Writes the date with its zone; `date` is the column of the zone, and that of the date follows. */
void fields_put_date(struct site *s, sqlite3_stmt *row, int date);

/* Writes From and Date, which come from the index. */
void fields_put_first(struct site *s, sqlite3_stmt *row, int date);

/* Writes the other fields, and the HTML after them. Later calls do nothing. */
void fields_put_rest(struct fields *f);

/* Writes the links to reply and to the raw message; after fields_put_rest(). */
void fields_put_actions(struct fields *f);

/* Frees the values. */
void fields_free(struct fields *f);

/* ---- The thread around a message: around.c ---- */

struct message_around;

struct message_around *around_open(struct site *s);
void around_close(struct message_around *a);

/* Reads the messages near a message, in the order of their thread. `row` is the row of the message,
 * `tree` the column with its place in the tree. Returns 0, or -1 after an error message. */
int around_read(struct message_around *a, sqlite3_stmt *row, int tree);

/* Writes the links to the messages before and after this one in the thread. */
void around_put_steps(struct message_around *a);

/* Writes the thread, if it has other messages. */
void around_put(struct message_around *a);

/* ---- Attachments in the text: embedded.c ---- */

/* Bytes of the text of a message, counted over all its events. */
struct embedded_cut {
    uint64_t from, to;
};

struct embedded {
    struct buffer cuts; /* of struct embedded_cut: the text of the attachments */
    struct files files;
    uint64_t at, ahead;      /* the place in the text; the bytes of input before the message */
    bool text, bare;         /* the part is plain text; it has no transfer encoding */
    struct buffer line, url; /* the line up to `at`, and its first URL */
    size_t url_at, url_to;   /* its place in the line */
    bool lost;               /* the line is too long */
    uint64_t line_from, line_raw, raw_to;
    struct buffer block; /* the lines since an empty one */
    uint64_t block_from, divider;
    uint64_t uu_from, uu_data; /* of a uuencoded file: in the text; its data in the input */
    bool uu_any;               /* the file has data */
    struct buffer name;
};

/* Returns false if the message has no attachment in its text. */
bool embedded_may_be(const struct spool *spool);

/* Begins a message, takes its events, and ends it. */
void embedded_begin(struct embedded *m, uint64_t ahead);
int embedded_take(struct embedded *m, const trawl_event *e);
int embedded_end(struct embedded *m);
void embedded_free(struct embedded *m);

/* Returns true for an event whose text counts in the places of the cuts. */
bool embedded_counts(const trawl_event *e);

/* ---- The text: body.c ---- */

#define TEXT_MOST ((size_t)100000) /* the bytes of an attachment that are shown as text */

struct body;

struct body *body_open(struct site *s);
void body_close(struct body *b);

/* What the body of a message needs, and what is found in it. */
struct body_parts {
    struct fields *fields; /* NULL: they are not shown */
    struct spool *spool;
    struct files *files;
    const char *hash; /* of the message */
    bool leads;       /* it has links that lead home */
};

/* Writes the text and the list of the attachments. Returns 0, or an error. */
int body_put_message(struct body *b, int input, const struct body_parts *parts);

#endif
