/* transfer_base64.c - base64 undone (RFC 2045 section 6.8)
 *
 * Characters outside the alphabet are passed over, as the RFC wants. "=" ends a group, however far it has come, and
 * what follows begins a new one: several encodings written one after the other are all decoded. A group cut off at the
 * end gives what bytes it has.
 *
 * A line that begins with a sign outside the alphabet is none of the encoding, nor is what follows: mailing lists put a
 * footer of plain text ("____", "-- ") behind what they do not decode. It is handed on as it is.
 */
#include <string.h>
#include <trawl.h>

#include "mail/transfer_inside.h"
#include "mail/transfer_six.h"

/* clang-format off */
static const unsigned char table[256] = {
    ['A'] = SIX |  0, ['B'] = SIX |  1, ['C'] = SIX |  2, ['D'] = SIX |  3, ['E'] = SIX |  4, ['F'] = SIX |  5,
    ['G'] = SIX |  6, ['H'] = SIX |  7, ['I'] = SIX |  8, ['J'] = SIX |  9, ['K'] = SIX | 10, ['L'] = SIX | 11,
    ['M'] = SIX | 12, ['N'] = SIX | 13, ['O'] = SIX | 14, ['P'] = SIX | 15, ['Q'] = SIX | 16, ['R'] = SIX | 17,
    ['S'] = SIX | 18, ['T'] = SIX | 19, ['U'] = SIX | 20, ['V'] = SIX | 21, ['W'] = SIX | 22, ['X'] = SIX | 23,
    ['Y'] = SIX | 24, ['Z'] = SIX | 25, ['a'] = SIX | 26, ['b'] = SIX | 27, ['c'] = SIX | 28, ['d'] = SIX | 29,
    ['e'] = SIX | 30, ['f'] = SIX | 31, ['g'] = SIX | 32, ['h'] = SIX | 33, ['i'] = SIX | 34, ['j'] = SIX | 35,
    ['k'] = SIX | 36, ['l'] = SIX | 37, ['m'] = SIX | 38, ['n'] = SIX | 39, ['o'] = SIX | 40, ['p'] = SIX | 41,
    ['q'] = SIX | 42, ['r'] = SIX | 43, ['s'] = SIX | 44, ['t'] = SIX | 45, ['u'] = SIX | 46, ['v'] = SIX | 47,
    ['w'] = SIX | 48, ['x'] = SIX | 49, ['y'] = SIX | 50, ['z'] = SIX | 51, ['0'] = SIX | 52, ['1'] = SIX | 53,
    ['2'] = SIX | 54, ['3'] = SIX | 55, ['4'] = SIX | 56, ['5'] = SIX | 57, ['6'] = SIX | 58, ['7'] = SIX | 59,
    ['8'] = SIX | 60, ['9'] = SIX | 61, ['+'] = SIX | 62, ['/'] = SIX | 63,
};
/* clang-format on */

/* What of a line comes next: transfer.state. */
enum { FIRST, INSIDE, LINE_START, PLAIN };

/* Text behind the encoding. */
static int pass_plain(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io), n = io->in_n < room ? io->in_n : room;
    int failed = transfer_six_end(t, io);

    if (failed)
        return failed;
    memcpy(io->out + io->len, io->in, n);
    io->len += n;
    transfer_take(io, n);
    return srcmap_add(io->map, (uint32_t)n, 1, 1);
}

static bool is_sign(char c)
{
    return c > ' ' && c < 0x7F && c != '=' && !table[(unsigned char)c];
}

/* A run of what is no character of the alphabet. */
static int pass_junk(transfer *t, transfer_io *io)
{
    size_t n = 0;
    bool padded = false;
    int failed;

    for (; n < io->in_n && !table[(unsigned char)io->in[n]]; n++) {
        if (t->state == LINE_START && is_sign(io->in[n])) {
            t->state = PLAIN;
            break;
        }
        padded = padded || io->in[n] == '=';
        if (io->in[n] == '\n' && t->state == INSIDE)
            t->state = LINE_START;
    }
    failed = transfer_six_pass(t, io, n);
    return padded && !failed ? transfer_six_end(t, io) : failed;
}

_Static_assert(KERNEL_BASE64 <= TRANSFER_PENDING, "what a kernel writes over behind its bytes is free");

/* Whole groups, as many as the kernel takes off the front; *most are left. */
static int vector_groups(const transfer *t, transfer_io *io, size_t *most)
{
    size_t n = t->kernel && t->kernel->base64 ? t->kernel->base64(io->in, 4 * *most, io->out + io->len) / 4 : 0;

    if (n == 0)
        return TRAWL_OK;
    *most -= n;
    io->len += 3 * n;
    transfer_take(io, 4 * n);
    return srcmap_add_groups(io->map, (uint32_t)n, 3, 4);
}

int transfer_base64(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io) / 3, most = io->in_n / 4, n;
    const char *begun = io->in;
    unsigned value;
    int failed;

    if (t->state == PLAIN)
        return pass_plain(t, io);
    most = most < room ? most : room;
    if (t->bits_n == 0 &&
        ((failed = vector_groups(t, io, &most)) || (failed = transfer_six_groups(io, table, most, &n))))
        return failed;
    if (io->in != begun)
        t->state = INSIDE;
    if (io->in_n == 0)
        return TRAWL_OK;
    value = table[(unsigned char)*io->in];
    if (!value)
        return pass_junk(t, io);
    t->state = INSIDE;
    failed = transfer_six(t, io, value & ~(unsigned)SIX, 1);
    if (!failed)
        transfer_take(io, 1);
    return failed;
}

int transfer_base64_last(transfer *t, transfer_io *io)
{
    return transfer_six_end(t, io);
}
