/* wrap_comb.c - wrappers that go on in lines with fewer quote marks than the opener's line has, or without any (R10)
 *
 * A mail program that breaks long lines, quoted ones too, leaves the rest of each on a line of its own:
 *
 *     > > As suggested in <http://a.example/questions/a-long-name-that-does-not-
 *     work-when-it-is-wrapped/7991/2>, calling it helps
 *
 * Mostly, though, such a line is somebody's answer below a wrapper that was never closed, and a ">" comes much later. So it has
 * to begin with what could go on the URL and is more than fitted on the line above, and nothing in the wrapper may look like
 * words, or like marks.
 */
#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/url_look.h"
#include "find/wrap.h"

/* No mail program breaks lines that are shorter, in bytes. */
#define COMB_BREAKS 60

/* Is the line that ends before i, without blanks at its end, and so many bytes more, long enough to have been broken there? */
static bool was_broken(const text *t, size_t i, size_t more)
{
    size_t to = i - 1, from;

    while (ascii_is_blank(t->p[to - 1]) || t->p[to - 1] == '\r')
        to--;
    for (from = to; from > 0 && t->p[from - 1] != '\n' && to - from + more < COMB_BREAKS;)
        from--;
    return to - from + more >= COMB_BREAKS;
}

/* "JS> I agree", "Joe> I agree" */
static bool is_name(const text *t, size_t from, size_t to)
{
    if (!ascii_is_upper(t->p[from]))
        return false;
    while (from < to && ascii_is_alpha((unsigned char)t->p[from]))
        from++;
    return from == to;
}

/* Past the characters of a URL at i. */
static size_t past_url(text *t, size_t i, const wrap *w)
{
    const size_t end = wrap_reading_end(t, w);

    while (i < end && (i = past_usual(t->p, i, end)) < end && byte_is((unsigned char)t->p[i], BYTE_URL))
        i++;
    if (i == end && i < w->open + FOUND_BYTES)
        text_starve(t, i);
    return i;
}

/* "Right...", "[snip]": do the characters up to i end as a sentence or an aside does? */
static bool ends_as_words(const text *t, size_t i)
{
    return strchr(".,:;!?)]*'", t->p[i - 1]) != NULL;
}

bool wrap_goes_on_unmarked(text *t, size_t *k, wrap *w, const prefix *marks)
{
    size_t line = *k, from = line, to;
    unsigned count = marks->angles == marks->count ? wrap_skip_marks(t, &from, marks) : 0;

    if (count == 0 && !marks->only_gt)
        return true; /* any other mark may be lost */
    from += ascii_is_blank(text_at(t, from));
    to = past_url(t, from, w);
    if (to == from || !was_broken(t, line, to - from))
        return false;
    w->combed = text_at(t, to) == '>' ? !is_name(t, from, to) : !ends_as_words(t, to) && text_line_ends(t, to);
    *k = from;
    return w->combed;
}

bool wrap_is_one(const wrap *w)
{
    for (unsigned g = 0; g < w->gap_count; g++)
        if (!w->gaps[g].broken)
            return false;
    return !(w->flags & TRAWL_CLOSER_AT_BOL);
}
