/* place.c - line and column, and how the current line begins */
#include "find/place.h"

#include <string.h>

#include "base/count.h"

void place_begin(place *p)
{
    *p = (place){.line = 1};
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

void place_advance(place *p, const text *t, size_t i)
{
    size_t from = p->at > t->base ? (size_t)(p->at - t->base) : 0, line = i, rest;
    uint64_t lines;

    if (from >= i)
        return;
    lines = count_byte(t->p + from, i - from, '\n');
    if (lines > 0) {
        if (p->paragraphs)
            end_lines(p, t->p + from, t->p + i);
        while (t->p[line - 1] != '\n')
            line--;
        from = line;
        p->line += lines;
        p->column = 0;
        p->head_n = 0;
        p->closed = false;
    }
    rest = i - from < LINE_HEAD - p->head_n ? i - from : LINE_HEAD - p->head_n;
    if (p->closed)
        rest = 0;
    memcpy(p->head + p->head_n, t->p + from, rest);
    p->head_n += rest;
    p->column += count_code_points(t->p + from, i - from);
    p->at = t->base + i;
}

void place_close(place *p, const text *t, size_t i)
{
    place_advance(p, t, i);
    p->closed = true;
}

unsigned place_quote(const place *p)
{
    line_head head = {p->head, p->head_n};
    unsigned depth = 0;
    prefix marks;

    if (p->head_n == 0 || !memchr(p->head, '>', p->head_n))
        return 0;
    wrap_prefix(&head, &marks);
    for (unsigned k = 0; k < marks.count; k++)
        depth += marks.marks[k].c == '>';
    return depth;
}
