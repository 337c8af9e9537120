/* transfer_qp.c - quoted-printable undone (RFC 2045 section 6.7)
 *
 *     =3D  =e9     a byte; hex digits in any case
 *     =CRLF        a soft line break, nothing; also "=" at the very end
 *     =  CRLF      the same: white space at a line's end was added on the way, or lost (rule 3)
 *
 * Anything else behind "=" leaves it as it is. White space at the end of a line without "=" stays: rule 3 would delete
 * it, but format=flowed has it on purpose, and no link ends in it. White space before "=" is text like any other.
 */
#include <string.h>
#include <trawl.h>

#include "mail/transfer_inside.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define HEX 0x10

/* Value | HEX; 0 for all others. */
static const unsigned char hex[256] = {
    ['0'] = HEX | 0,  ['1'] = HEX | 1,  ['2'] = HEX | 2,  ['3'] = HEX | 3,  ['4'] = HEX | 4,  ['5'] = HEX | 5,
    ['6'] = HEX | 6,  ['7'] = HEX | 7,  ['8'] = HEX | 8,  ['9'] = HEX | 9,  ['A'] = HEX | 10, ['B'] = HEX | 11,
    ['C'] = HEX | 12, ['D'] = HEX | 13, ['E'] = HEX | 14, ['F'] = HEX | 15, ['a'] = HEX | 10, ['b'] = HEX | 11,
    ['c'] = HEX | 12, ['d'] = HEX | 13, ['e'] = HEX | 14, ['f'] = HEX | 15,
};

static unsigned hex_of(const char *p)
{
    return hex[(unsigned char)*p];
}

static char byte_of(const char *digits)
{
    return (char)(unsigned char)(hex_of(digits) << 4 | (hex_of(digits + 1) ^ HEX));
}

#if defined(__SSE2__)
/* Copies 16 bytes, and tells which are a "=". */
static inline uint64_t copy_some(char *out, const char *in)
{
    __m128i here = _mm_loadu_si128((const __m128i *)in);

    _mm_storeu_si128((__m128i *)out, here);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(here, _mm_set1_epi8('=')));
}

/* The same of 64. */
static inline uint64_t copy_block(char *out, const char *in)
{
    return copy_some(out, in) | copy_some(out + 16, in + 16) << 16 | copy_some(out + 32, in + 32) << 32 |
           copy_some(out + 48, in + 48) << 48;
}
#endif

/* Copy up to the first "=". What lies behind it in out[0..n) may be written over. Mostly there is one in 64 bytes, all of which
 * are copied at once: to stop at the first 16 that have it is a jump that nobody foresees. */
static size_t copy_plain(char *out, const char *in, size_t n)
{
#if defined(__SSE2__)
    size_t i = 0;

    for (uint64_t found; n - i >= 64; i += 64) {
        found = copy_block(out + i, in + i);
        if (found)
            return i + (size_t)__builtin_ctzll(found);
    }
    for (; n - i >= 16; i += 16) {
        uint64_t found = copy_some(out + i, in + i);
        if (found)
            return i + (size_t)__builtin_ctzll(found);
    }
    for (; i < n && in[i] != '='; i++)
        out[i] = in[i];
    return i;
#else
    const char *sign = memchr(in, '=', n);
    size_t run = sign ? (size_t)(sign - in) : n;

    memcpy(out, in, run);
    return run;
#endif
}

/* Good escapes in a row, as all text beyond ASCII is. */
static size_t copy_escapes(char *out, const char *in, size_t n)
{
    size_t count = 0;

    for (; n >= 3 && in[0] == '='; in += 3, n -= 3) {
        if (!(hex_of(in + 1) & hex_of(in + 2) & HEX))
            break;
        out[count++] = byte_of(in + 1);
    }
    return count;
}

typedef enum unit_kind { UNIT_WANTS_MORE, UNIT_BYTE, UNIT_SOFT, UNIT_NONE } unit_kind;

/* What stands at a "=". */
typedef struct unit {
    unit_kind kind;
    size_t n; /* its bytes */
} unit;

/* Behind "=": white space, and then a line break? CRs before LF belong to it, another CR is a line break of its own. */
static unit break_at(const char *p, size_t n, bool last)
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

static unit unit_at(const char *p, size_t n, bool last)
{
    if (n == 1 || !hex_of(p + 1))
        return break_at(p, n, last);
    if (n == 2)
        return last ? (unit){UNIT_NONE, 1} : (unit){UNIT_WANTS_MORE, 0};
    return hex_of(p + 2) ? (unit){UNIT_BYTE, 3} : (unit){UNIT_NONE, 1};
}

/* Write what stands at p. */
static int put_unit(transfer_io *io, unit u, const char *p)
{
    int failed;

    if (u.kind == UNIT_SOFT)
        return transfer_nothing(io->map, u.n);
    failed = srcmap_add(io->map, 1, 1, (uint16_t)u.n);
    if (!failed)
        io->out[io->len++] = u.kind == UNIT_BYTE ? byte_of(p + 1) : '=';
    return failed;
}

static int put_plain(transfer_io *io, const char *p, size_t n)
{
    int failed = n > 0 ? srcmap_add(io->map, (uint32_t)n, 1, 1) : TRAWL_OK;

    if (!failed && n > 0) {
        memcpy(io->out + io->len, p, n);
        io->len += n;
    }
    return failed;
}

static void keep(transfer *t, transfer_io *io)
{
    memcpy(t->pending, io->in, io->in_n);
    t->pending_n = (unsigned)io->in_n;
    t->held = io->in_n;
    transfer_take(io, io->in_n);
}

/* What is pending is decided; it is the unit, and then plain text, if not all of it is the unit. */
static int release(transfer *t, transfer_io *io, unit u)
{
    const char *pending = (const char *)t->pending;
    size_t had = t->pending_n, rest = had > u.n ? had - u.n : 0;
    uint64_t gap = t->held - had;
    int failed;

    t->pending_n = 0;
    t->held = 0;
    if (u.n > had)
        transfer_take(io, u.n - had);
    failed = put_unit(io, u, pending);
    if (!failed)
        failed = put_plain(io, pending + had - rest, rest);
    return failed ? failed : transfer_nothing(io->map, gap);
}

/* There is an escape that was not whole: it goes on with what comes now. */
static int go_on(transfer *t, transfer_io *io)
{
    size_t more = TRANSFER_PENDING - t->pending_n;
    unit u;

    more = more < io->in_n ? more : io->in_n;
    if (more > 0)
        memcpy(t->pending + t->pending_n, io->in, more);
    u = unit_at((const char *)t->pending, t->pending_n + more, io->last && more == io->in_n);
    if (u.kind != UNIT_WANTS_MORE)
        return release(t, io, u);
    t->pending_n += (unsigned)more;
    t->held += more;
    transfer_take(io, more);
    return TRAWL_OK;
}

/* The input begins with a "=" that is no whole good escape. */
static int odd(transfer *t, transfer_io *io)
{
    unit u = unit_at(io->in, io->in_n, io->last);
    int failed;

    if (u.kind == UNIT_WANTS_MORE) {
        keep(t, io);
        return TRAWL_OK;
    }
    failed = put_unit(io, u, io->in);
    transfer_take(io, u.n);
    return failed;
}

/* The length of a soft line break as encoders write it; 0 for anything else. */
static size_t soft_break(const char *p, size_t n)
{
    if (n > 1 && p[1] == '\n')
        return 2;
    return n > 2 && p[1] == '\r' && p[2] == '\n' ? 3 : 0;
}

/* Plain text up to a "=", and what stands there, as long as that is good escapes or a soft line break. */
int transfer_qp(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io), n = 0;
    const char *p = io->in, *last = p + io->in_n, *end = io->in_n < room ? last : p + room;
    char *out = io->out + io->len;
    int failed = TRAWL_OK;

    if (t->pending_n > 0)
        return go_on(t, io);
    if (io->map->off && t->kernel && t->kernel->quoted)
        p += t->kernel->quoted(p, (size_t)(end - p), &out);
    do {
        n = copy_plain(out, p, (size_t)(end - p));
        failed = n > 0 ? srcmap_add(io->map, (uint32_t)n, 1, 1) : TRAWL_OK;
        p += n;
        out += n;
        if (failed || p == end)
            break;
        n = copy_escapes(out, p, (size_t)(end - p));
        if (n > 0) {
            failed = srcmap_add(io->map, (uint32_t)n, 1, 3);
            p += 3 * n;
            out += n;
        } else if ((n = soft_break(p, (size_t)(last - p))) > 0) {
            failed = srcmap_add(io->map, (uint32_t)n, 0, 1);
            p += n;
        }
    } while (n > 0 && !failed && p < end);
    io->len = (size_t)(out - io->out);
    transfer_take(io, (size_t)(p - io->in));
    return failed || p >= end ? failed : odd(t, io);
}

int transfer_qp_last(transfer *t, transfer_io *io)
{
    return t->pending_n > 0 ? go_on(t, io) : TRAWL_OK;
}
