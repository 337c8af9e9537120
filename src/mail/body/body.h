/* body.h - the text of a part on its way to the scanner
 *
 *   transfer   quoted-printable, base64 and uuencode -> bytes
 *   peek       tells whether a body is what its header says
 *   enriched   text/enriched -> plain text
 *   uri_list   text/uri-list -> events
 *   lines      binaries, armor, signatures, soft line breaks and folds in plain text
 *   cuts       the characters that lines took out, and where they go back in
 *   zones      which lines are new text, signature, footer or forwarded
 *
 * All of them take their input in pieces of any size.
 */
#ifndef TRAWL_MAIL_BODY_BODY_H
#define TRAWL_MAIL_BODY_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trawl.h>

#include "base/memory.h"
#include "charset/charset.h"
#include "kernel/kernel.h"

/* ---- Transfer encodings (RFC 2045 section 6) ----
 *
 * Decodes to bytes and a map of their places. Bad input is never an error: what is not in the
 * encoding is kept (quoted-printable) or skipped (base64, uuencode).
 *
 * A decoded byte begins at the encoded character that holds its first bit, and ends where the next
 * one begins. What has no byte (a soft line break, a line break in base64) is a run without text in
 * the map: srcmap_start() gives it to the byte before it.
 */

typedef enum transfer_kind {
    TRANSFER_NONE,
    TRANSFER_QP,
    TRANSFER_BASE64,
    TRANSFER_UU
} transfer_kind;

/* The least room in transfer_io.out. */
#define TRANSFER_ROOM 256

/* The longest part of an escape in quoted-printable that is held back, with white space before a
 * line's end. */
#define TRANSFER_PENDING 128

typedef struct transfer {
    transfer_kind kind; /* never TRANSFER_NONE */
    unsigned state;     /* base64, uuencode: what comes next in a line */
    unsigned left;      /* uuencode: bytes missing in the line, or characters read of a word */
    uint32_t bits;      /* base64, uuencode: the bits of a group, */
    unsigned bits_n;    /* and the number of its characters so far */
    unsigned char pending[TRANSFER_PENDING]; /* quoted-printable: an incomplete escape */
    unsigned pending_n;
    uint64_t held;        /* input that was taken and is not in the map yet */
    const kernel *kernel; /* to decode with; NULL after transfer_begin(): without vectors */
} transfer;

typedef struct transfer_io {
    const char *in; /* moves on as input is taken */
    size_t in_n;
    bool last; /* the end of the input */
    char *out;
    size_t size; /* of out, at least TRANSFER_ROOM */
    size_t len;  /* bytes in out; the caller sets it to 0 */
    srcmap *map;
} transfer_io;

/* Returns the encoding that a Content-Transfer-Encoding names; TRANSFER_NONE for 7bit, 8bit, binary
 * and unknown ones. */
transfer_kind transfer_find(const char *name, size_t n);

void transfer_begin(transfer *t, transfer_kind kind);

/* Skips n bytes of the source that are not in the encoded text, such as a container's marks.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int transfer_gap(transfer *t, srcmap *map, uint64_t n);

/* Decodes until all input is taken (with last: until all of it is decoded) or less than
 * TRANSFER_ROOM bytes of out are left. All of out[len..size) may be overwritten. Returns TRAWL_OK
 * or TRAWL_ERROR_NO_MEMORY. */
int transfer_decode(transfer *t, transfer_io *io);

/* ---- Peek ----
 *
 * Mail readers pass decoded text on below headers that name an encoding. The first bytes of a text
 * show it: encoded text soon has escapes or lines of base64. Decoded text has lines of words, a "="
 * that begins no escape, bytes beyond ASCII, or letters in UTF-8 where the header names another
 * charset.
 */

#define PEEK_BYTES 4096

typedef struct peek {
    char p[PEEK_BYTES];
    size_t n;
} peek;

/* Returns true when the text is not in this encoding. */
bool peek_is_decoded(const char *p, size_t n, transfer_kind kind);

/* Returns true when the text is UTF-8 and not in this charset. whole: it ends with p[0..n). */
bool peek_is_utf8(const char *p, size_t n, const names_row *charset, bool whole);

/* ---- Enriched text (RFC 1896; text/richtext: RFC 1341 section 7.1.3) ----
 *
 * Removes the commands, with the words of <param> and <comment>; "<<" is "<". A "<" that begins no
 * command is text.
 */

/* The longest command with its brackets. */
#define ENRICHED_COMMAND 62

/* Takes more of the text, which is in the map. Any value but 0 stops, and is returned by the call
 * that fed. */
typedef int enriched_text(void *user, const char *p, size_t n);

typedef struct enriched {
    enriched_text *text;
    void *user;
    srcmap *map;                 /* from the text to the input */
    unsigned hidden;             /* the number of open <param>s */
    char held[ENRICHED_COMMAND]; /* a command so far, with its "<" */
    size_t held_n;
} enriched;

/* Fills map, which must be empty. */
void enriched_begin(enriched *e, enriched_text *text, void *user, srcmap *map);
int enriched_feed(enriched *e, const char *p, size_t n);
int enriched_finish(enriched *e);

/* ---- URI lists (RFC 2483 section 5) ----
 *
 * A URL a line; "#" begins a comment. Sends events with offsets in the text, as a scanner does.
 */

/* A longer line is text. */
#define URI_LIST_LINE 8192

typedef struct uri_list {
    trawl_sink *sink;
    void *user;
    uint64_t at;   /* offset of p[0] */
    uint64_t line; /* its number */
    bool over;     /* the line is too long */
    size_t n;
    char p[URI_LIST_LINE];
} uri_list;

void uri_list_begin(uri_list *u, trawl_sink *sink, void *user);
int uri_list_feed(uri_list *u, const char *p, size_t n);
int uri_list_finish(uri_list *u);

/* ---- Lines ----
 *
 * Divides a text, UTF-8 or anything in which ASCII is ASCII, into runs:
 *   read     text to be searched for links
 *   unread   an embedded binary or armor: shown, but not searched
 *   cut      characters that the transport has put in, shown with the text on both sides joined: a
 *            soft line break of format=flowed with DelSp (with the quote marks and the stuffed space
 *            after it), a fold or a backslash of RFC 5545, the "- " of clear-signed text
 * All runs in order are the text. They are as long as possible: ordinary text is passed on in the
 * caller's blocks.
 *
 * A binary must look like one line by line, and ends at the first line that does not; so a stray
 * "begin 644 x" hides nothing.
 */

typedef enum lines_rule {
    LINES_PLAIN, /* text/plain and running text: binaries, PGP, signature */
    LINES_DELSP, /* the same with format=flowed; delsp=yes */
    LINES_FOLDED /* text/calendar, vCard: folds, and the escapes "\n", "\,", ... */
} lines_rule;

/* The callbacks. Each returns 0 to continue; any other value is returned by the call that fed. */
typedef struct lines_out {
    void *user;
    int (*read)(void *user, const char *p, size_t n);
    int (*unread)(void *user, const char *p, size_t n);
    int (*cut)(void *user, const char *p, size_t n);
    int (*signature)(void *user); /* the signature begins here, with the line "-- " */
    const kernel *kernel;         /* NULL: the best */
} lines_out;

/* The position in the text. From LINES_UU on: at the start of a line inside a binary or armor. */
enum lines_state {
    LINES_START,   /* at the start of a line */
    LINES_QUOTED,  /* DELSP: the same, but nothing begins here; quote marks may follow */
    LINES_CONTENT, /* after quote marks, a stuffed space, the "- " of signed text */
    LINES_WITHIN,  /* inside the line */
    LINES_UU,
    LINES_ARMOR, /* also begin-base64 */
    LINES_YENC,
    LINES_BINHEX,
    LINES_BASE64
};

/* A line that is undecided after so many bytes is ordinary text. */
#define LINES_HELD 1024

/* The most characters that are cut in a row. */
#define LINES_CUT 128

typedef struct lines {
    lines_rule rule;
    lines_out out;
    const kernel_line *begins; /* first bytes of lines that matter, except base64; FOLDED: blanks */
    unsigned state;            /* enum lines_state */
    unsigned width;            /* yEnc: characters a line; uuencode: bytes */
    unsigned quote;            /* DELSP: quote marks before the line */
    bool signed_text;          /* inside clear-signed text */
    bool signature;            /* has been reported */
    unsigned cut_n;            /* cut since the last character of text */
    char held[LINES_HELD + 2];
    size_t held_n;
} lines;

void lines_begin(lines *l, lines_rule rule, const lines_out *out);
int lines_feed(lines *l, const char *p, size_t n);
int lines_finish(lines *l);

/* ---- Cuts ----
 *
 * The characters that were cut out of a text, with their offsets in the text without cuts ("at")
 * and in the whole text ("text"). Cuts are kept until they are dropped, as long as the scanner may
 * need them.
 */

typedef struct cut_mark {
    uint64_t at;   /* it is before this byte of the text without cuts */
    uint64_t text; /* its place in the whole text */
    size_t bytes;  /* index of its first byte, counted from the beginning of the text */
    size_t n;
} cut_mark;

typedef struct cuts {
    const memory *m;
    cut_mark *all;
    size_t first, end, size; /* all[first..end) are kept */
    char *bytes;
    size_t bytes_base; /* the index of bytes[0] */
    size_t bytes_n, bytes_size;
    uint64_t total; /* bytes of all cuts so far */
} cuts;

void cuts_open(cuts *c, const memory *m);
void cuts_close(cuts *c);

/* Begins another text. */
void cuts_clear(cuts *c);

/* Returns true when there are cuts that have not been dropped. */
static inline bool cuts_any(const cuts *c)
{
    return c->first < c->end;
}

/* Adds n bytes that were cut after `at` bytes of the text without cuts. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int cuts_add(cuts *c, uint64_t at, const char *p, size_t n);

/* Returns the first cut at or after byte `at` of the text without cuts, or NULL. */
const cut_mark *cuts_from(const cuts *c, uint64_t at);

/* Returns the next cut, or NULL. */
const cut_mark *cuts_next(const cuts *c, const cut_mark *k);

const char *cuts_bytes(const cuts *c, const cut_mark *k);

/* Converts an offset in the text without cuts to one in the whole text: before the cuts at that
 * place, or after them. */
uint64_t cuts_text(const cuts *c, uint64_t at, bool after);

/* Drops k, the first cut that is kept. */
void cuts_drop(cuts *c, const cut_mark *k);

/* ---- Zones ----
 *
 * Tells which zone of a message a text is in (enum trawl_zone), from marks that hardly mean
 * anything else:
 *
 *   new -> signature    the line "-- " (reported by lines)
 *   any -> footer       marks of list managers; ends after ZONES_FOOTER lines, or where the next
 *                       text of a digest or an archive begins
 *   any -> forwarded    marks of mail programs, in many languages; to the end, except footers, or
 *                       to a line that ends it
 *
 * A line of underscores or an address at the end are not marks. Lines that begin with ">" are
 * ignored: link.quote tells the caller which links are quoted. The text is fed before the scanner
 * gets it, and a zone changes after the words that show it, at the latest at the end of their
 * line; so no link that was reported changes its zone.
 */

/* Lines are read up to this length. */
#define ZONES_LINE 256

/* The most lines of a footer. Newsletters may begin with how to unsubscribe. */
#define ZONES_FOOTER 60

/* From byte `at` of the text on, the zone is this one. Any value but 0 is returned by the call that
 * fed. */
typedef int zones_change(void *user, uint64_t at, int zone);

/* The most words that marks begin with. */
#define ZONES_WORDS 96

/* The words that begin with a letter: rows[first..first + n) of their table. */
typedef struct zones_rows {
    unsigned char first, n;
} zones_rows;

/* What a line may be, by its first bytes. Derived from the table of words. */
typedef struct zones_gates {
    zones_rows rows[256];
    unsigned char follows[256]; /* bits of zones.after that these words need */
    /* Lines that may show something by themselves. */
    kernel_starts starts;
    uint64_t key[ZONES_WORDS], mask[ZONES_WORDS]; /* their first eight bytes, by row */
} zones_gates;

typedef struct zones {
    const kernel *kernel;
    zones_gates gates;
    zones_change *change;
    void *user;
    int zone;        /* enum trawl_zone */
    int under;       /* the zone before a signature or a footer: new or forwarded */
    unsigned footer; /* lines of the footer so far */
    unsigned after;  /* what the lines before have shown, */
    unsigned lines;  /* for so many lines more */
    uint64_t at;     /* bytes so far */
    uint64_t line;   /* offset of the line in held */
    bool start;      /* the next byte begins a line */
    bool open;       /* the line is not decided */
    size_t held_n;
    char held[ZONES_LINE];
} zones;

/* Called once. */
void zones_open(zones *z, const kernel *k);

/* Begins a text, in TRAWL_ZONE_NEW. */
void zones_begin(zones *z, zones_change *change, void *user);

/* Takes the next bytes up to a change of the zone; *used is their number. Returns 0 or the value of
 * change(). */
int zones_step(zones *z, const char *p, size_t n, size_t *used);

/* The same for all bytes. */
int zones_feed(zones *z, const char *p, size_t n);

/* The line that begins with the next byte is "-- ". Returns as zones_feed(). */
int zones_signature(zones *z);

#endif
