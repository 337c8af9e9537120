/* multi_byte.h - charsets of several bytes a character, by iconv
 *
 * Stateless ones only, whose 7-bit bytes are ASCII; those do not come here. iconv is asked for one character at a time,
 * with one byte, then two, until it has one: so it is known which bytes it took, whatever the implementation, and its state
 * is always the initial one. Of two bytes, as nearly all characters are, it is asked once; the answer is kept.
 */
#ifndef TRAWL_CHARSET_MULTI_BYTE_H
#define TRAWL_CHARSET_MULTI_BYTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

struct take_from;
struct taken;

typedef struct multi_byte {
    void *cd;                /* NULL: not open */
    bool keeps_back;         /* half of some characters */
    unsigned char lead[128]; /* what the bytes from 0x80 on are when alone */
    uint16_t *codes;         /* the characters of two bytes that were seen, a row for each first byte; 0 for others */
    const memory *memory;
} multi_byte;

/* Open the first of the names, up to a NULL or four, that iconv knows. TRAWL_OK, TRAWL_BAD_CHARSET, TRAWL_NO_MEMORY. */
int multi_byte_open(multi_byte *m, const char *const names[4], const memory *from);

void multi_byte_close(multi_byte *m);

/* Take a character off the front, whose first byte is not ASCII. */
void multi_byte_take(multi_byte *m, const struct take_from *from, struct taken *t);

/* The characters at the front whose two bytes, other bits being flipped in both, were seen before, and that have as many bytes of text
 * as the first has, which is *width. They are written to out, if there is room; returns how many. */
size_t multi_byte_run(const multi_byte *m, const char *p, size_t n, unsigned char flip, char *out, size_t room,
                      unsigned *width);

#endif
