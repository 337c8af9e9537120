/* peek.h - is a body what its header says? Mail readers pass decoded text on below headers that name an encoding (SPEC E1)
 *
 * The first bytes of a text are held back until they tell. An encoded text shows it soon: codes of quoted-printable, lines of
 * base64. One that was decoded before has lines of words where base64 should be, a "=" that begins no code, or bytes beyond
 * ASCII where the encoding has none; and letters in UTF-8 where the header names another charset.
 */
#ifndef TRAWL_MAIL_PEEK_H
#define TRAWL_MAIL_PEEK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "charset/names.h"
#include "mail/transfer.h"

#define PEEK_BYTES 4096

typedef struct peek {
    char p[PEEK_BYTES];
    size_t n;
    uint64_t at; /* where p[0] stands in the source */
} peek;

/* Is the text not encoded, though it was said to be? */
bool peek_is_decoded(const char *p, size_t n, transfer_kind kind);

/* Is the text UTF-8, though it was said to be in that charset? whole: nothing comes behind it. */
bool peek_is_utf8(const char *p, size_t n, const names_row *charset, bool whole);

#endif
