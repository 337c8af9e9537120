/* transfer.h - transfer encodings undone: quoted-printable, base64, uuencode (SPEC E4; RFC 2045 section 6)
 *
 * Bytes come in any pieces, decoded bytes and a map of places come out. Bad input is never an error: what is no code of
 * the encoding is kept as it is (quoted-printable) or passed over (base64, uuencode), and decoding goes on.
 *
 * A decoded byte begins at the encoded character that holds its first bit and ends where the next one begins. What
 * stands for nothing (a soft line break, white space between its "=" and the line's end, a line break in base64) is in
 * the map as a run with no text; ask with srcmap_start(), and it belongs to the byte before it.
 */
#ifndef TRAWL_MAIL_TRANSFER_H
#define TRAWL_MAIL_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "charset/srcmap.h"
#include "kernel/kernel.h"

typedef enum transfer_kind { TRANSFER_NONE, TRANSFER_QP, TRANSFER_BASE64, TRANSFER_UU } transfer_kind;

/* The least room that transfer_decode() wants in out. */
#define TRANSFER_ROOM 256

/* What quoted-printable holds back at most: "=" and a hex digit, or white space that may stand before a line's end. */
#define TRANSFER_PENDING 128

typedef struct transfer {
    transfer_kind kind; /* never TRANSFER_NONE: what is not encoded needs none of this */
    unsigned state;     /* uuencode, base64: what of a line comes next (transfer_uu.c, transfer_base64.c) */
    unsigned left;      /* uuencode: bytes that the line still has, or how much of a word has been seen */
    uint32_t bits;      /* base64, uuencode: the bits of a group that has begun */
    unsigned bits_n;    /* and how many characters it has so far, 0 to 3 */
    unsigned char pending[TRANSFER_PENDING]; /* quoted-printable: an escape that is not whole */
    unsigned pending_n;
    uint64_t held;        /* source bytes that were taken and are not in the map yet */
    const kernel *kernel; /* to decode with; NULL: by tables. transfer_begin() sets it to that */
} transfer;

typedef struct transfer_io {
    const char *in; /* moves on as bytes are taken */
    size_t in_n;
    bool last; /* nothing comes after them */
    char *out;
    size_t size; /* of out, at least TRANSFER_ROOM */
    size_t len;  /* of what stands there; the caller sets it to 0 */
    srcmap *map;
} transfer_io;

/* The encoding that a Content-Transfer-Encoding names; TRANSFER_NONE for 7bit, 8bit, binary and what nobody knows. */
transfer_kind transfer_find(const char *name, size_t n);

void transfer_begin(transfer *t, transfer_kind kind);

/* n source bytes follow that are none of the encoded text (a container's own marks). TRAWL_OK or TRAWL_NO_MEMORY. */
int transfer_gap(transfer *t, srcmap *map, uint64_t n);

/* Decode until all input is taken (with last, until all of it is decoded, too), or less than TRANSFER_ROOM bytes of out
 * are left: then call again. All of out[len..size) may be written over. TRAWL_OK or TRAWL_NO_MEMORY. */
int transfer_decode(transfer *t, transfer_io *io);

#endif
