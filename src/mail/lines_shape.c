/* lines_shape.c - lines looked at: the signature's, soft breaks, and which of the others may begin something */
#include "mail/lines_shape.h"

#include <string.h>

size_t lines_line_at(const lines_ahead *a, size_t at, lines_line *line)
{
    const char *lf = at < a->n ? memchr(a->p + at, '\n', a->n - at) : NULL;
    size_t next = lf ? (size_t)(lf - a->p) + 1 : a->n;

    if (!lf && (!a->last || at >= a->n))
        return a->last ? 0 : LINES_MORE;
    line->p = a->p + at;
    line->n = next - at - (lf ? 1 : 0);
    line->n -= line->n > 0 && line->p[line->n - 1] == '\r';
    return next;
}

size_t lines_begin_with(const lines_ahead *a, const char *literal, size_t n)
{
    size_t there = n < a->n ? n : a->n;

    if (memcmp(a->p, literal, there) != 0)
        return 0;
    return there == n ? n : a->last ? 0 : LINES_MORE;
}

size_t lines_line_with(const lines_ahead *a, const char *literal, size_t n, lines_line *line)
{
    size_t found = lines_begin_with(a, literal, n);

    return found == n ? lines_line_at(a, 0, line) : found;
}

lines_line lines_trimmed(lines_line line)
{
    while (line.n > 0 && (line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\t'))
        line.n--;
    return line;
}

size_t lines_starts(lines *l, const lines_ahead *a)
{
    size_t found = 0;

    switch (a->p[0]) {
    case 'b':
        found = lines_uu_starts(l, a);
        break;
    case '=':
        return lines_yenc_starts(l, a);
    case '(':
        return lines_binhex_starts(l, a);
    case '-':
        return lines_armor_starts(l, a);
    default:
        break;
    }
    return found ? found : lines_base64_starts(l, a);
}

size_t lines_inside(lines *l, const lines_ahead *a)
{
    bool over = false;
    size_t next;

    switch (l->state) {
    case LINES_UU:
        next = lines_uu(a, 0, l->width, &over);
        break;
    case LINES_ARMOR:
        next = lines_armor(a, 0, &over);
        break;
    case LINES_YENC:
        next = lines_yenc(a, 0, l->width, &over);
        break;
    case LINES_BINHEX:
        next = lines_binhex(a, 0, &over);
        break;
    default:
        next = lines_base64(a, 0);
    }
    if (over && next != LINES_MORE)
        l->state = LINES_START;
    return next;
}

size_t lines_signature(const lines_ahead *a)
{
    size_t found;
    lines_line line;

    if (a->n > 0 && a->p[0] != '-')
        return 0;
    found = lines_begin_with(a, "-- ", 3);
    if (found != 3 || (a->n > 3 && a->p[3] != '\r' && a->p[3] != '\n'))
        return found == LINES_MORE ? found : 0;
    found = lines_line_at(a, 0, &line);
    return found != LINES_MORE && line.n != 3 ? 0 : found;
}

/* " \n>> " before "text" or, where the quote marks are as many as before, before nothing. Who takes signatures apart wants
 * them to begin a line: "-- " ends the paragraph (RFC 3676 section 4.3). */
size_t lines_soft_break(const lines *l, const lines_ahead *a)
{
    size_t at = a->p[1] == '\r' ? 3 : 2;
    unsigned marks = 0;
    lines_ahead rest;
    size_t signature;

    while (at < a->n && a->p[at] == '>' && marks <= l->quote) {
        at++;
        marks++;
    }
    if (marks > l->quote || at == a->n)
        return marks > l->quote || a->last ? 0 : LINES_MORE;
    if (marks != l->quote)
        return 0;
    at += a->p[at] == ' ';
    rest = (lines_ahead){.p = a->p + at, .n = a->n - at, .last = a->last};
    signature = lines_signature(&rest);
    if (signature != 0)
        return signature == LINES_MORE ? LINES_MORE : 0;
    return l->cut_n + at > LINES_CUT ? 0 : at;
}
