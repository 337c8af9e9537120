/* item.c - lists: which bullets begin items, and how items nest */
#include "block/inside.h"

#include <string.h>

static bool is_same_style(const line *l, const line *other)
{
    return l->bullet == other->bullet && l->sign == other->sign && l->indent == other->indent;
}

/* Returns the open item in the same column, or NULL. */
static const item *item_open_item(const blocks *b, const line *l)
{
    for (unsigned i = b->items_n; i-- > 0;)
        if (b->items[i].column == l->indent && b->items[i].bullet == l->bullet &&
            b->items[i].sign == l->sign)
            return &b->items[i];
    return NULL;
}

/* Returns true when another line of the group, or the first one after it, goes on with the list. */
static bool item_is_listed(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    bool counts = l->bullet == BULLET_NUMBER || l->bullet == BULLET_LETTER;

    for (unsigned k = i + 1; k < g->to; k++)
        if (is_same_style(l, l + k - i) && (!counts || l[k - i].value == l->value + 1))
            return true;
    return g->next && is_same_style(l, g->next) && (!counts || g->next->value == l->value + 1);
}

bool item_begins(const group *g, unsigned i)
{
    const blocks *b = g->b;
    const line *l = &b->lines[i], *above = i > g->from ? l - 1 : NULL;
    const item *open;
    bool flows;

    if (l->bullet == BULLET_NONE || l->bullet == BULLET_HASH || l->flags & LINE_BOX ||
        (l->bullet == BULLET_SECTION && l->sign == 'A'))
        return false;
    if (!above && !g->begins)
        above = &b->last;
    if (!above && b->torn && b->kind == BLOCK_PARAGRAPH)
        above = &b->last;
    flows = above && margin_flows(g, above, l) && l->indent <= above->indent + 1;
    open = item_open_item(b, l);
    switch (l->bullet) {
    case BULLET_SIGN:
        return !flows || open || item_is_listed(g, i) ||
               (l->sign < 0x80 && l->sign != 'o' && above->flags & LINE_COLON);
    case BULLET_BRACKET:
        if (b->section != SECTION_REFERENCES && i + 1 < g->to && l[1].indent <= l->indent &&
            l[1].bullet != BULLET_BRACKET)
            return false;
        return !flows || (open && !(above->flags & LINE_LOWER)) || item_is_listed(g, i);
    case BULLET_SECTION:
        if (above && !open && !item_is_listed(g, i))
            return false;
        break;
    case BULLET_LETTER:
        if (l->sign == '.' && l->flags & LINE_CAPITALS)
            return false;
        if (l->value != 1 && !open && (l->sign == '.' || !item_is_listed(g, i)))
            return l->sign != '.' && !flows;
        break;
    default:
        break;
    }
    if (open && (l->bullet == BULLET_SECTION || l->value == open->value + 1))
        return true;
    return !flows || item_is_listed(g, i) ||
           (l->value == 1 && (l->bullet != BULLET_LETTER || above->flags & LINE_COLON));
}

unsigned item_level(blocks *b, unsigned indent)
{
    while (b->items_n > 0 && b->items[b->items_n - 1].column >= indent)
        b->items_n--;
    while (b->items_n > 1 && b->items[b->items_n - 1].inner > indent + 1 &&
           b->items[b->items_n - 2].inner == indent)
        b->items_n--;
    return b->items_n;
}

void item_open(group *g, unsigned i)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    block_decision *d = &b->out[i];

    while (b->items_n > 0 && b->items[b->items_n - 1].column >= l->indent)
        b->items_n--;
    if (b->items_n == ITEMS)
        b->items_n--;
    b->items[b->items_n++] = (item){l->indent, l->inner, l->bullet, l->sign, l->value};
    *d = (block_decision){.first = true, .level = b->items_n};
    d->ordered = l->bullet != BULLET_SIGN;
    d->text = l->inner_text;
    d->key_from = l->key_from;
    d->key_to = l->key_to;
    if (l->bullet == BULLET_BRACKET) {
        d->kind = BLOCK_REFERENCE;
        d->rule = "reference";
        d->level = b->items_n - 1;
    } else {
        d->kind = BLOCK_ITEM;
        d->rule = l->bullet == BULLET_SIGN ? "item with a bullet" : "numbered item";
    }
}
