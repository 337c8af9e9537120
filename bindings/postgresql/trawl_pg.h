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

/* ---- Memory of one call: work.c ---- */

/* The objects of the library that a call has open. They are closed when the context is reset or
 * deleted, also after an error. */
typedef struct work {
    MemoryContext context;
    MemoryContextCallback at_end;
    trawl_settings *settings;
    trawl_mail *mail;
    trawl *scan;
    trawl_emit *emit;
} work;

/* Makes a context below `parent`. Returns an object of `size` zeroed bytes in it, which begins with
 * a struct work. */
void *work_new(MemoryContext parent, Size size);

/* Closes what is open and frees the memory. */
void work_free(work *w);

/* Returns settings that are valid as long as `w`. Reports an error if there are none; `function` is
 * the name in the message. */
const trawl_settings *work_settings(work *w, const char *function, trawl_config *config);

/* The allocator for the library. Its user data is a MemoryContext. Returns NULL without memory. */
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

/* The functions that take options. */
enum use { OF_LINKS, OF_TEXT, OF_HTML };

typedef struct options {
    trawl_config find;
    trawl_mail_config mail;
    trawl_emit_config emit;
} options;

/* Reads the options of a function, such as "find=url schemes=https", or reports an error in them.
 * The result has pointers into `s`. */
options options_read(const char *function, enum use use, trawl_str s);

#pragma GCC visibility pop

#endif
