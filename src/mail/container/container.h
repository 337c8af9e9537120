/* container.h - where messages begin and end: mbox and its kin, MMDF, rnews batches, NNTP captures
 *
 * Bytes in any pieces in; runs of them, in order, out to a receiver: each byte of the source goes
 * either to bytes() or, if it is part of the container itself, to skip(). Runs are as large as they
 * can be: a body without a line that begins with "From " or ">From " goes on as it came.
 */
#ifndef TRAWL_MAIL_CONTAINER_CONTAINER_H
#define TRAWL_MAIL_CONTAINER_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/kernel.h"

typedef enum container_kind {
    CONTAINER_AUTO,    /* decided by sniff() */
    CONTAINER_TEXT,    /* one text, no message */
    CONTAINER_MESSAGE, /* one message, or one news article */
    CONTAINER_MBOX,    /* mboxrd: a line of one or more ">" and "From " loses one ">" */
    CONTAINER_MBOXO,   /* only ">From " loses it */
    CONTAINER_MBOXCL,  /* Content-Length counts, if a "From " line or the end follows there */
    CONTAINER_MBOXCL2, /* the same, and no line was quoted with ">" */
    CONTAINER_MMDF,
    CONTAINER_RNEWS,
    CONTAINER_NNTP, /* as a server sends articles: "." ends one, ".." means "." */
    CONTAINER_HTML, /* one page, no message */
    CONTAINER_KINDS
} container_kind;

/* The receiver. Each function returns 0 to go on; any other value is returned by the call that fed.
 * at is a place in the source. */
typedef struct container_out {
    void *user;
    int (*begin)(void *user, uint64_t at); /* a message begins; its separator was skipped */
    int (*bytes)(void *user, const char *p, size_t n, uint64_t at);
    int (*skip)(void *user, const char *p, size_t n, uint64_t at);
    int (*end)(void *user, uint64_t at);
    int (*kind)(void *user, container_kind kind, const char *why); /* AUTO is decided */
    int (*fault)(void *user, const char *why, uint64_t at); /* read all the same; may be NULL */
} container_out;

/* The longest line that can be a mark, with its LF: so much of one is held back. */
#define CONTAINER_HELD 1024

/* AUTO looks at so many bytes at most. */
#define CONTAINER_SNIFF 8192

/* The states of the kinds. Not every kind has every state. */
enum container_state {
    CONTAINER_START,
    CONTAINER_ENVELOPE, /* after a separator: further lines of an envelope may follow */
    CONTAINER_HEADER,
    CONTAINER_COUNTED, /* length bytes go on as they are */
    CONTAINER_PLACE,   /* they have gone on: a separator should follow */
    CONTAINER_INSIDE,  /* in a message */
    CONTAINER_OUTSIDE, /* between messages */
    CONTAINER_OTHER,   /* in a server's answer that is no article */
    CONTAINER_DEAD     /* nothing more can be read */
};

typedef struct container {
    container_kind asked, kind; /* kind is CONTAINER_AUTO until it is decided */
    container_out out;
    const kernel *kernel;
    uint64_t at; /* the place of the first byte that has not gone on */
    char held[CONTAINER_SNIFF];
    size_t held_n;
    size_t looked;      /* held_n when AUTO looked last */
    unsigned state;     /* enum container_state */
    bool open;          /* a message is open */
    bool begun;         /* there was one */
    bool line;          /* the byte at at begins a line */
    bool alone;         /* AUTO: a header and nothing else, not even an empty line */
    uint64_t length;    /* bytes that are still to come, of a body (MBOXCL) or an article (RNEWS) */
    const char *unread; /* why some of the input was not read, or NULL */
} container;

/* An input without content has no message. kind() may be NULL if AUTO is not asked for. The other
 * functions return 0, or what the receiver returned. */
void container_begin(container *c, container_kind kind, const container_out *out);
int container_feed(container *c, const char *p, size_t n);
int container_finish(container *c);

/* Returns "mbox" for CONTAINER_MBOX and so on; "unknown" for any other number. */
const char *container_name(container_kind kind);

#endif
