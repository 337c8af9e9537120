/* join.h - guesses about bare links that may go on in the next line (R26), for those who ask for them */
#ifndef TRAWL_FIND_JOIN_H
#define TRAWL_FIND_JOIN_H

#include "find/found.h"
#include "find/place.h"

/* A URL that ends its line: offer it with the first word of the next line, if that looks like the rest of it. */
void join_next_line(const settings *s, text *t, place *p, found *f);

/* An address that begins its line: offer it with the word of the line above that ends in a hyphen. */
void join_line_above(const text *t, found *f);

#endif
