/* join.h - links that are broken over several lines, and their readings: wrappers (R8, R9), URLs
 * (R34, R35), addresses, words with the hyphens of a formatter or signs of another notation (R8,
 * M20)
 */
#ifndef TRAWL_FIND_JOIN_JOIN_H
#define TRAWL_FIND_JOIN_JOIN_H

#include "find/bare/bare.h"
#include "url/unwrap/unwrap.h"

/* ---- A text without some bytes of its source, and where its bytes come from (clean.c) ---- */

/* The source bytes from..to for which the text has the n bytes p[at..at + n): the same bytes, or
 * other bytes that replace them. */
typedef struct clean_piece {
    size_t from, to, at, n;
} clean_piece;

typedef struct clean {
    char *p; /* room for the bytes that are kept */
    size_t n;
    clean_piece *pieces;
    unsigned count;
    size_t room;
    const memory *m;
    bool no_memory; /* an allocation failed */
} clean;

/* Appends bytes[0..n), which are `len` bytes at `from` in the source. */
void clean_keep(clean *c, size_t from, size_t len, const char *bytes, size_t n);

/* Keeps only the first n bytes. */
void clean_shorten(clean *c, size_t n);

/* Returns the source bytes of p[k]. At the end of the text, returns the place after the last source
 * bytes. The text must not be empty. */
piece clean_source(const clean *c, size_t k);

/* Returns the first byte of the text that comes from the place `from` of the source or from a later
 * place. This byte may come from several source bytes. */
size_t clean_place(const clean *c, size_t from);

/* Adds the source bytes of p[at.from..at.to) to the pieces of the link. The source begins at `base`
 * in the window. Returns false when out of memory. */
bool clean_pieces(const clean *c, piece at, size_t base, candidate *f);

/* ---- The readings of a broken link (readings.c) ---- */

/* A hyphen at a break, p[pos], that may have been inserted there. */
typedef struct hyphen {
    size_t pos;
    bool kept;   /* the first of two equally good readings has it */
    bool soft;   /* it was U+00AD */
    bool absent; /* the text lacks it: it may belong before p[pos] */
} hyphen;

/* White space that was left out before p[pos]. */
typedef struct gap {
    size_t pos;
    bool broken; /* it held a line break */
    bool words;  /* letters or digits on both sides */
} gap;

/* A broken link: its text p[from..to) without line breaks, the hyphens in it, the gaps in p. */
typedef struct broken_link {
    const settings *s;
    const char *p;
    size_t from, to;
    const hyphen *hyphens;
    const gap *gaps;
    unsigned hyphen_count, gap_count;
    bool drop; /* of two equally good readings, the one with fewer hyphens comes first */
    /* Writes the URL of the reading with this set of hyphens, a bit for each. Returns its length, 0
     * when that is no link. */
    size_t (*url)(const struct broken_link *b, uint64_t set, char *room);
    void *user;
} broken_link;

#define READINGS_MOST (1 + TRAWL_ALTS)

/* Sets of hyphens, the best one first. */
typedef struct readings {
    uint64_t sets[READINGS_MOST];
    int ranks[READINGS_MOST]; /* by url_rank(), then by host_label_is_known() */
    unsigned count;
} readings;

/* Returns the set of all hyphens. */
static inline uint64_t readings_all(const broken_link *b)
{
    return b->hyphen_count > 0 ? UINT64_MAX >> (64 - b->hyphen_count) : 0;
}

/* Writes the text with the hyphens of the set. Returns its length. */
size_t readings_put(const broken_link *b, uint64_t set, char *room);

/* Sets *r to all readings that are links, in order. A text without hyphens has one reading, which
 * is not tested. Sets *no_memory when out of memory. */
void readings_judge(const broken_link *b, readings *r, bool *no_memory);

/* Adds the readings to the link, which may already have one of them. Returns false when no reading
 * is a link. */
bool readings_offer(const broken_link *b, const readings *r, int why, candidate *f);

/* Notes for --explain why the first of several readings is the first one. */
void readings_note(const broken_link *b, const readings *r, candidate *f);

/* Adds the reading with "%20" for blanks between words (R9). */
void readings_spaced(const broken_link *b, uint64_t set, candidate *f);

/* Adds the readings in which a ligature is replaced by its letters (M20), "&amp;" by "&", as in
 * text made from HTML (M4), and U+2010 by "-", which formatters write so (R8). The reading without
 * ligatures always becomes the first reading. The reading with "&" does so only in a gateway's
 * link and in an attribute of a tag, and the reading with "-" only in a host. `t` is the text
 * around a link that is not in a wrapper, else NULL. */
void readings_decoded(const text *t, candidate *f);

/* Adds the decoded reading of a bare link that is quoted-printable (M13, quoted.c), or of a link in
 * a wrapper. May move p to the link. `gateway`: gateway_is_coded(f), or the line ends in "=". Else
 * the decoded link becomes the first reading only if a "=" ends or follows the link. */
void quoted_bare(const settings *s, text *t, place *p, candidate *f, bool gateway);
void quoted_wrapped(const broken_link *b, candidate *f);

/* Returns the first gap at p[pos] or after it, `count` for none. */
unsigned gaps_from(const gap *gaps, unsigned count, size_t pos);

/* ---- Bare links that may continue in the next lines ---- */

/* For a URL that ends its line, and may go on in the next: joins it (R34), or adds the joined
 * reading (R35). */
void join_follow(const settings *s, text *t, place *p, candidate *f);

/* The colon at i may end a scheme that a line break cuts in two. Returns IS_LINK if both lines
 * together have a URL, NOT_A_LINK if they have only a scheme, otherwise `o`. */
outcome join_scheme(const settings *s, text *t, place *p, size_t i, candidate *f, outcome o);

static inline bool join_is_authority(const char *p)
{
    return p[0] == ':' && p[1] == '/' && p[2] == '/';
}

/* Fast test: returns true when the text after a link shows that the link ends there. Nearly always
 * a word, a bracket or a comma follows, or another URL in the next line. */
static inline bool join_is_over(const char *next)
{
    if (next[0] == ' ')
        return ascii_is_alnum((unsigned char)next[1]);
    next += next[0] == '\r';
    return next[0] == '>' || next[0] == ')' || (next[0] == ',' && next[1] > ' ') ||
           (next[0] == '\n' &&
            (memcmp(next + 1, "http", 4) == 0
                 ? join_is_authority(next + 5 + (next[5] == 's'))
                 : memcmp(next + 1, "ftp:", 4) == 0 && join_is_authority(next + 4)));
}

/* For a link that may be a gateway's. Such links show when they are whole (R39, gateway.c): joins
 * the link with the words after it if one of them makes it whole. Sets f->gateway if it is a
 * gateway's link. Returns true when it is decided whether the link goes on. */
bool gateway_follow(const settings *s, text *t, place *p, candidate *f);

/* Flags a gateway's link that is not whole and ends its line. */
void gateway_flag(text *t, candidate *f);

/* Returns true when the text that follows may belong to the link. */
static inline bool join_may_follow(const text *t, const candidate *f)
{
    return t->n - f->to < sizeof "\r\nhttps://" || !join_is_over(t->p + f->to);
}

/* Returns true for a link that may belong to a gateway whose links show their end: it has codes, or
 * the form of urldefense without codes. A shorter link can only be the beginning of a gateway's
 * link. */
static inline bool gateway_is_coded(const candidate *f)
{
    enum { LEAST = 24, CODED = 40 };

    return ((f->codes && f->url_n >= CODED) ||
            (f->url_n >= LEAST && memcmp(f->url + 8, "urldefen", 8) == 0)) &&
           unwrap_shows_end(f->url, f->url_n);
}

/* Completes an address that may be broken after a hyphen: with a word at the end of the line above,
 * or with the rest of its host in the line below (address.c). */
void above_read(const settings *s, text *t, candidate *f);

/* Returns true when a line that ends in a hyphen, or the mark or the number of a line, may end
 * at p. */
static inline bool above_may_be_mark(const char *p)
{
    const unsigned char last = (unsigned char)p[-1], before = (unsigned char)p[-2];

    if (ascii_is_digit(last))
        return p[0] == '\t'; /* "12\tjoe" */
    if (ascii_is_digit(before))
        return last == ':' || last == '-'; /* "12:joe" */
    if (last == '\n')                      /* "www-\njoe", with blanks or the side of a frame */
        return before == '-' || before == ' ' || before == '\r' || before == '|' || before >= 0x80;
    if (last == '>' || last == '|' || (before >= 0x94 && before <= 0x96))
        return true; /* "> joe", "| joe", U+2502 */
    if (ascii_is_alnum(last) || last == '<' || last == '(' || last == '"')
        return false;
    return before <= ' ' || before == last; /* "# joe", "## joe" */
}

static inline void above_join(const settings *s, text *t, candidate *f)
{
    const char *p = t->p + f->from;

    if (text_at(t, f->to) != '-') {
        while (p > t->p && (p[-1] == ' ' || p[-1] == '\t'))
            p--;
        if (p - t->p < 2 || !above_may_be_mark(p))
            return; /* it does not begin its line */
    }
    above_read(s, t, f);
}

/* Returns the start of the word that ends the line above at `end`, if an address may begin there;
 * else `end`. */
size_t above_hold(const text *t, size_t end);

/* ---- Links with signs of other notations inside (copy.c, M20) ---- */

typedef struct copy copy;

typedef outcome bare_function(const settings *s, text *t, size_t i, candidate *f);

/* Returns true when a sign of another notation is beside the trigger at i, or beside the link or
 * text in f that was decided there. */
bool copy_is_beside(text *w, size_t i, outcome o, const candidate *f);

static inline bool copy_may_be_sign(const text *w, size_t i)
{
    const unsigned char c = i < w->n ? (unsigned char)w->p[i] : '\\';

    return c <= ' ' ? c == 0x1B : c == '\\' || c == 0xE2 || c == 0xC2;
}

/* Returns true for the first line of a text that the bracket of manuals, U+27E8, opens. */
static inline bool copy_is_bracketed(const text *w, const candidate *f)
{
    const size_t to = f->to + (f->to < w->n && (w->p[f->to] == '.' || w->p[f->to] == '-'));

    return f->from > 2 && w->p[f->from - 1] == '\xA8' && to < w->n &&
           (w->p[to] == '\n' || w->p[to] == '\r') && memcmp(w->p + f->from - 3, "\xE2\x9F", 2) == 0;
}

/* Like copy_is_beside(), with a fast test first: most links have none of the bytes of signs beside
 * them. */
static inline bool copy_is_near(text *w, size_t i, outcome o, const candidate *f)
{
    if (!copy_may_be_sign(w, f->to) && !copy_is_bracketed(w, f) &&
        (w->p[i] == '@' ? f->from > 0 && (unsigned char)w->p[f->from - 1] <= ' ' &&
                              w->p[i + 1] != '@' && text_break_start(w, f->from) == f->from
                        : o == IS_LINK && !f->signs &&
                              !(f->flags & (TRAWL_FLAG_GLUED | TRAWL_FLAG_UNKNOWN_SCHEME)) &&
                              (f->from == 0 || w->p[f->from - 1] != '{')))
        return false;
    return copy_is_beside(w, i, o, f);
}

void copy_free(copy *c);

/* Forgets the last word. Called when a window begins. */
void copy_forget(copy *c);

/* Decides about the trigger at i without the signs in its word. Returns IS_LINK, with the link in
 * *f, which begins in that word. Returns SKIPPED if the link is too long. Otherwise returns
 * NOT_A_LINK, and sets f->no_memory if there was no memory. *c is NULL before the first word. */
outcome copy_decide(copy **c, const settings *s, text *w, size_t i, bare_function *bare,
                    candidate *f);

/* Returns the start of the word that ends at i, at `least` or after it. A hyphen of a formatter and
 * a line break do not end it (R8). */
size_t copy_word_start(const text *w, size_t i, size_t least);

#endif
