/* container.h - splits the input into messages: mbox variants, MMDF, rnews batches, NNTP captures
 *
 * Input comes in pieces of any size. Output goes to callbacks, in order: each byte of the source is
 * passed either to bytes() or, if it belongs to the container itself, to skip(). Runs are as long
 * as possible: a body without a line that begins with "From " or ">From " is passed on unsplit.
 * kinds.c has the table of the kinds.
 */
#ifndef TRAWL_MAIL_CONTAINER_CONTAINER_H
#define TRAWL_MAIL_CONTAINER_CONTAINER_H

#include <trawl_mail.h>

#include "base/memory.h"
#include "kernel/kernel.h"

/* The callbacks. Each returns 0 to continue; any other value stops the reading and is returned by
 * container_feed() or container_finish(). `at` is an offset in the source. */
typedef struct container_out {
    void *user;
    int (*begin)(void *user, uint64_t at); /* a message begins; its separator was skipped */
    int (*bytes)(void *user, const char *p, size_t n, uint64_t at);
    int (*skip)(void *user, const char *p, size_t n, uint64_t at);
    int (*end)(void *user, uint64_t at);
    int (*kind)(void *user, enum trawl_input kind, const char *why); /* AUTO has decided */
    int (*fault)(void *user, const char *why); /* reading continues; may be NULL */
    const kernel *kernel;
} container_out;

/* The maximum length of a separator line with its LF, and of the held part of a line. */
#define CONTAINER_HELD 1024

/* The maximum number of bytes that AUTO examines: the maximum size of a header. */
#define CONTAINER_SNIFF 102400

/* Where the reader is in the container. No kind uses all states. */
enum container_state {
    CONTAINER_START,
    CONTAINER_ENVELOPE, /* after a separator: more envelope lines may follow */
    CONTAINER_HEADER,
    CONTAINER_COUNTED, /* in the next `length` bytes, which are passed on as they are */
    CONTAINER_PLACE,   /* right after those bytes, where a separator should follow */
    CONTAINER_INSIDE,  /* in a message */
    CONTAINER_OUTSIDE, /* between messages */
    CONTAINER_OTHER,   /* in a server's response that is not an article */
    CONTAINER_DEAD     /* the rest cannot be read */
};

typedef struct container {
    enum trawl_input asked, kind; /* kind is TRAWL_INPUT_AUTO until it is decided */
    container_out out;
    uint64_t at;            /* offset of the first byte that was not passed on yet */
    size_t looked;          /* held_n at AUTO's last test */
    unsigned state;         /* enum container_state */
    bool open;              /* a message is open */
    bool begun;             /* at least one message has begun */
    bool line;              /* offset `at` is the start of a line */
    bool named_page;        /* AUTO: the file has a name of HTML, so a tag makes a text a page */
    bool alone;             /* AUTO: the input is a header without even an empty line after it */
    bool guessed;           /* AUTO: the header ends at a line that is neither empty nor a field */
    bool written;           /* AUTO: the header has no field that a program adds */
    uint64_t length;        /* bytes that remain of a body (MBOXCL) or an article (RNEWS) */
    bool long_fields;       /* AUTO: only fields, but too long to see whether they are of mail */
    const char *why_unread; /* why part of the input was not read, or NULL */
    size_t held_n;
    /* The members below are kept for the next input. */
    char *held; /* bytes that were not passed on yet, at most CONTAINER_SNIFF */
    size_t held_size;
    const memory *m;
} container;

/* Prepares a container that has read nothing. m must outlive it. */
void container_open(container *c, const memory *m);

/* Frees the memory of a container. */
void container_close(container *c);

/* Begins an input. Empty input has no message. out->kind may be NULL unless `kind` is
 * TRAWL_INPUT_AUTO. The functions below return 0, TRAWL_ERROR_NO_MEMORY, or the value with which a
 * callback stopped. */
void container_begin(container *c, enum trawl_input kind, const container_out *out);
int container_feed(container *c, const char *p, size_t n);
int container_finish(container *c);

/* Returns the kind of an attachment that begins with p[0..n) by E1, or TRAWL_INPUT_AUTO if more
 * bytes are needed; never if p[0..n) is the `last` of it. A mailbox needs a header field, too. */
enum trawl_input container_sniff(const char *p, size_t n, bool last);

/* Returns the kind's name, such as "mbox", or "unknown" for an invalid kind. */
const char *container_name(enum trawl_input kind);

/* Returns the i-th name of a kind, as trawl_input_word(). */
const char *container_word(int i, int *kind, const char **help);

#endif
