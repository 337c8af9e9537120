/* doubt.c - what is in doubt about a link: in running text another border, or an unknown last label
 * of the host (R37, R38); in any text the host, if a "\" is beside it (M10)
 *
 * Each link is decided once more by UTS #58 alone. If the link then begins or ends elsewhere (at
 * quotes, brackets, emphasis, commas, other URLs, scripts without blanks, text glued to an
 * address), that is another reading. So is the link together with a closing bracket or quote after
 * it that nothing opened, and the link without an emphasis mark, or without a comma and a word, at
 * its end. Where the notation of the text or rows of data settle the end of the link, it is not in
 * doubt (M22, M16).
 */

#include "base/ascii.h"
#include "base/check.h"
#include "find/ending/ending.h"
#include "find/scan/scan.h"

/* Bytes before a link that are searched for an opening bracket or quote. */
#define OPENER_FAR 512

/* The longest word after a comma that may be one of the text. */
#define WORD_MAX 16

/* Another reading may be this many bytes longer than the link. More would take much time and
 * room. */
#define LONGER_MAX 256

/* Returns true when both ends of the link are clear: beside them are blanks, signs that no address
 * has, or sure signs: a pair of quotes or bars, a backslash, an angle bracket. */
static bool doubt_is_clear(text *t, const candidate *f)
{
    const int before = f->from > 0 ? (unsigned char)t->p[f->from - 1] : ' ', c = text_at(t, f->to);

    if (c == '\\' || c == '<' || (c > ' ' && c == before && strchr("\"'`|", c)) ||
        text_hyphen(t, f->to) > 0)
        return true;
    if (f->kind == TRAWL_KIND_EMAIL && before > ' ' && !strchr("<>()[],;:|\"\\", before))
        return false;
    return c <= ' ' || ((byte_is((unsigned char)c, BYTE_STOP) || c == '>' || c == '"') &&
                        (text_at(t, f->to + 1) <= ' ' || text_at(t, f->to + 1) == '<'));
}

/* Adds t->p[from..to) as another reading, with the prefix that the link has. */
static void doubt_add(const text *t, candidate *f, size_t from, size_t to, int why)
{
    char room[FOUND_BYTES + FOUND_PREFIX];
    const size_t n = f->url_n - (f->to - f->from);

    if (f->kind == TRAWL_KIND_EMAIL && f->url == f->url_room && to - from < FOUND_BYTES / 4) {
        candidate_alt(f, room, url_of_id(room, "mailto:", t->p + from, to - from), why);
        return;
    }
    if (to - from > FOUND_BYTES || n > FOUND_PREFIX)
        return;
    memcpy(room, f->url, n);
    memcpy(room + n, t->p + from, to - from);
    candidate_alt(f, room, n + to - from, why);
}

/* Decides by UTS #58 alone about the URL with this colon. UTS #58 accepts few schemes and hosts;
 * for a URL with others, only the end is found again. */
static outcome decide_url(const settings *s, text *t, size_t colon, const candidate *f,
                          candidate *other)
{
    const size_t authority = form_of(f->url, f->url_n).authority_end;

    if (bare_scheme(s->plain, t, colon, other) == IS_LINK)
        return IS_LINK;
    if (authority == 0)
        return NOT_A_LINK;
    other->from = f->from;
    other->to = ending_find(s->plain, t, f->from, f->from + authority, ENDING_NONE, other);
    return other->over ? NOT_A_LINK : IS_LINK;
}

/* Adds the link that UTS #58 alone would find as a reading. Returns false when the link
 * is the same. */
static bool doubt_add_plain(const settings *s, text *t, size_t i, candidate *f)
{
    char room[FOUND_BYTES + FOUND_PREFIX];
    piece one;
    candidate other = {.pieces = &one, .piece_room = 1, .url_room = room, .url_only = true};
    const char *sign =
        memchr(t->p + f->from, f->kind == TRAWL_KIND_BARE ? ':' : '.', f->to - f->from);
    outcome o;

    if (!sign || text_word_end(t, f->to, LONGER_MAX) == f->to + LONGER_MAX)
        return false;
    if (f->kind == TRAWL_KIND_EMAIL)
        o = bare_email(s->plain, t, i, &other);
    else if (f->kind == TRAWL_KIND_BARE)
        o = decide_url(s, t, (size_t)(sign - t->p), f, &other);
    else
        o = bare_domain(s->plain, t, (size_t)(sign - t->p), &other);
    if (o != IS_LINK || (other.from == f->from && other.to == f->to) ||
        (f->kind != TRAWL_KIND_EMAIL && other.from != f->from) ||
        (other.from < f->from && other.from > 0 && t->p[other.from - 1] == '\\'))
        return false;
    candidate_note(f, "R37", "by UTS #58 alone it begins or ends elsewhere");
    doubt_add(t, f, other.from, other.to, TRAWL_WHY_END);
    return true;
}

/* Returns true when the sign that `closer` closes precedes the link, not far from it. */
static bool is_opened(const text *t, size_t from, int closer)
{
    const size_t n = from < OPENER_FAR ? from : OPENER_FAR;
    const char *left = t->p + from - n;

    if (closer == '\'')
        return memchr(left, '\'', n) || memchr(left, '`', n);
    return memchr(left, closer == ')' ? '(' : closer == ']' ? '[' : '{', n);
}

/* Returns the end of t->p[from..to) without a tail that may belong to the text. This may be a mark
 * of emphasis, "/x*", a comma and a word, "/x,and", or a bracket that is not closed, "/x(see". */
static size_t without_last(const text *t, size_t from, size_t to)
{
    const char *p = t->p;
    size_t i = bytes_run_before(p, from, to, 0, "*_");

    if (i < to)
        return ascii_is_alnum((unsigned char)p[i - 1]) ? i : to;
    i = bytes_run_before(p, to - from < WORD_MAX ? from : to - WORD_MAX, to, BYTE_ALPHA, "");
    if (i < to && p[i - 1] == ',')
        return i - 1;
    for (; i > from; i--) {
        if (p[i - 1] == '(' || p[i - 1] == '[')
            return i - 1;
        if (p[i - 1] == ')' || p[i - 1] == ']' || p[i - 1] == '/')
            break;
    }
    return to;
}

/* Returns the end of the link, or a later place if the text after the link shows that more belongs
 * to it: a comma in place of the last dot of a host, "http://a.co,uk/x", or punctuation before a
 * tag, ">http://a.example/x?</a>". */
static size_t with_more(const settings *s, text *t, const candidate *f)
{
    size_t to = f->to + 1, label = to;
    int c = text_at(t, f->to);

    if (c == ',') {
        to = text_run(t, label, WORD_MAX, BYTE_ALPHA, "");
        if (form_of(f->url, f->url_n).authority_end < f->url_n || to == label ||
            (text_at(t, to) != '/' && text_at(t, to) > ' ') ||
            !settings_tld(s, t->p + label, to - label))
            return f->to;
        return text_word_end(t, label, LONGER_MAX);
    }
    if (!byte_is((unsigned char)c, BYTE_STOP) || f->from == 0 || t->p[f->from - 1] != '>')
        return f->to;
    return text_at(t, to) == '<' ? to : f->to;
}

/* Returns true when a placeholder is in the link, "/x/${name}", or right after it, "/x/<name>". */
static bool has_placeholder(text *t, const candidate *f)
{
    const char *p = t->p + f->from, *end = t->p + f->to;
    size_t i;

    while ((p = memchr(p, '{', (size_t)(end - p))))
        if (++p < end && ascii_is_alpha((unsigned char)*p))
            return true;
    if (t->p[f->to - 1] != '/' || text_at(t, f->to) != '<')
        return false;
    i = text_run(t, f->to + 1, (size_t)2 * WORD_MAX - 1, BYTE_ALNUM, "-_\\");
    return i > f->to + 1 && text_at(t, i) == '>' && text_at(t, i + 1) == '/';
}

/* Adds another reading: with a closing sign after the link that nothing opened,
 * "http://a.example/x)", without the last characters of the link, or with more text after it. */
static void add_last(const settings *s, text *t, candidate *f)
{
    const char *slash = memchr(t->p + f->from, '/', f->to - f->from);
    const size_t longer = with_more(s, t, f);
    int c, next;
    bool ends;
    size_t to;

    if (has_placeholder(t, f)) {
        f->flags |= TRAWL_FLAG_BAD_CHAR;
        candidate_note(f, "R37", "it has a placeholder, or one follows it");
    }
    if (longer > f->to) {
        candidate_note(f, "R37", "what follows may belong to it");
        doubt_add(t, f, f->from, longer, TRAWL_WHY_PUNCTUATION);
    }
    if (!slash || f->alt_count > 0)
        return;
    c = text_at(t, f->to);
    next = c < 0 ? c : text_at(t, f->to + 1);
    ends = next <= ' ' || byte_is((unsigned char)next, BYTE_STOP);
    to = without_last(t, (size_t)(slash - t->p), f->to);
    if (ends && (c == ')' || c == ']' || c == '}' || c == '\'') && !is_opened(t, f->from, c)) {
        candidate_note(f, "R37", "nothing opens the bracket or quote after it");
        doubt_add(t, f, f->from, f->to + 1, TRAWL_WHY_PUNCTUATION);
    } else if (to < f->to) {
        candidate_note(f, "R37", "its last characters may belong to the text");
        doubt_add(t, f, f->from, to, TRAWL_WHY_PUNCTUATION);
    }
}

void doubt_border(const settings *s, text *t, size_t i, candidate *f)
{
    if (!f->settled && f->piece_count == 1 && !f->url_only && f->pieces[0].from == f->from &&
        f->pieces[0].to == f->to && (doubt_is_clear(t, f) || !doubt_add_plain(s, t, i, f)) &&
        f->kind != TRAWL_KIND_EMAIL)
        add_last(s, t, f);
}

/* ---- The last label of the host ---- */

/* Returns what host_label_is_known() returns for the link. Fast path: the scanner has read the host
 * of most links, and nothing in it has changed. */
static bool has_known_label(const settings *s, const candidate *f)
{
    if (f->top_to > 0 && f->piece_count == 1 && f->url != f->url_room && f->url_n >= f->top_to)
        return host_top_is_known(s, f->url + f->top, f->top_to - f->top);
    return host_label_is_known(s, f->url, f->url_n,
                               f->kind == TRAWL_KIND_EMAIL || f->kind == TRAWL_KIND_ADDR);
}

void doubt_label(const settings *s, candidate *f)
{
    if (f->kind == TRAWL_KIND_MSGID || f->kind == TRAWL_KIND_RULE || !RULE(R38) ||
        has_known_label(s, f))
        return;
    f->flags |= TRAWL_FLAG_UNKNOWN_TLD;
    candidate_note(f, "R38", "the last label of its host is unknown");
}

/* ---- Backslashes beside the host ---- */

/* Writes what the source of the link has between its ends: its pieces, and what begins with "\"
 * between them. Returns the length, or 0 if it is too long. */
static size_t put_written(const text *w, const candidate *f, char out[FOUND_BYTES])
{
    size_t n = 0;

    for (unsigned k = 0; k < f->piece_count; k++) {
        const piece *p = &f->pieces[k];
        const size_t from = k > 0 && w->p[p[-1].to] == '\\' ? p[-1].to : p->from;
        if (p->to - from > FOUND_BYTES - n)
            return 0;
        memcpy(out + n, w->p + from, p->to - from);
        n += p->to - from;
    }
    return n;
}

/* Adds the reading of browsers to a link with a "\". Kept out of line for its large stack. */
__attribute__((noinline)) static void find_elsewhere(const settings *s, const text *w, candidate *f)
{
    char written[FOUND_BYTES], room[SLASHES_MAX];
    size_t n;
    form u;

    n = put_written(w, f, written);
    n = slashes_elsewhere(written, n, f->url, f->url_n, room);
    if (n == 0)
        return;
    u = form_of(room, n);
    /* patterns escape the dots of a host: "https://www\.example\.com/" */
    if ((!memchr(room + u.host, '.', u.host_to - u.host) &&
         !ascii_is_digit((unsigned char)room[u.host])) ||
        !host_label_is_known(s, room, n, false))
        return;
    f->flags |= TRAWL_FLAG_BACKSLASH;
    candidate_note(f, "M10", "browsers read \"\\\" as \"/\", and find another host");
    candidate_alt(f, room, n, TRAWL_WHY_NOTATION);
}

void doubt_slashes(const settings *s, const text *w, candidate *f)
{
    const size_t from = f->pieces[0].from, to = f->pieces[f->piece_count - 1].to;

    CHECK(f->piece_count > 0 && from < to);
    if (RULE(M10) && settings_mail(s) && memchr(w->p + from, '\\', to - from))
        find_elsewhere(s, w, f);
}
