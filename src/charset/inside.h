/* inside.h - what the decoders of this folder share
 *
 * A decoder takes the first character off the front of the bytes that there are, or the first bytes
 * that are none and become U+FFFD. It never revises a decision, so that it does not matter how the
 * bytes were cut: where more of them could change the answer it takes nothing, and is called again
 * with more. TAKE_SEEN bytes always suffice.
 */
#ifndef TRAWL_CHARSET_INSIDE_H
#define TRAWL_CHARSET_INSIDE_H

#include <trawl.h>

#include "charset/charset.h"

/* The bytes that there are. */
typedef struct take_from {
    const unsigned char *p;
    size_t n;  /* at least 1 */
    bool last; /* none follow */
} take_from;

typedef struct decoded_char {
    size_t n;     /* bytes taken; 0: more are needed */
    unsigned len; /* of the text; 0: they have no text */
    char text[TAKE_TEXT];
} decoded_char;

/* n bytes taken, one code point for them; U+FFFD for a surrogate or what is too large. */
void take_code(decoded_char *t, size_t n, uint32_t code);

/* n bytes that are no character. */
void take_bad(decoded_char *t, size_t n);

/* n bytes without text. */
void take_nothing(decoded_char *t, size_t n);

/* ---- The decoders ---- */

void utf16_take(decoder *c, const take_from *from, decoded_char *t);
void utf32_take(decoder *c, const take_from *from, decoded_char *t);
void utf7_take(decoder *c, const take_from *from, decoded_char *t);
void iso2022_take(decoder *c, const take_from *from, decoded_char *t);
void hz_take(decoder *c, const take_from *from, decoded_char *t);

/* charset_decode() of NAMES_SINGLE. */
int single_byte_decode(decoder *c, charset_io *io);

/* Sets the state in which ISO 2022 of the row's language begins: JP, KR or CN. */
void iso2022_begin(decoder *c);

/* ---- Charsets of iconv
 *
 * Stateless ones only, whose 7-bit bytes are ASCII; those bytes are never passed to iconv. It is
 * called with one byte, then two, until they are a character: so the bytes of each character are
 * known with every implementation, and its state is always the initial one. The characters of two
 * bytes, nearly all of them, are kept in a table, without which decoding takes 14 times as long.
 */

/* Opens the first of the names, up to a NULL, that iconv has. Returns TRAWL_OK,
 * TRAWL_ERROR_BAD_CHARSET or TRAWL_ERROR_NO_MEMORY. */
int multi_byte_open(multi_byte *m, const char *const names[NAMES_ICONV], const memory *from);

void multi_byte_close(multi_byte *m);

/* Takes a character whose first byte is not ASCII. */
void multi_byte_take(multi_byte *m, const take_from *from, decoded_char *t);

/* Decodes the characters at the front of p[0..n) that are in the table and have as many bytes of
 * text as the first, which is *width; the bits of flip are inverted in both their bytes. Writes
 * them to out, as far as there is room. Returns their number. */
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

/* multi_byte_run() for characters of the set in 7-bit bytes. */
size_t take_pairs_run(const take_pairs *pairs, enum take_set set, const char *p, size_t n,
                      char *out, size_t room, unsigned *width);

/* ---- UTF-8 of what tables hold: code points from U+0080 to U+FFFF, no surrogates ---- */

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
