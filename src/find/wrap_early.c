/* wrap_early.c - where a wrapper ends that does not close: at a second "<", often so soon that nothing of it need be read: R14
 *
 * Tags of one word are none (R12).
 */
#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/rules_off.h"
#include "find/wrap.h"

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

/* Behind the line feed at i, and as many quote marks and blanks as one may hold, if the opener's line begins with the very
 * same; else i. Then they are its prefix (R10). */
static size_t past_same_marks(const text *t, size_t i, const wrap *w)
{
    size_t from = i + 1, k = from, n;

    if (k < t->n && byte_is((unsigned char)t->p[k], BYTE_LABEL))
        return i; /* most lines */
    while (RULE(R10) && k < t->n && k - from < WRAP_MARKS &&
           (t->p[k] == ' ' || byte_is((unsigned char)t->p[k], BYTE_MARK)))
        k++;
    n = k - from;
    return w->open > n && t->p[w->open - n - 1] == '\n' && memcmp(t->p + w->open - n, t->p + from, n) == 0 ? k : i;
}

/* The second "<" that ends most of the wrappers which do not close: a blank may stand before it, or it begins the next line. 0
 * when there is none. */
size_t wrap_early_opener(text *t, size_t i, const wrap *w)
{
    const size_t end = wrap_reading_end(t, w);
    size_t k = i;

    if (k < end && RULE(R5) && RULE(R6) && (t->p[k] == ' ' || t->p[k] == '\n'))
        k = t->p[k] == ' ' ? k + 1 : past_same_marks(t, k, w);
    return RULE(R14) && k < end && t->p[k] == '<' && (!RULE(R12) || !w->strong || wrap_tag_end(t, k) == k) ? k : 0;
}
