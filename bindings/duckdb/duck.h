/* duck.h - trawl as an extension that DuckDB loads
 *
 *   extension.c   the entry point; texts, errors and memory
 *   work.c        scanners, which the calls of a function share
 *   lists.c       writes lists: links, words
 *   links.c       trawl_links(text), trawl_urls(text)
 *   texts.c       trawl_html(text), trawl_unbreak(text)
 *   urls.c        functions of one URL: trawl_canonical(url) and so on
 *   tables.c      the tables read_links(path) and read_mail(path)
 *   mail.c        the rows of read_mail
 *   columns.c     the columns of both tables
 *
 * Only the public headers of the library are used, and version 1.2.0 of DuckDB's C interface.
 * Functions of DuckDB that allocate can leave through ours with a C++ exception, so no lock is held
 * while one of them runs, and memory always has an owner that DuckDB closes.
 */
#ifndef TRAWL_DUCKDB_DUCK_H
#define TRAWL_DUCKDB_DUCK_H

#include <duckdb_extension.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "../common/common.h"

DUCKDB_EXTENSION_EXTERN

/* ---- Memory and messages: extension.c ---- */

/* Allocates like realloc, and frees if size is 0. The library's allocator, too. */
void *duck_resize(void *user, void *old, size_t size);

/* Bytes that grow. */
struct duck_bytes {
    char *p;
    size_t n, room;
};

/* Add n bytes, or make room for them. Return false when out of memory. */
bool duck_add(struct duck_bytes *b, const void *p, size_t n);
bool duck_reserve(struct duck_bytes *b, size_t n);

/* An error message. */
struct duck_why {
    char text[1024];
};

/* Write an error message, and return false. duck_explain() takes an error of the library.
 * duck_fail() takes the name of what failed, and a message of bindings/common, which it frees. */
bool duck_say(struct duck_why *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool duck_explain(struct duck_why *why, int error);
bool duck_fail(struct duck_why *why, const char *where, char *message);

/* ---- Vectors: extension.c ---- */

/* Returns the bytes of a text or blob in a vector. */
trawl_str duck_bytes(duckdb_string_t *string);

/* Set a row to a text or a blob, or to NULL if p is NULL. In a text, NUL and bytes that are not
 * UTF-8 become U+FFFD. Return TRAWL_OK, or TRAWL_ERROR_NO_MEMORY, also for 4 GiB or more, which
 * DuckDB cannot hold. */
int duck_text(duckdb_vector v, uint64_t row, trawl_str text);
int duck_blob(duckdb_vector v, uint64_t row, trawl_str bytes);

/* Sets a text that is static: it is not copied. */
void duck_word(duckdb_vector v, uint64_t row, const char *word);

/* Makes a row NULL. */
void duck_null(duckdb_vector v, uint64_t row);

/* Return a type, or the type of its lists, which the caller destroys. */
duckdb_logical_type duck_type(duckdb_type type);
duckdb_logical_type duck_list_of(duckdb_logical_type child);

/* A member of a struct. */
struct duck_member {
    const char *name;
    duckdb_type type; /* for a list, the type of its elements */
    bool list;
};

/* Returns the type of a struct. */
duckdb_logical_type duck_struct_of(const struct duck_member *members, unsigned count);

/* ---- Lists: lists.c ---- */

#define DUCK_KEPT 16 /* how many different lists of standards there are */

/* The vector of a list that is written row by row. */
struct duck_list {
    duckdb_vector v, child;
    uint64_t n, room;                  /* elements of all rows */
    unsigned made;                     /* bits: which lists in `kept` are made */
    duckdb_list_entry kept[DUCK_KEPT]; /* of duck_list_standards() */
};

void duck_list_open(struct duck_list *list, duckdb_vector v);

/* Adds an element. Returns its index in list->child. */
uint64_t duck_list_add(struct duck_list *list);

/* Sets the list of a row: the elements from `first` on. */
void duck_list_set(struct duck_list *list, uint64_t row, uint64_t first);

/* Makes the size of the list known. Only then may DuckDB read it. */
void duck_list_close(struct duck_list *list);

/* Set a row to the names of flags or of standards, which are given as bits. */
void duck_list_flags(struct duck_list *list, uint64_t row, uint64_t flags);
void duck_list_standards(struct duck_list *list, uint64_t row, unsigned valid);

/* A list of links. */
struct duck_links {
    struct duck_list list, valid, flags;
    duckdb_vector url, kind, start, end, host, site, surt;
};

/* A link as it is kept. */
struct duck_link {
    trawl_str url;
    int kind;
    bool placed;         /* `start` and `end` are known */
    uint64_t start, end; /* the first and the last character of the link, from 1 */
    uint64_t flags;
};

duckdb_logical_type duck_links_type(void);
void duck_links_open(struct duck_links *l, duckdb_vector v);

/* Adds an element. Returns an error of the library. `forms` is memory for the forms of the URL. */
int duck_links_add(struct duck_links *l, const struct duck_link *link, struct duck_bytes *forms);

/* Makes the sizes of the lists known, as duck_list_close(). */
void duck_links_close(struct duck_links *l);

/* Writes a form of a URL to `memory`. Sets *text to it; p is NULL if there is none. Returns an
 * error of the library. */
int duck_form(struct duck_bytes *memory, url_form *form, trawl_str url, trawl_str *text);

/* Sets a row to a form of a URL, or to NULL if there is none or url.p is NULL. Returns an error of
 * the library. */
int duck_put_form(duckdb_vector v, uint64_t row, url_form *form, trawl_str url,
                  struct duck_bytes *memory);

/* ---- Scanners: work.c ---- */

/* What the scanners of a function are for. */
enum duck_use { DUCK_TEXT, DUCK_HTML, DUCK_URLS, DUCK_LINKS };

/* A scanner with its settings, used by one call at a time. */
struct duck_work {
    struct duck_work *next;
    bool busy;
    trawl_settings *settings;
    trawl_mail *mail;
    struct duck_bytes text; /* the options that it was made for */
    struct options options;
    struct duck_bytes out;
    struct duck_why why;
    trawl_sink *sink; /* of the call, which stops with 1 minus an error; and its user data */
    void *user;
};

struct duck_pool;

/* Makes a pool, or returns NULL when out of memory. duck_pool_free() is a
 * duckdb_delete_callback_t. */
struct duck_pool *duck_pool_new(enum duck_use use);
void duck_pool_free(void *pool);

/* Take a scanner from the pool (NULL when out of memory), and give it back. */
struct duck_work *duck_work_take(struct duck_pool *pool);
void duck_work_give(struct duck_pool *pool, struct duck_work *w);

/* Makes the scanner for these options, which may be empty, unless it was made for them already.
 * Returns false with a message in w->why. */
bool duck_work_make(struct duck_pool *pool, struct duck_work *w, trawl_str options);

/* Does what duck_work_make() does, and scans a text. Returns false with a message in w->why. */
bool duck_work_scan(struct duck_pool *pool, struct duck_work *w, trawl_str text, trawl_str options);

/* ---- Functions ---- */

/* The vectors of a call. A row whose `text` is NULL gives NULL. */
struct duck_call {
    uint64_t rows;
    duckdb_string_t *text, *second; /* `second` is NULL when the function has one argument */
    uint64_t *text_valid, *second_valid;
    duckdb_vector out;
};

void duck_call_open(struct duck_call *c, duckdb_data_chunk input, duckdb_vector out);

/* Return the first and the second argument. If an argument is NULL, p of the first is NULL, and so
 * is the result of the row. */
trawl_str duck_call_text(const struct duck_call *c, uint64_t row);
trawl_str duck_call_second(const struct duck_call *c, uint64_t row);

/* Describes a function. */
struct duck_function {
    const char *name;
    duckdb_scalar_function_t call;
    int arguments; /* how many: 1, 2, or 3 for either 1 or 2 */
    bool blobs;    /* it also takes a blob */
    duckdb_logical_type result;
    void *extra;
    duckdb_delete_callback_t free_extra;
};

/* Registers a function, and frees the type of its result. */
bool duck_register(duckdb_connection db, const struct duck_function *f);

/* ---- Tables: columns.c, mail.c ---- */

#define DUCK_COLUMNS 64

struct duck_cell {
    uint64_t number; /* the value, or the offset of a text in duck_store.texts */
    size_t n;        /* the length of a text, or the number of elements */
    bool known;      /* not NULL */
};

/* Rows that DuckDB has not taken yet. */
struct duck_store {
    uint64_t stored; /* the columns that have a cell, as bits */
    unsigned cells;
    unsigned char place[DUCK_COLUMNS]; /* of a column: the index of its cell */
    struct duck_bytes rows, texts;
    uint64_t next, count; /* the first row that DuckDB has not taken, and the number of rows */
    bool failed;          /* no memory */
};

void duck_store_open(struct duck_store *s, uint64_t stored);
void duck_store_free(struct duck_store *s);

/* Adds a row of NULLs. */
void duck_store_add(struct duck_store *s);

/* Set a column of the last row, if it is stored. An empty text is NULL for duck_store_any(). */
void duck_store_number(struct duck_store *s, int column, uint64_t number);
void duck_store_text(struct duck_store *s, int column, trawl_str text);
void duck_store_any(struct duck_store *s, int column, trawl_str text);

/* Sets a column to a list of `count` elements, whose bytes are added. */
void duck_store_list(struct duck_store *s, int column, unsigned count, trawl_str bytes);

/* Removes the first n of the rows that are left. */
void duck_store_drop(struct duck_store *s, uint64_t n);

/* Return the cell of a row that is left, counted from 0; and its text. */
const struct duck_cell *duck_store_cell(const struct duck_store *s, uint64_t row, int column);
trawl_str duck_store_get(const struct duck_store *s, const struct duck_cell *cell);

/* Return, in this order: how many columns a table has, the i-th of them, the name of a column, and
 * its type. */
unsigned duck_columns_count(bool mail);
int duck_column_at(bool mail, unsigned i);
const char *duck_column_name(int column);
duckdb_logical_type duck_column_type(int column);

/* Returns the columns that must be stored when a column is read, as bits. */
uint64_t duck_column_stored(int column);

/* Adds what the columns need to the options. */
void duck_columns_need(struct options *o, uint64_t stored, bool dated);

/* Adds a row for a link. */
void duck_columns_link(struct duck_store *s, const trawl_event *e, trawl_str file);

/* Sets the columns of the message. */
void duck_columns_message(struct duck_store *s, const trawl_mail_message *message, trawl_str file);

/* Writes n rows of a column to a vector. Returns an error of the library. */
int duck_columns_put(const struct duck_store *s, int column, duckdb_vector v, uint64_t n,
                     struct duck_bytes *forms);

/* The columns of read_mail that read_links lacks. */
enum duck_mail_column { DUCK_BODY_TEXT = 48, DUCK_BODY_HTML, DUCK_BODY_LINKS, DUCK_BODY_LIMIT };

/* A link of a message in duck_store.texts, before its URL. */
struct duck_mail_link {
    int kind, body; /* the place is in the text of this body; -1: in none */
    uint64_t start, end, flags;
    size_t n; /* bytes of the URL */
};

struct duck_mail;

/* Makes the state of a reader of messages, or returns NULL when out of memory. */
struct duck_mail *duck_mail_new(struct duck_store *s);
void duck_mail_free(struct duck_mail **m);

/* The first function begins the row of a message, the second takes an event, and the third ends the
 * row if there is one. All return an error of the library. */
int duck_mail_begin(struct duck_mail *m, const trawl_mail_message *message, trawl_str file);
int duck_mail_event(struct duck_mail *m, const trawl_event *e);
int duck_mail_end(struct duck_mail *m);

/* Returns true when the last row is that of a message that has not ended. */
bool duck_mail_is_open(const struct duck_mail *m);

bool duck_register_tables(duckdb_connection db);
bool duck_register_links(duckdb_connection db);
bool duck_register_texts(duckdb_connection db);
bool duck_register_urls(duckdb_connection db);

#endif
