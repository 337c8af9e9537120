/* usual_wrap.c - the usual URL in a wrapper; see usual.c */
#include "find/usual_look.h"
#include "find/wrap_take.h"
#include "grammar/schemes.h"

/* A wrapper that opens at i: decide() need not look for that again. */
static outcome opened(trawl *t, size_t i, size_t content, bool label)
{
    t->w->open = i;
    t->w->strong = label;
    t->w->content = content;
    t->w->opened = true;
    return NOT_A_LINK;
}

/* It begins no "www.". */
static bool is_lone_w(const text *w, size_t i)
{
    return (w->p[i] | 0x20) == 'w' && w->n - i > 1 && (w->p[i + 1] | 0x20) != 'w';
}

/* A wrapper at i was waited for. It is not looked through again for each byte that comes: of it decide() knows how much has been
 * read. */
static bool was_waited_for(const trawl *t, const text *w, size_t i)
{
    return w->base + i == t->search;
}

/* So far a wrapper at i is looked through. */
static size_t looked_through_to(const text *w, size_t i)
{
    return w->n - i < FOUND_BYTES ? w->n : i + FOUND_BYTES;
}

/* Does a second "<" end the wrapper at i, tags being none, and nothing before it could begin a link? */
static bool is_idle(const trawl *t, text *w, size_t i, size_t content)
{
    size_t end = looked_through_to(w, i), k = content, tag;

    if (t->pairs || was_waited_for(t, w, i))
        return false;
    for (; k < end; k = tag) {
        if (w->p[k] != '<')
            k += t->set.kernel->find(&t->set.sets.stops, w->p + k, end - k);
        if (k == end || (w->p[k] != '<' && !is_lone_w(w, k)))
            break;
        tag = w->p[k] == '<' ? wrap_tag_end(w, k) : k + 1;
        if (tag == k)
            return !w->starved && !wrap_may_be_sign(w, k);
    }
    return false;
}

/* A line begins at i so that it may be one of those that a link is broken into: mostly with its bytes, or indented. */
static inline bool may_go_on(const text *w, size_t i)
{
    return i < w->n && (w->p[i] == ' ' || ascii_is_alnum((unsigned char)w->p[i]));
}

/* Is the next trigger behind the line feed at to a ">" that closes the wrapper at i, and no quote mark? Then no second "<" ends it. */
static bool closes_first(const trawl *t, const text *w, size_t i, size_t to)
{
    size_t end = looked_through_to(w, i), k;
    unsigned char before;

    if (was_waited_for(t, w, i))
        return false;
    k = to + t->set.kernel->find(&t->set.sets.stops, w->p + to, end - to);
    before = (unsigned char)w->p[k - 1];
    return k < end && w->p[k] == '>' && byte_is(before, BYTE_PLAIN) && !byte_is(before, BYTE_MARK);
}

/* A wrapper at i that is plain from its content up to to, and no ">" stands there. If it does not close, it is as decide() and
 * settle() would have it (R14, R24): then the next trigger is the colon of "http://", if its content begins so, up to which
 * scheme bytes stand. */
static outcome unclosed(trawl *t, text *w, size_t i, size_t content, size_t scheme, size_t to, bool label)
{
    size_t opener = 0;
    outcome o;

    if (w->p[to] == '<' && !label) {
        opener = to; /* no tag is dropped there */
    } else {
        (void)opened(t, i, content, label);
        if (w->p[to] == '\n' && may_go_on(w, to + 1) && closes_first(t, w, i, to))
            return NOT_A_LINK;
        if (w->p[to] == '<' || w->p[to] == ' ' || w->p[to] == '\n')
            opener = wrap_early_opener(w, to, t->w);
    }
    if (opener == 0 && is_idle(t, w, i, to))
        opener = to;
    t->w->opened = opener == 0 && !w->starved;
    if (opener == 0 || w->starved)
        return NOT_A_LINK;
    t->unclosed_from = w->base + i;
    t->unclosed_to = w->base + opener;
    if (t->pairs)
        return usual_no_link(t, i);
    o = scheme > 0 ? usual_web_link(t, w, content, content + scheme - 3) : NOT_A_LINK;
    w->starved = false;
    if (o == NOT_A_LINK)
        return usual_no_link(t, w->p[content] == '/' ? i : content - 1); /* "URL://x" may be one */
    return o;
}

/* Is there enough of what follows the "<" at i, and may it be a wrapper? */
static inline bool may_open(const trawl *t, const text *w, size_t i, size_t from)
{
    return w->n - from > KERNEL_BLOCK && settings_find(&t->set, TRAWL_FIND_URL) && w->base + i >= t->unclosed_to;
}

/* Behind "<" and what may be the name of a scheme up to the colon: can no wrapper begin with it (R3)? */
static bool opens_nothing(const text *w, size_t from, size_t colon)
{
    char next = w->p[colon + 1], then = w->p[colon + 2];
    const scheme_row *row;

    if (!ascii_is_alpha((unsigned char)w->p[from]))
        return true;
    if (next == '\n' && then == '<')
        return true; /* or one that ends at once */
    if (next == '/' || next == ' ' || next == '\t' || next == '\r' || next == '\n')
        return false;
    row = scheme_find(w->p + from, colon - from);
    return !row || (row->shape != SHAPE_OPAQUE && row->shape != SHAPE_FILE);
}

/* "<http://example.org/path>", or with "URL:" before it: of characters that stand for themselves anywhere, on one line. */
outcome usual_web_wrapper(trawl *t, text *w, size_t i, size_t from, size_t scheme, bool label)
{
    const settings *s = &t->set;
    const size_t limit = w->n - from < USUAL_TAIL ? w->n : from + USUAL_TAIL;
    size_t to, host;
    bool bad = false;

    if (!may_open(t, w, i, from) || (scheme > 0 && !settings_wants(s, scheme - 3)))
        return NOT_A_LINK;
    to = wrap_past_plain(w, from, limit);
    if (to == limit || w->starved)
        return NOT_A_LINK;
    if (w->p[to] != '>')
        return unclosed(t, w, i, from, scheme, to, label);
    host = scheme > 0 ? usual_host_at(s, w, from + scheme, false) : 0;
    if (host > 0 && w->p[host] == ':')
        host = usual_port_end(w, host, &bad);
    if (host == 0 || host > to || bad || (host < to && w->p[host] != '/') ||
        host + s->kernel->span(&s->sets.path, w->p + host, to - host) < to ||
        (w->p[to - 1] != '/' && !ascii_is_alnum((unsigned char)w->p[to - 1])))
        return opened(t, i, from, label);
    usual_take(&t->f, w, label ? TRAWL_WRAP : TRAWL_ANGLE, from, to);
    t->f.from = i;
    t->f.to = to + 1;
    return IS_LINK;
}

outcome usual_in_wrapper(trawl *t, text *w, size_t i, size_t colon)
{
    bool label = colon == i + 4 && (ascii_same(w->p + i + 1, "url", 3) || ascii_same(w->p + i + 1, "uri", 3));
    size_t from = label ? colon + 1 : i + 1, scheme;

    if (!may_open(t, w, i, from))
        return NOT_A_LINK;
    scheme = usual_web_scheme(w->p + from);
    if (scheme == 0 && !label)
        return opens_nothing(w, from, colon) ? usual_no_link(t, i) : NOT_A_LINK;
    if (scheme == 0 && is_idle(t, w, i, from))
        return usual_no_link(t, colon);
    return usual_web_wrapper(t, w, i, from, scheme, label);
}
