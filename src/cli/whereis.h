/* whereis.h - the line and column of a byte that went by not long ago
 *
 * The library says where a link stands by line and column, but of what it refused only the bytes. This counts lines in
 * what it is shown, and remembers enough of it to answer for a candidate that was decided late.
 */
#ifndef TRAWL_CLI_WHEREIS_H
#define TRAWL_CLI_WHEREIS_H

#include <stddef.h>
#include <stdint.h>

struct whereis_place {
    uint64_t at;           /* in bytes from 0 */
    uint64_t line, column; /* from 1, columns are code points of UTF-8 */
};

struct whereis {
    char *p; /* the last bytes shown */
    size_t n;
    struct whereis_place from;   /* of p[0] */
    struct whereis_place latest; /* the last answer, where the next search begins */
};

/* TRAWL_OK or TRAWL_NO_MEMORY. */
int whereis_open(struct whereis *w);

/* A new text begins. */
void whereis_begin(struct whereis *w);

/* The next bytes of it, at most INPUT_BLOCK. */
void whereis_show(struct whereis *w, const char *p, size_t n);

/* Where byte at stands. One that is further back than what is remembered is given its first place. */
struct whereis_place whereis_find(struct whereis *w, uint64_t at);

void whereis_close(struct whereis *w);

#endif
