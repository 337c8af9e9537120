/* utf8.h - decodes and encodes one code point of UTF-8 (Unicode standard, table 3-7); classes of
 * invisible code points
 *
 * Overlong forms, surrogates and code points above U+10FFFF are invalid. The length of an invalid
 * sequence is that of its maximal subpart, the bytes that a decoder replaces by one U+FFFD: at
 * least 1.
 */
#ifndef TRAWL_BASE_UTF8_H
#define TRAWL_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_INVALID UINT32_MAX

typedef struct utf8_char {
    uint32_t code; /* or UTF8_INVALID */
    unsigned len;  /* its length in bytes */
} utf8_char;

/* Decodes the character at the start of s[0..n); needs n >= 1. */
utf8_char utf8_decode(const char *s, size_t n);

/* Returns the length of the character that begins with this byte, or 0. */
unsigned utf8_length(unsigned char lead);

/* Returns true for a byte that continues a character. */
static inline int utf8_goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The code points of the bytes 0x80 to 0x9F in windows-1252. A byte that is undefined there has the
 * code point of its own value. */
extern const uint16_t utf8_windows1252[32];

/* Decodes as utf8_decode() does, but reads each invalid byte alone, as windows-1252. */
utf8_char utf8_decode_or_byte(const char *s, size_t n);

/* Writes the character, at most four bytes. Returns its length. */
size_t utf8_encode(char *out, uint32_t code);

/* Returns how many columns a code point takes on a terminal: 0 for combining marks, 1, or 2 by
 * Unicode's East Asian Width. */
unsigned unicode_columns(uint32_t code);

/* ---- Invisible code points ---- */

/* Classes of code points. UNICODE_HIDDEN is the set of rule M8; the others may have more. */
enum {
    UNICODE_HIDDEN = 1,  /* has no glyph, or changes the direction of text: shown as "[U+202E]" */
    UNICODE_BIDI = 2,    /* changes the direction of text; forbidden by RFC 3987 section 4.1 */
    UNICODE_TAG = 4,     /* plane 14: tags and variation selectors */
    UNICODE_IGNORED = 8, /* ignored when comparing how two texts look */
    UNICODE_UNSEEN = 16  /* invisible in a URL; joiners and variation selectors are not included */
};

/* Returns the classes of a code point, as bits. */
unsigned unicode_classes(uint32_t code);

static inline bool unicode_is(uint32_t code, unsigned classes)
{
    return code >= 0xAD && (unicode_classes(code) & classes) != 0;
}

#endif
