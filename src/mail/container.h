/* container.h - where messages begin and end: mbox and its kin, MMDF, rnews batches, NNTP captures (SPEC E1, E11, E16)
 *
 * Bytes come in any pieces and go on to a receiver in runs that are whole in the source; marks of the container itself
 * go to skip(). Each source byte goes to exactly one of bytes() and skip(), in order. Runs are as large as they can be:
 * a body without a line that begins with "From " or ">From " goes on as it came.
 */
#ifndef TRAWL_MAIL_CONTAINER_H
#define TRAWL_MAIL_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/kernel.h"

typedef enum container_kind {
    CONTAINER_AUTO,    /* by sniff.h */
    CONTAINER_TEXT,    /* one text, no message */
    CONTAINER_MESSAGE, /* one message, or one news article */
    CONTAINER_MBOX,    /* mboxrd's reading: a line of one or more ">" and "From " loses one ">" */
    CONTAINER_MBOXO,   /* only ">From " loses it */
    CONTAINER_MBOXCL,  /* Content-Length says where a message ends, if a "From " line or the end follows there */
    CONTAINER_MBOXCL2, /* the same, and no line lost a ">" */
    CONTAINER_MMDF,
    CONTAINER_RNEWS,
    CONTAINER_NNTP, /* articles as a server sends them: lines of "." end them, ".." stands for "." */
    CONTAINER_HTML, /* one page, no message */
    CONTAINER_KINDS
} container_kind;

/* Returns of all: 0 to go on, else it is handed back by the call that fed. */
typedef struct container_out {
    void *user;
    int (*begin)(void *user, uint64_t at);                          /* a message begins; its separator was skipped */
    int (*bytes)(void *user, const char *p, size_t n, uint64_t at); /* at: where p[0] stands in the source */
    int (*skip)(void *user, const char *p, size_t n, uint64_t at);  /* a separator, a ">" or "." that is none */
    int (*end)(void *user, uint64_t at);                            /* the message is over */
    int (*kind)(void *user, container_kind kind, const char *why);  /* AUTO has been decided; why is a sentence */
    int (*fault)(void *user, const char *why, uint64_t at);         /* wrong here, read on all the same; may be NULL */
} container_out;

/* A line that may be a mark is held back up to this many bytes, its LF one of them; a longer one is none. */
#define CONTAINER_HELD 1024

/* AUTO looks at so many bytes at most. */
#define CONTAINER_SNIFF 8192

typedef struct container {
    container_kind asked, kind; /* kind: what it is, CONTAINER_AUTO while that is not known */
    container_out out;
    const kernel *kernel;
    uint64_t at; /* offset of the first byte that has not gone on; held[0], if any are held */
    char held[CONTAINER_SNIFF];
    size_t held_n;
    size_t looked;      /* held_n when AUTO looked last */
    unsigned state;     /* the kind's own; 0 before the first message */
    bool open;          /* a message is */
    bool begun;         /* one was */
    bool line;          /* the byte at at begins a line */
    bool alone;         /* AUTO: a header of mail or news, and not even an empty line behind it */
    uint64_t length;    /* MBOXCL: bytes of the body that are still to come; RNEWS: of the article */
    const char *unread; /* why some of the input did not go on to bytes(), or NULL */
} container;

/* An input in which nothing is has no message. kind() may be NULL when AUTO is not asked for. */
void container_begin(container *c, container_kind kind, const container_out *out);
int container_feed(container *c, const char *p, size_t n);
int container_finish(container *c);

/* "mbox" for CONTAINER_MBOX and so on; "unknown" for what is no kind. */
const char *container_name(container_kind kind);

#endif
