/* charset.h - bytes in a charset, pushed in any pieces; UTF-8 and a map of places out
 *
 * Bytes that are no character become U+FFFD, one for each maximal piece, and nothing fails but for want of memory. Bytes
 * that could be ASCII of their own (the "<" behind half a character) are never part of such a piece.
 */
#ifndef TRAWL_CHARSET_CHARSET_H
#define TRAWL_CHARSET_CHARSET_H

#include "charset/names.h"
#include "charset/srcmap.h"
#include "charset/take.h"

/* What lies between two characters. All zero at the beginning. */
typedef struct charset_state {
    unsigned char order;      /* UTF-16, UTF-32: names_detail, once it is known */
    unsigned char g0, g1, g2; /* ISO 2022: enum take_set */
    bool shifted;             /* ISO 2022: g1 is in use; HZ: pairs are; UTF-7: base64 */
    unsigned char skip;       /* UTF-7: bits of the next byte that belong to the character before */
} charset_state;

/* The text of a byte. */
typedef struct single_text {
    char text[3];
    unsigned char n;
} single_text;

typedef struct single_texts {
    bool known;
    single_text of[256];
} single_texts;

typedef struct charset {
    const names_row *row;
    charset_state state;
    union {
        single_texts single; /* NAMES_SINGLE */
        multi_byte multi;    /* NAMES_MULTI */
        take_pairs pairs;    /* NAMES_ISO2022, NAMES_HZ */
    } u;
    unsigned char pending[TAKE_SEEN]; /* the beginning of a character */
    unsigned pending_n;
} charset;

/* What is read, and where it goes. */
typedef struct charset_io {
    const char *in; /* moves on as bytes are taken */
    size_t in_n;
    bool last; /* nothing comes after them */
    char *out;
    size_t size; /* of out, at least TAKE_TEXT */
    size_t len;  /* of what stands there */
    srcmap *map;
} charset_io;

/* Begin to read a charset, which is not NAMES_RAW. TRAWL_OK, TRAWL_NO_MEMORY, or TRAWL_BAD_CHARSET when iconv is needed and
 * does not have it; then there is nothing to close. */
int charset_open(charset *c, const names_row *row, const memory *m);

/* From the beginning, another text in the same charset. */
void charset_reset(charset *c);

void charset_close(charset *c);

/* Decode until all input is taken, or less than TAKE_TEXT bytes of out are left: then call again. TRAWL_OK or
 * TRAWL_NO_MEMORY. */
int charset_decode(charset *c, charset_io *io);

/* ---- The decoders: a character off the front ---- */

void utf16_take(charset *c, const take_from *from, taken *t);
void utf32_take(charset *c, const take_from *from, taken *t);
void utf7_take(charset *c, const take_from *from, taken *t);
void iso2022_take(charset *c, const take_from *from, taken *t);
void hz_take(charset *c, const take_from *from, taken *t);

/* Charsets of one byte a character: the characters at the front, none of them ASCII, that have as many bytes of text as the
 * first has, which is *width. They are written to out, if there is room; returns how many. */
size_t single_byte_run(const charset *c, const charset_io *io, unsigned *width);

/* The same of UTF-16, whose order is known: characters of one unit, ASCII or not. */
size_t utf16_run(const charset *c, const charset_io *io, unsigned *width);

/* charset_decode() of a charset of one byte a character. */
int single_byte_decode(charset *c, charset_io *io);

/* How ISO 2022 begins in a language: JP, KR or CN. */
void iso2022_begin(charset *c);

#endif
