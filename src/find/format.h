/* format.h - a link from its parts, with as few escapes as it can do with (UTS #58's minimal escaping; D5)
 *
 * The counterpart of ending.h: what is written here is found again as a whole. format_link() takes parts that hold no
 * escapes; trawl_display() (display.c) goes through a URL that has some, and shares the rule.
 */
#ifndef TRAWL_FIND_FORMAT_H
#define TRAWL_FIND_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trawl.h>

#include "base/out.h"

/* More brackets than this are not open at once (D4). */
#define FORMAT_OPEN_MAX 125

enum format_part { FORMAT_PATH, FORMAT_QUERY, FORMAT_FRAGMENT };

/* How far a part has been written. */
typedef struct format_state {
    enum format_part part;
    uint32_t open[FORMAT_OPEN_MAX];
    unsigned depth;
    uint32_t before[2]; /* the last two characters, the nearer one first; 0 for an escaped one */
    bool directive;     /* behind ":~:" in a fragment */
} format_state;

void format_begin(format_state *f, enum format_part part);

/* The next character: may it stand as it is? If so it is taken to stand there. last: nothing follows it in the link.
 * What divides the part ("/", "&", "=") is taken for a delimiter; as data it has to be escaped, and not to be asked
 * about. */
bool format_keeps(format_state *f, uint32_t code, bool last);

/* The next character was escaped. */
void format_escaped(format_state *f);

/* One key of a query, and its value unless that is absent: p is NULL. */
typedef struct format_pair {
    trawl_str key, value;
} format_pair;

/* A link in its parts, which are data: nothing in them is an escape or a delimiter. */
typedef struct format_parts {
    trawl_str scheme;          /* without "://" */
    trawl_str host;            /* taken as it is */
    const trawl_str *segments; /* of the path, each of which has a "/" before it */
    size_t segment_count;
    const format_pair *pairs; /* of the query */
    size_t pair_count;
    trawl_str fragment; /* p is NULL for none */
} format_parts;

/* Write the link. Bytes that are no UTF-8 are escaped. */
void format_link(out *o, const format_parts *p);

#endif
