/* utf8.h - one code point from UTF-8, as the Unicode standard's table 3-7 defines it
 *
 * No overlong forms, no surrogates, nothing past U+10FFFF. An invalid sequence is reported with the length of its maximal
 * subpart (the bytes that a decoder replaces by one U+FFFD), which is at least 1.
 */
#ifndef TRAWL_BASE_UTF8_H
#define TRAWL_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#define UTF8_INVALID UINT32_MAX

typedef struct utf8_char {
    uint32_t code; /* UTF8_INVALID when the bytes are no character */
    unsigned len;  /* bytes taken */
} utf8_char;

/* Decode the character at the front of s[0..n), n >= 1. */
utf8_char utf8_decode(const char *s, size_t n);

/* How many bytes the character that begins with this byte has; 0 for a byte that begins none. */
unsigned utf8_length(unsigned char lead);

/* Is it a byte of a character behind the first one? */
static inline int utf8_goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The character as UTF-8, at most four bytes; how many. */
size_t utf8_encode(char *out, uint32_t code);

#endif
