/* inside.h - what the kinds of containers share: a view of the bytes at hand, tests of lines, the
 * ways on of the bytes
 *
 * A kind is a step function, which takes from the front of the view what it can decide and leaves
 * the rest: at most a few lines of CONTAINER_HELD bytes. feed.c holds the rest until more has come.
 * A test answers CONTAINER_MORE when the view ends too early, never in the last view.
 */
#ifndef TRAWL_MAIL_CONTAINER_INSIDE_H
#define TRAWL_MAIL_CONTAINER_INSIDE_H

#include "mail/container/container.h"
#include "kernel/kernel.h"

typedef struct container_view {
    const char *p; /* the bytes from c->at on */
    size_t n;
    bool last; /* these are all */
} container_view;

typedef enum container_is { CONTAINER_NO, CONTAINER_YES, CONTAINER_MORE } container_is;

/* A step, or a way on of the first n bytes of the view. Both return what the receiver returned. */
typedef int container_step(container *c, container_view *v);
typedef int container_way(container *c, container_view *v, size_t n);

container_step container_mbox, container_mboxcl, container_mmdf, container_rnews, container_nntp;

/* ---- Ways on ---- */

container_way container_pass; /* to bytes() */
container_way container_drop; /* to skip() */

/* Sends the line at the front, or as much of it as there is, on that way. */
int container_send_line(container *c, container_view *v, container_way *way);

/* A message begins before the first byte of the view, and the state changes; or it ends, if one is
 * open. */
int container_enter(container *c, enum container_state state);
int container_close(container *c);

int container_fault(container *c, const char *why);
int container_unread(container *c,
                     const char *why); /* a fault because of which input is not read */

/* ---- Tests ---- */

/* Tests for a prefix at i; the one for any case needs a prefix in lower case. */
container_is container_prefix(const container_view *v, size_t i, const char *prefix);
container_is container_prefix_any_case(const container_view *v, size_t i, const char *prefix);

/* Tests for a line of at most CONTAINER_HELD bytes at i. Sets *end after its LF, or to the end of
 * the input. */
container_is container_line(const container_view *v, size_t i, size_t *end);

/* Tests for an empty line, LF or CRLF, at i. Sets *end after it. A CR that ends the input does not
 * count. */
container_is container_blank(const container_view *v, size_t i, size_t *end);

/* Tests for a line that begins with the prefix and passes the test, without its line break. Sets
 * *end after it. */
container_is container_line_of(const container_view *v, size_t i, const char *prefix,
                               bool (*test)(const char *p, size_t n), size_t *end);

/* Tests for a line before a message's header that is no part of it: "From " with anything after it,
 * and ">From ", the "From " of an earlier host (RFC 976). "From :" is a field (RFC 5322 section
 * 4.5.2). */
container_is container_envelope(const container_view *v, size_t i, size_t *end);

/* Returns the length of p[0..n) without its line break. */
size_t container_bare(const char *p, size_t n);

/* Reads a number of at most 18 digits, which cannot overflow. Returns how many digits, 0 if there
 * are none or too many. */
size_t container_number(const char *p, size_t n, uint64_t *value);

/* ---- Searches ---- */

/* Finds the first line of the set from the front of the view on that passes the test, or needs
 * more. Returns its answer; *at is where the line begins, *end what the test set. CONTAINER_NO:
 * there is none, and *at is the view's end. */
typedef container_is container_test(const container_view *v, size_t i, size_t *end);
container_is container_find(const container *c, const container_view *v, const kernel_line *set,
                            container_test *test, size_t *at, size_t *end);

/* ---- The beginning ---- */

/* Drops the byte order mark of UTF-8 at the beginning of the input. Returns true to go on; else the
 * view is too short, or *result is not 0. */
bool container_skip_mark(container *c, container_view *v, int *result);

/* The START of a kind whose first message needs no mark: drops a byte order mark, empty lines (with
 * blanks), and one line of an envelope; then a message is open, and the state ENVELOPE. */
int container_start(container *c, container_view *v, bool blanks);

/* The state ENVELOPE: drops further lines of an envelope; at the first other line the state becomes
 * then. */
int container_skip_envelope(container *c, container_view *v, enum container_state then);

/* ---- What an input is (rule E1) ---- */

/* Returns the kind of an input that begins with p[0..n), as early as it is certain; CONTAINER_AUTO
 * if more bytes are needed, which is never so with last, or if n is CONTAINER_SNIFF. *why is a
 * static sentence. */
container_kind sniff(const char *p, size_t n, bool last, const char **why);

/* Returns true for "From " with a date, as an mbox has it, without its line break: the line of RFC
 * 4155, those of old mailers, with a date as in a header (RFC 5322 section 3.3), and "From
 * -1234567890" of Usenet archives. */
bool sniff_from_line(const char *p, size_t n);

/* Returns true for the name of a field that mail or news has, and other texts have less often. */
bool sniff_field(const char *name, size_t n);

/* Returns true if a message can begin with this line: a sniff_from_line(), or such a field. */
bool sniff_begins_message(const char *p, size_t n);

/* Returns true for "220 ", "221 " or "222 ", a number and an id: an article follows (RFC 3977
 * section 6.2). */
bool sniff_nntp_line(const char *p, size_t n);

#endif
