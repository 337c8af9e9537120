/* justified.c - finds paragraphs whose lines were filled with blanks up to an even right edge
 *
 *   The  -H,  -L  and  -P options control the treatment of symbolic
 *   links.  Command-line arguments following these are taken to  be
 *   names of files.
 *
 * All lines but the last one end in the same column, and the gaps of a line differ by two blanks at
 * most: one of the filling, one of the end of a sentence. Such gaps are forgotten before anything
 * else is decided, since columns of a table, of code or of a term would look like them. The blanks
 * after a label, "-H   Never follow", stay when the next line begins below the text.
 */
#include "block/inside.h"

/* Lines with fewer words are not text. */
#define WORDS 5
/* At least this many full lines show an edge by themselves. */
#define LINES 2

/* Returns true when the gaps from this column on are as even as those of justified text. */
static bool is_even(const line *l, unsigned from)
{
    unsigned least = ~0U, most = 1, gap = 0;

    for (unsigned column = from; column < l->edge; column++) {
        if (line_has_blank(l->blank, column)) {
            gap++;
            continue;
        }
        most = gap > most ? gap : most;
        least = gap > 0 && gap < least ? gap : least;
        gap = 0;
    }
    return l->words >= WORDS && l->letters >= l->digits + l->signs && most <= least + 2;
}

/* Returns the column where the text begins, after a label if the next line begins there. */
static unsigned text_column(const line *l, const line *below)
{
    return l->stops > 0 && l->stop[0] == below->indent ? below->indent : l->indent;
}

/* Returns true when the text goes on in the same column in all of l[0..n): rows of a table. */
static bool has_column(const line *l, size_t n)
{
    for (unsigned stop = 0; stop < l->stops; stop++) {
        size_t same = 0;

        for (size_t i = 0; i < n; i++)
            for (unsigned k = 0; k < l[i].stops; k++)
                same += l[i].stop[k] == l->stop[stop];
        if (same == n)
            return true;
    }
    return false;
}

/* Forgets the gaps of a line. */
static void justified_forget(line *l, unsigned from)
{
    l->stops = from > l->indent;
}

void justified_find(group *g)
{
    blocks *b = g->b;
    line *l = b->lines, *end = &l[g->to];

    for (line *first = &l[g->from], *last; first < end; first = last + (last == first)) {
        bool gaps = false;

        for (last = first; last + 1 < end && last->edge == first->edge &&
                           is_even(last, text_column(last, last + 1));
             last++)
            gaps |= last->stops > (text_column(last, last + 1) > last->indent);
        if (!gaps || has_column(first, (size_t)(last - first) + 1))
            continue;
        if (last - first >= LINES)
            b->edge = first->edge;
        if (first->edge != b->edge)
            continue;
        for (line *k = first; k < last; k++)
            justified_forget(k, text_column(k, k + 1));
        if (last->edge <= b->edge && is_even(last, last->indent))
            justified_forget(last, last->indent);
    }
}
