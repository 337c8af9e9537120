/* display.h - what display.c and display_host.c share: a URL for people's eyes */
#ifndef TRAWL_FIND_DISPLAY_H
#define TRAWL_FIND_DISPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/out.h"

/* The byte at the front of p[0..n), n >= 1, raw or escaped; *len is how long it is spelt. */
char display_byte(const char *p, size_t n, size_t *len);

/* Is this never shown raw, although some browsers would take it? */
static inline bool display_forbids(uint32_t c)
{
    return c <= ' ' || c == 0x7F || c == '"' || c == '<' || c == '>';
}

/* As it is, but made printable: what is beyond ASCII or forbidden is escaped, hex digits are in upper case. */
void display_plain(out *to, const char *p, size_t n);

/* A host with U-labels wherever they can be trusted. An ASCII host stays as it is when decode is not set. TRAWL_OK or
 * TRAWL_NO_MEMORY. */
int display_host(out *to, const char *host, size_t n, bool decode);

#endif
