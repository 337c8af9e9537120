/* utf.c - UTF-16 and UTF-32 (RFC 2781; the Unicode standard, chapter 3.10), and UTF-7 (RFC 2152)
 *
 * If the charset's name does not give the byte order, it is little-endian if that makes the first
 * character a byte-order mark or a character below U+0100, else big-endian (RFC 2781 section 4.3).
 * The mark stays in the text as U+FEFF. An unpaired surrogate, an incomplete character at the end
 * and an invalid code point each become U+FFFD.
 */
#include "base/ascii.h"
#include "charset/inside.h"

static uint32_t utf_number(const unsigned char *p, size_t n, int order)
{
    uint32_t value = 0;

    for (size_t i = 0; i < n; i++)
        value = value << 8 | p[order == NAMES_LE ? n - 1 - i : i];
    return value;
}

/* Returns the byte order of the text. If it is not known yet, guesses it from the unit p[0..n):
 * little-endian if that makes the unit a byte-order mark or a code below U+0100. */
static int order_of(decoder *c, const unsigned char *p, size_t n)
{
    uint32_t value = utf_number(p, n, NAMES_LE);

    if (c->state.order == NAMES_ANY)
        c->state.order = c->row->detail;
    if (c->state.order == NAMES_ANY)
        c->state.order = value == 0xFEFF || (value > 0 && value < 0x100) ? NAMES_LE : NAMES_BE;
    return c->state.order;
}

void utf16_take(decoder *c, const take_from *from, decoded_char *t)
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
    unit = utf_number(p, 2, order);
    if ((unit & 0xFC00) != 0xD800) {
        take_code(t, 2, unit);
        return;
    }
    if (from->n < 4 && !from->last)
        return;
    next = from->n < 4 ? 0 : utf_number(p + 2, 2, order);
    if ((next & 0xFC00) == 0xDC00)
        take_code(t, 4, 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF));
    else
        take_bad(t, 2);
}

void utf32_take(decoder *c, const take_from *from, decoded_char *t)
{
    t->n = 0;
    if (from->n >= 4)
        take_code(t, 4, utf_number(from->p, 4, order_of(c, from->p, 4)));
    else if (from->last)
        take_bad(t, from->n);
}

/* ---- UTF-7 (RFC 2152)
 *
 * "+" switches to UTF-16 in base64; "-" or any byte that is not base64 switches back. In IMAP's
 * variant (RFC 3501 section 5.1.3) "&" is used for "+". In the source map a character begins at the
 * base64 byte that holds its first bit and ends where the next one begins, so a byte with bits of
 * two characters belongs to the second (doc/rules.md). "~", "\" and a "+" without base64 after it
 * decode to themselves.
 *
 *     "+AGgAdA-"   "h" has the bits of A, G and 4 of g, "t" has 2 of g, A, d and 2 of A:
 *                  so "h" is "+AG", "t" is "gAdA", and "-" belongs to the next character
 */

/* The number of base64 bytes read at once: a surrogate pair after 4 bits of another character takes
 * 6 bytes, and the byte after it is needed, too. */
#define MOST 7

/* Returns the value of a byte of base64, or -1; IMAP's variant has "," for "/". */
static int six_bits(const decoder *c, unsigned char byte)
{
    const bool imap = c->row->detail == NAMES_IMAP;

    return imap && byte == '/' ? -1 : ascii_base64(imap && byte == ',' ? '/' : byte);
}

/* Returns 16 bits of base64 text, starting at bit number `bit`. */
static uint32_t utf_unit_at(const decoder *c, const unsigned char *p, unsigned bit)
{
    uint32_t value = 0;

    for (unsigned i = bit; i < bit + 16; i++)
        value = value << 1 | ((unsigned)six_bits(c, p[i / 6]) >> (5 - i % 6) & 1);
    return value;
}

/* Decodes the character that starts after `skip` bits, and sets *code. Returns its length in bits,
 * or 0 when more bytes are needed. */
static unsigned utf_decode(const decoder *c, const take_from *from, unsigned skip, size_t run,
                           uint32_t *code)
{
    uint32_t next;

    *code = utf_unit_at(c, from->p, skip);
    if ((*code & 0xFC00) != 0xD800)
        return 16;
    if (run * 6 < skip + 32)
        return run == from->n && !from->last ? 0 : 16;
    next = utf_unit_at(c, from->p, skip + 16);
    if ((next & 0xFC00) != 0xDC00)
        return 16;
    *code = 0x10000 + ((*code & 0x3FF) << 10) + (next & 0x3FF);
    return 32;
}

/* Decodes a character whose first byte is base64. */
static void take_base64(decoder *c, const take_from *from, decoded_char *t)
{
    size_t run = 0, n; /* the bytes of base64 */
    unsigned skip = c->state.skip, bits;
    bool open;
    uint32_t code;

    while (run < from->n && run < MOST && six_bits(c, from->p[run]) >= 0)
        run++;
    open = run == from->n && !from->last;
    t->n = 0;
    if (run * 6 < skip + 16u) {
        if (open)
            return;
        c->state.skip = 0;
        take_bad(t, run);
        return;
    }
    bits = utf_decode(c, from, skip, run, &code);
    n = (skip + bits + 5) / 6;
    if (bits == 0 || (open && run == n))
        return;
    c->state.skip = run > n ? (unsigned char)((skip + bits) % 6) : 0;
    take_code(t, c->state.skip ? n - 1 : n, code);
}

static void take_direct(decoder *c, const take_from *from, decoded_char *t)
{
    const unsigned char *p = from->p, sign = c->row->detail == NAMES_IMAP ? '&' : '+';

    if (p[0] >= 0x80) {
        utf8_take(from, t);
    } else if (p[0] != sign) {
        take_code(t, 1, p[0]);
    } else if (from->n < 2 && !from->last) {
        t->n = 0;
    } else if (from->n >= 2 && p[1] == '-') {
        take_code(t, 2, sign);
    } else if (from->n >= 2 && six_bits(c, p[1]) >= 0) {
        c->state.shifted = true;
        take_nothing(t, 1);
    } else {
        take_code(t, 1, sign);
    }
}

void utf7_take(decoder *c, const take_from *from, decoded_char *t)
{
    bool shifted = c->state.shifted;

    if (shifted && six_bits(c, from->p[0]) >= 0) {
        take_base64(c, from, t);
        return;
    }
    c->state.shifted = false;
    if (shifted && from->p[0] == '-')
        take_nothing(t, 1);
    else
        take_direct(c, from, t);
}
