/* usual_web.c - the usual URL, in a wrapper or in running text; see usual.c */
#include <string.h>

#include "find/bare.h"
#include "find/byteclass.h"
#include "find/ending.h"
#include "find/linkclass.h"
#include "find/quoted.h"
#include "find/usual_look.h"
#include "find/wrap_take.h"
#include "grammar/schemes.h"

/* Past what stands at the colon at i. */
__attribute__((noinline)) static size_t behind_colon(const text *w, size_t i, bool *bad)
{
    unsigned port = 0;
    size_t k = i + 1;

    if (w->n - i > 2 && (unsigned char)w->p[k] < 0x80 && !byte_is((unsigned char)w->p[k], BYTE_USER) &&
        (w->p[k] != '/' || w->p[k + 1] == '/'))
        return i; /* "http://a: b": neither a port nor a password */
    for (; k < w->n && k - i <= 9 && ascii_is_digit((unsigned char)w->p[k]); k++)
        port = port * 10 + (unsigned)(w->p[k] - '0');
    *bad = port < 1 || port > 65535;
    return k > i + 1 && k < w->n && !byte_is((unsigned char)w->p[k], BYTE_USER) ? k : w->n;
}

/* Past a port, if there is one; w->n where it is not so simple. *bad: it is none of TCP's. */
static inline size_t port_end(const text *w, size_t i, bool *bad)
{
    *bad = false;
    return w->p[i] == ':' ? behind_colon(w, i, bad) : i;
}

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

/* Does a second "<" end the wrapper at i, tags being none, and nothing before it could begin a link? One that was waited for is not
 * looked through again for each byte that comes: of it decide() knows how much has been read. */
static bool is_idle(const trawl *t, text *w, size_t i, size_t content)
{
    size_t end = w->n - i < FOUND_BYTES ? w->n : i + FOUND_BYTES, k = content, tag;

    if (t->pairs || w->base + i == t->search)
        return false;
    for (; k < end; k = tag) {
        if (w->p[k] != '<')
            k += t->set.kernel->find(&t->set.sets.stops, w->p + k, end - k);
        if (k == end || (w->p[k] != '<' && !is_lone_w(w, k)))
            break;
        tag = w->p[k] == '<' ? wrap_tag_end(w, k) : k + 1;
        if (tag == k)
            return !w->starved;
    }
    return false;
}

/* A wrapper at i that is plain from its content up to to, and no ">" stands there. If it does not close, it is as decide() and
 * settle() would have it (R14, R24): then the next trigger is the colon of "http://", if its content begins so, up to which
 * scheme bytes stand. */
static outcome unclosed(trawl *t, text *w, size_t i, size_t content, size_t scheme, size_t to, bool label)
{
    size_t opener = 0;
    outcome o;

    (void)opened(t, i, content, label);
    if (w->p[to] == '<' && !label)
        opener = to; /* no tag is dropped there */
    else if (w->p[to] == '<' || w->p[to] == ' ' || w->p[to] == '\n')
        opener = wrap_early_opener(w, to, t->w);
    if (opener == 0 && is_idle(t, w, i, to))
        opener = to;
    t->w->opened = opener == 0 && !w->starved;
    if (opener == 0 || w->starved)
        return NOT_A_LINK;
    t->unclosed_from = w->base + i;
    t->unclosed_to = w->base + opener;
    if (t->pairs)
        return usual_no_link(t, i);
    o = scheme > 0 ? usual_in_web(t, w, content + scheme - 3) : NOT_A_LINK;
    w->starved = false;
    if (o == NOT_A_LINK)
        return usual_no_link(t, w->p[content] == '/' ? i : content - 1); /* "URL://x" may be one */
    return o;
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
outcome usual_in_wrapper(trawl *t, text *w, size_t i, size_t colon)
{
    const settings *s = &t->set;
    bool label = colon == i + 4 && (ascii_same(w->p + i + 1, "url", 3) || ascii_same(w->p + i + 1, "uri", 3)), dot,
         bad = false;
    size_t from = label ? colon + 1 : i + 1, to, scheme, host;
    const size_t limit = w->n - from < USUAL_TAIL ? w->n : from + USUAL_TAIL;

    if (w->n - from <= KERNEL_BLOCK || !settings_find(s, TRAWL_FIND_URL) || w->base + i < t->unclosed_to)
        return NOT_A_LINK;
    scheme = usual_web_scheme(w->p + from);
    if (scheme > 0 && !settings_wants(s, scheme - 3))
        return NOT_A_LINK;
    if (scheme == 0 && !label)
        return opens_nothing(w, from, colon) ? usual_no_link(t, i) : NOT_A_LINK;
    if (scheme == 0 && is_idle(t, w, i, from))
        return usual_no_link(t, colon);
    to = wrap_past_plain(w, from, limit);
    if (to == limit || w->starved)
        return NOT_A_LINK;
    if (w->p[to] != '>')
        return unclosed(t, w, i, from, scheme, to, label);
    host = scheme > 0 ? usual_host_at(s, w, from + scheme, false, &dot) : 0;
    host = host > 0 ? port_end(w, host, &bad) : w->n;
    if (host > to || bad || (host < to && w->p[host] != '/') ||
        host + s->kernel->span(&s->sets.path, w->p + host, to - host) < to ||
        (w->p[to - 1] != '/' && !ascii_is_alnum((unsigned char)w->p[to - 1])))
        return opened(t, i, from, label);
    usual_take(&t->f, w, label ? TRAWL_WRAP : TRAWL_ANGLE, from, to);
    t->f.from = i;
    t->f.to = to + 1;
    return IS_LINK;
}

/* Does what stands before a link, and before a label, have a say in where it ends? Emphasis does (ending_before()). A quote's
 * partner, too, but it is in no tail: tail_end() sees to it. */
static bool is_marked(const text *w, size_t from)
{
    size_t i = from;

    while (i > 0 && from - i < 8 && w->p[i - 1] == ' ')
        i--;
    if (i < 4 || w->p[i - 1] != ':')
        i = from;
    else if (ascii_same(w->p + i - 4, "url", 3) || ascii_same(w->p + i - 4, "uri", 3))
        i -= 4;
    return i > 0 && (w->p[i - 1] == '*' || w->p[i - 1] == '_');
}

/* Where the path and all else behind a host ends, without punctuation; w->n when that is not so simple. No quote mark stands in it
 * that one behind it could belong to (M12). */
static size_t tail_end(const settings *s, const text *w, size_t i)
{
    size_t room = w->n - i, to = i;
    char c = w->p[i];

    if (c != '/' && c != '?' && c != '#')
        return i;
    to += s->kernel->span(&s->sets.tail, w->p + i, room < USUAL_TAIL ? room : USUAL_TAIL);
    if (to == w->n || to - i == USUAL_TAIL || ((unsigned char)w->p[to] > ' ' && !strchr("<>)", w->p[to])))
        return w->n;
    while (to > i && (link_ascii[(unsigned char)w->p[to - 1]] & LINK_TERM) == LINK_SOFT)
        to--;
    return to;
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Does a "&" stand in the last eight bytes up to here? */
static bool has_amp_near(const char *end)
{
    uint64_t eight;

    memcpy(&eight, end - sizeof eight, sizeof eight);
    eight ^= EACH('&');
    return ((eight - EACH(1)) & ~eight & EACH(0x80)) != 0;
}

/* "%", "&" or "=" stand in the link behind its host: other rules may have a say, and are asked. */
static void look_at_codes(trawl *t, text *w)
{
    found *f = &t->f;

    f->codes = true;
    if (f->url_only)
        return;
    bare_flag_percent(f);
    quoted_bare(&t->set, w, &t->place, f);
    readings_entity(f);
}

/* Of the URL alone they change no more than its end, where it is an entity. */
static bool has_codes(const trawl *t, const text *w, size_t from, size_t to)
{
    if (t->f.url_only)
        return has_amp_near(w->p + to);
    return settings_find_byte(&t->set, &t->set.sets.codes, w, from, to) < to;
}

/* Where a link ends behind whose host stands something that is not so simple: brackets, mostly. False: that cannot be told here. */
static bool find_end(trawl *t, text *w, size_t host)
{
    found *f = &t->f;
    bool over;
    before b;

    ending_before(&t->set, w, f->from, &b);
    f->to = ending_find(&t->set, w, f->from, host, &b, f, &over);
    if (over)
        return false;
    found_whole(f, w, f->from, f->to);
    if (has_codes(t, w, host, f->to))
        look_at_codes(t, w);
    return !w->starved;
}

/* Is the name that ends at the colon, and of which these are the last n letters, no scheme that is known? Then they are one, and
 * glued to a word (M9). */
static bool is_glued(const text *w, size_t colon, size_t n)
{
    size_t from = colon - n;

    while (from > w->floor && colon - from <= FOUND_SCHEME && byte_is((unsigned char)w->p[from - 1], BYTE_SCHEME))
        from--;
    return colon - from <= FOUND_SCHEME && ascii_is_alnum((unsigned char)w->p[from]) &&
           (ascii_is_digit((unsigned char)w->p[from]) || scheme_status(w->p + from, colon - from) == TRAWL_UNKNOWN);
}

/* How long the name "http", "https" or "ftp" before the colon is; 0 for any other. */
static size_t name_before(const text *w, size_t colon, bool *glued)
{
    const char *p = w->p + colon;
    size_t n;

    if (colon < 6)
        return 0;
    if (p[-1] == 's')
        n = memcmp(p - 5, "https", 5) == 0 ? 5 : 0;
    else if (memcmp(p - 4, "http", 4) == 0)
        n = 4;
    else
        n = memcmp(p - 3, "ftp", 3) == 0 ? 3 : 0;
    if (n == 0 || colon - n <= w->floor)
        return 0;
    *glued = byte_is((unsigned char)p[-1 - (ptrdiff_t)n], BYTE_SCHEME);
    return !*glued || is_glued(w, colon, n) ? n : 0;
}

/* "https://example.org/path", "ftp://..." */
outcome usual_in_web(trawl *t, text *w, size_t colon)
{
    static const before nothing;
    const settings *s = &t->set;
    size_t n, from, host, to;
    bool dot, bad, glued;

    if (colon == w->floor || !byte_is((unsigned char)w->p[colon - 1], BYTE_SCHEME))
        return usual_no_link(t, colon);
    if (w->n - colon < 4)
        return NOT_A_LINK;
    if (w->p[colon + 1] != '/' || w->p[colon + 2] != '/')
        return usual_opaque(t, w, colon);
    n = settings_find(s, TRAWL_FIND_URL) ? name_before(w, colon, &glued) : 0;
    if (n == 0 || !settings_wants(s, n))
        return NOT_A_LINK;
    from = colon - n;
    host = is_marked(w, from) ? 0 : usual_host_at(s, w, colon + 3, false, &dot);
    if (host == 0 || dot || (w->p[host] != ':' && byte_is((unsigned char)w->p[host], BYTE_USER)))
        return NOT_A_LINK;
    host = port_end(w, host, &bad);
    if (host == w->n || (unsigned char)w->p[host] >= 0x80)
        return NOT_A_LINK;
    to = tail_end(s, w, host);
    usual_take(&t->f, w, TRAWL_BARE, from, to);
    t->f.flags = (bad ? TRAWL_FLAG_BAD_PORT : 0) | (glued ? TRAWL_GLUED : 0);
    if (to == w->n)
        return find_end(t, w, host) ? IS_LINK : NOT_A_LINK;
    if (to > host && has_codes(t, w, host, to)) {
        t->f.to = ending_trim(w, &nothing, &t->f, host, to);
        found_whole(&t->f, w, from, t->f.to);
        look_at_codes(t, w);
    }
    return w->starved ? NOT_A_LINK : IS_LINK;
}
