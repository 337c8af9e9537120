/* candidate.c - a link under construction: set its text, add readings and notes */

#include "base/check.h"
#include "find/text/text.h"
#include "url/unwrap/unwrap.h"

bool candidate_room(candidate *f, size_t n)
{
    if (memory_grow(f->m, &f->pieces, &f->piece_room, n, sizeof *f->pieces))
        return true;
    f->no_memory = true;
    return false;
}

/* Makes room for n bytes more of readings, which may move. */
static bool alt_room(candidate *f, size_t n)
{
    size_t before = f->alt_size, at = 0;

    if (!memory_grow(f->m, &f->alt_room, &f->alt_size, f->alt_used + n, 1))
        return false;
    for (unsigned i = 0; i < f->alt_count && f->alt_size > before; at += f->alts[i++].url.n)
        f->alts[i].url.p = f->alt_room + at;
    return true;
}

/* Returns true when a reading is a gateway's link that is not whole (R39). If lines were joined to
 * it, and the first line shows no gateway yet, flags the link. */
static bool is_cut(candidate *f, const char *url, size_t n, int why)
{
    const bool known = f->gateway >= UNWRAP_CUT;
    enum unwrap_end is = UNWRAP_NONE;

    if (known || (why == TRAWL_WHY_JOIN && unwrap_shows_end(url, n)))
        is = unwrap_end(url, n);
    if (known)
        return is < UNWRAP_MAY;
    f->flags |= is == UNWRAP_CUT ? TRAWL_FLAG_INCOMPLETE : 0;
    return is == UNWRAP_CUT;
}

void candidate_alt(candidate *f, const char *url, size_t n, int why)
{
    char room[FOUND_BYTES];
    size_t escaped;

    if (!f->m || f->url_only || f->alt_count == TRAWL_ALTS || n > FOUND_BYTES)
        return;
    if (n == f->url_n && memcmp(url, f->url, n) == 0)
        return;
    if (!bytes_are_utf8(url, n) && (escaped = bytes_escape(room, sizeof room, url, n)) > 0) {
        url = room;
        n = escaped;
    }
    if (is_cut(f, url, n, why))
        return;
    for (unsigned i = 0; i < f->alt_count; i++)
        if (f->alts[i].url.n == n && memcmp(f->alts[i].url.p, url, n) == 0)
            return;
    if (!alt_room(f, n)) {
        f->no_memory = true;
        return;
    }
    CHECK(f->alt_count < TRAWL_ALTS && f->alt_used + n <= f->alt_size);
    memcpy(f->alt_room + f->alt_used, url, n);
    f->alts[f->alt_count++] = (trawl_alt){.url = {f->alt_room + f->alt_used, n}, .why = why};
    f->alt_used += n;
}

void candidate_prefer(candidate *f, const char *url, size_t n, int why)
{
    const size_t own = f->url_n;
    const uint8_t gateway = f->gateway;

    f->url_n = 0;   /* the same URL would not be added */
    f->gateway = 0; /* nor would a cut link be added: what is written is a reading */
    candidate_alt(f, f->url, own, why);
    f->gateway = gateway;
    CHECK(n <= FOUND_BYTES + FOUND_PREFIX);
    memcpy(f->url_room, url, n);
    f->url = f->url_room;
    f->url_n = n;
    f->plain = f->ascii = false;
}

void candidate_refused(candidate *f, size_t from, size_t to, const char *rule, const char *what)
{
    f->from = from;
    f->to = to;
    candidate_note(f, rule, what);
}

void candidate_keep_note(candidate *f, const char *rule, const char *what)
{
    if (f->note_count < FOUND_NOTES)
        f->notes[f->note_count++] = (note){rule, what};
}
