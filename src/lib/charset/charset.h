/* charset.h - decodes the charsets of mail and the web to UTF-8
 *
 * Finds a charset by its name or by statistics, recognises byte-order marks, decodes text, and maps
 * each offset in the decoded text back to an offset in the source. A charset name found in a
 * message only selects a row of a built-in table (made from src/gen/charsets.tsv); it is never
 * passed to iconv.
 */
#ifndef TRAWL_CHARSET_CHARSET_H
#define TRAWL_CHARSET_CHARSET_H

#include <string.h>

#include "base/memory.h"
#include "base/sixteen.h"

/* ---- Names ---- */

typedef enum names_kind {
    NAMES_RAW,    /* UTF-8, US-ASCII and unknown charsets: the bytes are used as they are */
    NAMES_SINGLE, /* one byte per character */
    NAMES_UTF16,
    NAMES_UTF32,
    NAMES_UTF7,
    NAMES_MULTI,   /* several bytes per character, 7-bit bytes are ASCII; decoded by iconv */
    NAMES_ISO2022, /* escape sequences and shifts (RFC 1468 and similar) */
    NAMES_HZ,      /* RFC 1843 */
    NAMES_EBCDIC   /* not a superset of ASCII; one byte per character, or two between shifts */
} names_kind;

/* Byte order (UTF-16, UTF-32), variant (UTF-7) or language (ISO 2022). */
enum names_detail { NAMES_ANY, NAMES_LE, NAMES_BE, NAMES_JP, NAMES_KR, NAMES_CN, NAMES_IMAP };

/* The maximum number of iconv names of a charset. */
#define NAMES_ICONV 4

typedef struct names_row {
    const char *name;
    unsigned char kind;             /* names_kind */
    unsigned char detail;           /* names_detail; NAMES_SINGLE, NAMES_EBCDIC: the table */
    const char *opens[NAMES_ICONV]; /* iconv's names in the order to try, then NULL */
} names_row;

/* Returns the charset with this label, or NULL when it is unknown. Only letters and digits are
 * compared, without case, up to the first "//" or NUL. */
const names_row *names_find(const char *label, size_t n);

/* Returns true if the charset is not named, or is US-ASCII. In both cases the text may still have
 * bytes beyond ASCII. */
static inline bool names_is_undeclared(const names_row *row)
{
    return !row || strcmp(row->name, "us-ascii") == 0;
}

/* Returns the charset with this number, or NULL when the number is too large. */
const names_row *names_at(size_t number);

/* ---- The source map: from offsets in decoded text to offsets in its source
 *
 * The decoded text is a sequence of characters; the map records how many bytes each has in the text
 * and in the source. Equal neighbours share one run, so ordinary text takes a few bytes of memory
 * per line. A character's source ends where that of the next character begins.
 *
 * Some source bytes decode to nothing (a shift sequence). srcmap_from() counts them as part of the
 * character after them (doc/rules.md), srcmap_start() as part of the character before them, as
 * transfer encodings need it.
 *
 * srcmap_forget() drops the start of the map; memory use depends only on what remains.
 */

typedef struct srcmap_run {
    uint32_t count; /* characters */
    uint8_t text;   /* text bytes per character; 0 (and src 1) if source decodes to nothing */
    bool apart;     /* added by srcmap_add_groups() */
    uint16_t src;   /* source bytes per character */
} srcmap_run;

/* A run and the offsets where it begins. */
typedef struct srcmap_place {
    size_t run;
    uint64_t text, src;
} srcmap_place;

typedef struct srcmap {
    const memory *m;
    srcmap_run *runs;
    size_t first, end, size; /* runs[first..end) are in use; runs has room for size */
    srcmap_place from;       /* where the first run begins */
    uint64_t text, src;      /* where the last run ends */
    srcmap_place seen;       /* the result of the last search; the next search starts near it */
    bool mixed;              /* some character is not one byte of text and one of source */
    bool off;                /* switched off: ignores additions and maps each offset to itself */
} srcmap;

/* Makes an empty map; allocates nothing. */
void srcmap_open(srcmap *map, const memory *m);

/* Does the work of srcmap_clear(). */
void srcmap_empty(srcmap *map);

/* Empties the map, but keeps its memory and `off`. */
static inline void srcmap_clear(srcmap *map)
{
    if (map->end > 0 || map->src > 0)
        srcmap_empty(map);
}

void srcmap_close(srcmap *map);

/* Switches the map off, or on. */
static inline void srcmap_switch_off(srcmap *map, bool off)
{
    map->off = off;
}

/* Returns the allocator of the map's memory. */
static inline const memory *srcmap_memory(const srcmap *map)
{
    return map->m;
}

static inline bool srcmap_is_off(const srcmap *map)
{
    return map->off;
}

/* Returns true when text offsets are source offsets. */
static inline bool srcmap_is_identity(const srcmap *map)
{
    return !map->mixed;
}

/* Return the offsets of the end of the map, in the text and in the source. */
static inline uint64_t srcmap_text_end(const srcmap *map)
{
    return map->text;
}

static inline uint64_t srcmap_source_end(const srcmap *map)
{
    return map->src;
}

/* Returns the runs of the map, and sets *n to their number. */
static inline const srcmap_run *srcmap_runs(const srcmap *map, size_t *n)
{
    *n = map->end - map->first;
    return *n > 0 ? map->runs + map->first : NULL;
}

/* Does the work of srcmap_add() for a map that is not switched off. */
int srcmap_note(srcmap *map, uint64_t count, uint16_t text, uint64_t src);

/* Adds `count` characters of text_n bytes of text and src_n bytes of source each. Either may be 0;
 * text_n is at most 255. If text_n is not 0, count is at most UINT32_MAX. Only for a single
 * character may src_n be more than UINT16_MAX; its other source bytes then decode to nothing.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static inline int srcmap_add(srcmap *map, uint64_t count, uint16_t text_n, uint64_t src_n)
{
    return map->off ? 0 : srcmap_note(map, count, text_n, src_n);
}

int srcmap_note_same(srcmap *map, uint64_t n);

/* Adds n bytes of text that are the same bytes of source. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
static inline int srcmap_add_same(srcmap *map, uint64_t n)
{
    return map->off ? 0 : srcmap_note_same(map, n);
}

/* Adds `count` groups of `text` bytes of text and `src` bytes of source each (base64: 3 and 4).
 * Each byte of text counts as a character. The k-th character begins at the k-th byte of the
 * group's source, and the last character also covers the rest. Needs 0 < text <= src. */
int srcmap_add_groups(srcmap *map, uint32_t count, uint16_t text, uint16_t src);

/* Returns the source offset of the character at this text offset, including preceding source bytes
 * that decode to nothing. srcmap_forget() must not have dropped it. For the end of the text,
 * returns where trailing source bytes that decode to nothing begin. */
uint64_t srcmap_from(srcmap *map, uint64_t text);

/* Like srcmap_from(), but skips source bytes that decode to nothing. For the end of the text,
 * returns the end of the source. */
uint64_t srcmap_start(srcmap *map, uint64_t text);

/* Returns true when each byte of the text between these offsets is one byte of source. */
bool srcmap_is_identity_between(srcmap *map, uint64_t from, uint64_t to);

/* Drops the part of the map that precedes this text offset. */
void srcmap_forget(srcmap *map, uint64_t text);

/* ---- Decoding
 *
 * Input may come in pieces of any size; output is UTF-8 and a source map. An invalid sequence
 * becomes one U+FFFD; only a lack of memory is an error. A byte that could be ASCII by itself (the
 * "<" after half a character) is never part of an invalid sequence.
 */

/* The number of source bytes that always suffice to decode one character. */
#define TAKE_SEEN 16

/* The maximum size of one decoded character, which may have several code points. */
#define TAKE_TEXT 16

/* A charset decoded by iconv. */
typedef struct multi_byte {
    void *cd;                /* NULL: not open */
    bool keeps_back;         /* iconv keeps half of some characters until the next call */
    unsigned char lead[128]; /* enum answer for each byte from 0x80 on, taken alone */
    uint16_t *codes;         /* code points of two-byte characters decoded before; 0: unknown */
    const memory *memory;
} multi_byte;

/* The number of iconv charsets that decode the two-byte sets of ISO 2022: EUC-JP, EUC-KR, GBK,
 * EUC-TW. */
#define TAKE_ICONVS 4

/* A code page of EBCDIC. */
typedef struct ebcdic {
    bool shifts; /* SO and SI enclose two-byte characters */
    uint16_t codes[256];
} ebcdic;

typedef struct take_pairs {
    multi_byte set[TAKE_ICONVS]; /* opened on first use */
    const memory *memory;
    int error; /* TRAWL_ERROR_NO_MEMORY when opening a set failed */
} take_pairs;

/* The state between two characters. All zero at the start of a text. */
typedef struct charset_state {
    unsigned char order; /* UTF-16, UTF-32: names_detail, once it is known */
    unsigned char g[3];  /* ISO 2022: G0, G1, G2, enum take_set */
    bool shifted;        /* ISO 2022: G1 is in use; HZ: in "~{"; UTF-7: in base64; EBCDIC: SO */
    unsigned char skip;  /* UTF-7: bits of the next byte used by the previous character */
} charset_state;

typedef struct decoder {
    const names_row *row;
    charset_state state;
    union {
        multi_byte multi; /* NAMES_MULTI */
        take_pairs pairs; /* NAMES_ISO2022, NAMES_HZ */
        ebcdic page;      /* NAMES_EBCDIC */
    } u;
    unsigned char pending[TAKE_SEEN]; /* the first bytes of an incomplete character */
    unsigned pending_n;
} decoder;

/* Input and output of a decoder. */
typedef struct charset_io {
    const char *in; /* advances as bytes are decoded */
    size_t in_n;
    bool last; /* this is the end of the input */
    char *out;
    size_t size; /* size of out, at least TAKE_TEXT */
    size_t len;  /* length of the text in out */
    srcmap *map;
} charset_io;

/* Opens a decoder for a charset other than NAMES_RAW. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or
 * TRAWL_ERROR_BAD_CHARSET when iconv does not have it; after an error there is nothing to close. */
int charset_open(decoder *c, const names_row *row, const memory *m);

/* Returns true for a decoder that charset_open() opened, false for a zeroed one. */
static inline bool charset_is_open(const decoder *c)
{
    return c->row != NULL;
}

/* Prepares for another text in the same charset. */
void charset_reset(decoder *c);

void charset_close(decoder *c);

/* Decodes until the input is used up or fewer than TAKE_TEXT bytes of out are left; in that case
 * call it again with more room. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int charset_decode(decoder *c, charset_io *io);

/* ---- Byte-order marks: EF BB BF, FE FF, FF FE, 00 00 FE FF, FF FE 00 00 ---- */

/* The maximum length of a mark in the source. */
#define BOM_MAX 4

/* The length of a mark, U+FEFF, in the decoded text. */
#define BOM_TEXT 3

/* Returns the charset of the byte-order mark at the start of a text, or NULL when there is none.
 * Sets *wait when more bytes are needed to decide; never sets it when `last` is true. FF FE 00 00
 * is UTF-32, not UTF-16 with a NUL. */
const names_row *bom_find(const char *p, size_t n, bool last, bool *wait);

/* ---- Undeclared charsets ---- */

/* The maximum number of bytes that are examined. */
#define GUESS_BYTES 1024

/* The first byte of the escape sequences of ISO 2022. The second one is "$". */
#define GUESS_ESCAPE '\x1B'

/* Returns how many leading bytes show nothing: ASCII without GUESS_ESCAPE. */
size_t guess_plain(const char *p, size_t n);

/* Returns shift_jis, euc-jp, euc-kr, gbk, big5 or iso-2022-jp if the bytes of a text are certainly
 * in that charset, else NULL: for a text in UTF-8 or a single-byte charset, and for a short one.
 * p[0..n) are its bytes after guess_plain(). */
const names_row *guess_charset(const char *p, size_t n);

/* ---- The cache of open decoders: opening a charset may load a library ---- */

typedef struct cached_charset cached_charset;

typedef struct charset_cache {
    const memory *m;
    cached_charset *first; /* the most recently used; at most one per charset */
} charset_cache;

void charset_cache_open(charset_cache *s, const memory *m);
void charset_cache_close(charset_cache *s);

/* Sets *c to a decoder for a charset other than NAMES_RAW, ready for a new text, or to NULL when
 * iconv does not have the charset. The cache owns it. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int charset_cache_take(charset_cache *s, const names_row *row, decoder **c);

/* ---- ASCII ---- */

/* Returns how many leading bytes are ASCII. */
static inline size_t ascii_run(const char *p, size_t n)
{
    enum { GROUP = 2 * sizeof(sixteen) };
    size_t i = 0;

    for (const size_t groups = n - n % GROUP; i < groups; i += GROUP) {
        sixteen a = sixteen_load(p + i), b = sixteen_load(p + i + sizeof a);
        uint32_t beyond = sixteen_bits(a) | sixteen_bits(b) << 16;
        if (beyond)
            return i + (unsigned)__builtin_ctz(beyond);
    }
    while (i < n && (unsigned char)p[i] < 0x80)
        i++;
    return i;
}

#endif
