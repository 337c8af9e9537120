/* seek.c - from trigger to trigger: the scanner's own, found by a kernel, and those of the user's rules */
#include "find/seek.h"

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/decide.h"
#include "find/seek_full.h"

/* Before "://" stands no scheme, or behind it neither a host nor, as in "file:///x", a path. */
static inline bool is_idle_colon(const trawl *t, const text *w, size_t i)
{
    if (w->p[i + 1] == '/' && w->p[i + 2] == '/')
        return !settings_option(&t->set, TRAWL_WANT_EXPLAIN) &&
               ((unsigned char)w->p[i + 3] <= ' ' || i == 0 || !byte_is((unsigned char)w->p[i - 1], BYTE_SCHEME));
    return i < 2 || !(opaque_ends[w->p[i - 2] & 31] & OPAQUE_LETTER(w->p[i - 1]));
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

/* So close behind where they are looked for, which may be the end of a link, and so many of them: in seek.row, beside what
 * full_drop() said of the map. */
enum { NEAR = 8, ROW = 3 };

/* So many full maps are left as they are behind one that was looked at for nothing. */
enum { REST = 15 };

/* The map is a new one. */
__attribute__((noinline)) static void look_at_map(const trawl *t, const text *w, seek *s)
{
    size_t blocks = full_blocks(&s->map, w->n);
    unsigned dropped = 0;

    s->known = s->map.to;
    if (blocks > 0 && s->rest-- == 0) {
        dropped = full_drop(t, w, &s->map, blocks);
        s->rest = dropped ? 0 : REST;
    }
    if (dropped || s->row > ROW)
        s->row = dropped;
}

/* How far the next bytes are tried one by one. Where some were dropped from the map they have to be close behind the end of a link,
 * and as far as an unclosed wrapper was read. */
__attribute__((noinline)) static size_t trying_end(const trawl *t, const text *w, size_t i, const seek *s)
{
    uint64_t to = t->floor + NEAR;

    if (s->row & FULL_LABELS && t->unclosed_to > to)
        to = t->unclosed_to;
    if ((s->row & ROW) == ROW && to < w->base + i + NEAR)
        to = w->base + i + NEAR;
    return to < w->base + s->map.to ? (size_t)(to > w->base ? to - w->base : 0) : s->map.to;
}

/* The next byte in i..end that a trigger begins with, or end. */
static inline size_t next_near(const trawl *t, const text *w, size_t i, size_t end)
{
    while (i < end && !(t->trigger[(unsigned char)w->p[i]] & SCAN_BUILT_IN))
        i++;
    return i;
}

/* The next byte that may be one. Behind a row of them the next bytes are tried one by one: what they are can be foretold then, and
 * where the map has its next bit has to be waited for. */
static inline size_t next_byte(const trawl *t, const text *w, size_t i, seek *s)
{
    size_t next;

    if (__builtin_expect(s->row >= ROW && i < s->map.to, 0)) {
        size_t end = s->row > ROW ? trying_end(t, w, i, s) : s->map.to - i < NEAR ? s->map.to : i + NEAR;
        for (next = i; (next = next_near(t, w, next, end)) < end; next++)
            if (trigger_is(&t->triggers, w->p, next, w->n))
                return next;
    }
    next = trigger_next(&s->map, t->set.kernel, &t->triggers, w->p, i, w->n);
    if (__builtin_expect(s->map.to != s->known, 0))
        look_at_map(t, w, s);
    if (next - i > NEAR)
        s->row &= ~(unsigned)ROW;
    else
        s->row += (s->row & ROW) < ROW;
    return next;
}

/* The next of the scanner's own. Like the next but one it stands apart, so that seek_trigger() saves no registers. */
__attribute__((noinline)) static size_t next_own(const trawl *t, const text *w, size_t i, seek *s)
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

__attribute__((noinline)) static size_t next_of_both(const trawl *t, const text *w, size_t i, seek *s)
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

    seek_begin(&s, true);
    return trigger_next(&s.map, t->set.kernel, &t->triggers, p, 0, n) == n;
}
