/* item.c - lists: which bullets begin items, and how items nest; notes, which nest as items do */
#include "base/check.h"
#include "block/inside.h"

#include <string.h>

/* Returns the column of the bullet. "** " is inside "* ". */
static unsigned item_column(const line *l)
{
    return l->indent + (l->bullet == BULLET_SIGN ? l->label.level : 0U);
}

static bool is_same_style(const line *l, const line *other)
{
    return l->bullet == other->bullet && l->label.sign == other->label.sign &&
           item_column(l) == item_column(other);
}

/* Returns the open item in the same column, or NULL. */
static const item *item_open_item(const blocks *b, const line *l)
{
    for (unsigned i = b->items_n; i-- > 0;)
        if (b->items[i].column == item_column(l) && b->items[i].bullet == l->bullet &&
            b->items[i].sign == l->label.sign)
            return &b->items[i];
    return NULL;
}

/* Returns true when another line of the group, or the first one after it, goes on with the list. */
static bool item_is_listed(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    bool counts = l->bullet == BULLET_NUMBER || l->bullet == BULLET_LETTER;

    for (unsigned k = i + 1; k < g->to; k++)
        if (is_same_style(l, l + k - i) && (!counts || l[k - i].label.value == l->label.value + 1))
            return true;
    return g->next && is_same_style(l, g->next) &&
           (!counts || g->next->label.value == l->label.value + 1);
}

/* What is seen at a bullet. */
enum item_sign {
    ITEM_FLOWS, /* the line above goes on in it */
    ITEM_ABOVE, /* there is one, and how it ends or begins */
    ITEM_COLON,
    ITEM_LOWER,
    ITEM_OPEN, /* an item of its kind is open, or follows */
    ITEM_NEXT, /* and has the number before */
    ITEM_LISTED,
    ITEM_ONE,
    ITEM_DOT,
    ITEM_PLAIN, /* any sign but "o" */
    ITEM_CALL,  /* "!", and columns */
    ITEM_TEXT,  /* text at the margin is below */
    ITEM_FIELD, /* "Name: text" is below */
    ITEM_EMPTY  /* no text is beside or below it */
};

#define SIGN(sign) (1U << ITEM_##sign)
#define KIND(bullet) (1U << BULLET_##bullet)
#define COUNTS (KIND(NUMBER) | KIND(LETTER) | KIND(SECTION))

static const seen_row item_rows[] = {
    {KIND(BRACKET), false, SIGN(TEXT), 0}, /* "[sic]", and the paragraph goes on below */
    {KIND(SECTION), false, SIGN(ABOVE),
     SIGN(OPEN) | SIGN(LISTED)},                              /* "3.1 is less", in a paragraph */
    {KIND(LETTER), false, SIGN(DOT), SIGN(ONE) | SIGN(OPEN)}, /* "J. Smith" */
    {KIND(NOTE), false, SIGN(ABOVE), 0},                      /* a line of a paragraph */
    {KIND(NOTE), false, SIGN(FIELD), 0},                      /* "Note: a\nSee: b" */
    {KIND(NOTE), false, SIGN(EMPTY), 0},                      /* "Example:" alone */
    {KIND(SIGN), false, SIGN(CALL), 0},                       /* "! Name    Mass" */
    {~0U, true, 0, SIGN(FLOWS)},
    {~0U, true, SIGN(LISTED), 0},
    {KIND(SIGN) | KIND(SECTION), true, SIGN(OPEN), 0}, /* after an item in the same column */
    {KIND(SIGN), true, SIGN(PLAIN) | SIGN(COLON), 0},  /* "these:\n- one" */
    {KIND(BRACKET), true, SIGN(OPEN), SIGN(LOWER)},    /* a reference below "A Title" */
    {COUNTS, true, SIGN(OPEN) | SIGN(NEXT), 0},        /* "2." after "1." */
    {KIND(NUMBER), true, SIGN(ONE), 0},
};

/* Returns the line above line i whose text may go on in it, or NULL. */
static const line *line_above(const group *g, unsigned i)
{
    const blocks *b = g->b;

    if (i > g->from)
        return &b->lines[i - 1];
    return !g->begins ||
                   (b->gap.torn && b->kind == BLOCK_PARAGRAPH && !(b->last.flags & LINE_SENTENCE))
               ? &b->last
               : NULL;
}

/* Returns true for a label whose text is neither beside it nor below it. */
static bool item_is_empty(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *below = i + 1 < g->to ? l + 1 : g->next;

    return l->inner_text == l->bytes && !(below && below->indent > l->indent) &&
           !(i + 1 < g->to && below->bullet == BULLET_NONE);
}

/* Returns what is seen at the bullet of line i. */
static unsigned item_seen(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *above = line_above(g, i);
    const item *open = item_open_item(g->b, l);
    const bool flows = above && margin_flows(g, above, l) && l->indent <= above->indent + 1;
    const bool text = g->b->section != SECTION_REFERENCES && i + 1 < g->to &&
                      l[1].indent <= l->indent && l[1].bullet != BULLET_BRACKET;

    return SIGN(FLOWS) * flows | SIGN(ABOVE) * (above != NULL) | SIGN(OPEN) * (open != NULL) |
           SIGN(TEXT) * text | SIGN(LISTED) * item_is_listed(g, i) |
           SIGN(ONE) * (l->label.value == 1) | SIGN(COLON) * (above && above->flags & LINE_COLON) |
           SIGN(LOWER) * (above && above->flags & LINE_LOWER) |
           SIGN(NEXT) * (open && l->label.value == open->value + 1) |
           SIGN(DOT) * (l->label.sign == '.') | SIGN(PLAIN) * (l->label.sign != 'o') |
           SIGN(CALL) * (l->label.sign == '!' && l->stops > 0 && l->gap[0] > 2) |
           SIGN(EMPTY) * item_is_empty(g, i) |
           SIGN(FIELD) * (i + 1 < g->to && (l[1].flags & (LINE_SPEECH | LINE_FIELD)) != 0);
}

bool item_begins(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    /* 'A' is the sign of "Appendix A. ". */
    if (l->bullet == BULLET_NONE || l->bullet == BULLET_HASH || l->flags & LINE_BOX ||
        l->label.sign == 'A')
        return false;
    return seen_decide(item_rows, sizeof item_rows / sizeof *item_rows, ITEM_ROWS, l,
                       item_seen(g, i));
}

unsigned item_level(blocks *b, unsigned indent)
{
    while (b->items_n > 0 && b->items[b->items_n - 1].column >= indent)
        b->items_n--;
    return b->items_n;
}

bool item_is_term(const blocks *b, unsigned level)
{
    return level > 0 && b->items[level - 1].bullet == BULLET_NONE;
}

unsigned item_push(blocks *b, item new)
{
    /* Terms of one list may be in several columns: "-a, --all  text", "    --author  text" */
    while (b->items_n > 0 &&
           (b->items[b->items_n - 1].column >= new.column ||
            (new.bullet == BULLET_NONE && b->items[b->items_n - 1].inner == new.inner)))
        b->items_n--;
    if (b->items_n == ITEMS)
        b->items_n--;
    CHECK(b->items_n < ITEMS && (b->items_n == 0 || b->items[b->items_n - 1].column < new.column));
    b->items[b->items_n++] = new;
    return b->items_n;
}

void item_open(group *g, unsigned i)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    block_decision *d = &b->out[i];
    const unsigned inner = l->bullet != BULLET_NOTE ? l->inner : l->indent;

    *d = (block_decision){.first = true};
    d->level =
        item_push(b, (item){item_column(l), inner, l->bullet, l->label.sign, l->label.value});
    d->ordered = l->bullet != BULLET_SIGN;
    d->text = l->inner_text;
    d->key_from = l->label.key_from;
    d->key_to = l->label.key_to;
    if (l->bullet == BULLET_BRACKET) {
        d->kind = BLOCK_REFERENCE;
        d->rule = "reference";
        d->level = b->items_n - 1;
    } else if (l->bullet == BULLET_NOTE) {
        d->kind = BLOCK_NOTE;
        d->rule = "note";
    } else {
        d->kind = BLOCK_ITEM;
        d->rule = l->bullet == BULLET_SIGN ? "item with a bullet" : "numbered item";
    }
}

#ifdef TRAWL_TEST_RULES
const unsigned item_row_count = sizeof item_rows / sizeof *item_rows;
#endif
