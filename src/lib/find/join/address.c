/* address.c - addresses that are broken after a hyphen (R35): "www-" and
 * "talk-request@info.cern.ch" in the next line, or "joe@info-" and "server.cern.ch"
 *
 * Input: an address of running text. With the end of the line above it becomes the whole address,
 * with the hyphen or without, as for URLs (R8); the other readings follow. With the line below only
 * readings are added, because an address with a known host is usually whole.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "find/join/inside.h"

/* Returns the end of the text of the line above if that ends in a hyphen, and if only marks that
 * both lines share precede t->p[i] in its own line. Returns 0 otherwise, and also if an escape
 * sequence is between the two texts: it may end a link, which is delivered first. */
static size_t end_of_line_above(text *t, size_t i)
{
    const size_t line = row_start(t, i, i > ABOVE_BYTES ? i - ABOVE_BYTES : 0);
    text_row above, own;
    size_t from, least, end = line;

    if (line == 0 || line == SIZE_MAX)
        return 0;
    least = line > ROW_BYTES ? line - ROW_BYTES : 0;
    while (end > least + 2 && t->p[end - 1] != '-' && !ascii_is_alnum((unsigned char)t->p[end - 1]))
        end--;
    if (t->p[end - 1] != '-' || !ascii_is_alnum((unsigned char)t->p[end - 2]))
        return 0;
    from = row_start(t, line - 1, least);
    return from != SIZE_MAX && row_read_last(t, from, &above) &&
                   row_read_below(t, line, &above, &own) && own.text == i &&
                   !memchr(t->p + above.to, 0x1B, i - above.to)
               ? above.to
               : 0;
}

/* The word's last two characters are a letter or digit and a hyphen. */
size_t above_hold(const text *t, size_t end)
{
    const size_t least = end > t->floor + FOUND_LOCAL ? end - FOUND_LOCAL : t->floor;
    const size_t from = bytes_run_before(t->p, least, end, BYTE_ALNUM, "-._+"), n = end - from;

    if (n < 2 || n == FOUND_LOCAL || t->p[end - 1] != '-' ||
        !ascii_is_alnum((unsigned char)t->p[end - 2]) || !ascii_is_alnum((unsigned char)t->p[from]))
        return end;
    if (from == 0 || (unsigned char)t->p[from - 1] <= ' ' || strchr("<(\":", t->p[from - 1]))
        return from;
    return from > 2 && memcmp(t->p + from - 3, "\xE2\x9F\xA8", 3) == 0 ? from : end;
}

#define HALVES_MAX (2 * (FOUND_LOCAL + FOUND_HOST))

/* The two halves of an address. The first one ends in the hyphen. */
typedef struct halves {
    char text[HALVES_MAX];
    hyphen hyphen;
    broken_link b;
} halves;

static size_t halves_url(const broken_link *b, uint64_t set, char *room)
{
    char whole[HALVES_MAX];

    return url_of_id(room, "mailto:", whole, readings_put(b, set, whole));
}

/* Joins t->p[from..end) and t->p[next..to). Returns false when they are too long. */
static bool join_halves(const settings *s, const text *t, piece first, piece second, halves *h)
{
    const size_t n = first.to - first.from, more = second.to - second.from;

    if (n + more > sizeof h->text)
        return false;
    memcpy(h->text, t->p + first.from, n);
    memcpy(h->text + n, t->p + second.from, more);
    CHECK(n > 0 && h->text[n - 1] == '-');
    h->hyphen = (hyphen){.pos = n - 1, .kept = true};
    h->b = (broken_link){.s = s,
                         .p = h->text,
                         .to = n + more,
                         .hyphens = &h->hyphen,
                         .hyphen_count = 1,
                         .drop = settings_option(s, TRAWL_OPTION_HYPHEN_DROP),
                         .url = halves_url};
    return true;
}

/* Makes the address with the end of the line above, t->p[from..end), the first reading. */
static void take_above(const settings *s, const text *t, size_t from, size_t end, candidate *f)
{
    char own[FOUND_BYTES + FOUND_PREFIX];
    const size_t own_n = f->url_n;
    readings r;
    halves h;

    if (!join_halves(s, t, (piece){from, end}, (piece){f->from, f->to}, &h) ||
        !candidate_room(f, 2))
        return;
    readings_judge(&h.b, &r, &f->no_memory);
    CHECK(own_n <= sizeof own);
    memcpy(own, f->url, own_n);
    f->url_n = halves_url(&h.b, r.sets[0], f->url_room);
    f->pieces[1] = (piece){f->from, f->to};
    f->pieces[0] = (piece){from, end};
    f->piece_count = 2;
    f->from = from;
    readings_note(&h.b, &r, f);
    readings_offer(&h.b, &r, TRAWL_WHY_HYPHEN, f);
    candidate_alt(f, own, own_n, TRAWL_WHY_HYPHEN);
}

/* Adds the readings with the rest of the host in the line below, t->p[from..to). */
static void offer_below(const settings *s, const text *t, size_t from, size_t to, candidate *f)
{
    readings r;
    halves h;

    if (!join_halves(s, t, (piece){f->from, f->to + 1}, (piece){from, to}, &h))
        return;
    readings_judge(&h.b, &r, &f->no_memory);
    readings_offer(&h.b, &r, TRAWL_WHY_HYPHEN, f);
    candidate_note(f, "R35", "order: its host is whole without the line below; this one is first");
}

/* Returns the end of the rest of a host at i, which has a dot; i for none. */
static size_t rest_of_host(text *t, size_t i)
{
    size_t to = text_run(t, i, FOUND_HOST, BYTE_LABEL, ".");
    int c;

    while (to > i && !ascii_is_alnum((unsigned char)t->p[to - 1]))
        to--;
    c = text_at(t, to);
    return memchr(t->p + i, '.', to - i) && ascii_is_alnum((unsigned char)t->p[i]) && c != '@' &&
                   c != '/' && c != ':'
               ? to
               : i;
}

/* Returns where the text of the next line begins, after the address and a hyphen; 0 when the
 * address does not end its line. */
static size_t line_below(text *t, const candidate *f)
{
    const size_t least = f->from > ABOVE_BYTES ? f->from - ABOVE_BYTES : 0;
    const size_t end = f->to + 1;
    text_row own, below;
    size_t line;

    if (text_at(t, f->to) != '-')
        return 0;
    line = row_start(t, f->from, least);
    return line != SIZE_MAX && row_read_first(t, line, (piece){f->from, end}, &own) &&
                   own.to == end && own.next > 0 && row_read_below(t, own.next, &own, &below)
               ? below.text
               : 0;
}

void above_read(const settings *s, text *t, candidate *f)
{
    const size_t end = end_of_line_above(t, f->from);
    const size_t from = above_hold(t, end);
    size_t below, to;

    if (f->piece_count != 1 || f->flags & TRAWL_FLAG_NOTATION)
        return;
    if (from < end) {
        take_above(s, t, from, end, f);
    } else if ((below = line_below(t, f)) > 0 && (to = rest_of_host(t, below)) > below) {
        offer_below(s, t, below, to, f);
    } else {
        return;
    }
    f->flags |= TRAWL_FLAG_HYPHEN_BREAK;
    candidate_note(f, "R35", "a line ends in a hyphen, which may or may not belong to it");
}
