/* trawl_pg.h - what the functions of the extension share: texts, memory, options
 *
 * The library knows nothing of PostgreSQL's errors, which are long jumps. So nothing that libtrawl
 * calls back (an allocator, a sink, a writer) may report one: these functions return an error code,
 * and the code that fed the library reports it after the library has returned.
 */
#ifndef TRAWL_PG_H
#define TRAWL_PG_H

#include <postgres.h>

#include <fmgr.h>
#include <trawl.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

/* Texts are fed in blocks of this many bytes. Between two blocks a query can be cancelled. */
#define BLOCK 65536

/* Declares a function for SQL. The names of libtrawl are taken, so these have their own prefix. */
#define FUNCTION(name) PG_FUNCTION_INFO_V1(pg_trawl_##name)

/* The server exports its names, which would replace ours. */
#pragma GCC visibility push(hidden)

/* ---- Texts: text.c ---- */

/* Returns the bytes of a text or bytea, a text in UTF-8. They are part of the argument, or are
 * allocated in the current context. */
trawl_str text_get(struct varlena *argument, bool is_bytea);

/* Returns a text in the encoding of the server. A NUL and each bad sequence of UTF-8 become U+FFFD;
 * a character that the encoding lacks is percent-encoded. */
text *text_make(trawl_str s);

/* Returns the start of a text for a message, in the encoding of the server. */
char *text_shown(trawl_str s);

/* Returns true for UTF-8 without NUL that the server's encoding can hold. */
bool text_fits(trawl_str s);

/* Reports an error of the library, unless it is TRAWL_OK. */
void check(int error);

/* ---- Memory of one call: work.c ---- */

/* What a call has open in the library. It is closed when its context is reset or deleted, also
 * after an error. */
typedef struct work {
    MemoryContext context;
    MemoryContextCallback at_end;
    trawl_settings *settings;
    trawl_mail *mail;
    trawl *scan;
    trawl_emit *emit;
} work;

/* Makes a context below `parent`, and an object of `size` zeroed bytes in it that begins with a
 * struct work. */
void *work_new(MemoryContext parent, Size size);

/* Closes what is open and frees the memory. */
void work_free(work *w);

/* Returns settings that are valid as long as `w`, or reports an error of a function. */
const trawl_settings *work_settings(work *w, const char *function, trawl_config *config);

/* The library's allocator, whose user data is a MemoryContext. Returns NULL if memory is short. */
void *work_resize(void *context, void *old, size_t size);

/* Bytes that grow. */
typedef struct bytes {
    char *p;
    size_t n, room;
} bytes;

/* Make room for, and add, n bytes. Return TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int bytes_reserve(MemoryContext context, bytes *b, size_t n);
int bytes_add(MemoryContext context, bytes *b, const void *p, size_t n);

/* ---- Options: options.c ---- */

/* Which functions have an option. */
enum use { OF_LINKS = 1, OF_TEXT = 2, OF_HTML = 4 };

typedef struct options {
    trawl_config find;
    trawl_mail_config mail;
    trawl_emit_config emit;
} options;

/* Returns the options of a function's argument, "find=url schemes=https", or reports an error in
 * them. The result has pointers into `s`. */
options options_read(const char *function, enum use use, trawl_str s);

#pragma GCC visibility pop

#endif
