/* charset.h - text in the charsets of mail and the web, decoded to UTF-8
 *
 * Charsets by name, the map from places in decoded text to places in its source, byte-order marks,
 * and the decoder. A name in a text only selects a row of a table made from src/gen/charsets.tsv:
 * no name from outside reaches iconv.
 */
#ifndef TRAWL_CHARSET_CHARSET_H
#define TRAWL_CHARSET_CHARSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

/* ---- Names ---- */

typedef enum names_kind {
    NAMES_RAW,    /* UTF-8, US-ASCII and unknown charsets: the bytes are used as they are */
    NAMES_SINGLE, /* one byte a character */
    NAMES_UTF16,
    NAMES_UTF32,
    NAMES_UTF7,
    NAMES_MULTI,   /* several bytes a character, 7-bit bytes being ASCII; by iconv */
    NAMES_ISO2022, /* escape sequences and shifts, RFC 1468 and its kind */
    NAMES_HZ       /* RFC 1843 */
} names_kind;

enum names_detail { NAMES_ANY, NAMES_LE, NAMES_BE, NAMES_JP, NAMES_KR, NAMES_CN };

#define NAMES_ICONV 4

typedef struct names_row {
    const char *name;
    unsigned char kind;   /* names_kind */
    unsigned char detail; /* names_detail; of NAMES_SINGLE the number of its table */
    const char
        *opens[NAMES_ICONV]; /* of NAMES_MULTI: iconv's names in the order to try, then NULL */
} names_row;

/* Returns the charset of a label, or NULL when it is unknown. Ignores case, quotes and blanks
 * around the label, and "-", "_", ".", ":" and spaces in it. */
const names_row *names_find(const char *label, size_t n);

/* Returns the charset of that number, or NULL past the last. */
const names_row *names_at(size_t number);

/* ---- From places in a decoded text to places in its source
 *
 * The text is a sequence of characters, each with a number of bytes of text and of source. Equal
 * neighbours are one run, so that ordinary text takes a few bytes of memory a line. Source bytes
 * without text (a shift sequence) belong to the character after them (doc/departures.md). A
 * character begins where its source does and ends where the next one begins. srcmap_start() reads
 * the same map the other way: such source belongs to the character before it, as transfer encodings
 * want it.
 *
 * What precedes a place can be forgotten; the map is as large as what is kept.
 */

typedef struct srcmap_run {
    uint32_t count; /* characters */
    uint8_t text;   /* bytes of text each; 0 for source without text, and then src is 1 */
    bool apart;     /* groups (srcmap_add_groups) */
    uint16_t src;   /* bytes of source each */
} srcmap_run;

/* A run, and where it begins. */
typedef struct srcmap_place {
    size_t run;
    uint64_t text, src;
} srcmap_place;

typedef struct srcmap {
    const memory *m;
    srcmap_run *runs;
    size_t first, end, size; /* runs[first..end) are in use, of size */
    srcmap_place from;       /* where the first one begins */
    uint64_t text, src;      /* where the last one ends */
    srcmap_place seen;       /* the result of the last search, near which the next one begins */
    bool mixed;              /* not every character is one byte of text and one of source */
    bool off;                /* nothing is added, and places stay as they are */
} srcmap;

/* Makes an empty map, which has no memory yet. */
void srcmap_open(srcmap *map, const memory *m);

/* Empties it, but keeps its memory and `off`. */
void srcmap_clear(srcmap *map);

void srcmap_close(srcmap *map);

/* srcmap_add() to a map that is not off. */
int srcmap_note(srcmap *map, uint32_t count, uint16_t text, uint16_t src);

/* Adds count characters of so many bytes each: text_n is at most 255; either may be 0. Returns
 * TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static inline int srcmap_add(srcmap *map, uint32_t count, uint16_t text_n, uint16_t src_n)
{
    return map->off ? 0 : srcmap_note(map, count, text_n, src_n);
}

/* Adds count groups of so many bytes each, whose bytes are characters: the k-th byte of text begins
 * at the k-th byte of source, and the last one has the rest (base64: 3 and 4). 0 < text <= src. */
int srcmap_add_groups(srcmap *map, uint32_t count, uint16_t text, uint16_t src);

/* Returns where the source of the character begins that holds this byte of the text, which must not
 * have been forgotten. At the end of the text: where source without text begins. */
uint64_t srcmap_from(srcmap *map, uint64_t text);

/* Likewise, without the source that has no text before it. At the end of the text: the end of all
 * source. */
uint64_t srcmap_start(srcmap *map, uint64_t text);

/* Forgets what precedes this byte of the text. */
void srcmap_forget(srcmap *map, uint64_t text);

/* ---- Decoding
 *
 * Bytes in a charset are pushed in pieces of any size; UTF-8 and a map of places come out. Bytes
 * that are no character become U+FFFD, one for each maximal piece; only a lack of memory is an
 * error. Bytes that could be ASCII by themselves (the "<" after half a character) are never part of
 * such a piece.
 */

/* The longest character, in bytes of source, that a decoder must see to decide. */
#define TAKE_SEEN 16

/* Room for the text of a character that becomes several code points. */
#define TAKE_TEXT 16

/* A charset of iconv. */
typedef struct multi_byte {
    void *cd;                /* NULL: not open */
    bool keeps_back;         /* iconv keeps half of some characters until the next call */
    unsigned char lead[128]; /* what the bytes from 0x80 on are by themselves */
    uint16_t *codes;         /* characters of two bytes that were decoded before; 0 for others */
    const memory *memory;
} multi_byte;

/* The charsets of iconv that have the two-byte sets of ISO 2022: EUC-JP, EUC-KR, GBK, EUC-TW. */
#define TAKE_ICONVS 4

typedef struct take_pairs {
    multi_byte set[TAKE_ICONVS]; /* each is opened when it is needed */
    const memory *memory;
    int error; /* TRAWL_ERROR_NO_MEMORY when opening one failed */
} take_pairs;

/* The state between two characters. All zero at the beginning. */
typedef struct charset_state {
    unsigned char order;      /* UTF-16, UTF-32: names_detail, once it is known */
    unsigned char g0, g1, g2; /* ISO 2022: enum take_set */
    bool shifted;             /* ISO 2022: g1 is in use; HZ: pairs are; UTF-7: base64 */
    unsigned char skip;       /* UTF-7: bits of the next byte that belong to the character before */
} charset_state;

typedef struct decoder {
    const names_row *row;
    charset_state state;
    union {
        multi_byte multi; /* NAMES_MULTI */
        take_pairs pairs; /* NAMES_ISO2022, NAMES_HZ */
    } u;
    unsigned char pending[TAKE_SEEN]; /* the beginning of a character */
    unsigned pending_n;
} decoder;

/* Input and output of a decoder. */
typedef struct charset_io {
    const char *in; /* moves on as bytes are taken */
    size_t in_n;
    bool last; /* no input follows */
    char *out;
    size_t size; /* of out, at least TAKE_TEXT */
    size_t len;  /* of the text in out */
    srcmap *map;
} charset_io;

/* Opens a charset that is not NAMES_RAW. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or
 * TRAWL_ERROR_BAD_CHARSET when iconv does not have it; after an error there is nothing to close. */
int charset_open(decoder *c, const names_row *row, const memory *m);

/* Begins another text in the same charset. */
void charset_reset(decoder *c);

void charset_close(decoder *c);

/* Decodes until all input is taken, or fewer than TAKE_TEXT bytes of out are left: then call again.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int charset_decode(decoder *c, charset_io *io);

/* Decodes the characters beyond ASCII at the front of a NAMES_SINGLE text that have as many
 * bytes of text as the first one, which is *width, as far as there is room. Returns their
 * number; the caller moves io on. */
size_t single_byte_run(const decoder *c, const charset_io *io, unsigned *width);

/* ---- Byte-order marks: EF BB BF, FE FF, FF FE, 00 00 FE FF, FF FE 00 00 ---- */

/* The length of the longest one. */
#define MARK_MAX 4

/* The length of U+FEFF in the text. */
#define MARK_TEXT 3

/* Returns the charset of the mark at the front of a text, or NULL. Sets *wait when more bytes must
 * decide, unless these are the last. FF FE 00 00 is UTF-32, not UTF-16 with a NUL. */
const names_row *mark_find(const char *p, size_t n, bool last, bool *wait);

/* ---- Charsets that stay open for the next text: opening one may load a library ---- */

typedef struct shelf_charset shelf_charset;

typedef struct shelf {
    const memory *m;
    shelf_charset *first; /* the one used last; at most one for each row of names */
} shelf;

void shelf_open(shelf *s, const memory *m);
void shelf_close(shelf *s);

/* Sets *c to the decoder of a row that is not NAMES_RAW, ready for a text, or to NULL where iconv
 * does not have the charset. It belongs to the shelf. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int shelf_take(shelf *s, const names_row *row, decoder **c);

/* ---- ASCII ---- */

/* Returns how many bytes at the front of a text are ASCII. */
static inline size_t ascii_run(const char *p, size_t n)
{
    enum { BLOCK = 32 }; /* compilers make vector code of the inner loop */
    size_t i = 0;

    for (unsigned char beyond = 0; n - i >= BLOCK; i += BLOCK) {
        for (size_t k = 0; k < BLOCK; k++)
            beyond |= (unsigned char)p[i + k];
        if (beyond >= 0x80)
            break;
    }
    while (i < n && (unsigned char)p[i] < 0x80)
        i++;
    return i;
}

#endif
