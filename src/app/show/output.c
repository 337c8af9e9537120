/* output.c - buffered output to a descriptor, records, numbers
 *
 * Handles interrupted and short writes, and waits for non-blocking descriptors.
 */
#include "app/show/show.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/sixteen.h"

void output_open(struct output *o, int fd, char *buffer, size_t size)
{
    *o = (struct output){.fd = fd, .buffer = buffer, .size = size};
}

static void output_put_all(struct output *o, const char *p, size_t n)
{
    struct output_taker *taker = o->taker;

    if (!o->error && (n > 0 || taker->count > 0))
        o->error = taker->take(taker->user, p, n, taker->notes, taker->count);
    taker->count = 0;
}

int write_whole(int fd, const char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, p, n);

        if (done < 0 && errno != EINTR)
            return errno;
        p += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

static void output_write_all(struct output *o, const char *p, size_t n)
{
    if (o->taker) {
        output_put_all(o, p, n);
        return;
    }
    if (n > 0)
        progress_make_way(o->fd);
    while (n > 0 && !o->error) {
        ssize_t done = write(o->fd, p, n);

        if (done >= 0) {
            o->used = true;
            o->last = done > 0 ? p[done - 1] : o->last;
            p += done;
            n -= (size_t)done;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {.fd = o->fd, .events = POLLOUT};

            (void)poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            o->error = errno;
        }
    }
}

static void show_output_flush(struct output *o)
{
    output_write_all(o, o->buffer, o->n);
    o->n = 0;
}

int output_flush(struct output *o)
{
    output_drain(o);
    show_output_flush(o);
    return o->error;
}

int output_close(struct output *o)
{
    output_flush(o);
    if (o->used && close(o->fd) < 0 && errno != EINTR && !o->error)
        o->error = errno;
    o->used = false;
    return o->error;
}

void output_through(struct output *o, const char *p, size_t n)
{
    if (o->hold) {
        if (buffer_add(o->hold, p, n) != TRAWL_OK)
            o->error = ENOMEM;
        return;
    }
    show_output_flush(o);
    if (n > o->size / 4)
        output_write_all(o, p, n);
    else
        output_bytes(o, p, n);
}

void output_spaces(struct output *o, size_t n)
{
    while (n-- > 0)
        output_byte(o, ' ');
}

void output_number(struct output *o, uint64_t n)
{
    char digits[PUT_NUMBER];

    output_bytes(o, digits, (size_t)(put_number(digits, n) - digits));
}

void output_printf(struct output *o, const char *format, ...)
{
    char text[512];
    va_list arguments;
    int n;

    va_start(arguments, format);
    /* clang-tidy 14 does not see the line above.
     * NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized) */
    n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (n > 0)
        output_bytes(o, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void output_note(struct output *o, size_t at, enum note_kind kind, uint64_t a, uint64_t b)
{
    struct output_taker *taker = o->taker;

    if (taker->count == taker->size) {
        size_t size = taker->size ? 2 * taker->size : 256;
        struct note *more = realloc(taker->notes, size * sizeof *more);

        if (!more) {
            o->error = ENOMEM;
            return;
        }
        taker->notes = more;
        taker->size = size;
    }
    taker->notes[taker->count++] = (struct note){at, kind, {a, b}};
}

void output_held(struct output *o, const struct buffer *record, const struct note *notes,
                 size_t count)
{
    if (record->n > o->size - o->n)
        show_output_flush(o);
    for (size_t i = 0; i < count; i++)
        output_note(o, o->n + notes[i].at, notes[i].kind, notes[i].a[0], notes[i].a[1]);
    if (record->n > o->size)
        output_write_all(o, record->p, record->n); /* passes on the notes, too */
    else
        output_bytes(o, record->p, record->n);
}

/* ---- Records ---- */

/* Begins a record in memory of its own if output is held or the record may not fit into the buffer.
 * Empties the buffer first, so that the offsets in the record's notes are right. */
char *output_make_room(struct output *o, size_t n)
{
    if (!o->hold) {
        show_output_flush(o);
        if (n <= o->size)
            return o->buffer;
    }
    o->record = malloc(n);
    if (!o->record)
        o->error = ENOMEM;
    return o->record;
}

void output_end_apart(struct output *o, const char *end)
{
    size_t n = (size_t)(end - o->record);

    if (o->hold || n <= o->size)
        output_bytes(o, o->record, n);
    else
        output_write_all(o, o->record, n); /* with its notes */
    free(o->record);
    o->record = NULL;
}

/* Returns the eight decimal digits of a number below 10^8, a byte each, the first in the lowest
 * byte. Divides by 10000, then both halves at once by 100, then all quarters by 10. */
static uint64_t eight_digits(uint64_t n)
{
    uint64_t part;

    n = n / 10000 | n % 10000 << 32;
    part = n * 10486 >> 20 & 0x0000007F0000007F;
    n = part | (n - part * 100) << 16;
    part = n * 103 >> 10 & 0x000F000F000F000F;
    return part | (n - part * 10) << 8;
}

/* Writes the digits, a byte each, the first in the lowest byte. */
static inline char *put_eight(char *to, uint64_t digits)
{
    digits = eight_load((const char *)&digits); /* the first digit is the first byte */
    memcpy(to, &digits, sizeof digits);
    return to + sizeof digits;
}

__attribute__((noinline)) static char *put_long(char *to, uint64_t n)
{
    to = put_number(to, n / 100000000);
    return put_eight(to, eight_digits(n % 100000000) | 0x3030303030303030);
}

char *put_number(char *to, uint64_t n)
{
    uint64_t digits;
    size_t zeros;

    if (n < 10) {
        *to = (char)('0' + n);
        return to + 1;
    }
    if (n < 100) {
        to[0] = (char)('0' + n / 10);
        to[1] = (char)('0' + n % 10);
        return to + 2;
    }
    if (n >= 100000000)
        return put_long(to, n);
    digits = eight_digits(n);
    zeros = (size_t)__builtin_ctzll(digits) / 8;
    return put_eight(to, (digits | 0x3030303030303030) >> 8 * zeros) - zeros;
}

bool number_replace(char *digits, size_t size, uint64_t n)
{
    char all[PUT_NUMBER];

    if ((size_t)(put_number(all, n) - all) != size)
        return false;
    memcpy(digits, all, size);
    return true;
}

char *put_hex(char *to, const char *p, size_t n)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        *to++ = digit[(unsigned char)p[i] >> 4];
        *to++ = digit[(unsigned char)p[i] & 15];
    }
    return to;
}
