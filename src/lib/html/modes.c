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

/* Returns true when an element of this kind is open in the table. */
static bool modes_has(const tree *t, enum tree_kind kind, uint32_t id)
{
    return tree_find(t, kind, id, TREE_IN_TABLE_SCOPE) > 0;
}

/* ---- Elements that change the mode ---- */

/* What opening an element does: the kind of element that must be around it in a table, or 0; the
 * mode in it; and whether formatting elements around it end there. */
static const struct {
    unsigned char around, mode;
    bool marks;
} modes_entered[TREE_KINDS] = {
    [TREE_HTML] = {0, TREE_BEFORE_HEAD, false},
    [TREE_HEAD] = {0, TREE_IN_HEAD, false},
    [TREE_BODY] = {0, TREE_IN_BODY, false},
    [TREE_FRAMESET] = {0, TREE_IN_FRAMESET, false},
    [TREE_NOSCRIPT] = {0, TREE_IN_HEAD_NOSCRIPT, false},
    [TREE_CAPTION] = {TREE_TABLE, TREE_IN_CAPTION, true},
    [TREE_COLGROUP] = {TREE_TABLE, TREE_IN_COLGROUP, false},
    [TREE_TBODY] = {TREE_TABLE, TREE_IN_TBODY, false},
    [TREE_TR] = {TREE_TBODY, TREE_IN_TR, false},
    [TREE_TD] = {TREE_TR, TREE_IN_TD, true},
};

/* The element whose tag was left out, for each mode. */
static const unsigned char modes_implied[TREE_MODES] = {
    [TREE_BEFORE_HTML] = TREE_HTML, [TREE_BEFORE_HEAD] = TREE_HEAD, [TREE_AFTER_HEAD] = TREE_BODY,
    [TREE_IN_TABLE] = TREE_TBODY,   [TREE_IN_TBODY] = TREE_TR,
};

/* The element that ends when the mode is left, and the next mode. */
static const struct {
    unsigned char kind, mode;
} modes_left[TREE_MODES] = {
    [TREE_IN_HEAD] = {TREE_HEAD, TREE_AFTER_HEAD},
    [TREE_IN_HEAD_NOSCRIPT] = {TREE_NOSCRIPT, TREE_IN_HEAD},
    [TREE_IN_COLGROUP] = {TREE_COLGROUP, TREE_IN_TABLE},
    [TREE_IN_TBODY] = {TREE_TBODY, TREE_IN_TABLE},
    [TREE_IN_TR] = {TREE_TR, TREE_IN_TBODY},
};

/* Prepares for an element of this kind, and changes the mode. */
static void modes_prepare(tree *t, enum tree_kind kind)
{
    if (modes_entered[kind].around)
        tree_clear_to(t, (enum tree_kind)modes_entered[kind].around);
    if (modes_entered[kind].marks)
        format_mark(t);
    t->head = t->head || kind == TREE_HEAD;
    t->mode = modes_entered[kind].mode;
}

/* Opens the element of the tag. */
static bool modes_enter(tree *t, const tree_tag *tag)
{
    modes_prepare(t, (enum tree_kind)tag->row->kind);
    tree_insert(t, tag);
    return false;
}

/* Opens an element whose tag was left out. */
static bool modes_imply(tree *t, const tree_tag *tag)
{
    enum tree_kind kind = tag->row->kind == TREE_COL && t->mode == TREE_IN_TABLE
                              ? TREE_COLGROUP
                              : (enum tree_kind)modes_implied[t->mode];

    modes_prepare(t, kind);
    tree_insert_kind(t, kind);
    return true;
}

/* Ends the element of the mode. Its end tag does nothing else. */
static bool modes_leave(tree *t, const tree_tag *tag)
{
    enum tree_kind kind = (enum tree_kind)modes_left[t->mode].kind;

    if (!modes_has(t, kind, 0))
        return false;
    tree_clear_to(t, kind);
    tree_pop(t);
    t->mode = modes_left[t->mode].mode;
    return !(tag->closing && tag->row->kind == kind);
}

/* ---- Raw text ---- */

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
    return t->scripts ? modes_raw_text(t, tag) : modes_enter(t, tag);
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
    return modes_enter(t, tag);
}

/* ---- Tables ---- */

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

/* The end tag of a part of the table, in the part or in a row of it. */
static bool modes_part_end(tree *t, const tree_tag *tag)
{
    return modes_has(t, TREE_TBODY, tag->id) && modes_leave(t, tag);
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

/* Sets the insertion mode of the innermost template by the first tag in it. */
static bool modes_set_template(tree *t, const tree_tag *tag)
{
    static const unsigned char modes[TREE_KINDS] = {
        [TREE_CAPTION] = TREE_IN_TABLE, [TREE_COLGROUP] = TREE_IN_TABLE,
        [TREE_TBODY] = TREE_IN_TABLE,   [TREE_COL] = TREE_IN_COLGROUP,
        [TREE_TR] = TREE_IN_TBODY,      [TREE_TD] = TREE_IN_TR,
    };
    unsigned at = tree_find(t, TREE_TEMPLATE, 0, 0);
    unsigned char mode = modes[tag->row->kind];

    t->mode = mode ? mode : TREE_IN_BODY;
    if (at > 0)
        t->open[at - 1].mode = t->mode;
    return true;
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
                {[TREE_HTML] = modes_enter},
                {[TREE_HEAD] = modes_imply,
                 [TREE_BODY] = modes_imply,
                 [TREE_HTML] = modes_imply,
                 [TREE_BR] = modes_imply},
            },
        [TREE_BEFORE_HEAD] =
            {
                {[TREE_HTML] = body_html, [TREE_HEAD] = modes_enter},
                {[TREE_HEAD] = modes_imply,
                 [TREE_BODY] = modes_imply,
                 [TREE_HTML] = modes_imply,
                 [TREE_BR] = modes_imply},
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
                {[TREE_HEAD] = modes_leave,
                 [TREE_BODY] = modes_leave,
                 [TREE_HTML] = modes_leave,
                 [TREE_BR] = modes_leave,
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
                {[TREE_NOSCRIPT] = modes_leave, [TREE_BR] = modes_leave},
            },
        [TREE_AFTER_HEAD] =
            {
                {MODES_HEAD(modes_back_to_head), [TREE_HTML] = body_html, [TREE_BODY] = modes_body,
                 [TREE_FRAMESET] = modes_enter, [TREE_HEAD] = modes_ignore},
                {[TREE_TEMPLATE] = modes_template_end,
                 [TREE_BODY] = modes_imply,
                 [TREE_HTML] = modes_imply,
                 [TREE_BR] = modes_imply},
            },
        [TREE_IN_TABLE] =
            {
                {[TREE_CAPTION] = modes_enter,
                 [TREE_COLGROUP] = modes_enter,
                 [TREE_COL] = modes_imply,
                 [TREE_TBODY] = modes_enter,
                 [TREE_TD] = modes_imply,
                 [TREE_TR] = modes_imply,
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
                {MODES_PARTS(modes_leave), [TREE_TBODY] = modes_leave, [TREE_TR] = modes_enter,
                 [TREE_TD] = modes_imply},
                {MODES_PARTS(modes_ignore), [TREE_TBODY] = modes_part_end,
                 [TREE_TABLE] = modes_leave, [TREE_BODY] = modes_ignore, [TREE_HTML] = modes_ignore,
                 [TREE_TD] = modes_ignore, [TREE_TR] = modes_ignore},
            },
        [TREE_IN_TR] =
            {
                {MODES_PARTS(modes_leave), [TREE_TBODY] = modes_leave, [TREE_TD] = modes_enter,
                 [TREE_TR] = modes_leave},
                {MODES_PARTS(modes_ignore), [TREE_TR] = modes_leave, [TREE_TABLE] = modes_leave,
                 [TREE_TBODY] = modes_part_end, [TREE_BODY] = modes_ignore,
                 [TREE_HTML] = modes_ignore, [TREE_TD] = modes_ignore},
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
                {MODES_HEAD(modes_in_head)},
                {[TREE_TEMPLATE] = modes_template_end},
            },
        [TREE_AFTER_BODY] = {{[TREE_HTML] = body_html}, {[TREE_HTML] = modes_html_end}},
        [TREE_AFTER_AFTER_BODY] = {{[TREE_HTML] = body_html}, {0}},
        [TREE_IN_FRAMESET] =
            {
                {[TREE_HTML] = body_html,
                 [TREE_FRAMESET] = modes_enter,
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
    [TREE_BEFORE_HTML] = {modes_imply, modes_ignore},
    [TREE_BEFORE_HEAD] = {modes_imply, modes_ignore},
    [TREE_IN_HEAD] = {modes_leave, modes_ignore},
    [TREE_IN_HEAD_NOSCRIPT] = {modes_leave, modes_ignore},
    [TREE_AFTER_HEAD] = {modes_imply, modes_ignore},
    [TREE_IN_RAW] = {modes_ignore, modes_raw_end},
    [TREE_IN_TABLE] = {modes_foster, modes_foster},
    [TREE_IN_COLGROUP] = {modes_leave, modes_leave},
    [TREE_IN_TBODY] = {modes_in_table, modes_in_table},
    [TREE_IN_TR] = {modes_in_table, modes_in_table},
    [TREE_IN_TEMPLATE] = {modes_set_template, modes_ignore},
    [TREE_AFTER_BODY] = {modes_back_to_body, modes_back_to_body},
    [TREE_IN_FRAMESET] = {modes_ignore, modes_ignore},
    [TREE_AFTER_FRAMESET] = {modes_ignore, modes_ignore},
    [TREE_AFTER_AFTER_BODY] = {modes_back_to_body, modes_back_to_body},
    [TREE_AFTER_AFTER_FRAMESET] = {modes_ignore, modes_ignore},
};
