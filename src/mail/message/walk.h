/* walk.h - through one message: its header, its parts, and theirs (RFC 2045, 2046)
 *
 * Bytes come in runs with their places in the source. Headers are read here; texts go to the
 * reader, everything else is skipped. The open multiparts and messages are a stack.
 */
#ifndef TRAWL_MAIL_MESSAGE_WALK_H
#define TRAWL_MAIL_MESSAGE_WALK_H

#include "mail/header/header.h"
#include "mail/message/reader.h"

/* What the bytes that come belong to. */
typedef enum walk_state {
    WALK_HEADER,
    WALK_REST,     /* of a header field that is too long */
    WALK_PREAMBLE, /* of a multipart: held, since it may be all there is */
    WALK_TEXT,     /* a part that is read */
    WALK_SKIP      /* something that is not read: see reason */
} walk_state;

/* What a part is, by its Content-Type. */
typedef enum walk_kind {
    WALK_OTHER, /* an attachment */
    WALK_MULTIPART,
    WALK_ALTERNATIVE, /* multipart/alternative */
    WALK_DIGEST,      /* multipart/digest: its parts are messages unless they say otherwise */
    WALK_MESSAGE,
    WALK_PARTIAL, /* message/partial */
    WALK_PLAIN,   /* the rest are texts: text/plain */
    WALK_ANY_TEXT,
    WALK_PAGE,
    WALK_ENRICHED,
    WALK_URI_LIST,
    WALK_FOLDED /* calendars and vCards: lines are folded (RFC 5545) */
} walk_kind;

/* What Content-Type and Content-Transfer-Encoding came to. */
typedef struct walk_type {
    buffer fields; /* their bodies, one after the other */
    size_t type_n; /* of the former */
    walk_kind kind;
    buffer type, charset, encoding;
    reader_text as; /* as a text, without its base */
    bool flowed;
} walk_type;

/* So many are kept: most parts have the same fields as one of the last few had. */
#define WALK_TYPES 8

/* A path of numbers, "1.2.3": ten bytes a level are enough for TRAWL_MAIL_PARTS. */
#define WALK_PATH (10 * (TRAWL_MAIL_DEPTH + 2))

typedef struct walk_level {
    walk_kind kind;              /* of a multipart, or WALK_MESSAGE */
    size_t boundary, boundary_n; /* in boundaries; 0 bytes: unknown */
    size_t base, base_n;         /* in bases */
    size_t path_n;               /* of the path that its parts' numbers are appended to */
    unsigned parts;
} walk_level;

/* A line that may be a boundary, as much of it as has come, with the line break before it. */
typedef struct walk_held {
    char p[TRAWL_MAIL_BOUNDARY + 256];
    size_t n;
    uint64_t at;
} walk_held;

typedef struct walk {
    /* Settings, filled in by the owner before walk_open(). */
    unsigned find;            /* enum trawl_find */
    int headers;              /* enum trawl_headers */
    bool show;                /* TRAWL_MAIL_OPTION_SHOW */
    const names_row *charset; /* of texts that name none */

    trawl *t;
    give *g;
    reader *r;
    const kernel *kernel;
    bool alone; /* the header is all there is: any field is read that has a URL in it */
    fields_index names;
    fields_room room;
    words words;

    /* The message. */
    trawl_mail_message message;
    buffer id, date, from, subject;
    char iso[DATE_ISO];
    bool told; /* its MESSAGE event has been sent */
    bool one_click;

    /* The header that is read, and its part. */
    head head;
    bool digest_child;             /* the part is a message unless it says otherwise */
    bool rest_line;                /* WALK_REST: a line begins */
    buffer content_type, transfer; /* bodies of these fields */
    walk_type types[WALK_TYPES];
    walk_type *type;    /* what those fields say */
    unsigned type_next; /* the next one to be replaced */
    bool part_known;    /* the PART event has been sent */
    bool line_sent;     /* a line of this header has been sent, for TRAWL_MAIL_OPTION_SHOW */
    trawl_mail_part part;
    char part_path[WALK_PATH];
    buffer base; /* a whole URL: Content-Base or Content-Location of this header */
    bool has_base;

    /* The parts around it. */
    walk_level levels[TRAWL_MAIL_DEPTH];
    unsigned depth, parts;
    char path[WALK_PATH];
    size_t path_n;
    buffer boundaries, bases; /* those of the levels, one after another */
    unsigned alternative;     /* 1 + the level of the outermost open multipart/alternative, or 0 */
    once once;

    /* The body. */
    walk_state state;
    int reason;      /* WALK_SKIP: enum trawl_skip */
    bool line_start; /* its next byte begins its first line */
    walk_held held;
    buffer preamble;
    uint64_t preamble_at;

    buffer value; /* a parameter, or what a field says */
    srcmap value_map;
    char raw[8192 + 2 * FIELDS_PIECES]; /* a link as it is in its field */
} walk;

void walk_open(walk *w, trawl *t, give *g, reader *r);
void walk_close(walk *w);

/* Says whether the message to come is known to be a header without anything after it. */
void walk_head_alone(walk *w, bool alone);

/* A message begins at that place of the source. Like all that follow, it returns 0, an error, or
 * the sink's value. */
int walk_begin(walk *w, uint64_t number, uint64_t at);
int walk_bytes(walk *w, const char *p, size_t n, uint64_t at);

/* The message is over; its source ends there. */
int walk_end(walk *w, uint64_t at);

/* Levels were closed: ends the alternative if it was one of them. */
void walk_leave(walk *w);

#endif
