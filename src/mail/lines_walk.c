/* lines_walk.c - a text in runs: to be read, not to be read, cut (SPEC E6, E8, E9, E10; RFC 3676, RFC 5545 section 3.1)
 *
 * A walk tells what it has decided and stops before what wants more bytes to be decided. What is decided, and how, depends on the
 * text alone: each decision is made from a line's start on, with up to LINES_HELD bytes ahead (lines_shape.h).
 */
#include "mail/lines_run.h"

#include <string.h>

/* What is ahead of byte i. */
static lines_ahead ahead(const lines_run *w, size_t i)
{
    size_t n = w->n - i < LINES_HELD ? w->n - i : LINES_HELD;

    return (lines_ahead){.p = w->p + i, .n = n, .last = w->last && n == w->n - i};
}

/* The answer about it. What LINES_HELD bytes do not decide is nothing. */
static size_t decided(lines_run *w, const lines_ahead *a, size_t answer)
{
    if (answer != LINES_MORE)
        return answer;
    w->wait = !a->last && a->n < LINES_HELD;
    return 0;
}

/* ---- From a line's start on ---- */

static void begin_content(lines *l)
{
    l->quote = 0;
    l->state = l->rule == LINES_DELSP && !l->signed_text ? LINES_QUOTED : LINES_CONTENT;
}

/* "- " goes from a line of clear-signed text (RFC 9580 section 7.2). */
static int dash(lines_run *w, const lines_ahead *a)
{
    w->wait = a->n == 1 && !a->last;
    if (w->wait)
        return 0;
    w->l->quote = 0;
    w->l->state = LINES_CONTENT;
    return lines_decide(w, a->n > 1 ? LINES_RUN_CUT : LINES_RUN_READ, w->i + (a->n > 1 ? 2 : 1));
}

static int at_start(lines_run *w)
{
    static const char signature[] = "-----BEGIN PGP SIGNATURE-----";
    lines *l = w->l;
    lines_ahead a = ahead(w, w->i);
    size_t next;

    if (l->signed_text && a.p[0] == '-' && (a.n == 1 || a.p[1] == ' '))
        return dash(w, &a);
    next = decided(w, &a, lines_starts(l, &a));
    if (w->wait)
        return 0;
    if (l->signed_text && lines_begin_with(&a, signature, sizeof signature - 1) == sizeof signature - 1)
        l->signed_text = false;
    if (next > 0)
        return lines_decide(w, LINES_RUN_UNREAD, w->i + next);
    begin_content(l);
    return 0;
}

/* Quote marks and one stuffed space (RFC 3676 sections 4.4 and 4.5). More than can be cut are not told apart. */
static int at_quote(lines_run *w)
{
    lines *l = w->l;
    size_t i = w->i;

    for (; i < w->n && w->p[i] == '>'; i++)
        l->quote += l->quote <= LINES_CUT;
    if (i < w->n) {
        i += w->p[i] == ' ';
        l->state = LINES_CONTENT;
    }
    return lines_decide(w, LINES_RUN_READ, i);
}

static int at_content(lines_run *w)
{
    lines *l = w->l;
    lines_ahead a = ahead(w, w->i);
    size_t next = decided(w, &a, lines_signature(&a));
    int stop;

    if (w->wait)
        return 0;
    l->state = next > 0 ? LINES_START : LINES_WITHIN;
    if (next > 0 && l->quote == 0 && !l->signature) {
        l->signature = true;
        stop = lines_tell(w);
        stop = stop ? stop : l->out.signature(l->out.user);
        if (stop)
            return stop;
    }
    return lines_decide(w, LINES_RUN_READ, w->i + next);
}

/* ---- Inside of a line ---- */

/* Most lines with such a first byte are ordinary, as their second and third one show: "be", "- one", "(see". */
static bool is_ordinary(const char *p, bool signed_text)
{
    switch (p[0]) {
    case 'b':
        return p[1] != 'e' || p[2] != 'g';
    case '=':
        return p[1] != 'y' || p[2] != 'b';
    case '(':
        return p[1] != 'T' || p[2] != 'h';
    default:
        return p[1] != '-' && !(p[1] == ' ' && signed_text);
    }
}

static size_t next_begin(const lines_run *w)
{
    line_set any;
    const line_set *begins = w->l->begins;
    size_t i = w->i;

    if (w->l->signed_text) {
        any = *begins;
        any.then_n = 0;
        begins = &any;
    }
    do {
        i = line_search(w->l->out.kernel, begins, w->p, i, w->n);
        if (i == w->n)
            return i;
        i++;
    } while (w->n - i > 2 && is_ordinary(w->p + i, w->l->signed_text));
    return i;
}

/* On to the next line that may begin something, or to the end. */
static int search(lines_run *w)
{
    size_t next;

    if (w->begins <= w->i)
        w->begins = next_begin(w);
    if (w->base64 <= w->i)
        w->base64 = lines_base64_find(w->p, w->i, w->n);
    next = w->base64 < w->begins ? w->base64 : w->begins;
    w->l->state = w->p[next - 1] == '\n' ? LINES_START : LINES_WITHIN;
    return lines_decide(w, LINES_RUN_READ, next);
}

/* A space or a CR at the end of what there is may belong to a soft break. */
static int flowed_end(lines_run *w)
{
    size_t i = w->n;

    if (!w->last) {
        i -= i > w->i && w->p[i - 1] == '\r';
        i -= i > w->i && w->p[i - 1] == ' ';
        w->wait = i < w->n;
    }
    return lines_decide(w, LINES_RUN_READ, i);
}

/* DELSP: one line. */
static int flowed(lines_run *w)
{
    lines *l = w->l;
    const char *lf = memchr(w->p + w->i, '\n', w->n - w->i);
    size_t end, next;
    lines_ahead a;
    int stop;

    if (!lf)
        return flowed_end(w);
    end = (size_t)(lf - w->p);
    end -= end > w->i && w->p[end - 1] == '\r';
    if (end == w->i || w->p[end - 1] != ' ') {
        l->state = LINES_START;
        return lines_decide(w, LINES_RUN_READ, (size_t)(lf - w->p) + 1);
    }
    stop = lines_decide(w, LINES_RUN_READ, end - 1);
    if (stop)
        return stop;
    a = ahead(w, w->i);
    next = decided(w, &a, lines_soft_break(l, &a));
    if (w->wait)
        return 0;
    l->state = next > 0 && w->p[w->i + next - 1] != '\n' ? LINES_WITHIN : LINES_START;
    return next > 0 ? lines_decide(w, LINES_RUN_CUT, w->i + next)
                    : lines_decide(w, LINES_RUN_READ, (size_t)(lf - w->p) + 1);
}

static int inside(lines_run *w)
{
    lines_ahead a = ahead(w, w->i);
    size_t next = decided(w, &a, lines_inside(w->l, &a));

    if (next == 0 && !w->wait)
        w->l->state = LINES_START;
    return lines_decide(w, next > 0 ? LINES_RUN_UNREAD : w->kind, w->i + next);
}

static int step(lines_run *w)
{
    switch (w->l->state) {
    case LINES_START:
        return at_start(w);
    case LINES_QUOTED:
        return at_quote(w);
    case LINES_CONTENT:
        return at_content(w);
    case LINES_WITHIN:
        return w->l->rule == LINES_DELSP && !w->l->signed_text ? flowed(w) : search(w);
    default:
        return inside(w);
    }
}

int lines_walk(lines *l, const char *p, size_t n, bool last, size_t *taken)
{
    lines_run w = {.l = l, .p = p, .n = n, .last = last};
    int stop = 0;

    while (w.i < n && !w.wait && !stop)
        stop = l->rule == LINES_FOLDED ? lines_unfold(&w) : step(&w);
    stop = stop ? stop : lines_tell(&w);
    *taken = w.i;
    return stop;
}
