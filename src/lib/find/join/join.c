/* join.c - bare links that may continue in the next lines (R34, R35)
 *
 * A terminal, or a program that breaks lines at a column, leaves the rest of a long URL in the next
 * lines. Nothing marks the break, so each one is weighed (break_weigh()). The lines that may belong
 * to the link are a chain. If each break is certain, the chain becomes the link, with one piece for
 * each line; else it is another reading. Links that begin in the same chain are not followed again.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "find/join/inside.h"

/* The longest end of a word after an opening bracket that does not close in its line. */
#define ROW_WORD 64

/* The maximum number of columns of a hanging indent. */
#define HANGING_MOST 8

/* ---- The chain ---- */

/* Returns the end of the text after the opening bracket at i, up to a closing one. */
static size_t past_bracket(text *t, size_t i)
{
    const size_t most = i + ROW_WORD;
    int c;

    while (i < most && byte_is_of_run(c = text_at(t, i), BYTE_URL, "") && !strchr(")]'", c))
        i++;
    return i;
}

/* Returns true when emphasis closes after the URL, "*http://a.example*": it is whole (M3). */
static bool is_emphasised(const text *t, const candidate *f, int c)
{
    return (c == '*' || c == '_') && f->from > 0 && t->p[f->from - 1] == c;
}

/* Returns the end of the word that the URL is in if that word ends the line, else 0. The word may
 * have punctuation after the URL, and text after a "(", which belongs to the URL if the URL is
 * broken. */
static size_t join_word_end(text *t, const candidate *f)
{
    size_t i = f->to, most = i + 4;
    int c = text_at(t, i);

    if (is_emphasised(t, f, c))
        return 0;
    if (c == '(' || c == '[')
        i = past_bracket(t, i);
    else
        while (i < most && (c = text_at(t, i)) > ' ' && strchr(".?=&-_+~(*:;!#@%,", c))
            i++;
    c = text_at(t, i);
    return c >= 0x80 || byte_is_of_run(c, BYTE_BLANK, "\r\n\x1B|") ? i : 0;
}

/* Returns true when the "=" at the end may be a soft line break (M13). */
static bool join_is_quoted(const settings *s, const text *t, const candidate *f, size_t end)
{
    return t->p[end - 1] == '=' && s->profile != TRAWL_PROFILE_SCREEN &&
           !memchr(t->p + f->from, '?', end - f->from) &&
           !memchr(t->p + f->from, ';', end - f->from);
}

/* Returns true when the text of the next line begins where a program would go on. */
static bool join_may_begin(const chain *k, const text_row *next)
{
    if (next->mark_count > k->last.mark_count)
        return next->text <= next->head + 1;
    if (k->count > 1 && next->mark_count == k->last.mark_count)
        return next->indent == k->last.indent;
    if (k->count > 1)
        return next->text <= next->head + 1;
    return next->indent <= k->first.indent + HANGING_MOST || next->indent == k->column ||
           next->indent == k->body;
}

/* Returns the start of the line at i or, if lines there only turn the page, of the line after them.
 * A URL that ends at `end` in a letter or a digit does not continue after an empty line; so it need
 * not wait for the lines after that. */
static size_t past_page(text *t, size_t end, size_t i)
{
    static const quote_marks none = {.count = 0};
    const int c = text_at(t, i);

    return (c == '\n' || c == '\r') && !ascii_is_alnum((unsigned char)t->p[end - 1]) && RULE(R18)
               ? lines_skip_page(t, i, i + FOUND_BYTES, &none)
               : i;
}

/* Adds t->p[from..to) to the chain. */
static void chain_add(const text *t, size_t from, size_t to, chain *k)
{
    CHECK(k->count < FOUND_LINES && to - from <= sizeof k->text - k->bytes);
    CHECK(k->count == 0 || k->pieces[k->count - 1].to <= from);
    memcpy(k->text + k->bytes, t->p + from, to - from);
    k->pieces[k->count++] = (piece){from, to};
    k->bytes += to - from;
}

/* Finds the lines that may be parts of the URL. */
static void follow(const settings *s, text *t, chain *k)
{
    bool sure = true, exact = true, scheme;
    enum strength is;
    text_row next;
    token word;
    seam m;

    while (k->count < FOUND_LINES && k->last.next > 0 &&
           row_read_below(t, past_page(t, k->pieces[k->count - 1].to, k->last.next), &k->first,
                          &next) &&
           next.text < next.to && join_may_begin(k, &next)) {
        scheme = k->scheme && k->count == 1;
        word = word_read(t, next.text, scheme, chain_url(k));
        m = (seam){.word = &word};
        if ((word.kind == TOKEN_NONE && !scheme) || k->bytes + word.to - word.from > FOUND_BYTES)
            is = BREAK_NONE;
        else
            is = break_weigh(s, t, k, &next, &m);
        if (is == BREAK_NONE) {
            k->open = !(m.signs & BREAK_BIT(ALIKE)) &&
                      (word.kind <= TOKEN_ODD || word.to < next.to
                           ? s->profile != TRAWL_PROFILE_SCREEN && !word.other &&
                                 k->last.columns == k->first.columns
                           : !exact && m.signs & BREAK_BIT(RUN) && word.kind >= TOKEN_WEAK);
            return;
        }
        k->tight = next.tight ? next.sign_n : k->tight;
        k->named = k->named || (k->count == 1 && m.signs & BREAK_BIT(NAME));
        chain_add(t, word.from, word.to, k);
        exact = exact && m.signs & BREAK_BIT(EXACT);
        sure = sure && is == BREAK_SURE;
        k->sure = sure ? k->count : k->sure;
        if (!(m.signs & BREAK_BIT(RUN)))
            return;
        k->last = next;
    }
}

/* Returns the column of the text after a bullet or a number, "* ", "o ", "12) ", "[3] ". Without
 * either, returns the column of the line's text. */
static unsigned body_column(text *t, const text_row *r)
{
    size_t i = text_run(t, r->text, 1, 0, "([o");
    const bool bullet = i > r->text && t->p[i - 1] == 'o';

    i = text_run(t, i, 4, BYTE_DIGIT, "");
    i += bullet || ascii_is_alnum((unsigned char)t->p[i]) ? 0 : text_char(t, i).len;
    return text_at(t, i) == ' ' ? row_column(t, r, text_skip_blanks(t, i)) : r->indent;
}

/* Returns true when the line begins with the sign of a comment and a blank: "# see", "// see". */
static bool is_comment(const text *t, const text_row *r)
{
    const char *p = t->p + r->text;

    return (strchr("#;%", p[0]) && p[1] == ' ') || memcmp(p, "// ", 3) == 0;
}

/* Begins the chain with t->p[from..to), the end of the line k->first. */
static void begin_chain(text *t, size_t from, size_t to, chain *k)
{
    k->count = 0;
    k->bytes = 0;
    chain_add(t, from, to, k);
    k->sure = 1;
    k->last = k->first;
    k->trimmed = '\0';
    k->why = (verdict){.weighed = false};
    k->stars = to > from + 3 && text_is_stars(t->p + to - 2);
    k->tight = 0;
    k->guess = k->open = k->named = k->scheme = k->bare = false;
    k->comment = is_comment(t, &k->first);
    k->column = row_column(t, &k->first, from);
    k->body = body_column(t, &k->first);
}

bool join_begin(text *t, const candidate *f, size_t end, chain *k)
{
    size_t least = f->from > ABOVE_BYTES ? f->from - ABOVE_BYTES : 0;
    size_t from = row_start(t, f->from, least);

    if (from == SIZE_MAX || !row_read_first(t, from, (piece){f->from, end}, &k->first) ||
        k->first.text > f->from)
        return false;
    begin_chain(t, f->from, end, k);
    if (end > f->to && strchr(":;!([,", t->p[f->to]))
        k->trimmed = t->p[f->to];
    return true;
}

/* ---- Its readings ---- */

/* The bytes before a link that may affect its end: an opening quote or bracket, emphasis. */
#define LEFT 16

/* The lines of a chain as one link. */
typedef struct joined {
    const settings *s;
    broken_link b;
    hyphen hyphen; /* at the end of the first line */
    size_t left;   /* the bytes before the link */
    size_t first;  /* the bytes of its first line */
    bool www;
    char text[FOUND_BYTES], clean[LEFT + FOUND_BYTES];
    char room[FOUND_BYTES + FOUND_PREFIX];
    piece one;
    candidate f;
} joined;

/* Decides about a reading of the lines. A reading is a link if it is longer than the first line
 * alone. */
static size_t joined_url(const broken_link *b, uint64_t set, char *room)
{
    joined *j = b->user;
    const size_t n = readings_put(b, set, j->clean + j->left);
    const size_t first = j->left + j->first - (set < readings_all(b));
    const char *colon = memchr(j->clean + j->left, ':', n);
    text w = {.p = j->clean, .n = j->left + n, .final = true};
    outcome o = NOT_A_LINK;

    j->f = (candidate){.pieces = &j->one, .piece_room = 1, .url_room = j->room};
    if (j->www)
        o = bare_www(j->s, &w, j->left, &j->f);
    else if (colon)
        o = bare_scheme(j->s, &w, (size_t)(colon - j->clean), &j->f);
    if (o != IS_LINK || j->f.from != j->left || j->f.to <= first ||
        (!j->www && !form_is_good(j->f.url, j->f.url_n)))
        return 0;
    memcpy(room, j->f.url, j->f.url_n);
    return j->f.url_n;
}

/* Leaves each "**" out of p[from..n). Returns its new end. */
static size_t drop_stars(char *p, size_t from, size_t n)
{
    size_t to = from;

    while (from < n)
        if (from + 1 < n && p[from] == '*' && p[from + 1] == '*')
            from += 2;
        else
            p[to++] = p[from++];
    return to;
}

/* Joins the first `count` lines of the chain. */
static void join_lines(const settings *s, const text *t, const candidate *f, const chain *k,
                       unsigned count, joined *j)
{
    const size_t least = k->first.text > t->floor ? k->first.text : t->floor;
    const size_t before = f->from > least ? f->from - least : 0;
    size_t n = 0;

    j->s = s;
    j->www = f->kind == TRAWL_KIND_WWW;
    j->left = before < LEFT ? before : LEFT;
    j->first = 0;
    memcpy(j->clean, t->p + f->from - j->left, j->left);
    for (unsigned i = 0; i < count; i++) {
        const size_t more = k->pieces[i].to - k->pieces[i].from;
        CHECK(more <= sizeof j->text - n);
        memcpy(j->text + n, t->p + k->pieces[i].from, more);
        n = k->stars ? drop_stars(j->text, n, n + more) : n + more;
        if (i == 0)
            j->first = n;
    }
    CHECK(count > 0 && j->first > 0);
    j->hyphen = (hyphen){.pos = j->first - 1, .kept = true};
    j->b = (broken_link){.s = s,
                         .p = j->text,
                         .to = n,
                         .hyphens = &j->hyphen,
                         .hyphen_count = count > 1 && j->text[j->first - 1] == '-',
                         .url = joined_url,
                         .user = j};
}

/* Makes the joined lines the link, and the first line alone another reading. Returns false when
 * they are no link. */
static bool join_take(candidate *f, const chain *k, joined *j)
{
    char before[FOUND_BYTES + FOUND_PREFIX];
    size_t n = f->url_n, at = j->left, whole, i = 0;

    CHECK(n <= sizeof before);
    memcpy(before, f->url, n);
    whole = joined_url(&j->b, readings_all(&j->b), f->url_room);
    if (whole == 0 || !candidate_room(f, k->sure))
        return false;
    f->url = f->url_room;
    f->url_n = whole;
    for (; at < j->f.to; i++) {
        size_t more = k->pieces[i].to - k->pieces[i].from, most = j->f.to - at;
        f->pieces[i] = (piece){k->pieces[i].from, k->pieces[i].from + (more < most ? more : most)};
        at += more;
    }
    CHECK(i > 0 && i <= f->piece_room);
    f->piece_count = (unsigned)i;
    f->to = f->pieces[i - 1].to;
    f->flags = (f->flags & ~(uint64_t)TRAWL_FLAG_BAD_PERCENT) |
               (j->f.flags & ~(uint64_t)TRAWL_FLAG_GLUED) | TRAWL_FLAG_LINE_END;
    f->codes = j->f.codes;
    f->plain = j->f.plain;
    f->ascii = false;
    if (f->gateway < UNWRAP_WHOLE && unwrap_shows_end(f->url, f->url_n))
        f->gateway = NARROW8(unwrap_end(f->url, f->url_n));
    if (f->gateway < UNWRAP_WHOLE) {
        candidate_note(f, "R34", "its line is full, and the next line begins like a part of it");
        evidence_note(f, &k->why);
        candidate_note(f, "R34", "order: each break is sure; the joined URL is first");
    }
    if (n > 0)
        candidate_alt(f, before, n, TRAWL_WHY_JOIN);
    return true;
}

/* Notes why the URL of the first line comes before the joined ones. */
static void note_line_first(const chain *k, candidate *f)
{
    candidate_note(f, k->guess ? "R34" : "R35",
                   k->sure < k->count ? "order: a break is not sure; the first line's URL is first"
                   : k->open ? "order: the line below casts doubt; the first line's URL is first"
                             : "order: the hyphen may be inserted; the first line's URL is first");
}

/* Adds the reading with all lines of the chain, then readings with one line fewer each, down to
 * `least` + 1 lines. Returns false when there is none. */
static bool offer_lines(const settings *s, const text *t, candidate *f, const chain *k,
                        unsigned least, joined *j)
{
    bool any = false;

    for (unsigned count = k->count; count > least; count--) {
        readings r;
        join_lines(s, t, f, k, count, j);
        readings_judge(&j->b, &r, &f->no_memory);
        if (readings_offer(&j->b, &r, TRAWL_WHY_JOIN, f)) {
            readings_note(&j->b, &r, f);
            any = true;
        }
    }
    return any;
}

/* Returns true when the URL has a byte that RFC 3987 refuses in some place. Only such a URL is
 * judged, since judging needs the compiled grammars. */
static bool has_odd_byte(const char *url, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strchr("[]{}|^`\\\"<>", url[i]) ||
            (url[i] == '%' && ascii_escape_of('%', url + i, n - i) < 0))
            return true;
    return false;
}

/* Returns true when the grammar accepts the URL of the first line, but not the joined URL (R8).
 * What only RFC 1738 refuses, such as "~", does not count. */
static bool is_refused(candidate *f, const broken_link *b, uint64_t set)
{
    char room[FOUND_BYTES + FOUND_PREFIX];
    const size_t n = b->url(b, set, room);
    int rank, first;

    if (f->url_n == 0 || !has_odd_byte(room, n))
        return false;
    rank = url_rank(room, n);
    first = url_rank(f->url, f->url_n);
    f->no_memory = f->no_memory || rank < 0 || first < 0;
    return rank >> 1 < first >> 1;
}

/* Joins the lines that surely belong to the URL, and adds the readings with the lines that may
 * belong to it. Returns false when the joined lines are no link or, unless `whole` is set, when R8
 * prefers another reading. */
static bool join_sure(const settings *s, const text *t, candidate *f, const chain *k, bool whole,
                      joined *j)
{
    uint64_t all;
    readings r;

    join_lines(s, t, f, k, k->sure, j);
    all = readings_all(&j->b);
    readings_judge(&j->b, &r, &f->no_memory);
    if ((!whole && (r.sets[0] != all || is_refused(f, &j->b, all))) || !join_take(f, k, j))
        return false;
    if (f->url_only)
        return true;
    (void)readings_offer(&j->b, &r, TRAWL_WHY_JOIN, f);
    readings_note(&j->b, &r, f);
    if (RULE(R35))
        (void)offer_lines(s, t, f, k, k->sure, j);
    return true;
}

bool join_all(const settings *s, const text *t, candidate *f, const chain *k)
{
    joined j;

    return join_sure(s, t, f, k, true, &j);
}

/* Joins the lines, or adds the joined reading. */
static void join_decide(const settings *s, text *t, candidate *f, chain *k)
{
    const bool take =
        RULE(R34) && !k->stars && (k->named ? k->sure > 1 : k->sure == k->count && !k->open);
    joined j;

    if (take && join_sure(s, t, f, k, false, &j)) {
        gateway_flag(t, f);
        return;
    }
    if (f->url_only || !(RULE(R35) || k->guess) || !offer_lines(s, t, f, k, 1, &j))
        return;
    f->flags |= k->guess ? TRAWL_FLAG_GUESS_JOINED : TRAWL_FLAG_LINE_END;
    candidate_note(f, k->guess ? "R34" : "R35",
                   "it ends its line, and the next line could be the rest of it");
    evidence_note(f, &k->why);
    note_line_first(k, f);
}

/* Adds the joined reading in which the sign that both lines begin with, without a blank, is a part
 * of the URL: "-see http://a.example/one" and "-two". */
static void offer_sign(const settings *s, const text *t, candidate *f, chain *k)
{
    joined j;

    k->pieces[1].from -= k->tight;
    (void)offer_lines(s, t, f, k, k->count - 1, &j);
}

/* As join_follow(), for a URL whose own word ends its line at `end`. The joined lines can become
 * the link only if `most` is BREAK_SURE. */
__attribute__((noinline)) static void join_from(const settings *s, text *t, place *p, candidate *f,
                                                size_t end, enum strength most)
{
    chain k;

    if (!join_begin(t, f, end, &k) || k.first.to != end)
        return;
    follow(s, t, &k);
    if (t->starved)
        return;
    if (k.count == 1) {
        evidence_note(f, &k.why);
        return;
    }
    if (most == BREAK_SURE) {
        p->join_from = t->base + f->from;
        p->join_to = t->base + k.pieces[k.count - 1].to;
    } else {
        k.sure = 1;
    }
    join_decide(s, t, f, &k);
    if (k.tight > 0 && f->flags & TRAWL_FLAG_LINE_END)
        offer_sign(s, t, f, &k);
}

/* Returns true when the text at i, below the URL that ends at `end`, is surely not a part of it: it
 * is another URL, or a capitalised word and another word after it. */
static bool is_other_below(text *t, size_t i, size_t end)
{
    const size_t to = text_run(t, i, ROW_BYTES, BYTE_ALPHA, "");

    if (to > i && text_is(t, to, "://"))
        return true;
    return to > i + 2 && ascii_is_upper(t->p[i]) && !ascii_is_upper(t->p[i + 1]) &&
           text_at(t, to) == ' ' && text_at(t, to + 1) > ' ' && t->p[end - 1] != '%' &&
           t->p[end - 2] != '%';
}

/* Returns true when a word of prose is at i, and another word after it. */
static bool is_prose_below(text *t, size_t i, size_t end)
{
    const size_t to = text_run(t, i, ROW_BYTES, BYTE_ALPHA, ".,;:!'");

    return to > i && ascii_is_alpha((unsigned char)t->p[i]) && text_at(t, to) == ' ' &&
           text_at(t, to + 1) > ' ' && t->p[end - 1] != '%' && t->p[end - 2] != '%';
}

bool join_is_last(text *t, size_t i)
{
    i = text_run(t, i, TEXT_BLANKS_MAX, BYTE_BLANK, "\r");
    return text_at(t, i) < 0 || row_ends(t, i);
}

/* Returns true when any word may be joined to the URL, since a name may be divided at `end`, or a
 * quote or bracket may close after the word. Elsewhere only code is joined, and a word that ends
 * its line. Databases and groups are names, too: "wais://a.example/", "nntp://a.example/". */
static bool takes_any(const settings *s, const text *t, const candidate *f, size_t end)
{
    const char *const p = t->p + f->from;
    const char *const names = ascii_same(p, "wais", 4) || ascii_same(p, "nntp", 4) ? ".-@/" : ".-@";
    const char before = f->from > 0 ? p[-1] : ' ';

    return s->profile == TRAWL_PROFILE_SCREEN || strchr(names, t->p[end - 1]) || before == '"' ||
           before == '\'' || (before == '(' && f->from > 1 && p[-2] == ']');
}

/* Returns what the first word of the next line may be: BREAK_SURE when it may be joined to the URL,
 * BREAK_MAY when it may only be part of other readings, BREAK_NONE when it is no part of the URL.
 * This is a first test, which needs no geometry: in most texts it is a word of prose. If only the
 * URL is wanted, may return BREAK_NONE for BREAK_MAY. */
static enum strength may_go_on(const settings *s, text *t, const candidate *f, size_t end)
{
    const size_t to = text_skip_blanks(t, end);
    int c = text_at(t, to);
    const trawl_str url = {t->p + f->from, end - f->from};
    size_t i = text_after_break(t, to), digits;
    bool any, prose;
    token word;

    if (i == to) {
        any = c == 0x1B                   ? row_ends(t, to)
              : byte_is_one(c, ROW_SIGNS) ? text_line_ends(t, text_word_end(t, to, ROW_SIGN))
                                          : row_is_side(text_char(t, to).code);
        return any ? BREAK_SURE : BREAK_NONE;
    }
    i = text_run(t, past_page(t, end, i), ROW_BYTES, BYTE_BLANK, ">");
    if (is_other_below(t, i, end))
        return BREAK_NONE;
    c = text_at(t, i);
    if (c >= 0x80 || c == 0x1B || c == '|' || c == '.' || byte_is_one(c, ROW_SIGNS) ||
        ascii_is_digit((unsigned char)c))
        return BREAK_SURE;
    any = takes_any(s, t, f, end);
    prose = !any && is_prose_below(t, i, end);
    if (prose && f->url_only)
        return BREAK_NONE;
    word = word_read(t, i, false, url);
    if (word.next != '>' && word.kind == TOKEN_NONE)
        return BREAK_NONE;
    any = any || word.next == '>' || word.kind == TOKEN_CODE || join_is_last(t, word.to) ||
          name_takes(url, t->p + i, word.to - i) || row_number(t->p + i, word.to - i, &digits) > 0;
    return any && !prose ? BREAK_SURE : BREAK_MAY;
}

void join_follow(const settings *s, text *t, place *p, candidate *f)
{
    const uint64_t from = t->base + f->from;
    const bool followed = from > p->join_from && from < p->join_to;
    const size_t end = f->piece_count == 1 || f->signs == SIGNS_STARS ? join_word_end(t, f) : 0;
    enum strength most;

    if (end == 0 || followed)
        return;
    most = may_go_on(s, t, f, end);
    if (most == BREAK_NONE || join_is_quoted(s, t, f, end))
        return;
    if (most == BREAK_SURE && !f->gateway && unwrap_shows_end(f->url, f->url_n) &&
        gateway_follow(s, t, p, f))
        return;
    if (most == BREAK_SURE || !f->url_only)
        join_from(s, t, p, f, end, most);
}

/* ---- A scheme that is cut: "ht" and "tps://a.example/x" in the next line ---- */

/* Returns the start of the letters before i, at most six and not before `least`. */
static size_t letters_before(const text *t, size_t i, size_t least)
{
    return bytes_run_before(t->p, i - least > 6 ? i - 6 : least, i, BYTE_ALPHA, "");
}

/* Begins a chain with the scheme of the colon at i, if only slashes follow in its line, or the half
 * of an address or a group. */
static bool begin_slashes(text *t, size_t i, const text_row *r, chain *k)
{
    const size_t from = bytes_run_before(t->p, r->text, i, BYTE_SCHEME, "");
    const size_t to = bytes_run(t->p, i + 1, r->to, 0, "/");
    const size_t half = to == i + 1 ? bytes_run(t->p, to, r->to, BYTE_LABEL, "._@") : to;

    const size_t most = i + (ascii_is_word_of("file", t->p + from, i - from) ? 4 : 3);

    if (half != r->to || half == i + 1 || to > most || from == i)
        return false;
    if (half > to ? !strchr(".@-", t->p[half - 1]) ||
                        !ascii_is_word_of("news mailto", t->p + from, i - from)
                  : !scheme_find(t->p + from, i - from))
        return false;
    k->first = *r;
    begin_chain(t, from, half, k);
    k->bare = half > to || to >= i + 3;
    return true;
}

/* Returns true when the text from..to, after which the next line's text begins at `next`, is not
 * delivered yet (scan.c, cut_word()). */
static bool may_begin_scheme(const text *t, size_t from, size_t to, size_t next)
{
    enum { FAR = 128 };
    const char before = from > 0 ? t->p[from - 1] : ' ';

    if (from < t->floor || before == ':' || before == '/' || next - to > FAR)
        return false;
    for (; to + 1 < next; to++)
        if (t->p[to] == '\x1B' && t->p[to + 1] == ']')
            return false;
    return true;
}

/* Begins a chain with the end of the line above, if that and the start of the line up to i make a
 * scheme. The scheme's colon is at i; or a slash is at i, and the colon in the line above. */
static bool begin_above(text *t, size_t i, const text_row *r, chain *k)
{
    const size_t least = i > ABOVE_BYTES ? i - ABOVE_BYTES : 0;
    const size_t at = r->from > least ? row_start(t, r->from - 1, least) : SIZE_MAX;
    const bool slash = t->p[i] == '/';
    size_t from, to, n;
    char name[12];

    if (at == SIZE_MAX || i - r->text > 5 || !row_read_last(t, at, &k->first))
        return false;
    to = k->first.to - slash;
    from = letters_before(t, to, k->first.text);
    n = to - from;
    if (n == 0 || n > 5 || !may_begin_scheme(t, from, k->first.to, r->text))
        return false;
    CHECK(n + i - r->text <= sizeof name);
    memcpy(name, t->p + from, n);
    memcpy(name + n, t->p + r->text, i - r->text);
    if (!ascii_is_word_of("http https ftp", name, n + i - r->text))
        return false;
    begin_chain(t, from, k->first.to, k);
    return true;
}

outcome join_scheme(const settings *s, text *t, place *p, size_t i, candidate *f, outcome o)
{
    const size_t least = i > ABOVE_BYTES ? i - ABOVE_BYTES : 0, at = row_start(t, i, least);
    text_row own;
    joined j;
    chain k;

    if (at == SIZE_MAX ||
        !row_read_first(t, at, (piece){i, text_word_end(t, i, FOUND_LOCAL)}, &own) ||
        own.text > i || t->starved)
        return o;
    if (!begin_slashes(t, i, &own, &k) && !begin_above(t, i, &own, &k))
        return o;
    k.scheme = true;
    follow(s, t, &k);
    if (t->starved)
        return o;
    candidate_begin(f, TRAWL_KIND_BARE, k.pieces[0].from, i + 1);
    if (!join_sure(s, t, f, &k, false, &j))
        return NOT_A_LINK;
    p->join_from = t->base + f->from;
    p->join_to = t->base + k.pieces[k.count - 1].to;
    if (!gateway_follow(s, t, p, f))
        gateway_flag(t, f);
    return IS_LINK;
}
