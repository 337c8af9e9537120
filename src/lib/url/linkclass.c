/* linkclass.c - looks up Link_Term, Link_Email and Link_Bracket of a code point (UTS #58 17.0)
 *
 * find/ending/ decides where a link ends.
 */
#include "url/url.h"

#include "url/tables/link.h"

/* A block has eight leaves, a leaf sixteen code points; a byte has two code points, the first in
 * its lower half. */
unsigned link_class_wide(uint32_t cp)
{
    if (cp >= LINK_GAP_FROM) {
        if (cp < LINK_GAP_TO || cp >= LINK_END)
            return LINK_HARD;
        cp -= LINK_GAP_TO - LINK_GAP_FROM;
    }
    unsigned leaf = link_leaves[link_blocks[cp >> 7] << 3 | (cp >> 4 & 7)];
    unsigned pair = link_values[leaf + (cp >> 1 & 7)];
    return cp & 1 ? pair >> 4 : pair & 15;
}

/* The number of rows for ASCII, which come first: ")", ">", "]" and "}". */
enum { ASCII_BRACKETS = 4 };

uint32_t link_opener(uint32_t closer)
{
    size_t from = 0,
           to = closer < 0x80 ? ASCII_BRACKETS : sizeof link_brackets / sizeof link_brackets[0];

    while (from < to) {
        size_t middle = (from + to) / 2;

        if (link_brackets[middle][0] == closer)
            return link_brackets[middle][1];
        if (link_brackets[middle][0] < closer)
            from = middle + 1;
        else
            to = middle;
    }
    return 0;
}
