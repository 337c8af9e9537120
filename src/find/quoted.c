/* quoted.c - links in quoted-printable that nobody decoded (RFC 2045 section 6.7): M13
 *
 * Somebody saved or quoted a message as it came. What gives it away: "=3D", which is how each "=" is written; a "=" at the end
 * of the line, which joins it to the next; a character of UTF-8 in codes, "=C3=A4"; "=20" at the end of a line. And there is
 * no other "=": a link that has one is what it seems to be. Codes of one letter or digit are no sign, "?id=42" has one too,
 * and in a query neither is what ends its line: "?q=" may be all of it, "?n=20" may count.
 *
 * The link itself stays as it stands; the decoded one is offered beside it.
 */
#include "find/quoted.h"

#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/rules_off.h"

/* How far the lines behind the link's own are looked at. */
#define QUOTED_AHEAD 2048

/* A link without its soft line breaks, and what was seen of it. */
typedef struct coded {
    char p[FOUND_BYTES];
    size_t n;
    bool signs;
} coded;

static int upper_hex(char c)
{
    return c >= 'a' ? -1 : ascii_hex((unsigned char)c);
}

/* The byte that the code at c->p[i] stands for; -1 when no code stands there. */
static int code_at(const coded *c, size_t i)
{
    int high = c->n - i > 2 ? upper_hex(c->p[i + 1]) : -1, low = high < 0 ? -1 : upper_hex(c->p[i + 2]);

    return low < 0 ? -1 : high * 16 + low;
}

static bool has_query(const coded *c)
{
    return memchr(c->p, '?', c->n) != NULL;
}

/* Decode it in place; false when it is no quoted-printable, or nothing speaks for that. */
static bool decode(coded *c)
{
    size_t to = 0;
    int last = 0;

    for (size_t i = 0; i < c->n;) {
        const char *sign = memchr(c->p + i, '=', c->n - i);
        size_t plain = (sign ? (size_t)(sign - c->p) : c->n) - i;
        int code;
        if (plain > 0) {
            memmove(c->p + to, c->p + i, plain);
            to += plain;
            i += plain;
            last = 0;
            continue;
        }
        code = code_at(c, i);
        if (code < 0)
            return false;
        c->signs = c->signs || code == '=' || (code >= 0x80 && last >= 0xC0) ||
                   (code == ' ' && i + 3 == c->n && !has_query(c));
        last = code;
        c->p[to++] = code > 0 ? (char)code : '=';
        i += code > 0 ? 3 : 1;
    }
    c->n = to;
    return c->signs;
}

static bool add(coded *c, const char *p, size_t n)
{
    if (n > sizeof c->p - c->n)
        return false;
    memcpy(c->p + c->n, p, n);
    c->n += n;
    return true;
}

static size_t word_end(text *t, size_t i, size_t limit)
{
    const size_t end = limit < t->n ? limit : t->n;
    const char *p = t->p;
    int c;

    while (i < end && byte_is((unsigned char)p[i], BYTE_URL))
        i++; /* most of it */
    while (i < limit && (c = text_at(t, i)) > ' ' && c != '<' && c != '>' && c != '"' && c != 0x7F)
        i++;
    return i;
}

/* What a line behind a soft break holds of the link, and where the next one begins; there, when no soft break ends it. */
typedef struct coded_line {
    size_t from, end, next;
} coded_line;

/* The link's quote marks stand before it when somebody quoted it as it was, not when it was quoted before it was coded. */
static inline coded_line line_at(text *t, const prefix *marks, size_t i, size_t limit)
{
    size_t from = i, end;

    if (marks->count > 0) {
        size_t behind = i;
        from = wrap_skip_prefix(t, &behind, marks) ? text_skip_blanks(t, behind) : i;
    }
    end = word_end(t, from, limit);
    return (coded_line){from, end, end > from && t->p[end - 1] == '=' ? text_behind_break(t, end) : end};
}

/* Lines that go on, from behind a soft break. False when there are too many. */
static bool add_lines(text *t, const prefix *marks, size_t *from, coded *c)
{
    const size_t limit = *from + QUOTED_AHEAD;
    size_t i = *from;

    while (i < limit) {
        coded_line l = line_at(t, marks, i, limit);
        *from = l.next;
        if (!add(c, t->p + l.from, l.end - l.from - (l.next > l.end)))
            return false;
        if (l.next == l.end)
            return true;
        i = l.next;
    }
    return false;
}

/* Does the text end, for now, in lines that go on? Where text comes byte by byte it does so again and again: the place says up
 * to which line it was looked at before. It decides nothing. */
static bool lines_starve(text *t, place *p, uint64_t link, size_t next)
{
    const size_t limit = next + QUOTED_AHEAD;
    size_t i = p->coded_at == link && p->coded_line > t->base + next ? (size_t)(p->coded_line - t->base) : next;

    while (!t->starved && i < limit) {
        coded_line l = line_at(t, place_marks(p), i, limit);
        if (t->starved || l.next == l.end)
            break;
        i = l.next;
    }
    p->coded_at = link;
    p->coded_line = t->base + i;
    return t->starved;
}

/* Where the next line begins when the link ends in a soft break, its "=" being part of the link or not; else 0. */
static size_t soft_break(text *t, const found *f)
{
    size_t i = f->to + (t->p[f->to - 1] != '=' && text_at(t, f->to) == '='), next;

    if (t->p[i - 1] != '=')
        return 0;
    next = text_behind_break(t, i);
    return next > i ? next : 0;
}

/* Where running text would end it; only if it is a URL then. */
static void offer(const settings *s, const coded *c, found *f)
{
    piece one;
    found decoded = {.pieces = &one};
    const char *colon = memchr(c->p, ':', c->n);
    text t = {.p = c->p, .n = c->n, .final = true};

    if (!colon || bare_scheme(s, &t, (size_t)(colon - c->p), &decoded) != IS_LINK || decoded.from > 0 ||
        !form_is_good(decoded.url, decoded.url_n))
        return;
    found_note(f, "M13", "it may be quoted-printable that nobody decoded");
    found_alt(f, decoded.url, decoded.url_n, TRAWL_WHY_QUOTED);
}

/* Is each "=" one of a code, and one of the codes a sign? */
static bool may_be_coded(const found *f)
{
    const char *end = f->url + f->url_n;
    bool signs = false;

    for (const char *p = f->url; (p = memchr(p, '=', (size_t)(end - p))); p += 3) {
        if (end - p < 3 || upper_hex(p[1]) < 0 || upper_hex(p[2]) < 0)
            return false;
        signs = signs || p[1] >= '8' || memcmp(p + 1, "3D", 2) == 0 || memcmp(p + 1, "20", 2) == 0;
    }
    return signs;
}

/* With the lines from next on, if that is not 0. */
static void read_codes(const settings *s, text *t, place *p, size_t next, found *f)
{
    coded c;

    c.n = 0;
    if (!add(&c, f->url, f->url_n))
        return;
    c.signs = next > 0 && !has_query(&c);
    if (next > 0) {
        bool all;
        place_advance(p, t, f->from);
        if (t->n - next < (size_t)2 * QUOTED_AHEAD && lines_starve(t, p, t->base + f->from, next))
            return;
        c.n -= c.p[c.n - 1] == '=';
        all = add_lines(t, place_marks(p), &next, &c);
        if (t->starved)
            return;
        p->joined_at = t->base + f->from;
        p->joined_to = t->base + next;
        if (!all)
            return;
    }
    if (decode(&c))
        offer(s, &c, f);
}

void quoted_bare(const settings *s, text *t, place *p, found *f)
{
    size_t next = soft_break(t, f);
    uint64_t from = t->base + f->from;

    if (from > p->joined_at && from < p->joined_to)
        next = 0; /* its line goes on from the one above */
    if (RULE(M13) && (next > 0 || (f->codes && may_be_coded(f))))
        read_codes(s, t, p, next, f);
}

/* Is there a line break before clean[i]? */
static bool is_broken(const wrap *w, size_t i)
{
    unsigned g = wrap_gap(w, i);

    return g < w->gap_count && w->gaps[g].pos == i && w->gaps[g].broken;
}

void quoted_wrapped(const wrap *w, slice at, found *f)
{
    coded c;

    if (!RULE(M13) || !memchr(w->clean + at.from, '=', at.to - at.from))
        return;
    c.n = 0;
    c.signs = false;
    for (size_t i = at.from; i < at.to; i++) {
        bool soft = w->clean[i] == '=' && is_broken(w, i + 1);
        c.signs = c.signs || (soft && !has_query(&c));
        if (!soft)
            c.p[c.n++] = w->clean[i];
    }
    if (!decode(&c) || !form_is_good(c.p, c.n))
        return;
    found_note(f, "M13", "it may be quoted-printable that nobody decoded");
    found_alt(f, c.p, c.n, TRAWL_WHY_QUOTED);
}
