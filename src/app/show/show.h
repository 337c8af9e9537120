/* show.h - output of the command: buffered output, growing buffers, messages, escaped text
 *
 * Nothing here depends on the locale.
 */
#ifndef TRAWL_APP_SHOW_SHOW_H
#define TRAWL_APP_SHOW_SHOW_H

#include <stdbool.h>
#include <string.h>
#include <sys/types.h>
#include <trawl.h>

#include "base/check.h"

/* ---- Growing buffers: buffer.c ---- */

struct buffer {
    char *p;
    size_t n, size;
};

/* trawl_canonical(), trawl_ascii() and similar functions. */
typedef int url_form(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Replaces the contents by the URL in this form. Returns what the library returns, except
 * TRAWL_ERROR_NO_SPACE. */
int buffer_fill(struct buffer *buffer, url_form *form, trawl_str url);

/* Replaces the contents by what trawl_resolve() makes of `base` and `ref`. Returns as
 * buffer_fill(). */
int buffer_resolve(struct buffer *buffer, int rule, trawl_str base, trawl_str ref);

/* Makes room for n more bytes; appends bytes. Return TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int buffer_make_room(struct buffer *buffer, size_t n);
int buffer_add(struct buffer *buffer, const char *p, size_t n);

/* Returns true once a buffer of this program could not grow. Texts may be incomplete from then on:
 * nothing more is written to a database, and the exit status is that of a failure. */
int buffer_failed(void);

/* Returns true if a buffer could not grow, and no message followed the first failure. */
bool buffer_failed_silently(void);

void buffer_free(struct buffer *buffer);

static inline trawl_str buffer_str(const struct buffer *buffer)
{
    return (trawl_str){buffer->n > 0 ? buffer->p : "", buffer->n};
}

/* ---- Output: output.c ----
 *
 * Buffered output to a descriptor. The first error is kept and everything after it is dropped; the
 * owner of the output checks for it at the end, or sooner when much work is left.
 */

/* Marks a place in the output of a piece where the bytes depend on earlier pieces of the file. */
enum note_kind {
    NOTE_LINE,    /* a[1] digits, the number a[0]; add the number of lines before the piece */
    NOTE_MESSAGE, /* a[1] digits, the number a[0]; add the number of messages before the piece */
    NOTE_LINK,    /* a link begins; drop it if the hash a[0], a[1] was seen before */
    NOTE_FLAGS,   /* the flags a[0] of this link */
    NOTE_FIELD,   /* a[1] bytes: a field of its record that -u merges; a[0]: the flags */
    NOTE_KEEP     /* the bytes from here on do not belong to a link; keep them */
};

struct note {
    size_t at; /* its offset in the bytes that come with the notes */
    enum note_kind kind;
    uint64_t a[2];
};

struct warning;

/* Receives output instead of a descriptor, a buffer at a time, and the warnings between the bytes;
 * without warn() these go to standard error. Both functions return 0 or an errno. */
struct output_taker {
    int (*take)(void *user, const char *p, size_t n, const struct note *notes, size_t count);
    int (*warn)(void *user, const struct warning *w);
    void *user;
    bool wants_notes; /* make notes; 0 if all numbers are known */
    struct note *notes;
    size_t count, size;
};

struct output {
    int fd;
    int error;    /* errno of the first write that failed, or 0 */
    bool used;    /* something was written, so closing may fail */
    char last;    /* the last byte written */
    char *buffer; /* the caller's; buffer[0..n) is not written yet */
    size_t n, size;
    void (*drain)(void *user);  /* adds what a writer has collected, if not NULL */
    void *drained;              /* its user */
    struct buffer *hold;        /* receives the bytes instead, if not NULL */
    struct output_taker *taker; /* receives the buffers instead of fd, if not NULL */
    char *record;               /* memory of a record that does not fit into the buffer */
};

void output_open(struct output *o, int fd, char *buffer, size_t size);

/* Writes bytes that are held or do not fit into the buffer. */
void output_through(struct output *o, const char *p, size_t n);

static inline void output_bytes(struct output *o, const char *p, size_t n)
{
    if (o->hold || n > o->size - o->n) {
        output_through(o, p, n);
        return;
    }
    CHECK(o->n + n <= o->size);
    if (n > 0)
        memcpy(o->buffer + o->n, p, n);
    o->n += n;
}

static inline void output_text(struct output *o, const char *text)
{
    output_bytes(o, text, strlen(text));
}

static inline void output_byte(struct output *o, char c)
{
    if (o->hold || o->n == o->size)
        output_through(o, &c, 1);
    else
        o->buffer[o->n++] = c;
}

void output_spaces(struct output *o, size_t n);
void output_number(struct output *o, uint64_t n);

/* Writes names and numbers, as printf() does; at most 511 bytes. */
__attribute__((format(printf, 2, 3))) void output_printf(struct output *o, const char *format, ...);

/* Makes a note, if the output takes notes. */
void output_note(struct output *o, size_t at, enum note_kind kind, uint64_t a, uint64_t b);

/* Writes a record that was held, and its notes, with offsets from the start of the record. */
void output_held(struct output *o, const struct buffer *record, const struct note *notes,
                 size_t count);

/* Writes what a writer has collected; needed before bytes that bypass the writer. */
static inline void output_drain(struct output *o)
{
    if (o->drain)
        o->drain(o->drained);
}

/* Drains and writes everything. Returns 0, or the errno of the first error so far. */
int output_flush(struct output *o);

/* Flushes and closes, so that a full disk is noticed. Returns as output_flush(). */
int output_close(struct output *o);

/* Writes all bytes, also when signals interrupt it. Returns 0 or an errno. */
int write_whole(int fd, const char *p, size_t n);

/* ---- Records ----
 *
 * A writer of records reserves the maximum size that a record can take, and writes through a
 * pointer; each put function returns the end of its text.
 */

/* The slow cases of output_begin() and output_end(): records held or longer than the buffer. */
char *output_make_room(struct output *o, size_t n);
void output_end_apart(struct output *o, const char *end);

/* Begins a record of at most n bytes. Returns where to write it, or NULL when memory ran out, which
 * sets o->error. */
static inline char *output_begin(struct output *o, size_t n)
{
    return o->hold || n > o->size - o->n ? output_make_room(o, n) : o->buffer + o->n;
}

/* Ends the record. */
static inline void output_end(struct output *o, const char *end)
{
    if (o->record)
        output_end_apart(o, end);
    else
        o->n = (size_t)(end - o->buffer);
}

/* Bytes to reserve for a number. All of them may be written. */
#define PUT_NUMBER 24

char *put_number(char *to, uint64_t n);

/* Replaces the digits of a number by those of another one. Returns false, and changes nothing, if
 * that one has more or fewer digits. */
bool number_replace(char *digits, size_t size, uint64_t n);

static inline char *put_signed(char *to, int64_t n)
{
    if (n >= 0)
        return put_number(to, (uint64_t)n);
    *to = '-';
    return put_number(to + 1, 0 - (uint64_t)n);
}

/* Writes the number of a line or message; in a piece of a file, makes a note of it, too. */
static inline char *put_counted(struct output *o, char *to, enum note_kind kind, uint64_t n)
{
    char *end = put_number(to, n);

    if (o->taker && o->taker->wants_notes)
        output_note(o, (size_t)(to - (o->record ? o->record : o->buffer)), kind, n,
                    (uint64_t)(end - to));
    return end;
}

/* Writes two lower-case hex digits for each byte. */
char *put_hex(char *to, const char *p, size_t n);

static inline char *put_bytes(char *to, const char *p, size_t n)
{
    memcpy(to, p, n);
    return to + n;
}

/* Writes a string literal. */
#define PUT(to, text) put_bytes(to, "" text "", sizeof(text) - 1)

static inline char *put_word(char *to, const char *word)
{
    return put_bytes(to, word, strlen(word));
}

/* ---- Messages: say.c ----
 *
 * A message names the fault and its object: "trawl: check: unknown option --foo; ...". Arguments
 * are escaped, so they cannot act on the terminal.
 */

/* Writes "trawl: COMMAND: TEXT", ARGUMENT escaped, REST and LF to standard error. `command`,
 * `argument` and `rest` may be NULL. */
void say(const char *command, const char *text, const char *argument, const char *rest);

/* The same for an errno: "trawl: COMMAND: WHAT: No such file or directory", WHAT escaped. */
void say_system(const char *command, const char *what, int number);

/* Prints an error message about a refused value: `what`, the value, `why`. Returns -1. `what`
 * begins with the name of the command, if there is one. */
int say_refuse(const char *what, const char *value, const char *why);

/* Writes a message that another process made; all of it is escaped, except the LF at its end. */
void say_copy(trawl_str message);

/* Sends the messages to the taker from now on; NULL: to standard error. */
void say_to(struct output_taker *taker);

/* Returns true for a message of say() that is not to be printed; words[i] may be NULL. */
typedef bool say_filter(const char *const words[4]);

/* Called for each message; NULL: all are printed. */
extern say_filter *say_filtered;

/* ---- Warnings: say.c ----
 *
 * A warning is a message about an input. It is written in its place among the output of that input:
 * after all output for the text before it, and before all output for the text after it. A warning
 * from a thread waits in the output of the thread's task, and is written with this output.
 */

struct warning {
    const char *kind; /* warnings of a kind are counted by the receiver; NULL: always written */
    uint64_t times;   /* 1; or, without a line, how many were left out */
    trawl_str line;   /* with its LF */
};

/* Passes on a warning. `o` may be NULL: then the warning has no place in an output. */
void output_warning(struct output *o, const struct warning *warning);

/* Passes on the line "trawl: COMMAND: NAME", escaped, and REST. `command` and `kind` may be
 * NULL. */
void output_warn(struct output *o, const char *command, const char *kind, const char *name,
                 const char *rest);

/* The same for an errno: "trawl: NAME: No such file or directory". */
void output_warn_system(struct output *o, const char *name, int number);

/* ---- Escaped text: printable.c ----
 *
 * Any bytes become UTF-8 without controls and hidden characters. The forms of JSON and tables have
 * no line ends, so a record is a line.
 */

/* One step of text for display: a character; \x1b for a control or a byte that is not UTF-8;
 * [U+202E] for any other hidden character. */
struct printable_step {
    const char *text; /* into the source, or made[]: do not copy the struct */
    size_t length;
    size_t bytes; /* of the source, 1 at least */
    size_t columns;
    char made[16];
};

/* Sets *step to the first step of p[0..n). n must not be 0. */
void printable_next(struct printable_step *step, const char *p, size_t n);

void printable_people(struct output *o, const char *p, size_t n);

/* Writes a JSON string with its quotes, at most PRINTABLE_JSON() bytes, into a record. Bytes that
 * are not UTF-8 become U+FFFD. */
char *put_json(char *to, trawl_str text);
#define PRINTABLE_JSON(n) (6 * (n) + 2)

/* Writes a text into a record, escaped for PostgreSQL's COPY, in at most PRINTABLE_TSV() bytes. The
 * escapes are \\, \t, \n, \r, and \xHH for each byte of a hidden character or of what is not UTF-8.
 * COPY restores the same bytes. */
char *put_tsv(char *to, trawl_str text);
#define PRINTABLE_TSV(n) (4 * (n))

/* Writes a field of CSV, at most PRINTABLE_CSV() bytes, into a record: in quotes if it needs them
 * or is empty. Hidden characters other than TAB and LF, and what is not UTF-8, become U+FFFD; CRLF
 * becomes LF; "'" precedes what spreadsheets take as a formula.
 * put_csv_inside() writes what is between the quotes; printable_is_csv() returns true for texts
 * that put_csv() does not change. */
char *put_csv(char *to, trawl_str text);
char *put_csv_inside(char *to, trawl_str text);
bool printable_is_csv(trawl_str text);
#define PRINTABLE_CSV(n) (3 * (n) + 3)

/* Writes a line of a list: the text as it is, or if it has hidden characters or is not UTF-8, as
 * put_tsv(); then LF. If `null` is set, writes the bytes and NUL. */
void output_line(struct output *o, trawl_str text, bool null);

void output_json(struct output *o, trawl_str text);
void output_tsv(struct output *o, trawl_str text);

bool printable_is_utf8(trawl_str text);

/* ---- Rows of tables: table.c ----
 *
 * The two kinds of tables differ in what is between two cells, how a text is escaped, how an absent
 * text is written, and what ends a row.
 */

enum table_kind { TABLE_TSV, TABLE_CSV };

/* Returns the bytes to reserve for a text of n bytes, also for an absent text. A separator of cells
 * takes one more, the end of a row two. */
static inline size_t cell_room(enum table_kind kind, size_t n)
{
    return kind == TABLE_TSV ? PRINTABLE_TSV(n) + 2 : PRINTABLE_CSV(n);
}

static inline char *put_absent(char *to, enum table_kind kind)
{
    return kind == TABLE_TSV ? PUT(to, "\\N") : to;
}

static inline char *put_cell(char *to, enum table_kind kind, trawl_str text)
{
    return kind == TABLE_TSV ? put_tsv(to, text) : put_csv(to, text);
}

static inline char *put_between(char *to, enum table_kind kind)
{
    return kind == TABLE_TSV ? PUT(to, "\t") : PUT(to, ",");
}

static inline char *put_row_end(char *to, enum table_kind kind)
{
    return kind == TABLE_TSV ? PUT(to, "\n") : PUT(to, "\r\n");
}

/* The same for outputs other than records. The separator is written before each cell but the first.
 * A text is absent if p is NULL. */
void output_cell(struct output *o, enum table_kind kind, bool first, trawl_str text);
void output_cell_number(struct output *o, enum table_kind kind, bool first, int64_t n);
void output_cell_name(struct output *o, enum table_kind kind, bool first, const char *name);
void output_row_end(struct output *o, enum table_kind kind);

/* ---- A place in a text: caret.c ---- */

/* Writes two lines, each after `indent` spaces: the text made printable, and a caret under the
 * character that has byte `at`, or after the last character. Of a text wider than 100 columns only
 * the part around the caret is shown. `before` and `after` are written around the caret, for
 * colour. */
void caret_show(struct output *o, size_t indent, trawl_str text, size_t at, const char *before,
                const char *after);

/* Writes the first 100 columns of a text at most, and "..." if that is not all. */
void caret_head(struct output *o, trawl_str text);

/* ---- Places in the input: places.c ---- */

/* How offsets are counted. */
enum offset_unit { UNIT_BYTES, UNIT_CHARS, UNIT_UTF16, UNITS };

struct place {
    uint64_t at;           /* in bytes from 0 */
    uint64_t line, column; /* from 1; columns are code points of UTF-8 */
    /* Only if they are counted: the offset from 0, of the byte and of the start of its line. */
    uint64_t offset[UNITS], line_offset[UNITS];
    size_t rest; /* bytes of a character that begins to the left */
};

/* Returns the column, from 1. */
static inline uint64_t place_column(const struct place *place, enum offset_unit unit)
{
    return place->offset[unit] - place->line_offset[unit] + 1;
}

enum places_encoding {
    PLACES_UTF8,
    PLACES_UTF16LE,
    PLACES_UTF16BE,
    PLACES_UTF32LE,
    PLACES_UTF32BE
};

/* Finds the line and column of recent bytes: counts the lines of a text and keeps its last
 * PLACES_KEPT bytes, more than an undecided link can take. */
struct places {
    char *p; /* the bytes that are kept */
    size_t n;
    bool counted; /* offsets are counted */
    enum places_encoding encoding;
    struct place from;   /* of p[0] */
    struct place latest; /* the last answer, where the next search begins */
};

/* Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int places_open(struct places *w, int counted);

/* Begins a text, or continues one, at this byte and line. */
void places_begin(struct places *w, uint64_t at, uint64_t line);

/* Adds the next bytes of the text, at most INPUT_BLOCK. */
void places_add(struct places *w, const char *p, size_t n);

/* Returns the place of a byte or, if it is no longer kept, the first place that is. */
struct place places_find(struct places *w, uint64_t at);

void places_close(struct places *w);

/* ---- Progress: progress.c ----
 *
 *   73.8 MB of 210 MB, 55608 messages, 12345 links, 145 MB/s, 0:42 left
 *
 * One line on standard error, rewritten in place and removed at the end. A process has only one,
 * since every writer to the same terminal has to remove it first.
 */

enum progress_when { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* The work done so far. Messages are mentioned only if there are any. */
struct progress_count {
    uint64_t bytes, messages, links;
};

/* `total` is the number of bytes to read, 0 when unknown. When no line is shown (PROGRESS_AUTO
 * needs a terminal), the functions below do nothing. */
void progress_open(enum progress_when when, struct output *answers, uint64_t total);

/* Draws the line, if it is time. */
void progress_step(struct progress_count now);

/* Removes the line until the next step, if `fd`, which is about to be written, is its terminal. */
void progress_make_way(int fd);

void progress_close(void);

#endif
