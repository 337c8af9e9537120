/* utf16.c - UTF-16 and UTF-32 (RFC 2781; the Unicode standard, chapter 3.10)
 *
 * Without a byte order in the name, a byte-order mark tells, which is passed on as U+FEFF; else a first character below
 * U+0100; else it is big-endian (RFC 2781 section 4.3). An unpaired surrogate, half a character at the end, and what is no
 * character are U+FFFD each.
 */
#include "charset/charset.h"

#include "charset/wide_code.h"

static uint32_t number(const unsigned char *p, size_t n, int order)
{
    uint32_t value = 0;

    for (size_t i = 0; i < n; i++)
        value = value << 8 | p[order == NAMES_LE ? n - 1 - i : i];
    return value;
}

/* A mark, or a character whose zeros stand behind it, is little-endian; the same holds for both sizes of unit. */
static int guess_order(const unsigned char *p, size_t n)
{
    uint32_t value = number(p, n, NAMES_LE);

    return value == 0xFEFF || (value > 0 && value < 0x100) ? NAMES_LE : NAMES_BE;
}

/* The order, once a unit of n bytes is there. */
static int order_of(charset *c, const unsigned char *p, size_t n)
{
    if (c->state.order == NAMES_ANY)
        c->state.order = (unsigned char)(c->row->detail != NAMES_ANY ? c->row->detail : guess_order(p, n));
    return c->state.order;
}

void utf16_take(charset *c, const take_from *from, taken *t)
{
    const unsigned char *p = from->p;
    uint32_t unit, next;
    int order;

    t->n = 0;
    if (from->n < 2) {
        if (from->last)
            take_bad(t, from->n);
        return;
    }
    order = order_of(c, p, 2);
    unit = number(p, 2, order);
    if ((unit & 0xFC00) != 0xD800) {
        take_code(t, 2, unit);
        return;
    }
    if (from->n < 4 && !from->last)
        return;
    next = from->n < 4 ? 0 : number(p + 2, 2, order);
    if ((next & 0xFC00) == 0xDC00)
        take_code(t, 4, 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF));
    else
        take_bad(t, 2);
}

static bool is_surrogate(uint16_t unit)
{
    return (unit & 0xF800) == 0xD800;
}

size_t utf16_run(const charset *c, const charset_io *io, unsigned *width)
{
    const size_t low = c->state.order == NAMES_LE ? 0 : 1, room = io->size - io->len;
    const unsigned char *p = (const unsigned char *)io->in;
    char *out = io->out + io->len;
    size_t units = c->state.order == NAMES_ANY ? 0 : io->in_n / 2, n = 0;

    while (n < units && n < room && p[2 * n + (1 - low)] == 0 && p[2 * n + low] < 0x80)
        n++;
    *width = 1;
    for (size_t i = 0; i < n; i++)
        out[i] = (char)p[2 * i + low];
    for (units = n > 0 ? 0 : units; n < units; n++) {
        uint16_t unit = (uint16_t)(p[2 * n + (1 - low)] << 8 | p[2 * n + low]);
        unsigned len = wide_length(unit);
        if (unit < 0x80 || is_surrogate(unit) || (n > 0 && len != *width) || (n + 1) * len > room)
            break;
        *width = len;
        wide_put(out + n * len, unit);
    }
    return n;
}

void utf32_take(charset *c, const take_from *from, taken *t)
{
    t->n = 0;
    if (from->n >= 4)
        take_code(t, 4, number(from->p, 4, order_of(c, from->p, 4)));
    else if (from->last)
        take_bad(t, from->n);
}
