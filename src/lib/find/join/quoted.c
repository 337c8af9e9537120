/* quoted.c - a second reading of links in quoted-printable that was not decoded (RFC 2045 section
 * 6.7): M13
 *
 * Somebody saved or quoted a message without decoding it:
 *
 *     http://a.example/?x=3D1&y=3D=       http://a.example/?x=3D1&y=3D=
 *     2                                   or http://a.example/?x=1&y=2
 *
 * The signs are: "=3D", which is how each "=" is written; a "=" at the end of the line, which joins
 * it to the next; a character of UTF-8 in codes, "=C3=A4"; "=20" at the end of a line. A link with
 * any other "=" is not coded. The code of a letter or digit is not a sign, since "?id=42" has one
 * too. In a query, "=" and "=20" at the end of a line are not signs either: "?q=" may be complete,
 * and "?n=20" may have a number. The link itself does not change; the decoded link is a second
 * reading. But where a "=" without a query joins it to the next line, the decoded link is the first
 * reading.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "find/join/join.h"

/* At most this many bytes are read after the link's own line. */
#define QUOTED_AHEAD 2048

/* A link without its soft line breaks. signs: something in it is a sign of quoted-printable. */
typedef struct coded {
    char p[FOUND_BYTES];
    size_t n;
    bool signs;
} coded;

/* Returns the byte whose code, "=2F", begins p[0..n), or -1. */
static int code_at(const char *p, size_t n)
{
    const int code = ascii_escape_of('=', p, n);

    return code <= 0 || p[1] >= 'a' || p[2] >= 'a' ? -1 : code;
}

/* Returns true when names and values with "=" may follow: in a query or in parameters. */
static bool has_query(const coded *c)
{
    return memchr(c->p, '?', c->n) || memchr(c->p, ';', c->n);
}

/* Decodes *c in place. Returns false when it is not quoted-printable, or has no sign of it. */
static bool quoted_decode(coded *c)
{
    size_t to = 0;
    int last = 0;

    for (size_t i = 0; i < c->n;) {
        const int code = c->p[i] == '=' ? code_at(c->p + i, c->n - i) : 0;
        if (code < 0)
            return false;
        c->signs = c->signs || code == '=' || (code >= 0x80 && last >= 0xC0) ||
                   (code == ' ' && i + 3 == c->n && !has_query(c));
        c->p[to++] = code > 0 ? (char)code : c->p[i];
        i += code > 0 ? 3 : 1;
        last = code;
    }
    c->n = to;
    return c->signs;
}

static bool quoted_add(coded *c, const char *p, size_t n)
{
    if (n > sizeof c->p - c->n)
        return false;
    memcpy(c->p + c->n, p, n);
    c->n += n;
    return true;
}

/* Returns the end of the word at i, before `limit`: white space, a quote or a bracket ends it. */
static size_t quoted_word_end(text *t, size_t i, size_t limit)
{
    int c;

    while (i < limit && (c = text_at(t, i)) > ' ' && !strchr("<>\"", c))
        i++;
    return i;
}

/* Adds the lines after a soft line break, from *from on. Moves *from to where it stopped. Returns
 * false when there are too many. Skips quote marks: somebody may have quoted the lines as they
 * were. */
static bool quoted_add_lines(text *t, const quote_marks *marks, size_t *from, coded *c)
{
    const size_t limit = *from + QUOTED_AHEAD;

    while (*from < limit) {
        size_t begin = *from, end;
        if (marks->count > 0 && quote_marks_skip(t, &begin, marks))
            begin = text_skip_blanks(t, begin);
        end = quoted_word_end(t, begin, limit);
        *from = t->p[end - 1] == '=' ? text_after_break(t, end) : end;
        if (!quoted_add(c, t->p + begin, end - begin - (*from > end)))
            return false;
        if (*from == end)
            return end < limit;
    }
    return false;
}

/* Returns the start of the next line when the link, or the word that it is in, ends at `end` in a
 * soft line break, its "=" included or not; else 0. */
static size_t quoted_soft_break(text *t, size_t end)
{
    const size_t i = end + (text_at(t, end) == '=');
    const size_t next = t->p[i - 1] == '=' ? text_after_break(t, i) : i;

    return next > i ? next : 0;
}

static void quoted_offer(candidate *f, const char *url, size_t n)
{
    candidate_note(f, "M13", "it may be quoted-printable that was not decoded");
    candidate_alt(f, url, n, TRAWL_WHY_QUOTED);
}

/* Offers the decoded link. With `first` it may be the first reading: if its lines are `joined`, or
 * if it is a whole link of a gateway (R39). */
static void offer_decoded(candidate *f, const candidate *decoded, bool joined, bool first)
{
    const enum unwrap_end is = first && unwrap_shows_end(decoded->url, decoded->url_n)
                                   ? unwrap_end(decoded->url, decoded->url_n)
                                   : UNWRAP_NONE;

    if (is >= UNWRAP_CUT)
        f->gateway = NARROW8(is);
    if (is >= UNWRAP_MAY) {
        candidate_note(f, "M13", "decoded from quoted-printable, it is a gateway's whole link");
    } else if (joined && is != UNWRAP_CUT) {
        candidate_note(f, "M13",
                       "it is quoted-printable that was not decoded: \"=\" joins the lines");
        f->flags |= TRAWL_FLAG_GUESS_JOINED;
    } else {
        quoted_offer(f, decoded->url, decoded->url_n);
        return;
    }
    candidate_prefer(f, decoded->url, decoded->url_n, TRAWL_WHY_QUOTED);
}

/* Returns true if p[0..n), after a "=" in column `column`, continues the URL. Returns false if
 * p[0..n) is a URL itself. Unless the line is full, also returns false if p[0..n) has only letters,
 * since these may be a word. */
static bool quoted_goes_on(const char *p, size_t n, uint64_t column)
{
    enum { FULL = 60 };

    return n > 0 && !bytes_authority(p, n) &&
           (column >= FULL || bytes_run(p, 0, n, BYTE_ALPHA, "") < n);
}

/* Returns the end of the word if a code follows the link, which then ended at its host: the code is
 * a sign, "mailto:joe@a=2Eexample". Otherwise returns the link's end. */
static size_t coded_end(text *t, const candidate *f)
{
    const size_t i = f->to;

    if (text_at(t, i) != '=' || text_at(t, i + 2) < 0 || code_at(t->p + i, t->n - i) <= ' ')
        return i;
    return quoted_word_end(t, i, i + FOUND_LOCAL);
}

/* Adds the lines from `next` on, after a soft line break. Returns false when there are too many.
 * Sets *joined if they go on with the URL. */
static bool add_next_lines(text *t, place *p, size_t next, const candidate *f, coded *c,
                           bool *joined)
{
    const bool query = has_query(c);
    size_t own;
    bool all;

    place_advance(p, t, f->from);
    CHECK(c->n > 0);
    own = c->n -= c->p[c->n - 1] == '=';
    all = quoted_add_lines(t, place_marks(p), &next, c);
    if (t->starved)
        return false;
    p->soft_from = t->base + f->from;
    p->soft_to = t->base + next;
    c->signs = c->signs || !query;
    *joined = !query && !t->decoded &&
              quoted_goes_on(c->p + own, c->n - own, p->column + f->to - f->from);
    return all;
}

/* Decodes the link, with the rest of its word up to `to`, and with the lines from `next` on unless
 * that is 0. Offers the result if it is a link in running text. If the word and the line end with
 * the link, only a `gateway` can make it the first reading. */
static void read_codes(const settings *s, text *t, place *p, size_t to, size_t next, bool gateway,
                       candidate *f)
{
    const bool first = gateway || next > 0 || to > f->to;
    bool joined = false;
    const char *colon;
    coded c;

    c.n = 0;
    c.signs = to > f->to;
    if (!quoted_add(&c, f->url, f->url_n) || !quoted_add(&c, t->p + f->to, to - f->to) ||
        (next > 0 && !add_next_lines(t, p, next, f, &c, &joined)) || !quoted_decode(&c))
        return;
    colon = memchr(c.p, ':', c.n);
    if (colon) {
        text w = {.p = c.p, .n = c.n, .final = true};
        piece one;
        candidate decoded = {.pieces = &one};
        if (bare_scheme(s, &w, (size_t)(colon - c.p), &decoded) == IS_LINK && decoded.from == 0 &&
            form_is_good(decoded.url, decoded.url_n))
            offer_decoded(f, &decoded, joined, first);
    }
}

/* Returns true when each "=" begins a code, and one of the codes is a sign of quoted-printable: a
 * first test, which most queries fail. */
static bool may_be_coded(const candidate *f)
{
    const char *end = f->url + f->url_n;
    bool signs = false;

    for (const char *p = f->url; (p = memchr(p, '=', (size_t)(end - p))); p += 3) {
        if (code_at(p, (size_t)(end - p)) < 0)
            return false;
        signs = signs || p[1] >= '8' || memcmp(p + 1, "3D", 2) == 0 || memcmp(p + 1, "20", 2) == 0;
    }
    return signs;
}

void quoted_bare(const settings *s, text *t, place *p, candidate *f, bool gateway)
{
    const size_t to = coded_end(t, f);
    const uint64_t from = t->base + f->from;
    size_t next = quoted_soft_break(t, to);

    if (from > p->soft_from && from < p->soft_to)
        next = 0; /* its line continues the one above */
    if (RULE(M13) && (next > 0 || to > f->to || (f->codes && may_be_coded(f))))
        read_codes(s, t, p, to, next, gateway, f);
}

void quoted_wrapped(const broken_link *b, candidate *f)
{
    size_t from = b->from;
    coded c;

    if (!RULE(M13))
        return;
    c.n = 0;
    c.signs = false;
    for (unsigned g = gaps_from(b->gaps, b->gap_count, from);
         g < b->gap_count && b->gaps[g].pos <= b->to; g++) {
        const size_t to = b->gaps[g].pos;

        if (!b->gaps[g].broken || to == from || b->p[to - 1] != '=')
            continue;
        (void)quoted_add(&c, b->p + from, to - 1 - from);
        c.signs = c.signs || !has_query(&c);
        from = to;
    }
    (void)quoted_add(&c, b->p + from, b->to - from);
    if (quoted_decode(&c) && form_is_good(c.p, c.n))
        quoted_offer(f, c.p, c.n);
}
