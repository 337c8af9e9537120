/* glyph.h - what a reader sees: characters in UTF-8, those that hide, and the columns they take
 *
 * No control and no invisible formatting character may reach a terminal as it is; here is which those are. Columns
 * follow Unicode's East Asian Width and the combining marks by short tables of whole ranges; they place a caret, they
 * do not lay out text.
 */
#ifndef TRAWL_CLI_GLYPH_H
#define TRAWL_CLI_GLYPH_H

#include <stddef.h>
#include <stdint.h>

#define GLYPH_BAD UINT32_MAX

/* The character at p, of at least one byte, and how many bytes it takes. Where there is no UTF-8, *code is GLYPH_BAD
 * and the length that of the longest start of a character that stands there ("maximal subpart", Unicode 3.9), or 1. */
size_t glyph_next(const char *p, size_t n, uint32_t *code);

/* Does it act instead of showing? C0, DEL, C1; soft hyphen, U+200B, U+2060 and U+FEFF; the marks and embeddings that
 * change the direction of text; and U+2028 and U+2029, which many programs take for the end of a line. */
int glyph_hidden(uint32_t code);

/* The bytes of a character beyond ASCII that does not; 0 for any that takes a longer look. */
static inline size_t glyph_showing(const char *p, size_t n)
{
    const unsigned char *u = (const unsigned char *)p;

    if (n >= 2 && u[0] >= 0xC2 && u[0] <= 0xDF && (u[1] & 0xC0) == 0x80) {
        if (u[0] == 0xC2) /* C1 and the soft hyphen */
            return u[1] < 0xA0 || u[1] == 0xAD ? 0 : 2;
        return u[0] == 0xD8 ? 0 : 2; /* U+061C */
    }
    if (n < 3 || (u[0] & 0xF0) != 0xE0 || (u[1] & 0xC0) != 0x80 || (u[2] & 0xC0) != 0x80)
        return 0;
    if (u[0] == 0xE2)
        return u[1] > 0x81 || (u[1] == 0x80 && (u[2] & 0xF0) == 0x90) ? 3 : 0; /* U+2010 to U+201F: dashes and quotes */
    return u[0] == 0xE0 || u[0] == 0xED || u[0] == 0xEF ? 0 : 3;
}

/* 0, 1 or 2 columns. */
unsigned glyph_columns(uint32_t code);

#endif
