/* seek.c - from trigger to trigger: the scanner's own, found by a kernel, and those of the user's rules */
#include "find/seek.h"

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/decide.h"

/* The last two letters of the schemes that need no "//", and of "localhost": a bit for the last one in that of the other. */
#define LETTER(c) (1u << ((c)&31))
/* clang-format off */
static const unsigned last_letters[32] = {
    ['e' & 31] = LETTER('l') | LETTER('o') | LETTER('t'), /* tel, geo, magnet */
    ['i' & 31] = LETTER('d') | LETTER('p'),               /* mid, cid, sip    */
    ['l' & 31] = LETTER('e'),                             /* file             */
    ['p' & 31] = LETTER('p') | LETTER('s'),               /* xmpp, sips       */
    ['r' & 31] = LETTER('n'),                             /* urn              */
    ['s' & 31] = LETTER('t'),                             /* localhost        */
    ['t' & 31] = LETTER('o'),                             /* mailto           */
    ['w' & 31] = LETTER('s'),                             /* news             */
};
/* clang-format on */

/* Before "://" stands no scheme, or behind it neither a host nor, as in "file:///x", a path. */
static inline bool is_idle_colon(const trawl *t, const text *w, size_t i)
{
    if (w->p[i + 1] == '/' && w->p[i + 2] == '/')
        return !settings_option(&t->set, TRAWL_WANT_EXPLAIN) &&
               ((unsigned char)w->p[i + 3] <= ' ' || i == 0 || !byte_is((unsigned char)w->p[i - 1], BYTE_SCHEME));
    return i < 2 || !(last_letters[w->p[i - 2] & 31] & LETTER(w->p[i - 1]));
}

/* Behind "< " a label or a scheme may stand, or more blanks. */
static inline bool opens_nothing(unsigned char c)
{
    return c != ' ' && c != '\t' && !ascii_is_alpha(c);
}

/* Can nothing but a host of one letter, or none at all, stand behind "@"? Such a one is no domain. */
static inline bool is_short_host(const char *p)
{
    unsigned char next = (unsigned char)p[1], then = (unsigned char)p[2];

    if (next < 0x80 && ascii_is_alnum(next))
        return then < 0x80 && !byte_is(then, BYTE_LABEL) && then != '.';
    return next < 0x80 && next != '-' && next != '.' && next != '[';
}

/* "www." inside a name, or with nothing behind it. */
static inline bool is_idle_www(const trawl *t, const text *w, size_t i)
{
    const char *p = w->p + i;
    unsigned char before = i > 0 && w->base + i > t->floor ? (unsigned char)p[-1] : ' ';

    if (byte_is(before, BYTE_LABEL) || before == '.')
        return true;
    return w->n - i > 4 && (unsigned char)p[4] < 0x80 && !byte_is((unsigned char)p[4], BYTE_LABEL) && p[4] != '.';
}

/* Can the trigger at i be passed over for what stands beside it, without a word to those who want explanations? So it is for
 * most colons, and for runs of triggers that somebody made to keep us busy. What decide() would say is the same. */
static inline bool is_idle(const trawl *t, const text *w, size_t i)
{
    unsigned char next;

    if (w->n - i < 4)
        return false;
    next = (unsigned char)w->p[i + 1];
    switch (w->p[i]) {
    case ':':
        return is_idle_colon(t, w, i);
    case '<':
        return next == '<' || next == '>' || next == '\n' || (next == ' ' && opens_nothing((unsigned char)w->p[i + 2]));
    case '@':
        return is_short_host(w->p + i) && !settings_option(&t->set, TRAWL_WANT_EXPLAIN);
    case '/':
        return next != '/' || (i > 0 && w->base + i > t->floor && (w->p[i - 1] == '/' || w->p[i - 1] == ':'));
    case 'w':
    case 'W':
        return is_idle_www(t, w, i);
    default:
        return false;
    }
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

/* So many in one block, and a text is full of them; so many blocks are worth a look. */
enum { FULL = 4, BLOCKS = 8 };

/* Has the map triggers in all of its blocks? */
static inline bool is_full(const trigger_map *map)
{
    size_t blocks = (map->to - map->from) / KERNEL_BLOCK;

    return blocks >= BLOCKS && map->some == ~(uint64_t)0 >> (TRIGGER_BLOCKS - blocks);
}

/* Are they tags, or "<" and nothing else? Such are taken from it. */
static bool drop_tags(const trawl *t, const text *w, trigger_map *map)
{
    const struct settings_sets *sets = &t->set.sets;
    uint64_t (*bits)(const kernel_set *, const char *) = t->set.kernel->bits;
    size_t blocks = (map->to - map->from) / KERNEL_BLOCK;
    bool next = false;

    for (size_t i = blocks; i-- > 0;) {
        const char *p = w->p + map->from + i * KERNEL_BLOCK;
        uint64_t idle = idle_openers(bits(&sets->open, p), bits(&sets->ends, p), &next);
        if (i == blocks - 1 && __builtin_popcountll(idle) < FULL)
            return false;
        map->bits[i] &= ~idle;
        map->some &= ~((uint64_t)(map->bits[i] == 0) << i);
    }
    return true;
}

/* The map is a new one. */
__attribute__((noinline)) static void look_at_map(const trawl *t, const text *w, seek *s)
{
    s->known = s->map.to;
    if (is_full(&s->map) && drop_tags(t, w, &s->map))
        s->row = 0;
}

/* So close behind where they are looked for, which may be the end of a link, and so many of them. */
enum { NEAR = 8, ROW = 3 };

/* The next byte that may be one. Behind a row of them the next bytes are tried one by one: what they are can be foretold then, and
 * where the map has its next bit has to be waited for. */
static inline size_t next_byte(const trawl *t, const text *w, size_t i, seek *s)
{
    size_t next;

    if (s->row == ROW && i < s->map.to) {
        size_t end = s->map.to - i < NEAR ? s->map.to : i + NEAR;
        for (next = i; next < end; next++)
            if (t->trigger[(unsigned char)w->p[next]] & SCAN_BUILT_IN && trigger_is(&t->triggers, w->p, next, w->n))
                return next;
    }
    next = trigger_next(&s->map, t->set.kernel, &t->triggers, w->p, i, w->n);
    if (__builtin_expect(s->map.to != s->known, 0))
        look_at_map(t, w, s);
    if (next - i > NEAR)
        s->row = 0;
    else if (s->row < ROW)
        s->row++;
    return next;
}

/* The next of the scanner's own. */
static size_t next_own(const trawl *t, const text *w, size_t i, seek *s)
{
    const unsigned char *p = (const unsigned char *)w->p;

    for (;; i++) {
        i = next_byte(t, w, i, s);
        if (i == w->n || (!is_idle(t, w, i) && (p[i] < 0x80 || decide_is_whole(p, i, w->n))))
            return i;
        /* Of a row of the same trigger only the first and the last can begin anything. */
        if (w->n - i > 1 && __builtin_expect(p[i] == p[i + 1], 0))
            i = trigger_row_end(w->p, i, w->n) - 1;
    }
}

static size_t next_of_rules(const trawl *t, const text *w, size_t i)
{
    for (; i < w->n; i++) {
        i += t->set.kernel->find(&t->rule_first, w->p + i, w->n - i);
        if (i == w->n || decide_is_by_rule(t, (const unsigned char *)w->p, i, w->n))
            break;
    }
    return i;
}

static size_t next_of_both(const trawl *t, const text *w, size_t i, seek *s)
{
    if (!s->looked || s->own < i)
        s->own = next_own(t, w, i, s);
    if (!s->looked || s->rule < i)
        s->rule = next_of_rules(t, w, i);
    s->looked = true;
    return s->rule < s->own ? s->rule : s->own;
}

size_t seek_trigger(const trawl *t, const text *w, size_t i, seek *s)
{
    return t->pairs ? next_of_both(t, w, i, s) : next_own(t, w, i, s);
}

bool seek_finds_nothing(const trawl *t, const char *p, size_t n)
{
    seek s;

    seek_begin(&s);
    return trigger_next(&s.map, t->set.kernel, &t->triggers, p, 0, n) == n;
}
