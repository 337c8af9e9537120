/* inside.h - declarations shared by the decoders of this folder
 *
 * A decoder ("take" function) decodes one character at the start of its input, or one invalid
 * sequence to U+FFFD. It never revises a decision, so the result does not depend on how the input
 * is divided into blocks. Where more bytes could change the result it consumes nothing and is
 * called again with more; TAKE_SEEN bytes always suffice.
 */
#ifndef TRAWL_CHARSET_INSIDE_H
#define TRAWL_CHARSET_INSIDE_H

#include <trawl.h>

#include "charset/charset.h"

/* The input of a decoder. */
typedef struct take_from {
    const unsigned char *p;
    size_t n;  /* at least 1 */
    bool last; /* this is the end of the input */
} take_from;

/* The output of a decoder. */
typedef struct decoded_char {
    size_t n;     /* bytes consumed; 0: more are needed */
    unsigned len; /* length of the text; 0: the bytes decode to nothing */
    char text[TAKE_TEXT];
} decoded_char;

/* Consumes n bytes that decode to `code`, or to U+FFFD when it is not a valid code point. */
void take_code(decoded_char *t, size_t n, uint32_t code);

/* Consumes n invalid bytes, which become U+FFFD. */
void take_bad(decoded_char *t, size_t n);

/* Consumes n bytes that decode to nothing. */
void take_nothing(decoded_char *t, size_t n);

/* ---- The decoders ---- */

void utf16_take(decoder *c, const take_from *from, decoded_char *t);
void utf32_take(decoder *c, const take_from *from, decoded_char *t);
void utf7_take(decoder *c, const take_from *from, decoded_char *t);
void iso2022_take(decoder *c, const take_from *from, decoded_char *t);
void hz_take(decoder *c, const take_from *from, decoded_char *t);
void ebcdic_take(decoder *c, const take_from *from, decoded_char *t);

/* Decodes a byte beyond ASCII in a 7-bit charset. Such text often contains UTF-8, so a character in
 * UTF-8 stays as it is. Any other byte becomes U+FFFD. */
void utf8_take(const take_from *from, decoded_char *t);

/* charset_decode() for NAMES_SINGLE. */
int single_byte_decode(decoder *c, charset_io *io);

/* Fills the table of the row's code page. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int ebcdic_open(decoder *c);

/* Sets the initial ISO 2022 state for the language of the row: JP, KR or CN. */
void iso2022_begin(decoder *c);

/* ---- Charsets decoded by iconv
 *
 * Only stateless charsets whose 7-bit bytes are ASCII; ASCII bytes are never passed to iconv. iconv
 * gets one byte, then two, and so on until they are a character. So the source length of each
 * character is known with every implementation, and iconv is always in its initial state.
 * Two-byte characters, the great majority, are cached in a table; without it decoding takes 14
 * times as long.
 */

/* Opens the first of these charset names that iconv knows; the list ends at a NULL. Returns
 * TRAWL_OK, TRAWL_ERROR_BAD_CHARSET or TRAWL_ERROR_NO_MEMORY. */
int multi_byte_open(multi_byte *m, const char *const names[NAMES_ICONV], const memory *from);

void multi_byte_close(multi_byte *m);

/* Decodes a character whose first byte is not ASCII. */
void multi_byte_take(multi_byte *m, const take_from *from, decoded_char *t);

/* Opens the first of these charsets that iconv knows. Sets codes[b] to the character of each single
 * byte b, and *shifts to true if the byte SO decodes to nothing. Passes only single bytes to iconv,
 * since its decoders of code pages with shifts have had several faults. Returns the same values as
 * multi_byte_open(). */
int multi_byte_table(uint16_t codes[256], bool *shifts, const char *const names[NAMES_ICONV]);

/* Decodes the leading two-byte characters of p[0..n) that are in the table, as long as they are
 * equally long in UTF-8 and fit into out. Each byte is XORed with `flip` first. Sets *width to the
 * length in UTF-8. Returns the number of characters. */
size_t multi_byte_run(const multi_byte *m, const char *p, size_t n, unsigned char flip, char *out,
                      size_t room, unsigned *width);

/* ---- The sets of ISO 2022 and HZ ---- */

enum take_set {
    TAKE_ASCII,
    TAKE_KANA,
    TAKE_JIS0208,
    TAKE_JIS0212,
    TAKE_KSC5601,
    TAKE_GB2312,
    TAKE_CNS1,
    TAKE_CNS2
};

/* Opens the converter for the set. Returns TRAWL_OK, TRAWL_ERROR_BAD_CHARSET or
 * TRAWL_ERROR_NO_MEMORY. */
int take_pairs_open(take_pairs *pairs, enum take_set set);

void take_pairs_close(take_pairs *pairs);

/* Like multi_byte_run(), for two-byte characters of `set` in 7-bit bytes. */
size_t take_pairs_run(const take_pairs *pairs, enum take_set set, const char *p, size_t n,
                      char *out, size_t room, unsigned *width);

/* ---- UTF-8 encoding of table entries: U+0080 to U+FFFF without surrogates ---- */

static inline unsigned wide_length(uint16_t code)
{
    return code < 0x800 ? 2 : 3;
}

static inline void wide_put(char *out, uint16_t code)
{
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return;
    }
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
}

#endif
