/* heading.c - headings: numbered, underlined, in capitals, with hashes, outdented; titles */
#include "block/inside.h"

#include <string.h>

#include "base/ascii.h"

/* The longest heading. */
#define HEADING_COLUMNS 78
#define HEADING_WORDS 14
/* A line that ends with ":" and has more words leads to what is below. */
#define LEAD_WORDS 5
/* A title has at most this many lines of text above it. */
#define TITLE_AFTER 24

/* Returns true for text in columns. The blanks or the tab after a number do not count. */
static bool has_columns(const line *l)
{
    unsigned i = 0;

    while (i < l->stops && l->bullet != BULLET_NONE && l->stop[i] <= l->inner)
        i++;
    if (i == 0 && l->stops > 1)
        i++;
    return i < l->stops && l->gap[i] >= 4;
}

/* Returns true for text that may be a heading: it does not end like a sentence. */
static bool heading_is_title(const line *l)
{
    return l->edge <= HEADING_COLUMNS && l->words <= HEADING_WORDS &&
           (l->letters > 1 || (l->letters == 1 && l->digits > 2 && l->words == 1)) &&
           l->tail != ',' && l->tail != ';' && l->tail != '.' &&
           !(l->flags & (LINE_RULE | LINE_URL | LINE_LEADER | LINE_GRID)) && !has_columns(l);
}

/* Returns true for an underline of this line. */
static bool heading_is_underlined(const line *l, const line *below)
{
    unsigned width = l->edge - l->indent, under = below->edge - below->indent;

    if (below->head == '=' && below->words == 1 && below->letters + below->digits == 0 &&
        l->words <= 8 && heading_is_title(l) && below->indent == l->indent)
        return true;
    return below->flags & LINE_RULE && strchr("=-~^", below->head) && below->stops == 0 &&
           below->words == 1 && under * 4 >= width * 3 && under <= width + 3 + width / 4 &&
           !(l->flags & LINE_RULE) && l->stops == 0 && l->letters > 0 &&
           below->indent <= l->indent + 2 && l->indent <= below->indent + 2;
}

/* Returns true for a heading of Markdown, and false for a comment of a shell, which is indented, or
 * has a command below it. */
static bool is_hashed(const line *l, const line *below)
{
    if (l->indent > 0 || l->flags & LINE_PROMPT)
        return false;
    return !below || (below->bullet != BULLET_HASH && !(below->flags & LINE_CODE) &&
                      (l->level > 1 || below->indent > 0 || below->bullet != BULLET_NONE ||
                       below->flags & (LINE_RULE | LINE_UPPER)));
}

/* Returns true when l, with one number, is an item: other items are around it. */
static bool is_numbered_item(const group *g, const line *l)
{
    const line *next = g->next;

    if (next && next->bullet == l->bullet && next->sign == l->sign && next->indent == l->indent &&
        next->value == l->value + 1)
        return true;
    return g->b->items_n > 0 && g->b->items[0].bullet == l->bullet &&
           g->b->items[0].column == l->indent && g->b->items[0].value + 1 == l->value;
}

/* Returns the rule of a numbered heading, or NULL. */
static const char *numbered(const group *g, const line *l, bool alone)
{
    unsigned level = l->level > 0 ? l->level : 1;

    if (g->b->section == SECTION_CONTENTS &&
        !(g->b->entries > 1 && l->value == g->b->entry_value && level == g->b->entry_level))
        return NULL;
    if (!alone || l->indent > g->b->body + 4 || !heading_is_title(l) ||
        !(l->flags & LINE_UPPER || l->bullet == BULLET_SECTION))
        return NULL;
    if (l->bullet == BULLET_SECTION)
        return l->sign == 'A' ? "named heading" : "numbered heading";
    if (l->flags & LINE_COLON && l->words > LEAD_WORDS)
        return NULL;
    if (l->bullet == BULLET_NUMBER && l->sign == '.' && l->flags & LINE_CAPITALS && g->next &&
        g->next->indent > l->indent + 1 && g->next->indent <= l->inner && line_is_prose(g->next))
        return "numbered heading";
    if (l->bullet == BULLET_NUMBER && l->sign == '.' && l->indent <= g->b->body)
        return is_numbered_item(g, l) ? NULL : "numbered heading";
    if (l->bullet == BULLET_LETTER && l->sign == '.' && l->indent == 0 && ascii_is_upper(l->head) &&
        l->value == g->b->letter + 1)
        return is_numbered_item(g, l) ? NULL : "numbered heading";
    return NULL;
}

/* Returns true when most words of a line begin with a capital letter, or it has few words. */
static bool is_named(const line *l)
{
    return l->names * 2 >= l->words || l->words <= 4;
}

/* Returns true when the line begins farther left than the text that it is a heading of. The first
 * line of a paragraph with a hanging indentation flows into the next one. */
static bool is_outdented(const group *g, const line *l, const line *below)
{
    if (below == l + 1 && below < &g->b->lines[g->to] && margin_flows(g, l, below))
        return false;
    if (below && (g->b->numbered >= NUMBERED || below->flags & LINE_CODE) && !is_named(l))
        return false;
    if (!below || below->flags & LINE_URL || (l->flags & LINE_COLON && below->stops > 0))
        return false;
    return l->indent == 0 && below->indent >= 2 && below->quote == l->quote && l->words <= 10 &&
           l->edge <= 64 && l->digits <= 4 && l->flags & LINE_UPPER && heading_is_title(l) &&
           l->stops == 0 && !(l->flags & (LINE_CODE | LINE_FIELD)) &&
           (!(l->flags & LINE_COLON) || l->words <= 4) && l->tail != '!' && l->tail != '?' &&
           (below->bullet != BULLET_SIGN || g->b->body >= 2) &&
           (g->b->body >= 2 || below->indent == g->b->body ||
            (line_is_prose(below) && below->edge >= 50));
}

/* Returns true for a short line with space around it, above lines that may be its text. */
static bool is_short(const group *g, const line *l)
{
    const blocks *b = g->b;
    const line *next = g->next;

    if (!next || next->quote != l->quote || next->flags & (LINE_SIGN_OFF | LINE_SPEECH) ||
        !(l->flags & LINE_UPPER) || !heading_is_title(l) || l->stops > 0 || l->quote > 0 ||
        l->indent > (l->flags & LINE_CONTENTS ? b->body + 8 : b->body) ||
        l->flags & (LINE_SENTENCE | LINE_CODE | LINE_FIELD | LINE_GREETING) ||
        (l->flags & LINE_COLON && !(l->flags & LINE_CONTENTS)))
        return false;
    if (l->flags & (LINE_KNOWN | LINE_CONTENTS | LINE_REFERENCES))
        return true;
    if (b->numbered >= NUMBERED && (!is_named(l) || l->indent > 0 || !line_is_prose(next)))
        return false;
    if (next->indent > l->indent + 1 && l->indent > 0 &&
        (b->last.flags & LINE_COLON || b->term == l->indent + 1U || next->flags & LINE_URL))
        return false;
    if (b->side == l->indent + 1U && next->indent > l->indent + 1 && l->words <= 5 &&
        l->edge <= 60 && line_is_prose(next))
        return true;
    if (b->last.tail == ',' || b->mail || l->words > 8 ||
        (l->words > 3 && l->names * 2 < l->words) || l->edge > 60 || l->tail == '!' ||
        l->digits > 2 || l->signs > 4 || (l->flags & LINE_SPEECH && l->words < 3))
        return false;
    return b->lines_n == 0 ||
           (line_is_prose(next) && (next->edge >= 50 || (b->headings > 0 && next->words > 5))) ||
           next->stops > 0 || next->bullet != BULLET_NONE || next->indent > l->indent + 1 ||
           next->flags & LINE_BOX;
}

/* Returns true when all lines of the group have the same middle and other indentations. */
static bool has_axis(const group *g)
{
    const line *l = &g->b->lines[g->from];
    bool same = g->to - g->from > 1;

    for (unsigned i = 1; same && i < g->to - g->from; i++) {
        unsigned middle = l->indent + l->edge, other = l[i].indent + l[i].edge;
        same = l[i].indent != l[i - 1].indent && middle <= other + 2 && other <= middle + 2;
    }
    return same;
}

/* Returns true for one to four lines in the middle of the page. */
static bool is_centred(const group *g, unsigned i)
{
    const blocks *b = g->b;
    unsigned least = b->lines_n == 0 || (b->headings == 0 && has_axis(g)) ? 4 : 8;

    if (i > g->from || g->to - i > 4 || !(b->lines[i].flags & LINE_UPPER) || b->lines[i].quote > 0)
        return false;
    for (; i < g->to; i++) {
        const line *l = &b->lines[i];
        unsigned twice = l->indent + l->edge;

        if (l->indent < least || l->indent < b->body + 4 || twice < 56 || twice > 90 ||
            !heading_is_title(l) || l->stops > 0 || l->bullet != BULLET_NONE ||
            l->flags & (LINE_CODE | LINE_BOX | LINE_SENTENCE) ||
            l->letters <= l->digits + l->signs ||
            (b->lines_n > TITLE_AFTER && !(l->flags & LINE_CAPITALS)))
            return false;
    }
    return true;
}

/* Returns true for a heading in capitals, at the margin of the text or in the middle. */
static bool is_capitals(const group *g, const line *l)
{
    if (!(l->flags & LINE_CAPITALS) || !heading_is_title(l) || l->letters < 4 || l->stops > 0 ||
        l->digits + l->signs > l->letters || (l->words == 1 && l->signs > 2) ||
        l->flags & (LINE_CODE | LINE_FIELD) || l->drawn)
        return false;
    if (g->b->numbered >= NUMBERED && l->indent > 0 && g->next && g->next->indent > l->indent + 1)
        return false; /* a term */
    return l->indent <= g->b->body ||
           (l->indent >= 12 && (g->b->numbered < NUMBERED || l->indent + l->edge >= 56));
}

static unsigned decide_as(group *g, unsigned i, const char *rule, unsigned level)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    block_decision *d = &b->out[i];

    *d = (block_decision){.kind = BLOCK_HEADING, .rule = rule, .first = true};
    d->level = level == 0 ? 1 : level > 6 ? 6 : level;
    d->text = l->text;
    if (l->bullet == BULLET_HASH)
        d->text = l->inner_text;
    if (l->bullet == BULLET_SECTION || l->bullet == BULLET_NUMBER || l->bullet == BULLET_LETTER) {
        d->key_from = l->key_from;
        d->key_to = l->key_to;
    }
    b->headings++;
    b->numbered += l->bullet == BULLET_SECTION || l->bullet == BULLET_NUMBER;
    if (l->bullet == BULLET_LETTER)
        b->letter = l->value;
    if (l->bullet == BULLET_NUMBER)
        b->chapter = l->value;
    b->items_n = 0;
    b->term = 0;
    b->section = l->flags & LINE_CONTENTS     ? SECTION_CONTENTS
                 : l->flags & LINE_REFERENCES ? SECTION_REFERENCES
                                              : SECTION_TEXT;
    b->entries = b->leaders = 0;
    return i + 1;
}

/* Returns true when the heading with a number at i continues in the next line, the last of the
 * group. */
static bool is_folded(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *below = l + 1;

    if (l->bullet != BULLET_SECTION || i + 2 != g->to || l->edge <= 50)
        return false;
    if (l->indent == 0 && below->indent == l->inner)
        return true;
    return l->level > 1 && g->b->numbered >= NUMBERED && below->words <= 6 &&
           (below->indent == l->indent || below->indent == l->inner) && margin_flows(g, l, below) &&
           strchr("?)", below->tail);
}

/* Returns true for a line with a section number whose text begins in the next line. */
static bool is_above_text(const group *g, const line *l, const line *below)
{
    return l->bullet == BULLET_SECTION && l->level > 1 && l->indent == 0 && l->words > 2 &&
           l->flags & LINE_UPPER && below->bullet == BULLET_NONE && below->flags & LINE_UPPER &&
           line_is_prose(below) && below->words > 5 && !margin_flows(g, l, below) &&
           below->indent <= l->inner && g->b->section != SECTION_CONTENTS;
}

/* Returns true for code between two lines of "-", which looks like a title between rules. */
static bool is_between_rules(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    return i > g->from && g->b->out[i - 1].kind == BLOCK_RULE && l[-1].head == '-' &&
           (l->drawn || !(l->flags & LINE_UPPER));
}

/* Returns true for "== Title ==". */
static bool is_between_signs(const line *l)
{
    return l->head == '=' && l->tail == '=' && l->word >= 2 && l->words >= 3 && l->words <= 10 &&
           l->signs >= 2 * l->word && l->letters > 1 && l->edge <= HEADING_COLUMNS;
}

/* Returns true for the next heading "3. Title" directly below a paragraph, at the end of the group.
 * An item of a list would not have the next number, or other items around it. */
static bool is_next_chapter(const group *g, unsigned i)
{
    const blocks *b = g->b;
    const line *l = &b->lines[i], *next = g->next;

    return i > g->from && i + 1 == g->to && l->bullet == BULLET_NUMBER && l->sign == '.' &&
           l->value == b->chapter + 1 && l[-1].flags & LINE_SENTENCE && l->indent <= b->body &&
           l->indent == l[-1].indent && l->flags & LINE_UPPER && heading_is_title(l) &&
           !(l->flags & (LINE_COLON | LINE_SENTENCE)) && next && next->indent <= l->indent &&
           next->flags & LINE_UPPER && b->items_n == 0 && !is_numbered_item(g, l);
}

/* Decides the second line of a heading. */
static unsigned heading_fold(group *g, unsigned i)
{
    block_decision *d = &g->b->out[i];

    *d = d[-1];
    d->first = false;
    d->joins = true;
    d->text = g->b->lines[i].text;
    d->key_from = d->key_to = 0;
    return i + 1;
}

/* Decides the lines of a title. */
static unsigned decide_title(group *g, unsigned i)
{
    for (; i < g->to; i++) {
        bool first = i == g->from;

        decide_as(g, i, "centred title", 1);
        g->b->out[i].first = first;
    }
    return i;
}

/* Decides a heading and the rule below it. */
static unsigned ruled(group *g, unsigned i)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    unsigned after = decide_as(g, i, "underlined heading",
                               l[1].head == '='   ? 1
                               : l[1].head == '-' ? 2
                                                  : 3);

    b->out[after] = (block_decision){.kind = BLOCK_UNDERLINE, .rule = "underline"};
    b->out[after].text = b->lines[after].text;
    return after + 1;
}

unsigned heading_decide(group *g, unsigned i)
{
    bool last = i + 1 == g->to, top = i == g->from && g->begins;
    const line *l = &g->b->lines[i], *below = last ? l : l + 1;
    bool alone = top && (last || below->indent > l->inner || (below->flags & LINE_RULE));
    const char *rule;

    if (top && is_centred(g, i))
        return decide_title(g, i);
    if (!last && heading_is_underlined(l, below) && !is_between_rules(g, i) &&
        (top || i == g->from || g->b->out[i - 1].kind == BLOCK_RULE ||
         g->b->out[i - 1].kind == BLOCK_UNDERLINE))
        return ruled(g, i);
    if (top && last && is_between_signs(l))
        return decide_as(g, i, "heading between signs", 1);
    if (l->bullet == BULLET_HASH && top && is_hashed(l, last ? NULL : below))
        return decide_as(g, i, "heading with #", l->level);
    if (top && last && l->flags & LINE_FIELD && ascii_lower(l->head) == 's' &&
        g->b->kind == BLOCK_RULE)
        return decide_as(g, i, "subject in a digest", 1);
    if (is_next_chapter(g, i))
        return decide_as(g, i, "numbered heading", 1);
    if (!top || l->flags & (LINE_FORWARD | LINE_PROMPT | LINE_STAMP | LINE_DIFF))
        return i;
    bool folded = !last && is_folded(g, i);
    rule = numbered(g, l, last || folded || is_above_text(g, l, below));
    if (rule) {
        decide_as(g, i, rule, l->bullet == BULLET_SECTION ? l->level : 1);
        return folded ? heading_fold(g, i + 1) : i + 1;
    }
    if (l->bullet != BULLET_NONE || !alone)
        return i;
    if (is_capitals(g, l))
        return decide_as(g, i, "heading in capitals", 1);
    if (is_outdented(g, l, last ? g->next : below))
        return decide_as(g, i, "outdented heading", 1);
    if (last && is_short(g, l)) {
        if (l->indent > 0 && g->next->indent > l->indent + 1)
            g->b->side = l->indent + 1;
        return decide_as(g, i, "short line above text", g->b->headings > 0 ? 2 : 1);
    }
    return i;
}
