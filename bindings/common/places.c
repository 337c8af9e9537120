/* places.c - converts the places of links from bytes to the characters that substr() counts */
#include "common.h"

/* Counts each 255 bytes in a variable of one byte, so that the compiler can add many at once. */
size_t text_count(const char *p, size_t n)
{
    size_t count = 0;

    while (n > 0) {
        size_t part = n < 255 ? n : 255;
        unsigned char some = 0;

        for (size_t i = 0; i < part; i++)
            some = (unsigned char)(some + ((signed char)p[i] >= -64));
        count += some;
        p += part;
        n -= part;
    }
    return count;
}

/* Returns the number of characters before a byte. Continues the count of the last call, forwards
 * or, as when two links share an attribute, backwards. */
static uint64_t places_before(struct places *p, uint64_t byte)
{
    if (byte > p->text.n)
        return byte;
    if (byte < p->byte)
        p->characters -= text_count(p->text.p + byte, (size_t)(p->byte - byte));
    else if (byte > p->byte)
        p->characters += text_count(p->text.p + p->byte, (size_t)(byte - p->byte));
    p->byte = byte;
    return p->characters;
}

bool places_find(struct places *p, const trawl_link *link, uint64_t *start, uint64_t *end)
{
    if (link->span_count == 0)
        return false;
    *start = places_before(p, link->spans[0].from) + 1;
    *end = places_before(p, link->spans[link->span_count - 1].to);
    return true;
}
