/* header.h - header blocks of messages and parts: their fields, and what those say
 *
 * head_feed() takes a block as it comes and notes where its fields are. fields_know() says how a
 * field is read; words_decode() gives its text, params_value() and params_get() the parts of a
 * structured one, fields_links() its links, date_iso() its date.
 */
#ifndef TRAWL_MAIL_HEADER_HEADER_H
#define TRAWL_MAIL_HEADER_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "charset/charset.h"

/* ---- Buffers ---- */

/* Bytes that grow. All but m is zero at the beginning; p is NULL while there is no memory. */
typedef struct buffer {
    const memory *m;
    char *p;
    size_t n, size;
} buffer;

/* Makes room for so many more bytes. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY, as buffer_put()
 * does. */
int buffer_reserve(buffer *b, size_t more);
int buffer_put(buffer *b, const char *p, size_t n);

/* Frees its memory, if it has any; what comes next will be from m. */
void buffer_reset(buffer *b, const memory *m);

/* ---- The text of a field (RFC 5322 2.2.3, RFC 2047) ---- */

/* Memory for decoding, kept from one field to the next. */
typedef struct words {
    shelf charsets;
    buffer bytes;  /* the bytes of encoded-words */
    srcmap places; /* from them to the source */
    srcmap inner;  /* from the text to them */
    buffer joined; /* a parameter's pieces */
} words;

void words_open(words *w, const memory *m);
void words_close(words *w);

/* Decodes the body of a field, p[0..n), to UTF-8, in place of what is in text. The map from text to
 * body is replaced too; it may be NULL. A line break before a blank is left out, the blank stays.
 * Encoded-words are decoded wherever they are, also inside words and quotes; white space between
 * two of them is left out. Bytes outside them that are no UTF-8 are windows-1252. What has no text
 * ("=?utf-8?Q?", "?=") is in the map as a run without text. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int words_decode(words *w, buffer *text, srcmap *map, const char *p, size_t n);

/* ---- Structured fields (RFC 2045 section 5, RFC 2231) ---- */

/* Sets value to what is before the parameters, "text/plain", in lower case and without comments and
 * blanks; empty if there is none. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int params_value(buffer *value, const char *field, size_t n);

/* Sets value to the parameter of that name, which is in lower case, in UTF-8. *there says whether
 * the field has it. The first of its name counts; one with a charset ("url*") goes before numbered
 * pieces ("url*0"), and these before a plain one. A boundary is bytes, without blanks at its end.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int params_get(words *w, buffer *value, bool *there, const char *field, size_t n, const char *name);

/* ---- What a field is ---- */

typedef enum fields_how {
    FIELDS_NEVER,      /* Received, DKIM-Signature, Path, ...: written by machines, not read */
    FIELDS_OTHER,      /* not in the table: scanned as text if all fields are asked for */
    FIELDS_ADDRESSES,  /* From, To, Cc, ...: likewise */
    FIELDS_TEXT,       /* Subject: scanned as text */
    FIELDS_LIST,       /* List-*: <URL>, <URL> (comment), up to the first other item */
    FIELDS_URL,        /* Archived-At, X-URL, Content-Base, ...: one URL, in <> or not */
    FIELDS_IDS,        /* Message-ID, References, ...: <id> <id>, read as mid: URLs (RFC 2392) */
    FIELDS_NEWS_IDS,   /* the same in an article: news: URLs (RFC 5538) */
    FIELDS_CONTENT_ID, /* cid: */
    FIELDS_GROUPS,     /* Newsgroups, Followup-To: news: URLs */
    FIELDS_XREF,       /* Xref: server group:number ...: nntp: URLs */
    FIELDS_EXTERNAL    /* Content-Type: the URL of a message/external-body (RFC 2017) */
} fields_how;

/* What a field means for its message or part. */
typedef enum fields_role {
    FIELDS_NO_ROLE,
    FIELDS_MESSAGE_ID,
    FIELDS_DATE,
    FIELDS_FROM,
    FIELDS_SUBJECT,
    FIELDS_NEWSGROUPS,
    FIELDS_ONE_CLICK, /* List-Unsubscribe-Post */
    FIELDS_BASE,      /* Content-Base, Content-Location */
    FIELDS_TYPE,      /* Content-Type */
    FIELDS_TRANSFER   /* Content-Transfer-Encoding */
} fields_role;

/* Where the names are in the table that are wanted, by their first letters and their lengths. */
typedef struct fields_index {
    unsigned char row[1024]; /* 1 + the number of the first one, or 0 */
    bool all;                /* all fields are wanted */
} fields_index;

/* Makes the index. hows and roles have a bit for each fields_how and each fields_role that is
 * wanted; with FIELDS_OTHER, all fields are. */
void fields_index_make(fields_index *x, unsigned hows, unsigned roles);

static inline unsigned fields_slot(const char *name, size_t n)
{
    return (name[0] & 31u) << 5 | (n & 31);
}

/* Cheap filter: returns false for most names of fields that are not wanted. */
static inline bool fields_may_be_wanted(const fields_index *x, const char *name, size_t n)
{
    return x->row[fields_slot(name, n)] || x->all;
}

/* Returns how a field of that name, in any case, is read, and its role, if it is wanted; else
 * FIELDS_OTHER. */
fields_how fields_know(const fields_index *x, const char *name, size_t n, fields_role *role);

/* What the name of a field says of the text that it is in, as bits. A name without any is in mail
 * and in other texts. */
enum fields_sign {
    FIELDS_MAIL = 1,     /* mail or news */
    FIELDS_SURE = 2,     /* and hardly anything else: Message-ID, List-Id */
    FIELDS_PARTY = 4,    /* it names people: From, To, Cc */
    FIELDS_TOPIC = 8,    /* Subject, Date */
    FIELDS_FOREIGN = 16, /* mail has no such field */
    FIELDS_REPLY = 32    /* Sent: Outlook's header above a message that is answered */
};

unsigned fields_signs(const char *name, size_t n);

/* ---- Header blocks (RFC 5322 section 2.2) ---- */

/* The most bytes of a field's name. */
#define HEAD_NAME 256

/* A field in a block. All places are indices into the block's text. */
typedef struct head_field {
    uint32_t from, name_n;  /* its name is [from..from + name_n) */
    uint32_t body, body_to; /* after the colon, up to the last line break */
    uint64_t line;          /* where it begins, counted in the whole block from 0 */
    unsigned char how;      /* for the caller: enum fields_how */
} head_field;

/* A header block. It is held until its end, up to TRAWL_MAIL_HEADER bytes; then whole fields have
 * to be dropped to make room. */
typedef struct head {
    const fields_index *wanted;
    buffer text;
    srcmap map;         /* from the block to the source after base */
    uint64_t base;      /* where the block begins in the source */
    uint64_t next;      /* where its next byte is expected there */
    uint64_t dropped;   /* bytes of the block before text.p[0] */
    uint64_t lines;     /* whole lines that came */
    bool first;         /* the next line begins the block: it may be an mbox's "From " line */
    bool in_line;       /* the line at line_at is part of the header, and its end has not come */
    bool noted;         /* the last field is in the table */
    size_t line_at;     /* where the last line begins */
    size_t last;        /* where the last field begins */
    head_field *fields; /* those that may be wanted, in order */
    size_t fields_n, fields_size;
} head;

/* Only fields that fields_may_be_wanted() are noted; the index must live as long as the head. */
void head_open(head *h, const memory *m, const fields_index *wanted);
void head_close(head *h);

/* Begins a block at that place of the source. */
void head_begin(head *h, uint64_t at);

/* Goes on with the block at that place, after bytes that were skipped; its text was dropped. */
void head_go_on(head *h, uint64_t at);

typedef enum head_state {
    HEAD_MORE,  /* all bytes were taken */
    HEAD_END,   /* the empty line was taken, or the next line is no field */
    HEAD_FULL,  /* there is no room: drop what head_complete() says */
    HEAD_FAILED /* out of memory */
} head_state;

/* Takes bytes of the block, the first of which is at that place of the source. *taken: how many. At
 * the end the body begins with the text from line_at on, at most HEAD_NAME + 4 bytes of a line, and
 * the bytes that were not taken. */
head_state head_feed(head *h, const char *p, size_t n, uint64_t at, size_t *taken);

/* The message ends here: the line at line_at is a field if it has a colon. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int head_finish(head *h);

/* Returns where the text of complete fields ends, and how many of them are noted. The last field
 * may go on. */
size_t head_complete(head *h, size_t *fields);

/* Ends the last field, which fills all the room, before the word that is cut in two there, and
 * returns that place. Removes the field if nothing is left of it. */
size_t head_cut(head *h);

/* Forgets so many bytes of text, and the fields in them. */
void head_drop(head *h, size_t n, size_t fields);

/* Returns the place in the source of a place in the text: where the byte before it ends, or,
 * head_start(), where its own byte is, after bytes that a container took out. */
uint64_t head_source(head *h, size_t i);
uint64_t head_start(head *h, size_t i);

/* ---- The links in a field ---- */

/* A place in the field's body, in bytes. */
typedef struct fields_piece {
    size_t from, to;
} fields_piece;

#define FIELDS_PIECES 64

typedef struct fields_link {
    int kind; /* TRAWL_KIND_HDR or TRAWL_KIND_MSGID */
    const char *url;
    size_t url_n;
    fields_piece extent; /* with its brackets */
    const fields_piece *pieces;
    unsigned piece_count;
} fields_link;

/* Room to put a link together. */
typedef struct fields_room {
    char url[8192 + 64];
    fields_piece pieces[FIELDS_PIECES];
} fields_room;

typedef int fields_sink(void *user, const fields_link *link);

/* Sends the links in the body of a field, in order. Links of more than 8192 bytes or FIELDS_PIECES
 * pieces are left out. Returns 0, or what the sink returned that was not 0. Linear in n. */
int fields_links(fields_room *room, fields_how how, const char *p, size_t n, fields_sink *sink,
                 void *user);

/* Returns true for the Content-Type of a message/external-body. */
bool fields_is_external(const char *p, size_t n);

/* ---- Dates ---- */

/* "2008-06-30T02:34:00-07:00" and its NUL. */
#define DATE_ISO 32

/* Writes the date in p[0..n) as ISO 8601, with its own offset, "Z" for GMT, UT and "-0000". Seconds
 * may be missing; years of two digits are read by RFC 5322 4.3. Returns false, and an empty iso,
 * for anything that is no possible date. */
bool date_iso(char iso[DATE_ISO], const char *p, size_t n);

#endif
