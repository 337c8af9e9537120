/* out.h - text written into a buffer that may be too small: what fits is written, all is counted */
#ifndef TRAWL_BASE_OUT_H
#define TRAWL_BASE_OUT_H

#include <stddef.h>

typedef struct text_out {
    char *p;
    size_t size; /* of the buffer */
    size_t len;  /* of the whole text, whether it fits or not */
} text_out;

void out_put(text_out *o, const char *bytes, size_t n);
void out_byte(text_out *o, char c);

/* Writes "%2F" for '/', in upper case (RFC 3986 section 2.1). */
void out_percent(text_out *o, unsigned char byte);

#endif
