/* usual_web.c - the usual URL in running text; see usual.c */
#include <string.h>

#include "find/bare.h"
#include "find/byteclass.h"
#include "find/ending.h"
#include "find/host_goes_on.h"
#include "find/linkclass.h"
#include "find/quoted.h"
#include "find/unescape.h"
#include "find/usual_look.h"
#include "grammar/schemes.h"

size_t usual_port_end(const text *w, size_t i, bool *bad)
{
    unsigned port = 0;
    size_t k = i + 1;

    *bad = false;
    if (w->n - i > 2 && (w->p[k] == '<' || w->p[k] == '{' || w->p[k] == '#'))
        return w->n; /* "http://a:<port>/", "http://a:#{port}" */
    if (w->n - i > 2 && (unsigned char)w->p[k] < 0x80 && !byte_is((unsigned char)w->p[k], BYTE_USER) && w->p[k] != '/')
        return i; /* "http://a: b": neither a port nor a password */
    for (; k < w->n && k - i <= 9 && ascii_is_digit((unsigned char)w->p[k]); k++)
        port = port * 10 + (unsigned)(w->p[k] - '0');
    *bad = port < 1 || port > 65535;
    return k > i + 1 && k < w->n && !byte_is((unsigned char)w->p[k], BYTE_USER) ? k : w->n;
}

static inline bool ends_tail(char c)
{
    return c == '<' || c == '>' || c == ')' || c == '\\' || c == '`';
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
    if (to < w->n && w->p[to] == '\\' && (w->n - to < 2 || unescape_is_sign(w->p + to, w->n - to)))
        return w->n;
    if (to == w->n || to - i == USUAL_TAIL || ((unsigned char)w->p[to] > ' ' && !ends_tail(w->p[to])))
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

/* Before a link. */
static const before nothing;

/* Where a link ends behind whose host stands something that is not so simple: brackets, mostly, f->to being w->n; or emphasis up to
 * f->to. False: that cannot be told here. */
static bool find_end(trawl *t, text *w, size_t host)
{
    found *f = &t->f;
    bool over = false;
    before b;

    if (f->to < w->n) {
        f->to = ending_trim(w, &nothing, f, f->from, host, f->to);
    } else {
        ending_before(&t->set, w, f->from, &b);
        f->to = ending_find(&t->set, w, f->from, host, &b, f, &over);
    }
    if (over)
        return false;
    found_whole(f, w, f->from, f->to);
    if (memchr(f->url, '\\', f->url_n))
        return false; /* it has more pieces than one, perhaps */
    if (has_codes(t, w, host, f->to))
        look_at_codes(t, w);
    return !w->starved;
}

/* Could what ends at to be marks of emphasis, or a sign that stands before the link as well (M3), or what closes a comment or Perl's
 * brackets (M16), or a dash (M1)? */
static inline bool may_be_none_of_it(const text *w, size_t from, size_t to)
{
    const char *end = w->p + to, last = end[-1];

    if (ascii_is_alnum((unsigned char)last))
        return last == 'E' && end[0] == '<';
    if (last == '/')
        return end[-2] == '*';
    return last == '*' || last == '_' || last == '~' || (last == '-' && (end[0] == '>' || end[-2] == '-')) ||
           (from > 0 && last == w->p[from - 1]);
}

/* A URL whose name, which ends at the colon, is one that is wanted, and before which nothing stands that has a say in it. */
static inline outcome web_link(trawl *t, text *w, size_t from, size_t colon, unsigned flags)
{
    size_t host = usual_host_at(&t->set, w, colon + 3, false), to;
    bool bad;

    if (host == 0)
        return NOT_A_LINK;
    if (w->n - host > 3 && memcmp(w->p + host, "://", 3) == 0 && (to = bare_before_url(w, colon + 3, host)) < host) {
        if (to == colon + 3)
            return usual_no_link(t, colon);
        usual_take(&t->f, w, TRAWL_BARE, from, to);
        t->f.flags = flags;
        return IS_LINK;
    }
    if (w->p[host] == ':') {
        host = usual_port_end(w, host, &bad);
        if (host == w->n || (unsigned char)w->p[host] >= 0x80)
            return NOT_A_LINK;
        flags |= bad ? TRAWL_FLAG_BAD_PORT : 0;
    } else if (byte_is((unsigned char)w->p[host], BYTE_USER)) {
        return NOT_A_LINK;
    }
    to = tail_end(&t->set, w, host);
    if (to == host && host_may_go_on(w->p + host, w->n - host))
        return NOT_A_LINK;
    usual_take(&t->f, w, TRAWL_BARE, from, to);
    t->f.flags = flags;
    if (to == w->n || may_be_none_of_it(w, from, to))
        return find_end(t, w, host) ? IS_LINK : NOT_A_LINK;
    if (to > host + 1 && has_codes(t, w, host, to)) {
        t->f.to = ending_trim(w, &nothing, &t->f, from, host, to);
        found_whole(&t->f, w, from, t->f.to);
        look_at_codes(t, w);
    }
    return w->starved ? NOT_A_LINK : IS_LINK;
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

/* Is the name that ends at the colon, and of which these are the last n letters, no scheme that is known? Then they are one, and
 * glued to a word (M9). It may be a compound where a "+" stands in it, and behind a "\" letters may be an escape's. */
static bool is_glued(const text *w, size_t colon, size_t n)
{
    size_t from = colon - n;

    while (from > w->floor && colon - from <= FOUND_SCHEME && byte_is((unsigned char)w->p[from - 1], BYTE_SCHEME))
        from--;
    return colon - from <= FOUND_SCHEME && ascii_is_alnum((unsigned char)w->p[from]) &&
           !memchr(w->p + from, '+', colon - from) && (from == w->floor || w->p[from - 1] != '\\') &&
           (ascii_is_digit((unsigned char)w->p[from]) || scheme_status(w->p + from, colon - from) == TRAWL_UNKNOWN);
}

/* How long the name "http", "https" or "ftp" before the colon is; 0 for any other. */
static size_t name_before(const text *w, size_t colon)
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
    return colon - n >= w->floor ? n : 0;
}

/* "https://example.org/path", "ftp://..." */
outcome usual_in_web(trawl *t, text *w, size_t colon)
{
    const settings *s = &t->set;
    size_t n;
    unsigned flags = 0;

    if (colon == w->floor || !byte_is((unsigned char)w->p[colon - 1], BYTE_SCHEME))
        return usual_no_link(t, colon);
    if (w->n - colon < 4)
        return NOT_A_LINK;
    if (w->p[colon + 1] != '/' || w->p[colon + 2] != '/')
        return usual_opaque(t, w, colon);
    n = settings_find(s, TRAWL_FIND_URL) ? name_before(w, colon) : 0;
    if (n == 0 || !settings_wants(s, n))
        return NOT_A_LINK;
    if (colon - n > w->floor && byte_is((unsigned char)w->p[colon - n - 1], BYTE_SCHEME)) {
        flags = TRAWL_GLUED;
        if (!is_glued(w, colon, n))
            return NOT_A_LINK;
    }
    return is_marked(w, colon - n) ? NOT_A_LINK : web_link(t, w, colon - n, colon, flags);
}

outcome usual_web_link(trawl *t, text *w, size_t from, size_t colon)
{
    return web_link(t, w, from, colon, 0);
}
