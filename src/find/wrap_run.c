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

/* How many may be taken: there is room for the gap and the piece of each. */
static inline unsigned room_for(const wrap *w, unsigned most)
{
    unsigned used = w->gap_count > w->piece_count ? w->gap_count : w->piece_count, lines = FOUND_LINES - w->lines;

    most = most < FOUND_PIECES - used ? most : FOUND_PIECES - used;
    return RULES_IN_FORCE ? most < lines ? most : lines : 0;
}

size_t wrap_take_lines(text *t, size_t i, size_t end, wrap *w, unsigned most)
{
    const prefix *marks = wrap_marks(t, w);
    const unsigned room = room_for(w, most);
    const size_t open = w->open;
    gap *g = w->gaps + w->gap_count;
    wrap_piece *line = w->pieces + w->piece_count;
    unsigned taken = 0;

    while (taken < room && t->p[i] == '\n') {
        const size_t n = w->n;
        const unsigned char last = (unsigned char)w->clean[n - 1];
        size_t from = last < 0x80 ? line_start(t, i, end, marks) : 0, to;
        if (from == 0)
            break;
        to = wrap_copy_plain(t, from, end, w->clean + n);
        if (to == end || ((t->p[to] == '>' || (unsigned char)t->p[to] >= 0x80) && wrap_is_named(w, marks)) ||
            (t->p[to] == '\n' ? t->p[to - 1] == ']' : may_turn_page(t, from, to, w)))
            break;
        if (last == '-')
            wrap_kept_hyphen(w);
        g[taken] = (gap){n, true, ascii_is_alnum(last)};
        line[taken++] = (wrap_piece){from - open, to - open, n, to - from};
        w->n = n + (to - from);
        i = to;
    }
    w->gap_count += taken;
    w->piece_count += taken;
    w->lines += taken;
    w->marked = taken > 0 ? marks->count > 0 : w->marked;
    return i;
}
