/* wrap_run.c - a wrapper's lines that begin with plain characters of the URL, one after the other
 *
 * So do most of those it is broken into. They are taken for what wrap_new_line() and read_gap() would take them for; all others are
 * left to these.
 */
#include "base/ascii.h"
#include "find/rules_off.h"
#include "find/wrap_take.h"

/* More blanks before a line's text are left to others. */
#define BLANKS 16

/* Behind the line feed at i: the letter or digit that the line begins with, behind quote marks and blanks; 0 for any other line. */
static inline size_t line_start(text *t, size_t i, size_t end, const prefix *marks)
{
    size_t k = i + 1, from;

    if (marks->count > 0 && !wrap_skip_prefix(t, &k, marks))
        return 0;
    for (from = k; k < end && t->p[k] == ' ' && k - from < BLANKS;)
        k++;
    return k < end && ascii_is_alnum((unsigned char)t->p[k]) ? k : 0;
}

/* wrap_may_turn_page() for the line whose text begins at from and is plain up to to, where it does not end: most end soon. */
static inline bool may_turn_page(text *t, size_t from, size_t to, const wrap *w)
{
#if defined(__SSE2__)
    if (t->n - to >= 16) {
        __m128i here = _mm_loadu_si128((const __m128i *)(t->p + to));
        unsigned bits = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(here, _mm_set1_epi8('\n')));
        char last = bits ? t->p[to + (size_t)__builtin_ctz(bits) - 1] : ' ';
        if ((unsigned char)last > ' ')
            return last == ']';
    }
#endif
    return wrap_may_turn_page(t, from, w);
}

/* w->p[from..to) of such a line is part of the URL, whose last character was last, a hyphen perhaps (R8). */
static inline void take_line(wrap *w, char last, size_t from, size_t to)
{
    const size_t n = w->n;

    if (last == '-')
        wrap_kept_hyphen(w);
    w->gaps[w->gap_count++] = (gap){n, true, ascii_is_alnum((unsigned char)last)};
    w->pieces[w->piece_count++] = (wrap_piece){from - w->open, to - w->open, n, to - from};
    w->n = n + (to - from);
}

size_t wrap_take_lines(text *t, size_t i, size_t end, wrap *w, bool near_end)
{
    const prefix *marks = wrap_marks(t, w);
    size_t from, to = i;
    char last;

    while (RULES_IN_FORCE && t->p[to] == '\n' && w->lines < FOUND_LINES && w->gap_count < FOUND_PIECES &&
           w->piece_count < FOUND_PIECES) {
        last = w->clean[w->n - 1];
        from = (unsigned char)last < 0x80 ? line_start(t, to, end, marks) : 0;
        if (from == 0)
            break;
        if (near_end)
            wrap_know(w, to);
        i = wrap_copy_plain(t, from, end, w->clean + w->n);
        if (i == end || (t->p[i] == '\n' ? t->p[i - 1] == ']' : may_turn_page(t, from, i, w)))
            break;
        take_line(w, last, from, i);
        w->lines++;
        w->marked = marks->count > 0;
        to = i;
    }
    return to;
}
