/* readings.c - the readings of a broken link: hyphens at breaks, blanks that may belong to it,
 * entities (M4, R8, R9)
 *
 * A reading of the hyphens is a set of bits, one for each hyphen in the slice, set where the hyphen
 * is kept. Readings that the grammar of their scheme accepts come first (url_rank()); of those, the
 * primary reading is the default of each hyphen. Readings whose host would have an empty label, or
 * one with a hyphen at an end, are left out.
 */

#include "base/ascii.h"
#include "find/wrap/inside.h"

/* With more hyphens than this, there are two readings: all kept, all removed (R8). */
#define ALL_COMBINATIONS 3

typedef struct hyphens {
    const hyphen *first;
    unsigned count;
    uint64_t all;   /* the set of all of them */
    uint64_t kept;  /* those that the primary reading keeps */
    form form;      /* of the text with all of them, if it has hyphens or gaps */
    bool bad_host;  /* of that text */
    bool past_host; /* no hyphen is in its authority: the host is the same in all readings */
} hyphens;

/* Returns true when a label is empty or has a hyphen at an end. Only the last one may be empty. */
static bool readings_is_bad_host(const char *label, const char *end)
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

static hyphens hyphens_in(const settings *s, const wrap *w, slice at)
{
    const char *url = w->clean + at.from;
    const hyphen *p = w->hyphens, *end = p + w->hyphen_count;
    hyphens h = {.count = 0};

    while (p < end && p->pos < at.from)
        p++;
    for (h.first = p; p < end && p->pos < at.to; p++) { /* there are no more than 64 */
        h.all |= UINT64_C(1) << h.count;
        h.kept |= (uint64_t)p->kept << h.count++;
    }
    if (settings_option(s, TRAWL_OPTION_HYPHEN_DROP))
        h.kept = 0;
    if (h.count == 0 && w->gap_count == 0)
        return h;
    h.form = form_with_host(url, at.to - at.from);
    h.bad_host = readings_is_bad_host(url + h.form.host, url + h.form.host_to);
    h.past_host =
        h.form.authority_end > 0 && h.count > 0 && h.first->pos - at.from >= h.form.authority_end;
    return h;
}

static char *readings_put(char *to, const wrap *w, size_t from, size_t end)
{
    memcpy(to, w->clean + from, end - from);
    return to + (end - from);
}

/* Writes clean[from..end) without the hyphens that are not in the set. */
static char *readings_put_run(char *to, const wrap *w, size_t from, size_t end, const hyphens *h,
                              uint64_t set)
{
    for (unsigned k = 0; k < h->count && h->first[k].pos < end; k++) {
        if (h->first[k].pos < from || set >> k & 1)
            continue;
        to = readings_put(to, w, from, h->first[k].pos);
        from = h->first[k].pos + 1;
    }
    return readings_put(to, w, from, end);
}

/* Writes clean[at] with the hyphens of the set. Returns its length, at most FOUND_BYTES. */
static size_t readings_put_reading(const wrap *w, slice at, const hyphens *h, uint64_t set,
                                   char *room)
{
    return (size_t)(readings_put_run(room, w, at.from, at.to, h, set) - room);
}

/* The same with "%20" for blanks between words after the authority. Of several gaps at one place,
 * the first one decides. Returns 0 when the reading is too long. */
static size_t put_spaced(const wrap *w, slice at, const hyphens *h, uint64_t set, char *room)
{
    const gap *g = w->gaps + wrap_gap(w, at.from + h->form.authority_end + 1),
              *end = w->gaps + w->gap_count;
    size_t from = at.from, before = 0;
    char *to = room;

    for (; g < end && g->pos < at.to; before = g++->pos) {
        if (!g->words || g->pos == before)
            continue;
        if (g->pos - from + 3 > FOUND_BYTES - (size_t)(to - room))
            return 0;
        to = readings_put_run(to, w, from, g->pos, h, set);
        memcpy(to, "%20", 3);
        to += 3;
        from = g->pos;
    }
    if (at.to - from > FOUND_BYTES - (size_t)(to - room))
        return 0;
    return (size_t)(readings_put_run(to, w, from, at.to, h, set) - room);
}

/* ---- Hyphens (R8) ---- */

static unsigned readings_count_bits(uint64_t set)
{
    unsigned n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

/* Returns true when a comes before b: it keeps more hyphens, or as many, and the first one that
 * only one of them keeps. */
static bool comes_before(uint64_t a, uint64_t b)
{
    uint64_t differ = a ^ b;

    if (readings_count_bits(a) != readings_count_bits(b))
        return readings_count_bits(a) > readings_count_bits(b);
    return differ && (a & (differ & (~differ + 1)));
}

/* Sets of hyphens to keep, sorted by rank, best first. Equal ranks are sorted by comes_before(). */
typedef struct readings_choice {
    uint64_t sets[1 << ALL_COMBINATIONS];
    int ranks[1 << ALL_COMBINATIONS]; /* as url_rank() */
    unsigned count;
} choice;

/* Adds a set, unless the reading's host is bad, or is lost with its hyphens. */
static void add_set(choice *c, const wrap *w, slice at, const hyphens *h, uint64_t set, char *room)
{
    bool bad = h->bad_host;

    if (!h->past_host && set != h->all) {
        size_t n = readings_put_reading(w, at, h, set, room);
        form f = form_with_host(room, n);
        bool lost = f.authority_end <= f.scheme + 2 && h->form.authority_end > h->form.scheme + 2;
        bad = n == 0 || lost || readings_is_bad_host(room + f.host, room + f.host_to);
    }
    if (!bad)
        c->sets[c->count++] = set;
}

/* Ranks the readings by the grammar of their scheme, and puts them in order. `drop`: of two that
 * rank alike, the one with fewer hyphens comes first. */
static void sort_sets(choice *c, const wrap *w, slice at, const hyphens *h, bool drop, char *room,
                      candidate *f)
{
    for (unsigned i = 0; i < c->count; i++) {
        uint64_t set = c->sets[i];
        int rank = c->count == 1 ? 0 : url_rank(room, readings_put_reading(w, at, h, set, room));
        unsigned k = i;

        f->no_memory = f->no_memory || rank < 0;
        for (; k > 0 && (rank > c->ranks[k - 1] ||
                         (rank == c->ranks[k - 1] && comes_before(set, c->sets[k - 1]) != drop));
             k--) {
            c->sets[k] = c->sets[k - 1];
            c->ranks[k] = c->ranks[k - 1];
        }
        c->sets[k] = set;
        c->ranks[k] = rank;
    }
}

/* Makes the readings of a link with hyphens at breaks. Returns the set of the primary one: of those
 * with the best rank the default, or else the first. */
static uint64_t make_hyphened(const settings *s, const wrap *w, slice at, const hyphens *h,
                              candidate *f, char *room)
{
    choice c = {.count = 0};
    uint64_t primary;

    add_set(&c, w, at, h, h->all, room);
    if (h->count > ALL_COMBINATIONS)
        add_set(&c, w, at, h, 0, room);
    else
        for (uint64_t set = 0; set < h->all; set++)
            add_set(&c, w, at, h, set, room);
    if (c.count == 0)
        c.sets[c.count++] = h->all;
    sort_sets(&c, w, at, h, settings_option(s, TRAWL_OPTION_HYPHEN_DROP), room, f);
    primary = c.sets[0];
    for (unsigned k = 0; k < c.count && c.ranks[k] == c.ranks[0]; k++)
        if (c.sets[k] == h->kept)
            primary = h->kept;
    f->url_n = readings_put_reading(w, at, h, primary, f->url_room);
    for (unsigned k = 0; k < h->count; k++)
        f->flags |= h->first[k].soft ? TRAWL_FLAG_SOFT_HYPHEN : TRAWL_FLAG_HYPHEN_BREAK;
    candidate_note(f, "R8", "broken after a hyphen, which may or may not belong to it");
    if (c.ranks[0] > c.ranks[c.count - 1])
        candidate_note(f, "R8", "the grammar of its scheme accepts the first reading, not all");
    for (unsigned k = 0; k < c.count && !f->url_only; k++) {
        uint64_t set = c.sets[k];
        if (set != primary)
            candidate_alt(f, room, readings_put_reading(w, at, h, set, room),
                          h->count == 1 && h->first->soft ? TRAWL_WHY_SOFT_HYPHEN
                                                          : TRAWL_WHY_HYPHEN);
    }
    return primary;
}

/* ---- Blanks (R9), and all readings of a link ---- */

/* Returns true when blanks inside a line were left out between words, first after the authority
 * (R9). */
static bool readings_has_words(const wrap *w, slice at, size_t authority)
{
    for (unsigned g = wrap_gap(w, at.from + 1); g < w->gap_count && w->gaps[g].pos < at.to; g++)
        if (!w->gaps[g].broken && w->gaps[g].words)
            return w->gaps[g].pos - at.from > authority;
    return false;
}

void readings_make(const settings *s, const wrap *w, slice at, candidate *f)
{
    char room[FOUND_BYTES];
    hyphens h = hyphens_in(s, w, at);
    uint64_t primary = 0;
    size_t n;

    f->url = f->url_room;
    if (h.count > 0)
        primary = make_hyphened(s, w, at, &h, f, room);
    else
        f->url_n = readings_put_reading(w, at, &h, 0, f->url_room);
    if (f->url_only)
        return;
    if (RULE(R9) && w->words && readings_has_words(w, at, h.form.authority_end)) {
        f->flags |= TRAWL_FLAG_INNER_SPACE;
        candidate_note(f, "R9", "blanks between words may have been meant");
        n = put_spaced(w, at, &h, primary, room);
        if (n > 0)
            candidate_alt(f, room, n, TRAWL_WHY_SPACE);
    }
    if (w->comma && at.to + 1 == w->n) {
        candidate_note(f, "R20", "a comma at its end may belong to it");
        n = readings_put_reading(w, (slice){at.from, w->n}, &h, primary, room);
        candidate_alt(f, room, n, TRAWL_WHY_PUNCTUATION);
    }
    quoted_wrapped(w, at, f);
    readings_entity(f);
}

/* ---- Entities (M4) ---- */

static const char *find_entity(const char *p, const char *end)
{
    while ((p = memchr(p, '&', (size_t)(end - p))) && (end - p < 5 || memcmp(p, "&amp;", 5) != 0))
        p++;
    return p;
}

void readings_entity(candidate *f)
{
    char room[FOUND_BYTES + FOUND_PREFIX];
    const char *p = f->url, *end = f->url + f->url_n, *amp;
    size_t n = 0;

    if (!RULE(M4) || !f->codes || !(amp = find_entity(p, end)))
        return;
    for (; amp; amp = find_entity(p, end)) {
        memcpy(room + n, p, (size_t)(amp + 1 - p));
        n += (size_t)(amp + 1 - p);
        p = amp + 5;
    }
    memcpy(room + n, p, (size_t)(end - p));
    n += (size_t)(end - p);
    f->flags |= TRAWL_FLAG_ENTITY;
    candidate_note(f, "M4", "\"&amp;\" may stand for \"&\"");
    candidate_alt(f, room, n, TRAWL_WHY_ENTITY);
}
