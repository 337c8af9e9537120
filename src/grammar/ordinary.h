/* ordinary.h - URLs of the most usual shape, judged without a pattern
 *
 * Nearly all URLs in texts are http, https, ftp, mailto or news with a plain name for a host, and neither user nor escape. For
 * those the four grammars come down to which bytes stand in which part: one pass over a table. Whatever has another shape is
 * left to the patterns. It is a short cut and no fifth grammar: what is said here the patterns say too, and a test asks both.
 */
#ifndef TRAWL_GRAMMAR_ORDINARY_H
#define TRAWL_GRAMMAR_ORDINARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ordinary {
    unsigned
        valid; /* enum trawl_standard: all that accept it; RFC 3986 and IRI always do, so it is its own ASCII form */
    bool canonical; /* it is its own canonical form */
} ordinary;

/* False: it has another shape, and nothing is known. */
bool ordinary_read(ordinary *o, const char *url, size_t n);

/* The same of what stands behind "mailto:", the colon being at p[-1]; false leaves *o as it is. */
bool ordinary_address(ordinary *o, const unsigned char *p, size_t n);

#endif
