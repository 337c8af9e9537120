/* lines.c - the life of a text's lines: what is not decided yet is held until more comes
 *
 * The deciding is done in lines_walk.c, over bytes that lie together: the caller's block, or what was held back of the one before
 * and one more line.
 */
#include "mail/lines.h"

#include <string.h>

#include "mail/lines_shape.h"

/* Ready for each text: what line_set_make() and line_set_then() make of "b=(-" and "eyT-", and of " \t". */
static const line_set ordinary = {
    .n = 4,
    .byte = {'b', '=', '(', '-'},
    .then_n = 4,
    .then = {'e', 'y', 'T', '-'},
    .folded = true,
    .fold = 0x10,
    .low = {1, 0, 'b' | 0x10, 2, 5, 4, 7, 6, '(' | 0x10, 8, 11, 10, 13, '-' | 0x10, 15, 14},
};
static const line_set blanks = {.n = 2, .byte = {' ', '\t', '\t', '\t'}};

void lines_begin(lines *l, lines_rule rule, const lines_out *out)
{
    l->rule = rule;
    l->out = *out;
    l->out.kernel = out->kernel ? out->kernel : kernel_choose();
    l->state = LINES_START;
    l->width = l->quote = l->cut_n = 0;
    l->signed_text = l->signature = false;
    l->held_n = 0;
    l->begins = rule == LINES_FOLDED ? &blanks : &ordinary;
}

static int walk_held(lines *l, bool last)
{
    size_t taken;
    int stop = lines_walk(l, l->held, l->held_n, last, &taken);

    l->held_n -= taken;
    memmove(l->held, l->held + taken, l->held_n);
    return stop;
}

/* More of the block to what is held: up to a line's end. A line's first bytes mostly decide that it is ordinary; after that
 * it is not looked at again before its end has come. */
static int hold(lines *l, const char **p, size_t *n)
{
    enum { SOON = 64 };
    size_t room = sizeof l->held - l->held_n, some = *n < room ? *n : room;
    const char *lf = memchr(*p, '\n', some);

    some = lf ? (size_t)(lf - *p) + 1 : some;
    memcpy(l->held + l->held_n, *p, some);
    l->held_n += some;
    *p += some;
    *n -= some;
    return lf || l->held_n < SOON || l->held_n >= LINES_HELD ? walk_held(l, false) : 0;
}

int lines_feed(lines *l, const char *p, size_t n)
{
    const char *block = p;
    size_t taken;
    int stop = 0;

    while (n > 0 && l->held_n > 0 && !stop) {
        stop = hold(l, &p, &n);
        if (l->held_n <= (size_t)(p - block)) { /* it is all of this block, where the walk has it together with more */
            p -= l->held_n;
            n += l->held_n;
            l->held_n = 0;
        }
    }
    if (n == 0 || stop)
        return stop;
    stop = lines_walk(l, p, n, false, &taken);
    if (stop)
        return stop;
    l->held_n = n - taken;
    memcpy(l->held, p + taken, l->held_n);
    return 0;
}

int lines_finish(lines *l)
{
    return walk_held(l, true);
}
