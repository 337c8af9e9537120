/* utf7.c - UTF-7 (RFC 2152)
 *
 * "+" shifts to base64 of UTF-16, "-" or any byte that is not base64 shifts back. A character begins at the base64 byte
 * that holds its first bit and ends where the next one begins, so one such byte may hold the end of one and the beginning
 * of another; it belongs to the other (doc/departures.md). "~" and "\" stand for themselves, as does a "+" that begins nothing.
 *
 *     "+AGgAdA-"   bits of h: A G g(4)   t: g(2) A d A(2)   so h is "+AG", t "gAdA", "-" belongs to what follows
 */
#include <string.h>

#include "charset/charset.h"

/* A surrogate pair with 4 bits before it takes 6 bytes, and the one behind them is looked at. */
#define MOST 7

static int sextet(unsigned char c)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(alphabet, c) : NULL;

    return at ? (int)(at - alphabet) : -1;
}

/* How many bytes at the front are base64, up to MOST. */
static size_t base64_run(const take_from *from)
{
    size_t n = 0;

    while (n < from->n && n < MOST && sextet(from->p[n]) >= 0)
        n++;
    return n;
}

/* The 16 bits that begin at a bit. */
static uint32_t unit_at(const unsigned char *p, unsigned bit)
{
    uint32_t value = 0;

    for (unsigned i = bit; i < bit + 16; i++)
        value = value << 1 | ((unsigned)sextet(p[i / 6]) >> (5 - i % 6) & 1);
    return value;
}

/* How long the character at the front is, in bits, or 0 when more bytes must tell. *code is what it is. */
static unsigned decode(const take_from *from, unsigned skip, size_t run, uint32_t *code)
{
    uint32_t next;

    *code = unit_at(from->p, skip);
    if ((*code & 0xFC00) != 0xD800)
        return 16;
    if (run * 6 < skip + 32)
        return run == from->n && !from->last ? 0 : 16;
    next = unit_at(from->p, skip + 16);
    if ((next & 0xFC00) != 0xDC00)
        return 16;
    *code = 0x10000 + ((*code & 0x3FF) << 10) + (next & 0x3FF);
    return 32;
}

/* The first bytes are base64. */
static void take_base64(charset *c, const take_from *from, taken *t)
{
    size_t run = base64_run(from), n;
    unsigned skip = c->state.skip, bits;
    bool open = run == from->n && !from->last;
    uint32_t code;

    t->n = 0;
    if (run * 6 < skip + 16u) {
        if (open)
            return;
        c->state.skip = 0;
        take_bad(t, run);
        return;
    }
    bits = decode(from, skip, run, &code);
    n = (skip + bits + 5) / 6;
    if (bits == 0 || (open && run == n))
        return;
    c->state.skip = run > n ? (unsigned char)((skip + bits) % 6) : 0;
    take_code(t, c->state.skip ? n - 1 : n, code);
}

static void take_direct(charset *c, const take_from *from, taken *t)
{
    const unsigned char *p = from->p;

    if (p[0] >= 0x80) {
        take_bad(t, 1);
    } else if (p[0] != '+') {
        take_code(t, 1, p[0]);
    } else if (from->n < 2 && !from->last) {
        t->n = 0;
    } else if (from->n >= 2 && p[1] == '-') {
        take_code(t, 2, '+');
    } else if (from->n >= 2 && sextet(p[1]) >= 0) {
        c->state.shifted = true;
        take_nothing(t, 1);
    } else {
        take_code(t, 1, '+');
    }
}

void utf7_take(charset *c, const take_from *from, taken *t)
{
    bool shifted = c->state.shifted;

    if (shifted && sextet(from->p[0]) >= 0) {
        take_base64(c, from, t);
        return;
    }
    c->state.shifted = false;
    if (shifted && from->p[0] == '-')
        take_nothing(t, 1);
    else
        take_direct(c, from, t);
}
