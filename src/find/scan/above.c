/* above.c - addresses that are broken after a hyphen (R35): "www-" and "talk-request@info.cern.ch"
 * in the next line, or "joe@info-" and "server.cern.ch"
 *
 * Input: an address of running text. Adds the readings with the other line to it, with the hyphen
 * and without, as for URLs (R8). The address itself stays the first reading: its text may have been
 * delivered already.
 */
#include "base/ascii.h"
#include "find/scan/scan.h"

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
    return i > 0 && t->p[i - 1] == '\r' ? i - 1 : i;
}

/* Returns the start of the word that ends at `end` with a letter or digit and a hyphen, and could
 * be the beginning of an address; `end` for none. */
static size_t half_above(const text *t, size_t end)
{
    size_t from = end;

    if (end < 2 || t->p[end - 1] != '-' || !ascii_is_alnum((unsigned char)t->p[end - 2]))
        return end;
    while (from > t->floor && end - from < FOUND_LOCAL && above_is_plain(t->p[from - 1]))
        from--;
    if (from == t->floor && from > 0 && above_is_plain(t->p[from - 1]))
        return end; /* the end of another link */
    return end - from < FOUND_LOCAL && ascii_is_alnum((unsigned char)t->p[from]) &&
                   (from == 0 || (unsigned char)t->p[from - 1] <= ' ' ||
                    strchr("<(\":", t->p[from - 1]))
               ? from
               : end;
}

/* Adds the address p[0..n) and q[0..k) with the hyphen at the end of p, and without it. */
static void add_both(candidate *f, const char *p, size_t n, const char *q, size_t k)
{
    char whole[2 * (FOUND_LOCAL + FOUND_HOST)], room[ABOVE_ROOM];

    if (n + k > sizeof whole)
        return;
    for (size_t drop = 0; drop < 2; drop++) {
        memcpy(whole, p, n - drop);
        memcpy(whole + n - drop, q, k);
        candidate_alt(f, room, url_of_id(room, "mailto:", whole, n - drop + k), TRAWL_WHY_HYPHEN);
    }
    f->flags |= TRAWL_FLAG_HYPHEN_BREAK;
    candidate_note(f, "R35", "a line ends in a hyphen, which may or may not belong to it");
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

void above_join(text *t, candidate *f)
{
    const size_t end = end_of_line_above(t, f->from);
    const size_t from = end > 0 ? half_above(t, end) : end, below = line_below(t, f->to);
    size_t to;

    if (f->piece_count != 1 || f->flags & TRAWL_FLAG_NOTATION)
        return;
    if (from < end)
        add_both(f, t->p + from, end - from, t->p + f->from, f->to - f->from);
    if (below > f->to && (to = rest_of_host(t, below)) > below)
        add_both(f, t->p + f->from, f->to + 1 - f->from, t->p + below, to - below);
}
