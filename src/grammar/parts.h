/* parts.h - a URL split at its delimiters
 *
 * RFC 3986 appendix B and, below it, what the scheme itself divides. Splitting never judges: anything is split, so that
 * a refused URL shows its parts too. The verdict is match.h's.
 */
#ifndef TRAWL_GRAMMAR_PARTS_H
#define TRAWL_GRAMMAR_PARTS_H

#include <stdbool.h>
#include <trawl.h>

#include "grammar/schemes.h"

typedef struct url_parts {
    trawl_span part[TRAWL_PARTS];
    trawl_span authority;  /* without its "//" */
    const scheme_row *row; /* NULL for an unknown scheme, or none */
} url_parts;

static inline bool span_is(trawl_span s)
{
    return s.from != TRAWL_ABSENT;
}

static inline size_t span_len(trawl_span s)
{
    return span_is(s) ? (size_t)(s.to - s.from) : 0;
}

/* Split into scheme, authority, path, query, fragment and the authority's own parts. */
void parts_split(url_parts *parts, const char *url, size_t n);

/* Then the parts that only the scheme knows: TRAWL_TYPE and all after it. */
void parts_split_scheme(url_parts *parts, const char *url, size_t n);

/* Which production judges it; SCHEME_GENERIC when the scheme is not known. */
enum scheme_grammar parts_grammar(const url_parts *parts);

#endif
