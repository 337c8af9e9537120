/* wrap_judge.c - what a closed wrapper holds: R15, R16, R20 to R22 */
#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/host.h"
#include "find/rules_off.h"
#include "find/wrap.h"
#include "grammar/resolve.h"
#include "grammar/schemes.h"

/* R16: one pair of quotes around all of it. */
static slice without_quotes(wrap *w)
{
    slice all = {0, w->n};

    if (RULE(R16) && w->strong && w->n >= 2 && (w->clean[0] == '"' || w->clean[0] == '\'') &&
        w->clean[w->n - 1] == w->clean[0]) {
        w->flags |= TRAWL_QUOTES;
        all = (slice){1, w->n - 1};
    }
    return all;
}

/* Does a scheme that is known begin here, with "//", or "mailto:", or "news:"? Its colon stands behind name bytes. */
static bool begins_link(const char *p, size_t name, bool slashes)
{
    if (slashes)
        return scheme_status(p, name) != TRAWL_UNKNOWN;
    return (name == 6 && ascii_same(p, "mailto", 6)) || (name == 4 && ascii_same(p, "news", 4));
}

/* Back over the characters of a scheme before the colon, at most so many. */
static size_t scheme_run(const wrap *w, size_t colon, size_t most)
{
    size_t i = colon;

    while (i > 0 && colon - i < most && byte_is((unsigned char)w->clean[i - 1], BYTE_SCHEME))
        i--;
    return i;
}

/* Can the text from..pos stand alone? *k is what is known of it and of as much behind it. */
static bool stands_alone(const wrap *w, size_t from, size_t pos, size_t to, form_known *k)
{
    if (pos - from > k->n)
        *k = form_know(w->clean + from, 2 * (pos - from) < to - from ? 2 * (pos - from) : to - from);
    return form_known_good(k, w->clean + from, pos - from);
}

/* The first place of white space from the one that is low on, at clean[pos] or behind it; w->gap_count for none. */
static unsigned gap_from(const wrap *w, unsigned low, size_t pos)
{
    unsigned high = w->gap_count;

    while (low < high) {
        unsigned mid = low + (high - low) / 2;
        if (w->gaps[mid].pos < pos)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

unsigned wrap_gap(const wrap *w, size_t pos)
{
    return gap_from(w, 0, pos);
}

/* R15: white space and a new scheme begin another link, if what is before it can stand alone. However many there are, of the
 * text before them not much more is read than twice as far. Of white space there may be much more than of colons. */
static void split(wrap *w, slice all)
{
    size_t from = all.from, at = w->gap_count > 0 && w->gaps[0].pos > from ? w->gaps[0].pos : from;
    const char *colon;
    form_known known = {0};
    unsigned g = 0;

    w->link_count = 0;
    while (RULE(R15) && g < w->gap_count && at < all.to && (colon = memchr(w->clean + at, ':', all.to - at))) {
        size_t end = (size_t)(colon - w->clean), pos;
        bool slashes = all.to - end >= 3 && colon[1] == '/' && colon[2] == '/';
        size_t run = scheme_run(w, end, slashes ? FOUND_SCHEME + 1 : sizeof "mailto" - 1);
        g = gap_from(w, g, run);
        for (; g < w->gap_count && (pos = w->gaps[g].pos) < end && w->link_count < WRAP_LINKS - 1; g++) {
            if (pos <= from || !begins_link(w->clean + pos, end - pos, slashes) ||
                !stands_alone(w, from, pos, all.to, &known))
                continue;
            w->links[w->link_count++] = (slice){from, pos};
            w->flags |= TRAWL_MULTI;
            from = pos;
            known.n = 0;
        }
        at = end + 1;
    }
    w->links[w->link_count++] = (slice){from, all.to};
}

/* R21: blanks within one line inside the authority of a weak wrapper: prose in angle brackets. */
static bool blank_in_authority(const wrap *w, slice at)
{
    size_t end, begin;

    if (w->gap_count == 0)
        return false;
    end = form_authority_end(w->clean + at.from, at.to - at.from);
    begin = form_scheme(w->clean + at.from, at.to - at.from) + 2;
    for (unsigned g = wrap_gap(w, at.from + begin + 1); end > 0 && g < w->gap_count; g++) {
        size_t pos = w->gaps[g].pos;
        if (pos > at.from + end || pos >= at.to)
            break;
        if (!w->gaps[g].broken)
            return true;
    }
    return false;
}

static bool has_blanks(const wrap *w, slice at)
{
    for (unsigned g = wrap_gap(w, at.from + 1); g < w->gap_count && w->gaps[g].pos < at.to; g++)
        if (!w->gaps[g].broken)
            return true;
    return false;
}

/* A partial URL has something that a mere word has not: "x.html", "a/b", "#note"; "..." and "absoluteURL" are none. */
static bool looks_partial(const char *p, size_t n)
{
    bool sign = false, word = false;

    for (size_t i = 0; i < n; i++) {
        sign = sign || (p[i] != '\0' && strchr("./#?", p[i]));
        word = word || ascii_is_alnum((unsigned char)p[i]) || (unsigned char)p[i] >= 0x80;
    }
    return sign && word;
}

static bool refuse(wrap *w, const char *rule, const char *why)
{
    w->why_rule = rule;
    w->why = why;
    return false;
}

bool wrap_judge(const settings *s, wrap *w)
{
    slice all = without_quotes(w);

    w->looked_to = w->close;
    if (all.to == all.from)
        return refuse(w, "R20", "there is nothing in the wrapper");
    split(w, all);
    if (w->strong && form_scheme(w->clean + all.from, all.to - all.from) == 0 &&
        !looks_partial(w->clean + all.from, all.to - all.from))
        return refuse(w, "R22", "a single word: neither a URL nor a partial one");
    if (w->strong)
        return true;
    for (unsigned k = 0; k < w->link_count; k++) {
        const char *url = w->clean + w->links[k].from;
        size_t n = w->links[k].to - w->links[k].from;
        if (RULE(R21) && blank_in_authority(w, w->links[k]))
            return refuse(w, "R21", "a blank stands inside the host: prose in brackets");
        if (RULE(R20) && (!form_may_be_weak(s, url, n, has_blanks(w, w->links[k])) || !form_is_good(url, n)))
            return refuse(w, "R20", "without a label only a valid URL makes a wrapper");
    }
    return true;
}

/* The first piece of which something stands at clean[pos] or behind it. */
static unsigned first_piece(const wrap *w, size_t pos)
{
    unsigned low = 0, high = w->piece_count;

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
