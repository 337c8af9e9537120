/* transfer_inside.h - what the transfer decoders have in common: a step of each, and places of what they write
 *
 * A step is called while there is input and while TRANSFER_ROOM bytes are free. It takes some input and writes at most
 * transfer_room() bytes: what is left is for what a decoder still holds when the input is over.
 */
#ifndef TRAWL_MAIL_TRANSFER_INSIDE_H
#define TRAWL_MAIL_TRANSFER_INSIDE_H

#include "mail/transfer.h"

int transfer_qp(transfer *t, transfer_io *io);
int transfer_base64(transfer *t, transfer_io *io);
int transfer_uu(transfer *t, transfer_io *io);

/* The same at the end: there is no input any more, and none will come. */
int transfer_qp_last(transfer *t, transfer_io *io);
int transfer_base64_last(transfer *t, transfer_io *io);
int transfer_uu_last(transfer *t, transfer_io *io);

/* n source bytes that stand for nothing. */
int transfer_nothing(srcmap *map, uint64_t n);

/* One byte of text from n source bytes. */
int transfer_byte(srcmap *map, uint64_t n);

/* The most that is decoded at once, and what fits the map's counts. */
#define TRANSFER_STEP ((size_t)1 << 30)

static inline size_t transfer_room(const transfer_io *io)
{
    size_t room = io->size - io->len - TRANSFER_PENDING;

    return room < TRANSFER_STEP ? room : TRANSFER_STEP;
}

static inline void transfer_take(transfer_io *io, size_t n)
{
    io->in += n;
    io->in_n -= n;
}

#endif
