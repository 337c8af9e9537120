/* resolve.h - the two rules for partial URLs, each into a buffer of RESOLVE_ROOM() bytes */
#ifndef TRAWL_GRAMMAR_RESOLVE_H
#define TRAWL_GRAMMAR_RESOLVE_H

#include <stdbool.h>
#include <trawl.h>

/* No rule makes more than both texts and the five delimiters of RFC 3986 section 5.3 and one "/". */
#define RESOLVE_ROOM(base, ref) ((base).n + (ref).n + 8)

/* RFC 3986 section 5.2; returns the result's length. */
size_t resolve_3986(char *to, trawl_str base, trawl_str ref, bool strict);

/* RFC 1630, "Partial (relative) form". */
size_t resolve_1630(char *to, trawl_str base, trawl_str ref);

#endif
