/* place.c - line and column, and how the current line begins */
#include "find/place.h"

#include <string.h>

void place_begin(place *p)
{
    *p = (place){.line = 1};
}

void place_skip(place *p, size_t n)
{
    p->at = n;
}

static uint64_t code_points(const char *s, size_t n)
{
    uint64_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)s[i] & 0xC0) != 0x80;
    return count;
}

/* A line has ended with a line feed at end; it began at from, or before the window with known code points already. */
static void end_line(place *p, const char *from, const char *end, uint64_t known)
{
    uint64_t columns = known + code_points(from, (size_t)(end - from));
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

void place_advance(place *p, const text *t, size_t i)
{
    size_t from = p->at > t->base ? (size_t)(p->at - t->base) : 0, rest;
    const char *line = NULL, *lf;

    if (from >= i)
        return;
    for (const char *s = t->p + from; (lf = memchr(s, '\n', (size_t)(t->p + i - s))); s = lf + 1) {
        p->line++;
        if (p->paragraphs)
            end_line(p, s, lf, line ? 0 : p->column);
        line = lf + 1;
    }
    if (line) {
        from = (size_t)(line - t->p);
        p->column = 0;
        p->head_n = 0;
    }
    rest = i - from < LINE_HEAD - p->head_n ? i - from : LINE_HEAD - p->head_n;
    memcpy(p->head + p->head_n, t->p + from, rest);
    p->head_n += rest;
    p->column += code_points(t->p + from, i - from);
    p->at = t->base + i;
}

unsigned place_quote(const place *p)
{
    line_head head = {p->head, p->head_n};
    unsigned depth = 0;
    prefix marks;

    wrap_prefix(&head, &marks);
    for (unsigned k = 0; k < marks.count; k++)
        depth += marks.marks[k].c == '>';
    return depth;
}
