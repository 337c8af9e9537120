/* out.h - writes text into a buffer that may be too small: writes what fits, counts all */
#ifndef TRAWL_BASE_OUT_H
#define TRAWL_BASE_OUT_H

#include <stddef.h>

typedef struct text_out {
    char *p;
    size_t size; /* size of the buffer */
    size_t len;  /* length of the whole text, even if it does not fit */
} text_out;

void out_put(text_out *o, const char *bytes, size_t n);
void out_byte(text_out *o, char c);

/* Writes a number in decimal. printf() would add 15 KB to the modules of WebAssembly. */
void out_number(text_out *o, unsigned number);

/* Writes a byte percent-encoded, in upper case: "%2F" for '/' (RFC 3986 section 2.1). */
void out_percent(text_out *o, unsigned char byte);

#endif
