/* answers.c - what the tree shows to users of the tokenizer; html.h describes each function */
#include "html/inside.h"

#include <string.h>

uint32_t html_id_of(const char *name, size_t n)
{
    char padded[HTML_NAME] = {0};
    tree_tag tag;

    n = n < sizeof padded ? n : sizeof padded;
    memcpy(padded, name, n);
    tree_name(&tag, padded, n);
    return tag.id;
}

/* Returns the open element that the last start tag has made, or NULL. */
static const tree_element *answers_made(const tree *t)
{
    const tree_element *top = t->depth > 0 ? &t->open[t->depth - 1] : NULL;

    return top && t->taken > 0 && top->serial == t->taken ? top : NULL;
}

uint32_t html_new_anchor(const html *h)
{
    const tree_element *made = answers_made(&h->tree);

    return made ? made->anchor : 0;
}

bool html_has_anchor(const html *h, uint32_t number)
{
    const tree *t = &h->tree;

    for (unsigned i = t->list_n; i > 0; i--)
        if (t->list[i - 1].id != 0 && t->list[i - 1].anchor == number)
            return true;
    for (unsigned i = t->depth; i > 0; i--)
        if (t->open[i - 1].anchor == number || t->open[i - 1].place.link == number)
            return true;
    return false;
}

bool html_is_open(const html *h, uint32_t serial, unsigned depth)
{
    const tree *t = &h->tree;

    return (depth > 0 && depth <= t->depth && t->open[depth - 1].serial == serial) ||
           tree_with(t, serial) > 0;
}

void html_set_look(html *h, tree_look look)
{
    tree *t = &h->tree;
    unsigned entry;

    if (!answers_made(t))
        return;
    tree_top(t)->look = look;
    tree_inherit(t, t->depth - 1);
    entry = tree_top(t)->flags & TREE_IS_FORMAT ? format_of(t, tree_top(t)) : 0;
    if (entry > 0)
        t->list[entry - 1].look = look;
}

bool html_is_in_table(const html *h)
{
    return tree_in_table(&h->tree);
}

uint64_t html_mark(const html *h, bool outside)
{
    const tree *t = &h->tree;
    unsigned depth = t->depth - (outside && t->depth > 0);
    uint64_t mark = depth > 0 ? t->open[depth - 1].serial : 0;

    if (t->list_n > 0)
        mark ^= (uint64_t)t->list[t->list_n - 1].serial << 32;
    return mark ^ (uint64_t)t->list_n << 22 ^ depth;
}

bool html_is_foreign_text(const html *h)
{
    return foreign_takes_text(&h->tree);
}
