/* readings_entity.c - "&amp;" and "&" are two readings of any link: R29 */
#include <string.h>

#include "find/rules_off.h"
#include "find/wrap.h"

static const char *find_entity(const char *p, const char *end)
{
    while ((p = memchr(p, '&', (size_t)(end - p))) && (end - p < 5 || memcmp(p, "&amp;", 5) != 0))
        p++;
    return p;
}

/* "&amp;" and "&" are two readings; the first one stands at amp. */
static void read_entities(found *f, const char *amp)
{
    char room[FOUND_BYTES + FOUND_PREFIX];
    const char *p = f->url, *end = f->url + f->url_n;
    size_t n = 0;

    for (; amp; amp = find_entity(p, end)) {
        memcpy(room + n, p, (size_t)(amp + 1 - p));
        n += (size_t)(amp + 1 - p);
        p = amp + 5;
    }
    memcpy(room + n, p, (size_t)(end - p));
    n += (size_t)(end - p);
    f->flags |= TRAWL_ENTITY;
    found_note(f, "R29", "\"&amp;\" may stand for \"&\"");
    found_alt(f, room, n, TRAWL_WHY_ENTITY);
}

void readings_entity(found *f)
{
    const char *amp = RULE(R29) && f->codes ? find_entity(f->url, f->url + f->url_n) : NULL;

    if (amp)
        read_entities(f, amp);
}
