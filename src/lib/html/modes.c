/* modes.c - the insertion modes except "in body" (HTML standard, 13.2.6.4): a table {mode, start or
 * end tag, kind of element: action}
 *
 * An action returns true when the tag has to be taken again, by the mode that it has set. What
 * "anything else" does in a mode is in a second table.
 */
#include "html/inside.h"

/* ---- Any mode ---- */

bool modes_ignore(tree *t, const tree_tag *tag)
{
    (void)t, (void)tag;
    return false;
}

static bool modes_in_body(tree *t, const tree_tag *tag)
{
    return tree_take_in(t, TREE_IN_BODY, tag);
}

static bool modes_in_head(tree *t, const tree_tag *tag)
{
    return tree_take_in(t, TREE_IN_HEAD, tag);
}

static bool modes_in_table(tree *t, const tree_tag *tag)
{
    return tree_take_in(t, TREE_IN_TABLE, tag);
}

/* Ends the innermost element, and lets another mode take the tag. */
static bool modes_leave(tree *t, enum tree_mode mode)
{
    tree_pop(t);
    t->mode = (unsigned char)mode;
    return true;
}

/* Opens an element, and changes the mode. */
static bool modes_enter(tree *t, const tree_tag *tag, enum tree_mode mode)
{
    tree_insert(t, tag);
    t->mode = (unsigned char)mode;
    return false;
}

/* Like modes_enter(), for an element whose tag was left out. */
static bool modes_imply(tree *t, enum tree_kind kind, enum tree_mode mode)
{
    tree_insert_kind(t, kind);
    t->mode = (unsigned char)mode;
    return true;
}

void modes_begin_raw(tree *t, const tree_tag *tag, unsigned state)
{
    tree_insert(t, tag);
    t->original = t->mode;
    t->mode = TREE_IN_RAW;
    t->now.state = (unsigned char)state;
}

static bool modes_raw_end(tree *t, const tree_tag *tag)
{
    (void)tag;
    tree_pop(t);
    t->mode = t->original;
    return false;
}

/* ---- Before the body ---- */

static bool modes_initial(tree *t, const tree_tag *tag)
{
    (void)tag;
    t->quirks = true;
    t->mode = TREE_BEFORE_HTML;
    return true;
}

static bool modes_html(tree *t, const tree_tag *tag)
{
    return modes_enter(t, tag, TREE_BEFORE_HEAD);
}

static bool modes_imply_html(tree *t, const tree_tag *tag)
{
    (void)tag;
    return modes_imply(t, TREE_HTML, TREE_BEFORE_HEAD);
}

static bool modes_head(tree *t, const tree_tag *tag)
{
    t->head = true;
    return modes_enter(t, tag, TREE_IN_HEAD);
}

static bool modes_imply_head(tree *t, const tree_tag *tag)
{
    (void)tag;
    t->head = true;
    return modes_imply(t, TREE_HEAD, TREE_IN_HEAD);
}

bool modes_head_void(tree *t, const tree_tag *tag)
{
    (void)tag;
    tree_insert_empty(t);
    return false;
}

bool modes_title(tree *t, const tree_tag *tag)
{
    modes_begin_raw(t, tag, HTML_RCDATA);
    return false;
}

bool modes_raw_text(tree *t, const tree_tag *tag)
{
    modes_begin_raw(t, tag, HTML_RAWTEXT);
    return false;
}

bool modes_script(tree *t, const tree_tag *tag)
{
    modes_begin_raw(t, tag, HTML_SCRIPT);
    return false;
}

static bool modes_noscript(tree *t, const tree_tag *tag)
{
    return t->scripts ? modes_raw_text(t, tag) : modes_enter(t, tag, TREE_IN_HEAD_NOSCRIPT);
}

bool modes_template(tree *t, const tree_tag *tag)
{
    tree_insert(t, tag)->mode = TREE_IN_TEMPLATE;
    format_mark(t);
    t->frames_ok = false;
    t->mode = TREE_IN_TEMPLATE;
    return false;
}

bool modes_template_end(tree *t, const tree_tag *tag)
{
    unsigned at = tree_find(t, TREE_TEMPLATE, 0, 0);

    (void)tag;
    if (at == 0)
        return false;
    tree_keep(t, at - 1);
    format_clear(t);
    tree_reset_mode(t);
    return false;
}

static bool modes_leave_head(tree *t, const tree_tag *tag)
{
    (void)modes_leave(t, TREE_AFTER_HEAD);
    return !(tag->closing && tag->row->kind == TREE_HEAD);
}

static bool modes_leave_noscript(tree *t, const tree_tag *tag)
{
    (void)modes_leave(t, TREE_IN_HEAD);
    return !(tag->closing && tag->row->kind == TREE_NOSCRIPT);
}

/* Puts an element into the <head>, although that has ended. */
static bool modes_back_to_head(tree *t, const tree_tag *tag)
{
    uint32_t head = tree_insert_kind(t, TREE_HEAD)->serial;
    unsigned at;
    bool again = modes_in_head(t, tag);

    at = tree_with(t, head);
    if (at > 0)
        tree_remove(t, at - 1);
    return again;
}

static bool modes_body(tree *t, const tree_tag *tag)
{
    t->frames_ok = false;
    return modes_enter(t, tag, TREE_IN_BODY);
}

static bool modes_imply_body(tree *t, const tree_tag *tag)
{
    (void)tag;
    return modes_imply(t, TREE_BODY, TREE_IN_BODY);
}

/* ---- Tables ---- */

/* Returns true when an element of this kind is open in the table. */
static bool modes_has(const tree *t, enum tree_kind kind, uint32_t id)
{
    return tree_find(t, kind, id, TREE_IN_TABLE_SCOPE) > 0;
}

static bool modes_caption(tree *t, const tree_tag *tag)
{
    tree_clear_to(t, TREE_TABLE);
    format_mark(t);
    return modes_enter(t, tag, TREE_IN_CAPTION);
}

static bool modes_colgroup(tree *t, const tree_tag *tag)
{
    tree_clear_to(t, TREE_TABLE);
    return modes_enter(t, tag, TREE_IN_COLGROUP);
}

static bool modes_imply_colgroup(tree *t, const tree_tag *tag)
{
    (void)tag;
    tree_clear_to(t, TREE_TABLE);
    return modes_imply(t, TREE_COLGROUP, TREE_IN_COLGROUP);
}

static bool modes_part(tree *t, const tree_tag *tag)
{
    tree_clear_to(t, TREE_TABLE);
    return modes_enter(t, tag, TREE_IN_TBODY);
}

static bool modes_imply_part(tree *t, const tree_tag *tag)
{
    (void)tag;
    tree_clear_to(t, TREE_TABLE);
    return modes_imply(t, TREE_TBODY, TREE_IN_TBODY);
}

static bool modes_table_end(tree *t, const tree_tag *tag)
{
    unsigned at = tree_find(t, TREE_TABLE, 0, TREE_IN_TABLE_SCOPE);

    if (at == 0)
        return false;
    tree_keep(t, at - 1);
    tree_reset_mode(t);
    return !tag->closing; /* a <table> ends the open one, and is read again */
}

static bool modes_table_form(tree *t, const tree_tag *tag)
{
    (void)tag;
    if (t->count[TREE_TEMPLATE] > 0 || t->form)
        return false;
    tree_insert_empty(t);
    t->form = t->taken;
    return false;
}

/* What has no place in a table is put before it. */
static bool modes_foster(tree *t, const tree_tag *tag)
{
    bool again;

    t->foster = true;
    again = modes_in_body(t, tag);
    t->foster = false;
    return again;
}

static bool modes_table_input(tree *t, const tree_tag *tag)
{
    return tag->attributes & TREE_HAS_HIDDEN ? modes_head_void(t, tag) : modes_foster(t, tag);
}

static bool modes_caption_end(tree *t, const tree_tag *tag)
{
    unsigned at = tree_find(t, TREE_CAPTION, 0, TREE_IN_TABLE_SCOPE);

    if (at == 0)
        return false;
    tree_keep(t, at - 1);
    format_clear(t);
    t->mode = TREE_IN_TABLE;
    return !(tag->closing && tag->row->kind == TREE_CAPTION);
}

static bool modes_leave_colgroup(tree *t, const tree_tag *tag)
{
    if (tree_top(t)->kind != TREE_COLGROUP)
        return false;
    (void)modes_leave(t, TREE_IN_TABLE);
    return !(tag->closing && tag->row->kind == TREE_COLGROUP);
}

static bool modes_row(tree *t, const tree_tag *tag)
{
    tree_clear_to(t, TREE_TBODY);
    return modes_enter(t, tag, TREE_IN_TR);
}

static bool modes_imply_row(tree *t, const tree_tag *tag)
{
    (void)tag;
    tree_clear_to(t, TREE_TBODY);
    return modes_imply(t, TREE_TR, TREE_IN_TR);
}

static bool modes_part_end(tree *t, const tree_tag *tag)
{
    if (!modes_has(t, TREE_TBODY, tag->id))
        return false;
    tree_clear_to(t, TREE_TBODY);
    (void)modes_leave(t, TREE_IN_TABLE);
    return false;
}

static bool modes_leave_part(tree *t, const tree_tag *tag)
{
    (void)tag;
    if (!modes_has(t, TREE_TBODY, 0))
        return false;
    tree_clear_to(t, TREE_TBODY);
    return modes_leave(t, TREE_IN_TABLE);
}

static bool modes_cell(tree *t, const tree_tag *tag)
{
    tree_clear_to(t, TREE_TR);
    format_mark(t);
    return modes_enter(t, tag, TREE_IN_TD);
}

static bool modes_leave_row(tree *t, const tree_tag *tag)
{
    if (!modes_has(t, TREE_TR, 0))
        return false;
    tree_clear_to(t, TREE_TR);
    (void)modes_leave(t, TREE_IN_TBODY);
    return !(tag->closing && tag->row->kind == TREE_TR);
}

/* Ends the row, if the tag ends an open part of the table. */
static bool modes_row_part_end(tree *t, const tree_tag *tag)
{
    return modes_has(t, TREE_TBODY, tag->id) && modes_leave_row(t, tag);
}

/* Ends the innermost cell. */
static void modes_close_cell(tree *t, unsigned at)
{
    tree_keep(t, at - 1);
    format_clear(t);
    t->mode = TREE_IN_TR;
}

static bool modes_cell_end(tree *t, const tree_tag *tag)
{
    unsigned at = tree_find(t, TREE_TD, tag->id, TREE_IN_TABLE_SCOPE);

    if (at > 0)
        modes_close_cell(t, at);
    return false;
}

static bool modes_leave_cell(tree *t, const tree_tag *tag)
{
    unsigned at = tree_find(t, TREE_TD, 0, TREE_IN_TABLE_SCOPE);

    if (at == 0 || (tag->closing && !modes_has(t, (enum tree_kind)tag->row->kind, tag->id)))
        return false;
    modes_close_cell(t, at);
    return true;
}

/* ---- Templates ---- */

/* Sets the insertion mode of the innermost template. */
static bool modes_set_template(tree *t, enum tree_mode mode)
{
    unsigned at = tree_find(t, TREE_TEMPLATE, 0, 0);

    if (at > 0)
        t->open[at - 1].mode = (unsigned char)mode;
    t->mode = (unsigned char)mode;
    return true;
}

static bool modes_template_table(tree *t, const tree_tag *tag)
{
    (void)tag;
    return modes_set_template(t, TREE_IN_TABLE);
}

static bool modes_template_col(tree *t, const tree_tag *tag)
{
    (void)tag;
    return modes_set_template(t, TREE_IN_COLGROUP);
}

static bool modes_template_row(tree *t, const tree_tag *tag)
{
    (void)tag;
    return modes_set_template(t, TREE_IN_TBODY);
}

static bool modes_template_cell(tree *t, const tree_tag *tag)
{
    (void)tag;
    return modes_set_template(t, TREE_IN_TR);
}

static bool modes_template_any(tree *t, const tree_tag *tag)
{
    (void)tag;
    return modes_set_template(t, TREE_IN_BODY);
}

/* ---- After the body ---- */

static bool modes_back_to_body(tree *t, const tree_tag *tag)
{
    (void)tag;
    t->mode = TREE_IN_BODY;
    return true;
}

static bool modes_html_end(tree *t, const tree_tag *tag)
{
    (void)tag;
    t->mode = t->mode == TREE_AFTER_BODY ? TREE_AFTER_AFTER_BODY : TREE_AFTER_AFTER_FRAMESET;
    return false;
}

/* ---- Frames ---- */

static bool modes_frameset(tree *t, const tree_tag *tag)
{
    return modes_enter(t, tag, TREE_IN_FRAMESET);
}

static bool modes_frameset_end(tree *t, const tree_tag *tag)
{
    (void)tag;
    if (t->depth < 2)
        return false;
    tree_pop(t);
    if (tree_top(t)->kind != TREE_FRAMESET)
        t->mode = TREE_AFTER_FRAMESET;
    return false;
}

/* ---- The table of modes ---- */

/* Rows for elements of the <head>, for each mode that reads them as in the <head>. */
#define MODES_HEAD(action)                                                                         \
    [TREE_BASE] = (action), [TREE_LINK] = (action), [TREE_NOFRAMES] = (action),                    \
    [TREE_SCRIPT] = (action), [TREE_STYLE] = (action), [TREE_TEMPLATE] = (action),                 \
    [TREE_TITLE] = (action)

/* Elements of a table, whose tags end what is open in it. */
#define MODES_PARTS(action)                                                                        \
    [TREE_CAPTION] = (action), [TREE_COLGROUP] = (action), [TREE_COL] = (action)

tree_action *const modes_rules[TREE_MODES][2][TREE_KINDS] =
    {
        [TREE_BEFORE_HTML] =
            {
                {[TREE_HTML] = modes_html},
                {[TREE_HEAD] = modes_imply_html,
                 [TREE_BODY] = modes_imply_html,
                 [TREE_HTML] = modes_imply_html,
                 [TREE_BR] = modes_imply_html},
            },
        [TREE_BEFORE_HEAD] =
            {
                {[TREE_HTML] = body_html, [TREE_HEAD] = modes_head},
                {[TREE_HEAD] = modes_imply_head,
                 [TREE_BODY] = modes_imply_head,
                 [TREE_HTML] = modes_imply_head,
                 [TREE_BR] = modes_imply_head},
            },
        [TREE_IN_HEAD] =
            {
                {[TREE_HTML] = body_html,
                 [TREE_BASE] = modes_head_void,
                 [TREE_LINK] = modes_head_void,
                 [TREE_TITLE] = modes_title,
                 [TREE_STYLE] = modes_raw_text,
                 [TREE_NOFRAMES] = modes_raw_text,
                 [TREE_NOSCRIPT] = modes_noscript,
                 [TREE_SCRIPT] = modes_script,
                 [TREE_TEMPLATE] = modes_template,
                 [TREE_HEAD] = modes_ignore},
                {[TREE_HEAD] = modes_leave_head,
                 [TREE_BODY] = modes_leave_head,
                 [TREE_HTML] = modes_leave_head,
                 [TREE_BR] = modes_leave_head,
                 [TREE_TEMPLATE] = modes_template_end},
            },
        [TREE_IN_HEAD_NOSCRIPT] =
            {
                {[TREE_HTML] = body_html,
                 [TREE_LINK] = modes_in_head,
                 [TREE_STYLE] = modes_in_head,
                 [TREE_NOFRAMES] = modes_in_head,
                 [TREE_HEAD] = modes_ignore,
                 [TREE_NOSCRIPT] = modes_ignore},
                {[TREE_NOSCRIPT] = modes_leave_noscript, [TREE_BR] = modes_leave_noscript},
            },
        [TREE_AFTER_HEAD] =
            {
                {MODES_HEAD(modes_back_to_head), [TREE_HTML] = body_html, [TREE_BODY] = modes_body,
                 [TREE_FRAMESET] = modes_frameset, [TREE_HEAD] = modes_ignore},
                {[TREE_TEMPLATE] = modes_template_end,
                 [TREE_BODY] = modes_imply_body,
                 [TREE_HTML] = modes_imply_body,
                 [TREE_BR] = modes_imply_body},
            },
        [TREE_IN_TABLE] =
            {
                {[TREE_CAPTION] = modes_caption,
                 [TREE_COLGROUP] = modes_colgroup,
                 [TREE_COL] = modes_imply_colgroup,
                 [TREE_TBODY] = modes_part,
                 [TREE_TD] = modes_imply_part,
                 [TREE_TR] = modes_imply_part,
                 [TREE_TABLE] = modes_table_end,
                 [TREE_STYLE] = modes_in_head,
                 [TREE_SCRIPT] = modes_in_head,
                 [TREE_TEMPLATE] = modes_in_head,
                 [TREE_INPUT] = modes_table_input,
                 [TREE_FORM] = modes_table_form},
                {MODES_PARTS(modes_ignore), [TREE_TBODY] = modes_ignore,
                 [TREE_TABLE] = modes_table_end, [TREE_BODY] = modes_ignore,
                 [TREE_HTML] = modes_ignore, [TREE_TD] = modes_ignore, [TREE_TR] = modes_ignore,
                 [TREE_TEMPLATE] = modes_template_end},
            },
        [TREE_IN_CAPTION] =
            {
                {MODES_PARTS(modes_caption_end), [TREE_TBODY] = modes_caption_end,
                 [TREE_TD] = modes_caption_end, [TREE_TR] = modes_caption_end},
                {[TREE_CAPTION] = modes_caption_end,
                 [TREE_TABLE] = modes_caption_end,
                 [TREE_BODY] = modes_ignore,
                 [TREE_COL] = modes_ignore,
                 [TREE_COLGROUP] = modes_ignore,
                 [TREE_HTML] = modes_ignore,
                 [TREE_TBODY] = modes_ignore,
                 [TREE_TD] = modes_ignore,
                 [TREE_TR] = modes_ignore},
            },
        [TREE_IN_COLGROUP] =
            {
                {[TREE_HTML] = body_html,
                 [TREE_COL] = modes_head_void,
                 [TREE_TEMPLATE] = modes_in_head},
                {[TREE_COL] = modes_ignore, [TREE_TEMPLATE] = modes_template_end},
            },
        [TREE_IN_TBODY] =
            {
                {MODES_PARTS(modes_leave_part), [TREE_TBODY] = modes_leave_part,
                 [TREE_TR] = modes_row, [TREE_TD] = modes_imply_row},
                {MODES_PARTS(modes_ignore), [TREE_TBODY] = modes_part_end,
                 [TREE_TABLE] = modes_leave_part, [TREE_BODY] = modes_ignore,
                 [TREE_HTML] = modes_ignore, [TREE_TD] = modes_ignore, [TREE_TR] = modes_ignore},
            },
        [TREE_IN_TR] =
            {
                {MODES_PARTS(modes_leave_row), [TREE_TBODY] = modes_leave_row,
                 [TREE_TD] = modes_cell, [TREE_TR] = modes_leave_row},
                {MODES_PARTS(modes_ignore), [TREE_TR] = modes_leave_row,
                 [TREE_TABLE] = modes_leave_row, [TREE_TBODY] = modes_row_part_end,
                 [TREE_BODY] = modes_ignore, [TREE_HTML] = modes_ignore, [TREE_TD] = modes_ignore},
            },
        [TREE_IN_TD] =
            {
                {MODES_PARTS(modes_leave_cell), [TREE_TBODY] = modes_leave_cell,
                 [TREE_TD] = modes_leave_cell, [TREE_TR] = modes_leave_cell},
                {MODES_PARTS(modes_ignore), [TREE_TD] = modes_cell_end, [TREE_BODY] = modes_ignore,
                 [TREE_HTML] = modes_ignore, [TREE_TABLE] = modes_leave_cell,
                 [TREE_TBODY] = modes_leave_cell, [TREE_TR] = modes_leave_cell},
            },
        [TREE_IN_TEMPLATE] =
            {
                {MODES_HEAD(modes_in_head), [TREE_CAPTION] = modes_template_table,
                 [TREE_COLGROUP] = modes_template_table, [TREE_TBODY] = modes_template_table,
                 [TREE_COL] = modes_template_col, [TREE_TR] = modes_template_row,
                 [TREE_TD] = modes_template_cell},
                {[TREE_TEMPLATE] = modes_template_end},
            },
        [TREE_AFTER_BODY] = {{[TREE_HTML] = body_html}, {[TREE_HTML] = modes_html_end}},
        [TREE_AFTER_AFTER_BODY] = {{[TREE_HTML] = body_html}, {0}},
        [TREE_IN_FRAMESET] =
            {
                {[TREE_HTML] = body_html,
                 [TREE_FRAMESET] = modes_frameset,
                 [TREE_FRAME] = modes_head_void,
                 [TREE_NOFRAMES] = modes_raw_text},
                {[TREE_FRAMESET] = modes_frameset_end},
            },
        [TREE_AFTER_FRAMESET] =
            {
                {[TREE_HTML] = body_html, [TREE_NOFRAMES] = modes_raw_text},
                {[TREE_HTML] = modes_html_end},
            },
        [TREE_AFTER_AFTER_FRAMESET] =
            {
                {[TREE_HTML] = body_html, [TREE_NOFRAMES] = modes_raw_text},
                {0},
            },
};

/* "Anything else", for start tags and end tags; NULL: as in "in body". */
tree_action *const modes_rest[TREE_MODES][2] = {
    [TREE_INITIAL] = {modes_initial, modes_initial},
    [TREE_BEFORE_HTML] = {modes_imply_html, modes_ignore},
    [TREE_BEFORE_HEAD] = {modes_imply_head, modes_ignore},
    [TREE_IN_HEAD] = {modes_leave_head, modes_ignore},
    [TREE_IN_HEAD_NOSCRIPT] = {modes_leave_noscript, modes_ignore},
    [TREE_AFTER_HEAD] = {modes_imply_body, modes_ignore},
    [TREE_IN_RAW] = {modes_ignore, modes_raw_end},
    [TREE_IN_TABLE] = {modes_foster, modes_foster},
    [TREE_IN_COLGROUP] = {modes_leave_colgroup, modes_leave_colgroup},
    [TREE_IN_TBODY] = {modes_in_table, modes_in_table},
    [TREE_IN_TR] = {modes_in_table, modes_in_table},
    [TREE_IN_TEMPLATE] = {modes_template_any, modes_ignore},
    [TREE_AFTER_BODY] = {modes_back_to_body, modes_back_to_body},
    [TREE_IN_FRAMESET] = {modes_ignore, modes_ignore},
    [TREE_AFTER_FRAMESET] = {modes_ignore, modes_ignore},
    [TREE_AFTER_AFTER_BODY] = {modes_back_to_body, modes_back_to_body},
    [TREE_AFTER_AFTER_FRAMESET] = {modes_ignore, modes_ignore},
};
