/* unescape.c - URLs without the "\" of other languages; see unescape.h */
#include "find/unescape.h"

/* A link that is only looked at has no room for another URL. */
void unescape(found *f, const text *t)
{
    const size_t from = f->pieces[0].from, to = f->pieces[0].to, before = f->url_n - (to - from);
    piece *last = f->pieces;
    size_t n = before;

    if (!f->url_room || !memchr(t->p + from, '\\', to - from))
        return;
    if (f->url != f->url_room)
        memcpy(f->url_room, f->url, before);
    for (size_t i = from; i < to;) {
        if (unescape_is_sign(t->p + i, to - i) && f->piece_count < FOUND_PIECES) {
            last->to = i;
            i += unescape_length(t->p + i, to - i);
            *++last = (piece){i, to};
            f->piece_count++;
        } else
            f->url_room[n++] = t->p[i++];
    }
    f->url = f->url_room;
    f->url_n = n;
    if (f->piece_count > 1)
        found_note(f, "M1", "a backslash that only keeps a sign from its meaning was left out");
}
