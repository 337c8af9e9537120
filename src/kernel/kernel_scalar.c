/* kernel_scalar.c - the kernel for any machine: eight bytes at a time in a word, or each looked up in the table
 *
 * Taking 1 from each byte of a word at once borrows from those that are 0. A borrow goes on into the bytes above, so that they
 * may be marked too; trigger_is() has the last word, and find() asks no more than whether one is.
 */
#include "kernel/eight.h"
#include "kernel/kernel_escape.h"

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Marks the bytes that are 0, and may mark others above one of them. */
static inline uint64_t zeros(uint64_t v)
{
    return (v - EACH(1)) & ~v & EACH(0x80);
}

/* Marks bytes of the set, as zeros() does: up to three are compared with, more looked up, and then all are marked or none. */
static inline uint64_t is_in(const kernel_set *s, const uint64_t list[3], const char *p)
{
    const unsigned char *t = s->table, *u = (const unsigned char *)p;

    if (s->count <= 3)
        return zeros(eight_load(p) ^ list[0]) | zeros(eight_load(p) ^ list[1]) | zeros(eight_load(p) ^ list[2]);
    return t[u[0]] | t[u[1]] | t[u[2]] | t[u[3]] | t[u[4]] | t[u[5]] | t[u[6]] | t[u[7]] ? EACH(0x80) : 0;
}

/* A bit for each byte that is marked, the lowest for the first: bit 8 * i + 7 of the word goes to bit 56 + i. */
static inline uint64_t gather(uint64_t marks)
{
    return (marks >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* Of "ww" it is enough that both bytes have its bits. */
static uint64_t triggers(const kernel_set *s, const char *p, size_t blocks, uint64_t *bits)
{
    const uint64_t list[3] = {EACH(s->list[0]), EACH(s->list[1]), EACH(s->list[2])}, w = EACH(s->www ? 'w' : 0);
    uint64_t some = 0;

    for (size_t b = 0; b < blocks; b++) {
        uint64_t all = 0;
        for (unsigned i = 0; i < KERNEL_BLOCK; i += 8, p += 8) {
            uint64_t pairs = zeros(((eight_load(p) & eight_load(p + 1)) | EACH(' ')) ^ w);
            all |= gather(is_in(s, list, p) | pairs) << i;
        }
        bits[b] = all;
        some |= (uint64_t)(all != 0) << b;
    }
    return some;
}

static size_t find(const kernel_set *s, const char *p, size_t n)
{
    const uint64_t list[3] = {EACH(s->list[0]), EACH(s->list[1]), EACH(s->list[2])};
    size_t i = 0;

    while (n - i >= 8 && !is_in(s, list, p + i))
        i += 8;
    return kernel_find_slowly(s, p, i, n);
}

static size_t span(const kernel_set *s, const char *p, size_t n)
{
    const unsigned char *t = s->table, *u = (const unsigned char *)p;
    size_t i = 0;

    while (n - i >= 8 &&
           t[u[i]] & t[u[i + 1]] & t[u[i + 2]] & t[u[i + 3]] & t[u[i + 4]] & t[u[i + 5]] & t[u[i + 6]] & t[u[i + 7]])
        i += 8;
    return kernel_span_slowly(s, p, i, n);
}

static size_t escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n, size_t all)
{
    return kernel_escape_by(e, room, p, n, all, kernel_marked_slowly, kernel_note_slowly, kernel_put_slowly);
}

static size_t line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    return kernel_line_slowly(s, p, i, n);
}

static size_t lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    return kernel_lines_slowly(s, p, i, n);
}

/* At most 255 words are summed up in a lane each; the 7 low bits with 7 ones added have a carry unless they are all 0. */
static uint64_t count(const char *p, size_t n, unsigned char byte)
{
    uint64_t all = 0;
    size_t i = 0;

    while (n - i >= 8) {
        uint64_t lanes = 0;
        for (size_t end = n - i < 2040 ? n : i + 2040; end - i >= 8; i += 8) {
            uint64_t v = eight_load(p + i) ^ EACH(byte);
            lanes += ~(((v & EACH(0x7F)) + EACH(0x7F)) | v) >> 7 & EACH(1);
        }
        lanes = (lanes & UINT64_C(0x00FF00FF00FF00FF)) + (lanes >> 8 & UINT64_C(0x00FF00FF00FF00FF));
        all += (lanes * UINT64_C(0x0001000100010001)) >> 48;
    }
    return all + kernel_count_slowly(p, i, n, byte);
}

const kernel kernel_scalar = {
    .name = "scalar",
    .triggers = triggers,
    .find = find,
    .span = span,
    .bits = kernel_bits_slowly,
    .host = kernel_host_slowly,
    .escape = escape,
    .line = line,
    .lines = lines,
    .count = count,
    .behind = KERNEL_BEHIND,
};
