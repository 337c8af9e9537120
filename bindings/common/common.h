/* common.h - the parts of the extension for SQLite that use no SQL: links, URLs, files
 *
 *   urls.c      forms of a URL, names of standards
 *   verdict.c   the answer of trawl_check()
 *   places.c    the places of links in characters
 *   text.c      finds bytes that are not UTF-8
 *   options.c   reads options, such as 'find=url schemes=https'
 *   columns.c   the columns of a link, and which settings of the library they need
 *   files.c     opens the files that a path names, one after the other
 *   folders.c   lists folders in the order of trawl(1)
 *
 * Only the public headers of the library are used.
 */
#ifndef TRAWL_COMMON_COMMON_H
#define TRAWL_COMMON_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

/* ---- Texts: text.c ---- */

/* Returns the length of the character at s.p. For NUL and for bytes that are not UTF-8, sets *bad
 * to true, and returns how many bytes one U+FFFD replaces (in Unicode, a maximal subpart). */
size_t text_character(trawl_str s, bool *bad);

/* Returns the length of the longest prefix that is UTF-8 without NUL. */
size_t text_clean(trawl_str s);

/* ---- Places of links: places.c ---- */

/* Returns the number of characters that begin in p[0..n): of bytes other than 0x80 to 0xBF. */
size_t text_count(const char *p, size_t n);

/* Where the search for places of links in a text has come to. */
struct places {
    trawl_str text;            /* empty: places are bytes */
    uint64_t byte, characters; /* the first `byte` bytes are so many characters */
};

/* Sets *start and *end to the first and the last character of a link, counted from 1. Returns false
 * if the link has no place. */
bool places_find(struct places *p, const trawl_link *link, uint64_t *start, uint64_t *end);

/* ---- Files: files.c ---- */

/* The extension defines these two functions. The first allocates like realloc, and frees if size
 * is 0. The second reports that a file was removed from its folder before it could be opened. */
void *files_resize(void *old, size_t size);
void files_gone(const char *path);

/* Returns a text to be freed with files_resize(), or NULL when out of memory. */
char *files_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A path with a NUL, which `n` does not count. */
struct files_path {
    char *p;
    size_t n, room;
};

/* An open file. Its first user sets all members to 0. */
struct files_file {
    struct files_path path;
    bool open;
    int fd;
    void *packed;      /* of zlib, or NULL */
    uint64_t unpacked; /* bytes that zlib has returned */
};

struct files;

/* Opens the files that a path or pattern names. Returns 0, or -1 with a message in *why, which
 * stays NULL when out of memory. *f is NULL unless the result is 0. */
int files_open(struct files **f, const char *path, char **why);

/* Closes the current file, and opens the next one. Sets *is_message to true for files in a Maildir
 * or MH folder. Returns 1, or 0 after the last file, or -1 as files_open() does. */
int files_next(struct files *f, struct files_file *file, bool *is_message, char **why);

/* Reads the next bytes. Returns their number, 0 at the end, or -1 as files_open(). */
int files_read(struct files_file *file, char *to, unsigned size, char **why);

/* Returns the path of the file. */
trawl_str files_file_path(const struct files_file *file);

void files_file_close(struct files_file *file);
void files_close(struct files **f);

/* ---- Folders: folders.c ---- */

enum files_entry {
    FILES_OTHER,
    FILES_FILE,
    FILES_MESSAGE,
    FILES_FOLDER,
    FILES_MESSAGES /* a folder of a Maildir: all its files are messages */
};

/* Sets the path to an entry of the folder whose name is the first n bytes of the path. Returns
 * false when out of memory. */
bool files_set_path(struct files_path *path, size_t n, const char *name);

/* The entries of a folder, and of the folders above it. */
struct files_level;

/* Returns an empty level for the folder whose name is the first `path_n` bytes of the path, or NULL
 * when out of memory. */
struct files_level *files_level_new(struct files_level *above, size_t path_n);

/* Adds an entry. Returns false when out of memory. */
bool files_level_add(struct files_level *l, const char *name, enum files_entry kind);

/* Sets the path to the next entry of this level or, if it has no more, of the levels above it.
 * Returns 1, 0 when no entry is left, or -1 when out of memory. */
int files_level_next(struct files_level **level, struct files_path *path, enum files_entry *kind);

/* Adds a level for the folder at the path. Returns 0, or -1 as files_next(). */
int files_level_enter(struct files_level **level, struct files_path *path, enum files_entry kind,
                      char **why);

/* Returns true unless the level is the topmost one. */
bool files_level_is_below(const struct files_level *l);

void files_level_free(struct files_level **level);

/* Sets *why to "path: what". Returns -1. */
int files_fail(char **why, const char *path, const char *what);

/* ---- Forms of a URL: urls.c ---- */

/* Writes a form of the URL, as trawl_canonical() does. Returns URL_NONE if there is none. */
typedef int url_form(const char *url, size_t n, char *out, size_t size, size_t *len);
#define URL_NONE 1

url_form url_host, url_site, url_looks_like;

/* The standards. The first row is "any". */
struct url_standard {
    const char *name;
    unsigned bits; /* enum trawl_standard */
};

#define URL_STANDARDS 5
#define URL_STANDARD_NAMES "1738, 1630, 3986, iri and any"
extern const struct url_standard url_standards[URL_STANDARDS];

/* Returns more than 0 if the standard with this name accepts the URL, 0 if not, URL_NO_STANDARD if
 * there is no such standard, or an error of the library. */
int url_valid(trawl_str url, trawl_str standard);
#define URL_NO_STANDARD (-100)

/* Writes the answer of trawl_check() as JSON, {"valid":[...],"errors":[{"standard":...}]}, with
 * places in characters, from 1. Returns as trawl_canonical(). */
int verdict_json(const char *url, size_t n, char *out, size_t size, size_t *len);

/* ---- Options: options.c ---- */

/* What the functions that take options do: write a text as text, write it as HTML, or read a
 * document or a file. */
enum options_use { OPTIONS_OF_TEXT, OPTIONS_OF_HTML, OPTIONS_OF_DOCUMENT };

/* The strings are parts of the text that was read. */
struct options {
    trawl_config config;
    trawl_mail_config mail;
    trawl_emit_config emit;
};

/* Reads options. `input` is the default of "from=". Returns 0, or -1 as files_open(). */
int options_read(struct options *options, enum options_use use, int input, trawl_str text,
                 char **why);

/* Makes settings from options. Their memory comes from files_resize(). Returns as
 * options_read(). */
int options_settings(trawl_settings **settings, const struct options *options, char **why);

/* ---- The columns of a link: columns.c ---- */

/* The columns of trawl_links in their order. A row has a constant and a name. LIST: spans, flags,
 * readings, standards. MESSAGE: a text of the message, which has the same name in
 * trawl_mail_message. */
#define COLUMNS_OF_LINKS(TEXT, NUMBER, LIST, MESSAGE)                                              \
    TEXT(URL, url)                                                                                 \
    TEXT(BYTES, bytes)                                                                             \
    TEXT(KIND, kind)                                                                               \
    TEXT(RAW, raw)                                                                                 \
    LIST(SPANS, spans)                                                                             \
    NUMBER(LINE, line)                                                                             \
    NUMBER(COLUMN, column)                                                                         \
    NUMBER(QUOTE, quote)                                                                           \
    LIST(FLAGS, flags)                                                                             \
    LIST(ALT, alt)                                                                                 \
    TEXT(CANONICAL, canonical)                                                                     \
    TEXT(ASCII, ascii)                                                                             \
    TEXT(HOST, host)                                                                               \
    TEXT(SITE, site)                                                                               \
    TEXT(SURT, surt)                                                                               \
    TEXT(LOOKS_LIKE, looks_like)                                                                   \
    TEXT(DISPLAY, display)                                                                         \
    LIST(VALID, valid)                                                                             \
    NUMBER(SERIAL, number)                                                                         \
    NUMBER(OFFSET, offset)                                                                         \
    MESSAGE(ID, id)                                                                                \
    MESSAGE(DATE, date)                                                                            \
    MESSAGE(DATE_ISO, date_iso)                                                                    \
    NUMBER(TIME, time)                                                                             \
    MESSAGE(TIME_ISO, time_iso)                                                                    \
    MESSAGE(FROM, from)                                                                            \
    MESSAGE(FROM_ADDR, from_addr)                                                                  \
    MESSAGE(SUBJECT, subject)                                                                      \
    MESSAGE(LIST_ID, list_id)                                                                      \
    MESSAGE(IN_REPLY_TO, in_reply_to)                                                              \
    TEXT(PART, part)                                                                               \
    TEXT(TYPE, type)                                                                               \
    TEXT(HEADER, header)                                                                           \
    TEXT(ZONE, zone)                                                                               \
    NUMBER(START, start)                                                                           \
    NUMBER(END, end)                                                                               \
    TEXTS_OF_LINKS(TEXT)

/* The last of these columns: texts that have the same names in the library's trawl_link, and are
 * NULL if empty. */
#define TEXTS_OF_LINKS(TEXT)                                                                       \
    TEXT(ATTRIBUTE, attribute)                                                                     \
    TEXT(ANCHOR, anchor)                                                                           \
    TEXT(TARGET, target)                                                                           \
    TEXT(INNER, inner)                                                                             \
    TEXT(QUOTED_BY, quoted_by)

/* Arguments for a list: one declares the constant of a row, one does nothing. */
#define COLUMN_CONSTANT(column, name) column,
#define COLUMN_SKIP(column, name)

enum columns_column {
    COLUMNS_OF_LINKS(COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT) FILE_NAME,
    FILE_BYTES,
    COLUMN_COUNT
};

extern const char *const column_names[COLUMN_COUNT];

/* What a column needs in addition to the URL. */
enum need {
    NEEDS_LINK = 1,    /* TRAWL_WANT_LINK */
    NEEDS_PLACE = 2,   /* TRAWL_WANT_PLACE */
    NEEDS_ENDS = 4,    /* TRAWL_OPTION_OTHER_ENDS */
    NEEDS_TARGETS = 8, /* TRAWL_MAIL_OPTION_TARGETS */
    FROM_URL = 16,     /* nothing else: it is computed from the URL */
    FROM_FILE = 32     /* nothing but the name of the file */
};

/* What a column needs, as bits; 0 for nothing. For a form of the URL, `form` is the function that
 * writes it. */
struct column_row {
    unsigned needs;
    url_form *form;
};

extern const struct column_row column_rows[COLUMN_COUNT];

/* Returns the stored column that a column is computed from, or the column itself. */
int column_source(int column);

bool column_is_number(int column);

/* Sets in both configs what the stored columns need. `stored` has a bit for each column. */
void columns_need(trawl_config *find, trawl_mail_config *mail, uint64_t stored);

#endif
