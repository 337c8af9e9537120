/* t_csv_cuts.c - the rows of CSV do not depend on the pieces in which the text is read
 *
 * Random texts of separators, quotes, line ends and a few other bytes are divided into rows in one
 * piece, in single bytes and in random pieces, with bounds of a row from 1 byte on. Rows, faults,
 * lines and whole cells must be the same, and all bytes must be used.
 */
#include "gentext.h"
#include "growing.h"
#include "tap.h"
#include "trawl/rows/rows.h"

enum { TEXTS = 20000, TEXT_BYTES = 120 };

/* Adds all that is known about a row to a text. */
static void put_row(growing *to, const struct rows_row *row)
{
    char head[80];
    struct rows_cell cell;
    size_t at = 0;
    int n = snprintf(head, sizeof head, "line %u%s%s:", (unsigned)row->line,
                     row->large ? ", large" : "", row->fault ? ", damaged" : "");

    growing_add(to, head, (size_t)n);
    while (rows_csv_next(row->text, ',', &at, &cell)) {
        growing_add(to, " [", 2);
        growing_add(to, cell.raw.p, cell.raw.n);
        growing_add(to, "]", 1);
    }
    growing_add(to, "\n", 1);
}

/* Divides a text into rows as the command does. Reads `piece` bytes at a time, or random pieces if
 * `piece` is 0. Returns whether all of the text was used. */
static bool divide(growing *to, const char *text, size_t n, uint64_t most, size_t piece, gentext *g)
{
    struct csv_reader c = {.most = most, .separator = ','};
    size_t read = 0, used = 0, all = 0;
    struct rows_row row;

    growing_clear(to);
    for (bool over = false; !over;) {
        size_t more = piece ? piece : 1 + gentext_random(g, 9);

        over = read == n; /* as in the command, the end is known after the last piece */
        read = more < n - read ? read + more : n;
        while (used < read) {
            all = rows_csv_row(&c, (trawl_str){text + used, read - used}, over, &row);
            if (all == 0)
                break;
            used += all;
            if (!row.between)
                put_row(to, &row);
        }
    }
    return used == n;
}

/* Makes a text, more or less full of quotes. */
static size_t make_text(gentext *g, char *text)
{
    static const char bytes[] = "\"\"\"\"\"\"\"\",,,,,\n\n\n\r\r\nxxxxxxxx\0;";
    const uint32_t quotes = gentext_random(g, 9);
    size_t n = gentext_random(g, 1 + gentext_random(g, TEXT_BYTES)), from = 0;

    if (gentext_random(g, 4) == 0) {
        memcpy(text, "\xEF\xBB\xBF", 3);
        from = 3;
    }
    for (size_t i = from; i < n; i++)
        text[i] = bytes[quotes + gentext_random(g, sizeof bytes - 1 - quotes)];
    return n > from ? n : from;
}

int main(void)
{
    static growing whole, pieces;
    static char text[TEXT_BYTES];
    gentext g = {.state = 1};
    size_t wrong = 0, damaged = 0, large = 0;

    for (int i = 0; i < TEXTS && wrong < 5; i++) {
        const uint64_t most = i % 2 ? 1 + gentext_random(&g, 12) : UINT64_MAX / 2;
        const size_t n = make_text(&g, text);

        bool good = divide(&whole, text, n, most, TEXT_BYTES, &g);
        for (size_t piece = 0; piece < 3; piece++)
            good =
                divide(&pieces, text, n, most, piece, &g) && growing_same(&whole, &pieces) && good;
        damaged += whole.n > 0 && strstr(whole.p, ", damaged") != NULL;
        large += whole.n > 0 && strstr(whole.p, ", large") != NULL;
        if (good)
            continue;
        wrong++;
        tap_show("text", text, n);
        tap_show("whole", whole.p, whole.n);
        tap_show("pieces", pieces.p, pieces.n);
    }
    is_int(wrong, 0, "rows are the same in pieces");
    ok(damaged > TEXTS / 10 && damaged < TEXTS / 10 * 9,
       "some texts are damaged, some are not: %zu", damaged);
    ok(large > TEXTS / 10, "some rows are too large: %zu", large);
    return done();
}
