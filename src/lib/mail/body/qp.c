/* qp.c - decodes quoted-printable (RFC 2045 section 6.7)
 *
 *     =3D  =e9     a byte; hex digits in upper or lower case
 *     =CRLF        a soft line break, which decodes to nothing; also "=" at the end of the text
 *     =  CRLF      the same: white space at the end of a line was added in transport (rule 3)
 *
 * Any other "=" is kept. So is white space at the end of a line without "=": rule 3 would delete
 * it, but format=flowed needs it, and no link ends in it.
 *
 * In a text that seems to be decoded already (transfer_doubt()), qp_doubt.c decides which codes are
 * decoded.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/body/inside.h"

/* The value of each hex digit + 0x10; 0 for all other bytes. */
/* clang-format off */
static const unsigned char qp_hex[256] = {
    ['0'] = 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19,
    ['A'] = 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, ['a'] = 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F,
};
/* clang-format on */

static bool qp_is_hex(char c)
{
    return qp_hex[(unsigned char)c] != 0;
}

static char qp_byte_of(const char *digits)
{
    return (char)(qp_hex[(unsigned char)digits[0]] << 4 | (qp_hex[(unsigned char)digits[1]] & 15));
}

typedef enum unit_kind { UNIT_WANTS_MORE, UNIT_BYTE, UNIT_SOFT, UNIT_NONE } unit_kind;

/* What a "=" begins. */
typedef struct qp_unit {
    unit_kind kind;
    size_t n; /* its length */
} unit;

/* Reads white space and a line break after "=". A line break is LF with any CRs before it, or
 * CR. */
static unit qp_break_at(const char *p, size_t n, bool last)
{
    size_t i = 1, cr = 0;

    for (; i < n && i < TRANSFER_PENDING && (p[i] == ' ' || p[i] == '\t' || p[i] == '\r'); i++)
        if (p[i] == '\r' && cr == 0)
            cr = i;
    if (i < TRANSFER_PENDING && i < n && p[i] == '\n')
        return (unit){UNIT_SOFT, i + 1};
    if (i < TRANSFER_PENDING && i == n)
        return last ? (unit){UNIT_SOFT, n} : (unit){UNIT_WANTS_MORE, 0};
    return cr > 0 ? (unit){UNIT_SOFT, cr + 1} : (unit){UNIT_NONE, 1};
}

static unit qp_unit_at(const transfer *t, const char *p, size_t n, bool last)
{
    if (n == 1 || !qp_is_hex(p[1]))
        return qp_break_at(p, n, last);
    if (n == 2 || (n == 3 && t->doubt && qp_is_hex(p[2]) && !last))
        return last ? (unit){UNIT_NONE, 1} : (unit){UNIT_WANTS_MORE, 0};
    if (!qp_is_hex(p[2]) || (t->doubt && !qp_is_code(t, p, n)))
        return (unit){UNIT_NONE, 1};
    return (unit){UNIT_BYTE, 3};
}

/* Writes the unit at p. */
static int put_unit(transfer *t, transfer_io *io, unit u, const char *p)
{
    if (u.kind == UNIT_SOFT)
        return srcmap_add(io->map, u.n, 0, 1);
    io->out[io->len++] = u.kind == UNIT_BYTE ? qp_byte_of(p + 1) : '=';
    if (t->doubt)
        qp_note(t, io->out + io->len - 1, 1);
    return srcmap_add(io->map, 1, 1, u.n);
}

/* Writes the pending unit, which is now decided, and pending bytes after it up to the next "=". */
static int put_pending(transfer *t, transfer_io *io, unit u)
{
    char *pending = (char *)t->pending;
    size_t had = t->pending_n, used = u.n < had ? u.n : had, n = had - used;
    const char *sign = memchr(pending + used, '=', n);
    int failed = put_unit(t, io, u, pending);

    n = sign ? (size_t)(sign - pending) - used : n;
    transfer_take(io, u.n - used);
    if (t->doubt)
        qp_note(t, pending + used, n);
    if (!failed)
        failed = transfer_copy(io, pending + used, n);
    used += n;
    CHECK(used <= t->pending_n && used <= t->held);
    t->held -= used;
    t->pending_n -= (unsigned)used;
    memmove(pending, pending + used, t->pending_n);
    if (failed || t->pending_n > 0)
        return failed;
    failed = srcmap_add(io->map, t->held, 0, 1); /* gaps */
    t->held = 0;
    return failed;
}

/* Continues pending escapes with the input. */
static int continue_pending(transfer *t, transfer_io *io)
{
    int failed = TRAWL_OK;

    while (t->pending_n > 0 && !failed) {
        size_t more = TRANSFER_PENDING - t->pending_n;
        unit u;
        more = more < io->in_n ? more : io->in_n;
        CHECK(t->pending_n + more <= TRANSFER_PENDING);
        if (more > 0)
            memcpy(t->pending + t->pending_n, io->in, more);
        u = qp_unit_at(t, (const char *)t->pending, t->pending_n + more,
                       io->last && more == io->in_n);
        if (u.kind != UNIT_WANTS_MORE) {
            failed = put_pending(t, io, u);
            continue;
        }
        t->pending_n += (unsigned)more;
        t->held += more;
        transfer_take(io, more);
        break;
    }
    return failed;
}

/* Decodes the unit at the "=" that begins the input. */
static int read_unit(transfer *t, transfer_io *io)
{
    unit u = qp_unit_at(t, io->in, io->in_n, io->last);
    int failed;

    if (u.kind == UNIT_WANTS_MORE) {
        CHECK(t->pending_n == 0 && io->in_n <= TRANSFER_PENDING);
        memcpy(t->pending, io->in, io->in_n);
        t->pending_n = (unsigned)io->in_n;
        t->held = io->in_n;
        transfer_take(io, io->in_n);
        return TRAWL_OK;
    }
    failed = put_unit(t, io, u, io->in);
    transfer_take(io, u.n);
    return failed;
}

/* Reads a doubtful text up to and including the next "=". */
static int read_doubtful(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io), n = io->in_n < room ? io->in_n : room;
    const char *p = io->in, *sign = memchr(p, '=', n);
    int failed;

    n = sign ? (size_t)(sign - p) : n;
    qp_note(t, p, n);
    transfer_take(io, n);
    failed = transfer_copy(io, p, n);
    return failed || !sign ? failed : read_unit(t, io);
}

/* Copies plain text up to the first "=". Returns its length. May overwrite all of out[0..n). */
static size_t qp_copy_plain(char *out, const char *p, size_t n)
{
    enum { GROUP = 2 * sizeof(sixteen) };
    size_t i = 0;

    for (const size_t groups = n - n % GROUP; i < groups; i += GROUP) {
        sixteen a = sixteen_load(p + i), b = sixteen_load(p + i + sizeof a);
        uint32_t signs = sixteen_bits(sixteen_is(a, '=')) | sixteen_bits(sixteen_is(b, '=')) << 16;
        memcpy(out + i, &a, sizeof a);
        memcpy(out + i + sizeof a, &b, sizeof b);
        if (signs)
            return i + (unsigned)__builtin_ctz(signs);
    }
    for (; i < n && p[i] != '='; i++)
        out[i] = p[i];
    return i;
}

/* Decodes the consecutive escapes at p, which are common in non-ASCII text. Returns their
 * number. */
static size_t copy_escapes(char *out, const char *p, size_t n)
{
    size_t count = 0;

    for (; n >= 3 && p[0] == '=' && qp_is_hex(p[1]) && qp_is_hex(p[2]); p += 3, n -= 3)
        out[count++] = qp_byte_of(p + 1);
    return count;
}

/* Fast path for plain text, escapes and soft line breaks in their usual form; read_unit() decodes
 * any other "=". */
int transfer_qp(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io), n = io->in_n < room ? io->in_n : room;
    const char *p = io->in, *end = p + n;
    char *out = io->out + io->len;
    int failed = TRAWL_OK;

    if (t->pending_n > 0)
        return continue_pending(t, io);
    if (t->doubt)
        return read_doubtful(t, io);
    while (!failed) {
        n = qp_copy_plain(out, p, (size_t)(end - p));
        if (n > 0)
            failed = srcmap_add(io->map, n, 1, 1);
        out += n;
        p += n;
        if (p == end || failed)
            break;
        n = copy_escapes(out, p, (size_t)(end - p));
        out += n;
        p += 3 * n;
        if (n > 0) {
            failed = srcmap_add(io->map, n, 1, 3);
            continue;
        }
        n = end - p > 2 && p[1] == '\r' ? 3 : 2;
        if ((size_t)(end - p) < n || p[n - 1] != '\n')
            break;
        failed = srcmap_add(io->map, n, 0, 1);
        p += n;
    }
    io->len = (size_t)(out - io->out);
    transfer_take(io, (size_t)(p - io->in));
    return failed || p >= end ? failed : read_unit(t, io);
}

int transfer_qp_last(transfer *t, transfer_io *io)
{
    return t->pending_n > 0 ? continue_pending(t, io) : TRAWL_OK;
}
