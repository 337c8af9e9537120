/* mark.c - byte-order marks */
#include "charset/mark.h"

#include <string.h>

/* The longer before what it begins with. */
static const struct {
    const char *name, *bytes;
    size_t n;
} marks[] = {
    {"utf-32le", "\xFF\xFE\0\0", 4}, {"utf-32be", "\0\0\xFE\xFF", 4}, {"utf-8", "\xEF\xBB\xBF", 3},
    {"utf-16le", "\xFF\xFE", 2},     {"utf-16be", "\xFE\xFF", 2},
};

const names_row *mark_find(const char *p, size_t n, bool last, bool *wait)
{
    *wait = n == 0 && !last;
    if (n == 0 || (p[0] != 0 && (unsigned char)p[0] < 0xEF))
        return NULL;
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t same = n < marks[i].n ? n : marks[i].n;
        if (memcmp(p, marks[i].bytes, same) != 0)
            continue;
        if (same == marks[i].n)
            return names_find(marks[i].name, strlen(marks[i].name));
        if (!last) {
            *wait = true;
            return NULL;
        }
    }
    return NULL;
}
