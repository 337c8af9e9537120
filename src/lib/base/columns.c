/* columns.c - how many columns a character takes on a terminal */
#include "base/utf8.h"

typedef struct columns_range {
    uint32_t from, to;
} range;

#include "base/columns_table.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static bool columns_is_within(const range *table, size_t n, uint32_t code)
{
    size_t low = 0;

    while (n > 0) {
        size_t half = n / 2;

        if (code > table[low + half].to) {
            low += half + 1;
            n -= half + 1;
        } else if (code < table[low + half].from) {
            n = half;
        } else {
            return true;
        }
    }
    return false;
}

unsigned unicode_columns(uint32_t code)
{
    if (code < 0x300)
        return 1;
    if (columns_is_within(zero, COUNT(zero), code))
        return 0;
    return columns_is_within(wide, COUNT(wide), code) ? 2 : 1;
}
