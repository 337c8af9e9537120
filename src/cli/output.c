/* output.c - buffered output to a file descriptor that remembers its first error; see output.h */
#include "cli/output.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/reply.h"

void output_open(struct output *o, int fd, char *buffer, size_t size)
{
    *o = (struct output){.fd = fd, .buffer = buffer, .size = size};
}

/* Wait until a non-blocking descriptor takes bytes again; somebody else on the same terminal may have made it so. */
static void wait_writable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};

    (void)poll(&p, 1, -1);
}

static void give_all(struct output *o, const char *p, size_t n)
{
    struct output_elsewhere *e = o->elsewhere;

    if (!o->error && (n > 0 || e->count > 0))
        o->error = e->take(e->user, p, n, e->notes, e->count);
    e->count = 0;
}

static void write_all(struct output *o, const char *p, size_t n)
{
    if (o->elsewhere) {
        give_all(o, p, n);
        return;
    }
    if (n > 0)
        progress_make_way(o->fd);
    while (n > 0 && !o->error) {
        ssize_t done = write(o->fd, p, n);

        if (done >= 0) {
            o->used = 1;
            o->last = done > 0 ? p[done - 1] : o->last;
            p += done;
            n -= (size_t)done;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_writable(o->fd);
        } else if (errno != EINTR) {
            o->error = errno;
        }
    }
}

int output_flush(struct output *o)
{
    write_all(o, o->buffer, o->n);
    o->n = 0;
    return o->error;
}

int output_close(struct output *o)
{
    output_flush(o);
    if (o->used && close(o->fd) < 0 && errno != EINTR && !o->error)
        o->error = errno;
    return o->error;
}

void output_through(struct output *o, const char *p, size_t n)
{
    if (o->hold) {
        if (reply_add(o->hold, p, n) != TRAWL_OK)
            o->error = ENOMEM;
        return;
    }
    output_flush(o);
    if (n > o->size)
        write_all(o, p, n);
    else
        output_bytes(o, p, n);
}

void output_spaces(struct output *o, size_t n)
{
    while (n-- > 0)
        output_byte(o, ' ');
}

#define EIGHT_DIGITS 100000000u

/* The digits of a number of at most eight, a byte each, the first one lowest: halves of it are divided by 100 at once,
 * and then quarters by 10, by multiplying with the divisor's inverse, which is exact for numbers so small. */
static uint64_t digits_of(uint32_t n)
{
    uint64_t two = n / 10000 | (uint64_t)(n % 10000) << 32, four, tens;

    four = (two * 10486 >> 20) & UINT64_C(0x0000007F0000007F);
    four |= (two - four * 100) << 16;
    tens = (four * 103 >> 10) & UINT64_C(0x000F000F000F000F);
    return tens | (four - tens * 10) << 8;
}

/* The digits of n, which has no more than eight; all = 1: with the zeros in front of it. */
static void put_digits(struct output *o, uint32_t n, int all)
{
    uint64_t digits = digits_of(n), text = digits | UINT64_C(0x3030303030303030);
    unsigned zeros = all ? 0 : digits > 0 ? (unsigned)__builtin_ctzll(digits) / 8 : 7;
    char eight[8];

    text >>= 8 * zeros;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    text = __builtin_bswap64(text);
#endif
    if (!o->hold && o->size - o->n >= sizeof eight) {
        /* a fixed number is copied fastest, whatever is behind the digits */
        memcpy(o->buffer + o->n, &text, sizeof eight);
        o->n += sizeof eight - zeros;
        return;
    }
    memcpy(eight, &text, sizeof eight);
    output_through(o, eight, sizeof eight - zeros);
}

void output_number(struct output *o, uint64_t n)
{
    int long_one = n >= EIGHT_DIGITS;

    if (n < 10) {
        output_byte(o, (char)('0' + n));
        return;
    }
    if (long_one)
        output_number(o, n / EIGHT_DIGITS);
    put_digits(o, (uint32_t)(n % EIGHT_DIGITS), long_one);
}

static void note(struct output *o, struct output_note n)
{
    struct output_elsewhere *e = o->elsewhere;

    if (e->count == e->size) {
        size_t size = e->size ? 2 * e->size : 256;
        struct output_note *more = realloc(e->notes, size * sizeof *more);

        if (!more) {
            o->error = ENOMEM;
            return;
        }
        e->notes = more;
        e->size = size;
    }
    e->notes[e->count++] = n;
}

void output_counted(struct output *o, enum output_kind kind, uint64_t n)
{
    if (o->elsewhere && o->elsewhere->noting)
        note(o, (struct output_note){o->n, kind, {n, 0}});
    else
        output_number(o, n);
}

void output_record(struct output *o, uint64_t hash_a, uint64_t hash_b)
{
    note(o, (struct output_note){o->n, OUTPUT_RECORD, {hash_a, hash_b}});
}

void output_hex(struct output *o, const char *p, size_t n)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)p[i];
        char two[2] = {digit[byte >> 4], digit[byte & 15]};

        output_bytes(o, two, 2);
    }
}
