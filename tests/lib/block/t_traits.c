/* t_traits.c - each row of traits.c, item.c, heading.c and release.c is needed: without it some text
 * is read in another way
 *
 * The texts are those of texts.h.
 */
#include "tap.h"

#include "block/inside.h"
#include "texts.h"

static void try_without(unsigned row)
{
    size_t seen = 0;

    row_off = row;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        seen += strcmp(shape_of(shapes[i].text), shapes[i].shape) != 0;
    row_off = ~0U;
    ok(seen > 0, "without row %u: %zu texts are read in another way", row, seen);
}

int main(void)
{
    for (unsigned i = 0; i < row_count; i++)
        try_without(i);
    for (unsigned i = 0; i < item_row_count; i++)
        try_without(ITEM_ROWS + i);
    for (unsigned i = 0; i < star_row_count; i++)
        try_without(STAR_ROWS + i);
    for (unsigned i = 0; i < release_row_count; i++)
        try_without(RELEASE_ROWS + i);
    return done();
}
