/* gateway.c - links of gateways, which show when they are whole (R39)
 *
 * Safe Links end in "reserved=0", links of Proofpoint in "&e=" or "__;...$" (src/gen/gateways.tsv).
 * Mail programs fold them at any column. Input: such a link, and the words after it: in its line,
 * if they can only be parts of a URL, and in the next lines, whatever their quote marks. With the
 * word that makes it whole, all of them are the link. Unlike the lines of other URLs (join.c),
 * these lines are not weighed. But if no word makes the link whole, the evidence decides, and the
 * link is flagged.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "find/join/inside.h"

/* The text of a link and of the words after it, with the prefix that its URL has. */
typedef struct gathered {
    chain k;       /* a piece for each word */
    unsigned best; /* the pieces up to the last place where the link may be whole; 0 for none */
    bool cut;      /* the end of the URL shows that the link is not whole */
    size_t n;
    char url[FOUND_BYTES + FOUND_PREFIX];
} gathered;

/* Returns what the end of the URL shows, without punctuation of the text after it. */
static enum unwrap_end gateway_end(const gathered *g)
{
    enum unwrap_end is = unwrap_end(g->url, g->n);

    for (size_t less = 1; strchr(").,;:!?]}'*_", g->url[g->n - less]); less++) {
        const enum unwrap_end shorter = unwrap_end(g->url, g->n - less);

        if (shorter >= UNWRAP_MAY)
            return shorter;
    }
    return is;
}

/* Returns true when the word begins with a link of its own: "https://a.example". But after
 * ".../v3/__" it is the target of the gateway's link that begins so, and "www." after
 * "https%3A%2F%2F" is part of the target, too. */
static bool is_link_of_its_own(const gathered *g, const char *p, size_t n)
{
    const char *authority = bytes_authority(p, n);
    const size_t i = authority ? (size_t)(authority - p) : 0;
    const size_t from = bytes_run_before(p, 0, i, BYTE_ALPHA, "");

    CHECK(g->n > 0 && g->n <= sizeof g->url);
    if (g->url[g->n - 1] == '_')
        return false;
    if (prefix_is_www(p, n))
        return g->url[g->n - 1] != '/' && (g->url[g->n - 1] | 0x20) != 'f';
    return from < 2 && ascii_is_word_of("http https ftp", p + from, i - from);
}

/* Adds the word at i. Returns what the end of the URL then shows; UNWRAP_NONE when the word cannot
 * belong to the URL. */
static enum unwrap_end add_word(text *t, gathered *g, size_t i, size_t *to)
{
    const size_t end = text_run(t, i, ROW_BYTES, BYTE_URL, "");
    const size_t n = end - i;
    enum unwrap_end is;

    *to = end;
    if (n == 0 || g->k.count == FOUND_LINES || n > sizeof g->url - g->n ||
        is_link_of_its_own(g, t->p + i, n))
        return UNWRAP_NONE;
    memcpy(g->url + g->n, t->p + i, n);
    g->n += n;
    is = gateway_end(g);
    g->cut = is == UNWRAP_CUT;
    CHECK(g->k.count > 0 && g->k.pieces[g->k.count - 1].to <= i);
    g->k.pieces[g->k.count++] = (piece){i, end};
    if (is >= UNWRAP_MAY)
        g->best = g->k.count;
    return is;
}

/* Returns true when the word at i, which follows a word of the link in its line, can only be a part
 * of the link. */
static bool goes_on_in_line(text *t, size_t i)
{
    const token word = word_read(t, i, false, (trawl_str){"", 0});

    return !word.plain && word.kind != TOKEN_WORD && word.kind != TOKEN_SIGN;
}

/* Adds the words of the row from i on; `any`: the first of them is not tested. Returns what the end
 * of the URL then shows; UNWRAP_NONE when a word follows that does not belong to the URL. */
static enum unwrap_end gateway_add_row(text *t, gathered *g, const text_row *r, size_t i, bool any)
{
    enum unwrap_end is = UNWRAP_CUT;

    while (i < r->to && is != UNWRAP_NONE && is != UNWRAP_WHOLE) {
        is = any || goes_on_in_line(t, i) ? add_word(t, g, i, &i) : UNWRAP_NONE;
        i = text_skip_blanks(t, i);
        any = false;
    }
    return is;
}

/* Reads the next line, with any marks. */
static bool next_row(text *t, const gathered *g, text_row *r)
{
    return r->next > 0 && row_read_below(t, r->next, &g->k.first, r) && r->text < r->to;
}

/* Adds the words after the link, which ends at `end`, until it is whole or another text follows. */
static void gather(text *t, gathered *g, size_t end)
{
    enum unwrap_end is = gateway_add_row(t, g, &g->k.last, text_skip_blanks(t, end), false);
    text_row row = g->k.last;

    while (is != UNWRAP_NONE && is != UNWRAP_WHOLE && next_row(t, g, &row))
        is = gateway_add_row(t, g, &row, row.text, true);
}

/* Returns the end of the word that the link is in, if only punctuation follows it; else 0. */
static size_t gateway_word_end(text *t, const candidate *f)
{
    enum { SIGNS = 8 };
    const size_t end = text_run(t, f->to, SIGNS, 0, ".?=&-_+~*:;!#@%,$/");
    const int c = text_at(t, end);

    return c <= ' ' || c == '|' || c >= 0x80 ? end : 0;
}

/* Begins with the pieces of the link; the last of them is extended to `end`. Returns false when a
 * line is too long. */
static bool begin_gathering(text *t, const candidate *f, size_t end, gathered *g)
{
    const unsigned last = f->piece_count - 1;
    const size_t more = end - f->to, at = f->pieces[last].from;
    const size_t line = row_start(t, at, at > ROW_BYTES ? at - ROW_BYTES : 0);

    if (f->url_n + more > FOUND_BYTES || last + 1 > FOUND_LINES || !join_begin(t, f, end, &g->k))
        return false;
    if (last > 0 && (line == SIZE_MAX || !row_read(t, line, NULL, &g->k.last)))
        return false;
    CHECK(f->piece_count <= FOUND_LINES);
    memcpy(g->k.pieces, f->pieces, f->piece_count * sizeof f->pieces[0]);
    g->k.pieces[last].to = end;
    g->k.count = f->piece_count;
    g->best = 0;
    g->cut = false;
    memcpy(g->url, f->url, f->url_n);
    memcpy(g->url + f->url_n, t->p + f->to, more);
    g->n = f->url_n + more;
    return true;
}

/* Joins the link, whose word ends at `end`, with the words after it up to the word that makes it
 * whole. Returns false when no word does. */
__attribute__((noinline)) static bool make_whole(const settings *s, text *t, candidate *f,
                                                 size_t end)
{
    gathered g;

    if (!begin_gathering(t, f, end, &g))
        return false;
    gather(t, &g, end);
    if (t->starved || g.best == 0) {
        if (f->gateway == UNWRAP_BEGUN && g.cut && join_is_last(t, end))
            f->flags |= TRAWL_FLAG_INCOMPLETE;
        return false;
    }
    g.k.count = g.k.sure = g.best;
    f->gateway = UNWRAP_WHOLE;
    if (!join_all(s, t, f, &g.k))
        return false;
    candidate_note(f, "R39", "with the words after it, the link of this gateway is whole");
    return true;
}

/* Decides by the decoded link when the line ends in a "=" of quoted-printable (M13). */
static bool is_whole_decoded(const settings *s, text *t, place *p, candidate *f, size_t end)
{
    if (t->p[end - 1] != '=')
        return false;
    quoted_bare(s, t, p, f, true);
    return unwrap_end(f->url, f->url_n) >= UNWRAP_MAY;
}

bool gateway_follow(const settings *s, text *t, place *p, candidate *f)
{
    const enum unwrap_end is = unwrap_end(f->url, f->url_n);
    const size_t end = is == UNWRAP_NONE || is == UNWRAP_WHOLE ? 0 : gateway_word_end(t, f);

    f->gateway = NARROW8(is);
    if (end == 0 || !RULE(R39))
        return is == UNWRAP_WHOLE && RULE(R39);
    return is_whole_decoded(s, t, p, f, end) || make_whole(s, t, f, end) || is == UNWRAP_MAY;
}

void gateway_flag(text *t, candidate *f)
{
    size_t end;

    if (!RULE(R39) || unwrap_end(f->url, f->url_n) != UNWRAP_CUT)
        return;
    end = gateway_word_end(t, f);
    if (end == 0 || !join_is_last(t, end))
        return;
    f->flags |= TRAWL_FLAG_INCOMPLETE;
    candidate_note(f, "R39", "the link of this gateway is not whole, nor with the words after it");
}
