/* seek_full_usual.c - full maps: what usual_link() would say of schemes without "//", and of "<", and decide() in its place
 *
 * Each trigger is looked at by itself, but not from the front: how far runs of characters go is known for a block at a time.
 */
#include <string.h>

#include "base/ascii.h"
#include "find/bare.h"
#include "find/byteclass.h"
#include "find/seek_full_inside.h"
#include "find/usual_look.h"

/* A block of a map. */
typedef struct look {
    full *f;
    const char *p;
    bool no_news; /* is_without_news() */
} look;

/* What of the 64 bytes behind the k-th one of the block is not in the set. */
static inline uint64_t others_behind(const look *l, const kernel_set *set, full_others *o, unsigned k)
{
    if (o->p != l->p) {
        o->here = o->p == l->p - KERNEL_BLOCK ? o->next : ~l->f->bits(set, l->p);
        o->next = ~l->f->bits(set, l->p + KERNEL_BLOCK);
        o->p = l->p;
    }
    return o->here >> 1 >> k | o->next << (63 - k);
}

/* What ends a local part; and its simpler ones. */
static inline uint64_t local_ends(const look *l, unsigned k)
{
    return others_behind(l, &l->f->t->set.sets.local, &l->f->local, k);
}

static inline uint64_t mailbox_ends(const look *l, unsigned k)
{
    return others_behind(l, &l->f->t->set.sets.mailbox, &l->f->mailbox, k);
}

/* What makes a group's name of others. */
static inline uint64_t group_marks(const look *l, unsigned k)
{
    return ~others_behind(l, &l->f->sets->group, &l->f->group, k);
}

/* How far it is from p to the next "@", as far as that matters. */
static inline ptrdiff_t at_behind(full *f, const char *p)
{
    enum { FURTHER = TRIGGER_BLOCKS * KERNEL_BLOCK + 2 * FOUND_LOCAL }; /* than anybody looks from a map */
    size_t room = (size_t)(f->w->p + f->w->n - p);

    if (!f->at || f->at < p)
        f->at = p + f->t->set.kernel->find(&f->sets->at, p, room < FURTHER ? room : FURTHER);
    return f->at - p;
}

/* Behind "news:" stands no "*", no dotted group and no id. */
static inline bool is_no_news(const look *l, unsigned k)
{
    const char *p = l->p + k + 1;
    uint64_t ends = mailbox_ends(l, k), end = ends & -ends;
    char c;

    if (!ends || group_marks(l, k) & (end | (end - 1)))
        return false;
    if (at_behind(l->f, p) > FOUND_LOCAL)
        return true;
    c = p[__builtin_ctzll(ends)];
    return c != '@' && !byte_is((unsigned char)c, BYTE_ID);
}

static inline bool is_news(const char *p)
{
    return (p[-1] | 0x20) == 's' && (p[-2] | 0x20) == 'w';
}

/* So it is for all "news:" in the block, whose last colon is the k-th one. */
static inline bool is_without_news(const look *l, unsigned k)
{
    return at_behind(l->f, l->p) > FOUND_LOCAL + KERNEL_BLOCK && mailbox_ends(l, k) &&
           !(group_marks(l, 0) | group_marks(l, KERNEL_BLOCK - 1));
}

/* Fewer than two letters stand behind "urn:", or no colon behind them. */
static inline bool is_no_urn(const look *l, unsigned k)
{
    uint64_t ends = mailbox_ends(l, k);

    return ends & 3 || !ends || l->p[k + 1 + (unsigned)__builtin_ctzll(ends)] != ':';
}

static bool may_be_in_tel(char c)
{
    return ascii_is_digit((unsigned char)c) || c == '-' || c == '.' || c == '(' || c == ')';
}

/* The name before the colon at p goes on to the left of its last n letters. Where one of the user's rules found a link, that may be
 * another's. */
static inline bool is_longer(const full *f, const char *p, size_t n)
{
    const char *before = p - n - 1;

    return !f->t->pairs && (ascii_is_alnum((unsigned char)*before) || (byte_is((unsigned char)*before, BYTE_SCHEME) &&
                                                                       ascii_is_alnum((unsigned char)before[-1])));
}

/* Does none that needs no "//" end like the name before the colon at p? */
static inline bool is_no_scheme(const char *p)
{
    return !(opaque_ends[p[-2] & 31] & OPAQUE_LETTER(p[-1]));
}

#define KEY(a, b) ((unsigned char)(a) << 8 | (unsigned char)(b))

/* Does the k-th byte of the block, a colon, begin nothing? As may_begin() of usual_opaque.c has it, but for names that are none of a
 * scheme that needs no "//". */
static inline bool is_dead_colon(const look *l, unsigned k)
{
    const char *p = l->p + k;
    uint64_t ends;
    char c;

    switch (KEY(p[-2] | 0x20, p[-1] | 0x20)) {
    case KEY('t', 'o'):
        ends = local_ends(l, k);
        return ends && p[1 + __builtin_ctzll(ends)] != '@' && p[1] != '?';
    case KEY('w', 's'):
        return l->no_news || is_longer(l->f, p, 4) || is_no_news(l, k);
    case KEY('i', 'd'):
    case KEY('p', 'p'):
        ends = local_ends(l, k);
        c = ends ? p[1 + __builtin_ctzll(ends)] : '@';
        return c != '@' && c != ':';
    case KEY('r', 'n'):
        return is_no_urn(l, k) || is_longer(l->f, p, 3);
    case KEY('e', 'l'):
        return !may_be_in_tel(p[2]) || !may_be_in_tel(p[3]) || is_longer(l->f, p, 3);
    case KEY('e', 't'):
        return p[1] != '?';
    case KEY('l', 'e'):
        return p[1] != '/';
    case KEY('s', 't'): /* "localhost" is not asked for */
        return true;
    default:
        return is_no_scheme(p);
    }
}

uint64_t full_idle_opaque(full *f, uint64_t colons, const char *p)
{
    const settings *s = &f->t->set;
    bool usual = f->t->usual && settings_find(s, TRAWL_FIND_URL) && !settings_find(s, TRAWL_FIND_LOCALHOST);
    uint64_t idle = 0;
    look l = {.f = f, .p = p};

    if (usual && is_news(p + __builtin_ctzll(colons)))
        l.no_news = is_without_news(&l, 63 - (unsigned)__builtin_clzll(colons));

    for (uint64_t rest = colons; rest; rest &= rest - 1) {
        unsigned k = (unsigned)__builtin_ctzll(rest);
        idle |= (uint64_t)(usual ? is_dead_colon(&l, k) : is_no_scheme(p + k)) << k;
    }
    return idle;
}

/* "http://http://": the first one's host is the other's scheme, as bare_before_url() has it. */
static inline bool is_before_url(const look *l, unsigned k)
{
    const char *host = l->p + k + 3;
    uint64_t ends = others_behind(l, &l->f->sets->name, &l->f->name, k) >> 2;
    size_t n = ends ? (size_t)__builtin_ctzll(ends) : 0, from = (size_t)(host - l->f->w->p);

    return n > 0 && memcmp(host + n, "://", 3) == 0 && host[0] != '-' && host[n - 1] != '-' &&
           bare_glued_start(l->f->w, from, from + n) == from + n;
}

uint64_t full_idle_web(full *f, uint64_t colons, const char *p)
{
    const look l = {.f = f, .p = p};
    uint64_t idle = 0;

    if (!f->t->usual)
        return 0;
    for (; colons; colons &= colons - 1) {
        unsigned k = (unsigned)__builtin_ctzll(colons);
        idle |= (uint64_t)is_before_url(&l, k) << k;
    }
    return idle;
}

/* What begins nothing: a "<", and the colon of the label behind it. */
enum { OPENER = 1, LABEL = 1 | 1 << 4 };

/* A label, and a "<" that is no tag's, or a scheme and a line that begins with one; or what is no scheme at all. */
static inline uint64_t dead_scheme(const full *f, const char *open, const char *colon)
{
    bool label = colon - open == 4 && (open[1] | 0x20) == 'u' && (open[2] | 0x20) == 'r' &&
                 ((open[3] | 0x20) == 'l' || (open[3] | 0x20) == 'i');

    if (!settings_find(&f->t->set, TRAWL_FIND_URL))
        return 0;
    if (!label)
        return !ascii_is_alpha((unsigned char)open[1]) || (colon[1] == '\n' && colon[2] == '<') ? OPENER : 0;
    if (f->t->pairs || colon[1] != '<' || colon[2] == '/')
        return 0;
    return !ascii_is_alpha((unsigned char)colon[2]) || memcmp(colon + 2, "URL:", 4) == 0 ? LABEL : 0;
}

/* Does the "<" open nothing, which is the k-th byte of the block? As in_brackets() of usual.c has it. */
static inline uint64_t dead_opener(const look *l, unsigned k)
{
    const char *p = l->p + k, *end = p + 1;
    uint64_t ends = mailbox_ends(l, k);

    if (!ends || ends & 1)
        return 0;
    end += __builtin_ctzll(ends);
    if (*end == ':')
        return dead_scheme(l->f, p, end);
    if (*end == '@' && settings_find(&l->f->t->set, USUAL_NAMES))
        return usual_begins_no_host((unsigned char)end[1]) ? OPENER : 0;
    return usual_ends_word(*end) ? OPENER : 0;
}

uint64_t full_idle_openers(full *f, uint64_t triggers, const char *p)
{
    uint64_t openers = triggers & f->bits(&f->t->set.sets.open, p), idle = 0;
    const look l = {.f = f, .p = p};
    uint64_t dead, labels = 0;

    for (; openers; openers &= openers - 1) {
        unsigned k = (unsigned)__builtin_ctzll(openers);
        dead = dead_opener(&l, k);
        labels |= dead & LABEL;
        idle |= dead << k;
    }
    f->labels = f->labels || labels > OPENER;
    return idle;
}
