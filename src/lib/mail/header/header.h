/* header.h - parses header blocks of messages and parts, and the fields in them
 *
 * head_feed() reads a block in pieces of any size and records where its fields are. fields_know()
 * returns how to read a field. words_decode() decodes its text, params_value() and params_get() the
 * parts of a structured field, fields_links() its links, date_forms_of() its date, address_first()
 * its address.
 */
#ifndef TRAWL_MAIL_HEADER_HEADER_H
#define TRAWL_MAIL_HEADER_HEADER_H

#include <trawl_mail.h>

#include "charset/charset.h"

/* ---- Buffers ---- */

/* A growing array of bytes. Initially all members but m are zero; p is NULL until memory is
 * allocated. */
typedef struct buffer {
    const memory *m;
    char *p;
    size_t n, size;
} buffer;

/* Makes room for `more` bytes. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int buffer_reserve(buffer *b, size_t more);

/* Appends p[0..n). Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int buffer_put(buffer *b, const char *p, size_t n);

/* Returns the bytes as a text, which is valid until they change. */
static inline trawl_str buffer_text(const buffer *b)
{
    return (trawl_str){b->n > 0 ? b->p : "", b->n};
}

/* Frees the memory and empties the buffer; further memory comes from m. */
void buffer_reset(buffer *b, const memory *m);

/* ---- The text of a field (RFC 5322 2.2.3, RFC 2047) ---- */

/* Working memory for decoding, reused for each field. */
typedef struct words {
    charset_cache charsets;
    buffer bytes;  /* the bytes of encoded-words, still in their charset */
    srcmap places; /* maps these bytes to the field */
    srcmap inner;  /* maps the text to these bytes */
    srcmap none;   /* switched off: in place of a map that is not wanted */
    buffer joined; /* the joined pieces of a parameter */
} words;

void words_open(words *w, const memory *m);
void words_close(words *w);

/* Returns true for the body of a field that words_decode() would copy unchanged: it is not empty,
 * and has no byte to decode or to remove. */
bool words_are_plain(trawl_str body);

/* Decodes the body of a field, p[0..n), to UTF-8. Replaces the contents of `text` and of `map`,
 * which maps the text to the body and may be NULL. Removes a line break before a blank, but keeps
 * the blank. Decodes encoded-words everywhere, also inside words and quotes, and removes white
 * space between two of them. Reads other bytes that are not UTF-8 as guess_charset() decides, or
 * as windows-1252. Source without text ("=?utf-8?Q?", "?=") is a run without text in the map.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int words_decode(words *w, buffer *text, srcmap *map, const char *p, size_t n);

/* ---- Structured fields (RFC 2045 section 5, RFC 2231) ---- */

/* Sets `value` to the text before the parameters, such as "text/plain", in lower case and without
 * comments and blanks; empty if there is none. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int params_value(buffer *value, const char *field, size_t n);

/* Sets `value` to the value, in UTF-8, of the parameter `name` (given in lower case), and *there to
 * whether the field has it. The first parameter with the name counts; the form with a charset
 * ("url*") is preferred to numbered pieces ("url*0"), and these to the plain form. "boundary" is
 * not decoded; only blanks at its end are removed. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int params_get(words *w, buffer *value, bool *there, const char *field, size_t n, const char *name);

/* ---- How a field is read ---- */

typedef enum fields_how {
    FIELDS_NEVER,      /* Received, DKIM-Signature, Path, ...: written by machines, not read */
    FIELDS_OTHER,      /* not in the table: scanned as text if all fields are requested */
    FIELDS_ADDRESSES,  /* From, To, Cc, ...: as FIELDS_OTHER */
    FIELDS_TEXT,       /* Subject: scanned as text */
    FIELDS_SENDER,     /* From, if the sender's name may hold a URL: that name is scanned as text */
    FIELDS_LIST,       /* List-*: <URL>, <URL> (comment), up to the first other item */
    FIELDS_URL,        /* Archived-At, X-URL, Content-Base, ...: one URL, with or without <> */
    FIELDS_IDS,        /* Message-ID, References, ...: <id> <id>, read as mid: URLs (RFC 2392) */
    FIELDS_NEWS_IDS,   /* the same fields in an article: news: URLs (RFC 5538) */
    FIELDS_CONTENT_ID, /* Content-ID: <id>, read as a cid: URL */
    FIELDS_GROUPS,     /* Newsgroups, Followup-To: news: URLs */
    FIELDS_XREF,       /* Xref: server group:number ...: nntp: URLs */
    FIELDS_EXTERNAL    /* Content-Type: the URL of a message/external-body (RFC 2017) */
} fields_how;

/* The fields whose values the reader of messages needs. */
typedef enum fields_role {
    FIELDS_NO_ROLE,
    FIELDS_MESSAGE_ID,
    FIELDS_DATE,
    FIELDS_FROM,
    FIELDS_TO, /* To, Cc: for programs that show messages */
    FIELDS_SUBJECT,
    FIELDS_LIST_ID,
    FIELDS_IN_REPLY_TO,
    FIELDS_REFERENCES,
    FIELDS_NEWSGROUPS,
    FIELDS_ONE_CLICK,  /* List-Unsubscribe-Post */
    FIELDS_BASE,       /* Content-Base, Content-Location */
    FIELDS_TYPE,       /* Content-Type */
    FIELDS_TRANSFER,   /* Content-Transfer-Encoding */
    FIELDS_DISPOSITION /* Content-Disposition */
} fields_role;

/* An index of the wanted rows of the table, by first letter, last letter and length of the name. */
typedef struct fields_index {
    unsigned char row[1024]; /* by slot: 1 + the number of its first row, or 0 */
    bool all;                /* all fields are wanted */
} fields_index;

/* Makes the index of fields that are wanted: `hows` and `roles` have one bit for each fields_how
 * and fields_role. With FIELDS_OTHER all fields are wanted. */
void fields_index_make(fields_index *x, unsigned hows, unsigned roles);

static inline unsigned fields_slot(const char *name, size_t n)
{
    return (name[0] & 31u) << 5 | ((n + (size_t)name[n - (n > 0)]) & 31);
}

/* Cheap filter: returns false for most names of fields that are not wanted. */
static inline bool fields_may_be_wanted(const fields_index *x, const char *name, size_t n)
{
    return x->row[fields_slot(name, n)] || x->all;
}

/* Returns how to read the field with this name (case is ignored), and sets *role. May return
 * FIELDS_OTHER for a field that is not wanted. */
fields_how fields_know(const fields_index *x, const char *name, size_t n, fields_role *role);

/* What a field name shows about the text that contains it, as bits; 0 if the name is as common in
 * mail as in other texts. */
enum fields_sign {
    FIELDS_MAIL = 1,     /* found in mail or news */
    FIELDS_SURE = 2,     /* found in hardly anything else: Message-ID, List-Id */
    FIELDS_PARTY = 4,    /* names a correspondent: From, To, Cc */
    FIELDS_TOPIC = 8,    /* Subject, Date */
    FIELDS_FOREIGN = 16, /* not a field of mail */
    FIELDS_REPLY = 32    /* Sent: in the header that Outlook puts above a quoted message */
};

/* Returns the signs of a field name; ignores case. */
unsigned fields_signs(const char *name, size_t n);

/* ---- Header blocks (RFC 5322 section 2.2) ---- */

/* The maximum length of a field name. */
#define HEAD_NAME 2048

/* A field in a block. All offsets are indices into head.text. */
typedef struct head_field {
    uint32_t from, name_n;  /* its name is [from..from + name_n) */
    uint32_t body, body_to; /* after the colon, up to the last line break */
    uint64_t line;          /* number of its first line in the whole block, from 0 */
    unsigned char how;      /* for the caller: enum fields_how */
    unsigned char role;     /* for the caller: enum fields_role */
} head_field;

/* A header block. Its text is kept until its end, up to TRAWL_MAIL_HEADER bytes; from a longer
 * block, the caller must drop fields to make room. */
typedef struct head {
    const fields_index *wanted;
    buffer text;
    srcmap map;         /* from the block to the source, counted from base */
    uint64_t base;      /* source offset where the block begins */
    uint64_t next;      /* source offset after the last byte */
    uint64_t dropped;   /* bytes of the block that precede text.p[0] */
    uint64_t lines;     /* number of complete lines so far */
    bool first;         /* the next line is the block's first, so it may be an mbox "From " line */
    bool in_line;       /* the line at line_at is part of the header but not complete */
    bool noted;         /* the last field is recorded in `fields` */
    size_t line_at;     /* where the last line begins */
    size_t last;        /* where the last field begins */
    head_field *fields; /* those that may be wanted, in order */
    size_t fields_n, fields_size;
} head;

/* Opens a head that records only fields for which fields_may_be_wanted() is true. The index must
 * outlive the head. */
void head_open(head *h, const memory *m, const fields_index *wanted);
void head_close(head *h);

/* Begins a new block at this source offset. */
void head_begin(head *h, uint64_t at);

/* Continues the block at this source offset after skipped bytes; drops its text so far. */
void head_go_on(head *h, uint64_t at);

typedef enum head_state {
    HEAD_MORE,  /* all bytes were read */
    HEAD_END,   /* the empty line was read, or the next line is not a field */
    HEAD_FULL,  /* there is no more room: use head_complete() and head_drop() */
    HEAD_FAILED /* out of memory */
} head_state;

/* Reads bytes of the block; p[0] is at source offset `at`. Sets *taken to how many it read. After
 * HEAD_END, the body begins with the text from line_at on, at most HEAD_NAME + 4 bytes of a line,
 * followed by the bytes that were not read. */
head_state head_feed(head *h, const char *p, size_t n, uint64_t at, size_t *taken);

/* Ends the block at the end of the message: the line at line_at is a field if it has a colon.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int head_finish(head *h);

/* Returns where the text of complete fields ends, and sets *fields to how many of them are
 * recorded. The last field is not complete as long as more lines may follow. */
size_t head_complete(head *h, size_t *fields);

/* Truncates the last field, which fills all the room: ends it before its last, incomplete word, and
 * returns that offset. Removes the field if nothing remains. */
size_t head_cut(head *h);

/* Drops the first n bytes of text and the first `fields` fields. */
void head_drop(head *h, size_t n, size_t fields);

/* Return the source offset of a text offset. The two differ where a container removed bytes right
 * before it: head_source() returns the offset before those bytes, head_start() the offset after
 * them. */
uint64_t head_source(head *h, size_t i);
uint64_t head_start(head *h, size_t i);

/* ---- The links in a field ---- */

/* A range of the field's body. */
typedef struct fields_piece {
    size_t from, to;
} fields_piece;

#define FIELDS_PIECES 64

typedef struct fields_link {
    int kind; /* TRAWL_KIND_HDR or TRAWL_KIND_MSGID */
    const char *url;
    size_t url_n;
    fields_piece extent; /* the link with its brackets */
    const fields_piece *pieces;
    unsigned piece_count;
    bool over; /* too long: no link; only `extent` counts */
} fields_link;

/* The maximum length of a URL that is put together. A longer URL is cut there, and has `over`. */
#define FIELDS_LONGEST (8192 + 64)

/* Working memory in which a link is put together. */
typedef struct fields_room {
    const memory *m;
    char *url; /* at most FIELDS_LONGEST bytes */
    size_t url_size;
    fields_piece pieces[FIELDS_PIECES];
} fields_room;

void fields_open(fields_room *room, const memory *m);
void fields_close(fields_room *room);

typedef int fields_sink(void *user, const fields_link *link);

/* Calls the sink with each link in the body of a field, in order. Links of more than 8192 bytes or
 * FIELDS_PIECES pieces have `over`. If the sink returns a value other than 0, stops and returns
 * this value. Otherwise returns 0 or TRAWL_ERROR_NO_MEMORY. Takes linear time. */
int fields_links(fields_room *room, fields_how how, const char *p, size_t n, fields_sink *sink,
                 void *user);

/* Returns true for the Content-Type of a message/external-body. */
bool fields_is_external(const char *p, size_t n);

/* ---- Dates ---- */

/* Room for "2008-06-30T02:34:00-07:00" and a NUL. */
#define DATE_ISO 32

/* The forms of a date. */
typedef struct date_forms {
    char iso[DATE_ISO]; /* ISO 8601 with its own offset; "Z" stands for GMT, UT and "-0000" */
    char utc[DATE_ISO]; /* in UTC, "2008-06-30T09:34:00Z"; empty where the year has five digits */
    int64_t seconds;    /* of `utc`, since 1970; 0 if it is empty */
} date_forms;

/* Reads the date in p[0..n). Seconds may be missing; years of two digits are read as in RFC 5322
 * 4.3. Returns false and empty forms if the text is not a possible date. */
bool date_forms_of(date_forms *forms, const char *p, size_t n);

/* Sets date_iso, time_iso and time of the message if its date is possible; `forms` holds the
 * texts. */
void date_of_message(trawl_mail_message *message, date_forms *forms);

/* ---- Addresses and ids ----
 *
 * These return a part of the undecoded body of a field, since a decoded name could pretend to be an
 * address or an id.
 */

/* Returns the first address of a field such as From: "ann@a.example" in "Ann <ann@a.example>" and
 * in "ann@a.example (Ann)". Returns an empty text if there is none. */
trawl_str address_first(const char *p, size_t n);

/* The room for an address that is written in another way, with a byte for its end. */
#define ADDRESS_SPELLED 320

/* As address_first(), for From. Also reads how archives of lists write addresses: "ann at
 * a.example", "ann (at) a.example", "ann@dontspam.a.example". Such an address is written to
 * `room`. */
trawl_str address_of_sender(const char *p, size_t n, char room[ADDRESS_SPELLED]);

/* Returns the first "<id>" without its brackets. If there is none, returns the body if it is one
 * word, else an empty text. */
trawl_str id_first(const char *p, size_t n);

/* Appends the ids in a field References, without brackets, each with a blank after it. */
int ids_of_references(buffer *ids, const char *p, size_t n);

/* Appends the first id in a field In-Reply-To, and a blank. Leaves out the addresses of people. */
int ids_of_reply(buffer *ids, const char *p, size_t n);

#endif
