/* body.c - the insertion mode "in body" (HTML standard, 13.2.6.4.7): one action for each kind of
 * element
 *
 * Follows the standard of 2025, in which a <select> may hold any element and has no insertion mode
 * of its own.
 */
#include "html/inside.h"

/* ---- Parts of rules ---- */

/* Removes the innermost elements, the last of them the element at the place `at` - 1. */
static void body_end_at(tree *t, unsigned at)
{
    if (at > 0)
        tree_keep(t, at - 1);
}

static void body_close_p(tree *t)
{
    body_end_at(t, tree_find(t, TREE_P, 0, TREE_IN_BUTTON_SCOPE));
}

static bool body_insert(tree *t, const tree_tag *tag)
{
    tree_insert(t, tag);
    return false;
}

/* ---- Start tags ---- */

bool body_html(tree *t, const tree_tag *tag)
{
    (void)t, (void)tag;
    return false; /* only its attributes would count */
}

static bool body_body(tree *t, const tree_tag *tag)
{
    (void)tag;
    if (t->depth > 1 && t->open[1].kind == TREE_BODY && t->count[TREE_TEMPLATE] == 0)
        t->frames_ok = false;
    return false;
}

/* Replaces the body, if there is nothing in it yet. */
static bool body_frameset(tree *t, const tree_tag *tag)
{
    if (t->depth < 2 || t->open[1].kind != TREE_BODY || !t->frames_ok)
        return false;
    tree_keep(t, 1);
    t->mode = TREE_IN_FRAMESET;
    return body_insert(t, tag);
}

static bool body_block(tree *t, const tree_tag *tag)
{
    body_close_p(t);
    return body_insert(t, tag);
}

static bool body_heading(tree *t, const tree_tag *tag)
{
    body_close_p(t);
    if (tree_top(t)->kind == TREE_HEADING)
        tree_pop(t);
    return body_insert(t, tag);
}

static bool body_pre(tree *t, const tree_tag *tag)
{
    t->frames_ok = false;
    return body_block(t, tag);
}

static bool body_form(tree *t, const tree_tag *tag)
{
    bool template = t->count[TREE_TEMPLATE] > 0;

    if (t->form && !template)
        return false;
    body_block(t, tag);
    if (!template)
        t->form = t->taken;
    return false;
}

/* Ends an <li>, or a <dd> or <dt>, whose end tag was left out. */
static bool body_item(tree *t, const tree_tag *tag)
{
    t->frames_ok = false;
    for (unsigned i = t->count[tag->row->kind] > 0 ? t->depth : 0; i > 0; i--) {
        const tree_element *e = &t->open[i - 1];
        if (e->kind == tag->row->kind) {
            body_end_at(t, i);
            break;
        }
        if (e->flags & TREE_IS_SPECIAL && !(e->flags & TREE_IS_PASSED))
            break;
    }
    return body_block(t, tag);
}

static bool body_plaintext(tree *t, const tree_tag *tag)
{
    t->now.state = HTML_PLAINTEXT;
    return body_block(t, tag);
}

bool body_any(tree *t, const tree_tag *tag)
{
    format_rebuild(t);
    return body_insert(t, tag);
}

static bool body_button(tree *t, const tree_tag *tag)
{
    body_end_at(t, tree_find(t, TREE_BUTTON, 0, TREE_IN_SCOPE));
    t->frames_ok = false;
    return body_any(t, tag);
}

static bool body_format(tree *t, const tree_tag *tag)
{
    body_any(t, tag);
    format_add(t, tag);
    return false;
}

/* An <a> ends an open one. */
static bool body_a(tree *t, const tree_tag *tag)
{
    unsigned entry = format_find(t, tag->id), at;
    uint32_t serial;

    if (entry > 0) {
        serial = t->list[entry - 1].serial;
        format_adopt(t, tag);
        entry = format_find(t, tag->id);
        at = tree_with(t, serial);
        if (entry > 0 && t->list[entry - 1].serial == serial)
            format_remove(t, entry - 1);
        if (at > 0)
            tree_remove(t, at - 1);
    }
    return body_format(t, tag);
}

static bool body_nobr(tree *t, const tree_tag *tag)
{
    format_rebuild(t);
    if (tree_find(t, TREE_NOBR, 0, TREE_IN_SCOPE) > 0 && !format_adopt(t, tag))
        body_any_end(t, tag);
    return body_format(t, tag);
}

static bool body_object(tree *t, const tree_tag *tag)
{
    t->frames_ok = false;
    body_any(t, tag);
    format_mark(t);
    return false;
}

static bool body_table(tree *t, const tree_tag *tag)
{
    if (!t->quirks)
        body_close_p(t);
    t->frames_ok = false;
    t->mode = TREE_IN_TABLE;
    return body_insert(t, tag);
}

static bool body_picture(tree *t, const tree_tag *tag)
{
    (void)tag;
    format_rebuild(t);
    t->frames_ok = false;
    tree_insert_empty(t);
    return false;
}

static bool body_input(tree *t, const tree_tag *tag)
{
    bool frames_ok = t->frames_ok && tag->attributes & TREE_HAS_HIDDEN;

    body_end_at(t, tree_find(t, TREE_SELECT, 0, TREE_IN_SCOPE));
    body_picture(t, tag);
    t->frames_ok = frames_ok;
    return false;
}

static bool body_hr(tree *t, const tree_tag *tag)
{
    (void)tag;
    body_close_p(t);
    if (tree_find(t, TREE_SELECT, 0, TREE_IN_SCOPE) > 0)
        tree_end_implied(t, 0);
    t->frames_ok = false;
    tree_insert_empty(t);
    return false;
}

static bool body_textarea(tree *t, const tree_tag *tag)
{
    t->frames_ok = false;
    modes_begin_raw(t, tag, HTML_RCDATA);
    return false;
}

static bool body_xmp(tree *t, const tree_tag *tag)
{
    body_close_p(t);
    format_rebuild(t);
    t->frames_ok = false;
    return modes_raw_text(t, tag);
}

static bool body_iframe(tree *t, const tree_tag *tag)
{
    t->frames_ok = false;
    return modes_raw_text(t, tag);
}

static bool body_noscript(tree *t, const tree_tag *tag)
{
    return t->scripts ? modes_raw_text(t, tag) : body_any(t, tag);
}

/* A <select> in an open <select> only ends that one. */
static bool body_select(tree *t, const tree_tag *tag)
{
    unsigned at = tree_find(t, TREE_SELECT, 0, TREE_IN_SCOPE);

    body_end_at(t, at);
    if (at > 0)
        return false;
    t->frames_ok = false;
    return body_any(t, tag);
}

static bool body_option(tree *t, const tree_tag *tag)
{
    if (tree_find(t, TREE_SELECT, 0, TREE_IN_SCOPE) > 0)
        tree_end_implied(t, tag->row->kind == TREE_OPTION ? tree_first[TREE_OPTGROUP] : 0);
    else if (tree_top(t)->kind == TREE_OPTION)
        tree_pop(t);
    return body_any(t, tag);
}

static bool body_ruby(tree *t, const tree_tag *tag)
{
    if (tree_find(t, TREE_RUBY, 0, TREE_IN_SCOPE) > 0)
        tree_end_implied(t, tag->row->kind == TREE_RP ? tree_first[TREE_RTC] : 0);
    return body_insert(t, tag);
}

static bool body_math(tree *t, const tree_tag *tag)
{
    format_rebuild(t);
    foreign_insert(t, tag, tag->row->kind == TREE_SVG ? TREE_SPACE_SVG : TREE_SPACE_MATH);
    return false;
}

/* ---- End tags ---- */

bool body_any_end(tree *t, const tree_tag *tag)
{
    for (unsigned i = t->depth; i > 0; i--) {
        const tree_element *e = &t->open[i - 1];
        if (e->id == tag->id) {
            body_end_at(t, i);
            return false;
        }
        if (e->flags & TREE_IS_SPECIAL)
            return false;
    }
    return false;
}

static bool body_body_end(tree *t, const tree_tag *tag)
{
    if (tree_find(t, TREE_BODY, 0, TREE_IN_SCOPE) == 0)
        return false;
    t->mode = TREE_AFTER_BODY;
    return tag->row->kind == TREE_HTML;
}

/* Returns the place + 1 of the element that the end tag ends, or 0. Any heading ends any other. */
static unsigned body_find_block(const tree *t, const tree_tag *tag)
{
    enum tree_kind kind = (enum tree_kind)tag->row->kind;

    return tree_find(t, kind, kind == TREE_HEADING ? 0 : tag->id,
                     kind == TREE_LI ? TREE_IN_LIST_SCOPE : TREE_IN_SCOPE);
}

static bool body_block_end(tree *t, const tree_tag *tag)
{
    body_end_at(t, body_find_block(t, tag));
    return false;
}

static bool body_form_end(tree *t, const tree_tag *tag)
{
    unsigned at;

    if (t->count[TREE_TEMPLATE] > 0)
        return body_block_end(t, tag);
    at = t->form ? tree_with(t, t->form) : 0;
    t->form = 0;
    if (at == 0)
        return false;
    for (unsigned i = t->depth; i > at; i--)
        if (t->open[i - 1].flags & TREE_IS_SCOPE)
            return false;
    tree_end_implied(t, 0);
    tree_remove(t, at - 1);
    return false;
}

static bool body_p_end(tree *t, const tree_tag *tag)
{
    if (tree_find(t, TREE_P, 0, TREE_IN_BUTTON_SCOPE) == 0)
        tree_insert(t, tag);
    body_close_p(t);
    return false;
}

static bool body_format_end(tree *t, const tree_tag *tag)
{
    return format_adopt(t, tag) ? false : body_any_end(t, tag);
}

static bool body_object_end(tree *t, const tree_tag *tag)
{
    unsigned at = body_find_block(t, tag);

    body_end_at(t, at);
    if (at > 0)
        format_clear(t);
    return false;
}

/* ---- The table ----
 *
 * Elements without an action here are read as any other: body_any(), body_any_end().
 */

tree_action *const body_rules[2][TREE_KINDS] = {
    {
        [TREE_A] = body_a,
        [TREE_FORMAT] = body_format,
        [TREE_NOBR] = body_nobr,
        [TREE_HTML] = body_html,
        [TREE_HEAD] = modes_ignore,
        [TREE_BODY] = body_body,
        [TREE_FRAMESET] = body_frameset,
        [TREE_FRAME] = modes_ignore,
        [TREE_BASE] = modes_head_void,
        [TREE_LINK] = modes_head_void,
        [TREE_TITLE] = modes_title,
        [TREE_STYLE] = modes_raw_text,
        [TREE_NOFRAMES] = modes_raw_text,
        [TREE_SCRIPT] = modes_script,
        [TREE_NOSCRIPT] = body_noscript,
        [TREE_TEMPLATE] = modes_template,
        [TREE_BLOCK] = body_block,
        [TREE_BUTTON] = body_button,
        [TREE_P] = body_block,
        [TREE_HEADING] = body_heading,
        [TREE_PRE] = body_pre,
        [TREE_FORM] = body_form,
        [TREE_LI] = body_item,
        [TREE_DD] = body_item,
        [TREE_PLAINTEXT] = body_plaintext,
        [TREE_OBJECT] = body_object,
        [TREE_TABLE] = body_table,
        [TREE_CAPTION] = modes_ignore,
        [TREE_COLGROUP] = modes_ignore,
        [TREE_COL] = modes_ignore,
        [TREE_TBODY] = modes_ignore,
        [TREE_TR] = modes_ignore,
        [TREE_TD] = modes_ignore,
        [TREE_BR] = body_picture,
        [TREE_IMG] = body_picture,
        [TREE_INPUT] = body_input,
        [TREE_PARAM] = modes_head_void,
        [TREE_HR] = body_hr,
        [TREE_TEXTAREA] = body_textarea,
        [TREE_XMP] = body_xmp,
        [TREE_IFRAME] = body_iframe,
        [TREE_NOEMBED] = modes_raw_text,
        [TREE_SELECT] = body_select,
        [TREE_OPTION] = body_option,
        [TREE_OPTGROUP] = body_option,
        [TREE_RB] = body_ruby,
        [TREE_RTC] = body_ruby,
        [TREE_RP] = body_ruby,
        [TREE_MATH] = body_math,
        [TREE_SVG] = body_math,
    },
    {
        [TREE_A] = body_format_end,
        [TREE_FORMAT] = body_format_end,
        [TREE_NOBR] = body_format_end,
        [TREE_HTML] = body_body_end,
        [TREE_BODY] = body_body_end,
        [TREE_TEMPLATE] = modes_template_end,
        [TREE_BLOCK] = body_block_end,
        [TREE_BUTTON] = body_block_end,
        [TREE_P] = body_p_end,
        [TREE_HEADING] = body_block_end,
        [TREE_PRE] = body_block_end,
        [TREE_FORM] = body_form_end,
        [TREE_LI] = body_block_end,
        [TREE_DD] = body_block_end,
        [TREE_OBJECT] = body_object_end,
        [TREE_BR] = body_picture, /* as "<br>" */
        [TREE_SELECT] = body_block_end,
    },
};
