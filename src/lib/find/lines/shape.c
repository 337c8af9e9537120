/* shape.c - the shape of a line: its most frequent separator, and how often that occurs (M16)
 *
 * The rows of a table have the same shape. A reader that continues in the middle of a text must
 * know the shape of the line above, and whether it is empty, but no more of that line
 * (mail/resume.c). So a shape fits into a few bits.
 */
#include "find/lines/lines.h"

/* The lowest bits of a shape are the count of separators; the others are the index in
 * `separators`. */
enum { COUNT_BITS = 6, COUNT_MOST = (1 << COUNT_BITS) - 1 };
static const char separators[] = "|;,"; /* in a tie, the first: the rarest in texts */

_Static_assert(sizeof separators - 1 == SHAPE_OTHER >> COUNT_BITS && SHAPE_OTHER >> SHAPE_BITS == 0,
               "the other bits hold it, and SHAPE_OTHER");

/* Returns the separators in p[0..n), without those before a blank. */
static unsigned count_unquoted(const char *p, size_t n, char separator)
{
    const char *end = p + n;
    unsigned count = 0;

    for (; (p = memchr(p, separator, (size_t)(end - p))); p++)
        count += p + 1 == end || p[1] != ' ';
    return count;
}

unsigned shape_count(const char *p, size_t n, char separator, bool *quoted)
{
    const char *mark;
    unsigned count = 0;
    size_t k;

    for (*quoted = false;; *quoted = !*quoted, p += k + 1, n -= k + 1) {
        mark = memchr(p, '"', n);
        k = mark ? (size_t)(mark - p) : n;
        count += *quoted ? 0 : count_unquoted(p, k, separator);
        if (!mark)
            return count;
    }
}

unsigned shape_of(const char *p, size_t n)
{
    unsigned most = 0, is = 0, count;
    bool quoted;

    for (unsigned k = 0; separators[k]; k++)
        if ((count = shape_count(p, n, separators[k], &quoted)) > most) {
            most = count;
            is = k;
        }
    return is << COUNT_BITS | (most < COUNT_MOST ? most : COUNT_MOST);
}

unsigned shape_separators(unsigned shape, char separator)
{
    return separators[shape >> COUNT_BITS] == separator ? shape & COUNT_MOST : 0;
}

/* Returns true when a URL begins in p[0..n), or, with `first`, its first field is one. */
static bool shape_has_url(const char *p, size_t n, bool first)
{
    const size_t from = first && n > 0 && p[0] == '"';
    const char *colon = memchr(p, ':', n);

    while (!first && colon && (colon + 1 == p + n || colon[1] != '/'))
        colon = memchr(colon + 1, ':', n - (size_t)(colon + 1 - p));
    return colon && (!first || (colon > p + from &&
                                bytes_run(p, from, n, BYTE_SCHEME, "") == (size_t)(colon - p)));
}

unsigned shape_of_row(const char *p, size_t n)
{
    const unsigned shape = shape_of(p, n), count = shape & COUNT_MOST;

    if (count > 3 || (count > 0 && shape_has_url(p, n, count == 1)))
        return shape;
    return bytes_run(p, 0, n, BYTE_BLANK, "\r\n") < n ? SHAPE_OTHER : 0;
}

unsigned shape_above(const text *t, size_t line)
{
    size_t from;

    if (t->source)
        return 0;
    if (line == 0)
        return t->above;
    from = row_start(t, line - 1, line > SHAPE_ABOVE ? line - SHAPE_ABOVE : 0);
    return from == SIZE_MAX ? SHAPE_OTHER : shape_of_row(t->p + from, line - from);
}
