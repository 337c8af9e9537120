/* transfer_six.h - characters of six bits each, four of them three bytes: what base64 and uuencode share
 *
 * A byte of text begins at the character that holds its first bit: the k-th of a group at the k-th character.
 */
#ifndef TRAWL_MAIL_TRANSFER_SIX_H
#define TRAWL_MAIL_TRANSFER_SIX_H

#include "mail/transfer.h"

/* In a table of characters: value | SIX, and 0 for what is none. */
#define SIX 0x80

/* Decode whole groups, at most so many, up to the first that is not four characters of the table. There are none
 * pending, and there is input and room for all. *n: how many there were. TRAWL_OK or TRAWL_NO_MEMORY. */
int transfer_six_groups(transfer_io *io, const unsigned char *table, size_t most, size_t *n);

/* Take one character of so many source bytes (1, or 0 where one is missing), and write the byte that it completes.
 * TRAWL_OK or TRAWL_NO_MEMORY. */
int transfer_six(transfer *t, transfer_io *io, unsigned value, unsigned src);

/* n source bytes that are no characters. TRAWL_OK or TRAWL_NO_MEMORY. */
int transfer_six_pass(transfer *t, transfer_io *io, size_t n);

/* A group that has begun is over: bits that make no byte are dropped. TRAWL_OK or TRAWL_NO_MEMORY. */
int transfer_six_end(transfer *t, transfer_io *io);

#endif
