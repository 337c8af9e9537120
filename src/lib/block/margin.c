/* margin.c - finds the line ends that are there because the line was full
 *
 * The right margin W of a group is a column such that no line could have taken the first word of
 * the next line: edge <= W < edge + 1 + word. When most lines agree on a margin, line ends that fit
 * this margin may flow. Otherwise the author ended the lines on purpose.
 *
 *   The quick brown fox jumps over      edge 30, next word 3: 30 <= W < 34
 *   the lazy dog and then sleeps in     edge 31, next word 3: 31 <= W < 35
 *   its bed.
 */
#include "block/inside.h"

/* The margin when no other group has set a margin, and the least margin of ordinary text. */
#define MARGIN 60
#define FULL 70

/* Candidates more than this many columns to the left of the longest line's end are not tried. */
#define RANGE 24
/* Justified text has no gaps of this many columns. */
#define WIDE_GAP 6
/* How much a line of a small group may be shorter than the known margin when the next line begins
 * with a small letter. */
#define SLACK 8
/* A line of at least this many columns that ends with "the" goes on below, wherever the margin is.
 * A shorter line may be verse. */
#define OPEN 50
/* In running text, more than one in this many line ends is after a word such as "the". */
#define OFTEN 8

/* Returns the column at which the line would end if the next line's first word were appended. */
static unsigned needed(const line *above, const line *l)
{
    /* Some signs may not begin a line of Chinese or Japanese. */
    unsigned blank = above->flags & LINE_WIDE ? 2 : 1;

    if (above->flags & (LINE_SENTENCE | LINE_COLON))
        blank++;
    return above->edge + blank + l->word;
}

static bool is_pair(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    return !(l->flags & LINE_RULE) && !(l[-1].flags & LINE_RULE) && l->bullet == BULLET_NONE &&
           l->indent <= l[-1].indent + 2 && !entry_is_known(g->b, l->indent, l[-1].indent);
}

/* Returns true if the line `above` cannot end a sentence, since its last word, such as "the", must
 * have a word after it. */
static bool margin_is_open(const line *above, const line *l)
{
    return above->has.open && above->edge - above->indent >= OPEN && l->bullet == BULLET_NONE &&
           !((above->flags | l->flags) & LINE_CODE);
}

/* What the lines of a group have in common. */
typedef struct pairs {
    unsigned count, longest, indent;
    unsigned small, capital, ended; /* pairs: the second begins so; the first ends a sentence */
    unsigned open;                  /* pairs of which the first cannot end there */
} pairs;

static pairs count_pairs(const group *g)
{
    pairs p = {.indent = ~0U};

    for (unsigned i = g->from; i < g->to; i++) {
        const line *l = &g->b->lines[i];

        if (l->edge > p.longest && !(l->words == 1 && l->flags & LINE_URL))
            p.longest = l->edge;
        if (l->indent < p.indent)
            p.indent = l->indent;
        if (i == g->from || !is_pair(g, i))
            continue;
        p.count++;
        p.small += (l->flags & LINE_LOWER) != 0;
        p.capital += (l->flags & LINE_UPPER) != 0;
        p.ended += (l[-1].flags & LINE_SENTENCE) != 0;
        p.open += margin_is_open(l - 1, l);
    }
    return p;
}

/* Returns how many line ends fit the margin. */
static unsigned fitting(const group *g, unsigned width)
{
    unsigned count = 0;

    for (unsigned i = g->from + 1; i < g->to; i++)
        count += is_pair(g, i) && g->b->lines[i - 1].edge <= width &&
                 needed(&g->b->lines[i - 1], &g->b->lines[i]) > width;
    return count;
}

/* Returns the right margin that the most line ends fit, and sets *fit to their number. */
static unsigned best_margin(const group *g, const pairs *all, unsigned *fit)
{
    unsigned best = all->longest;

    *fit = fitting(g, best);
    for (unsigned i = g->from; i < g->to && *fit < all->count; i++) {
        unsigned edge = g->b->lines[i].edge, n;

        if (edge >= all->longest || edge + RANGE < all->longest || edge < NARROW)
            continue;
        n = fitting(g, edge);
        if (n > *fit || (n == *fit && edge > best)) {
            best = edge;
            *fit = n;
        }
    }
    return best;
}

/* Returns the lines of the group above code between fences. */
static group text_above_fence(const group *g)
{
    group text = *g;

    for (text.to = g->from + 1; text.to < g->to; text.to++)
        if (g->b->lines[text.to].flags & LINE_FENCE)
            break;
    return text;
}

void margin_find(group *g)
{
    unsigned *known = &g->b->width[g->b->lines[g->from].quote];
    const group text = text_above_fence(g);
    pairs p = count_pairs(&text);
    unsigned fit, least, width = best_margin(&text, &p, &fit);
    bool narrow = width < p.indent + NARROW;

    g->width = g->slack = 0;
    if (p.open * OFTEN > p.count && p.small * 2 >= p.count) {
        const bool sure = p.count >= 3 && fit * 3 >= p.count * 2;

        least = *known ? *known : FULL;
        g->width = sure || width > least ? width : least;
        g->slack = g->width - width + RANGE;
        *known = sure ? width : *known;
        return;
    }
    if (p.count >= 3 && fit * 3 < p.count * 2)
        return;
    if (narrow && p.count >= 4 && (fit < p.count || p.small * 3 < p.count || p.small == 0))
        return;
    if (p.count >= 3 && p.longest < 70 && p.capital * 5 >= p.count * 4 && p.ended * 2 < p.count)
        return;
    g->width = width;
    if (p.count == 2 && fit == 2 && p.small == 2 && !narrow)
        return;
    if (p.count >= 3 && !narrow) {
        g->slack = fit * 4 >= p.count * 3 ? SLACK : 0;
        *known = width;
        return;
    }
    if (narrow && p.count >= 4)
        return;
    if (!narrow && g->b->lines[g->from].flags & LINE_WIDE)
        return;
    least = *known ? *known : p.small == p.count ? MARGIN : FULL;
    if (g->width < least)
        g->width = least;
    if (p.count > 0 && p.small == p.count && least > MARGIN)
        g->slack = g->width - (least - SLACK);
}

/* Returns true for a line of one word: a URL, a name. */
static bool margin_is_word(const line *l)
{
    return l->words == 1 && !(l->flags & LINE_WIDE);
}

/* Returns true for a line with wide gaps, and for code with columns: "scheme        = 1*ALPHA". */
static bool margin_has_columns(const line *l)
{
    return l->stops > 0 && (l->flags & LINE_CODE || l->gap[0] >= WIDE_GAP);
}

/* Returns true if the text may go on here in spite of a short line: it begins with a small letter,
 * in the column of the text above. The second line of a paragraph may be indented by two columns.
 */
static bool goes_on(const group *g, const line *above, const line *l)
{
    const unsigned hang = above == &g->b->lines[g->from] ? 2 : 0;

    return l->flags & LINE_LOWER && l->bullet == BULLET_NONE && l->indent <= above->inner + hang &&
           !(above->flags & (LINE_SENTENCE | LINE_COLON));
}

bool margin_flows(const group *g, const line *above, const line *l)
{
    if (l->flags & (LINE_SPEECH | LINE_FIELD) || margin_has_columns(l) ||
        (margin_is_word(l) && margin_is_word(above) && l->edge > l->indent + 24))
        return false;
    if (margin_is_open(above, l))
        return true;
    if (g->width == 0 || above->edge < above->indent + 20)
        return false;
    return needed(above, l) + (goes_on(g, above, l) ? g->slack : 0) > g->width;
}
