/* tree.c - the stack of open elements of a page (HTML standard, 13.2.4.2), and the choice of the
 * rules for each tag and text by the insertion mode (13.2.6)
 *
 * Most elements are children of the element below them in the stack. But what is put into a table
 * at a wrong place goes before the table ("foster parenting"), and misnested formatting moves
 * elements. So each element has the place of its parent in the stack, and what it inherits from the
 * parent: the link that it is in, and bits of the user. When an element leaves the middle of the
 * stack, its children take over what it passed on to them.
 */
#include "base/check.h"
#include "html/inside.h"

#include "base/ascii.h"

/* ---- Where elements are put ---- */

tree_place tree_foster_place(const tree *t)
{
    unsigned table = tree_find(t, TREE_TABLE, 0, 0);
    unsigned template = tree_find(t, TREE_TEMPLATE, 0, 0);

    if (table > template)
        return t->open[table - 1].place;
    return (tree_place){.parent = template > 0 ? (unsigned short)(template - 1) : 0};
}

/* Returns the look that has the effect of both, one inside the other. */
static tree_look tree_both_looks(tree_look outer, tree_look inner)
{
    return (tree_look){.sets = tree_look_of(outer.sets, inner),
                       .clears = outer.clears | inner.clears};
}

/* The content of a template is a document of its own, so it is in no link. */
void tree_inherit(tree *t, unsigned i)
{
    tree_element *e = &t->open[i];
    bool alone = i == 0 || e->kind == TREE_TEMPLATE;

    e->link = alone ? 0 : tree_link_at(t, e->place);
    if (e->anchor & TREE_IS_LINK)
        e->link = e->anchor;
    e->value = tree_look_of(i == 0 ? 0 : tree_value_at(t, e->place), e->look);
}

tree_element *tree_push_slowly(tree *t, const tree_element *made)
{
    tree_element *e;

    if (t->depth == TREE_DEPTH) {
        tree_pop(t);
        t->deep = true;
    }
    CHECK(t->depth < TREE_DEPTH);
    e = &t->open[t->depth++];
    *e = *made;
    if (t->depth > 1)
        e->place = tree_place_in(t, t->depth - 2);
    tree_inherit(t, t->depth - 1);
    return e;
}

void tree_number(tree *t, tree_element *e, bool link)
{
    t->anchors += 2;
    e->anchor = t->anchors | (link ? TREE_IS_LINK : 0);
    if (link)
        e->link = e->anchor;
}

tree_element *tree_insert_kind(tree *t, enum tree_kind kind)
{
    uint32_t id = tree_first[kind];

    return tree_push(t, id, &tree_rows[id], TREE_SPACE_HTML);
}

/* ---- Where they are removed ---- */

void tree_closed(tree *t, const tree_element *e)
{
    t->unlinked = t->unlinked || (e->anchor | e->place.link) > 0;
    if (e->flags & TREE_IS_FORMAT)
        format_close(t, e);
}

void tree_keep_outer(tree *t, unsigned depth)
{
    while (t->depth > depth && t->depth > 1)
        tree_pop(t);
}

/* Makes the element's children those of its parent. */
static void tree_leave(tree *t, unsigned i)
{
    const tree_element *gone = &t->open[i];
    tree_look look = tree_both_looks(gone->place.look, gone->look);
    uint32_t link = gone->anchor & TREE_IS_LINK ? gone->anchor : gone->place.link;

    for (unsigned k = i + 1; k < t->depth; k++) {
        tree_place *place = &t->open[k].place;
        if (place->parent != i)
            continue;
        place->parent = gone->place.parent;
        place->link = place->link > 0 ? place->link : link;
        place->look = tree_both_looks(look, place->look);
    }
}

void tree_remove(tree *t, unsigned i)
{
    tree_element gone = t->open[i];

    CHECK(i < t->depth);
    tree_leave(t, i);
    t->depth--;
    for (unsigned k = i; k < t->depth; k++) {
        t->open[k] = t->open[k + 1];
        t->open[k].place.parent -= t->open[k].place.parent > i;
    }
    t->count[gone.kind]--;
    tree_closed(t, &gone);
}

void tree_put(tree *t, unsigned i, const tree_element *e)
{
    CHECK(t->depth < TREE_DEPTH && i <= t->depth);
    for (unsigned k = t->depth++; k > i; k--) {
        t->open[k] = t->open[k - 1];
        t->open[k].place.parent += t->open[k].place.parent >= i;
    }
    t->open[i] = *e;
    t->count[e->kind]++;
}

void tree_end_implied(tree *t, uint32_t except)
{
    while (tree_top(t)->flags & TREE_IS_IMPLIED && tree_top(t)->id != except)
        tree_pop(t);
}

void tree_clear_inner(tree *t, enum tree_kind kind)
{
    while (t->depth > 1 && tree_top(t)->kind != kind && tree_top(t)->kind != TREE_TEMPLATE &&
           tree_top(t)->kind != TREE_HTML)
        tree_pop(t);
}

/* ---- Where they are found ---- */

unsigned tree_with(const tree *t, uint32_t serial)
{
    unsigned i = t->depth;

    while (i > 0 && t->open[i - 1].serial != serial)
        i--;
    return i;
}

unsigned tree_find_open(const tree *t, enum tree_kind kind, uint32_t id, uint32_t barrier)
{
    for (unsigned i = t->depth; i > 0; i--) {
        const tree_element *e = &t->open[i - 1];
        if (e->kind == kind && (id == 0 || e->id == id))
            return i;
        if (e->flags & barrier)
            return 0;
    }
    return 0;
}

/* The insertion modes that tree_reset_mode() chooses for open elements (13.2.4.1). */
static const unsigned char tree_modes_of[TREE_KINDS] = {
    [TREE_TD] = TREE_IN_TD,
    [TREE_TR] = TREE_IN_TR,
    [TREE_TBODY] = TREE_IN_TBODY,
    [TREE_CAPTION] = TREE_IN_CAPTION,
    [TREE_COLGROUP] = TREE_IN_COLGROUP,
    [TREE_TABLE] = TREE_IN_TABLE,
    [TREE_TEMPLATE] = TREE_IN_TEMPLATE,
    [TREE_HEAD] = TREE_IN_HEAD,
    [TREE_BODY] = TREE_IN_BODY,
    [TREE_FRAMESET] = TREE_IN_FRAMESET,
};

void tree_reset_mode(tree *t)
{
    for (unsigned i = t->depth; i > 0; i--) {
        const tree_element *e = &t->open[i - 1];
        t->mode = e->kind == TREE_TEMPLATE ? e->mode : tree_modes_of[e->kind];
        if (t->mode != TREE_INITIAL)
            return;
    }
    t->mode = t->head ? TREE_AFTER_HEAD : TREE_BEFORE_HEAD;
}

/* ---- Tags and text ---- */

void tree_begin(tree *t, bool scripts)
{
    memset(t, 0, offsetof(tree, doctype));
    t->scripts = scripts;
    t->frames_ok = true;
    t->mode = TREE_INITIAL;
    t->now = (tree_now){.state = HTML_DATA};
}

inline bool tree_take_in(tree *t, enum tree_mode mode, const tree_tag *tag)
{
    unsigned closing = tag->closing, kind = tag->row->kind;
    tree_action *action = modes_rules[mode][closing][kind];

    if (!action)
        action = modes_rest[mode][closing];
    if (!action)
        action = body_rules[closing][kind];
    if (action)
        return action(t, tag);
    return closing ? body_any_end(t, tag) : body_any(t, tag);
}

void tree_take_tag(tree *t, const tree_tag *tag)
{
    bool again = true;

    t->taken = t->ended = 0;
    t->now = (tree_now){.state = HTML_DATA};
    CHECK(t->mode < TREE_MODES);
    while (again)
        again = tree_is_foreign(t) && foreign_takes(t, tag)
                    ? foreign_take(t, tag)
                    : tree_take_in(t, (enum tree_mode)t->mode, tag);
}

/* What a text consists of. */
enum tree_text { TREE_BLANK, TREE_NUL, TREE_WORD };

static enum tree_text tree_text_of(const char *p, size_t n)
{
    static const uint64_t blanks =
        UINT64_C(1) << ' ' | 1 << '\n' | 1 << '\t' | 1 << '\r' | 1 << '\f';
    enum tree_text text = TREE_BLANK;

    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)p[i];
        if (byte > ' ' || !((blanks | 1) >> byte & 1))
            return TREE_WORD;
        if (byte == 0)
            text = TREE_NUL;
    }
    return text;
}

/* Takes text by the rules of "in body". */
static void tree_body_text(tree *t, enum tree_text text)
{
    if (text == TREE_NUL)
        return;
    format_rebuild(t);
    t->frames_ok = t->frames_ok && text == TREE_BLANK;
    t->now.fostered = t->foster;
    if (t->foster)
        t->place = tree_place_in(t, t->depth - 1);
}

/* What text does in a mode. */
enum tree_reading {
    TREE_TEXT_BODY,   /* as in "in body" */
    TREE_TEXT_TABLE,  /* before the table, unless it is blank */
    TREE_TEXT_BEGINS, /* if not blank: leaves the mode, like an unknown tag */
    TREE_TEXT_ENDS,   /* like TREE_TEXT_BEGINS; blanks are read as in "in body" */
    TREE_TEXT_NONE
};

static const unsigned char tree_readings[TREE_MODES] = {
    [TREE_INITIAL] = TREE_TEXT_BEGINS,
    [TREE_BEFORE_HTML] = TREE_TEXT_BEGINS,
    [TREE_BEFORE_HEAD] = TREE_TEXT_BEGINS,
    [TREE_IN_HEAD] = TREE_TEXT_BEGINS,
    [TREE_IN_HEAD_NOSCRIPT] = TREE_TEXT_BEGINS,
    [TREE_AFTER_HEAD] = TREE_TEXT_BEGINS,
    [TREE_IN_COLGROUP] = TREE_TEXT_BEGINS,
    [TREE_IN_TABLE] = TREE_TEXT_TABLE,
    [TREE_IN_TBODY] = TREE_TEXT_TABLE,
    [TREE_IN_TR] = TREE_TEXT_TABLE,
    [TREE_AFTER_BODY] = TREE_TEXT_ENDS,
    [TREE_AFTER_AFTER_BODY] = TREE_TEXT_ENDS,
    [TREE_IN_RAW] = TREE_TEXT_NONE,
    [TREE_IN_FRAMESET] = TREE_TEXT_NONE,
    [TREE_AFTER_FRAMESET] = TREE_TEXT_NONE,
    [TREE_AFTER_AFTER_FRAMESET] = TREE_TEXT_NONE,
};

/* Leaves the mode as a tag without a rule of its own would. Returns false when the text is
 * dropped. */
static bool tree_leave_mode(tree *t)
{
    const tree_tag any = {.row = &tree_rows[0]};
    unsigned mode = t->mode;

    (void)modes_rest[mode][0](t, &any);
    return t->mode != mode;
}

static void tree_table_text(tree *t, enum tree_text text)
{
    bool in_table = (tree_top(t)->flags & TREE_IS_FOSTER) || tree_top(t)->kind == TREE_TEMPLATE;

    if (in_table && text != TREE_WORD)
        return;
    t->foster = true;
    tree_body_text(t, text);
    t->foster = false;
}

/* Takes text by the rules of HTML. */
static void tree_html_text(tree *t, enum tree_text text)
{
    t->now.dropped = false;
    for (;;) {
        switch (tree_readings[t->mode]) {
        case TREE_TEXT_NONE:
            t->now.dropped = t->mode != TREE_IN_RAW;
            return;
        case TREE_TEXT_TABLE:
            tree_table_text(t, text);
            return;
        case TREE_TEXT_BODY:
            tree_body_text(t, text);
            return;
        default:
            if (text == TREE_BLANK) {
                if (tree_readings[t->mode] == TREE_TEXT_ENDS)
                    tree_body_text(t, text);
                return;
            }
            t->now.dropped = !tree_leave_mode(t);
            if (t->now.dropped)
                return;
        }
    }
}

/* Returns true when white space changes nothing here. */
static inline bool tree_is_quiet(const tree *t)
{
    unsigned reading = tree_readings[t->mode];

    CHECK(reading != TREE_TEXT_TABLE || t->depth > 0);
    return (reading == TREE_TEXT_BODY && !t->rebuild) ||
           (reading == TREE_TEXT_TABLE && t->open[t->depth - 1].flags & TREE_IS_FOSTER);
}

__attribute__((noinline)) static void tree_take_any_text(tree *t, enum tree_text text)
{
    if (foreign_takes_text(t))
        t->frames_ok = t->frames_ok && text != TREE_WORD;
    else
        tree_html_text(t, text);
}

void tree_take_text(tree *t, const char *p, size_t n)
{
    enum tree_text text = tree_text_of(p, n);

    if (text != TREE_BLANK || !tree_is_quiet(t))
        tree_take_any_text(t, text);
}

void tree_take_declaration(tree *t, const char *p, size_t n, bool last)
{
    size_t room = TREE_DOCTYPE - t->doctype_n;

    if (t->mode != TREE_INITIAL)
        return;
    CHECK(room <= TREE_DOCTYPE);
    memcpy(t->doctype + t->doctype_n, p, n < room ? n : room);
    t->doctype_n += (unsigned char)(n < room ? n : room);
    if (!last)
        return;
    if (ascii_begins(t->doctype, t->doctype_n, "doctype")) {
        t->quirks = doctype_is_quirks(t->doctype + 7, t->doctype_n - 7u);
        t->mode = TREE_BEFORE_HTML;
    }
    t->doctype_n = 0;
}
