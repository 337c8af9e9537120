/* source.h - what is to be read: files, folders, lists of names, and how each is to be taken */
#ifndef TRAWL_CLI_SOURCE_H
#define TRAWL_CLI_SOURCE_H

#include <stdint.h>

#include "cli/options.h"

enum source_kind {
    SOURCE_FILE,   /* anything; what it is, its content says */
    SOURCE_MESSAGE /* one message, in a folder of such       */
};

struct source {
    const char *name; /* NULL for standard input; the sink may not keep it */
    enum source_kind kind;
};

/* 0 to go on with the next one, anything else to stop; source_each returns it. */
typedef int source_sink(void *user, const struct source *s);

/* The next name may be long in coming. */
typedef void source_idle(void *user);

/* Each operand in its turn, standard input where there is none, and for a folder what is in it; or with files0, what
 * --files0-from named, each name in that list; but not the file that the output goes to. *bad becomes 1 after a message
 * about one of them. idle may be NULL. */
int source_each(const struct options *o, const char *files0, source_sink *sink, source_idle *idle, void *user,
                int *bad);

/* Is it, or standard input for NULL, the file that the output goes to? It would grow as it is read. 1 after a message. */
int source_is_output(const char *command, const char *name);

/* How many bytes that will be; 0 when it is not known before. */
uint64_t source_size(const struct options *o, const char *files0);

#endif
