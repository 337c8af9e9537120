/* record.h - the interface of this folder: reads a record of WARC (ISO 28500)
 *
 * The input is a record with its header, in pieces of any size, from the container. The page or
 * text in it is passed to the reader of texts, without the header, chunks (RFC 9112 section 7.1)
 * and compression of HTTP; everything else is skipped.
 */
#ifndef TRAWL_MAIL_RECORD_RECORD_H
#define TRAWL_MAIL_RECORD_RECORD_H

#include "base/budget.h"
#include "mail/message/message.h"

/* ---- Chunks: chunks.c ---- */

/* The maximum length of the line before a chunk. */
#define CHUNKS_LINE 256

/* Called with bytes of the body and their source offset. Returns 0 to continue. */
typedef int chunks_sink(void *user, const char *p, size_t n, uint64_t at);

typedef struct chunks {
    enum {
        CHUNKS_FIRST, /* in the first line */
        CHUNKS_SIZE,  /* in the line before a chunk */
        CHUNKS_DATA,
        CHUNKS_AFTER, /* in the line end after a chunk */
        CHUNKS_OVER,
        CHUNKS_DAMAGED,
        CHUNKS_NONE /* the body has no chunks */
    } state;
    uint64_t left;    /* bytes of the chunk that are to come */
    uint64_t damage;  /* CHUNKS_DAMAGED: the source offset */
    uint64_t line_at; /* source offset of `line` */
    size_t line_n;
    char line[CHUNKS_LINE];
} chunks;

/* Begins a body. A body whose first line has no chunk size is passed on unchanged. */
void chunks_begin(chunks *c);

/* Passes the data of the chunks to the sink. Returns 0, or the value with which the sink
 * stopped. */
int chunks_feed(chunks *c, const char *p, size_t n, uint64_t at, chunks_sink *sink, void *user);

/* Ends a body: passes on a first line without a line end. Returns like chunks_feed(). */
int chunks_finish(chunks *c, chunks_sink *sink, void *user);

/* ---- Records: record.c ---- */

typedef enum record_state {
    RECORD_HEADER,
    RECORD_HTTP, /* the header of HTTP */
    RECORD_BODY,
    RECORD_SKIP /* the rest of the record is not read, for record.reason */
} record_state;

/* The maximum number of bytes that are unpacked at once. */
#define RECORD_UNPACKED 16384

typedef struct record {
    /* Settings, filled in by the owner before record_open(). */
    trawl_scanner *t;
    events *g;
    reader *r;
    const names_row *charset; /* for texts that name none */
    trawl_unpacker unpacker;  /* its open() is NULL if there is no unpacker */

    words words;
    record_state state;
    int reason;    /* RECORD_SKIP: enum trawl_skip */
    buffer header; /* the header so far */
    size_t line;   /* offset of its last line */

    trawl_mail_message message;
    trawl_mail_part part;
    buffer id, date, uri, type, named, coding;
    date_forms forms;

    /* The body. */
    bool page, chunked; /* the body is HTML; the body has chunks */
    bool reading;       /* the text has begun */
    chunks chunks;
    void *unpacking;     /* state of the unpacker; NULL: not compressed */
    budget budget;       /* of the input */
    bool unpacked;       /* the compressed data has ended */
    uint64_t unpacked_n; /* unpacked bytes so far */
    uint64_t body;       /* where the body begins in the source */
    srcmap map;          /* from unpacked bytes to the start of the body */
    char *out;           /* RECORD_UNPACKED bytes; NULL before the first compressed body */
} record;

void record_open(record *d);

/* Begins another input. */
void record_reset(record *d);
void record_close(record *d);

/* Begins record number `number` at a source offset. This and the functions below return 0, an
 * error, or the value with which the sink stopped. */
int record_begin(record *d, uint64_t number, uint64_t at);
int record_bytes(record *d, const char *p, size_t n, uint64_t at);

/* Ends the record at this source offset. */
int record_end(record *d, uint64_t at);

#endif
