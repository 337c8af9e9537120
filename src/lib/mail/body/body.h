/* body.h - prepares the text of a part for the scanner
 *
 *   transfer   decodes quoted-printable, base64 and uuencode to bytes
 *   peek       detects a body that does not have the encoding or charset named in its header
 *   enriched   converts text/enriched to plain text
 *   uri_list   finds the URLs of text/uri-list
 *   lines      finds binaries, signatures, soft line breaks, folds and overstrikes in plain text
 *   cuts       stores the characters that "lines" removed, with their offsets
 *
 * All of them accept input in pieces of any size.
 */
#ifndef TRAWL_MAIL_BODY_BODY_H
#define TRAWL_MAIL_BODY_BODY_H

#include <trawl.h>

#include "base/check.h"
#include "charset/charset.h"
#include "kernel/kernel.h"

/* ---- Transfer encodings (RFC 2045 section 6) ----
 *
 * Output is the decoded bytes and a map to the source. Invalid input is not an error: it is kept
 * (quoted-printable) or skipped (base64, uuencode).
 *
 * In the map a decoded byte begins at the encoded character with its first bit, and ends where the
 * next decoded byte begins. Source that decodes to nothing (a soft line break, a line break in
 * base64) is a run without text; srcmap_start() counts it as part of the byte before it.
 */

typedef enum transfer_kind {
    TRANSFER_NONE,
    TRANSFER_QP,
    TRANSFER_BASE64,
    TRANSFER_UU
} transfer_kind;

/* The minimum size of transfer_io.out. */
#define TRANSFER_ROOM 256

/* The maximum length of an incomplete escape in quoted-printable: "=" and the white space that may
 * follow it at the end of a line. */
#define TRANSFER_PENDING 128

typedef struct transfer {
    transfer_kind kind; /* never TRANSFER_NONE */
    bool doubt;         /* the text seems to be decoded */
    bool dirty;         /* base64: with other characters between its letters */
    bool sure;          /* base64: the pending line is certainly base64 */
    /* Quoted-printable in doubt: whether the word has a "?" or "&"; where in a link the next byte
     * is; the last four bytes of the word. */
    bool query;
    unsigned char word;
    uint32_t before;
    unsigned state;  /* base64, uuencode: the position in the line or text */
    unsigned left;   /* uuencode: bytes missing in the line, or characters read of a word;
                           base64: "=" after the last letter */
    uint32_t bits;   /* base64, uuencode: the bits of a group */
    unsigned bits_n; /* the number of its characters so far */
    unsigned char pending[TRANSFER_PENDING]; /* quoted-printable: an incomplete escape; base64:
                                                the start of a line of plain text */
    unsigned pending_n;
    uint64_t held;        /* input bytes that were read but are not in the map yet */
    const kernel *kernel; /* NULL: without SIMD */
} transfer;

/* `size` must be at least TRANSFER_ROOM. */
typedef charset_io transfer_io;

/* Returns the encoding named in a Content-Transfer-Encoding, or TRANSFER_NONE for 7bit, 8bit,
 * binary and unknown names. */
transfer_kind transfer_find(const char *name, size_t n);

void transfer_begin(transfer *t, transfer_kind kind, const kernel *k);

/* Called at the start of a text that seems to be decoded already: from there on, only lines and
 * codes that are certainly encoded are decoded. */
static inline void transfer_doubt(transfer *t)
{
    t->doubt = true;
}

/* Tells the decoder that the base64 that follows has other characters between its letters. */
static inline void transfer_dirty(transfer *t)
{
    t->dirty = true;
}

/* Skips n bytes of the source that are not part of the encoded text, such as a container's
 * separators. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int transfer_gap(transfer *t, srcmap *map, uint64_t n);

/* Decodes until all input is read (if `last`: until all of it is decoded) or less than
 * TRANSFER_ROOM bytes of out are left. May overwrite all of out[len..size). Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int transfer_decode(transfer *t, transfer_io *io);

/* Decodes p[0..n), the start of a text or the `whole` text, to out[0..size). Returns its length. */
size_t transfer_sample(transfer_kind kind, const kernel *k, const char *p, size_t n, bool whole,
                       char *out, size_t size);

/* ---- Peek ----
 *
 * Some mail readers export decoded text but keep a header that names an encoding. The first bytes
 * of the text show this: encoded text soon has escapes or lines of base64. Decoded text has lines
 * of words, a "=" that begins no escape, non-ASCII bytes, or letters in UTF-8 where the header
 * names another charset.
 */

#define PEEK_BYTES 4096

/* Returns true when the text is not in this encoding. */
bool sample_is_decoded(const char *p, size_t n, transfer_kind kind);

/* Returns true when the text is base64, up to its padding, although it has characters other than
 * letters and line ends: from the first of these on, most of it decodes to UTF-8. */
bool sample_is_dirty(const char *p, size_t n, transfer_kind kind);

/* Returns true when a text without a named encoding is quoted-printable: each "=" begins an escape,
 * two or more are escapes that only encoders write, one of these is a soft line break after a full
 * line, or precedes the quote of an attribute, and one of them is not a part of a URL or value that
 * is not encoded, such as "?page=2004" or "&sid=" at the end of a line. */
bool sample_is_qp(const char *p, size_t n);

/* Returns true when a property of a vCard has the parameter QUOTED-PRINTABLE. */
bool sample_has_qp(const char *p, size_t n);

/* Returns true when the text is UTF-8 and not in this charset. `whole`: p[0..n) is the whole
 * text. */
bool sample_is_utf8(const char *p, size_t n, const names_row *charset, bool whole);

/* Returns true when the first bytes of a file are text: mostly printable, without NUL, and in UTF-8
 * or, if a charset was `declared`, in any charset. A byte-order mark shows text, too. */
bool sample_is_text(const char *p, size_t n, bool declared, bool whole);

/* ---- Enriched text (RFC 1896; text/richtext: RFC 1341 section 7.1.3) ----
 *
 * Removes the commands, and the contents of <param> and <comment>; "<<" becomes "<". Any other "<"
 * is text.
 */

/* The maximum length of a command with its brackets. */
#define ENRICHED_COMMAND 62

/* Receives the next piece of text; the map already contains it. Any value but 0 stops the reading
 * and is returned by enriched_feed(). */
typedef int enriched_text(void *user, const char *p, size_t n);

typedef struct enriched {
    enriched_text *text;
    void *user;
    srcmap *map;                 /* from the text to the input */
    unsigned hidden;             /* the number of open <param>s and <comment>s */
    char held[ENRICHED_COMMAND]; /* an incomplete command, with its "<" */
    size_t held_n;
} enriched;

/* Begins a text. The map must be empty; it is filled as text is read. */
void enriched_begin(enriched *e, enriched_text *text, void *user, srcmap *map);
int enriched_feed(enriched *e, const char *p, size_t n);
int enriched_finish(enriched *e);

/* ---- URI lists (RFC 2483 section 5) ----
 *
 * One URL per line; "#" begins a comment. Sends events with offsets in the text, as a scanner does.
 */

/* The maximum length of a URL's line: a URL of 8192 bytes, and CR LF. A longer line is text. */
#define URI_LIST_LINE (8192 + 2)

typedef struct uri_list {
    const trawl_settings *settings;
    trawl_sink *sink;
    void *user;
    uint64_t at;   /* offset of p[0] */
    uint64_t line; /* line number of p[0] */
    bool over;     /* the line is too long */
    size_t n;
    char p[URI_LIST_LINE];
} uri_list;

void uri_list_begin(uri_list *u, const trawl_settings *s, trawl_sink *sink, void *user);
int uri_list_feed(uri_list *u, const char *p, size_t n);
int uri_list_finish(uri_list *u);

/* ---- Lines ----
 *
 * Divides a text (UTF-8 or any other superset of ASCII) into runs:
 *   read     text to search for links
 *   unread   data of an embedded binary (uuencode, yEnc), values of LDIF in base64, and the line
 *            that begins clear-signed text or a calendar in a text: shown, but not searched; no
 *            link goes on over them
 *   cut      characters inserted for transport; they are shown, but the text on both sides is
 *            joined for the search: a soft line break of format=flowed with DelSp (with the quote
 *            marks and the stuffed space after it), a fold (with the quote marks after it) or a
 *            backslash of RFC 5545, the "- " of clear-signed text
 *   struck   an overstrike (E22) in an ordinary text: "_", BS and a character are that character;
 *            BS and a character after the same character, or BS and "_", are nothing
 * All runs, in order, are the whole text. They are as long as possible: ordinary text is passed on
 * in the caller's blocks.
 *
 * Each line of a binary is checked, and the binary ends at the first line that cannot be part of
 * it, or that holds a link; so a stray "begin 644 x" hides nothing. Lines that have a name or a
 * comment ("begin 644 x", "=ybegin", armor's "Comment:") are text. All other encoded data is text,
 * too: no link begins in base64, armor and BinHex, but a URL may continue over lines like these.
 */

typedef enum lines_rule {
    LINES_PLAIN,  /* text/plain and running text: binaries, clear-signed text, signature, and
                     calendars and vCards from their line BEGIN: to their line END: */
    LINES_DELSP,  /* as LINES_PLAIN, with format=flowed; delsp=yes */
    LINES_FOLDED, /* a calendar or vCards: folds, and the escapes "\n", "\,", ...; after the END: of
                     the first BEGIN: as LINES_PLAIN */
    LINES_LDIF    /* entries of a directory: folds; values in base64 are not read */
} lines_rule;

/* The callbacks. Each returns 0 to continue; any other value stops the reading and is returned by
 * lines_feed() or lines_finish(). */
typedef struct lines_out {
    void *user;
    int (*read)(void *user, const char *p, size_t n);
    int (*unread)(void *user, const char *p, size_t n);
    int (*cut)(void *user, const char *p, size_t n);
    /* p[0..n) is a character, or n is 0. NULL: overstrikes are text */
    int (*struck)(void *user, const char *p, size_t n, size_t src_n);
    int (*signature)(void *user); /* the signature begins here, with the line "-- " */
    int (*folded)(void *user);    /* folded text begins here; a line BEGIN: was passed on */
    const kernel *kernel;         /* NULL: the fastest */
} lines_out;

/* The position in the text. States from LINES_UU on: at the start of a line inside a binary. */
enum lines_state {
    LINES_START,   /* at the start of a line */
    LINES_QUOTED,  /* DELSP: as LINES_START, or between quote marks; no binary begins here */
    LINES_CONTENT, /* after quote marks, a stuffed space, or the "- " of signed text */
    LINES_WITHIN,  /* inside the line */
    LINES_UNFOLD,  /* at the start of a line of folded text */
    LINES_VALUE,   /* inside a line of folded text, or where it is folded */
    LINES_UU,
    LINES_YENC
};

/* The maximum lookahead. If it does not suffice for a decision, the line is ordinary text. */
#define LINES_HELD 1024

/* The maximum number of consecutive characters that are cut. */
#define LINES_CUT 128

/* The maximum length of a character that is struck over. */
#define LINES_BEFORE 4

/* The maximum length of the quote marks before each line of folded text. */
#define LINES_MARKS KERNEL_QUOTES

/* Folded text: a calendar, vCards, or entries of a directory. */
typedef struct lines_folded {
    bool block;     /* found by its line BEGIN:, so it ends at a line that cannot be its own */
    bool told;      /* has been reported */
    bool over;      /* the line is the END: of the first BEGIN: */
    bool base64;    /* LDIF: the value is not read */
    unsigned depth; /* the number of open BEGIN: lines */
    unsigned marks_n;
    char marks[LINES_MARKS]; /* the quote marks before each line */
} lines_folded;

typedef struct lines {
    lines_rule rule;
    lines_out out;
    unsigned state; /* enum lines_state */
    unsigned data;  /* the state after the line that begins a binary or folded text */
    unsigned width; /* yEnc: characters per line; uuencode: bytes per line */
    unsigned quote; /* DELSP: number of quote marks before the line */
    lines_folded folded;
    bool over;                 /* the binary ends with the line that was tested last */
    bool signed_text;          /* inside clear-signed text */
    bool signature;            /* the signature has been reported */
    unsigned cut_n;            /* characters cut since the last character of text */
    char before[LINES_BEFORE]; /* the last bytes that were decided */
    char held[LINES_HELD + 2];
    size_t held_n;
} lines;

void lines_begin(lines *l, lines_rule rule, const lines_out *out);
int lines_feed(lines *l, const char *p, size_t n);
int lines_finish(lines *l);

/* ---- Cuts ----
 *
 * Stores the characters that were cut out of a text, with their offsets in the text without cuts
 * ("at") and in the whole text ("text"). The caller drops a cut when the scanner no longer needs
 * it.
 */

typedef struct cut_mark {
    uint64_t at;   /* the byte of the text without cuts that it precedes */
    uint64_t text; /* its offset in the whole text */
    size_t bytes;  /* index of its first byte among the bytes of all cuts of the text */
    size_t n;
    int markup; /* enum trawl_markup of the text from here on, 0 for none; and its index */
    unsigned index;
} cut_mark;

typedef struct cuts {
    const memory *m;
    cut_mark *all;
    size_t first, end, size; /* all[first..end) are in use */
    char *bytes;
    size_t bytes_base; /* cut_mark.bytes of bytes[0] */
    size_t bytes_n, bytes_size;
    uint64_t total; /* bytes of all cuts so far */
    uint64_t lines; /* the cuts with a line break; no cut has two */
} cuts;

void cuts_open(cuts *c, const memory *m);
void cuts_close(cuts *c);

/* Drops all cuts and begins a new text. */
void cuts_clear(cuts *c);

/* Returns true when there are cuts that have not been dropped. */
static inline bool cuts_any(const cuts *c)
{
    return c->first < c->end;
}

/* Adds a cut of n bytes after `at` bytes of the text without cuts. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int cuts_add(cuts *c, uint64_t at, const char *p, size_t n);

/* Makes the last cut, of no bytes, a mark of this markup. */
static inline void cuts_mark(cuts *c, int markup, unsigned index)
{
    CHECK(c->end > c->first);
    c->all[c->end - 1].markup = markup;
    c->all[c->end - 1].index = index;
}

/* Returns the first cut at or after byte `at` of the text without cuts, or NULL. */
const cut_mark *cuts_from(const cuts *c, uint64_t at);

/* Returns the next cut, or NULL. */
const cut_mark *cuts_next(const cuts *c, const cut_mark *k);

const char *cuts_bytes(const cuts *c, const cut_mark *k);

/* Converts an offset in the text without cuts to an offset in the whole text: before the cuts at
 * that offset, or after them if `after` is true. */
uint64_t cuts_text(const cuts *c, uint64_t at, bool after);

/* Drops k, which must be the first cut in use. */
void cuts_drop(cuts *c, const cut_mark *k);

#endif
