/* multi_byte.h - charsets of several bytes a character, by iconv
 *
 * Stateless ones only, whose 7-bit bytes are ASCII; those do not come here. iconv is asked for one character at a time,
 * with one byte, then two, until it has one: so it is known which bytes it took, whatever the implementation, and its state
 * is always the initial one.
 */
#ifndef TRAWL_CHARSET_MULTI_BYTE_H
#define TRAWL_CHARSET_MULTI_BYTE_H

#include <stdbool.h>

struct take_from;
struct taken;

typedef struct multi_byte {
    void *cd;                /* NULL: not open */
    bool keeps_back;         /* half of some characters */
    unsigned char lead[128]; /* what the bytes from 0x80 on are when alone */
} multi_byte;

/* Open the first of the names, up to a NULL or four, that iconv knows. TRAWL_OK, TRAWL_BAD_CHARSET, TRAWL_NO_MEMORY. */
int multi_byte_open(multi_byte *m, const char *const names[4]);

void multi_byte_close(multi_byte *m);

/* Take a character off the front, whose first byte is not ASCII. */
void multi_byte_take(multi_byte *m, const struct take_from *from, struct taken *t);

#endif
