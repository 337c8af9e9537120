/* doubt.c - another reading of a bare URL whose end is in doubt (R37)
 *
 * The mail profile ends a URL earlier or later than UTS #58 at quotes, brackets, emphasis, commas,
 * other URLs and scripts without blanks. Where both differ, UTS #58's end is another reading.
 */

#include "base/ascii.h"
#include "find/scan/scan.h"

/* Returns true when white space follows the URL, perhaps after a sign that ends it by all rules. */
static bool is_clear(text *t, const candidate *f)
{
    int c = text_at(t, f->to);

    return c <= ' ' || (strchr(".,;:!?>\"", c) && text_at(t, f->to + 1) <= ' ');
}

void doubt_end(const settings *s, text *t, candidate *f)
{
    const char *colon;
    piece one;
    candidate other = {.pieces = &one, .url_only = true};

    if (f->piece_count != 1 || is_clear(t, f))
        return;
    colon = memchr(t->p + f->from, ':', f->to - f->from);
    if (!colon || bare_scheme(s->plain, t, (size_t)(colon - t->p), &other) != IS_LINK ||
        other.from != f->from || other.to == f->to)
        return;
    candidate_note(f, "R37", "by UTS #58 alone it has another end");
    candidate_alt(f, other.url, other.url_n, TRAWL_WHY_END);
}
