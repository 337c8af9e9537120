/* message.h - the interface of this folder: the reader of one text, the walk through a message */
#ifndef TRAWL_MAIL_MESSAGE_MESSAGE_H
#define TRAWL_MAIL_MESSAGE_MESSAGE_H

#include "find/find.h"
#include "mail/events.h"
#include "mail/header/header.h"
#include "mail/zones/zones.h"
#include "url/refang/refang.h"

/* ---- The reader: decodes the text of one part and passes it to the scanner ---- */

/* The stages that the bytes of a text pass, in this order. Stages that a text does not need are
 * left out: reader.c lists when each is there. */
typedef enum reader_stage_id {
    STAGE_PEEK,     /* detects wrong declarations in the header; only for the first bytes */
    STAGE_TRANSFER, /* decodes quoted-printable, base64, uuencode */
    STAGE_PLAIN,    /* maps bytes without a transfer encoding */
    STAGE_SNIFF,    /* drops data that is not text; only for attachments whose type leaves this
                     * open */
    STAGE_MARK,     /* finds a byte-order mark; only for the first bytes */
    STAGE_GUESS,    /* finds an undeclared charset; holds up to GUESS_BYTES */
    STAGE_CHARSET,  /* decodes to UTF-8 */
    STAGE_PAGE,     /* HTML to running text */
    STAGE_ENRICHED, /* enriched text to plain text */
    STAGE_URI_LIST, /* finds the URLs itself: the last stage */
    STAGE_REFANG,   /* undoes "hxxp" */
    STAGE_LINES,    /* cuts out folds, undoes overstrikes; finds binaries and signatures */
    STAGE_UNREAD,   /* reports files inside the text */
    STAGE_SCAN,     /* joins short runs; zones and the scanner */
    READER_STAGES
} reader_stage_id;

/* Reads bytes of a text. `reader` is a reader: stages are also callbacks of other stages. Returns
 * 0, an error, or the value with which the sink stopped. */
typedef int reader_feed(void *reader, const char *p, size_t n);

typedef struct reader reader;

typedef struct reader_stage {
    reader_stage_id id;
    void (*begin)(reader *r); /* or NULL */
    reader_feed *feed;
    int (*finish)(reader *r); /* passes on what the stage holds; or NULL */
} reader_stage;

/* The maximum length of a page's base URL. */
#define READER_BASE 2048

/* The first bytes of an attachment, which show whether it is text. */
#define READER_SNIFFED 512

/* If so many bytes of the source do not have them, the bytes that they do have show it. */
#define READER_UNSURE 16384

/* The size in bytes of the buffer of a stage that writes text. */
#define READER_ROOM 4096

/* The maximum number of bytes of an anchor that are in the events of its text
 * (TRAWL_MAIL_OPTION_ANCHORS). */
#define READER_LIVE 1024

/* How to decode a text, from its header. */
typedef struct reader_text {
    transfer_kind transfer;
    const names_row *charset; /* NULL: not named */
    bool undeclared;          /* no transfer encoding is named */
    bool trusted;             /* the charset was set by the caller, not by the header */
    bool part;                /* of a message: without a charset, its bytes decide */
    lines_rule rule;
    bool uri_list;      /* text/uri-list: lines are URLs, and nothing is scanned */
    bool page;          /* HTML */
    bool xml;           /* a page in XML */
    bool enriched;      /* text/enriched, text/richtext */
    bool closed;        /* an attachment whose messages would not be read */
    bool resumed;       /* begins inside a text: no byte-order mark is expected */
    trawl_str base;     /* base URL if the page has none; must stay valid until reader_end() */
    const char *binary; /* NULL: it is text; else the report if it is not text. Valid as long as
                         * `base` */
    srcmap *outer;      /* from the bytes, which were compressed, to the source; or NULL */
} reader_text;

/* State that only pages need. */
typedef struct reader_html {
    page page;
    char base_url[READER_BASE]; /* of the page itself, from its <base> */
    size_t base_url_n;
    bool base_known;               /* a <base> was found */
    bool partial_sent;             /* a partial link was sent before the <base> */
    buffer url, slashed, resolved; /* forms of the URL of a link */
    buffer anchor, visible;        /* the text of the link in UTF-8 */
} reader_html;

/* Bytes of the source that do not belong to the text, before a byte that peek holds. */
typedef struct source_gap {
    size_t at;
    uint64_t n;
} source_gap;

/* The first bytes of an encoded text, which are held back: they show whether it is decoded
 * already. reader_source.c. */
typedef struct reader_peek {
    bool on;
    size_t n;
    char *held;
    source_gap *gaps; /* gaps_n gaps in these bytes */
    size_t gaps_n, gaps_size;
} reader_peek;

/* The first bytes, which are held back: they show whether this is text. reader_source.c. */
typedef struct reader_sniffed {
    bool on;
    bool dropped; /* this is not text */
    size_t n;
    char *held;
    size_t unsure_n; /* bytes of the source that were read before this was decided */
    char *unsure;    /* with TRAWL_WANT_ATTACHED */
} reader_sniffed;

/* While the charset is not known, held[0..n) may be the start of a byte-order mark or, if
 * `declaring`, of a page that names its charset. reader_source.c. */
typedef struct reader_mark {
    bool on, declaring;
    char held[HTML_DECLARED];
    size_t n;
} reader_mark;

/* Bytes whose charset is not decided yet: n bytes are held; the first is ESC or beyond ASCII.
 * reader_source.c. */
typedef struct reader_guess {
    bool on;
    size_t n;
    char *held;
    uint64_t plain_n; /* the ASCII before it */
} reader_guess;

/* What the settings want: mail.c. */
typedef struct reader_wants {
    bool html;     /* links of HTML attributes */
    bool ids;      /* message-ids */
    bool refanged; /* defanged links */
    bool struck;   /* overstrikes stay */
} reader_wants;

/* With TRAWL_WANT_UNREAD: unread.c. */
typedef struct reader_unread {
    size_t tail_n; /* the end of the text that was read */
    char tail[128];
    unsigned attach_n, code_n; /* of a calendar's line: how much of "ATTACH;ENCODING=BASE64" */
} reader_unread;

/* Maps between the forms of a text. */
typedef struct reader_maps {
    srcmap bytes, text;
    srcmap unstruck; /* from text without overstrikes to text with them */
    srcmap refanged;
    srcmap shown; /* from a page's running text to its source text */
} reader_maps;

struct reader {
    trawl_scanner *t;
    events *g;
    const kernel *kernel; /* the kernel of the settings */
    reader_wants wants;
    reader_text as;
    const reader_stage *first, *text_first;  /* the first of all stages, and of the stages that read
                                              * text in UTF-8 */
    const reader_stage *next[READER_STAGES]; /* the stage after each stage; NULL after the last */
    bool encoded;                            /* the text has a transfer encoding */
    bool resting;   /* this call has the rest of the text, so short runs are gathered longer */
    bool in_binary; /* the last run was part of a binary */
    reader_peek peek;
    reader_sniffed sniff;
    reader_mark mark;
    reader_guess guess;
    reader_unread unread;
    uint64_t base;    /* offset of the text in the source */
    uint64_t next_at; /* offset of its next byte */
    uint64_t scanned; /* bytes passed to the scanner */
    int error;        /* what a callback returned: an error, or the value of the sink */
    transfer transfer;
    decoder *charset; /* NULL: no conversion */
    charset_cache charsets;
    reader_maps maps;
    lines lines;
    /* Allocated when a text first needs them, then kept for later texts. NULL before that. */
    char *decoded, *in_utf8; /* what these stages write */
    char *gathered; /* gathered_n bytes of short runs between cuts, joined for the scanner */
    size_t gathered_n;
    uri_list *uris;
    reader_html *in_html;
    enriched enriched;
    zones zones;
    refang refang;
};

void reader_open(reader *r, trawl_scanner *t, events *g);
void reader_close(reader *r);

/* Begins a text at a source offset. This and all functions below return 0, an error, or the value
 * with which the sink stopped. */
int reader_begin(reader *r, const reader_text *as, uint64_t at);

/* Reads bytes of the text at this source offset. Bytes of the source between the end of the last
 * call's bytes and this offset do not belong to the text. */
int reader_bytes(reader *r, const char *p, size_t n, uint64_t at);

/* Like reader_bytes(), but p[0..n) is the rest of the text: peek need not hold bytes back. */
int reader_rest(reader *r, const char *p, size_t n, uint64_t at);

/* Ends the text; its source ends at offset `to`. */
int reader_end(reader *r, uint64_t to);

/* The report of an attachment that may be a message and is read as text. */
extern const char walk_closed_message[];

/* Returns true when the name of a file shows that it has text (E3). */
bool walk_named(trawl_str name);

/* Returns true for the name of a file of HTML or XHTML. */
bool walk_named_page(trawl_str name);

/* ---- The walk: reads one message: its header, its parts and their parts (RFC 2045, 2046)
 *
 * Input comes in runs of bytes with their source offsets. Headers are read here, texts are passed
 * to the reader, and everything else is skipped. The open multiparts and messages form a stack.
 */

/* What the next bytes belong to. */
typedef enum walk_state {
    WALK_HEADER,
    WALK_REST,     /* the rest of a header field that is too long */
    WALK_PREAMBLE, /* the preamble of a multipart: held, since it may turn out to be the text */
    WALK_ATTACHED, /* the start of an attachment: held until it shows whether it is a message */
    WALK_TEXT,     /* a text */
    WALK_ENCODED,  /* a message in base64 or the like */
    WALK_SKIP      /* bytes that are not read, for walk.reason */
} walk_state;

/* The kinds of parts, by Content-Type. */
typedef enum walk_kind {
    WALK_OTHER,    /* an attachment */
    WALK_LINKLESS, /* an attachment that has no links: pictures, sound, signatures, ... */
    WALK_MULTIPART,
    WALK_ALTERNATIVE, /* multipart/alternative */
    WALK_DIGEST,      /* multipart/digest: its parts are messages by default */
    WALK_MESSAGE,
    WALK_PARTIAL, /* message/partial */
    WALK_PLAIN,   /* text/plain; this and all following kinds are texts */
    WALK_ANY_TEXT,
    WALK_PAGE,
    WALK_XHTML,
    WALK_XML, /* another page in XML, such as SVG */
    WALK_ENRICHED,
    WALK_URI_LIST,
    WALK_FOLDED /* calendars and vCards: lines are folded (RFC 5545) */
} walk_kind;

/* The parsed fields Content-Type and Content-Transfer-Encoding. */
typedef struct walk_type {
    buffer fields; /* the bodies of both fields, concatenated */
    size_t type_n; /* length of the first body */
    walk_kind kind;
    buffer type, charset, encoding;
    reader_text as; /* how to read the part if it is a text; without the base */
    bool flowed;
    bool mail;  /* the name of the text shows that it may be a message or a mailbox */
    bool named; /* the kind depends on the name of the attachment */
} walk_type;

/* The number of walk_types that are cached: most parts have the same fields as a recent one. */
#define WALK_TYPES 8

/* The maximum length of a path, "1.2.3": ten bytes per level suffice for TRAWL_MAIL_PARTS. */
#define WALK_PATH (10 * (TRAWL_MAIL_DEPTH + 2))

/* An open multipart or message. */
typedef struct walk_level {
    walk_kind kind;              /* a kind of multipart, or WALK_MESSAGE */
    size_t boundary, boundary_n; /* in walk.boundaries; 0 bytes: unknown */
    size_t base, base_n;         /* in walk.bases */
    size_t path_n;               /* length of the path to which its parts' numbers are appended */
    unsigned parts;
} walk_level;

/* The maximum length of the start of a line that may be a boundary, with the line break before
 * it. */
#define WALK_HELD (TRAWL_MAIL_BOUNDARY + 256)

typedef struct encoded encoded;

/* Settings: mail.c. */
typedef struct walk_settings {
    unsigned find;            /* enum trawl_find */
    int headers;              /* enum trawl_headers */
    const names_row *charset; /* for texts without a charset */
    bool show;                /* TRAWL_MAIL_OPTION_SHOW */
    bool show_only;           /* TRAWL_MAIL_OPTION_SHOW_ONLY */
    bool show_replies;        /* TRAWL_MAIL_OPTION_SHOW_REPLIES */
} walk_settings;

/* The fields of the message's header: head.c. */
typedef struct walk_fields {
    buffer id, date, from, subject, from_addr, list_id, references;
    buffer ids, reply; /* of References and of In-Reply-To, undecoded, each with a blank after it */
    date_forms forms;
} walk_fields;

/* How the current header is read: head.c. */
typedef struct walk_header {
    bool alone;     /* the input is only a header: every field with a URL in it is read */
    bool written;   /* it is a person's text: addresses in it are read */
    bool sent;      /* the MESSAGE event of this message has been sent */
    bool line_sent; /* a line of this header has been sent, for TRAWL_MAIL_OPTION_SHOW */
    bool one_click;
    bool has_base;
    unsigned read; /* the roles of the fields whose links are read, as bits */
} walk_header;

/* The part of the current header: part.c. */
typedef struct walk_part {
    bool by_default;                            /* the part is a message by default: in a digest */
    bool known;                                 /* the PART event has been sent */
    buffer content_type, transfer, disposition; /* bodies of these fields */
    walk_type types[WALK_TYPES];
    walk_type *type;    /* the parsed fields of this header */
    unsigned type_next; /* index of the cache entry to replace next */
    trawl_mail_part is;
    buffer base; /* an absolute URL: Content-Base or Content-Location of this header */
    buffer name; /* of the part's file */
    char unread[WALK_PATH + 160]; /* the report if the part is not text */
} walk_part;

/* The parts around it: part.c. */
typedef struct walk_around {
    walk_level *levels; /* `depth` open levels, at most TRAWL_MAIL_DEPTH */
    size_t levels_size;
    unsigned depth, parts;
    unsigned alternative; /* 1 + the level of the outermost open multipart/alternative, or 0 */
    char path[WALK_PATH]; /* of the current part: begins with the paths of all open levels */
    size_t path_n;
    buffer boundaries, bases; /* the boundaries and bases of all levels, concatenated */
} walk_around;

/* What is held back of a body: boundary.c, attached.c. */
typedef struct walk_held {
    bool line_start; /* the next byte is the first of the body */
    buffer line;     /* the start of a line that may be a boundary, up to WALK_HELD bytes */
    uint64_t line_at;
    buffer preamble; /* or the start of an attachment */
    uint64_t preamble_at;
    size_t attached_room; /* WALK_ATTACHED: how many bytes to hold before the next test */
} walk_held;

typedef struct walk {
    walk_settings set; /* filled in by the owner before walk_open() */
    trawl_scanner *t;
    events *g;
    reader *r;
    encoded *encoded; /* encoded.c; NULL until it is needed */
    bool inside;      /* this walk is in it */
    fields_index names;
    fields_room room;
    words words;
    trawl_mail_message message;
    walk_fields fields;
    head head;
    walk_header header;
    walk_part part;
    walk_around around;
    seen_urls seen_urls;
    walk_state state;
    int reason;     /* WALK_SKIP: enum trawl_skip */
    bool rest_line; /* WALK_REST: the next byte begins a line */
    walk_held held;
    buffer value; /* a decoded parameter or field; a link as written in its field */
    srcmap value_map;
} walk;

void walk_open(walk *w, trawl_scanner *t, events *g, reader *r);
void walk_close(walk *w);

/* Sets whether the next message is known to be only a header, or a header without a sure end; and
 * whether it has only fields that a person wrote. */
void walk_head_alone(walk *w, bool alone, bool written);

/* Begins a message at this source offset. This and the next two functions return 0, an error, or
 * the value with which the sink stopped. */
int walk_begin(walk *w, uint64_t number, uint64_t at);
int walk_bytes(walk *w, const char *p, size_t n, uint64_t at);

/* Ends the message at this source offset. */
int walk_end(walk *w, uint64_t at);

/* Leaves the multipart/alternative if its level was closed. Called after levels are closed. */
void walk_leave(walk *w);

#endif
