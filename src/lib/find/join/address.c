/* address.c - addresses that are broken after a hyphen (R35): "www-" and
 * "talk-request@info.cern.ch" in the next line, or "joe@info-" and "server.cern.ch"
 *
 * Input: an address of running text. With the end of the line above it becomes the whole address,
 * with the hyphen or without, as for URLs (R8); the other readings follow. With the line below only
 * readings are added: an address with a known host is more often whole.
 */
#include "base/ascii.h"
#include "find/join/join.h"

/* "mailto:" and two halves of an address. */
#define ABOVE_ROOM (FOUND_PREFIX + URL_ESCAPED_MAX * 2 * (FOUND_LOCAL + FOUND_HOST))

/* Returns true for the characters of nearly all addresses. */
static bool above_is_plain(char c)
{
    return ascii_is_alnum((unsigned char)c) || c == '-' || c == '.' || c == '_' || c == '+';
}

/* Returns the end of the line above, if only blanks and quote marks precede t->p[i] in its own
 * line; else 0. */
static size_t end_of_line_above(const text *t, size_t i)
{
    while (i > 0 && (ascii_is_blank(t->p[i - 1]) || t->p[i - 1] == '>' || t->p[i - 1] == '|'))
        i--;
    if (i == 0 || t->p[i - 1] != '\n')
        return 0;
    i--;
    i -= i > 0 && t->p[i - 1] == '\r';
    return i > 1 && t->p[i - 1] == ' ' && t->p[i - 2] == '-' ? i - 1 : i; /* flowed text */
}

/* Returns true when a letter or digit and a hyphen end at `end`. */
static bool ends_in_hyphen(const text *t, size_t end)
{
    return end > 1 && t->p[end - 1] == '-' && ascii_is_alnum((unsigned char)t->p[end - 2]);
}

/* Returns the start of the word that ends at `end`, if it may be the first half of a broken
 * address: its last two characters are a letter or digit and a hyphen. Otherwise returns `end`. */
static size_t half_above(const text *t, size_t end)
{
    size_t from = end;

    if (!ends_in_hyphen(t, end))
        return end;
    while (from > t->floor && end - from < FOUND_LOCAL && above_is_plain(t->p[from - 1]))
        from--;
    if (end - from == FOUND_LOCAL || !ascii_is_alnum((unsigned char)t->p[from]))
        return end;
    if (from == 0 || (unsigned char)t->p[from - 1] <= ' ')
        return from;
    return strchr("<(\":", t->p[from - 1]) ? from : end;
}

typedef struct halves {
    const char *p, *q;
    size_t n, k; /* p[0..n) ends in the hyphen */
} halves;

/* Writes the URL of the address, without the hyphen if `drop`. Returns its length, 0 if it is too
 * long. */
static size_t put_whole(const halves *h, bool drop, char room[ABOVE_ROOM])
{
    char whole[2 * (FOUND_LOCAL + FOUND_HOST)];

    if (h->n + h->k > sizeof whole)
        return 0;
    memcpy(whole, h->p, h->n - drop);
    memcpy(whole + h->n - drop, h->q, h->k);
    return url_of_id(room, "mailto:", whole, h->n - drop + h->k);
}

/* Adds the reading with the hyphen or without. */
static void offer_whole(candidate *f, const halves *h, bool drop)
{
    char room[ABOVE_ROOM];
    const size_t n = put_whole(h, drop, room);

    if (n > 0)
        candidate_alt(f, room, n, TRAWL_WHY_HYPHEN);
}

/* Makes the address with the end of the line above, t->p[from..end), the first reading. */
static void take_above(const settings *s, const text *t, size_t from, size_t end, candidate *f)
{
    const halves h = {t->p + from, t->p + f->from, end - from, f->to - f->from};
    const bool drop = settings_option(s, TRAWL_OPTION_HYPHEN_DROP);
    char own[FOUND_BYTES + FOUND_PREFIX], whole[ABOVE_ROOM];
    const size_t own_n = f->url_n, n = put_whole(&h, drop, whole);

    if (n == 0 || n > FOUND_BYTES || own_n > sizeof own || !candidate_room(f, 2))
        return;
    memcpy(own, f->url, own_n);
    memcpy(f->url_room, whole, n);
    f->url = f->url_room;
    f->url_n = n;
    f->pieces[1] = (piece){f->from, f->to};
    f->pieces[0] = (piece){from, end};
    f->piece_count = 2;
    f->from = from;
    offer_whole(f, &h, !drop);
    candidate_alt(f, own, own_n, TRAWL_WHY_HYPHEN);
}

/* Returns the end of the rest of a host at i, which has a dot; i for none. */
static size_t rest_of_host(text *t, size_t i)
{
    size_t to = i;
    int c;

    while (to - i < FOUND_HOST && (c = text_at(t, to)) >= 0 &&
           (c == '.' || byte_is((unsigned char)c, BYTE_LABEL)))
        to++;
    while (to > i && !ascii_is_alnum((unsigned char)t->p[to - 1]))
        to--;
    c = text_at(t, to);
    return to > i && ascii_is_alnum((unsigned char)t->p[i]) && memchr(t->p + i, '.', to - i) &&
                   c != '@' && c != '/' && c != ':'
               ? to
               : i;
}

/* Returns where the text of the next line begins, after a hyphen at t->p[i]; i for none. */
static size_t line_below(text *t, size_t i)
{
    size_t to = text_at(t, i) == '-' ? text_after_break(t, i + 1) : i + 1, from = to;

    if (to == i + 1)
        return i;
    while (to - from < FOUND_LOCAL && (ascii_is_blank(text_at(t, to)) || text_at(t, to) == '>'))
        to++;
    return to;
}

void above_read(const settings *s, text *t, candidate *f)
{
    const size_t end = end_of_line_above(t, f->from);
    const size_t from = end > 0 ? half_above(t, end) : end;
    size_t below, to;

    if (f->piece_count != 1 || f->flags & TRAWL_FLAG_NOTATION)
        return;
    if (from < end) {
        take_above(s, t, from, end, f);
    } else if (!f->url_only && (below = line_below(t, f->to)) > f->to &&
               (to = rest_of_host(t, below)) > below) {
        const halves h = {t->p + f->from, t->p + below, f->to + 1 - f->from, to - below};
        offer_whole(f, &h, false);
        offer_whole(f, &h, true);
    } else {
        return;
    }
    f->flags |= TRAWL_FLAG_HYPHEN_BREAK;
    candidate_note(f, "R35", "a line ends in a hyphen, which may or may not belong to it");
}

size_t above_hold(const text *t, size_t end)
{
    return half_above(t, end);
}
