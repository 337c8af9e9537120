/* wrap_early.c - where a wrapper ends that does not close: at a second "<", often so soon that nothing of it need be read: R14
 *
 * Tags of one word are none (R12).
 */
#include <string.h>

#include "base/ascii.h"
#include "base/count.h"
#include "find/byteclass.h"
#include "find/rules_off.h"
#include "find/wrap_take.h"
#include "kernel/trigger.h"

/* R12: "</pre>", "<br/>": past a tag of one word, or i. */
size_t wrap_tag_end(text *t, size_t i)
{
    size_t k = i + 1, from;
    int c;

    if (text_at(t, k) == '/')
        k++;
    for (from = k; k - from < 16 && (c = text_at(t, k)) >= 0 && ascii_is_alpha((unsigned char)c); k++)
        ;
    if (k == from)
        return i;
    if ((c = text_at(t, k)) >= '1' && c <= '6')
        k++;
    if (text_at(t, k) == '/')
        k++;
    return text_at(t, k) == '>' ? k + 1 : i;
}

/* So many lines behind its own are looked at: what is read of one that closes after all is read again. */
#define EARLY_LINES 2

static inline bool is_mark(char c)
{
    return c == ' ' || byte_is((unsigned char)c, BYTE_MARK);
}

__attribute__((noinline)) static size_t count_marks(const char *p, size_t n)
{
    return n - (size_t)count_byte(p, n, ' ');
}

/* Behind the line feed at i, and all quote marks and blanks, if the opener's line begins with the very same and nothing else; 0 if
 * not. Then they are its prefix (R10), which has no more than WRAP_MARKS of them. */
static size_t past_same_marks(const text *t, size_t i, size_t end, const wrap *w)
{
    size_t from = i + 1, most = end - from < LINE_HEAD ? end : from + LINE_HEAD, k = from, n;

    while (k < most && is_mark(t->p[k]))
        k = k + 1 < most && t->p[k] == t->p[k + 1] ? trigger_row_end(t->p, k, most) + 1 : k + 1;
    n = k - from;
    if (n >= LINE_HEAD || w->open <= n || t->p[w->open - n - 1] != '\n' ||
        memcmp(t->p + w->open - n, t->p + from, n) != 0)
        return 0;
    return n <= WRAP_MARKS || count_marks(t->p + from, n) <= WRAP_MARKS ? k : 0;
}

/* Past the line feed at i and the plain line behind it, if it has the opener's quote marks and does not turn a page: it belongs to
 * the wrapper. An opener may stand there instead. 0 for any other line. */
static size_t past_plain_line(const text *t, size_t i, size_t end, const wrap *w)
{
    size_t from = past_same_marks(t, i, end, w), k = from;

    if (from == 0 || from >= end || t->p[from] == '<')
        return from;
    if (ascii_is_alnum((unsigned char)t->p[from]))
        k = wrap_past_plain(t, from, end);
    return k > from && t->p[k - 1] != ']' ? k : 0;
}

/* The second "<" that ends most of the wrappers which do not close: a blank may stand before it, or it stands in one of the next
 * lines. 0 when there is none. */
size_t wrap_early_opener(text *t, size_t i, const wrap *w)
{
    const size_t end = wrap_reading_end(t, w);
    size_t k = i;

    if (!RULES_IN_FORCE)
        return 0;
    for (int lines = 0; lines < EARLY_LINES && k > 0 && k < end && t->p[k] == '\n'; lines++)
        k = past_plain_line(t, k, end, w);
    if (k > 0 && k < end && t->p[k] == ' ')
        k++;
    if (k == 0 || k >= end || t->p[k] != '<' || wrap_may_be_sign(t, k))
        return 0;
    return !w->strong || wrap_tag_end(t, k) == k ? k : 0;
}
