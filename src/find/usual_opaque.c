/* usual_opaque.c - colons behind which no "//" stands: most begin nothing, for nothing in the shape of their scheme follows (M6);
 * and the usual "mailto:joe@example.org". See usual.c
 */
#include <string.h>

#include "find/bare.h"
#include "find/byteclass.h"
#include "find/email_text.h"
#include "find/usual_look.h"

/* How many bytes of the set stand at i; KERNEL_BLOCK for as many or more. */
static inline size_t run_of(const settings *s, const kernel_set *set, const text *w, size_t i)
{
    uint64_t others = ~s->kernel->bits(set, w->p + i);

    return others ? (size_t)__builtin_ctzll(others) : KERNEL_BLOCK;
}

/* May a local part and "@" stand here? */
static bool may_be_address(const settings *s, const text *w, size_t i)
{
    size_t n = run_of(s, &s->sets.local, w, i);

    return n == KERNEL_BLOCK || w->p[i + n] == '@';
}

/* An id? */
static bool may_be_id(const settings *s, const text *w, size_t i)
{
    size_t n = run_of(s, &s->sets.local, w, i);

    return n == KERNEL_BLOCK || w->p[i + n] == '@' || w->p[i + n] == ':';
}

/* A "*", a dotted group or an id? */
static bool may_be_news(const settings *s, text *w, size_t i)
{
    size_t n = run_of(s, &s->sets.mailbox, w, i);

    if (n == KERNEL_BLOCK || w->p[i + n] == '*' || s->kernel->bits(&s->sets.dot, w->p + i) & (((uint64_t)1 << n) - 1))
        return true;
    if (w->p[i + n] != '@' && !byte_is((unsigned char)w->p[i + n], BYTE_ID))
        return false;
    n = bare_id_end(w, i);
    return w->starved || (text_at(w, n) == '@' && n + 1 != w->id_host);
}

/* A namespace and a colon? */
static bool may_be_urn(const settings *s, const text *w, size_t i)
{
    size_t n = run_of(s, &s->sets.mailbox, w, i);

    return n >= 2 && n < KERNEL_BLOCK && w->p[i + n] == ':';
}

/* Seven digits, and "-.()" between them? */
static bool may_be_tel(const text *w, size_t i)
{
    size_t k = i + (w->p[i] == '+'), digits = 0;

    for (; digits < 7 && k - i < KERNEL_BLOCK; k++) {
        if (ascii_is_digit((unsigned char)w->p[k]))
            digits++;
        else if (w->p[k] == '\0' || !strchr("-.()", w->p[k]))
            return false;
    }
    return true;
}

/* Can a link begin with the scheme that ends with these two letters, and what stands at i behind its colon? bare_opaque.c has the
 * schemes and their shapes. */
static bool may_begin(const settings *s, text *w, unsigned char last_but_one, unsigned char last, size_t i)
{
    char c = w->p[i];

    switch ((last_but_one | 0x20) << 8 | (last | 0x20)) {
    case 't' << 8 | 'o':
        return c == '?' || may_be_address(s, w, i);
    case 'w' << 8 | 's':
        return may_be_news(s, w, i);
    case 'i' << 8 | 'd':
    case 'p' << 8 | 'p':
        return may_be_id(s, w, i);
    case 'r' << 8 | 'n':
        return may_be_urn(s, w, i);
    case 'e' << 8 | 'l':
        return may_be_tel(w, i);
    case 'e' << 8 | 't':
        return c == '?';
    case 'l' << 8 | 'e':
        return c == '/';
    default:
        return true;
    }
}

/* "mailto:joe@example.org", and no more addresses or fields behind it; else NOT_A_LINK. */
static outcome mailto(trawl *t, const text *w, size_t colon)
{
    const settings *s = &t->set;
    size_t from = colon - 6, n, at, to;

    if (!settings_wants(s, 6) || colon < w->floor + 7 || memcmp(w->p + from, "mailto", 6) != 0 ||
        byte_is((unsigned char)w->p[from - 1], BYTE_SCHEME))
        return NOT_A_LINK;
    n = run_of(s, &s->sets.mailbox, w, colon + 1);
    at = colon + 1 + n;
    if (n == 0 || n == KERNEL_BLOCK || w->p[at] != '@' || !usual_has_single_dots(w->p + colon + 1, n))
        return NOT_A_LINK;
    to = usual_host_at(s, w, at + 1, true);
    if (to == 0 || w->n - to <= KERNEL_BLOCK + 1 || strchr(".@?=([{", w->p[to]) || !email_ends_in_letters(w->p, to) ||
        (w->p[to] == ',' && may_be_address(s, w, to + 1)))
        return NOT_A_LINK;
    usual_take(&t->f, w, TRAWL_BARE, from, to);
    return IS_LINK;
}

outcome usual_opaque(trawl *t, text *w, size_t colon)
{
    const settings *s = &t->set;

    if (colon < 2 || w->n - colon <= KERNEL_BLOCK + 1 || settings_find(s, TRAWL_FIND_LOCALHOST) ||
        !settings_find(s, TRAWL_FIND_URL))
        return NOT_A_LINK;
    if (!may_begin(s, w, (unsigned char)w->p[colon - 2], (unsigned char)w->p[colon - 1], colon + 1))
        return w->starved ? NOT_A_LINK : usual_no_link(t, colon);
    return w->p[colon - 1] == 'o' && !w->starved ? mailto(t, w, colon) : NOT_A_LINK;
}
