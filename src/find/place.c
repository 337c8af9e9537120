/* place.c - line and column, and how the current line begins */
#include "find/place.h"

#include <string.h>

#include "base/ascii.h"
#include "base/count.h"
#include "find/byteclass.h"

/* So few bytes are looked at at once. */
#define SHORT_STEP 32

void place_begin(place *p, const kernel *k)
{
    *p = (place){.kernel = k, .line = 1};
}

void place_skip(place *p, size_t n)
{
    p->at = n;
}

/* A line has ended with a line feed at end; it began at from, or before the window with known code points already. */
static void end_line(place *p, const char *from, const char *end, uint64_t known)
{
    uint64_t columns = known + count_code_points(from, (size_t)(end - from));
    bool blank = known == 0;

    if (end > from && end[-1] == '\r')
        columns--;
    for (const char *s = from; s < end && blank; s++)
        blank = *s == ' ' || *s == '\t' || *s == '\r';
    if (blank)
        p->longest = 0;
    else if (columns > p->longest)
        p->longest = columns;
}

/* The lines of a paragraph, one by one: for those who want to know how long they are. */
static void end_lines(place *p, const char *s, const char *end)
{
    uint64_t known = p->column;

    for (const char *lf; (lf = memchr(s, '\n', (size_t)(end - s))); s = lf + 1) {
        end_line(p, s, lf, known);
        known = 0;
    }
}

/* The next bytes of the line, s[0..n) of so many code points. */
static void go_on(place *p, const char *s, size_t n, uint64_t columns)
{
    size_t rest = n < LINE_HEAD - p->head_n ? n : LINE_HEAD - p->head_n;

    if (rest > 0 && !p->closed) {
        memcpy(p->head + p->head_n, s, rest);
        p->head_n += rest;
        p->marks_known = p->marks_known && p->marks.whole;
    }
    p->column += columns;
    p->at += n;
}

#define ONES UINT64_C(0x0101010101010101)

static uint64_t load_eight(const char *s)
{
    uint64_t eight;

    memcpy(&eight, s, sizeof eight);
    return eight;
}

/* Is c one of eight bytes? */
static bool is_in_eight(uint64_t eight, char c)
{
    uint64_t other = eight ^ ONES * (unsigned char)c;

    return ((other - ONES) & ~other & ONES << 7) != 0;
}

static void begin_line(place *p)
{
    p->column = 0;
    p->head_n = 0;
    p->marks_known = false;
    p->closed = false;
}

#if defined(__SSE2__)
/* A bit for each of sixteen bytes that is a line feed, and for each that goes on with a code point, 80 to BF. */
static inline void look_at_sixteen(const char *s, uint32_t *lf, uint32_t *inner)
{
    const __m128i here = _mm_loadu_si128((const __m128i *)s);

    *lf = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(here, _mm_set1_epi8('\n')));
    *inner = (uint32_t)_mm_movemask_epi8(_mm_cmplt_epi8(here, _mm_set1_epi8(-64)));
}

/* A step that is not worth more: s[0..n), of twice 32 bytes that may be read. False where somebody wants to know more. It calls
 * nothing, so that it is short indeed. */
static inline bool short_step(place *p, const char *s, size_t n)
{
    const uint32_t step = UINT32_MAX >> (32 - n);
    uint32_t lf, inner, more_lf, more_inner;
    size_t line = 0;

    look_at_sixteen(s, &lf, &inner);
    if (n > 16) {
        look_at_sixteen(s + 16, &more_lf, &more_inner);
        lf |= more_lf << 16;
        inner |= more_inner << 16;
    }
    lf &= step;
    inner &= step;
    if (lf ? p->paragraphs : LINE_HEAD - p->head_n < 32 && !p->closed)
        return false;
    p->at += n;
    if (lf) {
        line = 32 - (size_t)__builtin_clz(lf);
        inner &= ~(uint32_t)(((uint64_t)1 << line) - 1);
        begin_line(p);
        for (; lf && !p->uncounted; lf &= lf - 1)
            p->line++;
    }
    n -= line;
    p->column += n;
    if (inner)
        p->column -= count_bits(inner & 0xFFFF) + count_bits(inner >> 16);
    if (n == 0 || p->closed)
        return true;
    memcpy(p->head + p->head_n, s + line, 16);
    memcpy(p->head + p->head_n + 16, s + line + 16, 16);
    p->head_n += n;
    p->marks_known = p->marks_known && p->marks.whole;
    return true;
}
#else
/* The same byte by byte, up to a line's end. */
static bool short_step(place *p, const char *s, size_t n)
{
    if (memchr(s, '\n', n))
        return false;
    go_on(p, s, n, count_code_points(s, n));
    return true;
}
#endif

/* Count up to t->p[i], from t->p[from] on. */
__attribute__((noinline)) static void advance(place *p, const text *t, size_t from, size_t i)
{
    uint64_t columns;
    size_t line = count_last_line(t->p + from, i - from, &columns);

    if (line > 0) {
        if (p->paragraphs)
            end_lines(p, t->p + from, t->p + i);
        if (!p->uncounted)
            p->line += p->kernel->count(t->p + from, line, '\n');
        from += line;
        begin_line(p);
    }
    p->at = t->base + from;
    go_on(p, t->p + from, i - from, columns);
}

void place_advance(place *p, const text *t, size_t i)
{
    size_t from = p->at > t->base ? (size_t)(p->at - t->base) : 0;

    if (from >= i ||
        (i - from <= SHORT_STEP && t->n - from >= (size_t)2 * SHORT_STEP && short_step(p, t->p + from, i - from)))
        return;
    advance(p, t, from, i);
}

/* Only the last line that has a piece matters: a link may have thousands of them. */
void place_close(place *p, const text *t, const piece *pieces, unsigned n)
{
    size_t first = pieces[0].from, last = pieces[n - 1].from;
    size_t line = n > 1 ? count_behind_last(t->p + first, last - first, '\n') : 0;
    unsigned k = line > 0 ? n - 1 : 0;

    while (k > 0 && pieces[k - 1].from >= first + line)
        k--;
    place_close_at(p, t, pieces[k].from);
}

const prefix *place_marks(place *p)
{
    line_head head = {p->head, p->head_n};

    if (!p->marks_known)
        wrap_prefix(&head, &p->marks);
    p->marks_known = true;
    return &p->marks;
}

/* How many ">" the line begins with. */
static unsigned count_angles(const place *p)
{
    unsigned depth = 0;

    while (depth < p->head_n && p->head[depth] == '>')
        depth++;
    return depth;
}

/* Nearly all lines: neither a blank nor a mark begins them, nor can there be initials where no ">" is near, or no letter is. */
static bool has_no_marks(const place *p)
{
    unsigned char first = (unsigned char)p->head[0];

    if (p->head_n == 0 || first == ' ' || first == '\t' || byte_is(first, BYTE_MARK))
        return false;
    return p->head_n >= 8 ? !is_in_eight(load_eight(p->head), '>') : !ascii_is_alpha(first);
}

unsigned place_quote(place *p, bool flowed)
{
    if (has_no_marks(p))
        return 0;
    return flowed ? count_angles(p) : place_marks(p)->angles;
}
