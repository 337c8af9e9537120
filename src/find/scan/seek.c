/* seek.c - from trigger to trigger: the scanner's own, found by a kernel, and those of the user's
 * rules
 *
 * A first filter passes over triggers that begin nothing, by the bytes beside them. scan_decide()
 * would find nothing there either.
 */
#include "base/ascii.h"
#include "find/scan/scan.h"

/* Returns true for a colon that no scheme is left of, or no host right. */
static bool is_idle_colon(const trawl *t, const text *w, size_t i)
{
    if (w->p[i + 1] != '/' || w->p[i + 2] != '/')
        return i < 2 || !bare_opaque_may_end(t->set, w->p + i);
    return !(t->want & TRAWL_WANT_EXPLAIN) && ((unsigned char)w->p[i + 3] <= ' ' || i == 0 ||
                                               !byte_is((unsigned char)w->p[i - 1], BYTE_SCHEME));
}

/* Returns true for a "www." inside a name, or with no name after it. */
static bool is_idle_www(const trawl *t, const text *w, size_t i)
{
    const char *p = w->p + i;
    unsigned char before = i > 0 && w->base + i > t->floor ? (unsigned char)p[-1] : ' ';

    if (byte_is(before, BYTE_LABEL) || before == '.')
        return true;
    return w->n - i > 4 && (unsigned char)p[4] < 0x80 &&
           !byte_is((unsigned char)p[4], BYTE_LABEL) && p[4] != '.';
}

static bool is_idle(const trawl *t, const text *w, size_t i)
{
    unsigned char next;

    if (w->n - i < 4)
        return false;
    next = (unsigned char)w->p[i + 1];
    switch (w->p[i]) {
    case ':':
        return is_idle_colon(t, w, i);
    case '<':
        return next == '<' || next == '>' || next == '\n';
    case '/':
        return next != '/' ||
               (i > 0 && w->base + i > t->floor && (w->p[i - 1] == '/' || w->p[i - 1] == ':'));
    case 'w':
    case 'W':
        return is_idle_www(t, w, i);
    default:
        return false;
    }
}

bool seek_is_built_in(const trawl *t, const text *w, size_t i)
{
    const unsigned char *p = (const unsigned char *)w->p + i;
    size_t n = w->n - i;

    if (!(t->set->trigger[p[0]] & SETTINGS_BUILT_IN))
        return false;
    if ((p[0] | 0x20) == 'w')
        return n == 1 || (p[1] | 0x20) == 'w';
    if (p[0] < 0x80)
        return true;
    /* the dots U+3002 (E3 80 82) and U+FF0E (EF BC 8E) */
    return (n == 1 || p[1] == (p[0] == 0xE3 ? 0x80 : 0xBC)) &&
           (n <= 2 || p[2] == (p[0] == 0xE3 ? 0x82 : 0x8E));
}

bool seek_is_by_rule(const trawl *t, const text *w, size_t i)
{
    const unsigned char *p = (const unsigned char *)w->p + i;
    size_t n = w->n - i;

    return t->set->trigger[p[0]] & SETTINGS_BY_RULE &&
           rules_trigger(t->set->rules, w->p + i, n) != RULES_NONE;
}

static size_t next_own(const trawl *t, const text *w, size_t i, seek *s)
{
    for (;; i++) {
        i = trigger_next(&s->map, t->set->kernel, &t->set->sets.triggers, w->p, i, w->n);
        if (i == w->n ||
            (!is_idle(t, w, i) && ((unsigned char)w->p[i] < 0x80 || seek_is_built_in(t, w, i))))
            return i;
        /* Of a row of the same trigger only the first and the last can begin anything. */
        if (w->n - i > 1 && w->p[i] == w->p[i + 1])
            i = trigger_row_end(w->p, i, w->n) - 1;
    }
}

static size_t next_by_rule(const trawl *t, const text *w, size_t i)
{
    for (; i < w->n; i++) {
        i += t->set->kernel->find(&t->set->sets.rule_first, w->p + i, w->n - i);
        if (i == w->n || seek_is_by_rule(t, w, i))
            break;
    }
    return i;
}

size_t seek_trigger(const trawl *t, const text *w, size_t i, seek *s)
{
    if (!t->rules)
        return next_own(t, w, i, s);
    if (!s->looked || s->own < i)
        s->own = next_own(t, w, i, s);
    if (!s->looked || s->by_rule < i)
        s->by_rule = next_by_rule(t, w, i);
    s->looked = true;
    return s->by_rule < s->own ? s->by_rule : s->own;
}
