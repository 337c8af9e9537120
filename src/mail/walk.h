/* walk.h - through one message: its header, its parts, theirs (RFC 2045, 2046; SPEC E2, E3, E15)
 *
 * Bytes come in runs with their places in the source. What is open is a stack: multiparts with their boundaries, messages inside
 * messages. A line that may be a boundary is held back, with the line break before it, which belongs to it.
 */
#ifndef TRAWL_MAIL_WALK_H
#define TRAWL_MAIL_WALK_H

#include "mail/fields.h"
#include "mail/head.h"
#include "mail/line_search.h"
#include "mail/params.h"
#include "mail/reader.h"
#include "mail/words.h"

/* What the bytes that come belong to. */
typedef enum walk_state {
    WALK_HEADER,
    WALK_REST,     /* of a header field that is too long */
    WALK_PREAMBLE, /* of a multipart, held: it may be all there is */
    WALK_TEXT,     /* a part that is read */
    WALK_SKIP      /* what is not: see reason */
} walk_state;

/* A path of numbers, "1.2.3": ten bytes a level are enough for TRAWL_MAIL_PARTS. */
#define WALK_PATH (10 * (TRAWL_MAIL_DEPTH + 2))

/* So much of a preamble is held. */
#define WALK_PREAMBLE_MAX 65536

typedef struct walk_level {
    bool multipart;              /* else a message in a message */
    bool digest;                 /* its parts are messages if they do not say otherwise */
    size_t boundary, boundary_n; /* in boundaries; 0 bytes: none is known */
    size_t base, base_n;         /* in bases */
    size_t path_n;               /* its parts' numbers come behind so much of the path */
    unsigned parts;
} walk_level;

/* A line that may be a boundary: its line break before, as much as came. */
typedef struct walk_held {
    char p[TRAWL_MAIL_BOUNDARY + 256];
    size_t n;
    uint64_t at;
} walk_held;

/* Fields with something to tell, found at the first look at a header, for the second one. */
#define WALK_MARKS 64

typedef struct walk_mark {
    head_field field;
    fields_how how;
} walk_mark;

/* What the fields of a text's header came to. A mailbox has some four charsets, three encodings, and plain text and HTML in them. */
#define WALK_MEMOS 16
#define WALK_MEMO 128

typedef struct walk_memo {
    char fields[WALK_MEMO]; /* Content-Type, Content-Transfer-Encoding: their bytes, one behind the other */
    char type[40], encoding[24], charset[24];
    size_t name_n, encoding_n, charset_n;
    reader_text as; /* without a base */
    bool flowed;
} walk_memo;

/* What the Content-Type of a multipart came to whose last parameter is its boundary, in quotes: that alone is always another one. */
#define WALK_SHAPES 4

typedef struct walk_shape {
    size_t n, type_n;
    char before[96]; /* the boundary: so many bytes of the field */
    char type[32];
} walk_shape;

typedef struct walk {
    const memory *m;
    shelf charsets; /* of all texts here, each of which is decoded in one go */
    give *g;
    reader *r;
    unsigned find;     /* enum trawl_find */
    int headers;       /* enum trawl_headers */
    bool show;         /* TRAWL_MAIL_SHOW */
    bool alone;        /* the header is all there is: any field is read that a URL stands in */
    unsigned hows;     /* of the last four: walk_field_hows() */
    bool told;         /* the MESSAGE event */
    bool digest_child; /* the part whose header is read is a message unless it says otherwise */
    bool part_known;   /* the PART event of that part has gone out */
    bool one_click;
    bool base_is_own;         /* the header that is read has a base */
    bool rest_line;           /* WALK_REST: a line begins */
    bool line_start;          /* the body's next byte begins its first line */
    const names_row *charset; /* of texts that name none */
    trawl *t;

    trawl_mail_message message;
    words_text id, date, from, subject;
    srcmap subject_map;
    size_t subject_at; /* in the header that is read: subject is what the field there says; SIZE_MAX for none */
    char iso[32];

    trawl_mail_part part;
    words_text type, part_charset, encoding, boundary, value;
    char path[WALK_PATH], part_path[WALK_PATH];
    size_t path_n;
    words_text content_type, transfer; /* the raw fields of the header that is read */
    params_field params;               /* of the former, once it was read */
    bool params_read;
    walk_memo memos[WALK_MEMOS];
    uint16_t memo_keys[WALK_MEMOS]; /* the lengths of their fields (walk_type.c); 0: there is none */
    unsigned memo_next;
    walk_shape shapes[WALK_SHAPES];
    unsigned shape_next;
    size_t boundary_at;    /* where it stands in content_type, up to the quote at its end; 0: params_read() finds it */
    const walk_memo *memo; /* for the header that is read; NULL: it says something new */
    words_text
        base; /* Content-Base or Content-Location of the header that is read, or of what it is inside of: a whole URL */
    words_text bases; /* those of the levels, one behind the other */

    head head;
    walk_mark marks[WALK_MARKS];
    unsigned marked;
    walk_state state;
    int reason; /* WALK_SKIP: enum trawl_skip */
    walk_level levels[TRAWL_MAIL_DEPTH];
    unsigned depth, parts;
    unsigned alternative; /* 1 + the level of the outermost multipart/alternative; 0: none is open */
    once once;
    words_text boundaries;
    walk_held held;
    line_set dashes;
    words_text preamble; /* what is held of it */
    uint64_t preamble_at;
    fields_room fields;
    fields_index names;
    char raw[8192 + 2 * FIELDS_PIECES]; /* a field's link as it stands there */
    words_text text;                    /* a field's */
    srcmap text_map;
} walk;

void walk_open(walk *w, trawl *t, give *g, reader *r);
void walk_close(walk *w);

/* The message to come is known to be a header and nothing behind it, or not. */
void walk_head_alone(walk *w, bool alone);

/* A message begins at that place. All that follow return 0, an error, or the sink's value. */
int walk_begin(walk *w, uint64_t number, uint64_t at);
int walk_bytes(walk *w, const char *p, size_t n, uint64_t at);

/* It is over; its source ends there. */
int walk_end(walk *w, uint64_t at);

/* ---- Between the files of the walk ---- */

/* A header begins at that place. */
void walk_begin_header(walk *w, uint64_t at, bool digest);

/* walk_head.c: the header in w->head, or the fields of it that are whole, is read: events go out, what its fields say of the
 * structure is kept. *used says how many bytes of it are header. */
int walk_read_head(walk *w, bool whole, size_t *used);

/* walk_part.c: what the header says begins: a multipart, a message, a text, something else. */
int walk_begin_body(walk *w, uint64_t at);

/* The PART event for the part whose header that is. */
int walk_know_part(walk *w);

/* A text of that type, at the walk's present path and number. */
int walk_begin_text(walk *w, uint64_t at);

/* Levels were closed: is the alternative still open? */
static inline void walk_leave(walk *w)
{
    if (w->alternative > w->depth) {
        w->alternative = 0;
        w->g->once = NULL;
    }
}

/* walk_part.c: the part that is open ends; levels deeper than that number are closed. */
int walk_end_part(walk *w, uint64_t to);

/* walk_line.c: the body, in which lines may be boundaries. *took: bytes that were used before the state changed. */
int walk_body(walk *w, const char *p, size_t n, uint64_t at, size_t *took);

/* The message ends: what is held is a line, or text. */
int walk_end_body(walk *w);

/* walk.c: bytes of the body that are no boundary. */
int walk_leaf(walk *w, const char *p, size_t n, uint64_t at);

/* walk_preamble.c: a multipart's first bytes, before any boundary, are held. */
int walk_hold_preamble(walk *w, const char *p, size_t n, uint64_t at);

/* What is held is the multipart's text; or, if adopting, it shows the boundary that is used. */
int walk_flush_preamble(walk *w, bool adopting);

#endif
