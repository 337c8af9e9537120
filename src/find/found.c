/* found.c - a link under construction */
#include "find/found.h"

#include <string.h>

void found_begin(found *f, int kind, size_t from, size_t to)
{
    f->kind = kind;
    f->flags = 0;
    f->over = false;
    f->plain = false;
    f->codes = true;
    f->from = from;
    f->to = to;
    f->url = f->url_room;
    f->url_n = 0;
    f->piece_count = 0;
    f->alt_count = 0;
    f->alt_used = 0;
}

void found_whole(found *f, const text *t, size_t from, size_t to)
{
    f->pieces[0] = (piece){from, to};
    f->piece_count = 1;
    f->url = t->p + from;
    f->url_n = to - from;
}

void found_simple(found *f, const text *t, size_t from, size_t to, const char *prefix)
{
    size_t k = strlen(prefix);

    found_whole(f, t, from, to);
    if (k == 0)
        return;
    f->url_n += k;
    f->url = f->url_room;
    memcpy(f->url_room, prefix, k);
    memcpy(f->url_room + k, t->p + from, to - from);
}

void found_alt(found *f, const char *url, size_t n, int why)
{
    if (f->alt_count == TRAWL_ALTS || n > FOUND_BYTES || f->alt_used + n > (size_t)TRAWL_ALTS * FOUND_BYTES)
        return;
    if (n == f->url_n && memcmp(url, f->url, n) == 0)
        return;
    for (unsigned i = 0; i < f->alt_count; i++)
        if (f->alts[i].url.n == n && memcmp(f->alts[i].url.p, url, n) == 0)
            return;
    memcpy(f->alt_room + f->alt_used, url, n);
    f->alts[f->alt_count++] = (trawl_alt){{f->alt_room + f->alt_used, n}, why};
    f->alt_used += n;
}

void found_refused(found *f, size_t from, size_t to, const char *rule, const char *what)
{
    f->from = from;
    f->to = to;
    found_note(f, rule, what);
}

void found_keep_note(found *f, const char *rule, const char *what)
{
    if (f->note_count < FOUND_NOTES)
        f->notes[f->note_count++] = (note){rule, what};
}
