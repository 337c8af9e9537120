/* inside.h - shared by the container kinds: the view of the input, tests of lines, output
 *
 * Each kind has a step function. It consumes as much of the view as it can decide about and leaves
 * the rest, at most a few lines of CONTAINER_HELD bytes; feed.c keeps that until more input
 * arrives. A test returns CONTAINER_MORE when the view ends too early to decide; never in the last
 * view.
 */
#ifndef TRAWL_MAIL_CONTAINER_INSIDE_H
#define TRAWL_MAIL_CONTAINER_INSIDE_H

#include "mail/container/container.h"

typedef struct container_view {
    const char *p; /* the bytes from offset c->at on */
    size_t n;
    bool last; /* the input ends with the view */
} container_view;

typedef enum container_is { CONTAINER_NO, CONTAINER_YES, CONTAINER_MORE } container_is;

/* What feed.c does with the first bytes of a view, in this order: it passes bytes to bytes(), ends
 * the open message, reports a fault or kind, passes the next bytes to skip(), and begins a
 * message. */
typedef struct container_acts {
    size_t pass, drop;
    const char *why; /* the fault, or why the input is of another kind */
    bool end, begin, kind;
    bool line; /* a line begins after these bytes, whatever they are */
} container_acts;

/* A step function, for all states but ENVELOPE: decides about the start of the view. It is called
 * again with the rest until it takes no bytes and leaves the state as it was. */
typedef container_acts container_step(container *c, const container_view *v);

/* container_text() passes everything on. */
container_step container_text, container_message, container_mbox, container_mmdf, container_rnews,
    container_nntp;

/* ---- The kinds: kinds.c ---- */

typedef struct container_row {
    const char *name, *help;
    container_step *step;
    /* The fault to report when the user forces this kind and the input has no message. */
    const char *empty;
} container_row;

extern const container_row container_kinds[TRAWL_INPUT_COUNT];

/* How an input begins: with these bytes (BYTES, or ANY_CASE to ignore case), with a line that
 * passes the test, with an envelope line and fields (FROM), with fields, with entries of LDIF, or
 * like a page of HTML. The last row is for all other inputs. */
typedef struct container_beginning {
    const char *begin;
    bool (*test)(const char *p, size_t n);
    enum {
        CONTAINER_BYTES,
        CONTAINER_ANY_CASE,
        CONTAINER_LINE,
        CONTAINER_FROM,
        CONTAINER_FIELDS,
        CONTAINER_ENTRIES,
        CONTAINER_PAGE
    } how;
    enum trawl_input kind;
    const char *why;
} container_beginning;

extern const container_beginning container_beginnings[];

#define CONTAINER_PATCHES "it begins with the \"From \" line of a patch by git"

/* ---- Decisions ---- */

/* Nothing can be decided before more bytes come. */
#define CONTAINER_WAIT ((container_acts){.pass = 0})

/* Sets the state; ends the open message, drops n bytes, and begins the next one. */
container_acts container_next(container *c, size_t n, enum container_state state);

/* Returns the length of the line at the start of the view, or of as much of it as the view has. */
size_t container_line_length(const container_view *v);

/* ---- Tests ---- */

/* Tests for a prefix at i; the second function ignores case and needs a prefix in lower case. */
container_is container_prefix(const container_view *v, size_t i, const char *prefix);
container_is container_prefix_any_case(const container_view *v, size_t i, const char *prefix);

/* Tests for a line of at most CONTAINER_HELD bytes at i. Sets *end after its LF, or to the end of
 * the input. */
container_is container_line(const container_view *v, size_t i, size_t *end);

/* Tests for an empty line, LF or CRLF, at i. Sets *end after it. A CR at the end of the input does
 * not count. */
container_is container_blank(const container_view *v, size_t i, size_t *end);

/* Tests for a line that begins with the prefix and for which test() returns true; test() gets it
 * without its line break. Sets *end after it. */
container_is container_line_of(const container_view *v, size_t i, const char *prefix,
                               bool (*test)(const char *p, size_t n), size_t *end);

/* Tests for an envelope line, which precedes a message's header: "From " with anything after it, or
 * ">From ", the "From " of an earlier host (RFC 976). "From :" is a field (RFC 5322 section
 * 4.5.2). */
container_is container_envelope(const container_view *v, size_t i, size_t *end);

/* Returns the length of p[0..n) without its line break. */
size_t container_bare(const char *p, size_t n);

/* Reads a number of at most 18 digits, so that it cannot overflow. Returns the number of digits, or
 * 0 if there are none or too many. */
size_t container_number(const char *p, size_t n, uint64_t *value);

/* Reads a Content-Length field at the start of the view. If its value is a number, sets c->length
 * to that number + 1. */
container_is container_read_length(container *c, const container_view *v);

/* ---- Searches ---- */

/* Tests the lines of the view that `set` describes. Returns the start of the first line for which
 * test() returns YES or MORE, or the end of the view. Sets *n to the length of a line at the start
 * of the view, as test() set it; 0 if the answer was not YES. */
typedef container_is container_test(const container_view *v, size_t i, size_t *end);
size_t container_search(const container *c, const container_view *v, const kernel_line *set,
                        container_test *test, size_t *n);

/* ---- The start of the input ---- */

/* Handles the state START of kinds that need no separator before the first message: drops empty
 * lines if `blanks` is true, and one envelope line. Then begins a message in the state ENVELOPE. */
container_acts container_start(container *c, const container_view *v, bool blanks);

/* ---- Detecting the kind of input (rule E1) ---- */

/* What the header at the start of an input shows. */
typedef struct sniff_header {
    bool guessed; /* it ends at a line that is neither empty nor a field */
    bool written; /* it has no field that a program adds when a message is sent */
} sniff_header;

/* Returns the kind of an input that begins with p[0..n), as soon as it is certain. Returns
 * TRAWL_INPUT_AUTO if more bytes are needed; never if `last` is true or n is CONTAINER_SNIFF. Sets
 * *why to a static sentence, and *found if the input is a message. */
enum trawl_input sniff(const char *p, size_t n, bool last, const char **why, sniff_header *found);

/* Returns TRAWL_INPUT_HTML for a text in a file with a name of HTML if its
 * first 4096 bytes have a tag, TRAWL_INPUT_TEXT if they have none, and TRAWL_INPUT_AUTO if
 * more bytes are needed. */
enum trawl_input sniff_tags(const container_view *v, const char **why);

/* Returns true for an input that begins with fields so long that CONTAINER_SNIFF bytes do not show
 * whether they are a header of mail. */
bool sniff_long_fields(const char *p, size_t n);

/* Returns true for the "From " line of an mbox, given without its line break. It must have a date:
 * as in RFC 4155, as old mailers wrote it, or as in a header (RFC 5322 section 3.3). Also accepts
 * "From -1234567890" of Usenet archives. */
bool sniff_from_line(const char *p, size_t n);

/* Returns true for a sniff_from_line() with a date. */
bool sniff_dated_line(const char *p, size_t n);

/* Returns true for the line that "git format-patch" writes above a patch: a commit, and always the
 * same date. */
bool sniff_patch_line(const char *p, size_t n);

/* Tests for a header field at i. */
container_is sniff_field(const container_view *v, size_t i);

/* Returns true if the line is a sniff_from_line(), or begins with the name of a field that is
 * common in mail or news and rarer in other texts. */
bool sniff_begins_message(const char *p, size_t n);

/* Returns true for the line that begins an article in a news batch, "#! rnews 1234", or a
 * compressed batch, "#! cunbatch". */
bool sniff_batch_line(const char *p, size_t n);

/* Returns true for "220 ", "221 " or "222 ", a number and an id, which announce an article (RFC
 * 3977 section 6.2). */
bool sniff_nntp_line(const char *p, size_t n);

#endif
