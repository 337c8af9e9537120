/* copy.c - decides about links with signs of other notations inside (M20), with hyphens where a
 * formatter broke them (R8), or broken between the brackets of manuals (R34)
 *
 * Input: a trigger that has such a sign near it. The word around it is copied without the signs
 * (find/text/sign.c), the copy is decided like any other text, and the link's places are
 * translated back. The copy is kept: a word with many triggers is copied once.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "find/join/join.h"
#include "find/lines/lines.h"

#define BEFORE 640 /* bytes of the text to the left of the word that are copied for the rules */
#define LEFT FOUND_LOCAL
#define WORD (FOUND_BYTES + LEFT)
#define AFTER 128 /* bytes of the text to the right of the word that are copied */
#define OLD_PIECES 64

struct copy {
    uint64_t from, to; /* the word, in the whole text */
    uint64_t base;     /* where the copy begins */
    bool known;        /* the word was copied */
    bool any;          /* the word has a sign of another notation */
    bool hyphens;      /* the word has a U+2010 inside a line */
    bool unseen;       /* the word has an invisible character as a sign */
    bool cut;          /* the word is longer than the copy of it */
    size_t word;       /* where the copy of the word begins; the text before it is unchanged */
    clean c;           /* the copy, whose source begins at `base` */
    char text[BEFORE + WORD + AFTER];
};

/* Copies w->p[from..to). */
static void copy_text(copy *c, const text *w, size_t from, size_t to)
{
    if (to > from)
        clean_keep(&c->c, (size_t)(w->base + from - c->base), to - from, w->p + from, to - from);
}

static bool in_word(int c)
{
    return c > ' ' || c == '\x1B';
}

size_t copy_word_start(const text *w, size_t i, size_t least)
{
    size_t from = i, to;

    do {
        to = from;
        while (from > least && in_word((unsigned char)w->p[from - 1]))
            from--;
        if (from > least)
            from = text_break_start(w, from);
    } while (from < to && from > least);
    return from;
}

#define OPENER "\xE2\x9F\xA8" /* U+27E8 and U+27E9: around URLs in pages of manuals */

/* Returns true when the copy ends inside of the brackets of a manual. */
static bool is_in_brackets(const copy *c)
{
    size_t i = c->c.n;

    for (; i >= c->word + 3; i--)
        if (memcmp(c->text + i - 3, OPENER, 2) == 0)
            return c->text[i - 1] == OPENER[2];
    return false;
}

/* Returns true when a sign is at k. With `slashes`, the word has slashes that are escaped as "\/":
 * then a "/" that is not escaped ends the URL, as in sed. */
static bool copy_sign_at(text *w, size_t k, bool slashes, text_sign *found)
{
    *found = (text_sign){1, ' '};
    return (slashes && w->p[k] == '/') || text_sign_at(w, k, found);
}

/* Copies the word around the trigger at i, with all lines of it that are in brackets if `lines` is
 * set. */
static void copy_make(copy *c, text *w, size_t i, bool lines)
{
    const size_t least = i > LEFT ? i - LEFT : 0;
    const size_t from = copy_word_start(w, i, least), start = from > BEFORE ? from - BEFORE : 0;
    const size_t limit = from + WORD;
    size_t k = from;
    bool slashes = false;
    text_sign found = {0};

    c->from = w->base + from;
    c->base = w->base + start;
    c->any = c->hyphens = c->unseen = false;
    c->c.n = c->c.count = 0;
    c->c.no_memory = false;
    c->word = from - start;
    for (size_t run = start;; run = k) {
        while (k < limit && in_word(text_at(w, k)) && !copy_sign_at(w, k, slashes, &found))
            k++;
        copy_text(c, w, run, k);
        if (k >= limit)
            break;
        if (!in_word(text_at(w, k))) {
            const size_t line = lines && is_in_brackets(c) ? text_after_break(w, k) : k;
            const size_t next = line > k ? text_skip_blanks(w, line) : k;
            if (next == k || !in_word(text_at(w, next)))
                break;
            c->any = true;
            k = next;
            continue;
        }
        c->any = true;
        slashes = slashes || found.put == '/';
        c->hyphens = c->hyphens || (found.put && (unsigned char)w->p[k] >= 0x80);
        c->unseen =
            c->unseen || (!found.put && (unsigned char)w->p[k] >= 0x80 && text_hyphen(w, k) == 0);
        if (found.put)
            clean_keep(&c->c, (size_t)(w->base + k - c->base), found.len, &found.put, 1);
        k += found.len;
    }
    if (lines && is_in_brackets(c)) {
        copy_make(c, w, i, false); /* they do not close after this word */
        return;
    }
    c->cut = k >= limit;
    c->to = w->base + k;
    (void)text_at(w, k + AFTER - 1);
    copy_text(c, w, k, k + AFTER < w->n ? k + AFTER : w->n);
}

/* Returns the source in the window of the copy's byte k. */
static piece copy_source(const copy *c, const text *w, size_t k)
{
    const piece from = clean_source(&c->c, k);
    const size_t base = (size_t)(c->base - w->base);

    return (piece){base + from.from, base + from.to};
}

/* Translates the pieces of the link: each ends where something was left out. */
static bool translate_pieces(const copy *c, const text *w, candidate *f)
{
    piece old[OLD_PIECES];
    const unsigned count = f->piece_count;
    bool good = count <= OLD_PIECES;

    memcpy(old, f->pieces, good ? count * sizeof old[0] : 0);
    f->piece_count = 0;
    for (unsigned p = 0; p < count && good; p++)
        good = clean_pieces(&c->c, old[p], (size_t)(c->base - w->base), f);
    return good;
}

/* Writes the URL of a reading of the copy's link. What precedes its text stays. */
static size_t copy_url(const broken_link *b, uint64_t set, char *room)
{
    const candidate *f = b->user;
    const size_t n = f->url_n - (f->to - f->from);

    if (b->to - b->from + b->hyphen_count > FOUND_BYTES)
        return 0;
    CHECK(n <= FOUND_PREFIX);
    memcpy(room, f->url, n);
    return n + readings_put(b, set, room + n);
}

/* Adds the readings of a copied link that is broken: the reading with all hyphens, and the reading
 * of the first line in brackets. One formatter has put the hyphens, so all of them belong to the
 * link, or none. Returns false when nothing breaks the link. */
static bool offer_broken(const copy *c, const text *w, candidate *f)
{
    const size_t base = (size_t)(c->base - w->base), n = f->to - f->from;
    const bool as_is = f->url_n - n <= FOUND_PREFIX; /* not less than n */
    hyphen hyphens[FOUND_LINES];
    broken_link b = {
        .p = c->text, .from = f->from, .to = f->to, .hyphens = hyphens, .url = copy_url, .user = f};
    readings r = {.count = 1};
    size_t line = f->to;

    for (const clean_piece *p = c->c.pieces + 1; p < c->c.pieces + c->c.count; p++) {
        const size_t from = base + p[-1].to, to = base + p->from;

        if (p->at <= f->from || p->at >= f->to)
            continue;
        if (w->p[from] == '\n' || w->p[from] == '\r')
            line = line < p->at ? line : p->at;
        else if (b.hyphen_count < FOUND_LINES && text_break_start(w, to) < to)
            hyphens[b.hyphen_count++] = (hyphen){.pos = p->at, .absent = true};
    }
    if (b.hyphen_count > 0) {
        r.sets[0] = readings_all(&b);
        if (as_is)
            readings_offer(&b, &r, TRAWL_WHY_HYPHEN, f);
        f->flags |= TRAWL_FLAG_HYPHEN_BREAK;
        candidate_note(f, "R8", "a hyphen that a formatter put at a line's end was left out");
    }
    if (line < f->to) {
        b.to = line;
        r.sets[0] = 0;
        if (as_is && f->kind != TRAWL_KIND_EMAIL)
            readings_offer(&b, &r, TRAWL_WHY_JOIN, f);
        f->flags |= TRAWL_FLAG_LINE_END;
        candidate_note(f, "R34", "its lines are between the brackets of a manual");
    }
    return b.hyphen_count > 0 || line < f->to;
}

/* Translates the link of the copy. Returns false when it cannot. Flags a link with a sign inside.
 */
static bool translate(const copy *c, const text *w, candidate *f)
{
    const size_t from = f->from, to = f->to, begin = copy_source(c, w, from).from;
    const size_t last = copy_source(c, w, to - 1).to;

    if (!offer_broken(c, w, f) && last - begin > to - from) {
        f->flags |= TRAWL_FLAG_NOTATION;
        candidate_note(f, "M20", "signs of another notation inside were left out or replaced");
    }
    if (c->unseen)
        f->flags |= TRAWL_FLAG_FORMAT_CHAR;
    f->from = begin;
    f->to = last;
    return translate_pieces(c, w, f);
}

static copy *new_copy(const memory *m)
{
    copy *c = memory_get(m, sizeof *c);

    if (c) {
        c->known = false;
        c->c = (clean){.p = c->text, .m = m};
    }
    return c;
}

void copy_free(copy *c)
{
    if (!c)
        return;
    memory_free(c->c.m, c->c.pieces);
    memory_free(c->c.m, c);
}

outcome copy_decide(copy **out, const settings *s, text *w, size_t i, bare_function *bare,
                    candidate *f)
{
    copy *c = *out;
    const uint64_t at = w->base + i, floor = w->base + w->floor;
    text copied;
    size_t trigger;
    outcome o;

    if (!c && !(c = *out = new_copy(&s->m))) {
        f->no_memory = true;
        return NOT_A_LINK;
    }
    if (!c->known || at >= c->to || (c->cut && at + WORD / 2 > c->to)) {
        copy_make(c, w, i, true);
        f->no_memory = f->no_memory || c->c.no_memory;
        c->known = !w->starved && !c->c.no_memory; /* else it is made again */
        if (!c->known)
            return NOT_A_LINK;
    }
    trigger = clean_place(&c->c, (size_t)(at - c->base));
    if (!c->any || c->text[trigger] != w->p[i])
        return NOT_A_LINK;
    copied = (text){.p = c->text,
                    .n = c->c.n,
                    .floor = floor > c->base ? clean_place(&c->c, (size_t)(floor - c->base)) : 0,
                    .base = c->base,
                    .final = true,
                    .ids = w->ids,
                    .notation = w->notation,
                    .source = w};
    o = bare(s, &copied, trigger, f);
    if (w->starved)
        return NOT_A_LINK;
    if (o == SKIPPED ? f->over
                     : o == IS_LINK && c->cut && w->base + copy_source(c, w, f->to).from >= c->to) {
        f->over = true; /* as any candidate that is too long (R31) */
        f->from = copy_source(c, w, f->from).from;
        f->to = (size_t)(c->to - w->base);
        return SKIPPED;
    }
    if (o != IS_LINK || (c->hyphens && !host_label_is_known(s, f->url, f->url_n, false)) ||
        !translate(c, w, f))
        return NOT_A_LINK; /* "http://a.example‐like" */
    return IS_LINK;
}

void copy_forget(copy *c)
{
    if (c)
        c->known = false;
}

/* Returns true when a sign of another notation is at i. */
static bool has_sign(text *w, size_t i)
{
    const int c = text_at(w, i);
    text_sign found;

    return c >= 0 && c != '*' && text_sign_at(w, i, &found);
}

/* Returns true when a sign may be beside the address around the "@" at i, whose local part begins
 * at `from`, without "-" and "+" before it. A "m" there may end a colour. */
static bool is_near_address(text *w, size_t i, size_t from)
{
    from = bytes_run_before(w->p, w->floor, from, 0, "-+");
    return (text_at(w, i + 1) == '@' && has_sign(w, i)) || has_sign(w, i + 1) ||
           (from > 0 && (strchr("\\m", w->p[from - 1]) || (unsigned char)w->p[from - 1] >= 0x80)) ||
           text_break_start(w, from) < from;
}

/* Returns true when a sign is beside the scheme or the host around the colon at i, which begins no
 * link by itself. */
static bool is_near_colon(text *w, size_t i)
{
    const size_t least = i > FOUND_SCHEME ? i - FOUND_SCHEME : 0;
    const size_t from = bytes_run_before(w->p, least, i, BYTE_SCHEME, ";");
    const char before = from > 0 ? w->p[from - 1] : ' ';

    if (text_at(w, i + 1) == '\\')
        return text_at(w, i + 2) == '/';
    return text_is(w, i + 1, "//") &&
           (before == '[' || before == '\\' || (unsigned char)before >= 0x80 ||
            has_sign(w, text_run(w, i + 3, FOUND_HOST, BYTE_LABEL, "._:")));
}

bool copy_is_beside(text *w, size_t i, outcome o, const candidate *f)
{
    if (copy_is_bracketed(w, f))
        return RULE(R34);
    if ((o == IS_LINK || w->p[i] != ':') &&
        (f->signs || has_sign(w, f->to) || text_hyphen(w, f->to) > 0))
        return true;
    if (w->p[i] != ':')
        return w->p[i] == '@' && is_near_address(w, i, f->from);
    if (o != IS_LINK)
        return is_near_colon(w, i);
    return f->flags & TRAWL_FLAG_GLUED ||
           (f->from > 0 && (w->p[f->from - 1] == '{' ||              /* of Texinfo */
                            (f->flags & TRAWL_FLAG_UNKNOWN_SCHEME && /* after an invisible
                                                                      * character */
                             (unsigned char)w->p[f->from - 1] >= 0x80)));
}
