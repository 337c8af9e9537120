/* place.c - line and column, and how the current line begins */
#include "find/place.h"

#include <string.h>

#include "base/count.h"
#include "find/byteclass.h"

/* So few bytes are counted eight at a time, and one by one. */
#define SHORT_STEP 24

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

/* A step that is not worth more. False when a line ends in it. */
static bool short_step(place *p, const char *s, size_t n)
{
    uint64_t columns = n;
    size_t i = 0;

    if (p->uncounted) {
        if (memchr(s, '\n', n))
            return false;
        go_on(p, s, n, 0);
        return true;
    }
    for (; n - i >= 8; i += 8) {
        uint64_t eight = load_eight(s + i);
        if (is_in_eight(eight, '\n'))
            return false;
        columns -= (((eight >> 7) & ~(eight >> 6) & ONES) * ONES) >> 56; /* the bytes 80 to BF */
    }
    for (; i < n; i++) {
        if (s[i] == '\n')
            return false;
        columns -= ((unsigned char)s[i] & 0xC0) == 0x80;
    }
    go_on(p, s, n, columns);
    return true;
}

void place_advance(place *p, const text *t, size_t i)
{
    size_t from = p->at > t->base ? (size_t)(p->at - t->base) : 0, line;
    uint64_t columns;

    if (from >= i || (i - from <= SHORT_STEP && short_step(p, t->p + from, i - from)))
        return;
    line = count_last_line(t->p + from, i - from, &columns);
    if (line > 0) {
        if (p->paragraphs)
            end_lines(p, t->p + from, t->p + i);
        if (!p->uncounted)
            p->line += p->kernel->count(t->p + from, line, '\n');
        from += line;
        p->column = 0;
        p->head_n = 0;
        p->marks_known = false;
        p->closed = false;
    }
    p->at = t->base + from;
    go_on(p, t->p + from, i - from, columns);
}

/* Only the last line that has a piece matters: a link may have thousands of them. */
void place_close(place *p, const text *t, const piece *pieces, unsigned n)
{
    size_t first = pieces[0].from, last = pieces[n - 1].from;
    size_t line = n > 1 ? count_behind_last(t->p + first, last - first, '\n') : 0;
    unsigned k = line > 0 ? n - 1 : 0;

    while (k > 0 && pieces[k - 1].from >= first + line)
        k--;
    place_advance(p, t, pieces[k].from);
    p->closed = true;
}

const prefix *place_marks(place *p)
{
    line_head head = {p->head, p->head_n};

    if (!p->marks_known)
        wrap_prefix(&head, &p->marks);
    p->marks_known = true;
    return &p->marks;
}

/* Nearly all lines: neither a blank nor a mark begins them, nor can there be initials where no ">" is near. */
static bool has_no_marks(const place *p)
{
    unsigned char first = (unsigned char)p->head[0];

    return p->head_n >= 8 && first != ' ' && first != '\t' && !byte_is(first, BYTE_MARK) &&
           !is_in_eight(load_eight(p->head), '>');
}

unsigned place_quote(place *p, bool flowed)
{
    const prefix *marks;
    unsigned depth = 0;

    if (has_no_marks(p))
        return 0;
    marks = place_marks(p);
    while (flowed && depth < p->head_n && p->head[depth] == '>')
        depth++;
    if (flowed)
        return depth;
    for (unsigned k = 0; k < marks->count; k++)
        depth += marks->marks[k].c == '>';
    return depth;
}
