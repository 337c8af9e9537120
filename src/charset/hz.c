/* hz.c - HZ (RFC 1843): "~{" begins pairs of GB 2312, "~}" ends them, "~~" is "~", "~" before a line's end is nothing
 *
 * A "~" before anything else stands for itself, for URLs are full of them; a line's end ends pairs, too.
 */
#include "charset/charset.h"

static void take_tilde(charset *c, const take_from *from, taken *t)
{
    unsigned char next = from->n > 1 ? from->p[1] : 0;

    if (from->n < 2 && !from->last) {
        t->n = 0;
    } else if (next == '{' || next == '}') {
        c->state.shifted = next == '{';
        take_nothing(t, 2);
    } else if (next == '\n') {
        take_nothing(t, 2);
    } else {
        take_code(t, next == '~' ? 2 : 1, '~');
    }
}

void hz_take(charset *c, const take_from *from, taken *t)
{
    unsigned char byte = from->p[0];

    if (byte == '~') {
        take_tilde(c, from, t);
    } else if (byte >= 0x80) {
        take_bad(t, 1);
    } else if (c->state.shifted && byte > ' ') {
        take_pair(&c->u.pairs, TAKE_GB2312, from, t);
    } else {
        take_code(t, 1, byte);
        c->state.shifted = c->state.shifted && byte != '\n';
    }
}
