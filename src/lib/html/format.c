/* format.c - the list of active formatting elements (HTML standard, 13.2.4.3) and the adoption
 * agency (13.2.6.4.7)
 *
 * An element such as <b> stays in the list when the end of a block ends it. Before the next text it
 * is opened again, as a clone of the first element. A clone of an <a> is the same link.
 */
#include "base/check.h"
#include "html/inside.h"

#include <string.h>

/* ---- The list ---- */

static void format_append(tree *t, const tree_format *entry)
{
    if (t->list_n == TREE_LIST) {
        format_remove(t, 0);
        t->deep = true;
    }
    CHECK(t->list_n < TREE_LIST);
    t->list[t->list_n++] = *entry;
    t->list_anchors += entry->anchor > 0;
}

void format_remove(tree *t, unsigned i)
{
    CHECK(i < t->list_n);
    CHECK(t->list_anchors >= (t->list[i].anchor > 0));
    t->unlinked = t->unlinked || t->list[i].anchor > 0;
    t->list_anchors -= t->list[i].anchor > 0;
    t->list_n--;
    memmove(&t->list[i], &t->list[i + 1], (t->list_n - i) * sizeof t->list[0]);
}

void format_mark(tree *t)
{
    format_append(t, &(tree_format){.id = 0});
}

void format_clear(tree *t)
{
    bool marker = false;

    while (t->list_n > 0 && !marker) {
        marker = t->list[t->list_n - 1].id == 0;
        format_remove(t, t->list_n - 1);
    }
    t->rebuild = true;
}

/* If three entries after the last marker are like this tag, removes the first of them. */
static void format_thin_out(tree *t, const tree_tag *tag)
{
    unsigned same = 0;

    for (unsigned i = t->list_n; i > 0 && t->list[i - 1].id != 0; i--) {
        same += t->list[i - 1].id == tag->id && t->list[i - 1].hash == tag->hash;
        if (same == 3) {
            format_remove(t, i - 1);
            return;
        }
    }
}

void format_add(tree *t, const tree_tag *tag)
{
    const tree_element *e = tree_top(t);
    tree_format entry = {.id = tag->id,
                         .hash = tag->hash,
                         .serial = e->serial,
                         .anchor = e->anchor,
                         .look = e->look,
                         .open = true};

    format_thin_out(t, tag);
    format_append(t, &entry);
    tree_top(t)->entry = (unsigned short)(t->list_n - 1);
}

/* Searches from the place where the entry was added towards the start of the list, then after it:
 * when earlier entries leave the list, the entry moves towards the start. */
unsigned format_of(const tree *t, const tree_element *e)
{
    unsigned near = e->entry < t->list_n ? e->entry + 1u : t->list_n;

    for (unsigned i = near; i > 0; i--)
        if (t->list[i - 1].id != 0 && t->list[i - 1].serial == e->serial)
            return i;
    for (unsigned i = near; i < t->list_n; i++)
        if (t->list[i].id != 0 && t->list[i].serial == e->serial)
            return i + 1;
    return 0;
}

void format_close(tree *t, const tree_element *e)
{
    unsigned i = format_of(t, e);

    if (i == 0)
        return;
    t->list[i - 1].open = false;
    t->rebuild = true;
}

unsigned format_find(const tree *t, uint32_t id)
{
    unsigned i = t->list_n;

    while (i > 0 && t->list[i - 1].id != 0 && t->list[i - 1].id != id)
        i--;
    return i > 0 && t->list[i - 1].id != 0 ? i : 0;
}

/* Opens an element as a clone of the one in the list. */
static void format_open(tree *t, tree_format *entry)
{
    tree_element *e = tree_push(t, entry->id, &tree_rows[entry->id], TREE_SPACE_HTML);

    e->anchor = entry->anchor;
    e->look = entry->look;
    tree_inherit(t, t->depth - 1);
    e->entry = (unsigned short)(entry - t->list);
    entry->serial = e->serial;
    entry->open = true;
}

void format_open_all(tree *t)
{
    unsigned i = t->list_n;

    t->rebuild = false;
    while (i > 0 && t->list[i - 1].id != 0 && !t->list[i - 1].open)
        i--;
    for (; i < t->list_n; i++)
        format_open(t, &t->list[i]);
}

/* ---- The adoption agency ---- */

/* The elements that the adoption agency works on, as places in the stack and in the list. */
typedef struct format_case {
    unsigned formatting; /* the formatting element; the common ancestor is below it */
    unsigned block;      /* the furthest block, or 0 */
    unsigned entry;      /* of the formatting element in the list */
    unsigned bookmark;
} format_case;

/* Finds the furthest block of a formatting element. Returns false if that is not in scope. */
static bool format_find_block(const tree *t, format_case *found)
{
    found->block = 0;
    for (unsigned i = t->depth - 1; i > found->formatting; i--) {
        if (t->open[i].flags & TREE_IS_SCOPE)
            return false;
        if (t->open[i].flags & TREE_IS_SPECIAL)
            found->block = i;
    }
    return true;
}

static void format_forget(tree *t, format_case *found, unsigned entry)
{
    format_remove(t, entry);
    found->entry -= entry < found->entry;
    found->bookmark -= entry < found->bookmark;
}

/* Takes element i out of the stack: the block is no longer inside it. */
static void format_take_out(tree *t, format_case *found, unsigned i)
{
    tree_remove(t, i);
    found->block--;
}

/* Puts clones of the elements between the formatting element and the block around the block, and
 * the outermost of them into the common ancestor. */
static void format_clone_between(tree *t, format_case *found)
{
    unsigned last = found->block, nodes = 0;

    for (unsigned i = found->block - 1; i > found->formatting; i--) {
        unsigned entry = t->open[i].flags & TREE_IS_FORMAT ? format_of(t, &t->open[i]) : 0;
        if (++nodes > 3 && entry > 0) {
            format_forget(t, found, entry - 1);
            entry = 0;
        }
        if (entry == 0) {
            format_take_out(t, found, i);
            last--;
            continue;
        }
        t->open[i].serial = t->list[entry - 1].serial = ++t->serial;
        if (last == found->block)
            found->bookmark = entry;
        t->open[last].place = (tree_place){.parent = (unsigned short)i};
        last = i;
    }
    CHECK(found->formatting > 0 && last < t->depth);
    t->open[last].place = tree_place_in(t, found->formatting - 1);
}

/* Puts a clone of the formatting element between the block and its content. */
static void format_clone_inside(tree *t, format_case *found)
{
    tree_format entry = t->list[found->entry];
    tree_element clone = t->open[found->formatting];

    clone.serial = entry.serial = ++t->serial;
    format_forget(t, found, found->entry);
    CHECK(t->list_n < TREE_LIST && found->bookmark <= t->list_n);
    memmove(&t->list[found->bookmark + 1], &t->list[found->bookmark],
            (t->list_n - found->bookmark) * sizeof entry);
    t->list[found->bookmark] = entry;
    t->list_anchors += entry.anchor > 0;
    t->list_n++;
    format_take_out(t, found, found->formatting);
    clone.place = (tree_place){.parent = (unsigned short)found->block};
    tree_put(t, found->block + 1, &clone);
    for (unsigned i = found->block + 2; i < t->depth; i++)
        if (t->open[i].place.parent == found->block)
            t->open[i].place.parent++;
}

/* Does the steps once. Returns false when there is nothing more to do. */
static bool format_adopt_once(tree *t, unsigned entry)
{
    format_case found = {.entry = entry, .bookmark = entry};
    unsigned at = t->list[entry].open ? tree_with(t, t->list[entry].serial) : 0;
    uint32_t link;

    if (at == 0) {
        format_remove(t, entry);
        return false;
    }
    found.formatting = at - 1;
    if (!format_find_block(t, &found))
        return false;
    if (found.block == 0) {
        tree_keep(t, at - 1);
        format_remove(t, entry);
        return false;
    }
    link = t->open[found.block].link;
    format_clone_between(t, &found);
    format_clone_inside(t, &found);
    for (unsigned i = found.formatting; i < t->depth; i++)
        tree_inherit(t, i);
    t->moved = t->moved || t->open[found.block + 1].link != link;
    return true;
}

bool format_adopt(tree *t, const tree_tag *tag)
{
    unsigned entry;
    bool more = true;

    if (tree_top(t)->id == tag->id && format_of(t, tree_top(t)) == 0) {
        tree_pop(t);
        return true;
    }
    for (unsigned i = 0; i < 8 && more; i++) {
        entry = format_find(t, tag->id);
        if (entry == 0)
            return false;
        t->ended = t->list[entry - 1].anchor;
        more = format_adopt_once(t, entry - 1);
    }
    return true;
}
