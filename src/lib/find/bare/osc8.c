/* osc8.c - hyperlinks of terminals in the input: ESC ] 8 ; params ; URI ST text ESC ] 8 ; ; ST
 * (M21)
 *
 * ST is ESC \ or BEL. The URI is the link; its pieces are the text that is shown for it, without
 * line ends and without escape sequences. */
#include "base/check.h"
#include "find/bare/inside.h"

enum { PARAMS_MAX = 256, SHOWN_MAX = 4096, SEQUENCE_MAX = 64 };

/* Reads the sequence ESC ] 8 at i. Returns its end, and sets *uri and *uri_to; returns i for none.
 */
static size_t read_sequence(text *t, size_t i, size_t *uri, size_t *uri_to)
{
    size_t k = i + 4;
    int c;

    if (text_at(t, i) != '\x1B' || !text_is(t, i + 1, "]8;"))
        return i;
    while (k - i < PARAMS_MAX && (c = text_at(t, k)) >= ' ' && c != ';')
        k++;
    if (text_at(t, k) != ';')
        return i;
    *uri = ++k;
    while (k - *uri <= FOUND_BYTES && (c = text_at(t, k)) > ' ' && c != 0x7F)
        k++;
    *uri_to = k;
    if (k - *uri > FOUND_BYTES || (text_at(t, k) != '\a' && !text_is(t, k, "\x1B\\")))
        return i;
    return k + (t->p[k] == '\a' ? 1 : 2);
}

/* Returns the end of the escape sequence at i, "ESC [ 1 m" (ECMA-48 section 5.4); i for none. */
static size_t sequence_end(text *t, size_t i)
{
    size_t k = i + 2;
    int c;

    if (text_at(t, i + 1) != '[')
        return i;
    while (k - i < SEQUENCE_MAX && (c = text_at(t, k)) >= ' ' && c < '@')
        k++;
    c = text_at(t, k);
    return c >= '@' && c < 0x7F ? k + 1 : i;
}

/* Adds the text that is shown, from i on, as pieces. Returns the end of the sequence that closes
 * it, or the start of the next link; 0 when nothing closes it. */
static size_t read_shown(text *t, size_t i, candidate *f)
{
    const size_t from = i;
    size_t piece_from = i, uri, uri_to, to;
    int c;

    for (;; i = to) {
        while ((c = text_at(t, i)) >= ' ' && i - from < SHOWN_MAX)
            i++;
        if (c < 0 || i - from >= SHOWN_MAX)
            return 0;
        if (i > piece_from) {
            if (!candidate_room(f, f->piece_count + 1))
                return 0;
            CHECK(f->piece_count < f->piece_room);
            f->pieces[f->piece_count++] = (piece){piece_from, i};
        }
        if (c == '\x1B' && (to = read_sequence(t, i, &uri, &uri_to)) > i)
            return uri == uri_to ? to : i;
        to = c == '\x1B' ? sequence_end(t, i) : i + (c == '\n' || c == '\r' || c == '\t');
        if (to == i)
            return 0;
        piece_from = to;
    }
}

/* Returns true when other[0..n) is the host of the URI or a part of that host: "example.com" of
 * "www.example.com". */
static bool is_host_of(const candidate *f, const char *other, size_t n)
{
    const form u = form_of(f->url, f->url_n);
    const size_t host_n = u.host_to - u.host;
    const char *end = f->url + u.host_to;

    return n > 0 && n <= host_n && ascii_same(end - n, other, n) &&
           (n == host_n || end[-1 - (ptrdiff_t)n] == '.');
}

/* Returns true when t->p[from..to) names a host other than the host of the URI. */
static bool names_other(const settings *s, const text *t, const candidate *f, size_t from,
                        size_t to)
{
    text shown = {.p = t->p, .n = to, .final = true};

    for (size_t i = from; i < to;) {
        host_span h;
        host_read(s, &shown, i, false, &h);
        if (host_is_domain(s, &shown, &h) && !is_host_of(f, t->p + h.from, h.to - h.from))
            return true;
        if (text_is(&shown, h.to, "://")) { /* a URL: its host may have any last label */
            host_read(s, &shown, h.to + 3, true, &h);
            if (!is_host_of(f, t->p + h.from, h.to - h.from))
                return true;
        }
        i = h.to > i ? h.to : i + text_char(&shown, i).len;
    }
    return false;
}

outcome bare_osc8(const settings *s, text *t, size_t i, candidate *f)
{
    size_t uri, uri_to, shown = read_sequence(t, i, &uri, &uri_to), end;

    candidate_begin(f, TRAWL_KIND_OSC8, i, i + 1);
    if (!RULE(M21) || !settings_find(s, TRAWL_FIND_OSC8) || shown == i || uri == uri_to ||
        !form_is_good(t->p + uri, uri_to - uri) || (end = read_shown(t, shown, f)) == 0 ||
        f->piece_count == 0)
        return NOT_A_LINK;
    f->to = end;
    f->url = t->p + uri;
    f->url_n = uri_to - uri;
    for (unsigned k = 0; k < f->piece_count; k++)
        if (names_other(s, t, f, f->pieces[k].from, f->pieces[k].to)) { /* it would deceive */
            candidate_refused(f, i, shown, "M21", "the text that is shown names another host");
            return NOT_A_LINK;
        }
    f->flags |= form_flags(f->url, f->url_n);
    candidate_note(f, "M21", "a hyperlink of a terminal");
    return IS_LINK;
}
