/* usual.c - the usual link, told by what stands beside its trigger
 *
 * Nearly all links of mail are an address, in brackets or not, or a http URL, of ASCII, with nothing beside it that any of
 * the finer rules asks for. Here they are told with few looks. Where a rule could have a say, the answer is no, and
 * decide() goes through them all; so nothing is found here that is not found there, in the same way (tests/t_usual.c).
 * All bytes that are looked at lie in the window.
 */
#include "find/usual.h"

#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/email_text.h"
#include "find/host_goes_on.h"
#include "find/linkclass.h"
#include "find/rules_off.h"
#include "find/usual_look.h"

bool usual_may(const settings *s)
{
    return s->profile == TRAWL_PROFILE_MAIL && !settings_option(s, TRAWL_JOIN) &&
           !settings_option(s, TRAWL_WANT_EXPLAIN) && RULES_IN_FORCE;
}

/* A block by registers: compilers may make one instruction of it otherwise, which takes long to begin. */
static void copy_block(char *to, const char *from)
{
    memcpy(to, from, 16);
    memcpy(to + 16, from + 16, 16);
    memcpy(to + 32, from + 32, 16);
    memcpy(to + 48, from + 48, 16);
}

/* An address gets its scheme. Nearly all fit into one block, which is copied faster than what they have of it. */
static void take_address(found *f, const text *w, int kind, size_t from, size_t to)
{
    size_t n = to - from;

    usual_take(f, w, kind, from, to);
    f->url = f->url_room;
    f->url_n += 7;
    memcpy(f->url_room, "mailto:", 7);
    if (n <= KERNEL_BLOCK && w->n - from >= KERNEL_BLOCK)
        copy_block(f->url_room + 7, w->p + from);
    else
        memcpy(f->url_room + 7, w->p + from, n);
}

/* Behind "<joe@example.org" stands what ends it, but it is no ">". */
static bool is_dead_end(const usual_look *h, const text *w, size_t i)
{
    char c = usual_is_whole(h, w, i) ? w->p[i + h->n] : '>';

    return c != '>' && c != '_' && (h->n > 0 || c != '[');
}

/* "</pre>", "<!-- ": something stands there that could be in a local part, and it is none, nor a scheme. */
static bool is_no_local(const settings *s, const text *w, size_t i)
{
    uint64_t others = ~s->kernel->bits(&s->sets.local, w->p + i);
    char c = others ? w->p[i + (size_t)__builtin_ctzll(others)] : ':';

    return c != ':' && c != '@' && !(others & 1);
}

/* Could what ends at to be no address though it looks like one, for what stands behind it or for its ending (bare_email.c)? */
static bool may_go_on_right(const text *w, size_t to)
{
    return w->p[to] == ':' || host_may_go_on(w->p + to, w->n - to);
}

/* Could it be none for how it ends, or end before that? */
static bool ends_oddly(const text *w, size_t to)
{
    return email_is_named_like_file(w->p, to) || !email_ends_in_letters(w->p, to);
}

/* "<joe@example.org", and no ">" behind it: the address, as in_text() would find it, or nothing. Without a dot in it the local part
 * holds no other trigger. */
static outcome in_open_bracket(trawl *t, const text *w, size_t i, size_t at, const usual_look *h)
{
    const settings *s = &t->set;
    size_t from = i + 1, to;

    if (!settings_find(s, TRAWL_FIND_EMAIL) || t->pairs || !ascii_is_alnum((unsigned char)w->p[from]) ||
        memchr(w->p + from, '.', at - from))
        return usual_no_link(t, i);
    to = usual_host_end(w, at + 1, h, true);
    if (to == 0 || w->p[to] == '@')
        return usual_no_link(t, i);
    if (may_go_on_right(w, to) || ends_oddly(w, to))
        return NOT_A_LINK;
    take_address(&t->f, w, TRAWL_EMAIL, from, to);
    return IS_LINK;
}

/* "<joe@example.org>", or a message-id, which is passed over. This and in_text() stand apart, so that usual_link() saves no registers
 * for them. */
__attribute__((noinline)) static outcome at_mailbox(trawl *t, text *w, size_t i)
{
    const settings *s = &t->set;
    uint64_t others;
    size_t at, to;
    usual_look h;

    if (!(others = ~s->kernel->bits(&s->sets.mailbox, w->p + i + 1)))
        return NOT_A_LINK;
    at = i + 1 + (size_t)__builtin_ctzll(others);
    if (w->p[at] == ':')
        return usual_in_wrapper(t, w, i, at);
    if (at > i + 1 && usual_ends_word(w->p[at]))
        return usual_no_link(t, i);
    if (w->p[at] == '@' && !settings_find(s, USUAL_NAMES)) {
        if (w->n - at < 2 || w->p[at + 1] == '[')
            return NOT_A_LINK; /* a URL may stand in the brackets, and is none if they close */
        t->f.from = i;
        t->f.to = at; /* whatever it is, no URL begins before that */
        return PASS_OVER;
    }
    if (at == i + 1 || w->p[at] != '@')
        return is_no_local(s, w, i + 1) ? usual_no_link(t, i) : NOT_A_LINK;
    if (w->n - at > 1 && usual_begins_no_host((unsigned char)w->p[at + 1]))
        return usual_no_link(t, i);
    usual_look_at(s, w, at + 1, &h);
    if (is_dead_end(&h, w, at + 1))
        return in_open_bracket(t, w, i, at, &h);
    to = usual_host_end(w, at + 1, &h, true);
    if (to == 0 || w->p[to] != '>')
        return NOT_A_LINK;
    take_address(&t->f, w, TRAWL_ADDR, i + 1, to);
    t->f.from = i;
    t->f.to = to + 1;
    if (!wrap_is_id(w, i, to + 1))
        return settings_find(s, TRAWL_FIND_ADDR) ? IS_LINK : PASS_OVER;
    return settings_find(s, TRAWL_FIND_MSGID) ? NOT_A_LINK : PASS_OVER;
}

static outcome in_brackets(trawl *t, text *w, size_t i)
{
    size_t from, scheme;
    bool label;

    if (w->n - i <= KERNEL_BLOCK)
        return NOT_A_LINK;
    label = w->p[i + 1] == 'U' && memcmp(w->p + i + 1, "URL:", 4) == 0;
    from = label ? i + 5 : i + 1;
    if (w->p[from] == 'h' && (scheme = usual_web_scheme(w->p + from)) > 0)
        return usual_web_wrapper(t, w, i, from, scheme, label);
    return label ? usual_in_wrapper(t, w, i, i + 4) : at_mailbox(t, w, i);
}

/* Could what stands before a local part belong to it, or to a colour or an escape before it (bare_email.c)? */
static bool may_go_on_left(unsigned char c)
{
    return c >= 0x80 || link_ascii[c] & LINK_EMAIL || c == ':' || c == ';' || c == '[' || c == '\\' || c == '@';
}

/* The local part that ends at at: where it begins; at when it is not so simple. */
static size_t local_start(const settings *s, const text *w, size_t at)
{
    uint64_t others;
    size_t from;
    unsigned n;

    if (at < KERNEL_BLOCK || !(others = ~s->kernel->bits(&s->sets.mailbox, w->p + at - KERNEL_BLOCK)))
        return at;
    n = (unsigned)__builtin_clzll(others);
    from = at - n;
    if (n == 0 || from < w->floor || !ascii_is_alnum((unsigned char)w->p[from]) ||
        may_go_on_left((unsigned char)w->p[from - 1]))
        return at;
    return usual_has_single_dots(w->p + from, n) ? from : at;
}

/* May a dot, or what counts as one in a host, U+3002 or U+FF0E, follow the letters at i, of which some are beyond ASCII? */
static bool may_have_dot(const text *w, size_t i)
{
    size_t end = w->n - i < USUAL_TAIL ? w->n : i + USUAL_TAIL;
    unsigned char c = 0xFF;

    while (i < end && ((c = (unsigned char)w->p[i]) >= 0x80 ? c != 0xE3 && c != 0xEF : byte_is(c, BYTE_LABEL)))
        i++;
    return i == end || c >= 0x80 || c == '.';
}

/* Between "@" and the end of a host behind it: may another trigger stand there? */
static bool may_hold_trigger(const trawl *t, const text *w, size_t at)
{
    return t->pairs || t->trigger['.'] & SCAN_BUILT_IN || (w->p[at + 1] | 0x20) == 'w';
}

/* "a@b.example@c.example@...": with a host and another "@" behind it, to being that one, no address ends; and so on up to the last
 * but one. */
static outcome in_chain(trawl *t, const text *w, size_t at, size_t to)
{
    const settings *s = &t->set;
    size_t next = usual_host_at(s, w, to + 1, true), after;

    if (next == 0)
        return NOT_A_LINK;
    while (w->p[next] == '@' && !may_hold_trigger(t, w, at) && (after = usual_host_at(s, w, next + 1, true)) > 0) {
        at = to;
        to = next;
        next = after;
    }
    return usual_no_link(t, at);
}

/* "joe@example.org" */
__attribute__((noinline)) static outcome in_text(trawl *t, const text *w, size_t at)
{
    const settings *s = &t->set;
    size_t from, to;
    usual_look h;

    if (w->n - at > 1 && (unsigned char)w->p[at + 1] >= 0x80)
        return may_have_dot(w, at + 1) ? NOT_A_LINK : usual_no_link(t, at);
    usual_look_at(s, w, at + 1, &h);
    if (h.n > 0 && h.marks.dots == 0 && usual_is_whole(&h, w, at + 1))
        return usual_no_link(t, at);
    to = usual_host_end(w, at + 1, &h, true);
    if (to == 0)
        return NOT_A_LINK;
    if (w->p[to] > ' ') {
        if (w->p[to] == '@')
            return in_chain(t, w, at, to);
        if (may_go_on_right(w, to))
            return NOT_A_LINK;
    }
    from = local_start(s, w, at);
    if (from == at || ends_oddly(w, to))
        return NOT_A_LINK;
    take_address(&t->f, w, TRAWL_EMAIL, from, to);
    return settings_find(s, TRAWL_FIND_EMAIL) ? IS_LINK : PASS_OVER;
}

outcome usual_link(trawl *t, text *w, size_t i)
{
    switch (w->p[i]) {
    case '<':
        return in_brackets(t, w, i);
    case '@':
        return in_text(t, w, i);
    case ':':
        return usual_in_web(t, w, i);
    default:
        return NOT_A_LINK;
    }
}
