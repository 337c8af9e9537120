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
 * and "?n=20" may have a number. The link itself stays as it is; the decoded one is a second
 * reading. But where a "=" without a query joins it to the next line, the decoded one is the first
 * reading.
 */

#include "base/ascii.h"
#include "find/join/join.h"

/* The most bytes that are read of the lines after the link's own. */
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

    return code < 0 || p[1] >= 'a' || p[2] >= 'a' ? -1 : code;
}

static bool has_query(const coded *c)
{
    return memchr(c->p, '?', c->n) != NULL;
}

/* Decodes *c in place. Returns false when it is not quoted-printable, or has no sign of it. */
static bool quoted_decode(coded *c)
{
    size_t to = 0;
    int last = 0;

    for (size_t i = 0; i < c->n;) {
        int code = c->p[i] == '=' ? code_at(c->p + i, c->n - i) : 0;
        if (code < 0)
            return false;
        if (c->p[i] != '=' || code == 0) {
            last = 0;
            c->p[to++] = c->p[i++];
            continue;
        }
        c->signs = c->signs || code == '=' || (code >= 0x80 && last >= 0xC0) ||
                   (code == ' ' && i + 3 == c->n && !has_query(c));
        last = code;
        c->p[to++] = (char)code;
        i += 3;
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

/* Adds the lines after a soft line break, from *from on. Moves *from to where it stopped. Returns
 * false when there are too many. Skips quote marks: somebody may have quoted the lines as they
 * were. */
static bool quoted_add_lines(text *t, const quote_marks *marks, size_t *from, coded *c)
{
    const size_t limit = *from + QUOTED_AHEAD;

    while (*from < limit) {
        size_t begin = *from, end;
        int byte;
        if (marks->count > 0 && quote_marks_skip(t, &begin, marks))
            begin = text_skip_blanks(t, begin);
        for (end = begin; end < limit && (byte = text_at(t, end)) > ' ' && byte != '<' &&
                          byte != '>' && byte != '"' && byte != 0x7F;)
            end++;
        *from = end > begin && t->p[end - 1] == '=' ? text_after_break(t, end) : end;
        if (!quoted_add(c, t->p + begin, end - begin - (*from > end)))
            return false;
        if (*from == end)
            return true;
    }
    return false;
}

/* Returns the start of the next line when the link ends in a soft line break, its "=" included or
 * not; else 0. */
static size_t quoted_soft_break(text *t, const candidate *f)
{
    size_t i = f->to + (t->p[f->to - 1] != '=' && text_at(t, f->to) == '='), next;

    if (t->p[i - 1] != '=')
        return 0;
    next = text_after_break(t, i);
    return next > i ? next : 0;
}

static void quoted_offer(candidate *f, const char *url, size_t n)
{
    candidate_note(f, "M13", "it may be quoted-printable that was not decoded");
    candidate_alt(f, url, n, TRAWL_WHY_QUOTED);
}

/* Makes the decoded link the first reading, and the link itself the second one. */
static void quoted_prefer(candidate *f, const char *url, size_t n)
{
    candidate_note(f, "M13",
                   f->gateway >= UNWRAP_CUT
                       ? "decoded from quoted-printable, it is a gateway's whole link"
                       : "it is quoted-printable that was not decoded: \"=\" joins the lines");
    candidate_prefer(f, url, n, TRAWL_WHY_QUOTED);
    f->flags |= f->gateway >= UNWRAP_CUT ? 0 : TRAWL_FLAG_GUESS_JOINED;
}

/* Returns true when each "=" begins a code, and one of the codes is a sign of quoted-printable. */
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

/* Returns true if p[0..n), after a "=" in column `column`, goes on with the URL: it is not a URL
 * itself, and not only letters, which may be a word, unless the line is full. */
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
    const size_t most = f->to + FOUND_LOCAL;
    size_t i = f->to;
    int c;

    if (text_at(t, i) != '=' || text_at(t, i + 2) < 0 || code_at(t->p + i, t->n - i) < '!')
        return i;
    while (i < most && (c = text_at(t, i)) > ' ' && c != '<' && c != '>' && c != '"')
        i++;
    return i;
}

/* Returns true when the decoded link is the first reading: its lines are `joined`, or it is a whole
 * link of a gateway (R39). */
static bool is_first(candidate *f, const candidate *decoded, bool joined)
{
    const enum unwrap_end is = unwrap_shows_end(decoded->url, decoded->url_n)
                                   ? unwrap_end(decoded->url, decoded->url_n)
                                   : UNWRAP_NONE;

    if (is >= UNWRAP_CUT)
        f->gateway = (uint8_t)is;
    return (is >= UNWRAP_CUT ? is >= UNWRAP_MAY : joined) && decoded->url_n <= FOUND_BYTES;
}

/* Decodes the link, with the rest of its word up to `to`, and with the lines from `next` on unless
 * that is 0. Offers the result if it is a link in running text. */
static void read_codes(const settings *s, text *t, place *p, size_t to, size_t next, candidate *f)
{
    piece one;
    candidate decoded = {.pieces = &one};
    const char *colon;
    coded c;
    text w;
    bool all, joined;
    size_t own;

    c.n = 0;
    if (!quoted_add(&c, f->url, f->url_n))
        return;
    joined = c.signs = next > 0 && !has_query(&c);
    if (to > f->to && quoted_add(&c, t->p + f->to, to - f->to))
        c.signs = true;
    own = c.n;
    if (next > 0) {
        place_advance(p, t, f->from);
        own = c.n -= c.p[c.n - 1] == '=';
        all = quoted_add_lines(t, place_marks(p), &next, &c);
        if (t->starved)
            return;
        p->soft_from = t->base + f->from;
        p->soft_to = t->base + next;
        if (!all)
            return;
    }
    joined = joined && quoted_goes_on(c.p + own, c.n - own, p->column + f->to - f->from);
    if (!quoted_decode(&c))
        return;
    w = (text){.p = c.p, .n = c.n, .final = true};
    colon = memchr(c.p, ':', c.n);
    if (colon && bare_scheme(s, &w, (size_t)(colon - c.p), &decoded) == IS_LINK &&
        decoded.from == 0 && form_is_good(decoded.url, decoded.url_n))
        (is_first(f, &decoded, joined) ? quoted_prefer : quoted_offer)(f, decoded.url,
                                                                       decoded.url_n);
}

void quoted_bare(const settings *s, text *t, place *p, candidate *f)
{
    const size_t to = f->url_only ? f->to : coded_end(t, f);
    const bool codes = f->codes && !f->url_only && may_be_coded(f);
    const uint64_t from = t->base + f->from;
    size_t next = quoted_soft_break(t, f);

    if (from > p->soft_from && from < p->soft_to)
        next = 0; /* its line continues the one above */
    if (RULE(M13) && (next > 0 || to > f->to || codes))
        read_codes(s, t, p, to, next, f);
}

void quoted_wrapped(const broken_link *b, candidate *f)
{
    size_t from = b->from;
    coded c;

    if (!RULE(M13) || !memchr(b->p + from, '=', b->to - from))
        return;
    c.n = 0;
    c.signs = false;
    for (unsigned g = gaps_from(b->gaps, b->gap_count, from + 1);
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
