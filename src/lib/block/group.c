/* group.c - divides a group of lines into blocks
 *
 * At each line the first of these that applies takes one or more lines: a mode that continues,
 * a heading, an entry of contents, lines that stay as they are, an item, a term and its
 * definition, running text. Text whose lines were ended on purpose is verse; indented text that is
 * not prose is code.
 */
#include "base/check.h"
#include "block/traits.h"

#include <string.h>

void group_set(group *g, unsigned i, enum block_kind kind, const char *rule)
{
    block_decision *d = &g->b->out[i];

    *d = (block_decision){.kind = kind, .rule = rule};
    d->text = g->b->lines[i].text;
}

enum block_kind group_kind_above(const group *g, unsigned i)
{
    return i > g->from ? g->b->out[i - 1].kind : g->b->kind;
}

void group_keep(group *g, unsigned i, unsigned to, enum block_kind kind, const char *rule)
{
    blocks *b = g->b;
    const enum block_kind before = group_kind_above(g, i);
    unsigned level;

    if (i == to)
        return;
    level = item_level(b, b->lines[i].indent);
    for (unsigned k = i; k < to; k++) {
        group_set(g, k, kind, rule);
        b->out[k].level = level;
    }
    b->out[i].first = before != kind || (kind == BLOCK_TABLE && g->begins);
}

/* ---- Running text ---- */

/* Returns true when line i begins a new block. */
static bool group_is_start(group *g, unsigned i, unsigned indent)
{
    const line *l = &g->b->lines[i];

    if (item_begins(g, i) || entry_begins(g, i) ||
        l->flags & (LINE_RULE | LINE_FENCE | LINE_SIGN_OFF | LINE_PROMPT | LINE_FORWARD))
        return true;
    if (l->flags & LINE_LEADER || (line_begins_diff(l) && l->head == 'd') ||
        l->patch == BLOCK_PATCH_TRAILER)
        return true;
    return l->indent > indent + 1 || indent > l->indent + 1U;
}

/* Returns true when line i begins a paragraph by its indentation: the next line is back at the
 * margin, and the line above was not full. */
static bool is_indented_first(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    return i + 1 < g->to && l[1].indent < l->indent && l[1].indent + 8 >= l->indent &&
           line_is_prose(l) && l->words > 3 && margin_flows(g, l, l + 1);
}

/* Returns true when the first line of a paragraph is indented less than its other lines, which all
 * have the same indentation. */
static bool is_hanging(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    if (i + 1 >= g->to || l[1].indent < l->indent + 2 || l[1].indent > l->indent + 8 ||
        !line_is_prose(l) || l->words < 4 || l->flags & LINE_COLON || !margin_flows(g, l, l + 1))
        return false;
    for (unsigned k = i + 2; k < g->to; k++)
        if (l[k - i].indent != l[1].indent)
            return false;
    return true;
}

/* Returns the end of the text that begins at i. A first line may be indented more or less. */
static unsigned group_text_end(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    unsigned to = i + 1, indent = l->indent;

    if (is_indented_first(g, i) || is_hanging(g, i))
        indent = l[1].indent;
    while (to < g->to && !group_is_start(g, to, indent))
        to++;
    return to;
}

void group_flow(group *g, unsigned i, unsigned to, enum block_kind kind, const char *rule)
{
    blocks *b = g->b;
    unsigned level = kind == BLOCK_ITEM || kind == BLOCK_REFERENCE || kind == BLOCK_NOTE
                         ? b->items_n
                         : item_level(b, b->lines[i].indent);

    for (unsigned k = i; k < to; k++) {
        group_set(g, k, kind, rule);
        b->out[k].level = level;
        b->out[k].joins = k > i && margin_flows(g, &b->lines[k - 1], &b->lines[k]);
    }
}

/* The kinds of blocks that have running text. */
#define FLOWING                                                                                    \
    (1U << BLOCK_PARAGRAPH | 1U << BLOCK_ITEM | 1U << BLOCK_DEFINITION | 1U << BLOCK_REFERENCE |   \
     1U << BLOCK_NOTE)

/* Returns true when the first line of a group continues the paragraph above. */
static bool block_group_goes_on(const group *g, unsigned i)
{
    const blocks *b = g->b;
    const line *l = &b->lines[i];

    if (i > g->from || !(FLOWING >> b->kind & 1) || b->last.quote != l->quote)
        return false;
    if (b->gap.torn)
        return !(b->last.flags & (LINE_SENTENCE | LINE_COLON)) && b->last.edge >= NARROW &&
               (l->indent == b->last.indent || l->indent == b->last.inner) &&
               (l->flags & LINE_LOWER || margin_flows(g, &b->last, l));
    return !g->begins && l->indent == (b->kind == BLOCK_PARAGRAPH ? b->last.indent : b->last.inner);
}

/* Returns true for lines that are indented more than running text and are not prose. */
static bool is_sample(const group *g, unsigned i, unsigned to, unsigned level)
{
    const blocks *b = g->b;
    const line *l = &b->lines[i];
    const enum block_kind above = group_kind_above(g, i);
    const bool titled = above == BLOCK_HEADING || above == BLOCK_UNDERLINE;
    unsigned base = level > 0 ? b->items[level - 1].inner : b->body, prose = 0, flows = 0, mostly;

    CHECK(i < to && level <= b->items_n);
    if (b->lines[to - 1].indent < base + 2)
        return false;
    for (unsigned k = i; k < to; k++) {
        bool last = k > i && k + 1 == to;

        prose += last || (line_is_prose(&b->lines[k]) && b->lines[k].words > 2);
        flows += k > i && margin_flows(g, &b->lines[k - 1], &b->lines[k]);
    }
    mostly = prose * 4 >= (to - i) * 3;
    if ((titled && mostly) || (above == BLOCK_TERM && (mostly || i > g->from)))
        return false;
    if (to - i == 1)
        return !(prose && l->flags & LINE_SENTENCE && l->words > 4 && l->flags & LINE_UPPER);
    return !mostly || flows * 2 < to - i - 1;
}

/* Returns true for three or more lines that were all ended on purpose. */
static bool is_verse(const group *g, unsigned i, unsigned to)
{
    const line *l = &g->b->lines[i];
    unsigned flows = 0, longest = 0, columns = 0;

    for (unsigned k = i; k < to; k++, l++) {
        flows += k > i && margin_flows(g, l - 1, l);
        longest = l->edge > longest ? l->edge : longest;
        columns += l->edge - l->indent;
    }
    return to - i >= 3 && flows == 0 && longest < 66 && columns < 56 * (to - i);
}

/* Returns true for an address alone that goes on over lines. */
static bool is_cut_url(const group *g, unsigned i, unsigned to)
{
    const line *l = &g->b->lines[i];

    if (to - i < 2 || !(l->flags & LINE_URL || l->head == '<'))
        return false;
    for (unsigned k = i; k < to; k++, l++)
        if (l->words > 1)
            return false;
    return true;
}

/* Decides what indented lines that are not prose are, by their characters. */
static void keep_sample(group *g, unsigned i, unsigned to)
{
    unsigned letters = 0, signs = 0, words = 0, code = 0, prose = 0;

    for (unsigned k = i; k < to; k++) {
        const line *l = &g->b->lines[k];

        letters += l->letters;
        signs += l->signs;
        words += l->words;
        code += (l->flags & (LINE_CODE | LINE_URL)) != 0;
        prose += line_is_prose(l);
    }
    if (code == 0 && signs > letters && to - i > 1)
        group_keep(g, i, to, BLOCK_ART, "drawing");
    else if (group_kind_above(g, i) == BLOCK_CODE && signs < letters)
        group_keep(g, i, to, BLOCK_CODE, "indented, below code");
    else if (code == 0 && g->b->lines[i].indent >= 30)
        group_keep(g, i, to, BLOCK_VERSE, "short lines on the right");
    else if (code * 8 < to - i && prose * 4 >= (to - i) * 3 && signs * 5 < letters &&
             (to - i > 2 || words > 2 * (to - i)))
        group_keep(g, i, to, BLOCK_VERSE, "short lines, indented");
    else
        group_keep(g, i, to, BLOCK_CODE, "indented, not prose");
}

static void decide_text(group *g, unsigned i, unsigned to)
{
    blocks *b = g->b;
    unsigned indent = b->lines[to - 1].indent, level;
    const bool hanging = is_hanging(g, i);

    if (hanging)
        indent = b->lines[i].indent;
    level = item_level(b, indent);
    if (block_group_goes_on(g, i)) {
        group_flow(g, i, to, b->kind, b->rule);
        b->out[i].joins = margin_flows(g, &b->last, &b->lines[i]);
        return;
    }
    if (is_sample(g, i, to, level)) {
        keep_sample(g, i, to);
        return;
    }
    if (is_cut_url(g, i, to)) {
        group_keep(g, i, to, BLOCK_CODE, "address over several lines");
        b->out[i].first = true;
        return;
    }
    if (is_verse(g, i, to)) {
        group_keep(g, i, to, BLOCK_VERSE, "short lines");
        b->out[i].first = true;
        return;
    }
    if (item_is_term(b, level))
        group_flow(g, i, to, BLOCK_DEFINITION, "indented below a term");
    else
        group_flow(g, i, to, BLOCK_PARAGRAPH, "running text");
    b->out[i].first = true;
    if (b->out[to - 1].joins && b->section == SECTION_CONTENTS)
        b->section = SECTION_TEXT;
    if (level == 0 && !hanging && line_is_prose(&b->lines[i]) &&
        (indent > b->body ? b->out[to - 1].joins : to - i > 1 || b->lines[i].words > 4)) {
        b->body = indent;
        b->settled = true;
    }
}

/* Makes an item of the lines from the bullet at i to the end of the text beside it. Returns the
 * line after them. */
static unsigned decide_item(group *g, unsigned i)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    unsigned to = i + 1, least = l->indent + 1;

    item_open(g, i);
    if (to < g->to && b->lines[to].indent <= l->indent && !(b->lines[to].flags & LINE_COLON) &&
        margin_flows(g, l, &b->lines[to]))
        least = b->lines[to].indent;
    if (l->bullet == BULLET_NOTE)
        least = l->inner_text == l->bytes && to < g->to && b->lines[to].indent > l->indent
                    ? BLOCK_LINE_MAX
                    : l->indent;
    while (to < g->to && !item_begins(g, to) && b->lines[to].indent >= least &&
           !(b->lines[to].flags & (LINE_RULE | LINE_FENCE | LINE_PROMPT)))
        to++;
    group_flow(g, i + 1, to, b->out[i].kind, b->out[i].rule);
    for (unsigned k = i + 1; k < to; k++) {
        b->out[k].level = b->out[i].level;
        b->out[k].joins =
            margin_flows(g, &b->lines[k - 1], &b->lines[k]) && b->lines[k].indent <= l->inner + 2;
    }
    return to;
}

static unsigned decide_rule(group *g, unsigned i)
{
    if (!(g->b->lines[i].flags & (LINE_RULE | LINE_SIGN_OFF)))
        return i;
    group_set(g, i, BLOCK_RULE, "line of one character");
    g->b->out[i].first = true;
    return i + 1;
}

/* Decides whether an entry of a list of references, without a label, begins at i: its other lines
 * are indented more. Returns the line after it, or i. */
static unsigned citation(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    unsigned to = i + 1;

    if (g->b->section != SECTION_REFERENCES || i > g->from || l->bullet != BULLET_NONE ||
        !line_is_prose(l))
        return i;
    while (to < g->to && g->b->lines[to].indent > l->indent)
        to++;
    if (to < g->to)
        return i;
    group_flow(g, i, to, BLOCK_REFERENCE, "reference without a label");
    g->b->out[i].first = true;
    return to;
}

/* Decides whether "On Monday, Jane wrote:" is at i, above a quote. Returns the line after it, or
 * i. */
static unsigned attribution(group *g, unsigned i)
{
    const line *l = g->b->lines;
    unsigned to = i;

    for (; !(l[to].flags & LINE_WROTE); to++)
        if (to + 1 == g->to || to == i + 3)
            return i;
    if (to > i && !(g->next && g->next->quote > l[i].quote))
        return i;
    group_keep(g, i, to + 1, BLOCK_ATTRIBUTION, "attribution of a quote");
    g->b->out[i].first = true;
    for (unsigned k = i + 1; k <= to; k++)
        g->b->out[k].joins = margin_flows(g, &l[k - 1], &l[k]);
    return to + 1;
}

/* At least this many lines make a shape, if most of them do not begin in the column of the line
 * above. */
#define SHAPED 6

/* Decides whether the whole group from i on is short lines with alternating indentation. Lines that
 * make a shape may have few words. Returns the line after the group, or i. */
static unsigned stanza(group *g, unsigned i)
{
    const blocks *b = g->b;
    const unsigned n = g->to - i;
    unsigned turns = 0, words = 0, speech = 0, prose = 0;

    if (i > g->from || n > 40)
        return i;
    for (unsigned k = i; k < g->to; k++) {
        const line *l = &b->lines[k];

        if (l->edge > 60 || l->bullet != BULLET_NONE || l->stops > 0 || entry_is_dashed(g, k) ||
            l->flags & (LINE_RULE | LINE_BOX | LINE_FIELD | LINE_PROMPT | LINE_STAMP | LINE_CODE |
                        LINE_FENCE | LINE_SIGN_OFF))
            return i;
        turns += k > i && l->indent != l[-1].indent;
        words += l->words;
        speech += (l->flags & LINE_SPEECH) != 0;
        prose += line_is_prose(l);
    }
    if (turns < 2 || speech > 1 || prose * 5 < n * 4 ||
        words < (n >= SHAPED && turns * 4 >= n * 3 ? 2 : 4) * n)
        return i;
    group_keep(g, i, g->to, BLOCK_VERSE, "stanza");
    g->b->out[i].first = true;
    return g->to;
}

/* Decides what the block that begins at i is. Returns the first line after the block. */
static unsigned decide_at(group *g, unsigned i)
{
    typedef unsigned decider(group * g, unsigned i);
    static decider *const deciders[] = {
        patch_decide,    attribution, entry_question, heading_decide,  stanza,
        contents_decide, citation,    entry_decide,   verbatim_decide, decide_rule};
    unsigned to;

    if ((to = verbatim_mode(g, i)) > i)
        return to;
    for (size_t k = 0; k < sizeof deciders / sizeof *deciders; k++)
        if ((to = deciders[k](g, i)) > i)
            return to;
    if (item_begins(g, i))
        return decide_item(g, i);
    if ((to = entry_terms(g, i)) > i)
        return to;
    to = group_text_end(g, i);
    decide_text(g, i, to);
    return to;
}

void group_decide(group *g)
{
    blocks *b = g->b;
    unsigned i = g->from;

    CHECK(g->from < g->to && g->to <= b->n);
    if (b->last.quote != b->lines[i].quote) {
        b->items_n = 0;
        b->mode = b->patch.depth == b->lines[i].quote + 1U ? MODE_DIFF : MODE_TEXT;
        b->body = 0;
        b->mail = true;
    }
    if (b->lines_n == 0 && b->lines[i].has.program)
        b->mode = MODE_PROGRAM;
    if (g->code.kind != NEST_NONE) {
        nest_keep(g);
        i = g->to;
    }
    if (i < g->to) {
        justified_find(g);
        margin_find(g);
    }
    while (i < g->to)
        i = decide_at(g, i);
    b->last = b->lines[g->to - 1];
    b->kind = b->out[g->to - 1].kind;
    b->rule = b->out[g->to - 1].rule;
    if (b->nest.never)
        b->out[g->from].rule = "below code that never closes";
    b->nest.never = false;
    b->lines_n += g->to - g->from;
    if (b->kind == BLOCK_FORWARD || b->kind == BLOCK_ATTRIBUTION)
        b->mail = true;
}
