/* readings.c - what a broken link may mean: hyphens at its breaks (R8), blanks (R9); entities (M4),
 * U+2010 (R8)
 *
 * Input: the text of the link without its line breaks, whatever broke it: a wrapper, lines that
 * were joined, the halves of an address, a formatter. A reading is a set of bits, one for each
 * hyphen at a break, set where the hyphen is kept. broken_link.url makes the URL of a reading: a
 * wrapper shows where the URL ends, in running text the end is found again. readings_judge() only
 * orders the readings: those whose URL the grammar of its scheme accepts come first (url_rank()).
 */

#include "base/ascii.h"
#include "base/check.h"
#include "base/sixteen.h"
#include "find/join/join.h"

/* With more hyphens than this, not all combinations are readings, but at most READINGS_MOST. */
#define ALL_COMBINATIONS 3
_Static_assert(1 << ALL_COMBINATIONS <= READINGS_MOST, "one for each combination");

/* ---- The text of a reading ---- */

unsigned gaps_from(const gap *gaps, unsigned count, size_t pos)
{
    unsigned g = 0, to = count;

    while (g < to) {
        unsigned middle = (g + to) / 2;

        if (gaps[middle].pos < pos)
            g = middle + 1;
        else
            to = middle;
    }
    return g;
}

static char *readings_copy(char *to, const broken_link *b, size_t from, size_t end)
{
    CHECK(from <= end && end <= b->to);
    memcpy(to, b->p + from, end - from);
    return to + (end - from);
}

/* Writes p[from..end) with the hyphens of the set. */
static char *readings_put_run(char *to, const broken_link *b, size_t from, size_t end, uint64_t set)
{
    for (unsigned k = 0; k < b->hyphen_count && b->hyphens[k].pos < end; k++) {
        const hyphen *h = &b->hyphens[k];

        if (h->pos < from || (set >> k & 1) != h->absent)
            continue;
        to = readings_copy(to, b, from, h->pos);
        from = h->pos + !h->absent;
        if (h->absent)
            *to++ = '-';
    }
    return readings_copy(to, b, from, end);
}

size_t readings_put(const broken_link *b, uint64_t set, char *room)
{
    return (size_t)(readings_put_run(room, b, b->from, b->to, set) - room);
}

/* ---- Hyphens (R8) ---- */

/* Returns true when a keeps more hyphens than b. If they keep equally many, returns true when a
 * keeps the first hyphen that only one of them keeps. */
static bool keeps_more(uint64_t a, uint64_t b)
{
    const uint64_t differ = a ^ b;
    const int more = __builtin_popcountll(a) - __builtin_popcountll(b);

    if (more != 0)
        return more > 0;
    return a & (differ & (~differ + 1));
}

/* Inserts a set into the list, which begins with the highest rank. Among sets of the same rank, the
 * sets that keep more hyphens come first, or last if b->drop. */
static void add_set(const broken_link *b, uint64_t set, int rank, readings *r)
{
    unsigned k = r->count++;

    CHECK(k < READINGS_MOST);
    for (; k > 0 && (rank > r->ranks[k - 1] ||
                     (rank == r->ranks[k - 1] && keeps_more(set, r->sets[k - 1]) != b->drop));
         k--) {
        r->sets[k] = r->sets[k - 1];
        r->ranks[k] = r->ranks[k - 1];
    }
    r->sets[k] = set;
    r->ranks[k] = rank;
}

/* Returns the set with the default of each hyphen. */
static uint64_t default_set(const broken_link *b)
{
    uint64_t kept = 0;

    for (unsigned k = 0; k < b->hyphen_count && !b->drop; k++)
        kept |= (uint64_t)b->hyphens[k].kept << k;
    return kept;
}

static bool has_set(const readings *r, uint64_t set)
{
    unsigned k = 0;

    while (k < r->count && r->sets[k] != set)
        k++;
    return k < r->count;
}

/* Puts the default of each hyphen first, if no other reading has a better rank. */
static void put_default_first(const broken_link *b, readings *r)
{
    const uint64_t kept = default_set(b);

    for (unsigned k = 1; k < r->count && r->ranks[k] == r->ranks[0]; k++)
        if (r->sets[k] == kept) {
            memmove(r->sets + 1, r->sets, k * sizeof kept);
            r->sets[0] = kept;
        }
}

/* Returns the k-th set that is tried. With many hyphens the sets are, in this order: the default of
 * each hyphen, all hyphens, none, the defaults with one hyphen changed, and last only one hyphen.
 * If the default keeps none of them, the last sets are all hyphens except one. */
static uint64_t nth_set(const broken_link *b, unsigned k)
{
    const unsigned n = b->hyphen_count;
    const uint64_t all = readings_all(b), own = default_set(b), far = own == 0 ? all : 0;

    CHECK(n <= FOUND_LINES);
    if (n <= ALL_COMBINATIONS)
        return all - k;
    return k == 0  ? own
           : k < 3 ? all * (k == 1)
                   : UINT64_C(1) << (k - 3) % n ^ (k < n + 3 ? own : far);
}

void readings_judge(const broken_link *b, readings *r, bool *no_memory)
{
    const unsigned n = b->hyphen_count, sets = n <= ALL_COMBINATIONS ? 1u << n : 2 * n + 3;
    char room[FOUND_BYTES + FOUND_PREFIX];

    r->count = n == 0;
    r->sets[0] = 0;
    for (unsigned k = 0; n > 0 && k < sets && r->count < READINGS_MOST; k++) {
        const uint64_t set = nth_set(b, k);
        const size_t len = has_set(r, set) ? 0 : b->url(b, set, room);
        const int rank = len > 0 ? url_rank(room, len) : 0;

        *no_memory = *no_memory || rank < 0;
        if (len > 0)
            add_set(b, set, rank * 2 + host_label_is_known(b->s, room, len, false), r);
    }
    put_default_first(b, r);
}

bool readings_offer(const broken_link *b, const readings *r, int why, candidate *f)
{
    char room[FOUND_BYTES + FOUND_PREFIX];
    bool any = false;

    for (unsigned k = 0; k < r->count; k++) {
        const size_t n = b->url(b, r->sets[k], room);
        if (n > 0)
            candidate_alt(f, room, n, why);
        any = any || n > 0;
    }
    return any;
}

void readings_note(const broken_link *b, const readings *r, candidate *f)
{
    const bool differ = r->count > 1 && r->ranks[0] > r->ranks[1];
    const uint64_t first = r->sets[0];
    const struct {
        bool holds;
        const char *what;
    } rows[] = {
        {differ, "order: the grammar of its scheme accepts the first reading, not all"},
        {first == readings_all(b),
         "order: the grammar accepts several; the one with all hyphens is first"},
        {first == 0, "order: the grammar accepts several; the one without hyphens is first"},
        {first == default_set(b),
         "order: the grammar accepts several; what programs insert is left out first"},
        {b->drop, "order: the grammar accepts several; the one with fewest hyphens is first"},
        {true, "order: the grammar accepts several; the one with most hyphens is first"},
    };
    size_t k = 0;

    while (!rows[k].holds)
        k++;
    if (r->count > 1)
        candidate_note(f, "R8", rows[k].what);
}

/* ---- Blanks (R9) ---- */

/* Returns true when blanks inside a line were left out between words, first after the authority. */
static bool readings_has_words(const broken_link *b, size_t authority)
{
    for (unsigned g = gaps_from(b->gaps, b->gap_count, b->from + 1);
         g < b->gap_count && b->gaps[g].pos < b->to; g++)
        if (!b->gaps[g].broken && b->gaps[g].words)
            return b->gaps[g].pos - b->from > authority;
    return false;
}

/* Writes the reading with "%20" for blanks between words after the authority. Of several gaps at
 * one place, the first one decides. Returns 0 when it is too long. */
static size_t put_spaced(const broken_link *b, uint64_t set, size_t authority, char *room)
{
    const gap *g = b->gaps + gaps_from(b->gaps, b->gap_count, b->from + authority + 1);
    const gap *end = b->gaps + b->gap_count;
    size_t from = b->from, before = 0;
    char *to = room;

    for (; g < end && g->pos < b->to; before = g++->pos) {
        if (!g->words || g->pos == before)
            continue;
        if (g->pos - from + 3 > FOUND_BYTES - (size_t)(to - room))
            return 0;
        to = readings_put_run(to, b, from, g->pos, set);
        memcpy(to, "%20", 3);
        to += 3;
        from = g->pos;
    }
    if (b->to - from > FOUND_BYTES - (size_t)(to - room))
        return 0;
    return (size_t)(readings_put_run(to, b, from, b->to, set) - room);
}

void readings_spaced(const broken_link *b, uint64_t set, candidate *f)
{
    const size_t authority = form_of(b->p + b->from, b->to - b->from).authority_end;
    char room[FOUND_BYTES];
    size_t n;

    if (!readings_has_words(b, authority))
        return;
    f->flags |= TRAWL_FLAG_INNER_SPACE;
    candidate_note(f, "R9", "blanks between words may have been meant");
    n = put_spaced(b, set, authority, room);
    if (n > 0)
        candidate_alt(f, room, n, TRAWL_WHY_SPACE);
}

/* ---- Ligatures (M20), entities (M4), and hyphens as formatters write them (R8) ---- */

/* What is written for bytes of a URL. The rows of one kind make one reading. */
static const struct code {
    trawl_str written, meant;
} entities[] = {{TEXT_STR("&amp;"), TEXT_STR("&")},
                {TEXT_STR("&#38;"), TEXT_STR("&")},
                {TEXT_STR("&#038;"), TEXT_STR("&")},
                {TEXT_STR("&#x26;"), TEXT_STR("&")}},
  hyphens[] = {{TEXT_STR("\xE2\x80\x90"), TEXT_STR("-")}},
  ligatures[] = {
      {TEXT_STR("\uFB00"), TEXT_STR("ff")},  {TEXT_STR("\uFB01"), TEXT_STR("fi")},
      {TEXT_STR("\uFB02"), TEXT_STR("fl")},  {TEXT_STR("\uFB03"), TEXT_STR("ffi")},
      {TEXT_STR("\uFB04"), TEXT_STR("ffl")}, {TEXT_STR("\uFB05"), TEXT_STR("st")},
      {TEXT_STR("\uFB06"), TEXT_STR("st")},
};

enum coded { CODED_LIGATURE, CODED_ENTITY, CODED_HYPHEN, CODED_COUNT };

static const struct codes {
    const struct code *rows;
    size_t n;
    int why;
    uint64_t flag;
    const char *rule, *what;
} codes[CODED_COUNT] = {
    {ligatures, sizeof ligatures / sizeof *ligatures, TRAWL_WHY_NOTATION, TRAWL_FLAG_NOTATION,
     "M20", "a ligature stands for its letters"},
    {entities, sizeof entities / sizeof *entities, TRAWL_WHY_ENTITY, TRAWL_FLAG_ENTITY, "M4",
     "\"&amp;\" may stand for \"&\""},
    {hyphens, 1, TRAWL_WHY_NOTATION, TRAWL_FLAG_NOTATION, "R8", "U+2010 may stand for \"-\""},
};

/* Returns the code that begins at p[0..n), or NULL. */
static const struct code *read_code(const struct codes *kind, const char *p, size_t n)
{
    for (size_t k = 0; k < kind->n; k++) {
        const trawl_str *w = &kind->rows[k].written;
        if (*p == w->p[0] && n >= w->n && memcmp(p, w->p, w->n) == 0)
            return &kind->rows[k];
    }
    return NULL;
}

/* Returns the first code in p[0..n), n for none. */
static size_t find_code(const struct codes *kind, const char *p, size_t n)
{
    const char first = kind->rows[0].written.p[0];
    const char *at = p, *end = p + n;

    while ((at = memchr(at, first, (size_t)(end - at))) && !read_code(kind, at, (size_t)(end - at)))
        at++;
    return at ? (size_t)(at - p) : n;
}

/* M4: returns true for a link at the start of an attribute of a tag, <a href="http://a.example/">. */
static bool is_attribute(const text *t, const candidate *f)
{
    enum { FAR = 512 };
    const char *p = t->p;
    const size_t least = f->from > FAR ? f->from - FAR : 0;
    size_t i = f->from;

    if (i < least + 4)
        return false;
    i -= byte_is_one(p[i - 1], "\"'");
    if (p[i - 1] != '=')
        return false;
    while (i > least && p[i - 1] != '<' && p[i - 1] != '>')
        i--;
    return i > least && p[i - 1] == '<' && ascii_is_alpha((unsigned char)p[i]);
}

/* Returns true when the reading without the codes comes first. The first code is at `at`. */
static bool is_decoded_first(enum coded kind, const text *t, const candidate *f, size_t at)
{
    if (kind == CODED_ENTITY)
        return (t && is_attribute(t, f)) ||
               (gateway_is_coded(f) && unwrap_end(f->url, f->url_n) != UNWRAP_NONE);
    return kind == CODED_LIGATURE || at < form_of(f->url, f->url_n).authority_end;
}

/* Adds the reading with the meant bytes for each code, the first of which is at `first`. */
static void add_decoded(enum coded of, const text *t, candidate *f, size_t first)
{
    const struct codes *kind = &codes[of];
    const size_t own = f->url_n;
    char room[FOUND_BYTES + FOUND_PREFIX];
    size_t n = 0;

    for (size_t i = 0, at = first; i < own; at = i + find_code(kind, f->url + i, own - i)) {
        const struct code *code = at < own ? read_code(kind, f->url + at, own - at) : NULL;

        CHECK(i <= at && n + (at - i) <= sizeof room);
        memcpy(room + n, f->url + i, at - i);
        n += at - i;
        i = at;
        if (!code)
            break;
        CHECK(code->meant.n <= sizeof room - n);
        memcpy(room + n, code->meant.p, code->meant.n);
        n += code->meant.n;
        i += code->written.n;
    }
    f->flags |= kind->flag;
    candidate_note(f, kind->rule, kind->what);
    if (n <= FOUND_BYTES && is_decoded_first(of, t, f, first))
        candidate_prefer(f, room, n, kind->why);
    else
        candidate_alt(f, room, n, kind->why);
}

static bool is_read(enum coded of)
{
    if (of == CODED_LIGATURE)
        return RULE(M20);
    if (of == CODED_ENTITY)
        return RULE(M4);
    return RULE(R8);
}

void readings_decoded(const text *t, candidate *f)
{
    if (!f->codes)
        return;
    if (f->url_n >= sizeof(sixteen) && !sixteen_has(f->url, f->url_n, ';')) { /* most URLs */
        f->ascii = true;
        return;
    }
    for (enum coded of = 0; of < CODED_COUNT; of++) {
        const size_t first = find_code(&codes[of], f->url, f->url_n);

        if (first < f->url_n && is_read(of))
            add_decoded(of, t, f, first);
    }
}
