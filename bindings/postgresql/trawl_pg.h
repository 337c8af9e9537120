/* trawl_pg.h - helpers of all functions of the extension: texts, memory, options
 *
 * PostgreSQL's errors are long jumps, which must not cross libtrawl. So a function that libtrawl
 * calls (an allocator, a sink, a writer) returns an error code, and the caller of libtrawl reports
 * it after libtrawl has returned.
 */
#ifndef TRAWL_PG_H
#define TRAWL_PG_H

#include <postgres.h>

#include <fmgr.h>
#include <trawl.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "columns.h"

/* Bytes that are passed to the library at once. A query can be cancelled between two blocks. */
#define BLOCK 65536

/* Declares a function for SQL. The prefix avoids the names of functions in libtrawl. */
#define FUNCTION(name) PG_FUNCTION_INFO_V1(pg_trawl_##name)

/* Without this, names that the server exports would replace ours. */
#pragma GCC visibility push(hidden)

/* ---- Texts: text.c ---- */

/* Returns the bytes of a bytea, or a text in UTF-8. They are part of the argument, or are allocated
 * in the current context. */
trawl_str text_get(struct varlena *argument, bool is_bytea);

/* Returns a text of PostgreSQL in the encoding of the server. NUL and each bad sequence of UTF-8
 * become U+FFFD. Characters that the encoding lacks are percent-encoded. */
text *text_make(trawl_str s);

/* Returns the start of a text for a message, in the encoding of the server. */
char *text_shown(trawl_str s);

/* Returns true for UTF-8 without NUL whose characters are all in the encoding of the server. */
bool text_fits(trawl_str s);

/* Reports an error of the library, unless it is TRAWL_OK. */
void check(int error);

/* ---- Memory: work.c ---- */

/* The allocator for the library. Its user data is a MemoryContext. Returns NULL when out of
 * memory. */
void *work_resize(void *context, void *old, size_t size);

/* Bytes that grow. */
typedef struct bytes {
    char *p;
    size_t n, room;
} bytes;

/* Make room for n more bytes; add n bytes. Return TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int bytes_reserve(MemoryContext context, bytes *b, size_t n);
int bytes_add(MemoryContext context, bytes *b, const void *p, size_t n);

/* ---- Options: options.c ---- */

/* What options are for: links with all their fields, links with only the fields that the URL has,
 * text, or HTML. */
enum use { OF_LINKS, OF_URLS, OF_TEXT, OF_HTML };

typedef struct options {
    trawl_config find;
    trawl_mail_config mail;
    trawl_emit_config emit;
} options;

/* Reads the options of a function, such as "find=url schemes=https", or reports an error in them.
 * The result has pointers into `s`. */
options options_read(const char *function, enum use use, trawl_str s);

/* ---- Readers: work.c ---- */

/* What the library needs to read a text with certain options. A session keeps readers, since making
 * one takes ten times as long as reading a short text. While a call uses a reader, the memory of
 * the reader belongs to that of the call, so that an error or a cancelled query frees it. */
typedef struct postgresql_reader {
    MemoryContext context;
    MemoryContextCallback at_end;
    const char *function; /* the name in messages */
    enum use use;
    trawl_str words; /* the options as written */
    options options;
    trawl_settings *settings;
    trawl_mail *mail;    /* for OF_LINKS, OF_URLS */
    trawl_scanner *scan; /* for the others */
    trawl_emit *emit;    /* the writer of the running call */
    bytes found;         /* what the sink collects */
    struct places places;
    char limit[200]; /* the first limit that may have hidden a link; empty: none */
} reader;

/* Returns a reader for a function and its options. The sink's user data is the reader. Reports an
 * error in the options. */
reader *reader_take(const char *function, enum use use, trawl_str words, trawl_sink *sink);

/* Makes the reader's memory a part of `parent`. */
void reader_move(reader *r, MemoryContext parent);

/* Feeds a whole text, and finishes it. A query can be cancelled between two blocks. */
void reader_read(reader *r, trawl_str s);

/* Feed the next block; finish the text. Both report errors of the library, and those of the sink,
 * which returns 1 minus the error. */
void reader_feed(reader *r, trawl_str block);
void reader_finish(reader *r);

/* Keeps the reader for another call. Warns if a limit or the format may have hidden links. */
void reader_give(reader *r);

/* ---- Forms of a URL: url.c ---- */

/* A function of the library that writes a form of a URL. */
typedef int form(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Returns a form of a URL, allocated in the current context. */
trawl_str url_make_form(form *write, trawl_str url);

/* Return the host of the canonical form of a URL, and the site of this host. Both may be empty. */
trawl_str url_host(trawl_str url);
trawl_str url_site(trawl_str url);

/* ---- Fields of a link: fields.c ---- */

enum fields_field {
    COLUMNS_OF_LINKS(COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT) FIELDS
};

/* A stored link begins with this; its texts follow. A value is a number, the bits of the flags, or
 * (the offset of a text << 32 | its length). The text of SPANS consists of trawl_spans. That of ALT
 * has, for each reading, a fields_reading and then its URL. The fields that are computed from the
 * URL have no value. */
typedef struct fields_head {
    uint64 known; /* bits: fields that are not NULL */
    uint64 value[FIELDS];
} fields_head;

typedef struct fields_reading {
    int why;
    size_t n; /* bytes of the URL */
} fields_reading;

/* Returns true for the URL, its kind, and what is computed from it. */
bool fields_is_of_url(int field);

/* Returns the stored bytes of a field. Their p is NULL if the field is NULL. */
trawl_str fields_bytes(trawl_str link, int field);

/* Returns a field of a stored link, allocated in the current context. */
Datum fields_datum(trawl_str link, int field, bool *is_null);

#pragma GCC visibility pop

#endif
