/* wrap_link.c - the links of a wrapper that was judged: their pieces, what completes them, and what is said of them: R22 */
#include <string.h>

#include "find/host.h"
#include "find/rules_off.h"
#include "find/wrap.h"
#include "grammar/resolve.h"

/* The first piece of which something stands at clean[pos] or behind it. */
static unsigned first_piece(const wrap *w, size_t pos)
{
    unsigned low = 0, high = w->piece_count;

    if (high > 0 && pos < w->pieces[0].n)
        return 0; /* of a wrapper's only link */
    while (low < high) {
        unsigned mid = low + (high - low) / 2;
        if (w->pieces[mid].clean + w->pieces[mid].n <= pos)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* The pieces of the text that make up clean[at.from..at.to). */
static void put_pieces(const wrap *w, slice at, found *f)
{
    const wrap_piece *p = w->pieces + first_piece(w, at.from), *end = w->pieces + w->piece_count;
    piece *to = f->pieces;

    if (p == end || p->clean >= at.to)
        return;
    *to = (piece){w->open + p->from + (at.from > p->clean ? at.from - p->clean : 0), w->open + p->to};
    if (f->url_only && w->lines == 1) {
        p = w->pieces + first_piece(w, at.to - 1);
        to->to = w->open + p->to;
    }
    for (; p + 1 < end && p[1].clean < at.to; p++) {
        if (p[1].from == p->to)
            to->to = w->open + p[1].to;
        else
            *++to = (piece){w->open + p[1].from, w->open + p[1].to};
    }
    if (p->clean + p->n > at.to)
        to->to -= p->clean + p->n - at.to;
    f->piece_count = (unsigned)(to - f->pieces) + 1;
}

static void prefix_url(found *f, const char *with)
{
    size_t k = strlen(with);

    memmove(f->url_room + k, f->url_room, f->url_n);
    memcpy(f->url_room, with, k);
    f->url_n += k;
}

/* Is the whole text a domain as running text would have it, with what may follow one? */
static bool is_domain_link(const settings *s, const char *p, size_t n)
{
    text t = {.p = p, .n = n, .final = true};
    unsigned port;
    size_t end;
    host h;

    host_read(&t, 0, false, &h);
    if (!host_is_domain(s, &t, &h))
        return false;
    end = host_port(&t, h.to, &port);
    return end == n || p[end] == '/' || p[end] == '?' || p[end] == '#';
}

/* R22: what has no scheme is a domain, a partial form, or nothing that could be followed. */
static void complete(const settings *s, found *f)
{
    char resolved[2 * FOUND_BYTES];
    size_t len;

    if (is_domain_link(s, f->url_room, f->url_n)) {
        f->flags |= TRAWL_SCHEME_IMPLIED;
        found_note(f, "R22", "a host without a scheme: https:// is meant");
        prefix_url(f, "https://");
        return;
    }
    found_note(f, "R22", "no scheme: a partial URL");
    f->flags |= TRAWL_FLAG_NO_SCHEME;
    if (!s->base || s->base_n + f->url_n + 8 > sizeof resolved)
        return;
    len = resolve_3986(resolved, (trawl_str){s->base, s->base_n}, (trawl_str){f->url_room, f->url_n}, true);
    if (len > FOUND_BYTES || form_scheme(resolved, len) == 0)
        return;
    memcpy(f->url_room, resolved, len);
    f->url_n = len;
    f->flags = (f->flags & ~(unsigned)TRAWL_FLAG_NO_SCHEME) | TRAWL_RESOLVED;
}

/* Did white space stand between the "%" and its digits? */
static bool cuts_escape(const wrap *w)
{
    for (unsigned g = 0; g < w->gap_count; g++) {
        size_t pos = w->gaps[g].pos;
        if ((pos >= 1 && w->clean[pos - 1] == '%') || (pos >= 2 && w->clean[pos - 2] == '%'))
            return true;
    }
    return false;
}

/* For --explain: what was done on the way to the closer. */
static void note_wrap(const wrap *w, found *f)
{
    static const struct {
        unsigned flag;
        const char *rule, *what;
    } notes[] = {
        {TRAWL_PAGE_BREAK, "R18", "a page break was left out"},
        {TRAWL_CLOSER_AT_BOL, "R11", "a \">\" at the beginning of a line closes it"},
        {TRAWL_TAG_DROPPED, "R12", "an HTML tag was left out"},
        {TRAWL_MULTI, "R15", "white space and a new scheme split it"},
        {TRAWL_QUOTES, "R16", "the quotes around it were left out"},
        {TRAWL_SOFT_HYPHEN, "R25", "a soft hyphen, or what stands for one, was left out"},
    };

    f->note_count = 0;
    found_note(f, w->strong ? "R2" : "R3", w->strong ? "\"<URL:\" opens it" : "\"<\" and a scheme open it");
    if (w->gap_count > 0)
        found_note(f, "R5", "white space and line breaks inside were left out");
    if (w->cut_escape)
        found_note(f, "R6", "white space inside a %hh was left out");
    if (w->lines > 1 && w->marked)
        found_note(f, "R10", "the quote marks of its lines were left out");
    if (w->combed)
        found_note(f, "R10", "a line of it has fewer quote marks, as long lines have that were wrapped");
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
        if (w->flags & notes[i].flag || (w->soft_sign && notes[i].flag == TRAWL_SOFT_HYPHEN))
            found_note(f, notes[i].rule, notes[i].what);
    found_note(f, "R4", "the first \">\" closes it");
}

void wrap_link(const settings *s, wrap *w, unsigned k, found *f)
{
    slice at = w->links[k];
    bool first = k == 0, last = k + 1 == w->link_count, known;

    found_begin(f, w->strong ? TRAWL_WRAP : TRAWL_ANGLE, w->open, w->close);
    if (f->noting) {
        w->cut_escape = first ? cuts_escape(w) : w->cut_escape;
        note_wrap(w, f);
    }
    put_pieces(w, at, f);
    f->flags = w->flags & ~(unsigned)TRAWL_HYPHEN_BREAK;
    known = readings_make(s, w, at, f);
    if (RULE(R22) && !known && form_scheme(f->url_room, f->url_n) == 0)
        complete(s, f);
    if (f->url_only)
        f->plain = true;
    else
        f->flags |=
            known ? form_character_flags(f->url_room, f->url_n) : form_flags_and(f->url_room, f->url_n, &f->plain);
    if (f->noting && memchr(f->url_room, '#', f->url_n))
        found_note(f, "R19", "a fragment inside the wrapper belongs to it");
    if (f->flags & (TRAWL_FLAG_BAD_CHAR | TRAWL_FLAG_BAD_PERCENT))
        found_note(f, "R20", "no valid URL, but the label says that it is meant as one");
    if (!first)
        f->from = f->pieces[0].from;
    if (!last)
        f->to = f->pieces[f->piece_count - 1].to;
}
