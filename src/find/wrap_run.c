/* wrap_run.c - a wrapper's lines that begin with plain characters of the URL, one after the other
 *
 * So do most of those it is broken into. They are taken for what wrap_new_line() and read_gap() would take them for; all others are
 * left to these.
 */
#include "find/rules_off.h"
#include "find/wrap_take.h"

/* More blanks before a line's text are left to others. */
#define BLANKS 16

/* Behind the quote marks of the line that begins at i; end if it has others. */
static size_t behind_marks(text *t, size_t i, size_t end, const prefix *marks)
{
    return wrap_skip_prefix(t, &i, marks) ? i : end;
}

/* Behind a few blanks. */
static size_t behind_blanks(const char *p, size_t i, size_t end)
{
    for (size_t most = i + BLANKS; i < end && p[i] == ' ' && i < most;)
        i++;
    return i;
}

/* wrap_may_turn_page() for the line whose text begins at from and is plain up to to, where it does not end: most end soon, or have
 * another "<" soon, with which they turn no page. */
static inline bool may_turn_page(text *t, size_t from, size_t to, const wrap *w)
{
#if defined(__SSE2__)
    if (t->n - to >= 16) {
        __m128i here = _mm_loadu_si128((const __m128i *)(t->p + to));
        __m128i lf = _mm_cmpeq_epi8(here, _mm_set1_epi8('\n')), open = _mm_cmpeq_epi8(here, _mm_set1_epi8('<'));
        unsigned bits = (unsigned)_mm_movemask_epi8(_mm_or_si128(lf, open));
        size_t next = bits ? to + (size_t)__builtin_ctz(bits) : 0;
        if (next > 0 && t->p[next] == '<')
            return false;
        if (next > 0 && (unsigned char)t->p[next - 1] > ' ')
            return t->p[next - 1] == ']';
    }
#else
    (void)to;
#endif
    return wrap_may_turn_page(t, from, w);
}

/* How many may be taken: there is room for the gap and the piece of each. */
static inline unsigned room_for(const wrap *w, const prefix *marks, unsigned most)
{
    unsigned used = w->gap_count > w->piece_count ? w->gap_count : w->piece_count, lines = FOUND_LINES - w->lines;

    most = most < FOUND_PIECES - used ? most : FOUND_PIECES - used;
    return RULES_IN_FORCE && !marks->less ? most < lines ? most : lines : 0;
}

size_t wrap_take_lines(text *t, size_t i, size_t end, wrap *w, unsigned most)
{
    const prefix *marks = wrap_marks(t, w);
    const bool marked = marks->count > 0;
    const char *const p = t->p;
    const unsigned room = room_for(w, marks, most);
    const size_t open = w->open;
    size_t n = w->n;
    unsigned char last = (unsigned char)w->clean[n - 1];
    gap *g = w->gaps + w->gap_count;
    wrap_piece *line = w->pieces + w->piece_count;
    unsigned taken = 0;

    for (; taken < room && p[i] == '\n' && last < 0x80; taken++) {
        size_t from = marked ? behind_marks(t, i + 1, end, marks) : i + 1, to;
        if (from < end && p[from] == ' ')
            from = behind_blanks(p, from, end);
        if (from >= end || !wrap_is_alnum((unsigned char)p[from]))
            break;
        to = wrap_copy_few(p, from, end, w->clean + n);
        if (to == end || ((p[to] == '>' || (unsigned char)p[to] >= 0x80) && wrap_is_named(w, marks)) ||
            (p[to] == '\n' ? p[to - 1] == ']' : may_turn_page(t, from, to, w)))
            break;
        if (last == '-')
            wrap_kept_hyphen(w, n - 1);
        *g++ = (gap){n, true, wrap_is_alnum(last)};
        *line++ = (wrap_piece){from - open, to - open, n, to - from};
        n += to - from;
        last = (unsigned char)p[to - 1];
        i = to;
    }
    w->n = n;
    w->gap_count += taken;
    w->piece_count += taken;
    w->lines += taken;
    w->marked = taken > 0 ? marked : w->marked;
    return i;
}
