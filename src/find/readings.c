/* readings.c - the readings of a broken link: hyphens at breaks, blanks that were meant, entities (R8, R9, R25, R29)
 *
 * A reading of the hyphens is a set of bits, one a hyphen in the slice, set where it is kept. The primary reading is what
 * the default of each hyphen says; those whose host would have an empty label or one with a hyphen at an end are out.
 */
#include <string.h>

#include "base/ascii.h"
#include "find/quoted.h"
#include "find/rules_off.h"
#include "find/url_look.h"
#include "find/wrap.h"

/* With more hyphens than this only all-kept and all-removed are offered (R8). */
#define ALL_COMBINATIONS 3

typedef struct hyphens {
    const hyphen *first;
    unsigned count, flags; /* flags: what they say of a link */
    uint64_t kept;         /* those that the primary reading keeps */
} hyphens;

static uint64_t all_of(unsigned count)
{
    return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static hyphens hyphens_in(const wrap *w, slice at)
{
    hyphens h = {.first = w->hyphens};
    const hyphen *p = w->hyphens, *end = p + w->hyphen_count;
    unsigned soft = 0;

    while (p < end && p->pos < at.from)
        p++;
    for (h.first = p; p < end && p->pos < at.to; p++) {
        h.kept |= (uint64_t)p->kept << h.count++; /* there are no more than 64 */
        soft += p->soft;
    }
    h.flags = (soft > 0 ? TRAWL_SOFT_HYPHEN : 0) | (soft < h.count ? TRAWL_HYPHEN_BREAK : 0);
    return h;
}

/* Up to WRAP_ROOM more are written, and read, of which nothing is meant: clean and what it is written to have room for them. Most
 * runs are short. */
static inline char *put(char *to, const char *bytes, size_t n)
{
    memcpy(to, bytes, 16);
    if (n > 16)
        memcpy(to + 16, bytes + 16, 16);
    if (n > 32)
        memcpy(to + 32, bytes + 32, n - 32);
    return to + n;
}

/* Write clean[from..end) without those of the hyphens in it that are not in the set; both are those behind it then. */
static inline char *write_run(char *to, const wrap *w, size_t from, size_t end, hyphens *h, uint64_t *kept)
{
    const hyphen *p = h->first, *last = p + h->count;
    uint64_t set = *kept;

    for (; p < last && p->pos < end; p++, set >>= 1) {
        if (set & 1)
            continue;
        to = put(to, w->clean + from, p->pos - from);
        from = p->pos + 1;
    }
    h->first = p;
    h->count = (unsigned)(last - p);
    *kept = set;
    return put(to, w->clean + from, end - from);
}

/* Write clean[at] with the hyphens of the set. Its length, FOUND_BYTES at most. */
static size_t write_reading(const wrap *w, slice at, const hyphens *h, uint64_t kept, char *room)
{
    hyphens left = *h;

    if (kept == all_of(h->count))
        left.count = 0; /* as it is */
    return (size_t)(write_run(room, w, at.from, at.to, &left, &kept) - room);
}

/* The same with "%20" for blanks between words; of several gaps at one place the first says what it is. 0 when that is longer. */
static size_t write_spaced(const wrap *w, slice at, uint64_t kept, size_t authority, char *room)
{
    hyphens h = hyphens_in(w, at);
    const gap *g = w->gaps + wrap_gap(w, at.from + authority + 1), *end = w->gaps + w->gap_count;
    size_t from = at.from, before = 0;
    char *to = room;

    for (; g < end && g->pos < at.to; before = g++->pos) {
        if (!g->words || g->pos == before)
            continue;
        if (g->pos - from + 3 > FOUND_BYTES - (size_t)(to - room))
            return 0;
        to = h.count > 0 ? write_run(to, w, from, g->pos, &h, &kept) : put(to, w->clean + from, g->pos - from);
        memcpy(to, "%20", 3);
        to += 3;
        from = g->pos;
    }
    if (at.to - from > FOUND_BYTES - (size_t)(to - room))
        return 0;
    return (size_t)(write_run(to, w, from, at.to, &h, &kept) - room);
}

static uint64_t default_of(const settings *s, const hyphens *h)
{
    return settings_option(s, TRAWL_HYPHEN_DROP) ? 0 : h->kept;
}

static unsigned kept_count(uint64_t set)
{
    unsigned n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

/* Does a come before b? The one that keeps more hyphens, the earliest first (bit 0 is the earliest). */
static bool before_in_order(uint64_t a, uint64_t b)
{
    uint64_t differ = a ^ b;

    if (kept_count(a) != kept_count(b))
        return kept_count(a) > kept_count(b);
    return differ && (a & (differ & (~differ + 1)));
}

typedef struct choice {
    uint64_t sets[1 << ALL_COMBINATIONS];
    unsigned count;
} choice;

static void insert(choice *c, uint64_t set)
{
    unsigned k = c->count++;

    for (; k > 0 && before_in_order(set, c->sets[k - 1]); k--)
        c->sets[k] = c->sets[k - 1];
    c->sets[k] = set;
}

typedef struct judge {
    form_host host; /* of the text with all hyphens */
    bool apart;     /* no hyphen stands in it: what it is, is known for all readings */
} judge;

static bool has_host(const form_host *host)
{
    return host->authority_end > host->scheme + 2;
}

static judge judge_of(const wrap *w, slice at, const hyphens *h)
{
    judge j = {.host = form_host_of(w->clean + at.from, at.to - at.from)};

    j.apart = j.host.authority_end > 0 && h->count > 0 && h->first->pos - at.from >= j.host.authority_end;
    return j;
}

/* Is the host a good one, and not lost with its hyphens? */
static bool host_survives(const wrap *w, slice at, const hyphens *h, const judge *j, uint64_t set, char *room)
{
    form_host host;
    size_t n;

    if (j->apart || set == all_of(h->count))
        return !j->host.bad;
    n = write_reading(w, at, h, set, room);
    host = form_host_of(room, n);
    return n > 0 && !host.bad && (has_host(&host) || !has_host(&j->host));
}

/* All readings of the hyphens, in order, without those whose host is none; the one as it stands when none has a good host. It stands
 * apart, so that readings_make() copies nothing for it. */
__attribute__((noinline)) static void choose(const wrap *w, slice at, const hyphens *h, const judge *j, choice *c,
                                             char *room)
{
    const uint64_t all = all_of(h->count);

    c->count = 0;
    if (h->count > ALL_COMBINATIONS && j->apart) {
        c->count = j->host.bad ? 1 : 2;
        c->sets[0] = all;
        c->sets[1] = 0;
    } else if (h->count > ALL_COMBINATIONS) {
        if (host_survives(w, at, h, j, all, room))
            insert(c, all);
        if (host_survives(w, at, h, j, 0, room))
            insert(c, 0);
    } else
        for (uint64_t set = 0; set <= all; set++)
            if (host_survives(w, at, h, j, set, room))
                insert(c, set);
    if (c->count == 0)
        insert(c, all);
}

/* The primary is the default when it survives; else the first that does (the last, for --hyphen=drop). */
static uint64_t primary_of(const settings *s, const choice *c, const hyphens *h)
{
    uint64_t wanted = default_of(s, h);

    for (unsigned i = 0; i < c->count; i++)
        if (c->sets[i] == wanted)
            return wanted;
    return c->sets[settings_option(s, TRAWL_HYPHEN_DROP) ? c->count - 1 : 0];
}

static void add_hyphen_readings(const settings *s, const wrap *w, slice at, const hyphens *h, const choice *c,
                                uint64_t primary, found *f, char *room)
{
    for (unsigned i = 0; i < c->count; i++) {
        unsigned k = settings_option(s, TRAWL_HYPHEN_DROP) ? c->count - 1 - i : i;
        size_t n;
        if (c->sets[k] == primary)
            continue;
        n = write_reading(w, at, h, c->sets[k], room);
        found_alt(f, room, n, h->count == 1 && h->first[0].soft ? TRAWL_WHY_SOFT_HYPHEN : TRAWL_WHY_HYPHEN);
    }
}

/* R9: a blank in one line with letters or digits on both sides, and none of these in the authority: the first one says it. */
static bool has_words(const wrap *w, slice at, size_t authority)
{
    for (unsigned g = wrap_gap(w, at.from + 1); g < w->gap_count && w->gaps[g].pos < at.to; g++)
        if (!w->gaps[g].broken && w->gaps[g].words)
            return w->gaps[g].pos - at.from > authority;
    return false;
}

/* Is the default reading's host known, and good? Then it is the primary one, whatever others there are. */
static bool is_default_good(const settings *s, const hyphens *h, const judge *j)
{
    uint64_t set = default_of(s, h), all = all_of(h->count);

    if (h->count > ALL_COMBINATIONS && set != 0 && set != all)
        return false;
    return (j->apart || set == all) && !j->host.bad;
}

/* Those of a link with hyphens at breaks. Returns the primary one. */
static uint64_t make_hyphened(const settings *s, const wrap *w, slice at, const hyphens *h, const judge *j, found *f,
                              char *room)
{
    const bool url_only = f->url_only;
    uint64_t primary = default_of(s, h);
    choice c;

    if (!url_only || !is_default_good(s, h, j)) {
        choose(w, at, h, j, &c, room);
        primary = primary_of(s, &c, h);
    }
    f->flags |= h->flags;
    f->url_n = write_reading(w, at, h, primary, f->url_room);
    found_note(f, "R8", "broken after a hyphen, which may or may not belong to it");
    if (!url_only)
        add_hyphen_readings(s, w, at, h, &c, primary, f, room);
    return primary;
}

bool readings_make(const settings *s, const wrap *w, slice at, found *f)
{
    char room[FOUND_BYTES + WRAP_ROOM];
    hyphens h = hyphens_in(w, at);
    size_t n = at.to - at.from;
    uint64_t primary = 0;
    judge j = {0};

    if (h.count > 0 || (w->gap_count > 0 && !f->url_only))
        j = judge_of(w, at, &h);
    f->url = f->url_room;
    if (h.count > 0) {
        primary = make_hyphened(s, w, at, &h, &j, f, room);
    } else {
        (void)put(f->url_room, w->clean + at.from, n);
        f->url_n = n;
    }
    if (f->url_only)
        return false;
    if (RULE(R9) && w->words && has_words(w, at, j.host.authority_end)) {
        f->flags |= TRAWL_INNER_SPACE;
        n = write_spaced(w, at, primary, j.host.authority_end, room);
        found_note(f, "R9", "blanks between words may have been meant");
        if (n > 0)
            found_alt(f, room, n, TRAWL_WHY_SPACE);
    }
    if (has_code(f->url, f->url_n)) {
        quoted_wrapped(w, at, f);
        readings_entity(f);
    }
    f->plain = j.host.plain;
    return j.host.usual && (h.count == 0 || j.apart);
}
