/* unescape.c - URLs without the "\" of other languages; see unescape.h */
#include <string.h>

#include "find/unescape.h"

void unescape(found *f)
{
    const char *p = f->url, *end = p + f->url_n, *next = memchr(p, '\\', f->url_n);
    char *to = f->url_room;
    size_t n;

    if (!next)
        return;
    for (; p < end; p += n) {
        n = unescape_length(p, (size_t)(end - p));
        *to++ = n > 2 ? '&' : n > 0 ? p[1] : p[0];
        n = n > 0 ? n : 1;
    }
    f->url = f->url_room;
    f->url_n = (size_t)(to - f->url_room);
    found_note(f, "M1", "a backslash that only keeps a sign from its meaning was left out");
}
