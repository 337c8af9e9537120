/* around.c - keeps the text around links
 *
 * p[0..kept) stays. The lines after it are kept only if a link follows within AROUND_LINES lines;
 * so memory grows with the links and not with the text.
 */
#include "pick/pick.h"

#include <stdlib.h>

#define LINE_MAX_N 1000     /* a longer line is divided */
#define PENDING_MAX_N 12000 /* bytes that may wait for a link; then far lines are dropped */

static bool around_make_room(struct around *a, size_t n)
{
    size_t size = a->size ? a->size : 4096;
    char *p;

    if (a->failed || n <= a->size - a->n)
        return !a->failed;
    while (size - a->n < n)
        size *= 2;
    p = realloc(a->p, size);
    a->failed = !p;
    if (p) {
        a->p = p;
        a->size = size;
    }
    return p;
}

/* Returns the start of the line that is `lines` lines above that of p[at]. */
static size_t around_back(const struct around *a, size_t at, size_t least, unsigned lines)
{
    for (; at > least && a->p[at - 1] != '\0'; at--)
        if (a->p[at - 1] == '\n' && lines-- == 0)
            break;
    return at;
}

/* Drops the lines that are too far before the next link. */
static void around_drop(struct around *a, unsigned lines)
{
    size_t from = around_back(a, a->n, a->kept, lines);

    if (from <= a->kept + 1)
        return;
    a->p[a->kept] = '\0';
    memmove(a->p + a->kept + 1, a->p + from, a->n - from);
    a->n = a->kept + 1 + (a->n - from);
}

static void around_end_line(struct around *a)
{
    a->column = 0;
    if (a->after > 0) {
        a->after--;
        a->kept = a->n;
    } else if (a->n - a->kept > PENDING_MAX_N) {
        around_drop(a, AROUND_LINES);
    }
}

/* Returns how many of the bytes belong to the line that is being filled. */
static size_t around_line_of(const struct around *a, const char *p, size_t n)
{
    size_t room = LINE_MAX_N > a->column ? LINE_MAX_N - a->column : 0;
    const char *lf = memchr(p, '\n', n);
    size_t line = lf ? (size_t)(lf - p) : n;

    if (line <= room)
        return line;
    while (room < line && ((unsigned char)p[room] & 0xC0) == 0x80)
        room++;
    return room;
}

void around_add(struct around *a, trawl_str text)
{
    while (text.n > 0) {
        size_t n = around_line_of(a, text.p, text.n);
        bool ends = n < text.n;

        if (!around_make_room(a, n + 1))
            return;
        for (size_t i = 0; i < n; i++)
            a->p[a->n + i] = text.p[i] ? text.p[i] : ' ';
        a->n += n;
        a->column += n;
        if (ends) {
            a->p[a->n++] = '\n';
            around_end_line(a);
            n += text.p[n] == '\n';
        }
        text.p += n;
        text.n -= n;
    }
}

size_t around_mark(struct around *a)
{
    bool full = a->kept > AROUND_FULL;

    if (a->failed)
        return a->n;
    if (a->after == 0)
        around_drop(a, full ? 0 : AROUND_LINES);
    a->kept = a->n;
    a->after = full ? 1 : AROUND_LINES + 1;
    return a->n;
}

void around_break(struct around *a)
{
    if (a->after == 0)
        a->n = a->kept;
    a->after = 0;
    a->column = 0;
    if (around_make_room(a, 1))
        a->p[a->n++] = '\0';
    a->kept = a->n;
}

trawl_str around_lines(const struct around *a, size_t from, size_t to, unsigned lines)
{
    if (to > a->n || from > to)
        return (trawl_str){"", 0};
    from = around_back(a, from, 0, lines);
    for (; to < a->n && a->p[to] != '\0'; to++)
        if (a->p[to] == '\n' && lines-- == 0)
            break;
    while (to > from && (a->p[to - 1] == '\n' || a->p[to - 1] == '\r'))
        to--;
    return (trawl_str){a->p + from, to - from};
}

void around_free(struct around *a)
{
    free(a->p);
    *a = (struct around){0};
}
