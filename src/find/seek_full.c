/* seek_full.c - maps full of triggers: what stands beside them is told for a block at a time, by the bits of small sets
 *
 * Nobody writes so, but some send us such texts to keep us busy. What is taken from a map is what is_idle() of seek.c would pass
 * over, or decide() find nothing at; what is not so easily told stays.
 */
#include "find/seek_full_inside.h"

#include "base/ascii.h"
#include "find/byteclass.h"

/* clang-format off */
const unsigned opaque_ends[32] = {
    ['e' & 31] = OPAQUE_LETTER('l') | OPAQUE_LETTER('o') | OPAQUE_LETTER('t'), /* tel, geo, magnet */
    ['i' & 31] = OPAQUE_LETTER('d') | OPAQUE_LETTER('p'),                      /* mid, cid, sip    */
    ['l' & 31] = OPAQUE_LETTER('e'),                                           /* file             */
    ['p' & 31] = OPAQUE_LETTER('p') | OPAQUE_LETTER('s'),                      /* xmpp, sips       */
    ['r' & 31] = OPAQUE_LETTER('n'),                                           /* urn              */
    ['s' & 31] = OPAQUE_LETTER('t'),                                           /* localhost        */
    ['t' & 31] = OPAQUE_LETTER('o'),                                           /* mailto           */
    ['w' & 31] = OPAQUE_LETTER('s'),                                           /* news             */
};
/* clang-format on */

/* The letters as opaque_ends has them: with all that share their lower bits. */
static void make_letters(full_sets *sets)
{
    unsigned char last[256], last_but_one[256];
    unsigned lasts = 0;

    for (unsigned c = 0; c < 32; c++)
        lasts |= opaque_ends[c];
    for (unsigned c = 0; c < 256; c++) {
        last[c] = lasts >> (c & 31) & 1;
        last_but_one[c] = opaque_ends[c & 31] != 0;
    }
    kernel_set_make(&sets->last, last);
    kernel_set_make(&sets->last_but_one, last_but_one);
}

static void make_hosts(full_sets *sets)
{
    unsigned char host[256], wide[256], label[256], dot[256], name[256];

    for (unsigned c = 0; c < 256; c++) {
        name[c] = byte_is((unsigned char)c, BYTE_LABEL);
        host[c] = c == '.' || name[c];
        wide[c] = c >= 0x80 || host[c];
        dot[c] = c == '.' || c == '[' || c == 0xE3 || c == 0xEF; /* U+3002 and U+FF0E begin so */
        label[c] = wide[c] && !dot[c];
    }
    kernel_set_make(&sets->name, name);
    kernel_set_make(&sets->host, host);
    kernel_set_make(&sets->wide_host, wide);
    kernel_set_make(&sets->label, label);
    kernel_set_make(&sets->host_dot, dot);
}

static void make_sets(full_sets *sets)
{
    unsigned char blank[256], scheme[256];

    for (unsigned c = 0; c < 256; c++) {
        blank[c] = c <= ' ';
        scheme[c] = byte_is((unsigned char)c, BYTE_SCHEME);
    }
    kernel_set_make(&sets->blank, blank);
    kernel_set_make(&sets->scheme, scheme);
    kernel_set_of(&sets->colon, ":");
    kernel_set_of(&sets->at, "@");
    kernel_set_of(&sets->slash, "/");
    kernel_set_of(&sets->group, ".*");
    make_letters(sets);
    make_hosts(sets);
    sets->made = true;
}

/* So many in the block that is looked at first, and they are worth it, if they are two fifths of its triggers. */
enum { MANY = 4 };

static inline bool are_few(uint64_t idle, uint64_t triggers)
{
    int n = __builtin_popcountll(idle & triggers);

    return n < MANY || 5 * n < 2 * __builtin_popcountll(triggers);
}

static inline void drop(trigger_map *map, size_t block, uint64_t idle)
{
    map->bits[block] &= ~idle;
    map->some &= ~((uint64_t)(map->bits[block] == 0) << block);
}

static inline uint64_t highest_bit(uint64_t bits)
{
    return bits ? (uint64_t)1 << (63 - __builtin_clzll(bits)) : 0;
}

/* Of a block: those "<" behind which another one stands before any ':' and '@'. So nothing opens there. *next: is the first of these
 * three behind the block a "<"? On return the same, counted from the block's front. */
static uint64_t idle_openers(uint64_t open, uint64_t ends, bool *next)
{
    uint64_t any = open | ends, firsts = ((open << 1) + ~any) & ends, others = *next ? 0 : highest_bit(open);

    for (; firsts; firsts &= firsts - 1)
        others |= highest_bit(open & (firsts ^ (firsts - 1)));
    *next = any ? any & -any & open : *next;
    return open & ~others;
}

/* Tags, or "<" and nothing else. */
static bool drop_tags(full *f)
{
    const struct settings_sets *sets = &f->t->set.sets;
    bool next = false;

    for (size_t i = f->blocks; i-- > 0;) {
        const char *p = f->p + i * KERNEL_BLOCK;
        uint64_t idle = idle_openers(f->bits(&sets->open, p), f->bits(&sets->ends, p), &next);
        if (i == f->blocks - 1 && are_few(idle, idle))
            return false;
        drop(f->map, i, idle);
    }
    return true;
}

/* Colons before which no scheme stands. */
static uint64_t idle_colons(full *f, uint64_t triggers, const char *p)
{
    const full_sets *sets = f->sets;
    uint64_t colons = triggers & f->bits(&sets->colon, p), web, others, idle = 0, some = 0;

    if (!colons)
        return 0;
    web = colons & f->bits(&sets->slash, p + 1) & f->bits(&sets->slash, p + 2);
    others = colons & ~web;
    if (web && !settings_option(&f->t->set, TRAWL_WANT_EXPLAIN)) {
        idle = web & (f->bits(&sets->blank, p + 3) | ~f->bits(&sets->scheme, p - 1));
        if (web != idle)
            idle |= full_idle_web(f, web & ~idle, p);
    }
    if (others)
        some = others & f->bits(&sets->last, p - 1) & f->bits(&sets->last_but_one, p - 2);
    if (some)
        others &= ~some | full_idle_opaque(f, some, p);
    return idle | others;
}

/* An "@" and letters behind it, but no dot: that is no domain. What goes on behind the block is not looked at. */
static uint64_t idle_ats(full *f, uint64_t triggers, const char *p)
{
    uint64_t ats = triggers & f->bits(&f->sets->at, p), labels, ends, live;

    if (!ats)
        return 0;
    labels = f->bits(&f->sets->label, p);
    ends = (ats << 1) + labels;
    live = ends < labels ? highest_bit(ats) : ats & (uint64_t)1 << 63;
    ends &= f->bits(&f->sets->host_dot, p);
    for (; ends; ends &= ends - 1)
        live |= highest_bit(ats & ((ends & -ends) - 1));
    return ats & ~live;
}

static bool drop_idle(full *f, full_idle *find)
{
    for (size_t i = 0; i < f->blocks; i++) {
        uint64_t idle = find(f, f->map->bits[i], f->p + i * KERNEL_BLOCK);
        if (i == 0 && are_few(idle, f->map->bits[0]))
            return false;
        drop(f->map, i, idle);
    }
    return true;
}

/* "ww" that is no "www.", or stands inside a name, or has nothing behind it. */
static bool drop_www(full *f)
{
    const full_sets *sets = f->sets;
    const kernel_set *all = &f->t->triggers;
    const char *p = f->p;
    uint64_t before = sets->host.table[(unsigned char)p[-1]], host = f->bits(&sets->host, p), host_behind, live,
             pairs = f->map->bits[0] & ~f->bits(all, p), pairs_behind;

    for (size_t i = 0; i < f->blocks; i++, p += KERNEL_BLOCK) {
        bool last = i + 1 == f->blocks;
        host_behind = f->bits(&sets->host, p + KERNEL_BLOCK);
        pairs_behind = last ? 1 : f->map->bits[i + 1] & ~f->bits(all, p + KERNEL_BLOCK);
        live = pairs & (pairs >> 1 | pairs_behind << 63) & (host >> 3 | host_behind << 61) & ~(host << 1 | before);
        if (live)
            live &= f->bits(&sets->wide_host, p + 4);
        if (i == 0 && are_few(pairs & ~live, f->map->bits[0]))
            return false;
        drop(f->map, i, pairs & ~live);
        before = host >> 63;
        host = host_behind;
        pairs = pairs_behind;
    }
    return true;
}

unsigned full_drop(const trawl *t, const text *w, trigger_map *map, size_t blocks)
{
    full f = {.t = t,
              .w = w,
              .sets = t->full,
              .bits = t->set.kernel->bits,
              .p = w->p + map->from,
              .map = map,
              .blocks = blocks};
    bool some = drop_tags(&f);

    if (!t->full->made)
        make_sets(t->full);
    if (t->usual)
        some |= drop_idle(&f, full_idle_openers);
    if (t->triggers.www && !t->pairs)
        some |= drop_www(&f);
    some |= drop_idle(&f, idle_colons);
    if (!settings_option(&t->set, TRAWL_WANT_EXPLAIN))
        some |= drop_idle(&f, idle_ats);
    return (some ? FULL_DROPPED : 0u) | (f.labels ? FULL_LABELS : 0u);
}
