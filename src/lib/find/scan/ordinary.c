/* ordinary.c - the fast path for ordinary links: the only place that says what is ordinary
 *
 * Most links are "<joe@a.example>", "joe@a.example" between blanks, or "http://a.example/x" up to a
 * blank, of bytes on which few rules act. This file decides such a link with a few tests, and fills
 * in the same candidate as find/bare and find/wrap. For any other text it returns NOT_A_LINK, and
 * those functions decide. tests/lib/find/scan/t_ordinary.c compares both paths.
 *
 * The functions below omit the rules that act only on other bytes, or only with other settings or
 * requested events. Each other test of those functions has its counterpart here.
 */
#include "find/scan/scan.h"

enum { BRACKETS = 1, EMAIL = 2, URL = 4 };

#ifdef TRAWL_TEST_RULES
bool ordinary_off;
_Thread_local unsigned ordinary_count;
#endif

unsigned ordinary_kinds(const settings *s, const candidate *f)
{
    if (!settings_mail_or_screen(s) || f->wants_notes)
        return 0;
    return (settings_find(s, TRAWL_FIND_ADDR) && !settings_find(s, TRAWL_FIND_MSGID) ? BRACKETS
                                                                                     : 0) |
           (settings_find(s, TRAWL_FIND_EMAIL) ? EMAIL : 0) |
           (settings_find(s, TRAWL_FIND_URL) ? URL : 0);
}

static inline bool is_small(char c)
{
    return (unsigned char)(c - 'a') < 26;
}

/* Returns the end of the host at i: fewer than KERNEL_HOST bytes, which are letters and digits,
 * with single dots and hyphens between, and at least one dot. Its last label begins at *last, and
 * begins and ends in a small letter. Returns 0 for any other host, and at the end of the window. */
static inline size_t host_end(const settings *s, const text *t, size_t i, size_t *last)
{
    kernel_marks marks;
    const size_t n = i < t->n ? s->kernel->host(t->p + i, t->n - i, &marks) : 0;
    uint64_t signs;

    if (n == 0 || n == KERNEL_HOST || i + n == t->n)
        return 0;
    signs = marks.dots | marks.hyphens;
    *last = i + kernel_last_label(marks.dots);
    return marks.dots != 0 && !(signs & (signs << 1 | 1)) && *last + 1 < i + n &&
                   is_small(t->p[*last]) && is_small(t->p[i + n - 1])
               ? i + n
               : 0;
}

/* Makes an address the candidate. */
static inline outcome address(candidate *f, const text *t, int kind, piece all, piece own)
{
    candidate_begin(f, kind, all.from, all.to);
    f->codes = false;
    f->plain = f->ascii = true;
    candidate_simple(f, t, own.from, own.to, (trawl_str)TEXT_STR("mailto:"));
    return IS_LINK;
}

/* Decides about the "<" at i, as wrap_address(): "<joe@a.example>", or a message-id, which is not
 * wanted. */
static inline outcome in_brackets(const settings *s, text *t, size_t i, candidate *f)
{
    const size_t from = i + 1;
    size_t at, end, last;

    if (from == t->n || !byte_is((unsigned char)t->p[from], BYTE_ALNUM))
        return NOT_A_LINK;
    at = from + s->kernel->span(&s->sets.local, t->p + from,
                                t->n - from < FOUND_LOCAL ? t->n - from : FOUND_LOCAL);
    if (at == t->n || t->p[at] != '@' || t->p[at - 1] == '.' ||
        (end = host_end(s, t, at + 1, &last)) == 0 || t->p[end] != '>')
        return NOT_A_LINK;
    if (address_may_follow_word(s, t, i) && wrap_is_id(t, i, end + 1)) {
        candidate_begin(f, TRAWL_KIND_MSGID, i, end + 1);
        return SKIPPED;
    }
    if (address_may_be_id(t->p + from, at - from) || bare_may_end(s, BARE_FILE, t->p + end))
        return NOT_A_LINK;
    return address(f, t, TRAWL_KIND_ADDR, (piece){i, end + 1}, (piece){from, end});
}

/* Returns the start of the local part that ends at `at`, or `at` if it is not ordinary, does not
 * follow a blank or an opening bracket, or has dots beside each other or at an end. */
static inline size_t local_begin(const settings *s, const text *t, size_t at)
{
    size_t i = at;
    bool dot = true, bad = false; /* dot: the byte to the right of i is a dot or the "@" */

    for (; i > t->floor && at - i < KERNEL_HOST; i--) {
        const unsigned char c = (unsigned char)t->p[i - 1];
        if (!s->sets.local.table[c])
            break;
        bad = bad || (dot && c == '.');
        dot = c == '.';
    }
    if (i == at || bad || i <= t->floor + 1 || !byte_is((unsigned char)t->p[i], BYTE_ALNUM))
        return at;
    return t->p[i - 1] == ' ' || (t->p[i - 1] == '(' && (unsigned char)t->p[i - 2] <= ' ') ? i : at;
}

/* Decides about the "@" at `at`, as bare_email(). */
static inline outcome email(const settings *s, text *t, size_t at, candidate *f)
{
    const size_t from = local_begin(s, t, at);
    host_span h;
    int next;

    if (from == at || (h.to = host_end(s, t, at + 1, &h.last)) == 0)
        return NOT_A_LINK;
    next = (unsigned char)t->p[h.to];
    if ((next > ' ' && next != ',' && next != ')') || address_may_be_id(t->p + from, at - from) ||
        address_may_follow_word(s, t, from) || !settings_tld(s, t->p + h.last, h.to - h.last) ||
        address_lookalikes(s, t, from, from, at, &h, false) != 0)
        return NOT_A_LINK;
    (void)address(f, t, TRAWL_KIND_EMAIL, (piece){from, h.to}, (piece){from, h.to});
    if (copy_is_near(t, at, IS_LINK, f))
        return NOT_A_LINK;
    above_join(s, t, f);
    if (s->plain)
        doubt_border(s, t, at, f);
    return IS_LINK;
}

/* Returns the end of the port at i, of two to four digits; i for any other. */
static inline size_t port_end(const text *t, size_t i)
{
    const size_t most = t->n - i > 6 ? i + 6 : t->n,
                 to = bytes_run(t->p, i + 1, most, BYTE_DIGIT, "");

    return to - i > 2 && t->p[i + 1] != '0' && to - i < 6 ? to : i;
}

/* Returns the end of the path at i, as ending_find(), `i` if there is none. Sets f->codes if it has
 * "=" or "%". */
static inline size_t path_end(const settings *s, text *t, size_t i, size_t most, candidate *f)
{
    if (t->p[i] != '/')
        return i;
    i = settings_span(s, &s->sets.plain, t, i, most - i);
    if (i < t->n && (t->p[i] == '=' || t->p[i] == '%')) {
        f->codes = true;
        i = settings_span(s, &s->sets.tail, t, i, most - i);
    }
    return i;
}

/* Decides about the colon, as bare_scheme(): "http://a.example/x". */
static inline outcome url(const settings *s, text *t, size_t colon, place *line, candidate *f)
{
    size_t from, host, to, last;
    bool port;

    if (t->n - colon < 4 || memcmp(t->p + colon, "://", 3) != 0 ||
        (from = bare_web_start(s, t, colon)) == colon ||
        (host = host_end(s, t, colon + 3, &last)) == 0)
        return NOT_A_LINK;
    port = t->p[host] == ':';
    to = port ? port_end(t, host) : host;
    if (to == t->n)
        return NOT_A_LINK;
    candidate_begin(f, TRAWL_KIND_BARE, from, to);
    f->codes = false;
    to = path_end(s, t, to, from + FOUND_BYTES, f);
    if (to == t->n || (unsigned char)t->p[to] > ' ' ||
        (t->p[to - 1] != '/' && !byte_is((unsigned char)t->p[to - 1], BYTE_ALNUM)))
        return NOT_A_LINK;
    f->plain = !port;
    f->ascii = true;
    f->to = to;
    candidate_whole(f, t, from, to);
    if (f->codes)
        bare_flag_percent(f);
    if (copy_is_near(t, colon, IS_LINK, f) || gateway_is_coded(f) ||
        (!f->url_only && wrap_follows_opener(t, from)))
        return NOT_A_LINK;
    if (!f->url_only)
        quoted_bare(s, t, line, f, false);
    if (join_may_follow(t, f))
        join_follow(s, t, line, f);
    if (s->plain) {
        f->top = last - from;
        f->top_to = host - from;
        doubt_border(s, t, colon, f);
    }
    return IS_LINK;
}

static inline outcome decide(trawl_scanner *t, text *w, size_t i)
{
    const char c = w->p[i];

    if (c == '<' && t->ordinary & BRACKETS)
        return in_brackets(t->set, w, i, &t->candidate);
    if (c == '@' && t->ordinary & EMAIL)
        return email(t->set, w, i, &t->candidate);
    return c == ':' && t->ordinary & URL ? url(t->set, w, i, &t->place, &t->candidate) : NOT_A_LINK;
}

/* Hot: otherwise gcc takes the steps after so many tests to be cold, and copies with "rep movs". */
__attribute__((hot)) outcome ordinary_decide(trawl_scanner *t, text *w, size_t i)
{
#ifdef TRAWL_TEST_RULES
    outcome o = ordinary_off || rule_off != RULES ? NOT_A_LINK : decide(t, w, i);

    ordinary_count += o != NOT_A_LINK;
    return o;
#else
    return decide(t, w, i);
#endif
}
