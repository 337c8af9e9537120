/* enriched.h - text/enriched and text/richtext: commands are no text, "<<" is "<" (RFC 1896, RFC 1341 section 7.1.3)
 *
 * The text goes on with what it stands for; the words of a <param> and of a <comment> are not shown. A command has at most 62
 * bytes with its brackets; a "<" that begins none is text.
 */
#ifndef TRAWL_MAIL_ENRICHED_H
#define TRAWL_MAIL_ENRICHED_H

#include <stdbool.h>
#include <stddef.h>

#include "charset/srcmap.h"

#define ENRICHED_COMMAND 62

/* More of the text; its place is in the map. 0 to go on, else it is handed back by the call that fed. */
typedef int enriched_text(void *user, const char *p, size_t n);

typedef struct enriched {
    enriched_text *text;
    void *user;
    srcmap *map;     /* from the text that goes on to what was fed */
    unsigned hidden; /* <param>s that are open */
    char held[ENRICHED_COMMAND];
    size_t held_n; /* of a command, with its "<" */
} enriched;

/* map is empty, and filled. */
void enriched_begin(enriched *e, enriched_text *text, void *user, srcmap *map);
int enriched_feed(enriched *e, const char *p, size_t n);
int enriched_finish(enriched *e);

#endif
