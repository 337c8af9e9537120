/* find_context.h - the text around a link, for the field "context" of json and tsv
 *
 * A link's record waits until the text behind the link has come. What is kept for that is a window of the text, no
 * longer than what was fed at once, some contexts and a link, and the records of the links in it.
 */
#ifndef TRAWL_CLI_FIND_CONTEXT_H
#define TRAWL_CLI_FIND_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include <trawl.h>

#include "cli/output.h"
#include "cli/reply.h"

#define CONTEXT_MAX 1000  /* characters on either side of a link */
#define CONTEXT_HELD 1024 /* links that may wait: one begins at most at each character */

struct context_held {
    struct reply record; /* all of it but the context        */
    uint64_t from, to;   /* the context so far               */
    size_t left, run;    /* characters still wanted; bytes that followed the first of the last one */
    int open, done;      /* pieces are still to come; the context is whole */
};

/* Puts the context behind a record, and ends it. */
typedef void context_writer(struct output *o, trawl_str context);

struct context {
    struct output *out;
    context_writer *put;
    size_t size; /* characters on either side */
    int line;    /* but not beyond the line   */
    struct reply text;
    uint64_t at;               /* of text.p[0], in bytes of the text */
    struct context_held *held; /* a ring */
    size_t first, count;
};

/* TRAWL_OK or TRAWL_NO_MEMORY. */
int context_open(struct context *c, struct output *out, context_writer *put, size_t size, int line);

/* The next text, TRAWL_TEXT, TRAWL_LINK or TRAWL_LINK_MORE; record is NULL, or of a TRAWL_LINK what is to be
 * written about it, which is taken over. TRAWL_OK or TRAWL_NO_MEMORY. */
int context_event(struct context *c, const trawl_event *e, struct reply *record);

/* The text is over: all that waits is written. */
void context_end(struct context *c);

void context_close(struct context *c);

#endif
