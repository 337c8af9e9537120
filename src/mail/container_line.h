/* container_line.h - what the kinds of containers share: a view of the bytes at hand, tests of what a line begins with,
 * and the ways on of the bytes
 *
 * A kind is a function that takes from the front of the view what it can decide and leaves the rest, which is never
 * more than a few lines of CONTAINER_HELD bytes: container.c holds it until more has come. A test answers "more" when
 * the view ends too early for it; never in the last view.
 */
#ifndef TRAWL_MAIL_CONTAINER_LINE_H
#define TRAWL_MAIL_CONTAINER_LINE_H

#include "mail/container.h"

typedef struct container_view {
    const char *p; /* the bytes from c->at on */
    size_t n;
    bool last; /* nothing comes behind them */
} container_view;

typedef enum container_is { CONTAINER_NO, CONTAINER_YES, CONTAINER_MORE } container_is;

/* Of the kinds. Each returns what a receiver returned, if that is not 0. */
int container_text(container *c, container_view *v);
int container_message(container *c, container_view *v);
int container_mbox(container *c, container_view *v);
int container_mboxcl(container *c, container_view *v);
int container_mmdf(container *c, container_view *v);
int container_rnews(container *c, container_view *v);
int container_nntp(container *c, container_view *v);

/* Their states. START is that of all; the others mean something to some of them. */
enum container_state {
    CONTAINER_START,
    CONTAINER_ENVELOPE, /* behind a separator: further lines of an envelope may come */
    CONTAINER_HEADER,
    CONTAINER_COUNTED, /* c->length bytes go on as they are */
    CONTAINER_PLACE,   /* they have gone on: a separator should stand here */
    CONTAINER_INSIDE,
    CONTAINER_OUTSIDE, /* between messages */
    CONTAINER_OTHER,   /* in an answer that is no article */
    CONTAINER_DEAD     /* nothing more can be read */
};

/* The first n bytes of the view go on: to bytes(), to skip(). */
int container_pass(container *c, container_view *v, size_t n);
int container_drop(container *c, container_view *v, size_t n);

/* A message begins, or ends if there is one, before the first byte of the view. */
int container_open(container *c);
int container_close(container *c);
int container_fault(container *c, const char *why);
int container_unread(container *c, const char *why); /* a fault that costs what is to be read */

/* Do these bytes stand at i? In any case of letters: prefix must be in lower case. */
container_is container_prefix(const container_view *v, size_t i, const char *prefix);
container_is container_prefix_any_case(const container_view *v, size_t i, const char *prefix);

/* Does a line of at most CONTAINER_HELD bytes begin at i? *end is behind its LF, or where the input ends. */
container_is container_line(const container_view *v, size_t i, size_t *end);

/* An empty line, LF or CRLF, at i? *end is behind it. A CR that ends the input is none. */
container_is container_blank(const container_view *v, size_t i, size_t *end);

/* The length of p[0..n) without the LF or CRLF at its end. */
size_t container_bare(const char *p, size_t n);

/* Lines before a message's header that are none of it: "From " with whatever behind, and ">From ", which stands for
 * the "From " of an earlier host (RFC 976). "From :" is a field (RFC 5322 section 4.5.2). */
container_is container_envelope(const container_view *v, size_t i, size_t *end);

/* START of a kind whose messages may follow without a mark: a byte order mark goes, empty lines if blanks, and one
 * line of an envelope; then a message is open and the state is ENVELOPE. In ENVELOPE: such lines go; at the first
 * other one, it is then. */
int container_start(container *c, container_view *v, bool blanks);
int container_skip_envelope(container *c, container_view *v, enum container_state then);

/* The byte order mark of UTF-8 at the input's very beginning goes. True: go on; else the view is too short, or
 * *result is not 0. */
bool container_skip_mark(container *c, container_view *v, int *result);

/* The line at the front, or as much of it as there is, goes on. */
int container_pass_line(container *c, container_view *v);
int container_drop_line(container *c, container_view *v);

#endif
