/* link.c - makes a candidate of each link of a wrapper: sets its pieces and its readings (R8, R9,
 * R20), and adds the scheme or the base that it lacks (R22) */

#include "base/ascii.h"
#include "base/check.h"
#include "find/wrap/inside.h"

/* ---- Readings ---- */

/* Returns true when a label is empty or has a hyphen at an end. Only the last label may be
 * empty. */
static bool link_is_bad_host(const char *label, const char *end)
{
    const char *dot;

    if (label == end || *label == '[')
        return false;
    for (; (dot = memchr(label, '.', (size_t)(end - label))); label = dot + 1)
        if (label == dot || *label == '-' || dot[-1] == '-')
            return true;
    return label < end && (*label == '-' || end[-1] == '-');
}

/* As form_of(); in a URL without "//" the host is what follows the "@", as in mailto. */
static form form_with_host(const char *url, size_t n)
{
    form f = form_of(url, n);
    const char *at = f.authority_end > 0 ? NULL : memchr(url, '@', n);

    if (!at)
        return f;
    for (f.host = f.host_to = (size_t)(at + 1 - url); f.host_to < n; f.host_to++)
        if (strchr("?,/#", url[f.host_to]))
            break;
    return f;
}

/* Writes the URL of a reading. Returns 0, for no link, if its host has an empty label or a label
 * with a hyphen at an end, or if it loses its host together with hyphens. */
static size_t link_url(const broken_link *b, uint64_t set, char *room)
{
    const size_t n = readings_put(b, set, room);
    const form f = form_with_host(room, n), *whole = b->user;
    const char *all = b->p + b->from;
    const bool lost = f.authority_end <= f.scheme + 2 && whole->authority_end > whole->scheme + 2 &&
                      !link_is_bad_host(all + whole->host, all + whole->host_to);

    return lost || link_is_bad_host(room + f.host, room + f.host_to) ? 0 : n;
}

broken_link wrap_broken(const settings *s, const wrap *w, piece at, form *whole)
{
    const hyphen *p = w->hyphens, *end = p + w->hyphen_count;
    broken_link b = {.s = s,
                     .p = w->c.p,
                     .from = at.from,
                     .to = at.to,
                     .gaps = w->gaps,
                     .gap_count = w->gap_count,
                     .drop = settings_option(s, TRAWL_OPTION_HYPHEN_DROP),
                     .url = link_url,
                     .user = whole};

    while (p < end && p->pos < at.from)
        p++;
    for (b.hyphens = p; p < end && p->pos < at.to; p++)
        b.hyphen_count++;
    if (b.hyphen_count > 0)
        *whole = form_with_host(b.p + at.from, at.to - at.from);
    return b;
}

/* Sets the flags and the notes of the hyphens. */
static void note_hyphens(const broken_link *b, const readings *r, candidate *f)
{
    if (b->hyphen_count == 0)
        return;
    for (unsigned k = 0; k < b->hyphen_count; k++)
        f->flags |= b->hyphens[k].soft ? TRAWL_FLAG_SOFT_HYPHEN : TRAWL_FLAG_HYPHEN_BREAK;
    candidate_note(f, "R8", "broken after a hyphen, which may or may not belong to it");
    readings_note(b, r, f);
}

/* Adds the reading that ends after a comma, at a blank in the host, or after it (R20). */
static void offer_other(const wrap *w, broken_link b, uint64_t set, candidate *f)
{
    const bool comma = w->other == b.to + 1 && w->c.p[b.to] == ',';
    char room[FOUND_BYTES];

    f->flags |= comma ? 0 : TRAWL_FLAG_INNER_SPACE;
    candidate_note(f, "R20",
                   comma ? "a comma at its end may belong to it"
                         : "a blank inside its host: it may end there");
    b.to = w->other;
    candidate_alt(f, room, readings_put(&b, set, room),
                  comma ? TRAWL_WHY_PUNCTUATION : TRAWL_WHY_SPACE);
}

/* Adds the other readings of the link (R8, R9, R20, M13). */
static void offer_readings(const wrap *w, const broken_link *b, const readings *r, uint64_t first,
                           candidate *f)
{
    if (b->hyphen_count > 0)
        readings_offer(
            b, r,
            b->hyphen_count == 1 && b->hyphens->soft ? TRAWL_WHY_SOFT_HYPHEN : TRAWL_WHY_HYPHEN, f);
    if (RULE(R9) && w->gap_count > 0)
        readings_spaced(b, first, f);
    if (w->other > 0 && b->to == w->links[w->link_count - 1].to)
        offer_other(w, *b, first, f);
    quoted_wrapped(b, f);
}

/* Makes the first reading of the link, and the others. */
static void make_readings(const settings *s, const wrap *w, piece at, candidate *f)
{
    form whole;
    broken_link b = wrap_broken(s, w, at, &whole);
    readings r;
    uint64_t first;

    readings_judge(&b, &r, &f->no_memory);
    first = r.count > 0 ? r.sets[0] : readings_all(&b);
    f->url = f->url_room;
    f->url_n = readings_put(&b, first, f->url_room);
    note_hyphens(&b, &r, f);
    if (!f->url_only)
        offer_readings(w, &b, &r, first, f);
}

void wrap_offer(const settings *s, wrap *w, candidate *f)
{
    form whole;
    const broken_link b = wrap_broken(s, w, w->links[0], &whole);
    const unsigned alts = f->alt_count;
    readings r;

    w->link_count = 0;
    whole = form_with_host(b.p + b.from, b.to - b.from);
    readings_judge(&b, &r, &f->no_memory);
    (void)readings_offer(&b, &r, TRAWL_WHY_JOIN, f);
    if (f->alt_count == alts)
        return;
    f->flags |= TRAWL_FLAG_LINE_END;
    candidate_note(f, "R35", "the quote or bracket before it closes in a later line");
}

/* ---- The link ---- */

/* Completes a link without a scheme: a domain gets "https://" or "ftp://", a partial URL is
 * resolved against the base (R22). */
static void complete(const settings *s, candidate *f)
{
    const prefix_row *row = prefix_find(f->url_room, f->url_n);
    const trawl_str scheme =
        row ? (trawl_str){row->start, row->start_n} : (trawl_str)TEXT_STR("https://");
    char resolved[2 * FOUND_BYTES];
    size_t len;

    if (wrap_is_domain(s, f->url_room, f->url_n)) {
        f->flags |= TRAWL_FLAG_SCHEME_IMPLIED;
        candidate_note(f, "R22", "a host without a scheme: https:// or ftp:// is added");
        CHECK(scheme.n <= FOUND_PREFIX && f->url_n <= FOUND_BYTES);
        memmove(f->url_room + scheme.n, f->url_room, f->url_n);
        memcpy(f->url_room, scheme.p, scheme.n);
        f->url_n += scheme.n;
        return;
    }
    candidate_note(f, "R22", "no scheme: a partial URL");
    f->flags |= TRAWL_FLAG_NO_SCHEME;
    if (!s->base || s->base_n + f->url_n + 8 > sizeof resolved)
        return;
    len = resolve_3986(resolved, (trawl_str){s->base, s->base_n},
                       (trawl_str){f->url_room, f->url_n}, true);
    if (len > FOUND_BYTES || form_scheme(resolved, len) == 0)
        return;
    memcpy(f->url_room, resolved, len);
    f->url_n = len;
    f->flags = (f->flags & ~TRAWL_FLAG_NO_SCHEME) | TRAWL_FLAG_RESOLVED;
}

/* Returns true when white space was left out between a "%" and its digits. */
static bool cuts_escape(const wrap *w)
{
    for (unsigned g = 0; g < w->gap_count; g++) {
        size_t pos = w->gaps[g].pos;
        if ((pos >= 1 && w->c.p[pos - 1] == '%') || (pos >= 2 && w->c.p[pos - 2] == '%'))
            return true;
    }
    return false;
}

/* Notes for --explain what was left out of the wrapper. */
static void note_wrap(const wrap *w, candidate *f)
{
    const struct {
        bool is;
        const char *rule, *what;
    } notes[] = {
        {w->strong, "R2", "\"<URL:\" opens it"},
        {!w->strong, "R3", "\"<\" and a scheme, or \"www.\", open it"},
        {w->gap_count > 0, "R5", "white space and line breaks inside were left out"},
        {cuts_escape(w), "R5", "white space inside a %hh was left out"},
        {w->escaped, "M1", "a backslash that escapes a sign was left out"},
        {w->lines > 1 && w->marked, "R10", "the quote marks of its lines were left out"},
        {w->in_cell, "R10", "its lines are in one cell of a table"},
        {w->numbered, "R10", "the numbers of its lines were left out"},
        {w->unmarked, "R10",
         "one of its lines has other quote marks, or fewer: a long line was wrapped"},
        {w->flags & TRAWL_FLAG_PAGE_BREAK, "R18", "a page break was left out"},
        {w->flags & TRAWL_FLAG_CLOSER_AT_BOL, "R4", "a \">\" at the beginning of a line closes it"},
        {w->flags & TRAWL_FLAG_TAG_DROPPED, "R12", "an HTML tag was left out"},
        {w->flags & TRAWL_FLAG_MULTI, "R15", "white space and a new scheme split it"},
        {w->flags & TRAWL_FLAG_QUOTES, "R12", "the quotes around it were left out"},
        {w->flags & TRAWL_FLAG_SOFT_HYPHEN || w->soft_sign, "R8",
         "a soft hyphen was left out, or read as a hyphen"},
        {true, "R4", "the first \">\" closes it"},
    };

    f->note_count = 0;
    if (w->closer != '>')
        candidate_note(f, "R35", "its lines are in quotes or brackets");
    for (size_t i = 0; i < sizeof notes / sizeof notes[0] && w->closer == '>'; i++)
        if (notes[i].is)
            candidate_note(f, notes[i].rule, notes[i].what);
}

void wrap_link(const settings *s, wrap *w, unsigned k, candidate *f)
{
    piece at = w->links[k];

    CHECK(k < w->link_count);
    candidate_begin(f, w->strong ? TRAWL_KIND_WRAP : TRAWL_KIND_ANGLE, w->open, w->close);
    if (f->wants_notes)
        note_wrap(w, f);
    (void)clean_pieces(&w->c, at, w->open, f);
    f->flags = w->flags & ~TRAWL_FLAG_HYPHEN_BREAK;
    make_readings(s, w, at, f);
    if (RULE(R22) && form_scheme(f->url_room, f->url_n) == 0)
        complete(s, f);
    readings_decoded(NULL, f);
    if (!f->url_only)
        f->flags |= form_flags(f->url_room, f->url_n);
    if (f->wants_notes && memchr(f->url_room, '#', f->url_n))
        candidate_note(f, "R20", "a fragment inside the wrapper belongs to it");
    if (f->flags & (TRAWL_FLAG_BAD_CHAR | TRAWL_FLAG_BAD_PERCENT))
        candidate_note(f, "R20", "not a valid URL, but the label marks it as one");
    if (w->closer != '>') {
        f->kind = TRAWL_KIND_BARE;
        f->flags |= TRAWL_FLAG_LINE_END;
    }
    if (k > 0 || w->closer != '>')
        f->from = f->pieces[0].from;
    CHECK(f->piece_count > 0);
    if (k + 1 < w->link_count || w->closer != '>')
        f->to = f->pieces[f->piece_count - 1].to;
}
