/* transfer_six.c - characters of six bits each, four of them three bytes: what base64 and uuencode share */
#include "mail/transfer_six.h"

#include <trawl.h>

#include "mail/transfer_inside.h"

/* The marks of four characters that are put together. */
#define MARKS ((uint32_t)SIX << 18 ^ (uint32_t)SIX << 12 ^ (uint32_t)SIX << 6 ^ (uint32_t)SIX)

static inline bool decode_group(char *out, const char *in, const unsigned char *table)
{
    unsigned a = table[(unsigned char)in[0]], b = table[(unsigned char)in[1]], c = table[(unsigned char)in[2]],
             d = table[(unsigned char)in[3]];
    uint32_t bits = ((uint32_t)a << 18 ^ (uint32_t)b << 12 ^ (uint32_t)c << 6 ^ (uint32_t)d) ^ MARKS;

    out[0] = (char)(unsigned char)(bits >> 16);
    out[1] = (char)(unsigned char)(bits >> 8);
    out[2] = (char)(unsigned char)bits;
    return a & b & c & d & SIX;
}

int transfer_six_groups(transfer_io *io, const unsigned char *table, size_t most, size_t *n)
{
    const char *in = io->in;
    char *out = io->out + io->len;
    size_t i = 0;

    while (i < most && decode_group(out + 3 * i, in + 4 * i, table))
        i++;
    *n = i;
    if (i == 0)
        return TRAWL_OK;
    io->len += 3 * i;
    transfer_take(io, 4 * i);
    return srcmap_add_groups(io->map, (uint32_t)i, 3, 4);
}

/* What is held belongs to the byte that the new character completes; that character begins the next one, unless it is
 * the fourth. */
int transfer_six(transfer *t, transfer_io *io, unsigned value, unsigned src)
{
    unsigned k = t->bits_n;
    uint64_t held = k == 3 ? t->held + src : t->held;
    int failed = k > 0 ? transfer_byte(io->map, held) : TRAWL_OK;

    if (failed)
        return failed;
    t->bits = (t->bits << 6 | value) & 0xFFFFFF;
    if (k > 0)
        io->out[io->len++] = (char)(unsigned char)(t->bits >> (6 - 2 * k));
    t->bits_n = (k + 1) % 4;
    t->held = k == 3 ? 0 : src;
    return TRAWL_OK;
}

int transfer_six_pass(transfer *t, transfer_io *io, size_t n)
{
    transfer_take(io, n);
    return transfer_gap(t, io->map, n);
}

int transfer_six_end(transfer *t, transfer_io *io)
{
    uint64_t held = t->held;

    t->held = 0;
    t->bits_n = 0;
    return transfer_nothing(io->map, held);
}
