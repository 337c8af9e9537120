/* out.h - text written into a caller's buffer that may be too small
 *
 * The public convention of trawl.h: write what fits, count all. Nothing is allocated.
 */
#ifndef TRAWL_BASE_OUT_H
#define TRAWL_BASE_OUT_H

#include <stddef.h>

typedef struct out {
    char *p;
    size_t size; /* of the caller's buffer */
    size_t len;  /* of the whole text so far, also where it did not fit */
} out;

void out_put(out *o, const char *bytes, size_t n);
void out_byte(out *o, char c);

/* "%2F" for '/': upper-case hex, as RFC 3986 section 2.1 asks of producers. */
void out_percent(out *o, unsigned char byte);

#endif
