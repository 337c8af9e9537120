/* base64.c - decodes base64 (RFC 2045 section 6.8); has the functions for groups of six-bit
 * characters, which uuencode uses, too
 *
 * Characters outside the alphabet are skipped. "=" ends a group of any length, and the next
 * character begins a new one, so concatenated encodings are all decoded. An incomplete group at the
 * end gives its complete bytes.
 *
 * A line that begins with a visible character outside the alphabet ends the encoding; the rest is
 * copied. Mailing lists append such footers in plain text ("____", "-- ") to encoded text.
 */
#include "mail/body/inside.h"

/* ---- Groups ---- */

/* Decodes a group. Returns false when one of its four characters is not in the table. */
static bool decode_group(char *out, const char *in, const unsigned char *table)
{
    unsigned a = table[(unsigned char)in[0]], b = table[(unsigned char)in[1]],
             c = table[(unsigned char)in[2]], d = table[(unsigned char)in[3]];
    uint32_t bits = (uint32_t)(a & 63) << 18 | (uint32_t)(b & 63) << 12 | (c & 63) << 6 | (d & 63);

    out[0] = (char)(unsigned char)(bits >> 16);
    out[1] = (char)(unsigned char)(bits >> 8);
    out[2] = (char)(unsigned char)bits;
    return a & b & c & d & SIX;
}

/* Consumes n groups that were decoded. */
static int take_groups(transfer_io *io, size_t n)
{
    if (n == 0)
        return TRAWL_OK;
    io->len += 3 * n;
    transfer_take(io, 4 * n);
    return srcmap_add_groups(io->map, (uint32_t)n, 3, 4);
}

int transfer_six_groups(transfer_io *io, const unsigned char *table, size_t most, size_t *n)
{
    const char *in = io->in;
    char *out = io->out + io->len;
    size_t i = 0;

    while (i < most && decode_group(out + 3 * i, in + 4 * i, table))
        i++;
    *n = i;
    return take_groups(io, i);
}

/* In the map, the held source bytes belong to the byte that this character completes. The character
 * itself begins the next byte, unless it is the fourth. */
int transfer_six(transfer *t, transfer_io *io, unsigned value, unsigned src)
{
    unsigned k = t->bits_n;
    uint64_t held = k == 3 ? t->held + src : t->held;
    int failed = k > 0 ? srcmap_add(io->map, 1, 1, held) : TRAWL_OK;

    if (failed)
        return failed;
    t->bits = (t->bits << 6 | value) & 0xFFFFFF;
    if (k > 0)
        io->out[io->len++] = (char)(unsigned char)(t->bits >> (6 - 2 * k));
    t->bits_n = (k + 1) % 4;
    t->held = k == 3 ? 0 : src;
    return TRAWL_OK;
}

int transfer_six_skip(transfer *t, transfer_io *io, size_t n)
{
    transfer_take(io, n);
    return transfer_gap(t, io->map, n);
}

int transfer_six_end(transfer *t, transfer_io *io)
{
    uint64_t held = t->held;

    t->held = 0;
    t->bits_n = 0;
    return srcmap_add(io->map, held, 0, 1);
}

/* ---- Base64 ---- */

/* clang-format off */
static const unsigned char table[256] = {
    ['A'] = SIXES(0), SIXES(8), SIXES(16), SIX | 24, SIX | 25,
    ['a'] = SIXES(26), SIXES(34), SIXES(42), SIX | 50, SIX | 51,
    ['0'] = SIXES(52), SIX | 60, SIX | 61,
    ['+'] = SIX | 62, ['/'] = SIX | 63,
};
/* clang-format on */

/* transfer.state: before the first character, inside a line, at the start of a line, in the plain
 * text after the encoding. */
enum { FIRST, INSIDE, LINE_START, PLAIN };

/* Copies text after the encoding. */
static int copy_plain(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io), n = io->in_n < room ? io->in_n : room;
    int failed = transfer_six_end(t, io);

    if (!failed)
        failed = transfer_copy(io, io->in, n);
    transfer_take(io, n);
    return failed;
}

/* Skips bytes outside the alphabet. */
static int skip_others(transfer *t, transfer_io *io)
{
    size_t n = 0;
    bool padded = false;
    int failed;

    for (; n < io->in_n && !table[(unsigned char)io->in[n]]; n++) {
        char c = io->in[n];
        if (t->state == LINE_START && c > ' ' && c < 0x7F && c != '=') {
            t->state = PLAIN;
            break;
        }
        padded = padded || c == '=';
        if (c == '\n' && t->state == INSIDE)
            t->state = LINE_START;
    }
    failed = transfer_six_skip(t, io, n);
    return padded && !failed ? transfer_six_end(t, io) : failed;
}

_Static_assert(KERNEL_BASE64 <= TRANSFER_PENDING, "the kernel writes beyond its bytes");

/* Decodes as many whole groups as possible, first with SIMD. */
static int decode_groups(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io) / 3, most = io->in_n / 4, n = 0;
    int failed = TRAWL_OK;

    most = most < room ? most : room;
    if (t->kernel && t->kernel->base64) {
        n = t->kernel->base64(io->in, 4 * most, io->out + io->len) / 4;
        failed = take_groups(io, n);
    }
    return failed ? failed : transfer_six_groups(io, table, most - n, &n);
}

int transfer_base64(transfer *t, transfer_io *io)
{
    const char *begun = io->in;
    unsigned value;
    int failed;

    if (t->state == PLAIN)
        return copy_plain(t, io);
    failed = t->bits_n == 0 ? decode_groups(t, io) : TRAWL_OK;
    if (io->in != begun)
        t->state = INSIDE;
    if (failed || io->in_n == 0)
        return failed;
    value = table[(unsigned char)*io->in];
    if (!value)
        return skip_others(t, io);
    t->state = INSIDE;
    failed = transfer_six(t, io, value & ~(unsigned)SIX, 1);
    if (!failed)
        transfer_take(io, 1);
    return failed;
}
