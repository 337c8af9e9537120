/* inside.h - shared by the files of the tree: tree.h says what each of them does */
#ifndef TRAWL_HTML_INSIDE_H
#define TRAWL_HTML_INSIDE_H

#include "base/check.h"
#include "base/sixteen.h"
#include "html/html.h"
#include "html/tree.h"

#define TREE_UNKNOWN 0x80000000u /* in ids that are hashes */
#define TREE_FOREIGN 0x40000000u /* in ids of open elements of svg and math */

enum tree_space { TREE_SPACE_HTML, TREE_SPACE_MATH, TREE_SPACE_SVG };

enum tree_mode {
    TREE_INITIAL,
    TREE_BEFORE_HTML,
    TREE_BEFORE_HEAD,
    TREE_IN_HEAD,
    TREE_IN_HEAD_NOSCRIPT,
    TREE_AFTER_HEAD,
    TREE_IN_BODY,
    TREE_IN_RAW, /* "text" */
    TREE_IN_TABLE,
    TREE_IN_CAPTION,
    TREE_IN_COLGROUP,
    TREE_IN_TBODY,
    TREE_IN_TR,
    TREE_IN_TD,
    TREE_IN_TEMPLATE,
    TREE_AFTER_BODY,
    TREE_IN_FRAMESET,
    TREE_AFTER_FRAMESET,
    TREE_AFTER_AFTER_BODY,
    TREE_AFTER_AFTER_FRAMESET,
    TREE_MODES
};

/* ---- elements.c ---- */

extern const tree_row tree_rows[];

/* The first row of each kind. */
extern const unsigned char tree_first[TREE_KINDS];

/* The rows, by a perfect hash of the first eight bytes of a name. */
extern const unsigned char tree_slots[1024];

/* Returns the id of a name that is in no row. */
uint32_t tree_unknown_id(const char *name, size_t n);

/* Sets the id and the row of a tag. Eight bytes of its name must be readable. */
static inline void tree_name(tree_tag *tag, const char *name, size_t n)
{
    uint64_t key = eight_load(name) & (n < 8 ? (UINT64_C(1) << 8 * n) - 1 : UINT64_MAX);
    uint32_t id = tree_slots[key * UINT64_C(0x9740FC6CFD0316DD) >> 54];
    const tree_row *row = &tree_rows[id];

    if (eight_load(row->name) != key ||
        (n >= 8 && (n >= sizeof row->name || memcmp(row->name, name, n) != 0 || row->name[n]))) {
        id = tree_unknown_id(name, n);
        row = &tree_rows[0];
    }
    tag->id = id;
    tag->row = row;
}

/* Takes an attribute of a start tag whose element is noted. */
void tree_take_attribute(tree_tag *tag, const html_name *name, const char *value, size_t n);

/* ---- tree.c: the stack of open elements ---- */

/* Returns the innermost open element. Must not be called before <html>. */
static inline tree_element *tree_top(tree *t)
{
    CHECK(t->depth > 0);
    return &t->open[t->depth - 1];
}

/* Returns the place before the table, for what is put into a table at a wrong place ("foster
 * parenting"). */
tree_place tree_foster_place(const tree *t);

static inline tree_place tree_place_in(const tree *t, unsigned target)
{
    CHECK(target < t->depth);
    if (t->foster && t->open[target].flags & TREE_IS_FOSTER)
        return tree_foster_place(t);
    return (tree_place){.parent = (unsigned short)target};
}

/* Sets what the element inherits from its parent. */
void tree_inherit(tree *t, unsigned i);

/* Does the work of tree_push() when the fast path cannot: finds the element's place, and may first
 * remove the innermost element to make room. */
tree_element *tree_push_slowly(tree *t, const tree_element *made);

/* Appends an element to the stack, and to the page at the current place. Fast path: it becomes a
 * child of the innermost element. */
static inline tree_element *tree_push(tree *t, uint32_t id, const tree_row *row,
                                      enum tree_space space)
{
    unsigned depth = t->depth;
    tree_element *e = &t->open[depth]; /* cppcheck-suppress arrayIndexOutOfBoundsCond */
    tree_element made = {.id = id,
                         .serial = ++t->serial,
                         .flags = row->flags,
                         .kind = row->kind,
                         .space = (unsigned char)space};

    CHECK(depth <= TREE_DEPTH && row->kind < TREE_KINDS);
    t->count[row->kind]++;
    if (depth == TREE_DEPTH || depth == 0 || t->foster || row->kind == TREE_TEMPLATE)
        return tree_push_slowly(t, &made);
    made.place.parent = (unsigned short)(depth - 1);
    made.link = e[-1].link;
    made.value = e[-1].value;
    *e = made;
    t->depth = depth + 1;
    return e;
}

/* Gives an <a> a number. */
void tree_number(tree *t, tree_element *e, bool link);

/* Like tree_push(), for a tag of HTML. */
static inline tree_element *tree_insert(tree *t, const tree_tag *tag)
{
    tree_element *e = tree_push(t, tag->id, tag->row, TREE_SPACE_HTML);

    t->taken = e->serial;
    if (tag->row->kind == TREE_A)
        tree_number(t, e, tag->attributes & TREE_HAS_HREF);
    return e;
}

/* Like tree_push(), for an element whose tag was left out. */
tree_element *tree_insert_kind(tree *t, enum tree_kind kind);

/* Like tree_insert(), for an element that would be removed from the stack at once. */
static inline void tree_insert_empty(tree *t)
{
    t->taken = ++t->serial;
}

/* Does what only few elements need when they leave the stack. */
void tree_closed(tree *t, const tree_element *e);

static inline void tree_pop(tree *t)
{
    const tree_element *e = &t->open[--t->depth];

    CHECK(t->depth < TREE_DEPTH && t->count[e->kind] > 0);
    t->count[e->kind]--;
    if (e->flags & TREE_IS_FORMAT || (e->anchor | e->place.link) > 0)
        tree_closed(t, e);
}

/* Removes the innermost elements until `depth` are left, at least one. Fast path: only one is
 * removed. */
void tree_keep_outer(tree *t, unsigned depth);

static inline void tree_keep(tree *t, unsigned depth)
{
    if (depth > 0 && t->depth == depth + 1)
        tree_pop(t);
    else
        tree_keep_outer(t, depth);
}

/* Removes an element from the middle of the stack. */
void tree_remove(tree *t, unsigned i);

/* Inserts an element in the middle of the stack. */
void tree_put(tree *t, unsigned i, const tree_element *e);

/* Returns the place + 1 of the element with this serial, or 0. */
unsigned tree_with(const tree *t, uint32_t serial);

/* Returns the place + 1 of the innermost open element of a kind, or 0. If `id` is not 0, only
 * elements with this id count. The search ends at an element with one of the flags `barrier`. Fast
 * path: the innermost element is of that kind, as for most end tags. */
unsigned tree_find_open(const tree *t, enum tree_kind kind, uint32_t id, uint32_t barrier);

static inline unsigned tree_find(const tree *t, enum tree_kind kind, uint32_t id, uint32_t barrier)
{
    const tree_element *top;

    if (t->count[kind] == 0)
        return 0;
    CHECK(t->depth > 0);
    top = &t->open[t->depth - 1];
    if (top->kind == kind && (id == 0 || top->id == id))
        return t->depth;
    return tree_find_open(t, kind, id, barrier);
}

enum {
    TREE_IN_SCOPE = TREE_IS_SCOPE,
    TREE_IN_BUTTON_SCOPE = TREE_IS_SCOPE | TREE_IS_BUTTON,
    TREE_IN_LIST_SCOPE = TREE_IS_SCOPE | TREE_IS_LIST,
    TREE_IN_TABLE_SCOPE = TREE_IS_TABLE
};

/* Removes the innermost elements whose end tags are implied, up to an element with this id. */
void tree_end_implied(tree *t, uint32_t except);

/* Removes the innermost elements up to an element of this kind, a <template> or <html>, which
 * stays. Fast path: there is nothing to remove. */
void tree_clear_inner(tree *t, enum tree_kind kind);

static inline void tree_clear_to(tree *t, enum tree_kind kind)
{
    if (tree_top(t)->kind != kind)
        tree_clear_inner(t, kind);
}

/* Chooses the insertion mode by the open elements. */
void tree_reset_mode(tree *t);

/* Returns true between the parts of a table. */
static inline bool tree_in_table(const tree *t)
{
    return t->mode == TREE_IN_TABLE || t->mode == TREE_IN_TBODY || t->mode == TREE_IN_TR;
}

/* Takes text. Fast path: in most places it changes nothing. */
static inline void tree_text(tree *t, const char *p, size_t n)
{
    bool body = t->mode == TREE_IN_BODY || t->mode == TREE_IN_TD;

    if (!body || t->rebuild | t->frames_ok)
        tree_take_text(t, p, n);
}

/* Takes a tag by the rules of HTML for a mode. Returns true when it has to be taken again. */
bool tree_take_in(tree *t, enum tree_mode mode, const tree_tag *tag);

/* ---- format.c: the list of active formatting elements ---- */

void format_mark(tree *t);
void format_clear(tree *t);                        /* up to the last marker */
void format_add(tree *t, const tree_tag *tag);     /* the innermost open element */
void format_close(tree *t, const tree_element *e); /* it has left the stack */
void format_open_all(tree *t);

/* Opens the elements of the list that are not open ("reconstruct the active formatting
 * elements"). */
static inline void format_rebuild(tree *t)
{
    if (t->rebuild)
        format_open_all(t);
}

/* Returns the place + 1 of the last entry with this id after the last marker, or 0. */
unsigned format_find(const tree *t, uint32_t id);
/* Returns the place + 1 of the entry for an open element, or 0. */
unsigned format_of(const tree *t, const tree_element *e);
void format_remove(tree *t, unsigned i);

/* Runs the adoption agency for a tag. Returns false when the list has no entry for it: then the tag
 * is read like any other. */
bool format_adopt(tree *t, const tree_tag *tag);

/* ---- modes.c, body.c, foreign.c ---- */

/* Takes a tag. Returns true when it has to be taken again. */
typedef bool tree_action(tree *t, const tree_tag *tag);

/* The actions for start tags and end tags in a mode. */
extern tree_action *const modes_rules[TREE_MODES][2][TREE_KINDS];
extern tree_action *const modes_rest[TREE_MODES][2];

/* Parts of "in body" that other modes use. */
tree_action modes_ignore;
tree_action modes_head_void; /* inserts an element without content */
tree_action modes_raw_text;  /* style and its kin */
tree_action modes_title;
tree_action modes_script;
tree_action modes_template;
tree_action modes_template_end;
tree_action body_html;
tree_action body_any;
tree_action body_any_end;
extern tree_action *const body_rules[2][TREE_KINDS];

/* Begins raw text. */
void modes_begin_raw(tree *t, const tree_tag *tag, unsigned state);

/* Returns true when the tag is read by the rules for svg and math. The innermost element must be in
 * svg or math. */
bool foreign_takes(const tree *t, const tree_tag *tag);

/* Returns true when text is read by the rules for svg and math. */
bool foreign_takes_text(const tree *t);

tree_action foreign_take;
void foreign_insert(tree *t, const tree_tag *tag, enum tree_space space);

/* ---- doctype.c ---- */

/* Returns true for a DOCTYPE of pages in quirks mode; p[0..n) follows "<!DOCTYPE". */
bool doctype_is_quirks(const char *p, size_t n);

#endif
