/* entry.c - terms and their definitions: in manual pages, lists of options, glossaries
 *
 *   -a, --all      Prints all.           -a, --all
 *                  Others too.                  Prints all.
 *
 * A definition is beside its term, or below it. In both cases the columns where the term and the
 * definition begin show that other lines in the same columns are entries, too: all entries of a
 * list are of one kind, however long their terms are. A list inside a definition is another list,
 * in other columns.
 */
#include "base/check.h"
#include "block/traits.h"

/* The maximum number of terms of one definition. */
#define TERMS 8
/* A definition begins at most this many columns to the right of its term. */
#define TERM_COLUMNS 40u

bool entry_is_known(const blocks *b, unsigned term, unsigned text)
{
    return text > 0 && b->beside[term] == text;
}

bool entry_is_dashed(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *k = l + 1, *end = &g->b->lines[g->to];

    if (l->dash == 0)
        return false;
    while (k < end && k->indent >= l->dash)
        k++;
    if (k == end)
        k = g->next;
    return l->has.option || entry_is_known(g->b, l->indent, l->dash) ||
           (k && k->indent == l->indent && k->dash == l->dash);
}

/* Returns the column where the text beside the term of line i begins, or 0. */
static unsigned text_beside(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    const unsigned below = i + 1 < g->to ? l[1].indent : 0;
    const unsigned known = g->b->beside[l->indent]; /* or 0: no column before it is blank */

    if (entry_is_dashed(g, i))
        return l->dash;
    if (known < l->edge && line_has_blank(l->blank, known - 1) && !line_has_blank(l->blank, known))
        return known;
    for (unsigned k = 1; k < l->stops; k++)
        if (l->stop[k] == below)
            return below;
    return l->stops > 0 ? l->stop[0] : 0;
}

/* Returns the name of the row that makes line i a term with its text beside it, in column *text, or
 * NULL. */
static const char *beside_rule(const group *g, unsigned i, unsigned *text)
{
    *text = text_beside(g, i);
    return *text > 0 && *text <= g->b->lines[i].indent + TERM_COLUMNS
               ? traits_decide(TRAITS_BESIDE, traits_beside(g, i, *text))
               : NULL;
}

bool entry_begins(const group *g, unsigned i)
{
    unsigned text;

    return beside_rule(g, i, &text) != NULL;
}

static void set_term(group *g, unsigned i, unsigned text, const char *rule)
{
    blocks *b = g->b;
    const unsigned column = b->lines[i].indent;

    CHECK(column < LINE_BLANKS);
    group_set(g, i, BLOCK_TERM, rule);
    b->out[i].first = true;
    b->out[i].level = item_push(b, (item){.column = column, .inner = text});
    if (text > column)
        b->beside[column] = NARROW8(text);
}

/* Returns the end of the text beside the term of line i. */
static unsigned beside_end(const group *g, unsigned i, unsigned text)
{
    const line *l = g->b->lines;
    unsigned to = i + 1;

    while (to < g->to && l[to].indent >= text && l[to].indent <= text + 2 && !item_begins(g, to) &&
           !(l[to].flags & (LINE_RULE | LINE_FENCE | LINE_PROMPT)) && !entry_begins(g, to))
        to++;
    return to;
}

/* Decides, by the rows `of`, whether successive lines are terms that share the definition below. A
 * single term counts only with TRAITS_ABOVE. Returns the first line after the terms, or i. */
static unsigned terms_above(group *g, unsigned i, enum traits_decision of)
{
    const line *l = g->b->lines;
    const char *rule = NULL;
    unsigned to = i + 1, k = i;

    while (to < g->to && to - i < TERMS && l[to].indent == l[i].indent &&
           !margin_flows(g, &l[to - 1], &l[to]) && !entry_begins(g, to))
        to++;
    if (to == g->to ||
        (to == i + 1 ? of != TRAITS_ABOVE
                     : l[i].head != '-' && !traits_decide(TRAITS_STACK, traits_of(g, i, &l[to]))))
        return i;
    for (; k < to && (k == i || rule); k++)
        rule = traits_decide(of, traits_of(g, k, &l[to]));
    if (!rule)
        return i;
    for (k = i; k < to; k++)
        set_term(g, k, l[to].indent, rule);
    return to;
}

unsigned entry_decide(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    unsigned text, to;
    const char *rule = beside_rule(g, i, &text);

    if (!rule)
        return terms_above(g, i, TRAITS_ABOVE);
    set_term(g, i, text, rule);
    g->b->out[i].columns = 2;
    g->b->out[i].column[1] = NARROW8(text);
    to = beside_end(g, i, text);
    group_flow(g, i + 1, to, BLOCK_DEFINITION, "beside a term");
    if (to > i + 1)
        g->b->out[i + 1].joins = margin_flows(g, l, l + 1);
    return to;
}

/* Returns true for a line that begins with this letter and a colon: "Q: Why?" */
static bool is_said_by(const line *l, char who)
{
    return l->head == who && l->word == 2 && l->flags & LINE_SPEECH;
}

unsigned entry_question(group *g, unsigned i)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    const bool term = is_said_by(l, 'Q');
    unsigned to = i + 1, level;

    if (!term && !(is_said_by(l, 'A') && item_is_term(b, b->items_n)))
        return i;
    while (to < g->to && !is_said_by(&b->lines[to], 'A') && !is_said_by(&b->lines[to], 'Q') &&
           !item_begins(g, to))
        to++;
    group_flow(g, i, to, term ? BLOCK_TERM : BLOCK_DEFINITION, term ? "question" : "answer");
    level = item_push(b, (item){.column = l->indent, .inner = l->indent + 3});
    for (unsigned k = i; k < to; k++)
        b->out[k].level = level;
    b->out[i].first = true;
    b->out[i].text = NARROW16(l->text + 3);
    return to;
}

unsigned entry_terms(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    const bool last = i + 1 == g->to;
    const line *below = last ? g->next : l + 1;
    const traits at = traits_of(g, i, below);
    const char *rule = last ? traits_decide(TRAITS_LONE, at) : NULL;
    unsigned to;

    if ((to = terms_above(g, i, TRAITS_STACKED)) > i)
        return to;
    if (!rule && !(rule = traits_decide(TRAITS_TERM, at)))
        return i;
    set_term(g, i, below->indent, rule);
    return i + 1;
}
