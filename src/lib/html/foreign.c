/* foreign.c - svg and math (HTML standard, 13.2.6.5), and the elements in them that hold HTML */
#include "base/check.h"
#include "html/inside.h"

bool foreign_takes(const tree *t, const tree_tag *tag)
{
    const tree_element *top = &t->open[t->depth - 1];

    CHECK(t->depth > 0);
    if (tag->closing)
        return true;
    if (top->flags & TREE_HOLDS_TEXT)
        return tag->row->flags & TREE_IS_GLYPH;
    if (top->space == TREE_SPACE_MATH && tag->row->kind == TREE_SVG &&
        top->flags & TREE_IS_ANNOTATION)
        return false;
    return !(top->flags & TREE_HOLDS_HTML);
}

bool foreign_takes_text(const tree *t)
{
    return tree_is_foreign(t) &&
           !(t->open[t->depth - 1].flags & (TREE_HOLDS_TEXT | TREE_HOLDS_HTML));
}

/* Returns the flags that the element has in its namespace. */
static uint32_t foreign_flags(const tree_tag *tag, enum tree_space space)
{
    const uint32_t point = TREE_IS_SPECIAL | TREE_IS_SCOPE;

    if (space == TREE_SPACE_SVG)
        return tag->row->flags & TREE_IS_SVG_HTML ? point | TREE_HOLDS_HTML : 0;
    if (tag->row->flags & TREE_IS_MATH_TEXT)
        return point | TREE_HOLDS_TEXT;
    if (tag->row->flags & TREE_IS_ANNOTATION)
        return point | TREE_IS_ANNOTATION |
               (tag->attributes & TREE_HAS_HTML ? (uint32_t)TREE_HOLDS_HTML : 0);
    return 0;
}

void foreign_insert(tree *t, const tree_tag *tag, enum tree_space space)
{
    tree_element *e = tree_push(t, tag->id | TREE_FOREIGN, &tree_rows[0], space);

    t->taken = e->serial;
    e->flags = foreign_flags(tag, space);
    if (tag->row->kind == TREE_A && space == TREE_SPACE_SVG)
        tree_number(t, e, tag->attributes & (TREE_HAS_HREF | TREE_HAS_XLINK));
    if (tag->self_closing)
        tree_pop(t);
}

/* Ends svg and math up to an element that holds HTML. */
static bool foreign_break_out(tree *t, const tree_tag *tag)
{
    while (foreign_takes_text(t))
        tree_pop(t);
    return tree_take_in(t, (enum tree_mode)t->mode, tag);
}

static bool foreign_end(tree *t, const tree_tag *tag)
{
    for (unsigned i = t->depth - 1; i > 0; i--) {
        if (t->open[i].space == TREE_SPACE_HTML)
            return tree_take_in(t, (enum tree_mode)t->mode, tag);
        if (t->open[i].id == (tag->id | TREE_FOREIGN)) {
            t->ended = t->open[i].anchor;
            tree_keep(t, i);
            return false;
        }
    }
    return false;
}

bool foreign_take(tree *t, const tree_tag *tag)
{
    if (tag->closing)
        return tag->row->kind == TREE_BR || tag->row->kind == TREE_P ? foreign_break_out(t, tag)
                                                                     : foreign_end(t, tag);
    if (tag->row->flags & TREE_IS_BREAKOUT || tag->attributes & TREE_HAS_FONT)
        return foreign_break_out(t, tag);
    foreign_insert(t, tag, (enum tree_space)tree_top(t)->space);
    return false;
}
