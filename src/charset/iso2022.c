/* iso2022.c - text with escape sequences and shifts: ISO-2022-JP (RFC 1468, RFC 1554), -KR (RFC 1557), -CN (RFC 1922)
 *
 * Sequences of all three are known in each, as are those of Microsoft's 5022x. The Roman set of JIS X 0201 is read as ASCII:
 * what it has in place of "~" and "\" was meant as these, in URLs above all. A line's end shifts back to ASCII, as it must
 * (RFC 1468), so that a lost sequence spoils one line only. An escape that begins nothing known is U+FFFD. Not read: the
 * 8-bit sets of RFC 1554, and planes of CNS 11643 beyond the second.
 */
#include <string.h>

#include "charset/charset.h"

#define ESC 0x1B

enum slot { G0, G1, G2, SINGLE_SHIFT, NOTHING };

static const struct escape {
    const char *bytes; /* behind ESC */
    unsigned char slot, set;
} escapes[] = {
    {"(B", G0, TAKE_ASCII},    {"(J", G0, TAKE_ASCII},    {"(I", G0, TAKE_KANA},     {"$@", G0, TAKE_JIS0208},
    {"$B", G0, TAKE_JIS0208},  {"$(@", G0, TAKE_JIS0208}, {"$(B", G0, TAKE_JIS0208}, {"$(D", G0, TAKE_JIS0212},
    {"$A", G0, TAKE_GB2312},   {"$(A", G0, TAKE_GB2312},  {"$(C", G0, TAKE_KSC5601}, {"$)A", G1, TAKE_GB2312},
    {"$)C", G1, TAKE_KSC5601}, {"$)G", G1, TAKE_CNS1},    {"$*H", G2, TAKE_CNS2},    {"N", SINGLE_SHIFT, 0},
    {"&@", NOTHING, 0}, /* "of 1990", before $B */
};

void iso2022_begin(charset *c)
{
    static const unsigned char g1[] = {[NAMES_JP] = TAKE_KANA, [NAMES_KR] = TAKE_KSC5601, [NAMES_CN] = TAKE_GB2312};

    c->state.g1 = g1[c->row->detail];
    c->state.g2 = c->row->detail == NAMES_CN ? TAKE_CNS2 : TAKE_ASCII;
}

/* The escape sequence at the front. NULL with *wait when it may become one, without when it will not. */
static const struct escape *find_escape(const take_from *from, bool *wait)
{
    size_t have = from->n - 1;

    *wait = false;
    for (unsigned i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        size_t n = strlen(escapes[i].bytes), same = have < n ? have : n;
        if (memcmp(escapes[i].bytes, from->p + 1, same) != 0)
            continue;
        if (have >= n)
            return &escapes[i];
        *wait = !from->last;
    }
    return NULL;
}

/* "ESC N": one character of g2, if there is one. */
static void take_single_shift(charset *c, const take_from *from, taken *t)
{
    take_from behind = {from->p + 2, from->n - 2, from->last};

    if (behind.n == 0 && !from->last) {
        t->n = 0;
    } else if (behind.n == 0 || behind.p[0] <= ' ' || behind.p[0] >= 0x7F || c->state.g2 == TAKE_ASCII) {
        take_bad(t, 2);
    } else {
        take_pair(&c->u.pairs, (enum take_set)c->state.g2, &behind, t);
        t->n += t->n > 0 ? 2 : 0;
    }
}

static void take_escape(charset *c, const take_from *from, taken *t)
{
    bool wait;
    const struct escape *e = find_escape(from, &wait);

    if (!e) {
        t->n = 0;
        if (!wait)
            take_bad(t, 1);
        return;
    }
    if (e->slot == SINGLE_SHIFT) {
        take_single_shift(c, from, t);
        return;
    }
    if (e->slot == G0)
        c->state.g0 = e->set;
    else if (e->slot == G1)
        c->state.g1 = e->set;
    else if (e->slot == G2)
        c->state.g2 = e->set;
    take_nothing(t, 1 + strlen(e->bytes));
}

/* SO uses g1, SI goes back. */
static void take_shift(charset *c, bool out, taken *t)
{
    c->state.shifted = out;
    take_nothing(t, 1);
}

void iso2022_take(charset *c, const take_from *from, taken *t)
{
    unsigned char byte = from->p[0], set = c->state.shifted ? c->state.g1 : c->state.g0;

    if (byte == ESC) {
        take_escape(c, from, t);
    } else if (byte == 0x0E || byte == 0x0F) {
        take_shift(c, byte == 0x0E, t);
    } else if (byte >= 0x80) {
        take_bad(t, 1);
    } else if (byte <= ' ' || byte == 0x7F || set == TAKE_ASCII) {
        take_code(t, 1, byte);
        if (byte == '\n') {
            c->state.g0 = TAKE_ASCII;
            c->state.shifted = false;
        }
    } else {
        take_pair(&c->u.pairs, (enum take_set)set, from, t);
    }
}
