/* candidate.c - a link under construction: set its text, add readings and notes */

#include "find/text/text.h"

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

void candidate_alt(candidate *f, const char *url, size_t n, int why)
{
    if (!f->m || f->alt_count == TRAWL_ALTS || n > FOUND_BYTES)
        return;
    if (n == f->url_n && memcmp(url, f->url, n) == 0)
        return;
    for (unsigned i = 0; i < f->alt_count; i++)
        if (f->alts[i].url.n == n && memcmp(f->alts[i].url.p, url, n) == 0)
            return;
    if (!alt_room(f, n)) {
        f->no_memory = true;
        return;
    }
    memcpy(f->alt_room + f->alt_used, url, n);
    f->alts[f->alt_count++] = (trawl_alt){.url = {f->alt_room + f->alt_used, n}, .why = why};
    f->alt_used += n;
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
