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
#include "find/bare.h"
#include "find/byteclass.h"
#include "find/ending.h"
#include "find/linkclass.h"
#include "find/quoted.h"
#include "find/rules_off.h"

/* What is longer is left to decide(), with the limits of R31. */
#define USUAL_TAIL 1024

/* What has no scheme. */
#define USUAL_NAMES                                                                                                    \
    (TRAWL_FIND_ADDR | TRAWL_FIND_MSGID | TRAWL_FIND_EMAIL | TRAWL_FIND_WWW | TRAWL_FIND_DOMAIN | TRAWL_FIND_IP |      \
     TRAWL_FIND_LOCALHOST | TRAWL_FIND_NETPATH)

bool usual_may(const settings *s)
{
    return s->profile == TRAWL_PROFILE_MAIL && !s->schemes && !settings_option(s, TRAWL_JOIN) &&
           !settings_option(s, TRAWL_WANT_EXPLAIN) && RULES_IN_FORCE;
}

/* A link of one piece, w->p[from..to), as found_begin() and found_whole() leave it. */
static void take(found *f, const text *w, int kind, size_t from, size_t to)
{
    f->kind = kind;
    f->flags = 0;
    f->over = f->codes = false;
    f->plain = true;
    f->from = from;
    f->to = to;
    f->url = w->p + from;
    f->url_n = to - from;
    f->pieces[0] = (piece){from, to};
    f->piece_count = 1;
    f->alt_count = 0;
    f->alt_used = 0;
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

    take(f, w, kind, from, to);
    f->url = f->url_room;
    f->url_n += 7;
    memcpy(f->url_room, "mailto:", 7);
    if (n <= KERNEL_BLOCK && w->n - from >= KERNEL_BLOCK)
        copy_block(f->url_room + 7, w->p + from);
    else
        memcpy(f->url_room + 7, w->p + from, n);
}

/* No link begins at the trigger at i, nor at another one up to it. */
static outcome nothing(trawl *t, size_t i)
{
    t->f.from = t->f.to = i + 1;
    return PASS_OVER;
}

/* What may be a host: n bytes. */
typedef struct look {
    size_t n;
    kernel_marks marks;
} look;

static void look_at(const settings *s, const text *w, size_t i, look *h)
{
    h->n = s->kernel->host(w->p + i, w->n - i, &h->marks);
}

/* Does all of it lie in the window, with an ASCII character behind it? */
static bool is_whole(const look *h, const text *w, size_t i)
{
    return h->n < KERNEL_HOST && i + h->n < w->n && (unsigned char)w->p[i + h->n] < 0x80;
}

/* The end of the host at i, which has no "--" and no number as its last label, and if it is to be a domain a dot; 0 for any
 * other. *dot: one more stands at its end. As host_plainly(), which tells more. */
static size_t host_end(const text *w, size_t i, const look *h, bool domain, bool *dot)
{
    size_t n = h->n, last;
    uint64_t dots = h->marks.dots, edges, ends;

    if (n == 0 || !is_whole(h, w, i) || w->p[i + n] == '_' || w->p[i + n] == '%')
        return 0;
    *dot = dots >> (n - 1) & 1;
    if (*dot)
        dots ^= (uint64_t)1 << --n;
    if (n == 0 || (domain && dots == 0))
        return 0;
    edges = dots | h->marks.hyphens;
    ends = (uint64_t)1 | (uint64_t)1 << (n - 1);
    if (edges & (ends | edges << 1))
        return 0;
    last = dots ? 64 - (size_t)__builtin_clzll(dots) : 0;
    return ascii_is_digit((unsigned char)w->p[i + last]) ? 0 : i + n;
}

/* The same, looked at now. */
static size_t host_at(const settings *s, const text *w, size_t i, bool domain, bool *dot)
{
    look h;

    look_at(s, w, i, &h);
    return host_end(w, i, &h, domain, dot);
}

/* Past a port that is one of TCP's, or none; w->n for any other. */
static size_t port_end(const text *w, size_t i)
{
    unsigned port = 0;
    size_t k = i + 1;

    if (w->p[i] != ':')
        return i;
    if (w->n - i > 2 && (unsigned char)w->p[k] < 0x80 && !byte_is((unsigned char)w->p[k], BYTE_USER) &&
        (w->p[k] != '/' || w->p[k + 1] == '/'))
        return i; /* "http://a: b": neither a port nor a password */
    for (; k < w->n && k - i <= 5 && ascii_is_digit((unsigned char)w->p[k]); k++)
        port = port * 10 + (unsigned)(w->p[k] - '0');
    return port >= 1 && port <= 65535 && k < w->n && !byte_is((unsigned char)w->p[k], BYTE_USER) ? k : w->n;
}

/* "http://" or "https://": how long it is; 0 for any other beginning. */
static size_t web_scheme(const char *p)
{
    size_t n = p[4] == 's' ? 8 : 7;

    return memcmp(p, "http", 4) == 0 && memcmp(p + n - 3, "://", 3) == 0 ? n : 0;
}

/* A wrapper at i that does not close, which is plain up to to: as decide() and settle() would have it (R14, R24). */
static outcome unclosed(trawl *t, text *w, size_t i, size_t to, bool label)
{
    size_t opener;

    t->w->open = i;
    t->w->strong = label;
    opener = to < w->n ? wrap_early_opener(w, to, t->w) : 0;
    if (opener == 0 || w->starved)
        return NOT_A_LINK;
    t->unclosed_from = w->base + i;
    t->unclosed_to = w->base + opener;
    return nothing(t, i);
}

/* "<http://example.org/path>", or with "URL:" before it: of characters that stand for themselves anywhere, on one line. */
static outcome in_wrapper(trawl *t, text *w, size_t i, size_t colon)
{
    const settings *s = &t->set;
    bool label = colon == i + 4 && (ascii_same(w->p + i + 1, "url", 3) || ascii_same(w->p + i + 1, "uri", 3)), dot;
    size_t from = label ? colon + 1 : i + 1, to, scheme;

    if (w->n - from <= KERNEL_BLOCK || !settings_find(s, TRAWL_FIND_URL) || w->base + i < t->unclosed_to)
        return NOT_A_LINK;
    scheme = web_scheme(w->p + from);
    to = scheme > 0 ? host_at(s, w, from + scheme, false, &dot) : 0;
    to = to > 0 ? port_end(w, to) : w->n;
    if (to < w->n && w->p[to] == '/')
        to += s->kernel->span(&s->sets.path, w->p + to, w->n - to < USUAL_TAIL ? w->n - to : USUAL_TAIL);
    if (to == w->n || w->p[to] != '>')
        return unclosed(t, w, i, to, label);
    if (w->p[to - 1] != '/' && !ascii_is_alnum((unsigned char)w->p[to - 1]))
        return NOT_A_LINK;
    take(&t->f, w, label ? TRAWL_WRAP : TRAWL_ANGLE, from, to);
    t->f.from = i;
    t->f.to = to + 1;
    return IS_LINK;
}

/* Behind "<b" stands what is neither in an address nor in a scheme. */
static bool ends_word(char c)
{
    return (unsigned char)c <= ' ' || c == '<' || c == '>';
}

/* So it does behind "<joe@example.org", but it is no ">". */
static bool is_dead_end(const look *h, const text *w, size_t i)
{
    char c = is_whole(h, w, i) ? w->p[i + h->n] : '>';

    return c != '>' && c != '_' && (h->n > 0 || c != '[');
}

/* "<joe@example.org>", or a message-id, which is passed over. */
static outcome in_brackets(trawl *t, text *w, size_t i)
{
    const settings *s = &t->set;
    uint64_t others;
    size_t at, to;
    bool dot;
    look h;

    if (w->n - i <= KERNEL_BLOCK || !(others = ~s->kernel->bits(&s->sets.mailbox, w->p + i + 1)))
        return NOT_A_LINK;
    at = i + 1 + (size_t)__builtin_ctzll(others);
    if (w->p[at] == ':')
        return in_wrapper(t, w, i, at);
    if (at > i + 1 && ends_word(w->p[at]))
        return nothing(t, i);
    if (w->p[at] == '@' && !settings_find(s, USUAL_NAMES)) {
        t->f.from = i;
        t->f.to = at; /* whatever it is, no URL begins before that */
        return PASS_OVER;
    }
    if (at == i + 1 || w->p[at] != '@')
        return NOT_A_LINK;
    look_at(s, w, at + 1, &h);
    if (is_dead_end(&h, w, at + 1))
        return nothing(t, i);
    to = host_end(w, at + 1, &h, true, &dot);
    if (to == 0 || w->p[to] != '>')
        return NOT_A_LINK;
    take_address(&t->f, w, TRAWL_ADDR, i + 1, to);
    t->f.from = i;
    t->f.to = to + 1;
    if (!wrap_is_id(w, i))
        return settings_find(s, TRAWL_FIND_ADDR) ? IS_LINK : PASS_OVER;
    return settings_find(s, TRAWL_FIND_MSGID) ? NOT_A_LINK : PASS_OVER;
}

/* Could what stands before a local part belong to it, or to a colour before it (bare_email.c)? */
static bool may_go_on_left(unsigned char c)
{
    return c >= 0x80 || link_ascii[c] & LINK_EMAIL || c == ':' || c == ';' || c == '[';
}

/* The local part that ends at at: where it begins; at when it is not so simple. */
static size_t local_start(const settings *s, const text *w, size_t at)
{
    uint64_t others, dots;
    size_t from;
    unsigned n;

    if (at < KERNEL_BLOCK || !(others = ~s->kernel->bits(&s->sets.mailbox, w->p + at - KERNEL_BLOCK)))
        return at;
    n = (unsigned)__builtin_clzll(others);
    from = at - n;
    if (n == 0 || from < w->floor || !ascii_is_alnum((unsigned char)w->p[from]) ||
        may_go_on_left((unsigned char)w->p[from - 1]))
        return at;
    dots = s->kernel->bits(&s->sets.dot, w->p + at - KERNEL_BLOCK) >> (KERNEL_BLOCK - n);
    return dots & (dots << 1 | (uint64_t)1 << (n - 1)) ? at : from;
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

/* "joe@example.org" */
static outcome in_text(trawl *t, const text *w, size_t at)
{
    const settings *s = &t->set;
    size_t from, to;
    bool dot;
    look h;

    if (w->n - at > 1 && (unsigned char)w->p[at + 1] >= 0x80)
        return may_have_dot(w, at + 1) ? NOT_A_LINK : nothing(t, at);
    look_at(s, w, at + 1, &h);
    if (h.n > 0 && h.marks.dots == 0 && is_whole(&h, w, at + 1))
        return nothing(t, at);
    to = host_end(w, at + 1, &h, true, &dot);
    if (to == 0)
        return NOT_A_LINK;
    if (w->p[to] == '@')
        return host_at(s, w, to + 1, true, &dot) > 0 ? nothing(t, at) : NOT_A_LINK;
    from = local_start(s, w, at);
    if (from == at)
        return NOT_A_LINK;
    take_address(&t->f, w, TRAWL_EMAIL, from, to);
    return settings_find(s, TRAWL_FIND_EMAIL) ? IS_LINK : PASS_OVER;
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
        return (unsigned char)c < 0x80 ? i : w->n;
    to += s->kernel->span(&s->sets.tail, w->p + i, room < USUAL_TAIL ? room : USUAL_TAIL);
    if (to == w->n || to - i == USUAL_TAIL || ((unsigned char)w->p[to] > ' ' && !strchr("<>)", w->p[to])))
        return w->n;
    while (to > i && (link_ascii[(unsigned char)w->p[to - 1]] & LINK_TERM) == LINK_SOFT)
        to--;
    return to;
}

/* "%", "&" or "=" stand in the link behind its host: other rules may have a say, and are asked. */
static void look_at_codes(trawl *t, text *w, size_t host)
{
    static const before nothing;
    found *f = &t->f;

    f->codes = true;
    f->to = ending_trim(w, &nothing, f, host, f->to);
    found_whole(f, w, f->from, f->to);
    bare_flag_percent(f);
    quoted_bare(&t->set, w, &t->place, f);
    readings_entity(f);
}

/* "https://example.org/path" */
static outcome in_web(trawl *t, text *w, size_t colon)
{
    const settings *s = &t->set;
    size_t n = colon > 0 && w->p[colon - 1] == 's' ? 5 : 4, from, host, to;
    bool dot;

    if (colon == w->floor || !byte_is((unsigned char)w->p[colon - 1], BYTE_SCHEME))
        return nothing(t, colon);
    if (colon < w->floor + n + 1 || memcmp(w->p + colon - n, "https", n) != 0 ||
        byte_is((unsigned char)w->p[colon - n - 1], BYTE_SCHEME) || w->n - colon < 4 || w->p[colon + 1] != '/' ||
        w->p[colon + 2] != '/' || !settings_find(s, TRAWL_FIND_URL))
        return NOT_A_LINK;
    from = colon - n;
    host = is_marked(w, from) ? 0 : host_at(s, w, colon + 3, false, &dot);
    if (host == 0 || dot || (w->p[host] != ':' && byte_is((unsigned char)w->p[host], BYTE_USER)))
        return NOT_A_LINK;
    host = port_end(w, host);
    to = host < w->n ? tail_end(s, w, host) : host;
    if (to == w->n)
        return NOT_A_LINK;
    take(&t->f, w, TRAWL_BARE, from, to);
    if (to > host && settings_find_byte(s, &s->sets.codes, w, host, to) < to)
        look_at_codes(t, w, host);
    return w->starved ? NOT_A_LINK : IS_LINK;
}

outcome usual_link(trawl *t, text *w, size_t i)
{
    switch (w->p[i]) {
    case '<':
        return in_brackets(t, w, i);
    case '@':
        return in_text(t, w, i);
    case ':':
        return in_web(t, w, i);
    default:
        return NOT_A_LINK;
    }
}
